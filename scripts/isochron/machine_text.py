# SPDX-License-Identifier: Apache-2.0
"""Machine files as text: an entry a line, the same bytes of the same machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
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


def block(document: Mapping[str, Any], indent: str = "") -> str:
    """A file: of its maps and lists a line an entry, types as files within it."""
    lines: list[str] = []
    for key, value in document.items():
        lines += _entry(key, value, indent)
    return "\n".join(lines) + ("\n" if not indent else "")


def _entry(key: str, value: Any, indent: str) -> Iterable[str]:
    if not isinstance(value, (Mapping, list)) or not value:
        return [f"{indent}{key}: {flow(value)}"]
    if isinstance(value, list):
        # Of texts, such as includes, all stand in one line.
        if not isinstance(value[0], Mapping):
            return [f"{indent}{key}: {flow(value)}"]
        return [f"{indent}{key}:", *(f"{indent}  - {flow(one)}" for one in value)]
    if key == "types":
        return [f"{indent}types:", *(line for name, one in value.items() for line in (f"{indent}  {name}:", block(one, f"{indent}    ")))]
    return [f"{indent}{key}:", *(f"{indent}  {scalar(name)}: {flow(one)}" for name, one in value.items())]
