# SPDX-License-Identifier: Apache-2.0
"""The fingerprint file of a scenario: what its short form delivered when it was last accepted."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron.errors import ReportError
from isochron.explore.regression.checkpoints import Checkpoint
from isochron.explore.regression.recording import Recorded
from isochron.explore.regression.times import milliseconds, picoseconds
from isochron.files import atomic
from isochron.files.documents import read_json
from isochron.repository import REPOSITORY
from isochron.scenario import Scenario

SCHEMA = "isochron.fingerprint/1"
SCENARIOS = REPOSITORY / "scenarios"


@dataclass(frozen=True)
class Fingerprint:
    """Contents of a file. `settings` are those of the short form; `deliveries` lie in the `checkpoints`, each `interval_ps` long."""

    settings: dict[str, str]
    scenario_sha256: str
    fingerprint: str
    deliveries: int
    interval_ps: int
    checkpoints: list[Checkpoint]
    machine_sha256: str = ""  # of a machine file and all that it reads; of a machine of the library nothing

    @staticmethod
    def of(recorded: Recorded, scenario: Scenario) -> Fingerprint:
        """From a run of the short form."""
        interval, points = recorded.checkpoints()
        machine = recorded.result["provenance"].get("machine_sha256", "")
        return Fingerprint(
            dict(scenario.settings), scenario.sha256, recorded.fingerprint, len(recorded.deliveries), interval, points, machine
        )

    def to_text(self) -> str:
        """For the file: a line a setting and a line a checkpoint, so that a difference of two files can be read."""
        parts = {
            "schema": json.dumps(SCHEMA),
            "settings": _block("{}", (f"{json.dumps(k)}: {_json(v)}" for k, v in sorted(self.settings.items()))),
            "scenario_sha256": json.dumps(self.scenario_sha256),
            **({"machine_sha256": json.dumps(self.machine_sha256)} if self.machine_sha256 else {}),
            "fingerprint": json.dumps(self.fingerprint),
            "deliveries": json.dumps(self.deliveries),
            "interval": json.dumps(milliseconds(self.interval_ps)),
            "checkpoints": _block("[]", (_line(point) for point in self.checkpoints)),
        }
        return _block("{}", (f'"{name}": {text}' for name, text in parts.items()), "") + "\n"

    def save(self, path: Path) -> None:
        """Writes the file, all of it or nothing."""
        atomic.write_text(path, self.to_text(), edit=True)


def load(path: Path) -> Fingerprint:
    """Reads a fingerprint file. ReportError where there is none, or it is damaged."""
    advice = "scripts/explore fingerprints update writes it anew"
    document = read_json(path, advice)
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise ReportError(f"{path}: not a fingerprint file of this version ({SCHEMA}); {advice}")
    try:
        return _from(document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ReportError(f"{path}: damaged ({type(error).__name__}: {error}); {advice}") from None


def file_of(scenario: Path) -> Path:
    """Where a scenario's fingerprint lies: scenarios/fingerprints/seachange/cluster.json of scenarios/seachange/cluster.yaml."""
    folder = scenario.resolve().parent
    return folder.parent / "fingerprints" / folder.name / f"{scenario.stem}.json"


def scenario_of(file: Path) -> Path:
    """The scenario that a fingerprint file belongs to."""
    folder = file.resolve().parent
    return folder.parent.parent / folder.name / f"{file.stem}.yaml"


def known() -> list[Path]:
    """The scenarios of this repository that have a fingerprint file; ReportError where none has."""
    found = [scenario_of(file) for file in sorted((SCENARIOS / "fingerprints").glob("*/*.json"))]
    if not found:
        folder = SCENARIOS / "fingerprints"
        raise ReportError(f"{folder}: no fingerprint files there; scripts/explore fingerprints update SCENARIO writes one")
    return found


def _from(document: dict[str, Any]) -> Fingerprint:
    points = [Checkpoint(picoseconds(p["until"]), int(p["deliveries"]), str(p["hash"])) for p in document["checkpoints"]]
    read = Fingerprint(
        {str(path): str(value) for path, value in document["settings"].items()},
        str(document["scenario_sha256"]),
        str(document["fingerprint"]),
        int(document["deliveries"]),
        picoseconds(document["interval"]),
        points,
        str(document.get("machine_sha256", "")),
    )
    if read.interval_ps < 1 or sum(point.deliveries for point in points) != read.deliveries:
        raise ValueError("the checkpoints do not add up to the deliveries")
    if any(point.until_ps % read.interval_ps for point in points) or points != sorted(points):
        raise ValueError("the checkpoints are not ends of intervals in their order")
    return read


def _line(point: Checkpoint) -> str:
    return json.dumps({"until": milliseconds(point.until_ps), "deliveries": point.deliveries, "hash": point.hash})


def _json(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _block(brackets: str, lines: Iterable[str], indent: str = "  ") -> str:
    """Lines between brackets, each a step further in."""
    inner = ",\n".join(f"{indent}  {line}" for line in lines)
    return f"{brackets[0]}\n{inner}\n{indent}{brackets[1]}" if inner else brackets
