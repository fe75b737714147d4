# SPDX-License-Identifier: Apache-2.0
"""The operators of mutation: what a fault does to an expression or a statement. Pure text; finder.py knows where it may stand."""

from __future__ import annotations

import re
import zlib
from decimal import Decimal

# What they are called in the report, in the order in which a sample takes turns.
OPERATORS = ("arithmetic", "window", "relational", "order", "constant", "removed", "off_by_one", "condition", "logical")

ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&"}
ASSIGNED = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=", "<<=": ">>=", ">>=": "<<="}
STEPPED = {"++": "--", "--": "++"}
# To the neighbour that differs at equality alone, and back.
RELATIONAL = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LOGICAL = {"&&": "||", "||": "&&"}
NEIGHBOURS = {"min": "max", "max": "min"}

INTEGER = re.compile(r"(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)([uUlL]*)")
FLOATING = re.compile(r"([0-9'.]+(?:[eE][-+]?[0-9]+)?)([fFlL]?)")
# Up to here a literal is a count of something, and off by one; above it is a quantity.
SMALL = 64


def integer(text: str) -> tuple[str, str] | None:
    """The operator and the faulty text for a literal such as `8ull`; which of two faults is decided by the text alone."""
    match = INTEGER.fullmatch(text)
    if not match:
        return None
    digits = match[1].replace("'", "")
    octal = digits.startswith("0") and digits.isdigit() and len(digits) > 1
    value = int(digits, 8 if octal else 0)
    even = zlib.crc32(text.encode()) % 2 == 0
    if value <= SMALL:
        return "off_by_one", f"{value - 1 if value > 1 and even else value + 1}{match[2]}"
    return "constant", f"{value // 2 if even else value // 50 * 51}{match[2]}"


def floating(text: str) -> tuple[str, str] | None:
    """The same for a literal such as `1e-12`: 2 % more."""
    match = FLOATING.fullmatch(text)
    if not match:
        return None
    value = Decimal(match[1].replace("'", ""))
    faulty = (value * Decimal("1.02")).normalize() if value else Decimal(1)
    written = f"{faulty:f}" if Decimal("1e-4") <= faulty < Decimal("1e9") else str(faulty).lower()
    return "constant", (written if any(mark in written for mark in ".e") else written + ".0") + match[2]
