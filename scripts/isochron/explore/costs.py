# SPDX-License-Identifier: Apache-2.0
"""Costs of machines: a file with a price per part, and the parameters that an optimisation may change."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from isochron.errors import ReportError
from isochron.files.documents import read_yaml
from isochron.scenario import Scenario

# Most mistakes of a file that are reported.
MOST_MISTAKES = 10
LONGEST_LINE = 300


class Surcharge(BaseModel):
    """A surcharge on a part where parameters have certain values."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
    when: dict[str, str | int | float | bool] = Field(min_length=1)
    part: str
    cost: float
    note: str = ""


class Limit(BaseModel):
    """Limits of a metric, in SI units."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
    at_least: float | None = None
    at_most: float | None = None


class Costs(BaseModel):
    """A file of costs. A part's type may be a pattern; the first that matches counts, and a type without one is an error."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
    title: str = ""
    note: str = ""
    currency: str
    parts: dict[str, float]
    fixed: float = 0
    surcharges: list[Surcharge] = []
    settings: dict[str, Any] = {}
    search: dict[str, str | list[Any]] = {}
    maximise: str | None = None
    require: dict[str, Limit] = {}

    @staticmethod
    def load(path: Path) -> Costs:
        """Reads a file. ReportError that names the place of each mistake, FileError where it cannot be read."""
        document = read_yaml(path, "scenarios/costs has examples")
        try:
            costs = Costs.model_validate(document)
        except ValidationError as error:
            lines = [f"  {'.'.join(map(str, e['loc'])) or 'file'}: {e['msg'].lower()}"[:LONGEST_LINE] for e in error.errors()[:MOST_MISTAKES]]
            raise ReportError(f"{path}: not a file of costs (docs/exploration.md has its form):\n" + "\n".join(lines)) from None
        for name, values in (("settings", costs.settings), ("search", costs.search)):
            try:
                Scenario(path).with_(values)
            except ReportError as error:
                raise ReportError(f"{path}: {name}: {error}") from None
        return costs

    def of(self, explained: dict[str, Any]) -> float:
        """The cost of the machine that `isochron explain --json` describes. ReportError for a part without a price, or one that costs and has no limit."""
        self.require_limits(explained)
        counts = Counter(part["type"] for part in explained["points"][0]["topology"]["parts"])
        cost = self.fixed + sum(count * (self._price(kind) + self._surcharge(kind, explained)) for kind, count in counts.items())
        if not math.isfinite(cost):
            raise ReportError("the costs add up to more than any number; take smaller prices under parts, surcharges and fixed")
        return cost

    def require_limits(self, explained: dict[str, Any], besides: Collection[str] = ()) -> None:
        """ReportError for a part that costs and carries any load: a search would leave such parts out for nothing. `besides`: parameters not to look at."""
        for one in explained["points"][0]["unlimited"]:
            kind, path = one["type"], one["parameter"]
            if path not in besides and self._price(kind) + self._surcharge(kind, explained) != 0:
                raise ReportError(
                    f"the costs' parts.{self._pattern(kind)}: a {kind} has a price, but while `{path}` is unlimited a single one carries any load, and a search takes "
                    f"the others away for nothing. Give `{path}` a rate under settings, or the {kind} the price 0"
                )

    def _price(self, kind: str) -> float:
        return self.parts[self._pattern(kind)]

    def _pattern(self, kind: str) -> str:
        for pattern in self.parts:
            if fnmatchcase(kind, pattern):
                return pattern
        raise ReportError(f"the costs have no price for a {kind}; add it under parts (0 where it is part of another)")

    def _surcharge(self, kind: str, explained: dict[str, Any]) -> float:
        texts = {p["path"]: _plain(p["text"]) for p in explained["parameters"]}
        return sum(
            one.cost
            for one in self.surcharges
            if fnmatchcase(kind, one.part) and all(texts.get(path) == _plain(value) for path, value in one.when.items())
        )


def _plain(value: Any) -> str:
    """A value for comparing: without blanks, true and false as YAML writes them."""
    return (str(value).lower() if isinstance(value, bool) else str(value)).replace(" ", "")
