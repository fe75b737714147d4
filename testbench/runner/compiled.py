# SPDX-License-Identifier: Apache-2.0
"""Which files a run compiled, as ninja wrote it down."""

from __future__ import annotations

from pathlib import Path


class Compiled:
    """What ninja adds to its logs in build/ from now on."""

    def __init__(self, build: Path):
        self._build = build
        self._before = self._lines()

    def _lines(self) -> set[tuple[str, str]]:
        """Build folder and line; a line has start and end in ms, time stamp, output, hash of the command."""
        logs = self._build.glob("*/.ninja_log")
        return {(log.parent.name, line) for log in logs for line in log.read_text(errors="replace").splitlines()}

    def slowest(self, count: int) -> list[tuple[float, str]]:
        """Seconds and `folder: object`, the longest first."""
        found = []
        for folder, line in self._lines() - self._before:
            fields = line.split("\t")
            if len(fields) == 5 and fields[3].endswith(".o"):
                found.append(((int(fields[1]) - int(fields[0])) / 1000, f"{folder}: {fields[3]}"))
        return sorted(found, reverse=True)[:count]
