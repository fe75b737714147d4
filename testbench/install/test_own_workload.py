# SPDX-License-Identifier: Apache-2.0
"""A kind of workload of a user's own in a program of the user's own: docs/examples/own_workload, built against an installed Isochron as $OWN_WORKLOAD.

Its figures are those of arithmetic; the machine knows nothing of the kind."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from patience import PATIENCE
from support import ROOT

OWN_WORKLOAD = os.environ.get("OWN_WORKLOAD", "")
EXAMPLE = ROOT / "docs/examples/own_workload"
RATE = 100e6  # B/s of the bus
WINDOW = 20e-3  # s
JOBS = 5 * 20_000  # bytes that jobs read in the window, every 4 ms

pytestmark = pytest.mark.skipif(not OWN_WORKLOAD, reason="test_install.sh builds it")


def own(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([OWN_WORKLOAD, *words], capture_output=True, text=True, timeout=PATIENCE, cwd=EXAMPLE, check=False)


def test_round_trips_take_what_the_jobs_leave_of_the_bus() -> None:
    """The bus is never idle: a round trip asks for it in the instant in which the one before has come back."""
    done = own("run", "echo.yaml", "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    trip = 10_000
    whole = (RATE * WINDOW - JOBS) // trip  # one may be cut off at the end
    assert result["metrics"]["round_trips.bandwidth"]["mean"] == pytest.approx(whole * trip / WINDOW, abs=trip / WINDOW)
    assert result["metrics"]["throughput"]["mean"] == pytest.approx(JOBS / WINDOW)
    assert result["components"]["bus"]["utilisation"] == pytest.approx(1, abs=1e-6)
    # Alone a round trip takes the time of its bytes; behind a job's transfer that much longer.
    assert result["metrics"]["ask.time"]["min"] == pytest.approx(trip / RATE, rel=0.1)


def test_bounds_and_netlist_have_them() -> None:
    told = json.loads(own("explain", "echo.yaml", "--json").stdout)
    [point] = told["points"]
    assert {bound["metric"] for bound in point["bounds"]} == {"throughput", "round_trips.bandwidth"}
    assert "round_trips:" in own("explain", "echo.yaml", "--netlist").stdout


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ('at: "unit[0]"', 'at: "unit[7]"', "there is no part `unit[7]`"),
        ('at: "unit[0]"', "at: memory", "`memory` does not serve jobs"),
        ("bytes: size", "bytes: sizes", "Did you mean `size`"),
    ],
)
def test_what_is_wrong_has_its_place(right: str, wrong: str, message: str, tmp_path: Path) -> None:
    text = (EXAMPLE / "echoes.yaml").read_text(encoding="utf-8")
    assert right in text
    (tmp_path / "echoes.yaml").write_text(text.replace(right, wrong), encoding="utf-8")
    (tmp_path / "echo.yaml").write_text((EXAMPLE / "echo.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    done = own("run", tmp_path / "echo.yaml", "--quiet")
    assert done.returncode == 2
    assert message in done.stderr and "echoes.yaml:" in done.stderr
