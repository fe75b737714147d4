# SPDX-License-Identifier: Apache-2.0
"""`report`: one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isochron import terminal
from isochron.explained import explanation_of
from isochron.simulator import Simulator


def command(
    path: Annotated[Path, typer.Argument(help="A result (JSON), a folder of results, or a sweep's folder")],
    out: Annotated[Path | None, typer.Option(help="File or folder of the page (default: report.html beside the results)")] = None,
) -> None:
    """Writes one HTML page that opens offline: machine, figures, table against the paper, provenance.

    Examples:

      scripts/explore report out/sweep

      scripts/explore report out/seachange/cluster.json --out cluster.html
    """
    from isochron.html import write_report  # noqa: PLC0415  (with its only use)

    simulator = Simulator.find()
    terminal.console().print(str(write_report(path, out, explain=lambda result: explanation_of(result, simulator))))
