# SPDX-License-Identifier: Apache-2.0
"""Figures and page of the multidisk servers beside their paper (Gennart, Messerli, Hersch)."""

from isochron.papers.paper import Paper

PAPER = Paper(
    name="gennart",
    systems={
        "shared_bus": "systems/multidisk_servers.md",
        "point_to_point": "systems/multidisk_servers.md",
        "subsystems": "systems/multidisk_servers.md",
        "mbus_workstation": "models/mbus.md",
    },
)
