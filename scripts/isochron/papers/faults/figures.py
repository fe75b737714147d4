# SPDX-License-Identifier: Apache-2.0
"""Figures of faults: viewers against their buffers, what arrives over time, loss against the bit error rate, one failure by machine, spare streams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
from matplotlib.axes import Axes

from isochron.papers.faults import bit_errors, kinds, one_failure, spare, viewers
from isochron.papers.faults.kinds import Kind, Strike
from isochron.report import style
from isochron.results.result import Point, Result

MEGA = 1e6


def of_kind(result: Result, kind: Kind) -> list[Point]:
    """The points of a scenario that a kind of fault means."""
    return [point for point in result.points if not kind.rebuild or result.parameter("rebuild", point) == kind.rebuild]


def noticed(results: dict[str, Result], path: Path) -> Path:
    """Viewers with a glitch against the time that their clients hold, a line for each fault."""
    fig, axes = style.figure("Viewers of 1400 who miss something, by what their clients hold", width=7.6, height=4.6)
    levels = sorted({one.buffer for kind in kinds.KINDS for _, one in viewers.of_each(results[kind.scenario])} - {0.0})
    for kind in kinds.KINDS:
        result = results[kind.scenario]
        own = [one for one in (viewers.seen(result, point) for point in of_kind(result, kind)) if one.buffer > 0]
        axes.plot([levels.index(one.buffer) for one in own], [one.glitched for one in own], marker="o", linestyle="--" if kind.dashed else "-", color=kind.colour, label=kind.label)
    axes.set_xticks(range(len(levels)), [milliseconds(one) for one in levels])
    axes.set_xlabel("client buffer")
    axes.set_ylabel("viewers with a glitch")
    axes.set_ylim(bottom=-15)
    axes.legend()
    return style.save(fig, path)


def milliseconds(seconds: float) -> str:
    """ "300 ms", or "10 s" from a second on."""
    return f"{seconds:g} s" if seconds >= 1 else f"{round(1000 * seconds)} ms"


def over_time(results: dict[str, Result], path: Path) -> Path:
    """What arrives in windows of time, a panel for each fault, with the fault marked."""
    shown = [kind for kind in kinds.KINDS if kind.over_time]
    fig, axes = style.panels("What arrives of 1400 streams during a fault", rows=2, columns=3, width=9.6, height=5.4)
    drawn: dict[str, Any] = {}
    for panel, kind in zip(axes.flat, shown, strict=True):
        result = results[kind.over_time]
        point = of_kind(result, kind)[0]
        mark(panel, kinds.strike(kind.over_time), point.simulated_s, drawn)
        drawn["delivered"] = steps(panel, point, "delivered.bandwidth", style.BLUE)
        if "rebuilt.bandwidth" in point.series:
            drawn["of it rebuilt units"] = steps(panel, point, "rebuilt.bandwidth", style.VERMILION)
        panel.set_title(kind.label, fontsize=8)
        panel.set_xlabel("s")
        panel.set_ylabel("MB/s")
        panel.set_ylim(0, 1250 if kind.rebuild else 900)
    style.legend_below(fig, drawn, columns=4)
    return style.save(fig, path)


def steps(panel: Axes, point: Point, name: str, colour: str) -> Any:
    """A series in MB/s as steps, a window each."""
    series = point.series[name]
    edges = [i * series.interval_s for i in range(len(series.values))] + [point.simulated_s]
    return panel.stairs(numpy.array(series.values) / MEGA, edges, color=colour, linewidth=1.3, baseline=None)


def mark(panel: Axes, strike: Strike, length: float, drawn: dict[str, Any]) -> None:
    """Shades the fault of a panel, and draws when it is known."""
    drawn["fault"] = panel.axvspan(strike.begins, strike.ends if strike.ends is not None else length, color=style.SHADE, zorder=0)
    if strike.known is not None:
        drawn["it is known"] = panel.axvline(strike.known, color=style.REMARK, linestyle="--", linewidth=1.0)


def loss(results: dict[str, Result], path: Path) -> Path:
    """Loss of throughput against the bit error rate, beside the closed forms."""
    fig, axes = style.figure("What bit errors cost a link: packets of 280 B")
    for (scheme, scenario), colour, text in zip(
        bit_errors.SCENARIOS.items(), (style.VERMILION, style.BLUE), ("go back n, W = 8", "selective repeat"), strict=True
    ):
        told = [one for one in bit_errors.losses(results[scenario]) if one.bit_errors > 0]
        rates = numpy.logspace(-6.3, -3.7, 80)
        result = results[scenario]
        size, trip = int(result.parameter("packet")), int(result.parameter("round_trip"))
        axes.plot(rates, [1 - bit_errors.carried(scheme, rate, size, trip) for rate in rates], color=colour, label=f"{text}, closed form")
        half = [one.half_width or 0.0 for one in told]
        axes.errorbar(
            [one.bit_errors for one in told], [one.simulated for one in told], yerr=half, color=colour, marker="o", markerfacecolor="none", linestyle="", label=f"{text}, simulated"
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("probability that a bit is wrong")
    axes.set_ylabel("loss, 1 - throughput")
    axes.legend()
    return style.save(fig, path)


def one_part(_results: dict[str, Result], path: Path) -> Path:
    """Flows that a failed part stops, the worst and on average, and what the worst leaves of the bound, by machine."""
    told = one_failure.machines()
    fig, axes = style.panels("One failed part: the worst one of each machine", columns=2, width=9.0, height=0.42 * len(told) + 1.4)
    rows = range(len(told))
    names = [f"{one.system}\n{one.worst.name}" for one in told]
    axes[0].barh(rows, [100 * one.worst.stopped / one.flows for one in told], color=style.VERMILION, height=0.6, label="the worst part, as named")
    axes[0].barh(rows, [100 * one.mean / one.flows for one in told], color=style.SKY, height=0.25, label="mean of all parts")
    axes[0].legend(loc="upper right")
    axes[0].set_yticks(rows, names, fontsize=7)
    axes[0].set_xlabel("% of flows without another way")
    axes[1].barh(rows, [100 * min(kind.share for kind in one.kinds) for one in told], color=style.BLUE, height=0.6)
    axes[1].set_yticks(rows, [min(one.kinds, key=lambda kind: kind.share).name for one in told], fontsize=7)
    axes[1].set_xlabel("% of the bound that the worst failure leaves")
    for panel in axes:
        panel.set_xlim(0, 105)
        panel.grid(visible=False, axis="y")
        panel.invert_yaxis()
    return style.save(fig, path)


def streams(results: dict[str, Result], path: Path) -> Path:
    """What arrives against what is asked for, in streams, whole and with a node down, with the bounds."""
    fig, axes = style.figure("How many streams the cluster carries", width=7.6, height=4.6)
    axes.plot([1200, 4000], [1200, 4000], color=style.REMARK, linewidth=0.8, linestyle=":", label="all that is asked for")
    for (scenario, text), colour in zip(spare.SCENARIOS.items(), (style.BLUE, style.VERMILION, style.ORANGE), strict=True):
        told = spare.loads(results[scenario])
        axes.plot([one.streams for one in told], [one.arrives / one.asked * one.streams for one in told], marker="o", color=colour, label=f"{text}: simulated")
        axes.axvline(spare.bound(scenario), color=colour, linestyle="--", linewidth=1.0, label=f"{text}: bound")
    axes.set_xlabel("streams asked for")
    axes.set_ylabel("streams' worth that arrives")
    axes.legend(fontsize=7, loc="lower right", frameon=True, facecolor="white", edgecolor="none", framealpha=1.0)
    return style.save(fig, path)
