# SPDX-License-Identifier: Apache-2.0
"""The Markdown page of the SeaChange results beside the published numbers."""

from __future__ import annotations

from isochron.papers.curves import by
from isochron.papers.seachange import figures, paper
from isochron.papers.sections import against_the_paper, control, effort, figure, introduction, section, with_interval
from isochron.report import markdown
from isochron.results.published import Row
from isochron.results.result import Point, Result
from isochron.units import percent, quantity

TITLE = "The SeaChange video cluster against its paper"
ABOUT = (
    "Milkovits, *Digital Video Cluster Simulation*, Winter Simulation Conference 2005: seven nodes, each with two RAID "
    "controllers and six GigE cards on PCI 64/66, StarFabric and InfiniBand 1X."
)


def page(results: dict[str, Result], compared: list[Row], drawn: list[str]) -> str:
    """The whole page. `results` by scenario; a section whose scenario was not run is left out."""
    return markdown.page(
        introduction(results, TITLE, ABOUT),
        against_the_paper(compared),
        *(of(results[name], drawn) for name, of in SECTIONS.items() if name in results),
        others(results),
        effort(results),
    )


def saturation(result: Result, drawn: list[str]) -> str:
    """Fig. 6 with the numbers under it."""
    rows = []
    for point in by(result, figures.LOAD):
        m = point.metric("raid.bandwidth")
        asked = figures.target(result, point) / figures.controllers(result)
        rows.append(
            (
                quantity(figures.target(result, point), "B/s", 0),
                with_interval(m.mean, m.half_width),
                quantity(m.min, "B/s", 3) if m.min is not None else "",
                quantity(m.max, "B/s", 3) if m.max is not None else "",
                percent(m.mean / asked, 2),
            )
        )
    return section(
        "Saturation (Fig. 6)",
        figure(drawn, "fig6_saturation.png", "RAID bandwidth against target bandwidth"),
        markdown.table(("target a node", "mean a controller", "least", "most", "of what was asked"), rows, "rrrrr"),
    )


def ramp_up(result: Result, drawn: list[str]) -> str:
    """Fig. 7 and what we make of it."""
    return section(
        "Ramp-up (Fig. 7)",
        figure(drawn, "fig7_ramp_up.png", "Welch's curve and the cumulative mean"),
        "The paper reads 25 s of ramp-up off Welch's curve. No reading of the model has a physical transient that long: the "
        "disks' first accesses take milliseconds, and the buffers on the path fill in microseconds. Welch's curve steps up "
        "after half a window, where the first interval leaves it, and is flat from there on; a cumulative mean, which never "
        "forgets the first I/Os, takes as long as the paper says. It counts as a miss.",
    )


def contention(result: Result, drawn: list[str]) -> str:
    """Fig. 8 with the numbers under it: our measure of contention, and the paper's words."""
    point = result.points[-1]
    rows = []
    for stage in paper.PATH:
        use, link, buffer = (point.metric(f"{stage.name}.{s}").mean for s in ("utilisation", "wait_link", "wait_buffer"))
        shares = (use, link, buffer, pending(point, stage.name))
        rows.append(
            (
                f"`{stage.name}`",
                stage.what,
                figures.capacity_label(result, stage.medium),
                *(percent(share) for share in shares),
                contended(link),
                contended(pending(point, stage.name)),
                "contended" if stage.contended else "no",
            )
        )
    buses = [
        (f"`{bus}`", percent(point.metric(f"{bus}.utilisation").mean), percent(point.metric(f"{bus}.contended").mean))
        for bus in ("raid_pci", "ib_pci", "gige_pci")
    ]
    by_link, by_pending, in_paper = (verdicts.count("contended") for verdicts in list(zip(*rows, strict=True))[-3:])
    header = ("stage", "from, to", "capacity", "utilisation", "wait_link", "wait_buffer", "pending", "by wait_link", "by pending", "paper")
    return section(
        "Contention (Fig. 8)",
        figure(drawn, "fig8_contention.png", "Utilisation and contention along the data path"),
        markdown.table(header, rows, "llrrrrrlll"),
        "Fractions of time. `wait_link`: a message is ready to go and its link or bus place is taken. `wait_buffer`: only a buffer at the "
        "other end is missing. `pending` is their sum: a message is ready and does not move yet. Section 7.4 calls contention the share of "
        "time in which a bus or link has an I/O pending, which is `pending` if taken literally: a sender that waits for a buffer waits as well. "
        f"Contended means at least {percent(paper.CONTENDED, 0)}. "
        f"By `wait_link` {by_link} of {len(rows)} stages are contended, by `pending` {by_pending}, in the paper {in_paper}. "
        "`wait_link` was chosen as our measure because it gives the paper's places: no evidence that it is the paper's.",
        "A message on a bus waits there for its turn too, which is in neither of the two. Of a bus, the time with two or more messages on it:",
        markdown.table(("bus", "utilisation", "two or more"), buses, "lrr"),
    )


def pending(point: Point, stage: str) -> float:
    """The share of time in which a stage has a message at its head that does not move yet: for want of the link or the place on the bus
    (wait_link), or of a buffer alone (wait_buffer). The two exclude each other."""
    return point.metric(f"{stage}.wait_link").mean + point.metric(f"{stage}.wait_buffer").mean


def contended(share: float) -> str:
    """Whether a share of time counts as contention."""
    return "contended" if share >= paper.CONTENDED else "no"


def table5(result: Result, drawn: list[str]) -> str:
    """Table 5, ours beside the paper's."""
    means = result.component_values("bandwidth", "raid")
    known = {(node, raid): (mean, half) for node, raid, mean, half in paper.TABLE_5}
    rows = []
    for name, value in means.items():
        node, raid = map(int, figures.short_name(name).split("."))
        published = known.get((node, raid))
        rows.append(
            (
                str(node),
                str(raid),
                with_interval(value, result.components_half_width.get(name, {}).get("bandwidth")),
                f"{published[0]:.3f} ± {published[1]:.3f} MB/s" if published else "",
            )
        )
    return section(
        "Bandwidth of each RAID controller (Table 5)",
        figure(drawn, "table5.png", "Means and confidence intervals beside the paper's"),
        markdown.table(("node", "RAID", "simulated", "paper"), rows, "rrrr"),
    )


def others(results: dict[str, Result]) -> str:
    """Bandwidth of the RAID controllers in every other scenario, a row per point."""
    rows = [
        (
            f"`{name}`",
            result.title + control(result),
            ", ".join(f"{path} {value}" for path, value in point.parameters.items()) if point is not result else "",
            with_interval(metric.mean, metric.half_width),
        )
        for name, result in results.items()
        if name not in SECTIONS
        for point in result.points
        if (metric := point.metrics.get("raid.bandwidth"))
    ]
    header = ("scenario", "what", "at", "mean a controller")
    return section("Other scenarios", markdown.table(header, rows, "lllr") if rows else "")


# The sections about single scenarios, in the order of the paper's figures.
SECTIONS = {"saturation": saturation, "ramp_up": ramp_up, "contention": contention, "cluster": table5}
