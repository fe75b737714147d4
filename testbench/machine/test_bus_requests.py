# SPDX-License-Identifier: Apache-2.0
"""Requests and their answers over buses, against what their times add up to. Both are written by masters, and share the bus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron

# 1 GB/s are a byte each nanosecond: a request takes 32 ns, its answer of 4 KiB 4096 ns, and the server 10 us.
REQUEST, DATA, SERVICE = 32e-9, 4096e-9, 10e-6
ROUND_TRIP = REQUEST + SERVICE + DATA

MACHINE = """machine: pull
RUNSparameters:
  tags: {type: count, default: 1, range: [1, 64]}
  servers: {type: count, default: 1, range: [1, 64]}
  service: {type: duration, default: 10 us, range: [1 us, 1 ms]}
  queue: {type: count, default: 1000, range: [1, 1000]}
  outstanding: {type: count, default: 1, range: [1, 64]}
  clients: {type: count, default: 1, range: [1, 8]}
  stores: {type: count, default: 1, range: [1, 8]}
parts:
  "client[clients]": {type: bus_requester, tags: tags}
  "store[stores]": {type: bus_server, service_mean: service, servers: servers, queue: queue}
  bus: {type: BUS}
connect:
  - {for: {i: clients}, from: "client[i].out", to: "bus.device[i]"}
  - {for: {i: stores}, from: "store[i].out", to: "bus.device[clients + i]"}
  - {for: {i: clients}, from: "bus.window[i]", to: "client[i].in"}
  - {for: {i: stores}, from: "bus.window[clients + i]", to: "store[i].in"}
traffic:
  - {name: ask, from: "client[*]", to: "store[*]", arrivals: closed, outstanding: outstanding, io: 4 KiB, TRAFFIC}
"""
FIFO, PCI = "fifo_bus, rate: 1 GB/s", "pci_bus"


def scenario(
    folder: Path, bus: str = FIFO, traffic: str = "kind: read", until_done: bool = False
) -> Path:
    text = MACHINE.replace("RUNS", "runs: until_done\n" if until_done else "")
    (folder / "m.yaml").write_text(text.replace("BUS", bus).replace("TRAFFIC", traffic))
    path = folder / "run.yaml"
    path.write_text(
        f"system: ./m.yaml\nmeasure: {{{'' if until_done else 'warm_up: 1 ms, duration: 10 ms, '}replications: 1}}\n"
    )
    return path


def words(settings: dict[str, int]) -> list[str]:
    return [
        word
        for name, value in settings.items()
        for word in ("--set", f"{name}={value}")
    ]


def result(path: Path, *more: str, **settings: int) -> Any:
    done = isochron("run", path, "--json", "-", "--quiet", *words(settings), *more)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def mean(result: Any, metric: str) -> float:
    return result["metrics"][metric]["mean"]


def least_bound(path: Path, **settings: int) -> float:
    done = isochron("explain", path, "--json", *words(settings))
    assert done.returncode == 0, done.stderr
    return min(one["limit"] for one in json.loads(done.stdout)["points"][0]["bounds"])


def test_a_read_takes_what_the_bus_and_its_service_take(tmp_path: Path) -> None:
    found = result(scenario(tmp_path))
    assert mean(found, "ask.delay") == pytest.approx(ROUND_TRIP, rel=1e-9)
    assert mean(found, "ask.bandwidth") == pytest.approx(4096 / ROUND_TRIP, rel=2e-3)


@pytest.mark.parametrize("tags", [1, 3])
def test_tags_limit_it(tmp_path: Path, tags: int) -> None:
    # A service of 1 ms: what requests wait for each other's answers is little beside it.
    found = result(
        scenario(tmp_path),
        "--set",
        "service=1ms",
        "--set",
        "measure.duration=400ms",
        tags=tags,
        servers=8,
        outstanding=8,
    )
    assert mean(found, "ask.bandwidth") == pytest.approx(
        tags * 4096 / (REQUEST + 1e-3 + DATA), rel=1e-2
    )
    assert found["components"]["client[0]"]["wait_tag"] == pytest.approx(1, rel=1e-3)


def test_the_server_limits_it(tmp_path: Path) -> None:
    found = result(scenario(tmp_path), tags=16, outstanding=16)
    assert mean(found, "ask.bandwidth") == pytest.approx(4096 / SERVICE, rel=2e-3)
    assert found["components"]["store[0]"]["utilisation"] == pytest.approx(1, rel=1e-6)


@pytest.mark.parametrize(
    ("traffic", "cost"),
    [
        ("kind: read", REQUEST + DATA),
        ("kind: write", DATA),
        ("kind: write, acknowledged: true", REQUEST + DATA),
    ],
)
def test_both_directions_share_the_bus(
    tmp_path: Path, traffic: str, cost: float
) -> None:
    path = scenario(tmp_path, traffic=traffic)
    busy = {"tags": 8, "outstanding": 8, "servers": 64}
    found = result(path, "--set", "measure.duration=40ms", **busy)
    assert mean(found, "ask.bandwidth") == pytest.approx(4096 / cost, rel=2e-3)
    assert least_bound(path, **busy) == pytest.approx(4096 / cost, rel=1e-6)


@pytest.mark.parametrize(
    "settings",
    [{}, {"tags": 16, "outstanding": 16}, {"tags": 8, "outstanding": 8, "servers": 64}],
)
def test_arithmetic_knows_what_limits_it(
    tmp_path: Path, settings: dict[str, int]
) -> None:
    path = scenario(tmp_path)
    limit = least_bound(path, **settings)
    found = result(path, "--set", "measure.duration=40ms", **settings)
    assert mean(found, "ask.bandwidth") == pytest.approx(limit, rel=2e-3)


def test_a_place_in_the_queue_is_waited_for(tmp_path: Path) -> None:
    """Requests that have no place hold this bus, and answers wait for it too; none is lost, and it goes on."""
    path = scenario(
        tmp_path, traffic="kind: read, ios: 200, message: 4 KiB", until_done=True
    )
    found = result(path, tags=64, outstanding=64, queue=1)
    assert found["components"]["client[0]"]["requests"] == 200
    # The server is never without a request but before the first.
    assert found["simulated_s"] == pytest.approx(
        200 * SERVICE + REQUEST + DATA, rel=5e-3
    )


def alone(folder: Path, bus: str, bytes_: int) -> float:
    """Seconds of a message of a source that nobody else meets on the bus."""
    folder.mkdir()
    (folder / "m.yaml").write_text(
        "machine: alone\nruns: until_done\nparts: {s: {type: bus_source}, d: {type: bus_sink}, bus: {type: "
        + bus
        + "}}\n"
        'connect: [{from: s.out, to: "bus.device[0]"}, {from: "bus.window[0]", to: d.in}]\n'
        f"traffic: [{{name: one, from: s, to: d, arrivals: at_start, ios: 1, io: {bytes_} B, message: {bytes_} B}}]\n"
    )
    path = folder / "run.yaml"
    path.write_text("system: ./m.yaml\nmeasure: {replications: 1}\n")
    return mean(result(path), "one.delay")


def test_over_pci_a_request_and_its_answer_take_what_messages_take(
    tmp_path: Path,
) -> None:
    ways = alone(tmp_path / "request", PCI, 32) + alone(tmp_path / "data", PCI, 1024)
    path = scenario(tmp_path, PCI, "kind: read, ios: 1", until_done=True)
    (tmp_path / "m.yaml").write_text(
        (tmp_path / "m.yaml").read_text().replace("io: 4 KiB", "io: 1 KiB")
    )
    # The server's turn on the bus comes once that of the requester has ended.
    assert mean(result(path), "ask.delay") == pytest.approx(ways + SERVICE, rel=5e-3)


MIX = "kind: mix, acknowledged: true, writes: 25 %"
RUNS = [
    (bus, traffic)
    for bus in (FIFO, PCI)
    for traffic in ("kind: read", "kind: write", "kind: write, acknowledged: true", MIX)
]


@pytest.mark.parametrize(("bus", "traffic"), RUNS)
def test_all_that_is_asked_for_comes_back_and_fast_is_as_the_reference(
    tmp_path: Path, bus: str, traffic: str
) -> None:
    path = scenario(
        tmp_path, bus, f"{traffic}, ios: 100, destination: uniform", until_done=True
    )
    settings = {"tags": 3, "outstanding": 7, "clients": 4, "stores": 3, "queue": 2}
    found = result(path, **settings)
    assert mean(found, "bytes.in") == mean(found, "bytes.out") == 400 * 4096
    assert sum(found["components"][f"client[{i}]"]["requests"] for i in range(4)) == 400
    reference = result(path, "--set", "bus_model=reference", **settings)
    for what in ("metrics", "components", "simulated_s"):
        assert found[what] == reference[what], what


def test_it_asks_through_bridges(tmp_path: Path) -> None:
    """A bus on each side of two links: 1 GB/s everywhere, and 1 KiB is taken from the bus whole before it goes on."""
    (tmp_path / "m.yaml").write_text("""machine: far
parts:
  client: {type: bus_requester}
  here: {type: fifo_bus, rate: 1 GB/s}
  near: {type: bus_bridge, links_out: 1, links_in: 1, buffers: 16}
  far: {type: bus_bridge, links_out: 1, links_in: 1, buffers: 16}
  there: {type: fifo_bus, rate: 1 GB/s}
  store: {type: bus_server, service_mean: 10 us}
connect:
  - {from: client.out, to: "here.device[0]"}
  - {from: near.to_bus, to: "here.device[1]"}
  - {from: "here.window[0]", to: "near.window[0]"}
  - {from: "here.window[1]", to: client.in}
  - {from: "near.link_out[0]", to: "far.link_in[0]", link: {type: serial_link, name: going, rate: 8 Gb/s}}
  - {from: "far.link_out[0]", to: "near.link_in[0]", link: {type: serial_link, name: coming, rate: 8 Gb/s}}
  - {from: far.to_bus, to: "there.device[0]"}
  - {from: store.out, to: "there.device[1]"}
  - {from: "there.window[0]", to: "far.window[0]"}
  - {from: "there.window[1]", to: store.in}
traffic:
  - {name: ask, from: client, to: store, kind: read, arrivals: closed, outstanding: 1, io: 1 KiB}
""")
    path = tmp_path / "run.yaml"
    path.write_text(
        "system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 10 ms, replications: 1}\n"
    )
    round_trip = 3 * 32e-9 + 10e-6 + 3 * 1024e-9
    assert mean(result(path), "ask.delay") == pytest.approx(round_trip, rel=1e-9)
    assert least_bound(path) == pytest.approx(1024 / round_trip, rel=1e-6)
