# SPDX-License-Identifier: Apache-2.0
"""The commands of scripts/explore for the cost of simulating: speed, effort."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from isochron import terminal
from isochron.explore import session
from isochron.explore.speed import checking, tables, versions
from isochron.explore.speed.cases import CASES
from isochron.explore.speed.effort import FILE, Record
from isochron.explore.speed.goals import GOALS
from isochron.explore.speed.measuring import Measured, Measurement
from isochron.messages import shown
from isochron.report import marked
from isochron.repository import REPOSITORY
from isochron.results.simulator import Simulator

PAGE = REPOSITORY / "docs/performance.md"
PART = "scripts/explore speed"
# Work that takes longer says so first.
LONG_S = 10

Json = Annotated[bool, typer.Option("--json", help="As JSON, on standard output")]
Machines = Annotated[list[str] | None, typer.Argument(metavar="MACHINE", help=f"Machines (default: all): {', '.join(case.name for case in CASES)}")]
File = Annotated[Path, typer.Option("--file", show_default="testbench/bench/effort.json", help="File of the recorded efforts")]

effort = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Events and instructions of short runs, compared with recorded ones.")


def mount(app: typer.Typer) -> None:
    """Adds the commands to an application."""
    app.command("speed")(speed)
    app.add_typer(effort, name="effort")


def speed(
    against: Annotated[
        str | None, typer.Option(metavar="TAG|COMMAND", help="Compare CPU times with those of a tag or commit, which is built in build/against, or of an isochron command")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Events, and rough times of short runs; no instructions; writes no page")] = False,
    page: Annotated[
        Path, typer.Option(show_default="docs/performance.md", help=f"Page to write the tables to, between its lines `{marked.begin(PART)}` and `{marked.end(PART)}`")
    ] = PAGE,
    as_json: Json = False,
    quiet: session.Quiet = False,
) -> None:
    """Measures the cost of simulating the machines, compares it with the goals, and writes the tables of docs/performance.md.

    Events and instructions per message are counts: those of a long run minus those of a short run, the same on a busy computer. The column
    beside them shows the recorded counts (`effort`). callgrind counts the instructions, where valgrind is installed. CPU times are the least of
    several runs. With --against, both versions run by turns; the ratio is the median of the turns, with the least and the greatest.
    A missed goal is shown, and does not change the exit code.

    The full form takes about ten minutes of a processor, --quick half a minute.

    Examples:

      scripts/explore speed

      scripts/explore speed --quick --json

      scripts/explore speed --against origin/main
    """
    simulator = Simulator.find()
    if not quick:
        marked.replaced(marked.read(page), PART, "", page)  # refuses a page without marks before minutes of measuring
    if against and not versions.is_program(against):
        _say(f"speed: builds {versions.commit_of(against)[:12]} in build/against, or takes the build that is there", quiet)
    other = versions.simulator_of(against) if against else None
    measurement = Measurement(simulator, other, quick=quick)
    _announce("speed", measurement.seconds, quiet)
    measured = measurement.run(quiet=quiet)
    known = Record.load(FILE) if FILE.exists() else None
    name = against or ""
    if not quick:
        marked.write(page, PART, tables.page(measured, known, name, _about(simulator, name)))
    if as_json:
        print(json.dumps(_document(measured, simulator, other, name, quick=quick), indent=2, ensure_ascii=False))
        return
    terminal.print_whole(tables.costs(measured, known, name, f"Cost of the machines{' (rough times of short runs)' * quick}"))
    terminal.print_whole(tables.goals(measured))
    print(tables.met(measured))
    for text in measured.missing:
        terminal.console().print(f"Not measured: {shown(text)}", style="yellow", markup=False, soft_wrap=True)
    if not quick:
        print(page)


@effort.command("check")
def check(machines: Machines = None, file: File = FILE, quiet: session.Quiet = False) -> None:
    """Compares events and instructions of short runs with the recorded ones; exit code 1 if events grew at all, or instructions by more than 2 %.

    Counts the events of all machines and the instructions of two of them (cluster and nvme_node), in a minute of a processor; scripts/test runs
    it. Named machines are counted in full, half a minute each or more.

    Events are the same on every computer. Instructions depend on compiler, libraries, valgrind and processor: if these are not the recorded
    ones, instructions are skipped, and the reason is printed.

    Examples:

      scripts/explore effort check

      scripts/explore effort check ps2 voyager
    """
    simulator = Simulator.find()
    cases = checking.chosen(machines)
    known = Record.load(file)
    skipped = checking.why_skipped(known, simulator)
    instructed = set() if skipped else {case.name for case in cases if machines or case.guarded}
    _announce("effort", checking.seconds(cases, instructed), quiet)
    verdicts = checking.check(cases, known, simulator, instructed, quiet=quiet)
    failed = [one for one in verdicts if one.failed]
    terminal.print_whole(tables.checked(verdicts))
    for one in failed:
        print(f"{one.case}: events {one.events}, instructions {one.instructions}; if this is intended: scripts/explore effort update {one.case}")
    if any("fewer" in one.states for one in verdicts):
        print("Fewer than recorded: scripts/explore effort update keeps the gain")
    told = f"instructions skipped: {skipped}" if skipped else f"instructions of {len(instructed)}"
    print(f"effort: {len(verdicts)} machine{'s' * (len(verdicts) != 1)}, {len(failed)} failed, {told}")
    if failed:
        raise typer.Exit(1)


@effort.command("update")
def update(
    machines: Machines = None,
    events: Annotated[bool, typer.Option("--events", help="Events alone, in seconds; keeps the recorded instructions")] = False,
    file: File = FILE,
    quiet: session.Quiet = False,
) -> None:
    """Records events and instructions of short runs, with the compiler, libraries, valgrind and processor on which instructions depend.

    All machines take about six minutes of a processor. Single machines can be recorded if the other entries are of the same build. Use the
    release build: scripts/explore builds it.

    Examples:

      scripts/explore effort update

      scripts/explore effort update cluster nvme_node

      scripts/explore effort update --events
    """
    simulator = Simulator.find()
    cases = checking.chosen(machines)
    before = Record.load(file) if file.exists() else None
    _announce("effort", checking.seconds(cases, set() if events else {case.name for case in cases}), quiet)
    after = checking.update(cases, simulator, before, file, events=events, quiet=quiet)
    terminal.print_whole(tables.recorded(before, after))
    print(file)


def _announce(what: str, seconds: float, quiet: bool) -> None:
    if seconds > LONG_S:
        _say(f"{what}: takes about {terminal.duration(seconds)} of a processor", quiet)


def _say(text: str, quiet: bool) -> None:
    if not quiet:
        print(text, file=sys.stderr, flush=True)


def _about(simulator: Simulator, against: str) -> str:
    """The line above the tables of the page."""
    compared = f", CPU times by turns with those of `{against}`" if against else ""
    return f"Measured by `scripts/explore speed`: {simulator.version}, {_processor()}, {os.cpu_count()} cores{compared}."


def _processor(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """The processor's name as its maker gives it."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", cpuinfo.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else "unknown processor"


def _document(measured: Measured, simulator: Simulator, other: Simulator | None, against: str, *, quick: bool) -> dict[str, Any]:
    return {
        "schema": "isochron.speed/1",
        "version": simulator.version,
        "against": {"name": against, "version": other.version} if other else None,
        "quick": quick,
        "processor": _processor(),
        "figures": measured.figures,
        "ranges": measured.ranges,
        "goals": [{**dataclasses.asdict(goal), "verdict": goal.verdict(measured.figures).lower()} for goal in GOALS],
        "not_measured": measured.missing,
    }
