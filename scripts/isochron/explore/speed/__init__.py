# SPDX-License-Identifier: Apache-2.0
"""What the simulator costs: events, instructions, processor time and memory, compared with goals, records and other versions."""
