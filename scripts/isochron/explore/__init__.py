# SPDX-License-Identifier: Apache-2.0
"""The command scripts/explore: questions to a machine, answered with tables and figures."""
