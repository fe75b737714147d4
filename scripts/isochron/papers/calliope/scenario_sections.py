# SPDX-License-Identifier: Apache-2.0
"""The sections of the page about single claims of the paper, and about what it has no numbers of."""

from __future__ import annotations

from isochron.papers.calliope import measures, paper
from isochron.papers.calliope.graph_sections import LATENESS, lateness_of, time
from isochron.papers.calliope.measures import share
from isochron.papers.sections import figure, section
from isochron.report import markdown
from isochron.results.result import Point, Result
from isochron.units import figures, percent, quantity, with_interval


def elevator(results: dict[str, Result]) -> str:
    """Gain by the order of requests."""
    result = results.get("elevator")
    if result is None:
        return ""
    rates = {str(result.parameter("disk.scheduler", point)): point.metric("disk.throughput") for point in result.points}
    rows = [(name, with_interval(rate.mean, rate.half_width, "B/s")) for name, rate in rates.items()]
    gain = rates["elevator"].mean / rates["fifo"].mean - 1
    seek = " and ".join(time(float(result.parameter(f"disk.seek.{name}"))) for name in ("least", "full"))
    return section(
        "An elevator on the disk",
        markdown.table(("order", "a disk reads"), rows, "lr"),
        f"24 users who read at random: {percent(gain)} more, where the paper's own simulation has {percent(paper.ELEVATOR_GAIN, 0)}. The seek is {seek} more over "
        "the whole disk; the paper prints no curve of it, and the gain depends on it.",
    )


def striping(results: dict[str, Result]) -> str:
    """How long viewers wait for a slot."""
    result = results.get("striping")
    if result is None:
        return ""
    rows = []
    for point in result.points:
        layout, disks = str(result.parameter("layout", point)), int(result.parameter("disks", point))
        bound = measures.cycle(result, point) * (disks if layout == "striped" else 1)
        waits = point.histograms["slot_wait"]
        rows.append((layout, str(disks), time(bound), time(waits["max"]), time(measures.average(point, "slot_wait")), figures(waits["count"])))
    return section(
        "Striped files, and a copy on every disk",
        markdown.table(("layout", "disks", "longest possible wait", "longest wait", "mean wait", "waits"), rows, "lrrrrr"),
        "For a slot, after a viewer's command. Striped the slots of all disks are one cycle, as many times as long.",
    )


def winding(results: dict[str, Result]) -> str:
    """How long a command takes."""
    result = results.get("wind")
    if result is None:
        return ""
    rows = []
    for name, what in (("slot_wait", "until its slot"), ("vcr_delay", "until the first packet")):
        rows.append((what, time(measures.average(result, name)), time(measures.quantile(result, 0.99, name)), time(result.histograms[name]["max"])))
    return section(
        "Fast forward and back",
        markdown.table(("from a viewer's command", "mean", "99 %", "longest"), rows, "lrrr"),
        'The paper expects "a few seconds", with what it takes to begin there.',
    )


def recording(results: dict[str, Result]) -> str:
    """Those who record beside those who watch."""
    result = results.get("recording")
    if result is None:
        return ""
    rate, lost, glitched = (result.metric(name) for name in ("recorded.throughput", "recorded.lost", "streams.glitched"))
    return section(
        "Recording while playing",
        f"{result.parameter('streams.record')} of {result.parameter('streams.count')} streams record: {quantity(rate.mean, 'B/s', 3)} are recorded, {figures(lost.mean)} packets "
        f"of them lost; {share(measures.in_time(result))} of the packets of the others are within 50 ms, and {figures(glitched.mean)} of them see a glitch.",
    )


def adapters(results: dict[str, Result]) -> str:
    """Streams from two adapters as they are, and as they would be without their trouble."""
    shown = [
        (what, results[name])
        for name, what in (("graph1", "one adapter"), ("two_adapters", "two adapters"), ("mended_streams", "two adapters, mended"))
        if name in results
    ]
    parts = []
    if len(shown) > 1:
        rows = [(what, *lateness_of(result, point)) for what, result in shown for point in measures.by_streams(result)]
        parts = [markdown.table(("disks on", *LATENESS), rows, "l" + "r" * len(LATENESS))]
    mended = results.get("mended")
    if mended is not None:
        parts += [markdown.table(("disks", "packets", "FDDI", "each disk", "published with the trouble", "host busy"), [hardware(mended, point) for point in mended.points], "rlrrrr")]
    return section(
        "Two adapters, and what if their trouble were mended",
        "On two adapters the processor stands still whenever both transfer. Mended: they neither stop it nor slow each other.",
        *parts,
    ) if parts else ""


def hardware(result: Result, point: Point) -> tuple[str, ...]:
    """A row of Table 1 with other adapters, beside what the paper has with its own."""
    at = {name: result.parameter(name, point) for name in ("disks", "adapters", "baseline.send")}
    published = next((row.rates for row in (*paper.ALONE, *paper.SENDING) if dict(row.at) == at), ())
    return (
        str(at["disks"]),
        "sent" if at["baseline.send"] else "none",
        quantity(point.metric("fddi.throughput").mean, "B/s", 2) if at["baseline.send"] else "",
        ", ".join(f"{value / paper.MEGA:.2f}" for value in point.component_values("throughput", "disk").values()) + " MB/s",
        ", ".join(f"{one.published / paper.MEGA:g}" for one in published) + " MB/s",
        percent(point.metric("host.utilisation").mean),
    )


def glitches(results: dict[str, Result], drawn: list[str]) -> str:
    """Section on viewers who see a glitch."""
    result = results.get("glitches")
    if result is None:
        return ""
    rows = []
    for point in measures.by_streams(result):
        glitched, underruns = point.metric("streams.glitched"), point.metric("underruns")
        rows.append((str(measures.streams(result, point)), figures(glitched.mean, 1), figures(underruns.mean, 1), share(measures.in_time(point)), time(point.histograms["lateness"]["max"])))
    return section(
        "Who sees a glitch",
        figure(drawn, "glitches.png", "Streams with a glitch against the number of streams"),
        markdown.table(("streams", "with a glitch", "glitches", "packets within 50 ms", "longest lateness"), rows, "r" * 5),
        f"A viewer's buffer has {quantity(float(result.parameter('clients.buffer')), 'B')}, more than a second of 1.5 Mb/s: packets that are a little late do no harm. Where the "
        "host has more to do than it can, lateness grows for as long as the run lasts, and every viewer sees glitches in the end.",
    )
