# SPDX-License-Identifier: Apache-2.0
"""The multidisk servers' report from short runs: every figure shows something, the page names every number."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from matplotlib import image
from support import ROOT, short_run_text

from isochron.papers.gennart import figures
from isochron.papers.gennart.report import REPORT
from isochron.results.result import load

# Beside those that figures take, those that published numbers are compared with.
OTHERS = {
    "disk_requests_40k",
    "mbus_copy",
    "mbus_copy_disk_500k",
    "mbus_copy_disk_50k",
    "mbus_copy_sum",
    "mbus_read",
    "mbus_read_40mhz",
    "mbus_write",
    "scaling_point_to_point",
    "scaling_point_to_point_long",
}
SCENARIOS = sorted({scenario for figure in REPORT.figures for scenario in figure.scenarios} | OTHERS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results that the figures take, and the report made of them."""
    made = tmp_path_factory.mktemp("gennart")
    for scenario in SCENARIOS:
        (made / f"{scenario}.json").write_text(short_run_text(ROOT / f"scenarios/gennart/{scenario}.yaml"))
    done = subprocess.run(
        [sys.executable, "-m", "isochron", "report", made], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert "predictions within their bands" in done.stdout
    return made


@pytest.mark.parametrize("name", [figure.file for figure in REPORT.figures])
def test_a_figure_shows_something(folder: Path, name: str) -> None:
    pixels = image.imread(folder / name)
    height, width = pixels.shape[:2]
    assert 900 <= width <= 2000
    assert 500 <= height <= 1500
    coloured = (pixels[..., :3].max(axis=2) - pixels[..., :3].min(axis=2)) > 0.2
    assert coloured.mean() > 0.002
    assert (folder / name).stat().st_size < 300_000


def test_the_page_has_every_published_number(folder: Path) -> None:
    page = (folder / "results.md").read_text()
    numbers = yaml.safe_load((ROOT / "scenarios/published/gennart.yaml").read_text())["numbers"]
    assert [number["id"] for number in numbers if f"`{number['id']}`" not in page] == []
    assert "nan" not in page.lower().split()


def test_the_closed_form_is_what_a_strand_alone_takes(folder: Path) -> None:
    """168960 B at 4, 18.4 and 38.9 MB/s: 42.24 + 9.183 + 4.343 ms; and on the links 1.690 + 21.12 + 4.343 ms more."""
    assert figures.alone(load(folder / "jitter_shared_bus.json")) == pytest.approx(0.055766, abs=1e-6)
    assert figures.alone(load(folder / "jitter_point_to_point.json")) == pytest.approx(0.082919, abs=1e-6)
