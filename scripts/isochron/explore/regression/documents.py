# SPDX-License-Identifier: Apache-2.0
"""Results of two versions by name: of two files, of two folders of results, or of two folders of sweeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from isochron.errors import ReportError
from isochron.files.documents import read_json
from isochron.files.shapes import MAYBE_NUMBER, NUMBER, TEXT, Shape, fields, list_of, map_of
from isochron.results.result import Result

SCHEMA = "isochron.result/1"
_METRIC = fields({"unit": TEXT, "mean": MAYBE_NUMBER}, {"half_width": MAYBE_NUMBER, "n": {"type": "integer"}, "min": MAYBE_NUMBER, "max": MAYBE_NUMBER, "half_widths": map_of(NUMBER)})  # fmt: skip
_PUBLISHED = fields({"id": TEXT, "where": TEXT, "unit": TEXT, "published": {}, "simulated": {}, "error": MAYBE_NUMBER, "band": {"type": ["array", "null"]}, "role": TEXT, "ok": {"type": ["boolean", "null"]}})  # fmt: skip
# Fields of a result, of an older version too, that a comparison reads.
_COMPARED = Shape(
    fields(
        {
            "scenario": TEXT,
            "system": TEXT,
            "parameters": {"type": "object"},
            "confidence": NUMBER,
            "seed": {"type": "integer"},
            "replications": {"type": "integer"},
            "metrics": map_of(_METRIC),
            "published": list_of(_PUBLISHED),
            "performance": map_of(MAYBE_NUMBER),
            "provenance": {"type": "object"},
        },
        {"points": list_of(fields({"parameters": {"type": "object"}}, {"metrics": map_of(_METRIC)}))},
    )
)


def pairs(first: Path, second: Path) -> list[tuple[str, Result | None, Result | None]]:
    """Results with the same name, in the order of the first; None where a side has none of that name.

    Two files are a pair whatever their names. In a sweep's folder the name is the settings of the point. ReportError where
    nothing can be compared, or a file is not a result; a failed point of a sweep is one that the side has not.
    """
    for path in (first, second):
        if not path.exists():
            raise ReportError(f"{path}: there is no such file or folder; isochron run --json and scripts/explore sweep --out write some")
    if first.is_file() and second.is_file():
        one, other = load(first), load(second)
        return [(one.scenario, one, other)]
    old, new = (_folder(path) for path in (first, second))
    if not old.keys() & new.keys():
        raise ReportError(f"{first} and {second}: no result of the same name; compare two results, or folders of the same scenarios")
    return [(name, old.get(name), new.get(name)) for name in dict.fromkeys([*old, *new])]


def load(path: Path) -> Result:
    """A result of this or an older version: only what is compared is looked at. ReportError where it is none, or damaged."""
    document = _document(path)
    if document.get("schema") != SCHEMA:
        raise ReportError(f"{path}: not a result ({SCHEMA}); isochron run --json writes one")
    if problem := _COMPARED.violation(document):
        raise ReportError(f"{path}: damaged: {problem}; run the scenario again")
    return Result(document, path)


def _folder(path: Path) -> dict[str, Result]:
    """The results of a folder by name."""
    if path.is_file():
        raise ReportError(f"{path}: compare two files or two folders, not one of each")
    if (path / "sweep.json").exists():
        return _sweep(path)
    documents = {file.stem: _document(file) for file in sorted(path.glob("*.json"))}
    found = {name: load(path / f"{name}.json") for name, document in documents.items() if document.get("schema") == SCHEMA}
    if not found:
        raise ReportError(f"{path}: no results there; isochron run --json writes one, scripts/run a folder of them")
    return found


def _sweep(folder: Path) -> dict[str, Result]:
    """The points of a sweep that have a result, by their settings."""
    document = _document(folder / "sweep.json")
    try:
        named = [(" ".join(f"{k}={v}" for k, v in point["settings"].items()), point["result"]) for point in document["points"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise ReportError(f"{folder / 'sweep.json'}: damaged ({type(error).__name__}: {error}); run the sweep again") from None
    return {name or "the scenario": load(folder / file) for name, file in named if file}


def _document(path: Path) -> dict[str, Any]:
    document = read_json(path, "isochron run --json writes results")
    return document if isinstance(document, dict) else {}
