# SPDX-License-Identifier: Apache-2.0
"""Questions about a figure that some points have no sample of: an empty cell there, and an answer about the others."""

from __future__ import annotations

from pathlib import Path

import pandas
import pytest
from explore import LINK_MACHINE, explore, runner

from isochron.explore.conditions import Condition
from isochron.explore.designs import Span
from isochron.explore.knee import find
from isochron.results.metrics import Known
from isochron.scenario import Scenario

# At 1 kB/s the first I/O is asked for long after the window.
VALUES = "load=1GB/s,1kB/s"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "m.yaml").write_text(LINK_MACHINE)
    (tmp_path / "run.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 100 us, duration: 1 ms, replications: 2}\n")
    return tmp_path


def test_a_sweep_has_an_empty_cell(folder: Path) -> None:
    done = explore("sweep", "run.yaml", "--vary", VALUES, "--metric", "t.delay", "--out", "swept", folder=folder)
    assert done.returncode == 0, done.stderr
    [row] = [line for line in done.stdout.splitlines() if line.strip().startswith("1kB/s")]
    assert row.split() == ["1kB/s"]
    frame = pandas.read_csv(folder / "swept/sweep.csv")
    assert frame["t.delay"].isna().tolist() == [False, True] and frame["t.bandwidth"].tolist()[1] == 0
    assert (folder / "swept/t.delay.png").stat().st_size > 5000
    # Without a point there is no picture either.
    done = explore("sweep", "run.yaml", "--vary", "load=1kB/s,2kB/s", "--metric", "t.delay", "--out", "none", folder=folder)
    assert done.returncode == 0 and not list((folder / "none").glob("*.png")), done.stderr


def test_a_comparison_has_an_empty_cell(folder: Path) -> None:
    done = explore("compare", "run.yaml", "--vary", VALUES, "--metric", "t.delay", "--out", "compared", folder=folder)
    assert done.returncode == 0, done.stderr
    frame = pandas.read_csv(folder / "compared/compare.csv").set_index(["metric", "scenario"])
    assert frame["mean"].isna()["t.delay"].tolist() == [False, True] and frame["difference"].isna()["t.delay"].all()
    assert frame["difference"]["t.bandwidth", "load=1kB/s"] == pytest.approx(-1e9, rel=0.01)
    done = explore("compare", "run.yaml", "--vary", "load=1kB/s,2kB/s", "--metric", "t.delay", "--out", "none", folder=folder)
    assert done.returncode == 0, done.stderr
    assert pandas.read_csv(folder / "none/compare.csv").set_index("metric")["mean"].isna()["t.delay"].all()


def test_a_knee_says_where_nothing_arrived(folder: Path) -> None:
    work = runner(folder)
    scenario = Scenario.load(folder / "run.yaml")
    until = Condition.parse("t.delay < 1 ms", Known.of(work.simulator.explain(scenario)), "--until")
    found = find(scenario, "load", Span("1kB/s", "1GB/s"), runner=work, until=until, most_runs=4)
    assert not found.certain and not found.low.certain and found.high.certain and found.high.holds
    assert any("1 kB/s is not decided: t.delay has no sample: nothing arrived" in remark for remark in found.remarks)
    done = explore("knee", "run.yaml", "--vary", "load=1kB/s..1GB/s", "--until", "t.delay < 1 ms", "--max-runs", "4", folder=folder)
    assert done.returncode == 0 and "no sample" in done.stdout and "in doubt" in done.stdout, done.stderr
