# SPDX-License-Identifier: Apache-2.0
"""What buffers of a root complex and the issue interval of a requester allow, against closed forms; both modes alike. A byte takes a nanosecond on
every link. Catches a buffer that is free too early, or never again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron

LINK = "type: pcie_link, generation: 1, lanes: 4, efficiency: 100 %, ack_bytes: 0 B, dllp: efficiency"
WRITE, REQUEST = 24, 24  # bytes beside data

PAIR = f"""machine: m
parts:
CALLED
  card: {{type: pcie_requester, tags: 64, writes: 64, CARD}}
  root: {{type: root_complex, latency: 0 ns, ROOT}}
connect:
JOINED
  - {{between: [card.port, "root.port[0]"], link: {{name: up, {LINK}}}}}
traffic:
  - {{name: ask, from: card, to: root, kind: KIND, arrivals: closed, outstanding: 64, io: 256 B, align: 256 B}}
"""


def scenario(folder: Path, text: str, measure: str = "{warm_up: 100 us, duration: 2 ms, replications: 1}") -> Path:
    (folder / "m.yaml").write_text(text)
    path = folder / "run.yaml"
    path.write_text(f"system: ./m.yaml\nmeasure: {measure}\n")
    return path


def pair(folder: Path, kind: str = "write", root: str = "llc: 25 MiB", card: str = "mps: 256 B", called: str = "", joined: str = "") -> Path:
    text = PAIR
    for word, value in {"KIND": kind, "ROOT": root, "CARD": card, "CALLED": called, "JOINED": joined}.items():
        text = text.replace(word, value)
    return scenario(folder, text)


def result(path: Path, *more: str) -> Any:
    done = isochron("run", path, "--json", "-", "--quiet", *more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def mean(found: Any, metric: str) -> float:
    return found["metrics"][metric]["mean"]


@pytest.mark.parametrize(("headers", "period_ns"), [("1", 280 + 512), ("2", 512), ("unlimited", 512)])
def test_a_write_has_its_buffer_until_it_is_taken(tmp_path: Path, headers: str, period_ns: int) -> None:
    """256 B are 280 ns on the link and are taken in 512 ns. With one buffer the next one leaves when the one before it has been taken."""
    found = result(pair(tmp_path, root=f"write_rate: 0.5 GB/s, buffers.posted.headers: {headers}"))
    assert mean(found, "ask.bandwidth") == pytest.approx(256e9 / period_ns, rel=1e-3)
    assert found["components"]["root"]["written"] == pytest.approx(256e9 / period_ns, rel=1e-3)
    waits = found["components"]["up.a_to_b"]["wait_posted"]
    assert waits == (0 if headers == "unlimited" else pytest.approx(1, abs=0.01)), "there is always another one"


@pytest.mark.parametrize("kind", ["read", "write"])
def test_a_read_request_has_its_buffer_until_its_address_is_translated(tmp_path: Path, kind: str) -> None:
    """A walk of 900 ns for each request, of which one is there at a time: one comes in when the one before it has been translated."""
    found = result(
        pair(
            tmp_path,
            kind,
            root="data: memory, memory_latency: 0 ns, buffers.posted.headers: 1, buffers.non_posted.headers: 1",
            called="  iommu: {type: iommu, entries: 1, walkers: 4, walk_latency: 900 ns}",
            joined="  - {from: root.translation, to: iommu.translation}",
        )
    )
    period = 900 + (REQUEST if kind == "read" else WRITE + 256)
    # Two requests in 262144 are of one page.
    assert mean(found, "ask.bandwidth") == pytest.approx(256e9 / period, rel=2e-3)


@pytest.mark.parametrize(("issue_ns", "mrrs"), [(500, 512), (500, 128), (700, 128)])
def test_read_requests_are_issued_at_an_interval(tmp_path: Path, issue_ns: int, mrrs: int) -> None:
    """Also those of one transfer: 256 B are one request, or two of 128 B."""
    found = result(pair(tmp_path, "read", card=f"mrrs: {mrrs} B, issue: {issue_ns} ns"))
    assert mean(found, "ask.bandwidth") == pytest.approx(min(256, mrrs) * 1e9 / issue_ns, rel=1e-3)


SHARED = """machine: m
parts:
  "card[2]": {type: pcie_requester, tags: 256, writes: 65536}
  middle: {type: pcie_switch, ports: 3, buffers.posted.headers: 16}
  root: {type: root_complex, write_rate: 1 GB/s, BUFFERS}
connect:
  - {between: ["root.port[0]", "middle.port[0]"], link: {type: pcie_link, name: up, classes: 2}}
  - {for: {i: 2}, between: ["card[i].port", "middle.port[1 + i]"], link: {type: pcie_link, name: "lanes[i]", classes: 2}}
traffic:
  - {name: high, from: "card[0]", to: root, kind: write, class: 0, arrivals: closed, outstanding: 1, io: 64 B}
  - {name: low, from: "card[1]", to: root, kind: write, class: 1, arrivals: closed, outstanding: 1024, io: 4 KiB}
"""


def test_a_write_of_another_class_waits_for_the_buffers_only(tmp_path: Path) -> None:
    """Before it are at most 16 writes of 256 B of the lower class, which the host takes at 1 GB/s; without limits it would be those of 4 MiB."""
    limited = result(scenario(tmp_path, SHARED.replace("BUFFERS", "buffers.posted.headers: 16")))
    assert mean(limited, "high.delay") < 16 * 256e-9 + 2e-6
    assert mean(limited, "high.bandwidth") + mean(limited, "low.bandwidth") == pytest.approx(1e9, rel=0.01)
    assert limited["components"]["root"]["written"] == pytest.approx(1e9, rel=0.01)
    unlimited = result(scenario(tmp_path, SHARED.replace("BUFFERS", "llc: 25 MiB"), "{warm_up: 5 ms, duration: 10 ms, replications: 1}"))
    assert mean(unlimited, "high.delay") > 1e-3


@pytest.mark.parametrize("dllp", ["efficiency", "simulated"])
@pytest.mark.parametrize("memory", ["write_rate", "dram", "iommu", "out"])
def test_both_modes_have_the_same_buffers(tmp_path: Path, memory: str, dllp: str) -> None:
    root = "data: memory, buffers.posted.headers: 2, buffers.posted.data: 512 B, buffers.non_posted.headers: 3"
    called, joined = "", ""
    if memory == "write_rate":
        root += ", write_rate: 0.4 GB/s"
    elif memory == "dram":
        called, joined = "  dram: {type: dram, channels: 1, rate: 0.7 GB/s}", "  - {from: root.memory, to: dram.access}"
    elif memory == "iommu":
        called, joined = "  iommu: {type: iommu, entries: 8, walkers: 2, walk_latency: 333 ns}", "  - {from: root.translation, to: iommu.translation}"
    else:
        called, joined = "  store: {type: memory}", "  - {from: root.out, to: store.socket}"
    path = pair(tmp_path, "mix", root=root, called=called, joined=joined)
    (tmp_path / "m.yaml").write_text((tmp_path / "m.yaml").read_text().replace("dllp: efficiency", f"dllp: {dllp}"))
    fast, reference = (result(path, "--set", f"bus_model={mode}") for mode in ("fast", "reference"))
    assert fast["metrics"] == reference["metrics"]
    assert fast["components"] == reference["components"]
