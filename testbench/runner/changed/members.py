# SPDX-License-Identifier: Apache-2.0
"""Which objects of its static libraries a program holds, by the rule of the linker: those that define what is asked for."""

from __future__ import annotations

import collections
import os
import subprocess
from collections.abc import Iterable

from runner.changed.graph import Graph

# Asked for by the C library's start and by our link options.
ROOTS = ("main", "sc_main")


class Members:
    """Symbols of objects and archives as nm lists them. The archives must be built, and the programs' own objects."""

    def __init__(self, graph: Graph, programs: Iterable[str]):
        self._graph = graph
        self._asked: dict[str, set[str]] = collections.defaultdict(set)
        self._defined: dict[str, set[str]] = collections.defaultdict(set)
        self._index: dict[str, dict[str, str]] = {}
        programs = list(programs)
        archives = list(dict.fromkeys(archive for program in programs for archive in graph.archives_of(program)))
        # Symbols are those of the objects themselves, which are the archives' members.
        objects = {name for linked in (*programs, *archives) for name in graph.objects_of(linked)}
        self._read(sorted(objects))
        for archive in archives:
            index = self._index[archive] = {}
            for member in graph.objects_of(archive):
                for symbol in self._defined[member]:
                    index.setdefault(symbol, member)

    def _read(self, files: list[str]) -> None:
        """Lines `FILE: SYMBOL TYPE ...`; U is asked for, w and v are not missed, all others are defined."""
        there = [file for file in files if os.path.exists(file)]
        if not there:
            return
        words = ["nm", "--format=posix", "--print-file-name", "--extern-only", *there]
        listing = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        for line in listing.splitlines():
            file, _, rest = line.partition(": ")
            symbol, kind = rest.split(" ", 2)[:2]
            if kind == "U":
                self._asked[file].add(symbol)
            elif kind not in "wv":
                self._defined[file].add(symbol)

    def of(self, program: str) -> set[str]:
        """The objects in a program, its own and those that the linker takes from archives."""
        own = self._graph.objects_of(program)
        indexes = [self._index[archive] for archive in self._graph.archives_of(program)]
        held: set[str] = set()
        defined: set[str] = set()
        todo, missing = list(own), list(ROOTS)
        while todo or missing:
            while todo:
                name = todo.pop()
                if name not in held:
                    held.add(name)
                    defined |= self._defined[name]
                    missing += self._asked[name]
            while missing and not todo:
                symbol = missing.pop()
                if symbol not in defined:
                    defined.add(symbol)
                    todo += [index[symbol] for index in indexes if symbol in index][:1]
        return held
