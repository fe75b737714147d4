# SPDX-License-Identifier: Apache-2.0
"""What a result's machine looks like: the explanation of its scenario with the parameters that the result had."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from isochron.errors import SimulationError
from isochron.result import REPOSITORY, Result
from isochron.scenario import Scenario
from isochron.simulator import Simulator
from isochron.units import measured, setting, stored, unit_of


def explanation_of(result: Result, simulator: Simulator, folders: tuple[Path, ...] = (REPOSITORY / "scenarios",)) -> dict[str, Any] | None:
    """`isochron explain --json` of what a result came from; None when its scenario is in none of the folders, or is another by now.

    Of the parameters those that differ from the scenario's are set, exactly; instances' own settings are the scenario's.
    """
    scenario = _find(result, folders)
    if scenario is None:
        return None
    try:
        known = simulator.explain(scenario)
        changed = {
            p["path"]: _text(value, unit_of(p))
            for p in known["parameters"]
            if (value := _value(result, p["path"])) is not None and value != p["value"]
        }
        return simulator.explain(scenario.with_(changed)) if changed else known
    except SimulationError:
        return None


def _find(result: Result, folders: tuple[Path, ...]) -> Scenario | None:
    for folder in folders:
        for path in sorted(folder.rglob(f"{result.scenario}.yaml")):
            scenario = Scenario.load(path)
            if scenario.sha256 == result.provenance.get("scenario_sha256"):
                return scenario
    return None


def _value(result: Result, path: str) -> Any:
    """A parameter of the result; None for one that its points vary."""
    value: Any = result.parameters
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _text(value: Any, unit: str) -> Any:
    if isinstance(value, (bool, str, list)) or not measured(unit):
        return value
    return setting(stored(value, unit), unit)
