# SPDX-License-Identifier: Apache-2.0
"""Tables of the page: what a cell shows and what it sorts by."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from isochron.report.html import text


@dataclass(frozen=True)
class Cell:
    """Text, a number to sort by where the text is no good for that, and a style class."""

    text: str
    sort: float | None = None
    style: str = ""
    note: str = ""


@dataclass(frozen=True)
class Table:
    """Headings (those of numbers end with "#", which is not shown) and rows."""

    caption: str
    heads: list[str]
    rows: list[list[Cell]]
    groups: list[str] = field(default_factory=list)  # of each row, for a filter

    @property
    def columns(self) -> list[tuple[str, bool]]:
        """Each heading and whether its column is of numbers."""
        return [(head.removesuffix("#"), head.endswith("#")) for head in self.heads]


def number(value: Any) -> float | None:
    """The number by which a cell with `value` sorts, or None."""
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def quantity(value: float | None, name: str, unit: str, half_width: float | None = None) -> Cell:
    """A cell with a metric's or statistic's value."""
    if value is None or not math.isfinite(value):
        return Cell("–")
    return Cell(text.interval(value, half_width, name, unit), value)
