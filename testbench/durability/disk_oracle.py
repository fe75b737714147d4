# SPDX-License-Identifier: Apache-2.0
"""Arrays disk by disk: each has a life of its own, and a queue of repairs. It shares nothing with the package's simulation."""

from __future__ import annotations

import random
from collections import deque

from isochron.durability.array import Array


def time_to_loss(array: Array, chance: random.Random) -> float:
    """Hours until more disks have failed than the array tolerates."""
    now = 0.0
    dies = [chance.expovariate(1 / array.mttf_hours) for _ in range(array.disks)]
    waiting: deque[int] = deque()
    in_repair: dict[int, float] = {}  # disk, and when its repair ends
    while True:
        while waiting and (array.repairs == "all" or not in_repair):
            in_repair[waiting.popleft()] = now + (array.repair_hours if array.law == "fixed" else chance.expovariate(1 / array.repair_hours))
        lives = [disk for disk in range(array.disks) if disk not in in_repair and disk not in waiting]
        victim = min(lives, key=lambda disk: dies[disk])
        back = min(in_repair, key=lambda disk: in_repair[disk], default=None)
        if back is not None and in_repair[back] <= dies[victim]:
            now = in_repair.pop(back)
            dies[back] = now + chance.expovariate(1 / array.mttf_hours)
            continue
        now = dies[victim]
        waiting.append(victim)
        if len(waiting) + len(in_repair) > array.tolerates:
            return now


def times_to_loss(array: Array, count: int, seed: int) -> list[float]:
    """Of so many arrays."""
    chance = random.Random(seed)
    return [time_to_loss(array, chance) for _ in range(count)]
