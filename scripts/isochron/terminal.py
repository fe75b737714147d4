# SPDX-License-Identifier: Apache-2.0
"""Tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table

from isochron.published import Row

_COLOURS = {"ok": "green", "MISS": "bold red", "not run": "yellow", "calibration, off": "yellow", "shown, off": "yellow"}
# Columns of numbers.
_NUMBERS = ("published", "simulated", "error")


def console() -> Console:
    """Stdout; wide enough for a table where it is no terminal."""
    out = Console(highlight=False)
    return out if out.is_terminal else Console(highlight=False, width=120)


def plain_table(title: str) -> Table:
    """An empty table with a title at its left."""
    return Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")


def published_table(compared: Iterable[Row], title: str) -> Table:
    """The published numbers that the runs have a value for; inputs, and what nothing computes, are on the page alone."""
    table = plain_table(title)
    for name in ("number", "where", "published", "simulated", "error", "verdict"):
        table.add_column(name, justify="right" if name in _NUMBERS else "left", no_wrap=name != "published")
    for row in compared:
        if row.entry.role == "input" or row.entry.simulated is None:
            continue
        colour = _COLOURS.get(row.verdict, "dim")
        table.add_row(
            row.entry.id, row.entry.where, row.published, row.simulated, row.error, f"[{colour}]{row.verdict}[/]"
        )
    return table
