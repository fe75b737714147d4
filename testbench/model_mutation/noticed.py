# SPDX-License-Identifier: Apache-2.0
"""Which test noticed a fault the last time. A run tries this test first, so that a second run takes a fraction of the first."""

from __future__ import annotations

import json
from pathlib import Path

from model_mutation.change import Change
from model_mutation.programs import Test


class Noticed:
    """Kept in a file, a line for each fault that was noticed, as soon as it is: a run that is interrupted loses nothing."""

    def __init__(self, file: Path):
        self._file = file
        self._tests: dict[str, Test] = {}
        if file.exists():
            for line in file.read_text().splitlines():
                identity, program, name = json.loads(line)
                self._tests[identity] = Test(program, name)

    def by(self, change: Change) -> Test | None:
        """The test that noticed it, if one did."""
        return self._tests.get(change.identity)

    def note(self, change: Change, test: Test) -> None:
        """A test noticed it."""
        if self.by(change) == test:
            return
        self._tests[change.identity] = test
        with self._file.open("a") as file:
            print(json.dumps([change.identity, test.program, test.name]), file=file)
