# SPDX-License-Identifier: Apache-2.0
"""Jobs of machines: work that passes from part to part in ordered steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from isochron.machine.entries import Place
from isochron.machine.values import Value


@dataclass(frozen=True)
class Step:
    """A step of a job: `at` takes it on. A part that sends it names the part that hands it on as `to`.

    `when`: jobs for which this does not hold leave the step out. `requests`: in which a job asks a disk. Paths and both of these may have `job`,
    the job's number, and the names of the job's `let`: `Step("node[job mod nodes].disk[0]", to="node[job mod nodes].controller")`.
    `hold_until`: the `name` of a later step; until that has ended no other job has the part. `by`: of a block mover, the ports where it reads and
    writes, `("system", "local")`. `each`: a name and how many numbers it counts, `{"u": 3}`: the step is as many, which a job takes at the same
    time; paths and `when` may have the name.
    """

    at: str | Place
    to: str | Place | None = None
    when: Any = None
    requests: Any = None
    name: str = ""
    hold_until: str = ""
    by: Sequence[str] = ()
    each: Mapping[str, Any] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        ends: dict[str, Any] = {"at": str(self.at)} | ({} if self.to is None else {"to": str(self.to)}) | ({"by": list(self.by)} if self.by else {})
        ends |= {"each": dict(self.each)} if self.each else {}
        more = {"when": self.when, "requests": self.requests, "name": self.name or None, "hold_until": self.hold_until or None}
        return ends | {key: one for key, one in more.items() if one is not None}


@dataclass(frozen=True)
class Jobs:
    """Jobs of a kind."""

    steps: tuple[Step, ...]
    let: Mapping[str, Value] = field(default_factory=dict)
    when: Value | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    asked_by: str = ""
    classes: Mapping[str, Value] = field(default_factory=dict)

    def document(self, name: str) -> dict[str, Any]:
        """As a machine file has it."""
        entry: dict[str, Any] = {"name": name} | ({} if self.when is None else {"when": self.when}) | dict(self.options)
        entry |= {"asked_by": self.asked_by} if self.asked_by else {}
        entry |= {"let": dict(self.let)} if self.let else {}
        entry |= {"classes": dict(self.classes)} if self.classes else {}
        return entry | {"steps": [step.document() for step in self.steps]}
