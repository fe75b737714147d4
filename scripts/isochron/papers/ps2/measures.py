# SPDX-License-Identifier: Apache-2.0
"""Measures that figures and page take from results: shares of processors by kind of work, of memory buses by kind of traffic, speed-ups."""

from __future__ import annotations

from collections.abc import Iterable

from isochron.papers.curves import by
from isochron.papers.ps2 import paper
from isochron.results.result import Metric, Point, Result

# What can be the bottleneck: label and metric.
PARTS = {
    "disks": "disk.utilisation",
    "SCSI strings": "string.utilisation",
    "slaves' processors": "slave.processor",
    "master's processor": "master.processor",
    "network": "network.utilisation",
    "slaves' memory buses": "memory_bus.slave",
    "master's memory bus": "memory_bus.master",
}


def disks(result: Result, point: Point) -> int:
    """Disks of a PC that has some."""
    return int(result.parameter("disks_per_slave", point))


def slaves(result: Result, point: Point) -> int:
    """Slaves; none for one PC alone."""
    return int(result.parameter("slaves", point))


def mean(point: Point, metric: str) -> float | None:
    """A metric's mean, or None where the machine has none: a PC alone has no slaves."""
    found = point.metrics.get(metric)
    return None if found is None else found.mean


def work(point: Point, pcs: Iterable[str]) -> list[tuple[paper.Work, float]]:
    """Shares of time of the processors of these PCs ("slave", "master") by kind of work, from the bottom of the stack; what their total
    has beside them comes last."""
    names = tuple(pcs)
    shares = []
    for kind in paper.WORK:
        found = [value for pc in names if (value := mean(point, f"{pc}.processor.{kind.name}")) is not None]
        if found:
            shares.append((kind, sum(found)))
    total = sum(mean(point, f"{pc}.processor") or 0.0 for pc in names)
    rest = total - sum(share for _, share in shares)
    return [*shares, (paper.OTHER, rest)] if rest > 0.001 else shares


def bottleneck(point: Point) -> tuple[str, float]:
    """The busiest kind of part, and its share of time."""
    busy = {label: value for label, metric in PARTS.items() if (value := mean(point, metric)) is not None}
    label = max(busy, key=lambda one: busy[one])
    return label, busy[label]


def traffic(point: Point, kind: paper.Traffic) -> float | None:
    """The share of time of a kind of traffic on a memory bus, mean over the slaves where it is theirs; None where no bus counts it."""
    values = [value for name, value in point.component_values(kind.statistic, "memory_bus").items() if name.partition(".")[0].partition("[")[0] == kind.where]
    return sum(values) / len(values) if values else None


def among(result: Result, parameter: str, value: object) -> list[Point]:
    """The points that have a parameter at a value."""
    return [point for point in result.points if result.parameter(parameter, point) == value]


def values(result: Result, parameter: str) -> list[int]:
    """The values that a count has at the points, in order."""
    return sorted({int(result.parameter(parameter, point)) for point in result.points})


def speedups(result: Result, over: str, at: str) -> dict[int, list[tuple[int, float]]]:
    """For each value of `at`: (value of `over`, planes/s by those at its least value)."""
    lines = {}
    for value in values(result, at):
        points = [p for p in by(result, over) if result.parameter(at, p) == value]
        least = points[0].metric("planes").mean
        lines[value] = [(int(result.parameter(over, p)), p.metric("planes").mean / least) for p in points]
    return lines


def extent(result: Result) -> float:
    """Bytes of an extent."""
    return float(result.parameter("volume.extent")) ** 3 * float(result.parameter("volume.voxel"))


def per_slave(result: Result, point: Point) -> float:
    """Extents a second of one slave, or of the PC alone."""
    return point.metric("extents").mean / max(1, slaves(result, point))


def planes(point: Point) -> Metric:
    """Planes a second."""
    return point.metric("planes")
