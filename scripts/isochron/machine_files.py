# SPDX-License-Identifier: Apache-2.0
"""The machine files, and what they read, that a scenario's result depends on."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from isochron.documents import read_yaml
from isochron.errors import ReportError


def digest(scenario: Path, shipped: Path) -> list[str]:
    """SHA-256 of the machine file of a scenario, of all that it includes and of its traces; nothing where the machine is built in.

    `shipped`: the folder of the command's own scenarios. What cannot be read counts as empty: the command says what is wrong with it.
    """
    system = _document(scenario).get("system")
    if not isinstance(system, str):
        return []
    by_path = "/" in system or system.endswith(".yaml")
    beside = scenario.parent / (system if by_path else f"{system}.yaml")
    named = [beside] if by_path else [beside, shipped / "machines" / f"{system}.yaml"]
    file = next((path for path in named if path.is_file() and (by_path or "machine" in _document(path))), None)
    if file is None:
        return []
    content = hashlib.sha256()
    _add(file.resolve(), content, set())
    return [content.hexdigest()]


def _add(file: Path, content: hashlib._Hash, known: set[Path]) -> None:
    if file in known:
        return
    known.add(file)
    _add_bytes(file, content)
    document = _document(file)
    for one in _list(document.get("include")):
        _add((file.parent / str(one)).resolve(), content, known)
    for traffic in _list(document.get("traffic")):
        if isinstance(traffic, dict) and "file" in traffic:
            _add_bytes((file.parent / str(traffic["file"])).resolve(), content)


def _add_bytes(file: Path, content: hashlib._Hash) -> None:
    try:
        text = file.read_bytes()
    except OSError:
        text = b""
    content.update(len(text).to_bytes(8, "little") + text)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _document(file: Path) -> dict:
    try:
        return _read(file, hashlib.sha256(file.read_bytes()).hexdigest())
    except OSError:
        return {}


@lru_cache(maxsize=64)
def _read(file: Path, sha256: str) -> dict:
    """A file's map while it has these bytes: a sweep asks for every point."""
    try:
        document = read_yaml(file, "", texts=True)
    except ReportError:
        return {}
    return document if isinstance(document, dict) else {}
