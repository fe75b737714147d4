# SPDX-License-Identifier: Apache-2.0
"""Figures, page and data of pcie_bench from results that were made up: what they say is known beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas
import pytest
from matplotlib import image
from pcie_bench_files import SIZES, WINDOWS, columns, rows
from ps2_results import document, metric

from isochron.papers.catalogue import named
from isochron.papers.pcie_bench import measured, measures
from isochron.papers.pcie_bench.card import CONSTANTS, NOT_THE_CARDS
from isochron.papers.pcie_bench.measures import Compared, Place
from isochron.papers.pcie_bench.report import REPORT
from isochron.papers.reproduce import files_of
from isochron.results.result import Result

IOMMU = "bdw-Xeon-E5-2630v4-dell-t430-s0-s0-s0-iommu-nosp"
PREDICTED = ("bdw-Xeon-E5-2630v4-dell-t430-s0-s1-s0", "hsw-Xeon-E5-2620v3_dell-t630-iommu", "ib-Xeon-E5-2620v2_dell-t620-s0-s0-s0", "snb-Xeon-E5-2630_dell-t620")
# By how much the results are above what was measured, by test.
ABOVE = {"RD": 0.01, "WR": 0.02, "RW": -0.03}


def parameters() -> dict[str, Any]:
    """Parameters of the machine as results have them."""
    made: dict[str, Any] = {"host": IOMMU, "test": "RD", "bytes": 64, "window": 8192, "cache": "HWarm"}
    for i, one in enumerate((*CONSTANTS, *NOT_THE_CARDS)):
        group, _, name = one.path.rpartition(".")
        (made.setdefault(group, {}) if group else made)[name] = 1e9 if one.unit == "B/s" else (i + 1) * (1e-9 if one.unit else 1)
    return made


def point(gigabits: float) -> dict[str, Any]:
    """A point with a bandwidth."""
    return {"simulated_s": 1.0, "metrics": {"bandwidth": metric(gigabits * 1e9 / 8, "B/s")}}


def results() -> dict[str, Result]:
    """Every point as measured, but for ABOVE; windows as measured; 10 Gb/s predicted, or 5 beyond 1 MiB."""
    sizes = [({"host": row["setup"], "test": row["test"], "bytes": int(row["bytes"])}, point(float(row["gbit_per_s"]) * (1 + ABOVE[row["test"]]))) for row in rows(SIZES)]
    windows = [
        ({"host": row["setup"], "cache": row["cache"], "window": int(row["window_bytes"])}, point(float(row["gbit_per_s"])))
        for row in rows(WINDOWS)
        if row["test"] == "RD" and row["bytes"] == "64"
    ]
    predicted = [({"host": setup, "test": test, "bytes": size}, point(10.0)) for setup in PREDICTED for test in ABOVE for size in (64, 1024)]
    beyond = [({"host": PREDICTED[1], "cache": "HWarm", "window": window}, point(5.0 if window > 2**20 else 10.0)) for window in (2**12, 2**20, 2**21, 2**26)]
    made = {"known": sizes, "windows": windows, "predicted": predicted, "predicted_windows": beyond}
    return {name: Result(document(name, "pcie_bench", parameters(), points)) for name, points in made.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of all that was made up."""
    made = tmp_path_factory.mktemp("pcie_bench")
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


def rows_of_table(page: str, before: str) -> list[str]:
    """First cells of the table that follows a sentence."""
    below = page[page.index(before) :].split("\n\n")[1]
    return [line.split("|")[1].strip() for line in below.splitlines()[2:]]


@pytest.mark.parametrize("name", [figure.file for figure in REPORT.figures])
def test_a_figure_shows_something(folder: Path, name: str) -> None:
    pixels = image.imread(folder / name)
    assert 900 <= pixels.shape[1] <= 2000
    assert ((pixels[..., :3].max(axis=2) - pixels[..., :3].min(axis=2)) > 0.2).mean() > 0.002
    assert (folder / name).stat().st_size < 300_000


def test_residuals_are_those_that_were_made(page: str) -> None:
    """Every point of a test is off by the same, so that median, 90th percentile and largest are equal; of all tests they are not."""
    found = cells(page, "Known set-ups", "**all of these**")
    assert found[1:4] == ["1.00 %, 1.0 %, 1.0 %", "2.00 %, 2.0 %, 2.0 %", "3.00 %, 3.0 %, 3.0 %"]
    assert found[4] == "2.00 %, 3.0 %, 3.0 %"


def test_the_knee_of_the_measurements(page: str) -> None:
    """They are their own results here. Without an IOMMU there is none."""
    assert cells(page, "Reads of 64 B", "HWarm")[1:] == ["512 KiB", "512 KiB", "0.0 %"]
    assert cells(page, "Reads of 64 B", "512 KiB")[1:] == ["22.34", "22.34", "0.0 %"]
    assert cells(page, "Predictions", f"`{PREDICTED[1]}` | 10.00 | 2 MiB")[3] == "5.00"


def test_constants_have_the_values_of_the_run(page: str) -> None:
    assert cells(page, "The constants of the card", "`card.tags`")[2] == "1"
    assert cells(page, "The constants of the card", "`own_latency`")[2] == "2 ns"
    assert cells(page, "The constants of the card", "`card.push_rate`")[2] == "1 GB/s"
    assert rows_of_table(page, "numbers belong to the card") == [f"`{one.path}`" for one in CONSTANTS]
    assert len(CONSTANTS) == 12


def test_what_else_was_fixed_is_listed_with_its_values(page: str) -> None:
    assert rows_of_table(page, "more numbers were fixed by measurements") == [f"`{one.path}`" for one in NOT_THE_CARDS]
    assert cells(page, "The constants of the card", "`link.efficiency`")[2] == "13"
    assert cells(page, "The constants of the card", "`ddio_gain`")[2] == "20 ns"


def test_failures_show_their_errors(page: str) -> None:
    assert cells(page, "Where the model fails", "ib | RD | 1281")[3] == "+1.0 %"
    assert cells(page, "Where the model fails", "all | RW | 127, 128")[3] == "-3.0 %"


def test_predictions_are_in_the_columns_of_the_measurements(tmp_path: Path) -> None:
    files, _ = files_of(named("pcie_bench")[0], results())
    for name, path in (("predicted", SIZES), ("predicted_windows", WINDOWS)):
        file = tmp_path / f"{name}.csv"
        file.write_bytes(files[f"data/pcie_bench/{name}.csv"])
        assert columns(file) == columns(path)
    frame = pandas.read_csv(tmp_path / "predicted.csv")
    assert len(frame) == 24
    assert set(frame["pattern"]) == {"Rand"}
    assert set(frame["cache"]) == {"HWarm"}
    assert set(frame["gbit_per_s"]) == {10.0}


def test_residuals_and_knee_by_hand() -> None:
    at = Place("a", "RD", "HWarm", 8192, 64)
    one = [Compared(at, model, 10.0) for model in (10.1, 9.8, 10.4)] + [Compared(at, 1.0, None)]
    found = measures.residuals(one)
    assert found is not None
    assert (found.median, found.largest, found.points) == (pytest.approx(0.02), pytest.approx(0.04), 3)
    assert found.p90 == pytest.approx(0.036)
    assert measures.residuals(one[3:]) is None
    assert measures.knee([1, 2, 4, 8], [10, 8.1, 7.9, 1]) == 4
    assert measures.knee([1, 2], [10, 8]) is None


def test_short_names_are_different() -> None:
    names = {row["setup"] for row in rows(SIZES)} | set(PREDICTED)
    assert len({measured.short(name) for name in names}) == len(names)
    assert measured.short(IOMMU) == "bdw E5-2630v4 s0-s0-s0 iommu-nosp"


def test_sections_without_their_scenarios_are_left_out(tmp_path: Path) -> None:
    REPORT.make({"windows": results()["windows"]}, tmp_path)
    page = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert "## Reads of 64 B" in page
    assert "## Known" not in page
    assert "## Predictions" not in page
    assert [path.name for path in tmp_path.glob("*.png")] == ["pcie_bench_iommu.png"]
