# SPDX-License-Identifier: Apache-2.0
"""Faults that strike links of a machine, by number: the same number draws the same faults everywhere."""

from __future__ import annotations

import random
from typing import Any

Fault = dict[str, Any]
KINDS = ("outage", "detected", "dead", "slow", "set", "errors", "random")


def drawn_faults(number: int, links: list[str], length_us: int) -> list[Fault]:
    """Three to six of them, in a run of `length_us` microseconds. A link has one way to send again."""
    chance = random.Random(f"faults {number}")
    retries = {link: drawn_retry(chance) for link in links}
    drawn = [(chance.choice(KINDS), chance.choice(links)) for _ in range(chance.randint(3, 6))]
    return [one_fault(chance, kind, link, length_us) | ({} if kind in ("slow", "set") else retries[link]) for kind, link in drawn]


def drawn_retry(chance: random.Random) -> Fault:
    """How a link sends again, or nothing."""
    scheme = chance.choice(("none", "go_back_n", "selective"))
    if scheme == "none":
        return {}
    retry: Fault = {"scheme": scheme, "window": chance.choice((1, 2, 8, 64)), "timeout": f"{chance.randint(1, 50)} us", "ack": chance.choice(("0 B", "8 B"))}
    if chance.random() < 0.3:
        retry["limit"] = chance.randint(1, 4)
    return {"retry": retry}


def one_fault(chance: random.Random, kind: str, link: str, length_us: int) -> Fault:
    """A fault of a kind that strikes `link`."""
    at = {"at": f"{chance.randint(0, length_us)} us"}
    lasts = {"for": f"{chance.randint(1, length_us // 4)} us"}
    if kind == "outage":
        return {**at, "down": link, **lasts}
    if kind == "detected":
        return {**at, "down": link, **lasts, "detect": f"{chance.randint(1, length_us // 20)} us"}
    if kind == "dead":
        return {**at, "down": link} | ({"detect": f"{chance.randint(1, length_us // 10)} us"} if chance.random() < 0.5 else {})
    if kind == "slow":
        return {**at, "slow": link, "factor": chance.choice((1.5, 2, 10)), **lasts}
    if kind == "set":
        return {**at, "set": {"rate": f"{chance.choice((10, 50, 90, 200))} %"}, "on": link, **lasts}
    if kind == "random":
        mean = length_us // chance.randint(2, 20)
        known = {"detect": f"{chance.randint(1, max(1, mean // 10))} us"} if chance.random() < 0.5 else {}
        return {"random": link, "mtbf": f"{mean} us", "repair": f"{max(1, mean // 5)} us", "law": chance.choice(("fixed", "exponential")), **known}
    return {"bit_errors": chance.choice((1e-7, 1e-6, 1e-5)), "on": link}
