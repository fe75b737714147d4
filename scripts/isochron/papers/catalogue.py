# SPDX-License-Identifier: Apache-2.0
"""The papers whose machines are modelled: the one list of them. Each is a package beside this module that says in PAPER what it
consists of, and in REPORT of its module `report` what its page shows; a new one is its own folder, and its line in PAPERS."""

from __future__ import annotations

from importlib import import_module

from isochron.errors import ReportError
from isochron.papers.paper import Paper
from isochron.papers.paper_report import Report

PAPERS: tuple[Paper, ...] = tuple(
    import_module(f"isochron.papers.{name}").PAPER
    for name in (
        "seachange",
        "gennart",
        "ps2",
        "calliope",
        "voyager",
        "pcie_bench",
        "faults",
    )
)


def named(only: str | None) -> list[Paper]:
    """Those that `only` names, separated by commas; all without it. ReportError for an unknown one."""
    known = {paper.name: paper for paper in PAPERS}
    names = [name.strip() for name in only.split(",")] if only else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ReportError(f"--only {only}: there is no paper {unknown[0]}; there are {', '.join(known)}")
    return [known[name] for name in names]


def of_system(system: str) -> Paper | None:
    """The paper that a machine is from."""
    return next((paper for paper in PAPERS if system in paper.systems), None)


def report_of(paper: Paper) -> Report:
    """The report that turns results of a paper's machines into figures and a page: REPORT of its package's module `report`."""
    report: Report = import_module(f"isochron.papers.{paper.name}.report").REPORT
    return report
