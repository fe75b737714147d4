# SPDX-License-Identifier: Apache-2.0
"""The sections of the page about connections (Table 3), and about what receiving and sending costs (Table 4, Fig. 3)."""

from __future__ import annotations

from collections.abc import Iterable

from isochron.papers.sections import figure, section
from isochron.papers.voyager import measures, paper
from isochron.papers.voyager.measures import error, share
from isochron.report import markdown
from isochron.results.result import Result
from isochron.units import figures, percent, quantity

COSTS = ("", "published", "simulated", "error", "R²", "published most", "simulated most", "100 % by the slope")


def table3(results: dict[str, Result]) -> str:
    """Capacity of each connection, and of the whole server, by the arithmetic of `isochron explain`."""
    result = results.get("table3")
    if result is None:
        return ""
    bounds = measures.bounds(result)
    rows = []
    for row in paper.TABLE3:
        found = [one for one in bounds if one["resource"] == row.resource and row.bound in one["what"]]
        one = figures(found[0]["capacity"] // paper.VIDEO) if found else "–"
        limit = figures(found[0]["limit"]) if found else "–"
        rows.append((row.label, quantity(row.rate, "b/s"), str(row.streams), one, "–" if row.most is None else str(row.most), limit))
    return section(
        "What connections could carry (Table 3)",
        markdown.table(("connection", "rate", "streams, published", "by arithmetic", "of the server, published", "`explain`'s bound"), rows, "lrrrrr"),
        "Arithmetic on what was put in: none of it is counted. The bound of the Microchannel is that of eight thin nodes, each crossed twice by a stream with a file; the "
        "switch, one medium, belongs among the maxima, where the paper leaves it out. "
        f"Simulated are {result.parameter('streams.count')} streams on such a machine: {percent(result.points[0].metric('loss').mean)} of the packets are lost.",
    )


def table4(results: dict[str, Result]) -> str:
    """The processor a stream as slopes, and how many streams."""
    parts = []
    if "table4" in results:
        parts += [markdown.table(COSTS, costs(results, paper.TABLE4), "l" + "r" * 7), CALIBRATED]
    slow = slow_streams(results)
    if slow:
        parts += [slow, SMALL]
    return section("What receiving and sending costs (Table 4)", *parts) if parts else ""


CALIBRATED = (
    "*Published* is the paper's share of the processor a stream, the slope of its line; *simulated* the slope of ours, through the points below 95 %. A time a packet and "
    "a time a byte were calibrated on these four rows, two for each direction. *Most* are the streams before more than 0.1 % of the packets are lost, one beginning after another."
)
SMALL = (
    "*Line*: the costs of the rows of 5 Mb/s. *Third term*: `stack.small` beside them, 0.256 ms a packet, which was calibrated on the row that sends 512 B. "
    "The most streams are with the third term; sockets, and there are many, hold back the first losses for minutes."
)


def costs(results: dict[str, Result], rows: Iterable[paper.Cost]) -> list[tuple[str, ...]]:
    """A row a row of the paper's, with its slope."""
    made: list[tuple[str, ...]] = []
    for row in rows:
        result = results[row.scenario]
        line = measures.fitted(result, measures.at(result, row.at))
        if line is None:
            continue
        most = measures.mean(measures.one_at(results.get(row.most_scenario), row.at), "streams.max")
        made.append(
            (
                row.label,
                percent(row.share),
                percent(line.slope, 2),
                error(line.slope, row.share),
                f"{line.r2:.5f}",
                "excluded" if row.most is None else str(row.most),
                "" if most is None else figures(most, 1),
                figures(1 / line.slope, 1),
            )
        )
    return made


def slow_streams(results: dict[str, Result]) -> str:
    """Rows of 128 kb/s with and without the third term."""
    line, small, most = (results.get(name) for name in ("table4_h261", "table4_small", "table4_max_h261"))
    if line is None or small is None:
        return ""
    rows = []
    for row in paper.TABLE4_SLOW:
        slopes = [measures.fitted(result, measures.at(result, row.at)) for result in (line, small)]
        cells = [cell for one in slopes for cell in (("", "") if one is None else (percent(one.slope, 2), error(one.slope, row.share)))]
        found = measures.mean(measures.one_at(most, row.at), "streams.max")
        rows.append((row.label, percent(row.share), *cells, str(row.most), "" if found is None else figures(found, 1)))
    return markdown.table(("", "published", "line", "error", "third term", "error", "published most", "simulated most"), rows, "l" + "r" * 7)


def figure3(results: dict[str, Result], drawn: list[str]) -> str:
    """Processor and loss over the streams that are received, and by what the kernel does."""
    result = results.get("figure3")
    if result is None:
        return ""
    return section(
        "A node that receives (Fig. 3)",
        figure(drawn, "voyager_figure3.png", "Processor and loss against the streams that are received"),
        *sweep(result),
        "The paper's curve is not in its text: that the processor is busy in proportion until it is full, and that loss begins there, is.",
        kernel_shares(results),
    )


def kernel_shares(results: dict[str, Result]) -> str:
    """Packets lost by what of their work is the kernel's."""
    result = results.get("kernel_share")
    if result is None:
        return ""
    counts = sorted({measures.streams(result, point) for point in result.points})
    rows = []
    for kernel in sorted({float(result.parameter("stack.kernel_share", point)) for point in result.points}):
        points = measures.at(result, {"stack.kernel_share": kernel})
        rows.append((percent(kernel, 0), *(percent(point.metric("loss").mean) for point in points)))
    return markdown.table(("kernel", *(f"{count} streams" for count in counts)), rows, "r" * (1 + len(counts))) + (
        "\n\nPackets lost, by what of a packet's work the kernel does, for which it preempts the program that reads: what it has done for a packet that then finds the socket full is "
        "lost. The paper does not say how the work is split; up to a full processor it does not matter."
    )


def sweep(result: Result) -> tuple[str, ...]:
    """Processor and loss of each number of streams, and the line."""
    points = measures.at(result, {})
    rows = [
        (
            str(measures.streams(result, point)),
            share(point.metric("processor.utilisation")),
            percent(point.metric("stack.kernel").mean),
            share(point.metric("loss")),
            measures.dropped(point),
        )
        for point in points
    ]
    line, onset = measures.fitted(result, points), measures.onset(result, points)
    told = (
        ""
        if line is None
        else f"The line through the {line.points} points below {percent(measures.LINEAR, 0)}: {percent(line.slope, 2)} a stream, R² {line.r2:.6f}. "
    )
    return (
        markdown.table(("streams", "processor", "of it kernel", "packets lost", "where"), rows, "rrrrl"),
        told + ("No packets are lost." if onset is None else f"The first number of streams that loses more than 0.1 % is {onset}."),
    )
