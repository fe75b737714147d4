# SPDX-License-Identifier: Apache-2.0
"""The report from short runs: every figure is there and shows something, the page names every number."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib import image
from support import ROOT, short_run_text

from isochron.papers.seachange import paper
from isochron.papers.seachange.page import contended
from isochron.papers.seachange.report import REPORT
from isochron.results.result import load
from isochron.units import percent

FILES = [figure.file for figure in REPORT.figures]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results that the report takes."""
    made = tmp_path_factory.mktemp("seachange")
    for scenario in sorted({name for figure in REPORT.figures for name in figure.scenarios}):
        # A curve over time takes more than an instant.
        options = ("--set", "measure.duration=2s") if scenario == "ramp_up" else ()
        (made / f"{scenario}.json").write_text(short_run_text(ROOT / f"scenarios/seachange/{scenario}.yaml", *options))
    return made


@pytest.fixture(scope="module")
def report(folder: Path) -> str:
    """What the report printed."""
    return run_report(folder).stdout


def run_report(folder: Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "isochron", "report", folder], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("name", FILES)
def test_a_figure_shows_something(folder: Path, report: str, name: str) -> None:
    pixels = image.imread(folder / name)
    height, width = pixels.shape[:2]
    assert 900 <= width <= 2000
    assert 500 <= height <= 1500
    coloured = (pixels[..., :3].max(axis=2) - pixels[..., :3].min(axis=2)) > 0.2
    assert coloured.mean() > 0.002
    assert (folder / name).stat().st_size < 300_000


def test_the_page_has_every_published_number(folder: Path, report: str) -> None:
    import yaml

    page = (folder / "results.md").read_text()
    published = yaml.safe_load((ROOT / "scenarios/published/seachange.yaml").read_text())
    numbers = published["numbers"]
    ids = [entry["id"] for entry in numbers] if isinstance(numbers, list) else list(numbers)
    assert ids
    assert [name for name in ids if f"`{name}`" not in page] == []
    assert "nan" not in page.lower().split()


def test_the_page_has_both_measures_of_contention(folder: Path, report: str) -> None:
    point = load(folder / "contention.json").points[-1]
    page = (folder / "results.md").read_text()
    for stage in paper.PATH:
        link, buffer = (point.metric(f"{stage.name}.{name}").mean for name in ("wait_link", "wait_buffer"))
        shown = " | ".join(percent(share) for share in (link, buffer, link + buffer))
        row = next(line for line in page.splitlines() if line.startswith(f"| `{stage.name}` |"))
        assert f" | {shown} | {contended(link)} | {contended(link + buffer)} | " in row
    assert f"| `ib_pci` | {percent(point.metric('ib_pci.utilisation').mean)} | {percent(point.metric('ib_pci.contended').mean)} |" in page
    assert re.search(r"By `wait_link` \d of 9 stages are contended, by `pending` \d, in the paper 4\.", page)


def test_the_terminal_table_ends_with_a_verdict(report: str) -> None:
    assert "seachange.fig6.saturation_raid" in report
    verdict = "0 of 1 predictions within their bands; missed: seachange.ramp_up; not counted: 10 calibrations, 2 shown, "
    assert verdict in " ".join(report.split())


def test_figures_are_the_same_twice(folder: Path, report: str) -> None:
    before = {name: (folder / name).read_bytes() for name in FILES}
    run_report(folder)
    assert before == {name: (folder / name).read_bytes() for name in FILES}


def test_a_run_too_short_for_a_curve_is_one_message(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "ramp_up.json").write_text(short_run_text(ROOT / "scenarios/seachange/ramp_up.yaml"))
    done = subprocess.run(
        [sys.executable, "-m", "isochron", "report", tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_missing_folder_is_one_message(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "isochron", "report", tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "scripts/run" in done.stderr


def test_a_truncated_result_is_one_message(tmp_path: Path) -> None:
    (tmp_path / "cluster.json").write_text('{"schema": "isochron.resu')
    done = subprocess.run(
        [sys.executable, "-m", "isochron", "report", tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "cluster.json" in done.stderr


def test_table_5_is_the_published_one() -> None:
    """The rows drawn agree with the extremes that the published numbers hold."""
    means = [row[2] for row in paper.TABLE_5]
    half = [row[3] for row in paper.TABLE_5]
    assert (min(means), max(means), min(half), max(half)) == (119.997, 120.007, 0.002, 0.009)
    assert [row[:2] for row in paper.TABLE_5] == [(node, raid) for node in range(7) for raid in range(2)]
