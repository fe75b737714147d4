# SPDX-License-Identifier: Apache-2.0
"""The metrics that a machine can give, known before anything is simulated."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from isochron.errors import ReportError
from isochron.results.result import figure_name


@dataclass(frozen=True)
class Known:
    """Names of a system's metrics with their SI units; where a question takes them, numeric parameters too."""

    system: str
    units: Mapping[str, str]
    parameters: Mapping[str, str] = field(default_factory=dict)
    described: str = ""
    """what `isochron describe` takes where it is another: the path of a machine file"""
    fields: Mapping[str, str] = field(default_factory=dict)
    """what can be asked of metrics beside their means, "delay.p99", with the units"""

    @staticmethod
    def of(explained: dict[str, Any], *, parameters: bool = False) -> Known:
        """The metrics of a machine as `isochron explain --json` describes it. `parameters`: its numeric parameters may be named as well."""
        system = explained["system"]
        units = {one["name"]: one["unit"] for one in explained["metrics"]}
        fields = {f"{one['name']}.{field}": "1" if field == "n" else one["unit"] for one in explained["metrics"] for field in one.get("fields", ())}
        units.setdefault(explained["points"][0]["driver"]["metric"], explained["points"][0]["driver"]["unit"])
        numeric = {
            p["path"]: p["unit"]
            for p in explained["parameters"]
            if isinstance(p["value"], (int, float)) and not isinstance(p["value"], bool)
        }
        return Known(system, units, numeric if parameters else {}, explained.get("machine_file") or "", fields)

    def require(self, name: str, option: str) -> str:
        """The unit of a metric. ReportError with a suggestion where the machine has none of that name."""
        unit = self.units.get(name, self.fields.get(figure_name(name), self.parameters.get(name)))
        if unit is None:
            what = "metric or numeric parameter" if self.parameters else "metric"
            close = difflib.get_close_matches(name, [*self.units, *self.fields, *self.parameters], n=3, cutoff=0.6)
            meant = f"Did you mean {' or '.join(f'`{one}`' for one in close)}? " if close else ""
            raise ReportError(
                f"{option} {name}: {self.system} has no such {what}. {meant}`isochron describe {self.described or self.system}` lists its metrics: {', '.join(self.units)}"
            )
        return unit
