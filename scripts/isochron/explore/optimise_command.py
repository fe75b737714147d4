# SPDX-License-Identifier: Apache-2.0
"""`optimise`: the best machines for their cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pandas
import typer
from rich.markup import escape

from isochron import terminal
from isochron.explore import session
from isochron.explore.costs import Costs
from isochron.explore.designs import parse_vary
from isochron.messages import first_line
from isochron.units import quantity


def command(
    scenario: session.ScenarioFile,
    costs: Annotated[Path, typer.Option(help="What parts cost and what may be changed (YAML)")],
    trials: Annotated[int, typer.Option(min=1, help="Machines to try, those of earlier calls included")] = 50,
    metric: Annotated[str | None, typer.Option(help="What to maximise (default: what the costs or the machine name)")] = None,
    vary: Annotated[list[str], typer.Option("--vary", metavar="PATH=VALUES", help="What to change, instead of the costs' search")] = [],
    settings: session.Set = [],
    replications: session.Replications = None,
    seed: session.Seed = None,
    out: session.Out = None,
    jobs: session.Jobs = None,
    dask: session.Dask = None,
    cache: session.CacheFolder = None,
    quiet: session.Quiet = False,
) -> None:
    """Searches parameters for the machines that no other beats in both a metric and its cost.

    A search that was stopped goes on when the same command is given again.

    Example:

      scripts/explore optimise scenarios/seachange/cluster.yaml --costs scenarios/costs/seachange.yaml --trials 20 --out out/opt
    """
    from isochron.explore import figures, optimise  # noqa: PLC0415  (matplotlib and Optuna take a second each to load)

    runner = session.runner_of(jobs, dask, cache, quiet)
    asked = session.scenario_of(scenario, settings)
    prices = Costs.load(costs)
    # What the command line says goes over what the costs set.
    own = {**asked.settings, **session.scenario_of(scenario, [], replications, seed).settings}
    prices.settings = {path: value for path, value in prices.settings.items() if path not in own}
    asked = asked.with_(own)
    folder = session.folder_of(out, "optimise", asked)
    found = optimise.optimise(asked, prices, folder, runner=runner, trials=trials, varied=parse_vary(vary) or None, metric=metric)
    frame = pandas.DataFrame(
        {
            "trial": m.number,
            **m.settings,
            found.metric: m.gain,
            f"cost [{found.currency}]": m.cost,
            "feasible": m.feasible,
            "pareto": m.front,
            "warnings": "; ".join(m.warnings),
        }
        for m in found.machines
    )
    written = [session.write_frame(frame, folder / "trials.csv")]
    if found.machines:
        written.append(figures.pareto(found, prices.title or asked.name, folder / "pareto.png"))
    table = session.table(
        f"{len(found.front)} machine{'' if len(found.front) == 1 else 's'} that no other of {len(found.machines)} beats",
        [(escape(f"cost [{found.currency}]"), True), (found.metric, True), ("machine", False)],
    )
    for m in found.front:
        table.add_row(f"{m.cost:,.0f}", quantity(m.gain, found.unit), escape(" ".join(f"{path}={text}" for path, text in m.settings.items())))
    terminal.console().print(table)
    for number, message in found.failed.items():
        terminal.console().print(f"trial {number} failed: {first_line(message)}", style="red", markup=False)
    session.say_warnings((" ".join(f"{path}={text}" for path, text in m.settings.items()), m.warnings) for m in found.front)
    session.finish(runner, written)
    if found.failed:
        raise typer.Exit(1)
