# SPDX-License-Identifier: Apache-2.0
"""PCI Express links that faults strike: sending again, outages and narrower links in closed form, and random machines, fast and as the reference."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from random_pcie_machines import PcieMachine
from support import LONG, isochron

Fault = dict[str, Any]
PAYLOAD, OVERHEAD, NAK = 256, 24, 8
PROPAGATION_NS = 400
BYTES_PER_NS = 8 / 8 * 8 * 128 / 130  # generation 3, eight lanes
WRITES = 20_000
MACHINE = f"""machine: pair
runs: until_done
parameters: {{writes: {{type: count, default: {WRITES}, range: [1, 1000000]}}}}
parts:
  card: {{type: pcie_requester, mps: {PAYLOAD} B, writes: 65536}}
  root: {{type: root_complex, latency: 300 ns, memory_latency: 0 ns, mps: {PAYLOAD} B}}
connect:
  - between: [card.port, "root.port[0]"]
    link: {{type: pcie_link, name: lanes, generation: 3, lanes: 8, efficiency: 100 %, ack_bytes: 0 B, propagation: {PROPAGATION_NS} ns}}
traffic:
  - {{name: put, from: card, to: root, kind: write, arrivals: at_start, ios: writes, io: {PAYLOAD} B, align: {PAYLOAD} B}}
"""
PACKET_NS = (PAYLOAD + OVERHEAD) / BYTES_PER_NS
BATCH = 20


def run(folder: Path, faults: list[Fault], *options: str) -> dict[str, Any]:
    (folder / "pair.yaml").write_text(MACHINE)
    (folder / "run.yaml").write_text(yaml.safe_dump({"system": "./pair.yaml", "faults": faults}))
    return ran(folder / "run.yaml", *options)


def ran(scenario: Path, *options: str) -> dict[str, Any]:
    done = isochron("run", scenario, "--quiet", "--json", "-", "--replications", "1", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def longer_ns(folder: Path, faults: list[Fault], *options: str) -> float:
    """By how much faults make the same writes take longer."""
    return (run(folder, faults, *options)["simulated_s"] - run(folder, [], *options)["simulated_s"]) * 1e9


@pytest.mark.parametrize("bit_errors", [1e-6, 1e-5, 1e-4])
def test_what_is_sent_again_in_closed_form(tmp_path: Path, bit_errors: float) -> None:
    """A packet is wrong with probability P. Each time, it costs itself and what goes behind it until its Nak is back."""
    wrong = 1 - math.exp(8 * (PAYLOAD + OVERHEAD) * math.log1p(-bit_errors))
    again = PACKET_NS + 2 * PROPAGATION_NS + NAK / BYTES_PER_NS
    # Four standard errors of 3,200 packets are 7 %.
    writes = min(1_000_000, int(3_200 * (1 - wrong) / wrong))
    expected = writes * wrong / (1 - wrong)
    faults = [{"bit_errors": bit_errors, "on": "lanes"}]
    result = run(tmp_path, faults, "--set", f"writes={writes}")
    assert result["components"]["lanes.a_to_b"]["errors"] == pytest.approx(expected, rel=4 / math.sqrt(expected))
    assert longer_ns(tmp_path, faults, "--set", f"writes={writes}") == pytest.approx(result["components"]["lanes.a_to_b"]["errors"] * again, rel=1e-3)


@pytest.mark.parametrize("mode", ["fast", "reference"])
def test_an_outage_costs_its_length(tmp_path: Path, mode: str) -> None:
    """But for the packet that is on its way out when it begins, which leaves."""
    fault = {"at": "100 us", "down": "lanes", "for": "50 us"}
    longer = longer_ns(tmp_path, [fault], "--set", f"bus_model={mode}")
    assert 50_000 - PACKET_NS <= longer <= 50_000
    length_ns = run(tmp_path, [fault])["simulated_s"] * 1e9
    down = run(tmp_path, [fault])["components"]["lanes.a_to_b"]["down"]
    assert down * length_ns == pytest.approx(longer, abs=PACKET_NS)


def test_outages_that_overlap_are_one(tmp_path: Path) -> None:
    faults = [{"at": "100 us", "down": "lanes", "for": "50 us"}, {"at": "120 us", "down": "lanes", "for": "70 us"}, {"at": "150 us", "down": "lanes", "for": "1 us"}]
    assert 90_000 - PACKET_NS <= longer_ns(tmp_path, faults) <= 90_000


@pytest.mark.parametrize(("changed", "times"), [({"lanes": 4}, 2), ({"lanes": 1}, 8), ({"generation": 2}, 8 * 128 / 130 / 4)])
def test_a_link_that_loses_lanes_or_speed(tmp_path: Path, changed: dict[str, int], times: float) -> None:
    """What it carries in 100 us at the lower rate takes so much longer."""
    longer = longer_ns(tmp_path, [{"at": "100 us", "set": changed, "on": "lanes", "for": "100 us"}])
    assert longer == pytest.approx(100_000 * (1 - 1 / times), abs=2 * times * PACKET_NS)


@pytest.mark.parametrize(
    ("fault", "message", "remedy"),
    [
        ({"at": "1 us", "down": "lanes"}, "must end by itself", "for: 1 s"),
        ({"at": "1 us", "down": "lanes", "for": "1 us", "detect": "500 ns"}, "must end by itself", "no `detect`"),
        ({"bit_errors": 1e-6, "on": "lanes", "retry": {"scheme": "selective"}}, "`retry` has no effect", "Remove `retry`"),
        ({"at": "1 us", "slow": "lanes", "factor": 2}, "which a fault with `slow` cannot strike", "Name parts that it can"),
        ({"at": "1 us", "set": {"lanes": 64}, "on": "lanes"}, "64", "1 to 32"),
        ({"at": "1 us", "set": {"lanes": 3}, "on": "lanes"}, "`lanes` of `lanes`", ""),
        ({"at": "1 us", "set": {"propagation": "1 us"}, "on": "lanes"}, "cannot change during a run", "lanes"),
    ],
)  # fmt: skip
def test_what_cannot_be(tmp_path: Path, fault: Fault, message: str, remedy: str) -> None:
    (tmp_path / "pair.yaml").write_text(MACHINE)
    (tmp_path / "run.yaml").write_text(yaml.safe_dump({"system": "./pair.yaml", "faults": [fault]}))
    done = isochron("check", tmp_path / "run.yaml")
    assert done.returncode == 2
    assert message in done.stderr and remedy in done.stderr and "run.yaml:" in done.stderr, done.stderr


def drawn_faults(number: int, links: list[str], length_ns: int) -> list[Fault]:
    """Three to eight of them."""
    chance = random.Random(f"faults of PCI Express {number}")
    return [one_fault(chance, chance.choice(links), max(2, length_ns)) for _ in range(chance.randint(3, 8))]


def one_fault(chance: random.Random, link: str, length_ns: int) -> Fault:
    at = {"at": f"{chance.choice((0, chance.randrange(length_ns), 64 * chance.randrange(length_ns // 64 + 1)))} ns"}
    lasts = {"for": f"{chance.randint(1, length_ns // 2)} ns"}
    kind = chance.choice(("down", "down", "errors", "set", "random"))
    if kind == "down":
        return {**at, "down": link, **lasts}
    if kind == "errors":
        return {**at, "bit_errors": chance.choice((1e-6, 1e-5, 1e-4)), "on": link} | (lasts if chance.random() < 0.5 else {})
    if kind == "random":
        return {"random": link, "mtbf": f"{length_ns} ns", "repair": f"{max(1, length_ns // 10)} ns"}
    changed = {"lanes": chance.choice((1, 2, 4, 8, 16))} if chance.random() < 0.6 else {"generation": chance.randint(1, 5)}
    return {**at, "set": changed, "on": link} | (lasts if chance.random() < 0.7 else {})


@pytest.mark.parametrize("first", range(0, 1000 if LONG else 120, BATCH))
def test_fast_and_reference_agree_under_faults(first: int, tmp_path: Path) -> None:
    """All that is asked for is answered, whatever happens to links on its way."""
    for number in range(first, first + BATCH):
        machine = PcieMachine(number)
        scenario = machine.write(tmp_path)
        length_ns = round(ran(scenario)["simulated_s"] * 1e9)
        links = [one["link"]["name"] for one in machine.connect if "link" in one]
        document = yaml.safe_load(scenario.read_text()) | {"faults": drawn_faults(number, links, length_ns)}
        scenario.write_text(yaml.safe_dump(json.loads(json.dumps(document))))
        fast, reference = (ran(scenario, "--set", f"bus_model={mode}") for mode in ("fast", "reference"))
        for what in ("metrics", "components", "simulated_s"):
            assert fast[what] == reference[what], f"number {number}: {what}"
        assert fast["metrics"]["bytes.in"]["mean"] == fast["metrics"]["bytes.out"]["mean"], number
        assert fast["metrics"]["bytes.lost"]["mean"] == 0, number
