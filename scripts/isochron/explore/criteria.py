# SPDX-License-Identifier: Apache-2.0
"""Criteria of a knee: a condition on a metric, backlogs that grow, or a part that is full."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from isochron.errors import ReportError
from isochron.explore.conditions import Condition
from isochron.results.drivers import Drive, utilisations
from isochron.results.result import Metric, Result
from isochron.units import quantity, with_interval

# A machine that is asked for a rate keeps up while its backlogs grow by no more than so much of what is asked.
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
    by_name: bool = False  # the part was asked for
    of_backlog: bool = False  # growth of backlogs as a share of what was asked for

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
            most = Condition("backlog", "<=", TOLERANCE, "1")
            figure = "growth of the backlog, share of what is asked"
            return Criterion(f"backlog grows by at most {100 * most.value:g} % of what is asked", figure, most, words, of_backlog=True)
        by_name = part is not None
        part = part or drive.bottleneck or ""
        below = Condition(f"{part}.utilisation", "<", FULL, "1")
        return Criterion(f"{part} used less than {100 * FULL:g} %", f"utilisation of {part}", below, words, part=part, by_name=by_name)

    def measured(self, result: Result) -> Metric | None:
        """The figure's metric in a result; None where it has no sample."""
        if self.part is None:
            return result.sampled(self.condition.metric)
        known = utilisations(result)
        if self.part not in known and not self.by_name and known:
            # A link's is that of the port which sends over it: of those that are measured the busiest.
            return max(known.values(), key=lambda metric: metric.mean)
        if self.part not in known:
            raise ReportError(f"--part {self.part}: has no utilisation in the result; {', '.join(sorted(known)) or 'no part'} has")
        return known[self.part]

    @property
    def compared(self) -> str:
        """The comparison in a sentence."""
        if self.of_backlog:
            return "Compared: how much the backlog of each traffic grows in the measured window with what its sources ask for in it"
        if self.part is not None:
            return f"Compared: the share of the measured window in which {self.part} works with {100 * self.condition.value:g} %"
        never = self.condition.about_any
        return f"Compared: {self.condition.metric} {'of every replication' if never else 'as the mean of all replications'} with {self.shown(self.condition.value)}"

    def shown(self, value: float, half_width: float | None = None) -> str:
        """A figure for a person."""
        if math.isnan(value):
            return "no sample"
        if self.condition.unit == "1" and half_width is not None:
            return f"{value:.5g} ± {half_width:.2g}"
        return quantity(value, self.condition.unit) if half_width is None else with_interval(value, half_width, self.condition.unit)

    def word(self, holds: bool) -> str:
        """For its truth."""
        return self.words[0] if holds else self.words[1]
