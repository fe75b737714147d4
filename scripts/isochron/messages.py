# SPDX-License-Identifier: Apache-2.0
"""The writer of messages: what a file or a name brings along cannot command the terminal, and no message floods it."""

from __future__ import annotations

import re
import sys

# Control characters but for line ends and tabs, what turns the direction of writing, and halves of characters.
_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
MOST_LINES = 40
LONGEST_LINE = 2000


def escaped(text: str) -> str:
    """The text with everything unshown as \\x1b or \\u202e."""
    return _UNSHOWN.sub(lambda found: f"\\x{ord(found[0]):02x}" if ord(found[0]) < 256 else f"\\u{ord(found[0]):04x}", text)


def shown(text: str) -> str:
    """A message as it may be printed: escaped, and cut where it would fill the screen."""
    lines = [line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}..." for line in escaped(text).split("\n")]
    return "\n".join(lines[:MOST_LINES] + [f"... and {len(lines) - MOST_LINES} lines more"] * (len(lines) > MOST_LINES))


def first_line(text: str) -> str:
    """The first line of a message, for a table."""
    return shown(text).partition("\n")[0]


def say(text: str) -> None:
    """Prints a message on stderr."""
    print(f"isochron: {shown(text)}", file=sys.stderr)
