# SPDX-License-Identifier: Apache-2.0
"""How long the processor of a storage unit stands still at a time: while chunks of two adapters overlap."""

from __future__ import annotations

import json

import pytest
from support import isochron

HOLD, WHILE_SENDING, SHARED_RATE = 10.82e-3, 1.06e-3, 0.595


@pytest.mark.parametrize(("sends", "longest"), [("false", HOLD / SHARED_RATE), ("true", (HOLD + WHILE_SENDING) / SHARED_RATE)])
def test_the_longest_stop_is_a_chunk_at_the_shared_rate(sends: str, longest: float) -> None:
    """Two chunks that begin together overlap wholly, and each goes at the shared rate all the time; none overlap longer."""
    settings = ("disks=2", "adapters=2", f"baseline.send={sends}")
    options = [option for setting in settings for option in ("--set", setting)]
    done = isochron("run", "scenarios/calliope/table1.yaml", *options, "--replications", "1", "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    stops = json.loads(done.stdout)["histograms"]["stop"]
    assert stops["count"] > 500
    assert longest * 0.99 < stops["max"] < longest * (1 + 1e-9)
    # Beginnings of chunks fall anywhere into the other's: overlaps are spread over all lengths.
    assert stops["sum"] / stops["count"] == pytest.approx(longest / 2, rel=0.15)


def test_with_one_adapter_nothing_stops() -> None:
    done = isochron("run", "scenarios/calliope/table1.yaml", "--set", "disks=2", "--set", "adapters=1", "--set", "baseline.send=true", "--replications", "1", "--quiet", "--json", "-")
    assert json.loads(done.stdout)["histograms"]["stop"]["count"] == 0
