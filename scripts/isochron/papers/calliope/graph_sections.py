# SPDX-License-Identifier: Apache-2.0
"""The sections of the page about the paper's Table 1 and its Graphs 1 and 2: each figure with its numbers."""

from __future__ import annotations

from isochron.papers.calliope import measures, paper
from isochron.papers.calliope.measures import share
from isochron.papers.sections import figure, section
from isochron.report import markdown
from isochron.results.result import Point, Result
from isochron.units import anything, figures, percent, quantity


def table1(results: dict[str, Result], drawn: list[str]) -> str:
    """Every number of Table 1 with its band."""
    rows = []
    for row in (*paper.ALONE, *paper.SENDING):
        for one in row.rates:
            simulated = measures.rate(results, row, one)
            if simulated is None:
                continue
            verdict = "calibrated" if one.calibrated else "**MISS**" if measures.misses(simulated, one) else "ok"
            label = " ".join(row.label.split())
            published = quantity(one.published, "B/s", 1)
            rows.append((label, one.label, published, quantity(simulated, "B/s", 2), f"{100 * (simulated / one.published - 1):+.1f} %", percent(one.within, 0), verdict))
    if not rows:
        return ""
    return section(
        "What the hardware can do (Table 1)",
        figure(drawn, "calliope_table1.png", "Table 1 beside what is simulated"),
        markdown.table(("at", "of", "published", "simulated", "error", "band ±", ""), rows, "llrrrr"),
        f"Memory alone bounds the path of a byte that is written, copied and read twice at {quantity(paper.MEMORY_BOUND, 'B/s', 2)} (3.2.3), which is "
        "arithmetic. What is simulated also has what a packet costs.",
    )


def graph1(results: dict[str, Result], drawn: list[str]) -> str:
    """Graph 1 with the runs beside it."""
    shown = [results[name] for name in ("graph1", "graph1_25", "graph1_without_stall") if name in results]
    if not shown:
        return ""
    rows = [(f"`{result.scenario}`", *lateness_of(result, point)) for result in shown for point in measures.by_streams(result)]
    return section(
        "Constant rates (Graph 1)",
        figure(drawn, "graph1.png", "Cumulative distribution of the lateness of packets"),
        markdown.table(("scenario", *LATENESS), rows, "l" + "r" * len(LATENESS)),
        "Two disks on one adapter, six minutes. The text of the paper prints three numbers of this figure. Those of 22 and 24 streams within 50 ms were "
        "calibrated: by the spells in which interrupts are late, an assumption of ours, and by what the server adds to a packet. "
        "`graph1_without_stall` shows what the spells are for: without them 22 streams have no tail.",
    )


LATENESS = ("streams", "within 50 ms", "within 150 ms", "median", "99 %", "longest", "host busy", "sent")


def lateness_of(result: Result, point: Point) -> tuple[str, ...]:
    """Cells of a point: streams, and how late their packets are."""
    return (
        str(measures.streams(result, point)),
        share(measures.in_time(point)),
        share(point.metric("packets.within_150ms")),
        *(time(measures.quantile(point, wanted)) for wanted in (0.5, 0.99)),
        time(point.histograms["lateness"]["max"]),
        percent(point.metric("host.utilisation").mean),
        quantity(point.metric("fddi.throughput").mean, "B/s", 3),
    )


def time(seconds: float) -> str:
    """To three figures."""
    return anything(float(f"{seconds:.3g}"), "s")


def sensitivity(results: dict[str, Result]) -> str:
    """Effect of one per cent of a packet's cost on 24 streams."""
    result = results.get("graph1_sensitivity")
    if result is None:
        return ""
    points = sorted(result.points, key=lambda point: measures.packet_cost(result, point))
    default = measures.packet_cost(result, points[len(points) // 2])
    rows = [
        (
            anything(float(result.parameter("host.server_packet", point)), "s"),
            quantity(measures.packet_cost(result, point), "s", 2),
            f"{100 * (measures.packet_cost(result, point) / default - 1):+.2f} %",
            share(measures.in_time(point)),
            percent(point.metric("host.utilisation").mean, 2),
        )
        for point in points
    ]
    low, high = (measures.in_time(point).mean for point in (points[-1], points[0]))
    change = measures.packet_cost(result, points[-1]) / default - 1
    return section(
        "How sharp the edge is",
        f"24 streams load the host to its limit. {percent(change)} more or less of what a packet costs moves the packets within 50 ms between "
        f"{percent(low)} and {percent(high)}: that 38 % come out is no evidence for the model, and no calibration could be closer.",
        markdown.table(("`host.server_packet`", "a packet", "change", "within 50 ms", "host busy"), rows, "r" * 5),
    )


def graph2(results: dict[str, Result], drawn: list[str]) -> str:
    """Graph 2, beside a constant rate of the same load."""
    result = results.get("graph2")
    if result is None:
        return ""
    rows = [("three files", *lateness_of(result, point)) for point in measures.by_streams(result)]
    beside = results.get("graph2_constant")
    if beside is not None:
        for point in beside.points:
            if beside.parameter("streams.kind", point) == "constant":
                rows.append(("constant rate, the mean of theirs", *lateness_of(beside, point)))
    carried = measures.carried(result, result.points)
    reached = "none of these" if carried is None else f"{carried}"
    return section(
        "Variable rates (Graph 2)",
        figure(drawn, "graph2.png", "Cumulative distribution of the lateness of packets of variable rates"),
        markdown.table(("what", *LATENESS), rows, "l" + "r" * len(LATENESS)),
        f"Three synthetic files in turn, started together. By our criterion of {percent(paper.CRITERION, 0)} within 50 ms the most streams that are carried, of those "
        f"simulated, are {reached}; the paper has {paper.VARIABLE_STREAMS}, by a criterion that it does not print.",
    )


def single_file(results: dict[str, Result]) -> str:
    """How many streams of one file, beside those of the mix."""
    result = results.get("graph2_single")
    if result is None:
        return ""
    kinds: dict[tuple[int, ...], list[Point]] = {}
    for point in result.points:
        kinds.setdefault(tuple(int(one) for one in result.parameter("trace.files", point)), []).append(point)
    counts = sorted({measures.streams(result, point) for point in result.points})
    rows, alone, mix = [], [], None
    for files, points in kinds.items():
        most = measures.carried(result, points)
        if len(files) == 1:
            alone.append(most)
            rate, peak = (float(result.parameter(f"trace.{name}")[files[0]]) for name in ("mean", "peak"))
            label = f"file {files[0] + 1} alone: {rate / 1e3:g} kb/s, peak {peak / 1e6:g} Mb/s"
        else:
            mix = most
            label = "all three in turn"
        rows.append((label, *(share(measures.in_time(point), 1) for point in measures.by_streams_of(result, points)), told(most, counts)))
    return section(
        "One file alone",
        markdown.table(("streams", *(str(count) for count in counts), "carried"), rows, "l" + "r" * (len(counts) + 1)),
        f"Packets within 50 ms. All streams of one file have its bursts together. The paper reaches {paper.SINGLE_STREAMS} streams with one file where it reaches "
        f"{paper.VARIABLE_STREAMS} with three, and does not say which file. By our criterion the three files alone carry "
        f"{mean_of(alone, counts)} on the mean, their mix {told(mix, counts)}.",
    )


def told(most: int | None, counts: list[int]) -> str:
    """ "13"; "fewer than 9", "17 or more" at the ends of what was simulated."""
    if most is None:
        return f"fewer than {counts[0]}"
    return f"{most} or more" if most == counts[-1] else str(most)


def mean_of(found: list[int | None], counts: list[int]) -> str:
    """The mean of the numbers, as a limit where one is at an end of what was simulated."""
    value = figures(sum(counts[0] - 1 if one is None else one for one in found) / max(1, len(found)), 1)
    if None in found:
        return f"at most {value}"
    return f"at least {value}" if counts[-1] in found else value
