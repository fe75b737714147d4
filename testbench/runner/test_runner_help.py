# SPDX-License-Identifier: Apache-2.0
"""scripts/test --help, which is printed without Python, and the steps agree."""

import re
import subprocess

import pytest
from support import ROOT

from runner import report, steps
from runner.errors import UsageError
from runner.options import Options

HELP = subprocess.run([ROOT / "scripts/test", "--help"], capture_output=True, text=True, check=True).stdout
LISTED = re.findall(r"^  ([a-z_]+) +(\(\*\))? ?(\S.*)$", HELP, re.MULTILINE)


def test_help_lists_the_steps_and_the_groups() -> None:
    assert sorted(name for name, _, _ in LISTED) == sorted([*steps.NAMES, *steps.GROUPS])
    assert len(LISTED) == len({name for name, _, _ in LISTED})


def test_help_marks_the_steps_that_are_marked() -> None:
    assert {name for name, mark, _ in LISTED if mark} == {step.name for step in steps.STEPS if step.marked}


def test_every_need_is_a_step_that_comes_before() -> None:
    names = [step.name for step in steps.STEPS]
    assert all(names.index(step.needs) < names.index(step.name) for step in steps.STEPS if step.needs)


def test_without_a_word_the_steps_are_those_that_are_not_marked() -> None:
    default = [step.name for step in steps.asked_for([], False)]
    assert default == [step.name for step in steps.asked_for(["default"], False)]
    assert not any(steps.NAMES[name].marked for name in default)
    everything = [step.name for step in steps.asked_for([], True)]
    # The simulations of the Verilog are part of ctest.
    assert set(steps.NAMES) - set(everything) == {"rtl_sim"}


def test_a_step_that_two_words_name_runs_once() -> None:
    assert [step.name for step in steps.asked_for(["rtl_lint", "rtl", "rtl_lint"], False)].count("rtl_lint") == 1


def test_options() -> None:
    assert Options.parse(["--all", "shell"]) == Options(everything=True, steps=("shell",))
    assert Options.parse(["--changed"]).changed == ""
    assert Options.parse(["--verbose", "--changed", "HEAD~3"]) == Options(verbose=True, changed="HEAD~3")
    for wrong in (["nosuch"], ["--changed", "shell"], ["--changed", "--all"], ["--nosuch"]):
        with pytest.raises(UsageError, match="--help"):
            Options.parse(wrong)


def test_the_line_of_a_step_says_what_was_skipped() -> None:
    assert report.count("table\neffort: 8 machines, 0 failed, instructions skipped: glibc is 2.36, recorded with 2.40\n").endswith("recorded with 2.40")
