# SPDX-License-Identifier: Apache-2.0
"""The files that a command has read as its input. Readers and the simulator's lists fill it; no output replaces what is in it.

Only a command watches them: a program that uses the package may write what it has read.
"""
from __future__ import annotations

import os
from pathlib import Path

from isochron.errors import ReportError

_read: set[Path] = set()
_watched = False


def watch() -> None:
    """From here on outputs are refused that are inputs."""
    global _watched  # noqa: PLW0603  (a command's, as its arguments are)
    _watched = True


def note(path: Path) -> None:
    """Registers a file that was read."""
    if _watched:
        _read.add(path)


def require_none(path: Path) -> None:
    """ReportError where a file that is to be written is an input, by whatever name or link."""
    if any(_same(path, one) for one in _read):
        raise ReportError(f"{path}: is read by this command and would be overwritten; name another file or folder")


def _same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
