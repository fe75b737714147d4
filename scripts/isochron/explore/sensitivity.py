# SPDX-License-Identifier: Apache-2.0
"""Which parameters matter: each a little down and up, all others as they are, with the same random numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from isochron.errors import ReportError
from isochron.results.drivers import Drive
from isochron.results.metrics import Known
from isochron.results.result import Metric
from isochron.results.runner import Runner
from isochron.results.tasks import Outcome
from isochron.scenario import Scenario
from isochron.units import measured, settings_alike, stored, unit_of

# Each parameter is moved by so much of its value.
STEP = 0.1


@dataclass(frozen=True)
class Side:
    """A parameter at one of its two values; `metric` is None where the simulator refused it."""

    text: str
    metric: Metric | None
    message: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Effect:
    """Effect of a parameter on the metric."""

    path: str
    base: str
    unit: str
    centre: Metric
    down: Side
    up: Side

    @property
    def changes(self) -> tuple[float | None, float | None]:
        """Relative change of the metric at the lower and at the upper value."""
        return self._change(self.down), self._change(self.up)

    def _change(self, side: Side) -> float | None:
        return None if side.metric is None or self.centre.mean == 0 else side.metric.mean / self.centre.mean - 1

    @property
    def swing(self) -> float:
        """The larger of both changes, without its sign."""
        return max((abs(change) for change in self.changes if change is not None), default=0.0)

    @property
    def beyond_chance(self) -> bool:
        """Whether a change is larger than the confidence intervals of both runs together; with one replication, any change."""
        return any(
            side.metric is not None and abs(side.metric.mean - self.centre.mean) > math.hypot(side.metric.half_width or 0, self.centre.half_width or 0)
            for side in (self.down, self.up)
        )  # fmt: skip


@dataclass(frozen=True)
class Sensitivity:
    """Effects, the largest first; what was left out, with why."""

    metric: str
    centre: Metric
    pinned: dict[str, str]
    effects: list[Effect]
    skipped: dict[str, str]
    warnings: tuple[str, ...] = ()  # of the scenario as it is


def analyse(
    scenario: Scenario, *, runner: Runner, metric: str | None = None, only: Sequence[str] = (), step: float = STEP
) -> Sensitivity:
    """Moves each numeric parameter down and up by `step` of its value; a count by at least 1.

    `metric`: any of the result's, else the one that drives the machine. `only`: patterns of parameter paths ("pci.*"). A side
    that the simulator refuses is kept with its message. ReportError for an unknown metric and for patterns that match nothing.
    """
    if not 0 < step < 1:
        raise ReportError(f"--step {step:g}: between 0 and 1, such as 10 %")
    base, pinned = runner.simulator.pinned(scenario)
    explained = runner.simulator.explain(base)
    if metric is not None:
        Known.of(explained).require(metric, "--metric")
    chosen, skipped = _numeric(explained["parameters"], only)
    if not chosen:
        raise ReportError(f"--only {' '.join(only)}: matches no numeric parameter; `isochron explain {scenario.path.name}` shows them")
    moves: list[tuple[dict[str, Any], str, str, str]] = [(p, *_moved(p, step)) for p in chosen]
    scenarios = [base] + [base.with_({p["path"]: text}) for p, down, _, up in moves for text in (down, up)]
    outcomes = runner.all(scenarios, f"sensitivity of {scenario.name}")
    name = metric or Drive.of(explained).metric
    centre = _metric(outcomes[0], name)
    effects = [
        Effect(p["path"], own, p["unit"], centre, _side(down, outcomes[1 + 2 * i], name), _side(up, outcomes[2 + 2 * i], name))
        for i, (p, down, own, up) in enumerate(moves)
    ]
    return Sensitivity(name, centre, pinned, sorted(effects, key=lambda effect: (-effect.swing, effect.path)), skipped, tuple(outcomes[0].result().warnings))


def _numeric(parameters: list[dict[str, Any]], only: Sequence[str]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    chosen, skipped = [], {}
    for p in parameters:
        if only and not any(fnmatchcase(p["path"], pattern) for pattern in only):
            continue
        if isinstance(p["value"], bool) or not isinstance(p["value"], (int, float)) or not measured(p["unit"]):
            skipped[p["path"]] = f"{p['text']}: no number"
        elif not p.get("counts", True):
            skipped[p["path"]] = "no effect as the others stand"
        elif p["value"] == 0:
            skipped[p["path"]] = "0: has no tenth"
        else:
            chosen.append(p)
    return chosen, skipped


def _moved(parameter: dict[str, Any], step: float) -> tuple[str, str, str]:
    """Its lower value, its own and its upper one, as the scenario writes them."""
    unit = unit_of(parameter)
    whole = stored(parameter["value"], unit)
    by = max(1, round(whole * step))
    lower, own, upper = settings_alike((max(whole - by, 0), whole, whole + by), unit, parameter["text"])
    return lower, own, upper


def _metric(outcome: Outcome, name: str) -> Metric:
    return outcome.result().metric(name)


def _side(text: str, outcome: Outcome, name: str) -> Side:
    if not outcome.done:
        return Side(text, None, outcome.message)
    result = outcome.result()
    metric = result.sampled(name)
    return Side(text, metric, "" if metric else f"no sample of {name}: nothing arrived in the measured window", warnings=tuple(result.warnings))
