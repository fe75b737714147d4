# SPDX-License-Identifier: Apache-2.0
"""The sections of the page about what the paper has no figure of: other disks, the foreseen machine, and every other scenario."""

from __future__ import annotations

from isochron.papers.ps2 import measures, paper
from isochron.papers.ps2.cells import planes
from isochron.papers.sections import control, section
from isochron.report import markdown
from isochron.results.result import Point, Result
from isochron.units import anything, percent
from isochron.units import figures as digits

# Scenarios of the sections about the paper's figures; all others are listed together.
SHOWN = ("fig9", "fig10_local", "fig10_slave", "fig11", "foreseen")
# Scenarios with the same mean latency of a disk, split otherwise.
SPLITS = ("seek_flat", "seek_steep")
# Units of what such scenarios may vary, by the last word of a parameter's path.
UNITS_OF = dict.fromkeys(("rate",), "B/s") | dict.fromkeys(("header", "chunk"), "B") | dict.fromkeys(
    ("overhead", "settle", "root", "rotation", "mean_latency", "reselection", "disk_interface", "extract", "send", "receive", "merge", "display"), "s"
)  # fmt: skip


def seek(results: dict[str, Result]) -> str:
    """How far the calibration of a disk's latency reaches: the same mean, split otherwise."""
    points = [(name, results[name], point) for name in SPLITS if name in results for point in results[name].points]
    if not points:
        return ""
    if local := results.get("fig10_local"):
        points = [("fig10_local", local, point) for point in measures.among(local, "disks_per_slave", paper.FIT_DISKS)] + points
    rows = [
        (
            f"`{name}`",
            *(anything(result.parameter(f"disk.seek.{part}", point), "s") for part in ("overhead", "settle", "root")),
            anything(result.parameter("disk.mean_latency", point), "s"),
            str(measures.slaves(result, point)),
            str(measures.disks(result, point)),
            planes(point),
        )
        for name, result, point in points
    ]
    header = ("scenario", "overhead", "settling", "at the longest distance", "mean latency", "slaves", "disks of each", "planes")
    return section(
        "Other splits of a disk's latency",
        "The paper has the mean alone. How it is split decides how much shorter a seek within the file is; the split was chosen by what one "
        "PC reaches (`ps2.P52`).",
        markdown.table(header, rows, "l" + "r" * (len(header) - 1)),
    )


def foreseen(results: dict[str, Result]) -> str:
    """Under which conditions the machine that the paper foresees does what it says."""
    result = results.get("foreseen")
    if result is None:
        return ""
    rows = []
    for point in result.points:
        label, busy = measures.bottleneck(point)
        enough = measures.planes(point).mean >= paper.FORESEEN
        rows.append((at(result, point), planes(point), f"{label}, {percent(busy)}", "yes" if enough else "no"))
    reached = sum(row[-1] == "yes" for row in rows)
    return section(
        "The machine that the paper foresees",
        "Five slaves with twelve disks each, and two processors in every PC, are to give at least twice the throughput of the paper's machine: "
        f"{paper.FORESEEN:g} planes/s. {reached} of {len(rows)} settings do.",
        markdown.table(("at", "planes", "busiest", "twice today's"), rows, "lrl"),
    )


def at(result: Result, point: Point) -> str:
    """The parameters that a point varies, with units; nothing for a result of one point."""
    if point is result:
        return ""
    return ", ".join(f"`{path}` {anything(value, UNITS_OF.get(path.rpartition('.')[2], '1'))}" for path, value in point.parameters.items())


def others(results: dict[str, Result]) -> str:
    """Every other scenario of the machine: how fast it is, what is busiest, and whether a part of a plane was missing."""
    rows = []
    for name, result in results.items():
        if name in SHOWN or name in SPLITS:
            continue
        for point in result.points:
            if "planes" not in point.metrics:
                continue
            label, busy = measures.bottleneck(point)
            missing = measures.mean(point, "parts.missing")
            rows.append(
                (
                    f"`{name}`",
                    result.title + control(result),
                    at(result, point),
                    planes(point),
                    f"{label}, {percent(busy)}",
                    digits(missing) if missing is not None else "",
                )
            )
    header = ("scenario", "what", "at", "planes", "busiest", "parts missing")
    if not rows:
        return ""
    return section("Other scenarios", "`planes` is the paper's largest machine, to compare with.", markdown.table(header, rows, "lllrlr"))
