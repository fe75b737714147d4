# SPDX-License-Identifier: Apache-2.0
"""How many streams the cluster carries, whole and with a node down: a bound, and simulated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import pandas

from isochron.papers.curves import by
from isochron.papers.faults.kinds import FOLDER
from isochron.results.result import Result
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

SCENARIOS = {"spare_none": "no node down", "spare_brute": "a node down, every unit read again", "spare_stripe": "a node down, whole stripes kept"}
DEATHS = ("spare_dies_brute", "spare_dies_stripe")


@dataclass(frozen=True)
class Load:
    """A number of streams and what arrives of it, in B/s. `keeps_up`: by the simulator's verdict on the backlog, None where it is in doubt."""

    streams: int
    asked: float
    arrives: float
    keeps_up: bool | None

    @property
    def short(self) -> float:
        """The share of what is asked for that does not arrive; 0 where the cluster keeps up, since blocks are whole and a window has one more or less."""
        return 0.0 if self.keeps_up else max(0.0, 1 - self.arrives / self.asked)


def loads(result: Result) -> list[Load]:
    """A load a point, the fewest streams first."""
    found = []
    for point in by(result, "streams.count"):
        streams = int(result.parameter("streams.count", point))
        verdict = {"keeps_up": True, "falls_behind": False}.get(point.verdict or "")
        found.append(Load(streams, streams * float(result.parameter("streams.rate", point)), point.metric("delivered.bandwidth").mean, verdict))
    return found


def most(found: Sequence[Load]) -> int | None:
    """The most streams, of those that were simulated, with which the cluster keeps up, and with all fewer ones."""
    kept = None
    for one in sorted(found, key=lambda load: load.streams):
        if one.keeps_up is not True:
            break
        kept = one.streams
    return kept


@lru_cache(maxsize=16)
def _bound(simulator: Simulator, scenario: str) -> int:
    point = simulator.explain(Scenario.load(FOLDER / f"{scenario}.yaml"))["points"][0]
    load = point["workloads"][0]
    return int(float(load["limit"]) / float(load["asked"]) * float(point["parameters"]["streams.count"]))


def bound(scenario: str) -> int:
    """The streams that fill the first resource of a scenario's machine, by arithmetic (`isochron explain`): no more can be carried."""
    return _bound(Simulator.find(), scenario)


def table(result: Result) -> pandas.DataFrame:
    """The data file: a row a point, rates in B/s."""
    told = {True: "keeps_up", False: "falls_behind", None: "in_doubt"}
    return pandas.DataFrame([(one.streams, one.asked, one.arrives, told[one.keeps_up]) for one in loads(result)], columns=["streams", "asked", "arrives", "verdict"])


def bounds_table() -> pandas.DataFrame:
    """The data file of the bounds."""
    return pandas.DataFrame([(name, bound(name)) for name in SCENARIOS], columns=["scenario", "streams_at_most"])
