# SPDX-License-Identifier: Apache-2.0
"""Parts that all questions share: options, the runner, the folder of the output."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import pandas
import typer
from rich.console import Console
from rich.table import Table

from isochron import terminal
from isochron.errors import ReportError
from isochron.files.atomic import write_text
from isochron.messages import shown
from isochron.results.cache import Cache
from isochron.results.executors import DaskExecutor, Executor, LocalExecutor
from isochron.results.explained import shipped
from isochron.results.metrics import Known
from isochron.results.runner import Runner
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario, parse_settings

# As many fit below a table; more are in the files.
MOST_WARNINGS = 10

ScenarioFile = Annotated[Path, typer.Argument(help="Scenario file (YAML)")]
Set = Annotated[list[str], typer.Option("--set", metavar="PATH=VALUE", help="Set a parameter, as isochron run does; may be repeated")]
Vary = Annotated[list[str], typer.Option("--vary", metavar="PATH=VALUES", help="a..b, a..b:step or a,b,c; may be repeated")]
Replications = Annotated[int | None, typer.Option(min=1, max=10_000, help="Replications a point (default: the scenario's)")]
Seed = Annotated[int | None, typer.Option(min=0, help="Seed of the random streams (default: the scenario's)")]
Jobs = Annotated[int | None, typer.Option(min=1, max=1024, help="Simulations at a time (default: the cores)")]
Dask = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Scheduler of a Dask cluster, tcp://host:port, instead of this machine")]
CacheFolder = Annotated[Path | None, typer.Option("--cache", help="Where outcomes are kept (default: $ISOCHRON_CACHE, else the user's cache)")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress")]
Out = Annotated[Path | None, typer.Option("--out", help="Folder of the output (default: out/QUESTION/SCENARIO)")]


def scenario_of(path: Path, settings: list[str], replications: int | None = None, seed: int | None = None) -> Scenario:
    """The scenario with what the command line says of it."""
    scenario = Scenario.load(shipped(path)).with_(parse_settings(settings))
    if replications is not None:
        scenario = scenario.with_({"measure.replications": replications})
    return scenario if seed is None else scenario.with_({"measure.seed": seed})


def runner_of(jobs: int | None, dask: str | None, cache: Path | None, quiet: bool) -> Runner:
    """The runner: simulates here in `jobs` processes, or on the Dask cluster at `dask`."""
    if dask is not None:
        from dask import config  # noqa: PLC0415  (half a second to load)

        # What goes wrong is one message of ours. Read when the cluster's package is loaded.
        config.set({"logging": {"distributed": "critical", "distributed.client": "critical"}})
    if dask is not None and jobs:
        raise ReportError("--jobs and --dask do not go together; the cluster has the workers that it has")
    executor: Executor = DaskExecutor(dask) if dask is not None else LocalExecutor(jobs)
    return Runner(Simulator.find(), cache=Cache(cache), executor=executor, quiet=quiet)


def folder_of(out: Path | None, question: str, scenario: Scenario) -> Path:
    """The folder of the output."""
    return out or Path("out") / question / scenario.name


def require_metrics(runner: Runner, scenario: Scenario, metrics: list[str], option: str = "--metric") -> None:
    """ReportError, before anything is simulated, for a metric that the scenario's machine does not have."""
    if metrics:
        known = Known.of(runner.simulator.explain(scenario))
        for name in metrics:
            known.require(name, option)


def say_pinned(pinned: dict[str, str]) -> None:
    """Says at which value each parameter is held that the scenario varies itself."""
    for path, text in pinned.items():
        Console(stderr=True, highlight=False).print(
            f"{path} = {text}: the middle of the scenario's own series; --set {path}=... or --vary {path}=... chooses", style="dim"
        )


def say_warnings(warned: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Prints the simulator's warnings with their points: where a window is too short or a machine saturated, figures say less than they seem to."""
    lines = [f"{label}: {warning}" for label, warnings in warned for warning in warnings]
    for line in lines[:MOST_WARNINGS]:
        terminal.console().print(f"Warning: {shown(line)}", style="yellow", markup=False, soft_wrap=True)
    if len(lines) > MOST_WARNINGS:
        terminal.console().print(f"{len(lines) - MOST_WARNINGS} warnings more; the table that is written has all", style="yellow", markup=False)


def finish(runner: Runner, written: list[Path]) -> None:
    """Prints where the output is, and which entries of the cache were put aside."""
    for path in runner.cache.damaged:
        Console(stderr=True, highlight=False).print(f"{path}: was damaged, and its point simulated again", style="yellow")
    say_written(written)


def say_written(written: list[Path]) -> None:
    """Prints where the output is."""
    for path in written:
        terminal.console().print(str(path), markup=False, soft_wrap=True)


def write_frame(frame: pandas.DataFrame, path: Path) -> Path:
    """A table as CSV, whole or not at all."""
    return write_text(path, frame.to_csv(index=False))


def table(title: str, columns: list[tuple[str, bool]]) -> Table:
    """A table for the terminal; a column has a heading and whether its cells are numbers."""
    made = terminal.plain_table(title)
    for heading, number in columns:
        made.add_column(heading, justify="right" if number else "left", no_wrap=number)
    return made
