# SPDX-License-Identifier: Apache-2.0
"""The scripts' own manners."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from support import ROOT


def script(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / words[0], *words[1:]], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


@pytest.mark.parametrize("name", ["setup", "run", "test"])
def test_help_goes_to_stdout(name: str) -> None:
    done = script(f"scripts/{name}", "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: scripts/{name}")


@pytest.mark.parametrize("name", ["setup", "run", "test"])
def test_an_unknown_option_is_one_message(name: str) -> None:
    done = script(f"scripts/{name}", "--no-such-option")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "--help" in done.stderr


def test_setup_is_quick_when_nothing_is_missing() -> None:
    """Quick, because it installs nothing: what it installs, it says."""
    assert script("scripts/setup").returncode == 0
    done = script("scripts/setup", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone whose setup, CMake and Python only write down that they were called, and fail where a file `NAME.fails` says so."""
    for name in ("explore", "lib.sh"):
        (tmp_path / "scripts").mkdir(exist_ok=True)
        shutil.copy(ROOT / "scripts" / name, tmp_path / "scripts")
    for place in ("scripts/setup", "tools/cmake", ".venv/bin/python"):
        file = tmp_path / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'#!/bin/bash\necho "{file.name} $*" >>{tmp_path}/called\n[[ ! -e {tmp_path}/{file.name}.fails || $* != *"$(<{tmp_path}/{file.name}.fails)"* ]]\n')
        file.chmod(0o755)
    (tmp_path / "called").touch()
    return tmp_path


def explored(clone: Path, *words: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """What `scripts/explore` said there, and what it called."""
    environment = {name: value for name, value in os.environ.items() if name != "ISOCHRON_COMMAND"}
    environment["PATH"] = f"{clone}/tools:{environment['PATH']}"
    done = subprocess.run([clone / "scripts/explore", *words], capture_output=True, text=True, env=environment, check=False)
    return done, (clone / "called").read_text().splitlines()


@pytest.mark.parametrize("words", [("--help",), ("sweep", "--help"), ()])
def test_the_help_of_explore_sets_nothing_up(clone: Path, words: tuple[str, ...]) -> None:
    done, called = explored(clone, *words)
    assert (done.returncode, called) == (0, []) and done.stdout.startswith("Usage: scripts/explore")
    (clone / ".venv/stamp").touch()
    assert explored(clone, *words)[1] == [" ".join(("python -m isochron.explore", *words))]


@pytest.mark.parametrize("failing", ["--preset release -D", "--build"])
def test_explore_does_not_go_on_with_an_old_command(clone: Path, failing: str) -> None:
    old = clone / "build/release/isochron"
    old.parent.mkdir(parents=True)
    old.touch(mode=0o755)
    done, called = explored(clone, "sweep", "x.yaml")
    assert done.returncode == 0 and [line.split()[0] for line in called] == ["setup", "cmake", "cmake", "python"]
    (clone / "called").write_text("")
    (clone / "cmake.fails").write_text(failing)
    done, called = explored(clone, "sweep", "x.yaml")
    assert done.returncode == 2 and "An older command" in done.stderr and not [line for line in called if line.startswith("python")]


def test_packages_are_named_once() -> None:
    """All packages in one place: each once, none of them in another script."""
    lines = (ROOT / "scripts/packages.apt").read_text().splitlines()
    names = [line for line in lines if line and line[0] not in "#["]
    assert len(names) == len(set(names))
