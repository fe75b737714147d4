# SPDX-License-Identifier: Apache-2.0
"""Random machine files whose parts have work of their own. Fast and reference mode agree; nothing is done before the time for which a bus or a
processor must be had; a processor that meets nobody takes the clocks of its lines, counted by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from random_work_machines import ALL, FIRST, WorkMachine, work_machine
from support import isochron

NUMBERS = range(FIRST, FIRST + ALL)


def clocks(m: WorkMachine) -> int:
    """Clocks of a processor's program alone: for each line its fills, its write-back and its instructions, one after another."""
    (program,) = m.programs
    fills = 2 if program["program"] == "copy" else 1
    write_backs = 0 if program["program"] == "read" else 1
    line = fills * m.bus["fill"] + write_backs * m.bus["write_back"] + program["instruction_cycles"]
    return program["bytes"] // int(m.bus["line"].split()[0]) * line


def mean(result: dict[str, Any], name: str) -> float:
    return result["metrics"][name]["mean"]


@pytest.mark.parametrize("number", NUMBERS)
def test_random_work_machines(number: int, tmp_path: Path) -> None:
    m = work_machine(number)
    scenario = m.write(tmp_path)
    explained = isochron("explain", scenario, "--json")
    assert explained.returncode == 0, explained.stderr
    runs = [isochron("run", scenario, "--quiet", "--json", "-", "--set", f"bus_model={model}") for model in ("fast", "reference")]
    assert [run.returncode for run in runs] == [0, 0], runs[0].stderr + runs[1].stderr
    fast, reference = (json.loads(run.stdout) for run in runs)
    assert fast["provenance"]["fingerprint"] == reference["provenance"]["fingerprint"]
    assert fast["metrics"] == reference["metrics"] and fast["components"] == reference["components"]
    took, done = mean(fast, "completion_time"), sum(program["bytes"] for program in m.programs)
    assert mean(fast, "throughput") == pytest.approx(done / took, rel=1e-8)
    assert all(figures.get("utilisation", 0) <= 1 + 1e-9 for figures in fast["components"].values())
    # A word of a disk that is under way at the end has its time, and counts in no bound.
    for bound in json.loads(explained.stdout)["points"][0]["bounds"]:
        assert took * (1 + 1e-6) + 2e-6 * m.disks >= done / bound["limit"], bound
    if m.alone:
        assert took == pytest.approx(clocks(m) / m.clock, abs=1 / m.clock)


def test_enough_are_alone() -> None:
    assert sum(work_machine(number).alone for number in NUMBERS) >= 10
