# SPDX-License-Identifier: Apache-2.0
"""Two runs beside each other: which delivery differs first, and at which hop of its path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from isochron.explore.regression.deliveries import Delivery
from isochron.explore.regression.log import Event, Transaction, instants

# Two paths longer than this are not brought to match where one has hops that the other has not: it would take minutes.
LONGEST_PATH = 4000


@dataclass(frozen=True)
class FirstDelivery:
    """The transaction whose delivery differs first; None where one of the runs does not deliver it."""

    transaction: Transaction
    old: Delivery | None
    new: Delivery | None

    @property
    def time_ps(self) -> int:
        """When the runs part: the earlier of both."""
        return min(one.time_ps for one in (self.old, self.new) if one)

    @property
    def last_ps(self) -> int:
        """The later of both."""
        return max(one.time_ps for one in (self.old, self.new) if one)


@dataclass(frozen=True)
class Counts:
    """Deliveries of two runs: `same` in both, `moved` in time or place, and those that one run alone has."""

    same: int
    moved: int
    only_old: int
    only_new: int


@dataclass(frozen=True)
class Hop:
    """A line of a path in both runs; None where a run has none in that place of the path."""

    old: Event | None
    new: Event | None

    @property
    def same(self) -> bool:
        """Time, place, phase and bytes are."""
        return self.old == self.new


def first_delivery(old: Sequence[Delivery], new: Sequence[Delivery]) -> tuple[FirstDelivery | None, Counts]:
    """The delivery that differs first, of those at one picosecond the first by place; None if all are the same."""
    by_old = {delivery.transaction: delivery for delivery in old}
    by_new = {delivery.transaction: delivery for delivery in new}
    common = by_old.keys() & by_new.keys()
    same = sum(by_old[transaction] == by_new[transaction] for transaction in common)
    counts = Counts(same, len(common) - same, len(by_old) - len(common), len(by_new) - len(common))
    parted = set(by_old.values()) ^ set(by_new.values())
    if not parted:
        return None, counts
    transaction = min(parted).transaction
    return FirstDelivery(transaction, by_old.get(transaction), by_new.get(transaction)), counts


def paths(old: Sequence[Event], new: Sequence[Event]) -> list[Hop]:
    """Two paths line by line: up to the first difference as they come, from there on by place and phase."""
    first = next((i for i, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new)))
    hops = [Hop(one, other) for one, other in zip(old[:first], new[:first], strict=True)]
    rest_old, rest_new = old[first:], new[first:]
    if len(rest_old) + len(rest_new) > LONGEST_PATH:
        return hops + [Hop(one, other) for one, other in zip_longest(rest_old, rest_new)]
    matcher = SequenceMatcher(None, [_step(e) for e in rest_old], [_step(e) for e in rest_new], autojunk=False)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "equal":
            hops += [Hop(one, other) for one, other in zip(rest_old[i:i_end], rest_new[j:j_end], strict=True)]
        else:
            hops += [Hop(one, None) for one in rest_old[i:i_end]] + [Hop(None, other) for other in rest_new[j:j_end]]
    return hops


def first_hop(hops: Sequence[Hop]) -> int | None:
    """The number of the first hop that differs, from 0; None if none does."""
    return next((i for i, hop in enumerate(hops) if not hop.same), None)


def first_event(old: Iterator[Event], new: Iterator[Event]) -> Hop | None:
    """The first line that one of two logs has and the other has not, whosever it is; None if the logs are the same.

    Takes both logs a picosecond at a time: within one, their order is of no account but for which line is called the first.
    """
    ended: tuple[int | None, list[Event]] = (None, [])
    for one, other in zip_longest(instants(old), instants(new), fillvalue=ended):
        if one[0] != other[0] or Counter(one[1]) != Counter(other[1]):
            return _parted(one, other)
    return None


def counterpart(lines: Iterator[Event], missed: Event) -> Event | None:
    """The line in which a run has later what the other had at `missed`: the same transaction, place and phase."""
    wanted = (missed.transaction, *_step(missed))
    return next((e for e in lines if e.time_ps >= missed.time_ps and (e.transaction, *_step(e)) == wanted), None)


def _parted(one: tuple[int | None, list[Event]], other: tuple[int | None, list[Event]]) -> Hop:
    """The difference of the first instants that are not the same in both runs; a run that has ended has no time."""
    (old_ps, old), (new_ps, new) = one, other
    if new_ps is None or (old_ps is not None and old_ps < new_ps):
        new = []
    elif old_ps is None or new_ps < old_ps:
        old = []
    only_old, only_new = Counter(old) - Counter(new), Counter(new) - Counter(old)
    first = next((event for event in old if event in only_old), None)
    return Hop(first, None) if first else Hop(None, next(event for event in new if event in only_new))


def _step(event: Event) -> tuple[str, str]:
    return event.place, event.phase
