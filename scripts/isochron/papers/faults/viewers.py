# SPDX-License-Identifier: Apache-2.0
"""What viewers of the cluster notice of a fault, by the time that their clients hold."""

from __future__ import annotations

from dataclasses import dataclass

import pandas

from isochron.results.result import Point, Result

BUFFER = "streams.client_buffer"


@dataclass(frozen=True)
class Seen:
    """What the viewers of a run noticed. Times are in seconds, `first` and `last` from the start of the run, and NaN where there is no glitch."""

    buffer: float
    streams: int
    glitched: int
    glitches: int
    at_once: int
    longest: float
    late: int
    lost: int
    first: float
    last: float
    bytes_lost: float
    recovery: float


def seen(result: Result, point: Point) -> Seen:
    """The viewers' part of a point. NaN for what it has none of."""

    def number(name: str) -> float:
        found = point.sampled(name)
        return float("nan") if found is None else found.mean

    def count(name: str) -> int:
        found = point.sampled(name)
        return 0 if found is None else round(found.mean)

    glitches = count("streams.glitches")
    return Seen(
        buffer=float(result.parameter(BUFFER, point)),
        streams=count("streams.count"),
        glitched=count("streams.underrun"),
        glitches=glitches,
        at_once=count("streams.glitched_at_once"),
        longest=number("streams.longest_glitch") if glitches else 0.0,
        late=count("streams.late_messages"),
        lost=count("streams.lost_messages"),
        first=number("streams.first_glitch") if glitches else float("nan"),
        last=number("streams.last_glitch") if glitches else float("nan"),
        bytes_lost=number("fault0.lost"),
        recovery=number("fault0.recovery"),
    )


def of_each(result: Result) -> list[tuple[Point, Seen]]:
    """All points with what their viewers noticed."""
    return [(point, seen(result, point)) for point in result.points]


def table(result: Result) -> pandas.DataFrame:
    """The data file: a row a point, with the varied parameters; times in seconds."""
    varied = [{} if point is result else dict(point.parameters) for point in result.points]
    columns = ("glitched", "glitches", "at_once", "longest", "late", "lost", "first", "last", "bytes_lost", "recovery")
    rows = [own | {name: getattr(one, name) for name in columns} for own, (_, one) in zip(varied, of_each(result), strict=True)]
    return pandas.DataFrame(rows)
