# SPDX-License-Identifier: Apache-2.0
"""The machines whose cost is measured, each with a short and a long run that differ in length alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from isochron.repository import REPOSITORY
from isochron.scenario import Scenario

SCENARIOS = REPOSITORY / "scenarios"


@dataclass(frozen=True)
class Case:
    """A machine. `settings` hold in every run; `short` and `long` make the two runs whose difference counts; `timed` makes the run whose
    processor time is measured.

    `guarded`: scripts/test counts its instructions too, not its events alone. `misses`: its cache misses are counted too. `seconds`: forecasts of
    the processor time of the timed run, and of the other two together under callgrind.
    """

    name: str
    title: str
    file: str
    short: Mapping[str, str]
    long: Mapping[str, str]
    timed: Mapping[str, str]
    settings: Mapping[str, str] = field(default_factory=dict)
    guarded: bool = False
    misses: bool = False
    seconds: tuple[float, float] = (2.0, 25.0)

    @property
    def path(self) -> Path:
        """The scenario file."""
        return SCENARIOS / self.file

    def scenario(self, length: Mapping[str, str]) -> Scenario:
        """One replication with the settings of a length."""
        return Scenario.load(self.path).with_({"measure.replications": "1", **self.settings, **length})

    @property
    def run(self) -> str:
        """The runs in words. A recorded effort belongs to these runs and to no others."""
        parts = [self.file, _words(self.settings), f"{_words(self.short)} to {_words(self.long)}"]
        return ", ".join(part for part in parts if part)


def _words(settings: Mapping[str, str]) -> str:
    return " ".join(f"{path}={value}" for path, value in sorted(settings.items()))


def _window(duration: str) -> dict[str, str]:
    return {"measure.duration": duration}


_FROM_1_MS = {"measure.warm_up": "1 ms"}
_LARGE = {"nodes": "56", "infiniband.ports": "55", "target_bandwidth": "100 MB/s"}

CASES = (
    Case(
        "cluster", "SeaChange cluster, 7 nodes, 1024 B", "seachange/cluster.yaml",
        _window("10 ms"), _window("50 ms"), {"measure.warm_up": "20 ms", "measure.duration": "1 s"}, _FROM_1_MS, guarded=True, seconds=(4, 31),
    ),
    Case(
        "cluster_56", "SeaChange cluster, 56 nodes, 100 MB/s per node", "seachange/cluster.yaml",
        _window("4 ms"), _window("12 ms"), {"measure.warm_up": "20 ms", "measure.duration": "300 ms"}, {**_FROM_1_MS, **_LARGE}, misses=True, seconds=(9, 110),
    ),
    Case(
        "shared_bus", "multidisk server, shared bus, 8 nodes", "gennart/shared_bus_read.yaml",
        {"strands": "100"}, {"strands": "10000"}, {"strands": "100000"}, {"nodes": "8"}, seconds=(1, 22),
    ),
    Case(
        "point_to_point", "multidisk server, links, 8 nodes", "gennart/point_to_point_read.yaml",
        {"strands": "100"}, {"strands": "10000"}, {"strands": "100000"}, {"nodes": "8"}, seconds=(1, 22),
    ),
    Case("ps2", "PS2, three slaves of nine disks", "ps2/planes.yaml", {"planes.count": "1"}, {"planes.count": "8"}, {}, seconds=(1, 60)),
    Case(
        "calliope", "Calliope, one storage unit, 24 streams", "calliope/graph1.yaml",
        _window("5 s"), _window("25 s"), _window("360 s"), {"streams.count": "24"}, seconds=(1, 22),
    ),
    Case(
        "voyager", "Voyager, an evening of 200 streams", "voyager/evening.yaml",
        _window("1 s"), _window("4 s"), {"measure.warm_up": "5 s", "measure.duration": "60 s"}, {"measure.warm_up": "1 s"}, seconds=(1, 26),
    ),
    Case(
        "nvme_node", "PCI Express: NVMe drives and network cards of a node", "own/nvme_node.yaml",
        _window("200 us"), _window("700 us"), {"measure.warm_up": "5 ms", "measure.duration": "20 ms"}, {"measure.warm_up": "100 us"}, guarded=True, seconds=(2, 22),
    ),
)  # fmt: skip
# Runs whose time, memory or start is a goal, beside the cases.
REFERENCE = ("seachange/cluster.yaml", {"bus_model": "reference", "measure.warm_up": "20 ms", "measure.duration": "250 ms"})
NODES_128 = ("seachange/cluster.yaml", {"nodes": "128", "infiniband.ports": "127", "target_bandwidth": "100 MB/s", "measure.warm_up": "1 ms", "measure.duration": "19 ms"})
# 255 nodes of 38 parts, a crossbar, and three links for each node.
PARTS_10000 = ("own/central_switch.yaml", {"nodes": "255", "cards": "32", "load": "1 MB/s", "measure.warm_up": "0 ms", "measure.duration": "1 us"})
SMALLEST = ("gennart/shared_bus_read.yaml", {"nodes": "1", "strands": "1"})
FIGURE_4 = ("gennart/shared_bus_read.yaml", "gennart/point_to_point_read.yaml")
