# SPDX-License-Identifier: Apache-2.0
"""The sections of the page about the paper's Fig. 9 to 13 and its Table 1: each figure with its numbers."""

from __future__ import annotations

from isochron.papers.curves import by
from isochron.papers.ps2 import figures, measures, paper
from isochron.papers.ps2.cells import in_order, quantity, quantity_of, share, table_of
from isochron.papers.sections import figure, section
from isochron.report import markdown
from isochron.results.result import Point, Result
from isochron.units import figures as digits
from isochron.units import percent


def disk_arrays(results: dict[str, Result], drawn: list[str]) -> str:
    """Fig. 9 with its numbers."""
    result = results.get("fig9")
    if result is None:
        return ""
    rows = [
        (
            str(result.parameter("disks", p)),
            str(result.parameter("disk.depth", p)),
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


def pictures(results: dict[str, Result], drawn: list[str]) -> str:
    """Pictures of planes, and the number of pixels that were compared."""
    result = results.get("pixels")
    if result is None:
        return ""
    compared = measures.mean(result.points[0], "pixels.compared") or 0
    return section(
        "Planes",
        figure(drawn, "planes.png", "Planes of the phantom, at every angle"),
        f"The volume is a phantom. Its extents were read from the disks as bytes, cut, sent and merged; all {compared:,.0f} pixels were "
        "compared with the phantom itself, and are right.",
    )


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
