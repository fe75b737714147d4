# SPDX-License-Identifier: Apache-2.0
"""The paper's Fig. 3, 4 and 5, and its proposals, drawn from results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy

from isochron.papers.curves import half_widths, interval_label, with_intervals
from isochron.papers.voyager import measures, paper
from isochron.papers.voyager.scenario_sections import STACKS, stack
from isochron.report import style
from isochron.results.result import Metric, Result

PAPER_MARK: dict[str, Any] = {"color": "#000000", "marker": "*", "markersize": 10, "linestyle": "", "zorder": 5}
LOOKS: dict[str, dict[str, Any]] = {
    "local": {"color": style.BLUE, "marker": "o", "linestyle": "-"},
    "VSD": {"color": style.VERMILION, "marker": "s", "linestyle": "--"},
}


def labelled(label: str, result: Result, metric: Metric) -> str:
    """A line's text in the legend, with its intervals if there are any."""
    return label if metric.half_width is None else f"{label}, {interval_label(result)}"


def figure3(result: Result, path: Path) -> Path:
    """Fig. 3: a node that receives."""
    return sweep(result, path, "A node that receives streams of 5 Mb/s (Fig. 3)", 0.105)


def figure5(result: Result, path: Path) -> Path:
    """Fig. 5: a node that records."""
    return sweep(result, path, "A node that records streams of 5 Mb/s over three disk nodes (Fig. 5)", 0.182)


def sweep(result: Result, path: Path, title: str, published: float) -> Path:
    """Processor, its kernel's part, the fitted line beside the paper's slope, and the loss."""
    fig, axes = style.figure(title, height=4.8)
    points = measures.at(result, {})
    counts = [measures.streams(result, point) for point in points]
    used = [point.metric("processor.utilisation") for point in points]
    with_intervals(axes, counts, used, unit=0.01, color=style.BLUE, marker="o", label=labelled("processor, kernel and user", result, used[0]))
    kernel = [point.metric("stack.kernel").mean for point in points]
    axes.plot(counts, [100 * one for one in kernel], color=style.GREEN, marker="^", linestyle="--", label="processor, kernel")
    line = measures.fitted(result, points)
    ends = numpy.array([0, max(counts)])
    if line is not None:
        axes.plot(
            ends, 100 * (line.slope * ends + line.intercept), color=style.BLUE, linewidth=0.9, linestyle=":", label=f"line: {100 * line.slope:.2f} % a stream"
        )
    axes.plot(ends, 100 * published * ends, color="#000000", linewidth=0.9, linestyle="-.", label=f"paper's line: {100 * published:g} % a stream")
    axes.set_xlabel("streams")
    axes.set_ylabel("processor (%)")
    axes.set_xlim(0, max(counts) + 0.3)
    axes.set_ylim(0, 105)
    right = axes.twinx()
    right.grid(visible=False)
    right.spines["right"].set_visible(True)
    lost = [point.metric("loss") for point in points]
    with_intervals(right, counts, lost, unit=0.01, color=style.VERMILION, marker="s", linestyle="-", label=labelled("packets lost (right)", result, lost[0]))
    right.set_ylabel("packets lost (%)")
    right.set_ylim(0, max(10.0, 105 * max(one.mean for one in lost)))
    handles, labels = (left + more for left, more in zip(axes.get_legend_handles_labels(), right.get_legend_handles_labels(), strict=True))
    style.legend_below(fig, dict(zip(labels, handles, strict=True)), columns=2)
    return style.save(fig, path)


def figure4(results: dict[str, Result], path: Path) -> Path:
    """Fig. 4, which is Table 5: what is written to one to four disks, beside what was measured."""
    fig, axes = style.figure("Writing to disks of a node itself, and to virtual shared ones (Fig. 4)", height=4.6)
    for kind in paper.TABLE5:
        result = results[kind.scenario]
        points = sorted(result.points, key=lambda point, of=result: int(of.parameter("disks.count", point)))  # type: ignore[misc]
        written = [point.metric("throughput") for point in points]
        disks = [int(result.parameter("disks.count", point)) for point in points]
        with_intervals(axes, disks, written, label=labelled(f"{kind.label} disks", result, written[0]), **LOOKS[kind.label])
        axes.plot(list(kind.rates), [rate / paper.MEGA for rate in kind.rates.values()], label="paper" if kind is paper.TABLE5[0] else None, **PAPER_MARK)
        told = [(number, kind.rates[number] / paper.MEGA) for number in kind.calibrated]
        look: dict[str, Any] = {"color": "none", "edgecolors": style.REMARK, "s": 190, "linewidths": 1.0, "zorder": 4}
        axes.scatter(*zip(*told, strict=True), label="calibrated on" if kind is paper.TABLE5[0] else None, **look)
    control = results["table5_deterministic"]
    points = sorted(control.points, key=lambda point: int(control.parameter("disks.count", point)))
    found = [(int(control.parameter("disks.count", point)), point.metric("throughput").mean / paper.MEGA) for point in points]
    axes.plot(*zip(*found, strict=True), color=style.ORANGE, marker="x", linestyle=":", label="virtual shared, times that do not vary")
    axes.set_xticks([one[0] for one in found])
    axes.set_xlabel("disks")
    axes.set_ylabel("MB/s")
    axes.set_ylim(bottom=0)
    axes.legend(loc="upper left")
    return style.save(fig, path)


def proposals(result: Result, path: Path) -> Path:
    """How many streams a node receives and sends with each stack, up to what ATM carries."""
    fig, axes = style.figure("Streams of 5 Mb/s without loss, with the proposals of section 5.4")
    looks: tuple[dict[str, Any], ...] = ({"color": style.SKY}, {"color": style.BLUE, "hatch": "///", "edgecolor": "white", "linewidth": 0.4})
    actions = list(dict.fromkeys(str(result.parameter("streams.action", point)) for point in result.points))
    for i, (action, look) in enumerate(zip(actions, looks, strict=False)):
        found = {stack(result, point): point.metric("streams.max") for point in measures.at(result, {"streams.action": action})}
        told = [(at + (i - 0.5) * 0.36, found[name]) for at, name in enumerate(STACKS.values()) if name in found]
        drawn = axes.bar([at for at, _ in told], [one.mean for _, one in told], width=0.34, yerr=half_widths([one for _, one in told], 1), label=action, **look)
        axes.bar_label(drawn, fmt="%.0f", fontsize=8, padding=2)
    rate, packet = 8 * float(result.parameter("atm.rate")), int(result.parameter("streams.packet"))
    axes.axhline(paper.payload_rate(rate, packet) / (8 * paper.VIDEO), color=style.VERMILION, linestyle="--", linewidth=1.2, label="ATM, in cells of UDP's packets")
    axes.axhline(paper.TABLE3[0].streams, color=style.REMARK, linestyle=":", linewidth=1.2, label="ATM, as the paper counts")
    axes.set_xticks(range(len(STACKS)), list(STACKS.values()))
    axes.set_ylabel("streams")
    axes.grid(visible=False, axis="x")
    axes.set_ylim(0, 42)
    axes.legend(loc="upper left", ncols=2)
    return style.save(fig, path)
