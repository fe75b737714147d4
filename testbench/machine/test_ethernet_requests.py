# SPDX-License-Identifier: Apache-2.0
"""Requests and their answers over an Ethernet, a hub or a switch, against what their frames add up to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron

# 1 Gb/s are 8 ns for each byte. A frame adds preamble 8, header 14, IP and TCP 40, check sequence 4 and gap 12 B.
BYTE, OVERHEAD, SEGMENT = 8e-9, 78, 1460
SERVICE = 10e-6
HUB, SWITCH = "hub", "switch"

MACHINE = """machine: pull
RUNSparameters:
  tags: {type: count, default: 1, range: [1, 64]}
  servers: {type: count, default: 1, range: [1, 64]}
  service: {type: duration, default: 10 us, range: [1 us, 10 ms]}
  outstanding: {type: count, default: 1, range: [1, 64]}
  clients: {type: count, default: 1, range: [1, 8]}
  stores: {type: count, default: 1, range: [1, 8]}
parts:
  "client[clients]": {type: station_requester, tags: tags}
  "store[stores]": {type: station_server, service_mean: service, servers: servers}
  net: {type: ethernet, kind: KIND, rate: 1 Gb/s}
connect:
  - {for: {i: clients}, from: "client[i].out", to: "net.in[i]"}
  - {for: {i: clients}, from: "net.out[i]", to: "client[i].in"}
  - {for: {i: stores}, from: "store[i].out", to: "net.in[clients + i]"}
  - {for: {i: stores}, from: "net.out[clients + i]", to: "store[i].in"}
traffic:
  - {name: ask, from: "client[*]", to: "store[*]", arrivals: closed, outstanding: outstanding, io: 4 KiB, TRAFFIC}
"""


def frames(message: int) -> list[int]:
    """Bytes on the wire of each frame of a message."""
    return [OVERHEAD + min(SEGMENT, message - sent) for sent in range(0, message, SEGMENT)]


def crosses(kind: str, *messages: int) -> float:
    """Seconds until messages that follow each other, of which the first has the longest frame, have crossed a network where nothing else is."""
    on_wire = [frame for message in messages for frame in frames(message)]
    return BYTE * (sum(on_wire) + (on_wire[0] if kind == SWITCH else 0))


REQUEST, DATA = BYTE * sum(frames(32)), 4 * BYTE * sum(frames(1024))


def round_trip(kind: str, service: float = SERVICE) -> float:
    return crosses(kind, 32) + service + crosses(kind, *4 * [1024])


def scenario(folder: Path, kind: str, traffic: str = "kind: read", until_done: bool = False) -> Path:
    text = MACHINE.replace("RUNS", "runs: until_done\n" if until_done else "")
    (folder / "m.yaml").write_text(text.replace("KIND", kind).replace("TRAFFIC", traffic))
    path = folder / "run.yaml"
    path.write_text(f"system: ./m.yaml\nmeasure: {{{'' if until_done else 'warm_up: 1 ms, duration: 100 ms, '}replications: 1}}\n")
    return path


def words(settings: dict[str, Any]) -> list[str]:
    return [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]


def result(path: Path, **settings: Any) -> Any:
    done = isochron("run", path, "--json", "-", "--quiet", *words(settings))
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def mean(result: Any, metric: str) -> float:
    return result["metrics"][metric]["mean"]


def least_bound(path: Path, **settings: Any) -> float:
    done = isochron("explain", path, "--json", *words(settings))
    assert done.returncode == 0, done.stderr
    return min(one["limit"] for one in json.loads(done.stdout)["points"][0]["bounds"])


@pytest.mark.parametrize("kind", [HUB, SWITCH])
def test_a_read_takes_what_its_frames_and_its_service_take(tmp_path: Path, kind: str) -> None:
    path = scenario(tmp_path, kind)
    found = result(path)
    assert mean(found, "ask.delay") == pytest.approx(round_trip(kind), rel=1e-9)
    assert mean(found, "ask.bandwidth") == pytest.approx(4096 / round_trip(kind), rel=2e-3)
    assert least_bound(path) == pytest.approx(4096 / round_trip(kind), rel=1e-6)


@pytest.mark.parametrize("kind", [HUB, SWITCH])
def test_a_message_takes_several_frames(tmp_path: Path, kind: str) -> None:
    took = crosses(kind, 4096) + SERVICE + crosses(kind, 32)
    assert len(frames(4096)) == 3
    for traffic in ("kind: write, acknowledged: true", "kind: read"):
        path = scenario(tmp_path, kind, f"{traffic}, message: 4 KiB")
        assert mean(result(path), "ask.delay") == pytest.approx(took, rel=1e-9)
    assert least_bound(path) == pytest.approx(4096 / took, rel=1e-6)


@pytest.mark.parametrize("kind", [HUB, SWITCH])
@pytest.mark.parametrize("tags", [1, 3, 8])
def test_tags_limit_it(tmp_path: Path, kind: str, tags: int) -> None:
    # A service of 10 ms: what requests wait for each other's frames is little beside it.
    path = scenario(tmp_path, kind)
    settings = {"service": "10ms", "measure.duration": "4s", "tags": tags, "servers": 8, "outstanding": 8}
    found = result(path, **settings)
    expected = tags * 4096 / round_trip(kind, 10e-3)
    assert mean(found, "ask.bandwidth") == pytest.approx(expected, rel=2e-2)
    assert least_bound(path, **settings) == pytest.approx(expected, rel=1e-6)
    assert mean(found, "ask.bandwidth") <= expected * (1 + 2e-3)
    # With as many tags as I/Os that are outstanding, none waits for one.
    assert found["components"]["client[0]"]["wait_tag"] == pytest.approx(1 if tags < 8 else 0, abs=1e-3)


WRITE = "kind: write, acknowledged: true"
BUSY = {"tags": 8, "outstanding": 8, "servers": 64}
SHARED = [
    # On a hub both directions share the medium; a switch has a link each way, and here one station's link is the limit.
    (HUB, "kind: read", 1, 1, 4096 / (REQUEST + DATA)),
    (HUB, WRITE, 3, 2, 4096 / (REQUEST + DATA)),
    (SWITCH, "kind: read", 1, 1, 4096 / DATA),
    (SWITCH, "kind: read", 3, 1, 4096 / DATA),
    (SWITCH, WRITE, 3, 1, 4096 / DATA),
    (SWITCH, "kind: read, destination: rotation", 1, 3, 4096 / DATA),
    (SWITCH, WRITE + ", destination: rotation", 1, 3, 4096 / DATA),
]


@pytest.mark.parametrize(("kind", "traffic", "clients", "stores", "all_together"), SHARED)
def test_the_medium_or_one_link_limits_it(tmp_path: Path, kind: str, traffic: str, clients: int, stores: int, all_together: float) -> None:
    path = scenario(tmp_path, kind, traffic)
    settings = {**BUSY, "clients": clients, "stores": stores}
    # Bandwidth and bounds are of one client.
    found = clients * mean(result(path, **settings), "ask.bandwidth")
    assert found == pytest.approx(all_together, rel=5e-3)
    explained = json.loads(isochron("explain", path, "--json", *words(settings)).stdout)["points"][0]
    row = min(explained["bounds"], key=lambda one: one["limit"])
    assert row["resource"] == "net"
    assert row["limit"] * clients == pytest.approx(all_together, rel=1e-6)


@pytest.mark.parametrize("kind", [HUB, SWITCH])
@pytest.mark.parametrize(
    "traffic", ["kind: read", "kind: write", WRITE, "kind: mix, writes: 25 %", "kind: read, message: 3000 B", "kind: mix, acknowledged: true, message: 64 KiB"]
)
@pytest.mark.parametrize("tags", [1, 5])
def test_all_that_is_asked_for_comes_back_and_no_faster_than_the_bound(tmp_path: Path, kind: str, traffic: str, tags: int) -> None:
    path = scenario(tmp_path, kind, f"{traffic}, ios: 100, destination: uniform", until_done=True)
    settings = {"tags": tags, "outstanding": 7, "clients": 4, "stores": 3, "servers": 2, "service": "1us"}
    found = result(path, **settings)
    assert mean(found, "bytes.in") == mean(found, "bytes.out") == 400 * 4096
    for i in range(4):
        assert found["components"][f"client[{i}]"]["requests"] == 100
    # Over all of a run that begins and ends empty. Writes keep the hub busy throughout: then the two are one number, to the digits printed.
    assert 100 * 4096 / found["simulated_s"] <= least_bound(path, **settings) * (1 + 1e-8)
    reference = result(path, **settings, bus_model="reference")
    for what in ("metrics", "components", "simulated_s"):
        assert found[what] == reference[what], what


def test_it_asks_over_two_switches(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text("""machine: far
parts:
  client: {type: station_requester}
  here: {type: ethernet, kind: switch, rate: 1 Gb/s}
  there: {type: ethernet, kind: switch, rate: 1 Gb/s}
  store: {type: station_server, service_mean: 10 us}
connect:
  - {from: client.out, to: "here.in[0]"}
  - {from: "here.out[0]", to: client.in}
  - {from: "here.out[1]", to: "there.in[1]"}
  - {from: "there.out[1]", to: "here.in[1]"}
  - {from: store.out, to: "there.in[0]"}
  - {from: "there.out[0]", to: store.in}
traffic:
  - {name: ask, from: client, to: store, kind: read, arrivals: closed, outstanding: 1, io: 1 KiB}
""")
    path = tmp_path / "run.yaml"
    path.write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 10 ms, replications: 1}\n")
    took = 2 * crosses(SWITCH, 32) + 10e-6 + 2 * crosses(SWITCH, 1024)
    assert mean(result(path), "ask.delay") == pytest.approx(took, rel=1e-9)
    assert least_bound(path) == pytest.approx(1024 / took, rel=1e-6)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"net.out[clients + i]"', '"net.out[i]"', "is joined twice"),
        ('from: "net.out[i]", to: "client[i].in"', 'from: "net.out[clients + i]", to: "client[i].in"', "joined to two parts"),
        ("servers: servers}", "servers: servers, queue: 2}", "queue"),
    ],
)
def test_what_cannot_be_is_an_error(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = scenario(tmp_path, SWITCH)
    text = (tmp_path / "m.yaml").read_text()
    if "two parts" in said:
        text = text.replace('from: "net.out[clients + i]", to: "store[i].in"', 'from: "net.out[i]", to: "store[i].in"')
    (tmp_path / "m.yaml").write_text(text.replace(old, new))
    done = isochron("check", path)
    assert done.returncode == 2 and said in done.stderr, done.stderr
