# SPDX-License-Identifier: Apache-2.0
"""Declarations about parameters of machine files: groups of a type's parameters, changes of them, presets, and checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from isochron.machine.values import Value


@dataclass(frozen=True)
class Group:
    """Parameters of a type that a machine or a type takes as its own.

    `names`: None for all, under the group's name; a text for all, with this before their names, "" with nothing; a list of those that are taken, or a map of
    them to their names here. `without`: those that are not taken. `settings`: values of others.
    """

    type: str
    names: str | tuple[str, ...] | Mapping[str, str] | None = None
    without: tuple[str, ...] = ()
    settings: Mapping[str, Value] = field(default_factory=dict)
    counts_with: Mapping[str, Value | list[Value] | dict[str, Value]] = field(default_factory=dict)

    def outside(self, group: str, path: str) -> str | None:
        """The name here of a parameter of the type; None where it is not taken."""
        if path in self.settings or any(_rest(path, one) is not None for one in self.without):
            return None
        if self.names is None or isinstance(self.names, str):
            prefix = group if self.names is None else self.names
            return f"{prefix}.{path}" if prefix else path
        renamed = self.names if isinstance(self.names, Mapping) else dict(zip(self.names, self.names, strict=True))
        found = [outer + rest for inner, outer in renamed.items() if (rest := _rest(path, inner)) is not None]
        return found[0] if found else None

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        entry: dict[str, Any] = {"of": self.type}
        entry |= {} if self.names is None else {"as": list(self.names) if isinstance(self.names, tuple) else self.names}
        more = {"without": list(self.without), "set": dict(self.settings), "counts_with": dict(self.counts_with)}
        return entry | {key: one for key, one in more.items() if one}


def _rest(path: str, beginning: str) -> str | None:
    """What follows of a path after a name, or several: ".slice" after "pci"; None where it does not begin so."""
    rest = path.removeprefix(beginning)
    return rest if path.startswith(beginning) and rest[:1] in ("", ".") else None


@dataclass(frozen=True)
class Change:
    """What is said differently of a parameter that a group has taken."""

    default: Value | list[Value] | None = None
    range: tuple[Value, Value] | None = None
    counts_with: Mapping[str, Value | list[Value] | dict[str, Value]] = field(default_factory=dict)
    about: str = ""
    source: str = ""

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        entry = {"range": list(self.range) if self.range else None, "counts_with": dict(self.counts_with), "about": self.about, "source": self.source}
        return ({} if self.default is None else {"default": self.default}) | {key: one for key, one in entry.items() if one}


@dataclass(frozen=True)
class Preset:
    """Defaults of other parameters that a value of a choice sets."""

    sets: Mapping[str, Value | list[Value]]
    source: str = ""

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        return dict(self.sets) | ({"source": self.source} if self.source else {})


@dataclass(frozen=True)
class Check:
    """What must hold of parameters, which of them is to blame, and what is said: texts with expressions between braces."""

    require: Value
    at: str
    cause: str
    remedy: str
    others: tuple[str, ...] = ()
    tries: Mapping[str, Value] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        entry = {"require": self.require, "at": self.at, "cause": self.cause, "remedy": self.remedy}
        return entry | {key: one for key, one in (("others", list(self.others)), ("try", dict(self.tries))) if one}
