# SPDX-License-Identifier: Apache-2.0
"""Deliveries in a few lines: how many in each interval of time, and a hash of them. Two runs part in the first that differs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from isochron.explore.regression.deliveries import Delivery

# So few that a file of them can be read, so many that one of them is a small part of the run.
INTERVALS = 20


class Checkpoint(NamedTuple):
    """The deliveries of the interval that ends before `until_ps`."""

    until_ps: int
    deliveries: int
    hash: str


def interval_for(last_ps: int) -> int:
    """1, 2 or 5 times a power of ten picoseconds, so that at most INTERVALS of them reach past `last_ps`."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power * INTERVALS > last_ps:
                return step * power
        power *= 10


def checkpoints(delivered: Iterable[Delivery], interval_ps: int) -> list[Checkpoint]:
    """One for each interval in which something is delivered; `delivered` in order."""
    grouped = groupby(delivered, key=lambda delivery: delivery.time_ps // interval_ps)
    return [_checkpoint((index + 1) * interval_ps, list(together)) for index, together in grouped]


def first_difference(old: Sequence[Checkpoint], new: Sequence[Checkpoint]) -> int | None:
    """Where the first interval ends in which the two differ; None if they are the same."""
    return min((checkpoint.until_ps for checkpoint in set(old) ^ set(new)), default=None)


def _checkpoint(until_ps: int, delivered: list[Delivery]) -> Checkpoint:
    digest = hashlib.sha256()
    for one in delivered:
        stream, source, sequence = one.transaction
        digest.update(f"{one.time_ps},{one.place},{stream},{source},{sequence},{one.bytes}\n".encode())
    return Checkpoint(until_ps, len(delivered), digest.hexdigest()[:16])
