# SPDX-License-Identifier: Apache-2.0
"""Arrays that tolerate one failure at most, with repairs of a fixed length, solved exactly.

Each repair that ends makes all disks well, and the array begins again: a renewal process. A failure of another disk during the repair is the loss.
"""

from __future__ import annotations

import math

import numpy

from isochron.durability.array import Array
from isochron.errors import ReportError

# More cycles in one mission take minutes.
MOST_CYCLES = 1e6
_CHUNK = 4096
_NODES = 20  # of a Gauss-Legendre rule, for panels of two events: exact to rounding
_NEGLIGIBLE = 1e-18


def solves(array: Array) -> bool:
    """Whether the array is one of these."""
    return array.law == "fixed" and array.tolerates <= 1


def mttdl(array: Array) -> float:
    """Mean time to data loss in hours: the mean length of a cycle over the probability that it ends with the loss."""
    first = 1 / array.failure_rate(0)
    if array.tolerates == 0:
        return first
    second = array.failure_rate(1)
    lost = -math.expm1(-second * array.repair_hours)
    return (first + lost / second) / lost


def loss(array: Array, hours: float) -> float:
    """The probability that an array loses data within `hours`.

    The sum over k of the probability that k repairs have ended and the loss comes in the next one: the (k + 1)th failure of a well array has
    an Erlang distribution, shifted by k repairs, and the second failure comes within a repair of it. ReportError where more than 1,000,000
    failures are expected.
    """
    if hours <= 0:
        return 0.0
    first, repair = array.failure_rate(0), array.repair_hours
    if array.tolerates == 0:
        return -math.expm1(-first * hours)
    if first * hours > MOST_CYCLES:
        raise ReportError(
            f"the array `{array.name}`: {first * hours:.3g} failures are expected within the mission, and with fixed repairs at most {MOST_CYCLES:.0e} are computed; "
            "shorten the mission, or take exponential repairs"
        )
    total = 0.0
    for begin in range(0, 1 + math.floor(min(hours / repair, 2 * MOST_CYCLES)), _CHUNK):
        cycles = numpy.arange(begin, begin + _CHUNK, dtype=float)
        terms = _terms(array, hours, cycles[cycles * repair < hours])
        total += float(terms.sum())
        if terms.size == 0 or (begin > first * hours and terms[-1] <= _NEGLIGIBLE * total):
            break
    return min(1.0, total)


def _terms(array: Array, hours: float, cycles: numpy.ndarray) -> numpy.ndarray:
    """The probability of a loss in the cycle behind each of these numbers of cycles."""
    from scipy.special import gammainc  # noqa: PLC0415  (half a second to load)

    first, second, repair = array.failure_rate(0), array.failure_rate(1), array.repair_hours
    left = hours - cycles * repair
    # A second failure later than that has a probability below rounding.
    longest = numpy.minimum(numpy.minimum(left, repair), 42 / second)
    panels = max(1, math.ceil((first + second) * float(longest.max(initial=0)) / 2))
    nodes, weights = numpy.polynomial.legendre.leggauss(_NODES)
    found = numpy.zeros_like(left)
    for panel in range(panels):
        share = (panel + (nodes + 1) / 2) / panels
        after = numpy.outer(longest, share)
        density = second * numpy.exp(-second * after) * gammainc(cycles[:, None] + 1, first * numpy.maximum(left[:, None] - after, 0))
        found += longest / panels / 2 * (density @ weights)
    return numpy.exp(-second * repair * cycles) * found
