# SPDX-License-Identifier: Apache-2.0
"""Waiting in tests: for a condition, never for a time. The limit is for what hangs, so it is far beyond what any loaded computer takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

PATIENCE = 1200.0
"""seconds; a program that takes so long is taken for one that hangs"""
_POLL = 0.005
# A process that is found asleep so often, one look after another, waits for somebody else.
_LOOKS = 20

Found = TypeVar("Found")


def wait_for(condition: Callable[[], Found]) -> Found:
    """What the condition returns once it is true."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(_POLL)
    return found


def children_of(process: int) -> list[int]:
    """Its child processes."""
    try:
        return [int(child) for task in Path(f"/proc/{process}/task").iterdir() for child in (task / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def command_line_of(process: int) -> bytes:
    """Its words, each with a zero byte after it; empty once it has ended, also while it is read."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def is_gone(process: int) -> bool:
    """Whether it has ended; one that nobody has waited for has."""
    try:
        return _stat(process)[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until_blocked(process: int, signal: int) -> None:
    """Until a process handles a signal and waits for somebody who is none of its children: found asleep again and again, without a tick of
    processor time between. How long it takes to come there does not matter."""
    wait_for(lambda: is_gone(process) or handles(process, signal))
    seen: list[tuple[str, str]] = []

    def blocked() -> bool:
        nonlocal seen
        if is_gone(process):
            return True
        now = _stat(process)
        seen = [*seen, now] if now[0] == "S" and not children_of(process) and (not seen or seen[-1] == now) else []
        return len(seen) >= _LOOKS

    wait_for(blocked)


def ignores(process: int, signal: int) -> bool:
    """Whether a process ignores a signal."""
    return _mask(process, "SigIgn", signal)


def handles(process: int, signal: int) -> bool:
    """Whether a process has a handler for a signal."""
    return _mask(process, "SigCgt", signal)


def _mask(process: int, which: str, signal: int) -> bool:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return any(int(line.split()[1], 16) >> (signal - 1) & 1 for line in lines if line.startswith(f"{which}:"))


def _stat(process: int) -> tuple[str, str]:
    """State, and ticks of processor time."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return fields[0], f"{fields[11]} {fields[12]}"
