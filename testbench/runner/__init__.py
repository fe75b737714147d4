# SPDX-License-Identifier: Apache-2.0
"""scripts/test: what its steps do, which of them run at the same time, and what a change makes it run."""
