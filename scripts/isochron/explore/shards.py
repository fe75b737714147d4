# SPDX-License-Identifier: Apache-2.0
"""Sweeps in parts, each simulated by itself: `--shard 2/3` takes the second of three."""

from __future__ import annotations

import re
from dataclasses import dataclass

from isochron.errors import ReportError
from isochron.explore.designs import MOST_POINTS


@dataclass(frozen=True)
class Shard:
    """One part of a sweep's points, of so many. A whole sweep is the only one of one."""

    number: int = 1
    """from 1 to `of`"""
    of: int = 1

    @staticmethod
    def parse(text: str) -> Shard:
        """The shard "i/n". ReportError for anything else: n is from 1 to the number of points that a sweep can have, i from 1 to n."""
        match = re.fullmatch(r"([0-9]{1,7})/([0-9]{1,7})", text)
        if not match:
            raise ReportError(f"--shard {text}: not i/n; write the number of the shard and how many there are, such as --shard 1/4")
        number, of = int(match[1]), int(match[2])
        if not 1 <= of <= MOST_POINTS:
            raise ReportError(f"--shard {text}: a sweep has 1 to {MOST_POINTS} shards; write --shard 1/4 for the first of four")
        if number < 1:
            raise ReportError(f"--shard {text}: shards are numbered from 1; write 1/{of} to {of}/{of} (Slurm: sbatch --array=1-{of})")
        if number > of:
            raise ReportError(f"--shard {text}: there is no shard {number} of {of}; write 1/{of} to {of}/{of}")
        return Shard(number, of)

    def __str__(self) -> str:
        """ "2/3"."""
        return f"{self.number}/{self.of}"

    @property
    def whole(self) -> bool:
        """Whether it has all points."""
        return self.of == 1

    def indices(self, points: int) -> list[int]:
        """The shard's points among so many, in their order.

        They are dealt one by one from the last to the first, there and back: with three shards to 1, 2, 3, 3, 2, 1, 1, 2, ... Numbers of points
        differ by one at most. The cost of a point usually grows with its values. Then two shards differ by at most the cost of the most
        expensive point: the most expensive ones are dealt first, and the two rounds of a pair balance each other.
        """
        dealt = ((points - 1 - index, index) for index in range(points))
        return [index for turn, index in dealt if self._number_of(turn) == self.number]

    def _number_of(self, turn: int) -> int:
        """The shard that the point of a turn goes to; turns begin with 0."""
        round_, place = divmod(turn, self.of)
        return self.of - place if round_ % 2 else place + 1
