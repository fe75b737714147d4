# SPDX-License-Identifier: Apache-2.0
"""Reads JSON and YAML that anybody may have written: a document of sane shape, or a message with place, cause and remedy."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import yaml

from isochron.errors import FileError, ReportError
from isochron.files import inputs
from isochron.files.regular_file import read_regular

# Ours nest half as deep, and have a tenth as many values.
DEEPEST = 32
MOST_VALUES = 5_000_000
LARGEST = 2**64
# As much of what a reader says as tells the cause.
LONGEST_CAUSE = 300


def read_json(path: Path, remedy: str) -> Any:
    """A JSON file. FileError where it cannot be read, ReportError where it is no document; `remedy` is what a person can do about both."""
    return parse_json(_bytes(path, remedy), path, remedy)


def parse_json(content: bytes | str, place: object, remedy: str) -> Any:
    """The same from memory; `place` is where it came from."""
    try:
        text = content.decode("utf-8") if isinstance(content, bytes) else content
        document = json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
        _require_sane(document)
    except RecursionError:
        raise ReportError(f"{place}: not a JSON document: nested deeper than {DEEPEST} levels; {remedy}") from None
    except ValueError as error:
        raise ReportError(f"{place}: not a JSON document: {_cause(error)}; {remedy}") from None
    return document


def read_yaml(path: Path, remedy: str, *, texts: bool = False) -> Any:
    """A YAML file; the same errors. `texts`: every value that is no list or map is the text that stands there."""
    content = _bytes(path, remedy)
    try:
        document = yaml.load(content.decode("utf-8"), Loader=_TextLoader if texts else _Loader)  # noqa: S506  (safe loaders)
        _require_sane(document)
    except RecursionError:
        raise ReportError(f"{path}: not YAML: nested deeper than {DEEPEST} levels; {remedy}") from None
    # The reader raises any of these for a value that does not fit its tag.
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, TypeError, ArithmeticError) as error:
        raise ReportError(f"{path}: not YAML: {_cause(error)}; {remedy}") from None
    return document


def _bytes(path: Path, remedy: str) -> bytes:
    inputs.note(path)
    try:
        return read_regular(path)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}; {remedy}") from None


def _cause(error: Exception) -> str:
    said = " ".join(str(error).split()) or type(error).__name__
    return said if len(said) <= LONGEST_CAUSE else f"{said[:LONGEST_CAUSE]}..."


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {key!r} is there twice")
            seen.add(key)
    return made


def _require_sane(document: Any) -> None:
    """ValueError for what nothing here can have meant: deeper or more values than any of ours, numbers beyond all, half characters.

    YAML's aliases count as often as they are used, so that a document cannot be larger than it looks.
    """
    waiting, count = [(document, 1)], 0
    while waiting:
        value, depth = waiting.pop()
        count += 1
        if depth > DEEPEST:
            raise ValueError(f"nested deeper than {DEEPEST} levels")
        if count > MOST_VALUES:
            raise ValueError(f"more than {MOST_VALUES} values")
        if isinstance(value, dict):
            waiting += [(one, depth + 1) for pair in value.items() for one in pair]
        elif isinstance(value, (list, tuple, set)):
            waiting += [(one, depth + 1) for one in value]
        elif isinstance(value, float) and not math.isfinite(value):
            raise ValueError("a number beyond all numbers")
        elif isinstance(value, int) and abs(value) > LARGEST:
            raise ValueError("a number beyond 64 bits")
        elif isinstance(value, str) and not value.isascii() and any("\ud800" <= one <= "\udfff" for one in value):
            raise ValueError("half of a character (a lone surrogate)")


def _unique_keys(loader: yaml.constructor.BaseConstructor, node: yaml.MappingNode) -> None:
    seen: set[Hashable] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node, deep=True)
        if isinstance(key, Hashable) and key in seen:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} is there twice", key_node.start_mark)
        if isinstance(key, Hashable):
            seen.add(key)


class _Loader(yaml.SafeLoader):
    """YAML without keys that are there twice. `on`, `off`, `yes` and `no` are texts, as in YAML 1.2 and in the simulator."""

    yaml_implicit_resolvers = {  # noqa: RUF012  (PyYAML's own attribute)
        first: [(tag, form) for tag, form in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        self.flatten_mapping(node)
        _unique_keys(self, node)
        return super().construct_mapping(node, deep=deep)


class _TextLoader(yaml.BaseLoader):
    """The same, with every scalar as a text."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        _unique_keys(self, node)
        return super().construct_mapping(node, deep=deep)
