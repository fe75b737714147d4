# SPDX-License-Identifier: Apache-2.0
"""The SeaChange cluster as a file is the cluster in C++ in all that both have: configurations drawn over every parameter."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from test_machine_files import figures, require_the_same

MACHINES = 36
# What the file calls otherwise.
OTHER_NAMES = {
    "chips": "ib_side.chips",
    "bridges": "ib_side.bridges",
    "sf_links": "ib_side.sf_links",
    "ib_buses": "ib_side.pci_buses",
    "chip_of": "ib_side.chip_of",
    "buffers": "buffers_per_port",
    "drawn": "destination.drawn",
    "include_self": "destination.include_self",
    "starfabric_rate": "starfabric.rate",
    "infiniband_rate": "infiniband.rate",
}
OTHER_VALUES = {("drawn", "message"): "per_message", ("drawn", "io"): "per_io", ("drawn", "rotation"): "rotation"}


def cluster(chance: random.Random) -> dict[str, object]:
    """Parameters of the file that fit together, nearly all of them."""
    one = chance.choice
    while True:
        # The SG1010 has six ports; a bridge has one or two links; a bus of its own has a chip and a bridge.
        shape = {
            "raid_controllers": one((1, 1, 2, 2, 3, 4)),
            "gige_buses": one((1, 1, 2, 2, 3, 4)),
            "chips": one((1, 2)),
            "bridges": one((1, 2)),
            "sf_links": one((1, 2, 2, 4)),
            "ib_buses": one((1, 1, 2)),
        }
        per_bridge, left = divmod(shape["sf_links"], shape["bridges"])
        fits = shape["raid_controllers"] + shape["gige_buses"] + shape["sf_links"] <= 6
        if fits and not left and per_bridge in (1, 2) and (shape["ib_buses"] == 1 or shape["chips"] == shape["bridges"] == 2):
            break
    message = one((128, 256, 500, 1024, 1024, 2048))
    settings: dict[str, object] = shape | {
        "nodes": chance.randint(2, 7),
        "gige_cards": shape["gige_buses"] * chance.randint(1, 4),
        "chip_of": one(("raid", "balanced", "parity")),
        "buffers": one((1, 1, 2, 3, 8)),
        "buffer_freed": one(("on_send", "on_send", "on_arrival")),
        "drawn": one(("message", "io")),
        "destination": one(("uniform", "uniform", "rotation")),
        "include_self": one(("true", "true", "false")),
        "message": f"{message}B",
        "io": f"{message * chance.randint(1, 40) + one((0, 0, 77))}B",
        "disk_delay.min": f"{chance.randint(0, 300)}us",
        "disk_delay.mode": f"{chance.randint(300, 900)}us",
        "disk_delay.max": f"{chance.randint(900, 2500)}us",
        "disk_rate": one(("unlimited", "unlimited", f"{chance.randint(40, 200)}MB/s")),
        "gige.rate": one(("unlimited", "unlimited", f"{chance.randint(200, 1500)}Mb/s")),
        "dma_engines": one((1, 1, 2)),
        "dma_queue": one(("shared", "per_engine")),
        "pci.timing": one(("paper", "paper", "protocol")),
        "pci.clock": one(("33MHz", "66.667MHz", "133MHz")),
        "pci.width": one(("32bit", "64bit")),
        "pci.slice": one(("64B", "128B", "512B")),
        "pci.slice_time": f"{chance.randint(60, 300)}ns",
        "pci.switch_overhead": f"{chance.randint(0, 60)}ns",
        "pci.switch_unit": one(("slice", "message")),
        "pci.arbitration": chance.randint(0, 4),
        "pci.address": chance.randint(1, 3),
        "pci.devsel": chance.randint(1, 4),
        "pci.initial_latency": chance.randint(0, 8),
        "pci.wait_states": chance.randint(0, 2),
        "pci.latency_timer": chance.randint(0, 64),
        "pci.turnaround": chance.randint(0, 2),
        "pci.disconnect": chance.randint(0, 8),
        "starfabric_rate": f"{chance.randint(500, 3000)}Mb/s",
        "infiniband_rate": f"{chance.randint(300, 8000)}Mb/s",
        "target_bandwidth": f"{chance.randint(40, 300)}MB/s",
        "bus_model": one(("fast", "fast", "fast", "reference")),
    }
    if chance.random() < 0.3:
        settings |= {
            "streams.count": chance.randint(1, 900),
            "streams.rate": f"{chance.randint(1, 9)}Mb/s",
            "streams.client_buffer": f"{chance.randint(0, 9)}ms",
        }
    if int(str(settings["nodes"])) > 2 and chance.random() < 0.4:
        settings |= {"degraded": "true", "failed_node": chance.randrange(int(str(settings["nodes"]))), "rebuild": one(("brute", "stripe_buffered"))}
    if settings["destination"] == "rotation":
        settings["drawn"] = "io"  # the only one in C++
    return settings


def in_the_file(settings: dict[str, object]) -> list[str]:
    return [f"{name}={value}" for name, value in settings.items()]


def in_code(settings: dict[str, object]) -> list[str]:
    """The same of the machine in C++."""
    given = dict(settings)
    if given.pop("destination") == "rotation":
        given["drawn"] = "rotation"
    if given.pop("degraded", None):
        given["failed_nodes"] = f"[{given.pop('failed_node')}]"
    return [f"{OTHER_NAMES.get(name, name)}={OTHER_VALUES.get((name, str(value)), value)}" for name, value in given.items()]


def drawn(number: int) -> dict[str, object]:
    return cluster(random.Random(f"cluster {number}"))


@pytest.mark.parametrize("number", range(MACHINES))
def test_a_random_cluster_is_the_same_as_a_file(number: int, tmp_path: Path) -> None:
    settings = drawn(number)
    measure = f"warm_up: 3 ms, duration: 6 ms, seed: {number + 1}"
    ours = figures(tmp_path, "video_mesh", in_the_file(settings), measure)
    theirs = figures(tmp_path, "seachange_cluster", in_code(settings), measure)
    assert ours["metrics"]["bytes.out"]["mean"] > 0
    require_the_same(tmp_path, ours, theirs)


def test_what_is_drawn_has_all_that_there_is() -> None:
    machines = [drawn(number) for number in range(MACHINES)]
    wanted: dict[str, set[object]] = {
        "chips": {1, 2}, "bridges": {1, 2}, "sf_links": {1, 2, 4}, "ib_buses": {1, 2}, "chip_of": {"raid", "balanced", "parity"},
        "drawn": {"message", "io"}, "destination": {"uniform", "rotation"}, "include_self": {"true", "false"}, "dma_engines": {1, 2}, "pci.timing": {"paper", "protocol"},
        "bus_model": {"fast", "reference"}, "degraded": {"true"}, "rebuild": {"brute", "stripe_buffered"}, "buffer_freed": {"on_send", "on_arrival"},
    }  # fmt: skip
    for name, values in wanted.items():
        assert values <= {machine.get(name) for machine in machines}, name
    # Ways that `via` forces, in all forms.
    forms = {(m["chips"], m["bridges"], m["sf_links"]) for m in machines}
    assert {(1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, 4)} <= forms
    assert sum("streams.count" in machine for machine in machines) >= 5
    assert all(sum(machine[name] != "unlimited" for machine in machines) >= 5 for name in ("disk_rate", "gige.rate"))
