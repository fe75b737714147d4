# SPDX-License-Identifier: Apache-2.0
"""`to: {a: 3, b: 1}`: sinks are taken in turn, each exactly as often as its weight says, or drawn by it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from support import isochron

MACHINE = """machine: m
runs: until_done
parameters: {{w: {{type: count, default: 3}}}}
parts:
  "s[2]": {{type: source}}
  x: {{type: switch, inputs: 2, outputs: 4, buffers: 8}}
  a: {{type: sink}}
  b: {{type: sink}}
  "c[2]": {{type: sink}}
connect:
  - {{for: {{i: 2}}, from: "s[i].out", to: "x.in[i]", link: {{type: serial_link, name: "up[i]", rate: 1 Gb/s}}}}
  - {{from: "x.out[0]", to: a.in, link: {{type: serial_link, name: la, rate: 1 Gb/s}}}}
  - {{from: "x.out[1]", to: b.in, link: {{type: serial_link, name: lb, rate: 1 Gb/s}}}}
  - {{for: {{i: 2}}, from: "x.out[2 + i]", to: "c[i].in", link: {{type: serial_link, name: "lc[i]", rate: 1 Gb/s}}}}
traffic:
  - {{name: t, from: "s[*]", {}, rate: 40 MB/s, io: 4 KiB, message: 1 KiB, ios: 70}}
"""
SINKS = ("a", "b", "c[0]", "c[1]")


def scenario(folder: Path, options: str) -> Path:
    (folder / "m.yaml").write_text(MACHINE.format(options))
    (folder / "run.yaml").write_text("system: ./m.yaml\nmeasure: {replications: 1}\n")
    return folder / "run.yaml"


def arrived(run: Path) -> list[float]:
    """Messages at each sink."""
    done = isochron("run", run, "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    components = json.loads(done.stdout)["components"]
    return [components.get(sink, {}).get("messages", 0) for sink in SINKS]


@pytest.mark.parametrize(
    ("weights", "parts"),
    [
        ("to: {a: w, b: 1}", (3, 1, 0, 0)),
        ('to: {a: 2, b: 1, "c[*]": 2}', (2, 1, 2, 2)),
        ("to: {b: 5, a: 0}", (0, 5, 0, 0)),
        ('to: {"c[1]": 4, "c[*]": 1, a: 2}, destination: weighted', (2, 0, 1, 4)),
    ],
)
@pytest.mark.parametrize("drawn", ["message", "io"])
def test_each_sink_gets_its_weight_exactly(weights: str, parts: tuple[int, ...], drawn: str, tmp_path: Path) -> None:
    """140 I/Os of four messages are whole rounds of 4, 5 and 7 turns."""
    run = scenario(tmp_path, f"{weights}, drawn: {drawn}")
    assert arrived(run) == [560 * part / sum(parts) for part in parts]
    point = json.loads(isochron("explain", run, "--json").stdout)["points"][0]
    brought = {bound["resource"]: bound["brought"]["t.bandwidth"] for bound in point["bounds"]}
    told = {"la": parts[0], "lb": parts[1], "lc": max(parts[2:])}
    assert brought == pytest.approx({"up": 1} | {link: 2 * part / sum(parts) for link, part in told.items() if part > 0})


def test_sinks_of_one_weight_come_one_by_one(tmp_path: Path) -> None:
    """Of ten turns, c[0] and c[1] have one each: five turns lie between them, not ten or none."""
    (tmp_path / "m.yaml").write_text(
        MACHINE.format('to: {a: 4, b: 4, "c[*]": 1}, drawn: io').replace('"s[*]"', '"s[0]"').replace("rate: 40 MB/s", "rate: 1 MB/s")
    )
    (tmp_path / "run.yaml").write_text("system: ./m.yaml\nmeasure: {replications: 1}\n")
    done = isochron("run", tmp_path / "run.yaml", "--quiet", "--record", tmp_path / "log.csv")
    assert done.returncode == 0, done.stderr
    lines = [line.split(",") for line in (tmp_path / "log.csv").read_text().splitlines()[1:]]
    times = sorted(float(line[0]) for line in lines if line[1] in ("c[0]", "c[1]") and line[2] == "END")
    apart = [round((later - earlier) / 4.096e9, 3) for earlier, later in pairwise(times[3::4])]
    assert len(apart) == 13 and set(apart) == {5.0}, apart


def test_weights_can_be_drawn(tmp_path: Path) -> None:
    """Of 560 messages three of four go to a; four standard errors are 41. Another seed draws others."""
    run = scenario(tmp_path, "to: {a: 3, b: 1}, destination: drawn_by_weight")
    found = arrived(run)
    assert sum(found) == 560 and found[2:] == [0, 0] and found[0] == pytest.approx(420, abs=41)
    others = json.loads(isochron("run", run, "--quiet", "--json", "-", "--seed", "2").stdout)["components"]
    assert others["a"]["messages"] == pytest.approx(420, abs=41) and others["a"]["messages"] != found[0]
    # What arithmetic expects are the weights.
    point = json.loads(isochron("explain", run, "--json").stdout)["points"][0]
    brought = {bound["resource"]: bound["brought"]["t.bandwidth"] for bound in point["bounds"]}
    assert brought == pytest.approx({"up": 1, "la": 1.5, "lb": 0.5})


def test_weights_may_depend_on_source_and_sink(tmp_path: Path) -> None:
    """s[0] sends 4 of 5 I/Os to c[0], and s[1] 4 of 5 to c[1]; a gets nothing of s[0], and of s[1] as much as c[0]."""
    weights = 'to: {"c[*]": "4 if sink.index == source.index else 1", a: "source.index"}, drawn: io'
    run = scenario(tmp_path, weights)
    # 70 I/Os of four messages: s[0] has rounds of 5, s[1] of 6, of which the last is not whole.
    a, b, own, other = (count / 4 for count in arrived(run))
    assert b == 0
    assert own - 56 + a == pytest.approx(2 * 70 / 6, abs=1) and other - 14 == pytest.approx(4 * 70 / 6, abs=1)
    point = json.loads(isochron("explain", run, "--json").stdout)["points"][0]
    brought = {bound["resource"]: bound["brought"]["t.bandwidth"] for bound in point["bounds"]}
    assert brought == pytest.approx({"up": 1, "la": 1 / 6, "lc": 4 / 5 + 1 / 6})
    netlist = isochron("explain", run, "--netlist").stdout
    (tmp_path / "m.yaml").write_text(netlist)
    assert arrived(run) == [4 * a, 0, 4 * own, 4 * other]


def test_the_netlist_keeps_weights(tmp_path: Path) -> None:
    run = scenario(tmp_path, "to: {a: w, b: 1}")
    netlist = isochron("explain", run, "--netlist").stdout
    assert 'to: {"a": 3, "b": 1}' in netlist
    (tmp_path / "m.yaml").write_text(netlist)
    assert arrived(run) == [420, 140, 0, 0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("to: {a: 3, b: 1}, destination: zipf", "the traffic `t` has weights of its sinks and another `destination`. Write `to: {a: 3, b: 1}`"),
        ("to: [a, b], destination: weighted", "the traffic `t` has `destination: weighted` and no weights"),
        ("to: [a, b], destination: drawn_by_weight", "the traffic `t` has `destination: drawn_by_weight` and no weights"),
        ("to: {a: 0, b: 0}", "all weights in `to` are 0. Raise one"),
        ("to: {a: 3, z: 1}", "`z` matches no part"),
        ("to: {a: 3, b: 1 MB}", "a weight in `to`"),
        ("to: {a: 1000001}", "the weight is too large. Write 0 to 1000000"),
    ],
)
def test_mistakes(options: str, words: str, tmp_path: Path) -> None:
    done = isochron("explain", scenario(tmp_path, options))
    assert done.returncode == 2 and words in done.stderr, done.stderr
