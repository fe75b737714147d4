# SPDX-License-Identifier: Apache-2.0
"""Random machines of PCI Express parts: all that is asked for is answered, with few tags and credits too, the fast simulation is as the reference,
and no part carries more than its bound."""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from random_pcie_machines import MOST_LEVELS, MOST_REQUESTERS, PcieMachine
from support import isochron

ALL, BATCH = 200, 20
NUMBERS = range(ALL)


class Ran:
    """A machine, what `explain` says of it, and what is measured, once fast and once as the reference."""

    def __init__(self, number: int, folder: Path) -> None:
        self.machine = PcieMachine(number)
        self.number = number
        scenario = self.machine.write(folder)
        self.point: dict[str, Any] = self._output("explain", scenario, "--json")[
            "points"
        ][0]
        self.fast = self._output("run", scenario, "--quiet", "--json", "-")
        self.reference = self._output(
            "run", scenario, "--quiet", "--json", "-", "--set", "bus_model=reference"
        )

    def _output(self, *words: str | Path) -> dict[str, Any]:
        done = isochron(*words)
        assert done.returncode == 0, (
            f"number {self.number}: {words[0]}: {done.stdout}{done.stderr}"
        )
        return json.loads(done.stdout)

    def metric(self, name: str) -> dict[str, Any]:
        return self.fast["metrics"][name]


def batches(numbers: range) -> list[range]:
    return [numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH)]


def test_all_occurs() -> None:
    found: Counter[str] = Counter()
    requesters: Counter[int] = Counter()
    for number in range(ALL):
        machine = PcieMachine(number)
        requesters[len(machine.requesters)] += 1
        found.update(
            {f"{machine.levels} levels", f"{machine.classes} classes"}
            | {flow.kind for flow in machine.flows}
        )
        found.update({part["type"] for part in machine.parts.values()})
        found.update(
            {key for key in ("jitter", "write_rate") if key in machine.parts["root"]}
            | ({"limited"} if machine.limited else set())
        )
        found.update(
            {
                one["link"].get("dllp", "efficiency")
                for one in machine.connect
                if "link" in one
            }
        )
    expected = [
        "iommu",
        "dram",
        "pcie_switch",
        "jitter",
        "write_rate",
        "limited",
        "read",
        "write",
        "mix",
        "simulated",
        "efficiency",
        "2 classes",
    ]
    assert min(found[one] for one in expected) >= 30, found
    assert all(found[f"{levels} levels"] >= 15 for levels in range(MOST_LEVELS + 1)), (
        found
    )
    assert min(requesters) == 1 and max(requesters) == MOST_REQUESTERS, requesters


@pytest.mark.parametrize(
    "numbers", batches(NUMBERS), ids=lambda numbers: str(numbers[0])
)
def test_random_pcie_machines(numbers: range, tmp_path: Path) -> None:
    for number in numbers:
        ran = Ran(number, tmp_path)
        all_is_answered(ran)
        fast_is_as_the_reference(ran)
        no_part_carries_more(ran)


def all_is_answered(ran: Ran) -> None:
    """With one tag, or room for one packet, one that is lost would end it."""
    asked = {flow.name: flow.ios * flow.sources for flow in ran.machine.flows}
    assert ran.metric("bytes.in")["mean"] == ran.metric("bytes.out")["mean"], ran.number
    cards = [
        part
        for name, part in ran.fast["components"].items()
        if name in ran.machine.requesters
    ]
    assert sum(card["requests"] for card in cards) == sum(asked.values()), ran.number
    if all(len(flow.sizes) == 1 for flow in ran.machine.flows):
        assert ran.metric("bytes.in")["mean"] == sum(
            asked[flow.name] * flow.sizes[0] for flow in ran.machine.flows
        ), ran.number


def fast_is_as_the_reference(ran: Ran) -> None:
    for what in ("metrics", "components", "simulated_s"):
        assert ran.fast[what] == ran.reference[what], f"number {ran.number}: {what}"


def no_part_carries_more(ran: Ran) -> None:
    """Over the whole run, which has no beginning that is left out. What is drawn may be more or less than its mean."""
    seconds = ran.fast["simulated_s"]
    for bound in ran.point["bounds"]:
        carried = 0.0
        for metric, each in bound["brought"].items():
            flow = next(
                one for one in ran.machine.flows if f"{one.name}.bandwidth" == metric
            )
            carried += each * flow.ios * sum(flow.sizes) / len(flow.sizes) / seconds
        slack = 1.001 + chance(ran, bound)
        assert carried <= bound["capacity"] * slack, (
            f"number {ran.number}: {bound} {carried}"
        )


def chance(ran: Ran, bound: dict[str, Any]) -> float:
    """By how much a mean of what is drawn may differ: four of its standard deviations, and 25 % at most. Where a request begins decides how many
    packets it has, which changes what it needs by less than a third; of times that are drawn the deviation may be their mean."""
    flows = [flow for flow in ran.machine.flows if f"{flow.name}.bandwidth" in bound["brought"]]
    requests = sum(flow.ios * flow.sources for flow in flows)
    one = 1.0 if ran.machine.drawn else 0.0
    for flow in flows:
        of_sizes = statistics.pstdev(flow.sizes) / statistics.mean(flow.sizes)
        of_addresses = 1 / 3 if flow.entry["addresses"] == "random" else 0.0
        one = max(one, of_sizes + of_addresses)
    return min(0.25, 4 * one / math.sqrt(requests))
