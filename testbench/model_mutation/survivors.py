# SPDX-License-Identifier: Apache-2.0
"""What is known of faults that no test notices.

`survivors.yaml` has a list: `id`, `file` and `change` as `run_mutants.py --list` prints them; `no_fault: true` where the machine does the same with
it, so that no test can notice it (it counts as a survivor all the same); `why`. An entry is stale when its place says something else, or when a test does
notice the fault: both make a run fail. Entries are tried only with `--listed` or `--only`; otherwise they count as survivors.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from pathlib import Path

import pydantic
import yaml

from model_mutation.change import Change
from model_mutation.errors import MutationError
from model_mutation.judge import Verdict

FILE = Path(__file__).with_name("survivors.yaml")


class Entry(pydantic.BaseModel, extra="forbid"):
    """What the file says of a fault."""

    id: str
    file: str
    change: str
    no_fault: bool = False
    why: str


@dataclasses.dataclass(frozen=True)
class Survivors:
    """The entries by identity."""

    entries: Mapping[str, Entry]

    @classmethod
    def load(cls, changes: Iterable[Change], file: Path = FILE) -> Survivors:
        """Reads the file, and holds it against the sources as they are."""
        try:
            entries = [Entry.model_validate(entry) for entry in yaml.safe_load(file.read_text()) or []]
        except (pydantic.ValidationError, yaml.YAMLError, TypeError) as error:
            raise MutationError(f"{file.name}: {error}") from error
        there = {change.identity: change for change in changes}
        stale = [entry for entry in entries if entry.id not in there or there[entry.id].text != entry.change]
        if stale:
            lines = "".join(f"\n    {entry.id}  {entry.file}  {entry.change}" for entry in stale)
            raise MutationError(f"{file.name}: the sources no longer have these places; take the entries out, or write them as they are now:{lines}")
        return cls({entry.id: entry for entry in entries})

    def of(self, change: Change) -> Entry | None:
        """What is known of a fault."""
        return self.entries.get(change.identity)

    def is_no_fault(self, change: Change) -> bool:
        """The machine does the same with it."""
        entry = self.of(change)
        return entry is not None and entry.no_fault

    def contradicted(self, verdicts: Iterable[Verdict]) -> list[Verdict]:
        """Those that a test noticed, though they are listed."""
        return [verdict for verdict in verdicts if verdict.killed_by and self.of(verdict.change)]
