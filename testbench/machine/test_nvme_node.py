# SPDX-License-Identifier: Apache-2.0
"""The streaming node: what a drive writes into memory an adapter sends; each of its links, memory and lines is the limit where arithmetic says so; and
`lane_rate`, by which it was set before, means what it meant."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from support import ROOT, isochron

SCENARIO = ROOT / "scenarios/own/nvme_node.yaml"
SHORT = ("measure.warm_up=2ms", "measure.duration=4ms")
MANY = ("streams=20000", *SHORT)
#: A lane of generation 3, bytes/s, with what Acks, updates and SKP leave.
LANE = 8e9 * 128 / 130 / 8 * 0.953
BLOCK = 128 * 1024
#: What a block takes on its way to memory: packets of 256 B with 24 B each, and 16 B that say that it has been read.
UP = 512 * (256 + 24) + 16 + 24
#: Of a block on a line: 44 frames and a short one for each half.
ON_LINE = BLOCK + 2 * 45 * 78


def run(*settings: str) -> Any:
    done = isochron("run", SCENARIO, "--json", "-", "--quiet", *(word for one in settings for word in ("--set", one)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def throughput(*settings: str) -> float:
    return run(*settings)["metrics"]["throughput"]["mean"]


def test_it_plays_what_it_is_asked_for() -> None:
    found = run("streams=2000", *SHORT)
    assert found["metrics"]["throughput"]["mean"] == pytest.approx(2000 * 25e6 / 8, rel=5e-3)
    assert found["metrics"]["read.bandwidth"]["mean"] == pytest.approx(2 * found["metrics"]["play.bandwidth"]["mean"], rel=0.02)
    # Each byte is written to memory once and read once, with descriptors and completions.
    memory = found["components"]["dram"]
    assert memory["bytes_read"] == pytest.approx(memory["bytes_written"], rel=0.02)


def test_the_lanes_to_memory_limit_it() -> None:
    assert throughput(*MANY) == pytest.approx(16 * LANE * BLOCK / UP, rel=5e-3)


@pytest.mark.parametrize(("rate", "generation"), [("7.2Gb/s", 3), ("14.4Gb/s", 4), ("1Gb/s", 1), ("5Gb/s", 3)])
def test_lane_rate_is_the_payload_of_a_lane(rate: str, generation: int) -> None:
    """16 lanes carry 16 times that in packets of 256 B, whose generation follows."""
    found = run(f"lane_rate={rate}", "memory_rate=200GB/s", "ports=4", *MANY)
    lanes = 16 * float(rate[:-4]) * 1e9 / 8
    drives = 8 * 3.2e9
    # In 4 ms few blocks end, so that packets are counted.
    assert found["components"]["uplink.b_to_a"]["payload"] == pytest.approx(min(lanes * BLOCK * 280 / 256 / UP, drives), rel=5e-3)
    links = yaml.safe_load(isochron("explain", SCENARIO, "--netlist", "--set", f"lane_rate={rate}").stdout)["parts"]
    assert {one.get("generation", 3) for one in links.values() if one["type"] == "pcie_link"} == {generation}


def test_generation_does_not_count_with_lane_rate() -> None:
    done = isochron("explain", SCENARIO, "--set", "lane_rate=7.2Gb/s", "--set", "generation=4")
    assert done.returncode == 0 and "generation" in done.stderr and "lane_rate" in done.stderr


def test_memory_limits_it() -> None:
    """Half of what memory moves: each byte is written and read."""
    found = run("memory_rate=10GB/s", "buffers=512", *MANY)
    assert found["metrics"]["throughput"]["mean"] == pytest.approx(5e9, rel=0.02)
    assert found["components"]["dram"]["utilisation"] == pytest.approx(1, abs=0.02)


def test_lines_limit_it() -> None:
    assert throughput("port_rate=40Gb/s", *MANY) == pytest.approx(2 * 5e9 * BLOCK / ON_LINE, rel=5e-3)


def test_drives_limit_it() -> None:
    assert throughput("disks=2", *MANY) == pytest.approx(6.4e9, rel=0.01)


def test_it_is_never_above_its_bound() -> None:
    for settings in (MANY, ("lane_rate=14.4Gb/s", *MANY), ("disks=2", *MANY), ("port_rate=40Gb/s", *MANY)):
        words = [word for one in settings for word in ("--set", one)]
        explained = json.loads(isochron("explain", SCENARIO, "--json", *words).stdout)["points"][0]
        limits = {one["metric"]: one["limit"] for one in explained["workloads"]}
        found = run(*settings)["metrics"]
        for metric in ("read.bandwidth", "play.bandwidth"):
            # A block of each port that has begun before the window may end in it.
            assert found[metric]["mean"] <= limits[metric] + 2 * BLOCK / 4e-3, settings


def test_fast_and_reference_agree() -> None:
    short = ("measure.warm_up=1ms", "measure.duration=1ms")
    fast, reference = (run(*short, f"bus_model={model}") for model in ("fast", "reference"))
    assert reference["metrics"] == fast["metrics"]
    assert reference["components"] == fast["components"]
    assert reference["provenance"]["fingerprint"] == fast["provenance"]["fingerprint"]
