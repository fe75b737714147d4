# SPDX-License-Identifier: Apache-2.0
"""The list of papers is whole: every machine is of one of them, and each has its scenarios, its numbers and its page."""

from __future__ import annotations

import json
import subprocess
import sys

import yaml
from support import ROOT, isochron

from isochron.papers.catalogue import PAPERS, report_of


def test_every_machine_is_of_one_paper() -> None:
    described = json.loads(isochron("describe", "--json").stdout)
    own = {yaml.safe_load(file.read_text())["system"] for file in (ROOT / "scenarios/own").glob("*.yaml")}
    machines = sorted(one["name"] for one in described if one["kind"] == "system" and one["name"] not in own)
    assert sorted(system for paper in PAPERS for system in paper.systems) == machines


def test_a_paper_has_its_scenarios_numbers_and_page() -> None:
    for paper in PAPERS:
        assert set(paper.whole) <= {file.stem for file in paper.files(all_of_them=True)}, paper.name
        assert set(paper.files()) <= set(paper.files(all_of_them=True)), paper.name
        assert paper.files(), paper.name
        assert all(list((ROOT / f"scenarios/{paper.name}").glob(f"{pattern}.yaml")) for pattern in paper.scenarios), paper.name
        assert (ROOT / f"scenarios/published/{paper.name}.yaml").exists() == report_of(paper).published, paper.name
        assert (ROOT / f"docs/results/{paper.name}.md").exists()
        assert all((ROOT / "docs" / page).exists() for page in paper.systems.values())
        assert report_of(paper).figures


def test_no_two_figures_have_one_name() -> None:
    """All papers' pages lie in one folder."""
    names = [figure.file for paper in PAPERS for figure in report_of(paper).figures]
    assert sorted(set(names)) == sorted(names)


def lines_of(*options: str) -> list[list[str]]:
    done = subprocess.run([sys.executable, "-m", "isochron", "papers", *options], capture_output=True, text=True, check=True, cwd=ROOT)
    return [line.split("\t") for line in done.stdout.splitlines()]


def test_scripts_run_is_told_what_to_simulate() -> None:
    assert lines_of() == [[paper.name, str(file)] for paper in PAPERS for file in paper.files()]
    whole = [
        [paper.name, str(file), *paper.whole.get(file.stem, ())] for paper in PAPERS for file in paper.files(all_of_them=True)
    ]
    assert lines_of("--all") == whole
