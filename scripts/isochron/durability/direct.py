# SPDX-License-Identifier: Apache-2.0
"""Direct simulation of arrays, as failures and repairs come: for arrays that lose data soon."""

from __future__ import annotations

import math

import numpy

from isochron.durability import streams
from isochron.durability.array import Array
from isochron.durability.estimate import Estimate, of_mean, of_share
from isochron.durability.fleet import Fleet

HOW = "direct simulation"


def mttdl(array: Array, samples: int, seed: int) -> Estimate:
    """Mean time to data loss in hours, of arrays that are simulated until they lose data."""
    return of_mean(streams.sample(lambda random, size: times(array, math.inf, random, size), samples, seed, array.name, "direct", "mttdl"), HOW)


def loss(array: Array, hours: float, samples: int, seed: int) -> Estimate:
    """The probability that an array loses data within `hours`, of arrays that are simulated so long."""
    found = streams.sample(lambda random, size: times(array, hours, random, size) <= hours, samples, seed, array.name, "direct", "loss")
    return of_share(round(found.mean * found.samples), found.samples, HOW)


def times(array: Array, hours: float, random: numpy.random.Generator, size: int) -> numpy.ndarray:
    """When each of `size` arrays loses data, in hours; infinite where that is later than `hours`."""
    found = numpy.full(size, numpy.inf)
    places = numpy.arange(size)
    fleet = Fleet(array, random, random.exponential(1 / array.failure_rate(0), size), hours, biased=False)
    fleet.ended = fleet.now > hours
    while True:
        lost = fleet.lost & ~fleet.ended
        found[places[lost]] = fleet.now[lost]
        left = ~fleet.lost & ~fleet.ended
        places = places[left]
        fleet.keep(left)
        if not places.size:
            return found
        is_well = fleet.well
        if is_well.any():
            fleet.fail_first(is_well)
            # The next turn looks at what these did; the others wait.
            continue
        fleet.step()
