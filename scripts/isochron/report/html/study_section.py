# SPDX-License-Identifier: Apache-2.0
"""A study in the page: its machine's drawings, its figures against what varies, its points and parameters."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from isochron.report.html import drawing, parameter_charts, text
from isochron.report.html.case_section import CaseSection, Figure
from isochron.report.html.machine import Machine
from isochron.report.html.study import Measured, Study
from isochron.report.html.table import Cell, Table, number, quantity

CHARTED = 6  # metrics whose charts are open at once; the others' are one step away


@dataclass(frozen=True)
class Drawing:
    """A drawing for the groups that look like it, in the cases that have this machine."""

    id: int
    groups: list[str]
    picture: Markup
    mesh: Markup | None
    unjoined: str
    lines: list[str]


@dataclass(frozen=True)
class StudySection:
    """A study as the template takes it."""

    study: Study
    number: int

    @property
    def id(self) -> str:
        """The section's anchor in the page."""
        return f"run-{self.number}"

    @cached_property
    def cases(self) -> list[CaseSection]:
        """The cases that are shown one by one."""
        return [CaseSection(self.study, case, i) for i, case in enumerate(self.study.detailed)]

    @cached_property
    def first(self) -> int:
        """The case that the page shows first: the last one, since a series mostly ends at the full machine."""
        return len(self.cases) - 1

    @property
    def failed(self) -> int:
        """Points without a result."""
        return len(self.study.cases) - len(self.study.measured)

    @property
    def warnings(self) -> list[tuple[str, list[str]]]:
        """Warnings with the cases that they were given at."""
        found: dict[str, list[str]] = {}
        for case in self.study.cases:
            for warning in case.warnings:
                found.setdefault(warning, []).append(case.label)
        return [(warning, [label for label in labels if label]) for warning, labels in found.items()]

    @cached_property
    def _machines(self) -> tuple[list[Drawing], list[list[int]]]:
        """Drawings, and of each case those that are its machine's."""
        drawings: list[Drawing] = []
        known: dict[str, list[int]] = {}
        per_case = []
        for section in self.cases:
            machine = section.case.machine
            key = json.dumps(machine["topology"], sort_keys=True) if machine else ""
            if machine and key not in known:
                made = _drawings(Machine(machine["topology"]), section.case, len(drawings))
                known[key] = [d.id for d in made]
                drawings += made
            per_case.append(known.get(key, []))
        return drawings, per_case

    @property
    def drawings(self) -> list[Drawing]:
        """The machine's drawings."""
        return self._machines[0]

    @property
    def data(self) -> Markup:
        """Data for the page's script: for each case its drawings and its parts' statistics as the page writes them."""
        sets: list[list[str]] = []
        cases = [
            {"drawings": ids, "parts": _parts(section, sets)}
            for section, ids in zip(self.cases, self._machines[1], strict=True)
        ]
        document = {
            "first": self.first,
            "sets": sets,
            "groups": {d.id: d.groups for d in self.drawings},
            "cases": cases,
        }
        # In a script element only "<" can end it or begin a comment.
        written = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        return Markup(written.replace("<", "\\u003c"))  # noqa: S704  (escaped the way that JSON allows)

    @cached_property
    def charts(self) -> list[tuple[str, list[Figure], list[Figure]]]:
        """For each varied parameter: its path, the charts of the headline metrics, and the charts of all other metrics."""
        head = self.study.headline()
        rest = [*head[CHARTED:], *self.study.other_metrics()]
        against = parameter_charts.against
        made = [
            (path, against(self.study, path, head[:CHARTED]), against(self.study, path, rest))
            for path in self.study.varied
        ]
        return [(path, open_, closed) for path, open_, closed in made if open_ or closed]

    @property
    def points(self) -> Table | None:
        """Every point with the headline metrics, failed ones with their messages; None for a single case."""
        if len(self.study.cases) < 2 and not self.failed:
            return None
        names = self.study.headline()[:CHARTED]
        rows = []
        for i, case in enumerate(self.study.cases):
            row = [Cell(str(i + 1), i)]
            row += [Cell(case.texts.get(path, "–"), number(case.parameters.get(path))) for path in self.study.varied]
            for name in names:
                m = case.point.metrics.get(name) if isinstance(case, Measured) else None
                row.append(quantity(m.mean, name, m.unit, m.half_width) if m else Cell("–"))
            row.append(Cell("done") if isinstance(case, Measured) else Cell("failed", style="bad", note=case.message))
            row.append(Cell((case.machine or {}).get("bottleneck") or "–"))
            row.append(Cell(_fingerprint(case), style="code"))
            rows.append(row)
        heads = ["point#", *(f"{name}#" for name in (*self.study.varied, *names))]
        heads += ["state", "arithmetic's bottleneck", "fingerprint"]
        return Table("Headline metrics with confidence intervals", heads, rows)

    @property
    def parameters(self) -> Table:
        """All parameters, where each comes from and who says so."""
        explanation = self.study.explanation
        if explanation is None:
            known = self.study.results[0].parameters if self.study.results else {}
            rows = [[Cell(path, style="code"), Cell(shown)] for path, shown in _flat(known)]
            return Table("Parameters (in SI units)", ["parameter", "value"], rows)
        rows = [
            [
                Cell(p["path"], style="code", note=p.get("doc", "")),
                Cell(self._parameter_text(p, explanation)),
                Cell(p["origin"]),
                Cell(p["source"] or "–"),
                Cell(p["valid"] or "–"),
            ]
            for p in explanation["parameters"]
        ]
        return Table("Parameters", ["parameter", "value", "from", "source", "valid"], rows)

    def _parameter_text(self, parameter: dict[str, Any], explanation: dict[str, Any]) -> str:
        path = parameter["path"]
        if path in self.study.varied:
            return " | ".join(dict.fromkeys(case.texts.get(path, "–") for case in self.study.cases))
        own = {one["path"]: one["texts"] for one in explanation["varied"]}
        return " | ".join(own.get(path, [])) or parameter["text"]


def _drawings(machine: Machine, case: Measured, first: int) -> list[Drawing]:
    """One for the groups that look alike; one in all for a machine without groups."""
    components, units = case.point.components, case.result.component_units
    shapes: dict[Any, list[str]] = {}
    for group in machine.groups or [""]:
        shapes.setdefault(machine.shape(group), []).append(group)
    mesh = drawing.mesh(machine, components)
    lines = drawing.line_labels(machine)
    return [
        Drawing(
            first + i,
            groups,
            drawing.draw(machine, groups[0], components, units),
            mesh,
            drawing.unjoined_text(machine.view(groups[0]).unjoined),
            lines,
        )
        for i, groups in enumerate(shapes.values())
    ]


def _parts(section: CaseSection, sets: list[list[str]]) -> dict[str, list[Any]]:
    """For each component: the number of its set of statistics, its utilisation, and the statistics as text."""
    point = section.case.point
    widths, units = point.components_half_width, section.case.result.component_units
    found = {}
    for name, values in point.components.items():
        names = list(values)
        if names not in sets:
            sets.append(names)
        used = values.get("utilisation")
        shown = [
            text.interval(v, widths.get(name, {}).get(s), s, units.get(s, "1")) if v is not None else "–"
            for s, v in values.items()
        ]
        found[name] = [sets.index(names), None if used is None else round(used, 4), *shown]
    return found


def _fingerprint(case: Any) -> str:
    document = case.document
    return document.get("fingerprint") or document.get("provenance", {}).get("fingerprint", "–")


def _flat(tree: dict[str, Any], path: str = "") -> list[tuple[str, str]]:
    rows = []
    for key, value in tree.items():
        here = f"{path}.{key}" if path else key
        rows += _flat(value, here) if isinstance(value, dict) else [(here, text.parameter(value, "1"))]
    return rows
