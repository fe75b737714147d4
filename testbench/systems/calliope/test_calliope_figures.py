# SPDX-License-Identifier: Apache-2.0
"""Calliope's report from runs: every figure shows something, the page names every number; test_calliope_page.py says what they show."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from support import ROOT, isochron

from isochron.papers.calliope import measures
from isochron.papers.calliope.report import REPORT
from isochron.results.result import Result

NUMBERS = yaml.safe_load((ROOT / "scenarios/published/calliope.yaml").read_text(encoding="utf-8"))["numbers"]
SCENARIOS = sorted(
    {scenario for figure in REPORT.figures for scenario in figure.scenarios}
    | {scenario for number in NUMBERS for scenario in number.get("when", {}).get("scenarios", [])}
)
# Streams begin after a second and a half, and viewers give commands every ten seconds.
SHORT = ("--set", "measure.warm_up=2s", "--set", "measure.duration=30s")


def run(scenario: str, *options: str) -> str:
    """The result of a run of two replications as the command printed it."""
    done = isochron("run", f"scenarios/calliope/{scenario}.yaml", "--replications", "2", "--quiet", "--json", "-", *options)
    assert done.returncode == 0, f"{scenario}: exit {done.returncode}\n{done.stderr}"
    return done.stdout


def system(scenario: str) -> str:
    return yaml.safe_load((ROOT / f"scenarios/calliope/{scenario}.yaml").read_text(encoding="utf-8"))["system"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results that figures and numbers take, and the report made of them."""
    made = tmp_path_factory.mktemp("calliope")
    for scenario in SCENARIOS:
        (made / f"{scenario}.json").write_text(run(scenario, *(SHORT if system(scenario) == "calliope_msu" else ())))
    done = subprocess.run([sys.executable, "-m", "isochron", "report", made], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "predictions within their bands" in done.stdout
    return made


@pytest.mark.parametrize("name", [figure.file for figure in REPORT.figures])
def test_every_figure_is_made(folder: Path, name: str) -> None:
    assert 5_000 < (folder / name).stat().st_size < 300_000


def test_the_page_has_every_published_number(folder: Path) -> None:
    page = (folder / "results.md").read_text(encoding="utf-8")
    assert [number["id"] for number in NUMBERS if f"`{number['id']}`" not in page] == []
    assert "nan" not in page.lower().split()


def test_every_number_that_names_a_metric_was_simulated(folder: Path) -> None:
    """A condition that no point meets, or a metric that the machine does not have, would leave the number out of the page's columns."""
    page = (folder / "results.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1]: line.split(" | ")[3] for line in page.splitlines() if line.startswith("| `calliope.") and line.count(" | ") == 6}
    compared = [number["id"] for number in NUMBERS if {"metric", "components", "largest"} & number.keys()]
    assert len(compared) > 40
    assert [name for name in compared if rows.get(name, "–") == "–"] == []


def test_files_alone_carry_fewer_streams_on_the_mean_than_their_mix() -> None:
    """Section 3.2.2: 11 of one file instead of 15. No verdict of the page takes the mean of several points."""
    result = Result(json.loads(run("graph2_single", "--set", "measure.duration=60s")))
    carried: dict[tuple[int, ...], int | None] = {}
    for files in {tuple(result.parameter("trace.files", point)) for point in result.points}:
        carried[files] = measures.carried(result, [point for point in result.points if tuple(result.parameter("trace.files", point)) == files])
    mix = carried.pop((0, 1, 2))
    assert mix is not None and len(carried) == 3
    # The fewest that were simulated stand for fewer.
    fewest = min(measures.streams(result, point) for point in result.points)
    assert sum(fewest if most is None else most for most in carried.values()) / 3 < mix
