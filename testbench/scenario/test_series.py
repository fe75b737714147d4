# SPDX-License-Identifier: Apache-2.0
"""Figures over time at a chosen interval: by hand, against the cluster's own series, and without effect on anything else."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import pytest
from support import ROOT, isochron
from test_traces import written

from isochron.machine import Machine
from isochron.results.result import Result, violation

# A message of 1000 B is across in 8 us: four from 1 ms on, one and a half from 2 ms on, in intervals of 16 us and of 500 us.
FOUR = "time_s,source,bytes\n0.001,0,4000\n0.002,0,1500\n"


def run(scenario: Path, *options: str | Path) -> dict:
    done = isochron("run", scenario, "--json", "-", "--quiet", *options)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert violation(document) is None
    return document


def test_bandwidth_and_delays_by_hand(tmp_path: Path) -> None:
    scenario = written(tmp_path, trace=FOUR)
    asked = 'measure.series=[t.bandwidth, t.delay, t.delay.max, "d[0].bandwidth"]'
    result = run(scenario, "--set", "measure.duration=3ms", "--set", "measure.every=500us", "--set", asked)
    series = result["series"]
    assert {one["interval_s"] for one in series.values()} == {0.0005}
    assert series["t.bandwidth"]["values"] == pytest.approx([0, 0, 8e6, 0, 3e6, 0])
    assert series["d[0].bandwidth"]["values"] == series["t.bandwidth"]["values"]
    assert series["t.delay"]["values"] == [None, None, pytest.approx(20e-6), None, pytest.approx(10e-6), None]
    assert series["t.delay.max"]["values"] == [None, None, pytest.approx(32e-6), None, pytest.approx(12e-6), None]
    assert math.isnan(Result(result).series["t.delay"].values[0])


def test_the_rest_of_a_result_does_not_change(tmp_path: Path) -> None:
    scenario = written(tmp_path, trace=FOUR)
    without = run(scenario, "--replications", "2")
    result = run(scenario, "--replications", "2", "--set", "measure.every=10ms", "--csv", tmp_path / "csv")
    assert set(result["series"]) == set(without["metrics"])
    assert {len(one["values"]) for one in result["series"].values()} == {10}
    for document in (result, without):
        del document["performance"], document["series"]
    assert result == without
    rows = [row for row in csv.DictReader((tmp_path / "csv/series.csv").read_text().splitlines()) if row["series"] == "t.delay"]
    assert [row["value"] != "" for row in rows] == [True] + [False] * 9
    assert [float(row["time_s"]) for row in rows] == pytest.approx([i / 100 for i in range(10)])


def test_a_point_may_lack_the_part(tmp_path: Path) -> None:
    scenario = written(tmp_path, trace=FOUR)
    scenario.write_text(scenario.read_text() + "vary: {n: [1, 2]}\n")
    result = run(scenario, "--set", "measure.every=50ms", "--set", 'measure.series=["d[1].bandwidth"]')
    assert [list(point["series"]) for point in result["points"]] == [[], ["d[1].bandwidth"]]


def test_the_last_interval_may_be_shorter(tmp_path: Path) -> None:
    """4 ms and 1 ms: what arrives in the second one counts over 1 ms."""
    scenario = written(tmp_path, trace="time_s,source,bytes\n0.0041,0,1000\n")
    result = run(scenario, "--set", "measure.duration=5ms", "--set", "measure.every=4ms", "--set", "measure.series=t.bandwidth")
    assert result["series"]["t.bandwidth"]["values"] == pytest.approx([0, 1e6])


def test_the_builder_asks_for_series(tmp_path: Path) -> None:
    written(tmp_path, trace=FOUR)
    machine = Machine.load(tmp_path / "m.yaml")
    measure = {"warm_up": "0 ms", "duration": "3 ms", "every": "1 ms", "series": ["t.bandwidth", "d[0].bandwidth"]}
    series = run(Path(machine.scenario(tmp_path, name="built", measure=measure).path))["series"]
    assert set(series) == {"t.bandwidth", "d[0].bandwidth"}
    assert series["t.bandwidth"]["values"] == pytest.approx([0, 4e6, 1.5e6])


def test_the_cluster_has_such_a_series_of_its_own() -> None:
    words = [ROOT / "scenarios/seachange/cluster.yaml", "--set", "measure.warm_up=100ms", "--set", "measure.duration=200ms"]
    own = run(*words)["series"]["raid.bandwidth"]
    assert own["interval_s"] == 0.1
    ours = run(*words, "--set", "measure.every=100ms", "--set", "measure.series=[raid.bandwidth, ib_pci.utilisation.max, delay.p99]")["series"]
    assert ours["raid.bandwidth"] == own
    assert len(ours["ib_pci.utilisation.max"]["values"]) == len(ours["delay.p99"]["values"]) == 3


ENDING = ROOT / "scenarios/gennart/shared_bus_read.yaml"


def test_a_machine_that_ends_has_those_of_its_parts() -> None:
    words = ("--set", "nodes=2", "--set", "strands=16", "--replications", "1")
    result = run(ENDING, *words, "--set", "measure.every=50ms", "--set", "measure.series=disk.utilisation")
    values = result["series"]["disk.utilisation"]["values"]
    whole = result["metrics"]["disk.utilisation"]["mean"]
    # The intervals weighted by their lengths are the whole; what follows the end is in the last one.
    assert sum(values) * 0.05 == pytest.approx(whole * result["simulated_s"], rel=1e-6)
    done = isochron("run", ENDING, *words, "--set", "measure.every=50ms", "--set", "measure.series=throughput")
    assert done.returncode == 2
    assert "`throughput` is a figure of the run as a whole" in done.stderr


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (("measure.series=[t.delay]",), "`measure.series` without an interval. Add `every: 100 ms`"),
        (("measure.every=1us", "measure.series=[t.dely]"), "unknown metric `t.dely`. Did you mean `t.delay`?"),
        (("measure.every=1ns",), "`measure.every` cuts the run into 100000000 intervals, which is too many. Take at least 100.001 ns"),
        (("measure.every=0",), "measure.every"),
    ],
)
def test_mistakes(settings: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = isochron("run", written(tmp_path, trace=FOUR), *(word for one in settings for word in ("--set", one)))
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
