# SPDX-License-Identifier: Apache-2.0
"""No result depends on what is folded: random machines, a third of them under faults, have the same statistics, flows, histograms, series and
fingerprint with their chains computed, with all parts simulated, and slice by slice."""

from __future__ import annotations

import functools
import random
from collections import Counter
from pathlib import Path

import pytest
from fold_runs import folds_in, results, run, settings
from random_fault_scripts import answered, struck
from random_fold_machines import FoldMachine
from support import LONG, isochron

ALL, BATCH = 60, 10
NUMBERS = range(300 if LONG else ALL)
MODES = ("fold=on", "fold=off", "bus_model=reference")


class Drawn:
    """A machine, its scenario with the faults that it accepts, and its folds by their kinds."""

    def __init__(self, number: int, folder: Path) -> None:
        self.machine = FoldMachine(number)
        self.scenario = self.machine.write(folder)
        if self.machine.is_struck:
            plain, self.scenario = self.scenario, folder / f"{self.machine.name}_struck.yaml"
            target, chance = struck(plain), random.Random(f"faults of fold machine {number}")
            drawn = target.faults(number)
            netlist = answered(target, self.scenario, drawn[: chance.choice((1, 1, 2, 3, len(drawn)))], "explain", "--netlist")
        else:
            told = isochron("explain", self.scenario, "--netlist")
            assert told.returncode == 0, f"number {number}: {told.stderr}"
            netlist = told.stdout
        self.folds = Counter(self.machine.kind_of(fold) for fold in folds_in(netlist))

    @functools.cached_property
    def features(self) -> set[str]:
        is_struck = self.machine.is_struck and "- {" in self.scenario.read_text().partition("faults:")[2]
        return self.machine.features() | ({"faults"} if is_struck else set())


@pytest.mark.parametrize("first", range(0, len(NUMBERS), ALL))
def test_all_occurs(first: int, tmp_path: Path) -> None:
    """Each sixty machines have what can be folded and what cannot, and what folds must not disturb beside them."""
    drawn = [Drawn(number, tmp_path) for number in NUMBERS[first : first + ALL]]
    folding = [one for one in drawn if one.folds]
    assert len(drawn) / 2 <= len(folding) < len(drawn)
    found = Counter(kind for one in drawn for kind in one.folds)
    assert min(found[kind] for kind in ("head", "tail on a link", "tail on a bus")) >= 5, found
    beside = Counter(feature for one in folding for feature in one.features)
    assert min(beside[feature] for feature in ("faults", "classes", "latencies", "pcie", "requests", "series")) >= 2, beside
    everywhere = Counter(feature for one in drawn for feature in one.features)
    arrivals = ("constant", "poisson", "on_off", "at_start", "trace", "closed", "following")
    parts = ("switch", "sg1010_switch", "sg2010_bridge", "infiniband_chip", "bus_bridge", "raid_controller", "gige_card", "delay")
    assert min(everywhere[one] for one in (*arrivals, *parts, "until_done", "on_arrival", "sinks with a rate")) >= 1, everywhere


@pytest.mark.parametrize("first", NUMBERS[::BATCH])
def test_no_result_depends_on_folds(first: int, tmp_path: Path) -> None:
    different = []
    for number in NUMBERS[first : first + BATCH]:
        drawn = Drawn(number, tmp_path)
        folded, *others = (run(drawn.scenario, *settings(mode)) for mode in MODES)
        for mode, other in zip(MODES[1:], others, strict=True):
            if results(folded) != results(other):
                different.append(f"number {number}, {mode}: {differences(results(folded), results(other))}")
    assert not different, "\n".join(different)


def differences(one: object, other: object, path: str = "") -> list[str]:
    """Where two results differ, the first few places."""
    if isinstance(one, dict) and isinstance(other, dict):
        found = [text for key in [*one, *(key for key in other if key not in one)] for text in differences(one.get(key), other.get(key), f"{path}.{key}")]
        return found[:10]
    return [] if one == other else [f"{path}: {str(one)[:100]} and {str(other)[:100]}"]
