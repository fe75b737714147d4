# SPDX-License-Identifier: Apache-2.0
"""`report`: one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isochron import terminal
from isochron.errors import ReportError
from isochron.results.explained import explanation_of
from isochron.results.simulator import Simulator


def command(
    path: Annotated[Path, typer.Argument(help="A result (JSON), a folder of results, or a sweep's folder")],
    out: Annotated[Path | None, typer.Option(help="File or folder of the page (default: report.html beside the results)")] = None,
    scenario: Annotated[
        list[Path], typer.Option(help="Scenario of a result, or a folder with it (default: beside the result, this folder, those that ship); may be repeated")
    ] = [],
) -> None:
    """Writes one HTML page that opens offline: machine, figures, table against the paper, provenance.

    A sweep knows its scenario. A result has its name alone.

    Examples:

      scripts/explore report out/sweep

      scripts/explore report out/seachange/cluster.json --out cluster.html
    """
    from isochron.report.html import write_report  # noqa: PLC0415  (with its only use)

    for one in scenario:
        if not one.exists():
            raise ReportError(f"--scenario {one}: no such file or folder")
    simulator = Simulator.find()
    places = [*scenario, Path.cwd()]
    written = write_report(path, out, explain=lambda result, asked: explanation_of(result, simulator, asked, places))
    terminal.console().print(str(written))
