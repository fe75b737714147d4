# SPDX-License-Identifier: Apache-2.0
"""Each metric against each varied parameter, the other varied parameters as lines of their own."""

from __future__ import annotations

from collections.abc import Sequence

from isochron.report.html import charts, text
from isochron.report.html.case_section import Figure
from isochron.report.html.study import Case, Measured, Study

LINES = charts.SERIES


def against(study: Study, path: str, names: Sequence[str]) -> list[Figure]:
    """A chart a metric, with `path` along the bottom; empty when nothing varies along it."""
    cases = [case for case in study.measured if path in case.parameters]
    if len({repr(case.parameters[path]) for case in cases}) < 2:
        return []
    return [figure for name in names if (figure := _chart(study, path, name, cases)) is not None]


def _chart(study: Study, path: str, name: str, cases: Sequence[Measured]) -> Figure | None:
    cases = [case for case in cases if name in case.point.metrics and case.point.metrics[name].n > 0]
    if not cases or all(case.point.metrics[name].mean == 0 for case in cases):
        return None
    unit = cases[0].point.metrics[name].unit
    largest = max(abs(case.point.metrics[name].mean) for case in cases)
    factor, shown = text.scaled(largest, unit, text.is_fraction(name, unit))
    values = [case.parameters[path] for case in cases]
    numeric = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values)
    categories = None if numeric else list(dict.fromkeys(case.texts[path] for case in cases))
    x_factor, x_unit = _scale(values, study.units.get(path, "1")) if numeric else (1.0, "")
    others = [other for other in study.varied if other != path]
    lines: dict[str, list[charts.Dot]] = {}
    expected: dict[str, list[tuple[float, float]]] = {}
    for case in cases:
        metric = case.point.metrics[name]
        x = case.parameters[path] * x_factor if categories is None else categories.index(case.texts[path])
        tip = f"{case.label}: {text.interval(metric.mean, metric.half_width, name, unit)}"
        half = metric.half_width * factor if metric.half_width is not None else None
        lines.setdefault(_others(study, case, others), []).append(charts.Dot(x, metric.mean * factor, half, tip))
        bound = _expected(case) if case.machine and name == case.machine["driver"]["metric"] else None
        if bound is not None:
            expected.setdefault(_others(study, case, others), []).append((x, bound * factor))
    joined = numeric and len(lines) <= LINES and len(lines) < len(cases)
    if not joined and (len(lines) > LINES or len(lines) == len(cases)):
        lines = {"": [dot for dots in lines.values() for dot in dots]}
    told = joined and bool(expected)
    drawn = [
        charts.Line(key, sorted(dots, key=lambda dot: dot.x), sorted(expected.get(key, ())) if told else ())
        for key, dots in lines.items()
    ]
    picture = charts.line_chart(
        drawn,
        label=f"{name} against {path}, {len(cases)} points" + (f", {len(drawn)} lines" if len(drawn) > 1 else ""),
        x_title=f"{path} ({x_unit})" if x_unit else path,
        y_title=f"{name} ({shown})" if shown else name,
        joined=joined,
        categories=categories,
    )
    return Figure(f"{name} against {path}", picture, "Dotted: what the arithmetic expects." if told else "")


def _expected(case: Case) -> float | None:
    """The driver's value by arithmetic: the demand, or the tightest bound if that is less."""
    if case.machine is None or not case.machine["bounds"]:
        return None
    driver = case.machine["driver"]["metric"]
    tightest = min(bound["limit"] for bound in case.machine["bounds"] if bound.get("metric", driver) == driver)
    demand = case.machine["driver"]["demand"]
    return tightest if demand is None else min(demand, tightest)


def _others(study: Study, case: Case, others: Sequence[str]) -> str:
    return ", ".join(f"{path.rpartition('.')[2]} = {_shown(study, case, path)}" for path in others)


def _shown(study: Study, case: Case, path: str) -> str:
    """A value as the scenario has it, but rates as the axes have them: Gb/s beside MB/s would have to be converted."""
    value, unit = case.parameters.get(path), study.units.get(path, "1")
    is_rate = unit == "B/s" and isinstance(value, (int, float)) and not isinstance(value, bool)
    return text.parameter(value, unit) if is_rate else case.texts.get(path, "–")


def _scale(values: Sequence[float], unit: str) -> tuple[float, str]:
    return text.scaled(max(abs(value) for value in values), unit)

