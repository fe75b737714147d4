#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation run of a design: Yosys makes faults in the netlist, and the tests must notice them.

All mutants are in one netlist and one build (mutants.py). A mutant meets the early rounds of its target (targets.py), the quickest first, and is
killed by the first that fails. The netlist without a fault must pass all of them. A SAT solver tries to prove that a survivor
is no fault at all (equivalence.py), and such a one does not count; the others meet the late rounds. Survivors are listed with
the source lines of its fault; build/mutation/DESIGN/report.json has every mutant. Limits are in time of the processor, so that a machine with
other work kills no mutant.
"""

import argparse
import dataclasses
import json
import math
import os
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mutation.equivalence import cut, is_same
from mutation.mutants import Mutant, sample
from mutation.targets import BENCH, HERE, TARGETS, Round, Target
from rtl_tools.designs import design
from rtl_tools.tools import NEW_VERILATOR, ROOT, in_parallel, run

WORK = ROOT / "build/mutation"
LONGEST = 1200  # seconds that a round may take without a fault


@dataclasses.dataclass(frozen=True)
class Limited:
    """A round with the processor's seconds that it may take."""

    round: Round
    seconds: int = LONGEST


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of a mutant: by what it was noticed, nothing if it was not."""

    mutant: Mutant
    killed_by: str = ""
    words: str = ""
    same: bool = False  # proved to be no fault


def build(target: Target, release: Path, work: Path) -> None:
    """The target's programs, with the mutants in place of the design."""
    model = work / "model"
    shutil.rmtree(model, ignore_errors=True)
    top = ["--top-module", target.top, "--prefix", "Vmutants"]
    # Yosys' Verilog is not written for a linter, and a fault may well close a loop.
    must([NEW_VERILATOR, "--cc", "-O3", "-Wno-fatal", *top, "--Mdir", str(model), str(work / "mutants.v")])
    include = Path(NEW_VERILATOR).parents[1] / "include"
    folders = [HERE, BENCH, BENCH / "shell", BENCH / "disk_node", model, ROOT / "tlm"]
    flags = ["-std=c++17", *(f"-I{folder}" for folder in folders), f"-isystem{include}", f"-isystem{include / 'vltstd'}"]
    flags += [f"-DVM_{feature}=0" for feature in ("COVERAGE", "SC", "TIMING", "TRACE")]
    verilated = [*sorted(model.glob("*.cpp")), include / "verilated.cpp", include / "verilated_threads.cpp"]
    compiler = ["ccache", "g++"] if shutil.which("ccache") else ["g++"]

    def compiled(source: Path) -> str:
        level = "-O2" if source in verilated else "-O1"
        object_file = model / f"{source.stem}.o"
        must([*compiler, *flags, level, "-c", str(source), "-o", str(object_file)])
        return str(object_file)

    sources = [*verilated, *(source for program in target.programs.values() for source in program.sources)]
    objects = dict(zip(sources, in_parallel(compiled, sources, 2), strict=True))
    for name, program in target.programs.items():
        libraries = [str(release / library) for library in program.libraries]
        own = [objects[source] for source in [*verilated, *program.sources]]
        # The libraries call each other.
        grouped = ["-Wl,--start-group", *libraries, "-Wl,--end-group"]
        must(["g++", "-o", str(work / name), *own, *grouped, "-lfmt", *program.frameworks, "-lpthread", "-latomic"])


def must(command: list[str]) -> None:
    """Runs a tool that has to succeed."""
    done = run(command)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}")


def noticed(this: Limited, number: int, work: Path) -> tuple[bool, str]:
    """Whether a round fails on a mutant, and the line that tells most of it."""
    # Only the rounds that ask for it take the tests' long form.
    ours = {name: value for name, value in os.environ.items() if name != "ISOCHRON_TEST_ALL"}
    done = subprocess.run(
        ["prlimit", f"--cpu={this.seconds}", str(work / this.round.program), *this.round.arguments],
        env={**ours, **dict(this.round.environment), "MUTANT": str(number), "ISOCHRON_NO_SHRINKING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode == -9:
        return True, f"no end after {this.seconds} s"
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    return done.returncode != 0, next((line for line in lines if "FAILED" in line), lines[0] if lines else "")


def limited(this: Round, work: Path) -> Limited:
    """A round with four times the processor's seconds that it takes without a fault; which it must pass."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    failed, words = noticed(Limited(this), 0, work)
    if failed:
        raise RuntimeError(f"the netlist without a fault fails in the {this.name}: {words}")
    taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return Limited(this, math.ceil(2 + 4 * taken))


def judge(verdict: Verdict, rounds: list[Limited], work: Path) -> Verdict:
    """Sends a mutant that lives through rounds until one notices it."""
    for this in [] if verdict.killed_by or verdict.same else rounds:
        failed, words = noticed(this, verdict.mutant.number, work)
        if failed:
            return dataclasses.replace(verdict, killed_by=this.round.name, words=words)
    return verdict


def tried(target: Target, verdicts: list[Verdict], jobs: int, work: Path) -> list[Verdict]:
    """The same, after the proofs about the survivors."""
    alive = [verdict.mutant for verdict in verdicts if not verdict.killed_by]
    if not alive:
        return verdicts
    combinational = cut(alive, work, target.whole)

    def proved(verdict: Verdict) -> Verdict:
        if verdict.killed_by:
            return verdict
        return dataclasses.replace(verdict, same=is_same(combinational, target.top, verdict.mutant))

    return in_parallel(proved, verdicts, jobs)


def report(verdicts: list[Verdict], work: Path) -> None:
    """Writes report.json and prints the survivors."""
    rows = [
        {
            "number": verdict.mutant.number,
            "fault": verdict.mutant.fault,
            "places": verdict.mutant.places,
            "killed by": verdict.killed_by,
            "words": verdict.words,
            "no fault": verdict.same,
            "command": verdict.mutant.command,
        }
        for verdict in verdicts
    ]
    (work / "report.json").write_text(json.dumps(rows, indent=1) + "\n")
    for verdict in verdicts:
        if not verdict.killed_by:
            what = "is no fault" if verdict.same else "survived"
            print(f"{verdict.mutant.number} {what}: {verdict.mutant.fault}\n    {' '.join(verdict.mutant.places)}")


def main() -> int:
    """0 when enough mutants are killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--design", choices=TARGETS, default="block_mover_core")
    parser.add_argument("--release", type=Path, default=ROOT / "build/release", help="build with the libraries of testbench/rtl")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--quick", action="store_true", help="without the long rounds")
    parser.add_argument("--at-least", type=float, default=95.0, help="percent that must be killed")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()

    began = time.monotonic()

    def clock() -> str:
        return f"{time.monotonic() - began:.0f} s"

    target = TARGETS[arguments.design]()
    work = WORK / target.top
    mutants = sample(design(target.top), arguments.count, arguments.seed, work, target.whole)
    build(target, arguments.release.resolve(), work)
    print(f"{len(mutants)} mutants of {target.top} made and built ({clock()})", flush=True)
    early = [limited(this, work) for this in target.early]
    late = [limited(this, work) for this in (target.late if arguments.quick else target.late + target.long)]
    print(f"without a fault all rounds pass ({clock()})", flush=True)

    verdicts = in_parallel(lambda mutant: judge(Verdict(mutant), early, work), mutants, arguments.jobs)
    print(f"{sum(1 for verdict in verdicts if verdict.killed_by)} killed by the early rounds ({clock()})", flush=True)
    verdicts = tried(target, verdicts, arguments.jobs, work)
    print(f"{sum(1 for verdict in verdicts if verdict.same)} proved to be no faults ({clock()})", flush=True)
    verdicts = in_parallel(lambda verdict: judge(verdict, late, work), verdicts, arguments.jobs)
    report(verdicts, work)
    by = Counter(verdict.killed_by for verdict in verdicts if verdict.killed_by)
    print("killed by " + ", ".join(f"{name} {count}" for name, count in by.items()))
    same = sum(1 for verdict in verdicts if verdict.same)
    score = 100 * by.total() / max(1, len(verdicts) - same)
    print(
        f"mutation: {by.total()} of {len(verdicts)} mutants of {target.top} killed, {same} are no faults; {score:.1f} % of the faults"
        f" ({clock()})"
    )
    return 0 if score >= arguments.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
