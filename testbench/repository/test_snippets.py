# SPDX-License-Identifier: Apache-2.0
"""What the documents show as output is what the command prints.

A ```text block right after a ```sh block of one isochron command is its output, stdout and stderr; a line `...` stands for any
lines. A ```yaml block that begins with `# NAME.yaml`, or a ```python one with `# NAME.py`, is a file that the commands of its document may use.
A block that begins with `# examples/FILE` or `// examples/FILE` shows a piece of that file, or several with lines `...` between.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from patience import PATIENCE
from support import COMMAND, ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHOWN = re.compile(r"^```sh\n(build/release/isochron [^\n]*(?:\\\n[^\n]*)*)\n```\n\n?```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```(?:yaml|python)\n(# (\w+\.(?:yaml|py))\n.*?)^```", re.MULTILINE | re.DOTALL)

EXCERPT = re.compile(r"^```\w+\n(?:#|//) (examples/\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def snippets() -> list[tuple[Path, str, str]]:
    """(document, command, output) of everything that the documents show."""
    return [(path, *found) for path in DOCUMENTS for found in SHOWN.findall(path.read_text(encoding="utf-8"))]


def files_of(document: Path) -> dict[str, str]:
    """The files that a document defines, by name."""
    text = document.read_text(encoding="utf-8")
    return {found[2]: found[1] for found in FILE.finditer(text)}


def pattern(shown: str) -> str:
    """A regular expression for the output; trailing blanks do not count."""
    lines = (r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + r" *\n" for line in shown.splitlines())
    return "".join(lines)


SNIPPETS = snippets()
EXCERPTS = [(path, *found) for path in DOCUMENTS for found in EXCERPT.findall(path.read_text(encoding="utf-8"))]


def test_there_are_snippets() -> None:
    assert SNIPPETS


@pytest.mark.parametrize(
    "document, command, shown", SNIPPETS, ids=[f"{document.name}: {command[24:]}" for document, command, _ in SNIPPETS]
)
def test_output_is_as_shown(document: Path, command: str, shown: str, tmp_path: Path) -> None:
    words = shlex.split(command.replace("\\\n", " "))
    files = files_of(document)
    folder = ROOT
    if any(word in files for word in words):
        folder = tmp_path
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [COMMAND, *words[1:]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder, timeout=PATIENCE, check=False
    )
    assert re.fullmatch(pattern(shown), done.stdout.rstrip("\n") + "\n"), done.stdout


@pytest.mark.parametrize("document, file, shown", EXCERPTS, ids=[f"{document.name}: {file}" for document, file, _ in EXCERPTS])
def test_code_is_that_of_the_example(document: Path, file: str, shown: str) -> None:
    """Blank lines do not count."""
    lines = [line for line in (document.parent / file).read_text(encoding="utf-8").splitlines(keepends=True) if line.strip()]
    wanted = "".join(line + "\n" for line in shown.splitlines() if line.strip())
    assert re.search(rf"^{pattern(wanted)}", "".join(lines), re.MULTILINE), f"{document.name} shows what {file} has not"
