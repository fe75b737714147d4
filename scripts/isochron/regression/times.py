# SPDX-License-Identifier: Apache-2.0
"""Times of a run in whole picoseconds as people read them, without rounding."""

from __future__ import annotations

import re

_TIME = re.compile(r"(\d+)(?:\.(\d{1,9}))? ms")


def milliseconds(time_ps: int) -> str:
    """4050000000 -> "4.05 ms"."""
    whole, part = divmod(time_ps, 10**9)
    return f"{whole}.{part:09}".rstrip("0").rstrip(".") + " ms"


def picoseconds(text: str) -> int:
    """The reverse. ValueError for other text."""
    match = _TIME.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not a time in ms")
    return int(match[1]) * 10**9 + int((match[2] or "").ljust(9, "0"))
