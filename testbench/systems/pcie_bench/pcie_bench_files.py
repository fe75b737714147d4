# SPDX-License-Identifier: Apache-2.0
"""The machine file of pcie_bench and the measurements, read with nothing of the package: csv and yaml alone."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import yaml
from support import ROOT

MACHINE = ROOT / "scenarios/machines/pcie_bench.yaml"
MEASURED = ROOT / "scenarios/published/pcie_bench"
SIZES = MEASURED / "bandwidth_by_size.csv"
WINDOWS = MEASURED / "bandwidth_by_window.csv"
LATENCIES = MEASURED / "latency_by_size.csv"
# Latencies of many microseconds: the target leaves it out.
NOT_COUNTED = "hsw-Xeon-E3"


def machine() -> dict[str, Any]:
    """The machine file."""
    return yaml.safe_load(MACHINE.read_text(encoding="utf-8"))


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a file of measurements."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def columns(path: Path) -> list[str]:
    """The header of such a file."""
    return path.read_text(encoding="utf-8").splitlines()[0].split(",")
