# SPDX-License-Identifier: Apache-2.0
"""What the steps took: build/test-logs/times.json."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from runner.places import CORES, ROOT
from runner.result import Result

SCHEMA = "isochron.test_times/1"


def key(name: str, form: str) -> str:
    """With --all and with --changed a step takes another time than in its usual form."""
    return f"{name} {form}" if form else name


class Times:
    """The times of the run before, and those of this one."""

    def __init__(self, file: Path, form: str = ""):
        """`form` is the option that decides how much a step does. A file that is not there or not ours says nothing."""
        self._file, self._form = file, form
        self._last: dict[str, float] = {}
        try:
            document = json.loads(file.read_text())
        except (OSError, ValueError):
            return
        if isinstance(document, dict) and document.get("schema") == SCHEMA:
            self._last = {str(name): float(seconds) for name, seconds in document["last_passed_s"].items()}

    @property
    def expected(self) -> dict[str, float]:
        """Step -> seconds it took when it last passed in this form."""
        split = [(*name.partition(" "), seconds) for name, seconds in self._last.items()]
        return {name: seconds for name, _, form, seconds in split if form == self._form}

    def write(self, results: Iterable[Result], wall: float) -> None:
        """Writes the file, whole or not at all."""
        results = list(results)
        last = self._last | {key(one.name, self._form): round(one.wall, 2) for one in results if one.ok and not one.unchanged_since}
        document = {
            "schema": SCHEMA,
            "commit": commit(),
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "cores": CORES,
            "form": self._form,
            "wall_s": round(wall, 2),
            "steps": [row(result) for result in results],
            "last_passed_s": dict(sorted(last.items())),
        }
        partial = self._file.with_suffix(f".{os.getpid()}.partial")
        partial.write_text(json.dumps(document, indent=2) + "\n")
        partial.replace(self._file)


def row(result: Result) -> dict[str, object]:
    """A step of this run."""
    return {
        "name": result.name,
        "ok": result.ok,
        "unchanged_since": result.unchanged_since,
        "wall_s": round(result.wall, 2),
        "cpu_s": round(result.cpu, 2),
        "compiler_cache": {"state": result.cache.state, "hits": result.cache.hits, "misses": result.cache.misses},
        "tests": len(result.tests),
    }


def commit() -> str:
    """The commit that is tested, `-dirty` where files differ from it."""
    words = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude", "*"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"
