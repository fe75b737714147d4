# SPDX-License-Identifier: Apache-2.0
"""The paper's numbers against those of several runs: which run speaks for which number, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from isochron.result import Published, Result
from isochron.units import anything


@dataclass(frozen=True)
class Row:
    """A published number with the run that speaks for it."""

    entry: Published
    scenario: str

    @property
    def verdict(self) -> str:
        """What a reader wants to know in one word: ok or MISS for a prediction, else the number's role."""
        if self.entry.ok is not None:
            return "ok" if self.entry.ok else "MISS"
        return "not run" if self.entry.role == "prediction" else self.entry.role

    @property
    def error(self) -> str:
        """The relative error in percent, with its sign, of what is meant to be equal."""
        compared = self.entry.role in ("prediction", "calibration")
        return "" if self.entry.error is None or not compared else f"{100 * self.entry.error:+.3f} %"

    @property
    def published(self) -> str:
        """The published value with its unit."""
        return anything(self.entry.published, self.entry.unit)

    @property
    def simulated(self) -> str:
        """The simulated value with its unit."""
        return anything(self.entry.simulated, self.entry.unit)

    @property
    def band(self) -> str:
        """Where the simulated value must lie; empty without a band."""
        if self.entry.band is None:
            return ""
        low, high = (None if limit is None else anything(limit, self.entry.unit) for limit in self.entry.band)
        if low is None or high is None:
            return f"at least {low}" if high is None else f"at most {high}"
        return f"{low} to {high}"


def rows(results: Iterable[Result]) -> list[Row]:
    """One row an id, in the order of the paper's file; of several runs the first that simulated the number speaks."""
    best: dict[str, Row] = {}
    for result in results:
        for entry in result.published:
            known = best.get(entry.id)
            if known is None or (known.entry.simulated is None and entry.simulated is not None):
                best[entry.id] = Row(entry, result.scenario)
    return list(best.values())


def summary(compared: Iterable[Row]) -> str:
    """One line: how many predictions hold, and which do not."""
    verdicts = [row for row in compared if row.entry.ok is not None]
    missed = [row.entry.id for row in verdicts if not row.entry.ok]
    line = f"{len(verdicts) - len(missed)} of {len(verdicts)} predictions within their bands"
    return f"{line}; missed: {', '.join(missed)}" if missed else line
