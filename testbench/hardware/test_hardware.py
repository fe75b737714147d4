# SPDX-License-Identifier: Apache-2.0
"""What docs/hardware shows as a program's output is what the program prints."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support import ROOT

SHOWN = re.compile(r"^```sh\n(build/release/testbench/[^\n]*)\n```\n\n```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
SNIPPETS = [
    (page, *found)
    for page in sorted((ROOT / "docs/hardware").glob("*.md"))
    for found in SHOWN.findall(page.read_text(encoding="utf-8"))
]


def test_there_are_snippets() -> None:
    assert SNIPPETS


@pytest.mark.parametrize("page, command, shown", SNIPPETS, ids=[command.rpartition("/")[2] for _, command, _ in SNIPPETS])
def test_output_is_as_shown(page: Path, command: str, shown: str) -> None:
    printed = subprocess.run(command.split(), cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed == shown, f"{page.name}: {command}"
