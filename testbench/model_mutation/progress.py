# SPDX-License-Identifier: Apache-2.0
"""How far a run is: a line every few seconds, with the rate and the time left."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")
EVERY = 10.0  # seconds


def shown(items: Iterable[Item], count: int, what: str, every: float = EVERY) -> Iterator[Item]:
    """Passes the items on, and says how many of `count` came."""
    began = last = time.monotonic()
    for number, item in enumerate(items, 1):
        yield item
        now = time.monotonic()
        if now - last >= every and number < count:
            last = now
            rate = number / (now - began)
            left = round((count - number) / rate)
            print(f"{number} of {count} {what}, {rate:.1f} a second, about {left // 60}:{left % 60:02d} left", flush=True)
