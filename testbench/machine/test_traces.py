# SPDX-License-Identifier: Apache-2.0
"""Traffic from a trace, and traffic whose rates and sizes are drawn: when everything arrives by a closed form, what arithmetic says of it, what
a result depends on, and what bad ones are answered with."""

from __future__ import annotations

import csv
import importlib.util
import json
import random
import re
from pathlib import Path

import pytest
from support import ROOT, isochron, require_told

from isochron.explore.regression.deliveries import deliveries
from isochron.explore.regression.log import events
from isochron.machine import Machine, parts

MACHINE = """machine: m
summary: sources behind a link each
runs: measured
parameters:
  n: {type: count, default: 1, range: [1, 8], about: sources}
parts:
  "s[n]": {type: source}
  "d[n]": {type: sink}
connect:
  - {for: {i: n}, from: "s[i].out", to: "d[i].in", link: {type: serial_link, name: "l[i]", rate: 1 Gb/s}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", arrivals: trace, file: t.csv, message: 1000 B, destination: fixed}
"""
TRACE = "time_s,source,bytes\n0.001,0,4000\n0.002,0,1500\n"
PER_BYTE = 8_000  # ps, at 1 Gb/s


def written(folder: Path, machine: str = MACHINE, trace: str = TRACE, name: str = "m") -> Path:
    (folder / f"{name}.yaml").write_text(machine)
    (folder / "t.csv").write_text(trace)
    scenario = folder / "s.yaml"
    scenario.write_text(f"system: ./{name}.yaml\nmeasure: {{warm_up: 0 ms, duration: 100 ms}}\n")
    return scenario


def run(scenario: Path, *options: str) -> dict:
    done = isochron("run", scenario, "--json", "-", "--quiet", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def loads(scenario: Path, *options: str) -> dict[str, float]:
    point = json.loads(isochron("explain", scenario, "--json", *options).stdout)["points"][0]
    return {bound["resource"]: bound["load"] for bound in point["bounds"]}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("model", ["fast", "reference"])
def test_one_source_and_one_link_by_hand(seed: int, model: str, tmp_path: Path) -> None:
    """A message is across when the one before it is, and it has been asked for, and its bytes have passed."""
    chance = random.Random(seed)
    at, free, text, expected, delays = 0, 0, "time_s,source,bytes\n", [], []
    for _ in range(300):
        at += chance.choice((0, 0, 1, chance.randrange(40_000_000)))
        left = chance.randint(1, 5000)
        text += f"{at // 10**12}.{at % 10**12:012},0,{left}\n"
        while left > 0:
            free = max(at, free) + min(left, 1000) * PER_BYTE
            expected.append((free, min(left, 1000)))
            delays.append((at, free - at))
            left -= 1000
    scenario, log = written(tmp_path, trace=text), tmp_path / "log.csv"
    result = run(scenario, "--set", f"bus_model={model}", "--record", str(log))
    assert [(one.time_ps, one.bytes) for one in deliveries(events(log), {"d[0]": "END"})] == expected
    with open(log, newline="") as file:
        arrived = [row for row in csv.DictReader(file) if (row["place"], row["phase"]) == ("d[0]", "END")]
    assert [(int(row["asked_ps"]), int(row["delay_ps"])) for row in arrived] == delays
    assert result["metrics"]["bytes.out"]["mean"] == sum(size for _, size in expected)


def test_streams_are_dealt_out_and_sinks_named(tmp_path: Path) -> None:
    scenario = written(tmp_path, trace="time_s,stream,bytes\n" + "".join(f"0.001,{stream},{1000 * (stream + 1)}\n" for stream in range(6)))
    result = run(scenario, "--set", "n=3")
    assert [round(result["components"][f"d[{i}]"]["bandwidth"] / 10) for i in range(3)] == [1000 + 4000, 2000 + 5000, 3000 + 6000]
    crossed = MACHINE.replace('to: "d[i].in"', 'to: "x.in[i]"').replace("traffic:", "").replace(
        '  "d[n]"', '  x: {type: switch, inputs: n, outputs: n}\n  "d[n]"'
    )  # fmt: skip
    crossed = crossed.replace(
        "  - {name: t", '  - {for: {i: n}, from: "x.out[i]", to: "d[i].in", link: {type: serial_link, name: "o[i]", rate: 1 Gb/s}}\ntraffic:\n  - {name: t'
    )
    scenario = written(tmp_path, crossed.replace("default: 1", "default: 3"), "time_s,source,bytes,sink\n0,0,1000,2\n0,1,2000,2\n0.001,2,5000,1\n")
    result = run(scenario, "--set", "n=3")
    assert [round(result["components"][f"d[{i}]"]["bandwidth"] / 10) for i in range(3)] == [0, 5000, 3000]
    # 8000 B in a millisecond: those for sink 2 come by one link.
    found = loads(scenario, "--set", "n=3")
    assert found == pytest.approx({"l": 5e6, "o": 5e6})


def test_a_machine_that_ends_with_its_trace(tmp_path: Path) -> None:
    scenario = written(tmp_path, MACHINE.replace("runs: measured", "runs: until_done"))
    scenario.write_text("system: ./m.yaml\n")
    result = run(scenario)
    assert result["metrics"]["bytes.out"]["mean"] == 5500
    assert result["simulated_s"] == pytest.approx(0.002 + 1500 * 8e-9, abs=1e-11)
    assert run(scenario, "--set", "n=2")["metrics"]["bytes.out"]["mean"] == 5500  # source 1 has nothing to do


@pytest.mark.parametrize("model", ["fast", "reference"])
def test_a_trace_that_repeats_is_one_written_out(model: str, tmp_path: Path) -> None:
    """Each delivery at the same picosecond, with destinations of the trace's own; bounds count a round over its time."""
    round_ = [(0, 0, 4000, 1), (300_000, 1, 900, 0), (2_000_000_000, 0, 1500, 0), (5_000_000_000, 1, 1, 1)]
    head, period = "time_s,source,bytes,sink\n", 5_000_000_000
    text = {
        times: head + "".join(f"{(n * period + at) * 1e-12:.12f},{source},{size},{sink}\n" for n in range(times) for at, source, size, sink in round_)
        for times in (1, 20)
    }
    crossed = MACHINE.replace('to: "d[i].in"', 'to: "x.in[i]"').replace('  "d[n]"', '  x: {type: switch, inputs: n, outputs: n}\n  "d[n]"').replace(
        "traffic:", '  - {for: {i: n}, from: "x.out[i]", to: "d[i].in", link: {type: serial_link, name: "o[i]", rate: 1 Gb/s}}\ntraffic:'
    )  # fmt: skip
    logs = []
    for times, machine in ((20, crossed), (1, crossed.replace("file: t.csv", "file: t.csv, repeat: 5 ms"))):
        scenario, log = written(tmp_path, machine, text[times]), tmp_path / "log.csv"
        run(scenario, "--set", "n=2", "--set", f"bus_model={model}", "--set", "measure.duration=99 ms", "--record", str(log))
        logs.append([(one.time_ps, one.bytes, one.place) for one in deliveries(events(log), {"d[0]": "END", "d[1]": "END"})])
    assert len(logs[0]) == 20 * (4 + 1 + 2) + 19 and logs[0] == logs[1]
    assert loads(scenario, "--set", "n=2") == pytest.approx({"l": 5500 / 5e-3, "o": 4001 / 5e-3})


def test_a_trace_that_repeats_can_end(tmp_path: Path) -> None:
    """Each source sends so many I/Os, in the middle of a round if need be."""
    machine = MACHINE.replace("runs: measured", "runs: until_done").replace("file: t.csv", "file: t.csv, repeat: 3 ms, ios: 5")
    scenario = written(tmp_path, machine)
    scenario.write_text("system: ./m.yaml\n")
    result = run(scenario)
    assert result["metrics"]["bytes.out"]["mean"] == 2 * 5500 + 4000
    assert result["simulated_s"] == pytest.approx(0.007 + 4000 * 8e-9, abs=1e-11)
    written(tmp_path, machine.replace(", ios: 5", ""))
    scenario.write_text("system: ./m.yaml\n")
    require_told(isochron("run", scenario), r"m\.yaml:12:5: the traffic `t` repeats its trace without end: the machine would never be done\. Add `ios: 100`")


def test_columns_in_any_order_exponents_and_a_byte_order_mark(tmp_path: Path) -> None:
    plain = run(written(tmp_path, trace=TRACE))
    odd = "\ufeffbytes, time_s ,source\r\n4E3,1e-3,0\r\n1.5e+3,0.2e-2,0e0\r\n"
    other = run(written(tmp_path, trace=odd))
    assert other["metrics"] == plain["metrics"] and other["provenance"]["fingerprint"] == plain["provenance"]["fingerprint"]


@pytest.mark.parametrize("arrivals", ["constant", "poisson", "on_off"])
@pytest.mark.parametrize("rate", ["0", "0 MB/s", "{of: [0 MB/s, 0]}"])
def test_a_source_with_a_rate_of_0_is_silent(arrivals: str, rate: str, tmp_path: Path) -> None:
    """It asks for nothing and loads nothing."""
    scenario = written(tmp_path, MACHINE.replace("arrivals: trace, file: t.csv", f"arrivals: {arrivals}, rate: {rate}, io: 1 KiB"))
    result = run(scenario, "--set", "n=2")
    assert result["metrics"]["bytes.in"]["mean"] == 0 and result["metrics"]["t.bandwidth"]["mean"] == 0
    assert loads(scenario, "--set", "n=2") == {}


def test_drawn_rates_and_sizes(tmp_path: Path) -> None:
    """Bounds count the mean; each source has one of the rates, another with another seed; the first is drawn three times in four."""
    drawn = "rate: {of: [4 Mb/s, 16 Mb/s], weights: [3, 1]}, io: {of: [500 B, 1500 B]}"
    text = MACHINE.replace("arrivals: trace, file: t.csv", drawn).replace("range: [1, 8]", "range: [1, 400]")
    scenario = written(tmp_path, text)
    many = ("--set", "n=400")
    assert loads(scenario, *many)["l"] == pytest.approx(7e6 / 8)
    rates = []
    for seed in (1, 2):
        result = run(scenario, *many, "--set", f"measure.seed={seed}", "--set", "measure.duration=400ms")
        rates.append([round(result["components"][f"s[{i}]"]["bandwidth"] * 8e-6 / 4) for i in range(400)])
        assert set(rates[-1]) == {1, 4}
        assert abs(rates[-1].count(4) - 100) < 3 * (400 * 3 / 16) ** 0.5
        assert not any("saturated" in warning for warning in result["warnings"])
    assert rates[0] != rates[1]


MISTAKES = {
    "no such source": (TRACE + "0.003,1,10\n", "", "", r"t\.csv:4:7: the traffic `t` has 1 sources, there is no number 1\. Write 0 to 0, or give"),
    "no such sink": ("time_s,source,bytes,sink\n0.0003,0,10,5\n", "", "", r"t\.csv:2:13: .* has 1 sinks, there is no number 5"),
    "no number": (TRACE + "0.003,1 GB,10\n", "", "", r"t\.csv:4:7: `1 GB` is not the number of a source"),
    "not in order": (TRACE + "0.0003,0,10\n", "", "", r"t\.csv:4:1: `0\.0003` is before"),
    "no file": (TRACE, "t.csv", "gone.csv", r"m\.yaml:12:\d+: cannot be read: .*gone\.csv.*No such file"),
    "no file named": (TRACE, "file: t.csv, ", "", r"m\.yaml:12:5: the traffic `t` has no `file`"),
    "a file for nothing": (TRACE, "arrivals: trace, ", "rate: 1 MB/s, ", "has `file` and `arrivals: constant`: `file` goes with `arrivals: trace` alone"),
    "a rate beside": (TRACE, "file: t.csv", "rate: 1 MB/s, file: t.csv", "has `rate` and `arrivals: trace`: `rate` goes with `arrivals: constant or poisson or on_off` alone"),
    "sizes beside": (TRACE, "file: t.csv", "io: {of: [1 KiB, 2 KiB]}, file: t.csv", "has `io` and `arrivals: trace`"),
    "weights": (TRACE, "arrivals: trace, file: t.csv", "rate: {of: [1 MB/s, 2 MB/s], weights: [1]}", "there are 1 weights for 2 values"),
    "no weight": (TRACE, "arrivals: trace, file: t.csv", "rate: {of: [1 MB/s], weights: [0]}", "all weights are 0"),
    "large weight": (TRACE, "arrivals: trace, file: t.csv", "rate: {of: [1 MB/s], weights: [1000001]}", "weight is too large"),
    "weights of nothing": (TRACE, "arrivals: trace, file: t.csv", "rate: {weights: [1]}", "there are 1 weights for 0 values"),
    "rates that are none": (TRACE, "arrivals: trace, file: t.csv", "rate: {of: [1 MB/s, 2 MB]}", "`rate` is a size"),
    "no list": (TRACE, "arrivals: trace, file: t.csv", "rate: {of: 1 MB/s}", r"`rate\.of` is no list"),
    "sizes that are none": (TRACE, "arrivals: trace, file: t.csv", "rate: 1 MB/s, io: {of: [0 B]}", "cannot be that size"),
    "sizes of time": (TRACE, "arrivals: trace, file: t.csv", "rate: 1 MB/s, io: {of: [1 ms]}", "`io`: "),
    "sizes of names": (TRACE, "arrivals: trace, file: t.csv", "rate: 1 MB/s, io: {of: [many]}", "`io.of`: unknown name `many`"),
    "repeated too soon": (TRACE, "file: t.csv", "file: t.csv, repeat: 1 ms", "begins its trace again after 1 ms, before the I/O at 2 ms. Set `repeat` to 2 ms or more"),
    "a column twice": ("time_s,bytes,bytes\n", "", "", r"t\.csv:1:1: the first line is `time_s,bytes,bytes`"),
    "a NUL": (TRACE + "0.003,0\0 of many,10\n", "", "", r"t\.csv:4:7: `0\\x00 of many` is not the number of a source\. Write a whole number"),
    "drawn at the start": (TRACE, "arrivals: trace, file: t.csv", "arrivals: at_start, ios: 5, io: {of: [1 KiB]}", "its sizes are drawn"),
}  # fmt: skip


@pytest.mark.parametrize("what", MISTAKES)
def test_mistakes_are_told_where_and_why(what: str, tmp_path: Path) -> None:
    trace, old, new, message = MISTAKES[what]
    done = isochron("explain", written(tmp_path, MACHINE.replace(old, new) if old else MACHINE, trace))
    assert done.returncode == 2, done.stdout + done.stderr
    assert re.search(message, done.stderr), done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and re.match(r"\S*\.(yaml|csv):\d+:\d+: ", done.stderr), done.stderr


def test_a_controller_takes_no_trace_and_no_drawn_sizes(tmp_path: Path) -> None:
    text = (ROOT / "scenarios/machines/central_switch.yaml").read_text()
    for old, new, why in (
        ('rate: load, per: "node[*]", io: 128 KiB', "arrivals: trace, file: t.csv", "constant arrivals"),
        ("io: 128 KiB", "io: {of: [1 KiB, 2 KiB]}", "one size"),
    ):
        done = isochron("explain", written(tmp_path, text.replace(old, new), name="central_switch"))
        assert done.returncode == 2 and why in done.stderr, done.stderr


def test_a_result_depends_on_the_trace(tmp_path: Path) -> None:
    scenario = written(tmp_path)
    before = run(scenario)["provenance"]
    (tmp_path / "t.csv").write_text(TRACE.replace("0.002", "0.0020"))  # which says the same
    after = run(scenario)["provenance"]
    assert before["machine_sha256"] != after["machine_sha256"] and before["fingerprint"] == after["fingerprint"]
    refused = isochron("run", scenario, "--quiet", "--json", tmp_path / "t.csv")
    assert refused.returncode != 0 and (tmp_path / "t.csv").read_text().startswith("time_s"), "a result in place of the trace"


def test_built_in_python(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(TRACE)
    m = Machine("built")
    m.add("s", parts.Source(), size=1)
    m.add("d", parts.Sink(), size=1)
    m.connect("s[0].out", "d[0].in", link=parts.SerialLink(rate="1 Gb/s"), name="l")
    m.traffic("t", "s[*]", "d[*]", arrivals="trace", file=tmp_path / "t.csv")
    (tmp_path / "deeper").mkdir()
    scenario = m.scenario(tmp_path / "deeper", measure={"warm_up": "0 ms", "duration": "10 ms"})
    assert 'file: "../t.csv"' in (tmp_path / "deeper/built.yaml").read_text()
    assert run(scenario.path)["metrics"]["bytes.out"]["mean"] == 5500
    assert Machine.load(tmp_path / "deeper/built.yaml") == m


def test_the_example_writes_the_trace_that_ships() -> None:
    spec = importlib.util.spec_from_file_location("evening_trace", ROOT / "docs/examples/evening_trace.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    lines = (ROOT / "scenarios/machines/evening.csv").read_text().splitlines()
    assert lines[1:] == [f"{at / 1_000_000:.6f},{disk},{size}" for at, disk, size in module.trace(400, 1.5)]


def test_a_recording_lies_beside_the_scenario_that_names_it(tmp_path: Path) -> None:
    """One of the command line is looked for where the command runs."""
    (tmp_path / "t.csv").write_text("bytes,time_s\n" + "".join(f"1024,{n}e-2\n" for n in range(1, 40)))
    scenario, bare = tmp_path / "s.yaml", tmp_path / "bare.yaml"
    text = "system: calliope_msu\nmeasure: {warm_up: 1 s, duration: 2 s}\nparameters:\n  streams: {kind: trace, count: 2}\n"
    scenario.write_text(text + "  trace: {csv: t.csv}\n")
    bare.write_text(text)
    beside = run(scenario)
    assert beside["metrics"] == run(bare, "--set", f"trace.csv={tmp_path}/t.csv")["metrics"]
    scenario.write_text(text + "vary: {trace.csv: [t.csv, ./t.csv]}\n")
    assert run(scenario)["points"][1]["metrics"] == beside["metrics"]
    done = isochron("explain", bare, "--set", "trace.csv=t.csv")
    assert done.returncode == 2 and done.stderr.startswith("--set trace.csv=t.csv: `trace.csv`: t.csv: cannot be read: No such file"), done.stderr
