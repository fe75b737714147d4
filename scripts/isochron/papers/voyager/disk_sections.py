# SPDX-License-Identifier: Apache-2.0
"""The sections of the page about disks (Table 5, Fig. 4), and about what recording costs (Table 6, Fig. 5)."""

from __future__ import annotations

from isochron.papers.sections import figure, section
from isochron.papers.voyager import measures, paper
from isochron.papers.voyager.measures import error
from isochron.papers.voyager.network_sections import COSTS, costs, sweep
from isochron.report import markdown
from isochron.results.result import Result
from isochron.units import percent, quantity


def table5(results: dict[str, Result], drawn: list[str]) -> str:
    """Rates at which programs write to disks of their own node, and to virtual shared ones."""
    rows = []
    for kind in paper.TABLE5:
        for disks, published in kind.rates.items():
            value = rate(results, kind.scenario, disks)
            if value is None:
                continue
            cells: tuple[str, ...] = (f"{disks} {kind.label}", quantity(published, "B/s", 2), quantity(value, "B/s", 2), error(value, published))
            cells += (quantity(value / disks, "B/s", 2), "calibrated" if disks in kind.calibrated else "")
            control = rate(results, "table5_deterministic", disks) if kind.label == "VSD" else None
            rows.append((*cells, "" if control is None else f"{quantity(control, 'B/s', 2)}, {error(control, published)}"))
    if not rows:
        return ""
    return section(
        "Disks (Table 5, Fig. 4)",
        figure(drawn, "voyager_figure4.png", "What is written to one to four disks, local and virtual shared"),
        markdown.table(("disks", "published", "simulated", "error", "a disk", "", "if times did not vary"), rows, "lrrrrlr"),
        "Local disks share a SCSI bus, and nothing of the bus was chosen by this. Virtual shared disks share a stage whose times are exponential, with one request a disk at a "
        "time; in the last column, a negative control, the times are always the mean. The paper's own increments from disk to disk are not monotone.",
    )


def rate(results: dict[str, Result], scenario: str, disks: int) -> float | None:
    """Rate at which so many disks are written, B/s."""
    result = results.get(scenario)
    if result is None:
        return None
    return next((point.metric("throughput").mean for point in result.points if int(result.parameter("disks.count", point)) == disks), None)


def table6(results: dict[str, Result]) -> str:
    """The processor a recorded stream, over one to three nodes."""
    if "table6" not in results:
        return ""
    return section(
        "What recording costs (Table 6)",
        markdown.table(COSTS, costs(results, paper.TABLE6), "l" + "r" * 7),
        "What files cost was calibrated on one node and three, a time a packet, a time a byte and a time a byte that the nodes share: three numbers for four rows. Two nodes "
        "are predicted. The maxima of one node are excluded: they are more than the disk writes (Table 5), and with two and three nodes eight streams are, too, by a stream.",
        slow_streams(results),
    )


def slow_streams(results: dict[str, Result]) -> str:
    """Rows of 128 kb/s, of which the paper has one that can be."""
    result = results.get("table6_h261")
    if result is None:
        return ""
    rows = []
    for nodes in (1, 2, 3):
        cells = [f"{nodes} {'node' if nodes == 1 else 'nodes'}, 128 kb/s, 512 B", percent(paper.TABLE6_SLOW) if nodes == 2 else "–"]
        for small in sorted({result.parameter("stack.small", point) for point in result.points}, key=str, reverse=True):
            points = measures.at(result, {"files.stripe_nodes": nodes, "stack.small": small})
            line = measures.fitted(result, points)
            cells.append("" if line is None else percent(line.slope, 2))
        rows.append(tuple(cells))
    return markdown.table(("", "published", "line", "third term"), rows, "lrrr") + (
        "\n\nThe paper's 7.5 % of one node contradict the 37 streams beside them, and are excluded; a row of three nodes is missing there."
    )


def figure5(results: dict[str, Result], drawn: list[str]) -> str:
    """Processor and loss over the streams that are recorded."""
    result = results.get("figure5")
    if result is None:
        return ""
    return section(
        "A node that records (Fig. 5)",
        figure(drawn, "voyager_figure5.png", "Processor and loss against the streams that are recorded"),
        *sweep(result),
    )
