# SPDX-License-Identifier: Apache-2.0
"""Requests that faults lose: asked for again, or counted as lost, in closed form and on random machines, fast and as the reference."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from random_faults import drawn_faults
from random_request_machines import BusMachine, LinkMachine, PcieRequestMachine, RequestMachine
from support import LONG, ROOT, isochron

Fault = dict[str, Any]
# 8 Gb/s are a byte each nanosecond: a request takes 32 ns, its answer of 4 KiB 4096 ns, and the server 10 us.
MACHINE = """machine: pull
parts:
  client: {type: requester, tags: 1}
  store: {type: server, service_mean: 10 us}
connect:
  - {from: client.out, to: store.in, link: {type: serial_link, name: there, rate: 8 Gb/s}}
  - {from: store.out, to: client.in, link: {type: serial_link, name: back, rate: 8 Gb/s}}
traffic:
  - {name: ask, from: client, to: store, kind: read, arrivals: closed, io: 4 KiB, message: 4 KiB, TRAFFIC}
"""
ROUND_TRIP, TIMEOUT = 14_128e-9, 60e-6
PARTS = 10


def ran(scenario: Path, *options: str) -> dict[str, Any]:
    done = isochron("run", scenario, "--quiet", "--json", "-", *options)
    assert done.returncode == 0, f"{scenario.name}: {done.stderr}"
    return json.loads(done.stdout)


def both_ways(scenario: Path) -> dict[str, Any]:
    """What both modes find."""
    fast, reference = (ran(scenario, "--set", f"bus_model={mode}") for mode in ("fast", "reference"))
    for what in ("metrics", "components", "flows", "simulated_s"):
        assert fast[what] == reference[what], f"{scenario.name}: {what}"
    assert fast["provenance"]["fingerprint"] == reference["provenance"]["fingerprint"], scenario.name
    return fast


def mean(result: dict[str, Any], metric: str) -> float:
    return result["metrics"][metric]["mean"]


def pull(folder: Path, traffic: str, faults: list[Fault], duration: str = "1 s") -> dict[str, Any]:
    (folder / "pull.yaml").write_text(MACHINE.replace("TRAFFIC", traffic))
    measure = {"warm_up": "0 s", "duration": duration, "replications": 1}
    (folder / "run.yaml").write_text(yaml.safe_dump({"system": "./pull.yaml", "measure": measure, "faults": faults}))
    return ran(folder / "run.yaml")


@pytest.mark.parametrize("link", ["there", "back"])
def test_what_is_asked_for_again_in_closed_form(tmp_path: Path, link: str) -> None:
    """An attempt is lost with probability P. Each that is costs the timeout, and the last one the round trip."""
    bits = 8 * {"there": 32, "back": 4096}[link]
    lost = 0.2
    errors = round(-math.expm1(math.log1p(-lost) / bits), 15)
    result = pull(tmp_path, "timeout: 60 us, retries: 1000", [{"bit_errors": errors, "on": link}])
    client, requests = result["components"]["client"], result["components"]["client"]["requests"]
    again = lost / (1 - lost)
    # The number of attempts is geometric: its variance is P / (1 - P)^2.
    error = 4 * math.sqrt(lost / requests) / (1 - lost)
    assert client["timeouts"] / requests == pytest.approx(again, abs=error)
    assert client["asked_again"] == pytest.approx(client["timeouts"], abs=1)
    assert client["given_up"] == client["late"] == mean(result, "bytes.lost") == 0
    assert mean(result, "ask.bandwidth") == pytest.approx(4096 / (ROUND_TRIP + again * TIMEOUT), rel=error * TIMEOUT / (ROUND_TRIP + again * TIMEOUT))


@pytest.mark.parametrize("retries", [0, 1, 2])
def test_what_is_given_up_in_closed_form(tmp_path: Path, retries: int) -> None:
    lost = 0.4
    errors = round(-math.expm1(math.log1p(-lost) / 256), 15)
    result = pull(tmp_path, f"timeout: 60 us, retries: {retries}", [{"bit_errors": errors, "on": "there"}])
    client = result["components"]["client"]
    asked = client["requests"] + client["given_up"]
    never = lost ** (retries + 1)
    assert client["given_up"] / asked == pytest.approx(never, abs=4 * math.sqrt(never / asked))
    assert mean(result, "ask.lost") == mean(result, "fault0.lost") == 4096 * client["given_up"]
    assert mean(result, "bytes.in") == mean(result, "bytes.out") + mean(result, "bytes.lost") + 4096


def test_late_answers_are_no_answers(tmp_path: Path) -> None:
    """An outage holds answers up for longer than the timeout. They come when other requests have their slots, and are dropped."""
    fault = {"at": "1 ms", "down": "back", "for": "500 us", "retry": {"scheme": "go_back_n"}, "detect": "490 us"}
    result = pull(tmp_path, "outstanding: 1, timeout: 60 us, retries: 20", [fault], "3 ms")
    client = result["components"]["client"]
    assert client["timeouts"] == client["asked_again"] > 0 and client["late"] + result["components"]["back"]["lost"] == client["timeouts"]
    held = pull(
        tmp_path,
        "outstanding: 1, timeout: 60 us, retries: 20",
        [fault | {"detect": "499 us"}, {"at": "2 ms", "down": "back", "for": "120 us", "retry": {"scheme": "go_back_n"}}],
        "3 ms",
    )
    assert held["components"]["client"]["late"] > 0
    assert mean(held, "bytes.in") - mean(held, "bytes.out") - mean(held, "bytes.lost") == 4096


def test_a_request_that_nothing_lost_is_of_no_fault(tmp_path: Path) -> None:
    """The server is slower than the timeout: all is given up, and no fault lost any of it."""
    (tmp_path / "pull.yaml").write_text(MACHINE.replace("TRAFFIC", "timeout: 50 us, retries: 1").replace("10 us", "80 us"))
    (tmp_path / "run.yaml").write_text(
        yaml.safe_dump(
            {"system": "./pull.yaml", "measure": {"warm_up": "0 s", "duration": "5 ms", "replications": 1}, "faults": [{"at": "4.9 ms", "down": "there"}]}
        )
    )
    result = ran(tmp_path / "run.yaml")
    assert result["components"]["client"]["requests"] == 0
    assert mean(result, "ask.lost") > 40 * 4096 > mean(result, "fault0.lost")


@pytest.mark.parametrize("first", range(0, 600 if LONG else 70, PARTS))
def test_fast_and_reference_agree_where_links_lose_requests(first: int, tmp_path: Path) -> None:
    for number in range(first, first + PARTS):
        machine = BusMachine(number) if number % 4 == 0 else LinkMachine(number)
        check(machine, tmp_path, drawn_faults(number, machine.links, machine.window_us))


@pytest.mark.parametrize("first", range(0, 600 if LONG else 70, PARTS))
def test_fast_and_reference_agree_where_parts_fail(first: int, tmp_path: Path) -> None:
    for number in range(first, first + PARTS):
        machine = LinkMachine(number) if number % 3 == 0 else PcieRequestMachine(number)
        if machine.until_done:
            continue
        chance = random.Random(f"failing parts of requests {number}")
        faults: list[Fault] = []
        for part in chance.sample(machine.leaves, min(len(machine.leaves), chance.randint(1, 3))):
            begin = chance.randint(0, machine.window_us)
            fault: Fault = {"at": f"{begin} us", "fail": part}
            fault |= {"detect": f"{chance.randint(1, machine.window_us)} us"} if chance.random() < 0.7 else {}
            fault |= {"back": f"{begin + chance.randint(1, machine.window_us)} us"} if chance.random() < 0.6 else {}
            faults.append(fault)
        if isinstance(machine, PcieRequestMachine) and chance.random() < 0.5:
            link = chance.choice(machine.links)
            faults.append({"at": f"{chance.randint(0, machine.window_us)} us", "down": link, "for": f"{chance.randint(1, 500)} us"})
            faults.append({"bit_errors": chance.choice((1e-6, 1e-5)), "on": link})
        check(machine, tmp_path, faults)


def check(machine: RequestMachine, folder: Path, faults: list[Fault]) -> None:
    """What both modes find, and that each byte is accounted for."""
    result = both_ways(machine.write(folder, faults))
    sent, arrived, lost = (mean(result, f"bytes.{name}") for name in ("in", "out", "lost"))
    under_way = sent - arrived - lost
    assert under_way == 0 if machine.until_done else under_way >= 0, f"{machine.name}: {sent} B sent, {arrived} B arrived, {lost} B lost"
    # Tags come home: a machine of closed loops has no more under way than these let it have.
    for part, figures in result["components"].items():
        if "given_up" in figures:
            assert figures["timeouts"] == figures["asked_again"] + figures["given_up"], (machine.name, part)


ARRAY: dict[str, Any] = {
    "system": "flash_array",
    "parameters": {"drives": 4, "outstanding": 32},
    "measure": {"warm_up": "0 s", "duration": "10 ms", "replications": 1},
}


def array(folder: Path, faults: list[Fault], duration: str = "10 ms") -> dict[str, Any]:
    scenario = ARRAY | {"faults": faults, "measure": ARRAY["measure"] | {"duration": duration}}
    (folder / "array.yaml").write_text(yaml.safe_dump(scenario))
    return both_ways(folder / "array.yaml")


def test_a_drive_fails_and_is_not_asked_once_that_is_known(tmp_path: Path) -> None:
    result = array(tmp_path, [{"at": "2 ms", "fail": "drive[3]", "detect": "1 us"}], "60 ms")
    drives = [result["components"][f"drive[{d}]"]["commands"] for d in range(8)]
    client = result["components"]["controller[0]"]
    # What was under way is asked for three times more, 10 ms apart, and then lost; the others go on meanwhile.
    assert 1 <= client["given_up"] <= 32 and client["timeouts"] == 4 * client["given_up"]
    assert mean(result, "read.lost") == mean(result, "fault0.lost") == mean(result, "bytes.lost") == 4096 * client["given_up"]
    assert drives[3] == pytest.approx(drives[4] * 2 / 60, rel=0.2)
    # Three drives have all that waits for none of the fourth.
    assert sum(drives[:3]) > 0.6 * sum(drives[4:])
    assert result["components"]["controller[1]"]["timeouts"] == 0


def test_a_drive_that_is_back_serves_as_before(tmp_path: Path) -> None:
    faults = [{"at": "2 ms", "fail": "drive[3]", "detect": "100 us", "back": "4 ms"}]
    after, whole = (
        {d: result["components"][f"drive[{d}]"]["commands"] for d in range(8)}
        for result in (array(tmp_path, faults, "100 ms"), array(tmp_path, [{"at": "2 ms", "fail": "bridge"}], "100 ms"))
    )
    for drive in range(8):
        assert after[drive] == pytest.approx(whole[drive], rel=0.12), drive


def test_a_controller_fails(tmp_path: Path) -> None:
    """What it has asked never comes, and its drives serve nobody."""
    result = array(tmp_path, [{"at": "2 ms", "fail": "controller[1]"}], "60 ms")
    components = result["components"]
    assert components["controller[1]"]["given_up"] == 32 and mean(result, "fault0.lost") == 32 * 4096
    assert mean(result, "bytes.in") - mean(result, "bytes.out") - mean(result, "bytes.lost") == 32 * 4096
    for near, far in zip(range(4), range(4, 8), strict=True):
        assert components[f"drive[{far}]"]["commands"] < 0.05 * components[f"drive[{near}]"]["commands"]


def test_what_follows_a_lost_request_never_comes(tmp_path: Path) -> None:
    """Of a node whose drive fails, a block that is not read is not sent."""
    scenario = {"system": "nvme_node", "parameters": {"streams": 400}, "measure": {"warm_up": "0 s", "duration": "50 ms", "replications": 1}}
    (tmp_path / "node.yaml").write_text(yaml.safe_dump(scenario | {"faults": [{"at": "2 ms", "fail": "disk[3]", "detect": "4 ms"}]}))
    result = both_ways(tmp_path / "node.yaml")
    assert mean(result, "read.lost") == mean(result, "play.lost") == mean(result, "fault0.lost") > 0
    assert mean(result, "bytes.lost") == 2 * mean(result, "read.lost")


BRIDGED = """machine: bridged
parts:
  host: {type: nvme_host, commands: 8, buffers: {posted: {headers: 4}}}
  "drive[2]": {type: nvme_drive, queue_depth: 4, read: {mean: 20 us}, program: {mean: 30 us}}
  near: {type: pcie_switch, ports: 2, buffers: {posted: {headers: 2}}}
  far: {type: pcie_switch, ports: 3, buffers: {posted: {headers: 2}}}
  bridge: {type: nt_bridge, outstanding: 1}
connect:
  - {between: [host.port, "near.port[0]"], link: {type: pcie_link, name: up, lanes: 4}}
  - {between: ["near.port[1]", bridge.a], link: {type: pcie_link, name: near_side, lanes: 4}}
  - {between: [bridge.b, "far.port[0]"], link: {type: pcie_link, name: far_side, lanes: 4}}
  - {for: {d: 2}, between: ["far.port[d + 1]", "drive[d].port"], link: {type: pcie_link, name: "lanes[d]", lanes: 4}}
traffic:
  - {name: use, from: host, to: "drive[*]", kind: mix, arrivals: closed, outstanding: 16, io: 16 KiB, timeout: 2 ms, retries: 1}
"""


@pytest.mark.parametrize("part", ["host", "drive[0]", "near", "far", "bridge", "drive[*]"])
def test_nothing_is_left_behind(part: str, tmp_path: Path) -> None:
    """Ten failures, each in the middle of reads and writes. Afterwards tags, credits, entries of the bridge and places in drives are all there: few as
    they are, the host reads and writes as if nothing had been."""
    (tmp_path / "bridged.yaml").write_text(BRIDGED)
    run = {"system": "./bridged.yaml", "measure": {"warm_up": "60 ms", "duration": "40 ms", "replications": 1}}
    faults = [{"at": f"{1000 + 4137 * n} us", "fail": part, "back": f"{1000 + 4137 * n + 300 + 100 * n} us"} for n in range(10)]
    found = []
    for strike in (faults, [faults[0] | {"at": "990 ms", "back": "999 ms"}]):
        (tmp_path / "run.yaml").write_text(yaml.safe_dump(run | {"faults": strike}))
        found.append(both_ways(tmp_path / "run.yaml"))
    assert mean(found[0], "bytes.in") - mean(found[0], "bytes.out") - mean(found[0], "bytes.lost") == 8 * 16384
    for figure in ("use.bandwidth", "use.delay"):
        assert mean(found[0], figure) == pytest.approx(mean(found[1], figure), rel=0.03), figure
    assert found[0]["components"]["host"]["tags_in_use"] == pytest.approx(found[1]["components"]["host"]["tags_in_use"], rel=0.01)


@pytest.mark.parametrize(
    ("system", "fault", "message", "remedy"),
    [
        ("nvme_node", {"at": "1 ms", "fail": "port[0]"}, "never asks again", "Let parts fail that"),
        ("nvme_node", {"at": "1 ms", "fail": "root"}, "joined without a link that can fail", "only links join"),
        ("nvme_node", {"at": "1 ms", "fail": "pcie_switch"}, "never asks again", "Let parts fail that"),
        ("flash_array", {"at": "1 ms", "down": "uplink[0]"}, "must end by itself", "for: 1 s"),
    ],
)
def test_what_cannot_be(tmp_path: Path, system: str, fault: Fault, message: str, remedy: str) -> None:
    (tmp_path / "run.yaml").write_text(yaml.safe_dump({"system": system, "faults": [fault]}))
    done = isochron("check", tmp_path / "run.yaml")
    assert done.returncode == 2
    assert message in done.stderr and remedy in done.stderr and "run.yaml:" in done.stderr, done.stderr


@pytest.mark.parametrize(("option", "message"), [("timeout: 1 us", "50"), ("retries: 5000", "1000"), ("kind: push, timeout: 1 ms", "kind")])
def test_options_that_cannot_be(tmp_path: Path, option: str, message: str) -> None:
    text = MACHINE.replace("kind: read, ", "" if "kind" in option else "kind: read, ").replace("TRAFFIC", option)
    (tmp_path / "pull.yaml").write_text(text)
    (tmp_path / "run.yaml").write_text("system: ./pull.yaml\n")
    done = isochron("check", tmp_path / "run.yaml")
    assert done.returncode == 2 and message in done.stderr, done.stderr


def test_the_array_is_ranked_by_single_failures() -> None:
    done = isochron("explain", ROOT / "scenarios/own/flash_array.yaml", "--fail", "1")
    assert done.returncode == 0 and "drive[*]" in done.stdout and "controller[*]" in done.stdout, done.stderr


def test_all_occurs(tmp_path: Path) -> None:
    """On the random machines requests are asked for again, given up, answered too late, and followed by others."""
    found: Counter[str] = Counter()
    for number in range(30):
        machine = LinkMachine(number)
        result = ran(machine.write(tmp_path, drawn_faults(number, machine.links, machine.window_us)))
        found.update(["chain"] if any("after" in one for one in machine.traffic) else [])
        found.update(["done"] if machine.until_done else [])
        found.update(name for figures in result["components"].values() for name in ("timeouts", "asked_again", "given_up", "late") if figures.get(name, 0) > 0)
    for number in range(30):
        machine_of_cards = PcieRequestMachine(number)
        faults = [{"at": "1 ms", "fail": part, "back": "2 ms"} for part in machine_of_cards.leaves[:2]]
        result = ran(machine_of_cards.write(tmp_path, faults))
        found.update(f"pcie {name}" for figures in result["components"].values() for name in ("asked_again", "given_up", "late") if figures.get(name, 0) > 0)
        found.update(["bridge"] if "bridge" in machine_of_cards.parts else [])
    assert min(found[one] for one in ("chain", "done", "timeouts", "asked_again", "given_up", "late", "pcie asked_again", "pcie given_up", "bridge")) >= 4, (
        found
    )
