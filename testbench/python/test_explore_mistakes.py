# SPDX-License-Identifier: Apache-2.0
"""What a newcomer gets wrong: one message that says what to do, and nothing lost."""

from __future__ import annotations

import contextlib
import datetime
import io

import numpy
import pandas
import pytest
from explore import SHARED_BUS, explore, quick, runner
from isochron.bottleneck import bindings
from isochron.costs import Costs
from isochron.designs import axes
from isochron.errors import ReportError
from isochron.explore import bottleneck_command, session, sweep_command
from isochron.scenario import setting_text
from isochron.simulator import Simulator
from isochron.sweeps import simulate


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
    with pytest.raises(ReportError, match="it has .*throughput"):
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
    with pytest.raises(ReportError, match="finite"):
        Costs.load(tmp_path / "costs.yaml")
