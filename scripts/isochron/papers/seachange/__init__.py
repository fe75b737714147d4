# SPDX-License-Identifier: Apache-2.0
"""The SeaChange video cluster against its paper (Milkovits, Winter Simulation Conference 2005)."""

from isochron.papers.paper import Paper

PAPER = Paper(
    name="seachange",
    systems={"seachange_cluster": "systems/seachange_cluster.md"},
    scenarios=("cluster", "contention", "ramp_up", "saturation"),
    # The paper's replications and their length (7.3): 105 s, of which Table 5 leaves out the first 25.
    whole={"ramp_up": ("--replications", "7", "--set", "measure.warm_up=25s", "--set", "measure.duration=80s")},
)
