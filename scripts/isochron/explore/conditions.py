# SPDX-License-Identifier: Apache-2.0
"""Conditions such as `streams.underrun <= 0`: read from text, and judged from replications."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass

from isochron.errors import ReportError
from isochron.results.metrics import Known
from isochron.results.samples import Sample
from isochron.units import parsed, quantity

_COMPARE = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
_EXAMPLE = "such as 'streams.underrun <= 0' or 'raid.bandwidth >= 118 MB/s'"


@dataclass(frozen=True)
class Condition:
    """A metric's mean compared with a value in the metric's SI unit."""

    metric: str
    compare: str
    value: float
    unit: str

    @staticmethod
    def parse(text: str, known: Known, option: str) -> Condition:
        """From `METRIC OP VALUE`. ReportError for another form, an unknown metric (with a suggestion) or a value of another unit."""
        match = re.fullmatch(r"\s*([^\s<>=!]+)\s*([<>=!]+)\s*(.*?)\s*", text)
        if not match or not match[3]:
            raise ReportError(f"{option} {text}: not a condition. Write METRIC OP VALUE, {_EXAMPLE}")
        metric, compare, value = match.groups()
        if compare not in _COMPARE:
            raise ReportError(f"{option} {text}: {compare} does not compare a mean, which has noise. Use one of {', '.join(_COMPARE)}")
        unit = known.require(metric, option)
        try:
            return Condition(metric, compare, parsed(value, unit), unit)
        except ValueError as error:
            raise ReportError(f"{option} {text}: {error}") from None

    def holds(self, value: float) -> bool:
        """Whether a value satisfies it."""
        return bool(_COMPARE[self.compare](value, self.value))

    @property
    def about_any(self) -> bool:
        """Whether it asks if something ever happens. No metric is negative: a mean above 0 is a replication above 0."""
        return self.value == 0 and self.compare in ("<=", ">")

    def judge(self, sample: Sample, tail: float) -> bool | None:
        """Whether the true mean satisfies it; None while the interval has values on both sides. `tail`: chance of a wrong verdict.

        Where it asks if something ever happens, one replication in which it does is proof, whatever the others are.
        """
        if self.about_any and sample.least >= 0 and sample.most > 0:
            return self.holds(sample.most)
        half_width = sample.half_width(tail)
        if half_width is None:
            return None
        ends = {self.holds(sample.mean - half_width), self.holds(sample.mean + half_width)}
        return ends.pop() if len(ends) == 1 else None

    def __str__(self) -> str:
        return f"{self.metric} {self.compare} {quantity(self.value, self.unit)}"
