# SPDX-License-Identifier: Apache-2.0
"""Faults drawn at random strike every shipped machine: each run ends, and no byte is neither delivered nor counted as lost. What a machine cannot
answer is refused before the simulation, in one line at the fault's place."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest
import yaml
from random_fault_scripts import answered, struck
from support import LONG, scenarios, short_options

SCRIPTS, BATCH = 1000 if LONG else 50, 10


def one_of_each_system_first() -> list[Path]:
    """Shipped scenarios, in an order in which systems take turns."""
    by_system: dict[str, list[Path]] = {}
    for scenario in scenarios():
        if scenario.parent.name in ("cosim", "pcie_bench") and not LONG:
            continue  # Verilog and hundreds of points take their time.
        by_system.setdefault(yaml.safe_load(scenario.read_text()).get("system") or str(scenario), []).append(scenario)
    return [one for row in itertools.zip_longest(*by_system.values()) for one in row if one]


ORDER = one_of_each_system_first()


def numbers_of(value: Any) -> list[float]:
    """All numbers in a document."""
    if isinstance(value, dict):
        return [number for one in value.values() for number in numbers_of(one)]
    if isinstance(value, list):
        return [number for one in value for number in numbers_of(one)]
    return [value] if isinstance(value, float) else []


@pytest.mark.parametrize("first", range(0, SCRIPTS, BATCH))
def test_no_run_hangs_and_no_byte_is_forgotten(first: int, tmp_path: Path) -> None:
    for number in range(first, first + BATCH):
        target = struck(ORDER[number % len(ORDER)])
        told = answered(target, tmp_path / "script.yaml", target.faults(number), "run", *short_options(target.scenario), "--quiet", "--json", "-")
        result = json.loads(told)
        assert all(math.isfinite(one) for one in numbers_of(result)), number
        if "bytes.lost" in result["metrics"]:
            sent, arrived, lost = (result["metrics"][f"bytes.{name}"]["mean"] for name in ("in", "out", "lost"))
            assert sent >= arrived + lost, f"number {number}: {sent} B sent, {arrived} B arrived, {lost} B lost"
