# SPDX-License-Identifier: Apache-2.0
"""Isochron from Python: scenarios, simulations, sweeps, results, figures and reports.

>>> from isochron import Scenario, run, sweep
>>> scenario = Scenario.load("scenarios/seachange/cluster.yaml")
>>> run(scenario.with_(nodes=5)).metric("raid.bandwidth").mean
>>> sweep(scenario, {"nodes": [3, 5, 7]})[["nodes", "raid.bandwidth"]]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from isochron.errors import ReportError, SimulationError
from isochron.scenario import Scenario

if TYPE_CHECKING:
    import pandas

    from isochron.result import Result

__all__ = ["ReportError", "Scenario", "SimulationError", "run", "sweep"]


def run(scenario: Scenario) -> Result:
    """Simulates a scenario, or finds its result in the cache. SimulationError with the simulator's message if it fails."""
    from isochron.runner import Runner  # noqa: PLC0415  (pandas takes a second to load)

    return Runner(quiet=True).run(scenario)


def sweep(scenario: Scenario, varied: dict[str, Any], **options: Any) -> pandas.DataFrame:
    """A row a point of every combination of values; see isochron.sweeps.simulate."""
    from isochron import sweeps  # noqa: PLC0415  (likewise)

    return sweeps.simulate(scenario, varied, **options).frame()
