# SPDX-License-Identifier: Apache-2.0
"""Measures that figures, tables and data take from results: bandwidths beside measured ones, residuals, the knee of an IOMMU."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy
import pandas

from isochron.papers.pcie_bench import measured
from isochron.results.result import Point, Result

TESTS = ("RD", "WR", "RW")
CACHES = ("Cold", "HWarm", "DWarm", "DThrash")
# A window is beyond the knee when its bandwidth is so much below that of the smallest one. Data that leave the cache cost less.
FALL = 0.2


@dataclass(frozen=True)
class Place:
    """A point of the machine: set-up, test, cache, window and size in bytes."""

    setup: str
    test: str
    cache: str
    window: int
    bytes: int


@dataclass(frozen=True)
class Compared:
    """A bandwidth of the model in Gb/s, and the measured one where it is known."""

    at: Place
    model: float
    measured: float | None

    @property
    def error(self) -> float:
        """Relative error with its sign; NaN where nothing was measured."""
        return float("nan") if self.measured is None else self.model / self.measured - 1


@dataclass(frozen=True)
class Residuals:
    """Absolute relative errors of some points."""

    median: float
    p90: float
    largest: float
    points: int


def place(result: Result, point: Point) -> Place:
    """Where in the tests a point is."""
    setup, test, cache = (str(result.parameter(name, point)) for name in ("host", "test", "cache"))
    return Place(setup, test, cache, int(result.parameter("window", point)), int(result.parameter("bytes", point)))


def bandwidth(point: Point) -> float:
    """Payload in Gb/s; of RW that of one direction."""
    return 8e-9 * point.metric("bandwidth").mean


def by_size(result: Result) -> list[Compared]:
    """Every point of a result that varies the size."""
    known = measured.by_size()
    places = [(place(result, point), point) for point in result.points]
    return [Compared(at, bandwidth(point), known.get((at.setup, at.test, at.bytes))) for at, point in places]


def by_window(result: Result) -> list[Compared]:
    """Every point of a result that varies the window."""
    known = measured.by_window()
    places = [(place(result, point), point) for point in result.points]
    return [Compared(at, bandwidth(point), known.get((at.setup, at.cache, at.window))) for at, point in places]


def setups(compared: Iterable[Compared]) -> list[str]:
    """The set-ups in their order."""
    return list(dict.fromkeys(one.at.setup for one in compared))


def counted(compared: Iterable[Compared]) -> list[Compared]:
    """Those of set-ups that are counted."""
    return [one for one in compared if measured.counts(one.at.setup)]


def residuals(compared: Iterable[Compared]) -> Residuals | None:
    """Residuals of the points that were measured; None where there are none."""
    errors = numpy.array([abs(one.error) for one in compared if one.measured is not None])
    if errors.size == 0:
        return None
    return Residuals(float(numpy.median(errors)), float(numpy.quantile(errors, 0.9)), float(errors.max()), int(errors.size))


def knee(windows: Sequence[int], values: Sequence[float]) -> int | None:
    """The first window at which bandwidth has fallen by FALL; None where it never does."""
    return next((window for window, value in zip(windows, values, strict=True) if value < (1 - FALL) * values[0]), None)


def size_table(result: Result) -> pandas.DataFrame:
    """The model's bandwidths in the columns of bandwidth_by_size.csv."""
    return pandas.DataFrame(_size_row(one) for one in by_size(result))


def size_comparison(result: Result) -> pandas.DataFrame:
    """The same with the measured bandwidths and relative errors."""
    return pandas.DataFrame(_size_row(one) | _against(one) for one in by_size(result))


def window_table(result: Result) -> pandas.DataFrame:
    """The model's bandwidths in the columns of bandwidth_by_window.csv."""
    return pandas.DataFrame(_window_row(one) for one in by_window(result))


def window_comparison(result: Result) -> pandas.DataFrame:
    """The same with the measured bandwidths and relative errors."""
    return pandas.DataFrame(_window_row(one) | _against(one) for one in by_window(result))


def _size_row(one: Compared) -> dict[str, object]:
    at = one.at
    return {"setup": at.setup, "test": at.test, "pattern": "Rand", "cache": at.cache, "bytes": at.bytes, "gbit_per_s": f"{one.model:.3f}"}


def _window_row(one: Compared) -> dict[str, object]:
    at = one.at
    return {"setup": at.setup, "test": at.test, "cache": at.cache, "window_bytes": at.window, "bytes": at.bytes, "gbit_per_s": f"{one.model:.3f}"}


def _against(one: Compared) -> dict[str, object]:
    if one.measured is None:
        return {"measured_gbit_per_s": "", "error": ""}
    return {"measured_gbit_per_s": f"{one.measured:.3f}", "error": f"{one.error:.4f}"}
