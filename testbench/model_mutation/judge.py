# SPDX-License-Identifier: Apache-2.0
"""Sends mutants through the tests that come by them, the quickest first, until one fails."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import math
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from model_mutation.change import Change
from model_mutation.errors import MutationError
from model_mutation.noticed import Noticed
from model_mutation.programs import PYTHON, Limits, Programs, Test

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclasses.dataclass(frozen=True)
class Passed:
    """A test without a fault: what it takes, and the mutants that it comes by."""

    test: Test
    cpu: float
    wall: float
    reached: frozenset[int]

    @property
    def limits(self) -> Limits:
        """A fault may take four times as long; a machine with other work kills no mutant."""
        return Limits(math.ceil(2 + 4 * self.cpu), math.ceil(60 + 20 * self.wall))

    @property
    def place(self) -> tuple[int, str, str]:
        """Quick ones first; equal ones, within a factor of two, by name."""
        return max(0, round(math.log2(max(self.cpu, 1e-3) / 1e-2))), self.test.program, self.test.name


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of a mutant: the test that noticed it and what that said; nothing if none did."""

    number: int
    change: Change
    killed_by: str = ""
    words: str = ""
    tests: int = 0  # that come by it
    tried: int = 0  # of these
    seconds: float = 0.0


def as_they_end(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results, each as soon as it is there."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(work, item) for item in items]
        try:
            for future in concurrent.futures.as_completed(futures):
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def without_fault(programs: Programs, test: Test, mutants: int) -> Passed:
    """Runs a test on the sources as they are; it must pass."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(bytes(mutants + 1))
        file.flush()
        outcome = programs.run(test, reached=Path(file.name))
        if outcome.failed:
            raise MutationError(f"{test.name} of {test.program} fails without a fault: {outcome.words}")
        bytes_ = Path(file.name).read_bytes()
    return Passed(test, outcome.cpu, outcome.wall, frozenset(number for number, byte in enumerate(bytes_) if byte))


def judge(programs: Programs, number: int, change: Change, passed: Sequence[Passed], noticed: Noticed, most: float = math.inf) -> Verdict:
    """Runs the tests that reach a mutant, or those of the programs that may notice it: first the one that noticed it the last time, then quick ones.
    A test of the fault's own folder runs before tests of other folders that take more than a sixteenth of its time.
    A mutant that tests of `most` seconds of processor time did not notice has survived; the rest is not tried.
    """
    folder = change.folder.split("/")[0]

    def is_own(test: Test) -> bool:
        return test.program == f"{folder}_tests" or (test.program == PYTHON and test.name.startswith(f"{folder}/"))

    last = noticed.by(change)
    by = [one for one in passed if number in one.reached or one.test.program in change.programs]
    by.sort(key=lambda one: (one.test != last, one.place[0] - (4 if is_own(one.test) else 0), one.place))
    seconds = cpu = 0.0
    tried = 0
    for one in by:
        if cpu + one.cpu > most:
            break
        outcome = programs.run(one.test, number, one.limits)
        tried += 1
        seconds += outcome.wall
        cpu += outcome.cpu
        if outcome.failed:
            noticed.note(change, one.test)
            return Verdict(number, change, one.test.name, outcome.words, len(by), tried, seconds)
    return Verdict(number, change, tests=len(by), tried=tried, seconds=seconds)
