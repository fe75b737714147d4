# SPDX-License-Identifier: Apache-2.0
"""The driving metric of a machine: the analytic bound of a point beside what was simulated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from isochron.results.result import Metric, Point, Result

_UTILISATION = ".utilisation"
_INDEX = re.compile(r"\[\d+\]")


@dataclass(frozen=True)
class Drive:
    """Bounds of a point by arithmetic. Values are in the unit of the driving metric."""

    metric: str
    unit: str
    demand: float | None  # None: the scenario asks for all that it can get
    bottleneck: str | None
    what: str
    limit: float | None

    @staticmethod
    def of(explained: dict[str, Any], index: int = 0) -> Drive:
        """The drive of one point of `isochron explain --json`."""
        point = explained["points"][index]
        tightest = point["bounds"][0] if point["bounds"] else {}
        driver = point["driver"]
        return Drive(
            driver["metric"], driver["unit"], driver["demand"], point["bottleneck"], tightest.get("what", ""), tightest.get("limit")
        )


def utilisations(result: Result, point: Point | None = None, bounds: Iterable[Mapping[str, Any]] = ()) -> dict[str, Metric]:
    """Utilisation of each kind of part, 0 to 1, at a point of a result: mean, smallest and largest over its instances.

    A machine from a file says it of single parts: "node[0].raid[1]" and the others of its kind are "node.raid". The interval of
    their mean is no wider than the mean of their intervals, and that is what it has here. A link measures nothing itself: with the
    `bounds` of an explanation it has what the ports that drive it measure, in their place.
    """
    point = point or result
    declared = {name.removesuffix(_UTILISATION): metric for name, metric in point.metrics.items() if name.endswith(_UTILISATION)}
    if not result.from_file:
        return declared
    kinds = _kinds(point)
    links = {}
    for bound in bounds:
        paths = [path for path in bound.get("measured_by", ()) if path in kinds.get(kind_of(path), ())]
        if paths and bound["resource"] not in kinds:
            links[bound["resource"]] = paths
    driving = {path for paths in links.values() for path in paths}
    drivers = {kind for kind, paths in kinds.items() if driving.issuperset(paths)}
    found = {**declared, **{kind: _over(point, paths) for kind, paths in {**kinds, **links}.items()}}
    return {kind: metric for kind, metric in found.items() if kind not in drivers}


def busiest(point: Point) -> tuple[str, float]:
    """The instance that is used most, such as "disk[0]", and how much; ("", 0) of a machine that measures none.

    The mean of an array would hide the one disk that is full.
    """
    return max(_of_instances(point).items(), key=lambda item: item[1], default=("", 0.0))


def kind_of(path: str) -> str:
    """ "node[0].raid[1]" as "node.raid"."""
    return _INDEX.sub("", path)


def _of_instances(point: Point) -> dict[str, float]:
    """Utilisation of each part that measures it, in the machine's order."""
    return {path: used for path, figures in point.components.items() if (used := figures.get(_UTILISATION[1:])) is not None}


def _kinds(point: Point) -> dict[str, list[str]]:
    """The parts that measure their utilisation, by kind."""
    kinds: dict[str, list[str]] = {}
    for path in _of_instances(point):
        kinds.setdefault(kind_of(path), []).append(path)
    return kinds


def _over(point: Point, paths: Sequence[str]) -> Metric:
    """Utilisation over some parts."""
    used = _of_instances(point)
    values = [used[path] for path in paths]
    widths = [point.components_half_width.get(path, {}).get(_UTILISATION[1:]) for path in paths]
    known = [width for width in widths if width is not None]
    width = sum(known) / len(known) if len(known) == len(paths) else None
    return Metric("1", sum(values) / len(values), width, 1, min(values), max(values))
