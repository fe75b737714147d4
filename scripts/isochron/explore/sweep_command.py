# SPDX-License-Identifier: Apache-2.0
"""`sweep`: every point of a design as a table and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from isochron import terminal
from isochron.explore import session
from isochron.explore.designs import fitting, parse_vary
from isochron.explore.sweeps import DESIGNS, Sweep, simulate
from isochron.messages import first_line
from isochron.results.drivers import Drive
from isochron.units import with_interval


def command(
    scenario: session.ScenarioFile,
    vary: session.Vary,
    design: Annotated[str, typer.Option(help=f"Which points: {', '.join(DESIGNS)}")] = "grid",
    points: Annotated[int | None, typer.Option(min=1, help="Points of a Latin hypercube (--design lhs)")] = None,
    design_seed: Annotated[int, typer.Option(min=0, help="What draws a Latin hypercube")] = 1,
    metric: Annotated[list[str], typer.Option("--metric", help="Metric to show (default: the one that drives the machine); may be repeated")] = [],
    settings: session.Set = [],
    replications: session.Replications = None,
    seed: session.Seed = None,
    out: session.Out = None,
    jobs: session.Jobs = None,
    dask: session.Dask = None,
    cache: session.CacheFolder = None,
    quiet: session.Quiet = False,
) -> None:
    """Simulates every point of a design: sweep.csv, sweep.parquet, the points' results and a figure a metric.

    A sweep that was stopped goes on where it was. A point that fails is recorded with its message; exit code 1 then.

    Examples:

      scripts/explore sweep scenarios/seachange/cluster.yaml --vary nodes=3..7 --vary pci.slice_time=120ns,240ns --out out/sweep

      scripts/explore sweep scenarios/gennart/shared_bus_read.yaml --vary nodes=2..16:2 --vary io_write=20MB/s..60MB/s --design lhs --points 40
    """
    runner = session.runner_of(jobs, dask, cache, quiet)
    asked = session.scenario_of(scenario, settings, replications, seed)
    folder = session.folder_of(out, "sweep", asked)
    varied = parse_vary(vary)
    if metric:
        session.require_metrics(runner, fitting(runner.simulator, asked, varied), metric)
    sweep = simulate(asked, varied, design=design, points=points, seed=design_seed, runner=runner, into=out)
    session.say_pinned(sweep.pinned)
    sweep.write(folder, replace=out is None)
    written = [folder / "sweep.csv", folder / "sweep.parquet"]
    done = [point for point in sweep.points if point.outcome.done]
    if done:
        metric = metric or [Drive.of(runner.simulator.explain(done[0].scenario)).metric]
        written += _draw(sweep, metric, folder)
    terminal.console().print(_table(sweep, metric))
    session.say_warnings((point.label, point.result().warnings) for point in done)
    session.finish(runner, written)
    if sweep.failed:
        raise typer.Exit(1)


def _draw(sweep: Sweep, metrics: list[str], folder: Path) -> list[Path]:
    from isochron.explore import figures  # noqa: PLC0415  (matplotlib takes a second to load)

    measured = [metric for metric in metrics if any(point.outcome.done and point.result().sampled(metric) for point in sweep.points)]
    return [figures.sweep(sweep, metric, folder / f"{metric}.png") for metric in measured]


def _table(sweep: Sweep, metrics: list[str]) -> Table:
    table = session.table(
        f"{len(sweep.points)} points of {sweep.scenario.name}",
        [(axis.path, True) for axis in sweep.axes] + [(m, True) for m in metrics] + [("", False)],
    )
    for point in sweep.points:
        cells = [escape(point.settings[axis.path]) for axis in sweep.axes]
        if point.outcome.done:
            result = point.result()
            found = [result.sampled(m) for m in metrics]
            cells += [with_interval(one.mean, one.half_width, one.unit) if one else "" for one in found]
            table.add_row(*cells, "")
        else:
            table.add_row(*cells, *("" for _ in metrics), f"[red]failed: {escape(first_line(point.outcome.message))}[/]")
    return table

