# SPDX-License-Identifier: Apache-2.0
"""The paper's numbers against those of several runs: which run speaks for which number, and the verdict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from isochron.results.result import Published, Result
from isochron.units import anything

# The roles of published numbers (published_roles() of published_numbers.h), in the order in which pages have them.
ROLES = ("prediction", "calibration", "shown", "input", "untestable")
# What they mean.
MEANING = (
    "Only a prediction is counted: its band could have been missed. Calibration: an open point of the paper was decided so that this "
    "comes out. Input: put in. Shown: beside what is simulated, but nothing could miss it, since it was put in, is arithmetic on inputs, or is "
    "not quite the same quantity. Untestable: nothing here computes it. Off: no prediction, and outside its band."
)


@dataclass(frozen=True)
class Row:
    """A published number with the run that speaks for it. `binary`: shown in MiB and KiB, as its paper counts."""

    entry: Published
    scenario: str
    binary: bool = False

    @property
    def role(self) -> str:
        """One of ROLES."""
        return self.entry.role

    @property
    def off(self) -> bool:
        """Whether a number that proves nothing inside its band lies outside: then the model is not what it was."""
        value, band = self.entry.simulated, self.entry.band
        if self.role not in ("calibration", "shown") or band is None or not isinstance(value, (int, float)):
            return False
        low, high = band
        return (low is not None and value < low) or (high is not None and value > high)

    @property
    def verdict(self) -> str:
        """The verdict in one word: ok or MISS for a prediction, else the number's role."""
        if self.entry.ok is not None:
            return "ok" if self.entry.ok else "MISS"
        if self.entry.role == "prediction":
            return "not run"
        return f"{self.role}, off" if self.off else self.role

    @property
    def error(self) -> str:
        """The relative error in percent, with its sign, of what is meant to be equal."""
        compared = self.role in ("prediction", "calibration") or (self.role == "shown" and self.entry.band is not None)
        return "" if self.entry.error is None or not compared else f"{100 * self.entry.error:+.3f} %"

    @property
    def published(self) -> str:
        """The published value with its unit."""
        return anything(self.entry.published, self.entry.unit, binary=self.binary)

    @property
    def simulated(self) -> str:
        """The simulated value with its unit."""
        return anything(self.entry.simulated, self.entry.unit, binary=self.binary)

    @property
    def band(self) -> str:
        """Where the simulated value must lie; empty without a band."""
        if self.entry.band is None:
            return ""
        low, high = (None if limit is None else anything(limit, self.entry.unit, binary=self.binary) for limit in self.entry.band)
        if low is None or high is None:
            return f"at least {low}" if high is None else f"at most {high}"
        return f"{low} to {high}"


def rows(results: Iterable[Result], *, binary: bool = False) -> list[Row]:
    """One row an id; of several runs, or points of a run, the first that simulated the number speaks, or the first that missed it."""
    best: dict[str, Row] = {}
    for result in results:
        for entry in result.published:
            row = Row(entry, result.scenario, binary)
            if entry.id not in best or _weight(row) > _weight(best[entry.id]):
                best[entry.id] = row
    return list(best.values())


def _weight(row: Row) -> int:
    """How much a run has to say of a number: a miss, or what is off, more than a value, a value more than none."""
    return 0 if row.entry.simulated is None else 2 if row.entry.ok is False or row.off else 1


def in_order(compared: Iterable[Row]) -> list[Row]:
    """Rows by the paper's sections, in a section as they came; at the end those that only a table or figure has."""
    return sorted(compared, key=lambda row: _section(row.entry.where))


def _section(where: str) -> list[int]:
    """ "5.1 / Fig. 4" -> [5, 1]; after every section if it begins with a word."""
    return [int(part) for part in re.findall(r"\d+", where.partition("/")[0])] if where[:1].isdigit() else [1000]


def summary(compared: Iterable[Row]) -> str:
    """One line: how many predictions hold, and which do not; beside them how many numbers of each other role are not counted."""
    told = list(compared)
    judged = [row for row in told if row.entry.ok is not None]
    missed = [row.entry.id for row in judged if not row.entry.ok]
    line = f"{len(judged) - len(missed)} of {len(judged)} predictions within their bands" if judged else "No predictions"
    if missed:
        line += f"; missed: {', '.join(missed)}"
    others = Counter(row.role for row in told)
    counts = [_count(others[role], role) for role in ROLES if role != "prediction" and others[role]]
    if counts:
        line += f"; not counted: {', '.join(counts)}"
    off = [row.entry.id for row in told if row.off]
    return f"{line}; off: {', '.join(off)}" if off else line


def _count(number: int, role: str) -> str:
    """ "2 inputs", "1 input", "3 shown"."""
    plural = "s" if number != 1 and role in ("calibration", "input") else ""
    return f"{number} {role}{plural}"
