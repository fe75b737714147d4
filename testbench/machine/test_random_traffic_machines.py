# SPDX-License-Identifier: Apache-2.0
"""Bounds of several traffics in one machine, compared with what is simulated: no part carries more than its bound, no traffic gets more than its
bound while the others have what is expected of them, and a part that arithmetic calls full carries its bound to within 5 %."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from random_traffic_machines import KINDS, Flow, TrafficMachine
from support import LONG, isochron

ALL, BATCH = 200, 20
NUMBERS = range(ALL if LONG else 2 * BATCH)
NEAR = 0.05


class Compared:
    """What `explain` says of a machine beside what `run` measures."""

    def __init__(self, number: int, folder: Path) -> None:
        self.machine = TrafficMachine(number)
        scenario = self.machine.write(folder)
        told, done = isochron("explain", scenario, "--json"), isochron("run", scenario, "--quiet", "--json", "-")
        assert told.returncode == 0 and done.returncode == 0, f"number {number}: {told.stderr}{done.stderr}"
        self.point: dict[str, Any] = json.loads(told.stdout)["points"][0]
        self.result: dict[str, Any] = json.loads(done.stdout)
        self.flows = {f"{flow.name}.bandwidth": flow for flow in self.machine.flows}
        self.measured = {metric: self.result["metrics"][metric]["mean"] for metric in self.flows}
        self.work = {one["metric"]: one for one in self.point["workloads"]}
        self.what = f"number {number}: {json.dumps(self.point['bounds'])} {json.dumps(self.point['workloads'])} {self.measured}"

    def window(self) -> float:
        return self.result["simulated_s"] - self.result["warm_up_s"]

    def slack(self, metric: str) -> float:
        """Bytes/s of a source that a window may have more: what was asked for before it."""
        flow = self.flows[metric]
        return (self.buffered(flow) + 2 * flow.io) / self.window()

    def buffered(self, flow: Flow) -> float:
        return sum(part.get("buffers", 1) for part in self.machine.parts.values()) * flow.message / flow.sources

    def expected(self, metric: str) -> float:
        asked, limit = self.work[metric]["asked"], self.work[metric]["limit"]
        return min(one for one in (asked, limit) if one is not None)

    def pushed(self, metric: str) -> float:
        """What it would bring if nothing but its own I/Os under way held it back; half of that, since they wait for others' too."""
        if self.work[metric]["asked"] is not None:
            return self.work[metric]["asked"] / 1.2
        loops = [bound["capacity"] for bound in self.point["bounds"] if bound["resource"] == f"{metric.removesuffix('.bandwidth')} outstanding"]
        return loops[0] / 2 if loops else 1e12

    def reaching(self, bound: dict[str, Any]) -> float:
        """Bytes/s that at least come to a part if it carries them; 0 where another part that several traffics pass may hold them back."""
        others = [one for one in self.point["bounds"] if one is not bound and not one["resource"].endswith(" outstanding")]
        own = {
            metric: min([self.pushed(metric), *(one["capacity"] / one["brought"][metric] for one in others if list(one["brought"]) == [metric])])
            for metric in self.flows
        }
        for one in others:
            same = one["capacity"] >= bound["capacity"] and set(one["brought"]) == set(bound["brought"])
            if not same and len(one["brought"]) > 1 and sum(each * own[metric] for metric, each in one["brought"].items()) > one["capacity"]:
                return 0
        return sum(each * own[metric] for metric, each in bound["brought"].items())


def batches(numbers: range) -> list[range]:
    return [numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH)]


def test_all_occurs() -> None:
    found: Counter[str] = Counter()
    for number in range(ALL):
        machine = TrafficMachine(number)
        assert 2 <= len(machine.flows) <= 4
        found.update({flow.kind for flow in machine.flows} | {"a source of several" for flow in machine.flows if flow.at})
        found.update({part["type"] for part in machine.parts.values()} | {"until_done" if machine.until_done else "measured"})
    assert min(found[one] for one in (*KINDS, "switch", "pci_bus", "fifo_bus", "delay", "until_done", "a source of several")) >= 30, found


@pytest.mark.parametrize("numbers", batches(NUMBERS), ids=lambda numbers: str(numbers[0]))
def test_bounds_of_several_traffics(numbers: range, tmp_path: Path) -> None:
    full = 0
    for number in numbers:
        one = Compared(number, tmp_path)
        parts_carry_no_more(one)
        if one.machine.until_done:
            continue
        traffics_get_no_more(one)
        full += full_parts_are_full(one)
        loops_alone_are_exact(one)
    assert full >= len(numbers) // 4, "most machines of these are never full"


def parts_carry_no_more(one: Compared) -> None:
    for bound in one.point["bounds"]:
        carried = sum(each * one.measured[metric] for metric, each in bound["brought"].items())
        slack = sum(each * one.slack(metric) for metric, each in bound["brought"].items())
        # What a bus carries when its masters meet less often than what is expected has them meet.
        carries = bound["capacity"] if "pci_bus" not in bound["what"] else 128 / 240e-9
        assert carried <= carries * 1.001 + slack, f"{bound} {one.what}"


def traffics_get_no_more(one: Compared) -> None:
    for metric, work in one.work.items():
        others = [other for other in one.flows if other != metric]
        if any(bound["resource"] == work["resource"] and "pci_bus" in bound["what"] for bound in one.point["bounds"]):
            continue  # how often its masters meet is an estimate, and so is what a change of the master costs
        if work["limit"] is None or any(one.measured[other] < 0.99 * one.expected(other) for other in others):
            continue
        assert one.measured[metric] <= work["limit"] * 1.01 + one.slack(metric), f"{metric} {one.what}"


def full_parts_are_full(one: Compared) -> int:
    """Where much more is asked of a part than it carries."""
    full = 0
    for bound in one.point["bounds"]:
        if bound["resource"].endswith((" outstanding", " buffers")):
            continue
        if one.reaching(bound) < bound["capacity"] * 1.001:
            continue
        full += 1
        carried = sum(each * one.measured[metric] for metric, each in bound["brought"].items())
        assert carried >= bound["capacity"] * (1 - NEAR), f"{bound} {one.what}"
    return full


def loops_alone_are_exact(one: Compared) -> None:
    """A closed traffic that is alone in its tree has exactly what its I/Os under way allow, or a part of it is full."""
    for metric, flow in one.flows.items():
        if flow.kind == "closed" and sum(other.root == flow.root for other in one.flows.values()) == 1:
            assert one.measured[metric] >= (1 - NEAR) * one.work[metric]["limit"] - one.slack(metric), one.what
