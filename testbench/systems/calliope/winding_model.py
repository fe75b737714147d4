# SPDX-License-Identifier: Apache-2.0
"""Viewers of a storage unit who wind, simulated as slots alone: which slot a command waits for, and how long.

Written from the paper (Heybey, Sullivan, England 1996, sections 2.2.1 and 2.3.3), not from the library: no disks, blocks or packets. Slot k of a
disk begins every cycle at k * cycle / slots; striped, a seat is at the next disk in the next cycle.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Unit:
    """A storage unit whose viewers give commands; times in seconds."""

    disks: int
    slots: int  # of a disk
    streams: int
    cycle: float
    interval: float  # mean time between a viewer's commands
    striped: bool = False
    keeps: bool = False  # a viewer waits for his own slot (not striped)

    def turns(self, seat: int, disk: int, now: float) -> float:
        """When the seat's slot at `disk` begins next."""
        slot = seat % self.slots * self.cycle / self.slots
        period, first = self.cycle, slot
        if self.striped:
            period = self.cycle * self.disks
            first = slot + (disk - seat // self.slots) % self.disks * self.cycle
        cycles = max(0, -int(-(now - first) // period))
        return first + cycles * period


def slot_waits(unit: Unit, until: float, seed: int) -> list[float]:
    """How long commands wait for their slots, in the order of the commands."""
    chance = random.Random(seed)
    taken: dict[int, int] = {}

    def take(disk: int, now: float, seats: list[int]) -> tuple[float, int]:
        free = [seat for seat in seats if seat not in taken and (unit.striped or seat // unit.slots == disk)]
        return min((unit.turns(seat, disk, now), seat) for seat in free)

    every = list(range(unit.disks * unit.slots))
    waits: list[float] = []
    commands: list[tuple[float, int]] = []
    seats, plays_from, disks = {}, {}, {}
    for stream in range(unit.streams):
        disks[stream] = stream % unit.disks
        turn, seats[stream] = take(disks[stream], 0, every)
        taken[seats[stream]] = stream
        plays_from[stream] = turn + unit.cycle / unit.slots
        commands.append((chance.expovariate(1 / unit.interval), stream))
    heapq.heapify(commands)
    while commands[0][0] < until:
        now, stream = heapq.heappop(commands)
        heapq.heappush(commands, (now + chance.expovariate(1 / unit.interval), stream))
        if now < plays_from[stream]:  # the command before is still being carried out
            continue
        own = seats[stream]
        del taken[own]
        if unit.striped:
            disks[stream] = chance.randrange(unit.disks)
        turn, seats[stream] = take(disks[stream], now, [own] if unit.keeps and not unit.striped else every)
        taken[seats[stream]] = stream
        plays_from[stream] = turn + unit.cycle / unit.slots
        waits.append(turn - now)
    return waits
