# SPDX-License-Identifier: Apache-2.0
"""What the documents tell a person to type exists: files, subcommands, options."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import ROOT, isochron

DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")] + sorted((ROOT / "docs").rglob("*.md"))
# All fenced blocks with their language, so that the end of one is not taken for the beginning of another.
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = ("scripts/setup", "scripts/run", "scripts/test", "scripts/explore", "build/release/isochron")
LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)")


def commands() -> Iterator[tuple[str, list[str]]]:
    """(document, words) of every command in a fenced block that is one of ours."""
    for document in DOCUMENTS:
        for language, block in FENCE.findall(document.read_text(encoding="utf-8")):
            if language not in ("", "sh", "console", "bash"):
                continue
            for line in re.sub(r"\\\n\s*", "", block).splitlines():
                if line.removeprefix("$ ").startswith(PROGRAMS):
                    yield document.name, shlex.split(line.removeprefix("$ "), comments=True)


COMMANDS = list(commands())


def test_there_are_commands() -> None:
    assert {words[0] for _, words in COMMANDS} >= {"scripts/run", "scripts/test", "build/release/isochron"}


def explore_help(words: list[str]) -> str:
    """Help of a question, or of one of a group of them; fails where there is none."""
    names = list(itertools.takewhile(lambda word: re.fullmatch(r"[a-z-]+", word), words))[:2]
    for count in range(len(names), -1, -1):
        done = subprocess.run(
            [sys.executable, "-m", "isochron.explore", *names[:count], "--help"],
            capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "COLUMNS": "200"},
        )  # fmt: skip
        if done.returncode == 0 and (count or not names):
            return done.stdout
    raise AssertionError(f"scripts/explore has no {' '.join(names)}")


@pytest.mark.parametrize("document, words", COMMANDS, ids=lambda value: " ".join(value) if isinstance(value, list) else value)
def test_a_command_exists(document: str, words: list[str]) -> None:
    program, *rest = words
    for end in ("|", ";", ">", "&&"):
        rest = rest[: rest.index(end)] if end in rest else rest
    for word in rest:
        if "scenarios/" in word:
            assert list(ROOT.glob(word)), f"{document}: {word} does not exist"
    if program == "scripts/explore":
        text = explore_help(rest)
    elif program.startswith("scripts/"):
        text = subprocess.run([ROOT / program, "--help"], capture_output=True, text=True, check=True).stdout
    else:
        assert re.search(rf"^\s+{rest[0]}\b", isochron("--help").stdout, re.MULTILINE), f"{document}: no {rest[0]}"
        done = isochron(rest[0], "--help")
        assert done.returncode == 0
        text = done.stdout
    for word in rest:
        if word.startswith("--"):
            assert re.search(rf"(?<!\S){re.escape(word)}\b", text.replace(",", " ").replace("[", " ")), f"{document}: {word}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert [link for link in LINK.findall(text) if not (document.parent / link).exists()] == []
