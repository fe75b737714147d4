# SPDX-License-Identifier: Apache-2.0
"""What a machine or a type consists of: declared parameters, parts, connections, and paths that name them."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from isochron.errors import ReportError
from isochron.machine.part import Part, component, settings
from isochron.machine.values import Value, require_text, short, value


class Place:
    """The path of a part or port, for connections and patterns: `node[3].out[0]`, `node["*"].raid["*"]`.

    A port whose name is a word of Python has an underscore at its end: `crossbar.in_[3]`.
    """

    __slots__ = ("_path",)

    def __init__(self, path: str):
        self._path = path

    def __getitem__(self, index: Value) -> Place:  # an Expression is a text
        return Place(f"{self._path}[{index}]")

    def __getattr__(self, name: str) -> Place:
        if name.startswith("_"):
            raise AttributeError(name)
        plain = name.removesuffix("_")
        return Place(f"{self._path}.{plain if keyword.iskeyword(plain) else name}")

    def __str__(self) -> str:
        return self._path

    def __repr__(self) -> str:
        return f"Place({self._path!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and other._path == self._path

    def __hash__(self) -> int:
        return hash(self._path)


def condition(given: Any, name: str) -> Value | list[Value] | dict[str, Value]:
    """Values of a parameter with which another one counts, or {"is": these in words, "when": what must hold}. ReportError for what is none."""
    if isinstance(given, Mapping):
        if set(given) != {"is", "when"}:
            raise ReportError(f"`{name}`: a condition has the keys is and when, not {', '.join(map(short, given)) or 'none'}")
        return {"is": require_text(given["is"], name), "when": value(given["when"], name)}
    return [value(one, name) for one in given] if isinstance(given, (list, tuple)) else value(given, name)


@dataclass(frozen=True)
class Declared:
    """A parameter that a machine or type declares."""

    type: str
    default: Value | list[Value]
    range: tuple[Value, Value] | None = None
    choices: tuple[str, ...] = ()
    counts_with: Mapping[str, Value | list[Value] | dict[str, Value]] = field(default_factory=dict)
    about: str = ""
    source: str = ""
    or_: str = ""
    repeats: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """Names that its value may be: those of a choice, or the one that a number may have."""
        return (*self.choices, *((self.or_,) if self.or_ else ()))

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        entry: dict[str, Any] = {"type": self.type}
        entry |= {"or": self.or_} if self.or_ else {}
        entry |= {"choices": list(self.choices)} if self.choices else {}
        entry |= {"default": self.default}
        entry |= {"range": list(self.range)} if self.range else {}
        entry |= {"repeats": True} if self.repeats else {}
        entry |= {"counts_with": dict(self.counts_with)} if self.counts_with else {}
        return entry | {key: text for key, text in (("about", self.about), ("source", self.source)) if text}


@dataclass(frozen=True)
class Use:
    """A part of one of the machine's own types, with what it sets. Calling the type makes one."""

    type: str
    settings: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """A part whose type a parameter chooses: `Choice(mover, {"rate": parts.RateMover(), "clocked": parts.ClockedMover(clock="66 MHz")})`."""

    parameter: str
    among: Mapping[str, Part | Use]
    groups: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # that one of them takes, by its name


@dataclass(frozen=True)
class Entry:
    """A part, or an array of parts with a size for each dimension."""

    part: Part | Use | Choice
    sizes: tuple[Value, ...] = ()
    when: Value | None = None
    down: Value | None = None
    about: str = ""
    groups: Mapping[str, str] = field(default_factory=dict)
    scope: str = ""  # "none": its parts are named as those beside it

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        more = _given(when=self.when, down=self.down, scope=self.scope or None, about=self.about or None)
        return _part_document(self.part, more | dict(self.groups))


@dataclass(frozen=True)
class Connection:
    """Two ports that are joined, or a pair for each value of the loop's variables; with a link between them, or none.

    `both_ways`: they are peers, of which none is the beginning.
    """

    from_: str
    to: str
    link: Part | None = None
    name: str = ""
    for_: Mapping[str, Value] = field(default_factory=dict)
    when: Value | None = None
    master: Mapping[str, Value] = field(default_factory=dict)
    about: str = ""
    groups: Mapping[str, str] = field(default_factory=dict)
    both_ways: bool = False

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        entry: dict[str, Any] = {"for": dict(self.for_)} if self.for_ else {}
        entry |= {} if self.when is None else {"when": self.when}
        entry |= {"between": [self.from_, self.to]} if self.both_ways else {"from": self.from_, "to": self.to}
        entry |= {"link": _part_document(self.link, _given(name=self.name, about=self.about or None) | dict(self.groups))} if self.link is not None else {}
        return entry | ({"master": dict(self.master)} if self.master else {})


def _given(**entries: Value | None) -> dict[str, Value]:
    return {key: one for key, one in entries.items() if one is not None}


def _part_document(part: Part | Use | Choice, more: Mapping[str, Value]) -> dict[str, Any]:
    if isinstance(part, Choice):
        among = {one: _part_document(each, part.groups.get(one, {})) for one, each in part.among.items()}
        return {"type": {"choice": str(part.parameter), "among": {one: each if len(each) > 1 else each["type"] for one, each in among.items()}}, **more}
    given = part.settings if isinstance(part, Use) else settings(part)
    return {"type": part.type if isinstance(part, Use) else component(part).name, **more, **given}
