# SPDX-License-Identifier: Apache-2.0
"""Outcomes of simulations on disk by what they depend on, so that none is simulated twice."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import platformdirs

from isochron.atomic import write_bytes
from isochron.tasks import Outcome


class Cache:
    """A folder with a file an outcome: aa/<key>.<start of the content's SHA-256>.json.

    A file is there whole or not at all. One whose content is not what its name says is put aside (*.damaged) and its
    point simulated again. Several programs may share the folder.
    """

    def __init__(self, folder: Path | None = None):
        """The folder; else $ISOCHRON_CACHE, else the user's cache folder. It is made when something is stored."""
        self.folder = Path(folder or os.environ.get("ISOCHRON_CACHE") or platformdirs.user_cache_dir("isochron"))
        self.damaged: list[Path] = []

    def find(self, key: str) -> Outcome | None:
        """The outcome of a key, or None."""
        for path in self.paths(key):
            content = path.read_bytes()
            if path.name == _name(key, content):
                return Outcome.from_bytes(content)
            self.damaged.append(path.replace(path.with_suffix(".damaged")))
        return None

    def store(self, key: str, outcome: Outcome) -> None:
        """Keeps an outcome that another try would repeat. OSError when it cannot be written."""
        if outcome.repeatable:
            content = outcome.to_bytes()
            write_bytes(self._folder(key) / _name(key, content), content)

    def paths(self, key: str) -> list[Path]:
        """The files of a key: none or one, or several when two programs simulated it at the same time."""
        return sorted(self._folder(key).glob(f"{key}.*.json"))

    def _folder(self, key: str) -> Path:
        return self.folder / key[:2]


def _name(key: str, content: bytes) -> str:
    return f"{key}.{hashlib.sha256(content).hexdigest()[:16]}.json"
