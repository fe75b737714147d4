# SPDX-License-Identifier: Apache-2.0
"""Live inputs and viewers at the same disks: what priorities do for either, against formulas of queues."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from support import ROOT, isochron

SCENARIO = ROOT / "scenarios/own/ingest_playout.yaml"
DISKS, BLOCK = 8, 1 << 20
#: Services are uniform from 5 to 25 ms.
SERVICE, SQUARE = 15e-3, 15e-3**2 + 20e-3**2 / 12
INGEST = 16 * 50e6 / 8 / BLOCK / DISKS  # blocks a second and disk
#: Sixteen messages of 64 KiB on a link of 10 Gb/s, and the last of them on the next link.
ACROSS = 17 * 65536 * 8 / 10e9


def playout(viewers: int) -> float:
    return viewers * 8e6 / 8 / BLOCK / DISKS


@cache
def result(*settings: str) -> Any:
    words = [word for setting in settings for word in ("--set", setting)]
    done = isochron("run", SCENARIO, "--json", "-", "--quiet", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def of(order: str, viewers: int) -> Any:
    return result(f"order={order}", f"viewers={viewers}", "measure.duration=600s")


def mean(found: Any, metric: str) -> float:
    return found["metrics"][metric]["mean"]


@pytest.mark.parametrize("viewers", [300, 400])
def test_delays_are_those_of_formulas(viewers: int) -> None:
    """Pollaczek and Khinchine without priorities, Cobham with them; requests come at random to each disk."""
    used, of_ingest = (INGEST + playout(viewers)) * SERVICE, INGEST * SERVICE
    residual = (INGEST + playout(viewers)) * SQUARE / 2
    fifo, strict = of("fifo", viewers), of("strict", viewers)
    assert mean(fifo, "busy") == pytest.approx(used, rel=0.01)
    together = residual / (1 - used) + SERVICE + ACROSS
    assert mean(fifo, "ingest.delay") == pytest.approx(together, rel=0.06)
    assert mean(fifo, "playout.delay") == pytest.approx(together, rel=0.06)
    assert mean(strict, "ingest.delay") == pytest.approx(residual / (1 - of_ingest) + SERVICE + ACROSS, rel=0.02)
    assert mean(strict, "playout.delay") == pytest.approx(residual / (1 - of_ingest) / (1 - used) + SERVICE + ACROSS, rel=0.06)


def test_priorities_keep_the_inputs_and_cost_the_viewers() -> None:
    fifo, strict = of("fifo", 400), of("strict", 400)
    assert mean(fifo, "ingest_loss") > 0.005 and mean(strict, "ingest_loss") == 0
    p99 = {name: [found["metrics"][f"{name}.delay"]["p99"] for found in (fifo, strict)] for name in ("ingest", "playout")}
    assert p99["ingest"][1] < p99["ingest"][0] / 4
    assert p99["playout"][0] < p99["playout"][1] < 2 * p99["playout"][0]


def test_too_many_viewers_take_nothing_from_inputs_that_have_their_share() -> None:
    """At 600 viewers disks are asked for more than they have. Half of what they have is more than the inputs want."""
    found = {order: result(f"order={order}", "viewers=600", "measure.duration=60s") for order in ("fifo", "strict", "weighted")}
    assert mean(found["fifo"], "ingest_loss") > 0.9
    assert mean(found["strict"], "ingest_loss") == 0
    assert mean(found["weighted"], "ingest_loss") < 1e-3
    # The viewers have the rest: blocks that disks serve, less those of inputs.
    rest = (1 / SERVICE - INGEST) * DISKS * BLOCK
    for order in ("strict", "weighted"):
        assert mean(found[order], "playout.bandwidth") * 4 == pytest.approx(rest, rel=0.02)


@pytest.mark.parametrize("order", ["fifo", "strict", "weighted"])
def test_fast_is_as_the_reference_and_never_above_the_bound(order: str) -> None:
    settings = (f"order={order}", "viewers=500", "measure.duration=30s")
    fast, reference = result(*settings), result(*settings, "bus_model=reference")
    assert fast["metrics"] == reference["metrics"] and fast["components"] == reference["components"]
    words = [word for setting in settings for word in ("--set", setting)]
    bounds = json.loads(isochron("explain", SCENARIO, "--json", *words).stdout)["points"][0]["bounds"]
    disks = next(one for one in bounds if one["resource"] == "disk")
    # Services are drawn: of sixteen thousand of them 1.2 % are four standard errors.
    assert mean(fast, "delivered.bandwidth") <= DISKS * disks["capacity"] * 1.012


def test_the_scenario_is_as_it_expects() -> None:
    assert isochron("check", SCENARIO).returncode == 0
