# SPDX-License-Identifier: Apache-2.0
"""The page: everything that it needs is in it, and nothing is fetched."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from isochron.report.html import study, text
from isochron.report.html.study import Study
from isochron.report.html.study_section import StudySection
from isochron.report.html.sweep_view import SweepView
from isochron.report.html.table import Cell, Table, number
from isochron.results.published import MEANING, ROLES, Row, in_order, rows, summary
from isochron.results.result import Result

TEMPLATES = Path(__file__).resolve().parent / "templates"


def report_page(
    results: list[Result], explanations: dict[str, dict[str, Any]], *, sweep: SweepView | None, title: str,
    missing: Mapping[str, str] = {},
) -> str:  # fmt: skip
    """The page's text: of a sweep, or of `results` (one or several runs) where `sweep` is None.

    `explanations` holds documents of `isochron explain --json` by `key_of(result)`, `missing` why a run has none; without a
    run's the page says that its drawing is missing, and why. The same input gives the same bytes.
    """
    if sweep is not None:
        studies = [study.of_sweep(sweep, explanations, missing)]
        results = sweep.results
    else:
        studies = [study.of_result(result, explanations.get(key), len(results), missing.get(key, "")) for result in results if (key := study.key_of(result))]
    sections = [StudySection(one, i) for i, one in enumerate(studies)]
    script = (TEMPLATES / "report.js").read_text(encoding="utf-8")
    compared = in_order(rows(results))
    return _environment().get_template("page.html.j2").render(
        title=title,
        style=Markup(_fitting((TEMPLATES / "report.css").read_text(encoding="utf-8"))),  # noqa: S704  (ours)
        script=Markup(script),  # noqa: S704  (ours)
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        sections=sections,
        sweep=sweep,
        overview=_overview(studies) if len(studies) > 1 else None,
        paper=_paper(compared) if compared else None,
        paper_summary=summary(compared) if compared else "",
        roles=ROLES,
        meaning=MEANING,
        provenance=_provenance(results),
        performance=_performance(results),
        notes=[(row.entry.id, row.entry.reason) for row in compared if row.entry.reason],
    )  # fmt: skip


@lru_cache(maxsize=1)
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _fitting(style: str) -> str:
    """The style sheet without comments and indentation."""
    return "\n".join(line.strip() for line in style.splitlines() if line.strip() and not line.strip().startswith("/*"))


def _overview(studies: Iterable[Study]) -> Table:
    """A row a run, with what it carries."""
    listed = []
    for i, one in enumerate(studies):
        name = next(iter(one.headline()), "")
        case = one.measured[-1] if one.measured else None
        metric = case.point.metrics.get(name) if case and name else None
        shown = text.interval(metric.mean, metric.half_width, name, metric.unit) if metric else "–"
        count = len(one.cases)
        listed.append(
            [
                Cell(one.key, style=f"link #run-{i}"),
                Cell(one.title),
                Cell(str(count), count),
                Cell(name or "–", style="code"),
                Cell(shown, metric.mean if metric else None, note=f"at {case.label}" if case and case.label else ""),
                Cell(((case.machine or {}).get("bottleneck") or "–") if case else "–"),
            ]
        )
    heads = ["run", "what it is", "points#", "metric", "value#", "arithmetic's bottleneck"]
    return Table("The first metric of each, at its last point", heads, listed)


def _paper(compared: list[Row]) -> Table:
    """Every published number with its verdict, and the run that speaks for it where there are several."""
    listed, groups = [], []
    several = len({row.scenario for row in compared}) > 1
    for row in compared:
        entry = row.entry
        style = {"ok": "good", "MISS": "bad"}.get(row.verdict, "muted")
        speaks = f"run {row.scenario}" if several and entry.simulated is not None else ""
        groups.append(row.role)
        listed.append(
            [
                Cell(entry.id, style="code", note=f"at {entry.at}" if entry.at else ""),
                Cell(entry.where),
                Cell(row.published, number(entry.published)),
                Cell(row.simulated, number(entry.simulated), note=speaks),
                Cell(row.error or "–", entry.error),
                Cell(row.band or "–"),
                Cell(row.verdict, style=style),
            ]
        )
    heads = ["number", "where", "published#", "simulated#", "error#", "band", "verdict"]
    return Table("Published numbers beside simulated ones", heads, listed, groups)


def _provenance(results: Iterable[Result]) -> Table:
    """Table of the runs: runs that share all but their fingerprints, such as a sweep's points, share a row."""
    found: dict[tuple[str, ...], list[str]] = {}
    for result in results:
        p = result.provenance
        document = result.document
        run = (
            result.scenario,
            result.system,
            p.get("version", "–"),
            p.get("git", "–"),
            p.get("scenario_sha256", "–"),
            str(document["seed"]),
            str(document["replications"]),
            f"{100 * result.confidence:g} %",
            f"{text.value(document['warm_up_s'], '', 's')}",
        )
        found.setdefault(run, []).append(p.get("fingerprint", "–"))
    listed = []
    for key, prints in found.items():
        shown = prints[0] if len(prints) == 1 else f"{len(prints)} runs, see the points"
        cells = [Cell(part, style="code" if i in (0, 3, 4) else "") for i, part in enumerate(key)]
        listed.append([*cells, Cell(shown, style="code" if len(prints) == 1 else "")])
    heads = ["scenario", "system", "version", "git", "sha-256 of the scenario", "seed#", "replications#", "confidence#", "warm-up#", "fingerprint"]  # fmt: skip
    return Table("What was run", heads, listed)


def _performance(results: list[Result]) -> Table | None:
    """Costs of the runs; the runs of a sweep together."""
    costs = [(result.scenario, result.performance) for result in results if result.performance]
    if not costs:
        return None
    by_name: dict[str, list[dict[str, float]]] = {}
    for name, cost in costs:
        by_name.setdefault(name, []).append(cost)
    listed = []
    for name, group in by_name.items():
        total = {key: sum(cost[key] for cost in group) for key in ("wall_s", "cpu_s", "events", "messages")}
        rate = total["events"] / total["messages"] if total["messages"] else 0.0
        peak = max(cost["peak_rss_bytes"] for cost in group)
        listed.append(
            [
                Cell(name, style="code"),
                Cell(str(len(group)), len(group)),
                Cell(f"{total['wall_s']:.1f} s", total["wall_s"]),
                Cell(f"{total['cpu_s']:.1f} s", total["cpu_s"]),
                Cell(text.thousands(total["messages"]), total["messages"]),
                Cell(f"{rate:.2f}", rate),
                Cell(f"{peak / 1e6:.1f} MB", peak),
            ]
        )
    heads = ["scenario", "results#", "wall#", "CPU#", "messages#", "events a message#", "peak memory#"]
    return Table("All replications and points together", heads, listed)

