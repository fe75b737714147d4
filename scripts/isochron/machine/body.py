# SPDX-License-Identifier: Apache-2.0
"""The contents that machines and their types share: parameters, parts, connections."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from isochron.errors import ReportError
from isochron.machine import parts
from isochron.machine.entries import Choice, Connection, Declared, Entry, Place, Use, condition
from isochron.machine.expression import Expression
from isochron.machine.groups import Change, Check, Group
from isochron.machine.origins import caller
from isochron.machine.part import Component, Part, Port, component, settings
from isochron.machine.values import (
    QUANTITIES,
    Value,
    meant,
    require_brackets_each,
    require_dotted,
    require_expression,
    require_name,
    require_quantity,
    require_text,
    require_within,
    segments,
    short,
    value,
)

# What a connection may say of a master on a fifo_bus.
MASTER = {"read": "data_rate", "write": "data_rate", "window": "count", "read_window": "count"}
# role of a port where something begins -> role of one where it ends
_ENDS = {"initiator": "target", "sender": "receiver"}
# A comparison whose left side may be a part's parameter: its name, and what follows it.
_CHOICE_OF_PART = re.compile(r"\b([A-Za-z_]\w*)((?:\[[^\[\]]*\])?(?:\.\w+(?:\[[^\[\]]*\])?)+)\s*[=!]=\s*\w+")


class Body:
    """Parameters, parts and connections: what a machine has in common with a type of its own."""

    def __init__(self, types: Types, name: str):
        self._types = types
        self.name = name
        # All that expressions may name, those of groups too, and what follows from these; and what the file has of them.
        self.parameters: dict[str, Declared] = {}
        self.derived: list[str] = []
        self.declarations: dict[str, Declared | Group | Change] = {}
        self.values: dict[str, Value] = {}
        self.checks: list[Check] = []
        self.parts: dict[str, Entry] = {}
        self.connections: list[Connection] = []
        # Lines of the program that made the entries, by what they are and their name or number.
        self.origins: dict[tuple[str, str | int], str] = {}

    def parameter(
        self, name: str, type: str, default: Any, *, or_: str = "", range: tuple[Any, Any] | list[Any] | None = None,
        choices: tuple[str, ...] | list[str] = (), repeats: bool = False, counts_with: Mapping[str, Any] | None = None, about: str = "", source: str = "",
    ) -> Expression:  # fmt: skip
        """Declares a parameter and returns its name, with which Python's operators make expressions: `nodes * returns`, `raids + 1`.

        `type`: count, size, duration, data_rate, bit_rate, frequency, event_rate, bits, fraction, flag, choice (then with `choices`), indices (a list
        of whole numbers) or dimensions.
        `range`: smallest and largest. Values have units: `parameter("rate", "bit_rate", "10 Gb/s", range=("1 Mb/s", "1 Tb/s"))`.
        `or_`: a name that a count, size, duration or data_rate may have in place of a number: `or_="unlimited"`.
        `repeats`: of indices, a number may be there twice.
        `counts_with`: other parameters with the values with which this one has an effect: a choice or a list of them, true or false, the least count, or
        {"is": these in words, "when": a condition}.
        """
        require_dotted(name, "a parameter")
        if name in self.parameters:
            raise ReportError(f"the parameter `{name}` of `{self.name}` is there twice; give one another name")
        if type not in QUANTITIES:
            raise ReportError(f"`{name}`: a parameter cannot be a `{short(type)}`; {meant(str(type), QUANTITIES)}")
        if (type == "choice") != bool(choices):
            raise ReportError(f"`{name}`: {'a choice of nothing; give' if type == 'choice' else 'only a choice has'} choices=(...)")
        if range is not None and len(range) != 2:
            raise ReportError(f"`{name}`: range is no pair; give (smallest, largest)")
        if or_ and type not in ("count", "size", "duration", "data_rate", "bit_rate"):
            raise ReportError(f"`{name}` cannot have a name in place of its value; leave or_ out")
        names = (require_name(or_, "a value"),) if or_ else tuple(choices)
        for choice in choices:
            require_text(choice, name)
        if type == "indices":
            first: Any = [value(one, name) for one in default] if isinstance(default, (list, tuple)) else value(default, name)
            others = [value(one, name) for one in range or ()]
        else:
            first, *others = (value(one, name) for one in (default, *(range or ())))
        if type == "indices" and not isinstance(first, list):
            raise ReportError(f"`{name}`: the default `{short(first)}` is no list; give [] or [0, 3]")
        if choices and first not in choices:
            raise ReportError(f"`{name}`: the default `{short(first)}` is none of its choices; {meant(str(first), choices)}")
        for one in (*(first if isinstance(first, list) else (first,)), *others):
            require_quantity(one, name, type, names)
            require_expression(one, name, {}, names)
        limits = (others[0], others[1]) if others else None
        for one in first if isinstance(first, list) else (first,):
            require_within(one, limits, f"{name}: the default")
        kept = {other: condition(one, name) for other, one in (counts_with or {}).items()}
        self.parameters[name] = Declared(type, first, limits, tuple(choices), kept, require_text(about, name), require_text(source, name), or_, repeats)
        self.declarations[str(name)] = self.parameters[name]
        self.origins["parameters", str(name)] = caller()
        return Expression(name)

    def group(
        self, name: str, of: type[Part] | Type, *, names: str | list[str] | tuple[str, ...] | Mapping[str, str] | None = None, without: list[str] | tuple[str, ...] = (),
        set: Mapping[str, Any] | None = None, counts_with: Mapping[str, Any] | None = None,
    ) -> Expression:  # fmt: skip
        """Takes the parameters of a type as parameters here: `pci = machine.group("pci", parts.PciBus)` declares pci.clock, pci.slice and the rest.

        Parts take it as a whole: `machine.add("bus", parts.PciBus(), groups={"pci": pci})`; `Expression("pci.clock")` is one of them. `names`: "" for no name before theirs, another name, a list of those
        that are taken, or a map of them to their names here. `without`: those that are not taken. `set`: values of others, which may be expressions.
        """
        require_dotted(name, "a group")
        if name in self.declarations:
            raise ReportError(f"`{name}` of `{self.name}` is there twice; give one another name")
        inside = of.parameters if isinstance(of, Type) else {one.path: Declared(one.quantity, "", choices=one.choices) for one in component(of).parameters}
        owner = of.name if isinstance(of, Type) else component(of).name
        kept = {path: value(one, f"{path} of {name}") for path, one in (set or {}).items()}
        listed = names if isinstance(names, Mapping) else [] if names is None or isinstance(names, str) else names
        for path in (*kept, *without, *listed):
            if not any(one == path or one.startswith(f"{path}.") for one in inside):
                raise ReportError(f"`{name}`: a `{owner}` has no parameter `{short(path)}`; {meant(path, inside)}")
        shape = names if names is None or isinstance(names, (str, Mapping)) else tuple(names)
        made = Group(owner, shape, tuple(without), kept, {other: condition(one, name) for other, one in (counts_with or {}).items()})
        for path, one in inside.items():
            outside = made.outside(name, path)
            if outside is None:
                continue
            if outside in self.parameters:
                raise ReportError(f"the parameter `{outside}` of `{self.name}` is there twice; give one another name")
            self.parameters[outside] = one
        derived = of.derived if isinstance(of, Type) else component(of).derived
        self.derived += [outside for path in derived if (outside := made.outside(name, path)) is not None]
        self.declarations[str(name)] = made
        self.origins["parameters", str(name)] = caller()
        return Expression(name)

    def change(
        self, name: str, *, default: Any = None, range: tuple[Any, Any] | list[Any] | None = None, counts_with: Mapping[str, Any] | None = None, about: str = "",
        source: str = "",
    ) -> None:  # fmt: skip
        """Says something else of a parameter, or of several whose names begin so, that a group has taken."""
        if not any(one == name or one.startswith(f"{name}.") for one in self.parameters) or name in self.declarations:
            raise ReportError(f"`{short(name)}` is no parameter of a group of `{self.name}`; {meant(name, self.parameters)}")
        kept = [value(one, name) for one in default] if isinstance(default, (list, tuple)) else None if default is None else value(default, name)
        limits = None if range is None else (value(range[0], name), value(range[1], name))
        conditions = {other: condition(one, name) for other, one in (counts_with or {}).items()}
        self.declarations[str(name)] = Change(kept, limits, conditions, require_text(about, name), require_text(source, name))
        self.origins["parameters", str(name)] = caller()

    def let(self, name: str, given: Any) -> Expression:
        """A name for what is worked out of parameters, and of names before it."""
        require_name(name, "a value")
        if name in self.parameters or name in self.values:
            raise ReportError(f"`{name}` of `{self.name}` is there twice; give one another name")
        self.values[name] = self._expression(given, name)
        return Expression(name)

    def require(
        self, require: Any, at: str, cause: str, remedy: str, *, others: list[str] | tuple[str, ...] = (), tries: Mapping[str, Any] | None = None
    ) -> None:
        """Adds a check: the condition that must hold of parameters, the one to blame where it does not, and what the message says.

        `cause` and `remedy` may have expressions between braces. `others`: parameters of which another value may help, else those of the condition; `tries`: values
        of them to try.
        """
        for path in (at, *others, *(tries or {})):
            if path not in self.parameters:
                raise ReportError(f"a check: `{short(path)}` is no parameter of `{self.name}`; {meant(str(path), self.parameters)}")
        values = {path: self._expression(one, path) for path, one in (tries or {}).items()}
        self.checks.append(Check(self._expression(require, "require"), str(at), require_text(cause, "cause"), require_text(remedy, "remedy"), tuple(map(str, others)), values))

    def add(
        self, name: str, part: Part | Use | Choice, *, size: Any = None, when: Any = None, down: Any = None, about: str = "",
        groups: Mapping[str, str] | None = None, scope: str = "",
    ) -> Place:  # fmt: skip
        """Adds a part, or an array of parts: `size` is a number or expression, or a tuple of them, one a dimension. Returns its path.

        `part`: `parts.Switch(inputs=4)`, or of a type of the machine's own: `node(disks=8)`. `when`: it is there where this holds.
        `down`: it stands there and does nothing where this holds; in both `index` is the last index of an array's part.
        `about`: what it stands for, in `explain` and reports. `groups`: groups that it takes as a whole, by the group's name in its type, or any for a part of the
        group's own type. `scope="none"`: the parts of a type are named as those beside them, without the name of the part before theirs.
        """
        require_name(name, "a part")
        if name in self.parts:
            raise ReportError(f"the part `{name}` of `{self.name}` is there twice; give one another name")
        self._check_part(name, part, {})
        sizes = () if size is None else tuple(size) if isinstance(size, (tuple, list)) else (size,)
        index = {"index": 0} if sizes else {}
        entry = Entry(
            part,
            tuple(self._expression(one, f"size of {name}") for one in sizes),
            None if when is None else self._expression(when, "when", index),
            None if down is None else self._expression(down, "down", index),
            require_text(about, "about"),
            self._taken(name, groups or {}),
            self._own_scope(name, part, sizes, scope),
        )
        for one in entry.sizes:
            require_quantity(one, f"size of {name}", "count")
            if "[" in str(one) or "]" in str(one):
                raise ReportError(f"`size of {name}`: `{short(one)}` has a bracket; give a parameter that says how many there are")
        self.parts[name] = entry
        self.origins["parts", name] = caller()
        return Place(name)

    def connect(
        self, from_: str | Place, to: str | Place, *, link: Part | None = None, name: str | Place | None = None,
        for_: Mapping[str, Any] | None = None, when: Any = None, master: Mapping[str, Any] | None = None, about: str = "",
        groups: Mapping[str, str] | None = None,
    ) -> Place | None:  # fmt: skip
        """Joins an initiator to a target, or a sender to a receiver. A link between them has a name: its path, which is returned.

        `for_`: variables that count from 0 to below a number, which paths and settings may have: `for_={"n": "nodes"}, from_="node[n].out"`.
        `when`: what must hold of them. `about`: what the link stands for. `master`: what an initiator is on a fifo_bus: `{"read": "100 MB/s", "write": "60 MB/s", "window": 1}`.
        """
        variables = self._variables(for_)
        ends = (str(from_), str(to))
        begin, end = self._check_port(ends[0], "from", variables), self._check_port(ends[1], "to", variables)
        _require_direction(ends, begin, end)
        if link is None and name is not None:
            raise ReportError(f"`{ends[0]}` to `{ends[1]}`: only a link has a name; give link=parts.SerialLink(...) too")
        if link is not None:
            if not isinstance(link, Part) or not component(link).is_link:
                raise ReportError(f"{short(link)} is no link; give parts.SerialLink(rate=...) or parts.Delay(...)")
            self._check_link(link, name, variables, ends)
        _require_line(ends, begin, end, link)
        condition = None if when is None else self._expression(when, "when", variables)
        rates = {path: self._master(path, one, variables) for path, one in (master or {}).items()}
        return self._add_connection(Connection(*ends, link, "" if name is None else str(name), variables, condition, rates, require_text(about, "about"), self._taken(ends[0], groups or {})))

    def between(
        self, first: str | Place, second: str | Place, *, link: Part | None = None, name: str | Place | None = None,
        for_: Mapping[str, Any] | None = None, when: Any = None, about: str = "", groups: Mapping[str, str] | None = None,
    ) -> Place | None:  # fmt: skip
        """Joins two peers, ports that carry both directions. A link between them has a name: its path, which is returned. The rest is as for `connect`."""
        variables = self._variables(for_)
        ends = (str(first), str(second))
        ports = [self._check_port(one, "between", variables) for one in ends]
        for path, port in zip(ends, ports, strict=True):
            if port.role != "peer":
                raise ReportError(f"`between`: `{short(path)}` is {_article(port.role)} and no peer; join it by connect(...)")
        if link is None and name is not None:
            raise ReportError(f"between `{ends[0]}` and `{ends[1]}`: only a link has a name; give link=... too")
        if link is not None:
            if not isinstance(link, Part) or not component(link).is_link_of_peers:
                raise ReportError(f"{short(link)} is no link between peers; give a part with the peers a and b")
            self._check_link(link, name, variables, ends)
        elif all(port.line for port in ports):
            raise ReportError(f"nothing carries what `{short(ends[0])}` sends to `{short(ends[1])}`; put a link between: link=..., name=...")
        condition = None if when is None else self._expression(when, "when", variables)
        named = "" if name is None else str(name)
        return self._add_connection(Connection(*ends, link, named, variables, condition, {}, require_text(about, "about"), self._taken(ends[0], groups or {}), both_ways=True))

    def _variables(self, for_: Mapping[str, Any] | None) -> dict[str, Value]:
        """Those of a loop, with how often they count."""
        variables: dict[str, Value] = {}
        for variable, count in (for_ or {}).items():
            variables[require_name(variable, "a variable")] = self._expression(count, variable, variables)  # those before it have values
        for variable in variables:
            if variable in self.parameters:
                raise ReportError(f"the variable `{variable}` is a parameter too; give it another name")
        return variables

    def _add_connection(self, made: Connection) -> Place | None:
        self.origins["connect", len(self.connections)] = caller()
        self.connections.append(made)
        return Place(made.name) if made.name else None

    def _master(self, path: str, given: Any, variables: Mapping[str, Value]) -> Value:
        if path not in MASTER:
            raise ReportError(f"`master` has no `{short(path)}`; {meant(path, MASTER)}")
        words = {"window": (), "read_window": ("window",)}.get(path, ("bus",))
        kept = self._expression(given, path, variables, words)
        require_quantity(kept, path, MASTER[path], words)
        return kept

    def _check_link(self, link: Part, name: str | Place | None, variables: Mapping[str, Value], ends: tuple[str, str]) -> None:
        if name is None:
            raise ReportError(f"the link from `{ends[0]}` to `{ends[1]}` has no name; give name=..., its path, such as up[0]")
        for _, indices in segments(str(name), "name"):
            for index in indices:
                require_expression(value(index, "name"), f"name {name}", self._scope(variables))
        self._check_part(str(name), link, variables)

    @staticmethod
    def _own_scope(name: str, part: Part | Use | Choice, sizes: tuple[Any, ...], scope: str) -> str:
        if scope not in ("", "none"):
            raise ReportError(f"`{name}`: `scope` cannot be `{short(scope)}`; give scope=\"none\", or leave it out")
        if scope and (sizes or not isinstance(part, Use)):
            raise ReportError(f"`{name}` is an array or a part itself, and cannot be without a scope; leave `scope` out")
        return scope

    def _taken(self, name: str, groups: Mapping[str, str]) -> dict[str, str]:
        """Groups that a part takes. ReportError for what is none here."""
        known = [one for one, declared in self.declarations.items() if isinstance(declared, Group)]
        for group in groups.values():
            if str(group) not in known:
                raise ReportError(f"`{name}`: `{self.name}` has no group `{short(group)}`; {meant(str(group), known)}")
        return {str(path): str(group) for path, group in groups.items()}

    def _check_part(self, name: str, part: Part | Use | Choice, variables: Mapping[str, Value]) -> None:
        if isinstance(part, Choice):
            if self.parameters.get(str(part.parameter), Declared("", "")).type != "choice":
                raise ReportError(f"`{name}`: its type is chosen by `{short(part.parameter)}`, which is no parameter that is a choice")
            for each in part.among.values():
                self._check_part(name, each, variables)
            return
        if isinstance(part, Use):
            declared = self._types.find(part.type).parameters
            for path, one in part.settings.items():
                self._expression(one, f"{path} of {name}", variables, declared[path].words)
            return
        if not isinstance(part, Part):
            raise ReportError(f"`{name}`: {short(part)} is no part; give parts.Switch(...), another of isochron.machine.parts, or a type of the machine's own, called")
        kinds = {parameter.path: parameter for parameter in component(part).parameters}
        for path, one in settings(part).items():
            if kinds[path].quantity != "text":
                self._expression(one, f"{path} of {name}", variables, kinds[path].choices)

    def _check_port(self, path: str, what: str, variables: Mapping[str, Value]) -> Port:
        """The port of a path, down to the part that has it. ReportError for an unknown part, port or name, and for an index beyond those that there are."""
        names = segments(path, what)
        for _, indices in names:
            for index in indices:
                require_expression(value(index, what), f"{what}: {path}", self._scope(variables))
        return self._port_at(self, names, 0, path, what)

    def _port_at(self, body: Body, names: list[tuple[str, list[str]]], first: int, path: str, what: str) -> Port:
        """The same of the names from `first` on, which begin in `body`."""
        for i, (name, indices) in list(enumerate(names))[first:]:
            ports = body.port_names()
            if i > 0 and name in ports and i == len(names) - 1:
                return body.port_inside(name, path, indices)
            if name not in body.parts:
                if i > 0 and i == len(names) - 1:
                    raise ReportError(f"`{what}`: `{short(path)}`: a `{body.name}` has no port `{name}`; {meant(name, ports)}")
                raise ReportError(f"`{what}`: `{short(path)}`: there is no part `{name}`; {meant(name, [*body.parts, *ports])}")
            entry = body.parts[name]
            part = entry.part
            if i == len(names) - 1:
                raise ReportError(f"`{what}`: `{short(path)}` names a part and no port; {meant('', self._ports_of(part))}")
            for size, index in zip(entry.sizes, indices, strict=False):
                _require_index(path, name, index, size, "parts")
            if isinstance(part, Choice):
                found = [self._port_in(one, names, i, path, what) for one in part.among.values()]
                return found[0]
            if isinstance(part, Use):
                body = self._types.find(part.type)
                continue
            return self._port_in(part, names, i, path, what)
        raise AssertionError(path)

    def _port_in(self, part: Part | Use, names: list[tuple[str, list[str]]], i: int, path: str, what: str) -> Port:
        """The port of a part that stands at `i` of a path."""
        if isinstance(part, Use):
            return self._port_at(self._types.find(part.type), names, i + 1, path, what)
        port, at = names[i + 1]
        known = {one.name: one for one in component(part).ports}
        if port not in known or i + 2 < len(names):
            raise ReportError(f"`{what}`: `{short(path)}`: a `{component(part).name}` has no port `{short(port)}`; {meant(port, known)}")
        _indexed(path, port, at, known[port].array)
        if (count := known[port].count) is not None and at:
            _require_index(path, port, at[0], settings(part).get(count[0], count[1]), "ports", f", or give {count[0]}=...")
        return known[port]

    def _ports_of(self, part: Part | Use | Choice) -> dict[str, bool]:
        if isinstance(part, Choice):
            return self._ports_of(next(iter(part.among.values())))
        if isinstance(part, Use):
            return self._types.find(part.type).port_names()
        return {port.name: port.array for port in component(part).ports}

    def port_names(self) -> dict[str, bool]:
        """The ports that it shows to the outside, and which of them have an index."""
        return {}

    def port_inside(self, name: str, path: str, indices: list[str]) -> Port:
        """The port inside that one of these ports stands for; `path` is its name outside. ReportError for an index out of range."""
        raise AssertionError(name + path + str(indices))

    def _scope(self, variables: Mapping[str, Value]) -> dict[str, tuple[str, ...]]:
        """Every name that an expression may have here, each with the names that its value may be."""
        return {name: one.words for name, one in self.parameters.items()} | dict.fromkeys([*self.derived, *self.values, *variables, "index"], ())

    def _expression(self, given: Any, what: str, variables: Mapping[str, Value] = {}, more: tuple[str, ...] = ()) -> Value:
        kept = value(given, what)
        require_expression(self._without_choices(kept), what, self._scope(variables), more)
        return kept

    def _without_choices(self, given: Value) -> Value:
        """Without comparisons of parts' choices, `node[n].mover.impl == rtl`, which only the command knows."""
        if not isinstance(given, str):
            return given

        def known(found: re.Match[str]) -> str:
            return "true" if found[1] in self.parts and found[1] + found[2] not in self.parameters else found[0]

        return _CHOICE_OF_PART.sub(known, given)

    def _require_pattern(self, given: str | Place, what: str) -> str:
        """A path with * for indices, that begins with a part or a link of this."""
        path = require_text(str(given), what)
        require_brackets_each(path, what)
        first = path.partition(".")[0].partition("[")[0]
        links = [one.name.partition("[")[0] for one in self.connections if one.link is not None]
        for entry in self.parts.values():
            if entry.scope and isinstance(entry.part, Use):
                links += self._types.find(entry.part.type).parts
        if "*" not in first and first not in self.parts and first not in links:
            raise ReportError(f"`{what}`: `{short(path)}`: there is no part `{short(first)}`; {meant(first, [*self.parts, *links])}")
        return path

    def _split(self, path: str) -> tuple[list[Component], str]:
        """The types of the library that a part or link can be that a pattern begins with, and what follows of it; none where that is open."""
        names = path.split(".")
        body: Body = self
        for i, one in enumerate(names):
            name = one.partition("[")[0]
            rest = ".".join(names[i + 1 :])
            if name in body.parts:
                part = body.parts[name].part
                if isinstance(part, Choice):
                    return [component(one) for one in part.among.values() if isinstance(one, Part)], rest
                if isinstance(part, Use):
                    body = self._types.find(part.type)
                    continue
                return [component(part)], rest
            return [component(link) for link in body.links_named(name)], rest
        return [], ""

    def links_named(self, name: str) -> list[Part]:
        """Links whose path begins with this name and has no other."""
        return [one.link for one in self.connections if one.link is not None and one.name.partition("[")[0] == name and "." not in one.name]

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        entries = {
            "parameters": {name: one.document() for name, one in self.declarations.items()},
            "let": dict(self.values),
            "checks": [one.document() for one in self.checks],
            "parts": {name + "".join(f"[{size}]" for size in one.sizes): one.document() for name, one in self.parts.items()},
            "connect": [one.document() for one in self.connections],
        }
        return {key: one for key, one in entries.items() if one}


def _indexed(path: str, name: str, indices: list[str], array: bool) -> None:
    if array != (len(indices) == 1):
        raise ReportError(f"`{short(path)}`: the port `{name}` {f'needs an index: {name}[0]' if array else 'has no index'}")


def _require_index(path: str, name: str, index: str, count: Value, what: str, remedy: str = "") -> None:
    """ReportError for a number beyond a number; what is worked out later is taken as it is."""
    number = value(index, "an index")
    if type(number) is not int or type(count) is not int or 0 <= number < count:
        return
    there_are = f"0 to {count - 1}" if count > 1 else "0 alone" if count == 1 else "none"
    raise ReportError(f"`{short(path)}`: of the {what} `{name}` there {'is' if count == 1 else 'are'} {there_are}; use another index{remedy}")


def _require_direction(ends: tuple[str, str], begin: Port, end: Port) -> None:
    for path, port in zip(ends, (begin, end), strict=True):
        if port.role == "peer":
            raise ReportError(f"`{short(path)}` is a peer: it carries both directions; join it by between(...)")
    if begin.role not in _ENDS:
        raise ReportError(f"`from`: `{short(ends[0])}` is {_article(begin.role)}, and nothing begins there; swap from_ and to, or name another port")
    if end.role != _ENDS[begin.role]:
        raise ReportError(f"`to`: `{short(ends[1])}` is {_article(end.role)}; what begins at `{short(ends[0])}`, {_article(begin.role)}, ends at a {_ENDS[begin.role]}")


def _require_line(ends: tuple[str, str], begin: Port, end: Port, link: Part | None) -> None:
    """A line begins where one drives it, and ends where one is awaited."""
    if link is not None and begin.role != "sender":
        raise ReportError(f"`{short(ends[0])}` to `{short(ends[1])}`: between {_article(begin.role)} and {_article(end.role)} there is no link; leave it out")
    enter, leave = (end, begin) if link is None else component(link).ports
    for before, after in ((begin, enter), (leave, end)):
        if before.line == after.line:
            continue
        if before.line:
            raise ReportError(f"nothing carries what `{short(ends[0])}` sends to `{short(ends[1])}`; put a link between: link=parts.SerialLink(rate=...), name=...")
        raise ReportError(f"no link can follow `{short(ends[0])}`, which is the end of one; put a switch between, or leave one of the links out")


def _article(role: str) -> str:
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


class Type(Body):
    """A type of the machine's own, made of parts. Calling it makes a part of it: `machine.add("node", node(disks=8), size=4)`."""

    def __init__(self, types: Types, name: str, about: str = ""):
        super().__init__(types, name)
        self.about = about
        self.ports: dict[str, tuple[str, Value | None]] = {}

    def __call__(self, **given: Any) -> Use:
        """A part of this type; two underscores in a parameter's name stand for a dot."""
        return self.use({name.replace("__", "."): one for name, one in given.items()})

    def use(self, given: Mapping[str, Any]) -> Use:
        """A part of this type, from a map of its parameters' paths."""
        kept = {}
        for path, one in given.items():
            if path not in self.parameters:
                raise ReportError(f"the type `{self.name}` has no parameter `{short(path)}`; {meant(path, self.parameters)}")
            declared = self.parameters[path]
            kept[path] = value(one, f"{path} of {self.name}")
            require_quantity(kept[path], f"{path} of {self.name}", declared.type, declared.choices)
        return Use(self.name, kept)

    def port(self, name: str, inside: str | Place, *, size: Any = None) -> str:
        """Names a port inside for the outside. With a size there are several, and `i` in `inside` counts them."""
        path = str(inside)
        limit = None if size is None else self._expression(size, f"size of {name}")
        self.declare_port(name, path, limit)
        try:
            self.check_ports(name)
        except ReportError:
            del self.ports[name]
            raise
        return name

    def declare_port(self, name: str, inside: str, size: Value | None) -> None:
        """`port` for a part that is not there yet: `check_ports` comes later."""
        require_name(name, "a port")
        self.origins["ports", name] = caller()
        if name in self.ports:
            raise ReportError(f"the port `{name}` of `{self.name}` is there twice; give one another name")
        self.ports[name] = (inside, size)

    def check_ports(self, only: str | None = None) -> None:
        """ReportError where a port names nothing inside."""
        for name, (inside, size) in self.ports.items():
            if only in (None, name):
                self._check_port(inside, f"port {name}", {} if size is None else {"i": size})

    def port_names(self) -> dict[str, bool]:
        return {name: size is not None for name, (_, size) in self.ports.items()}

    def port_inside(self, name: str, path: str, indices: list[str]) -> Port:
        inside, size = self.ports[name]
        _indexed(path, name, indices, size is not None)
        if size is not None:
            _require_index(path, name, indices[0], size, "ports")
        return self._check_port(inside, f"port {name}", {} if size is None else {"i": size})

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        entries = super().document()
        ports = {name + ("" if size is None else f"[{size}]"): inside for name, (inside, size) in self.ports.items()}
        ordered = {"about": self.about, **{key: entries.get(key) for key in ("parameters", "let", "checks")}, "ports": ports, "parts": entries.get("parts"), "connect": entries.get("connect")}
        return {key: one for key, one in ordered.items() if one}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Type):
            return NotImplemented
        return all(getattr(self, one) == getattr(other, one) for one in ("name", "about", "declarations", "values", "checks", "ports", "parts", "connections"))

    __hash__ = None  # type: ignore[assignment]


class Types:
    """The types that parts of a machine can have beside those of the library."""

    def __init__(self) -> None:
        self.own: dict[str, Type] = {}
        self.included: dict[str, Type] = {}  # of files that the machine includes

    def require_new(self, name: str) -> None:
        """ReportError where no type can be added with this name."""
        require_name(name, "a type")
        if name in parts.LIBRARY:
            raise ReportError(f"`{name}` is a type of the library; give another name")
        if name in self.own or name in self.included:
            raise ReportError(f"the type `{name}` is there twice; give one another name")

    def find(self, name: str) -> Type:
        """The type of a name. ReportError with a suggestion where there is none."""
        found = self.own.get(name) or self.included.get(name)
        if found is None:
            raise ReportError(f"unknown type `{short(name)}`; {meant(name, [*self.own, *self.included, *parts.LIBRARY])}")
        return found
