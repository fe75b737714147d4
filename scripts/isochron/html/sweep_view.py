# SPDX-License-Identifier: Apache-2.0
"""What a report needs of a sweep's folder: sweep.json and the results that it names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron.errors import ReportError
from isochron.result import Result, load

SCHEMA = "isochron.sweep/1"
FILE = "sweep.json"
_NEEDED = ("scenario", "title", "system", "parameters", "confidence", "metrics", "components", "published", "provenance")


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
        """What the scenario is, in a line."""
        return str(self.document.get("title") or self.scenario)

    @property
    def scenario(self) -> str:
        """The scenario's name."""
        return Path(str(self.document.get("scenario", "sweep"))).stem

    @property
    def varied(self) -> list[str]:
        """Paths of the varied parameters, in the order that they were given."""
        return list(dict.fromkeys(path for point in self.points for path in (point.settings or point.parameters)))

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
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReportError(f"{path}: {error.strerror}; is it the folder of a sweep?") from None
    except ValueError as error:
        raise ReportError(f"{path}: not a JSON document ({error}); run the sweep again") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise ReportError(f"{path}: not a sweep of this version ({SCHEMA}); run the sweep again")
    points = document.get("points")
    if not isinstance(points, list) or not all(isinstance(point, dict) for point in points):
        raise ReportError(f"{path}: points: a list of points is wanted; run the sweep again")
    return SweepView(folder, document, tuple(_point(folder, i, point) for i, point in enumerate(points)))


def _point(folder: Path, number: int, point: dict[str, Any]) -> SweepPoint:
    state, message, result = str(point.get("state", "")), str(point.get("message") or ""), None
    if state == "done":
        try:
            # The simulator wrote it and the sweep checked it; a thousand checks more would take a minute.
            path = _inside(folder, str(point.get("result")))
            result = _whole(load(path, check=False), path)
        except ReportError as error:
            state, message = "failed", str(error)
    settings = {str(key): str(text) for key, text in (point.get("settings") or {}).items()}
    return SweepPoint(
        int(point.get("index", number)), settings, dict(point.get("parameters") or {}), state, message, result
    )


def _whole(result: Result, path: Path) -> Result:
    """The result, if it has what a page is made of."""
    missing = [key for key in _NEEDED if not isinstance(result.document, dict) or key not in result.document]
    if missing:
        raise ReportError(f"{path}: not a result, {missing[0]} is missing; run the sweep again")
    return result


def _inside(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ReportError(f"{folder / FILE}: {name} lies outside the sweep's folder")
    return path
