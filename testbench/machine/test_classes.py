# SPDX-License-Identifier: Apache-2.0
"""Classes of traffic on buses and disks: strict order, and shares by weights."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from support import isochron

BUS = """machine: m
parts:
  "s[2]": {type: bus_source}
  "d[2]": {type: bus_sink}
  bus: {type: pci_bus, OPTIONS}
connect:
  - {for: {i: 2}, from: "s[i].out", to: "bus.device[i]"}
  - {for: {i: 2}, from: "bus.window[i]", to: "d[i].in"}
traffic:
  - {name: low, from: "s[0]", to: "d[0]", class: 1, arrivals: closed, outstanding: 4, io: 1 KiB, message: 1 KiB}
  - {name: high, from: "s[1]", to: "d[SINK]", class: 0, arrivals: closed, outstanding: 4, io: HIGH B, message: HIGH B}
"""
# The paper's times: a slice of 128 B, and what a change of message costs.
SLICE, CHANGE = 240e-9, 45e-9


def scenario(folder: Path, text: str, measure: str = "warm_up: 1 ms, duration: 20 ms") -> Path:
    (folder / "m.yaml").write_text(text)
    path = folder / "run.yaml"
    path.write_text(f"system: ./m.yaml\nmeasure: {{{measure}, replications: 1}}\n")
    return path


def result(path: Path, *settings: str) -> Any:
    words = [word for setting in settings for word in ("--set", setting)]
    done = isochron("run", path, "--json", "-", "--quiet", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def mean(found: Any, metric: str) -> float:
    return found["metrics"][metric]["mean"]


def bus(options: str, sink: int, high: int = 1024) -> str:
    return BUS.replace("OPTIONS", options).replace("SINK", str(sink)).replace("HIGH", str(high))


@pytest.mark.parametrize("timing", ["paper", "protocol"])
@pytest.mark.parametrize("sink", [0, 1])
def test_a_strict_bus_is_that_of_the_lowest_class(tmp_path: Path, timing: str, sink: int) -> None:
    path = scenario(tmp_path, bus(f"timing: {timing}, serve: strict", sink))
    found = result(path)
    # Its only master has the next request in the instant in which one has ended.
    assert mean(found, "low.bandwidth") == 0
    if timing == "paper":
        # Behind another message a slice begins after a change; where both have one target, no other message is on the bus.
        change = CHANGE if sink == 1 else 0
        assert mean(found, "high.bandwidth") == pytest.approx(1024 / (8 * SLICE + change), rel=2e-3)
    else:
        assert mean(found, "high.bandwidth") > 1e8


@pytest.mark.parametrize("timing", ["paper", "protocol"])
@pytest.mark.parametrize(("sink", "high"), [(0, 1024), (0, 256), (1, 1024), (1, 512)])
def test_weights_are_shares_of_a_bus_in_bytes(tmp_path: Path, timing: str, sink: int, high: int) -> None:
    found = result(scenario(tmp_path, bus(f"timing: {timing}, serve: weighted, weights: [3, 1]", sink, high)))
    assert mean(found, "high.bandwidth") / mean(found, "low.bandwidth") == pytest.approx(3, rel=5e-3)
    explained = json.loads(isochron("explain", tmp_path / "run.yaml", "--json").stdout)["points"][0]
    assert mean(found, "delivered.bandwidth") <= next(one["capacity"] for one in explained["bounds"] if one["resource"] == "bus") * (1 + 1e-3)


@pytest.mark.parametrize("serve", ["round_robin", "strict", "weighted"])
def test_fast_is_as_the_reference(tmp_path: Path, serve: str) -> None:
    """What is not saturated: classes meet, and nothing is lost."""
    text = bus(f"serve: {serve}", 0, 384).replace("arrivals: closed, outstanding: 4", "arrivals: poisson, rate: 150 MB/s")
    path = scenario(tmp_path, text)
    fast, reference = result(path), result(path, "bus_model=reference")
    assert fast["metrics"] == reference["metrics"] and fast["components"] == reference["components"]
    if serve == "strict":
        other = result(scenario(tmp_path, text.replace("serve: strict", "serve: round_robin")))
        assert mean(fast, "high.delay") < mean(other, "high.delay") < mean(fast, "low.delay")


@pytest.mark.parametrize("serve", ["strict", "weighted"])
@pytest.mark.parametrize("timing", ["paper", "protocol"])
def test_requests_of_all_classes_are_answered(tmp_path: Path, timing: str, serve: str) -> None:
    """A short queue holds back requests of either class, and their answers go over the same bus."""
    text = f"""machine: m
runs: until_done
parts:
  "client[4]": {{type: bus_requester, tags: 3}}
  "store[2]": {{type: bus_server, service_mean: 2 us, queue: 1, classes: 2}}
  bus: {{type: pci_bus, timing: {timing}, serve: {serve}}}
connect:
  - {{for: {{i: 4}}, from: "client[i].out", to: "bus.device[i]"}}
  - {{for: {{i: 4}}, from: "bus.window[i]", to: "client[i].in"}}
  - {{for: {{i: 2}}, from: "store[i].out", to: "bus.device[4 + i]"}}
  - {{for: {{i: 2}}, from: "bus.window[4 + i]", to: "store[i].in"}}
traffic:
  - {{name: a, from: "client[*]", to: "store[*]", kind: mix, acknowledged: true, arrivals: closed, outstanding: 5, ios: 50, io: 4 KiB}}
  - {{name: b, from: "client[*]", to: "store[*]", kind: mix, class: 1, arrivals: closed, outstanding: 5, ios: 50, io: 2 KiB}}
"""
    found = result(scenario(tmp_path, text, "seed: 1"))
    assert mean(found, "bytes.in") == mean(found, "bytes.out") == 4 * 50 * (4096 + 2048)


SERVER = """machine: m
parts:
  "client[2]": {type: station_requester, tags: 64}
  store: {type: station_server, service_mean: 100 us, classes: 2, serve: SERVE}
  net: {type: ethernet, kind: switch, rate: 100 Gb/s}
connect:
  - {for: {i: 2}, from: "client[i].out", to: "net.in[i]"}
  - {for: {i: 2}, from: "net.out[i]", to: "client[i].in"}
  - {from: store.out, to: "net.in[2]"}
  - {from: "net.out[2]", to: store.in}
traffic:
  - {name: high, from: "client[0]", to: store, KIND, arrivals: closed, outstanding: 16, io: 8 KiB}
  - {name: low, from: "client[1]", to: store, kind: read, class: 1, arrivals: closed, outstanding: 16, io: 4 KiB}
"""


@pytest.mark.parametrize("kind", ["kind: read", "kind: write, acknowledged: true"])
def test_weights_of_a_server_count_what_is_asked_for(tmp_path: Path, kind: str) -> None:
    """Not the messages: a read is asked for by 32 B, and the last message of a write carries a part of it."""
    text = SERVER.replace("KIND", kind).replace("SERVE", "weighted, weights: [3, 1]")
    found = result(scenario(tmp_path, text, "warm_up: 20 ms, duration: 2 s"))
    assert mean(found, "high.bandwidth") / mean(found, "low.bandwidth") == pytest.approx(3, rel=5e-3)


def test_a_strict_server_is_that_of_the_lowest_class(tmp_path: Path) -> None:
    text = SERVER.replace("KIND", "kind: read").replace("SERVE", "strict")
    found = result(scenario(tmp_path, text, "warm_up: 20 ms, duration: 200 ms"))
    assert mean(found, "low.bandwidth") == 0
    assert mean(found, "high.bandwidth") == pytest.approx(8192 / 100e-6, rel=5e-3)


SHARED = """machine: m
parameters: {low: {type: flag, default: true}}
parts:
  "c[2]": {type: requester, tags: 64}
  s: {type: server, service_mean: 1 us, classes: 2}
  x: {type: switch, inputs: 3, outputs: 3, classes: 2, buffers: 8}
connect:
  - {for: {i: 2}, from: "c[i].out", to: "x.in[i]", link: {type: serial_link, name: "up[i]", rate: 1 Gb/s}}
  - {for: {i: 2}, from: "x.out[i]", to: "c[i].in", link: {type: serial_link, name: "down[i]", rate: 1 Gb/s}}
  - {from: s.out, to: "x.in[2]", link: {type: serial_link, name: answers, rate: 1 Gb/s}}
  - {from: "x.out[2]", to: s.in, link: {type: serial_link, name: requests, rate: 1 Gb/s}}
traffic:
  - {name: high, from: "c[0]", to: s, kind: read, arrivals: closed, outstanding: 1, io: 64 B}
  - {name: low, when: low, from: "c[1]", to: s, kind: read, class: 1, arrivals: closed, outstanding: 16, io: 64 KiB, message: 1000 B}
"""

HOP = """machine: m
parameters: {low: {type: flag, default: true}}
parts:
  "s[2]": {type: source}
  x: {type: switch, inputs: 2, outputs: 1, buffers: 4, classes: 2}
  h: {type: server, service_mean: 1 us, servers: SERVERS, classes: 2, queue: 4}
  y: {type: switch, inputs: 1, outputs: 2, buffers: 2, classes: 2}
  fast: {type: sink}
  slow: {type: sink, rate: 1 MB/s}
connect:
  - {for: {i: 2}, from: "s[i].out", to: "x.in[i]", link: {type: serial_link, name: "up[i]", rate: 1 Gb/s}}
  - {from: "x.out[0]", to: h.in, link: {type: serial_link, name: a, rate: 1 Gb/s}}
  - {from: h.out, to: "y.in[0]", link: {type: serial_link, name: b, rate: 1 Gb/s}}
  - {from: "y.out[0]", to: fast.in, link: {type: serial_link, name: c, rate: 1 Gb/s}}
  - {from: "y.out[1]", to: slow.in, link: {type: serial_link, name: d, rate: 1 Gb/s}}
traffic:
  - {name: high, from: "s[0]", to: fast, arrivals: closed, outstanding: 1, io: 1000 B, message: 1000 B}
  - {name: low, when: low, from: "s[1]", to: slow, class: 1, arrivals: closed, outstanding: 16, io: 1000 B, message: 1000 B}
"""


def longest(found: Any, metric: str) -> float:
    return found["metrics"][metric]["max"]


def both_modes(path: Path) -> Any:
    fast, reference = result(path), result(path, "bus_model=reference")
    assert fast["metrics"] == reference["metrics"] and fast["components"] == reference["components"]
    return fast


def test_an_answer_does_not_wait_for_those_of_another_class(tmp_path: Path) -> None:
    """A request of 32 B and an answer of 64 B, over two links each, and a service."""
    path = scenario(tmp_path, SHARED, "warm_up: 10 ms, duration: 40 ms")
    alone = 2 * 32 * 8e-9 + 1e-6 + 2 * 64 * 8e-9
    assert longest(result(path, "low=false"), "high.delay") == pytest.approx(alone)
    # A request on the link, a service and a message on the link may have begun before.
    found = both_modes(path)
    assert alone < longest(found, "high.delay") < alone + 32 * 8e-9 + 1e-6 + 1000 * 8e-9 + 1e-12
    # What the high class leaves of the link.
    assert mean(found, "low.bandwidth") == pytest.approx(125e6 - mean(found, "high.bandwidth"), rel=0.02)


@pytest.mark.parametrize("servers", [1, 3])
def test_a_server_is_not_held_by_another_class(tmp_path: Path, servers: int) -> None:
    """What a slow sink holds up waits at the server, and the other class passes."""
    path = scenario(tmp_path, HOP.replace("SERVERS", str(servers)), "warm_up: 50 ms, duration: 200 ms")
    alone = 4 * 8e-6 + 1e-6
    assert longest(result(path, "low=false"), "high.delay") == pytest.approx(alone)
    found = both_modes(path)
    # A message on each of two links, and a service, may have begun before.
    assert longest(found, "high.delay") <= alone + 2 * 8e-6 + 1e-6 + 1e-12
    assert mean(found, "low.bandwidth") == pytest.approx(1e6, rel=0.02)
    # One of two classes, all of its places.
    assert found["components"]["h"]["held"] == pytest.approx(0.5, rel=0.01)


ANSWERS = """machine: m
parts:
  "client[2]": {type: bus_requester, tags: 64}
  store: {type: bus_server, service_mean: 0 us, classes: 2, serve: SERVE}
  bus: {type: fifo_bus, rate: 1 Gb/s}
connect:
  - {for: {i: 2}, from: "client[i].out", to: "bus.device[i]"}
  - {for: {i: 2}, from: "bus.window[i]", to: "client[i].in"}
  - {from: store.out, to: "bus.device[2]"}
  - {from: "bus.window[2]", to: store.in}
traffic:
  - {name: high, from: "client[0]", to: store, kind: read, arrivals: closed, HIGH}
  - {name: low, from: "client[1]", to: store, kind: read, class: 1, arrivals: closed, outstanding: 32, io: 32 KiB, message: 1000 B}
"""


def test_answers_of_a_class_pass_others_on_a_bus(tmp_path: Path) -> None:
    text = ANSWERS.replace("SERVE", "strict").replace("HIGH", "outstanding: 1, io: 64 B")
    found = both_modes(scenario(tmp_path, text, "warm_up: 20 ms, duration: 100 ms"))
    # Before its request and before its answer a message and a request of the others; and the message that has the port's buffer.
    assert longest(found, "high.delay") <= (32 + 64 + 2 * (1000 + 32) + 1000) * 8e-9 + 1e-12
    assert mean(found, "low.bandwidth") > 50e6


def test_weights_are_shares_of_answers(tmp_path: Path) -> None:
    text = ANSWERS.replace("SERVE", "weighted, weights: [3, 1]").replace("HIGH", "outstanding: 32, io: 8 KiB, message: 512 B")
    found = both_modes(scenario(tmp_path, text, "warm_up: 50 ms, duration: 400 ms"))
    assert mean(found, "high.bandwidth") / mean(found, "low.bandwidth") == pytest.approx(3, rel=5e-3)


RANDOM = """machine: m
parts:
  "c[3]": {type: requester, tags: 8}
  s: {type: server, SERVICE}
  x: {type: switch, inputs: 4, outputs: 4, classes: 3, buffers: 2}
  "source[2]": {type: source}
  merge: {type: switch, inputs: 2, outputs: 1, classes: 3, buffers: 2}
  hop: {type: server, SERVICE}
  split: {type: switch, inputs: 1, outputs: 2, classes: 2, buffers: 2}
  fast: {type: sink}
  slow: {type: sink, rate: 20 MB/s}
connect:
  - {for: {i: 3}, from: "c[i].out", to: "x.in[i]", link: {type: serial_link, name: "up[i]", rate: 1 Gb/s}}
  - {for: {i: 3}, from: "x.out[i]", to: "c[i].in", link: {type: serial_link, name: "down[i]", rate: 400 Mb/s}}
  - {from: s.out, to: "x.in[3]", link: {type: serial_link, name: answers, rate: 1 Gb/s}}
  - {from: "x.out[3]", to: s.in, link: {type: serial_link, name: requests, rate: 400 Mb/s}}
  - {for: {i: 2}, from: "source[i].out", to: "merge.in[i]", link: {type: serial_link, name: "go[i]", rate: 1 Gb/s}}
  - {from: "merge.out[0]", to: hop.in, link: {type: serial_link, name: a, rate: 1 Gb/s}}
  - {from: hop.out, to: "split.in[0]", link: {type: serial_link, name: b, rate: 400 Mb/s}}
  - {from: "split.out[0]", to: fast.in, link: {type: serial_link, name: to_fast, rate: 1 Gb/s}}
  - {from: "split.out[1]", to: slow.in, link: {type: serial_link, name: to_slow, rate: 1 Gb/s}}
traffic:
"""


@pytest.mark.parametrize("seed", range(8))
def test_random_servers_with_classes_are_as_in_the_reference(tmp_path: Path, seed: int) -> None:
    """Requests that are answered, and messages that pass; short times in round numbers, so that much falls into one instant. All of it is done in the end."""
    chance = random.Random(seed)
    classes, choice = chance.randint(2, 3), chance.choice
    service = [
        f"service: {choice(('constant', 'exponential'))}, service_mean: {choice((0, 1, 8))} us, servers: {choice((1, 2, 5))}",
        f"queue: {choice(('unlimited', 1, 3))}, classes: {classes}, serve: {choice(('strict', 'weighted'))}",
    ]
    flows = [(f"c[{i}]", "s", choice(("read", "mix", "write, acknowledged: true"))) for i in range(3)]
    flows += [("source[0]", "fast", "push"), ("source[1]", "slow", "push")]
    lines = [
        f'  - {{name: t{i}, from: "{source}", to: {sink}, kind: {kind}, class: {chance.randint(0, 2)}, arrivals: closed, ios: 200, '
        f"outstanding: {choice((1, 3, 16))}, io: {choice((64, 1000, 4000))} B, message: {choice((500, 1000))} B}}"
        for i, (source, sink, kind) in enumerate(flows)
    ]
    path = scenario(tmp_path, "runs: until_done\n" + RANDOM.replace("SERVICE", ", ".join(service)) + "\n".join(lines) + "\n", f"seed: {seed}")
    found = both_modes(path)
    assert mean(found, "bytes.in") == mean(found, "bytes.out") > 0


DRIVE = """machine: m
parts:
  host: {type: nvme_host, commands: 64}
  drive: {type: nvme_drive, channels: 1, queue_depth: 1, classes: 2, serve: SERVE}
connect:
  - {between: [host.port, drive.port], link: {type: pcie_link, name: lanes, classes: CLASSES}}
traffic:
  - {name: high, from: host, to: drive, kind: read, arrivals: closed, outstanding: 16, io: 8 KiB}
  - {name: low, from: host, to: drive, kind: read, class: 1, arrivals: closed, outstanding: 16, io: 4 KiB}
"""


@pytest.mark.parametrize(("serve", "share"), [("strict", None), ("weighted, weights: [3, 1]", 3), ("weighted, weights: [1, 1]", 1)])
@pytest.mark.parametrize("classes", ["1", "2"])
def test_a_drive_begins_commands_by_their_class(tmp_path: Path, serve: str, share: float | None, classes: str) -> None:
    """Also behind a link that tells them not apart."""
    found = result(scenario(tmp_path, DRIVE.replace("SERVE", serve).replace("CLASSES", classes), "warm_up: 20 ms, duration: 2 s"))
    if share is None:
        assert mean(found, "low.bandwidth") == 0 and mean(found, "high.bandwidth") > 0
    else:
        assert mean(found, "high.bandwidth") / mean(found, "low.bandwidth") == pytest.approx(share, rel=5e-3)


def test_what_takes_longer_than_its_deadline_is_late(tmp_path: Path) -> None:
    """An M/M/1 server at half its load: the time in it is exponential with the mean 2 services."""
    text = """machine: m
parts:
  client: {type: requester, tags: 65536}
  store: {type: server, service: exponential, service_mean: 10 us}
connect:
  - {from: client.out, to: store.in, link: {type: serial_link, name: there, rate: 1 Tb/s}}
  - {from: store.out, to: client.in, link: {type: serial_link, name: back, rate: 1 Tb/s}}
traffic:
  - {name: ask, from: client, to: store, kind: read, arrivals: poisson, rate: 50 MB/s, io: 1000 B, deadline: 40 us}
"""
    found = result(scenario(tmp_path, text, "warm_up: 10 ms, duration: 4 s"))
    # e^-2, of 200,000 requests whose waits are like each other's.
    assert mean(found, "ask.late") == pytest.approx(0.1353, rel=0.04)
    assert "ask.late" not in result(scenario(tmp_path, text.replace(", deadline: 40 us", "")))["metrics"]
