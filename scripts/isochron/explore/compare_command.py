# SPDX-License-Identifier: Apache-2.0
"""`compare`: scenarios side by side."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import pandas
import typer
from rich.table import Table

from isochron import terminal
from isochron.errors import ReportError
from isochron.explore import session
from isochron.explore.compare import Comparison, Estimate, compare
from isochron.explore.designs import axes, fitting, grid, parse_vary
from isochron.results.runner import Runner
from isochron.scenario import Scenario
from isochron.units import with_interval


def command(
    scenarios: Annotated[list[Path], typer.Argument(help="Scenario files (YAML)")],
    vary: Annotated[list[str], typer.Option("--vary", metavar="PATH=VALUES", help="Of each scenario these variants; may be repeated")] = [],
    metric: Annotated[list[str], typer.Option("--metric", help="Only this metric; may be repeated")] = [],
    settings: session.Set = [],
    replications: session.Replications = None,
    seed: session.Seed = None,
    out: session.Out = None,
    jobs: session.Jobs = None,
    dask: session.Dask = None,
    cache: session.CacheFolder = None,
    quiet: session.Quiet = False,
) -> None:
    """Simulates scenarios with the same seeds and tells the differences from the first, pair by pair, with intervals.

    Examples:

      scripts/explore compare scenarios/gennart/shared_bus_read.yaml scenarios/gennart/point_to_point_read.yaml --set nodes=12

      scripts/explore compare scenarios/seachange/cluster.yaml --vary pci.slice_time=240ns,120ns --set target_bandwidth=280MB/s
    """
    varied = parse_vary(vary)
    own = {"measure.seed", "measure.replications"} & varied.keys()
    if own:
        raise ReportError(f"--vary {min(own)}: compare gives every scenario the same seeds itself; --seed and --replications say which and how many")
    runner = session.runner_of(jobs, dask, cache, quiet)
    asked = [session.scenario_of(path, settings, None, seed) for path in scenarios]
    fits = [fitting(runner.simulator, one, varied) for one in asked]
    for one in fits:
        session.require_metrics(runner, one, metric)
    variants = [(one.with_(point), _label(one, point, len(asked))) for one in fits for point in _points(runner, one, varied)]
    for one in fits:
        session.say_pinned(runner.simulator.pinned(one, tuple(varied))[1])
    found = compare([one for one, _ in variants], [label for _, label in variants], runner=runner, replications=replications, metrics=metric)
    folder = session.folder_of(out, "compare", asked[0])
    written = _write(found, metric, folder)
    terminal.console().print(_table(found, metric))
    session.say_warnings(found.warnings)
    session.finish(runner, written)


def _points(runner: Runner, scenario: Scenario, varied: Mapping[str, Any]) -> list[dict[str, str]]:
    base, _ = runner.simulator.pinned(scenario, tuple(varied))
    return grid(axes(runner.simulator, base, varied)) if varied else [{}]


def _label(scenario: Scenario, point: dict[str, str], count: int) -> str:
    words = [f"{path}={text}" for path, text in point.items()]
    return " ".join(([scenario.name] if count > 1 or not words else []) + words)


def _table(found: Comparison, only: list[str]) -> Table:
    columns = [("metric", False)] + [(label, True) for label in found.labels] + [(f"{label} less the first", True) for label in found.labels[1:]]
    table = session.table(
        f"{found.replications} replications each, the same seeds; {100 * found.confidence:g} % confidence; * beyond chance", columns
    )
    for line in _shown(found, only):
        means = [_cell(e, line.unit) for e in line.estimates]
        differences = [_cell(d, line.unit) + (" *" if d.beyond_chance else "") for d in line.differences]
        table.add_row(line.metric, *means, *differences)
    return table


def _cell(estimate: Estimate, unit: str) -> str:
    """Empty without a sample."""
    return with_interval(estimate.mean, estimate.half_width, unit) if estimate.known else ""


def _shown(found: Comparison, only: list[str]) -> list:
    known = {line.metric for line in found.lines}
    for name in only:
        if name not in known:
            raise ReportError(f"--metric {name}: none of the scenarios has a sample of it; they have {', '.join(sorted(known))}")
    return [line for line in found.lines if not only or line.metric in only]


def _write(found: Comparison, only: list[str], folder: Path) -> list[Path]:
    from isochron.explore import figures  # noqa: PLC0415  (matplotlib takes a second to load)

    rows = []
    for line in found.lines:
        for i, (label, estimate) in enumerate(zip(found.labels, line.estimates, strict=True)):
            difference = line.differences[i - 1] if i else None
            rows.append(
                {
                    "metric": line.metric,
                    "unit": line.unit,
                    "scenario": label,
                    "mean": estimate.mean,
                    "half_width": estimate.half_width,
                    "difference": difference.mean if difference else None,
                    "difference_half_width": difference.half_width if difference else None,
                }
            )
    written = [session.write_frame(pandas.DataFrame(rows), folder / "compare.csv")]
    return [*written, figures.differences(found, _shown(found, only), folder / "compare.png")]
