# SPDX-License-Identifier: Apache-2.0
"""Which resource binds where: the analytic bound of every point of a sweep beside what was simulated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from isochron.explore.sweeps import Sweep
from isochron.results.drivers import Drive, busiest, utilisations


@dataclass(frozen=True)
class Binding:
    """A point: what arithmetic expects of it, and what was simulated (None where the point failed)."""

    settings: dict[str, str]
    parameters: dict[str, Any]
    drive: Drive
    simulated: float | None
    half_width: float | None
    busiest: str  # one part: "disk[0]"
    utilisation: float
    bound_utilisation: float | None  # of the kind of part that arithmetic names: mean over its instances
    warnings: tuple[str, ...] = ()

    @property
    def expected(self) -> float | None:
        """The smaller of bound and demand."""
        known = [value for value in (self.drive.limit, self.drive.demand) if value is not None]
        return min(known, default=None)

    @property
    def binds(self) -> bool:
        """Whether the bound, not the demand, is what the point runs into."""
        return self.drive.limit is not None and (self.drive.demand is None or self.drive.demand >= self.drive.limit)


def bindings(sweep: Sweep) -> list[Binding]:
    """One a point, in the sweep's order; a point that the simulator refuses has no bound and is left out."""
    found = []
    for point in sweep.points:
        if not point.outcome.done:
            continue
        explained = sweep.simulator.explain(point.scenario)
        drive = Drive.of(explained)
        result = point.result()
        metric = result.metrics.get(drive.metric)
        part, used = busiest(result)
        of_bound = utilisations(result, None, explained["points"][0]["bounds"]).get(drive.bottleneck or "")
        found.append(
            Binding(
                point.settings,
                point.parameters,
                drive,
                metric.mean if metric else None,
                metric.half_width if metric else None,
                part,
                used,
                of_bound.mean if of_bound else None,
                tuple(result.warnings),
            )
        )
    return found
