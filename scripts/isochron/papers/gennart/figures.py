# SPDX-License-Identifier: Apache-2.0
"""The paper's Fig. 4, 5 and 6 and a comparison of the three machines, drawn from results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
from matplotlib.axes import Axes

from isochron.papers.curves import MEGA, by, interval_label, published_line, with_intervals
from isochron.papers.gennart import paper
from isochron.report import style
from isochron.results.result import Point, Result
from isochron.units import quantity

OPERATIONS = {
    "read": "reading",
    "resample": "resampling and compressing",
    "read_network": "reading to the network",
}


def reading(results: dict[str, Result], path: Path) -> Path:
    """Fig. 4: throughput and utilisations against the number of nodes, reading."""
    return against_nodes(results, "read", paper.READ_MAX, "Reading streams: throughput and utilisation (Fig. 4)", path)


def resampling(results: dict[str, Result], path: Path) -> Path:
    """Fig. 6: the same, resampling and compressing."""
    title = "Resampling uncompressed streams: throughput and utilisation (Fig. 6)"
    return against_nodes(results, "resample", paper.RESAMPLE_MAX, title, path)


def against_nodes(results: dict[str, Result], operation: str, published: dict[str, float], title: str, path: Path) -> Path:
    """A panel a machine: throughput on the left, utilisations on the right."""
    shown = [results[f"{machine.system}_{operation}"] for machine in paper.SIMULATED]
    top = 1.15 * max(p.metric("throughput").mean for result in shown for p in result.points) / MEGA
    fig, panels = style.panels(title, columns=2, width=11.4, height=5.0)
    handles: dict[str, Any] = {}
    for axes, machine, result in zip(panels.flat, paper.SIMULATED, shown, strict=True):
        handles |= machine_panel(axes, machine, result, published.get(machine.system), top)
    style.legend_below(fig, handles, columns=5)
    return style.save(fig, path)


def machine_panel(axes: Axes, machine: paper.Machine, result: Result, published: float | None, top: float) -> dict[str, Any]:
    """Draws one machine; returns what the legend shows by label."""
    points = [p for p in by(result, "nodes") if result.parameter("nodes", p) <= 16]
    nodes = [result.parameter("nodes", p) for p in points]
    handles: dict[str, Any] = {}
    right = axes.twinx()
    right.grid(visible=False)
    right.spines["right"].set_visible(True)
    for part in paper.PARTS:
        metrics = [m for p in points if (m := p.metrics.get(f"{part.name}.utilisation")) is not None]
        if len(metrics) < len(points):
            continue
        (handles[f"{part.label}: utilisation"],) = right.plot(
            nodes, [m.mean for m in metrics], color=part.colour, marker=part.marker, markersize=3.5, linewidth=1.0
        )
    throughput = [p.metric("throughput") for p in points]
    bars = with_intervals(axes, nodes, throughput, color="#000000", fmt="D-", markersize=4.5, linewidth=2.4)
    handles[f"throughput, {interval_label(result)}"] = bars
    if published is not None:
        handles["paper: largest throughput"] = published_line(axes, published, None, (0, (6, 3)))
    axes.set_zorder(right.get_zorder() + 1)  # the throughput above the utilisations
    axes.patch.set_visible(False)
    axes.set_title(machine.label)
    axes.set_xlabel("disk nodes")
    axes.set_ylabel("throughput (MB/s)")
    axes.set_ylim(0, top)
    axes.set_xticks(range(2, 17, 2))
    right.set_ylabel("mean utilisation")
    right.set_ylim(0, 1.04)
    return handles


def jitter(results: dict[str, Result], path: Path) -> Path:
    """Fig. 5: cumulative distributions of the delay, one strand at a time above, groups of eight below."""
    fig, panels = style.panels("Reading streams: delay of a strand (Fig. 5)", rows=2, columns=2, width=11.4, height=7.6)
    for row, (suffix, what) in enumerate((("", "one strand at a time"), ("_groups", "groups of eight"))):
        for axes, machine in zip(panels[row], paper.SIMULATED, strict=True):
            delays(axes, results[f"jitter_{machine.system}{suffix}"], f"{machine.label}, {what}", closed=not suffix)
    handles, labels = panels[0][0].get_legend_handles_labels()
    style.legend_below(fig, dict(zip(labels, handles, strict=True)), columns=6)
    return style.save(fig, path)


def delays(axes: Axes, result: Result, title: str, *, closed: bool) -> None:
    """One panel: a curve for each utilisation of the busiest part."""
    colours = (style.SKY, style.BLUE, style.GREEN, style.ORANGE, style.VERMILION)
    lines = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
    points = sorted(result.points, key=busiest)
    for point, colour, line in zip(points, colours, lines, strict=False):
        times, share = cumulative(point)
        axes.plot(1e3 * times, share, color=colour, linestyle=line, label=f"utilisation {busiest(point):.1f}")
    if closed:
        least = alone(result)
        times = numpy.linspace(least, least + 3 * result.parameter("disk.mean_seek"), 100)
        share = 1 - (1 - (times - least) / (times[-1] - least)) ** 2
        axes.plot(1e3 * times, share, color="#000000", linestyle="", marker=".", markersize=3, label="closed form, no load")
    axes.set_title(title)
    axes.set_xlabel("delay (ms)")
    axes.set_ylabel("share of strands")
    axes.set_xlim(50, 150)
    axes.set_ylim(0, 1.02)


def alone(result: Result) -> float:
    """The delay of a strand that meets no other, but for the disk's latency, s."""
    rates = ["disk.rate", "scsi.rate", "io_write"]
    if result.system == "point_to_point":
        rates += ["processor.read", "link.rate", "server.memory"]
    return sum(result.parameter("strand") / result.parameter(rate) for rate in rates)


def cumulative(point: Point) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Delays in s and the share of strands within each, at the edges of the histogram's bins."""
    bins = point.histograms["delay"]["bins"]
    edges = [bins[0]["lower"]] + [one["upper"] for one in bins]
    counts = numpy.cumsum([0] + [one["count"] for one in bins])
    return numpy.array(edges), counts / counts[-1]


def busiest(point: Point) -> float:
    """The utilisation of an architecture as the paper has it: the largest of its parts'."""
    return max(m.mean for name, m in point.metrics.items() if name.endswith(".utilisation"))


def which(results: dict[str, Result], path: Path) -> Path:
    """Throughput against nodes: a panel an operation, a line a machine."""
    fig, panels = style.panels("Which architecture wins", columns=3, width=12.0, height=4.6)
    handles: dict[str, Any] = {}
    for axes, (operation, what) in zip(panels.flat, OPERATIONS.items(), strict=True):
        for machine in paper.MACHINES:
            result = results[f"{machine.system}_{operation}"]
            points = [p for p in by(result, "nodes") if result.parameter("nodes", p) <= 16]
            handles[f"{machine.label}, {interval_label(result)}"] = with_intervals(
                axes, [result.parameter("nodes", p) for p in points], [p.metric("throughput") for p in points],
                color=machine.colour, marker=machine.marker, linestyle=machine.line,
            )  # fmt: skip
        axes.set_title(what)
        axes.set_xlabel("disk nodes")
        axes.set_xticks(range(2, 17, 2))
        axes.set_ylim(0, 52)
    panels.flat[0].set_ylabel("throughput (MB/s)")
    style.legend_below(fig, handles, columns=3)
    return style.save(fig, path)


def together(results: dict[str, Result], path: Path) -> Path:
    """Reading and resampling at once: each operation's throughput as a share of what it has alone."""
    bars = [
        (label, what, mean / reference)
        for label, what, mean, _, reference in simultaneous(results)
    ]  # fmt: skip
    labels = list(dict.fromkeys(label for label, _, _ in bars))
    fig, axes = style.figure("Reading and resampling at the same time, on every node", width=8.6, height=4.2)
    for offset, (what, colour, hatch) in enumerate((("read", style.BLUE, None), ("resample", style.ORANGE, "///"))):
        values = [100 * share for _, of, share in bars if of == what]
        drawn = axes.bar(
            numpy.arange(len(labels)) + (offset - 0.5) * 0.36, values, width=0.34, color=colour, hatch=hatch,
            edgecolor="white", linewidth=0.4, label={"read": "reading", "resample": "resampling and compressing"}[what],
        )  # fmt: skip
        axes.bar_label(drawn, fmt="%.0f %%", fontsize=8, padding=4)
    axes.axhline(100, color=style.REMARK, linestyle=":", label="as if alone")
    axes.set_xticks(range(len(labels)), labels)
    axes.set_ylabel("throughput, share of what it has alone (%)")
    axes.set_ylim(0, 118)
    axes.grid(visible=False, axis="x")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=3)
    return style.save(fig, path)


def simultaneous(results: dict[str, Result]) -> list[tuple[str, str, float, float | None, float]]:
    """(machine, operation, throughput together, its half width, throughput alone), B/s, at the most nodes that were run."""
    rows = []
    for machine in paper.MACHINES:
        both, alone_ = results[f"simultaneous_{machine.system}"], results[f"alone_{machine.system}"]
        most = max(both.parameter("nodes", p) for p in both.points)
        for point in both.points:
            if both.parameter("nodes", point) != most:
                continue
            packets = point.parameters.get("link.packets")
            label = machine.label.replace(" with ", "\nwith ")
            if packets is not None:
                label += f"\n{'whole strands' if isinstance(packets, str) else quantity(packets, 'B') + ' packets'} on the links"
            for operation in ("read", "resample"):
                reference = next(
                    p
                    for p in alone_.points
                    if alone_.parameter("nodes", p) == most
                    and alone_.parameter("operation", p) == operation
                    and p.parameters.get("link.packets") == packets
                )
                m = point.metric(f"throughput.{operation}")
                rows.append((label, operation, m.mean, m.half_width, reference.metric("throughput").mean))
    return rows
