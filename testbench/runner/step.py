# SPDX-License-Identifier: Apache-2.0
"""A step of scripts/test."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from runner.command import Command

Commands = Callable[[bool], list[Command]]


@dataclasses.dataclass(frozen=True)
class Step:
    """What a step does and what must be done before. Its line of help is in scripts/test, which prints it without Python."""

    name: str
    # Called with True for the long form of --all.
    commands: Commands
    # The step that must have run before ...
    needs: str = ""
    # ... and what is done instead where that step was not asked for.
    alone: Commands = lambda everything: []
    # Runs only when it is asked for by name or with --all.
    marked: bool = False
    # Part of another step: not with --all either.
    named_only: bool = False
    # Keeps all processors busy most of its time.
    wide: bool = False
    # Files and folders that decide how it ends, for tools that answer alike every time: it is not repeated while they stay.
    inputs: tuple[str, ...] = ()
