# SPDX-License-Identifier: Apache-2.0
"""What scripts/test prints of its steps."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from rich.markup import escape

from isochron.terminal import console, duration, plain_table
from runner.places import ROOT
from runner.result import Result

# How many tests a step's log counts, as its runner says it.
COUNTS = re.compile(
    r".*tests passed, .* out of (?P<ctest>\d+)|(?:= *)?(?P<pytest>\d+ passed)|(?:rtl lint|ecp5|mutation|formal|effort): (?P<tool>.*)"
    r"|lines: (?P<lines>[0-9.]+%)"
)
# What the hardware's long steps measured: proofs with their depth, area, clock, missed goals, mutation score, coverage.
MEASURED = re.compile(
    r": (unbounded|\d+ cycles) \(|^(block_mover|disk_node)[a-z_]* .* \d|^design .*COMB|: missed$|^(mutation|line|toggle|functional)[a-z ]*: "
)
TAIL = 60


def count(log: str) -> str:
    """The last count in a log: `417 tests`, `96 passed`, `12 modules clean`."""
    found = [match for line in log.splitlines() if (match := COUNTS.match(line))]
    if not found:
        return ""
    fields = found[-1]
    if fields["ctest"]:
        return f"{fields['ctest']} tests"
    if fields["lines"]:
        return f"{fields['lines']} of lines"
    return fields["pytest"] or fields["tool"]


def lines(result: Result, logs: Path, everything: bool) -> list[str]:
    """The line of a step; of one that failed the end of its log."""
    if result.stopped_by:
        return [f"{result.name:<13} FAILED {0:7.1f} s  not run: it needs {result.stopped_by}"]
    if result.unchanged_since:
        return [f"{result.name:<13} ok     {result.wall:7.1f} s  passed on the same files at {result.unchanged_since}"]
    path = logs / f"{result.name}.log"
    log = path.read_text(errors="replace") if path.exists() else ""
    if not result.ok:
        where = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        told = [f"{result.name:<13} FAILED {result.wall:7.1f} s  exit {result.status}; the end of {where}:"]
        return told + [f"    {line}" for line in log.splitlines()[-TAIL:]]
    told = [f"{result.name:<13} ok     {result.wall:7.1f} s  {count(log)}".rstrip()]
    return told + [f"    {line}" for line in log.splitlines() if everything and MEASURED.search(line)]


def print_table(results: Iterable[Result], wall: float) -> None:
    """What each step took."""
    table = plain_table("")
    for name in ("step", "wall", "processors", "compiler cache", "hits", "misses", "tests", ""):
        table.add_column(name, justify="left" if name in ("step", "compiler cache", "") else "right")
    total = 0.0
    for one in results:
        total += one.cpu
        compiled = (str(one.cache.hits), str(one.cache.misses)) if one.cache.state != "-" else ("", "")
        tests = str(len(one.tests)) if one.tests else ""
        verdict = ("unchanged" if one.unchanged_since else "ok") if one.ok else "FAILED"
        table.add_row(one.name, f"{one.wall:.1f} s", f"{one.cpu:.1f} s", one.cache.state, *compiled, tests, verdict)
    table.add_section()
    table.add_row("all", duration(wall), duration(total))
    console().print(table)


def print_slowest(title: str, rows: Iterable[tuple[float, str]]) -> None:
    """A short list, the longest first; nothing where there is none."""
    rows = list(rows)
    if rows:
        table = plain_table(title)
        table.add_column("s", justify="right")
        table.add_column("", no_wrap=True)
        for seconds, name in rows:
            table.add_row(f"{seconds:.1f}", escape(name))
        console().print(table)
