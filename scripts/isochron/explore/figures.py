# SPDX-License-Identifier: Apache-2.0
"""Figures of scripts/explore: every number with its unit and interval, colours safe for the colour-blind."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import MaxNLocator

from isochron.explore.bottleneck import Binding
from isochron.explore.compare import Comparison, Line
from isochron.explore.designs import Axis
from isochron.explore.knee import Knee
from isochron.explore.sensitivity import Sensitivity
from isochron.explore.sweeps import Sweep, SweepPoint
from isochron.report import style
from isochron.results.drivers import kind_of
from isochron.units import figures, quantity, scale, stored

if TYPE_CHECKING:
    from isochron.explore.optimise import Optimum

_COLOURS = (style.BLUE, style.ORANGE, style.GREEN, style.VERMILION, style.PURPLE, style.SKY)
_MARKERS = ("o", "s", "^", "D", "v", "P")
# Bars beyond these are too thin to read.
MOST_BARS = 20


def sweep(found: Sweep, metric: str, path: Path) -> Path:
    """A metric against the first varied parameter, a line for each combination of the others."""
    first = found.axes[0]
    points = [(p, m) for p in found.points if p.outcome.done and (m := p.result().sampled(metric))]
    factor, unit = _fitting(max(abs(m.mean) for _, m in points), points[0][1].unit)
    across = _Axis(first.path, first.unit, [p.parameters[first.path] for p, _ in points])
    fig, axes = style.figure(f"{metric} of {found.scenario.name}")
    lines: dict[str, list] = {}
    for p, m in points:
        lines.setdefault(", ".join(f"{axis.path} = {_told(axis, p, factor, unit)}" for axis in found.axes[1:]), []).append((p, m))
    joined = len(lines) <= len(_COLOURS)
    for (label, line), colour, marker in zip(lines.items(), cycle(_COLOURS), cycle(_MARKERS)):
        line.sort(key=lambda item: across.place(item[0].parameters[first.path]))
        axes.errorbar(
            [across.place(p.parameters[first.path]) for p, _ in line],
            [m.mean * factor for _, m in line],
            yerr=[(m.half_width or 0) * factor for _, m in line],
            color=colour if joined else style.BLUE,
            marker=marker if joined else "o",
            linestyle="-" if joined and len(line) > 1 else "none",
            label=label if joined else None,
        )
    across.label(axes)
    axes.set_ylabel(f"{metric} [{unit}]" if unit else metric)
    axes.set_ylim(bottom=0)
    if joined and len(lines) > 1:
        axes.legend()
    return style.save(fig, path)


def knee(found: Knee, path: Path) -> Path:
    """The values that were tried, the threshold, and the interval that the change is in."""
    probes = found.ordered()
    value = lambda whole: whole / stored(1, found.unit)  # noqa: E731
    factor, unit = _fitting(value(probes[-1].whole), found.unit)
    figure_factor, figure_unit = _fitting(max(abs(probe.figure) for probe in probes), found.criterion.condition.unit)
    fig, axes = style.figure(f"{found.criterion.name} over {found.path}")
    label = f"changes in here ({100 * found.confidence:g} % confidence)" if found.certain else "changes in here, with doubt"
    axes.axvspan(value(found.low.whole) * factor, value(found.high.whole) * factor, color=style.SHADE, label=label)
    shown = found.criterion.shown(found.threshold)
    axes.axhline(found.threshold * figure_factor, color=style.REMARK, linestyle="--", linewidth=1, label=f"threshold {shown}")
    for holds, colour, marker in ((True, style.BLUE, "o"), (False, style.VERMILION, "s")):
        these = [probe for probe in probes if probe.holds == holds]
        axes.errorbar(
            [value(p.whole) * factor for p in these],
            [p.figure * figure_factor for p in these],
            yerr=[(p.half_width or 0) * figure_factor for p in these],
            color=colour,
            marker=marker,
            linestyle="none",
            label=found.criterion.word(holds),
        )
    axes.set_xlabel(f"{found.path} [{unit}]" if unit else found.path)
    axes.set_ylabel(f"{found.criterion.figure} [{figure_unit}]" if figure_unit else found.criterion.figure)
    axes.legend()
    return style.save(fig, path)


def tornado(found: Sensitivity, path: Path) -> Path:
    """The changes of the metric as bars, the largest on top; effects within chance are left out."""
    effects = [effect for effect in found.effects if effect.beyond_chance][:MOST_BARS]
    fig, axes = style.figure(f"What changes {found.metric} = {quantity(found.centre.mean, found.centre.unit)}", height=1.4 + 0.3 * max(len(effects), 1))
    for i, effect in enumerate(effects):
        sides = [
            (change, side.text, colour)
            for side, change, colour in zip((effect.down, effect.up), effect.changes, (style.SKY, style.ORANGE), strict=True)
            if change is not None
        ]
        # The shorter of two bars on one side lies on the longer one, and one label has both values.
        alike = len({change >= 0 for change, _, _ in sides}) == 1
        both = ", ".join(text for _, text, _ in sides)
        for number, (change, text, colour) in enumerate(sorted(sides, key=lambda side: -abs(side[0]))):
            axes.barh(i, 100 * change, color=colour, height=0.7)
            if alike and number:
                continue
            axes.annotate(
                both if alike else text, (100 * change, i), xytext=(3 if change >= 0 else -3, 0), textcoords="offset points",
                horizontalalignment="left" if change >= 0 else "right", verticalalignment="center", fontsize=7, color=style.REMARK,
            )  # fmt: skip
    for colour, label in ((style.SKY, "parameter lower"), (style.ORANGE, "parameter higher")):
        axes.barh([0], [0], color=colour, label=label)
    axes.set_yticks(range(len(effects)), [f"{effect.path} = {effect.base}" for effect in effects])
    axes.invert_yaxis()
    axes.axvline(0, color=style.REMARK, linewidth=1)
    axes.margins(x=0.15)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(f"change of {found.metric} [%]")
    axes.legend(loc="lower right")
    return style.save(fig, path)


def differences(found: Comparison, lines: list[Line], path: Path) -> Path:
    """Each scenario's relative difference from the first, with its interval, a row a metric."""
    shown = [line for line in lines if line.estimates[0].mean and any(d.mean for d in line.differences) and all(e.known for e in line.estimates)][:MOST_BARS]
    count = len(found.labels) - 1
    fig, axes = style.figure(f"Difference from {found.labels[0]}", height=1.4 + 0.3 * max(len(shown), 1))
    for j, (label, colour, marker) in enumerate(zip(found.labels[1:], cycle(_COLOURS), cycle(_MARKERS))):
        axes.errorbar(
            [100 * line.differences[j].mean / abs(line.estimates[0].mean) for line in shown],
            [i + (j - (count - 1) / 2) * 0.6 / count for i in range(len(shown))],
            xerr=[100 * (line.differences[j].half_width or 0) / abs(line.estimates[0].mean) for line in shown],
            color=colour,
            marker=marker,
            linestyle="none",
            label=label,
        )
    axes.set_yticks(range(len(shown)), [line.metric for line in shown])
    axes.invert_yaxis()
    axes.axvline(0, color=style.REMARK, linewidth=1)
    axes.set_xlabel("paired difference [%]")
    axes.legend()
    return style.save(fig, path)


def bounds(found: list[Binding], varied: list[Axis], path: Path) -> Path:
    """Simulated figures as points in the colour of the kind of part whose busiest instance was busiest of all, the bounds of arithmetic as dashed lines."""
    drive = found[0].drive
    values = [value for one in found for value in (one.simulated, one.expected) if value is not None]
    factor, unit = _fitting(max(values, default=0), drive.unit)
    paths = [axis.path for axis in varied]
    across = _Axis(paths[0], varied[0].unit, [one.parameters[paths[0]] for one in found])
    fig, axes = style.figure(f"{drive.metric}: bound and simulated")
    lines: dict[str, list[Binding]] = {}
    for one in found:
        lines.setdefault(", ".join(f"{p} = {one.settings[p]}" for p in paths[1:]), []).append(one)
    for (label, line), dash in zip(lines.items(), cycle(("--", ":", "-."))):
        known = [(one, one.expected) for one in line if one.expected is not None]
        axes.plot(
            [across.place(one.parameters[paths[0]]) for one, _ in known],
            [expected * factor for _, expected in known],
            color=style.REMARK,
            linestyle=dash,
            linewidth=1.2,
            label="bound or demand" + (f", {label}" if label else ""),
        )
    for kind, colour, marker in zip(dict.fromkeys(kind_of(one.busiest) for one in found), cycle(_COLOURS), cycle(_MARKERS)):
        these = [(one, one.simulated) for one in found if kind_of(one.busiest) == kind and one.simulated is not None]
        axes.errorbar(
            [across.place(one.parameters[paths[0]]) for one, _ in these],
            [simulated * factor for _, simulated in these],
            yerr=[(one.half_width or 0) * factor for one, _ in these],
            color=colour,
            marker=marker,
            linestyle="none",
            label=f"busiest: {kind}",
        )
    across.label(axes)
    axes.set_ylabel(f"{drive.metric} [{unit}]" if unit else drive.metric)
    axes.set_ylim(bottom=0)
    axes.legend()
    return style.save(fig, path)


def pareto(found: Optimum, title: str, path: Path) -> Path:
    """Every machine that was tried by cost and gain; the front joined by steps."""
    factor, unit = _fitting(max(abs(m.gain) for m in found.machines), found.unit)
    fig, axes = style.figure(title)
    rest = [m for m in found.machines if not m.front and m.feasible]
    axes.plot([m.cost for m in rest], [m.gain * factor for m in rest], "o", color=style.SKY, label="tried")
    missed = [m for m in found.machines if not m.feasible]
    if missed:
        axes.plot([m.cost for m in missed], [m.gain * factor for m in missed], "x", color=style.REMARK, label="misses a requirement")
    front = found.front
    axes.step([m.cost for m in front], [m.gain * factor for m in front], "D-", where="post", color=style.VERMILION, label="no other is better")
    axes.set_xlabel(f"cost [{found.currency}]")
    axes.set_ylabel(f"{found.metric} [{unit}]" if unit else found.metric)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.legend()
    return style.save(fig, path)


def _fitting(value: float, unit: str) -> tuple[float, str]:
    """Factor and unit of an axis up to `value`: GB/s where ticks in MB/s would have five digits."""
    return (1e-9, "GB/s") if unit == "B/s" and abs(value) >= 1e10 else scale(value, unit)


def _told(axis: Axis, point: SweepPoint, factor: float, unit: str) -> str:
    """A varied value in the legend: as it was given, but a rate in the unit of the vertical axis, if that is one of rates."""
    value = point.parameters[axis.path]
    if axis.unit == "B/s" and unit.endswith("B/s") and isinstance(value, (int, float)):
        return f"{figures(value * factor)} {unit}"
    return point.settings[axis.path]


class _Axis:
    """Where a parameter's values stand: numbers in a fitting unit, everything else in the order in which it came."""

    def __init__(self, path: str, unit: str, values: list[Any]):
        self._path = path
        self._numeric = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
        self._whole = self._numeric and all(isinstance(value, int) for value in values)
        self._names = [] if self._numeric else list(dict.fromkeys(map(str, values)))
        self._factor, self._unit = _fitting(max(map(abs, values), default=0), unit) if self._numeric else (1.0, "")

    def place(self, value: Any) -> float:
        """Coordinate of a value."""
        return value * self._factor if self._numeric else float(self._names.index(str(value)))

    def label(self, axes: Any) -> None:
        """Name, unit and ticks."""
        axes.set_xlabel(f"{self._path} [{self._unit}]" if self._unit else self._path)
        if self._whole:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if not self._numeric:
            axes.set_xticks(range(len(self._names)), self._names)
