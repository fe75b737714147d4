# SPDX-License-Identifier: Apache-2.0
"""`bus_model: fast` and `reference` give the same figures and the same deliveries, to the picosecond, on every system."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import isochron

SECONDS = ("measure.warm_up=2s", "measure.duration=2s")
# A short run of every system, in which much of it takes part.
WINDOW = ("measure.warm_up=5ms", "measure.duration=15ms")
RUNS = {
    "seachange_cluster": ("seachange/cluster", "nodes=3", *WINDOW),
    "central_switch": ("own/central_switch", "nodes=2", *WINDOW),
    "evening": ("own/evening", "measure.duration=100ms"),
    "fast_mesh": ("own/fast_mesh", "nodes=3", *WINDOW),
    "nvme_node": ("own/nvme_node", "measure.warm_up=1ms", "measure.duration=2ms"),
    "streaming_server": ("own/streaming_server", "numa_nodes=2", "outstanding=64", "measure.warm_up=300us", "measure.duration=500us"),
    "flash_array": ("own/flash_array", "outstanding=32", "measure.warm_up=200us", "measure.duration=500us"),
    "ingest_playout": ("own/ingest_playout", "measure.warm_up=1s", "measure.duration=2s"),
    "pcie_bench": ("pcie/bandwidth", "host=bdw-Xeon-E5-2630v4-dell-t430-s0-s0-s0-iommu-nosp", "test=RW", "bytes=257B", "window=1MiB", "measure.duration=100us"),
    "two_buses": ("own/two_buses", *WINDOW),
    "shared_bus": ("gennart/shared_bus_resample", "nodes=3", "strands=24", "operation=read_protocol_network"),
    "point_to_point": ("gennart/point_to_point_read", "nodes=3", "strands=24", "operation=read_and_resample"),
    "subsystems": ("gennart/subsystems_resample", "nodes=3", "strands=24", "dma.unit=burst"),
    "mbus_workstation": ("gennart/mbus_copy_disk_50k", "bytes=100kB"),
    "ps2": ("ps2/planes", "planes.count=2", "slaves=2", "disks_per_slave=3"),
    "disk_array": ("ps2/fig9", "blocks=2", "disks=3", "disk.depth=2"),
    "extent_writer": ("cosim/ps2_extents",),
    "link_errors": ("faults/link_errors", "measure.duration=5ms"),
    "calliope_msu": ("calliope/recording", "streams.count=8", "adapters=2", "vcr.interval=1s", *SECONDS),
    "calliope": ("calliope/units_150", "coordinator.units=2", "coordinator.rate=1 /s", "coordinator.copies=1", *SECONDS),
    "voyager": ("voyager/evening", "thin_nodes=2", "streams.count=4", "streams_3.count=4", *SECONDS),
}


def outcome(system: str, bus_model: str) -> dict[str, Any]:
    scenario, *settings = RUNS[system]
    options = [option for setting in (*settings, f"bus_model={bus_model}") for option in ("--set", setting)]
    done = isochron("run", f"scenarios/{scenario}.yaml", *options, "--replications", "1", "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["system"] == system
    told["parameters"].pop("bus_model", None)
    return {key: told.get(key) for key in ("metrics", "components", "histograms", "series", "points", "parameters")} | {
        "fingerprint": told["provenance"]["fingerprint"],
        "events": told["performance"]["events"],
    }


def test_every_system_is_here() -> None:
    described = json.loads(isochron("describe", "--json").stdout)
    assert {one["name"] for one in described if one["kind"] == "system"} == RUNS.keys()


@pytest.mark.parametrize("system", RUNS)
def test_both_bus_models_agree(system: str) -> None:
    fast, reference = outcome(system, "fast"), outcome(system, "reference")
    events = fast.pop("events"), reference.pop("events")
    assert fast == reference
    # A PCI bus has events for its slices, a PCI Express link for its DLLPs, and what is folded has none. All other systems have as many in both.
    if system in ("seachange_cluster", "fast_mesh", "central_switch", "two_buses", "nvme_node", "streaming_server", "flash_array", "pcie_bench", "evening"):
        assert events[0] < events[1]
    else:
        assert events[0] == events[1]
