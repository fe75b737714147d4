# SPDX-License-Identifier: Apache-2.0
"""Measures that figures and page take from results: the processor a stream as a fitted slope, points by their parameters, bounds by arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy

from isochron.errors import ReportError
from isochron.results.explained import explanation_of
from isochron.results.result import Metric, Point, Result
from isochron.results.simulator import Simulator
from isochron.units import percent

# Utilisation up to which the processor is not full, and a line is fitted.
LINEAR = 0.95
# Where packets are dropped, and what the page calls it.
PLACES = {"source": "to be sent", "atm": "ATM adapter", "interface": "kernel", "socket": "socket", "file": "files"}


@dataclass(frozen=True)
class Line:
    """A least-squares line of the processor's utilisation over streams."""

    slope: float
    intercept: float
    r2: float
    points: int


def streams(result: Result, point: Point) -> int:
    """How many of the first kind there are."""
    return int(result.parameter("streams.count", point))


def at(result: Result, parameters: Mapping[str, Any]) -> list[Point]:
    """The points that have the parameters, by their streams."""
    found = [point for point in result.points if all(result.parameter(path, point) == value for path, value in parameters.items())]
    return sorted(found, key=lambda point: streams(result, point))


def one_at(result: Result | None, parameters: Mapping[str, Any]) -> Point | None:
    """The first of them; None where there is none, or no result."""
    return next(iter(at(result, parameters)), None) if result is not None else None


def mean(point: Point | None, metric: str) -> float | None:
    """A metric's mean, or None where the run has none."""
    found = None if point is None else point.metrics.get(metric)
    return None if found is None else found.mean


def fitted(result: Result, points: Iterable[Point]) -> Line | None:
    """The line through the points at which the processor is not full; None of fewer than three."""
    told = [(streams(result, point), point.metric("processor.utilisation").mean) for point in points]
    told = [(count, used) for count, used in told if used < LINEAR]
    if len(told) < 3:
        return None
    count, used = numpy.array(told, dtype=float).T
    slope, intercept = numpy.polyfit(count, used, 1)
    rest = used - (slope * count + intercept)
    return Line(float(slope), float(intercept), float(1 - (rest**2).sum() / ((used - used.mean()) ** 2).sum()), len(told))


def onset(result: Result, points: Iterable[Point], least: float = 1e-3) -> int | None:
    """The fewest streams of which more than this fraction of packets is lost; None where none are."""
    return next((streams(result, point) for point in points if point.metric("loss").mean > least), None)


def dropped(point: Point) -> str:
    """ "socket 90 %, kernel 10 %": where packets are dropped; "nothing"."""
    told = {label: mean(point, f"dropped.{place}") or 0.0 for place, label in PLACES.items()}
    total = sum(told.values())
    if total == 0:
        return "nothing"
    shown = sorted((one for one in told.items() if one[1] > 0), key=lambda one: -one[1])
    return ", ".join(f"{label} {percent(count / total, 0)}" for label, count in shown)


def share(metric: Metric | None, decimals: int = 2) -> str:
    """A fraction in percent with its interval: "10.50 ± 0.01 %"; empty for none."""
    if metric is None:
        return ""
    if metric.half_width is None:
        return percent(metric.mean, decimals)
    return f"{100 * metric.mean:.{decimals}f} ± {100 * metric.half_width:.{decimals}f} %"


def error(value: float, published: float) -> str:
    """ "+1.3 %"."""
    return f"{100 * (value / published - 1):+.1f} %"


def bounds(result: Result) -> list[dict[str, Any]]:
    """Bounds of the result's scenario by the arithmetic of `isochron explain`; empty where there is no command, or the scenario is another by now."""
    try:
        return explanation_of(result, Simulator.find())["points"][0]["bounds"]
    except ReportError:
        return []
