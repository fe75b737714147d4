# SPDX-License-Identifier: Apache-2.0
"""Faults of every kind that parts of shipped scenarios can have, by number: the same number draws the same faults everywhere."""

from __future__ import annotations

import functools
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from support import isochron, require_told, short_options, short_run

Fault = dict[str, Any]
# Values of parameters that can change during a run; others take percentages.
CHANGED = {"lanes": (1, 2), "generation": (1, 2)}
SHARES = ("10 %", "50 %", "200 %")
RETRIES: tuple[Fault, ...] = ({}, {"retry": {"scheme": "go_back_n"}}, {"retry": {"scheme": "selective", "window": 4, "timeout": "20 us", "limit": 3}})


@dataclass(frozen=True)
class Struck:
    """A scenario, how long its short run is, and the faults that each of its parts can have."""

    scenario: Path
    point: tuple[str, ...]
    length_us: int
    parts: dict[str, list[str]]
    changeable: dict[str, list[str]]

    def faults(self, number: int) -> list[Fault]:
        """One to five of them. Most strike parts; some let a part or a scope fail as a whole."""
        chance = random.Random(f"fault script {number}")
        retry = chance.choice(RETRIES)
        return [self._fault(chance, retry) for _ in range(chance.randint(1, 5))]

    def _fault(self, chance: random.Random, retry: Fault) -> Fault:
        begin = chance.randint(0, self.length_us)
        at, lasts = {"at": f"{begin} us"}, {"for": f"{chance.randint(1, max(1, self.length_us // 4))} us"}
        if chance.random() < 0.25:
            fails = self._scope(chance)
            detect = {"detect": f"{chance.randint(1, max(1, self.length_us // 4))} us"} if chance.random() < 0.7 else {}
            back = {"back": f"{begin + chance.randint(1, self.length_us)} us"} if chance.random() < 0.6 else {}
            return {**at, "fail": fails, **detect, **back}
        part = chance.choice([name for name, faults in self.parts.items() if faults] or list(self.parts))
        kind = chance.choice((*self.parts[part], "random") if "down" in self.parts[part] else self.parts[part] or ["down"])
        if kind == "down":
            return {**at, "down": part} | (lasts if chance.random() < 0.7 else {}) | (retry if chance.random() < 0.5 else {})
        if kind == "slow":
            return {**at, "slow": part, "factor": chance.choice((1.5, 2, 10)), **lasts}
        if kind == "bit_errors":
            return {"bit_errors": chance.choice((1e-8, 1e-6, 1e-5)), "on": part} | retry
        if kind == "set":
            parameter = chance.choice(self.changeable[part])
            return {**at, "set": {parameter: chance.choice(CHANGED.get(parameter, SHARES))}, "on": part, **lasts}
        mean = max(2, self.length_us // chance.randint(2, 20))
        return {"random": part, "mtbf": f"{mean} us", "repair": f"{max(1, mean // 5)} us", "law": chance.choice(("fixed", "exponential"))} | retry

    def _scope(self, chance: random.Random) -> str:
        """A part, or a scope that parts are in."""
        part = chance.choice(list(self.parts))
        return part.split(".")[0] if chance.random() < 0.5 else part

    def write(self, path: Path, faults: list[Fault]) -> None:
        """The scenario with these faults, one a line, which are the last lines."""
        # As text: read and written as YAML, `off` would become `false`.
        kept, sections = True, []
        for line in self.scenario.read_text().splitlines(keepends=True):
            if line[0].isalpha():
                kept = not line.startswith(("expect:", "faults:"))
            # A series may be of a figure that only its own faults give it.
            sections += [re.sub(r", series: \[[^]]*\]", "", line)] if kept else []
        path.write_text("".join(sections) + "faults:\n" + "".join(f"  - {json.dumps(one)}\n" for one in faults))


def answered(target: Struck, path: Path, faults: list[Fault], command: str, *words: str) -> str:
    """What a command prints of the scenario under the faults, but for those that the machine refuses, each in one line at the fault's place. The
    scenario with those that are left is at `path`."""
    while True:
        target.write(path, faults)
        done = isochron(command, path, *words, *target.point)
        if done.returncode != 2:
            assert done.returncode == 0, f"{target.scenario}: exit {done.returncode}, {done.stderr}\n{faults}"
            return done.stdout
        require_told(done, r"\. [A-Z].*\.$")
        first = len(path.read_text().splitlines()) - len(faults)
        refused = int(done.stderr.split(":")[1]) - first - 1
        assert 0 <= refused < len(faults), f"{target.scenario}: {done.stderr}\n{faults}"
        faults = faults[:refused] + faults[refused + 1 :]


@functools.cache
def types() -> dict[str, dict[str, Any]]:
    """What the command says of each model, by its name."""
    described = isochron("describe", "--json")
    assert described.returncode == 0, described.stderr
    return {one["name"]: one for one in json.loads(described.stdout)}


@functools.cache
def struck(scenario: Path) -> Struck:
    """The first point of a scenario."""
    explained = json.loads(isochron("explain", scenario, "--json").stdout)
    point = tuple(word for one in explained["varied"] for word in ("--set", f"{one['path']}={one['texts'][0]}"))
    netlist = isochron("explain", scenario, "--netlist", *point)
    assert netlist.returncode == 0, netlist.stderr
    parts = {name: types()[part["type"]] for name, part in yaml.safe_load(netlist.stdout)["parts"].items()}
    faults = {name: [*(one["name"] for one in part["faults"]), *(["set"] if part["changeable"] else [])] for name, part in parts.items()}
    changeable = {name: part["changeable"] for name, part in parts.items()}
    return Struck(scenario, point, max(1, round(length_s(scenario, point) * 1e6)), faults, changeable)


def length_s(scenario: Path, point: tuple[str, ...]) -> float:
    """How long a short run is in simulated time. One that ends when its work is done is run, without faults."""
    times = [word for word in short_options(scenario) if word.startswith("measure.")]
    measure = json.loads(isochron("explain", scenario, "--json", *(word for time in times for word in ("--set", time))).stdout)["measure"]
    return short_run(scenario, *point)["simulated_s"] if measure["until_done"] else measure["warm_up_s"] + measure["duration_s"]
