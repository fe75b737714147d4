# SPDX-License-Identifier: Apache-2.0
"""An array with two controllers: requests that reach the wrong one cross the bridge, and are limited by it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import ROOT, isochron

SCENARIO = ROOT / "scenarios/own/flash_array.yaml"
#: Data of a page in packets of 256 B with 24 B each, and 16 B that say that it is done.
OVERHEAD = (16 * (256 + 24) + 16 + 24) / 4096
#: A lane of generation 3, bytes/s, with what Acks, updates and SKP leave.
LANE = 8e9 * 128 / 130 / 8 * 0.953
#: Data that the bridge carries each way, bytes/s: commands of the other direction, of 64 B with 24 B, cross with them.
EACH_WAY = 4 * LANE / (OVERHEAD + (64 + 24) / 4096)


def result(*settings: str) -> Any:
    words = [word for setting in settings for word in ("--set", setting)]
    return json.loads(isochron("run", SCENARIO, "--json", "-", "--quiet", *words).stdout)


def mean(found: Any, metric: str) -> float:
    return found["metrics"][metric]["mean"]


def test_nothing_crosses_the_bridge_while_no_request_is_wrong() -> None:
    found = result("wrong_share=0")
    assert found["components"]["bridge"]["packets"] == 0
    assert mean(found, "crossing") == 0


@pytest.mark.parametrize("share", [0.1, 0.25])
def test_the_wrong_share_crosses_the_bridge(share: float) -> None:
    """Data of the wrong requests, with the commands that asked for them and what says that they are done."""
    found = result(f"wrong_share={share}", "outstanding=64")
    per_byte = (4096 + 64 + 16) / 4096
    assert mean(found, "crossing") == pytest.approx(share * per_byte * mean(found, "delivered.bandwidth"), rel=0.02)


def test_throughput_falls_and_p99_rises_with_the_wrong_share() -> None:
    """Drives give the same at any share. The bridge gives its rate divided by the share, and once it limits the array, requests wait for it.
    Below that only chance moves the p99, by up to 3 %."""
    found = {share: result(f"wrong_share={share}") for share in (0, 0.1, 0.2, 0.3, 0.4, 0.5)}
    p99 = {share: one["metrics"]["read.delay"]["p99"] for share, one in found.items()}
    for share, one in found.items():
        of_bridge = EACH_WAY / share if share else float("inf")
        assert mean(one, "read.bandwidth") == pytest.approx(min(mean(found[0], "read.bandwidth"), of_bridge), rel=0.02)
        if of_bridge > mean(found[0], "read.bandwidth"):
            assert p99[share] == pytest.approx(p99[0], rel=0.05)
    assert p99[0.5] > 1.08 * p99[0.4] > 1.08 * 1.08 * p99[0]


def test_a_small_wrong_share_waits_at_the_full_uplink() -> None:
    """With 512 requests the uplink is full: the mean delay is that of Little's law, whatever the share. Inputs of the switch have turns. One of 13
    has what it asks for up to 1/13 of the uplink; above that drives have, and the bridge's input gets the rest with all the waiting time."""
    found = {share: result(f"wrong_share={share}", "outstanding=512")["metrics"] for share in (0, 0.05, 0.1, 0.2)}
    little = 512 * 4096 / found[0]["read.bandwidth"]["mean"]
    for one in found.values():
        assert one["read.bandwidth"]["mean"] == pytest.approx(16 * LANE / OVERHEAD, rel=5e-3)
        assert one["read.delay"]["mean"] == pytest.approx(little, rel=5e-3)
    p99 = {share: one["read.delay"]["p99"] for share, one in found.items()}
    assert p99[0.05] == pytest.approx(p99[0], rel=0.05)
    assert p99[0.1] > 1.3 * p99[0.2] > 1.3 * 1.3 * p99[0]


def test_weighted_turns_let_no_small_share_wait() -> None:
    """With four turns the bridge's input has 4/16 of the uplink, more than a tenth."""
    weights = ",".join(["1"] * 13 + ["4"])
    weighted = ("instances.switch[*].arbitration=weighted", f"instances.switch[*].weights=[{weights}]")
    none, tenth = (result(f"wrong_share={share}", "outstanding=512", *weighted)["metrics"]["read.delay"]["p99"] for share in (0, 0.1))
    assert tenth == pytest.approx(none, rel=0.05)


@pytest.mark.parametrize("share", [0, 0.2, 0.5])
def test_it_is_never_above_its_bound(share: float) -> None:
    explained = json.loads(isochron("explain", SCENARIO, "--json", "--set", f"wrong_share={share}").stdout)
    limit = min(one["limit"] for one in explained["points"][0]["bounds"])
    assert mean(result(f"wrong_share={share}"), "read.bandwidth") <= limit * (1 + 2e-3)


def test_fast_and_reference_agree() -> None:
    fast, reference = (result("wrong_share=0.3", "outstanding=32", f"bus_model={model}") for model in ("fast", "reference"))
    assert reference["metrics"] == fast["metrics"]
    assert reference["components"] == fast["components"]
    assert reference["provenance"]["fingerprint"] == fast["provenance"]["fingerprint"]
