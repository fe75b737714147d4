# SPDX-License-Identifier: Apache-2.0
"""The paper's Fig. 6, 7 and 8 and its Table 5, drawn from results."""

from __future__ import annotations

import re
from pathlib import Path

import numpy
from matplotlib.axes import Axes

from isochron.errors import ReportError
from isochron.papers.curves import MEGA, by, interval_label, published_line, with_intervals
from isochron.papers.seachange import paper
from isochron.report import style
from isochron.results.result import Point, Result
from isochron.results.statistics import cumulative_mean, welch
from isochron.units import quantity

LOAD = "target_bandwidth"


def saturation(result: Result, path: Path) -> Path:
    """Fig. 6: what a RAID controller delivers against what its node is asked for."""
    points = by(result, LOAD)
    asked = numpy.array([target(result, point) for point in points]) / MEGA
    metrics = [point.metric("raid.bandwidth") for point in points]

    fig, axes = style.figure("RAID bandwidth at increasing target workloads (Fig. 6)")
    axes.plot(asked, asked / controllers(result), color=style.REMARK, linestyle=":", label="asked for")
    for index, point in enumerate(points):
        each = numpy.array(list(point.component_values("bandwidth", "raid").values())) / MEGA
        axes.plot(
            numpy.full(len(each), asked[index]), each, "_", color=style.ORANGE, markersize=11,
            label="each controller" if index == 0 else None,
        )  # fmt: skip
    with_intervals(axes, asked, metrics, fmt="s-", color=style.SIMULATED, label=mean_label(metrics[0].n))
    published_line(axes, paper.SATURATION_RAID, "paper: saturation, about 120 MB/s", "--")
    published_line(axes, paper.REAL_MAX_RAID, "paper: real cluster, 112.5 MB/s", (0, (1, 2)))
    axes.set_xlabel("target bandwidth a node (MB/s)")
    axes.set_ylabel("bandwidth a RAID controller (MB/s)")
    axes.legend(loc="upper left")
    return style.save(fig, path)


def ramp_up(result: Result, path: Path) -> Path:
    """Fig. 7: Welch's curve and the cumulative mean of the RAID controllers' bandwidth from a cold start."""
    series = result.series["raid.bandwidth"]
    if len(series.values) < 2:
        raise ReportError(f"{result.path or result.scenario}: too short for a curve; simulate {4 * series.interval_s:g} s at least")
    window = min(paper.WELCH_WINDOW_S, len(series.values) * series.interval_s / 2)
    welch_t, welch_mean = welch(series.values, series.interval_s, window)
    mean_t, mean = cumulative_mean(series.values, series.interval_s)

    fig, axes = style.figure("Ramp-up from a cold start (Fig. 7)")
    axes.plot(welch_t, welch_mean / MEGA, color=style.SIMULATED, label=f"Welch's curve, {window:g} s window")
    axes.plot(mean_t, mean / MEGA, color=style.ORANGE, linestyle="-.", label="cumulative mean")
    axes.axvline(paper.RAMP_UP_S, color=style.PAPER, linestyle="--", label="paper: ramp-up ends, 25 s")
    axes.set_ylim(*ramp_up_range(mean_t, mean / MEGA))
    axes.set_xlim(0, max(mean_t[-1], paper.RAMP_UP_S * 1.05))
    axes.set_xlabel("simulated time (s)")
    axes.set_ylabel("bandwidth a RAID controller (MB/s)")
    axes.legend(loc="lower center", bbox_to_anchor=(0.45, 0.02))
    axes.text(
        0.45, 0.3, "The only physical transient is the first disk\naccesses', some milliseconds. A mean that counts\n"
        "them takes long to forget them.",
        transform=axes.transAxes, fontsize=8, color=style.REMARK, horizontalalignment="center",
    )  # fmt: skip
    return style.save(fig, path)


def ramp_up_range(times: numpy.ndarray, mean: numpy.ndarray) -> tuple[float, float]:
    """A y range in which the cumulative mean's approach to its end is seen, but for the first moments."""
    shown = mean[times >= min(1.5, times[-1] / 2)]
    reach = max(numpy.abs(shown - mean[-1]).max(), 1e-3)
    return mean[-1] - 1.2 * reach, mean[-1] + 0.4 * reach


def contention(result: Result, path: Path) -> Path:
    """Fig. 8: utilisation, and waiting for a link or a buffer, at each stage of the path to another node."""
    point = result.points[-1]
    bars = (
        ("utilisation", "utilisation", style.SKY, None),
        ("wait_link", "waits for link or bus (contention)", style.SIMULATED, None),
        ("wait_buffer", "waits for a buffer", style.ORANGE, "///"),
    )
    positions = numpy.arange(len(paper.PATH))
    fig, axes = style.figure("Utilisation and contention along the data path (Fig. 8)", width=8.6, height=4.8)
    shade_contended(axes)
    for offset, (statistic, label, colour, hatch) in enumerate(bars):
        metrics = [point.metric(f"{stage.name}.{statistic}") for stage in paper.PATH]
        axes.bar(
            positions + (offset - 1) * 0.27, [100 * m.mean for m in metrics], width=0.25, color=colour, hatch=hatch,
            edgecolor="white", linewidth=0.4, label=label,
            yerr=[100 * (m.half_width or 0.0) for m in metrics], error_kw={"elinewidth": 0.8, "ecolor": "#303030"},
        )  # fmt: skip
    axes.axhline(100 * paper.CONTENDED, color=style.PAPER, linestyle=":", linewidth=1.1, label="contended above 10 %")
    labels = [f"{stage.label}\n{capacity_label(result, stage.medium)}" for stage in paper.PATH]
    axes.set_xticks(positions, labels, fontsize=7.5)
    axes.set_xlabel("step of the path, with its capacity")
    axes.set_ylabel("fraction of time (%)")
    axes.set_ylim(0, 100)
    axes.grid(visible=False, axis="x")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.24), ncols=5, fontsize=7.5, handlelength=1.6, columnspacing=1.2)
    return style.save(fig, path)


def capacity_label(result: Result, medium: str) -> str:
    """Highest rate of a bus or link of this kind, for one sender alone."""
    if medium != "pci":
        return quantity(result.parameter(f"{medium}.rate"), "B/s", 0)
    if result.parameter("pci.timing") != "paper":
        return quantity(result.parameter("pci.clock") * result.parameter("pci.width") / 8, "B/s", 0)
    return quantity(result.parameter("pci.slice") / result.parameter("pci.slice_time"), "B/s", 0)


def shade_contended(axes: Axes) -> None:
    """Marks the four places that the paper found contended."""
    label: str | None = "contended in the paper"
    for index, stage in enumerate(paper.PATH):
        if stage.contended:
            axes.axvspan(index - 0.48, index + 0.48, color=style.SHADE, zorder=0, label=label)
            label = None


def table5(result: Result, path: Path) -> Path:
    """Table 5: every controller's mean and its confidence interval beside the paper's."""
    means = result.component_values("bandwidth", "raid")
    half = [(result.components_half_width.get(name, {}).get("bandwidth") or 0.0) / MEGA for name in means]
    positions = numpy.arange(len(means))

    fig, axes = style.figure("Bandwidth of each RAID controller (Table 5)")
    axes.errorbar(
        positions - 0.12, numpy.array(list(means.values())) / MEGA, yerr=half, fmt="s", color=style.SIMULATED,
        label=f"simulated, {interval_label(result)}",
    )  # fmt: skip
    if len(means) == len(paper.TABLE_5):
        axes.errorbar(
            positions + 0.12, [row[2] for row in paper.TABLE_5], yerr=[row[3] for row in paper.TABLE_5], fmt="o",
            markersize=3.5, color=style.PAPER, label="paper, 90 % interval (80 s a replication)",
        )  # fmt: skip
    axes.set_xticks(positions, [short_name(name) for name in means])
    axes.set_xlabel("node.controller")
    axes.set_ylabel("bandwidth (MB/s)")
    axes.ticklabel_format(axis="y", useOffset=False)
    axes.margins(y=0.25)
    axes.legend(loc="upper left", ncols=2)
    return style.save(fig, path)


def target(result: Result, point: Point) -> float:
    """Demand on a node, B/s."""
    return float(result.parameter(LOAD, point))


def controllers(result: Result) -> int:
    """RAID controllers a node."""
    return int(result.parameter("raid_controllers"))


def mean_label(replications: int) -> str:
    """Legend of the mean."""
    return f"mean, {replications} replications" if replications > 1 else "mean, 1 replication"


def short_name(instance: str) -> str:
    """ "node[3].raid[1]" -> "3.1"."""
    return ".".join(re.findall(r"\[(\d+)\]", instance))
