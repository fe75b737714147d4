# SPDX-License-Identifier: Apache-2.0
"""Contents of the paper that the figures draw: Gennart, Messerli, Hersch, "Performances of Multiprocessor Multidisk Architectures
for Continuous Media Storage"."""

from dataclasses import dataclass

from isochron.report import style


@dataclass(frozen=True)
class Machine:
    """One of the paper's machines, with how it is drawn wherever it appears."""

    system: str
    label: str
    colour: str
    marker: str
    line: str


MACHINES = (
    Machine("shared_bus", "shared bus", style.VERMILION, "s", "-"),
    Machine("point_to_point", "point to point", style.BLUE, "o", "--"),
    Machine("subsystems", "subsystems", style.GREEN, "^", "-."),
)
# The two that the paper simulates.
SIMULATED = MACHINES[:2]


@dataclass(frozen=True)
class Part:
    """A kind of part whose utilisation is drawn."""

    name: str
    label: str
    colour: str
    marker: str


PARTS = (
    Part("disk", "disk", style.ORANGE, "v"),
    Part("scsi", "SCSI bus", style.PURPLE, "<"),
    Part("bus", "memory bus", style.VERMILION, "s"),
    Part("processor", "processor", style.GREEN, "^"),
    Part("node_link", "node's link", style.SKY, "d"),
    Part("server_link", "server's links", style.BLUE, "o"),
    Part("server_memory", "server's memory", style.REMARK, "x"),
)

# Published throughputs in MB/s: the maximum of each machine, or none where there is no number.
READ_MAX = {"shared_bus": 35.0, "point_to_point": 30.0}  # (5.1, Fig. 4)
RESAMPLE_MAX = {"shared_bus": 21.0}  # (5.2, Fig. 6)
