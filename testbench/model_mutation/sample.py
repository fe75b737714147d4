# SPDX-License-Identifier: Apache-2.0
"""Draws faults: turns over folders and operators, and within both by a hash, so that a change of the sources moves few of them."""

from __future__ import annotations

import hashlib
import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from model_mutation.change import Change
from model_mutation.weave import fits


def rank(change: Change, seed: int) -> str:
    """A place in line that depends on the fault and the seed alone."""
    return hashlib.sha256(f"{seed} {change.identity}".encode()).hexdigest()


def turns(folders: Sequence[str], operators: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Every folder once, each with the operators in the order in which it is asked for them, then with the operators moved on by one, without end."""
    shift = 0
    while True:
        for place, folder in enumerate(folders):
            first = (place + shift) % len(operators)
            yield folder, [*operators[first:], *operators[:first]]
        shift += 1


def sample(
    changes: Iterable[Change], count: int, seed: int, folders: Sequence[str], operators: Sequence[str], beside: Sequence[Change] = ()
) -> list[Change]:
    """`count` faults, or all where there are fewer, that can stand in the sources together and with those in `beside`. A
    smaller sample is the beginning of a larger one, and no folder has two more than another that has places left.
    """
    waiting: dict[tuple[str, str], list[Change]] = defaultdict(list)
    for change in sorted(changes, key=lambda change: rank(change, seed), reverse=True):
        waiting[change.folder, change.operator].append(change)
    taken: list[Change] = []
    for folder, kinds in turns(folders, operators):
        if len(taken) >= count or not any(waiting.values()):
            return taken
        lines = (waiting[folder, kind] for kind in kinds)
        fitting = (change for line in lines for change in popped(line) if fits(change, [*taken, *beside]))
        taken += itertools.islice(fitting, 1)
    raise AssertionError("turns have no end")


def popped(line: list[Change]) -> Iterator[Change]:
    """Takes one after another from the end of the line."""
    while line:
        yield line.pop()


def replacements(drawn: Sequence[Change], left: Sequence[Change]) -> list[Change]:
    """Of another sample as many faults as `left` lacks, which fit in beside it."""
    fresh: list[Change] = []
    for change in drawn:
        if len(left) + len(fresh) < len(drawn) and change not in left and fits(change, [*left, *fresh]):
            fresh.append(change)
    return fresh
