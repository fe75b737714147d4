# SPDX-License-Identifier: Apache-2.0
"""The sections of the page of faults."""

from __future__ import annotations

import math
from collections.abc import Sequence

from isochron.papers.faults import bit_errors, kinds, one_failure, spare, viewers
from isochron.papers.faults.figures import milliseconds, of_kind
from isochron.papers.faults.spare import Load
from isochron.papers.faults.viewers import Seen
from isochron.papers.sections import figure, section
from isochron.report import markdown
from isochron.results.result import Result
from isochron.units import percent, quantity

# For how long a buffer lasts where the cluster falls behind.
HELD = 10.0
HEADER = ("client buffer", "viewers with a glitch", "glitches", "most viewers at once", "longest", "late units", "lost units", "from", "to")


def cluster(results: dict[str, Result], drawn: list[str]) -> str:
    """What viewers notice of each fault, by what their clients hold."""
    parts = [one_fault(results[kind.scenario], kind) for kind in kinds.KINDS if kind.scenario in results]
    if not parts:
        return ""
    return section(
        "The cluster, with 1400 streams: what viewers notice",
        "1400 streams of 3.75 Mb/s are what the cluster can go on playing with a node down, with some to spare ([below](#how-many-streams-to-keep-free)). "
        "Each fault strikes once. *From* and *to* are the times, from the fault on, between which viewers miss something; a unit is a message of 1 KiB. "
        "In each table the traffic is the same but for what is asked for again: only what viewers' clients hold differs.",
        baseline(results),
        figure(drawn, "faults_viewers.png", "Viewers with a glitch against the client buffer, for seven faults"),
        summary(results),
        *parts,
        "A unit is late when it comes, and lost when nobody can ask for it any more. With a buffer of 10 s a unit is due after the end of the run, and may still be on its way at its end.",
        "The chip's fault is an outage of its twelve InfiniBand links, since a chip is joined to its node by PCI and cannot fail by itself. The fault of the disks is that they are slow: that is all that "
        "`isochron describe raid_controller` lets fail.",
        "Once it is known that an InfiniBand link or chip is down, messages take the node's other chip. Only those that were already on their way to it are lost. The StarFabric link of a RAID "
        "controller has no other way beside it: all that is sent into it is lost until it is back.",
    )


def baseline(results: dict[str, Result]) -> str:
    """What viewers notice without a fault."""
    if "no_fault" not in results:
        return ""
    told = [f"{one.glitched} of {one.streams} miss something with {milliseconds(one.buffer)}" for _, one in viewers.of_each(results["no_fault"])]
    return f"Without any fault {' and '.join(told)} of client buffer: without one a block is due at the moment at which it is asked for. So the first row of each table says nothing of its fault."


def summary(results: dict[str, Result]) -> str:
    """A row a fault: when it is known, when the machine has recovered, and the buffer that hides it."""
    rows = []
    for kind in kinds.KINDS:
        if kind.scenario not in results:
            continue
        own = [viewers.seen(results[kind.scenario], point) for point in of_kind(results[kind.scenario], kind)]
        strike = kinds.strike(kind.scenario)
        hidden = hides(own)
        rows.append(
            (
                kind.label,
                "never" if strike.known is None else milliseconds(strike.known - strike.begins),
                "none is rebuilt" if not kind.rebuild else f"{1000 * own[-1].recovery:.0f} ms",
                quantity(own[-1].bytes_lost, "B") if own[-1].bytes_lost > 0 else "nothing",
                f"{max((one.lost for one in own), default=0)}",
                "none of these" if hidden is None else milliseconds(hidden),
            )
        )
    return markdown.page(
        markdown.table(("fault", "known after", "first rebuilt unit after", "lost in the machine", "units that viewers never get", "buffer that hides it"), rows, "lrrrrr"),
        "*Known after* is an input of the scenarios. *First rebuilt unit after* is `fault0.recovery`. Units that are lost when a node fails are asked for again once the failure "
        "is known, and so viewers get them. Units that are lost in a link or chip that is down are never asked for again, and no buffer helps. A link that sends again loses nothing, and makes all wait.",
    )


def hides(own: Sequence[Seen]) -> float | None:
    """The shortest of the client buffers in seconds from which on nobody notices anything; None where a longer one does not help."""
    found = None
    for one in sorted(own, key=lambda seen: -seen.buffer):
        if one.glitched:
            break
        found = one.buffer
    return found


def one_fault(result: Result, kind: kinds.Kind) -> str:
    """The table of a fault."""
    begins = kinds.strike(kind.scenario).begins
    rows = [row(viewers.seen(result, point), begins) for point in of_kind(result, kind)]
    title = f"### {kind.label[0].upper()}{kind.label[1:]}"
    return markdown.page(title, f"`scenarios/faults/{kind.scenario}.yaml`. {result.title}.", markdown.table(HEADER, rows, "r" * len(HEADER)))


def row(one: Seen, begins: float) -> tuple[str, ...]:
    """Cells of a client buffer."""
    times = ("", "", "") if not one.glitches else (f"{1000 * one.longest:.0f} ms", after(one.first, begins), after(one.last, begins))
    return milliseconds(one.buffer), str(one.glitched), str(one.glitches), str(one.at_once), times[0], str(one.late), str(one.lost), times[1], times[2]


def after(time: float, begins: float) -> str:
    """ "+88 ms" after a fault, "-113 ms" before it."""
    return "" if math.isnan(time) else f"{1000 * (time - begins):+.0f} ms"


def over_time(results: dict[str, Result], drawn: list[str]) -> str:
    """What arrives during a fault."""
    drawing = figure(drawn, "faults_over_time.png", "Bandwidth of what arrives over time in six panels, the fault shaded")
    if not drawing:
        return ""
    rows = []
    for kind in kinds.KINDS:
        if kind.over_time not in results:
            continue
        result = results[kind.over_time]
        series = of_kind(result, kind)[0].series["delivered.bandwidth"]
        strike = kinds.strike(kind.over_time)
        values = [(round(i * series.interval_s, 9), value) for i, value in enumerate(series.values)]
        before = [value for time, value in values if 0.1 <= time < strike.begins - series.interval_s / 2]
        hit = [(value, time) for time, value in values if time >= strike.begins - 1e-9]
        low, high = min(hit), max(hit)
        rows.append(
            (
                kind.label,
                f"{sum(before) / len(before) / 1e6:.0f} MB/s",
                f"{low[0] / 1e6:.0f} MB/s",
                after(low[1], strike.begins),
                f"{high[0] / 1e6:.0f} MB/s",
                after(high[1], strike.begins),
                f"{1000 * series.interval_s:.0f} ms",
            )
        )
    return section(
        "What arrives over time",
        drawing,
        markdown.table(("fault", "before", "least", "in the window that begins", "most", "in the window that begins", "window"), rows, "lrrrrrr"),
        "Parts of lost units that survivors send to be put together are not counted as delivered; the unit is. While a node's death is not known, the data of its disks and the streams of its cards "
        "are missing. Then all that was lost is asked for again at once. With every unit read again each lost one takes six others through the same buses, and for a moment little else arrives.",
    )


def errors(results: dict[str, Result], drawn: list[str]) -> str:
    """Loss of a link against its bit error rate."""
    told = [one for scenario in bit_errors.SCENARIOS.values() if scenario in results for one in bit_errors.losses(results[scenario]) if one.bit_errors > 0]
    if not told:
        return ""
    names = {"go_back_n": "go back n", "selective": "selective repeat"}
    rows = [
        (
            names[one.scheme], f"{one.bit_errors:g}", f"{one.probability:.4g}", with_width(one.simulated, one.half_width), f"{one.exact:.6f}",
            f"{round(100 * one.error, 2) + 0.0:+.2f} %", "yes" if abs(one.error) <= bit_errors.TOLERANCE else "**no**",
        )
        for one in told
    ]  # fmt: skip
    return section(
        "Throughput against the bit error rate",
        "A link, packets of 280 B, and a round trip of 7 packets. P = 1 - (1 - BER)^2240 is the probability that a packet is wrong. In closed form selective repeat carries 1 - P of the rate, "
        "and go back n, with a window of W = 8, (1 - P) / (1 + (W - 1) P). The table compares the loss, 1 - throughput: at 1e-6 a throughput would be right within 2 % without a single error.",
        figure(drawn, "faults_bit_errors.png", "Loss against the bit error rate on logarithmic axes, simulated points on the lines of the closed forms"),
        markdown.table(("scheme", "bit errors", "P", "loss, simulated", "loss, closed form", "error of the loss", "within 5 %"), rows, "lrrrrrr"),
        "Selective repeat has a window of 64 here, which never ends: with one of 8 the window itself would cost something whenever a packet is sent again.",
    )


def with_width(value: float, half_width: float | None) -> str:
    """ "0.002288 ± 0.000051"."""
    return f"{value:.6f}" if half_width is None else f"{value:.6f} ± {half_width:.6f}"


def machines(drawn: list[str]) -> str:
    """What the loss of one part takes from each machine."""
    told = one_failure.machines()
    rows = []
    for one in told:
        least = min(one.kinds, key=lambda kind: kind.share)
        rows.append(
            (
                f"`{one.system}`", f"`{one.scenario}`", str(one.failures), str(one.harmless), f"`{one.worst.name}`",
                f"{one.worst.stopped} of {one.flows}", percent(one.worst.stopped / one.flows), percent(one.mean / one.flows), f"`{least.name}`", percent(least.share),
            )
        )  # fmt: skip
    refused = [(f"`{one.scenario}`", one.reason) for one in one_failure.refused()]
    return section(
        "Which machine loses how much to one failed part",
        "`isochron explain SCENARIO --fail 1` lets each part fail alone, before any simulation. A flow is what one source sends to one sink, and streams are spread evenly over flows. "
        "A failure stops the flows that have no other way. It is a matter of ways, not of data: that a RAID-5 of nodes can make up for a stopped source is not counted, nor is it that copies exist.",
        figure(drawn, "faults_one_part.png", "Bars by machine: flows that the worst failed part stops, and what the worst leaves of the bound"),
        markdown.table(
            ("machine", "scenario", "failures", "of which stop no flow", "the part that stops most", "flows stopped", "share", "mean of all parts", "the part that leaves least", "of the bound is left"),
            rows,
            "llrrlrrrlr",
        ),
        "More than 100 % is left where what fails is a load on what limits the rest. All kinds of parts are in [one_failure.csv](data/faults/one_failure.csv).",
        *(("There is no answer for these, and the command says why:", markdown.table(("scenario", "why"), refused)) if refused else ()),
    )


def free(results: dict[str, Result], drawn: list[str]) -> str:
    """How many streams must be kept free so that nobody notices a node die."""
    if any(name not in results for name in spare.SCENARIOS):
        return ""
    told = {name: spare.loads(results[name]) for name in spare.SCENARIOS}
    kept = {name: spare.most(own) for name, own in told.items()}
    whole = kept["spare_none"]
    rows = []
    for name, text in spare.SCENARIOS.items():
        most, bound = kept[name], spare.bound(name)
        failing = [one.streams for one in told[name] if one.keeps_up is not True]
        share = "" if name == "spare_none" or most is None or whole is None else f"{whole - most} ({percent(1 - most / whole, 0)})"
        rows.append((text, str(bound), "none of these" if most is None else str(most), str(min(failing)) if failing else "none of these", share))
    loads = [cells(text, one) for name, text in spare.SCENARIOS.items() for one in told[name]]
    return section(
        "How many streams to keep free",
        figure(drawn, "faults_spare.png", "Streams that arrive against streams that are asked for, whole and with a node down, and the bounds"),
        markdown.table(("cluster", "streams at most: bound", "keeps up with: simulated", "does not surely keep up with: simulated", "to keep free"), rows, "lrrrr"),
        "**The bound** is arithmetic (`isochron explain`): with more streams than that a bus is full. It does not know how messages wait for each other's buffers, and no cluster reaches it. "
        "**What it keeps up with** is simulated, with node 3 down from the beginning: the most of the simulated loads below which the backlog does not grow. *To keep free* is the difference of these "
        "simulated numbers, whole less degraded.",
        "Viewers alone cannot tell. In a second a cluster that carries 95 % of what it is asked for falls behind by 50 ms, which any buffer hides; a node may be away for an hour. "
        f"The last column says when a viewer with {HELD:g} s of client buffer begins to miss something, if what is short stays so.",
        markdown.table(("cluster", "streams", "asked", "arrives", "backlog", f"{HELD:g} s last for"), loads, "lrrrlr"),
        deaths(results),
    )


def cells(text: str, one: Load) -> tuple[str, ...]:
    """Cells of a load."""
    verdict = {True: "does not grow", False: "grows", None: "in doubt"}[one.keeps_up]
    lasts = "for ever" if one.keeps_up else "in doubt" if one.keeps_up is None else f"{HELD / one.short:.0f} s"
    return text, str(one.streams), f"{one.asked / 1e6:.1f} MB/s", f"{one.arrives / 1e6:.1f} MB/s", verdict, lasts


def deaths(results: dict[str, Result]) -> str:
    """What viewers notice of the death itself, near the load that the rest can carry."""
    labels = {"spare_dies_brute": "every unit read again", "spare_dies_stripe": "whole stripes kept"}
    rows = []
    for name in spare.DEATHS:
        if name in results:
            for point, one in viewers.of_each(results[name]):
                count = int(results[name].parameter("streams.count", point))
                rows.append((labels[name], str(count), milliseconds(one.buffer), str(one.glitched), str(one.at_once), f"{1000 * one.longest:.0f} ms", f"{1000 * one.recovery:.0f} ms"))
    if not rows:
        return ""
    header = ("rebuilding", "streams", "client buffer", "viewers with a glitch", "most at once", "longest", "first rebuilt unit after")
    return markdown.page(
        "The death itself, which is known after 200 ms, and the second after it (simulated; the node does not come back):",
        markdown.table(header, rows, "lrrrrrr"),
        "So nobody notices a node die if both hold: the cluster has no more streams than it keeps up with then, and clients hold the time until the death is known, and that of asking again for what was lost.",
    )
