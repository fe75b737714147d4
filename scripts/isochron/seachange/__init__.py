# SPDX-License-Identifier: Apache-2.0
"""The SeaChange video cluster against its paper (Milkovits, Winter Simulation Conference 2005)."""
