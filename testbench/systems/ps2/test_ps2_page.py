# SPDX-License-Identifier: Apache-2.0
"""Figures and page of PS2 from results that were made up: what they say is known beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib import image
from ps2_results import cut, document, published, results

from isochron.papers.ps2 import measures, paper
from isochron.papers.ps2.report import REPORT
from isochron.results.published import rows
from isochron.results.result import Result


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of all that was made up."""
    made = tmp_path_factory.mktemp("ps2")
    REPORT.make(results(), made)
    return made


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    return (folder / "results.md").read_text(encoding="utf-8")


def cells(page: str, heading: str, first: str) -> list[str]:
    """The cells of the row that begins with `first` below a heading."""
    below = page[page.index(f"## {heading}") :]
    line = next(line for line in below.splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("name", [figure.file for figure in REPORT.figures])
def test_a_figure_shows_something(folder: Path, name: str) -> None:
    pixels = image.imread(folder / name)
    height, width = pixels.shape[:2]
    assert 900 <= width <= 2000
    assert 500 <= height <= 1500
    if name == "planes.png":  # grey: half of a chessboard
        assert 0.15 < (pixels[..., :3].max(axis=2) < 0.1).mean() < 0.5
    else:
        coloured = (pixels[..., :3].max(axis=2) - pixels[..., :3].min(axis=2)) > 0.2
        assert coloured.mean() > 0.002
    assert (folder / name).stat().st_size < 300_000


def test_numbers_of_the_paper_are_binary(page: str) -> None:
    """But for those that it has in powers of ten."""
    assert "| `ps2.P23` | 6 | 21.5 MiB/s | 22.5 MiB/s |" in page
    assert "| `ps2.P07` | 6 | 12.5 MB/s | 12.5 MB/s |" in page
    assert "| `ps2.P47` | 6 | 3.4 1/s | 3.375 1/s |" in page
    assert "MB is 10^6 B" not in page


def test_calibrations_are_named_and_nothing_else(page: str) -> None:
    section = page[page.index("## What was calibrated") : page.index("## Arrays of disks")]
    assert "why ps2.P47" in section
    assert "ps2.P23" not in section


def test_one_array_of_disks(page: str) -> None:
    """18 ms / 9; 9 x 2.5 MiB/s, and a quarter more with two requests; 0.8 of it with the largest blocks."""
    assert cells(page, "Arrays of disks", "9 | 1")[2:5] == ["2.00 ± 0.10 ms", "22.500 ± 0.095 MiB/s", "18.00 MiB/s"]
    assert cells(page, "Arrays of disks", "9 | 2")[3].startswith("28.1")
    assert "8 KiB to 256 KiB" in page


def test_speed_ups(page: str) -> None:
    """In proportion to both: three slaves to one three times, nine disks to one nine times."""
    found = measures.speedups(results()["fig11"], "slaves", "disks_per_slave")
    assert found == {d: [(s, pytest.approx(s)) for s in (1, 2, 3)] for d in (1, 3, 6, 9)}
    found = measures.speedups(results()["fig11"], "disks_per_slave", "slaves")
    assert found == {s: [(d, pytest.approx(d)) for d in (1, 3, 6, 9)] for s in (1, 2, 3)}
    assert cells(page, "Speed-up", "3") == ["3", "1.00", "2.00", "3.00"]


def test_work_is_stacked_to_the_whole() -> None:
    """A kind that the page does not know is shown as other work; a PC alone has one stack."""
    point = Result(document("planes", "ps2", {}, cut(3, 9)))
    shares = dict(measures.work(point, ("slave",)))
    assert [kind.name for kind in shares] == ["network", "disk_interface", "extract"]
    assert sum(shares.values()) == pytest.approx(point.metric("slave.processor").mean)
    more = cut(3, 9)
    more["metrics"]["slave.processor"]["mean"] += 0.05
    assert measures.work(Result(document("planes", "ps2", {}, more)), ("slave",))[-1] == (paper.OTHER, pytest.approx(0.05))
    alone = measures.work(Result(document("planes", "ps2", {}, cut(0, 9))), ("slave", "master"))
    assert [kind.name for kind, _ in alone] == ["receive", "merge", "display"]


def test_the_busiest_part_is_the_bottleneck(page: str) -> None:
    """Six disks are busy for 95 %. With nine it is the slave's processor: 0.125 x 9 x 314 extents of 2.5 ms are 88 %."""
    points = {measures.disks(results()["fig10_slave"], p): measures.bottleneck(p) for p in results()["fig10_slave"].points}
    assert points[6] == ("disks", pytest.approx(0.95))
    assert points[9] == ("slaves' processors", pytest.approx(0.883, abs=1e-3))
    assert cells(page, "Other scenarios", "`failed_disk`")[-1] == "654"
    literal = cells(page, "Other scenarios", "`literal`")
    assert "(negative control)" in literal[1]
    assert literal[3] == "2.700 ± 0.027 planes/s"
    assert "`fig11`" not in page[page.index("## Other scenarios") : page.index("## What the runs cost")]


def test_traffic_of_the_memory_buses_is_of_the_right_pc(page: str) -> None:
    """A slave's 353.25 extents/s: 32768 B by 14.4 ns/B, 16.7 %. The master's kinds are the sum of all slaves' parts."""
    assert cells(page, "Memory buses", "slave | disk read")[3:] == ["16.7 %", "13.7 %"]
    assert cells(page, "Memory buses", "slave | all")[4] == "27.0 %"
    assert cells(page, "Memory buses", "master | receiving")[3:] == ["12.7 %", "10.4 %"]
    assert cells(page, "Memory buses", "master | all")[3:] == ["17.4 %", "14.3 %"]
    assert "simulated are 353" in page


def test_the_foreseen_machine_is_judged_by_twice_todays(page: str) -> None:
    """2 x 3.4 planes/s."""
    assert "6.8 planes/s. 1 of 2 settings do." in page
    assert cells(page, "The machine that", "`master.receive_on` one")[-1] == "no"
    assert cells(page, "The machine that", "`master.receive_on` all")[-1] == "yes"


def test_the_splits_of_the_seek_are_side_by_side(page: str) -> None:
    local = ["`fig10_local`", "2 ms", "4 ms", "13 ms", "18.5 ms", "0", "9", "0.5625 ± 0.0056 planes/s"]
    assert cells(page, "Other splits", "`fig10_local`") == local
    assert cells(page, "Other splits", "`seek_steep`")[3] == "16 ms"


def test_where_the_paper_contradicts_itself(page: str) -> None:
    """3.4 x 18848 / 60 / 3 = 356 extents/s; by 22 MiB / 18848 = 1224 B, 426 KiB/s."""
    section = page[page.index("## Where the paper contradicts itself") :]
    assert "356 extents/s of each: 23 % more" in section
    assert "Simulated: 353 extents/s." in section
    assert "parts of 1224 B. At 3.4 planes/s it is 426 KiB/s. Simulated: 422 KiB/s." in section
    assert "its processor is busy for 88.3 % of the time, its disks for 80.0 %" in section


def test_sections_without_their_scenarios_are_left_out(tmp_path: Path) -> None:
    some = {name: result for name, result in results().items() if name in ("planes", "literal")}
    REPORT.make(some, tmp_path)
    page = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert "Fig. 9" not in page
    assert "Speed-up" not in page
    assert "## Memory buses" in page
    assert sorted(path.name for path in tmp_path.glob("*.png")) == ["table1.png"]


def test_a_row_is_decimal_unless_its_paper_is_not() -> None:
    entry = published("a", 21.5 * 2**20, 2.0**19, "prediction", "B/s")
    result = Result(document("planes", "ps2", {}, []) | {"published": [entry | {"band": [20 * 2**20, 24 * 2**20]}]})
    (decimal,), (binary,) = rows([result]), rows([result], binary=True)
    assert (decimal.published, decimal.simulated) == ("22.5444 MB/s", "0.524288 MB/s")
    assert (binary.published, binary.simulated, binary.band) == ("21.5 MiB/s", "512 KiB/s", "20 MiB/s to 24 MiB/s")
