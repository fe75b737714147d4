# SPDX-License-Identifier: Apache-2.0
"""Runs of a scenario with and without folds: what is folded, and all that must not depend on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support import isochron

# What a run costs, and how it was asked for.
INCIDENTAL = ("performance", "parameters")


def settings(*pairs: str) -> list[str]:
    return [option for pair in pairs for option in ("--set", pair)]


def folds(scenario: str | Path, *pairs: str) -> list[str]:
    """The folds of a machine."""
    done = isochron("explain", scenario, "--netlist", *settings(*pairs))
    assert done.returncode == 0, done.stderr
    return folds_in(done.stdout)


def folds_in(netlist: str) -> list[str]:
    """The folds that `explain --netlist` lists."""
    lines = netlist.splitlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith("# Computed instead of simulated")), None)
    if begin is None:
        return []
    found = []
    for line in lines[begin + 1 :]:
        if not line.startswith("#   "):
            break
        found.append(line.removeprefix("#   "))
    return found


def run(scenario: str | Path, *options: str) -> dict[str, Any]:
    """The result of one replication."""
    done = isochron("run", scenario, "--replications", "1", "--jobs", "1", "--quiet", "--json", "-", *options)
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
    return json.loads(done.stdout)


def results(told: dict[str, Any]) -> dict[str, Any]:
    """What is the same however a machine is simulated: statistics, flows, histograms, series, and the fingerprint with its provenance."""
    assert told["provenance"]["fingerprint"]
    return {key: value for key, value in told.items() if key not in INCIDENTAL}
