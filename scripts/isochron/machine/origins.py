# SPDX-License-Identifier: Apache-2.0
"""Where in a user's program each entry of a machine was made, so that what the command says of the file names that line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from isochron.machine import text as machine_text

_HOUSE = str(Path(__file__).resolve().parents[1]) + os.sep


def caller() -> str:
    """The line outside this package that is being worked on: "star.py:12"."""
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.abspath(frame.f_code.co_filename).startswith(_HOUSE):
        frame = frame.f_back
    name = frame.f_code.co_filename
    inside = os.path.isabs(name) and Path(name).is_relative_to(Path.cwd())
    return f"{os.path.relpath(name) if inside else name}:{frame.f_lineno}"


def in_words(message: str, file: str, lines: Sequence[machine_text.Path], made: Callable[[machine_text.Path], tuple[str, str]]) -> str:
    """A message with the program's lines in place of those of a file that only the command has seen.

    `lines`: what each line of the file is. `made`: of an entry what it is called, and where it was made.
    """

    def said(found: re.Match[str]) -> str:
        what, where = made(lines[int(found[1]) - 1]) if int(found[1]) <= len(lines) else ("the machine", "")
        return f"{where}: {what}" if where else what

    return re.sub(rf"(?<![^\s(]){re.escape(file)}:(\d+):\d+", said, message)
