# SPDX-License-Identifier: Apache-2.0
"""How a step went."""

from __future__ import annotations

import dataclasses

from runner.compiler_cache import CompilerCache
from runner.junit import TestTime


@dataclasses.dataclass(frozen=True)
class Result:
    """How a step went, and what it took: seconds on the wall and of processors."""

    name: str
    # 0, or what the first command that failed returned; 128 and its number for a signal.
    status: int
    wall: float
    cpu: float
    cache: CompilerCache = CompilerCache()
    tests: tuple[TestTime, ...] = ()
    # The step that failed before, for which reason this one did not run.
    stopped_by: str = ""
    # When it passed on the files as they are, for which reason it did not run again.
    unchanged_since: str = ""

    @property
    def ok(self) -> bool:
        """Whether it passed."""
        return self.status == 0
