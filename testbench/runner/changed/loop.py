# SPDX-License-Identifier: Apache-2.0
"""scripts/test --changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from runner import steps
from runner.changed import rules
from runner.changed.affected import Affected, affected, candidates
from runner.changed.git import base, changed, git
from runner.changed.graph import Graph
from runner.changed.selection import Selection, select
from runner.changed.tests import Test, affordable, numbers, read_tests
from runner.command import Command, build, ctest, pytest
from runner.command import python as venv_python
from runner.job import Job, plan
from runner.places import LOGS, RELEASE, ROOT
from runner.session import Session

# Seconds of one processor for the tests of CTest: with the build and the other checks beside them an answer takes three minutes on two.
TEST_SECONDS = 150.0
REST = LOGS / "changed-not-run.txt"
COMMAND_PROGRAM = str(RELEASE / "isochron")


def run_changed(session: Session, commit: str) -> None:
    """Builds and runs what the change since the commit can affect, and says what it leaves out."""
    since = base(ROOT, commit)
    paths = changed(ROOT, since)
    say(f"changed since {since[:12]}", paths)
    if not paths:
        return
    tracked = (git(ROOT, "ls-files", "-z") or "").split("\0")
    selection = select(ROOT, paths, tracked, steps.shell_scripts())
    for step, why in selection.whole.items():
        print(f"the whole step {step}: {why}")

    affects: Affected | None = None
    if "build" not in selection.whole:
        affects = compile_and_link(session, [str(ROOT / path) for path in paths], command=bool(selection.python))
        if affects is None:
            return
    session.run(jobs(paths, selection, affects))


def compile_and_link(session: Session, files: list[str], *, command: bool) -> Affected | None:
    """Brings what the files can affect up to date, and says what it is; None when that fails. With `command` the command
    too, which Python tests run.
    """
    # Only the build as it was knows which programs had files that are gone by now.
    gone = [file for file in files if not Path(file).exists()]
    before = affected(Graph(RELEASE), gone).programs if gone and (RELEASE / "build.ninja").exists() else frozenset()
    if not session.run([Job("configure", (*steps.release_build(False)[:1], build("release", "build.ninja")))]):
        return None
    graph = Graph(RELEASE)
    before &= set(graph.programs())
    possible = {*candidates(graph, graph.objects_from(files)), *before}
    # What was never compiled has no headers yet that the graph could know.
    if not all(Path(name).exists() for program in graph.programs() for name in graph.objects_of(program)):
        print("the build is not complete: whole of it, once")
        possible = set(graph.programs())
    if possible and not session.run([Job("compile", (build("release", *objects(graph, possible)),), wide=True)]):
        return None
    graph = Graph(RELEASE)
    found = affected(graph, files)
    affects = dataclasses.replace(found, programs=found.programs | before, spared=found.spared - before)
    tell_affected(graph, affects)
    programs = sorted(map(graph.relative, affects.programs | ({COMMAND_PROGRAM} if command else set())))
    return affects if not programs or session.run([Job("link", (build("release", *programs),), wide=True)]) else None


def objects(graph: Graph, programs: Iterable[str]) -> list[str]:
    """The objects and libraries of programs, as ninja names them."""
    names = {name for program in programs for name in (*graph.objects_of(program), *graph.archives_of(program))}
    return sorted(map(graph.relative, names))


def tell_affected(graph: Graph, affects: Affected) -> None:
    """What the graphs say."""
    say("it is compiled into", [graph.relative(name) for name in sorted(affects.objects)])
    say("programs that hold it", [graph.relative(name) for name in sorted(affects.programs)])
    say("programs that link the library without it, left out", [graph.relative(name) for name in sorted(affects.spared)])


def jobs(paths: list[str], selection: Selection, affects: Affected | None) -> list[Job]:
    """What runs when the programs are there."""
    found: list[Job] = plan([steps.NAMES[step] for step in selection.whole], False)
    if selection.python:
        say("Python tests that reach or are about what changed", selection.python)
    python = [pytest(*selection.python)] if selection.python else []
    left_out = set(selection.left_out)
    if affects is not None:
        files = {str(ROOT / path) for path in paths}
        if COMMAND_PROGRAM in affects.programs:
            short = [test for test in rules.COMMAND if test not in selection.python]
            python += [pytest(*short, "-k", rules.COMMAND_WITHOUT)] if short else []
            say("Python tests of the command's results, without Verilog in machines", short)
            left_out |= {"asan", "python", "fuzz", "effort", "accept"}
        elif affects.programs:
            left_out.add("asan")
        if "ctest" not in selection.whole:
            tests = [test for test in read_tests(RELEASE) if test.words & (affects.programs | files)]
            found += ctest_job(tests)
    if python and "python" not in selection.whole:
        found.append(Job("python", tuple(python)))
        left_out.add("python")
    if selection.formatted and "format" not in selection.whole:
        found.append(Job("format", (steps.clang_format(selection.formatted),)))
    if selection.tidy and "tidy" not in selection.whole:
        found.append(Job("tidy", tuple(tidy(file) for file in selection.tidy)))
    if selection.scripts:
        found.append(Job("shell", (Command(("shellcheck", "-x", *selection.scripts)),)))
    if selection.lint and "lint" not in selection.whole:
        found.append(Job("lint", tuple(steps.lint(False))))
    if "build" in selection.whole:
        found = [job if job.name == "build" else dataclasses.replace(job, needs=job.needs | {"build"}) for job in found]
    left_out -= set(selection.whole)
    if left_out:
        names = " ".join(step.name for step in steps.STEPS if step.name in left_out)
        print(f"left out, or run in part only: {names}\n    scripts/test {names}")
    return found


def ctest_job(tests: list[Test]) -> list[Job]:
    """The tests that there is time for; says which there is not."""
    if not tests:
        return []
    run, rest = affordable(tests, TEST_SECONDS)
    print(f"tests of these programs: {len(tests)}, run now: {len(run)}")
    REST.unlink(missing_ok=True)
    if rest:
        REST.write_text(numbers(rest) + "\n")
        seconds = sum(test.seconds or 0.0 for test in rest)
        print(
            f"NOT run, the longest by earlier runs: {len(rest)}, {seconds:.0f} s of a processor; "
            f"{rest[0].name} ... {rest[-1].name}\n    ctest --preset release --parallel {steps.JOBS} -I {REST.relative_to(ROOT)}"
        )
    return [Job("ctest", (ctest("release", "--timeout", "900", "-I", numbers(run)),), wide=True)] if run else []


def tidy(file: str) -> Command:
    """clang-tidy over a source as it stands, without the others of its batch."""
    return venv_python("testbench/lint/clang_tidy.py", "--build", str(RELEASE), "--each", file)


def say(what: str, names: list[str]) -> None:
    """A heading and its names, a line each; a long list is cut."""
    shown = names if len(names) <= 12 else [*names[:10], f"... and {len(names) - 10} more"]
    print(f"{what}: {len(names) or 'nothing'}", *(f"    {name}" for name in shown), sep="\n", flush=True)
