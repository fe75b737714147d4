# SPDX-License-Identifier: Apache-2.0
"""The files of published numbers: complete, and every number has its role and what the role asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from support import ROOT

FILES = sorted((ROOT / "scenarios/published").glob("*.yaml"))
# How many numbers each paper prints, counted by hand when its list was made; a number that is dropped is noticed.
COUNTS = {"seachange": 40, "gennart": 112}


def paper(path: Path) -> str:
    """The paper of a file: one paper may have several."""
    return path.stem.partition("_")[0]


def numbers(path: Path) -> list[dict]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))["numbers"]


def test_every_file_is_counted() -> None:
    assert {path.stem for path in FILES} == COUNTS.keys()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_number_is_missing(path: Path) -> None:
    ids = [number["id"] for number in numbers(path)]
    assert len(set(ids)) == len(ids) == COUNTS[path.stem]
    assert all(re.fullmatch(rf"{paper(path)}\.[a-z0-9_.-]+", name) for name in ids)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios_exist(path: Path) -> None:
    named = {name for number in numbers(path) for name in number.get("when", {}).get("scenarios", [])}
    assert [name for name in sorted(named) if not (ROOT / f"scenarios/{paper(path)}/{name}.yaml").exists()] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_input_without_a_parameter_says_where_it_goes(path: Path) -> None:
    inputs = [number for number in numbers(path) if number["role"] == "input"]
    assert [number["id"] for number in inputs if not number.get("parameter") and not number.get("reason")] == []
