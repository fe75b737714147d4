# SPDX-License-Identifier: Apache-2.0
"""Voyager's report from runs: every figure shows something, the page names every number; test_voyager_page.py says what they show."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from support import ROOT, isochron

from isochron.papers.voyager import measures, paper
from isochron.papers.voyager.report import REPORT
from isochron.results.result import Result

NUMBERS = yaml.safe_load((ROOT / "scenarios/published/voyager.yaml").read_text(encoding="utf-8"))["numbers"]
SCENARIOS = sorted(
    {scenario for figure in REPORT.figures for scenario in figure.scenarios}
    | {scenario for number in NUMBERS for scenario in number.get("when", {}).get("scenarios", [])}
)


def run(scenario: str, *options: str) -> str:
    """The result of a run of one replication as the command printed it."""
    done = isochron(
        "run",
        f"scenarios/voyager/{scenario}.yaml",
        "--replications",
        "1",
        "--quiet",
        "--json",
        "-",
        *options,
    )
    assert done.returncode == 0, f"{scenario}: exit {done.returncode}\n{done.stderr}"
    return done.stdout


def short(scenario: str) -> tuple[str, ...]:
    """Options of a short run; one with a `step` ends when packets are lost, which a faster rise of streams brings about sooner."""
    document = yaml.safe_load((ROOT / f"scenarios/voyager/{scenario}.yaml").read_text(encoding="utf-8"))
    if "step" not in document["parameters"]:
        return ("--set", "measure.warm_up=2s", "--set", "measure.duration=4s")
    count = document["parameters"]["streams"]["count"]
    return (
        "--set",
        "step=1s",
        "--set",
        "measure.warm_up=1s",
        "--set",
        f"measure.duration={count}s",
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results that figures and numbers take, and the report made of them."""
    made = tmp_path_factory.mktemp("voyager")
    for scenario in SCENARIOS:
        (made / f"{scenario}.json").write_text(run(scenario, *short(scenario)))
    done = subprocess.run(
        [sys.executable, "-m", "isochron", "report", made],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
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
    rows = {line.split("`")[1]: line.split(" | ")[3] for line in page.splitlines() if line.startswith("| `voyager.") and line.count(" | ") == 6}
    compared = [number["id"] for number in NUMBERS if {"metric", "components", "largest"} & number.keys()]
    assert len(compared) > 40
    assert [name for name in compared if rows.get(name, "–") == "–"] == []


def test_bounds_of_table_3_are_the_papers(folder: Path) -> None:
    """248, 256, 256 and 201, and 240 of the switch, from `isochron explain`: with a bus less that of the buses is another."""
    told = {(one["resource"], row.most): one["limit"] for one, row in bounds("table3")}
    assert told == {
        ("atm", 248): 248,
        ("microchannel", None): 512,
        ("tb2", 256): 256,
        ("switch", None): 240,
        ("string", 256): 256,
        ("disk", 201): 201,
    }
    fewer = {one["resource"]: one["limit"] for one, _ in bounds("table3", "--set", "disks.buses=4")}
    assert fewer["string"] == 128
    assert fewer["disk"] == 201


def bounds(scenario: str, *options: str) -> list[tuple[dict, paper.Connection]]:
    """The bound that the page shows for each row of Table 3."""
    done = isochron("explain", f"scenarios/voyager/{scenario}.yaml", "--json", *options)
    assert done.returncode == 0, done.stderr
    listed = json.loads(done.stdout)["points"][0]["bounds"]
    return [
        (
            next(one for one in listed if one["resource"] == row.resource and row.bound in one["what"]),
            row,
        )
        for row in paper.TABLE3
    ]


def test_utilisation_is_linear_and_loss_begins_where_it_ends() -> None:
    """Fig. 3: R² above 0.999 below 95 %, and the first loss within a stream of the first that the processor has no time for."""
    result = Result(json.loads(run("figure3")))
    points = measures.at(result, {})
    line, onset = measures.fitted(result, points), measures.onset(result, points)
    assert line is not None and onset is not None
    assert line.r2 > 0.999
    assert line.points >= 8
    assert abs(onset - (int(1 / line.slope) + 1)) <= 1
