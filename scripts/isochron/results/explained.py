# SPDX-License-Identifier: Apache-2.0
"""The machine of a result: the explanation of its scenario as the result had it. ReportError says why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from isochron.errors import FileError, ReportError, SimulationError
from isochron.messages import first_line
from isochron.repository import REPOSITORY
from isochron.results.result import Result
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario, is_file
from isochron.units import measured, setting, stored, unit_of

SHIPPED = REPOSITORY / "scenarios"


def shipped(name: Path) -> Path:
    """The file of a scenario: the path itself, or of a bare name that is no file, such as `nvme_node` or `own/nvme_node`, the one that ships.

    ReportError where several have the name. What is none stays as it is: who reads it says so.
    """
    if name.suffix or name.is_absolute() or name.exists():
        return name
    below = {path: path.relative_to(SHIPPED).with_suffix("").parts for path in sorted(SHIPPED.rglob("*.yaml"))}
    apart = ("published", "costs", "machines")
    found = [path for path, parts in below.items() if parts[0] not in apart and parts[-len(name.parts) :] == name.parts]
    if len(found) > 1:
        raise ReportError(f"several scenarios are called `{name}`; name one by its path: {', '.join(map(str, found))}")
    return found[0] if found else name


def explanation_of(
    result: Result, simulator: Simulator, asked: Scenario | None = None, places: Sequence[Path] = ()
) -> dict[str, Any]:
    """`isochron explain --json` of what a result came from, with the result's parameters.

    `asked`: the scenario with its settings, where a sweep has recorded it. Without it the scenario is looked for in `places` (files, or folders
    whose files are looked at), beside the result and among those that ship; its parameters are set, exactly, where the result has others.
    ReportError where it is not found, is another by now, or cannot be explained.
    """
    try:
        known = simulator.explain(asked) if asked is not None else _with_parameters(result, simulator, places)
    except SimulationError as error:
        raise ReportError(f"`isochron explain` refuses the scenario: {first_line(str(error))}") from None
    ran = result.provenance.get("machine_sha256", "")
    if known.get("machine_sha256", ran) != ran:
        raise ReportError(f"the machine file of `{result.scenario}` is another by now than the one that ran; run it again")
    return known


def same(scenario: Scenario, result: Result) -> bool:
    """Whether the file is what the result came from."""
    return scenario.sha256 == result.provenance.get("scenario_sha256")


def _with_parameters(result: Result, simulator: Simulator, places: Sequence[Path]) -> dict[str, Any]:
    scenario = _find(result, places)
    known = simulator.explain(scenario)
    instances = {(one["pattern"], one["path"]): one["value"] for one in known["instances"]}
    for pattern, settings in result.document.get("instances", {}).items():
        for path, value in settings.items():
            if instances.get((pattern, path)) != value:
                raise ReportError(f"`instances.{pattern}.{path}` was set for this run alone, and `isochron explain` without it would describe another machine; put it into the scenario")
    changed = {p["path"]: _text(value, unit_of(p)) for p in known["parameters"] if (value := _value(result, p["path"])) is not None and value != p["value"]}
    return simulator.explain(scenario.with_(changed)) if changed else known


def _find(result: Result, places: Sequence[Path]) -> Scenario:
    beside = [result.path.resolve().parent] if result.path is not None else []
    others = []
    for path in _candidates(f"{result.scenario}.yaml", [*places, *beside]):
        try:
            scenario = Scenario.load(path)
        except FileError:
            continue
        if same(scenario, result):
            return scenario
        others.append(path)
    if others:
        raise ReportError(f"{others[0]} is another by now than the scenario that ran; run it again, or say where the old one is with --scenario")
    raise ReportError(f"the scenario `{result.scenario}.yaml` is not beside the result, nor in this folder; say where it is with --scenario")


def _candidates(name: str, places: Iterable[Path]) -> Iterable[Path]:
    for place in places:
        path = place / name if place.is_dir() else place
        if is_file(path):
            yield path
    # A name is no pattern.
    yield from sorted(path for path in SHIPPED.rglob("*.yaml") if path.name == name)


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
