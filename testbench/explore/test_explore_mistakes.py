# SPDX-License-Identifier: Apache-2.0
"""What a newcomer gets wrong: one message that says what to do, and nothing lost."""

from __future__ import annotations

import contextlib
import datetime
import io
from pathlib import Path

import numpy
import pandas
import pytest
from explore import CLUSTER, SHARED_BUS, SHORT_CLUSTER, explore, quick, refused, runner

from isochron.errors import ReportError
from isochron.explore import bottleneck_command, session, sweep_command
from isochron.explore.bottleneck import bindings
from isochron.explore.costs import Costs
from isochron.explore.designs import axes
from isochron.explore.sweeps import simulate
from isochron.results.metrics import Known
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario, setting_text


@pytest.mark.parametrize(
    ("path", "values", "said"),
    [
        ("io_write", "10MB/s..20MB/s:1.2.3MB/s", "write the step"),
        ("io_write", "10MB/s..20MB/s:.MB/s", "write the step"),
        ("nodes", f"1..{10**26}", "more than 10000"),
        ("nodes", "²..3", "plain number"),
        ("measure.confidence", "0.8..0.9:0.05", "list them"),
    ],
)
def test_a_range_that_is_none_is_a_message(tmp_path, path, values, said):
    simulator = runner(tmp_path).simulator
    with pytest.raises(ReportError, match=said):
        axes(simulator, simulator.pinned(quick(), (path,))[0], {path: values})


def test_a_program_that_is_no_isochron_is_a_message():
    with pytest.raises(ReportError, match="is it an isochron command"):
        Simulator.find("/bin/true").explain(quick())


def test_numbers_of_numpy_are_numbers():
    assert [setting_text(value) for value in numpy.arange(2, 4)] == ["2", "3"]
    assert setting_text([numpy.int64(0), 3]) == "[0, 3]"
    assert setting_text(pandas.Series([1.5])[0]) == "1.5"
    with pytest.raises(ReportError, match="date is no value"):
        setting_text(datetime.date(2001, 1, 1))


def test_a_series_says_where_its_metrics_are(tmp_path):
    work = runner(tmp_path)
    with pytest.raises(ReportError, match="each of the result's points"):
        work.run(quick()).metric("throughput")
    with pytest.raises(ReportError, match=r"it has .*throughput"):
        work.run(quick(nodes=2)).metric("speed")


def test_brackets_are_shown_as_they_are(tmp_path):
    found = simulate(quick(), {"nodes": ["2", "[/x]", "[bold]"]}, runner=runner(tmp_path))
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        session.terminal.console().print(sweep_command._table(found, ["throughput"]))
        session.terminal.console().print(bottleneck_command._table(bindings(found), ["nodes"]))
    assert "[/x]" in out.getvalue() and "[bold]" in out.getvalue()


def test_a_point_that_failed_is_in_the_exit_code(tmp_path):
    short = ("--set", "strands=8", "--replications", "1")
    done = explore("bottleneck", SHARED_BUS, "--vary", "nodes=0..1", *short, folder=tmp_path)
    assert done.returncode == 1 and "nodes=0: failed" in done.stdout, done.stdout + done.stderr
    assert len(pandas.read_csv(tmp_path / "out/bottleneck/shared_bus_read/bottleneck.csv")) == 1


def test_a_path_is_one_line_as_it_is(tmp_path, capsys):
    path = tmp_path / "[b]" / ("long " * 40) / "sweep.csv"
    session.finish(runner(tmp_path), [path])
    assert capsys.readouterr().out == f"{path}\n"


def test_a_parameter_may_be_a_word_or_a_number(tmp_path):
    found = simulate(quick(nodes=2), {"bus_packets": ["strand", "8KiB", "8 furlongs"]}, runner=runner(tmp_path))
    found.write(tmp_path / "out")
    assert pandas.read_parquet(tmp_path / "out/sweep.parquet")["bus_packets"].fillna("").tolist() == ["strand", "8192", ""]
    assert pandas.read_csv(tmp_path / "out/sweep.csv")["state"].tolist() == ["done", "done", "failed"]


def test_a_price_is_a_number(tmp_path):
    (tmp_path / "costs.yaml").write_text("currency: EUR\nparts: {'*': .nan}\nsearch: {nodes: 1..2}\n")
    with pytest.raises(ReportError, match="beyond all numbers"):
        Costs.load(tmp_path / "costs.yaml")


def test_what_a_mistake_in_the_costs_began_does_not_stand_in_the_way(tmp_path: Path) -> None:
    costs = tmp_path / "costs.yaml"
    search = ("optimise", SHARED_BUS, "--costs", "costs.yaml", "--trials", "2", "--out", "opt", "--set", "strands=8", "--replications", "1")
    costs.write_text("currency: EUR\nparts: {disk: 1}\nsearch: {nodes: 1..2}")
    refused(explore(*search, folder=tmp_path), "no price for a")
    costs.write_text("currency: EUR\nparts: {disk: 1, '*': 0}\nsearch: {nodes: 1..2}")
    done = explore(*search, folder=tmp_path)
    assert done.returncode == 0, done.stderr


def test_machines_that_are_refused_are_told_and_counted(tmp_path: Path) -> None:
    (tmp_path / "costs.yaml").write_text("currency: EUR\nparts: {'*': 1}\nsearch: {nodes: ['0', '2']}")
    done = explore("optimise", SHARED_BUS, "--costs", "costs.yaml", "--out", "opt", "--set", "strands=8", "--replications", "1", folder=tmp_path)
    assert done.returncode == 1 and "cannot be 0" in done.stdout and (tmp_path / "opt/trials.csv").exists()


def test_compare_has_seeds_of_its_own(tmp_path: Path) -> None:
    refused(explore("compare", SHARED_BUS, "--vary", "measure.seed=1,2", folder=tmp_path), "--vary measure.seed", "--seed")


@pytest.mark.parametrize(
    "question",
    [
        ("sweep", SHARED_BUS, "--vary", "nodes=2..4", "--metric", "thruput"),
        ("knee", SHARED_BUS, "--vary", "nodes=2..4", "--until", "thruput >= 10 MB/s"),
        ("sensitivity", SHARED_BUS, "--metric", "thruput"),
        ("compare", SHARED_BUS, "--vary", "nodes=2,4", "--metric", "thruput"),
        ("optimise", SHARED_BUS, "--costs", "costs.yaml", "--metric", "thruput"),
        ("optimise", SHARED_BUS, "--costs", "maximise.yaml"),
        ("optimise", SHARED_BUS, "--costs", "require.yaml"),
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_a_metric_that_there_is_not_is_refused_before_anything_is_simulated(tmp_path: Path, question: tuple) -> None:
    prices = "currency: EUR\nparts: {'*': 1}\nsearch: {nodes: 1..2}\n"
    for name, more in (("costs", ""), ("maximise", "maximise: thruput\n"), ("require", "require: {thruput: {at_least: 1}}\n")):
        (tmp_path / f"{name}.yaml").write_text(prices + more)
    refused(explore(*question, folder=tmp_path), "thruput", "shared_bus has no such metric", "Did you mean `throughput`", "isochron describe")
    assert not list((tmp_path / "cache").rglob("*.json")) and not (tmp_path / "out").exists()


def test_every_metric_of_a_result_is_known_before(tmp_path: Path) -> None:
    work = runner(tmp_path)
    for scenario in (quick(nodes=2), Scenario.load(CLUSTER).with_(SHORT_CLUSTER)):
        known = Known.of(work.simulator.explain(scenario)).units
        assert {name: metric.unit for name, metric in work.run(scenario).metrics.items()}.items() <= dict(known).items()


def test_points_are_for_a_latin_hypercube(tmp_path: Path) -> None:
    refused(explore("sweep", SHARED_BUS, "--vary", "nodes=2..4", "--points", "3", folder=tmp_path), "--points 3", "--design lhs")


def test_one_value_and_values_as_text(tmp_path: Path) -> None:
    work = runner(tmp_path)
    assert list(simulate(quick(), {"nodes": 2}, runner=work).frame()["nodes"]) == [2]
    assert list(simulate(quick(), {"nodes": "2, 3"}, runner=work).frame()["nodes"]) == [2, 3]


def test_a_result_in_a_sweep_that_is_none_is_a_failed_point_of_the_report(tmp_path: Path) -> None:
    assert explore("sweep", SHARED_BUS, "--vary", "nodes=2,3", "--set", "strands=8", "--replications", "1", "--out", "s", folder=tmp_path).returncode == 0
    for path in (tmp_path / "s/results").glob("*.json"):
        path.write_text("{}")
        break
    done = explore("report", "s", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "not a result of this version, schema is not isochron.result/1" in (tmp_path / "s/report.html").read_text()
