# SPDX-License-Identifier: Apache-2.0
"""A sweep's folder as a report needs it: sweep.json and the results that it names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron.errors import ReportError
from isochron.files.documents import read_json
from isochron.files.shapes import MAYBE_TEXT, TEXT, Shape, fields, list_of, map_of
from isochron.results.result import Result, load
from isochron.scenario import Scenario, is_file

SCHEMA = "isochron.sweep/1"
FILE = "sweep.json"
_POINT = fields({}, {"index": {"type": "integer"}, "settings": map_of(TEXT), "parameters": {"type": "object"}, "state": TEXT, "message": MAYBE_TEXT, "result": MAYBE_TEXT})  # fmt: skip
_NUMBER = {"type": "integer"}
_SHAPE = Shape(
    fields(
        {"points": list_of(_POINT)},
        {"title": MAYBE_TEXT, "scenario": TEXT, "settings": map_of(TEXT), "pinned": map_of(TEXT), "varied": list_of(fields({}, {"path": TEXT, "unit": TEXT})),
         "shard": fields({"number": _NUMBER, "of": _NUMBER, "points": _NUMBER})},
    )
)


@dataclass(frozen=True)
class SweepPoint:
    """A point: what was set, as text and in SI units, and its result, or the message why it has none."""

    index: int
    settings: dict[str, str]
    parameters: dict[str, Any]
    state: str
    message: str
    result: Result | None


@dataclass(frozen=True)
class SweepView:
    """A sweep as it was recorded."""

    path: Path
    document: dict[str, Any]
    points: tuple[SweepPoint, ...]

    @property
    def title(self) -> str:
        """A description of the scenario in one line, and which shard it is."""
        title = str(self.document.get("title") or self.scenario)
        return f"{title} (shard {self.shard})" if self.shard else title

    @property
    def shard(self) -> str:
        """ "2/3"; empty for a whole sweep."""
        shard = self.document.get("shard")
        return f"{shard['number']}/{shard['of']}" if shard else ""

    @property
    def all_points(self) -> int:
        """Points of the whole sweep."""
        return int(self.document["shard"]["points"]) if self.shard else len(self.points)

    @property
    def scenario(self) -> str:
        """The scenario's name."""
        return Path(str(self.document.get("scenario", "sweep"))).stem

    def asked(self, point: SweepPoint) -> Scenario | None:
        """The scenario with the point's settings; None where it is not where it was. ReportError where it is another by now."""
        path = Path(str(self.document.get("scenario", "")))
        if not path.is_absolute() or not is_file(path) or point.result is None:
            return None
        scenario = Scenario.load(path)
        if scenario.sha256 != point.result.provenance.get("scenario_sha256"):
            raise ReportError(f"{path} is another by now than the scenario that ran; sweep it again")
        settings = {**(self.document.get("settings") or {}), **(self.document.get("pinned") or {}), **point.settings}
        return scenario.with_(settings)

    @property
    def varied(self) -> list[str]:
        """Paths of the varied parameters, in the order that they were given."""
        return list(dict.fromkeys(path for point in self.points for path in (point.settings or point.parameters)))

    @property
    def units(self) -> dict[str, str]:
        """SI units of the varied parameters, where the sweep says them."""
        return {str(one.get("path")): str(one.get("unit") or "1") for one in self.document.get("varied") or []}

    @property
    def results(self) -> list[Result]:
        """Results of the points that have one."""
        return [point.result for point in self.points if point.result is not None]


def is_sweep(path: Path) -> bool:
    """Whether a folder is a sweep's."""
    return (path / FILE).is_file()


def read(folder: Path) -> SweepView:
    """Reads a sweep's folder; a result that is lost or spoilt makes its point a failed one, which says so."""
    path = folder / FILE
    document = read_json(path, "run the sweep again")
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise ReportError(f"{path}: not a sweep of this version ({SCHEMA}); run the sweep again")
    if problem := _SHAPE.violation(document):
        raise ReportError(f"{path}: not a sweep, {problem}; run the sweep again")
    points = document["points"]
    return SweepView(folder, document, tuple(_point(folder, i, point) for i, point in enumerate(points)))


def _point(folder: Path, number: int, point: dict[str, Any]) -> SweepPoint:
    state, message, result = str(point.get("state", "")), str(point.get("message") or ""), None
    if state == "done":
        try:
            result = load(_inside(folder, str(point.get("result"))))
        except ReportError as error:
            state, message = "failed", str(error)
    settings = {str(key): str(text) for key, text in (point.get("settings") or {}).items()}
    return SweepPoint(
        int(point.get("index", number)), settings, dict(point.get("parameters") or {}), state, message, result
    )


def _inside(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ReportError(f"{folder / FILE}: {name} lies outside the sweep's folder")
    return path
