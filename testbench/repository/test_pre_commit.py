# SPDX-License-Identifier: Apache-2.0
"""The checks before each commit find one error of each kind, without network and with nothing but what scripts/setup installs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from support import ROOT

CONFIGURATION = ROOT / ".pre-commit-config.yaml"
HOOKS = [hook["id"] for repository in yaml.safe_load(CONFIGURATION.read_text(encoding="utf-8"))["repos"] for hook in repository["hooks"]]
# For each check a file that it refuses and one that it accepts.
FILES = {
    "format": ("tlm/a.cpp", "int  f( );\n", "int f();\n"),
    "lint": ("scripts/a.py", "import os\n", "A = 1\n"),
    "shell": ("scripts/a", '#!/bin/bash\nrm $1"\n', '#!/bin/bash\nrm "$1"\n'),
    "spelling": ("docs/a.md", "Recieve\n", "Receive\n"),
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A new repository with the configuration of this one."""
    for place in (".pre-commit-config.yaml", ".clang-format", "scripts/pyproject.toml"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_bytes((ROOT / place).read_bytes())
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path


def checked(repository: Path, *words: str) -> subprocess.CompletedProcess[str]:
    # A proxy where nobody listens: what would be downloaded fails.
    environment = {**os.environ, "PRE_COMMIT_HOME": str(repository / "home"), "https_proxy": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9"}
    return subprocess.run([sys.executable, "-m", "pre_commit", *words], cwd=repository, env=environment, capture_output=True, text=True, check=False)


def write(repository: Path, hook: str, good: bool) -> None:
    place, bad_text, good_text = FILES[hook]
    file = repository / place
    file.parent.mkdir(exist_ok=True)
    file.write_text(good_text if good else bad_text, encoding="utf-8")
    file.chmod(0o755 if hook == "shell" else 0o644)
    subprocess.run(["git", "add", place], cwd=repository, check=True)


def test_each_check_has_a_case() -> None:
    assert list(FILES) == HOOKS


@pytest.mark.parametrize("hook", HOOKS)
def test_a_check_refuses_and_accepts(repository: Path, hook: str) -> None:
    write(repository, hook, good=False)
    refused = checked(repository, "run", hook)
    assert refused.returncode == 1 and "Failed" in refused.stdout, refused.stdout + refused.stderr
    write(repository, hook, good=True)
    accepted = checked(repository, "run", hook)
    assert accepted.returncode == 0 and "Passed" in accepted.stdout, accepted.stdout + accepted.stderr


def test_it_runs_before_a_commit(repository: Path) -> None:
    assert checked(repository, "install").returncode == 0
    write(repository, "lint", good=False)
    commit = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "a"]
    assert subprocess.run(commit, cwd=repository, capture_output=True, check=False).returncode == 1
    write(repository, "lint", good=True)
    done = subprocess.run(commit, cwd=repository, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
