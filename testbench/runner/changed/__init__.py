# SPDX-License-Identifier: Apache-2.0
"""scripts/test --changed: what a change can affect, by the graphs that the build, the linker and Python's imports make."""
