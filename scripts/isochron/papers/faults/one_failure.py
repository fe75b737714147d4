# SPDX-License-Identifier: Apache-2.0
"""What the loss of any one part leaves of each machine: from `isochron explain --fail 1`, arithmetic and no simulation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pandas

from isochron.errors import SimulationError
from isochron.messages import first_line
from isochron.repository import REPOSITORY
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

# A scenario a machine.
ASKED = (
    "seachange/cluster", "own/fast_mesh", "own/central_switch", "own/flash_array", "own/ingest_playout", "own/evening", "own/streaming_server", "own/nvme_node",
    "own/two_buses", "gennart/shared_bus_read", "gennart/point_to_point_read", "gennart/subsystems_read", "ps2/planes", "calliope/graph1", "voyager/evening",
)  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """Parts of one kind, each of which fails alone: what the worst of them leaves. `share` is of the bound without a failure.

    `stopped`: flows, from a source to a sink, that have no other way, of the worst of them; `all_stopped` is the sum over all of them. Redundancy
    of data is not counted.
    """

    name: str
    cases: int
    share: float
    stopped: int
    all_stopped: int


@dataclass(frozen=True)
class Machine:
    """What the failures of one part leave of a machine."""

    scenario: str
    system: str
    metric: str
    bound: float
    limit: str
    flows: int
    failures: int
    kinds: tuple[Kind, ...]

    @property
    def harmless(self) -> int:
        """Failures that stop no flow."""
        return sum(one.cases for one in self.kinds if one.stopped == 0)

    @property
    def mean(self) -> float:
        """Flows that a failed part stops, the mean over all parts."""
        return sum(one.all_stopped for one in self.kinds) / self.failures

    @property
    def worst(self) -> Kind:
        """The kind of part that stops the most flows; of equals the one that leaves least."""
        return max(self.kinds, key=lambda one: (one.stopped, -one.share))


@dataclass(frozen=True)
class Refused:
    """A machine for which there is no answer, and the simulator's reason."""

    scenario: str
    reason: str


def of_document(scenario: str, document: dict[str, Any]) -> Machine:
    """The answer at the first point of a scenario, from the document that `explain --fail 1 --json` writes."""
    point = document["points"][0]
    whole = point["without_failures"]
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for failure in point["failures"]:
        by_kind.setdefault(re.sub(r"\[\d+\]", "[*]", failure["parts"][0]), []).append(failure)
    kinds = tuple(of_kind(name, own) for name, own in by_kind.items())
    return Machine(
        scenario, document["system"], whole["metric"], whole["remaining"], whole["limit"] or "", whole["streams"], len(point["failures"]), kinds
    )  # fmt: skip


def of_kind(name: str, failures: Sequence[dict[str, Any]]) -> Kind:
    """The failures of parts of one kind."""
    stopped = [one["stopped"]["streams"] for one in failures]
    return Kind(name, len(failures), min(one["share"] for one in failures), max(stopped), sum(stopped))


@lru_cache(maxsize=4)
def _ask(simulator: Simulator, asked: Sequence[str]) -> tuple[Machine | Refused, ...]:
    found: list[Machine | Refused] = []
    for name in asked:
        try:
            found.append(of_document(name, simulator.explain(Scenario.load(REPOSITORY / f"scenarios/{name}.yaml"), fail=1)))
        except SimulationError as error:
            found.append(Refused(name, first_line(str(error)).removeprefix("--fail: ").partition(". ")[0]))
    return tuple(found)


def machines() -> list[Machine]:
    """Those for which there is an answer, the smallest worst loss of flows first."""
    found = [one for one in _ask(Simulator.find(), ASKED) if isinstance(one, Machine)]
    return sorted(found, key=lambda one: (one.worst.stopped / one.flows, one.scenario))


def refused() -> list[Refused]:
    """Those for which there is none."""
    return [one for one in _ask(Simulator.find(), ASKED) if isinstance(one, Refused)]


def table() -> pandas.DataFrame:
    """The data file: a row for each kind of part of each machine that answers."""
    rows = [(m.scenario, m.system, m.metric, m.bound, m.flows, k.name, k.cases, k.share, k.stopped) for m in machines() for k in m.kinds]
    return pandas.DataFrame(rows, columns=["scenario", "machine", "metric", "bound", "flows", "part", "cases", "share_left", "flows_stopped"])
