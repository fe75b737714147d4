# SPDX-License-Identifier: Apache-2.0
"""Bounds of what answers requests and of what that calls: an IOMMU by its walks, memory by its channels, a root complex by the rate at which it
takes writes, a server by its law of service. Each limit is compared with its closed form and with what is simulated, which is never above it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron

HOST = """machine: host
parameters:
  window: {type: size, default: 64 MiB, range: [4 KiB, 1 GiB]}
  io: {type: size, default: 64 B, range: [1 B, 64 KiB]}
  kind: {type: choice, choices: [read, write, mix], default: read}
  share: {type: fraction, default: 50 %}
  tags: {type: count, default: 64, range: [1, 1024]}
parts:
CALLED  root: {type: root_complex, latency: 300 ns, data: memory, memory_latency: 0 ns, ROOT}
  card: {type: pcie_requester, tags: tags, mrrs: 4 KiB, mps: 256 B, writes: 64}
connect:
  - {between: [card.port, "root.port[0]"], link: {type: pcie_link, name: lanes, generation: 5, lanes: 16}}
CONNECT
traffic:
  - {name: ask, from: card, to: root, kind: kind, arrivals: closed, outstanding: 256, io: io, window: window, WRITES}
"""
IOMMU = (
    "  iommu: {type: iommu, entries: 64, walkers: WALKERS, walk_latency: 1 us}\n",
    "  - {from: root.translation, to: iommu.translation}",
)
DRAM = (
    "  memory: {type: dram, channels: 2, rate: 1 GB/s, efficiency: {read: 80 %, write: 60 %, mixed: 50 %}, interleave: 256 B}\n",
    "  - {from: root.memory, to: memory.access}",
)
PAGE, ENTRIES, WALK = 4096, 64, 1e-6


def scenario(
    folder: Path,
    called: tuple[str, str] = ("", ""),
    root: str = "",
    walkers: int = 1,
    kind: str = "read",
) -> Path:
    text = HOST.replace("CALLED", called[0].replace("WALKERS", str(walkers))).replace("CONNECT", called[1])
    text = (
        text.replace(", ROOT", f", {root}" if root else "")
        .replace("kind: kind", f"kind: {kind}")
        .replace(", WRITES", ", writes: share" if kind == "mix" else "")
    )
    (folder / "m.yaml").write_text(text)
    (folder / "run.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 5 ms, replications: 1}\n")
    return folder / "run.yaml"


def limits(run: Path, *settings: str) -> dict[str, float]:
    words = [word for setting in settings for word in ("--set", setting)]
    done = isochron("explain", run, "--json", *words)
    assert done.returncode == 0, done.stderr
    return {one["resource"]: one["limit"] for one in json.loads(done.stdout)["points"][0]["bounds"]}


def simulated(run: Path, *settings: str) -> float:
    words = [word for setting in settings for word in ("--set", setting)]
    done = isochron("run", run, "--quiet", "--json", "-", *words)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result["metrics"]["ask.bandwidth"]["mean"]


def check(run: Path, resource: str, limit: float, near: float, *settings: str) -> None:
    """The resource is the first limit, is as its closed form says, and is reached but for `near`."""
    found = limits(run, *settings)
    assert min(found, key=lambda one: found[one]) == resource, found
    assert found[resource] == pytest.approx(limit, rel=1e-6), found
    measured = simulated(run, *settings)
    assert limit * (1 - near) <= measured <= limit * (1 + 2e-3), (measured, limit)


@pytest.mark.parametrize("walkers", [1, 3])
@pytest.mark.parametrize(("window", "near"), [(1, 0.1), (4, 0.03), (64, 0.01)])
def test_random_pages_beyond_its_reach_wait_for_walkers(tmp_path: Path, walkers: int, window: int, near: float) -> None:
    """At most the entries and the pages of all 64 tags are known, of all pages."""
    pages = window * 2**20 / PAGE
    limit = walkers / WALK * 64 / (1 - (ENTRIES + 64) / pages)
    check(
        scenario(tmp_path, IOMMU, walkers=walkers),
        "iommu",
        limit,
        near,
        f"window={window} MiB",
    )


def test_requests_of_several_pages_walk_for_each(tmp_path: Path) -> None:
    limit = 1 / WALK * PAGE / (1 - (ENTRIES + 64) / (64 * 2**20 / PAGE))
    check(scenario(tmp_path, IOMMU), "iommu", limit, 0.02, "io=16KiB")


@pytest.mark.parametrize("window", ["256 KiB", "512 KiB"])
def test_within_its_reach_it_limits_nothing(tmp_path: Path, window: str) -> None:
    assert "iommu" not in limits(scenario(tmp_path, IOMMU), f"window={window}")


def test_a_walk_lengthens_the_round_trip(tmp_path: Path) -> None:
    """With one tag and walkers that wait for it: the share of walks, and no entry but the tag's own."""
    run = scenario(tmp_path, IOMMU, walkers=8)
    alone = limits(scenario(tmp_path), "tags=1")["ask tags"]
    walks = 1 - (ENTRIES + 1) / (64 * 2**20 / PAGE)
    assert limits(scenario(tmp_path, IOMMU, walkers=8), "tags=1")["ask tags"] == pytest.approx(64 / (64 / alone + walks * WALK), rel=1e-6)
    assert simulated(run, "tags=1") == pytest.approx(64 / (64 / alone + walks * WALK), rel=5e-3)


@pytest.mark.parametrize(("kind", "limit", "near"), [("read", 1.6e9, 0.01), ("write", 1.2e9, 0.01)])
def test_memory_is_limited_by_its_channels(tmp_path: Path, kind: str, limit: float, near: float) -> None:
    check(scenario(tmp_path, DRAM, kind=kind), "memory", limit, near, "io=4KiB")


@pytest.mark.parametrize("share", [10, 50, 75])
def test_reads_and_writes_share_memory(tmp_path: Path, share: int) -> None:
    """How many transfers follow one of the other kind is not known: all of them could follow their own."""
    writes = share / 100
    limit = 1 / ((1 - writes) / 1.6e9 + writes / 1.2e9)
    run = scenario(tmp_path, DRAM, kind="mix")
    found = limits(run, "io=4KiB", f"share={share} %")
    assert found["memory"] == pytest.approx(limit, rel=1e-6)
    # Between all that follow the other kind, and none.
    assert 1.0e9 * (1 - 5e-3) <= simulated(run, "io=4KiB", f"share={share} %") <= limit * (1 + 2e-3)


def test_a_window_in_one_channel_has_one(tmp_path: Path) -> None:
    called = (DRAM[0].replace("interleave: 256 B", "interleave: 1 MiB"), DRAM[1])
    check(scenario(tmp_path, called), "memory", 0.8e9, 0.01, "io=4KiB", "window=1 MiB")


def test_writes_are_taken_at_a_rate(tmp_path: Path) -> None:
    run = scenario(tmp_path, root="write_rate: 2 GB/s", kind="write")
    check(run, "root", 2e9, 0.01, "io=4KiB")
    # Reads are not.
    assert "root" not in limits(scenario(tmp_path, root="write_rate: 2 GB/s"))
    mixed = limits(
        scenario(tmp_path, root="write_rate: 2 GB/s", kind="mix"),
        "io=4KiB",
        "share=25 %",
    )
    assert mixed["root"] == pytest.approx(8e9, rel=1e-6)


SERVER = """machine: asked
parts:
  "client[2]": {type: requester, tags: 32}
  x: {type: switch, inputs: 3, outputs: 3, buffers: 64}
  store: {type: server, servers: 2, SERVICE}
connect:
  - {for: {i: 2}, from: "client[i].out", to: "x.in[i]", link: {type: serial_link, name: "up[i]", rate: 1 Tb/s}}
  - {for: {i: 2}, from: "x.out[i]", to: "client[i].in", link: {type: serial_link, name: "down[i]", rate: 1 Tb/s}}
  - {from: "x.out[2]", to: store.in, link: {type: serial_link, name: there, rate: 1 Tb/s}}
  - {from: store.out, to: "x.in[2]", link: {type: serial_link, name: back, rate: 1 Tb/s}}
traffic:
  - {name: ask, from: "client[0]", to: store, kind: read, arrivals: closed, outstanding: 32, io: 4 KiB}
  - {name: other, from: "client[1]", to: store, kind: mix, arrivals: constant, rate: 8 MB/s, io: 512 B}
"""


@pytest.mark.parametrize(
    ("service", "mean", "near"),
    [
        ("service: constant, service_mean: 10 us", 10e-6, 0.001),
        ("service: uniform, service_min: 0 us, service_max: 30 us", 15e-6, 0.03),
        ("service: exponential, service_mean: 20 us", 20e-6, 0.05),
        ("service: seek, service_mean: 20 us", 20e-6, 0.03),
    ],
)
def test_a_server_is_limited_by_its_law(tmp_path: Path, service: str, mean: float, near: float) -> None:
    """Whatever the bytes of a request, it takes one service: 15625 others a second leave the rest to large ones."""
    (tmp_path / "m.yaml").write_text(SERVER.replace("SERVICE", service))
    (tmp_path / "run.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 20 ms, duration: 1 s, replications: 1}\n")
    limit = (2 / mean - 8e6 / 512) * 4096
    assert limits(tmp_path / "run.yaml")["store"] == pytest.approx(limit, rel=1e-6)
    # What is drawn may be quicker than its mean.
    assert simulated(tmp_path / "run.yaml") == pytest.approx(limit, rel=near)
