# SPDX-License-Identifier: Apache-2.0
"""Reports of a folder's results: figures and a page, by the module of the paper whose machines they are of."""

from __future__ import annotations

from pathlib import Path

from isochron import papers
from isochron.documents import read_json
from isochron.errors import ReportError
from isochron.published import Row
from isochron.result import Result, load


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
    found = {system: papers.of_system(system) for system in systems}
    unknown = [system for system, paper in found.items() if paper is None]
    if unknown:
        known = sorted(system for paper in papers.PAPERS for system in paper.systems)
        raise ReportError(f"{folder}: there is no report for {', '.join(unknown)}; known: {', '.join(known)}")
    of_paper = {paper.name: paper for paper in found.values() if paper is not None}
    if len(of_paper) != 1:
        raise ReportError(f"{folder}: results of several papers' systems ({', '.join(systems)}); keep each in a folder")
    return papers.report_of(of_paper.popitem()[1]).make(results, folder)
