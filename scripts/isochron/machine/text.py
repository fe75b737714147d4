# SPDX-License-Identifier: Apache-2.0
"""Machine files as text: an entry a line, the same bytes of the same machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

_PLAIN = re.compile(r"[A-Za-z0-9_(][A-Za-z0-9_ .+*/()%=<>!;-]*(?<! )")
_RESOLVER = yaml.resolver.Resolver()
_TEXT = "tag:yaml.org,2002:str"


def scalar(value: Any) -> str:
    """A number, true or false, or a text; in quotes where YAML would take it for something else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    plain = _PLAIN.fullmatch(value) and _RESOLVER.resolve(yaml.nodes.ScalarNode, value, (True, False)) == _TEXT
    return value if plain else json.dumps(value, ensure_ascii=False)


def flow(value: Any) -> str:
    """A value, list or map in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(flow(one) for one in value)}]"
    return scalar(value)


# Where an entry stands: ("parts", "switch"), ("types", "node", "connect", 3).
Path = tuple[str | int, ...]


def block(document: Mapping[str, Any]) -> str:
    """A file: of its maps and lists a line an entry, types as files within it."""
    return "\n".join(line for line, _ in lines(document)) + "\n"


def lines(document: Mapping[str, Any], within: Path = ()) -> Iterator[tuple[str, Path]]:
    """The lines of a file, and what each is."""
    indent = "  " * len(within)
    for key, value in document.items():
        here = (*within, key)
        if not isinstance(value, (Mapping, list)) or not value or (isinstance(value, list) and not isinstance(value[0], Mapping)):
            # A list of texts, such as includes, stands in one line.
            yield f"{indent}{key}: {flow(value)}", here
            continue
        yield f"{indent}{key}:", here
        if isinstance(value, list):
            yield from ((f"{indent}  - {flow(one)}", (*here, i)) for i, one in enumerate(value))
            continue
        for name, one in value.items():
            if key == "presets":
                yield f"{indent}  {scalar(name)}:", (*here, name)
                yield from ((f"{indent}    {scalar(choice)}: {flow(sets)}", (*here, name, choice)) for choice, sets in one.items())
            elif key == "types":
                yield f"{indent}  {name}:", (*here, name)
                yield from lines(one, (*here, name))
            else:
                yield f"{indent}  {scalar(name)}: {flow(one)}", (*here, name)
