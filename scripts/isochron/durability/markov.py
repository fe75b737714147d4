# SPDX-License-Identifier: Apache-2.0
"""The Markov chain of an array whose repair times are exponential, solved exactly.

State k is k failed disks, from 0 to `tolerates`; the state behind is loss, which the chain never leaves. No small number is the difference of
large ones: a probability of 1e-15 has as many correct digits as one of 0.5 (the idea of Grassmann, Taksar and Heyman, "Regenerative analysis and
steady state distributions for Markov chains", Operations Research 33, 1985).
"""

from __future__ import annotations

import math

import numpy

from isochron.durability.array import Array

# Terms of the series behind the first that reaches loss. At half an event the rest is below rounding.
_TERMS = 24


def mttdl(array: Array) -> float:
    """Mean time to data loss in hours, from all disks well; infinite where it is beyond all numbers.

    It solves the linear equations of the mean times from k to k + 1 failed disks, one after another: from k the chain goes up, or down
    and then up twice.
    """
    total = passage = 0.0
    for failed in range(array.tolerates + 1):
        passage = (1 + array.repair_rate(failed) * passage) / array.failure_rate(failed)
        total += passage
    return total


def loss(array: Array, hours: float) -> float:
    """The probability that an array loses data within `hours`, which are 0 or more.

    The matrix exponential by uniformisation of a time so short that its series is quick, then by squaring. All entries are positive, and each row
    is divided by its sum, which is 1.
    """
    if hours <= 0:
        return 0.0
    rates = [(array.failure_rate(failed), array.repair_rate(failed)) for failed in range(array.tolerates + 1)]
    fastest = max(map(sum, rates))
    doublings = max(0, math.ceil(math.log2(fastest * hours)) + 1) if fastest * hours > 0.5 else 0
    short = fastest * hours / 2.0**doublings
    states = array.tolerates + 2
    jumps = numpy.zeros((states, states))
    jumps[-1, -1] = 1
    for failed, (up, down) in enumerate(rates):
        jumps[failed, failed + 1] = up / fastest
        if failed:
            jumps[failed, failed - 1] = down / fastest
        jumps[failed, failed] = max(0.0, 1 - (up + down) / fastest)
    term = numpy.eye(states)
    within = term.copy()
    for k in range(1, states + _TERMS):
        term = term @ jumps * (short / k)
        within += term
    within /= within.sum(axis=1, keepdims=True)
    for _ in range(doublings):
        within = within @ within
        within /= within.sum(axis=1, keepdims=True)
    return float(within[0, -1])
