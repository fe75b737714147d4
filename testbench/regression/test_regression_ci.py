# SPDX-License-Identifier: Apache-2.0
"""The example of a CI workflow is one, and every command of ours in it exists; so do those on the page about regression."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import typer
import yaml
from regression_support import application, explore
from support import COMMAND, ROOT, isochron
from test_snippets import pattern

WORKFLOW = ROOT / "docs/examples/ci/github_actions.yml"
PAGE = ROOT / "docs/regression.md"
OURS = re.compile(r"(?:^|[;&|]|\bdo\b)\s*((?:scripts/|build/release/isochron)\S*[^;&|]*)")
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def workflow() -> dict[str, Any]:
    return yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))


def commands_in(script: str) -> list[list[str]]:
    """The words of every command of ours in a shell script."""
    lines = re.sub(r"\\\n\s*", "", script).splitlines()
    return [shlex.split(found, comments=True) for line in lines for found in OURS.findall(line)]


def in_workflow() -> list[list[str]]:
    return [words for step in workflow()["jobs"]["regression"]["steps"] for words in commands_in(step.get("run", ""))]


def on_page() -> list[list[str]]:
    return [words for language, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")) if language == "sh" for words in commands_in(text)]


def options_of(words: list[str]) -> set[str]:
    """The options that a command takes, asked from itself."""
    program, *rest = words
    if program == "build/release/isochron":
        done = isochron(rest[0], "--help")
        assert done.returncode == 0, done.stderr
        return set(re.findall(r"--[a-z-]+", done.stdout))
    if program == "scripts/explore":
        command: click.Command = typer.main.get_command(application())
        for word in rest:
            if not hasattr(command, "commands"):
                break
            command = command.commands[word]
        return {option for parameter in command.params for option in parameter.opts}
    text = subprocess.run([ROOT / program, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"--[a-z-]+", text))


def test_the_workflow_is_one() -> None:
    document = workflow()
    # YAML 1.1 reads the key `on` as true.
    assert document.keys() >= {"name", True, "jobs"}
    assert set(document[True]) == {"push", "pull_request"}
    job = document["jobs"]["regression"]
    assert job["container"] == "debian:12"
    for step in job["steps"]:
        assert ("run" in step) != ("uses" in step)
        assert re.fullmatch(r"actions/[a-z-]+@v\d+", step.get("uses", "actions/checkout@v4"))


def test_the_workflow_does_what_it_is_for() -> None:
    asked = [" ".join(words[:3]) for words in in_workflow()]
    assert asked[0] == "scripts/setup --only run"
    assert "scripts/explore fingerprints check" in asked
    assert any(text.startswith("build/release/isochron check") for text in asked)
    uploads = [step for step in workflow()["jobs"]["regression"]["steps"] if step.get("uses", "").startswith("actions/upload-artifact")]
    assert uploads[0]["with"]["path"] == "reports/"


@pytest.mark.parametrize("words", in_workflow() + on_page(), ids=" ".join)
def test_every_command_exists(words: list[str]) -> None:
    program, *rest = words
    if program != "build/release/isochron":
        assert (ROOT / program).is_file()
    known = options_of(words)
    assert [word for word in rest if word.startswith("--") and word.partition("=")[0] not in known] == []
    for word in rest:
        if word.startswith("scenarios/") and "$" not in word:
            assert list(ROOT.glob(word)), f"{word} does not exist"


def test_every_loop_is_over_scenarios() -> None:
    """What a variable stands for exists too."""
    for step in workflow()["jobs"]["regression"]["steps"]:
        for names in re.findall(r"for scenario in ([^;]+);", step.get("run", "")):
            assert [name for name in names.split() if not (ROOT / f"scenarios/gennart/{name}.yaml").exists()] == []


def test_the_page_shows_what_the_commands_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of the page in their order, in a folder with the scenarios and nothing else."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    printed, shown = "", 0
    for language, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if language == "text":
            assert re.fullmatch(pattern(text), printed), printed
            shown += 1
            continue
        printed = ""
        for words in commands_in(text):
            if words[0] == "build/release/isochron":
                done = subprocess.run([COMMAND, *words[1:]], capture_output=True, text=True, check=False)
                assert done.returncode in (0, 1), done.stderr
            elif words[0] == "scripts/explore" and "update" not in words and "../" not in text:
                result = explore(*words[1:])
                assert result.code in (0, 1), result
                printed = "".join(line.rstrip() + "\n" for line in result.stdout.rstrip().splitlines())
    assert shown >= 3
