# SPDX-License-Identifier: Apache-2.0
"""The tests that judge mutants: those of the C++ programs below, each in a process of its own as under CTest, and files of Python tests that
compare what the command says of machine files with oracles of their own.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from model_mutation.errors import MutationError

# Folders of `testbench` whose tests judge, each with its program. Those of scenario files and of the command look at no model.
SUBJECTS = (
    *("core", "observe", "protocol", "part", "bus", "fabric", "pcie", "net", "storage", "host", "endpoint", "dma", "software", "machine"),
    *("seachange", "gennart", "ps2", "calliope", "voyager"),
)
# Programs by their CMake target, and where they are below the build folder.
PROGRAMS = {
    **{f"{subject}_tests": "testbench" for subject in SUBJECTS},
    # Models against the Verilog that can stand in their places.
    "equivalence_tests": "testbench/equivalence",
    "disk_node_equivalence_tests": "testbench/equivalence",
    "cosim_tests": "testbench/cosim",
    "conformance_tests": "testbench/conformance",
    "errors_tests": "testbench/conformance",
    "accellera_tests": "testbench/conformance",
}
# The command as a CMake target, which the Python tests run.
COMMAND = "isochron_command"
# Names of Python test files, wherever below `testbench` they are.
PYTHON = "python"
PYTHON_TESTS = (
    *("test_machine_files.py", "test_machine_jobs.py", "test_machine_planes.py", "test_machine_work.py", "test_machine_netlist.py"),
    *("test_machine_figures.py", "test_machine_messages.py", "test_machine_sizes.py", "test_random_*.py", "test_bounds.py", "test_bus_models.py"),
    *("test_machine_metrics.py", "test_machine_parameters.py", "test_machine_expression.py", "test_machine_flows.py", "test_machine_move_lists.py"),
    "test_array_section.py",
    *("test_workloads.py", "test_declared_arithmetic.py"),
    *("test_saturation.py", "test_shared_sources.py", "test_traces.py", "test_traffic_options.py", "test_twice_over_a_bus.py"),
    *("test_weighted_destinations.py", "test_asked_figures.py", "test_idle_parameters.py", "test_component_types.py", "test_ps2_pictures.py"),
    *("test_calliope_winding.py", "test_calliope_messages.py"),
)
# RapidCheck draws the same cases every time and does not look for a smaller one that fails too.
CASES = {False: "seed=1 max_success=100 noshrink=1", True: "seed=1 max_success=10 noshrink=1"}
MEMORY = 12 << 30  # bytes of address space per test; Voyager under overload takes 10 GiB of it, and half a GiB of memory


@dataclasses.dataclass(frozen=True)
class Test:
    """A test of a program, with its full name in GoogleTest; of Python a file, below `testbench`."""

    __test__ = False  # pytest takes a class of this name for tests

    program: str
    name: str


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How a run of a test ended."""

    failed: bool
    words: str  # the line that tells most of it
    cpu: float  # seconds of the processor, its children's too
    wall: float


@dataclasses.dataclass(frozen=True)
class Limits:
    """Seconds that a run may take. Those of the processor decide; a test that only waits ends by the others."""

    cpu: int = 600
    wall: int = 1800


class Programs:
    """The test programs and Python tests of a clone at `root`, built there."""

    def __init__(self, root: Path, short: bool):
        self._root = root
        ours = {name: value for name, value in os.environ.items() if name not in ("ISOCHRON_TEST_ALL", "ISOCHRON_COMMAND")}
        self._environment = {**ours, "RC_PARAMS": CASES[short], "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1", "PYTHONPATH": str(root / "scripts")}

    def path(self, program: str) -> Path:
        """Where a program is."""
        return self._root / "build/release" / PROGRAMS[program] / program

    def tests(self) -> list[Test]:
        """All tests of all programs, in their order."""
        found = []
        for program in PROGRAMS:
            words = [str(self.path(program)), "--gtest_list_tests"]
            said = subprocess.run(words, capture_output=True, text=True, check=True, env=self._environment).stdout
            found += [Test(program, name) for name in listed(said)]
        return [*found, *(Test(PYTHON, name) for name in python_tests(self._root / "testbench"))]

    def run(self, test: Test, mutant: int = 0, limits: Limits = Limits(), reached: Path | None = None) -> Outcome:
        """Runs a test on a mutant, 0 for none; notes in `reached` which mutants it came by."""
        extra = {"MUTANT": str(mutant), **({"MUTANTS_REACHED": str(reached)} if reached else {})}
        if test.program == PYTHON:
            words = [sys.executable, "-m", "pytest", "--exitfirst", "-p", "no:xdist", str(self._root / "testbench" / test.name)]
        else:
            words = [str(self.path(test.program)), f"--gtest_filter={test.name}", "--gtest_brief=1"]
        return limited(words, {**self._environment, **extra}, limits)


def python_tests(testbench: Path, names: Iterable[str] = PYTHON_TESTS) -> list[str]:
    """Files of Python tests by their names, each with its place."""
    found = []
    for name in names:
        places = sorted(testbench.rglob(name))
        if not places:
            raise MutationError(f"there is no {name} below {testbench}; programs.py names it")
        found += [str(place.relative_to(testbench)) for place in places]
    return found


def listed(said: str) -> list[str]:
    """Full names from the output of --gtest_list_tests."""
    names, suite = [], ""
    for line in said.splitlines():
        text = line.split("#")[0].rstrip()
        if re.match(r"\S+\.$", text):
            suite = text
        elif text.startswith("  ") and suite:
            names.append(suite + text.strip())
    return [name for name in names if "DISABLED_" not in name]


def limited(words: list[str], environment: Mapping[str, str], limits: Limits) -> Outcome:
    """Runs a program within limits, and ends what it leaves behind."""
    held = ["prlimit", f"--cpu={limits.cpu}", f"--as={MEMORY}", "--core=0", *words]
    late = threading.Event()
    with tempfile.TemporaryFile() as output:
        began = time.monotonic()
        process = subprocess.Popen(held, env=dict(environment), stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)

        def end() -> None:
            late.set()
            kill_group(process.pid)

        timer = threading.Timer(limits.wall, end)
        timer.start()
        # Popen's own ways to wait do not tell the time of the processor.
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        wall = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        kill_group(process.pid)
        output.seek(0)
        said = output.read().decode(errors="replace")
    failed = late.is_set() or process.returncode != 0
    words_of = telling(said, process.returncode, late.is_set(), limits) if failed else ""
    return Outcome(failed, words_of, usage.ru_utime + usage.ru_stime, wall)


def kill_group(leader: int) -> None:
    """Ends what a program has started, if anything is left of it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def telling(said: str, status: int, late: bool, limits: Limits) -> str:
    """The line that says most of how a test failed."""
    if late:
        return f"no end within {limits.wall} s"
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"no end within {limits.cpu} s of the processor"
    if status < 0:
        return f"signal {-status}"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in lines if re.search(r"Failure|FAILED|rror", line)), lines[0] if lines else f"exit {status}")[:300]
