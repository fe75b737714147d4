# SPDX-License-Identifier: Apache-2.0
"""Reads machine files into descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from isochron.errors import FileError, ReportError
from isochron.files.documents import read_yaml
from isochron.machine import parts
from isochron.machine.body import Body, Type
from isochron.machine.description import Description
from isochron.machine.entries import Choice, Use
from isochron.machine.groups import Group
from isochron.machine.jobs import Step
from isochron.machine.part import Part, attribute
from isochron.machine.values import meant, require_name, segments, short, value

REMEDY = "scenarios/machines has examples"
_MACHINE = (
    "machine", "summary", "source", "include", "runs", "flat", "parameters", "presets", "let", "checks", "types", "parts", "connect", "traffic", "jobs", "statistics", "metrics",
    "automatic_metrics", "bounds", "flows", "faults", "pairs", "groups", "failures", "rebuilding", "arrays", "driver", "demand", "estimate",
)  # fmt: skip
_TYPE = ("about", "parameters", "let", "checks", "ports", "parts", "connect")
_STEP = ("at", "to", "by", "each", "when", "requests", "name", "hold_until")
_PARAMETER = ("type", "default", "or", "range", "choices", "repeats", "counts_with", "about", "source")
_GROUP = ("of", "as", "without", "set", "counts_with")
_CHANGE = ("default", "range", "counts_with", "about", "source")
_ARRAY = ("of", "per", "disks", "tolerates", "mttf_hours", "repair_hours", "law", "repairs", "about")
_BOUND = ("capacity", "number", "each", "whole", "when", "resource", "about")
_CHECK = ("require", "at", "cause", "remedy", "others", "try")
_METRIC = ("when", "for", "formula", "sum", "mean", "min", "max", "quantile", "ratio", "at", "to", "of", "statistics", "statistic", "series", "about")


Made = TypeVar("Made", bound=Description)


def read(made: type[Made], path: Path) -> Made:
    """The description in a file, as an object of a class. ReportError where the file has none, FileError where it cannot be read."""
    try:
        root = _map(read_yaml(path, REMEDY, texts=True), "the machine file", _MACHINE)
        require_name(_text(root, "machine", "the machine file"), "a machine")
        if root.get("flat", "false") != "false":
            raise ReportError("it is a netlist (`flat: true`): its parts have paths and are no objects; read the file that it was made of")
        machine = made(path.stem, root.get("summary", ""), source=root.get("source", ""), runs=root.get("runs", "measured"))
        for one in _list(root.get("include", []), "include"):
            include(machine, path.parent / str(one))
        types = [(machine.type(key, _map(entry, key, _TYPE).get("about", "")), entry) for key, entry in _map(root.get("types", {}), "types").items()]
        _fill(machine, [*types, (machine, root)])
        for key, presets in _map(root.get("presets", {}), "presets").items():
            for choice, entry in _map(presets, key).items():
                sets = {name: one for name, one in _map(entry, f"{key}: {choice}").items() if name != "source"}
                machine.preset(key, choice, _flat(sets), source=entry.get("source", ""))
        for entry in _list(root.get("traffic", []), "traffic"):
            _traffic(machine, _map(entry, "traffic"), path.parent)
        for entry in _list(root.get("jobs", []), "jobs"):
            _jobs(machine, _map(entry, "jobs"))
        for path_of, entry in _map(root.get("statistics", {}), "statistics").items():
            machine.statistic(path_of, **_map(entry, path_of, _METRIC))
        for key, entry in _map(root.get("metrics", {}), "metrics").items():
            entries = entry if isinstance(entry, list) else [entry]
            machine.add_metric(key, [one if isinstance(one, str) else _map(one, key, _METRIC) for one in entries])
        for key, entry in _map(root.get("bounds", {}), "bounds").items():
            if isinstance(entry, dict) and "capacity" in entry:
                machine.own_bound(key, **_map(entry, key, _BOUND))
            else:
                machine.bound(key, **(_map(entry, key, ("of", "about")) if isinstance(entry, dict) else {"of": entry}))
        if "driver" in root:
            demand = root.get("demand")
            of = _map(demand, "demand", ("when", "formula")) if isinstance(demand, dict) else {"formula": demand}
            machine.driver(_text(root, "driver", "the machine file"), demand=of.get("formula"), when=of.get("when"))
        if "estimate" in root:
            machine.estimate(**_map(root["estimate"], "estimate", ("events", "memory")))
        for key, entry in _map(root.get("flows", {}), "flows").items():
            machine.flow(key, entry)
        machine.pairs = {key: str(one) for key, one in _map(root.get("pairs", {}), "pairs").items()}
        machine.groups = dict(_map(root.get("groups", {}), "groups"))
        machine.failures = _rules(root, "failures")
        machine.rebuilding = _rules(root, "rebuilding")
        for entry in _list(root.get("faults", []), "faults"):
            machine.fault(**_map(entry, "faults"))
        for key, entry in _map(root.get("arrays", {}), "arrays").items():
            array = _map(entry, key, _ARRAY)
            for needed in ("of", "mttf_hours", "repair_hours"):
                if needed not in array:
                    raise ReportError(f"`{short(key)}` has no `{needed}`; add it")
            machine.disk_array(key, **array)
        machine.automatic_metrics = root.get("automatic_metrics", "true") == "true"
    except FileError:
        raise
    except ReportError as error:
        raise type(error)(f"{path}: {error}" if not str(error).startswith(str(path)) else str(error)) from None
    return machine


def include(machine: Description, path: Path) -> dict[str, Type]:
    """Adds the types of a file, and of those that it includes, to a description. Returns them by name."""
    file = path.resolve()
    found: list[tuple[Type, Mapping[str, Any]]] = []
    _gather(machine, file, found, [])
    _fill(machine, found)
    machine.includes.append(file)
    return {one.name: one for one, _ in found}


def _gather(machine: Description, file: Path, found: list[tuple[Type, Mapping[str, Any]]], open_: list[Path]) -> None:
    if file in open_:
        raise ReportError(f"{file} includes itself; take one of the includes out")
    if file in machine.files:
        return
    root = _map(read_yaml(file, "give a path that is there", texts=True), str(file), _MACHINE)
    for one in _list(root.get("include", []), "include"):
        _gather(machine, (file.parent / str(one)).resolve(), found, [*open_, file])
    machine.files.add(file)
    for name, entry in _map(root.get("types", {}), "types").items():
        found.append((machine.include_type(name, _map(entry, name, _TYPE).get("about", "")), entry))


def _fill(machine: Description, bodies: Iterable[tuple[Body, Mapping[str, Any]]]) -> None:
    """Everything in the order in which it is needed: a type's parts may be of a type below it in the file."""
    listed = list(bodies)
    for body, entry in listed:
        _parameters(machine, body, _map(entry.get("parameters", {}), "parameters"), listed)
    for body, entry in listed:
        for name, given in _map(entry.get("let", {}), "let").items():
            body.let(name, given)
        for one in _list(entry.get("checks", []), "checks"):
            check = _map(one, "checks", _CHECK)
            texts = [_text(check, key, "checks") for key in _CHECK[:4]]
            body.require(*texts, others=_list(check.get("others", []), "others"), tries=_flat(_map(check.get("try", {}), "try")))
    for body, entry in listed:
        for key, part in _map(entry.get("parts", {}), "parts").items():
            name, sizes = _array(key, "a part")
            kept = _map(part, name)
            groups = _groups(body, kept)
            others = ("type", "when", "down", "about", "scope", *groups)
            made = _choice(machine, body, name, kept, others) if isinstance(kept.get("type"), Mapping) else _part(machine, name, kept, others)
            body.add(
                name, made, size=sizes or None, when=kept.get("when"), down=kept.get("down"), about=kept.get("about", ""), groups=groups,
                scope=kept.get("scope", ""),
            )  # fmt: skip
    for body, entry in listed:
        if isinstance(body, Type):
            for key, inside in _map(entry.get("ports", {}), "ports").items():
                name, sizes = _array(key, "a port")
                if len(sizes) > 1:
                    raise ReportError(f"the port `{name}` has two sizes; give it one")
                body.declare_port(name, str(inside), value(sizes[0], f"size of {name}") if sizes else None)
    for body, entry in listed:
        if isinstance(body, Type):
            body.check_ports()
        for one in _list(entry.get("connect", []), "connect"):
            _connection(machine, body, _map(one, "connect", ("for", "when", "from", "to", "between", "link", "master")))


def _parameters(machine: Description, body: Body, entries: Mapping[str, Any], bodies: list[tuple[Body, Mapping[str, Any]]]) -> None:
    """All of a body, which may have those of a type that stands below it."""
    if body.declarations:
        return
    for name, declared in entries.items():
        entry = _map(declared, name)
        grouped = any(isinstance(one, Group) for one in body.declarations.values())
        if "of" in entry:
            _group(machine, body, name, _map(entry, name, _GROUP), bodies)
        elif grouped and "type" not in entry:
            limits = _map(entry, name, _CHANGE).get("range")
            body.change(name, **{**entry, "range": None if limits is None else tuple(_list(limits, "range"))})
        else:
            _parameter(body, name, _map(entry, name, _PARAMETER))


def _group(machine: Description, body: Body, name: str, entry: Mapping[str, Any], bodies: list[tuple[Body, Mapping[str, Any]]]) -> None:
    kind = _text(entry, "of", name)
    of: Any = parts.LIBRARY.get(kind)
    if of is None:
        of = machine.find_type(kind)
        for other, its in bodies:
            if other is of and other is not body:
                _parameters(machine, other, _map(its.get("parameters", {}), "parameters"), bodies)
    given = _flat(_map(entry.get("set", {}), "set"))
    conditions = _map(entry.get("counts_with", {}), "counts_with")
    body.group(name, of, names=entry.get("as"), without=_list(entry.get("without", []), "without"), set=given, counts_with=conditions)


def _groups(body: Body, entry: Mapping[str, Any]) -> dict[str, str]:
    """Settings of a part that are whole groups."""
    return {key: one for key, one in entry.items() if isinstance(one, str) and isinstance(body.declarations.get(one), Group)}


def _choice(machine: Description, body: Body, name: str, entry: Mapping[str, Any], others: tuple[str, ...]) -> Choice:
    """A part of each type that a parameter chooses among, each with what all of them set."""
    chosen = _map(entry["type"], "type", ("choice", "among"))
    among = chosen.get("among", {})
    candidates = among if isinstance(among, Mapping) else {one: one for one in _list(among, "among")}
    common = {key: one for key, one in entry.items() if key not in others}
    own = {key: dict(_map(one, "among")) if not isinstance(one, str) else {"type": one} for key, one in candidates.items()}
    groups = {key: _groups(body, one) for key, one in own.items()}
    made = {key: _part(machine, name, {**common, **one}, ("type", *groups[key])) for key, one in own.items()}
    return Choice(_text(chosen, "choice", "type"), made, groups)


def _parameter(body: Body, name: str, entry: Mapping[str, Any]) -> None:
    limits = entry.get("range")
    is_list = entry.get("type") == "indices"
    body.parameter(
        name, _text(entry, "type", name), _list(entry.get("default"), "default") if is_list else _text(entry, "default", name), or_=entry.get("or", ""),
        range=None if limits is None else tuple(_list(limits, "range")),
        choices=tuple(map(str, _list(entry.get("choices", []), "choices"))), repeats=entry.get("repeats", "false") == "true",
        counts_with=_map(entry.get("counts_with", {}), "counts_with"), about=entry.get("about", ""), source=entry.get("source", ""),
    )  # fmt: skip


def _part(machine: Description, name: str, entry: Mapping[str, Any], others: tuple[str, ...]) -> Part | Use:
    kind = _text(entry, "type", name)
    given = _flat({key: one for key, one in entry.items() if key not in others})
    made = parts.LIBRARY.get(kind)
    if made is None:
        return machine.find_type(kind).use(given)
    return made(**{attribute(path): one for path, one in given.items()})


def _flat(entry: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Settings by path: groups may be written as maps."""
    found: dict[str, Any] = {}
    for key, one in entry.items():
        found |= _flat(one, f"{prefix}{key}.") if isinstance(one, Mapping) else {f"{prefix}{key}": one}
    return found


def _connection(machine: Description, body: Body, entry: Mapping[str, Any]) -> None:
    made, name, about, groups = None, None, "", {}
    if "link" in entry:
        link = _map(entry["link"], "link")
        name = _text(link, "name", "link")
        kind = _text(link, "type", "link")
        if kind not in parts.LIBRARY:
            raise ReportError(f"unknown type `{short(kind)}`; {meant(kind, ['serial_link', 'delay'])}")
        groups = _groups(body, link)
        one = _part(machine, name, link, ("type", "name", "about", *groups))
        about = link.get("about", "")
        made = one if isinstance(one, Part) else None
    loop, when = _map(entry.get("for", {}), "for"), entry.get("when")
    if "between" in entry:
        ends = _list(entry["between"], "between")
        if len(ends) != 2 or not all(isinstance(one, str) for one in ends):
            raise ReportError("`between` is no list of two ports; write [card.port, root.port]")
        for other in ("from", "to", "master"):
            if other in entry:
                raise ReportError(f"a connection `between` two ports has no `{other}`; leave one of them out")
        body.between(*ends, link=made, name=name, for_=loop, when=when, about=about, groups=groups)
        return
    body.connect(
        _text(entry, "from", "connect"), _text(entry, "to", "connect"), link=made, name=name, for_=loop, when=when,
        master=_map(entry.get("master", {}), "master"), about=about, groups=groups,
    )  # fmt: skip


def _traffic(machine: Description, entry: Mapping[str, Any], folder: Path) -> None:
    name = _text(entry, "name", "traffic")
    options = {key: one for key, one in entry.items() if key not in ("name", "from", "to", "when")}
    if "file" in options:
        options["file"] = folder / str(options["file"])
    machine.add_traffic(name, _paths(entry, "from", name), _sinks(entry, name), entry.get("when"), options)


def _jobs(machine: Description, entry: Mapping[str, Any]) -> None:
    name = _text(entry, "name", "jobs")
    steps = [_map(one, "steps", _STEP) for one in _list(entry.get("steps", []), "steps")]
    made = [
        Step(
            _text(one, "at", "steps"), one.get("to"), one.get("when"), one.get("requests"), one.get("name", ""), one.get("hold_until", ""),
            tuple(_list(one.get("by", []), "by")), _map(one.get("each", {}), "each"),
        )
        for one in steps
    ]  # fmt: skip
    own = ("name", "asked_by", "when", "let", "classes", "steps")
    options = _flat({key: one for key, one in entry.items() if key not in own})
    classes = _map(entry.get("classes", {}), "classes")
    machine.add_jobs(name, made, _map(entry.get("let", {}), "let"), entry.get("when"), options, entry.get("asked_by", ""), classes)


def _paths(entry: Mapping[str, Any], key: str, what: str) -> str | list[str]:
    """A path, or a list of paths."""
    given = entry.get(key)
    if not isinstance(given, list):
        return _text(entry, key, what)
    for one in given:
        if not isinstance(one, str):
            raise ReportError(f"`{key}` of `{short(what)}` has a {type(one).__name__} among its paths")
    return given


def _sinks(entry: Mapping[str, Any], what: str) -> str | list[str] | Mapping[str, Any]:
    """A path, a list of paths, or a map of paths with weights."""
    return _map(entry["to"], "to") if isinstance(entry.get("to"), Mapping) else _paths(entry, "to", what)


def _array(key: str, what: str) -> tuple[str, tuple[str, ...]]:
    """ "raid[raids]" as "raid" and its sizes."""
    if "[" not in key:
        return require_name(key, what), ()
    names = segments(key, what)
    if len(names) != 1:
        raise ReportError(f"`{short(key)}` is no name for {what}; write a name, and sizes in brackets: raid[4]")
    return names[0][0], tuple(names[0][1])


def _rules(root: Mapping[str, Any], section: str) -> dict[str, dict[str, Any]]:
    """Parameters that the machine has in a state of some of its parts, by their paths."""
    return {path: dict(_map(one, section)) for path, one in _map(root.get(section, {}), section).items()}


def _map(given: Any, what: str, known: tuple[str, ...] = ()) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise ReportError(f"`{short(what)}` is no map; write name: {{...}} entries")
    for key in given:
        if not isinstance(key, str) or (known and key not in known):
            raise ReportError(f"`{short(what)}` does not know the key `{short(key)}`; {meant(str(key), known)}")
    return given


def _list(given: Any, what: str) -> list[Any]:
    if not isinstance(given, list):
        raise ReportError(f"`{what}` is no list; write [..., ...] or lines that begin with -")
    return given


def _text(entry: Mapping[str, Any], key: str, what: str) -> str:
    if key not in entry:
        raise ReportError(f"`{short(what)}` has no `{key}`; add it")
    if not isinstance(entry[key], str):
        raise ReportError(f"`{key}` of `{short(what)}` is no single value")
    return entry[key]
