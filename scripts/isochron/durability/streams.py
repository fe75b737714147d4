# SPDX-License-Identifier: Apache-2.0
"""Batches of samples, each with random numbers of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import numpy

from isochron.durability.estimate import Moments

# Copies that are simulated together: their arrays stay in the processor's cache.
BATCH = 20_000
MOST_SEED = 2**63 - 1


def sample(draw: Callable[[numpy.random.Generator, int], numpy.ndarray], samples: int, seed: int, *purpose: str) -> Moments:
    """Moments of `samples` that `draw` makes from random numbers; they depend on the seed, the purpose and the number of samples alone."""
    sums = numpy.zeros(3)
    for batch, begin in enumerate(range(0, samples, BATCH)):
        values = draw(generator(seed, *purpose, str(batch)), min(BATCH, samples - begin))
        sums += (len(values), values.sum(), (values * values).sum())
    return Moments.of(sums)


def generator(seed: int, *purpose: str) -> numpy.random.Generator:
    """Random numbers of a purpose: another word gives a stream that is independent of this one."""
    key = hashlib.sha256("/".join((str(seed), *purpose)).encode()).digest()
    return numpy.random.Generator(numpy.random.PCG64(int.from_bytes(key[:16], "little")))
