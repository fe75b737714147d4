# SPDX-License-Identifier: Apache-2.0
"""Draws faults: turns over operators and folders, and within both by a hash, so that a change of the sources moves few of them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from model_mutation.change import Change
from model_mutation.weave import fits

Stratum = tuple[str, str]  # folder, operator


def rank(change: Change, seed: int) -> str:
    """A place in line that depends on the fault and the seed alone."""
    return hashlib.sha256(f"{seed} {change.identity}".encode()).hexdigest()


def turns(folders: Sequence[str], operators: Sequence[str]) -> Iterator[Stratum]:
    """Every operator once, each in another folder than its neighbours, then with the folders moved on by one, without end."""
    shift = 0
    while True:
        for place, operator in enumerate(operators):
            yield folders[(place + shift) % len(folders)], operator
        shift += 1


def sample(
    changes: Iterable[Change], count: int, seed: int, folders: Sequence[str], operators: Sequence[str], beside: Sequence[Change] = ()
) -> list[Change]:
    """`count` faults, or all where there are fewer, that can stand in the sources together and with those in `beside`. A
    smaller sample is the beginning of a larger one.
    """
    waiting: dict[Stratum, list[Change]] = defaultdict(list)
    for change in sorted(changes, key=lambda change: rank(change, seed), reverse=True):
        waiting[change.folder, change.operator].append(change)
    taken: list[Change] = []
    for stratum in turns(folders, operators):
        if len(taken) >= count or not any(waiting.values()):
            return taken
        line = waiting[stratum]
        while line:
            change = line.pop()
            if fits(change, [*taken, *beside]):
                taken.append(change)
                break
    raise AssertionError("turns have no end")
