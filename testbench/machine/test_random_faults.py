# SPDX-License-Identifier: Apache-2.0
"""Faults drawn at random strike links of random machines: fast and reference mode agree to the picosecond, no byte is neither delivered nor counted
as lost, and no run hangs."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from fold_runs import results, run, settings
from random_fabrics import Fabric
from random_faults import KINDS, drawn_faults
from random_traffic_machines import TrafficMachine
from support import LONG

# Of these numbers two hundred machines have links.
ALL, BATCH = 340, 20
FABRIC_US = 20_000
NUMBERS = range(1500 if LONG else ALL)
CLUSTER = ("node[0].sf_raid[*]", "node[*].sf_to_ib_side[*]", "node[1].ib_link[0][2]", "node[2].ib_link[*][*]", "node[2].sf_from_ib_side[0]", "node[1].sf_gige[*]")


def machines(numbers: range) -> list[tuple[int, TrafficMachine, list[str]]]:
    """Those of them that have links."""
    found = []
    for number in numbers:
        machine = TrafficMachine(number)
        links = sorted({one["link"]["name"].replace("[i]", "[*]") for one in machine.connect if "link" in one})
        if links:
            found.append((number, machine, links))
    return found


def text_of(document: dict[str, Any]) -> str:
    """Nothing in it is there twice: YAML would have an alias for it."""
    return yaml.safe_dump(json.loads(json.dumps(document)), sort_keys=False)


def fast_and_reference(scenario: Path, what: str) -> dict[str, Any]:
    """The result of the fast mode, which is that of the reference too."""
    fast, reference = (run(scenario, *settings(f"bus_model={mode}")) for mode in ("fast", "reference"))
    assert results(fast) == results(reference), what
    return fast


def test_all_occurs() -> None:
    found: Counter[str] = Counter()
    for number, machine, links in machines(range(ALL)):
        faults = drawn_faults(number, links, machine.window_us)
        found.update("random" if "random" in one else next(kind for kind in ("down", "slow", "set", "bit_errors") if kind in one) for one in faults)
        found.update(one["retry"]["scheme"] for one in faults if "retry" in one)
        found.update(["limit"] if any("limit" in one.get("retry", {}) for one in faults) else [])
        found.update(["until_done"] if machine.until_done else [])
        found.update(["machine"])
    assert found["machine"] >= 200, found
    assert min(found[one] for one in ("down", "slow", "set", "bit_errors", "random", "go_back_n", "selective", "limit", "until_done")) >= 20, found
    assert len(KINDS) == 7


@pytest.mark.parametrize("first", NUMBERS[::BATCH])
def test_fast_and_reference_agree_under_faults(first: int, tmp_path: Path) -> None:
    for number, machine, links in machines(NUMBERS[first : first + BATCH]):
        scenario = machine.write(tmp_path)
        document = yaml.safe_load(scenario.read_text()) | {"faults": drawn_faults(number, links, machine.window_us)}
        scenario.write_text(text_of(document))
        fast = fast_and_reference(scenario, f"number {number}")
        sent, arrived, lost = (fast["metrics"][f"bytes.{name}"]["mean"] for name in ("in", "out", "lost"))
        under_way = sent - arrived - lost
        assert under_way == 0 if machine.until_done else under_way >= 0, f"number {number}: {sent} B sent, {arrived} B arrived, {lost} B lost"


@pytest.mark.parametrize("first", range(0, 200 if LONG else 40, 10))
def test_parts_of_fabrics_that_fail(first: int, tmp_path: Path) -> None:
    """One to three sources, sinks or switches of each fail; some are never missed, some come back."""
    for number in range(first, first + 10):
        fabric, chance = Fabric(number), random.Random(f"failing parts {number}")
        scenario = fabric.write(tmp_path, rate="20 MB/s", io="4 KiB")
        nodes = [part for part in fabric.parts if part not in {link[0] for link in fabric.links}]
        faults = []
        for part in chance.sample(nodes, chance.randint(1, 3)):
            begin = chance.randint(0, FABRIC_US)
            fault: dict[str, Any] = {"at": f"{begin} us", "fail": part}
            fault |= {"detect": f"{chance.randint(1, FABRIC_US)} us"} if chance.random() < 0.7 else {}
            fault |= {"back": f"{begin + chance.randint(1, FABRIC_US)} us"} if chance.random() < 0.6 else {}
            faults.append(fault)
        scenario.write_text(text_of(yaml.safe_load(scenario.read_text()) | {"faults": faults}))
        fast = fast_and_reference(scenario, f"number {number}: {faults}")
        sent, arrived, lost = (fast["metrics"][f"bytes.{name}"]["mean"] for name in ("in", "out", "lost"))
        assert sent >= arrived + lost, f"number {number}: {sent} B sent, {arrived} B arrived, {lost} B lost"
        in_window = fast["metrics"]["t.lost"]["mean"]
        assert in_window == sum(fast["metrics"][f"fault{f}.lost"]["mean"] for f in range(len(faults))), number


@pytest.mark.parametrize("number", range(40 if LONG else 8))
def test_the_cluster_under_faults(number: int, tmp_path: Path) -> None:
    """Buses, bridges, chips and links between them; pairs of links fail together."""
    faults = drawn_faults(number, list(CLUSTER), 4_000)
    faults = [one | ({"and_back": True} if "ib_link" in one.get("down", "") else {}) for one in faults]
    scenario = tmp_path / "cluster.yaml"
    measure = {"warm_up": "2 ms", "duration": "3 ms", "replications": 1}
    parameters = {"nodes": 3, "disk_delay": {"min": "0 ms", "mode": "1 ms", "max": "2 ms"}}
    scenario.write_text(text_of({"system": "seachange_cluster", "parameters": parameters, "measure": measure, "faults": faults}))
    fast = fast_and_reference(scenario, f"number {number}: {faults}")
    sent, arrived, lost = (fast["metrics"][f"bytes.{name}"]["mean"] for name in ("in", "out", "lost"))
    assert sent >= arrived + lost > 0
