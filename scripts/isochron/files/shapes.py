# SPDX-License-Identifier: Apache-2.0
"""JSON schemas as compiled checks: quick enough for every point of a sweep."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import fastjsonschema

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
MAYBE_NUMBER = {"type": ["number", "null"]}
MAYBE_TEXT = {"type": ["string", "null"]}


def map_of(schema: dict[str, Any]) -> dict[str, Any]:
    """An object with any keys, whose values keep to `schema`."""
    return {"type": "object", "additionalProperties": schema}


def list_of(schema: dict[str, Any]) -> dict[str, Any]:
    """A list whose items keep to `schema`."""
    return {"type": "array", "items": schema}


def fields(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """An object with these fields, and any others."""
    return {"type": "object", "required": list(required), "properties": {**required, **(optional or {})}}


class Shape:
    """Shape of a document by a JSON schema, or by the file of one. It is compiled when it is used first."""

    def __init__(self, schema: dict[str, Any] | Path) -> None:
        self._schema = schema

    @cached_property
    def _check(self) -> Callable[..., Any]:
        schema = json.loads(self._schema.read_text(encoding="utf-8")) if isinstance(self._schema, Path) else self._schema
        return fastjsonschema.compile(schema, use_default=False)

    def violation(self, document: Any) -> str | None:
        """The first place where a document breaks the schema, "document.metrics.delay must be object"; None where it keeps to it."""
        try:
            self._check(document, name_prefix="document")
        except fastjsonschema.JsonSchemaValueException as error:
            return str(error.message)
        return None
