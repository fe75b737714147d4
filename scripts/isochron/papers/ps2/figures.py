# SPDX-License-Identifier: Apache-2.0
"""The paper's Fig. 9 to 13 and its Table 1, drawn from results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
from matplotlib import pyplot
from matplotlib.axes import Axes

from isochron.papers.curves import by, interval_label, published_line, with_intervals
from isochron.papers.ps2 import measures, paper
from isochron.report import style
from isochron.results.result import Metric, Point, Result

# One look a line, told apart without colour.
LOOKS: tuple[dict[str, Any], ...] = (
    {"color": style.BLUE, "marker": "o", "linestyle": "-"},
    {"color": style.VERMILION, "marker": "s", "linestyle": "--"},
    {"color": style.GREEN, "marker": "^", "linestyle": "-."},
    {"color": style.PURPLE, "marker": "d", "linestyle": ":"},
    {"color": style.ORANGE, "marker": "v", "linestyle": (0, (5, 1, 1, 1))},
)  # fmt: skip
PAPER_MARK: dict[str, Any] = {"color": "#000000", "marker": "*", "markersize": 11, "linestyle": ""}


def labelled(label: str, result: Result, metric: Metric) -> str:
    """A line's text in the legend, with its intervals if there are any."""
    return label if metric.half_width is None else f"{label}, {interval_label(result)}"


def counted(count: int, what: str) -> str:
    """ "1 disk", "3 disks"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def disk_arrays(result: Result, path: Path) -> Path:
    """Fig. 9: latency and rate of the linear fit against the number of disks, blocking and with two requests a disk."""
    fig, panels = style.panels("Arrays of disks on one PC (Fig. 9): access time = latency + size / rate", columns=2, width=10.4, height=4.4)
    handles: dict[str, Any] = {}
    for axes, (metric, unit, label, top) in zip(
        panels.flat,
        (("fit.latency", 1e-3, "latency of the fit (ms)", paper.FIT_LATENCY_S), ("fit.rate", paper.MIB, "rate of the fit (MiB/s)", paper.FIT_RATE)),
        strict=True,
    ):
        for look, depth in zip(LOOKS, measures.values(result, "disk.depth"), strict=False):
            points = [p for p in by(result, "disks") if result.parameter("disk.depth", p) == depth]
            handles[labelled(f"{counted(depth, 'request')} a disk", result, points[0].metric(metric))] = with_intervals(
                axes, [result.parameter("disks", p) for p in points], [p.metric(metric) for p in points], unit=unit, **look
            )
        (handles["paper: 9 disks, blocking"],) = axes.plot([paper.FIT_DISKS], [top / unit], **PAPER_MARK)
        axes.set_xlabel("disks, three on a SCSI string")
        axes.set_xticks(measures.values(result, "disks"))
        axes.set_ylabel(label)
        axes.set_ylim(bottom=0)
    style.legend_below(fig, handles, columns=3)
    return style.save(fig, path)


def one_or_two(results: dict[str, Result], path: Path) -> Path:
    """Fig. 10: planes a second, and processors by kind of work, of one PC and of a master with one slave."""
    local, slave = results["fig10_local"], results["fig10_slave"]
    fig, panels = style.panels("One PC, and a master with one slave (Fig. 10)", columns=2, width=12.0, height=5.0)
    speeds, bars = panels.flat
    for look, (label, result) in zip(LOOKS, (("one PC", local), ("master and one slave", slave)), strict=False):
        points = by(result, "disks_per_slave")
        with_intervals(
            speeds, [measures.disks(result, p) for p in points], [measures.planes(p) for p in points], unit=1,
            label=labelled(label, result, measures.planes(points[0])), **look,
        )  # fmt: skip
    speeds.set_xlabel("disks")
    speeds.set_xticks(measures.values(slave, "disks_per_slave"))
    speeds.set_ylabel("planes a second")
    speeds.set_ylim(bottom=0)
    speeds.legend(loc="upper left")
    # All disks' throughput is in proportion: so many extents a plane.
    mebibytes = slave.points[0].metric("extents_per_plane").mean * measures.extent(slave) / paper.MIB
    right = speeds.secondary_yaxis("right", functions=(lambda v: v * mebibytes, lambda v: v / mebibytes))
    right.set_ylabel("read from all disks (MiB/s)")

    configurations = []
    for count in measures.values(slave, "disks_per_slave"):
        for point in measures.among(local, "disks_per_slave", count):
            configurations.append((f"PC\n{count}", measures.work(point, ("slave", "master"))))
        for point in measures.among(slave, "disks_per_slave", count):
            configurations += [(f"S\n{count}", measures.work(point, ("slave",))), (f"M\n{count}", measures.work(point, ("master",)))]
    handles = stacks(bars, configurations)
    bars.set_xlabel("PC: one PC alone, S: slave, M: master; disks")
    bars.set_ylabel("processor's time (%)")
    style.legend_below(fig, handles, columns=len(handles))
    return style.save(fig, path)


def stacks(axes: Axes, configurations: Sequence[tuple[str, list[tuple[paper.Work, float]]]]) -> dict[str, Any]:
    """A bar a configuration, stacked by kind of work; returns what the legend shows, by its label."""
    handles: dict[str, Any] = {}
    for position, (_, shares) in enumerate(configurations):
        bottom = 0.0
        for kind, share in shares:
            drawn = axes.bar(position, 100 * share, bottom=100 * bottom, width=0.8, color=kind.colour, hatch=kind.hatch, edgecolor="white", linewidth=0.4)
            if share > 0:
                handles.setdefault(kind.label, drawn)
            bottom += share
    axes.set_xticks(range(len(configurations)), [label for label, _ in configurations], fontsize=7.5)
    axes.set_ylim(0, 104)
    axes.grid(visible=False, axis="x")
    return {kind.label: handles[kind.label] for kind in (*paper.WORK, paper.OTHER) if kind.label in handles}


def slaves_by_disks(result: Result, path: Path) -> Path:
    """Fig. 11: planes a second against the number of slaves, a line a number of disks."""
    fig, axes = style.figure("Planes a second of slaves with 1 to 9 disks each (Fig. 11)")
    for look, count in zip(LOOKS, measures.values(result, "disks_per_slave"), strict=False):
        points = [p for p in by(result, "slaves") if measures.disks(result, p) == count]
        with_intervals(
            axes, [measures.slaves(result, p) for p in points], [measures.planes(p) for p in points], unit=1,
            label=labelled(f"{counted(count, 'disk')} a slave", result, measures.planes(points[0])), **look,
        )  # fmt: skip
    axes.plot([paper.SLAVES], [paper.PLANES_PER_S], label="paper: 9 disks a slave (calibrated)", **PAPER_MARK)
    axes.set_xlabel("slaves")
    axes.set_xticks(measures.values(result, "slaves"))
    axes.set_ylabel("planes a second")
    axes.set_ylim(bottom=0)
    axes.legend(loc="upper left")
    return style.save(fig, path)


def processors(result: Result, path: Path) -> Path:
    """Fig. 12: processors of slaves and master by kind of work, a bar a configuration."""
    fig, panels = style.panels("Processors by kind of work (Fig. 12)", columns=2, width=12.0, height=4.8)
    points = sorted(result.points, key=lambda p: (measures.slaves(result, p), measures.disks(result, p)))
    handles: dict[str, Any] = {}
    for axes, pc, title in zip(panels.flat, ("slave", "master"), ("slaves, mean", "master"), strict=True):
        bars = [(f"{measures.slaves(result, p)}x{measures.disks(result, p)}", measures.work(p, (pc,))) for p in points]
        handles |= stacks(axes, bars)
        axes.set_title(title)
        axes.set_xlabel("slaves x disks of each")
    panels.flat[0].set_ylabel("processor's time (%)")
    span = panels.flat[0].axhspan(*(100 * limit for limit in paper.SLAVE_BUSY), color=style.PAPER, alpha=0.16, zorder=3)
    handles["paper: slaves with 9 disks, 90 to 100 %"] = span
    handles["paper: master of 3 slaves, 90 % (calibrated)"] = published_line(panels.flat[1], 100 * paper.MASTER_BUSY, None, (0, (6, 3)))
    style.legend_below(fig, handles, columns=4)
    return style.save(fig, path)


def speedup(result: Result, path: Path) -> Path:
    """Fig. 13: speed-up with slaves, and with disks."""
    fig, panels = style.panels("Speed-up (Fig. 13)", columns=2, width=10.4, height=4.6)
    for axes, over, at, of, to in (
        (panels.flat[0], "slaves", "disks_per_slave", ("disk", " a slave"), "slaves"),
        (panels.flat[1], "disks_per_slave", "slaves", ("slave", ""), "disks a slave"),
    ):
        for look, (value, line) in zip(LOOKS, measures.speedups(result, over, at).items(), strict=False):
            axes.plot(*zip(*line, strict=True), label=counted(value, of[0]) + of[1], **look)
        ideal = numpy.array(measures.values(result, over))
        axes.plot(ideal, ideal / ideal[0], color=style.REMARK, linestyle=":", linewidth=1.0, label="linear")
        axes.set_xlabel(to)
        axes.set_xticks(ideal)
        axes.set_ylabel(f"planes a second, by those with {ideal[0]}")
        axes.set_ylim(bottom=0)
        axes.legend(loc="upper left")
    return style.save(fig, path)


def memory_buses(result: Result, path: Path) -> Path:
    """Table 1 at work: the time of the memory buses by kind of traffic, beside the paper's arithmetic."""
    point = operating_point(result)
    shown = [(kind, share) for kind in paper.TRAFFIC if (share := measures.traffic(point, kind))]
    fig, axes = style.figure("Memory buses by kind of traffic (Table 1)", width=8.6, height=4.2)
    positions = numpy.arange(len(shown))
    drawn = axes.bar(positions - 0.19, [100 * share for _, share in shown], width=0.36, color=style.SIMULATED, label="simulated")
    axes.bar_label(drawn, fmt="%.1f %%", fontsize=8, padding=2)
    told = [(position, kind.share) for position, (kind, _) in zip(positions, shown, strict=True) if kind.share is not None]
    drawn = axes.bar(
        [position + 0.19 for position, _ in told], [100 * share for _, share in told], width=0.36, color=style.PAPER, hatch="///",
        edgecolor="white", linewidth=0.4, label=f"paper's arithmetic, {paper.EXTENTS_PER_S} extents/s a slave",
    )  # fmt: skip
    axes.bar_label(drawn, fmt="%.1f %%", fontsize=8, padding=2)
    axes.set_xticks(positions, [f"{kind.where}:\n{kind.label}\n{kind.cost}" for kind, _ in shown])
    axes.set_ylabel("memory bus's time (%)")
    axes.grid(visible=False, axis="x")
    axes.margins(y=0.15)
    axes.legend(loc="upper right")
    return style.save(fig, path)


def pictures(result: Result, path: Path) -> Path:
    """Planes as the simulated client has put them together out of what was delivered."""
    shown = list(result.pictures.items())
    columns = min(len(shown), 3)
    rows = -(-len(shown) // columns)
    fig, grid = pyplot.subplots(rows, columns, figsize=(2.9 * columns, 3.5 * rows), squeeze=False)
    fig.suptitle("Planes of the phantom, put together out of plane parts")
    for axes in grid.flat:
        axes.set_axis_off()
    for axes, (name, picture) in zip(grid.flat, shown, strict=False):
        axes.imshow(picture, cmap="gray", vmin=0, vmax=255, interpolation="nearest")
        axes.set_title(name.replace("_", " "), fontsize=9)
    return style.save(fig, path)


def operating_point(result: Result) -> Point:
    """The point of `planes` with the paper's largest machine; the last point where it varies something else."""
    return result.points[-1]
