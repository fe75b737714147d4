# SPDX-License-Identifier: Apache-2.0
"""The version that times are compared with: a command that is there, or a tag or commit that is built beside, in a git worktree."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from isochron.errors import ReportError, SimulationError
from isochron.repository import REPOSITORY
from isochron.results.children import ending_with_us
from isochron.results.simulator import Simulator

FOLDER = REPOSITORY / "build/against"
# As scripts/explore builds the command of this version. $1: the worktree.
_BUILD = """. scripts/lib.sh
root=$1
configure_release rtl
NINJA_STATUS='@%f/%t/%e@ ' build release --target isochron_command | show_progress"""


def is_program(against: str) -> bool:
    """Whether a file is meant, not a tag."""
    return Path(against).is_file() and os.access(against, os.X_OK)


def commit_of(against: str) -> str:
    """The commit of a tag, branch or commit. ReportError where there is none."""
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{against}^{{commit}}")
    if found is None:
        raise ReportError(f"--against {against}: neither an isochron command nor a tag or commit of this repository; `git tag` and `git log --oneline` list them")
    return found.strip()


def worktree_of(commit: str) -> Path:
    """The worktree of a commit, made where it is not there."""
    folder = FOLDER / commit[:12]
    if not (folder / ".git").exists():
        # Where build/ was removed, git still has a note of the worktree.
        _git("worktree", "prune")
        done = subprocess.run(
            ["git", "worktree", "add", "--quiet", "--force", "--detach", str(folder), commit],
            cwd=REPOSITORY, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        if done.returncode:
            raise ReportError(f"{folder}: git cannot make a worktree of {commit[:12]} there: {done.stderr.strip()[:300]}")
    return folder


def simulator_of(against: str) -> Simulator:
    """The command of the version. Builds it where it is a tag or commit, which takes minutes the first time; what the build says goes to stderr.

    ReportError where there is no such version; SimulationError where it cannot be built.
    """
    if is_program(against):
        return Simulator.find(against)
    folder = worktree_of(commit_of(against))
    done = subprocess.run(
        [*ending_with_us(), "bash", "-euo", "pipefail", "-c", f"{{ {_BUILD}\n}} >&2", "explore", str(folder)], cwd=REPOSITORY, stdin=subprocess.DEVNULL, check=False
    )
    if done.returncode:
        raise SimulationError(f"--against {against}: cannot be built in {folder} (above); name a later version, or a command that is built", 3)
    return Simulator.find(folder / "build/release/isochron")


def _git(*words: str) -> str | None:
    done = subprocess.run(["git", *words], cwd=REPOSITORY, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    return done.stdout if done.returncode == 0 else None
