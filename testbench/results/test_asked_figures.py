# SPDX-License-Identifier: Apache-2.0
"""Figures by name wherever one is asked for: percentiles, figures without a sample, limits without a unit. The delays are arithmetic."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import pandas
import pytest
from support import ROOT, isochron

from isochron.errors import ReportError
from isochron.explore.sweeps import simulate
from isochron.results.cache import Cache
from isochron.results.metrics import Known
from isochron.results.result import violation
from isochron.results.runner import Runner
from isochron.scenario import Scenario

# A hundred messages at once over a link of 1 Gb/s: the i-th is across after i times 8 us.
MACHINE = """machine: m
runs: measured
parameters:
  rate: {type: data_rate, default: 1 Gb/s, range: [1 B/s, 10 Gb/s], about: of the link}
parts:
  s: {type: source}
  d: {type: sink}
connect:
  - {from: s.out, to: d.in, link: {type: serial_link, name: l, rate: rate}}
traffic:
  - {name: t, from: s, to: d, arrivals: trace, file: t.csv, message: 1000 B}
"""
NOTHING = "vary: {rate: [1 Gb/s, 1 kB/s]}\n"


def written(folder: Path, more: str = "") -> Path:
    (folder / "m.yaml").write_text(MACHINE)
    (folder / "t.csv").write_text("time_s,source,bytes\n0.001,0,100000\n")
    scenario = folder / "s.yaml"
    scenario.write_text(f"system: ./m.yaml\nmeasure: {{warm_up: 0 ms, duration: 100 ms, replications: 2}}\n{more}")
    return scenario


def test_a_point_where_nothing_arrives_misses_and_loses_no_other(tmp_path: Path) -> None:
    expect = "expect:\n- {metric: t.delay, at_most: 1 ms}\n- {metric: t.delay.p99.9, at_most: 1 ms}\n"
    scenario = written(tmp_path, NOTHING + expect)
    done = isochron("check", scenario, "--quiet", "--junit", tmp_path / "report.xml")
    assert done.returncode == 1, done.stderr
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith("s ")]
    assert [row[-1] for row in rows] == ["ok", "MISSED", "ok", "MISSED"]
    assert done.stdout.count("nothing arrived") == 2
    assert f"{scenario}:5:3: t.delay: nothing arrived, not at most 1.000 ms" in done.stderr
    assert (tmp_path / "report.xml").read_text().count("nothing arrived") == 2


def test_its_cells_are_empty(tmp_path: Path) -> None:
    scenario = written(tmp_path, NOTHING)
    done = isochron("run", scenario, "--quiet", "--json", tmp_path / "r.json", "--csv", tmp_path / "csv", "--metric", "t.delay", "--metric", "t.delay.p50")
    assert done.returncode == 0, done.stderr
    document = json.loads((tmp_path / "r.json").read_text())
    assert violation(document) is None
    there, not_there = (point["metrics"]["t.delay"] for point in document["points"])
    assert (there["n"], not_there["n"]) == (2, 0)
    assert there["mean"] == pytest.approx(50.5 * 8e-6)
    assert {not_there[field] for field in ("mean", "half_width", "min", "max", "p50", "p999")} == {None}
    rows = [row for row in csv.DictReader((tmp_path / "csv/metrics.csv").read_text().splitlines()) if row["metric"] == "t.delay"]
    assert [rows[1][field] for field in ("mean", "half_width", "n", "min", "max", "p50", "p999")] == ["", "", "0", "", "", "", ""]
    lines = [line for line in done.stdout.splitlines() if "B/s" in line or "Gb/s" in line]
    assert ["us" in line or "ms" in line for line in lines] == [True, False]


def test_percentiles_by_hand(tmp_path: Path) -> None:
    """The percentiles of delays of 8 us to 800 us are known, but for the 3 % of a bin; the extremes are exact."""
    scenario = written(tmp_path)
    asked = {"t.delay.p50": 50 * 8e-6, "t.delay.p90": 90 * 8e-6, "t.delay.p99": 99 * 8e-6, "t.delay.p99.9": 800e-6}
    words = [word for name in (*asked, "t.delay.max", "t.delay.min", "t.delay.n", "s.out.utilisation") for word in ("--metric", name)]
    done = isochron("run", scenario, "--quiet", *words)
    assert done.returncode == 0, done.stderr
    shown = {line.split()[0]: line.split()[1:3] for line in done.stdout.splitlines() if line.startswith(("t.", "s."))}
    for name, expected in asked.items():
        value, unit = shown[name]
        assert unit == "us"
        assert float(value) * 1e-6 == pytest.approx(expected, rel=0.03)
    assert shown["t.delay.max"] == ["800.000", "us"]
    assert shown["t.delay.min"] == ["8.000", "us"]
    assert shown["t.delay.n"][0] == "2"
    assert "s.out.utilisation" in shown


def test_the_package_knows_them_too(tmp_path: Path) -> None:
    scenario = Scenario.load(written(tmp_path))
    sweep = simulate(scenario, {"rate": ["1 Gb/s", "2 Gb/s", "1 kB/s"]}, runner=Runner(cache=Cache(tmp_path / "cache"), quiet=True))
    frame = sweep.frame()
    assert list(frame["t.delay.max"][:2]) == pytest.approx([800e-6, 400e-6])
    assert list(frame["t.delay.p50"][:2]) == pytest.approx([400e-6, 200e-6], rel=0.03)
    assert math.isnan(frame["t.delay.p99"][2])
    assert math.isnan(frame["t.delay"][2])
    assert frame.attrs["units"]["t.delay.p99"] == "s"
    sweep.write(tmp_path / "out")
    assert list(pandas.read_parquet(tmp_path / "out/sweep.parquet")["t.delay.max"][:2]) == pytest.approx([800e-6, 400e-6])
    rows = list(csv.DictReader((tmp_path / "out/sweep.csv").read_text().splitlines()))
    assert rows[2]["t.delay"] == rows[2]["t.delay.p99"] == ""
    first = sweep.points[0].result()
    assert first.metric("t.delay.p99.9") == first.metric("t.delay.p999")
    assert first.metric("t.delay.max").half_width == 0
    known = Known.of(sweep.runner.simulator.explain(scenario))
    assert known.require("t.delay.p99.9", "--metric") == "s"
    with pytest.raises(ReportError, match=r"Did you mean `t\.delay\.p9"):
        known.require("t.delay.p98", "--metric")


REFUSED = {
    "a rate without unit": ("{metric: t.bandwidth, at_least: 119}", "`119` has no unit, and the metric is in B/s. Write a rate such as 240 MB/s"),
    "a time without unit": ("{metric: t.delay.p99, between: [0, 1]}", "`1` has no unit, and the metric is in s. Write a duration such as 240 ns"),
    "of a part": ('{metric: "d[0].bandwidth", at_least: 5}', "`5` has no unit, and the metric is in B/s"),
    "a tolerance": ("{metric: t.bandwidth, equals: 1 MB/s, plus_minus: 5}", "`5` has no unit, and the metric is in B/s"),
    "no percentile": ("{metric: t.delay.p98, at_most: 1 s}", "`t.delay` has: mean, min, max, half_width, n, p50, p90, p95, p99, p999"),
    "a percentile of what has none": ("{metric: t.bandwidth.p99, at_most: 1 GB/s}", "`t.bandwidth` has: mean, min, max, half_width, n."),
}


@pytest.mark.parametrize("name", REFUSED)
def test_mistakes_are_told_before_anything_is_simulated(name: str, tmp_path: Path) -> None:
    expect, message = REFUSED[name]
    done = isochron("check", written(tmp_path, f"expect:\n- {expect}\n"))
    assert done.returncode == 2, done.stdout
    assert f"{tmp_path / 's.yaml'}:4:" in done.stderr
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_zero_and_plain_numbers_need_no_unit(tmp_path: Path) -> None:
    expect = "expect:\n- {metric: t.delay, at_least: 0}\n- {metric: t.delay, between: [0, 1 s]}\n- {metric: s.out.utilisation, at_most: 1}\n"
    done = isochron("check", written(tmp_path, expect), "--quiet")
    assert done.returncode == 0, done.stderr


def test_run_refuses_unknown_figures() -> None:
    done = isochron("run", ROOT / "scenarios/seachange/cluster.yaml", "--metric", "delay.p98")
    assert done.returncode == 2
    assert done.stderr.startswith("--metric: the result has no figure `delay.p98`. `delay` has:")
