# SPDX-License-Identifier: Apache-2.0
"""Checking efforts against the recorded ones, and recording them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from isochron.errors import ReportError
from isochron.explore.speed import bench, built
from isochron.explore.speed.cases import CASES, Case
from isochron.explore.speed.effort import Effort, Entry, Record, counted
from isochron.machine.values import meant
from isochron.results.progress import Progress
from isochron.results.simulator import Simulator

# Growth of instructions that is accepted, in per cent: the order in which the linker places functions accounts for some tenths.
TOLERANCE_PERCENT = 2
# Both runs of a case without callgrind, seconds of a processor.
COUNT_S = 1


@dataclass(frozen=True)
class Verdict:
    """The comparison of a case with its record: of events and of instructions "same", "fewer", "more", "other run", "not recorded" or "skipped"."""

    case: str
    now: Effort
    recorded: Effort | None
    events: str
    instructions: str

    @property
    def states(self) -> set[str]:
        """Both."""
        return {self.events, self.instructions}

    @property
    def failed(self) -> bool:
        """Whether more is taken than was recorded, or nothing was recorded of this run."""
        return bool(self.states & {"more", "other run", "not recorded"})


def judge(case: str, run: str, now: Effort, entry: Entry | None) -> Verdict:
    """Compares efforts per message, in whole numbers. Instructions that were not counted now are skipped."""
    if entry is None or entry.run != run:
        state = "not recorded" if entry is None else "other run"
        return Verdict(case, now, None, state, "skipped" if now.instructions is None else state)
    known = entry.effort
    events = _state(now.events * known.messages, known.events * now.messages, 0)
    if now.instructions is None:
        instructions = "skipped"
    elif known.instructions is None:
        instructions = "not recorded"
    else:
        instructions = _state(now.instructions * known.messages, known.instructions * now.messages, TOLERANCE_PERCENT)
    return Verdict(case, now, known, events, instructions)


def _state(now: int, recorded: int, tolerance_percent: int) -> str:
    if 100 * now > (100 + tolerance_percent) * recorded:
        return "more"
    return "fewer" if 100 * now < (100 - tolerance_percent) * recorded else "same"


def chosen(names: Sequence[str] | None) -> list[Case]:
    """The cases of these names, all without any. ReportError for an unknown name."""
    known = {case.name: case for case in CASES}
    for name in names or ():
        if name not in known:
            raise ReportError(f"{name}: not a machine whose effort is recorded; {meant(name, list(known))}")
    return [known[name] for name in dict.fromkeys(names)] if names else list(CASES)


def seconds(cases: Sequence[Case], instructed: set[str]) -> float:
    """About how many seconds of a processor it takes."""
    return sum(_seconds(case, instructed) for case in cases)


def why_skipped(known: Record, simulator: Simulator) -> str:
    """Why instructions cannot be compared with the recorded ones; "" where they can."""
    return bench.why_no_instructions() or built.differing(known.built, built.built(simulator.command))


def check(cases: Sequence[Case], known: Record, simulator: Simulator, instructed: set[str], *, quiet: bool) -> list[Verdict]:
    """Compares each case with its entry; instructions of the `instructed` ones."""
    efforts = _efforts(cases, simulator, instructed, quiet=quiet)
    return [judge(case.name, case.run, efforts[case.name], known.entries.get(case.name)) for case in cases]


def update(cases: Sequence[Case], simulator: Simulator, before: Record | None, file: Path, *, events: bool, quiet: bool) -> Record:
    """Records the efforts of the cases; the entries of other cases stay.

    `events`: instructions are not counted. Those of an entry stay where it has the same run and as many messages. ReportError where instructions
    cannot be counted, or where other entries that stay are of another build.
    """
    here = built.built(simulator.command)
    names = {case.name for case in cases}
    entries = {name: entry for name, entry in before.entries.items() if name not in names} if before else {}
    if not events:
        if missing := bench.why_no_instructions():
            raise ReportError(f"the instructions cannot be recorded: {missing}; --events records events alone")
        built.require_known(here)
        if before and any(entry.effort.instructions for entry in entries.values()) and (other := built.differing(before.built, here)):
            raise ReportError(f"{file}: the entries of {', '.join(entries)} are of another build ({other}); record all machines: scripts/explore effort update")
    efforts = _efforts(cases, simulator, set() if events else names, quiet=quiet)
    for case in cases:
        old = before.entries.get(case.name) if before else None
        now = efforts[case.name]
        if events and old and (old.run, old.effort.messages) == (case.run, now.messages):
            now = replace(now, instructions=old.effort.instructions)
        entries[case.name] = Entry(case.run, now)
    after = Record(before.built if events and before else here, {case.name: entries[case.name] for case in CASES if case.name in entries})
    after.save(file)
    return after


def _seconds(case: Case, instructed: set[str]) -> int:
    return COUNT_S + (round(case.seconds[1]) if case.name in instructed else 0)


def _efforts(cases: Sequence[Case], simulator: Simulator, instructed: set[str], *, quiet: bool) -> dict[str, Effort]:
    found = {}
    with Progress("effort", round(seconds(cases, instructed)), of="", quiet=quiet) as progress:
        for case in cases:
            found[case.name] = counted(case, simulator, instructions=case.name in instructed)
            progress.point(_seconds(case, instructed))
    return found
