# SPDX-License-Identifier: Apache-2.0
"""Processor time and memory of runs, of two versions by turns: what else the computer does meets both."""

from __future__ import annotations

import resource
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from isochron.errors import ReportError
from isochron.explore.regression import recording
from isochron.results.children import output
from isochron.results.simulator import PATIENCE_S, Simulator
from isochron.scenario import Scenario


@dataclass(frozen=True)
class Cost:
    """The cost of one run: processor seconds and bytes of memory at most; seconds simulated and messages that arrived, 0 of what simulates nothing."""

    cpu_s: float
    peak_rss_bytes: float = 0.0
    simulated_s: float = 0.0
    messages: int = 0


@dataclass(frozen=True)
class Timed:
    """The cheapest of several runs, and the ratio of its time to that of the other version in each turn; none without another version."""

    best: Cost
    ratios: tuple[float, ...] = ()


def by_turns(measure: Callable[[Simulator], Cost], now: Simulator, other: Simulator | None, turns: int) -> Timed:
    """Measures `turns` times, each version once in a turn. The first of a turn changes, since a processor that was idle begins slowly."""
    costs: list[Cost] = []
    ratios: list[float] = []
    for turn in range(turns):
        order = [now] if other is None else [now, other] if turn % 2 == 0 else [other, now]
        found = {id(one): measure(one) for one in order}
        costs.append(found[id(now)])
        if other is not None:
            if found[id(other)].cpu_s <= 0:
                raise ReportError(f"{other.command}: took no time that could be measured; a longer run is needed")
            ratios.append(found[id(now)].cpu_s / found[id(other)].cpu_s)
    return Timed(min(costs, key=lambda cost: cost.cpu_s), tuple(ratios))


def simulation(scenario: Scenario) -> Callable[[Simulator], Cost]:
    """Measures the processes that simulate, as the result says it."""

    def measure(simulator: Simulator) -> Cost:
        result = recording.run(simulator, scenario)
        performance = result["performance"]
        return Cost(performance["cpu_s"], performance["peak_rss_bytes"], result["simulated_s"], performance["messages"])

    return measure


def command(words: Sequence[str]) -> Callable[[Simulator], Cost]:
    """Measures a whole command with all its processes. SimulationError with its message where it fails."""

    def measure(simulator: Simulator) -> Cost:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output([simulator.command, *words], PATIENCE_S)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return Cost(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    return measure
