# SPDX-License-Identifier: Apache-2.0
"""The subject of a part of the report: cases of one machine, of a result with its points or of a sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from isochron.report.html import text
from isochron.report.html.sweep_view import SweepView
from isochron.results.result import Metric, Point, Result

# Cases with drawing, distributions and tables of their own; more would make the page heavy and no easier to read.
DETAILED = 24
DETAILED_IN_ALL = 60  # of a page with several runs


@dataclass(frozen=True)
class Case:
    """One setting of the varied parameters; `message` says why nothing was measured there."""

    label: str
    parameters: dict[str, Any]
    texts: dict[str, str]
    machine: dict[str, Any] | None = None  # the explanation of this case: topology, bounds
    message: str = ""
    document: dict[str, Any] = field(default_factory=dict)  # the case's part of the result document

    @property
    def warnings(self) -> list[str]:
        """The simulator's warnings."""
        return [str(warning) for warning in self.document.get("warnings", [])]


@dataclass(frozen=True, kw_only=True)
class Measured(Case):
    """A case with what was measured there."""

    point: Point
    result: Result


@dataclass(frozen=True)
class Study:
    """Cases of one machine."""

    key: str
    title: str
    cases: Sequence[Case]
    results: list[Result]
    explanation: dict[str, Any] | None
    varied: list[str] = field(default_factory=list)
    most: int = DETAILED  # cases shown one by one, at least two
    missing: str = ""  # why there is no explanation
    swept: Mapping[str, str] = field(default_factory=dict)  # SI units of what a sweep varies, by path

    @property
    def measured(self) -> list[Measured]:
        """Cases with a result."""
        return [case for case in self.cases if isinstance(case, Measured)]

    @property
    def detailed(self) -> list[Measured]:
        """Cases that are shown one by one: all, or as many as fit, evenly chosen."""
        cases = self.measured
        if len(cases) <= self.most:
            return cases
        return [cases[i * (len(cases) - 1) // (self.most - 1)] for i in range(self.most)]

    @property
    def units(self) -> dict[str, str]:
        """SI units of the parameters by path, as far as they are known."""
        return {**self.swept, **{p["path"]: p["unit"] for p in (self.explanation or {}).get("parameters", [])}}

    @property
    def driver(self) -> str:
        """The metric that the arithmetic's bounds are expressed in; empty when it is not known."""
        machine = next((case.machine for case in self.cases if case.machine), None)
        return machine["driver"]["metric"] if machine else ""

    def headline(self) -> list[str]:
        """Metrics that say most of the machine, the first first: what it carries, then how long things take."""
        return sorted(self._machine_metrics(), key=self._weight)

    def other_metrics(self) -> list[str]:
        """All other metrics, by name."""
        shown = set(self.headline())
        return [name for name in self.metrics() if name not in shown]

    def metrics(self) -> dict[str, Metric]:
        """Every metric that a case has, with the first one's unit."""
        found: dict[str, Metric] = {}
        for case in self.measured:
            found.update({name: metric for name, metric in case.point.metrics.items() if name not in found})
        return dict(sorted(found.items()))

    def _machine_metrics(self) -> list[str]:
        return [
            name
            for name, metric in self.metrics().items()
            if metric.unit in ("B/s", "1/s", "s") or name.startswith("streams.") or name == "cycles_per_line"
        ]

    def _weight(self, name: str) -> tuple[int, int, str]:
        unit = self.metrics()[name].unit
        kind = 0 if name == self.driver else 1 if name.startswith("streams.") else 2 if unit in ("B/s", "1/s") else 3
        return kind, name.count("."), name


def key_of(result: Result) -> str:
    """The name of a result in `explanations`: its file's name without extension, or else its scenario's."""
    return result.path.stem if result.path is not None else result.scenario


def of_result(result: Result, explanation: dict[str, Any] | None, runs: int = 1, missing: str = "") -> Study:
    """A result, one of `runs` on a page; each point of a series is a case."""
    cases = _cases(result, explanation, {}, {})
    varied = list(dict.fromkeys(path for case in cases for path in case.parameters))
    most = max(3, min(DETAILED, DETAILED_IN_ALL // runs))
    return Study(key_of(result), result.title or result.scenario, cases, [result], explanation, varied, most, missing)


def of_sweep(sweep: SweepView, explanations: dict[str, dict[str, Any]], missing: Mapping[str, str] = {}) -> Study:
    """A sweep; of a scenario that varies parameters itself, each point of each result is a case."""
    cases: list[Case] = []
    for point in sweep.points:
        if point.result is None:
            label = ", ".join(f"{path} = {shown}" for path, shown in point.settings.items())
            message = point.message or f"no result ({point.state or 'not run'})"
            cases.append(Case(label, point.parameters, point.settings, message=message))
        else:
            explanation = explanations.get(key_of(point.result))
            cases += _cases(point.result, explanation, point.parameters, point.settings)
    known = next((explanations[key_of(r)] for r in sweep.results if key_of(r) in explanations), None)
    varied = list(dict.fromkeys([*sweep.varied, *(path for case in cases for path in case.parameters)]))
    why = next((missing[key_of(r)] for r in sweep.results if key_of(r) in missing), "")
    return Study(sweep.scenario, sweep.title, cases, sweep.results, known, varied, missing=why, swept=sweep.units)


def _cases(
    result: Result, explanation: dict[str, Any] | None, set_to: dict[str, Any], texts: dict[str, str]
) -> list[Measured]:
    units = {p["path"]: p["unit"] for p in (explanation or {}).get("parameters", [])}
    machines = (explanation or {}).get("points", [])
    cases = []
    for i, point in enumerate(result.points):
        own = {} if point is result else point.parameters
        shown = {path: text.parameter(set_here, units.get(path, "1")) for path, set_here in own.items()}
        machine = machines[i] if len(machines) == len(result.points) else None
        both = {**{path: texts.get(path, str(v)) for path, v in set_to.items()}, **texts, **shown}
        label = ", ".join(f"{path} = {words}" for path, words in both.items())
        document = result.document if point is result else result.document["points"][i]
        cases.append(Measured(label, {**set_to, **own}, both, machine, document=document, point=point, result=result))
    return cases
