# SPDX-License-Identifier: Apache-2.0
"""Cells and tables of the page."""

from __future__ import annotations

from collections.abc import Sequence

from isochron.papers.ps2 import measures, paper
from isochron.report import markdown
from isochron.results.result import Metric, Point, Result
from isochron.units import percent, with_interval


def table_of(result: Result, points: Sequence[Point]) -> str:
    """A row a point: planes, extents, and every share that is not always nil."""
    parts = {label: metric for label, metric in measures.PARTS.items() if any(measures.mean(p, metric) for p in points)}
    rows = [
        (
            str(measures.slaves(result, p)),
            str(measures.disks(result, p)),
            planes(p),
            quantity(p.metric("extents"), "extents/s"),
            *(share(measures.mean(p, metric)) for metric in parts.values()),
            measures.bottleneck(p)[0],
        )
        for p in points
    ]
    header = ("slaves", "disks of each", "planes", "extents", *parts, "busiest")
    return markdown.table(header, rows, "r" * (len(header) - 1) + "l")


def in_order(result: Result) -> list[Point]:
    """The points by slaves, then by disks."""
    return sorted(result.points, key=lambda point: (measures.slaves(result, point), measures.disks(result, point)))


def planes(point: Point) -> str:
    """ "3.37 ± 0.02 planes/s"."""
    return quantity(measures.planes(point), "planes/s")


def quantity(metric: Metric, unit: str) -> str:
    """A metric with its interval; to four figures where there is none."""
    if metric.half_width is not None:
        return with_interval(metric.mean, metric.half_width, unit, binary=True)
    return with_interval(float(f"{metric.mean:.4g}"), None, unit, binary=True) if unit not in ("B", "B/s") else rounded(metric.mean, unit)


def rounded(value: float, unit: str) -> str:
    """Bytes, or bytes a second, to two decimals of MiB."""
    return f"{value / paper.MIB:.2f} MiB{unit.removeprefix('B')}"


def quantity_of(result: Result, parameter: str) -> str:
    """A parameter in bytes, in KiB."""
    return f"{float(result.parameter(parameter)) / paper.KIB:g} KiB"


def share(value: float | None) -> str:
    """ "62.1 %"; empty for what there is not."""
    return "" if value is None else percent(value)
