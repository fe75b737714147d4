#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation run of block_mover_core: Yosys makes faults in the netlist, and the tests must notice them.

A mutant first meets the smoke test (random commands in three surroundings), then the tests of testbench/rtl that use the core
with its default parameters; it is killed by the first that fails. The netlist without a fault must pass all of them. Of a
survivor a SAT solver tries to prove that it is no fault at all (equivalence.py), and such a one does not count. The others are listed
with the source lines of their faults; build/mutation/report.json has every mutant.
"""

import argparse
import dataclasses
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mutation.equivalence import cut, is_same
from mutation.mutants import Mutant, sample
from rtl_tools.designs import design
from rtl_tools.tools import NEW_VERILATOR, ROOT, in_parallel, run

HERE = Path(__file__).resolve().parent
BENCH = ROOT / "testbench/rtl"
WORK = ROOT / "build/mutation"
HARNESS = ROOT / "build/release/testbench/rtl/libisochron_rtl_harness.a"
TIMEOUT = 300  # seconds; a healthy core needs a few in each round

# Tests of the harness, and of another top module.
OTHER_TESTS = {"axi_test.cpp", "bench_dut_test.cpp"}
# Suites of other cores are named by their parameters; the memory, the checker and the model are not the core's.
FILTER = "-" + ":".join(f"*/{core}" for core in ("32", "128", "256", "512", "small", "plain")) + ":Memory.*:Checker.*:Model.*"


@dataclasses.dataclass(frozen=True)
class Round:
    """A program that fails when it notices a fault."""

    name: str
    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of a mutant: by what it was noticed, nothing if it was not."""

    mutant: Mutant
    killed_by: str
    words: str
    same: bool = False  # proved to be no fault


def rounds(smoke: Path, tests: Path, long: bool) -> list[Round]:
    """What a mutant has to survive, the quickest first."""
    suites = (str(tests), f"--gtest_filter={FILTER}", "--gtest_fail_fast", "--gtest_brief=1")
    found = [
        Round("smoke test", (str(smoke), "1", "200")),
        Round("tests", suites, (("RC_PARAMS", "seed=1 max_success=200"),)),
    ]
    if long:
        found += [Round(f"smoke test, seed {seed}", (str(smoke), str(seed), "1000")) for seed in (2, 3)]
        found += [Round("long tests", suites, (("ISOCHRON_TEST_ALL", "1"), ("RC_PARAMS", "seed=2 max_success=500")))]
    return found


def build(harness: Path) -> tuple[Path, Path]:
    """The smoke test and the tests, with the mutants in place of the core."""
    model = WORK / "model"
    shutil.rmtree(model, ignore_errors=True)
    top = ["--top-module", "block_mover_core", "--prefix", "Vmutants"]
    # Yosys' Verilog is not written for a linter, and a fault may well close a loop.
    must([NEW_VERILATOR, "--cc", "-O3", "-Wno-fatal", *top, "--Mdir", str(model), str(WORK / "mutants.v")])
    include = Path(NEW_VERILATOR).parents[1] / "include"
    flags = ["-std=c++17", "-O1", f"-I{HERE}", f"-I{BENCH}", f"-I{model}", f"-isystem{include}", f"-isystem{include / 'vltstd'}"]
    flags += [f"-DVM_{feature}=0" for feature in ("COVERAGE", "SC", "TIMING", "TRACE")]
    verilated = [*sorted(model.glob("*.cpp")), include / "verilated.cpp", include / "verilated_threads.cpp"]
    smoke = [BENCH / "smoke.cpp"]
    tests = [HERE / "mutated_core.cpp", BENCH / "rtl_run.cpp", BENCH / "functional_coverage.cpp"]
    tests += sorted(file for file in BENCH.glob("*_test.cpp") if file.name not in OTHER_TESTS)
    compiler = ["ccache", "g++"] if shutil.which("ccache") else ["g++"]

    def compiled(source: Path) -> str:
        target = model / f"{source.stem}.o"
        must([*compiler, *flags, "-c", str(source), "-o", str(target)])
        return str(target)

    objects = dict(zip([*verilated, *smoke, *tests], in_parallel(compiled, [*verilated, *smoke, *tests], 2), strict=True))
    libraries = [str(harness), "-lfmt", "-lpthread", "-latomic"]
    must(["g++", "-o", str(WORK / "smoke"), *(objects[source] for source in [*verilated, *smoke]), *libraries])
    frameworks = ["-lgtest_main", "-lgtest", "-lrapidcheck"]
    must(["g++", "-o", str(WORK / "tests"), *(objects[source] for source in [*verilated, *tests]), *libraries, *frameworks])
    return WORK / "smoke", WORK / "tests"


def must(command: list[str]) -> None:
    """Runs a tool that has to succeed."""
    done = run(command)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}")


def noticed(this: Round, number: int) -> tuple[bool, str]:
    """Whether a round fails on a mutant, and the line that tells most of it."""
    try:
        done = subprocess.run(
            this.command,
            env={**os.environ, **dict(this.environment), "MUTANT": str(number)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True, f"no end after {TIMEOUT} s"
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    return done.returncode != 0, next((line for line in lines if "FAILED" in line), lines[0] if lines else "")


def judge(mutant: Mutant, all_rounds: list[Round]) -> Verdict:
    """Sends a mutant through the rounds until one notices it."""
    for this in all_rounds:
        failed, words = noticed(this, mutant.number)
        if failed:
            return Verdict(mutant, this.name, words)
    return Verdict(mutant, "", "")


def tried(verdicts: list[Verdict], jobs: int) -> list[Verdict]:
    """The same, after the proofs about the survivors."""
    if all(verdict.killed_by for verdict in verdicts):
        return verdicts
    combinational = cut([verdict.mutant for verdict in verdicts], WORK)

    def proved(verdict: Verdict) -> Verdict:
        if verdict.killed_by:
            return verdict
        return dataclasses.replace(verdict, same=is_same(combinational, "block_mover_core", verdict.mutant))

    return in_parallel(proved, verdicts, jobs)


def report(verdicts: list[Verdict]) -> None:
    """Writes build/mutation/report.json and prints the survivors."""
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
    (WORK / "report.json").write_text(json.dumps(rows, indent=1) + "\n")
    for verdict in verdicts:
        if not verdict.killed_by:
            what = "is no fault" if verdict.same else "survived"
            print(f"{verdict.mutant.number} {what}: {verdict.mutant.fault}\n    {' '.join(verdict.mutant.places)}")


def main() -> int:
    """0 when enough mutants are killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--harness", type=Path, default=HARNESS, help="the library of testbench/rtl")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--quick", action="store_true", help="the first two rounds only")
    parser.add_argument("--at-least", type=float, default=95.0, help="percent that must be killed")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()

    began = time.monotonic()
    mutants = sample(design("block_mover_core"), arguments.count, arguments.seed, WORK)
    all_rounds = rounds(*build(arguments.harness.resolve()), long=not arguments.quick)
    for this in all_rounds:
        failed, words = noticed(this, 0)
        if failed:
            print(f"the netlist without a fault fails in the {this.name}: {words}")
            return 1
    print(f"{len(mutants)} mutants of block_mover_core made and built in {time.monotonic() - began:.0f} s", flush=True)

    verdicts = in_parallel(lambda mutant: judge(mutant, all_rounds), mutants, arguments.jobs)
    verdicts = tried(verdicts, arguments.jobs)
    report(verdicts)
    killed = sum(1 for verdict in verdicts if verdict.killed_by)
    same = sum(1 for verdict in verdicts if verdict.same)
    score = 100 * killed / max(1, len(verdicts) - same)
    print(
        f"mutation: {killed} of {len(verdicts)} mutants killed, {same} are no faults; {score:.1f} % of the faults"
        f" ({time.monotonic() - began:.0f} s)"
    )
    return 0 if score >= arguments.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
