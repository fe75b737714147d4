# SPDX-License-Identifier: Apache-2.0
"""What the tests of the published numbers ask of a number: why it could not miss its band, and whether a run uses it."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from support import isochron, scenarios

# What a unit of the scenario files is in SI; a bit is an eighth of a byte.
_UNITS = {
    "": 1.0, "%": 0.01, "s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "ps": 1e-12, "Hz": 1.0, "kHz": 1e3, "MHz": 1e6,
    "B": 1.0, "KB": 1e3, "kB": 1e3, "MB": 1e6, "KiB": 2.0**10, "MiB": 2.0**20,
    "B/s": 1.0, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "KiB/s": 2.0**10, "MiB/s": 2.0**20, "Mb/s": 1e6 / 8, "Gb/s": 1e9 / 8, "1/s": 1.0,
}  # fmt: skip
# Metrics and statistics that are a share of time.
_SHARES = ("utilisation", "wait_link", "wait_buffer", "contended", "overhead")
# What a RAID controller or a node delivers: as many times a controller's share of `target_bandwidth` for two controllers a node.
_ASKED = {"raid.bandwidth": 0.5, "node.bandwidth": 1.0, "bandwidth": 0.5}


def si(text: Any) -> float | None:
    """A number with or without a unit in SI; None for words."""
    found = re.fullmatch(r"\s*([-+.\deE]+)\s*((?:1/)?[A-Za-z/%]*)\s*", str(text))
    if not found or found[2] not in _UNITS:
        return None
    try:
        return float(found[1]) * _UNITS[found[2]]
    except ValueError:
        return None


def equal(one: float | None, other: float | None) -> bool:
    """Whether two SI values are the same but for their last digits: a rate is stored in whole bits a second."""
    return one is not None and other is not None and math.isclose(one, other, rel_tol=1e-7)


def band(number: dict[str, Any]) -> tuple[float, float] | None:
    """Limits of a number's band; None without one. `within` and `plus_minus` are around the published value."""
    if "between" in number:
        low, high = number["between"]
        return _limit(low), _limit(high)
    if "at_least" in number or "at_most" in number:
        return _limit(number.get("at_least", -math.inf)), _limit(number.get("at_most", math.inf))
    if "within" not in number and "plus_minus" not in number:
        return None
    centre = _limit(number["value"])
    width = abs(centre) * _limit(number["within"]) if "within" in number else _limit(number["plus_minus"])
    return centre - width, centre + width


def why_it_cannot_miss(number: dict[str, Any]) -> str:
    """Why a number is no prediction whatever the model does; empty for one that could be missed."""
    metric = number.get("metric", [])
    metrics = [metric] if isinstance(metric, str) else metric
    compared = [*metrics, *([number["components"]["statistic"]] if "components" in number else [])]
    if "parameter" in number:
        return "it is compared with what was put in"
    reference, own = (number.get("when", {}).get(key, {}) for key in ("relative_to", "parameters"))
    if reference and reference.items() <= own.items():
        return "it is relative to itself"
    if "settles" in number or "most" in number:
        return "" if band(number) else "it has no band"
    if "largest" in number:
        return "" if len(set(number["largest"]["among"])) > 1 else "it is the largest of one"
    limits = band(number)
    if not compared or limits is None:
        return "it has no metric with a band"
    low, high = limits
    for name in compared:
        base = re.sub(r"\.(mean|min|max|p\d+)$", "", name)
        share = base.rpartition(".")[2] in _SHARES
        if low <= 0 and high >= (1 if share else math.inf):
            return f"{name} cannot leave its band"
        target = si(number.get("when", {}).get("parameters", {}).get("target_bandwidth", ""))
        if target is not None and base in _ASKED and low <= target * _ASKED[base] <= high:
            return f"{name} is what was asked for"
    return ""


def is_used(number: dict[str, Any], systems: list[str]) -> bool:
    """Whether a scenario that the number is about has its parameter at the published value; words are what the scenarios say."""
    wanted = number["value"] if isinstance(number["value"], list) else [number["value"]]
    named = number.get("when", {}).get("scenarios")
    own = number.get("system", systems)
    own = [own] if isinstance(own, str) else own
    found: list[Any] = []
    for path in scenarios():
        if named is not None and path.stem not in named:
            continue
        told = _explanation(path)
        if told["system"] in own:
            found += _values(told, path, number["parameter"])
    if any(si(value) is None for value in wanted):
        return bool(found)
    return all(any(equal(si(value), one if isinstance(one, float) else si(one)) for one in found) for value in wanted)


def _limit(value: Any) -> float:
    limit = value if isinstance(value, float) else si(value)
    assert limit is not None, value
    return limit


@cache
def _explanation(scenario: Path) -> dict[str, Any]:
    done = isochron("explain", scenario, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _values(told: dict[str, Any], path: Path, parameter: str) -> list[Any]:
    """What a scenario has for a parameter: its value or those that it varies, `measure` from its file."""
    if parameter.startswith("measure."):
        measure = yaml.safe_load(path.read_text(encoding="utf-8"))["measure"]
        name = parameter.partition(".")[2]
        return [measure[name]] if name in measure else []
    for varied in told["varied"]:
        if varied["path"] == parameter:
            return list(varied["texts"])
    return [float(p["value"]) if isinstance(p["value"], (int, float)) else p["value"] for p in told["parameters"] if p["path"] == parameter]
