# SPDX-License-Identifier: Apache-2.0
"""Waveforms of PCI Express parts: a level that is drawn has, over the measured time, the mean that the statistics have. Catches a probe that misses
a change, and one that shows something else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import isochron
from waves import Waveform, read_vcd

MACHINE = """machine: m
parts:
  card: {type: pcie_requester, tags: 4, writes: 4}
  bridge: {type: nt_bridge, outstanding: 1, buffers.posted.headers: 2}
  iommu: {type: iommu, entries: 4, walkers: 1}
  dram: {type: dram, channels: 1, rate: 80 Gb/s}
  root: {type: root_complex, data: memory, bus_accesses: 2}
  mover: {type: block_mover, burst: 512 B, outstanding: 4}
  own: {type: memory}
  host: {type: nvme_host, commands: 16}
  drive: {type: nvme_drive, queue_depth: 8, channels: 4}
connect:
  - {between: [card.port, bridge.a], link: {type: pcie_link, name: near, lanes: 1}}
  - {between: [bridge.b, "root.port[0]"], link: {type: pcie_link, name: far}}
  - {from: root.translation, to: iommu.translation}
  - {from: root.memory, to: dram.access}
  - {from: mover.local, to: own.socket}
  - {from: mover.system, to: root.bus}
  - {between: [host.port, drive.port], link: {type: pcie_link, name: lanes, lanes: 4}}
traffic:
  - {name: ask, from: card, to: root, kind: mix, arrivals: closed, outstanding: 16, io: 512 B}
  - {name: store, from: host, to: drive, kind: mix, arrivals: closed, outstanding: 32, io: 16 KiB}
jobs:
  - {name: copy, count: 300, size: 8 KiB, arrivals: constant, interval: 4 us, steps: [{at: mover, by: [system, local]}]}
"""
BEGIN, END = 100, 1100  # microseconds

# A signal, and the statistic of a component that is its mean.
LEVELS = {
    "card.tags_in_use": ("card", "tags_in_use"),
    "card.queue_depth": ("card", "queue_depth"),
    "near.a_to_b.queue_posted": ("card.port.queue", "posted"),
    "near.b_to_a.queue_completion": ("bridge.a.queue", "completion"),
    "bridge.outstanding": ("bridge", "outstanding"),
    "bridge.queue_depth": ("bridge", "queue_depth"),
    "root.bus.under_way": ("root.bus", "under_way"),
    "host.tags_in_use": ("host", "tags_in_use"),
    "host.queue_depth": ("host", "queue_depth"),
    "drive.under_way": ("drive", "under_way"),
    "drive.queue_depth": ("drive", "queue_depth"),
    "drive.pages": ("drive", "pages"),
}


@pytest.fixture(scope="module", params=["fast", "reference"])
def ran(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Waveform, Any]:
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "m.yaml").write_text(MACHINE)
    (folder / "run.yaml").write_text(f"system: ./m.yaml\nmeasure: {{warm_up: {BEGIN} us, duration: {END - BEGIN} us, replications: 1}}\n")
    done = isochron(
        "run", folder / "run.yaml", "--quiet", "--json", "-", "--set", f"bus_model={request.param}",
        "--trace", folder / "out.vcd", "--trace-from", f"{BEGIN}us", "--trace-to", f"{END}us",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return read_vcd((folder / "out.vcd").read_text()), json.loads(done.stdout)["components"]


def levels(wave: Waveform, name: str) -> list[tuple[int, int]]:
    """Changes of the one signal that is called so, the first when the trace begins."""
    found = [signal for signal in wave.changes if signal == name or signal.endswith(f".{name}")]
    assert len(found) == 1, f"{name}: {found}"
    return [(time, int(value, 2)) for time, value in wave.changes[found[0]]]


def mean(changes: list[tuple[int, int]]) -> float:
    begin, end = BEGIN * 10**6, END * 10**6
    assert changes[0][0] == begin
    ends = [time for time, _ in changes[1:]] + [end]
    return sum(value * (until - since) for (since, value), until in zip(changes, ends, strict=True)) / (end - begin)


@pytest.mark.parametrize("signal", LEVELS)
def test_levels_are_those_of_the_statistics(ran: tuple[Waveform, Any], signal: str) -> None:
    wave, components = ran
    part, statistic = LEVELS[signal]
    assert mean(levels(wave, signal)) == pytest.approx(components[part][statistic], rel=1e-7, abs=1e-9)
    assert components[part][statistic] > 0, "nothing was to be seen"


def test_credits_are_drawn_as_they_go_and_come_back(ran: tuple[Waveform, Any]) -> None:
    """The bridge has room for two posted packets, and is full at times."""
    wave, _ = ran
    seen = {value for _, value in levels(wave, "near.a_to_b.credits_posted")}
    assert {0, 1} <= seen <= {0, 1, 2}


def test_packets_on_links_have_names(ran: tuple[Waveform, Any]) -> None:
    wave, components = ran
    for direction in ("near.a_to_b", "near.b_to_a", "lanes.a_to_b", "lanes.b_to_a"):
        (name,) = (signal for signal in wave.changes if signal.endswith(f"{direction}.packet"))
        packets = [value for _, value in wave.changes[name] if value != "-"]
        assert 0 < len(packets) <= components[direction]["tlps"] + 1
