# SPDX-License-Identifier: Apache-2.0
"""Tables and times for people. testbench/runner prints with it too, so it needs nothing of this package."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table


def console() -> Console:
    """Stdout; wide enough for a table where it is no terminal."""
    out = Console(highlight=False)
    return out if out.is_terminal else Console(highlight=False, width=120)


def print_whole(table: Table) -> None:
    """A table with names that are paths: where there is no terminal it is as wide as it needs, so that no name is cut."""
    out = console()
    if not out.is_terminal:
        out.width = max(out.width, out.measure(table, options=out.options.update(max_width=1000)).maximum)
    out.print(table)


def plain_table(title: str) -> Table:
    """An empty table with a title at its left."""
    return Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")


def duration(seconds: float) -> str:
    """ "42 s", "3 min 05 s", "2 h 10 min"."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
