# SPDX-License-Identifier: Apache-2.0
"""Times of a run in whole picoseconds as people read them, without rounding."""

from __future__ import annotations

import re
from decimal import Decimal

from isochron.errors import ReportError

_TIME = re.compile(r"(\d+)(?:\.(\d{1,9}))? ms")
_TYPED = re.compile(r"(\d+(?:\.\d+)?) ?(ps|ns|us|µs|ms|s|min)")
_UNITS = {"ps": 1, "ns": 10**3, "us": 10**6, "µs": 10**6, "ms": 10**9, "s": 10**12, "min": 60 * 10**12}


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


def typed(text: str, option: str) -> int:
    """The time given after `option`, such as "20.05ms", in picoseconds. ReportError where it is no whole number of them."""
    match = _TYPED.fullmatch(text.strip())
    value = Decimal(match[1]) * _UNITS[match[2]] if match else Decimal("NaN")
    if match is None or value != int(value):
        raise ReportError(f"{option} {text}: not a time; write a number and ps, ns, us, ms, s or min, as in {option} 20.05ms")
    return int(value)
