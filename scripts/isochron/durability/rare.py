# SPDX-License-Identifier: Apache-2.0
"""Importance sampling: for arrays that lose data so rarely that direct simulation never sees it.

A cycle of an array begins with the failure of a disk while all are well, and ends when all are well again, or with the loss. Cycles are independent
of each other, since failures have no memory. Within one cycle *failure biasing* makes each failure as likely as the end of a repair, and what is
seen counts by its likelihood ratio. A ratio over many cycles would vary more with each of them, so that one cycle alone is biased:

- the mean time to data loss is the mean length of a cycle, simulated as it comes, over the probability that a cycle ends with the loss, which is
  simulated with bias (Goyal et al., "A unified framework for simulating Markovian models of highly dependable systems", IEEE Transactions on
  Computers 41, 1992);
- the probability of loss within a mission is the mean over missions of the sum over their cycles of the probability that this cycle is the one with
  the loss. The first failure of each mission is *forced* to come within it. The mission goes on without bias; one of its cycles is drawn, and
  simulated a second time, with bias. It counts for all of them.
"""

from __future__ import annotations

import math

import numpy

from isochron.durability import streams
from isochron.durability.array import Array
from isochron.durability.estimate import Estimate, of_mean, of_ratio
from isochron.durability.fleet import Fleet
from isochron.errors import ReportError

HOW = "importance sampling"


def mttdl(array: Array, samples: int, seed: int) -> Estimate:
    """Mean time to data loss in hours, from as many cycles without bias and as many with it."""
    lengths = streams.sample(lambda random, size: _lengths(array, random, size), samples, seed, array.name, "rare", "length")
    ends = streams.sample(
        lambda random, size: _losses(array, numpy.zeros(size), math.inf, random), samples, seed, array.name, "rare", "end"
    )
    if ends.mean <= 0:
        raise ReportError(f"the array `{array.name}`: the probability of a loss is below all numbers; tolerate fewer failures")
    return of_ratio(lengths, ends, HOW)


def loss(array: Array, hours: float, samples: int, seed: int) -> Estimate:
    """The probability that an array loses data within `hours`."""
    found = streams.sample(lambda random, size: _missions(array, hours, random, size), samples, seed, array.name, "rare", "loss")
    return of_mean(found, HOW, most=1)


def _missions(array: Array, hours: float, random: numpy.random.Generator, size: int) -> numpy.ndarray:
    """An unbiased estimate of the probability of loss from each mission."""
    forced = -math.expm1(-array.failures_within(hours))
    begin = -numpy.log1p(-random.random(size) * forced) / array.failure_rate(0)
    count, chosen = _drawn_cycles(array, begin, hours, random)
    return forced * count * _losses(array, chosen, hours, random)


def _drawn_cycles(array: Array, begin: numpy.ndarray, hours: float, random: numpy.random.Generator) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Of missions whose first cycles begin at `begin`, the number of cycles that begin before `hours` and the loss, and when one of them does, drawn at random."""
    count = numpy.ones(len(begin))
    chosen = begin.copy()
    places = numpy.arange(len(begin))
    fleet = Fleet(array, random, begin, hours, biased=False)
    while True:
        left = ~fleet.lost & ~fleet.ended
        places = places[left]
        fleet.keep(left)
        if not places.size:
            return count, chosen
        is_well = fleet.well
        if not is_well.any():
            fleet.step()
            continue
        fleet.fail_first(is_well)
        begins = places[is_well & ~fleet.ended]
        count[begins] += 1
        # The last of n cycles is the drawn one with the probability 1 / n.
        is_drawn = random.random(len(begins)) * count[begins] < 1
        chosen[begins[is_drawn]] = fleet.now[is_well & ~fleet.ended][is_drawn]


def _losses(array: Array, begin: numpy.ndarray, hours: float, random: numpy.random.Generator) -> numpy.ndarray:
    """The likelihood ratio of each biased cycle that ends with the loss before `hours`; 0 of any other."""
    found = numpy.zeros(len(begin))
    places = numpy.arange(len(begin))
    fleet = Fleet(array, random, begin, hours, biased=True)
    while True:
        lost = fleet.lost
        found[places[lost]] = numpy.exp(fleet.log_weight[lost])
        left = ~lost & ~fleet.well & ~fleet.ended
        places = places[left]
        fleet.keep(left)
        if not places.size:
            return found
        fleet.step()


def _lengths(array: Array, random: numpy.random.Generator, size: int) -> numpy.ndarray:
    """Lengths of cycles in hours, with the mean time until the first failure before each."""
    found = numpy.zeros(size)
    places = numpy.arange(size)
    fleet = Fleet(array, random, numpy.zeros(size), math.inf, biased=False)
    while True:
        left = ~fleet.lost & ~fleet.well
        found[places[~left]] = fleet.now[~left]
        places = places[left]
        fleet.keep(left)
        if not places.size:
            return found + 1 / array.failure_rate(0)
        fleet.step()
