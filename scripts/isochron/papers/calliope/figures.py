# SPDX-License-Identifier: Apache-2.0
"""The paper's Table 1, its Graphs 1 and 2, and who sees glitches, drawn from results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
from matplotlib.axes import Axes

from isochron.papers.calliope import measures, paper
from isochron.papers.curves import interval_label, with_intervals
from isochron.report import style
from isochron.results.result import Metric, Result

# One look a line, told apart without colour.
LOOKS: tuple[dict[str, Any], ...] = (
    {"color": style.BLUE, "linestyle": "-"},
    {"color": style.GREEN, "linestyle": "--"},
    {"color": style.VERMILION, "linestyle": "-."},
    {"color": style.PURPLE, "linestyle": ":"},
)
PAPER_MARK: dict[str, Any] = {"color": "#000000", "marker": "*", "markersize": 10, "linestyle": "", "zorder": 5}
BAR = 0.38
LONGEST_S = 0.25  # of the axes of both graphs


def table1(results: dict[str, Result], path: Path) -> Path:
    """Every number of Table 1 beside what is simulated: disks or packets alone above, both below."""
    fig, panels = style.panels("What the hardware can do (Table 1)", rows=2, columns=1, width=11.4, height=7.4)
    handles: dict[str, Any] = {}
    for axes, rows, title in ((panels[0], paper.ALONE, "packets alone, disks alone"), (panels[1], paper.SENDING, "packets and disks")):
        handles |= bars(axes, rows, results)
        axes.set_title(title)
        axes.set_ylabel("MB/s")
    style.legend_below(fig, handles, columns=len(handles))
    return style.save(fig, path)


def bars(axes: Axes, rows: Sequence[paper.Row], results: Mapping[str, Result]) -> dict[str, Any]:
    """A pair of bars a number, the rows of the table apart from each other; returns what the legend shows, by its label."""
    handles: dict[str, Any] = {}
    position, ticks, labels = 0.0, [], []
    for row in rows:
        first = position
        for one in row.rates:
            simulated = measures.rate(results, row, one)
            look: dict[str, Any] = {"width": BAR, "edgecolor": "white", "linewidth": 0.4}
            published = axes.bar(position + BAR / 2, one.published / paper.MEGA, color=style.PAPER, hatch="///", **look)
            axes.bar_label(published, fmt="%.1f", fontsize=7.5, padding=2)
            handles["paper"] = published
            if simulated is not None:
                handles |= simulated_bar(axes, position - BAR / 2, simulated, one, look)
            ticks.append(position)
            labels.append(one.label)
            position += 1
        axes.text((first + position - 1) / 2, -0.15, row.label, transform=axes.get_xaxis_transform(), ha="center", va="top", fontsize=8.5, fontweight="bold")
        position += 0.6
    axes.set_xticks(ticks, labels, fontsize=8)
    axes.tick_params(axis="x", length=0)
    axes.grid(visible=False, axis="x")
    axes.margins(x=0.01, y=0.12)
    return handles


def simulated_bar(axes: Axes, position: float, value: float, one: paper.Rate, look: dict[str, Any]) -> dict[str, Any]:
    """A number that was calibrated is paler than one that was predicted; one that misses its band is marked."""
    label = "simulated, calibrated" if one.calibrated else "simulated, predicted"
    drawn = axes.bar(position, value / paper.MEGA, color=style.SKY if one.calibrated else style.SIMULATED, **look)
    axes.bar_label(drawn, fmt="%.2f", fontsize=7.5, padding=2)
    handles: dict[str, Any] = {label: drawn}
    if measures.misses(value, one):
        (handles["outside its band"],) = axes.plot(position, value / paper.MEGA / 2, color="#000000", marker="X", markersize=8, markeredgecolor="white", linestyle="")
    return handles


def graph1(result: Result, path: Path) -> Path:
    """Graph 1: the share of packets that are no later than so many milliseconds, with the three numbers that the paper prints."""
    fig, axes = style.figure("Lateness of packets, constant rate (Graph 1)", height=4.6)
    distributions(axes, result)
    for count, told in paper.GRAPH1.items():
        for late, share in told:
            (mark,) = axes.plot(1e3 * late, 100 * share, **PAPER_MARK)
            label = f"{count} streams: {100 * share:g} %\n(calibrated)"
            place: dict[str, Any] = {"fontsize": 8, "va": "top", "textcoords": "offset points"}
            if share > 0.9 and late < paper.LATE_S:  # beyond the line of 24 streams
                axes.annotate(label, (1e3 * late, 100 * share), xytext=(102, -32), arrowprops={"arrowstyle": "-", "color": style.REMARK, "linewidth": 0.7}, **place)
            else:
                axes.annotate(label, (1e3 * late, 100 * share), xytext=(8, -5), **place)
    mark.set_label("paper")
    axes.set_xlim(0, 1e3 * LONGEST_S)
    axes.legend(loc="center right")
    return style.save(fig, path)


def graph2(result: Result, path: Path) -> Path:
    """Graph 2: the same for streams of variable rates; the paper's text has no number of it."""
    fig, axes = style.figure("Lateness of packets, variable rates (Graph 2)", height=4.6)
    distributions(axes, result)
    axes.axhline(100 * paper.CRITERION, color=style.REMARK, linestyle=":", linewidth=1.0, label=f"our criterion: {100 * paper.CRITERION:g} % within 50 ms")
    axes.axvline(1e3 * paper.IN_TIME_S, color=style.REMARK, linestyle=":", linewidth=1.0)
    axes.set_xlim(0, 1e3 * LONGEST_S)
    axes.legend(loc="lower right")
    return style.save(fig, path)


def distributions(axes: Axes, result: Result) -> None:
    """A line a number of streams."""
    for look, point in zip(LOOKS, measures.by_streams(result), strict=False):
        late, share = measures.distribution(point)
        # None is later than the last: the line goes on.
        axes.plot(1e3 * numpy.append(late, max(late[-1], LONGEST_S)), 100 * numpy.append(share, 1), label=f"{measures.streams(result, point)} streams", **look)
    axes.set_xlabel("sent no later than (ms after it was due)")
    axes.set_ylabel("packets (%)")
    axes.set_ylim(0, 103)


def glitches(result: Result, path: Path) -> Path:
    """Streams with a glitch, and packets that are in time, against the number of streams."""
    fig, axes = style.figure("Streams whose viewers see a glitch in six minutes", height=4.8)
    points = measures.by_streams(result)
    counts = [measures.streams(result, point) for point in points]
    glitched = [point.metric("streams.glitched") for point in points]
    with_intervals(axes, counts, glitched, unit=1, color=style.VERMILION, marker="s", label=labelled("streams with a glitch", result, glitched[0]))
    axes.plot(counts, counts, color=style.REMARK, linestyle=":", linewidth=1.0, label="all streams")
    axes.set_xlabel("streams of 1.5 Mb/s")
    axes.set_ylabel("streams")
    axes.set_ylim(bottom=0)
    right = axes.twinx()
    right.grid(visible=False)
    right.spines["right"].set_visible(True)
    in_time = [measures.in_time(point) for point in points]
    with_intervals(right, counts, in_time, unit=0.01, color=style.BLUE, marker="o", linestyle="--", label=labelled("packets within 50 ms (right)", result, in_time[0]))
    right.set_ylabel("packets (%)")
    right.set_ylim(0, 103)
    handles, labels = (left + more for left, more in zip(axes.get_legend_handles_labels(), right.get_legend_handles_labels(), strict=True))
    style.legend_below(fig, dict(zip(labels, handles, strict=True)), columns=2)
    return style.save(fig, path)


def labelled(label: str, result: Result, metric: Metric) -> str:
    """A line's text in the legend, with its intervals if there are any."""
    return label if metric.half_width is None else f"{label}, {interval_label(result)}"
