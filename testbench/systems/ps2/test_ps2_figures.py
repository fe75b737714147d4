# SPDX-License-Identifier: Apache-2.0
"""PS2's report from runs: every figure shows something, the page names every number; test_ps2_page.py says what they show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from support import ROOT, short_run_text

from isochron.papers.ps2.report import REPORT

NUMBERS = yaml.safe_load((ROOT / "scenarios/published/ps2.yaml").read_text(encoding="utf-8"))["numbers"]
SCENARIOS = sorted(
    {scenario for figure in REPORT.figures for scenario in figure.scenarios}
    | {scenario for number in NUMBERS for scenario in number.get("when", {}).get("scenarios", [])}
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results that figures and numbers take, and the report made of them."""
    made = tmp_path_factory.mktemp("ps2")
    for scenario in SCENARIOS:
        (made / f"{scenario}.json").write_text(short_run_text(ROOT / f"scenarios/ps2/{scenario}.yaml"))
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
    rows = {line.split("`")[1]: line.split(" | ")[3] for line in (folder / "results.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `ps2.")}
    compared = [number["id"] for number in NUMBERS if {"metric", "components", "largest"} & number.keys()]
    assert len(compared) > 30
    assert [name for name in compared if rows.get(name, "–") == "–"] == []
