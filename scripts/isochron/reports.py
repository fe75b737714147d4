# SPDX-License-Identifier: Apache-2.0
"""Reports by system: which module turns the results of a paper's systems into figures and a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from isochron.documents import read_json
from isochron.errors import ReportError
from isochron.gennart import report as gennart
from isochron.published import Row
from isochron.result import Result, load
from isochron.seachange import report as seachange

_MAKERS: dict[str, Callable[[dict[str, Result], Path], list[Row]]] = {
    "seachange_cluster": seachange.make,
    "shared_bus": gennart.make,
    "point_to_point": gennart.make,
    "subsystems": gennart.make,
    "mbus_workstation": gennart.make,
}


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


def make(results: dict[str, Result], folder: Path) -> list[Row]:
    """Writes a folder's figures and page; all results must be of one paper's systems."""
    systems = sorted({result.system for result in results.values()})
    unknown = [system for system in systems if system not in _MAKERS]
    if unknown:
        raise ReportError(f"{folder}: there is no report for {', '.join(unknown)}; known: {', '.join(sorted(_MAKERS))}")
    makers = {_MAKERS[system] for system in systems}
    if len(makers) != 1:
        raise ReportError(f"{folder}: results of several papers' systems ({', '.join(systems)}); keep each in a folder")
    return makers.pop()(results, folder)
