# SPDX-License-Identifier: Apache-2.0
"""Parts that the pages of all papers have."""

from __future__ import annotations

from collections.abc import Container, Iterable

from isochron.report import markdown
from isochron.results.published import MEANING, Row, summary
from isochron.results.result import Result
from isochron.units import quantity


def introduction(results: dict[str, Result], title: str, about: str, remark: str = "", units: str = "MB is 10^6 B.") -> str:
    """Title, the paper, and what made the page; `remark` goes with the `units`."""
    programs = dict.fromkeys(
        f"{result.provenance.get('version', '')} ({result.provenance.get('git', 'unknown commit')})" for result in results.values()
    )
    made = (
        f"From Isochron {' and '.join(programs)}. "
        f"`scripts/explore reproduce` writes this page again. {units}"
    )
    return markdown.page(f"# {title}", about, f"{made} {remark}".rstrip())


def section(title: str, *parts: str) -> str:
    """Parts under a heading; nothing where there are none."""
    return markdown.page(f"## {title}", *parts) if any(parts) else ""


def figure(drawn: Container[str], name: str, alt: str) -> str:
    """A figure that was drawn; nothing for one whose scenarios were not run."""
    return markdown.image(name, alt) if name in drawn else ""


def control(result: Result) -> str:
    """A remark behind the title of a run that is known to be wrong."""
    return " (negative control)" if result.negative_control else ""


def against_the_paper(compared: list[Row]) -> str:
    """Every published number with its role; a prediction with its verdict."""
    header = ("number", "where", "published", "simulated", "error", "band", "verdict")
    cells = [
        (f"`{r.entry.id}`", r.entry.where, r.published, r.simulated, r.error, r.band, f"**{r.verdict}**" if r.verdict == "MISS" else r.verdict)
        for r in compared
    ]  # fmt: skip
    notes = [f"- `{r.entry.id}`: {r.entry.reason}" for r in compared if r.entry.reason]
    return section(
        "Every published number",
        summary(compared) + ".",
        MEANING,
        markdown.table(header, cells, "llrrr"),
        "\n".join(notes),
    )


def missed(compared: Iterable[Row]) -> str:
    """Predictions outside their bands, with what is known of the reason."""
    rows = [
        (f"`{row.entry.id}`", row.published, row.simulated, row.error, row.band, row.entry.reason)
        for row in compared
        if row.verdict == "MISS" or row.off
    ]
    if not rows:
        return ""
    return section("What misses, and why", markdown.table(("number", "published", "simulated", "error", "band", "why"), rows, "lrrr"))


def calibrations(compared: Iterable[Row]) -> str:
    """Numbers that were chosen by a result of the paper, and so are no evidence for the model."""
    rows = [(f"`{row.entry.id}`", row.entry.where, row.published, row.simulated, row.entry.reason) for row in compared if row.entry.role == "calibration"]
    if not rows:
        return ""
    return section(
        "What was calibrated",
        "These results of the paper were used to choose something that the paper leaves open. That they come out again is no evidence, "
        "and none of them is counted.",
        markdown.table(("number", "where", "published", "simulated", "what was chosen by it"), rows, "llrrl"),
    )


def effort(results: dict[str, Result]) -> str:
    """Costs of the runs; the only part of the page that differs from one run to the next."""
    rows = []
    for name, result in results.items():
        p = result.performance
        rows.append(
            (
                f"`{name}`",
                cell(p, "messages", "{:.0f}"),
                cell(p, "events_per_message", "{:.2f}"),
                cell(p, "wall_s", "{:.1f} s"),
                cell(p, "cpu_s", "{:.1f} s"),
                cell(p, "cpu_per_simulated_s", "{:.2f}"),
                f"{p['peak_rss_bytes'] / 1e6:.1f} MB" if "peak_rss_bytes" in p else "",
            )
        )
    header = ("scenario", "messages", "events a message", "wall", "CPU", "CPU s a simulated s", "peak memory")
    return section("What the runs cost", markdown.table(header, rows, "lrrrrrr"))


def cell(values: dict[str, float], key: str, form: str) -> str:
    """A value for a table cell; empty where there is none."""
    return form.format(values[key]) if values.get(key) is not None else ""


def with_interval(value: float, half_width: float | None) -> str:
    """ "120.001 ± 0.004 MB/s"."""
    if half_width is None:
        return quantity(value, "B/s", 3)
    return f"{value / 1e6:.3f} ± {half_width / 1e6:.3f} MB/s"
