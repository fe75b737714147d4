# SPDX-License-Identifier: Apache-2.0
"""Files made from what the command, the commands of scripts/explore and the Python package say of themselves."""
