# SPDX-License-Identifier: Apache-2.0
"""Tutorials are run from their first command to the last, in an empty folder, and print what they show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import COMMAND, ROOT
from test_snippets import files_of, pattern

TUTORIALS = ["exploration.md", "late_stream.md", "machines.md"]
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_prints_what_it_shows(name: str, tmp_path: Path) -> None:
    document = ROOT / "docs" / name
    for file, text in files_of(document).items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    for folder in ("docs", "scenarios"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    ours = {"ISOCHRON_COMMAND": str(COMMAND), "ISOCHRON_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT / "scripts")}
    printed = ""
    shown = 0
    for language, text in BLOCK.findall(document.read_text(encoding="utf-8")):
        if language == "text":
            assert re.fullmatch(pattern(text), printed), printed
            shown += 1
        elif not text.startswith("gtkwave"):
            script = text.replace(".venv/bin/python", sys.executable).replace("build/release/isochron", str(COMMAND))
            script = script.replace("scripts/explore", f"{sys.executable} -m isochron.explore")
            done = subprocess.run(
                ["bash", "-e", "-c", script],
                capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False, env={**os.environ, **ours},
            )  # fmt: skip
            assert done.returncode == 0, done.stderr
            printed = done.stdout
    assert shown
