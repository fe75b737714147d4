# SPDX-License-Identifier: Apache-2.0
"""Clusters drawn over every parameter deliver what they delivered when the machine was C++, with as many events.

A second implementation of the machine, which is gone, has recorded `recorded_clusters.json`: parts that a file joins in
another way, or routes that it chooses otherwise, show in the first message.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import ROOT, isochron

RECORDED = json.loads((ROOT / "testbench/systems/seachange/recorded_clusters.json").read_text())


@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_a_cluster_delivers_what_was_recorded(number: int, tmp_path: Path) -> None:
    recorded = RECORDED[number]
    scenario = tmp_path / "cluster.yaml"
    scenario.write_text(f"system: seachange_cluster\nmeasure: {{warm_up: 3 ms, duration: 6 ms, seed: {number + 1}}}\n")
    simulated, folded = (run(scenario, *recorded["set"], fold) for fold in ("fold=off", "fold=on"))
    assert simulated == (recorded["fingerprint"], recorded["events"])
    assert folded[0] == recorded["fingerprint"] and folded[1] <= recorded["events"]


def run(scenario: Path, *settings: str) -> tuple[str, int]:
    """Its fingerprint and its events."""
    done = isochron("run", scenario, "--json", "-", "--quiet", *(word for one in settings for word in ("--set", one)))
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    return result["provenance"]["fingerprint"], result["performance"]["events"]


def test_they_have_all_that_there_is() -> None:
    settings = [dict(one.split("=", 1) for one in recorded["set"]) for recorded in RECORDED]
    wanted = {
        "ib_side.chips": {"1", "2"}, "ib_side.bridges": {"1", "2"}, "ib_side.sf_links": {"1", "2", "4"}, "ib_side.pci_buses": {"1", "2"},
        "ib_side.chip_of": {"raid", "balanced", "parity"}, "destination.drawn": {"per_message", "per_io", "rotation"},
        "destination.include_self": {"true", "false"}, "dma_engines": {"1", "2"}, "pci.timing": {"paper", "protocol"},
        "bus_model": {"fast", "reference"}, "rebuild": {"brute", "stripe_buffered"}, "buffer_freed": {"on_send", "on_arrival"},
    }  # fmt: skip
    for name, values in wanted.items():
        assert values <= {one.get(name) for one in settings}, name
    assert sum("streams.count" in one for one in settings) >= 5
    assert sum("failed_nodes" in one for one in settings) >= 5
