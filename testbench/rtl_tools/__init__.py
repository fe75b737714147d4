# SPDX-License-Identifier: Apache-2.0
"""What the scripts of the RTL steps share: where the tools are and which designs they look at."""
