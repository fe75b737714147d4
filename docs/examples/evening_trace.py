# SPDX-License-Identifier: Apache-2.0
"""An evening of a video server as a trace: the requests of viewers by disk, amount and time.

`.venv/bin/python docs/examples/evening_trace.py [--streams 400] [--seconds 1.5] > evening.csv`

Titles are as popular as Zipf's law says, and lie on the disks in turn. Three of four streams have 4 Mb/s and are read in blocks of 128 KiB, the fourth has
15 Mb/s and is read in blocks of 512 KiB. A stream has begun at any time.
"""

from __future__ import annotations

import argparse
import random
import sys

TITLES, DISKS = 200, 8
KINDS = ((4_000_000, 128 * 1024), (4_000_000, 128 * 1024), (4_000_000, 128 * 1024), (15_000_000, 512 * 1024))


def trace(streams: int, seconds: float, seed: int = 1) -> list[tuple[int, int, int]]:
    """(microsecond, disk, bytes) of every block, in order of time."""
    chance = random.Random(seed)
    weights = [1 / (title + 1) for title in range(TITLES)]
    asked = []
    for title in chance.choices(range(TITLES), weights, k=streams):
        rate, block = KINDS[chance.randrange(len(KINDS))]
        interval = block * 8 * 1_000_000 // rate
        asked += [(at, title % DISKS, block) for at in range(chance.randrange(interval), int(seconds * 1_000_000), interval)]
    return sorted(asked)


def main() -> None:
    """Writes the trace."""
    options = argparse.ArgumentParser(description="An evening of a video server as a trace.")
    options.add_argument("--streams", type=int, default=400)
    options.add_argument("--seconds", type=float, default=1.5)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    print("time_s,source,bytes")
    for at, disk, size in trace(given.streams, given.seconds, given.seed):
        sys.stdout.write(f"{at / 1_000_000:.6f},{disk},{size}\n")


if __name__ == "__main__":
    main()
