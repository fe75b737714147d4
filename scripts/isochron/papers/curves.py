# SPDX-License-Identifier: Apache-2.0
"""Curves in figures of several papers: metrics of a series with their intervals, and published values beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D

from isochron.report import style
from isochron.results.result import Metric, Point, Result

if TYPE_CHECKING:
    from matplotlib.typing import LineStyleType

MEGA = 1e6


def by(result: Result, parameter: str) -> list[Point]:
    """The points in the order of a parameter."""
    return sorted(result.points, key=lambda point: result.parameter(parameter, point))


def with_intervals(axes: Axes, x: Any, metrics: Iterable[Metric], *, unit: float = MEGA, **look: Any) -> ErrorbarContainer:
    """Means over `x` with their intervals, in MB/s or another unit of so many SI units; without intervals where there was one replication."""
    metrics = list(metrics)
    return axes.errorbar(x, [m.mean / unit for m in metrics], yerr=half_widths(metrics, unit), **look)


def half_widths(metrics: Sequence[Metric], unit: float = MEGA) -> numpy.ndarray | None:
    """Half widths in that unit, or None where there was one replication."""
    half = [m.half_width for m in metrics]
    return None if None in half else numpy.array(half) / unit


def interval_label(result: Result) -> str:
    """ "90 % interval"."""
    return f"{100 * result.confidence:g} % interval"


def published_line(axes: Axes, value: float, label: str | None, linestyle: LineStyleType) -> Line2D:
    """A horizontal line at a published value."""
    return axes.axhline(value, color=style.PAPER, linestyle=linestyle, linewidth=1.2, label=label)
