# SPDX-License-Identifier: Apache-2.0
"""docs/tests.md names every folder of the library, of the Python package and of the tests, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from runner.folders import METHODS
from support import ROOT

PAGE = (ROOT / "docs/tests.md").read_text(encoding="utf-8")
# Folders whose own folders are subjects too.
DIVIDED = ("tlm/isochron/software", "testbench/software", "testbench/systems")


def folders_of(top: str) -> set[str]:
    """Folders with files, from the repository's folder; what Python has compiled does not count."""
    files = (path for path in (ROOT / top).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    found = {path.relative_to(ROOT / top).parts[0] for path in files if path.parent != ROOT / top}
    return {f"{top}/{name}" for name in found}


def named(top: str, text: str = PAGE) -> set[str]:
    """Paths below a folder that the page names."""
    return {path.rstrip("/.") for path in re.findall(rf"(?<![\w/]){top}/\w[\w/.]*", text.replace("(../", "("))}


@pytest.mark.parametrize("top", ["tlm/isochron", "scripts/isochron", "testbench", *DIVIDED])
def test_every_folder_is_on_the_page(top: str) -> None:
    rows = "\n".join(line for line in PAGE.splitlines() if line.startswith("|"))
    missing = folders_of(top) - named(top, rows) - set(DIVIDED)
    assert not missing, f"the tables of docs/tests.md do not name {sorted(missing)}"


@pytest.mark.parametrize("top", ["tlm/isochron", "scripts/isochron", "testbench"])
def test_the_page_names_nothing_else(top: str) -> None:
    gone = {path for path in named(top) if not (ROOT / path).exists()}
    assert not gone, f"docs/tests.md names {sorted(gone)}"


def test_the_page_and_the_runner_agree_on_methods() -> None:
    rows = set(re.findall(r"^\| \[testbench/(\w+)\]", PAGE, re.MULTILINE))
    assert rows == METHODS


def test_every_folder_with_cxx_tests_is_a_program() -> None:
    """A folder without a line in CMake would be compiled by nobody."""
    text = (ROOT / "testbench/CMakeLists.txt").read_text(encoding="utf-8")
    programs = {ROOT / "testbench" / folder for folder in re.findall(r"^isochron_add_subject\(([\w/]+)", text, re.MULTILINE)}
    sources = [path for path in (ROOT / "testbench").rglob("*_test.cpp") if path.relative_to(ROOT / "testbench").parts[0] not in METHODS]
    assert sources

    def has_program(source: Path) -> bool:
        return any(folder in programs for folder in source.parents)

    assert [str(source.relative_to(ROOT)) for source in sources if not has_program(source)] == []
