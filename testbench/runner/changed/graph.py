# SPDX-License-Identifier: Apache-2.0
"""Ninja's own graph of a build folder: what is made from what."""

from __future__ import annotations

import collections
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from runner.errors import UsageError


class Graph:
    """Outputs, their rules and their inputs, as absolute paths: the build file's, and the headers that the compiler reported."""

    def __init__(self, folder: Path):
        """Reads a configured folder."""
        self.folder = folder
        self.rules: dict[str, str] = {}
        self.inputs: dict[str, list[str]] = collections.defaultdict(list)
        names = [line.rpartition(": ")[0] for line in self._ninja("targets", "all").splitlines()]
        self._read_query(self._ninja("query", *dict.fromkeys(names)))
        self._read_headers(self._ninja("deps"))
        self._made_from: dict[str, list[str]] = collections.defaultdict(list)
        for output, inputs in self.inputs.items():
            for name in inputs:
                self._made_from[name].append(output)

    def _ninja(self, tool: str, *words: str) -> str:
        """What a tool of ninja prints."""
        done = subprocess.run(
            ["ninja", "-C", self.folder, "--quiet", "-t", tool, *words], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise UsageError(f"ninja -t {tool} in {self.folder} failed: {done.stderr.strip()}; remove that folder and try again")
        return done.stdout

    def path(self, name: str) -> str:
        """A name of the build file as an absolute path."""
        return os.path.normpath(self.folder / name)

    def _read_query(self, text: str) -> None:
        """Lines `NAME:`, `  input: RULE`, `    [| or ||] INPUT`, `  outputs:`; after || is order alone."""
        output, reading = "", False
        for line in text.splitlines():
            if not line.startswith(" "):
                output = self.path(line[:-1])
            elif not line.startswith("    "):
                word, _, rule = line.strip().partition(": ")
                # A path may have been told already under its other name.
                reading = word == "input" and output not in self.rules
                if reading:
                    self.rules[output] = rule
            elif reading and not (name := line[4:]).startswith("|| "):
                self.inputs[output].append(self.path(name.removeprefix("| ")))

    def _read_headers(self, text: str) -> None:
        """Lines `OBJECT: #deps N, ...` and `    FILE`. What was compiled for an older build file no longer counts."""
        output = ""
        for line in text.splitlines():
            if line.startswith("    "):
                if output in self.rules:
                    self.inputs[output].append(self.path(line[4:]))
            elif ": #deps" in line:
                output = self.path(line.partition(": #deps")[0])

    def objects_from(self, files: Iterable[str]) -> set[str]:
        """Objects that have one of the files in them, through whatever is generated from it."""
        found: set[str] = set()
        todo = list(files)
        while todo:
            for output in self._made_from.get(todo.pop(), ()):
                if output not in found and not self.is_linked(output):
                    found.add(output)
                    todo.append(output)
        return {name for name in found if name.endswith(".o")}

    def is_linked(self, output: str) -> bool:
        """Whether objects are put together here."""
        return "_LINKER__" in self.rules.get(output, "")

    def programs(self) -> list[str]:
        """Every executable."""
        return [name for name, rule in self.rules.items() if rule.startswith("CXX_EXECUTABLE_LINKER__") and "[" not in name]

    def archives_of(self, program: str) -> list[str]:
        """The static libraries of the build that a program names to the linker, in their order."""
        return [name for name in self.inputs[program] if self.rules.get(name, "").startswith("CXX_STATIC_LIBRARY_LINKER__")]

    def objects_of(self, linked: str) -> list[str]:
        """The objects that a program or an archive is made of, in their order."""
        return [name for name in self.inputs[linked] if name.endswith(".o")]

    def relative(self, path: str) -> str:
        """As ninja names it."""
        return os.path.relpath(path, self.folder)
