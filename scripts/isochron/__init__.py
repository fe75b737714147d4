# SPDX-License-Identifier: Apache-2.0
"""Isochron from Python: scenarios, simulations, sweeps, results, figures and reports.

>>> from isochron import Scenario, run, sweep
>>> scenario = Scenario.load("scenarios/seachange/cluster.yaml")
>>> run(scenario.with_(nodes=5)).metric("raid.bandwidth").mean
>>> sweep(scenario, {"nodes": [3, 5, 7]})[["nodes", "raid.bandwidth"]]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from isochron.errors import FileError, ReportError, SimulationError
from isochron.scenario import Scenario

if TYPE_CHECKING:
    import pandas

    from isochron.report import style
    from isochron.results.cache import Cache
    from isochron.results.executors import DaskExecutor, LocalExecutor
    from isochron.results.result import Result, load
    from isochron.results.runner import Runner
    from isochron.results.simulator import Simulator

__all__ = [
    "Cache", "DaskExecutor", "FileError", "LocalExecutor", "ReportError", "Result", "Runner", "Scenario", "SimulationError", "Simulator", "load", "run", "style", "sweep",
]  # fmt: skip
# Modules of names that are imported when they are used first: pandas and matplotlib take a second each.
_PLACES = {
    "Cache": "isochron.results.cache",
    "DaskExecutor": "isochron.results.executors",
    "LocalExecutor": "isochron.results.executors",
    "Result": "isochron.results.result",
    "Runner": "isochron.results.runner",
    "Simulator": "isochron.results.simulator",
    "load": "isochron.results.result",
    "style": "isochron.report.style",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(_PLACES[name])
    return module if name == "style" else getattr(module, name)


def run(scenario: Scenario) -> Result:
    """Simulates a scenario, or finds its result in the cache. SimulationError with the simulator's message if it fails."""
    from isochron.results.runner import Runner  # noqa: PLC0415  (likewise)

    return Runner(quiet=True).run(scenario)


def sweep(scenario: Scenario, varied: dict[str, Any], **options: Any) -> pandas.DataFrame:
    """A row a point of every combination of values; see isochron.explore.sweeps.simulate."""
    from isochron.explore import sweeps  # noqa: PLC0415  (likewise)

    return sweeps.simulate(scenario, varied, **options).frame()
