# SPDX-License-Identifier: Apache-2.0
"""The papers' figures and tables out of simulations: a page, PNGs and the data of each, as docs/results/ has them."""

from __future__ import annotations

import difflib
import io
import re
import tempfile
from pathlib import Path

import pandas

from isochron.files.atomic import write_bytes
from isochron.papers import catalogue
from isochron.papers.paper import Paper
from isochron.papers.paper_report import PAGE
from isochron.results.published import Row
from isochron.results.result import Result
from isochron.results.runner import Runner
from isochron.scenario import Scenario
from isochron.version import VERSION

# What tells one run from the next: who made the page, and what the runs cost.
_BY_VERSION = re.compile(r"^From Isochron [^`\n]*(?=\.)", re.MULTILINE)
_VERSION = re.compile(r"(\S+) \(")
_ASIDE = re.compile(r"^From Isochron [^\n]*$|^## What the runs cost\n(?:(?!^## ).*\n?)*", re.MULTILINE)


def reproduce(paper: Paper, runner: Runner) -> tuple[dict[str, bytes], list[Row]]:
    """Simulates a paper's scenarios. Returns the files by their names in docs/results, and the table against the paper."""
    scenarios = [Scenario.load(path) for path in paper.files()]
    outcomes = runner.all(scenarios, f"reproducing {paper.name}")
    results = {s.name: outcome.result() for s, outcome in zip(scenarios, outcomes, strict=True)}
    return files_of(paper, results)


def files_of(paper: Paper, results: dict[str, Result]) -> tuple[dict[str, bytes], list[Row]]:
    """The same from existing results."""
    report = catalogue.report_of(paper)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        compared = report.make(results, folder)
        files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    files[f"{paper.name}.md"] = files.pop(PAGE)
    data = f"data/{paper.name}"
    files |= {f"{data}/{name}.csv": _csv(report.table(name, result)) for name, result in results.items()}
    files |= {f"{data}/{name}.csv": _csv(make()) for name, make in report.computed.items()}
    if report.published:
        files[f"{data}/published.csv"] = _csv(_published(compared))
    return files, compared


def write(files: dict[str, bytes], folder: Path) -> list[Path]:
    """Writes the files, each whole or not at all."""
    return [write_bytes(folder / name, content) for name, content in files.items()]


def differences(files: dict[str, bytes], folder: Path) -> list[str]:
    """Where pages and data in a folder say something else than `files`, commits and cost apart; a line each.

    A page of another version of the product is one of them: each release makes its pages again.

    Pictures are not compared: another version of the fonts draws other pixels.
    """
    found = []
    for name, content in files.items():
        if name.endswith(".png"):
            continue
        path = folder / name
        if not path.exists():
            found.append(f"{path}: is missing")
            continue
        if (made := _BY_VERSION.search(path.read_text(encoding="utf-8"))) and set(_VERSION.findall(made[0])) != {VERSION}:
            found.append(f"{path}: was made by another version than {VERSION}: {made[0]}")
        old, new = (_ASIDE.sub("", text).splitlines() for text in (path.read_text(encoding="utf-8"), content.decode("utf-8")))
        changed = [line for line in difflib.unified_diff(old, new, lineterm="", n=0) if re.match(r"[+-][^+-]", line)]
        found += [f"{path}: {line[:200]}" for line in changed[:10]]
    return found


def _csv(frame: pandas.DataFrame) -> bytes:
    table = io.StringIO()
    frame.to_csv(table, index=False, lineterminator="\n")
    return table.getvalue().encode("utf-8")


def _published(compared: list[Row]) -> pandas.DataFrame:
    return pandas.DataFrame(
        {
            "id": row.entry.id,
            "where": row.entry.where,
            "unit": row.entry.unit,
            "published": row.published,
            "simulated": row.simulated,
            "error": row.entry.error,
            "band": row.band,
            "role": row.role,
            "verdict": row.verdict,
            "scenario": row.scenario,
        }
        for row in compared
    )
