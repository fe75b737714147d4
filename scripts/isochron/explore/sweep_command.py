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
from isochron.explore.shards import Shard
from isochron.explore.sweeps import DESIGNS, Sweep, simulate
from isochron.messages import first_line
from isochron.units import with_interval


def command(
    scenario: session.ScenarioFile,
    vary: session.Vary,
    design: Annotated[str, typer.Option(help=f"Which points: {', '.join(DESIGNS)}")] = "grid",
    points: Annotated[int | None, typer.Option(min=1, help="Points of a Latin hypercube (--design lhs)")] = None,
    design_seed: Annotated[int, typer.Option(min=0, help="What draws a Latin hypercube")] = 1,
    metric: Annotated[list[str], typer.Option("--metric", help="Metric to show (default: the one that drives the machine); may be repeated")] = [],
    shard: Annotated[str | None, typer.Option("--shard", metavar="I/N", help="Simulate only the I-th of N parts of the points; `merge` puts them together")] = None,
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

    With --shard i/n several computers that know nothing of each other each simulate a part, into a folder of its own; `merge` makes one sweep
    of them. Points are dealt so that all parts take about the same time if larger values cost more. All parts need the same scenario, files
    and build of the simulator, under the same paths. Shards are numbered from 1: use sbatch --array=1-8 in a Slurm array, `parallel: 4` in
    GitLab CI, a matrix with `shard: [1, 2, 3, 4]` in GitHub Actions.

    Examples:

      scripts/explore sweep scenarios/seachange/cluster.yaml --vary nodes=3..7 --vary pci.slice_time=120ns,240ns --out out/sweep

      scripts/explore sweep scenarios/gennart/shared_bus_read.yaml --vary nodes=2..16:2 --vary io_write=20MB/s..60MB/s --design lhs --points 40

      scripts/explore sweep scenarios/own/central_switch.yaml --vary nodes=3..6 --shard 1/2 --out out/a

      scripts/explore sweep scenarios/own/central_switch.yaml --vary nodes=3..20 --shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT --out out/shards/$SLURM_ARRAY_TASK_ID

      scripts/explore sweep scenarios/own/central_switch.yaml --vary nodes=3..20 --shard $CI_NODE_INDEX/$CI_NODE_TOTAL --out out/shards/$CI_NODE_INDEX

      scripts/explore sweep scenarios/own/central_switch.yaml --vary nodes=3..20 --shard ${{ matrix.shard }}/4 --out out/shards/${{ matrix.shard }}
    """
    part = Shard() if shard is None else Shard.parse(shard)
    runner = session.runner_of(jobs, dask, cache, quiet)
    asked = session.scenario_of(scenario, settings, replications, seed)
    folder = session.folder_of(out, "sweep", asked)
    if out is None and not part.whole:
        folder = folder.with_name(f"{folder.name}_{part.number}_of_{part.of}")
    varied = parse_vary(vary)
    if metric:
        session.require_metrics(runner, fitting(runner.simulator, asked, varied), metric)
    sweep = simulate(asked, varied, design=design, points=points, seed=design_seed, runner=runner, into=out, shard=part)
    sweep.metrics = metric
    session.say_pinned(sweep.pinned)
    written = write(sweep, folder, replace=out is None)
    show(sweep)
    session.finish(runner, written)
    if sweep.failed:
        raise typer.Exit(1)


def write(sweep: Sweep, folder: Path, *, replace: bool) -> list[Path]:
    """Writes a sweep, and draws the metrics to show; returns the files that a person opens."""
    sweep.write(folder, replace=replace)
    return [folder / "sweep.csv", folder / "sweep.parquet", *_draw(sweep, sweep.shown, folder)]


def show(sweep: Sweep) -> None:
    """Prints a sweep's table and warnings."""
    terminal.console().print(_table(sweep, sweep.shown))
    session.say_warnings((point.label, point.result().warnings) for point in sweep.done)


def _draw(sweep: Sweep, metrics: list[str], folder: Path) -> list[Path]:
    measured = [metric for metric in metrics if any(point.result().sampled(metric) for point in sweep.done)]
    if not measured:
        return []
    from isochron.explore import figures  # noqa: PLC0415  (matplotlib takes a second to load)

    return [figures.sweep(sweep, metric, folder / f"{metric}.png") for metric in measured]


def _table(sweep: Sweep, metrics: list[str]) -> Table:
    count = f"{len(sweep.points)} points" if sweep.shard.whole else f"Shard {sweep.shard}: {len(sweep.points)} of the {len(sweep.design)} points"
    table = session.table(
        f"{count} of {sweep.scenario.name}",
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

