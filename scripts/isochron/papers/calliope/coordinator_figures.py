# SPDX-License-Identifier: Apache-2.0
"""How busy the coordinator is, where it breaks, and what the failure of a unit costs, drawn from results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy

from isochron.papers.calliope import measures, paper
from isochron.papers.curves import by, half_widths, with_intervals
from isochron.report import style
from isochron.results.result import Point, Result

SHARES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("processor", {"color": style.BLUE, "marker": "o", "linestyle": "-"}),
    ("network", {"color": style.GREEN, "marker": "^", "linestyle": "--"}),
)


def load(result: Result, path: Path) -> Path:
    """Processor and network against the rate of requests, and how long a request takes, up to where the processor has no time left."""
    fig, panels = style.panels("The coordinator", columns=2, width=11.4, height=4.6)
    shares, times = panels.flat
    points = by(result, "coordinator.rate")
    rates = [float(result.parameter("coordinator.rate", point)) for point in points]
    handles: dict[str, Any] = {}
    for name, look in SHARES:
        metrics = [point.metric(f"coordinator.{name}") for point in points]
        handles[name] = with_intervals(shares, rates, metrics, unit=0.01, markersize=4, **look)
        mark = {"linestyle": "", "markersize": 10, "zorder": 5, "markeredgecolor": "black", "color": look["color"]}
        (handles[f"paper, {name}: measured"],) = shares.plot(paper.MEASURED_AT, 100 * paper.MEASURED[name], marker="*", **mark)
        (handles[f"{name}: by arithmetic, 3000 streams"],) = shares.plot(paper.LARGE_AT, 100 * paper.LARGE[name], marker="D", **(mark | {"markersize": 5}))
    most = 1 / paper.SESSION_WORK_S
    for axes in (shares, times):
        handles[f"no processor time left: {most:.0f} requests/s"] = axes.axvline(most, color=style.REMARK, linestyle=":", linewidth=1.0)
        axes.set_xlabel("requests a second")
    shares.set_ylabel("of the time (%)")
    shares.set_ylim(0, 104)

    metrics = [point.metric("coordinator.scheduling") for point in points]
    handles["from a request to its decision, mean"] = with_intervals(
        times, rates, metrics, unit=1e-3, color=style.VERMILION, marker="s", linestyle="", markersize=4
    )
    work = float(result.parameter("coordinator.processor"))
    line = numpy.linspace(min(rates), 0.995 / work, 300)
    (handles["M/D/1 queue"],) = times.plot(line, [1e3 * measures.queue(one, work) for one in line], color="#000000", linewidth=1.0)
    times.set_ylabel("ms")
    times.set_yscale("log")
    style.legend_below(fig, handles, columns=3)
    return style.save(fig, path)


def failure(result: Result, path: Path) -> Path:
    """Streams that are lost, that have a glitch, and requests that wait when a unit fails: three bars a point."""
    fig, axes = style.figure("A unit fails: with one copy of each file, and with two", width=8.0)
    handles: dict[str, Any] = {}
    for offset, metric, label, look in (
        (-0.28, "streams.lost", "streams lost", {"color": style.VERMILION}),
        (0.0, "streams.glitched", "streams with a glitch", {"color": style.ORANGE, "hatch": "...", "edgecolor": "white", "linewidth": 0.4}),
        (0.28, "queue", "requests that wait for a unit, mean over time", {"color": style.SKY, "hatch": "///", "edgecolor": "white", "linewidth": 0.4}),
    ):
        found = [point.metric(metric) for point in result.points]
        drawn = axes.bar([i + offset for i in range(len(found))], [one.mean for one in found], width=0.26, yerr=half_widths(found, 1), **look)
        axes.bar_label(drawn, fmt="%.1f", fontsize=8, padding=2)
        handles[label] = drawn
    axes.set_xticks(range(len(result.points)), [at(result, point) for point in result.points])
    axes.set_xlabel("part of all streams that are asked for, on the mean; copies of each item")
    axes.grid(visible=False, axis="x")
    axes.margins(y=0.15)
    axes.set_ylim(bottom=0)
    axes.legend(handles.values(), handles.keys(), loc="upper left")
    return style.save(fig, path)


def at(result: Result, point: Point) -> str:
    """ "60 %, 1 copy"."""
    copies = int(result.parameter("coordinator.copies", point))
    return f"{100 * measures.load(result, point):.0f} %, {copies} {'copy' if copies == 1 else 'copies'}"
