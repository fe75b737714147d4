# SPDX-License-Identifier: Apache-2.0
"""Many copies of one array that are simulated together, an event of each at a time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy

from isochron.durability.array import Array

# Probability that the next event of a copy with failed disks is a failure, where failures are biased. With a half, of 1 + t walks from one failed
# disk one reaches loss, whatever the rates.
BIAS = 0.5


@dataclass
class Fleet:
    """Copies of an array, of each of which `failed` disks have failed (1 or more).

    `step` simulates one event of each; `now` is when it came, in hours. With `biased` failures have at least the probability `BIAS`, and
    `log_weight` is the logarithm of the likelihood ratio: the true probability of all that has happened over the biased one. `deadline` is the
    time at which a copy ends, infinite without one; `ended` says of which the last step passed it. Of each copy the time of its next event
    is drawn under the condition of what comes, so that no biased failure comes too late.
    """

    array: Array
    random: numpy.random.Generator
    now: numpy.ndarray
    deadline: float
    biased: bool
    failed: numpy.ndarray = field(init=False)
    ended: numpy.ndarray = field(init=False)
    log_weight: numpy.ndarray = field(init=False)
    # Of fixed repairs: when those of the failed disks will have ended, in order.
    due: numpy.ndarray = field(init=False)

    def __post_init__(self) -> None:
        size = len(self.now)
        self.failed = numpy.ones(size, dtype=numpy.int64)
        self.ended = numpy.zeros(size, dtype=bool)
        self.log_weight = numpy.zeros(size)
        self.due = numpy.full((size, self.array.tolerates + 1), numpy.inf)
        self.due[:, 0] = self.now + self.array.repair_hours

    @property
    def lost(self) -> numpy.ndarray:
        """Which have lost data."""
        return self.failed > self.array.tolerates

    @property
    def well(self) -> numpy.ndarray:
        """Which have no failed disk."""
        return self.failed == 0

    def keep(self, kept: numpy.ndarray) -> None:
        """Leaves out all others."""
        self.now, self.failed, self.ended, self.log_weight, self.due = (
            one[kept] for one in (self.now, self.failed, self.ended, self.log_weight, self.due)
        )

    def fail_first(self, chosen: numpy.ndarray) -> None:
        """Lets time pass in those of the copies, all disks of which are well, until one fails; it is a failure as it comes, without bias."""
        self.now[chosen] += self.random.exponential(1 / self.array.failure_rate(0), int(chosen.sum()))
        self.ended[chosen] = self.now[chosen] > self.deadline
        self.failed[chosen] = 1
        self.due[chosen, 0] = self.now[chosen] + self.array.repair_hours

    def step(self) -> None:
        """One event of each copy: a failure, the end of a repair, or the deadline."""
        if self.array.law == "exponential":
            self._step_exponential()
        else:
            self._step_fixed()

    def _step_exponential(self) -> None:
        fails = (self.array.disks - self.failed) / self.array.mttf_hours
        total = fails + (self.failed if self.array.repairs == "all" else 1) / self.array.repair_hours
        within = -numpy.expm1(-total * (self.deadline - self.now))
        chance = fails / total * within
        is_failure = self._choose(chance)
        # What is no failure is a repair or the deadline.
        self.ended = ~is_failure & (self.random.random(len(fails)) * (1 - chance) < 1 - within)
        self.now = self.now - numpy.log1p(-self.random.random(len(fails)) * within) / total
        self.failed = self.failed + numpy.where(is_failure, 1, numpy.where(self.ended, 0, -1))

    def _step_fixed(self) -> None:
        fails = (self.array.disks - self.failed) / self.array.mttf_hours
        span = numpy.minimum(self.due[:, 0], self.deadline) - self.now
        chance = -numpy.expm1(-fails * span)
        is_failure = self._choose(chance)
        self.ended = ~is_failure & (self.due[:, 0] > self.deadline)
        is_repair = ~is_failure & ~self.ended
        drawn = -numpy.log1p(-self.random.random(len(fails)) * chance) / fails
        self.now = self.now + numpy.where(is_failure, numpy.minimum(drawn, span), span)
        self.due[is_repair, :-1] = self.due[is_repair, 1:]
        self.due[is_repair, -1] = numpy.inf
        rows = numpy.flatnonzero(is_failure)
        places = self.failed[rows]
        begins = self.now[rows] if self.array.repairs == "all" else self.due[rows, places - 1]
        self.due[rows, places] = begins + self.array.repair_hours
        self.failed = self.failed + numpy.where(is_failure, 1, numpy.where(is_repair, -1, 0))

    def _choose(self, chance: numpy.ndarray) -> numpy.ndarray:
        """Which copies have a failure next, where it is with these probabilities; weighs what is biased."""
        drawn = self.random.random(len(chance))
        if not self.biased:
            return drawn < chance
        used = numpy.maximum(chance, BIAS)
        is_failure = drawn < used
        with numpy.errstate(divide="ignore", invalid="ignore"):
            weights = numpy.where(is_failure, numpy.log(chance) - numpy.log(used), numpy.log1p(-chance) - numpy.log1p(-used))
        self.log_weight = self.log_weight + numpy.where(used > chance, weights, 0)
        return is_failure
