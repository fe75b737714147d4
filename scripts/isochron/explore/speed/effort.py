# SPDX-License-Identifier: Apache-2.0
"""Efforts: what the long run of a case takes more than its short run, counted now or recorded in a file of the repository.

They are counts, the same on a quiet and on a busy computer. scripts/test compares them with the recorded ones.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

from isochron.errors import ReportError
from isochron.explore.regression import recording
from isochron.explore.speed import bench
from isochron.explore.speed.cases import Case
from isochron.files import atomic
from isochron.files.documents import read_json
from isochron.files.shapes import TEXT, Shape, fields, map_of
from isochron.repository import REPOSITORY
from isochron.results.simulator import Simulator

SCHEMA = "isochron.effort/1"
FILE = REPOSITORY / "testbench/bench/effort.json"
REMEDY = "scripts/explore effort update writes it"
_COUNT = {"type": "integer", "minimum": 1}
_ENTRY = fields({"run": TEXT, "messages": _COUNT, "events": _COUNT, "instructions": {"type": ["integer", "null"], "minimum": 1}})
_SHAPE = Shape(fields({"built": map_of(TEXT), "cases": map_of(_ENTRY)}))


@dataclass(frozen=True)
class Effort:
    """Messages that arrive, events that are processed, instructions that are executed; None where these were not counted."""

    messages: int
    events: int
    instructions: int | None = None

    @property
    def events_per_message(self) -> float:
        """Completions processed per message."""
        return self.events / self.messages

    @property
    def instructions_per_message(self) -> float | None:
        """Instructions per message; None where they were not counted."""
        return None if self.instructions is None else self.instructions / self.messages


def counted(case: Case, simulator: Simulator, *, instructions: bool = False) -> Effort:
    """The effort of a case: messages and events, which are the same on every computer, and instructions by callgrind where they are wanted.

    ReportError where the long run has no more messages than the short one.
    """
    less, more = (recording.run(simulator, case.scenario(length))["performance"] for length in (case.short, case.long))
    messages = more["messages"] - less["messages"]
    if messages <= 0:
        raise ReportError(f"{case.path}: the long run has no more messages than the short one ({case.run}); correct the lengths in explore/speed/cases.py")
    return Effort(messages, more["events"] - less["events"], bench.instructions(simulator, case)[0] if instructions else None)


@dataclass(frozen=True)
class Entry:
    """The effort of a case and the runs that it is of (Case.run)."""

    run: str
    effort: Effort


@dataclass(frozen=True)
class Record:
    """The efforts by the names of their cases, and the build whose instructions they are (built.built)."""

    built: dict[str, str]
    entries: dict[str, Entry]

    @staticmethod
    def load(path: Path) -> Record:
        """Reads the file. ReportError where there is none, or it is damaged."""
        document = read_json(path, REMEDY)
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise ReportError(f"{path}: not a file of efforts of this version ({SCHEMA}); {REMEDY}")
        if problem := _SHAPE.violation(document):
            raise ReportError(f"{path}: damaged ({problem}); {REMEDY}")
        cases = document["cases"].items()
        return Record(document["built"], {name: Entry(one["run"], Effort(one["messages"], one["events"], one["instructions"])) for name, one in cases})

    def save(self, path: Path) -> None:
        """Writes the file, all of it or nothing."""
        cases = {name: {"run": entry.run, **dataclasses.asdict(entry.effort)} for name, entry in self.entries.items()}
        atomic.write_text(path, json.dumps({"schema": SCHEMA, "built": self.built, "cases": cases}, indent=2, ensure_ascii=False) + "\n", edit=True)
