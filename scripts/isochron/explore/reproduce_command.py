# SPDX-License-Identifier: Apache-2.0
"""`reproduce`: the papers' figures and tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isochron import terminal
from isochron.explore import session
from isochron.repository import REPOSITORY
from isochron.results.published_table import print_published


def command(
    only: Annotated[str | None, typer.Option(metavar="PAPERS", help="Only these, separated by commas (default: all)")] = None,
    out: Annotated[Path, typer.Option(help="Folder of pages, figures and data")] = REPOSITORY / "docs/results",
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a number is not what the folder says")] = False,
    results: Annotated[Path | None, typer.Option(help="Take the results that scripts/run left here instead of simulating")] = None,
    jobs: session.Jobs = None,
    dask: session.Dask = None,
    cache: session.CacheFolder = None,
    quiet: session.Quiet = False,
) -> None:
    """Makes every figure and table of the modelled papers again: a page, PNGs and the data as CSV for each.

    Examples:

      scripts/explore reproduce --only seachange,gennart

      scripts/explore reproduce --check --results out
    """
    from isochron.papers import catalogue as papers  # noqa: PLC0415  (loads pandas)
    from isochron.papers import reproduce as work  # noqa: PLC0415  (matplotlib takes a second to load)
    from isochron.results.folder import load_folder  # noqa: PLC0415  (likewise)

    chosen = papers.named(only)
    runner = session.runner_of(jobs, dask, cache, quiet)
    written: list[Path] = []
    differing: list[str] = []
    for paper in chosen:
        files, compared = (
            work.files_of(paper, load_folder(results / paper.name)) if results else work.reproduce(paper, runner)
        )
        print_published(compared, f"Against the paper ({paper.name})")
        if check:
            differing += work.differences(files, out)
        else:
            written += work.write(files, out)
    for line in differing:
        terminal.console().print(line, style="red", markup=False)
    if check:
        terminal.console().print(f"{len(differing)} numbers differ from {out}" if differing else f"{out} says what was simulated")
    session.finish(runner, [path for path in written if path.suffix == ".md"])
    if differing:
        raise typer.Exit(1)
