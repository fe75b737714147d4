# SPDX-License-Identifier: Apache-2.0
"""A non-transparent bridge between a device and a host, against what their times add up to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron

# Generation 1 with 4 lanes and no efficiency lost is a byte each nanosecond.
MACHINE = """machine: m
parameters:
  outstanding: {type: count, default: 1, range: [1, 4096]}
  io: {type: size, default: 64 B, range: [1 B, 1 MiB]}
  bridge: {of: nt_bridge}
parts:
  card: {type: pcie_requester, tags: 256, writes: 256}
  bridge: {type: nt_bridge, bridge: bridge}
  root: {type: root_complex, latency: 1 us, memory_latency: 0 ns}
connect:
  - {between: [card.port, bridge.a], link: {type: pcie_link, name: near, generation: 1, lanes: 4, efficiency: 100 %, ack_bytes: 0 B}}
  - {between: [bridge.b, "root.port[0]"], link: {type: pcie_link, name: far, generation: 1, lanes: 4, efficiency: 100 %, ack_bytes: 0 B}}
traffic:
TRAFFIC
"""
REQUEST, COMPLETION = 24e-9, 20e-9
LATENCY, HOST = 200e-9, 1e-6
#: From the crossing of a read of 64 B until the bridge has its completion.
BEYOND = REQUEST + HOST + COMPLETION + 64e-9 + LATENCY


def traffic(kind: str, options: str = "") -> str:
    return f"  - {{name: {kind}, kind: {kind}, from: card, to: root, arrivals: closed, outstanding: outstanding, io: io{options}}}"


def scenario(folder: Path, text: str, measure: str = "measure: {warm_up: 100 us, duration: 2 ms, replications: 1}", runs: str = "") -> Path:
    (folder / "m.yaml").write_text(MACHINE.replace("TRAFFIC", text).replace("parameters:", f"{runs}parameters:", 1))
    path = folder / "run.yaml"
    path.write_text(f"system: ./m.yaml\n{measure}\n")
    return path


def result(path: Path, **settings: str | int) -> Any:
    words = [word for name, value in settings.items() for word in ("--set", f"{name.replace('__', '.')}={value}")]
    done = isochron("run", path, "--json", "-", "--quiet", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def mean(found: Any, metric: str) -> float:
    return found["metrics"][metric]["mean"]


@pytest.mark.parametrize("latency", [0, 200, 900])
def test_it_adds_its_latency_each_way(tmp_path: Path, latency: int) -> None:
    found = result(scenario(tmp_path, traffic("read")), bridge__latency=f"{latency}ns")
    expected = 2 * (REQUEST + COMPLETION + 64e-9 + latency * 1e-9) + HOST
    assert mean(found, "read.delay") == pytest.approx(expected, abs=2e-12)
    found = result(scenario(tmp_path, traffic("write")), bridge__latency=f"{latency}ns")
    assert mean(found, "write.delay") == pytest.approx(2 * (REQUEST + 64e-9) + latency * 1e-9, abs=2e-12)


@pytest.mark.parametrize("entries", [1, 2, 5])
def test_entries_limit_reads_that_cross(tmp_path: Path, entries: int) -> None:
    found = result(scenario(tmp_path, traffic("read")), bridge__outstanding=entries, outstanding=32)
    # An entry is free once the last completion has crossed, so that its latency counts.
    assert mean(found, "read.bandwidth") == pytest.approx(entries * 64 / BEYOND, rel=5e-3)
    assert found["components"]["bridge"]["outstanding"] == pytest.approx(entries, rel=1e-3)
    assert found["components"]["bridge"]["wait_entry"] == pytest.approx(1, rel=1e-3)


def test_writes_pass_reads_that_wait_for_an_entry(tmp_path: Path) -> None:
    found = result(scenario(tmp_path, traffic("read") + "\n" + traffic("write").replace("arrivals: closed, outstanding: outstanding", "arrivals: constant, rate: 100 MB/s")), bridge__outstanding=1, outstanding=32)
    alone = 2 * (REQUEST + 64e-9) + LATENCY
    # A write waits for packets that are on the links, of 24 B, and never for the 1.3 us of an entry.
    assert alone <= mean(found, "write.delay") <= alone + 4 * REQUEST
    assert found["metrics"]["write.delay"]["max"] < alone + 8 * REQUEST


def test_small_buffers_lose_nothing_and_modes_agree(tmp_path: Path) -> None:
    path = scenario(tmp_path, traffic("read", ", ios: 400") + "\n" + traffic("write", ", ios: 300"), "measure: {replications: 1}", "runs: until_done\n")
    settings: dict[str, str | int] = {"io": "1KiB", "outstanding": 40, "bridge__outstanding": 3}
    settings |= {f"bridge__buffers__{kind}__headers": 2 for kind in ("posted", "non_posted", "completion")}
    settings |= {f"bridge__buffers__{kind}__data": "512B" for kind in ("posted", "completion")}
    fast, reference = (result(path, bus_model=model, **settings) for model in ("fast", "reference"))
    assert mean(fast, "bytes.in") == mean(fast, "bytes.out") == 700 * 1024
    assert reference["metrics"] == fast["metrics"]
    assert reference["components"] == fast["components"]
    assert reference["provenance"]["fingerprint"] == fast["provenance"]["fingerprint"]


def test_buffers_limit_what_crosses(tmp_path: Path) -> None:
    found = result(scenario(tmp_path, traffic("write")), outstanding=64, bridge__buffers__posted__headers=1)
    # The next write leaves when this one has crossed both links and the bridge, one at a time.
    assert mean(found, "write.bandwidth") == pytest.approx(64 / (2 * (REQUEST + 64e-9) + LATENCY), rel=5e-3)
