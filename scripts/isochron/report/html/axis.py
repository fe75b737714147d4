# SPDX-License-Identifier: Apache-2.0
"""Axes of charts: round ticks, and where a value lies."""

from __future__ import annotations

import math
from dataclasses import dataclass

from isochron.report.html.text import figures


@dataclass(frozen=True)
class Axis:
    """A linear axis in shown units (MB/s, not B/s) from `low` to `high`, drawn from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        """Where a value lies on the page."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def labels(self) -> list[tuple[float, str]]:
        """Where each tick lies, and its text."""
        return [(self.at(tick), figures(tick)) for tick in self.ticks]


def axis(low: float, high: float, start: float, end: float, *, wanted: int = 5, padded: bool = True) -> Axis:
    """An axis for values from `low` to `high`; `padded` extends it to round numbers."""
    if high <= low:
        low, high = (low - abs(low) * 0.05 - 1e-12, high + abs(high) * 0.05 + 1e-12) if low else (0.0, 1.0)
    size = _round_step((high - low) / wanted)
    if padded:
        low, high = math.floor(low / size + 1e-9) * size, math.ceil(high / size - 1e-9) * size
    first = math.ceil(low / size - 1e-9)
    count = math.floor(high / size + 1e-9) - first + 1
    return Axis(low, high, start, end, tuple(round((first + i) * size, 12) for i in range(count)))


def _round_step(rough: float) -> float:
    """The smallest of 1, 2, 2.5, 5, 10 times a power of ten that is no smaller than `rough`."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * (1 - 1e-9))
