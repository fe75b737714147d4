# SPDX-License-Identifier: Apache-2.0
"""Papers that were modelled, and their pages."""
