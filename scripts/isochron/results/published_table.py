# SPDX-License-Identifier: Apache-2.0
"""The table against the paper on the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from isochron import terminal
from isochron.results.published import Row, summary

_COLOURS = {"ok": "green", "MISS": "bold red", "not run": "yellow", "calibration, off": "yellow", "shown, off": "yellow"}
# Columns of numbers.
_NUMBERS = ("published", "simulated", "error")


def print_published(compared: list[Row], title: str) -> None:
    """Prints the table and, below it, how many predictions hold; nothing where there is no number to compare with."""
    if not compared:
        return
    terminal.console().print(published_table(compared, title))
    terminal.console().print(summary(compared), style="bold")


def published_table(compared: Iterable[Row], title: str) -> Table:
    """The published numbers that the runs have a value for; inputs, and what nothing computes, are on the page alone."""
    table = terminal.plain_table(title)
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
