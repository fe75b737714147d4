# SPDX-License-Identifier: Apache-2.0
"""Steps that are not repeated while nothing that decides them changed."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from runner import steps
from runner.command import Command
from runner.job import Job, plan
from runner.places import ROOT
from runner.unchanged import Unchanged

JOB = Job("lint", (Command(("lint", "rtl")),), inputs=("rtl", "tool.py"))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "rtl").mkdir()
    (tmp_path / "scripts").mkdir()
    for name, text in {"rtl/a.v": "module a;", "tool.py": "1", "other.txt": "x", "scripts/packages.apt": "[run]\nbash\n"}.items():
        (tmp_path / name).write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def remembered(tree: Path, job: Job = JOB) -> bool:
    return bool(Unchanged(tree, tree / "marks").since(job))


def test_a_step_is_repeated_when_a_file_that_decides_it_changed(tree: Path) -> None:
    assert not remembered(tree)
    Unchanged(tree, tree / "marks").passed(JOB)
    assert remembered(tree)
    (tree / "other.txt").write_text("y")
    assert remembered(tree)
    (tree / "rtl/a.v").write_text("module a ;")
    assert not remembered(tree)
    (tree / "rtl/a.v").write_text("module a;")
    assert remembered(tree)
    (tree / "rtl/new.v").write_text("")
    assert not remembered(tree)
    (tree / "rtl/new.v").unlink()
    (tree / "tool.py").rename(tree / "tool2.py")
    assert not remembered(tree)


def test_commands_and_packages_count(tree: Path) -> None:
    Unchanged(tree, tree / "marks").passed(JOB)
    assert not remembered(tree, Job("lint", (Command(("lint", "--all", "rtl")),), inputs=JOB.inputs))
    (tree / "scripts/packages.apt").write_text("[run]\nbash\ncoreutils\n")
    assert not remembered(tree)


def test_a_step_without_inputs_and_a_damaged_mark_run(tree: Path) -> None:
    always = Job("ctest", (Command(("ctest",)),))
    Unchanged(tree, tree / "marks").passed(always)
    assert not remembered(tree, always)
    Unchanged(tree, tree / "marks").passed(JOB)
    (tree / "marks/lint").write_text("damaged")
    assert not remembered(tree)


def test_long_forms_and_named_steps_run() -> None:
    lint = [steps.NAMES["rtl_lint"]]
    assert plan(lint, False)[0].inputs
    assert not plan(lint, True)[0].inputs
    assert not plan(lint, False, ["rtl_lint"])[0].inputs


def test_the_inputs_are_there() -> None:
    assert [name for name in steps.RTL_INPUTS if not (ROOT / name).exists()] == []


def test_what_the_sanitizers_leave_out_is_there() -> None:
    words = ["ctest", "--preset", "release", "--show-only=json-v1"]
    listed = json.loads(subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout)["tests"]
    names = [test["name"] for test in listed]
    assert [pattern for pattern in steps.adds_nothing() if not any(re.search(pattern, name) for name in names)] == []
