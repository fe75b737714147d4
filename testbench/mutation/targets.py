# SPDX-License-Identifier: Apache-2.0
"""The designs whose tests are tried on mutants: what is mutated, the programs to build, and what a mutant has to survive."""

import dataclasses
from pathlib import Path

from rtl_tools.tools import ROOT

HERE = Path(__file__).resolve().parent
BENCH = ROOT / "testbench/rtl"
NODE = BENCH / "disk_node"

# RapidCheck's runs, without the search for a smaller case that fails too.
RAPIDCHECK = (("RC_PARAMS", "seed=1 max_success=200 noshrink=1"),)
LONG = (("ISOCHRON_TEST_ALL", "1"), ("RC_PARAMS", "seed=2 max_success=500 noshrink=1"))


@dataclasses.dataclass(frozen=True)
class Round:
    """Arguments and environment of a program that fails when it notices a fault."""

    name: str
    program: str
    arguments: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()


@dataclasses.dataclass(frozen=True)
class Program:
    """A program of the tests: its sources, and the libraries of the release build in the linker's order."""

    sources: tuple[Path, ...]
    libraries: tuple[str, ...]
    frameworks: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Target:
    """A design with its tests.

    The early rounds are for every mutant, the quickest first. A survivor may then be proved to be no fault; the late ones are for
    the others, the long ones only in the long form.
    """

    top: str
    programs: dict[str, Program]
    early: tuple[Round, ...]
    late: tuple[Round, ...]
    long: tuple[Round, ...]
    whole: str = ""  # a part that is not mutated


def suites(name: str, wanted: str, environment: tuple[tuple[str, str], ...] = RAPIDCHECK) -> Round:
    """A round of the program `tests`: a filter of GoogleTest's."""
    return Round(name, "tests", (f"--gtest_filter={wanted}", "--gtest_fail_fast", "--gtest_brief=1"), environment)


def smoke(seed: int, commands: int) -> Round:
    """Random commands in three surroundings."""
    return Round(f"smoke test, seed {seed}", "smoke", (str(seed), str(commands)))


def block_mover_core() -> Target:
    """The core with its default parameters."""
    # Tests of the harness, and of another top module.
    others = {"axi_test.cpp", "bench_dut_test.cpp"}
    tests = [BENCH / "rtl_run.cpp", BENCH / "functional_coverage.cpp", HERE / "mutated_core.cpp"]
    tests += sorted(file for file in BENCH.glob("*_test.cpp") if file.name not in others)
    harness = "testbench/rtl/libisochron_rtl_harness.a"
    # Suites of other cores are named by their parameters, but for four tests; the memory, the checker and the model are not the core's.
    skipped = ":".join(f"*/{core}" for core in ("32", "128", "256", "512", "small", "plain"))
    skipped += ":Packets.ThatEndWithABurst:*Overlaps*:*JoinedAtTheDestinationKeep*:*JoinedRowsBeforeEnds*:Memory.*:Checker.*:Model.*"
    return Target(
        "block_mover_core",
        {
            "smoke": Program((BENCH / "smoke.cpp",), (harness,)),
            "tests": Program(tuple(tests), (harness,), ("-lgtest_main", "-lgtest", "-lrapidcheck")),
        },
        (smoke(1, 200), smoke(2, 1000), smoke(3, 1000), suites("tests", f"-{skipped}:FunctionalCoverage.*")),
        (suites("coverage test", "FunctionalCoverage.*"),),
        (suites("long tests", f"Lengths.*:Width/Random*:CommandLists.*:Stalls/*-{skipped}", LONG),),
    )


def disk_node() -> Target:
    """The disk-node interface with its default parameters; the block mover in it is left alone."""
    tests = [NODE / "verilated_node.cpp", NODE / "node_fixture.cpp", *sorted(NODE.glob("*_test.cpp"))]
    rtl = "testbench/rtl/"
    libraries = (
        f"{rtl}disk_node/libisochron_node_bench.a",
        f"{rtl}disk_node/libisochron_node_register_table.a",
        f"{rtl}shell/libisochron_shell_bench.a",
        f"{rtl}libisochron_rtl_harness.a",
        "tlm/libisochron_drivers.a",
    )
    return Target(
        "disk_node",
        {"tests": Program(tuple(tests), libraries, ("-lgtest_main", "-lgtest"))},
        (
            suites("reads and writes", "Degraded.reads_combine*:Reads.*:Writes.*-Reads.of_thousands*"),
            suites("tests", "-*wide*:Seeds/*:Rate.*"),
            suites("random tests", "Seeds/*-*wide*"),
            suites("rates", "Rate.*"),
        ),
        (),
        (suites("long tests", "Reads.of_thousands*:Rings.of_hundreds*:Errors.are_counted*:Streams.underrun_by*:Seeds/*-*wide*", LONG),),
        whole="block_mover_core",
    )


TARGETS = {"block_mover_core": block_mover_core, "disk_node": disk_node}
