# SPDX-License-Identifier: Apache-2.0
"""A machine of known truth and chosen noise, in place of the simulator: one parameter `load`, one metric `served`."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from isochron.explore.compare import Estimate
from isochron.results.result import Result
from isochron.scenario import Scenario

CONFIDENCE = 0.9
SCENARIO = Scenario(Path("noisy.yaml"))


class NoisyMachine:
    """Runner and simulator at once. `draw(load, random)` is one replication; `world` is another world of random numbers."""

    def __init__(self, draw: Callable[[int, random.Random], float], *, world: int = 0, replications: int = 4):
        self._draw, self._world, self._replications = draw, world, replications
        self.simulator = self
        self.asked: list[tuple[int, int, int]] = []
        """Load, seed and replications of each run."""

    def pinned(self, scenario: Scenario, varied: object = ()) -> tuple[Scenario, dict[str, str]]:
        return scenario, {}

    def explain(self, scenario: Scenario) -> dict[str, Any]:
        load = int(scenario.settings.get("load", "1"))
        measure = {"replications": int(scenario.settings.get("measure.replications", self._replications)), "confidence": CONFIDENCE}
        driver = {"metric": "served", "unit": "1", "demand": None}
        return {
            "system": "noisy",
            "metrics": [{"name": "served", "unit": "1"}],
            "parameters": [{"path": "load", "value": load, "unit": "1", "text": str(load)}],
            "measure": measure | {"seed": int(scenario.settings.get("measure.seed", "1"))},
            "points": [{"driver": driver, "bounds": [], "bottleneck": None}],
            "varied": [],
        }

    def run(self, scenario: Scenario) -> Result:
        explained = self.explain(scenario)
        load, measure = explained["parameters"][0]["value"], explained["measure"]
        self.asked.append((load, measure["seed"], measure["replications"]))
        draws = [self._draw(load, random.Random(f"{self._world} {load} {measure['seed']} {i}")) for i in range(measure["replications"])]
        estimate = Estimate.of(draws, CONFIDENCE)
        metric = {"unit": "1", "mean": estimate.mean, "half_width": estimate.half_width, "n": len(draws), "min": min(draws), "max": max(draws)}
        return Result({"scenario": "noisy", "parameters": {}, "metrics": {"served": metric}, "warnings": [], "simulated_s": 1, "performance": {"events": len(draws)}})
