# SPDX-License-Identifier: Apache-2.0
"""What a knee is a knee of: a condition on a metric, what is delivered of what is asked, or a part that is full."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from isochron.conditions import Condition
from isochron.drivers import Drive, utilisations
from isochron.errors import ReportError
from isochron.result import Metric, Result
from isochron.runner import Runner
from isochron.scenario import Scenario
from isochron.units import quantity, with_interval

# A machine that is asked for a rate keeps up while it delivers all but so much of it.
TOLERANCE = 0.0025
# One that is asked for all it can give is saturated when the part that holds it back is full (Gennart et al., 5.2 and Fig. 6).
FULL = 0.95


@dataclass(frozen=True)
class Criterion:
    """A condition on a figure of a result, and the words for its truth."""

    name: str
    figure: str
    condition: Condition
    words: tuple[str, str]  # where it holds, and where it does not
    part: str | None = None  # whose utilisation is looked at
    of_demand: bool = False  # the metric as a share of what the point asks for

    @staticmethod
    def of(explained: dict[str, Any], until: Condition | None, part: str | None) -> Criterion:
        """`until`, else `part` full, else by the machine: `explained` is the range's upper end, which says what holds it back there."""
        if until is not None:
            if part is not None:
                raise ReportError(f"--part {part}: does not go with --until, which says itself what is looked at")
            return Criterion(str(until), until.metric, until, ("holds", "does not hold"))
        drive = Drive.of(explained)
        words = ("keeps up", "saturated")
        if part is None and drive.demand is not None:
            least = Condition(drive.metric, ">=", 1 - TOLERANCE, "1")
            figure = f"{drive.metric}, share of what is asked"
            return Criterion(f"{drive.metric} at least {100 * least.value:g} % of what is asked", figure, least, words, of_demand=True)
        part = part or drive.bottleneck or ""
        below = Condition(f"{part}.utilisation", "<", FULL, "1")
        return Criterion(f"{part} used less than {100 * FULL:g} %", f"utilisation of {part}", below, words, part=part)

    def measured(self, runner: Runner, scenario: Scenario, result: Result) -> tuple[Metric, float]:
        """The figure's metric in a result, and what it is multiplied by."""
        if self.part is not None:
            known = utilisations(result)
            if self.part not in known:
                raise ReportError(f"--part {self.part}: has no utilisation in the result; {', '.join(sorted(known)) or 'no part'} has")
            return known[self.part], 1
        if not self.of_demand:
            return result.metric(self.condition.metric), 1
        drive = Drive.of(runner.simulator.explain(scenario))
        if not drive.demand:
            raise ReportError(f"{scenario.label}: asks for nothing, so that nothing can be said of what is delivered; take a range without it")
        return result.metric(drive.metric), 1 / drive.demand

    def shown(self, value: float, half_width: float | None = None) -> str:
        """A figure for a person."""
        if self.condition.unit == "1" and half_width is not None:
            return f"{value:.5g} ± {half_width:.2g}"
        return quantity(value, self.condition.unit) if half_width is None else with_interval(value, half_width, self.condition.unit)

    def word(self, holds: bool) -> str:
        """For its truth."""
        return self.words[0] if holds else self.words[1]
