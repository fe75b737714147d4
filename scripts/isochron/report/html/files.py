# SPDX-License-Identifier: Apache-2.0
"""From files to the page's file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from isochron.errors import ReportError
from isochron.files.atomic import write_text
from isochron.report.html import study, sweep_view
from isochron.report.html.page import report_page
from isochron.report.html.sweep_view import SweepView
from isochron.results.folder import load_folder
from isochron.results.result import Result, load
from isochron.scenario import Scenario

# The explanation of a result; of a sweep's with the scenario and settings that the sweep has recorded. ReportError says why there is none.
Explain = Callable[[Result, Scenario | None], dict[str, Any]]
NAME = "report.html"


def write_report(path: Path, out: Path | None = None, *, explain: Explain | None = None) -> Path:
    """Writes the page of a result file, a folder of results or a sweep's folder, all of it or nothing; returns where.

    `out` is a file, or a folder to write report.html into; without it, report.html goes beside what is reported on.
    `explain` gives the explanation document of a result, or says why there is none: its drawing is left out then, and the page says why.
    Raises ReportError when `path` holds nothing to report on.
    """
    results, sweep = _read(path)
    title = sweep.title if sweep is not None else _title(path, results)
    explanations, missing = _explanations(results, sweep, explain)
    text = report_page(results, explanations, sweep=sweep, title=title, missing=missing)
    return write_text(_target(path, out), text)


def _read(path: Path) -> tuple[list[Result], SweepView | None]:
    if not path.exists():
        raise ReportError(f"{path}: no such file or folder; give a result, a folder of results or a sweep's folder")
    if not path.is_dir():
        return [load(path)], None
    if sweep_view.is_sweep(path):
        sweep = sweep_view.read(path)
        return sweep.results, sweep
    return list(load_folder(path).values()), None


def _title(path: Path, results: list[Result]) -> str:
    if len(results) == 1:
        return results[0].title or results[0].scenario
    return f"{len(results)} runs in {path.resolve().name}"


def _explanations(
    results: list[Result], sweep: SweepView | None, explain: Explain | None
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Explanations of the results that are shown one by one, since the others need none, and of each without one why."""
    explanations: dict[str, dict[str, Any]] = {}
    missing: dict[str, str] = {}
    if explain is None:
        return explanations, missing
    recorded = {} if sweep is None else {id(point.result): point for point in sweep.points}
    if sweep is not None:
        shown = {id(case.result) for case in study.of_sweep(sweep, {}).detailed}
        results = [result for result in results if id(result) in shown]
    for result in results:
        try:
            asked = sweep.asked(recorded[id(result)]) if sweep is not None else None
            explanations[study.key_of(result)] = explain(result, asked)
        except ReportError as error:
            missing[study.key_of(result)] = str(error)
    return explanations, missing


def _target(path: Path, out: Path | None) -> Path:
    if out is None:
        return (path if path.is_dir() else path.parent) / NAME
    return out / NAME if out.is_dir() else out
