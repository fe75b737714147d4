# SPDX-License-Identifier: Apache-2.0
"""Remains of an earlier sweep in a folder that another is to be written to. They are no input: what is damaged is none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron.errors import ReportError
from isochron.explore.shards import Shard
from isochron.files.documents import parse_json
from isochron.files.regular_file import read_regular

SCHEMA = "isochron.sweep/1"
# What tells one question from another.
_QUESTION = ("scenario", "settings", "pinned", "varied")


@dataclass(frozen=True)
class Earlier:
    """The sweep.json of a folder; empty where there is none."""

    folder: Path
    document: dict[str, Any]

    @staticmethod
    def find(folder: Path) -> Earlier:
        """What is there."""
        try:
            # Not read_json(): it is no input, but about to be replaced.
            document = parse_json(read_regular(folder / "sweep.json"), folder, "")
        except (OSError, ReportError):
            document = {}
        return Earlier(folder, document if isinstance(document, dict) else {})

    def require_same(self, about: dict[str, Any], shard: Shard) -> None:
        """ReportError for a sweep of another question, or another shard. What a hand has written there is none."""
        there, document = self._shard, self.document
        if document.get("schema") == SCHEMA and (there != str(shard) or any(document.get(key) != about[key] for key in _QUESTION)):
            varied = document.get("varied")
            told = ", ".join(str(one.get("path")) for one in varied if isinstance(one, dict)) if isinstance(varied, list) else ""
            what = "another sweep" if there == str(Shard()) else f"shard {there} of a sweep"
            raise ReportError(f"{self.folder}: there is {what}, of {document.get('scenario')} over {told}; name another folder with --out, or remove that one")

    def remove_pictures(self) -> None:
        """Removes its pictures: one per metric."""
        known = self.document.get("units")
        for metric in known if isinstance(known, dict) else ():
            path = self.folder / f"{metric}.png"
            if path.parent == self.folder and path.is_file():
                path.unlink()

    def remove_results(self, *, but: set[str]) -> None:
        """Removes its results, but those of these names."""
        for name in self._results - but:
            if (self.folder / name).parent == self.folder / "results":
                (self.folder / name).unlink(missing_ok=True)

    @property
    def _shard(self) -> str:
        """ "2/3"; "1/1" of a whole sweep."""
        shard = self.document.get("shard")
        return f"{shard.get('number')}/{shard.get('of')}" if isinstance(shard, dict) else str(Shard())

    @property
    def _results(self) -> set[str]:
        """The files of results that it names."""
        points = self.document.get("points")
        named = [point.get("result") for point in points if isinstance(point, dict)] if isinstance(points, list) else []
        return {name for name in named if isinstance(name, str)}
