# SPDX-License-Identifier: Apache-2.0
"""The scripts' own manners."""

import subprocess
import time

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
    assert script("scripts/setup").returncode == 0
    began = time.monotonic()
    done = script("scripts/setup", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    # It takes some hundredths of a second; ten seconds mean that it installed something.
    assert time.monotonic() - began < 10


def test_packages_are_named_once() -> None:
    """All packages in one place: each once, none of them in another script."""
    lines = (ROOT / "scripts/packages.apt").read_text().splitlines()
    names = [line for line in lines if line and line[0] not in "#["]
    assert len(names) == len(set(names))
