# SPDX-License-Identifier: Apache-2.0
"""What ccache says of the compilations of a step."""

from __future__ import annotations

import dataclasses
from pathlib import Path

HITS = {"direct_cache_hit", "preprocessed_cache_hit"}


@dataclasses.dataclass(frozen=True)
class CompilerCache:
    """How many compilations ccache answered, and how many the compiler had to do."""

    hits: int = 0
    misses: int = 0

    @classmethod
    def read(cls, log: Path) -> CompilerCache:
        """From the file that CCACHE_STATSLOG named; a step that compiles nothing leaves none."""
        if not log.exists():
            return cls()
        words = log.read_text(errors="replace").split("\n")
        return cls(sum(word in HITS for word in words), words.count("cache_miss"))

    @property
    def state(self) -> str:
        """`cold` when most compilations missed, `warm` when most hit, `-` when there were none."""
        if not self.hits + self.misses:
            return "-"
        return "warm" if self.hits > self.misses else "cold"
