# SPDX-License-Identifier: Apache-2.0
"""The base of the classes of isochron.machine.parts: a part of a machine file, with parameters that are checked when it is made."""

from __future__ import annotations

import keyword
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from isochron.errors import ReportError
from isochron.machine.values import Value, meant, require_quantity, short, value


def attribute(path: str) -> str:
    """A path as Python writes it: two underscores stand for a dot, and a word of Python's has a `_` behind it."""
    name = path.replace(".", "__")
    return f"{name}_" if keyword.iskeyword(name) else name


@dataclass(frozen=True)
class Parameter:
    """A parameter of a type of the library: its path, what it measures, and the names that it may have."""

    path: str
    quantity: str
    choices: tuple[str, ...] = ()

    @property
    def attribute(self) -> str:
        """As Python writes it."""
        return attribute(self.path)


@dataclass(frozen=True)
class Port:
    """Ports of one name. `array`: they have an index. `count`: the parameter that says how many there are, and its default.

    `line`: a link must follow it, or of a receiver: a link or line begins there. A peer carries both directions.
    """

    name: str
    role: str
    array: bool = False
    line: bool = False
    count: tuple[str, int] | None = None


@dataclass(frozen=True)
class Component:
    """A type of the library: its name in machine files, its parameters, ports, and statistics."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    ports: tuple[Port, ...] = ()
    statistics: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()  # what follows from the parameters, for expressions

    @property
    def is_link(self) -> bool:
        """Whether a connection can be one: in at one end, out at the other, where it drives no link itself."""
        return [(port.name, port.array) for port in self.ports] == [("in", False), ("out", False)] and not self.ports[1].line

    @property
    def is_link_of_peers(self) -> bool:
        """Whether a connection between peers can be one."""
        return sorted((port.name, port.role, port.array) for port in self.ports) == [("a", "peer", False), ("b", "peer", False)]


class Part:
    """A part of a type of the library. Its parameters are given by name; what is not given has its default.

    A value is a number, True or False, or a text: a number with a unit ("240 MB/s"), a name, or an expression ("nodes - 1").
    ReportError for an unknown parameter, or a value that measures something else.
    """

    _component: ClassVar[Component]

    def __new__(cls, *unnamed: Any, **given: Any) -> Part:
        known = [parameter.attribute for parameter in cls._component.parameters]
        for name in given:
            if name not in known:
                raise ReportError(f"a `{cls._component.name}` has no parameter `{short(name)}`; {meant(name, known)}")
        if unnamed:
            raise ReportError(f"{cls.__name__}: parameters are given by name: {cls.__name__}({f'{known[0]}=...' if known else ''})")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for parameter in self._component.parameters:
            given = getattr(self, parameter.attribute)
            if given is not None:
                what = f"{parameter.path} of a {self._component.name}"
                kept = value(given, what)
                require_quantity(kept, what, parameter.quantity, parameter.choices)
                object.__setattr__(self, parameter.attribute, kept)

    def __repr__(self) -> str:
        given = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if getattr(self, field.name) is not None)  # type: ignore[arg-type]
        return f"parts.{type(self).__name__}({given})"


def component(part: Part | type[Part]) -> Component:
    """The type of the library that a part is of."""
    return part._component


def settings(part: Part) -> dict[str, Value]:
    """The values that a part's parameters were given, by path."""
    given = {parameter.path: getattr(part, parameter.attribute) for parameter in component(part).parameters}
    return {path: one for path, one in given.items() if one is not None}
