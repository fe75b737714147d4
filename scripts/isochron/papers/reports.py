# SPDX-License-Identifier: Apache-2.0
"""Report of a folder's results: figures and a page, by the module of a paper: one that is named, or the one whose machines they are of."""

from __future__ import annotations

from pathlib import Path

from isochron.errors import ReportError
from isochron.papers import catalogue
from isochron.results.published import Row
from isochron.results.result import Result


def make(results: dict[str, Result], folder: Path, name: str | None = None) -> list[Row]:
    """Writes a folder's figures and page, of the paper of that name; without a name all results must be of one paper's systems."""
    if name is not None:
        return catalogue.report_of(catalogue.named(name)[0]).make(results, folder)
    systems = sorted({result.system for result in results.values()})
    found = {system: catalogue.of_system(system) for system in systems}
    unknown = [system for system, paper in found.items() if paper is None]
    if unknown:
        known = sorted(system for paper in catalogue.PAPERS for system in paper.systems)
        raise ReportError(f"{folder}: there is no report for {', '.join(unknown)}; known: {', '.join(known)}")
    of_paper = {paper.name: paper for paper in found.values() if paper is not None}
    if len(of_paper) != 1:
        raise ReportError(f"{folder}: results of several papers' systems ({', '.join(systems)}); keep each in a folder, or name the page with --paper")
    return catalogue.report_of(of_paper.popitem()[1]).make(results, folder)
