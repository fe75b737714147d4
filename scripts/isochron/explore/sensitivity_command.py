# SPDX-License-Identifier: Apache-2.0
"""`sensitivity`: which parameters matter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pandas
import typer
from rich.table import Table

from isochron import terminal
from isochron.explore import sensitivity, session
from isochron.explore.knee_command import share
from isochron.messages import first_line
from isochron.units import with_interval


def command(
    scenario: session.ScenarioFile,
    metric: Annotated[str | None, typer.Option(help="Metric to look at (default: the one that drives the machine)")] = None,
    only: Annotated[list[str], typer.Option("--only", metavar="GLOB", help="Only parameters like pci.*; may be repeated")] = [],
    step: Annotated[str, typer.Option(help="By how much each parameter is moved")] = "10 %",
    settings: session.Set = [],
    replications: session.Replications = None,
    seed: session.Seed = None,
    out: session.Out = None,
    jobs: session.Jobs = None,
    dask: session.Dask = None,
    cache: session.CacheFolder = None,
    quiet: session.Quiet = False,
) -> None:
    """Moves each numeric parameter a tenth down and up, and draws the changes of a metric as a tornado.

    Examples:

      scripts/explore sensitivity scenarios/gennart/shared_bus_resample.yaml

      scripts/explore sensitivity scenarios/seachange/saturation.yaml --set target_bandwidth=280MB/s --only 'pci.*' --only 'infiniband.*'
    """
    runner = session.runner_of(jobs, dask, cache, quiet)
    asked = session.scenario_of(scenario, settings, replications, seed)
    folder = session.folder_of(out, "sensitivity", asked)
    found = sensitivity.analyse(asked, runner=runner, metric=metric, only=only, step=share(step, "--step"))
    session.say_pinned(found.pinned)
    written = _write(found, folder)
    terminal.console().print(_table(found))
    quiet_ones = [effect.path for effect in found.effects if not effect.beyond_chance and not _failed(effect)]
    if quiet_ones:
        terminal.console().print(f"No effect beyond chance: {', '.join(quiet_ones)}")
    for side in (side for effect in found.effects for side in (effect.down, effect.up) if side.message):
        terminal.console().print(f"Refused: {first_line(side.message)}", style="yellow", markup=False)
    if found.skipped:
        terminal.console().print("Not moved: " + ", ".join(f"{path} ({why})" for path, why in found.skipped.items()), style="dim", markup=False)
    sides = [(f"{effect.path}={side.text}", side.warnings) for effect in found.effects for side in (effect.down, effect.up)]
    session.say_warnings([("as it is", found.warnings), *((label, [w for w in warnings if w not in found.warnings]) for label, warnings in sides)])
    session.finish(runner, written)


def _failed(effect: sensitivity.Effect) -> bool:
    return effect.down.metric is None or effect.up.metric is None


def _table(found: sensitivity.Sensitivity) -> Table:
    centre = with_interval(found.centre.mean, found.centre.half_width, found.centre.unit)
    table = session.table(
        f"{found.metric} = {centre}",
        [("parameter", False), ("from", True), ("value", True), ("to", True), ("change", True), ("change", True)],
    )
    for effect in found.effects:
        if not effect.beyond_chance:
            continue
        down, up = ("refused" if change is None else f"{100 * change:+.2f} %" for change in effect.changes)
        table.add_row(effect.path, effect.down.text, effect.base, effect.up.text, down, up)
    return table


def _write(found: sensitivity.Sensitivity, folder: Path) -> list[Path]:
    from isochron.explore import figures  # noqa: PLC0415  (matplotlib takes a second to load)

    frame = pandas.DataFrame(
        {
            "parameter": effect.path,
            "value": effect.base,
            "side": side,
            "at": one.text,
            found.metric: one.metric.mean if one.metric else None,
            "half_width": one.metric.half_width if one.metric else None,
            "relative_change": change,
            "message": one.message,
            "warnings": "; ".join(one.warnings),
        }
        for effect in found.effects
        for side, one, change in zip(("down", "up"), (effect.down, effect.up), effect.changes, strict=True)
    )
    return [session.write_frame(frame, folder / "sensitivity.csv"), figures.tornado(found, folder / "tornado.png")]
