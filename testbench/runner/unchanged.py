# SPDX-License-Identifier: Apache-2.0
"""Steps that passed on the same files before: tools that answer alike every time need not be asked twice."""

from __future__ import annotations

import datetime
import hashlib
import subprocess
from collections.abc import Iterable
from pathlib import Path

from runner.job import Job

# Tools and libraries: their versions decide as the files do.
PACKAGES = "scripts/packages.apt"


class Unchanged:
    """Remembers in `marks` with which files of `root` a step last passed."""

    def __init__(self, root: Path, marks: Path):
        self._root, self._marks = root, marks
        self._versions: str | None = None

    def since(self, job: Job) -> str:
        """When the job passed on the files and tools as they are; empty when it did not, or says of no files that they decide."""
        if not job.inputs:
            return ""
        try:
            fingerprint, date = self._mark(job).read_text().split()
        except (OSError, ValueError):
            return ""
        return date if fingerprint == self._fingerprint(job) else ""

    def passed(self, job: Job) -> None:
        """Notes that it passed."""
        if job.inputs:
            self._marks.mkdir(parents=True, exist_ok=True)
            today = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
            self._mark(job).write_text(f"{self._fingerprint(job)} {today}\n")

    def _mark(self, job: Job) -> Path:
        return self._marks / job.name

    def _fingerprint(self, job: Job) -> str:
        """Hash over the commands, the packages' versions and every file below the inputs that git does not ignore."""
        digest = hashlib.sha256(self._tools().encode())
        for command in job.commands:
            digest.update("\0".join((*command.words, "")).encode())
        for name in self._files(job.inputs):
            path = self._root / name
            digest.update(f"{name}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"gone")
        return digest.hexdigest()

    def _files(self, inputs: Iterable[str]) -> list[str]:
        words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *inputs]
        done = subprocess.run(words, cwd=self._root, capture_output=True, text=True, check=True)
        return sorted(set(done.stdout.split("\0")) - {""})

    def _tools(self) -> str:
        """The installed versions of what packages.apt names."""
        if self._versions is None:
            listed = (self._root / PACKAGES).read_text().splitlines()
            names = [line for line in listed if line and line[0] not in "#["]
            words = ["dpkg-query", "--show", "--showformat", "${Package} ${Version}\n", *names]
            self._versions = subprocess.run(words, capture_output=True, text=True, check=False).stdout
        return self._versions
