# SPDX-License-Identifier: Apache-2.0
"""Tables of speed and effort, for a terminal and for the page of performance."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from isochron import terminal
from isochron.explore.speed.cases import CASES
from isochron.explore.speed.checking import Verdict
from isochron.explore.speed.effort import Effort, Record
from isochron.explore.speed.goals import GOALS, MISSED, Goal
from isochron.explore.speed.measuring import Measured
from isochron.report import markdown
from isochron.units import quantity

NONE = "–"
_COLOURS = {"same": "green", "met": "green", "fewer": "green", "skipped": "yellow", "not measured": "yellow"}
_BAD = (MISSED, "more", "other run", "not recorded")
BENCH = ("fast 7 nodes 1024 B", "reference 7 nodes 1024 B", "fast 7 nodes 128 B", "reference 7 nodes 128 B")
_GOAL_HEADER = ["figure", "at most", "", "measured", "verdict"]


def costs(measured: Measured, record: Record | None, against: str, title: str) -> Table:
    """The cost of the machines, for a terminal, without columns that have nothing."""
    header, *rows = zip(*(column for column in zip(*_costs(measured, record, against), strict=True) if set(column[1:]) != {NONE}), strict=True)
    return _table(title, header, rows)


def goals(measured: Measured) -> Table:
    """The goals of figures that were measured, for a terminal."""
    return _table("Goals", _GOAL_HEADER, [_goal(goal, measured) for goal in GOALS if goal.figure in measured.figures])


def met(measured: Measured) -> str:
    """How many goals were met, in a line."""
    verdicts = [goal.verdict(measured.figures) for goal in GOALS]
    return "goals: " + ", ".join(f"{verdicts.count(verdict)} {verdict.lower()}" for verdict in ("met", MISSED, "not measured"))


def page(measured: Measured, record: Record | None, against: str, about: str) -> str:
    """Both tables as a part of a page, with all goals."""
    header, *rows = _costs(measured, record, against)
    bold = [[f"**{cell}**" if cell == MISSED else cell for cell in _goal(goal, measured)] for goal in GOALS]
    return markdown.page(
        about,
        markdown.table(header, rows, "l" + "r" * (len(header) - 1)),
        markdown.table(_GOAL_HEADER, bold, "lrlrl"),
        *(f"Not measured: {text}." for text in measured.missing),
    )


def _costs(measured: Measured, record: Record | None, against: str) -> list[list[str]]:
    """A heading, then a row for each machine, and for each case of bench_cluster."""
    ratio = [f"CPU relative to {against}"] if against else []
    rows = [["machine", "events per message", "recorded", "instructions per message", "recorded", "CPU per simulated second", *ratio, "memory"]]
    for case in CASES:
        entry = record.entries.get(case.name) if record else None
        rows.append(_cost(measured, case.title, case.name, against, entry.effort if entry and entry.run == case.run else None))
    return rows + [_cost(measured, f"bench_cluster: {name}", name, against, None) for name in BENCH if f"{name}.cpu_per_simulated_s" in measured.figures]


def _cost(measured: Measured, title: str, name: str, against: str, known: Effort | None) -> list[str]:
    get = measured.figures.get
    return [
        title,
        _events(get(f"{name}.events_per_message")),
        _events(known.events_per_message if known else None),
        _instructions(get(f"{name}.instructions_per_message")),
        _instructions(known.instructions_per_message if known else None),
        _shown(get(f"{name}.cpu_per_simulated_s"), "s"),
        *([_ratio(measured, f"{name}.ratio")] if against else []),
        _shown(get(f"{name}.peak_rss_bytes"), "B"),
    ]


def _goal(goal: Goal, measured: Measured) -> list[str]:
    """The figure, its limit, whether that is required or a goal beyond that, the measured value, the verdict."""
    return [goal.title, _of(goal, goal.limit), "required" if goal.must else "goal", _of(goal, measured.figures.get(goal.figure)), goal.verdict(measured.figures)]


def checked(verdicts: Sequence[Verdict]) -> Table:
    """A row for each case of a check."""
    header = ["machine", "events per message", "recorded", "", "instructions per message", "recorded", ""]
    rows = []
    for one in verdicts:
        known = one.recorded
        rows.append(
            [
                one.case,
                _events(one.now.events_per_message),
                _events(known.events_per_message if known else None),
                one.events,
                _instructions(one.now.instructions_per_message),
                _instructions(known.instructions_per_message if known else None),
                one.instructions,
            ]
        )
    return _table("Effort compared with the recorded one", header, rows)


def recorded(before: Record | None, after: Record) -> Table:
    """A row for each case of an updated file."""
    header = ["machine", "events per message", "before", "instructions per message", "before"]
    rows = []
    for name, entry in after.entries.items():
        old = before.entries.get(name) if before else None
        events, instructions = (old.effort.events_per_message, old.effort.instructions_per_message) if old else (None, None)
        rows.append([name, _events(entry.effort.events_per_message), _events(events), _instructions(entry.effort.instructions_per_message), _instructions(instructions)])
    return _table("Recorded efforts", header, rows)


def _table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = terminal.plain_table(title)
    for index, name in enumerate(header):
        words = index == 0 or name in ("", "verdict")
        table.add_column(name, justify="left" if words else "right", no_wrap=index == 0)
    for row in rows:
        table.add_row(*(Text(cell, _COLOURS.get(cell, "bold red" if cell in _BAD else "")) for cell in row))
    return table


def _events(value: float | None) -> str:
    """Events per message: "8.3046", "1,333.5"."""
    return NONE if value is None else f"{value:,.4f}" if value < 100 else f"{value:,.1f}"


def _instructions(value: float | None) -> str:
    """Instructions per message: "9,340"."""
    return NONE if value is None else f"{value:,.0f}"


def _shown(value: float | None, unit: str) -> str:
    """Three digits with a unit."""
    return NONE if value is None else quantity(float(f"{value:.3g}"), unit)


def _of(goal: Goal, value: float | None) -> str:
    if value is None:
        return NONE
    if goal.unit == "times":
        return f"{value:.3g} times"
    return _shown(value, goal.unit) if goal.unit else f"{value:,.0f}" if value >= 100 else f"{value:.4g}"


def _ratio(measured: Measured, name: str) -> str:
    """The median of the turns, with the least and the greatest: "0.612 (0.601 to 0.633)"."""
    if name not in measured.figures:
        return NONE
    least, greatest = measured.ranges[name]
    middle = f"{measured.figures[name]:.3f}"
    return middle if least == greatest else f"{middle} ({least:.3f} to {greatest:.3f})"
