# SPDX-License-Identifier: Apache-2.0
"""The sections of the page about what the paper proposes, and about what it has no numbers of."""

from __future__ import annotations

from isochron.papers.sections import figure, section
from isochron.papers.voyager import measures, paper
from isochron.report import markdown
from isochron.results.result import Point, Result
from isochron.units import anything, figures, percent, quantity

# What the columns call the four stacks: protocol, and whether there are copies.
STACKS = {("udp", True): "as it is", ("udp", False): "zero copy", ("aal5", True): "raw AAL5", ("aal5", False): "both"}
EVENINGS = ("evening", "evening_overload", "evening_server", "mixed", "scaling")


def stack(result: Result, point: Point) -> str:
    """ "zero copy"."""
    return STACKS[str(result.parameter("stack.protocol", point)), bool(result.parameter("stack.copies", point))]


def proposals(results: dict[str, Result], drawn: list[str]) -> str:
    """How many streams with the paper's proposals, and what our assumption does to that."""
    result = results.get("proposals")
    if result is None:
        return ""
    actions = list(dict.fromkeys(str(result.parameter("streams.action", point)) for point in result.points))
    rows = []
    for action in actions:
        told = {stack(result, point): measures.mean(point, "streams.max") for point in measures.at(result, {"streams.action": action})}
        rows.append((action, *("" if (most := told.get(name)) is None else figures(most, 1) for name in STACKS.values())))
    packet = int(result.parameter("streams.packet"))
    rate = 8 * float(result.parameter("atm.rate"))
    udp, raw = (paper.payload_rate(rate, packet, headers) / (8 * paper.VIDEO) for headers in (paper.HEADERS, paper.TRAILER))
    return section(
        "Zero copy and raw AAL5 (section 5.4)",
        figure(drawn, "voyager_proposals.png", "Streams without loss with the paper's proposals"),
        markdown.table(("streams that a node can", *STACKS.values()), rows, "l" + "r" * len(STACKS)),
        f"Streams of 5 Mb/s in packets of {packet} B, before any are lost. The link has room for {udp:.1f} in cells, and for {raw:.1f} with nothing but the trailer of AAL5. The paper expects a gain and gives no number.",
        shares(results),
    )


def shares(results: dict[str, Result]) -> str:
    """Effect of the assumption that half of a byte's cost is checksum, and half of a packet's UDP and IP."""
    result = results.get("proposals_shares")
    if result is None:
        return ""
    told: dict[str, list[float]] = {}
    for point in result.points:
        told.setdefault(stack(result, point), []).append(point.metric("processor.per_stream").mean)
    rows = [
        (name, f"{percent(min(told[name]), 2)} to {percent(max(told[name]), 2)}", f"{figures(1 / max(told[name]), 1)} to {figures(1 / min(told[name]), 1)}")
        for name in STACKS.values()
        if name in told
    ]
    values = " to ".join(percent(one, 0) for one in ends(result, "stack.checksum_share"))
    return (
        f"With {values} of a byte's time for the checksum, and of a packet's for UDP and IP, where we assume half, a stream that is sent costs so much, and so many there could be "
        "by the processor alone:\n\n" + markdown.table(("", "processor a stream", "streams"), rows, "lrr")
    )


def ends(result: Result, parameter: str) -> tuple[float, float]:
    """The least and the largest value of a parameter over the points."""
    values = [float(result.parameter(parameter, point)) for point in result.points]
    return min(values), max(values)


def cells(results: dict[str, Result]) -> str:
    """How many streams an OC-3 carries."""
    rows = []
    for name in ("cells", "cells_ignored"):
        result = results.get(name)
        if result is None:
            continue
        for point in sorted(result.points, key=lambda one, of=result: (int(of.parameter("streams.packet", one)), measures.streams(of, one))):  # type: ignore[misc]
            rate, packet = 8 * float(result.parameter("atm.rate", point)), int(result.parameter("streams.packet", point))
            room = paper.payload_rate(rate, packet) if result.parameter("atm.cells", point) else rate
            carried, lost = point.metric("throughput").mean, point.metric("loss").mean
            rows.append(
                (f"`{name}`", str(packet), quantity(room, "b/s", 1), str(measures.streams(result, point)), quantity(8 * carried, "b/s", 1), percent(lost, 2))
            )
    if not rows:
        return ""
    return section(
        "Cells",
        markdown.table(("scenario", "packet, B", "payload by arithmetic", "streams", "carried", "lost"), rows, "lrrrrr"),
        "An OC-3 has 149.76 Mb/s for cells of 53 B; a packet has headers of IP, UDP and LLC, a trailer, and is filled up to whole cells of 48 B. The paper counts the line's 155 Mb/s as payload, "
        "and so 31 streams, where 26 fit.",
    )


def evenings(results: dict[str, Result]) -> str:
    """The whole server: what it carries, and where what it loses is lost."""
    rows = []
    for name in EVENINGS:
        result = results.get(name)
        if result is None:
            continue
        for point in result.points:
            medium = f", switch of {result.parameter('switch.medium', point)}" if "switch.medium" in point.parameters and point is not result else ""
            rows.append((f"`{name}`{medium}", *carried(result, point)))
    if not rows:
        return ""
    header = ("scenario", "nodes", "streams", "carried", "lost", "where", "processors, busiest", "shared stages, busiest", "switch", "late, 99 %")
    return section(
        "The whole server",
        markdown.table(header, rows, "lrrrrlrrrr"),
        "`evening`: 40 videos of 5 Mb/s and 160 of 128 kb/s, half of them recorded, on all twelve nodes for a minute. *Late* is from when a packet of a played stream was due until its viewer "
        "had it. In `evening_server` the stage that virtual shared disks share is the wide nodes', of which there are fewer; the paper does not say whose it is.",
    )


def carried(result: Result, point: Point) -> tuple[str, ...]:
    """A row of it."""
    nodes = [int(result.parameter(f"{kind}_nodes", point)) for kind in ("thin", "wide")]
    count = sum(int(result.parameter(f"{group}.count", point)) for group in ("streams", "streams_2", "streams_3", "streams_4"))
    busiest = [point.metrics[f"{part}.utilisation"].max if f"{part}.utilisation" in point.metrics else None for part in ("processor", "vsd")]
    return (
        f"{nodes[0]} + {nodes[1]}",
        str(count),
        quantity(point.metric("throughput").mean, "B/s", 2),
        percent(point.metric("loss").mean, 2),
        measures.dropped(point),
        *("" if one is None else percent(one) for one in busiest),
        "" if (used := measures.mean(point, "switch.utilisation")) is None else percent(used),
        late(point),
    )


def late(point: Point) -> str:
    """Lateness that 99 % of the viewers' packets do not exceed, by the bins of the histogram; empty where viewers got none."""
    found = point.histograms.get("lateness", {"bins": []})
    wanted, below = 0.99 * sum(one["count"] for one in found["bins"]), 0.0
    for one in found["bins"]:
        below += one["count"]
        if below >= wanted:
            return anything(float(f"{min(one['upper'], found['max']):.3g}"), "s")
    return ""
