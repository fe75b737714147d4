# SPDX-License-Identifier: Apache-2.0
"""A server of encrypted video: throughput falls with the passes over memory, as arithmetic has it; and with two NUMA nodes the link between them is
full once enough blocks cross it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import ROOT, isochron

SCENARIO = ROOT / "scenarios/own/streaming_server.yaml"
# A block goes around in less than the warm-up: what is measured is no filling of memory.
SHORT = ("outstanding=64", "measure.warm_up=1ms", "measure.duration=2ms")
BLOCK = 128 * 1024
#: Four lines of 100 Gb/s; frames of 1460 B with 78 B each, and a short one for each half of a block.
LINES = 4 * 12.5e9 * BLOCK / (BLOCK + 2 * 45 * 78)
#: Of a lane of generation 3, bytes/s, with what Acks, updates and SKP leave.
LANE = 8e9 * 128 / 130 / 8 * 0.953


def run(*settings: str) -> Any:
    done = isochron("run", SCENARIO, "--json", "-", "--quiet", *(word for one in (*SHORT, *settings) for word in ("--set", one)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def mean(found: Any, metric: str) -> float:
    return found["metrics"][metric]["mean"]


@pytest.mark.parametrize("passes", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("numa_nodes", [1, 2])
def test_memory_is_shared_by_the_passes(passes: int, numa_nodes: int) -> None:
    found = run(f"passes={passes}", f"numa_nodes={numa_nodes}")
    assert mean(found, "throughput") == pytest.approx(min(150e9 / passes, LINES), rel=0.02)
    assert mean(found, "throughput") <= min(150e9 / passes, LINES) * (1 + 1e-2)
    # Each pass moves each byte once; descriptors and completions are nothing beside them.
    assert mean(found, "memory.bandwidth") == pytest.approx(passes * mean(found, "throughput"), rel=0.02)


def test_each_step_has_as_many_blocks() -> None:
    found = run("passes=6", "measure.duration=10ms")
    cores, adapters = 1, 2
    steps = {"read": 1, "cipher_read": cores, "cipher_write": cores, "copy_read": cores, "copy_write": cores, "send": adapters}
    rates = [mean(found, f"{name}.bandwidth") * sources for name, sources in steps.items()]
    assert max(rates) == pytest.approx(min(rates), rel=0.03)


def test_the_link_between_nodes_is_full_once_enough_blocks_cross_it() -> None:
    """With all blocks from the other node each direction of the link carries completions of half of them, and requests for the other half. Completions of
    512 B have 20 B; a request of 24 B, for 4 KiB, adds an Ack of 8 B."""
    carried = 16 * LANE * 4096 / (8 * (512 + 20) + 24 + 8)
    found = [run("passes=2", "numa_nodes=2", f"remote={remote}") for remote in ("0%", "25%", "100%")]
    assert mean(found[0], "throughput") == pytest.approx(LINES, rel=0.02)
    assert mean(found[1], "throughput") == pytest.approx(LINES, rel=0.02)
    assert mean(found[2], "throughput") == pytest.approx(2 * carried, rel=0.03)


def test_no_block_crosses_without_remote_ones() -> None:
    found = run("numa_nodes=2", "remote=0%", "passes=4")
    for direction in ("a_to_b", "b_to_a"):
        assert found["components"][f"node_link.{direction}"]["tlps"] == 0


def test_drives_that_do_not_divide_evenly_are_an_error() -> None:
    done = isochron("explain", SCENARIO, "--set", "numa_nodes=2", "--set", "drives=15")
    assert done.returncode == 2 and "do not divide evenly" in done.stderr and "drives" in done.stderr


def test_it_is_never_above_its_bound() -> None:
    for settings in (("passes=2",), ("numa_nodes=2", "remote=100%", "passes=2"), ("drives=4", "passes=2")):
        words = [word for one in settings for word in ("--set", one)]
        explained = json.loads(isochron("explain", SCENARIO, "--json", *words).stdout)["points"][0]
        limits = {one["metric"]: one["limit"] for one in explained["workloads"]}
        found = run(*settings)
        for metric in ("read.bandwidth", "send.bandwidth"):
            assert mean(found, metric) <= limits[metric] * (1 + 1e-2), settings


def test_fast_and_reference_agree() -> None:
    settings = ("numa_nodes=2", "passes=5", "outstanding=64", "measure.warm_up=300us", "measure.duration=300us")
    fast, reference = (run(*settings, f"bus_model={model}") for model in ("fast", "reference"))
    assert reference["metrics"] == fast["metrics"]
    assert reference["components"] == fast["components"]
    assert reference["provenance"]["fingerprint"] == fast["provenance"]["fingerprint"]
