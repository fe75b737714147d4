# SPDX-License-Identifier: Apache-2.0
"""Folders of results."""

from __future__ import annotations

from pathlib import Path

from isochron.errors import ReportError
from isochron.files.documents import read_json
from isochron.results.result import Result, load


def load_folder(folder: Path) -> dict[str, Result]:
    """The results in a folder by scenario, in alphabetical order; other JSON files are left alone."""
    results = {}
    for path in sorted(folder.glob("*.json")):
        if is_result(path):
            loaded = load(path)
            results[path.stem] = loaded
    if not results:
        raise ReportError(f"{folder}: no results there; make some with scripts/run or isochron run --json")
    return results


def is_result(path: Path) -> bool:
    """Whether a JSON file says that it is a result."""
    try:
        document = read_json(path, "")
    except ReportError:
        return True  # load() says what is wrong with it
    return isinstance(document, dict) and str(document.get("schema", "")).startswith("isochron.result/")
