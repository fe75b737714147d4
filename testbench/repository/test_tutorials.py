# SPDX-License-Identifier: Apache-2.0
"""Tutorials are run from their first command to the last, in an empty folder, and print what they show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from support import COMMAND, ROOT
from test_snippets import files_of, pattern

# The first takes as long as the others together; tests of explore ask the same questions.
TUTORIALS = [pytest.param("exploration.md", marks=pytest.mark.long), "durability.md", "late_stream.md", "machines.md"]
# Needs an installed library and a compiler: testbench/install runs it.
OWN_PART = "A part of your own"
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECTION = re.compile(rf"^## {OWN_PART}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def run_through(text: str, folder: Path, commands: dict[str, str], unread: tuple[str, ...], environment: dict[str, str]) -> None:
    """Runs every block in `folder`, with `commands` for what stands there, but for those that begin with one of `unread`."""
    printed = ""
    shown = 0
    for language, block in BLOCK.findall(text):
        if language == "text":
            assert re.fullmatch(pattern(block), printed), printed
            shown += 1
        elif not block.startswith(unread):
            script = block
            for written, meant in commands.items():
                script = script.replace(written, meant)
            done = subprocess.run(
                ["bash", "-e", "-c", script],
                capture_output=True, text=True, cwd=folder, timeout=PATIENCE, check=False, env={**os.environ, **environment},
            )  # fmt: skip
            assert done.returncode == 0, done.stderr
            printed = done.stdout
    assert shown


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_prints_what_it_shows(name: str, tmp_path: Path) -> None:
    document = ROOT / "docs" / name
    for file, text in files_of(document).items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    for folder in ("docs", "scenarios"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    commands = {
        ".venv/bin/python": sys.executable,
        "build/release/isochron": str(COMMAND),
        "scripts/explore": f"{sys.executable} -m isochron.explore",
    }
    ours = {"ISOCHRON_COMMAND": str(COMMAND), "ISOCHRON_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT / "scripts")}
    run_through(SECTION.sub("", document.read_text(encoding="utf-8")), tmp_path, commands, ("gtkwave",), ours)
