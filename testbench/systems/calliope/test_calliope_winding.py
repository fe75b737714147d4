# SPDX-License-Identifier: Apache-2.0
"""Which slot a winding viewer of Calliope waits for: closed forms for one viewer, and a second simulation of half a duty cycle."""

from __future__ import annotations

import json
import math
import statistics

import pytest
from support import isochron
from winding_model import Unit, slot_waits

CYCLE = 262144 * 8 / 1.5e6
STRIPING = "scenarios/calliope/striping.yaml"


def waits(*settings: str) -> tuple[float, float, int]:
    """Mean, longest and number of the waits for a slot."""
    options = [option for setting in settings for option in ("--set", setting)]
    done = isochron("run", STRIPING, "--set", "disks=2", *options, "--replications", "1", "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)["histograms"]["slot_wait"]
    return told["sum"] / told["count"], told["max"], told["count"]


@pytest.mark.parametrize("rule", ["free", "own"])
def test_a_viewer_alone(rule: str) -> None:
    """He plays from the end of his slot on, and gives a command after an exponential time X.

    Any of the 12 slots is free: he waits until the next one begins, slot - X mod slot. His own comes at the next multiple of the
    cycle behind the slot with which he began: cycle - (slot + X) mod cycle. The mean of floor(X / t) is 1 / (exp(t / m) - 1).
    """
    slot, mean = CYCLE / 12, 2.0
    if rule == "free":
        expected, longest = slot - mean + slot / math.expm1(slot / mean), slot
    else:
        expected = CYCLE - slot - mean + CYCLE * math.exp(slot / mean) / math.expm1(CYCLE / mean)
        longest = CYCLE
    found, most, commands = waits("streams.count=1", "duty.slots=12", "layout=copies", f"vcr.slot={rule}", "vcr.interval=2s", "measure.duration=3000s")
    assert commands > 1000
    # Four standard errors of a mean of values spread over [0, longest].
    assert found == pytest.approx(expected, abs=4 * longest / math.sqrt(12 * commands))
    assert most <= longest + 1e-9


@pytest.mark.parametrize(("layout", "rule"), [("copies", "free"), ("copies", "own"), ("striped", "free")])
def test_half_a_duty_cycle(layout: str, rule: str) -> None:
    """Six viewers on each of two disks of twelve slots: copies and stripes wait alike, and far less than for the own slot."""
    unit = Unit(disks=2, slots=12, streams=12, cycle=CYCLE, interval=10, striped=layout == "striped", keeps=rule == "own")
    expected = slot_waits(unit, until=20_000, seed=1)
    found, most, commands = waits("streams.count=12", "duty.slots=12", f"layout={layout}", f"vcr.slot={rule}", "measure.duration=1200s")
    assert found == pytest.approx(statistics.mean(expected), abs=4 * statistics.pstdev(expected) / math.sqrt(commands))
    assert most <= CYCLE * (2 if layout == "striped" else 1)
    assert (found < 0.2) == (rule == "free")


def test_with_all_slots_taken_both_rules_are_the_same() -> None:
    settings = ("streams.count=12", "duty.slots=6", "layout=copies", "measure.duration=60s")
    assert waits(*settings, "vcr.slot=free") == waits(*settings, "vcr.slot=own")
