# SPDX-License-Identifier: Apache-2.0
"""Many points of a scenario as a table: a row a point, with its parameters and every metric."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas

from isochron.errors import ReportError
from isochron.explore import designs
from isochron.files.atomic import write_bytes, write_text
from isochron.files.documents import parse_json
from isochron.files.regular_file import read_regular
from isochron.results.result import Result
from isochron.results.runner import Runner
from isochron.results.tasks import Outcome, Task
from isochron.scenario import Scenario

SCHEMA = "isochron.sweep/1"
DESIGNS = ("grid", "list", "lhs")


@dataclass
class SweepPoint:
    """A point: its settings, their values in SI units, and what came of it."""

    scenario: Scenario
    settings: dict[str, str]
    parameters: dict[str, Any]
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
    """A scenario's points in order, simulated."""

    scenario: Scenario
    pinned: dict[str, str]
    axes: list[designs.Axis]
    points: list[SweepPoint]
    runner: Runner

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
        frame = pandas.DataFrame(rows)
        last = ["state", "message", "warnings"]
        frame = frame[[column for column in frame.columns if column not in last] + last]
        frame.attrs["units"] = units
        return frame

    def write(self, folder: Path, *, replace: bool = False) -> None:
        """sweep.csv, sweep.parquet, sweep.json and each point's result in results/; every file whole or not at all.

        What an earlier sweep has left there goes: it would stand beside figures of another one. ReportError where that is a sweep of another
        question, unless it is to be replaced.
        """
        if not replace:
            self.require_place(folder)
        earlier = _earlier(folder)
        _remove_pictures(folder, earlier)
        for point in self.points:
            if point.outcome.done:
                write_text(folder / self._file(point), point.outcome.text)
        frame = self.frame()
        write_text(folder / "sweep.csv", frame.to_csv(index=False))
        table = io.BytesIO()
        frame.assign(**self._texts()).to_parquet(table, index=False)
        write_bytes(folder / "sweep.parquet", table.getvalue())
        document = self._document(frame)
        write_text(folder / "sweep.json", json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        for name in _results(earlier) - _results(document):
            if (folder / name).parent == folder / "results":
                (folder / name).unlink(missing_ok=True)

    def require_place(self, folder: Path) -> None:
        """ReportError where another question's sweep is in a folder: the results of both would lie in one. The same again replaces it."""
        earlier = _earlier(folder)
        # What a hand has written there is no sweep.
        if earlier.get("schema") == SCHEMA and any(earlier.get(key) != value for key, value in self._question.items()):
            varied = earlier.get("varied")
            told = ", ".join(str(one.get("path")) for one in varied if isinstance(one, dict)) if isinstance(varied, list) else ""
            raise ReportError(f"{folder}: there is another sweep, of {earlier.get('scenario')} over {told}; name another folder with --out, or remove that one")

    @property
    def _question(self) -> dict[str, Any]:
        """The question, as sweep.json has it."""
        asked = {
            "scenario": str(self.scenario.path),
            "settings": dict(self.scenario.settings),
            "pinned": self.pinned,
            "varied": [{"path": axis.path, "unit": axis.unit, "texts": list(axis.texts), "values": list(axis.values)} for axis in self.axes],
        }
        return json.loads(json.dumps(asked))

    def _texts(self) -> dict[str, list[str | None]]:
        """The columns of parameters that are now a word, now a number, as text: a column of a Parquet file is of one kind."""
        columns = {axis.path: [point.parameters[axis.path] for point in self.points] for axis in self.axes}
        return {
            path: [None if value is None else str(value) for value in values]
            for path, values in columns.items()
            if {isinstance(value, str) for value in values if value is not None} == {True, False}
        }

    def _document(self, frame: pandas.DataFrame) -> dict[str, Any]:
        simulator = self.runner.simulator
        explained = simulator.explain(designs.fitting(simulator, self.scenario.with_(self.pinned), {axis.path: axis.texts for axis in self.axes}))
        return {
            "schema": SCHEMA,
            "scenario": str(self.scenario.path),
            "scenario_sha256": self.scenario.sha256,
            "title": explained["title"],
            "system": explained["system"],
            **{key: value for key, value in self._question.items() if key != "scenario"},
            "measure": explained["measure"],
            "version": self.runner.simulator.version,
            "simulator_sha256": self.runner.simulator.identity,
            "units": frame.attrs["units"],
            "points": [self._point(i, point) for i, point in enumerate(self.points)],
        }

    def _point(self, index: int, point: SweepPoint) -> dict[str, Any]:
        done = point.outcome.done
        return {
            "index": index,
            "settings": point.settings,
            "parameters": point.parameters,
            "state": "done" if done else "failed",
            "message": point.outcome.message,
            "result": self._file(point) if done else None,
        }

    def _file(self, point: SweepPoint) -> str:
        return f"results/{Task.of(point.scenario, self.runner.simulator).key}.json"


def _remove_pictures(folder: Path, earlier: dict[str, Any]) -> None:
    """Pictures that an earlier sweep has drawn into a folder: one per metric, named by its sweep.json."""
    known = earlier.get("units")
    for metric in known if isinstance(known, dict) else ():
        path = folder / f"{metric}.png"
        if path.parent == folder and path.is_file():
            path.unlink()


def _earlier(folder: Path) -> dict[str, Any]:
    """The sweep.json of a folder; empty where there is none."""
    try:
        # Not read_json(): it is no input, but about to be replaced.
        document = parse_json(read_regular(folder / "sweep.json"), folder, "")
    except (OSError, ReportError):
        return {}
    return document if isinstance(document, dict) else {}


def _results(document: dict[str, Any]) -> set[str]:
    """The files of results that a sweep.json names."""
    points = document.get("points")
    named = [point.get("result") for point in points if isinstance(point, dict)] if isinstance(points, list) else []
    return {name for name in named if isinstance(name, str)}


def simulate(
    scenario: Scenario,
    varied: Mapping[str, Any],
    *,
    design: str = "grid",
    points: int | None = None,
    seed: int = 1,
    runner: Runner | None = None,
    into: Path | None = None,
) -> Sweep:
    """Simulates every point of a design.

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
    listed = [SweepPoint(base.with_(one), one, {path: values[path][text] for path, text in one.items()}) for one in settings]
    swept = Sweep(scenario, pinned, axes, listed, runner)
    if into is not None:
        swept.require_place(into)
    for i, outcome in runner.outcomes([point.scenario for point in listed], f"sweep of {scenario.name}"):
        listed[i].outcome = outcome
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
