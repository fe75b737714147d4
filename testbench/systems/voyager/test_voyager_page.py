# SPDX-License-Identifier: Apache-2.0
"""Figures and page of Voyager from results that were made up: what they say is known beforehand."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
from matplotlib import image
from voyager_results import BOUNDS, results

from isochron.papers.voyager import measures, paper
from isochron.papers.voyager.report import REPORT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of all that was made up, and of bounds that were."""
    made = tmp_path_factory.mktemp("voyager")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measures, "bounds", lambda result: BOUNDS)
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


def test_table_3_has_the_bounds_of_explain(page: str) -> None:
    """155 / 5 = 31 a link and 248 of eight; the Microchannel that is meant is a thin node's; what has no bound has none shown."""
    heading = "What connections could carry"
    assert cells(page, heading, "ATM, OC-3")[1:] == [
        "155 Mb/s",
        "31",
        "31",
        "248",
        "248",
    ]
    assert cells(page, heading, "Microchannel")[1:] == [
        "640 Mb/s",
        "128",
        "128",
        "–",
        "512",
    ]
    assert cells(page, heading, "disk")[1:] == ["28 Mb/s", "5", "5", "201", "201"]
    assert cells(page, heading, "SCSI bus")[3:] == ["–", "256", "–"]
    assert "180 streams on such a machine: 0.0 %" in below(page, heading)


def test_table_3_is_the_papers_own_arithmetic() -> None:
    """floor(rate / 5 Mb/s) in every row; 8, 4, 8 and 36 of them."""
    assert [row.streams for row in paper.TABLE3] == [int(row.rate // (8 * paper.VIDEO)) for row in paper.TABLE3]
    assert {row.resource: row.most for row in paper.TABLE3 if row.most is not None} == {
        "atm": 8 * 31,
        "tb2": 4 * 64,
        "string": 8 * 32,
        "disk": int(36 * 28 / 5),
    }


def test_slopes_are_beside_the_papers(page: str) -> None:
    """Seven streams of 12.6 % are the last point below 95 %: the line is exact."""
    heading = "What receiving and sending costs"
    assert cells(page, heading, "receive, 5 Mb/s, 4096 B")[1:] == [
        "10.5 %",
        "10.50 %",
        "+0.0 %",
        "1.00000",
        "9",
        "9.0",
        "9.5",
    ]
    assert cells(page, heading, "send, 5 Mb/s, 8192 B")[5:] == ["12", "12.0", "12.2"]
    assert cells(page, heading, "receive, 128 kb/s, 512 B")[1:] == [
        "2.0 %",
        "1.60 %",
        "-20.0 %",
        "2.50 %",
        "+25.0 %",
        "50",
        "41.0",
    ]
    assert cells(page, heading, "send, 128 kb/s, 1024 B")[3:6] == [
        "-20.0 %",
        "1.35 %",
        "-10.0 %",
    ]


def test_a_line_is_fitted_where_the_processor_is_not_full() -> None:
    """1, 3 and 9 streams of 10.5 %; 10 and 16 are beyond. Without three points there is no line."""
    result = results()["figure3"]
    line = measures.fitted(result, measures.at(result, {}))
    assert line is not None
    assert (line.slope, line.intercept, line.r2, line.points) == (
        pytest.approx(0.105),
        pytest.approx(0, abs=1e-12),
        pytest.approx(1),
        3,
    )
    assert measures.fitted(result, measures.at(result, {})[:2]) is None
    assert measures.onset(result, measures.at(result, {})) == 10
    assert measures.onset(result, measures.at(result, {})[:3]) is None


def test_the_fit_is_least_squares() -> None:
    """Against the closed form, of points that do not lie on a line."""
    result = results()["figure3"]
    points = measures.at(result, {})[:3]
    for point, used in zip(points, (0.2, 0.1, 0.9), strict=True):
        point._document["metrics"]["processor.utilisation"]["mean"] = used
    line = measures.fitted(result, points)
    x, y = numpy.array([1.0, 3.0, 9.0]), numpy.array([0.2, 0.1, 0.9])
    slope = ((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum()
    assert line is not None
    assert (line.slope, line.intercept) == (
        pytest.approx(slope),
        pytest.approx(y.mean() - slope * x.mean()),
    )
    assert line.r2 == pytest.approx(numpy.corrcoef(x, y)[0, 1] ** 2)


def test_figures_3_and_5_say_where_loss_begins(page: str) -> None:
    """10 x 0.105 = 1.05 and 6 x 0.182 = 1.09 of a processor."""
    assert "is 10." in below(page, "A node that receives")
    assert "10.50 % a stream, R² 1.000000" in below(page, "A node that receives")
    assert cells(page, "A node that receives", "10")[3:] == [
        "4.76 ± 0.10 %",
        "socket 100 %",
    ]
    assert cells(page, "A node that receives", "3")[4] == "nothing"
    assert "is 6." in below(page, "A node that records")
    assert cells(page, "A node that records", "7")[4] == "files 100 %"


def test_loss_is_beside_the_kernels_share(page: str) -> None:
    """0.08 and 0.13 of a processor a stream: 9 fit of one and not of the other, 1 - 1 / 1.17; of 16 1 - 1 / 1.28 and 1 - 1 / 2.08 are lost."""
    assert "| kernel | 9 streams | 16 streams |" in page
    assert cells(page, "A node that receives", "0 %")[1:] == ["0.0 %", "21.9 %"]
    assert cells(page, "A node that receives", "50 %")[1:] == ["14.5 %", "51.9 %"]


def test_disks_beside_the_papers(page: str) -> None:
    heading = "Disks (Table 5"
    assert cells(page, heading, "1 local")[1:] == [
        "3.58 MB/s",
        "3.58 MB/s",
        "+0.0 %",
        "3.58 MB/s",
        "calibrated",
        "",
    ]
    assert cells(page, heading, "3 VSD")[1:] == [
        "4.81 MB/s",
        "5.29 MB/s",
        "+10.0 %",
        "1.76 MB/s",
        "",
        "5.60 MB/s, +16.4 %",
    ]


def test_recording_beside_the_papers(page: str) -> None:
    """0.1647 instead of 0.183 is a tenth low; one node's maxima are excluded."""
    heading = "What recording costs"
    assert cells(page, heading, "2 nodes, 5 Mb/s, 4096 B")[1:] == [
        "18.3 %",
        "16.47 %",
        "-10.0 %",
        "1.00000",
        "5",
        "7.0",
        "6.1",
    ]
    assert cells(page, heading, "1 node, 5 Mb/s, 8192 B")[5:7] == ["excluded", "4.0"]
    assert cells(page, heading, "2 nodes, 128 kb/s, 512 B")[1:] == [
        "2.7 %",
        "2.60 %",
        "3.40 %",
    ]
    assert cells(page, heading, "3 nodes, 128 kb/s, 512 B")[1] == "–"


def test_proposals_and_what_they_assume(page: str) -> None:
    """8192 B are 172 cells of 53 B: 134.6 of 149.76 Mb/s, 26.9 streams."""
    heading = "Zero copy and raw AAL5"
    assert cells(page, heading, "send")[1:] == ["12.0", "15.0", "24.0", "26.0"]
    assert "room for 26.9 in cells" in below(page, heading)
    assert cells(page, heading, "as it is")[1:] == ["8.20 % to 8.20 %", "12.2 to 12.2"]
    assert cells(page, heading, "both")[1:] == ["5.00 % to 7.00 %", "14.3 to 20.0"]
    assert "With 25 % to 75 % of a byte's time" in below(page, heading)


def test_cells_are_counted() -> None:
    """4096 B and 44 of headers fill 86.25 cells of 48 B, 8192 B 171.6; what fits exactly takes no cell more."""
    assert paper.payload_rate(149.76, 4096) == pytest.approx(149.76 * 4096 / (87 * 53))
    assert paper.payload_rate(149.76, 8192) == pytest.approx(134.58, abs=0.005)
    assert paper.payload_rate(53, 48 - paper.HEADERS) == 48 - paper.HEADERS
    assert paper.payload_rate(53, 49 - paper.HEADERS) == (49 - paper.HEADERS) / 2


def test_the_links_room_is_on_the_page(page: str) -> None:
    assert cells(page, "Cells", "`cells` | 4096 | 133.0 Mb/s | 31")[4:] == [
        "133.0 Mb/s",
        "14.19 %",
    ]
    assert cells(page, "Cells", "`cells` | 8192 | 134.6 Mb/s | 26")[5] == "0.00 %"
    assert cells(page, "Cells", "`cells_ignored`")[2] == "155.0 Mb/s"


def test_the_whole_server(page: str) -> None:
    heading = "The whole server"
    assert cells(page, heading, "`evening`")[1:] == [
        "8 + 4",
        "200",
        "62.50 MB/s",
        "0.00 %",
        "nothing",
        "100.0 %",
        "75.0 %",
        "18.4 %",
        "10 ms",
    ]
    assert cells(page, heading, "`evening_server`")[4:6] == ["20.00 %", "files 100 %"]
    assert cells(page, heading, "`scaling`, switch of ports")[4] == "0.00 %"
    assert cells(page, heading, "`scaling`, switch of shared")[1] == "48 + 16"


def test_where_packets_are_dropped_is_in_the_order_of_how_many() -> None:
    point = results()["figure3"].points[0]
    for place, count in (
        ("source", 0),
        ("atm", 0),
        ("interface", 30),
        ("socket", 60),
        ("file", 10),
    ):
        point._document["metrics"][f"dropped.{place}"]["mean"] = count
    assert measures.dropped(point) == "socket 60 %, kernel 30 %, files 10 %"


def test_what_misses_and_what_was_calibrated(page: str) -> None:
    assert "why voyager.t4.recv_128k_512.cpu" in below(page, "What misses, and why")
    assert "voyager.t4.recv_5M_4096.cpu" not in below(page, "What misses, and why")
    assert "why voyager.t4.recv_5M_4096.cpu" in below(page, "What was calibrated")


def test_sections_without_their_scenarios_are_left_out(tmp_path: Path) -> None:
    some = {name: result for name, result in results().items() if name in ("figure3", "evening")}
    REPORT.make(some, tmp_path)
    page = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert "Table 5" not in page
    assert "Zero copy" not in page
    assert "## The whole server" in page
    assert sorted(path.name for path in tmp_path.glob("*.png")) == ["voyager_figure3.png"]
