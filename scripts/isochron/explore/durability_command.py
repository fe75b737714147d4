# SPDX-License-Identifier: Apache-2.0
"""`durability`: how long arrays of disks keep their data."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from isochron import terminal
from isochron.durability import assess as assessing
from isochron.durability.assess import Assessment, assess
from isochron.durability.estimate import CONFIDENCE, Estimate, rounded
from isochron.durability.machine import Point, points_of
from isochron.durability.mission import hours_of
from isochron.durability.streams import MOST_SEED
from isochron.explore import session
from isochron.results.simulator import Simulator
from isochron.scenario import parse_settings


def command(
    machine: Annotated[Path, typer.Argument(metavar="SCENARIO_OR_MACHINE", help="Scenario or machine file (YAML) of a machine with `arrays`")],
    mission: Annotated[str, typer.Option(metavar="TIME", help="Mission time: a number with min, h, d or y (365 days)")] = "5y",
    settings: session.Set = [],
    simulate: Annotated[bool, typer.Option("--simulate", help="Simulate also what is computed exactly")] = False,
    samples: Annotated[
        int, typer.Option(min=assessing.LEAST_SAMPLES, max=assessing.MOST_SAMPLES, help="Samples of each simulated figure at most")
    ] = assessing.SAMPLES,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Seed of the random numbers")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, on standard output")] = False,
) -> None:
    """Computes the mean time to data loss of each array of a machine, and the probability of loss within a mission time.

    A machine file describes arrays in its section `arrays`; no machine is simulated. An array with exponential repairs, or with fixed ones that
    tolerates one failure at most, is solved exactly. Others are simulated: directly where the loss is likely, and else by importance sampling.
    Intervals have 95 % confidence. The same seed gives the same digits.

    Examples:

      scripts/explore durability raid.yaml --mission 5y

      scripts/explore durability raid.yaml --mission 18h --set mttf=1000000 --simulate --json
    """
    hours = hours_of(mission)
    points = points_of(machine, parse_settings(settings), Simulator.find())
    found = [[assess(array, hours, simulate=simulate, samples=samples, seed=seed) for array in point.arrays] for point in points]
    if as_json:
        print(_document(machine, hours, samples, seed, points, found))
        return
    terminal.print_whole(_table(hours, points, found))
    for point, assessed in zip(points, found, strict=True):
        label = " ".join(f"{path}={value}" for path, value in point.varied.items())
        terminal.console().print(f"{label}{': ' if label else ''}{_sentence(assessed, mission)}", style="bold", markup=False, soft_wrap=True)
    if any(one.simulated_loss for assessed in found for one in assessed):
        terminal.console().print(f"Intervals: {CONFIDENCE:.0%} confidence, seed {seed}.".replace("%", " %"), markup=False)


def _table(hours: float, points: list[Point], found: list[list[Assessment]]) -> Table:
    varied = list(dict.fromkeys(path for point in points for path in point.varied))
    table = session.table(
        f"Loss of data within {hours:.6g} h",
        [(path, True) for path in varied]
        + [("array", False), ("arrays", True), ("disks", True), ("tolerates", True), ("MTTF", True), ("repair", False)]
        + [("MTTDL", True), ("loss of one", True), ("loss of any", True), ("found by", False)],
    )
    for point, assessed in zip(points, found, strict=True):
        values = [escape(f"{point.varied[path]}") for path in varied]
        for one in assessed:
            array = one.array
            about = [escape(array.name), str(array.arrays), str(array.disks), str(array.tolerates), f"{array.mttf_hours:.9g} h", _repair(one)]
            for figures in _figures(one):
                table.add_row(*values, *about, *figures)
                about = [""] * len(about)
    return table


def _repair(one: Assessment) -> str:
    many = "" if one.array.tolerates < 2 else ", all at once" if one.array.repairs == "all" else ", one at a time"
    return f"{one.array.repair_hours:.6g} h {one.array.law}{many}"


def _figures(one: Assessment) -> Iterable[tuple[str, str, str, str]]:
    """MTTDL, both probabilities, and how they were found: exactly, simulated, or both."""
    if one.mttdl is not None and one.loss is not None:
        yield f"{one.mttdl:.6g} h", f"{one.loss:.4g}", f"{one.array.loss_of_any(one.loss):.4g}", assessing.EXACT
    time, loss, loss_of_any = one.simulated_mttdl, one.simulated_loss, one.simulated_loss_of_any
    if time is not None and loss is not None and loss_of_any is not None:
        how = loss.how if loss.how == time.how else f"{time.how}; {loss.how}"
        yield f"{time.value:.4g} h {_interval(time)}", f"{loss.value:.4g} {_interval(loss)}", f"{loss_of_any.value:.4g} {_interval(loss_of_any)}", how


def _interval(estimate: Estimate) -> str:
    return f"± {100 * estimate.relative:.2g} %" if estimate.value else f"(at most {estimate.high:.2g})"


def _any(assessed: list[Assessment]) -> float:
    """The probability that any array of the machine loses data."""
    if any(one.probability >= 1 for one in assessed):
        return 1.0
    return -math.expm1(sum(one.array.arrays * math.log1p(-one.probability) for one in assessed))


def _sentence(assessed: list[Assessment], mission: str) -> str:
    return f"The machine loses data within {mission} with probability {_any(assessed):.3g}."


def _document(machine: Path, hours: float, samples: int, seed: int, points: list[Point], found: list[list[Assessment]]) -> str:
    document = {
        "schema": "isochron.durability/1",
        "machine": str(machine),
        "mission_hours": rounded(hours),
        "seed": seed,
        "samples": samples,
        "confidence": CONFIDENCE,
        "points": [
            {"parameters": dict(point.varied), "arrays": [one.document() for one in assessed], "loss_of_any": rounded(_any(assessed))}
            for point, assessed in zip(points, found, strict=True)
        ],
    }
    return json.dumps(document, indent=2, allow_nan=False)
