# SPDX-License-Identifier: Apache-2.0
"""The words after scripts/test."""

from __future__ import annotations

import dataclasses

from runner.errors import UsageError
from runner.steps import GROUPS, NAMES


@dataclasses.dataclass(frozen=True)
class Options:
    """What was asked for."""

    everything: bool = False
    verbose: bool = False
    # The commit to compare with, empty for the usual one; None without --changed.
    changed: str | None = None
    steps: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """The option that decides how much a step does."""
        return "--changed" if self.changed is not None else "--all" if self.everything else ""

    @classmethod
    def parse(cls, words: list[str]) -> Options:
        """Reads the words. UsageError for one that means nothing or does not go with the others."""
        everything = verbose = False
        changed: str | None = None
        named: list[str] = []
        for word in words:
            if word == "--all":
                everything = True
            elif word == "--verbose":
                verbose = True
            elif word == "--changed":
                changed = ""
            elif word in NAMES or word in GROUPS:
                named.append(word)
            elif changed == "" and not word.startswith("-"):
                changed = word
            else:
                raise UsageError(f"there is no step '{word}' (scripts/test --help)")
        if changed is not None and (named or everything):
            raise UsageError("--changed goes with neither steps nor --all: it chooses what to run (scripts/test --help)")
        return cls(everything, verbose, changed, tuple(named))
