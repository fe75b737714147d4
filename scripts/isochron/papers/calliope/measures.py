# SPDX-License-Identifier: Apache-2.0
"""Measures that figures and page take from results: rates of Table 1, distributions of lateness, how many streams are carried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy

from isochron.errors import ReportError
from isochron.papers.calliope import paper
from isochron.papers.curves import by
from isochron.results.result import Metric, Point, Result
from isochron.units import percent


def mean(point: Point, metric: str) -> float | None:
    """A metric's mean, or None where the run has none."""
    found = point.metrics.get(metric)
    return None if found is None else found.mean


def point_at(result: Result, parameters: Mapping[str, Any]) -> Point | None:
    """The first point that has the parameters."""
    return next((point for point in result.points if all(result.parameter(path, point) == value for path, value in parameters.items())), None)


def rate(results: Mapping[str, Result], row: paper.Row, one: paper.Rate) -> float | None:
    """Simulated value of a number of Table 1, B/s; None where it was not run."""
    result = results.get(row.scenario)
    point = None if result is None else point_at(result, row.at)
    if point is None:
        return None
    return mean(point, "fddi.throughput") if one.disk is None else point.components.get(f"disk[{one.disk}]", {}).get("throughput")


def misses(simulated: float, one: paper.Rate) -> bool:
    """Whether a number of Table 1 is outside its band."""
    return abs(simulated / one.published - 1) > one.within


def streams(result: Result, point: Point) -> int:
    """How many there are."""
    return int(result.parameter("streams.count", point))


def by_streams(result: Result) -> list[Point]:
    """The points by their streams."""
    return by(result, "streams.count")


def by_streams_of(result: Result, points: Iterable[Point]) -> list[Point]:
    """Some of the points, by their streams."""
    return sorted(points, key=lambda point: streams(result, point))


def distribution(point: Point, name: str = "lateness") -> tuple[numpy.ndarray, numpy.ndarray]:
    """Times in s and the fraction that is no longer, at the edges of a histogram's bins: of lateness, packets."""
    bins = point.histograms[name]["bins"]
    if not bins:
        raise ReportError(f"{name}: nothing was measured; lengthen measure.duration")
    edges = [bins[0]["lower"]] + [one["upper"] for one in bins]
    counts = numpy.cumsum([0] + [one["count"] for one in bins])
    return numpy.array(edges), counts / counts[-1]


def quantile(point: Point, wanted: float, name: str = "lateness") -> float:
    """Time that the fraction `wanted` of a histogram does not exceed, s; an edge of its bins, or the longest."""
    edges, below = distribution(point, name)
    return min(float(edges[int((below >= wanted).argmax())]), float(point.histograms[name]["max"]))


def average(point: Point, name: str) -> float:
    """The mean of a histogram's times, s; nil where there are none."""
    found = point.histograms[name]
    return float(found["sum"]) / max(1, found["count"])


def in_time(point: Point) -> Metric:
    """The fraction of packets that are no later than 50 ms."""
    return point.metric("packets.within_50ms")


def carried(result: Result, points: Iterable[Point]) -> int | None:
    """The most streams of which enough packets are in time, and of all fewer too; None where the fewest already fail."""
    most = None
    for point in by_streams_of(result, points):
        if in_time(point).mean < paper.CRITERION:
            break
        most = streams(result, point)
    return most


def packet_cost(result: Result, point: Point) -> float:
    """Time of the host for a packet that the server sends, s."""
    parts = [float(result.parameter(f"host.{name}", point)) for name in ("packet", "byte", "server_packet")]
    return parts[0] + parts[1] * float(result.parameter("streams.packet", point)) + parts[2]


def cycle(result: Result, point: Point) -> float:
    """Time in which a stream sends a block, s."""
    return float(result.parameter("block", point)) / float(result.parameter("streams.rate", point))


def load(result: Result, point: Point) -> float:
    """Mean share of the units' streams that the coordinator's clients ask for."""
    asked = float(result.parameter("coordinator.rate", point)) * float(result.parameter("coordinator.session", point))
    return asked / (float(result.parameter("coordinator.units", point)) * float(result.parameter("coordinator.streams_a_unit", point)))


def queue(rate: float, work: float) -> float:
    """Mean time in an M/D/1 queue, service included, s; `rate` customers a second of `work` s each."""
    load = rate * work
    return work + load * work / (2 * (1 - load))


def share(metric: Metric | None, decimals: int = 2) -> str:
    """A fraction in percent with its interval: "38.2 ± 1.4 %"; empty for none."""
    if metric is None:
        return ""
    if metric.half_width is None:
        return percent(metric.mean, decimals)
    return f"{100 * metric.mean:.{decimals}f} ± {100 * metric.half_width:.{decimals}f} %"
