# SPDX-License-Identifier: Apache-2.0
"""Figures and page of Calliope from results that were made up: what they say is known beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest
from calliope_results import results
from matplotlib import image

from isochron.papers.calliope import measures, paper
from isochron.papers.calliope.report import REPORT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of all that was made up."""
    made = tmp_path_factory.mktemp("calliope")
    REPORT.make(results(), made)
    return made


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    return (folder / "results.md").read_text(encoding="utf-8")


def below(page: str, heading: str) -> str:
    """What stands between a heading and the next."""
    return page[page.index(f"## {heading}") :].partition("\n## ")[0]


def cells(page: str, heading: str, first: str) -> list[str]:
    """The cells of the row that begins with `first` below a heading."""
    line = next(line for line in below(page, heading).splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("name", [figure.file for figure in REPORT.figures])
def test_a_figure_shows_something(folder: Path, name: str) -> None:
    pixels = image.imread(folder / name)
    height, width = pixels.shape[:2]
    assert 900 <= width <= 2000
    assert 500 <= height <= 1500
    coloured = (pixels[..., :3].max(axis=2) - pixels[..., :3].min(axis=2)) > 0.2
    assert coloured.mean() > 0.002
    assert (folder / name).stat().st_size < 300_000


def test_every_figure_is_on_the_page(page: str) -> None:
    assert all(f"]({figure.file})" in page for figure in REPORT.figures)


def test_a_number_of_table_1_outside_its_band_is_a_miss(page: str) -> None:
    """2.0 instead of 2.5 MB/s is more than 8 %; the others are as published."""
    heading = "What the hardware can do"
    assert below(page, heading).count("**MISS**") == 1
    assert cells(page, heading, "3 disks, 2 adapters | disk 3 | 2.5 MB/s | 2.00 MB/s")[4:] == ["-20.0 %", "8 %", "**MISS**"]
    assert cells(page, heading, "no disk, written to memory")[3:] == ["6.34 MB/s", "+0.6 %", "3 %", "ok"]
    assert cells(page, heading, "no disk")[-1] == "calibrated"


def test_what_misses_stands_with_its_reason(page: str) -> None:
    section = below(page, "What misses, and why")
    assert "why calliope.t1.f_d3h2.disk2" in section
    assert "calliope.mem.meas" not in section


def test_calibrations_are_named_and_nothing_else(page: str) -> None:
    section = below(page, "What was calibrated")
    assert "why calliope.t1.d1" in section
    assert "calliope.mem.meas" not in section


def test_rows_of_table_1_are_the_papers() -> None:
    """20 numbers of disks and packets beside them, 8.5 and 6.3; eight of them were calibrated."""
    rates = [one for row in (*paper.ALONE, *paper.SENDING) for one in row.rates]
    assert len(rates) == 22
    assert sum(one.calibrated for one in rates) == 8
    assert pytest.approx(7.502, abs=5e-4) == paper.MEMORY_BOUND / 1e6


def test_graph_1_is_in_the_order_of_the_streams(page: str) -> None:
    rows = [line.split(" | ")[1:3] for line in below(page, "Constant rates").splitlines() if line.startswith("| `graph1")]
    assert [row[0] for row in rows] == ["22", "23", "24", "25"]
    assert rows[2][1] == "38.00 ± 1.00 %"


def test_times_of_a_histogram() -> None:
    """Evenly from 0 to 90 ms: the median is at the fifth of ten edges, and nothing is later than the last."""
    point = measures.by_streams(results()["graph1"])[0]
    assert measures.quantile(point, 0.5) == pytest.approx(0.045)
    assert measures.quantile(point, 0.99) == pytest.approx(0.09)
    assert measures.average(point, "lateness") == pytest.approx(0.045)


def test_the_edge_is_told_by_a_packets_whole_cost(page: str) -> None:
    """100 us + 93 ns x 4096 + 60 us = 540.93 us; 5 us more are 0.92 %."""
    row = cells(page, "How sharp the edge is", "65 µs")
    assert row[1:4] == ["545.93 µs", "+0.92 %", "5.00 ± 1.00 %"]
    assert "0.9 % more or less" in below(page, "How sharp the edge is")


def test_streams_are_carried_up_to_the_first_that_fails(page: str) -> None:
    """97 % within 50 ms: 14, 15 and 16 of the mix; of one file 10, 12 or more, and fewer than 9, which is 8 at most."""
    assert "are 16;" in below(page, "Variable rates")
    section = below(page, "One file alone")
    ends = [line.split(" | ")[-1].strip(" |") for line in section.splitlines() if line.startswith(("| file", "| all"))]
    assert ends == ["10", "12 or more", "fewer than 9", "12 or more"]
    assert "at most 10.0 on the mean, their mix 12 or more" in section


def test_glitches_are_counted(page: str) -> None:
    assert cells(page, "Who sees a glitch", "28")[1:3] == ["28.0", "84.0"]
    assert cells(page, "Who sees a glitch", "24")[1:3] == ["0.0", "0.0"]


def test_mended_adapters_stand_beside_the_paper(page: str) -> None:
    assert cells(page, "Two adapters", "2 | sent")[2:5] == ["3.30 MB/s", "3.40, 3.40 MB/s", "2.3, 2.7, 2.7 MB/s"]


def test_the_elevators_gain(page: str) -> None:
    """3.852 by 3.6."""
    assert "7.0 % more" in below(page, "An elevator on the disk")


def test_waits_for_a_slot_have_their_bound(page: str) -> None:
    """A block of 262144 B at 187500 B/s is a cycle of 1.398 s; striped over two disks twice that."""
    assert cells(page, "Striped files", "copies")[2] == "1.4 s"
    assert cells(page, "Striped files", "striped")[2] == "2.8 s"


def test_the_coordinator_beside_a_queue(page: str) -> None:
    """60 x 2.33 ms = 0.1398: 2.33 ms and as much again by 0.1398 / (2 x 0.8602), 2.519 ms; nothing at 480 a second."""
    row = cells(page, "The coordinator", "`coordinator_60`")
    assert row[2:5] == ["60 /s", "60.0 /s", "13.98 ± 0.10 %"]
    assert row[7] == "2.52 ms"
    assert cells(page, "The coordinator", "`coordinator_breaks` | 10 | 480 /s")[7] == "none"
    assert "processor 11.7 % and network 5.0 %" in below(page, "The coordinator")


def test_a_failure_by_load_and_copies(page: str) -> None:
    """2 requests/s of a minute, of ten units with 20 streams: 60 %."""
    assert cells(page, "A unit fails", "60 % | 1")[2:] == ["11.0", "11.0", "22.0"]
    assert cells(page, "A unit fails", "60 % | 2")[2:] == ["0.0", "11.0", "0.0"]


def test_a_section_without_its_runs_is_left_out(tmp_path: Path) -> None:
    REPORT.make({name: result for name, result in results().items() if name == "wind"}, tmp_path)
    text = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## Every published number", "## Fast forward and back", "## What the runs cost"]
    assert not list(tmp_path.glob("*.png"))
