# SPDX-License-Identifier: Apache-2.0
"""The Markdown page of the PCs that cut planes out of a volume, beside the published numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from isochron import markdown
from isochron.curves import by
from isochron.ps2 import contradictions, figures, measures, paper
from isochron.published import Row
from isochron.result import Metric, Point, Result
from isochron.sections import against_the_paper, control, effort, figure, introduction, section
from isochron.units import figures as digits
from isochron.units import anything, percent, with_interval

TITLE = "PS2 against its paper"
ABOUT = (
    "Messerli, Gennart, Hersch, *Performances of the PS2 Parallel Storage and Processing System for Tomographic Image "
    "Visualization*, 1997: a master PC and up to three slave PCs on 100 Mb/s Ethernet, each slave with up to nine disks on three SCSI "
    "strings. Slaves read the extents of a volume that a plane meets, cut their parts of the plane out of them and send these to "
    "the master, which merges and shows them."
)
UNITS = "MiB is 2^20 B and KiB 2^10 B: what the paper calls MB and KB."
REMARK = "Shares are of time. A slave's are means over the slaves."

# Of the sections about the paper's figures; all others are listed together.
SHOWN = ("fig9", "fig10_local", "fig10_slave", "fig11", "foreseen")
# Scenarios with the same mean latency of a disk, split otherwise.
SPLITS = ("seek_flat", "seek_steep")
# Units of what such scenarios may vary, by the last word of a parameter's path.
UNITS_OF = dict.fromkeys(("rate",), "B/s") | dict.fromkeys(("header", "chunk"), "B") | dict.fromkeys(
    ("overhead", "settle", "root", "rotation", "mean_latency", "reselection", "disk_interface", "extract", "send", "receive", "merge", "display"), "s"
)  # fmt: skip


def page(results: dict[str, Result], compared: list[Row], drawn: list[str]) -> str:
    """The whole page. `results` by scenario; a section whose scenarios were not run is left out."""
    return markdown.page(
        introduction(results, TITLE, ABOUT, REMARK, UNITS),
        against_the_paper(compared),
        calibrations(compared),
        disk_arrays(results, drawn),
        one_or_two(results, drawn),
        slaves_by_disks(results, drawn),
        processors(results, drawn),
        speedup(results, drawn),
        memory_buses(results, drawn),
        contradictions.told(results),
        seek(results),
        foreseen(results),
        others(results),
        effort(results),
    )


def calibrations(compared: Iterable[Row]) -> str:
    """What was chosen by a result of the paper, and so says nothing for the model when it comes out."""
    rows = [
        (f"`{row.entry.id}`", row.entry.where, row.published, row.simulated, row.entry.reason)
        for row in compared
        if row.entry.role == "calibration"
    ]
    if not rows:
        return ""
    return section(
        "What was calibrated",
        "These results of the paper were used to choose something that the paper leaves open. That they come out again is no evidence, "
        "and none of them is counted.",
        markdown.table(("number", "where", "published", "simulated", "what was chosen by it"), rows, "llrrl"),
    )


def disk_arrays(results: dict[str, Result], drawn: list[str]) -> str:
    """Fig. 9 with its numbers."""
    result = results.get("fig9")
    if result is None:
        return ""
    rows = [
        (
            str(result.parameter("disks", p)),
            str(result.parameter("depth", p)),
            quantity(p.metric("fit.latency"), "s"),
            quantity(p.metric("fit.rate"), "B/s"),
            quantity(p.metric("throughput"), "B/s"),
            percent(p.metric("disk.utilisation").mean),
            percent(p.metric("string.utilisation").mean),
        )
        for p in by(result, "disks")
    ]
    header = ("disks", "requests a disk", "latency of the fit", "rate of the fit", "throughput, largest blocks", "disks busy", "strings busy")
    return section(
        "Arrays of disks (Fig. 9)",
        figure(drawn, "fig9.png", "Latency and rate of the fit against the number of disks"),
        markdown.table(header, rows, "r" * len(header)),
        f"Blocks of random places are striped over all disks; the time of an access is fitted by a line over the size of the blocks, from "
        f"{quantity_of(result, 'block.least')} to {quantity_of(result, 'block.most')}.",
    )


def one_or_two(results: dict[str, Result], drawn: list[str]) -> str:
    """Fig. 10: one PC alone, and a master with one slave."""
    parts = []
    for name, what in (("fig10_local", "One PC with all disks:"), ("fig10_slave", "A master and one slave:")):
        if name in results:
            parts += [what, table_of(results[name], results[name].points)]
    drawing = figure(drawn, "fig10.png", "Planes a second and processors of one PC and of a master with one slave")
    return section("One PC, and a master with one slave (Fig. 10)", drawing, *parts) if parts else ""


def slaves_by_disks(results: dict[str, Result], drawn: list[str]) -> str:
    """Fig. 11."""
    result = results.get("fig11")
    if result is None:
        return ""
    drawing = figure(drawn, "fig11.png", "Planes a second against the number of slaves")
    return section("Slaves by disks (Fig. 11)", drawing, table_of(result, in_order(result)))


def processors(results: dict[str, Result], drawn: list[str]) -> str:
    """Fig. 12: shares of the processors by kind of work."""
    result = results.get("fig11")
    if result is None:
        return ""
    points = in_order(result)
    kinds = {pc: [kind for kind in (*paper.WORK, paper.OTHER) if any(has(p, pc, kind) for p in points)] for pc in ("slave", "master")}
    rows = []
    for point in points:
        row = [str(measures.slaves(result, point)), str(measures.disks(result, point))]
        for pc, shown in kinds.items():
            shares = dict(measures.work(point, (pc,)))
            row += [share(measures.mean(point, f"{pc}.processor")), *(share(shares.get(kind)) for kind in shown)]
        rows.append(row)
    header = ["slaves", "disks of each"]
    for pc, shown in kinds.items():
        header += [f"{pc}, all", *(f"{pc}, {kind.label}" for kind in shown)]
    drawing = figure(drawn, "fig12.png", "Processors of slaves and master by kind of work")
    return section("Processors by kind of work (Fig. 12)", drawing, markdown.table(header, rows, "r" * len(header)))


def has(point: Point, pc: str, kind: paper.Work) -> bool:
    """Whether a PC's processor did this kind of work."""
    return any(one == kind and value > 0 for one, value in measures.work(point, (pc,)))


def speedup(results: dict[str, Result], drawn: list[str]) -> str:
    """Fig. 13: how many times as many planes."""
    result = results.get("fig11")
    if result is None:
        return ""
    parts = [figure(drawn, "fig13.png", "Speed-up with slaves and with disks")]
    for over, at, what, of in (
        ("slaves", "disks_per_slave", ("slave", ""), "disks a slave"),
        ("disks_per_slave", "slaves", ("disk", " a slave"), "slaves"),
    ):
        lines = measures.speedups(result, over, at)
        steps = [value for value, _ in next(iter(lines.values()))]
        rows = [(str(value), *(digits(times, 2) for _, times in line)) for value, line in lines.items()]
        header = (of, *(figures.counted(step, what[0]) + what[1] for step in steps))
        parts += [f"Planes a second by those with {figures.counted(steps[0], what[0])}{what[1]}:", markdown.table(header, rows, "r" * len(header))]
    return section("Speed-up (Fig. 13)", *parts)


def memory_buses(results: dict[str, Result], drawn: list[str]) -> str:
    """Table 1 at the operating point."""
    result = results.get("planes")
    if result is None:
        return ""
    point = figures.operating_point(result)
    rows = [
        (kind.where, kind.label, kind.cost, share(measures.traffic(point, kind)), share(kind.share))
        for kind in paper.TRAFFIC
        if measures.traffic(point, kind) is not None
    ]
    for pc in ("slave", "master"):
        told = [kind.share for kind in paper.TRAFFIC if kind.where == pc and kind.share is not None]
        rows.append((pc, "all", "", share(measures.mean(point, f"memory_bus.{pc}")), share(sum(told))))
    rate = measures.per_slave(result, point)
    return section(
        "Memory buses (Table 1)",
        figure(drawn, "table1.png", "Memory buses by kind of traffic, beside the paper's arithmetic"),
        markdown.table(("PC", "traffic", "cost", "simulated", "paper's arithmetic"), rows, "lllrr"),
        f"The costs are put in. The paper reckons with {paper.EXTENTS_PER_S} extents/s of a slave, simulated are {digits(rate, 0)}: the two "
        "columns are of different rates, and no verdict is made of them.",
    )


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
    """What a point varies, with units; nothing for a result of one point."""
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


def in_order(result: Result) -> list[Point]:
    """The points by slaves, then by disks."""
    return sorted(result.points, key=lambda point: (measures.slaves(result, point), measures.disks(result, point)))


def table_of(result: Result, points: Sequence[Point]) -> str:
    """A row a point: planes, extents, and every share that is not always nil."""
    parts = {label: metric for label, metric in measures.PARTS.items() if any(measures.mean(p, metric) for p in points)}
    rows = [
        (
            str(measures.slaves(result, p)),
            str(measures.disks(result, p)),
            planes(p),
            quantity(p.metric("extents"), "extents/s"),
            *(share(measures.mean(p, metric)) for metric in parts.values()),
            measures.bottleneck(p)[0],
        )
        for p in points
    ]
    header = ("slaves", "disks of each", "planes", "extents", *parts, "busiest")
    return markdown.table(header, rows, "r" * (len(header) - 1) + "l")


def planes(point: Point) -> str:
    """ "3.37 ± 0.02 planes/s"."""
    return quantity(measures.planes(point), "planes/s")


def quantity(metric: Metric, unit: str) -> str:
    """A metric with its interval; to four figures where there is none."""
    if metric.half_width is not None:
        return with_interval(metric.mean, metric.half_width, unit, binary=True)
    return with_interval(float(f"{metric.mean:.4g}"), None, unit, binary=True) if unit not in ("B", "B/s") else rounded(metric.mean, unit)


def rounded(value: float, unit: str) -> str:
    """Bytes, or bytes a second, to two decimals of MiB."""
    return f"{value / paper.MIB:.2f} MiB{unit.removeprefix('B')}"


def quantity_of(result: Result, parameter: str) -> str:
    """A parameter in bytes, in KiB."""
    return f"{float(result.parameter(parameter)) / paper.KIB:g} KiB"


def share(value: float | None) -> str:
    """ "62.1 %"; empty for what there is not."""
    return "" if value is None else percent(value)
