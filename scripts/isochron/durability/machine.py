# SPDX-License-Identifier: Apache-2.0
"""The arrays of a machine, as `isochron explain --json` resolves its section `arrays`."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron.durability.array import Array
from isochron.errors import ReportError
from isochron.files.documents import read_yaml
from isochron.results.explained import shipped
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario


@dataclass(frozen=True)
class Point:
    """Arrays of a machine with its parameters as one point of a scenario has them; `varied`: values of those that the scenario varies."""

    varied: Mapping[str, Any]
    arrays: tuple[Array, ...]


def points_of(path: Path, settings: Mapping[str, str], simulator: Simulator) -> list[Point]:
    """The points of a scenario, or of a machine file with its defaults, with `settings` by path. ReportError where it has no arrays."""
    with tempfile.TemporaryDirectory() as folder:
        explained = simulator.explain(_scenario(shipped(path), Path(folder)).with_(settings))
    points = [Point(one["parameters"], tuple(map(Array.of, one.get("arrays", [])))) for one in explained["points"]]
    if not any(one.arrays for one in points):
        raise ReportError(
            f"{path}: the machine `{explained['system']}` has no arrays; add `arrays: {{NAME: {{of: PARTS, tolerates: 1, mttf_hours: 1000000, repair_hours: 24}}}}` "
            "to its machine file (docs/durability.md)"
        )
    return points


def _scenario(path: Path, folder: Path) -> Scenario:
    """The scenario in a file; of a machine file one of its own in `folder`."""
    root = read_yaml(path, "give a scenario or a machine file")
    if not isinstance(root, Mapping) or "machine" not in root or "system" in root:
        return Scenario.load(path)
    made = folder / f"{path.stem}_durability.yaml"
    made.write_text(f"system: {json.dumps(str(path.resolve()))}\n", encoding="utf-8")
    return Scenario.load(made)
