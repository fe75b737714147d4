# SPDX-License-Identifier: Apache-2.0
"""The sections of the page about the coordinator, and about units that fail."""

from __future__ import annotations

from isochron.papers.calliope import measures, paper
from isochron.papers.calliope.graph_sections import time
from isochron.papers.calliope.measures import share
from isochron.papers.curves import by
from isochron.papers.sections import figure, section
from isochron.report import markdown
from isochron.results.result import Point, Result
from isochron.units import figures, percent

SCENARIOS = ("coordinator_50", "coordinator_60", "units_150", "coordinator_breaks")
# Counts of sessions and streams of `msu_failure`, with what a column says.
FATES = {
    "sessions.requested": "requests", "sessions.admitted": "admitted", "sessions.resumed": "resumed", "sessions.ended": "ended", "sessions.lost": "lost",
    "streams.lost": "streams lost", "streams.glitched": "streams with a glitch", "queue": "wait, mean", "queue.longest": "wait, most",
}  # fmt: skip


def coordinator(results: dict[str, Result], drawn: list[str]) -> str:
    """Its load at the paper's rates, with 150 units, and to where it breaks."""
    rows = []
    for name in SCENARIOS:
        if name not in results:
            continue
        result = results[name]
        rows += [(f"`{name}`", *load_of(result, point)) for point in by(result, "coordinator.rate")]
    if not rows:
        return ""
    header = ("scenario", "units", "requests", "sessions", "processor", "network", "scheduling, mean", "M/D/1", "99 %")
    measured, large = ("processor {} and network {}".format(*(percent(one[name]) for name in ("processor", "network"))) for one in (paper.MEASURED, paper.LARGE))
    return section(
        "The coordinator",
        figure(drawn, "coordinator.png", "Processor and network of the coordinator against the rate of requests"),
        markdown.table(header, rows, "l" + "r" * (len(header) - 1)),
        f"The paper measured {measured} at {paper.MEASURED_AT:g} requests a second; what a session costs was taken from that. At {paper.LARGE_AT:g} a second, for 3000 streams "
        f"of a minute, it is {large}: arithmetic. *Scheduling* is from a request's arrival to its decision.",
    )


def load_of(result: Result, point: Point) -> tuple[str, ...]:
    """A row of the coordinator's table."""
    rate, work = float(result.parameter("coordinator.rate", point)), float(result.parameter("coordinator.processor", point))
    queued = time(measures.queue(rate, work)) if rate * work < 1 else "none"
    return (
        str(result.parameter("coordinator.units", point)),
        f"{rate:g} /s",
        f"{point.metric('sessions').mean:.1f} /s",
        share(point.metric("coordinator.processor")),
        share(point.metric("coordinator.network")),
        time(measures.average(point, "coordinator.scheduling")),
        queued,
        time(measures.quantile(point, 0.99, "coordinator.scheduling")),
    )


def failure(results: dict[str, Result], drawn: list[str]) -> str:
    """Section on sessions when a unit fails."""
    result = results.get("msu_failure")
    if result is None:
        return ""
    shown = {metric: label for metric, label in FATES.items() if any(metric in point.metrics for point in result.points)}
    rows = [
        (
            percent(measures.load(result, point), 0),
            str(result.parameter("coordinator.copies", point)),
            *(figures(point.metric(metric).mean, 1) if metric in point.metrics else "" for metric in shown),
        )
        for point in result.points
    ]
    return section(
        "A unit fails",
        figure(drawn, "failure.png", "Streams lost when a unit fails, with one copy and with two"),
        markdown.table(("load", "copies", *shown.values()), rows, "r" * (2 + len(shown))),
        f"{result.parameter('coordinator.units')} units of {result.parameter('coordinator.streams_a_unit')} streams. Counts are of the whole window; *wait* are requests for which "
        "there is no unit. With one copy nobody but the failed unit has its files: its viewers are lost, and who asks for them waits until it returns. With two they "
        "go on elsewhere, after a glitch, or wait for room there.",
    )
