# SPDX-License-Identifier: Apache-2.0
"""Many points of a scenario as a table: a row a point, with its parameters and every metric."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas

from isochron.errors import ReportError
from isochron.explore import designs
from isochron.explore.shards import Shard
from isochron.explore.sweep_folder import SCHEMA, Earlier
from isochron.files.atomic import write_bytes, write_text
from isochron.results.drivers import Drive
from isochron.results.result import Result
from isochron.results.runner import Runner
from isochron.results.simulator import Simulator
from isochron.results.tasks import Outcome, Task
from isochron.scenario import Scenario

DESIGNS = ("grid", "list", "lhs")


@dataclass
class SweepPoint:
    """A point: its place in the design, its settings, their values in SI units, the name of its result's file, and what came of it."""

    index: int
    scenario: Scenario
    settings: dict[str, str]
    parameters: dict[str, Any]
    file: str
    """in the sweep's folder"""
    outcome: Outcome = field(default_factory=Outcome)

    @property
    def label(self) -> str:
        """ "nodes=3 pci.slice_time=120ns"."""
        return " ".join(f"{path}={text}" for path, text in self.settings.items())

    def result(self) -> Result:
        """The result; SimulationError where the point failed."""
        return self.outcome.result()


@dataclass
class Sweep:
    """A scenario's points in order, or those of a shard of them, simulated."""

    scenario: Scenario
    pinned: dict[str, str]
    axes: list[designs.Axis]
    points: list[SweepPoint]
    about: dict[str, Any]
    """What sweep.json says of the scenario, the question and the simulator; all shards of a sweep say the same."""
    design: Sequence[Mapping[str, str]]
    """Settings of every point of the sweep, those of other shards among them."""
    shard: Shard = field(default_factory=Shard)
    runner: Runner | None = None
    """What has simulated it; None of one that was merged."""
    metrics: list[str] = field(default_factory=list)
    """Metrics to show, as they were asked for."""
    driver: str = ""
    """The metric that drives the machine at the first point with a result, which is shown where none was asked for."""

    @property
    def simulator(self) -> Simulator:
        """The simulator of its points; ReportError of a sweep that was merged."""
        if self.runner is None:
            raise ReportError("this sweep was merged, and the simulator of its points is not known; simulate it here")
        return self.runner.simulator

    @property
    def done(self) -> list[SweepPoint]:
        """The points with a result."""
        return [point for point in self.points if point.outcome.done]

    @property
    def shown(self) -> list[str]:
        """The metrics to show."""
        return self.metrics or [self.driver] * bool(self.driver)

    @property
    def failed(self) -> list[SweepPoint]:
        """The points without a result."""
        return [point for point in self.points if not point.outcome.done]

    def first(self) -> Result:
        """The first point's result; SimulationError when every point failed."""
        return next((point for point in self.points if point.outcome.done), self.points[0]).result()

    def frame(self) -> pandas.DataFrame:
        """A row a point: varied parameters and metrics in SI units (`attrs["units"]`), half widths, `state`, `message` and `warnings`."""
        rows, units = [], {axis.path: axis.unit for axis in self.axes}
        for point in self.points:
            row: dict[str, Any] = dict(point.parameters)
            if point.outcome.done:
                for name, metric in {**point.result().metrics, **point.result().percentiles}.items():
                    row[name], row[f"{name}.half_width"] = metric.mean, metric.half_width
                    units[name] = units[f"{name}.half_width"] = metric.unit
            warnings = "; ".join(point.result().warnings) if point.outcome.done else ""
            rows.append(row | {"state": "done" if point.outcome.done else "failed", "message": point.outcome.message, "warnings": warnings})
        last = ["state", "message", "warnings"]
        frame = pandas.DataFrame(rows, columns=None if rows else [*(axis.path for axis in self.axes), *last])
        frame = frame[[column for column in frame.columns if column not in last] + last]
        frame.attrs["units"] = units
        return frame

    def write(self, folder: Path, *, replace: bool = False) -> None:
        """sweep.csv, sweep.parquet, sweep.json and each point's result in results/; every file whole or not at all.

        What an earlier sweep has left there goes: it would stand beside figures of another one. ReportError where that is a sweep of another
        question, unless it is to be replaced.
        """
        earlier = Earlier.find(folder)
        if not replace:
            earlier.require_same(self.about, self.shard)
        earlier.remove_pictures()
        for point in self.points:
            if point.outcome.done:
                write_text(folder / point.file, point.outcome.text)
        frame = self.frame()
        write_text(folder / "sweep.csv", frame.to_csv(index=False))
        table = io.BytesIO()
        frame.assign(**self._texts()).to_parquet(table, index=False)
        write_bytes(folder / "sweep.parquet", table.getvalue())
        write_text(folder / "sweep.json", json.dumps(self._document(frame), indent=2, ensure_ascii=False) + "\n")
        earlier.remove_results(but={point.file for point in self.done})

    def require_place(self, folder: Path) -> None:
        """ReportError where another question's sweep is in a folder: the results of both would lie in one. The same again replaces it."""
        Earlier.find(folder).require_same(self.about, self.shard)

    def _texts(self) -> dict[str, list[str | None]]:
        """The columns of parameters that are now a word, now a number, as text: a column of a Parquet file is of one kind."""
        columns = {axis.path: [point.parameters[axis.path] for point in self.points] for axis in self.axes}
        return {
            path: [None if value is None else str(value) for value in values]
            for path, values in columns.items()
            if {isinstance(value, str) for value in values if value is not None} == {True, False}
        }

    def _document(self, frame: pandas.DataFrame) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            **self.about,
            **({} if self.shard.whole else {"shard": self._shard()}),
            "units": frame.attrs["units"],
            "points": [_document_of(point) for point in self.points],
        }

    def _shard(self) -> dict[str, Any]:
        """Everything that merging needs to know beside what a whole sweep says."""
        inputs = {one for point in self.points for one in point.outcome.inputs}
        return {
            "number": self.shard.number,
            "of": self.shard.of,
            "points": len(self.design),
            "design_sha256": digest_of(self.design),
            "metrics": self.metrics,
            "driver": self.driver,
            "inputs": [{"path": path, "sha256": sha256} for path, sha256 in sorted(inputs, key=lambda one: (one[0], one[1] or ""))],
        }


def digest_of(design: Sequence[Mapping[str, str]]) -> str:
    """SHA-256 of the settings of all points: shards with the same were drawn from the same ones."""
    return hashlib.sha256(json.dumps([dict(settings) for settings in design]).encode("utf-8")).hexdigest()


def _document_of(point: SweepPoint) -> dict[str, Any]:
    """A point as sweep.json has it."""
    done = point.outcome.done
    return {
        "index": point.index,
        "settings": point.settings,
        "parameters": point.parameters,
        "state": "done" if done else "failed",
        "message": point.outcome.message,
        "result": point.file if done else None,
    }


def _about(simulator: Simulator, scenario: Scenario, pinned: dict[str, str], axes: Sequence[designs.Axis]) -> dict[str, Any]:
    explained = simulator.explain(designs.fitting(simulator, scenario.with_(pinned), {axis.path: axis.texts for axis in axes}))
    about = {
        "scenario": str(scenario.path),
        "scenario_sha256": scenario.sha256,
        "title": explained["title"],
        "system": explained["system"],
        "settings": dict(scenario.settings),
        "pinned": pinned,
        "varied": [{"path": axis.path, "unit": axis.unit, "texts": list(axis.texts), "values": list(axis.values)} for axis in axes],
        "measure": explained["measure"],
        "version": simulator.version,
        "simulator_sha256": simulator.identity,
    }
    return json.loads(json.dumps(about))


def simulate(
    scenario: Scenario,
    varied: Mapping[str, Any],
    *,
    design: str = "grid",
    points: int | None = None,
    seed: int = 1,
    runner: Runner | None = None,
    into: Path | None = None,
    shard: Shard = Shard(),  # noqa: B008  (it cannot change)
) -> Sweep:
    """Simulates every point of a design, or those of a shard of it.

    `varied`: of each parameter a list of values, or a range as text ("3..7", "180MB/s..320MB/s:20MB/s"). `design`: "grid"
    (every combination), "list" (the i-th values together) or "lhs" (a Latin hypercube of `points` points, drawn by `seed`).
    What the scenario varies itself is pinned to its middle value. Every point has the scenario's seed: they meet the same
    random numbers. `into`: the folder that the sweep is to be written to. ReportError before anything is simulated where a parameter or all
    its values are wrong, or another sweep is in that folder; a point that fails is recorded with its message.
    """
    runner = runner or Runner()
    if not varied:
        raise ReportError("nothing to vary; give at least one parameter with its values, such as nodes=3..7")
    if design not in DESIGNS:
        raise ReportError(f"--design {design}: there is none; one of {', '.join(DESIGNS)}")
    if points is not None and design != "lhs":
        raise ReportError(f"--points {points}: only a Latin hypercube takes a number of points; --design lhs draws one")
    base, pinned = runner.simulator.pinned(designs.fitting(runner.simulator, scenario, varied), tuple(varied))
    settings, axes = _design(runner, base, varied, design, points, seed)
    values = {axis.path: dict(zip(axis.texts, axis.values, strict=True)) for axis in axes}

    def point(index: int) -> SweepPoint:
        chosen = settings[index]
        asked = base.with_(chosen)
        return SweepPoint(index, asked, chosen, {path: values[path][text] for path, text in chosen.items()}, f"results/{Task.of(asked, runner.simulator).key}.json")

    listed = [point(index) for index in shard.indices(len(settings))]
    swept = Sweep(scenario, pinned, axes, listed, _about(runner.simulator, scenario, pinned, axes), settings, shard, runner)
    if into is not None:
        swept.require_place(into)
    what = f"sweep of {scenario.name}" if shard.whole else f"shard {shard} of the sweep of {scenario.name}"
    for i, outcome in runner.outcomes([point.scenario for point in listed], what):
        listed[i].outcome = outcome
    if swept.done:
        swept.driver = Drive.of(runner.simulator.explain(swept.done[0].scenario)).metric
    return swept


def _design(
    runner: Runner, base: Scenario, varied: Mapping[str, Any], design: str, points: int | None, seed: int
) -> tuple[list[dict[str, str]], list[designs.Axis]]:
    axes = designs.axes(runner.simulator, base, varied, between=design == "lhs")
    if design == "grid":
        return designs.grid(axes), axes
    if design == "list":
        return designs.together(axes), axes
    if points is None:
        raise ReportError("--design lhs: say how many points with --points N")
    settings = designs.latin_hypercube(axes, points, seed)
    return settings, [_met(axis, settings) for axis in axes]


def _met(axis: designs.Axis, settings: list[dict[str, str]]) -> designs.Axis:
    """The values of an axis that points have."""
    known = dict(zip(axis.texts, axis.values, strict=True))
    texts = tuple(dict.fromkeys(one[axis.path] for one in settings))
    return designs.Axis(axis.path, axis.unit, texts, tuple(known[text] for text in texts))
