# SPDX-License-Identifier: Apache-2.0
"""Classes of parts: one for each type that a machine file can use, out of what the command says of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from isochron.machine.part import attribute
from isochron.reference.types import described
from isochron.repository import REPOSITORY

FILE = REPOSITORY / "scripts/isochron/machine/parts.py"
_TYPES = {"count": "int | str", "fraction": "float | str", "flag": "bool | str"}
_HEAD = '''# SPDX-License-Identifier: Apache-2.0
"""The parts of machine files as classes. Made from `isochron schema machine` and `isochron describe --json`; `.venv/bin/python -m
isochron.reference` writes this file again.

Every parameter may also be an expression: `Switch(inputs=nodes, outputs=2 * nodes)` of a declared parameter, or as text, `outputs="2 * nodes"`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, Never, TypedDict

from isochron.machine.part import Component, Parameter, Part, Port
from isochron.machine.values import meant


def __getattr__(name: str) -> Never:
    raise AttributeError(f"there is no part `{name}`; {meant(name, [one.__name__ for one in LIBRARY.values()])}")

'''


def module(command: Path) -> str:
    """The text of isochron/machine/parts.py."""
    schema = json.loads(subprocess.run([command, "schema", "machine"], capture_output=True, text=True, check=True).stdout)
    library = schema["$defs"]
    traffic = {path: one for path, one in schema["properties"]["traffic"]["items"]["properties"].items() if "quantity" in one}
    jobs = {path: one for path, one in schema["properties"]["jobs"]["items"]["properties"].items() if "quantity" in one}
    types = {one["name"]: one for one in described(command)}
    classes = [_class(name, library[name], types[name]) for name in library]
    table = "\n".join(f'    "{name}": {class_name(name)},' for name in library)
    return (
        _HEAD
        + "\n"
        + "\n\n\n".join(classes)
        + "\n\n\n"
        + _traffic(traffic)
        + "\n\n"
        + _options("JobOptions", "Jobs of a kind: how many there are, how large they are, when they are asked for.", jobs)
        + "\n\n# By their names in machine files.\nLIBRARY: dict[str, type[Part]] = {\n"
        + table
        + "\n}\n# What a traffic can be given.\nTRAFFIC = (\n"
        + "".join(f"    {_parameter(path, one)},\n" for path, one in traffic.items())
        + ")\n# What jobs can be given.\nJOBS = (\n"
        + "".join(f"    {_parameter(path, one)},\n" for path, one in jobs.items())
        + ")\n"
    )


def class_name(name: str) -> str:
    """ "raid_controller" as RaidController."""
    return "".join(word.capitalize() for word in name.split("_"))


def _class(name: str, schema: dict[str, Any], described_type: dict[str, Any]) -> str:
    ports = ", ".join(f"`{port['name']}{'[i]' if port['array'] else ''}` ({port['role']}, {port['protocol']})" for port in schema["ports"])
    figures = ", ".join(f"`{one['name']}`" + (f" ({one['unit']})" if one["unit"] != "1" else "") for one in described_type["statistics"])
    lines = [
        "@dataclass(frozen=True, kw_only=True, repr=False)",
        f"class {class_name(name)}(Part):",
        f'    """{schema["description"]}.',
        "",
        f"    Type in machine files: {name}. Source: {described_type['source']}.",
        f"    Ports: {ports}.",
    ]
    lines += [f"    Statistics: {figures}."] if figures else []
    lines += ["", "    Parameters:", ""] if schema["properties"] else []
    lines += [f"    - `{attribute(path)}`: {_doc(one)}" for path, one in schema["properties"].items()]
    lines += ['    """', "", "    _component: ClassVar[Component] = Component("]
    lines += [f'        "{name}",']
    lines += ["        (", *(f"            {_parameter(path, one)}," for path, one in schema["properties"].items()), "        ),"] if schema["properties"] else ["        (),"]
    lines += ["        (", *(f"            {_port(port, schema['properties'])}," for port in schema["ports"]), "        ),"]
    names = [one["name"] for one in described_type["statistics"]]
    lines += ["        (", *(f'            "{name}",' for name in names), "        ),"] if names else []
    lines += ["        derived=(", *(f'            "{name}",' for name in schema["derived"]), "        ),"] if "derived" in schema else []
    lines += ["    )"]
    for path, one in schema["properties"].items():
        lines += ["", f"    {attribute(path)}: {_annotation(one)} | None = None", f'    """{_doc(one)}"""']
    return "\n".join(lines)


def _traffic(options: dict[str, Any]) -> str:
    lines = [
        "class TrafficOptions(TypedDict, total=False):",
        '    """How the sources of a traffic send."""',
        "",
        "    rate: str | Mapping[str, Sequence[str | int]]",
        '    """of each source, or of those that `per` puts together; an expression may name parameters of the machine. Of several rates each source has',
        '    one: {"of": ["4 Mb/s", "15 Mb/s"], "weights": [3, 1]}"""',
        "    file: str | Path",
        '    """a trace: a CSV file with the columns time_s, source or stream, bytes, and sink if it likes (with arrivals: trace)"""',
        "    after: str",
        '    """the traffic that it follows, which stands before it (with arrivals: following)"""',
        "    via: str | Sequence[str | Mapping[str, str | bool]]",
        '    """parts that routes pass, in order: a path, or {"at": path, "when": expression}; between brackets may stand source.node, source.index,',
        '    sink.node, sink.index and way, or *"""',
        "    per: str",
        '    """source, or what sources with one rate are in: node[*]"""',
    ]
    return "\n".join([*lines, *_described(options, weighted=("io",))]) + "\n"


def _options(name: str, doc: str, options: dict[str, Any]) -> str:
    return "\n".join([f"class {name}(TypedDict, total=False):", f'    """{doc}"""', "", *_described(options)]) + "\n"


def _described(options: dict[str, Any], weighted: tuple[str, ...] = ()) -> list[str]:
    """Fields of a TypedDict; `weighted` may be one of several, with weights."""
    lines = []
    for path, one in options.items():
        more = " | Mapping[str, Sequence[str | int]]" if path in weighted else ""
        lines += [f"    {attribute(path)}: {_annotation(one)}{more}", f'    """{_doc(one)}"""']
    return lines


def _parameter(path: str, one: dict[str, Any]) -> str:
    choices = ", ".join(f'"{choice}"' for choice in one.get("choices", ()))
    return f'Parameter("{path}", "{one["quantity"]}"' + (f", ({choices}{',' if len(one['choices']) == 1 else ''}))" if choices else ")")


def _port(port: dict[str, Any], parameters: dict[str, Any]) -> str:
    more = "".join(f", {key}=True" for key in ("array", "line") if port[key])
    if "count" in port:
        more += f', count=("{port["count"]}", {parameters[port["count"]]["default"]})'
    return f'Port("{port["name"]}", "{port["role"]}"{more})'


def _annotation(one: dict[str, Any]) -> str:
    plain = _TYPES.get(one["quantity"], "str")
    return f"Literal[{', '.join(json.dumps(choice) for choice in one['choices'])}] | {plain}" if "choices" in one else plain


def _doc(one: dict[str, Any]) -> str:
    with_ = f" (with {', '.join(one['counts_with'])})" if "counts_with" in one else ""
    source = f"; source: {one['source']}" if one["source"] else ""
    return f"{one['doc']}{with_}; a {one['quantity'].replace('_', ' ')}, valid: {one['valid']}; default: {one['default']}{source}".replace("\\", "\\\\")
