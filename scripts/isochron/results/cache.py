# SPDX-License-Identifier: Apache-2.0
"""Outcomes of simulations on disk by what they depend on, so that none is simulated twice.

Which files a run reads only the run knows: it lists them, with the SHA-256 of what it read. So an outcome is looked up by what is known
before (build, scenario, settings) and taken while all files on its list are what they were.
"""

from __future__ import annotations

import hashlib
import os
import uuid
from pathlib import Path

import platformdirs

from isochron.errors import FileError, ReportError
from isochron.files import atomic
from isochron.files.regular_file import read_regular
from isochron.results.tasks import Outcome


class Cache:
    """A folder with a file an outcome: aa/<key>.<start of the SHA-256 of key and content>.json.

    A file is there whole or not at all. What is not what its name says (another content, another key, no outcome, a folder, a pipe,
    a link to nothing) is put aside as *.damaged and its point simulated again. Several programs may share the folder.
    """

    def __init__(self, folder: Path | None = None):
        """The folder; else $ISOCHRON_CACHE, else the user's cache folder. It is made when something is stored."""
        self.folder = Path(folder or os.environ.get("ISOCHRON_CACHE") or platformdirs.user_cache_dir("isochron"))
        self.damaged: list[Path] = []
        self._tidied = False

    def find(self, key: str) -> Outcome | None:
        """The outcome of a key whose input files are what they were, or None."""
        self._tidy()
        for path in self.paths(key):
            try:
                outcome = _read(key, path)
            except FileNotFoundError:
                if path.is_symlink():
                    self._put_aside(path)
            except (OSError, ValueError, ReportError):
                self._put_aside(path)
            else:
                if outcome.current:
                    return outcome
        return None

    def require_writable(self) -> None:
        """FileError where no outcome could be kept: said before anything is simulated."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            cause = error.strerror
        else:
            cause = "" if os.access(self.folder, os.W_OK | os.X_OK) else "no permission to write"
        if cause:
            raise FileError(f"{self.folder}: cannot keep what is simulated: {cause}; name another folder with --cache or in ISOCHRON_CACHE")

    def store(self, key: str, outcome: Outcome) -> None:
        """Keeps an outcome that another try would repeat: not one whose input files changed meanwhile. OSError when it cannot be written."""
        if outcome.repeatable and outcome.current:
            content = outcome.to_bytes()
            folder = self._folder(key)
            if os.path.lexists(folder) and not folder.is_dir():
                self._put_aside(folder)
            atomic.write_bytes(folder / _name(key, content), content)

    def paths(self, key: str) -> list[Path]:
        """The files of a key: none, or one for each content that its input files had."""
        return sorted(self._folder(key).glob(f"{key}.*.json"))

    def _folder(self, key: str) -> Path:
        return self.folder / key[:2]

    def _put_aside(self, path: Path) -> None:
        """Puts an entry aside under a name of its own: another program may be doing the same."""
        aside = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}.damaged")
        try:
            path.rename(aside)
        except FileNotFoundError:
            return  # the other was quicker
        except OSError:
            aside = path  # not ours to move: it stays, and is not taken
        self.damaged.append(aside)

    def _tidy(self) -> None:
        """Once, what runs that were killed have left half written."""
        if not self._tidied:
            self._tidied = True
            for folder in self.folder.glob("??"):
                atomic.tidy(folder)


def _read(key: str, path: Path) -> Outcome:
    """An entry's outcome; OSError, ValueError or ReportError where it is none."""
    content = read_regular(path)
    if path.name != _name(key, content):
        raise ValueError("not the content of this name")
    outcome = Outcome.from_bytes(content)
    if outcome.done:
        outcome.result()
    return outcome


def _name(key: str, content: bytes) -> str:
    digest = hashlib.sha256(key.encode() + b"\0" + content)
    return f"{key}.{digest.hexdigest()[:16]}.json"
