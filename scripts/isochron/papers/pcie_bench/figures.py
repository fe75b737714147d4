# SPDX-License-Identifier: Apache-2.0
"""Curves of bandwidth against size and window, the model's and the measured ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from isochron.papers.pcie_bench import measured, measures
from isochron.papers.pcie_bench.measures import Compared
from isochron.report import style
from isochron.results.result import Result

NAMES = {"RD": "Reads", "WR": "Writes", "RW": "Reads and writes at once, one direction"}
COLOURS = (style.BLUE, style.ORANGE, style.GREEN, style.VERMILION, style.PURPLE, style.SKY)
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)), (0, (1, 1)))
MEASURED: dict[str, Any] = {"color": "#000000", "marker": ".", "markersize": 4, "linestyle": ""}
FAMILIES = {
    "bdw E5-2630v4": "bdw-",
    "hsw": "hsw-",
    "ib E5-2620v2": "ib-",
    "snb E5-2630": "snb-",
}
SIZES = (16, 64, 256, 1024)
KIB, MIB = 2**10, 2**20


def of_test(result: Result, path: Path, test: str) -> Path:
    """A panel for each known set-up: the model's line through the measured points of a test."""
    points = [one for one in measures.by_size(result) if one.at.test == test]
    fig, axes = style.panels(f"{NAMES[test]} against the size, known set-ups", rows=2, columns=3, width=9.0, height=5.6)
    drawn: dict[str, Any] = {}
    for panel, setup in zip(axes.flat, measures.setups(points), strict=False):
        own = [one for one in points if one.at.setup == setup]
        told = [one for one in own if one.measured is not None]
        (drawn["model"],) = panel.plot([one.at.bytes for one in own], [one.model for one in own], color=style.BLUE)
        (drawn["measured"],) = panel.plot([one.at.bytes for one in told], [one.measured for one in told], **MEASURED)
        panel.set_title(measured.short(setup) + ("" if measured.counts(setup) else " (not counted)"), fontsize=8)
        by_bytes(panel)
    for panel in axes.flat[len(measures.setups(points)) :]:
        panel.set_axis_off()
    style.legend_below(fig, drawn, columns=2)
    return style.save(fig, path)


def reads(result: Result, path: Path) -> Path:
    """Reads of the known set-ups."""
    return of_test(result, path, "RD")


def writes(result: Result, path: Path) -> Path:
    """Writes of the known set-ups."""
    return of_test(result, path, "WR")


def both(result: Result, path: Path) -> Path:
    """Reads and writes at once of the known set-ups."""
    return of_test(result, path, "RW")


def by_bytes(panel: Axes) -> None:
    """Axes of bandwidth against a logarithm of the size."""
    panel.set_xscale("log", base=2)
    panel.set_xticks(SIZES, [str(one) for one in SIZES])
    panel.xaxis.set_minor_locator(NullLocator())
    panel.set_xlabel("bytes")
    panel.set_ylabel("Gb/s")
    panel.set_ylim(0, 60)


def iommu(result: Result, path: Path) -> Path:
    """Reads of 64 B against the window, with the IOMMU and without it, a panel for each state of the cache."""
    points = measures.by_window(result)
    pairs = iommu_pairs(points)
    fig, axes = style.panels("Reads of 64 B against the window: an IOMMU with pages of 4 KiB", rows=2, columns=2, width=8.0, height=5.8)
    drawn: dict[str, Any] = {}
    for panel, cache in zip(axes.flat, measures.CACHES, strict=True):
        for setup, colour, label in pairs:
            own = [one for one in points if one.at.setup == setup and one.at.cache == cache]
            told = [one for one in own if one.measured is not None]
            (drawn[f"model, {label}"],) = panel.plot([one.at.window for one in own], [one.model for one in own], color=colour)
            look = MEASURED | {"color": colour, "marker": "o", "markerfacecolor": "none", "markersize": 5}
            (drawn[f"measured, {label}"],) = panel.plot([one.at.window for one in told], [one.measured for one in told], **look)
        panel.set_title(cache, fontsize=9)
        by_window_axis(panel)
    style.legend_below(fig, drawn, columns=4)
    return style.save(fig, path)


def iommu_pairs(points: Sequence[Compared]) -> list[tuple[str, str, str]]:
    """The known set-ups that were measured with and without an IOMMU, with a colour and a label for each."""
    names = measures.setups(points)
    pairs = [(name, name.replace("-iommu-nosp", "")) for name in names if name.endswith("-iommu-nosp")]
    return [told for with_it, without in pairs for told in ((without, style.BLUE, "without"), (with_it, style.VERMILION, "with IOMMU")) if told[0] in names]


def by_window_axis(panel: Axes) -> None:
    """Axes of bandwidth against a logarithm of the window."""
    panel.set_xscale("log", base=2)
    panel.set_xticks([4 * KIB, 64 * KIB, MIB, 16 * MIB], ["4 KiB", "64 KiB", "1 MiB", "16 MiB"])
    panel.xaxis.set_minor_locator(NullLocator())
    panel.set_xlabel("window")
    panel.set_ylabel("Gb/s")
    panel.set_ylim(0, 40)


def predicted(result: Result, path: Path) -> Path:
    """Reads of the sixteen set-ups, by generation of the processor."""
    points = [one for one in measures.by_size(result) if one.at.test == "RD"]
    fig, axes = style.panels("Reads against the size, predicted", rows=2, columns=2, width=9.0, height=7.0)
    for panel, (title, start) in zip(axes.flat, FAMILIES.items(), strict=True):
        own = [one for one in points if one.at.setup.startswith(start)]
        for i, setup in enumerate(measures.setups(own)):
            line = [one for one in own if one.at.setup == setup]
            label = measured.short(setup).partition(" ")[2]
            look = {"color": COLOURS[i % len(COLOURS)], "linestyle": LINES[i % len(LINES)], "linewidth": 1.2}
            panel.plot([one.at.bytes for one in line], [one.model for one in line], label=label, **look)
        panel.set_title(title, fontsize=9)
        by_bytes(panel)
        panel.legend(loc="lower right", fontsize=7)
    return style.save(fig, path)
