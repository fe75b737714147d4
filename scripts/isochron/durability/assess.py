# SPDX-License-Identifier: Apache-2.0
"""What is said of an array: its mean time to data loss and the probability of loss within a mission, exact or simulated."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from isochron.durability import direct, markov, rare, renewal
from isochron.durability.array import Array
from isochron.durability.estimate import Estimate, rounded
from isochron.errors import ReportError

EXACT = "exact"
SAMPLES = 100_000
MOST_SAMPLES = 10_000_000
# Below these rates of loss direct simulation takes too long, and importance sampling none.
_MOST_CYCLES = 300
_LEAST_LOSS = 0.01
# Failures that are simulated altogether, in some seconds: the more a mission has, the fewer missions there are.
_MOST_FAILURES = 20_000_000
LEAST_SAMPLES = 1000
MOST_FAILURES_OF_MISSION = 100_000  # half a minute


@dataclass(frozen=True)
class Assessment:
    """An array with its mean time to data loss in hours and the probability of loss within the mission; each exact (a number), simulated, or both."""

    array: Array
    mttdl: float | None
    loss: float | None
    simulated_mttdl: Estimate | None
    simulated_loss: Estimate | None

    @property
    def probability(self) -> float:
        """The best known probability of loss of one array."""
        if self.loss is not None:
            return self.loss
        assert self.simulated_loss is not None
        return self.simulated_loss.value

    @property
    def simulated_loss_of_any(self) -> Estimate | None:
        """The same for the loss of any of these arrays, with its interval."""
        one = self.simulated_loss
        if one is None:
            return None
        value, low, high = (self.array.loss_of_any(each) for each in (one.value, one.low, one.high))
        return replace(one, value=value, low=low, high=high)

    def document(self) -> dict[str, Any]:
        """As a JSON document has it."""
        simulated = {
            key: one.document()
            for key, one in (("mttdl_hours", self.simulated_mttdl), ("loss", self.simulated_loss), ("loss_of_any", self.simulated_loss_of_any))
            if one is not None
        }
        return self.array.document() | {
            "mttdl_hours": _maybe(self.mttdl),
            "loss": _maybe(self.loss),
            "loss_of_any": _maybe(None if self.loss is None else self.array.loss_of_any(self.loss)),
            "simulated": simulated or None,
        }


def assess(array: Array, hours: float, *, simulate: bool = False, samples: int = SAMPLES, seed: int = 1) -> Assessment:
    """An array and a mission of so many hours: exact where there is a solution, else simulated; with `simulate` simulated too.

    Exact are exponential repairs, and fixed ones of arrays that tolerate one failure at most. ReportError for a mean time beyond all numbers,
    and where too many failures are expected within the mission.
    """
    solution = markov if array.law == "exponential" else renewal if renewal.solves(array) else None
    mttdl = None if solution is None else solution.mttdl(array)
    if mttdl is not None and not math.isfinite(mttdl):
        raise ReportError(f"the array `{array.name}`: its mean time to data loss is beyond all numbers; tolerate fewer failures, or take longer repairs")
    loss = None if solution is None else solution.loss(array, hours)
    if solution is not None and not simulate:
        return Assessment(array, mttdl, loss, None, None)
    return Assessment(array, mttdl, loss, _simulated_mttdl(array, samples, seed), _simulated_loss(array, hours, samples, seed))


def _simulated_mttdl(array: Array, samples: int, seed: int) -> Estimate:
    # Exponential repairs of the same mean tell how rare the loss is, whatever the law.
    cycles = markov.mttdl(array) * array.failure_rate(0)
    return (direct if cycles <= _MOST_CYCLES else rare).mttdl(array, samples, seed)


def _simulated_loss(array: Array, hours: float, samples: int, seed: int) -> Estimate:
    likely = markov.loss(array, hours)
    failures = min(array.failures_within(hours), markov.mttdl(array) * array.failure_rate(0))
    missions = min(samples, max(LEAST_SAMPLES, int(_MOST_FAILURES / max(1.0, failures))))
    if failures > MOST_FAILURES_OF_MISSION:
        raise ReportError(
            f"the array `{array.name}`: {failures:.3g} failures are expected within the mission, and at most {MOST_FAILURES_OF_MISSION:,} are simulated; shorten the mission"
        )
    return (direct if likely >= _LEAST_LOSS else rare).loss(array, hours, missions, seed)


def _maybe(value: float | None) -> float | None:
    return None if value is None else rounded(value)
