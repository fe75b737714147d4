# SPDX-License-Identifier: Apache-2.0
"""Mission times as people write them."""

from __future__ import annotations

import re

from isochron.errors import ReportError

HOURS = {"min": 1 / 60, "h": 1.0, "d": 24.0, "y": 8760.0}  # a year of 365 days
LONGEST_H = 1e12


def hours_of(text: str) -> float:
    """Hours of a mission: "18h", "30 d", "5 y" (years of 365 days) or "90 min". ReportError for anything else, and beyond 1e12 h."""
    found = re.fullmatch(r"\s*([0-9]+(?:[.][0-9]+)?(?:[eE][+-]?[0-9]{1,2})?)\s*([a-z]+)\s*", text, re.ASCII)
    if not found or found[2] not in HOURS:
        raise ReportError(f"--mission {text}: not a mission time; write a number with min, h, d or y, such as 18h or 5y")
    hours = float(found[1]) * HOURS[found[2]]
    if not 0 < hours <= LONGEST_H:
        raise ReportError(f"--mission {text}: a mission takes more than 0 and at most {LONGEST_H:.0e} h; give another")
    return hours
