# SPDX-License-Identifier: Apache-2.0
"""The tests that CTest knows, and how long each took before."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from runner.errors import UsageError


@dataclasses.dataclass(frozen=True)
class Test:
    """A test of CTest."""

    __test__ = False  # pytest takes a class of this name for tests

    # CTest's own, from 1; `ctest -I` takes it.
    number: int
    name: str
    # Every word of its command: its program, and files that it names.
    words: frozenset[str]
    # What it took before, in the mean; None where it never ran here.
    seconds: float | None


def read_tests(build: Path) -> list[Test]:
    """All tests of a build folder. UsageError when CTest cannot say."""
    words = ["ctest", "--test-dir", str(build), "--show-only=json-v1"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UsageError(f"ctest --show-only in {build} failed: {done.stderr.strip()}; scripts/test build makes it anew")
    cost = read_cost(build / "Testing/Temporary/CTestCostData.txt")
    return [
        Test(number, one["name"], frozenset(os.path.normpath(word) for word in one.get("command", [])), cost.get(one["name"]))
        for number, one in enumerate(json.loads(done.stdout)["tests"], 1)
    ]


def read_cost(file: Path) -> dict[str, float]:
    """CTest's own notes: `NAME RUNS SECONDS` a line, then `---` and what failed."""
    cost: dict[str, float] = {}
    for line in file.read_text().splitlines() if file.exists() else ():
        if line == "---":
            break
        name, runs, seconds = line.rsplit(" ", 2)
        if int(runs):
            cost[name] = float(seconds)
    return cost


def affordable(tests: Iterable[Test], seconds: float) -> tuple[list[Test], list[Test]]:
    """The tests that fit into so many seconds of a processor, the shortest first, and those that do not. One that never ran
    here runs: then its time is known.
    """
    ordered = sorted(tests, key=lambda test: (test.seconds or 0.0, test.number))
    taken = 0
    spent = 0.0
    while taken < len(ordered) and spent + (ordered[taken].seconds or 0.0) <= seconds:
        spent += ordered[taken].seconds or 0.0
        taken += 1
    return ordered[:taken], ordered[taken:]


def numbers(tests: Iterable[Test]) -> str:
    """For `ctest -I`: the first from and to itself, the others one by one."""
    chosen = sorted(test.number for test in tests)
    return ",".join(map(str, [chosen[0], chosen[0], 1, *chosen[1:]]))
