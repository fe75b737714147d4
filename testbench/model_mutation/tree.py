# SPDX-License-Identifier: Apache-2.0
"""A copy of the sources with mutants in them, and its build.

The copy has no fingerprints and no recorded deliveries, so no test can compare a machine with an earlier run. It has the published numbers: programs
recognise a library of scenarios by them, and would otherwise use the library of the clone around the copy. The copy is laid out like a clone, so the
compiler's cache provides every object without a mutant.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from model_mutation.change import Change
from model_mutation.errors import MutationError
from model_mutation.weave import woven

COPIED = ("CMakeLists.txt", "CMakePresets.json", "VERSION", "LICENSE", "cmake", "rtl", "docs/examples", "scenarios", "scripts/isochron", "testbench", "tlm")
# What earlier runs left.
RECORDED = ("scenarios/fingerprints/*", "*/recorded_deliveries.json", "*/recorded_clusters.json", "*/recorded_ps2.json")
# Given the mutants that the compiler refuses, all so far, and those that are left: others in their stead.
Redraw = Callable[[set[Change], list[Change]], list[Change]]
HEADER = Path(__file__).with_name("mutants.h")
HEADER_PLACE = "tlm/isochron/mutants.h"
# One mutant may hide the error of another, and what stands in for one may be refused too.
ATTEMPTS = 8
ERROR = re.compile(r"^(?:\S*/)?(tlm/isochron/\S+?):(\d+):\d+: error: ", re.MULTILINE)


class Tree:
    """The copy in `folder` of the repository at `root`."""

    def __init__(self, root: Path, folder: Path):
        self._root, self.folder = root, folder
        self._release = folder / "build/release"

    def write(self, mutants: Mapping[int, Change]) -> None:
        """Brings the copy up to date. A file that stays as it was keeps its time, and what is built of it."""
        ours = {name: (self._root / name).read_bytes() for name in self._files()}
        ours[HEADER_PLACE] = HEADER.read_bytes()
        compiled = {number: change for number, change in mutants.items() if not change.programs}
        for file in sorted({change.file for change in compiled.values()}):
            ours[file] = woven(ours[file], [(number, change) for number, change in compiled.items() if change.file == file])
        there = [path for top in self.folder.glob("*") if top.name != "build" for path in (top, *top.rglob("*"))]
        for path in there:
            if path.is_file() and str(path.relative_to(self.folder)) not in ours:
                path.unlink()
        for name, content in ours.items():
            path = self.folder / name
            if not path.is_file() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)

    @contextlib.contextmanager
    def with_fault(self, change: Change) -> Iterator[None]:
        """Puts the fault into a file that is read, not compiled, and takes it out at the end."""
        path = self.folder / change.file
        source = path.read_bytes()
        path.write_bytes(change.faulty(source))
        try:
            yield
        finally:
            path.write_bytes(source)

    def _files(self) -> list[str]:
        words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *COPIED, *(f":!{one}" for one in RECORDED)]
        done = subprocess.run(words, cwd=self._root, capture_output=True, text=True, check=True)
        return sorted(name for name in set(done.stdout.split("\0")) - {""} if (self._root / name).is_file())

    def build(self, mutants: Iterable[Change], redraw: Redraw, programs: Iterable[str], jobs: int) -> dict[int, Change]:
        """Writes and builds the copy, and returns the mutants by their numbers. A fault that the compiler refuses is none: `redraw` replaces
        it.
        """
        left = dict(enumerate(mutants, 1))
        most, none = len(left), set()
        for _ in range(ATTEMPTS):
            self.write(left)
            if not (self._release / "build.ninja").exists():
                # A folder without it is of a configuration that failed.
                shutil.rmtree(self._release, ignore_errors=True)
                self._run(["cmake", "--preset", "release"])
            said = self._run(["cmake", "--build", "--preset", "release", "--parallel", str(jobs), "--target", *programs, "--", "-k", "0"], may_fail=True)
            if not said:
                return left
            refused = self._refused(said, left)
            if not refused:
                raise MutationError(f"{self.folder} cannot be built, and no mutant is to blame:\n{said[-4000:]}")
            for number in refused:
                change = left.pop(number)
                none.add(change)
                print(f"cannot be compiled, so it is none: {change.file}:{change.line}  {change.text}", file=sys.stderr)
            fresh = redraw(none, list(left.values()))
            left |= enumerate(fresh, most + 1)
            most += len(fresh)
        raise MutationError(f"{self.folder} cannot be built after {ATTEMPTS} attempts")

    def _refused(self, said: str, mutants: Mapping[int, Change]) -> set[int]:
        """Mutants on the lines that the compiler complains of."""
        wrong = {(file, int(line)) for file, line in ERROR.findall(said)}
        refused = set()
        for number, change in mutants.items():
            if change.programs:
                continue
            source = (self._root / change.file).read_bytes()
            for edit in change.edits:
                first, last = (source.count(b"\n", 0, place) + 1 for place in (edit.start, edit.end))
                if any((change.file, line) in wrong for line in range(first, last + 1)):
                    refused.add(number)
        return refused

    def _run(self, words: list[str], may_fail: bool = False) -> str:
        """Nothing when it succeeds, else what it said."""
        done = subprocess.run(words, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        if done.returncode == 0:
            return ""
        if not may_fail:
            raise MutationError(f"{' '.join(words)} failed in {self.folder}:\n{done.stdout[-4000:]}")
        return done.stdout
