# SPDX-License-Identifier: Apache-2.0
"""`bottleneck`: which resource binds where."""

from __future__ import annotations

from pathlib import Path

import pandas
import typer
from rich.markup import escape
from rich.table import Table

from isochron import terminal
from isochron.explore import session
from isochron.explore.bottleneck import Binding, bindings
from isochron.explore.designs import Axis, parse_vary
from isochron.explore.sweeps import simulate
from isochron.messages import first_line
from isochron.units import percent, quantity, with_interval


def command(
    scenario: session.ScenarioFile,
    vary: session.Vary,
    settings: session.Set = [],
    replications: session.Replications = None,
    seed: session.Seed = None,
    out: session.Out = None,
    jobs: session.Jobs = None,
    dask: session.Dask = None,
    cache: session.CacheFolder = None,
    quiet: session.Quiet = False,
) -> None:
    """Tells for each point of a sweep which resource arithmetic expects to bind, and which was busiest when simulated.

    Examples:

      scripts/explore bottleneck scenarios/gennart/shared_bus_read.yaml --vary nodes=1..16

      scripts/explore bottleneck scenarios/seachange/saturation.yaml --vary target_bandwidth=200MB/s..300MB/s:20MB/s --vary dma_engines=1,2
    """
    runner = session.runner_of(jobs, dask, cache, quiet)
    asked = session.scenario_of(scenario, settings, replications, seed)
    folder = session.folder_of(out, "bottleneck", asked)
    sweep = simulate(asked, parse_vary(vary), runner=runner)
    session.say_pinned(sweep.pinned)
    for point in sweep.failed:
        terminal.console().print(f"{point.label}: failed: {first_line(point.outcome.message)}", style="red", markup=False)
    sweep.first().title  # noqa: B018  (the message where every point failed)
    found = bindings(sweep)
    written = _write(found, sweep.axes, folder)
    terminal.print_whole(_table(found, [axis.path for axis in sweep.axes]))
    session.say_warnings((" ".join(f"{path}={text}" for path, text in one.settings.items()), one.warnings) for one in found)
    session.finish(runner, written)
    if sweep.failed:
        raise typer.Exit(1)


def _table(found: list[Binding], paths: list[str]) -> Table:
    # With several traffics, each point shows the one with the tightest bound.
    metrics = list(dict.fromkeys(one.drive.metric for one in found))
    several = len(metrics) > 1
    table = session.table(
        f"{'several metrics' if several else metrics[0]}: the bound of arithmetic and what was simulated",
        [(path, True) for path in paths]
        + [("metric", False)] * several
        + [("binds", False), ("bound", True), ("asked", True), ("simulated", True), ("of bound", True), ("busiest", False), ("used", True)],
    )
    for one in found:
        d = one.drive
        table.add_row(
            *(escape(one.settings[path]) for path in paths),
            *([escape(d.metric)] if several else []),
            (d.bottleneck or "–") if one.binds else "demand",
            "–" if d.limit is None else quantity(d.limit, d.unit),
            "all" if d.demand is None else quantity(d.demand, d.unit),
            "–" if one.simulated is None else with_interval(one.simulated, one.half_width, d.unit),
            "–" if one.simulated is None or not d.limit else percent(one.simulated / d.limit),
            one.busiest,
            percent(one.utilisation),
        )
    return table


def _write(found: list[Binding], varied: list[Axis], folder: Path) -> list[Path]:
    from isochron.explore import figures  # noqa: PLC0415  (matplotlib takes a second to load)

    frame = pandas.DataFrame(
        {
            **one.parameters,
            "bottleneck": one.drive.bottleneck,
            "binds": one.binds,
            "bound": one.drive.limit,
            "asked": one.drive.demand,
            one.drive.metric: one.simulated,
            "half_width": one.half_width,
            "busiest": one.busiest,
            "utilisation": one.utilisation,
            "bottleneck_utilisation": one.bound_utilisation,
            "warnings": "; ".join(one.warnings),
        }
        for one in found
    )
    return [session.write_frame(frame, folder / "bottleneck.csv"), figures.bounds(found, varied, folder / "bottleneck.png")]
