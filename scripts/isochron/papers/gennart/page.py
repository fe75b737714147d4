# SPDX-License-Identifier: Apache-2.0
"""The Markdown page of the multidisk servers' results beside the published numbers."""

from __future__ import annotations

from isochron.papers.gennart import figures, paper
from isochron.papers.sections import against_the_paper, control, effort, figure, introduction, section, with_interval
from isochron.report import markdown
from isochron.results.published import Row
from isochron.results.result import Metric, Point, Result
from isochron.units import anything, percent, quantity

TITLE = "The multidisk servers against their paper"
ABOUT = (
    "Gennart, Messerli, Hersch, *Performances of Multiprocessor Multidisk Architectures for Continuous Media Storage*: disk "
    "nodes on one memory bus (shared bus), on transputer links and a crossbar (point to point), and, only proposed there, "
    "with memories and buses of their own, joined to the disks and each other by a shared bus (subsystems)."
)


def page(results: dict[str, Result], compared: list[Row], drawn: list[str]) -> str:
    """The whole page. `results` by scenario; a section whose scenarios were not run is left out."""
    return markdown.page(
        introduction(results, TITLE, ABOUT, "Throughput is counted in bytes as they are on the disks."),
        against_the_paper(compared),
        which(results, drawn),
        machines(results, "read", "Reading (Fig. 4)", "fig4_reading.png", drawn),
        jitter(results, drawn),
        machines(results, "resample", "Resampling and compressing (Fig. 6)", "fig6_resampling.png", drawn),
        simultaneous(results, drawn),
        others(results),
        effort(results),
    )


def which(results: dict[str, Result], drawn: list[str]) -> str:
    """The three machines side by side."""
    parts = [figure(drawn, "which_architecture.png", "Throughput of three machines for three operations")]
    for operation, what in figures.OPERATIONS.items():
        names = {m.label: f"{m.system}_{operation}" for m in paper.MACHINES}
        if any(name not in results for name in names.values()):
            continue
        runs = {label: results[name] for label, name in names.items()}
        columns = {label: {run.parameter("nodes", p): p for p in run.points} for label, run in runs.items()}
        nodes = sorted(set.intersection(*(set(points) for points in columns.values())))
        rows = [(str(n), *(throughput(points[n]) for points in columns.values())) for n in nodes]
        parts += [f"{what.capitalize()}:", markdown.table(("nodes", *runs), rows, "rrrr")]
    return section("Which architecture wins", *parts)


def machines(results: dict[str, Result], operation: str, title: str, file: str, drawn: list[str]) -> str:
    """A figure of the paper with its numbers, a table a machine."""
    parts = [figure(drawn, file, "Throughput and utilisations against the number of disk nodes")]
    for machine in paper.MACHINES:
        result = results.get(f"{machine.system}_{operation}")
        if result:
            parts += [f"{machine.label.capitalize()}:", utilisations(result)]
    return section(title, *parts)


def utilisations(result: Result) -> str:
    """A row a point: what is varied, throughput, and every utilisation that is not always nil."""
    names = [
        name
        for name in result.points[0].metrics
        if name.endswith(".utilisation") and any(p.metric(name).mean > 0 for p in result.points)
    ]
    varied = list(result.points[0].parameters) if result.points[0] is not result else []
    rows = [
        (*(varied_text(result, p, path) for path in varied), throughput(p), *(percent(p.metric(name).mean) for name in names))
        for p in result.points
    ]
    return markdown.table((*varied, "throughput", *(name.removesuffix(".utilisation") for name in names)), rows, "r" * 12)


def jitter(results: dict[str, Result], drawn: list[str]) -> str:
    """Fig. 5 with the moments of the delay."""
    rows = []
    for machine in paper.SIMULATED:
        for suffix, what in (("", "one at a time"), ("_groups", "groups of eight")):
            result = results.get(f"jitter_{machine.system}{suffix}")
            for point in sorted(result.points, key=figures.busiest) if result else ():
                rows.append(
                    (
                        machine.label,
                        what,
                        percent(figures.busiest(point)),
                        milliseconds(point.metric("delay")),
                        milliseconds(point.metric("delay.sd")),
                    )
                )
    if not rows:
        return ""
    header = ("machine", "strands asked for", "utilisation of the busiest part", "mean delay", "standard deviation")
    drawing = figure(drawn, "fig5_jitter.png", "Cumulative distributions of a strand's delay")
    return section("Delay (Fig. 5)", drawing, markdown.table(header, rows, "llrrr"))


def simultaneous(results: dict[str, Result], drawn: list[str]) -> str:
    """Reading and resampling at once, beside each alone."""
    if "simultaneous.png" not in drawn:
        return ""
    listed = figures.simultaneous(results)
    rows = [
        (label.replace("\n", ", "), operation, with_interval(mean, half), quantity(alone, "B/s", 3), percent(mean / alone))
        for label, operation, mean, half, alone in listed
    ]
    sums = [
        (rows[i][0], percent(sum(mean / alone for _, _, mean, _, alone in listed[i : i + 2]))) for i in range(0, len(listed), 2)
    ]
    return section(
        "Reading and resampling at the same time (section 5.3)",
        markdown.image("simultaneous.png", "Each operation's throughput as a share of what it has alone"),
        markdown.table(("machine", "operation", "together", "alone", "of it"), rows, "llrrr"),
        "The two shares added: 100 % is taking turns, 200 % is as if each were alone.",
        markdown.table(("machine", "sum of the shares"), sums, "lr"),
    )


def others(results: dict[str, Result]) -> str:
    """Every other scenario with its throughput and utilisations."""
    parts = []
    for name, result in results.items():
        known = {f"{m.system}_{operation}" for m in paper.MACHINES for operation in ("read", "resample")}
        if name in known or name.startswith("jitter_"):
            continue
        parts += [f"`{name}`: {result.title}{control(result)}.", utilisations(result)]
    return section("Other scenarios", *parts)


def varied_text(result: Result, point: Point, path: str) -> str:
    """A varied parameter's value with its unit."""
    value = point.parameters[path]
    unit = {"dma.rate": "B/s", "link.packets": "B", "arrivals.interval": "s", "bytes": "B"}.get(path, "1")
    return anything(value, unit)


def throughput(point: Point) -> str:
    """Throughput of a point with its interval."""
    metric = point.metric("throughput")
    return with_interval(metric.mean, metric.half_width)


def milliseconds(metric: Metric) -> str:
    """ "92.90 ± 0.05 ms"."""
    if metric.half_width is None:
        return f"{1e3 * metric.mean:.2f} ms"
    return f"{1e3 * metric.mean:.2f} ± {1e3 * metric.half_width:.2f} ms"
