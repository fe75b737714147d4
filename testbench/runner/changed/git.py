# SPDX-License-Identifier: Apache-2.0
"""Which files changed."""

from __future__ import annotations

import subprocess
from pathlib import Path

from runner.errors import UsageError


def git(root: Path, *words: str) -> str | None:
    """What git says; None where it refuses."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def base(root: Path, commit: str = "") -> str:
    """The commit to compare with: the named one, else where the branch left origin/main, else the one before HEAD."""
    if commit:
        found = git(root, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
        if found is None:
            raise UsageError(f"--changed {commit}: there is no such commit; `git log --oneline` lists them")
        return found.strip()
    head = (git(root, "rev-parse", "HEAD") or "").strip()
    fork = (git(root, "merge-base", "HEAD", "origin/main") or "").strip()
    if fork and fork != head:
        return fork
    before = git(root, "rev-parse", "--verify", "--quiet", "HEAD~1")
    if before is None:
        raise UsageError("--changed: HEAD has no commit before it; run scripts/test without --changed")
    return before.strip()


def changed(root: Path, since: str) -> list[str]:
    """Paths that differ from the commit, uncommitted, untracked and deleted ones too; a renamed file is two."""
    differ = git(root, "diff", "--name-only", "--no-renames", "-z", since, "--") or ""
    untracked = git(root, "ls-files", "--others", "--exclude-standard", "-z") or ""
    return sorted({path for path in (differ + untracked).split("\0") if path})
