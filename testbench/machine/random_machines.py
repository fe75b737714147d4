# SPDX-License-Identifier: Apache-2.0
"""Machines with parameters drawn from all that is valid. The same number makes the same machine everywhere."""

from __future__ import annotations

import json
import math
import random
import re
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from support import isochron

_SCALES = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
# What is stored of each, as a text that is read exactly.
_STORED = {
    "a duration": ("ps", 1e12), "a data rate": ("b/s", 8), "a size": ("B", 1), "a frequency": ("Hz", 1), "a number of bits": ("bit", 1),
    "a plain number": ("", 1), "a fraction": ("", 1e6), "a number a second": ("/s", 1e6),
}  # fmt: skip


@cache
def parameters_of(scenario: Path) -> tuple[dict[str, Any], ...]:
    """As `isochron explain --json` has them."""
    return tuple(json.loads(isochron("explain", scenario, "--json").stdout)["parameters"])


def drawn(scenario: Path, number: int) -> dict[str, str]:
    """Settings of one to six parameters: near what the scenario has, anywhere in the range, or at an end of it."""
    chance = random.Random(f"{scenario.name} {number}")
    parameters = parameters_of(scenario)
    return {p["path"]: _value(p, chance) for p in chance.sample(parameters, chance.randint(1, 6))}


def _value(parameter: dict[str, Any], chance: random.Random) -> str:
    choices, quantity = parameter.get("choices"), parameter["quantity"]
    if choices and (quantity in ("one of a few names", "a line of text") or chance.random() < 0.3):
        return chance.choice(choices)
    if quantity == "true or false":
        return chance.choice(("true", "false"))
    if quantity == "a list of plain numbers":
        # No remedy names a list: what has one by default keeps its length and has only numbers of it.
        if parameter["value"]:
            return str(chance.choices(parameter["value"], k=len(parameter["value"])))
        return str(sorted(chance.sample(range(6), chance.randint(0, 2))))
    if quantity == "dimensions":
        number, least, most = map(int, re.fullmatch(r"(\d+) numbers? with x between, each (\d+) to (\d+)", parameter["valid"]).groups())
        return "x".join(str(_between(least, most, chance)) for _ in range(number))
    unit, per_unit = _STORED[quantity]
    low, high = (round(_si(end) * per_unit) for end in parameter["valid"].split(", or ")[-1].split(" to "))
    whole = _number(low, high, parameter, per_unit, chance)
    number = f"{Decimal(whole) / 10**6:f}" if per_unit == 1e6 else str(whole)
    return f"{number} {unit}".strip()


def _number(low: int, high: int, parameter: dict[str, Any], per_unit: float, chance: random.Random) -> int:
    how = chance.random()
    default = parameter["value"]
    if how < 0.1:
        return chance.choice((low, high))
    if how < 0.7 and isinstance(default, (int, float)) and default > 0:
        return min(high, max(low, round(default * per_unit * math.exp(chance.uniform(-2, 2)))))
    return _between(low, high, chance)


def _between(low: int, high: int, chance: random.Random) -> int:
    """All orders of magnitude alike."""
    return min(high, max(low, round(math.exp(chance.uniform(math.log(max(low, 1)), math.log(high))))))


def _si(text: str) -> float:
    number, _, unit = text.partition(" ")
    if unit == "/s":
        return float(number)
    bits = unit.endswith("b/s")
    for name in ("b/s", "B/s", "/s", "bit", "Hz", "B", "s"):
        if unit.endswith(name):
            return float(number) * _SCALES[unit.removesuffix(name)] / (8 if bits else 1)
    return float(number)
