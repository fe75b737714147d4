# SPDX-License-Identifier: Apache-2.0
"""What drives a machine and what holds it back: the analytic bound of a point beside what was simulated."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from isochron.result import Metric, Point

_UTILISATION = ".utilisation"
_INDEX = re.compile(r"\[\d+\]")


@dataclass(frozen=True)
class Drive:
    """What arithmetic says of a point. Values in the unit of the driving metric."""

    metric: str
    unit: str
    demand: float | None  # None: the scenario asks for all that it can get
    bottleneck: str | None
    what: str
    limit: float | None

    @staticmethod
    def of(explained: dict[str, Any], index: int = 0) -> Drive:
        """Of a point of `isochron explain --json`."""
        point = explained["points"][index]
        tightest = point["bounds"][0] if point["bounds"] else {}
        driver = point["driver"]
        return Drive(
            driver["metric"], driver["unit"], driver["demand"], point["bottleneck"], tightest.get("what", ""), tightest.get("limit")
        )


def utilisations(point: Point) -> dict[str, Metric]:
    """Utilisation of each kind of part, 0 to 1."""
    return {name.removesuffix(_UTILISATION): metric for name, metric in point.metrics.items() if name.endswith(_UTILISATION)}


def busiest(point: Point) -> tuple[str, float]:
    """The kind of part that is used most, and how much; ("", 0) of a machine without any."""
    used = {kind: metric.mean for kind, metric in utilisations(point).items()} or _of_components(point)
    return max(used.items(), key=lambda item: item[1], default=("", 0.0))


def _of_components(point: Point) -> dict[str, float]:
    """Of a machine from a file, which says it of single parts alone: the mean over those of a kind, "node.switch.link_out"."""
    values: dict[str, list[float]] = {}
    for path, figures in point.components.items():
        if (used := figures.get(_UTILISATION[1:])) is not None:
            values.setdefault(_INDEX.sub("", path), []).append(used)
    return {kind: sum(of_kind) / len(of_kind) for kind, of_kind in values.items()}
