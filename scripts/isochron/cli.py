# SPDX-License-Identifier: Apache-2.0
"""`python -m isochron`: reports from the results that the isochron command wrote."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from isochron import messages
from isochron.errors import ReportError
from isochron.results import result as results_of

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@app.callback()
def _app() -> None:
    """Figures, pages and checks from results of `isochron run --json`."""


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="Folder with results (*.json) of one system, or of the paper that is named")],
    paper: Annotated[str | None, typer.Option(help="Paper whose page it is (default: the one that the system is from)")] = None,
) -> None:
    """Draws the figures, writes results.md beside the results and prints the table against the paper."""
    from isochron import terminal  # noqa: PLC0415  (rich takes a moment to load)
    from isochron.papers import reports  # noqa: PLC0415  (matplotlib takes a second to load)
    from isochron.results.folder import load_folder  # noqa: PLC0415  (it loads pandas)
    from isochron.results.published_table import print_published  # noqa: PLC0415

    results = load_folder(folder)
    compared = reports.make(results, folder, paper)
    print_published(compared, f"Against the paper ({folder})")
    terminal.console().print(f"Figures and every number: {folder / 'results.md'}")


@app.command("papers")
def list_papers(
    whole: Annotated[bool, typer.Option("--all", help="Every scenario of each, some at the paper's own length")] = False,
) -> None:
    """Lists what scripts/run simulates: paper, scenario file and options of `isochron run`, a line each, with tabs between them."""
    from isochron.papers.catalogue import PAPERS  # noqa: PLC0415  (loads pandas)

    for paper in PAPERS:
        for file in paper.files(all_of_them=whole):
            print(paper.name, file, *(paper.whole.get(file.stem, ()) if whole else ()), sep="\t")


@app.command()
def validate(files: Annotated[list[Path], typer.Argument(help="Results to check against the schema")]) -> None:
    """Checks results against the schema of results."""
    for file in files:
        results_of.load(file)
        print(f"{file}: ok")


def main() -> None:
    """Runs a command; an error that a person can act on is one message and an exit code."""
    try:
        app()
    except ReportError as error:
        messages.say(str(error))
        sys.exit(error.exit_code)
    except OSError as error:
        messages.say(f"{error.filename}: {error.strerror}")
        sys.exit(4)
