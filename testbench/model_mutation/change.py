# SPDX-License-Identifier: Apache-2.0
"""A fault: what stands in the sources, and what would stand there instead."""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import re
from pathlib import Path


class Form(enum.IntEnum):
    """The form in which a faulty text and the right one stand side by side. At one place the lower form is outside."""

    # Whole statements, each with its semicolon.
    STATEMENTS = 0
    # An expression for what it does: its value is not used.
    EFFECT = 1
    # A condition and its opposite; the faulty text is for people alone.
    CONDITION = 2
    VALUE = 3


@dataclasses.dataclass(frozen=True)
class Edit:
    """Bytes `start` to `end` of a file, and the text that would be there."""

    start: int
    end: int
    form: Form
    after: str = ""

    def woven(self, on: str, before: str) -> str:
        """Both texts, of which the expression `on` chooses the faulty one."""
        if self.form is Form.STATEMENTS:
            return f"if ({on}) {{ {self.after} }} else {{ {before} }}"
        if self.form is Form.EFFECT:
            return f"({on} ? void({self.after}) : void({before}))"
        if self.form is Form.CONDITION:
            return f"({on} != static_cast<bool>({before}))"
        return f"({on} ? ({self.after}) : ({before}))"

    def crosses(self, other: Edit) -> bool:
        """They overlap and neither holds the other."""
        if self.end <= other.start or other.end <= self.start:
            return False
        inside = self.start >= other.start and self.end <= other.end
        return not inside and not (other.start >= self.start and other.end <= self.end)


@dataclasses.dataclass(frozen=True)
class Change:
    """One way in which a place can be wrong."""

    file: str  # below the repository
    line: int
    function: str
    operator: str  # of mutation: operators.py
    before: str
    after: str
    edits: tuple[Edit, ...]
    occurrence: int = 0  # among equal ones of the function
    name: str = ""  # of a named fault: named.py
    # Programs whose tests may notice a named fault in a file that is read, not compiled.
    programs: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """The layer that it is in."""
        return "/".join(self.file.split("/")[2:-1])

    def faulty(self, source: bytes) -> bytes:
        """The file with the fault in place of what stands there."""
        for edit in sorted(self.edits, key=lambda one: one.start, reverse=True):
            source = source[: edit.start] + edit.after.encode() + source[edit.end :]
        return source

    @property
    def text(self) -> str:
        """What is wrong, for people."""
        return f"{brief(self.before)}  ->  {brief(self.after) or '(nothing)'}"

    @property
    def identity(self) -> str:
        """Eight digits that stay while the place says the same, wherever in its file it moves, and the file among the folders."""
        words = (Path(self.file).name, self.function, self.operator, brief(self.before), brief(self.after), str(self.occurrence))
        return hashlib.sha256("\0".join(words).encode()).hexdigest()[:8]


def brief(text: str) -> str:
    """The text in one line."""
    return re.sub(r"\s+", " ", text).strip()
