# SPDX-License-Identifier: Apache-2.0
"""All shards of a sweep as the sweep: nothing is simulated, and everything is checked before anything is written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron.errors import ReportError
from isochron.explore.designs import MOST_POINTS, Axis
from isochron.explore.shards import Shard
from isochron.explore.sweep_folder import SCHEMA
from isochron.explore.sweeps import Sweep, SweepPoint, digest_of
from isochron.files import inputs
from isochron.files.documents import parse_json, read_json
from isochron.files.regular_file import read_regular
from isochron.files.shapes import MAYBE_TEXT, TEXT, Shape, fields, list_of, map_of
from isochron.results.result import LONGEST_PROBLEM, violation
from isochron.results.tasks import INPUTS, Outcome
from isochron.scenario import Scenario

_WHOLE_NUMBER = {"type": "integer", "minimum": 0, "maximum": MOST_POINTS}
_NUMBER = {**_WHOLE_NUMBER, "minimum": 1}
_AXIS = fields({"path": TEXT, "unit": TEXT, "texts": list_of(TEXT), "values": {"type": "array"}})
# A metric is the name of a file, too.
_METRIC = {**TEXT, "pattern": "^[^/]*$"}
_SHARD = fields({"number": _NUMBER, "of": _NUMBER, "points": _NUMBER, "design_sha256": TEXT, "metrics": list_of(_METRIC), "driver": _METRIC, "inputs": INPUTS})
_POINT = fields(
    {"index": _WHOLE_NUMBER, "settings": map_of(TEXT), "parameters": {"type": "object"}, "state": {"enum": ["done", "failed"]}, "message": TEXT, "result": MAYBE_TEXT}
)
_SHAPE = Shape(
    fields(
        {
            "scenario": TEXT, "scenario_sha256": TEXT, "settings": map_of(TEXT), "pinned": map_of(TEXT), "varied": list_of(_AXIS), "version": TEXT,
            "simulator_sha256": TEXT, "shard": _SHARD, "points": list_of(_POINT),
        }
    )
)  # fmt: skip
# Parts of a shard's sweep.json that are not the same in all.
_OWN = ("schema", "shard", "units", "points")
# Longest text of a value in a message, in characters.
LONGEST_VALUE = 300


@dataclass(frozen=True)
class _Part:
    """A shard as it lies in a folder."""

    folder: Path
    shard: Shard
    about: dict[str, Any]
    extra: dict[str, Any]
    """what a whole sweep does not have"""
    points: list[dict[str, Any]]

    @property
    def remedy(self) -> str:
        """What a person can do where it is damaged."""
        return f"run the sweep's command with --shard {self.shard} again"

    @staticmethod
    def read(folder: Path) -> _Part:
        """A shard's folder. ReportError where there is none, or what is there cannot be merged."""
        path, remedy = folder / "sweep.json", "run the command of this shard again"
        if not path.exists():
            raise ReportError(f"{folder}: there is no finished shard in it; name the folders that `sweep --shard i/n --out FOLDER` has written. A shard that was interrupted writes nothing: run its command again, and it goes on from there")  # fmt: skip
        document = read_json(path, remedy)
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise ReportError(f"{path}: not a sweep of this version ({SCHEMA}); {remedy}")
        if "shard" not in document:
            raise ReportError(f"{folder}: is a whole sweep, not a shard of one; name folders that `sweep --shard i/n --out FOLDER` has written")
        if problem := _SHAPE.violation(document):
            raise ReportError(f"{path}: not a shard of a sweep, {problem[:LONGEST_PROBLEM]}; {remedy}")
        extra = document["shard"]
        if extra["number"] > extra["of"]:
            raise ReportError(f"{path}: there is no shard {extra['number']}/{extra['of']}; {remedy}")
        about = {key: value for key, value in document.items() if key not in _OWN}
        return _Part(folder, Shard(extra["number"], extra["of"]), about, extra, document["points"])

    def require_points(self) -> None:
        """ReportError where they are not those of this shard."""
        values = {axis["path"]: dict(zip(axis["texts"], axis["values"], strict=False)) for axis in self.about["varied"]}
        if [point["index"] for point in self.points] != self.shard.indices(self.extra["points"]):
            raise ReportError(f"{self.folder / 'sweep.json'}: its points are not those of shard {self.shard}; {self.remedy}")
        for point in self.points:
            meant = {path: values.get(path, {}).get(text) for path, text in point["settings"].items()}
            if meant.keys() != values.keys() or point["parameters"] != meant or (point["result"] is None) == (point["state"] == "done"):
                raise ReportError(f"{self.folder / 'sweep.json'}: point {point['index']} is damaged; {self.remedy}")

    def point(self, point: Mapping[str, Any], base: Scenario) -> SweepPoint:
        """A point with its result as it stands in its file. ReportError where that is lost or damaged."""
        outcome = Outcome(text=self._text(point["result"])) if point["state"] == "done" else Outcome(message=point["message"], exit_code=3)
        return SweepPoint(point["index"], base.with_(point["settings"]), point["settings"], point["parameters"], point["result"] or "", outcome)

    def _text(self, name: str) -> str:
        path = self.folder / name
        if path.parent != self.folder / "results" or path.suffix != ".json":
            raise ReportError(f"{self.folder / 'sweep.json'}: {name} is no result of this sweep; {self.remedy}")
        inputs.note(path)
        try:
            content = read_regular(path)
        except OSError as error:
            raise ReportError(f"{path}: {error.strerror}, and so shard {self.shard} is not complete; {self.remedy}") from None
        document = parse_json(content, path, self.remedy)
        if problem := violation(document):
            raise ReportError(f"{path}: not a result of this version, {problem[:LONGEST_PROBLEM]}; {self.remedy}")
        if document["provenance"]["scenario_sha256"] != self.about["scenario_sha256"]:
            raise ReportError(f"{path}: is of another scenario than the sweep in that folder; {self.remedy}")
        return content.decode("utf-8")


def merge(folders: Sequence[Path]) -> Sweep:
    """The sweep whose shards are in these folders, in any order. It equals the sweep that one command without --shard simulates.

    ReportError where a folder has no complete shard, a shard is missing or there twice, or one has another scenario, other variations, another
    simulator or other input files than the rest.
    """
    parts = [_Part.read(folder) for folder in folders]
    for part in parts[1:]:
        _require_same_sweep(parts[0], part)
    _require_each_once(parts)
    parts.sort(key=lambda part: part.shard.number)
    if sum(len(part.points) for part in parts) != parts[0].extra["points"]:
        raise ReportError(f"{', '.join(str(part.folder) for part in parts)}: they do not have all points of the sweep; simulate all shards again")
    for part in parts:
        part.require_points()
    _require_same_inputs(parts)
    return _sweep(parts)


def _sweep(parts: list[_Part]) -> Sweep:
    about = parts[0].about
    scenario = Scenario(Path(about["scenario"]), about["settings"])
    base = scenario.with_(about["pinned"])
    listed = sorted(((point, part) for part in parts for point in part.points), key=lambda one: one[0]["index"])
    design = [point["settings"] for point, _ in listed]
    if digest_of(design) != parts[0].extra["design_sha256"]:
        raise ReportError(f"{', '.join(str(part.folder) for part in parts)}: their points are not those of the sweep; simulate all shards again")
    points = [part.point(point, base) for point, part in listed]
    axes = [Axis(one["path"], one["unit"], tuple(one["texts"]), tuple(one["values"])) for one in about["varied"]]
    merged = Sweep(scenario, about["pinned"], axes, points, about, design, metrics=parts[0].extra["metrics"])
    if merged.done:
        # The shard of that point has asked the simulator.
        merged.driver = listed[merged.done[0].index][1].extra["driver"]
    return merged


def _require_same_sweep(first: _Part, other: _Part) -> None:
    """ReportError that names the first difference between two shards' sweeps."""
    for what, one, another in (
        ("the number of shards", first.shard.of, other.shard.of),
        ("the simulator", _simulator(first), _simulator(other)),
        *((_WORDS.get(key, f"`{key}`"), first.about.get(key), other.about.get(key)) for key in dict.fromkeys([*_WORDS, *first.about, *other.about])),
        ("the number of points", first.extra["points"], other.extra["points"]),
        ("the design (--design, --points, --design-seed)", first.extra["design_sha256"], other.extra["design_sha256"]),
        ("the metrics to show (--metric)", first.extra["metrics"], other.extra["metrics"]),
    ):
        if one != another:
            raise ReportError(f"{first.folder} and {other.folder} differ in {what}: {_told(one)} and {_told(another)}; simulate all shards with the same command, files and build")


# How a person calls what sweep.json says.
_WORDS = {
    "scenario": "the scenario",
    "scenario_sha256": "the content of the scenario file",
    "settings": "what is set (--set, --replications, --seed)",
    "varied": "what varies (--vary)",
}


def _simulator(part: _Part) -> str:
    return f"{part.about['version']}, build {part.about['simulator_sha256'][:12]}"


def _told(value: Any) -> str:
    """A value in a message."""
    if isinstance(value, list) and value and all(isinstance(one, dict) and "texts" in one for one in value):
        text = " ".join(f"{one['path']}={','.join(one['texts'])}" for one in value)
    elif isinstance(value, dict) and all(isinstance(one, str) for one in value.values()):
        text = " ".join(f"{key}={one}" for key, one in value.items()) or "nothing"
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."


def _require_each_once(parts: Sequence[_Part]) -> None:
    """ReportError for a shard that is there twice or not at all."""
    found: dict[int, _Part] = {}
    for part in parts:
        known = found.setdefault(part.shard.number, part)
        if known is not part:
            raise ReportError(f"{known.folder} and {part.folder}: both are shard {part.shard}; name each shard once")
    of = parts[0].shard.of
    if len(found) < of:
        missing = next(number for number in range(1, of + 1) if number not in found)
        more = of - len(found) - 1
        what = f"shard {missing}/{of} and {more} more of {parts[0].about['scenario']} are" if more else f"shard {missing}/{of} of {parts[0].about['scenario']} is"
        raise ReportError(f"{what} missing; simulate it with --shard {missing}/{of}, and name the folders of all {of} shards")


def _require_same_inputs(parts: Sequence[_Part]) -> None:
    """ReportError for a file that two points have read with different contents: a machine file, say, or a trace."""
    found: dict[str, tuple[str | None, _Part]] = {}
    for part in parts:
        own: dict[str, str | None] = {}
        for one in part.extra["inputs"]:
            if own.setdefault(one["path"], one["sha256"]) != one["sha256"]:
                raise ReportError(f"{part.folder}: {one['path']} changed while its points were simulated; {part.remedy}")
        for path, sha256 in own.items():
            known, other = found.setdefault(path, (sha256, part))
            if known != sha256:
                raise ReportError(f"{other.folder} and {part.folder} differ in the content of {path}; simulate both again with the same file")
