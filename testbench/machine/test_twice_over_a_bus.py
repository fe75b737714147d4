# SPDX-License-Identifier: Apache-2.0
"""Routes that cross one bus several times, from a disk to memory and from there to a network: the bus carries each byte as often, its bound counts
that, and every message arrives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron
from test_bounds import explained, works
from test_machine_netlist import fingerprint, flat_scenario, printed

NODE = """machine: m
summary: a disk, memory and a network on one bus
parameters: {{load: {{type: data_rate, default: 20 MB/s, range: [1 kB/s, 1 GB/s]}}}}
parts:
  disk: {{type: bus_source}}
  bus: {bus}
  memory: {{type: bus_bridge, links_out: 1, links_in: 1, buffers: 8}}
  network: {{type: bus_sink}}
connect:
  - {{from: disk.out, to: "bus.device[0]"}}
  - {{from: "bus.window[0]", to: "memory.window[0]"}}
  - {{from: "memory.link_out[0]", to: "memory.link_in[0]", link: {{type: serial_link, name: dram, rate: 8 Gb/s}}}}
  - {{from: memory.to_bus, to: "bus.device[1]"}}
  - {{from: "bus.window[1]", to: network.in}}
traffic:
  - {{name: play, from: disk, to: network, via: memory, rate: load, io: 1000 B, message: 1000 B}}
"""
PCI, FIFO = "{type: pci_bus}", "{type: fifo_bus, rate: 100 MB/s}"
# What a processor works on crosses the bus three times. `feed` comes to the memory's bridge by a link, and not over the bus.
THREE = """machine: m
summary: routes that differ in what they pass on the way to one network
parts:
  "disk[3]": {type: bus_source}
  feed: {type: source}
  bus: {type: pci_bus}
  memory: {type: bus_bridge, links_out: 1, links_in: 2, buffers: 8}
  processor: {type: bus_bridge, links_out: 1, links_in: 1, buffers: 8}
  network: {type: bus_sink}
connect:
  - {for: {d: 3}, from: "disk[d].out", to: "bus.device[d]"}
  - {from: "bus.window[0]", to: "memory.window[0]"}
  - {from: "memory.link_out[0]", to: "memory.link_in[0]", link: {type: serial_link, name: dram, rate: 8 Gb/s}}
  - {from: feed.out, to: "memory.link_in[1]", link: {type: serial_link, name: line, rate: 1 Gb/s}}
  - {from: memory.to_bus, to: "bus.device[3]"}
  - {from: "bus.window[1]", to: "processor.window[0]"}
  - {from: "processor.link_out[0]", to: "processor.link_in[0]", link: {type: serial_link, name: work, rate: 8 Gb/s}}
  - {from: processor.to_bus, to: "bus.device[4]"}
  - {from: "bus.window[2]", to: network.in}
traffic:
  - {name: stored, from: "disk[0]", to: network, via: memory, rate: 10 MB/s, io: 4 KiB}
  - {name: fed, from: feed, to: network, via: processor, rate: 20 MB/s, io: 4 KiB}
  - {name: worked, from: "disk[1]", to: network, via: [memory, processor], rate: 40 MB/s, io: 4 KiB}
  - {name: straight, from: "disk[2]", to: network, rate: 5 MB/s, io: 4 KiB}
"""


def node(folder: Path, text: str) -> Path:
    (folder / "m.yaml").write_text(text)
    (folder / "run.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 2 ms, duration: 20 ms, replications: 1}\n")
    return folder / "run.yaml"


def run(scenario: Path, *settings: str) -> dict[str, Any]:
    done = isochron("run", scenario, "--quiet", "--json", "-", *(word for setting in settings for word in ("--set", setting)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def brought(scenario: Path, resource: str) -> dict[str, float]:
    rows = {one["resource"]: one for one in explained(scenario)["points"][0]["bounds"]}
    return rows[resource]["brought"]


def test_each_message_crosses_twice(tmp_path: Path) -> None:
    """1000 B take 10 us on the bus, 1 us in memory and 10 us on the bus again; 20 MB/s are 40 % of a bus of 100 MB/s."""
    scenario = node(tmp_path, NODE.format(bus=FIFO))
    result = run(scenario)
    assert result["metrics"]["play.delay"]["mean"] == pytest.approx(21e-6, rel=1e-9)
    assert result["metrics"]["play.bandwidth"]["mean"] == pytest.approx(20e6, rel=1e-9)
    assert result["components"]["bus"]["utilisation"] == pytest.approx(0.4, rel=1e-9)
    assert brought(scenario, "bus") == {"play.bandwidth": pytest.approx(2)}
    assert works(explained(scenario))["play"] == (pytest.approx(20), pytest.approx(50), "bus")
    # Just below its half the bus is nearly full.
    assert run(scenario, "load=49MB/s")["components"]["bus"]["utilisation"] == pytest.approx(0.98, rel=2e-3)


def test_a_pci_bus_carries_half_of_what_it_carries_once(tmp_path: Path) -> None:
    """Two masters take turns on it: 128 B in 240 ns and 45 ns, which are 449.123 MB/s in messages of whole slices."""
    text = NODE.format(bus=PCI).replace("io: 1000 B, message: 1000 B", "io: 1 KiB, message: 1 KiB")
    scenario = node(tmp_path, text)
    assert works(explained(scenario, "load=300MB/s"))["play"] == (pytest.approx(300), pytest.approx(128 / 285e-9 / 2 / 1e6), "bus")
    assert run(scenario, "load=300MB/s")["metrics"]["play.bandwidth"]["mean"] == pytest.approx(128 / 285e-9 / 2, rel=0.01)
    # Without `via` the same messages cross it once, alone: 128 B in 240 ns.
    straight = node(tmp_path, text.replace("via: memory, ", ""))
    assert works(explained(straight, "load=600MB/s"))["play"][1] == pytest.approx(128 / 240e-9 / 1e6)


def test_routes_of_one_network_keep_apart(tmp_path: Path) -> None:
    scenario = node(tmp_path, THREE)
    assert brought(scenario, "bus") == pytest.approx({"stored.bandwidth": 2, "fed.bandwidth": 2, "worked.bandwidth": 3, "straight.bandwidth": 1})
    result = run(scenario)
    for name, rate in {"stored": 10e6, "fed": 20e6, "worked": 40e6, "straight": 5e6}.items():
        assert result["metrics"][f"{name}.bandwidth"]["mean"] == pytest.approx(rate, rel=0.02)
    # What passed memory and the processor.
    assert result["components"]["memory.link_out[0]"]["utilisation"] == pytest.approx((10 + 40) / 1000, rel=0.02)
    assert result["components"]["processor.link_out[0]"]["utilisation"] == pytest.approx((20 + 40) / 1000, rel=0.02)


def test_it_is_the_same_machine_as_a_netlist_and_in_both_modes(tmp_path: Path) -> None:
    scenario = node(tmp_path, THREE)
    netlist = printed(scenario)
    assert "# disk[1] to 1 sink, 1 via memory and processor" in netlist
    flat = flat_scenario(tmp_path / "flat", "m", netlist)
    words = ("--set", "measure.warm_up=2ms", "--set", "measure.duration=5ms")
    ours, metrics = fingerprint(scenario, *words)
    assert fingerprint(flat, *words) == (ours, metrics)
    assert fingerprint(scenario, *words, "--set", "bus_model=reference") == (ours, metrics)


@pytest.mark.parametrize(("bus", "freed", "stands"), [(FIFO, "on_arrival", True), (FIFO, "on_send", False), (PCI, "on_arrival", False)])
def test_a_bus_that_is_held_can_stand_still_and_is_warned_of(bus: str, freed: str, stands: bool, tmp_path: Path) -> None:
    """A disk holds a fifo_bus until memory has a buffer, and memory has none until what is in them is across the bus. Of three masters two fill its
    buffer while one empties it. Buffers that are freed when the bus takes a request do not wait for it, and on a PCI bus others pass meanwhile."""
    text = NODE.replace("  disk:", '  "disk[2]":').replace('from: disk.out, to: "bus.device[0]"', 'for: {{d: 2}}, from: "disk[d].out", to: "bus.device[d + 1]"')
    text = text.replace('memory.to_bus, to: "bus.device[1]"', 'memory.to_bus, to: "bus.device[0]"').replace("from: disk,", 'from: "disk[*]",')
    scenario = node(tmp_path, text.replace("buffers: 8", f"buffers: 1, buffer_freed: {freed}").format(bus=bus))
    told, done = isochron("explain", scenario), isochron("run", scenario, "--quiet", "--set", "load=300MB/s")
    assert ("bus, memory.link_out[0], memory.to_bus" in told.stdout + told.stderr) == stands
    assert done.returncode == (3 if stands else 0), done.stdout + done.stderr
    assert ("memory.to_bus" in done.stderr) == stands, done.stderr


def test_two_held_buses_that_wait_for_each_other(tmp_path: Path) -> None:
    """Neither route comes to a bus twice: each bus is held for a bridge that needs the other one."""
    text = """machine: m
summary: two buses with a bridge each way
parts:
  "s[2][2]": {type: bus_source}
  "bus[2]": {type: BUS}
  "near[2]": {type: bus_bridge, links_out: 1, links_in: 0, buffers: 2}
  "far[2]": {type: bus_bridge, links_out: 0, links_in: 1, buffers: 1, buffer_freed: on_arrival}
  "d[2]": {type: bus_sink}
connect:
  - {for: {b: 2, i: 2}, from: "s[b][i].out", to: "bus[b].device[i]"}
  - {for: {b: 2}, from: "bus[b].window[0]", to: "near[b].window[0]"}
  - {for: {b: 2}, from: "near[b].link_out[0]", to: "far[b].link_in[0]", link: {type: serial_link, name: "l[b]", rate: 8 Gb/s}}
  - {for: {b: 2}, from: "far[b].to_bus", to: "bus[1 - b].device[2]"}
  - {for: {b: 2}, from: "bus[b].window[1]", to: "d[b].in"}
traffic:
  - {name: there, from: "s[0][*]", to: "d[1]", arrivals: closed, outstanding: 16, io: 1 KiB}
  - {name: back, from: "s[1][*]", to: "d[0]", arrivals: closed, outstanding: 16, io: 1 KiB}
"""
    for bus, stands in (("fifo_bus", True), ("pci_bus", False)):
        scenario = node(tmp_path, text.replace("BUS", bus))
        told, done = isochron("explain", scenario), isochron("run", scenario, "--quiet")
        assert ("cycle" in told.stdout + told.stderr) == stands and done.returncode == (3 if stands else 0), told.stdout + told.stderr + done.stderr
