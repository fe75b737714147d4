#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation run of the models: faults made in a copy of their sources, which the tests must notice.

libclang finds where the models and the machine language can be wrong (finder.py), in every folder of theirs (folders.py). A hash draws a sample (sample.py), and
all of it is built once, each mutant behind its number (weave.py, tree.py). Tests run without a fault first, must pass, and note the mutants that they reach
(judge.py). A mutant then meets these tests, the quickest first, and is noticed by the first that fails, crashes or does not end in four times its time
(noticed.py: a later run begins with this one). Faults with a name (named_faults.yaml) are tried in every run, and each must be noticed. Survivors are listed;
survivors.yaml says what is known of them. The faults in it count as survivors and are not tried, unless `--listed` is given.
build/test-logs/model_mutation.json has every mutant.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from runner.places import LOGS, ROOT

from isochron.results.progress import Progress
from model_mutation import named
from model_mutation.change import Change
from model_mutation.errors import MutationError
from model_mutation.finder import find
from model_mutation.folders import model_folders, places, thin
from model_mutation.judge import Passed, Verdict, as_they_end, judge, without_fault
from model_mutation.noticed import Noticed
from model_mutation.operators import OPERATORS
from model_mutation.programs import COMMAND, PROGRAMS, Programs
from model_mutation.report import Report, place
from model_mutation.sample import replacements, sample
from model_mutation.survivors import Survivors
from model_mutation.tree import Redraw, Tree

# At least as many faults are drawn of each folder, where it has as many places.
PER_FOLDER = 5
WORK = ROOT / "build/model_mutation"

EXAMPLES = """Examples:

  .venv/bin/python testbench/model_mutation/run_mutants.py --faults 100

  .venv/bin/python testbench/model_mutation/run_mutants.py --faults 10 --short

  .venv/bin/python testbench/model_mutation/run_mutants.py --seed 2 --list

  .venv/bin/python testbench/model_mutation/run_mutants.py --only 1f3a90bc --only 5d0022e7
"""


def chosen(changes: list[Change], only: list[str]) -> list[Change]:
    """The faults of these identities."""
    by_identity = {change.identity: change for change in changes}
    unknown = [identity for identity in only if identity not in by_identity]
    if unknown:
        raise MutationError(f"--only {unknown[0]}: there is no such fault; --list prints those of a sample, with its seed and number")
    return [by_identity[identity] for identity in dict.fromkeys(only)]


def tried(tree: Tree, mutants: list[Change], redraw: Redraw, known: Survivors, short: bool, jobs: int, most: float) -> list[Verdict]:
    """Builds, runs every test without a fault, and judges. `redraw` replaces what cannot be compiled; what is `known` to survive is not tried."""
    began = time.monotonic()
    left = tree.build(mutants, redraw, [*PROGRAMS, COMMAND], jobs)
    print(f"{len(left)} mutants built ({time.monotonic() - began:.0f} s)", flush=True)

    began = time.monotonic()
    programs = Programs(tree.folder, short)
    tests = programs.tests()
    most = max(left, default=0)

    def first(test):
        return without_fault(programs, test, most)

    ended: list[Passed] = []
    with Progress("tests without a fault", len(tests), of="test") as progress:
        for one in as_they_end(first, tests, jobs):
            ended.append(one)
            progress.point()
    passed = sorted(ended, key=lambda one: one.place)
    print(f"{len(passed)} tests pass without a fault ({time.monotonic() - began:.0f} s)", flush=True)

    began = time.monotonic()
    noticed = Noticed(tree.folder.with_name(f"{tree.folder.name}_noticed.jsonl"))
    verdicts = [Verdict(number, change) for number, change in left.items() if known.of(change)]
    todo = [(number, change) for number, change in left.items() if not known.of(change)]
    compiled = [(number, change) for number, change in todo if not change.programs]

    def judged_files() -> Iterator[Verdict]:
        # All tests read the same files: one fault at a time.
        for number, change in todo:
            if change.programs:
                with tree.with_fault(change):
                    yield judge(programs, number, change, passed, noticed, most)

    with Progress("mutants", len(todo), of="mutant") as progress:
        for verdict in chain(as_they_end(lambda one: judge(programs, *one, passed, noticed, most), compiled, jobs), judged_files()):
            verdicts.append(verdict)
            progress.point()
            if not verdict.killed_by:
                print(f"not noticed: {place(verdict)}: {verdict.change.name or verdict.change.text}", flush=True)
    print(f"{len(verdicts)} mutants judged ({time.monotonic() - began:.0f} s)\n", flush=True)
    return verdicts


def main(
    faults: Annotated[int, typer.Option(min=0, help="Faults to draw; those with a name come on top.")] = 150,
    seed: Annotated[int, typer.Option(help="Of the sample.")] = 1,
    short: Annotated[bool, typer.Option("--short", help="A tenth of RapidCheck's cases.")] = False,
    at_least: Annotated[float, typer.Option(help="Percent of the faults drawn that must be noticed.")] = 95.0,
    list_: Annotated[bool, typer.Option("--list", help="Print the sample, and do no more.")] = False,
    only: Annotated[list[str] | None, typer.Option(metavar="ID", help="Only this fault; may be repeated.")] = None,
    seconds: Annotated[float, typer.Option(min=1, help="Processor time that tests have to notice one fault; after that it counts as a survivor.")] = 240.0,
    listed: Annotated[bool, typer.Option("--listed", help="Also try the faults in survivors.yaml, which otherwise count as survivors.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Compilers and tests at a time.")] = len(os.sched_getaffinity(0)),
) -> None:
    """Makes faults in the models, which the tests must notice. Exit code 1 when too few are."""
    folders = model_folders(ROOT)
    changes = find(ROOT, folders, jobs)
    survivors = Survivors.load(changes)
    with_name = named.load(ROOT)

    def draw(refused: set[Change]) -> list[Change]:
        return [*with_name, *sample((one for one in changes if one not in refused), faults, seed, places(folders), OPERATORS, with_name)]

    def redraw(refused: set[Change], left: list[Change]) -> list[Change]:
        return [] if only else replacements(draw(refused), left)

    mutants = chosen([*changes, *with_name], only) if only else draw(set())
    if list_:
        for change in mutants:
            print(f"{change.identity}  {change.operator:<10}  {change.file}:{change.line}  {change.name or change.text}")
        return
    print(f"{len(mutants)} of {len(changes)} possible faults, seed {seed}", flush=True)
    known = Survivors({}) if listed or only else survivors
    report = Report(tried(Tree(ROOT, WORK), mutants, redraw, known, short, jobs, seconds), survivors)
    print("\n".join(report.lines()))
    report.write(LOGS / "model_mutation.json", seed=seed, short=short)
    problems = report.problems(at_least if not only else 0)
    if not only and faults >= PER_FOLDER * len(folders):
        problems += thin(report.drawn, changes, PER_FOLDER)
    for problem in problems:
        print(problem)
    print(report.summary())
    raise typer.Exit(1 if problems else 0)


def run() -> None:
    """Runs the command; an error that a person can act on is one message and exit code 2."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(epilog=EXAMPLES)(main)
    try:
        app()
    except MutationError as error:
        print(f"run_mutants: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("run_mutants: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    run()
