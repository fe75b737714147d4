# SPDX-License-Identifier: Apache-2.0
"""A bus master behind a root complex, in machine files: a block mover, alone and over a bus, beside a device that reads from the same memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron, require_told

KIB, JOBS, JOB, BURST = 1024, 50, 64 * 1024, 1024

MACHINE = """machine: m
runs: until_done
parts:
  mover: {type: block_mover, burst: 1 KiB, outstanding: 4}
  own: {type: memory}
  card: {type: pcie_requester}
  dram: {type: dram, channels: 1, rate: 8 Gb/s}
  root: {type: root_complex, latency: 300 ns, memory_latency: 53 ns, ROOT}
  BUS
connect:
  - {from: mover.local, to: own.socket}
  - {between: [card.port, "root.port[0]"], link: {type: pcie_link, name: lanes}}
  - {from: root.memory, to: dram.access}
  WAY
jobs:
  - {name: copy, count: 50, size: 64 KiB, steps: [{at: mover, by: [FROM, TO]}]}
TRAFFIC
"""
DIRECT = "- {from: mover.system, to: root.bus}"
# A byte each nanosecond; the other window leads elsewhere.
OVER_A_BUS = """- {from: mover.system, to: "bus.device[0]"}
  - {from: "bus.window[0]", to: root.bus}
  - {from: "bus.window[1]", to: "own.port[1]"}"""
BUS = "bus: {type: fifo_bus, rate: 1 GB/s}"
READS = "traffic:\n  - {name: read, from: card, to: root, kind: read, arrivals: closed, outstanding: 4, io: 4 KiB, ios: 200}"
INWARDS, OUTWARDS = ("system", "local"), ("local", "system")


def result(folder: Path, ways: tuple[str, str], root: str, traffic: str = "", over_a_bus: bool = False, model: str = "fast") -> Any:
    text = MACHINE.replace("FROM, TO", ", ".join(ways)).replace("ROOT", root).replace("TRAFFIC", traffic)
    text = text.replace("WAY", OVER_A_BUS if over_a_bus else DIRECT).replace("BUS", BUS if over_a_bus else "")
    (folder / "m.yaml").write_text(text)
    (folder / "run.yaml").write_text("system: ./m.yaml\nmeasure: {replications: 1}\n")
    done = isochron("run", folder / "run.yaml", "--json", "-", "--quiet", "--set", f"bus_model={model}")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_reads_are_limited_by_their_latency(tmp_path: Path) -> None:
    """Four bursts at a time, 300 ns each."""
    found = result(tmp_path, INWARDS, "data: cache, llc: 1 TiB")
    assert found["simulated_s"] == pytest.approx(JOBS * JOB / BURST / 4 * 300e-9, rel=1e-9)
    assert found["components"]["root.bus"]["read"] * found["simulated_s"] == pytest.approx(JOBS * JOB)
    assert found["components"]["root.bus"]["under_way"] == pytest.approx(4)


def test_writes_are_limited_by_the_rate_at_which_they_are_taken(tmp_path: Path) -> None:
    found = result(tmp_path, OUTWARDS, "write_rate: 1 GB/s")
    assert found["simulated_s"] == pytest.approx(JOBS * JOB / 1e9, rel=1e-9)
    assert found["components"]["root.bus"]["written"] * found["simulated_s"] == pytest.approx(JOBS * JOB)


def test_a_bus_between_takes_its_time(tmp_path: Path) -> None:
    """The bus carries a burst in 1.024 us and is held until the host has taken it, 0.512 us later."""
    found = result(tmp_path, OUTWARDS, "write_rate: 2 GB/s", over_a_bus=True)
    assert found["simulated_s"] >= JOBS * JOB / 1e9
    assert found["components"]["bus"]["utilisation"] == pytest.approx(1, rel=1e-3)
    assert found["components"]["root.bus"]["written"] * found["simulated_s"] == pytest.approx(JOBS * JOB)


@pytest.mark.parametrize("ways", [INWARDS, OUTWARDS])
def test_it_shares_the_memory_with_devices(tmp_path: Path, ways: tuple[str, str]) -> None:
    """Every byte that either of the two asks for goes over the one channel, which is never idle."""
    found = result(tmp_path, ways, "data: memory", READS)
    dram, asked, moved = found["components"]["dram"], 200 * 4 * KIB, JOBS * JOB
    reads = asked + (moved if ways == INWARDS else 0)
    assert dram["bytes_read"] == reads
    assert dram["bytes_written"] == asked + moved - reads
    assert found["components"]["mover"]["bytes"] == moved
    if ways == INWARDS:
        assert found["simulated_s"] >= (asked + moved) / 1e9
    else:
        # Nobody waits for what is written.
        assert found["simulated_s"] >= asked / 1e9


@pytest.mark.parametrize("over_a_bus", [False, True])
@pytest.mark.parametrize("ways", [INWARDS, OUTWARDS])
def test_fast_is_as_the_reference(tmp_path: Path, ways: tuple[str, str], over_a_bus: bool) -> None:
    fast, reference = (result(tmp_path, ways, "data: memory, jitter: 20 ns, write_rate: 2 GB/s", READS, over_a_bus, model) for model in ("fast", "reference"))
    assert reference["components"] == fast["components"]
    assert reference["metrics"] == fast["metrics"]
    assert reference["provenance"]["fingerprint"] == fast["provenance"]["fingerprint"]


def test_requests_of_devices_reach_a_bus_of_the_host(tmp_path: Path) -> None:
    """The device's reads and what a block mover writes go over one bus, a byte each nanosecond, which is never idle for long."""
    (tmp_path / "m.yaml").write_text(
        """machine: m
runs: until_done
parts:
  mover: {type: block_mover, burst: 1 KiB, outstanding: 4}
  own: {type: memory}
  card: {type: pcie_requester}
  root: {type: root_complex, data: memory}
  bus: {type: fifo_bus, rate: 1 GB/s}
  memory: {type: memory}
connect:
  - {from: root.out, to: "bus.device[0]"}
  - {from: mover.system, to: "bus.device[1]"}
  - {from: mover.local, to: own.socket}
  - {from: "bus.window[0]", to: memory.socket}
  - {between: [card.port, "root.port[0]"], link: {type: pcie_link, name: lanes}}
jobs:
  - {name: copy, count: 50, size: 64 KiB, steps: [{at: mover}]}
traffic:
  - {name: read, from: card, to: root, kind: read, arrivals: closed, outstanding: 4, io: 4 KiB, ios: 800}
"""
    )
    (tmp_path / "run.yaml").write_text("system: ./m.yaml\nmeasure: {replications: 1}\n")
    done = isochron("run", tmp_path / "run.yaml", "--json", "-", "--quiet")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    memory, asked, moved = found["components"]["memory"], 800 * 4 * KIB, JOBS * JOB
    assert memory["bytes_read"] == asked
    assert memory["bytes_written"] == moved
    assert found["components"]["bus"]["utilisation"] * found["simulated_s"] == pytest.approx((asked + moved) / 1e9, rel=1e-9)
    assert found["components"]["bus"]["utilisation"] > 0.9


MOVER = ("mover: {type: block_mover}", '{from: mover.system, to: root.bus}\n  - {from: mover.local, to: "own.port[1]"}')
DRAM = ("dram: {type: dram}", "{from: root.memory, to: dram.access}")


@pytest.mark.parametrize(("part", "connection"), [MOVER, DRAM])
def test_memory_is_in_one_place(tmp_path: Path, part: str, connection: str) -> None:
    (tmp_path / "m.yaml").write_text(
        f"""machine: m
parts:
  own: {{type: memory}}
  {part}
  card: {{type: pcie_requester}}
  root: {{type: root_complex}}
connect:
  - {{from: root.out, to: own.socket}}
  - {connection}
  - {{between: [card.port, "root.port[0]"], link: {{type: pcie_link, name: lanes}}}}
traffic:
  - {{name: read, from: card, to: root, kind: read, arrivals: closed, outstanding: 4, io: 4 KiB}}
"""
    )
    (tmp_path / "run.yaml").write_text("system: ./m.yaml\n")
    require_told(isochron("explain", tmp_path / "run.yaml"), r"`root`: `out`: its memory is behind `out`, and behind `(bus|memory)` too")


def test_a_requester_on_a_bus_is_no_master_of_it(tmp_path: Path) -> None:
    """Requests with answers need somebody who answers over the bus."""
    (tmp_path / "m.yaml").write_text(
        """machine: m
parts:
  client: {type: bus_requester}
  card: {type: pcie_requester}
  root: {type: root_complex}
  bus: {type: fifo_bus, rate: 1 GB/s}
connect:
  - {from: client.out, to: "bus.device[0]"}
  - {from: "bus.window[0]", to: root.bus}
  - {from: "bus.window[1]", to: client.in}
  - {between: [card.port, "root.port[0]"], link: {type: pcie_link, name: lanes}}
traffic:
  - {name: read, from: client, to: root, kind: read, arrivals: closed, outstanding: 4, io: 4 KiB}
"""
    )
    (tmp_path / "run.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 1 us, duration: 10 us, replications: 1}\n")
    done = isochron("run", tmp_path / "run.yaml", "--quiet")
    assert done.returncode in (2, 3) and "client" in done.stderr, done.stderr
