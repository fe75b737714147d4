# SPDX-License-Identifier: Apache-2.0
"""Machine files: bad ones are answered with place, cause and remedy; the cluster as a file delivers what it delivers in C++; files that
ship fit the schema that editors get."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from support import ROOT, isochron, require_told

from isochron.files.documents import read_yaml

GOOD = """machine: m
summary: a machine that is well
parameters:
  n: {type: count, default: 2, range: [1, 8], about: sources}
  load: {type: data_rate, default: 10 MB/s, range: [1 kB/s, 1 GB/s], about: of a source}
  mode: {type: choice, choices: [near, far], default: near, about: where to}
types:
  pair:
    parameters:
      size: {type: count, default: 1, about: sources}
    ports: {"out[size]": "s[i].out"}
    parts:
      "s[size]": {type: source}
parts:
  p: {type: pair, size: n}
  x: {type: switch, inputs: n, outputs: 2, buffers: 2}
  "d[2]": {type: sink, rate: 1 Gb/s}
connect:
  - {for: {i: n}, from: "p.out[i]", to: "x.in[i]", link: {type: serial_link, name: "l[i]", rate: 1 Gb/s}}
  - {for: {i: 2}, from: "x.out[i]", to: "d[i].in", link: {type: serial_link, name: "m[i]", rate: 2 Gb/s}}
traffic:
  - {name: t, from: "p.s[*]", to: "d[*]", rate: load, io: 4 KiB, message: 1 KiB}
metrics:
  all: {sum: "d[*].bandwidth"}
"""

# What is replaced, by what, and what the message must have.
BAD = {
    "unknown key": ("summary:", "sumary:", r"does not know the key `sumary`.*Did you mean `summary`"),
    "no name": ("machine: m\n", "", "no `machine`"),
    "a bad name": ("machine: m\n", "machine: 2m\n", "no name for a machine"),
    "no parts": (GOOD[GOOD.index("parts:\n  p:") : GOOD.index("connect:")], "", "has no parts"),
    "runs": ("summary:", "runs: forever\nsummary:", "`runs` cannot be `forever`"),
    "includes nothing": ("summary:", "include: [gone.yaml]\nsummary:", "cannot be included"),
    "includes no list": ("summary:", "include: gone.yaml\nsummary:", "instead of a list"),
    "includes itself": ("summary:", "include: [m.yaml]\nsummary:", "includes itself"),
    "parameter without type": ("n: {type: count, default: 2", "n: {default: 2", "`n` has no `type`"),
    "parameter without default": ("n: {type: count, default: 2", "n: {type: count", "`n` has no `default`"),
    "parameter of no type": ("n: {type: count", "n: {type: cuont", "cannot be a `cuont`.*Did you mean `count`"),
    "traffic from an empty list": ('from: "p.s[*]"', "from: []", r":22:21: `from` is an empty list"),
    "traffic from a list with nobody": ('from: "p.s[*]"', 'from: ["p.s[*]", "q[*]"]', r":22:32: `q\[\*\]` matches no part"),
    "traffic to a list with a source": ('to: "d[*]"', 'to: ["d[*]", "p.s[0]"]', r":22:44: `p.s\[0\]`, a `source`, takes no data"),
    "traffic from a list with a sink": ('from: "p.s[*]"', 'from: ["p.s[*]", "d[1]"]', r":22:32: `d\[1\]`, a `sink`, generates nothing"),
    "traffic from a map": ('from: "p.s[*]"', "from: [{a: 1}]", r":22:22: `from` "),
    "default out of range": ("default: 2, range", "default: 9, range", "`n` cannot be 9.*1 to 8"),
    "range of one": ("range: [1, 8]", "range: [1]", "no pair"),
    "range upside down": ("range: [1, 8]", "range: [8, 1]", "range of `n` is empty"),
    "range of another kind": ("range: [1, 8]", "range: [1 B, 8 B]", "plain number"),
    "default of another kind": ("default: 10 MB/s", "default: 10 MB", "data rate"),
    "default that is no choice": ("default: near", "default: nearr", "Did you mean `near`"),
    "counts with nothing there": ("range: [1, 8]", "range: [1, 8], counts_with: {moed: far}", "no other parameter here.*Did you mean `mode`"),
    "counts with itself": ("range: [1, 8]", "range: [1, 8], counts_with: {n: 2}", "no other parameter here"),
    "counts with no choice of it": ("range: [1, 8]", "range: [1, 8], counts_with: {mode: farr}", "Did you mean `far`"),
    "counts with a rate": ("range: [1, 8]", "range: [1, 8], counts_with: {load: 1 MB/s}", "neither a choice, a flag, a count nor a list"),
    "counts with three counts": ("default: near,", "default: near, counts_with: {n: [1, 2, 3]},", "one value decides"),
    "counts where nothing decides": ("default: near,", "default: near, counts_with: {n: {is: two}},", "Add `when: ...`"),
    "counts with an unknown name": ("default: near,", "default: near, counts_with: {n: {is: two, when: m == 2}},", "unknown name `m`"),
    "counts with no value": ("range: [1, 8]", "range: [1, 8], counts_with: {mode: []}", "counts with no value"),
    "choice of nothing": ("choices: [near, far], ", "", "choice of nothing"),
    "unknown key of a parameter": ("about: sources}\n  load", "abuot: sources}\n  load", "Did you mean `about`"),
    "bad name of a parameter": ("  n: {type", "  n-1: {type", "no name for a parameter"),
    "type of the library": ("  pair:\n", "  switch:\n", "is a type of the library"),
    "unknown key of a type": ("    ports:", "    prots:", "Did you mean `ports`"),
    "port of two sizes": ('"out[size]"', '"out[size][2]"', "two sizes"),
    "port of no path": ('"s[i].out"', '"s[i."', "bracket is not closed"),
    "unknown type": ("x: {type: switch", "x: {type: swich", "unknown type `swich`.*Did you mean `switch`"),
    "part without type": ("x: {type: switch, ", "x: {", "`x` has no `type`"),
    "part that is no map": ("p: {type: pair, size: n}", "p: pair", "instead of a map"),
    "part of a bad name": ('"d[2]": ', '"d 2": ', "no name for a part"),
    "unknown parameter": ("buffers: 2}", "bufers: 2}", "a `switch` has no parameter `bufers`.*Did you mean `buffers`"),
    "unknown parameter of a type": ("size: n}", "siez: n}", "the type `pair` has no parameter `siez`.*Did you mean `size`"),
    "parameter out of range": ("buffers: 2}", "buffers: 0}", "cannot be 0"),
    "parameter of another kind": ("buffers: 2}", "buffers: 2 KiB}", "a size instead of a plain number"),
    "parameter of no number": ("buffers: 2}", "buffers: many}", "unknown name `many`"),
    "parameter that is a list": ("buffers: 2}", "buffers: [2]}", "a list instead of"),
    "rate of a sink that is a flag": ("rate: 1 Gb/s}\nconnect", "rate: true}\nconnect", "true or false instead of a data rate"),
    "array of a size that is no number": ('"d[2]"', '"d[load]"', "size of `d` is"),
    "array of a negative size": ('"d[2]"', '"d[1 - n]"', "size of `d` is -1"),
    "array of half a part": ('"d[2]"', '"d[n / 4]"', "size of `d` is 0.5"),
    "array of an unknown size": ('"d[2]"', '"d[m]"', "unknown name `m`"),
    # None of which could be built before they are counted.
    "too large": ('"d[2]"', '"d[1000000000000]"', "more than 250000 parts"),
    "expression that ends": ("inputs: n,", "inputs: n +,", "ends where a value is expected"),
    "expression in brackets": ("inputs: n,", "inputs: (n,", "not closed"),
    "division by nothing": ("inputs: n,", "inputs: n / (n - n),", "division by 0"),
    "dimensions": ("inputs: n,", "inputs: n + load,", "between a plain number and a data rate"),
    "unit": ("rate: 2 Gb/s}}", "rate: 1 Gx/s}}", "unknown unit"),
    "connect that is a map": ("connect:\n", "connect: {}\nconnexion:\n", "does not know|instead of a list"),
    "connection without an end": ('from: "x.out[i]", to: "d[i].in"', 'from: "x.out[i]"', "`connect` has no `to`"),
    "unknown key of a connection": ('{for: {i: 2}, from: "x', '{fro: {i: 2}, from: "x', "does not know the key `fro`"),
    "unknown part": ('to: "d[i].in"', 'to: "e[i].in"', r"there is no part `e\[0\]`"),
    "unknown port": ('to: "d[i].in"', 'to: "d[i].inn"', "has no port `inn`.*Did you mean `in`"),
    "unknown port of a type": ('from: "p.out[i]"', 'from: "p.outt[i]"', r"`p`, a `pair`, has no port `outt\[0\]`"),
    "index out of range": ('to: "x.in[i]"', 'to: "x.in[i + 1]"', "has 2 ports `in`, there is no number 2"),
    "index where there is none": ('to: "d[i].in"', 'to: "d[i].in[0]"', "has no index"),
    "no index": ('to: "x.in[i]"', 'to: "x.in"', "needs an index"),
    "the wrong way round": ('from: "x.out[i]", to: "d[i].in"', 'from: "d[i].in", to: "x.out[i]"', "nothing begins there"),
    "two beginnings": ('to: "d[i].in"', 'to: "x.out[0]"', "cannot be joined"),
    "joined twice": ('from: "x.out[i]", to: "d[i].in"', 'from: "x.out[0]", to: "d[i].in"', r"`x.out\[0\]` is joined twice"),
    "joined to nothing": ("outputs: 2", "outputs: 3", r"`x.out\[2\]` is joined to nothing"),
    "no link between": (', link: {type: serial_link, name: "m[i]", rate: 2 Gb/s}}', "}", "nothing carries what .* Put a link between"),
    "link of no link": ('link: {type: serial_link, name: "l', 'link: {type: switch, name: "l', "a `switch` is no link"),
    "link of no type": ('link: {type: serial_link, name: "l', 'link: {type: serial_lnik, name: "l', "unknown type `serial_lnik`.*serial_link"),
    "link without a name": ('name: "l[i]", rate', "rate", "`link` has no `name`"),
    "two links of a name": ('name: "l[i]"', 'name: "l"', "two parts `l`"),
    "unknown parameter of a link": ('name: "l[i]", rate', 'name: "l[i]", rat', "has no parameter `rat`"),
    "variable that is a parameter": ("{i: n}", "{i: n, n: 2}", "is a parameter too"),
    "unknown variable": ('to: "x.in[i]"', 'to: "x.in[j]"', "unknown name `j`"),
    "when of a number": ('{for: {i: 2}, from: "x', '{when: 2, for: {i: 2}, from: "x', "`when` is a plain number"),
    "left out": ('"d[2]": {type: sink,', '"d[2]": {type: sink, when: mode == far,', "left out by its `when`"),
    "comparison with nothing": ('"d[2]": {type: sink,', '"d[2]": {type: sink, when: mode == 3,', "a choice is compared with what is none of its values"),
    "traffic that is a map": ("traffic:\n  - {name: t", "traffic:\n  - [t]\n  - {name: t", "instead of a map"),
    "traffic without a name": ("{name: t, ", "{", "`traffic` has no `name`"),
    "traffic from nobody": ('from: "p.s[*]"', 'from: "p.r[*]"', r"`p.r\[\*\]` matches no part.*p.s"),
    "traffic from a sink": ('from: "p.s[*]"', 'from: "d[*]"', "generates nothing"),
    "traffic to a source": ('to: "d[*]"', 'to: "p.s[*]"', "takes no data"),
    "traffic without a rate": ("rate: load, ", "", "has no `rate`"),
    "traffic of a size": ("rate: load,", "rate: 4 KiB,", "`rate` is a size"),
    "traffic of less than nothing": ("rate: load,", "rate: load - 2 * load,", "`rate` is negative. Write 0 or a rate"),
    "unknown option of traffic": ("io: 4 KiB,", "oi: 4 KiB,", "has no parameter `oi`"),
    "unknown destination": ("io: 4 KiB,", "destination: zipff,", "unknown name `zipff`.*zipf"),
    "streams that go elsewhere": ("io: 4 KiB,", "streams: 5,", "has `streams` and `destination: uniform`: `streams` goes with `destination: streams` alone"),
    "streams that there are not": ("io: 4 KiB,", "destination: streams,", "has no `streams`, and `destination: streams`. Add `streams: 2000`"),
    "degraded": ("io: 4 KiB,", "degraded: true,", "has no option `degraded` any more. Write `down: CONDITION`"),
    "a rotation by nodes": ("io: 4 KiB,", "destination: rotation, rotate_by: node,", "has no option `rotate_by` any more. Write `order`"),
    "via nothing": ("io: 4 KiB,", 'via: "y[*]",', r"`y\[\*\]` matches no part"),
    "via a part that there is not": ("io: 4 KiB,", 'via: "m[sink.index + 1]",', r"`m\[2\]` matches no part\. There are m\[0\] to m\[1\]\."),
    "via what is on the way to another": ("io: 4 KiB,", 'via: "m[0]",', r"no way from `m\[0\]` to `d\[1\]`.*that lie on a way"),
    "via another's link": ("io: 4 KiB,", 'via: "l[1]",', r"no way from `p.s\[0\]` to `l\[1\]`"),
    "via a source": ("io: 4 KiB,", 'via: "p.s[0]",', r"no way from `p.s\[0\]` to `d\[0\]`"),
    "via in the wrong order": ("io: 4 KiB,", 'via: ["m[sink.index]", x],', r"no way from `m\[0\]` to `x`"),
    "via without a part": ("io: 4 KiB,", "via: [{when: n == 2}],", "`via` has no `at`"),
    "via with an unknown key": ("io: 4 KiB,", "via: [{att: x}],", "does not know the key `att`.*Did you mean `at`"),
    "via with a bracket": ("io: 4 KiB,", 'via: "m[0",', "bracket is not closed"),
    "via with an unknown name": ("io: 4 KiB,", 'via: "m[sik.index]",', "unknown name `sik.index`"),
    "via when a number": ("io: 4 KiB,", "via: [{at: x, when: 2}],", "`when` is a plain number"),
    "via too much": ("io: 4 KiB,", "via: [" + "x, " * 17 + "],", "more than 16 parts"),
    "only what is no condition": ("io: 4 KiB,", "only: sink.index,", "`only` is a plain number"),
    "an order of unknown names": ("io: 4 KiB,", "destination: rotation, order: sik.index,", "unknown name `sik.index`"),
    "a choice or a name": ("choices: [near, far],", "or: none, choices: [near, far],", "cannot have a name in place of its value"),
    "a name that is no name": ("range: [1, 8]", "or: 2 many, range: [1, 8]", "no name for a value"),
    "a name or 0": ("range: [1, 8]", "or: all, range: [0, 8]", "can be `all`, and cannot be 0"),
    "per of nothing": ("io: 4 KiB,", 'per: "node[*]",', "is not within"),
    "metric of nothing": ("{sum: ", "{summ: ", "does not know the key `summ`.*sum"),
    "metric of two": ("{sum: ", '{mean: "d[*].bandwidth", sum: ', "is not one of"),
    "metric of an unknown statistic": ("d[*].bandwidth", "d[*].bandwith", "has no statistic `bandwith`.*Did you mean `bandwidth`"),
    "metric of an unknown part": ("d[*].bandwidth", "e[*].bandwidth", "matches no part"),
    "quantile of nothing": ("{sum: ", "{quantile: ", "has no `at`"),
    "quantile beyond": ('{sum: "d[*].bandwidth"', '{quantile: "d[*].bandwidth", at: 120 %', "no fraction"),
    "ratio of nothing": ("{sum: ", "{ratio: ", "has no `to`"),
    "made of itself": ("{type: source}", "{type: pair}", "made of itself"),
    "an expression without end": ("rate: load,", "rate: " + "load - " * 20_000 + "load,", r":22:\d+: in .*more than 500 operators in a row"),
    "a link inside a part": ('name: "l[i]"', 'name: "x.l[i]"', r":19:\d+: `x.l\[0\]` cannot be inside `x`, which is a part"),
    "a link inside a port": ('name: "l[i]"', 'name: "d[0].in[i]"', r"`d\[0\].in\[0\]` cannot be inside `d\[0\]`"),
    "a link apart from its scope": ('name: "l[i]"', 'name: "p.l[i]"', r":19:\d+: `p.l\[0\]` is apart from `p.s\[0\]`, which is in `p` too"),
    "a link of a type's name": ('name: "m[i]"', 'name: p', "two parts `p`"),
    "loops without end": ("{i: n}", "{i: n, j: 100000, k: 100000}", r":19:\d+: the loops of the machine have more than 2000000 turns. Lower .* `k`"),
    "loops that do nothing": ('{for: {i: 2}, from: "x', '{for: {i: 2, j: 1000000000000, k: 0}, from: "x', "more than 2000000 turns. Lower .* `j`"),
    "too many links": ("{i: n}", "{i: n, j: 700000}", r":19:\d+: the machine has more than 250000 parts"),
    "too many of a type": ("  p: {type: pair, size: n}", '  p: {type: pair, size: n}\n  "q[1000000000][1000000000000]": {type: pair}', "more than 250000 parts that are made of others"),
    "too many ports of a type": ('"out[size]"', '"out[size * 1000000000]"', r":11:\d+: the types of the machine have more than 1000000 ports"),
    "too many ports of a part": ("inputs: n,", "inputs: n * 1000000000,", "`inputs`: cannot be 2000000000"),
    "an I/O once in a lifetime": ("rate: load, io: 4 KiB,", "rate: 1 B/s, io: 16 MiB,", r":22:\d+: an I/O of 16.777 MB of `p.s\[0\]` at 1.000 B/s comes once in more than 53 days"),
    "a lifetime of I/Os": ("rate: load, io: 4 KiB,", "rate: {of: [1 kB/s, 1 B/s]}, io: 16 MiB,", r":22:\d+: an I/O of 16.777 MB .* at 1.000 B/s"),
    "not YAML": ("parts:\n  p:", "parts:\n  p: {", "a bracket that is not closed"),
    "no text": ("machine: m", "machine: m\0", "text|character|control"),
}  # fmt: skip


def machine(folder: Path, text: str) -> Path:
    (folder / "m.yaml").write_text(text)
    scenario = folder / "s.yaml"
    scenario.write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 5 ms}\n")
    return scenario


def test_the_good_one_runs(tmp_path: Path) -> None:
    done = isochron("run", machine(tmp_path, GOOD), "--json", "-", "--quiet")
    assert done.returncode == 0, done.stderr
    metrics = json.loads(done.stdout)["metrics"]
    assert metrics["all"]["mean"] == pytest.approx(20e6, rel=0.05)
    assert metrics["t.bandwidth"]["mean"] == pytest.approx(10e6, rel=0.05)


@pytest.mark.parametrize("name", ["fabric", "region", "wake", "main", "sc_main", "kernel"])
def test_a_part_may_have_any_name(name: str, tmp_path: Path) -> None:
    """The simulator has objects of its own beside the machine's parts."""
    done = isochron("run", machine(tmp_path, GOOD.replace("  x: {", f"  {name}: {{").replace('"x.', f'"{name}.')), "--quiet")
    assert done.returncode == 0, done.stderr


def test_declared_metrics_have_intervals() -> None:
    """What all cards get is declared, and is what the machine delivers."""
    scenario = ROOT / "scenarios/own/central_switch.yaml"
    settings = ("--replications", "5", "--set", "measure.warm_up=5ms", "--set", "measure.duration=10ms")
    done = isochron("run", scenario, "--quiet", "--json", "-", *settings)
    declared, driver = (json.loads(done.stdout)["metrics"][name] for name in ("throughput", "delivered.bandwidth"))
    assert declared["n"] == 5 and declared["half_width"] > 0
    assert declared == driver
    table = {line.split()[0]: line for line in isochron("run", scenario, "--quiet", *settings).stdout.splitlines() if " ± " in line}
    assert table["throughput"].split()[1:] == table["delivered.bandwidth"].split()[1:]


@pytest.mark.parametrize("what", BAD)
def test_bad_ones_are_told_where_and_why(what: str, tmp_path: Path) -> None:
    old, new, message = BAD[what]
    assert GOOD.count(old) == 1, f"`{old}` is {GOOD.count(old)} times in it"
    scenario = machine(tmp_path, GOOD.replace(old, new))
    require_told(isochron("explain", scenario), message)


def test_a_parameter_without_effect_is_told(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(GOOD.replace("about: of a source}", "counts_with: {mode: far, n: 3}, about: of a source}"))
    (tmp_path / "s.yaml").write_text("system: m\ntitle: t\nmeasure: {warm_up: 1 ms, duration: 50 ms, seed: 1}\nparameters: {load: 20 MB/s}\n")
    assert "of a source (with mode: far, n: 3 or more)" in isochron("describe", tmp_path / "m.yaml").stdout
    idle = "`load` has no effect: it counts with"
    assert idle in isochron("check", tmp_path / "s.yaml", "--set", "mode=far").stderr
    assert idle not in isochron("check", tmp_path / "s.yaml", "--set", "mode=far", "--set", "n=3").stderr


def test_a_condition_decides_whether_a_parameter_counts(tmp_path: Path) -> None:
    condition = "counts_with: {mode: {is: far or three, when: mode == far or three}}, about: of a source}"
    (tmp_path / "m.yaml").write_text(GOOD.replace("about: of a source}", condition).replace("types:", "let: {three: n > 2}\ntypes:"))
    (tmp_path / "s.yaml").write_text("system: m\ntitle: t\nmeasure: {warm_up: 1 ms, duration: 50 ms, seed: 1}\nparameters: {load: 20 MB/s}\n")
    assert "of a source (with mode: far or three)" in isochron("describe", tmp_path / "m.yaml").stdout
    idle = "`load` has no effect: it counts with `mode: far or three`"
    assert idle in isochron("check", tmp_path / "s.yaml").stderr
    for setting in ("mode=far", "n=3"):
        assert idle not in isochron("check", tmp_path / "s.yaml", "--set", setting).stderr


def test_what_uses_a_parameter(tmp_path: Path) -> None:
    """The size of an array does, and the key of the same name in a part does not."""
    text = """machine: m
parameters:
  n: {type: count, default: 2, range: [1, 8], about: devices}
  rate: {type: data_rate, default: 1 MB/s, about: of nothing}
parts:
  "s[n]": {type: bus_source}
  bus: {type: pci_bus}
  d: {type: bus_sink}
connect:
  - {from: "s[0].out", to: "bus.device[0]"}
  - {from: "s[1].out", to: "bus.device[1]"}
  - {from: "bus.window[0]", to: d.in}
traffic:
  - {name: t, from: "s[*]", to: d, rate: 1 MB/s, io: 4 KiB, message: 1 KiB}
"""
    done = isochron("explain", machine(tmp_path, text))
    assert done.returncode == 0, done.stderr
    assert "nothing uses the parameter `rate`" in done.stderr and "parameter `n`" not in done.stderr


def test_there_are_enough_of_them() -> None:
    assert len(BAD) >= 80


def test_what_cannot_be_down(tmp_path: Path) -> None:
    down = GOOD.replace('"d[2]": {type: sink', '"d[2]": {type: sink, down: DOWN')
    assert down != GOOD
    for text, message in (
        (GOOD.replace("io: 4 KiB,", "rebuild_every: 2,"), "only RAID controllers rebuild lost units"),
        (down.replace("DOWN", "true"), "all of `d[*]` is down"),
        (down.replace("DOWN", "index == 0").replace('to: "d[*]"', 'to: "d[0]"'), "all of `d[0]` is down"),
        (down.replace("DOWN", "index"), "`down` is a plain number"),
        (GOOD.replace("rate: load, io: 4 KiB,", "arrivals: closed, rebuild_every: 2,"), "has `rebuild_every` and `arrivals: closed`"),
    ):
        done = isochron("explain", machine(tmp_path, text))
        assert done.returncode == 2 and message in done.stderr, done.stderr


def test_nothing_goes_to_what_is_down(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GOOD.replace('"d[2]": {type: sink', '"d[2]": {type: sink, down: index == 1'))
    done = isochron("run", scenario, "--json", "-", "--quiet")
    assert done.returncode == 0, done.stderr
    components = json.loads(done.stdout)["components"]
    assert components["d[0]"]["bandwidth"] > 0 and "d[1]" not in components


# Two leaves under two spines: a source and two sinks at each leaf.
LEAVES = """machine: m
parameters:
  way: {type: count, default: 0, about: hides what via is worked out with}
parts:
  "host[2]": {type: source}
  "leaf[2]": {type: switch, inputs: 3, outputs: 4}
  "spine[2]": {type: switch, inputs: 2, outputs: 2}
  "node[2]": {type: pair}
types:
  pair:
    ports: {"in[2]": "sink[i].in"}
    parts: {"sink[2]": {type: sink}}
connect:
  - {for: {i: 2}, from: "host[i].out", to: "leaf[i].in[0]", link: {type: serial_link, name: "up[i]", rate: 1 Gb/s}}
  - {for: {i: 2, s: 2}, from: "leaf[i].out[s]", to: "spine[s].in[i]", link: {type: serial_link, name: "rise[i][s]", rate: 1 Gb/s}}
  - {for: {i: 2, s: 2}, from: "spine[s].out[i]", to: "leaf[i].in[1 + s]", link: {type: serial_link, name: "fall[s][i]", rate: 1 Gb/s}}
  - {for: {i: 2, d: 2}, from: "leaf[i].out[2 + d]", to: "node[i].in[d]", link: {type: serial_link, name: "down[i][d]", rate: 1 Gb/s}}
traffic:
  - {name: t, from: "host[*]", to: "node[*].sink[*]", rate: 10 MB/s, io: 4 KiB, message: 1 KiB, destination: rotation}
"""


def leaves(folder: Path, options: str) -> Path:
    return machine(folder, LEAVES.replace("  way:", "  other:").replace("destination: rotation", f"destination: rotation, {options}"))


def used(folder: Path, via: str) -> dict[str, float]:
    """How much outputs of leaves are used, and what arithmetic says of the busiest of each kind of link."""
    scenario = leaves(folder, via)
    done = isochron("run", scenario, "--json", "-", "--quiet", "--set", "measure.duration=100ms")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    shown = {path: one["utilisation"] for path, one in result["components"].items() if path.startswith("leaf")}
    (explained,) = json.loads(isochron("explain", scenario, "--json").stdout)["points"]
    return shown | {one["resource"]: one["used"] for one in explained["bounds"]}


def test_via_forces_routes_and_bounds_follow(tmp_path: Path) -> None:
    """Half of 10 MB/s crosses to the other leaf: 4 % of 1 Gb/s."""
    for via, of_links, bound in (
        ("ways: 1", (0.04, 0, 0.04, 0), 0.04),
        ('via: [{at: "spine[1]", when: source.index != sink.node}]', (0, 0.04, 0, 0.04), 0.04),
        ('via: [{at: "spine[sink.index]", when: source.index != sink.node}]', (0.02, 0.02, 0.02, 0.02), 0.02),
        ('via: [{at: "rise[source.node][source.index]", when: source.index != sink.node}]', (0.04, 0, 0, 0.04), 0.04),
        ('via: [{at: "spine[*]", when: source.index != sink.node}], ways: 2', (0.04, 0, 0, 0.04), 0.04),
        ('via: [{at: "spine[way]", when: source.index != sink.node}], ways: 2, way_of: message', (0.02, 0.02, 0.02, 0.02), 0.02),
        ('via: [{at: "spine[1 - way]", when: source.index != sink.node}], ways: 2', (0, 0.04, 0.04, 0), 0.04),
    ):
        found = used(tmp_path, via)
        assert found["rise"] == pytest.approx(bound), via
        assert [found[f"leaf[{i}].out[{s}]"] for i in range(2) for s in range(2)] == pytest.approx(of_links, abs=0.003), via


def test_no_route_comes_to_a_choice_twice(tmp_path: Path) -> None:
    """To a sink of its own leaf by a spine: the leaf would be passed twice."""
    told = isochron("explain", leaves(tmp_path, 'via: "spine[1]"'))
    require_told(told, r"from `host\[0\]` to `node\[0\].sink\[0\]` comes to `leaf\[0\]` twice")


def test_via_needs_its_names(tmp_path: Path) -> None:
    text = LEAVES.replace("destination: rotation", 'destination: rotation, via: "spine[*]"')
    require_told(isochron("explain", machine(tmp_path, text)), "the parameter `way` has the name of what `via` is worked out with")


def test_the_netlist_says_what_routes_pass(tmp_path: Path) -> None:
    scenario = leaves(tmp_path, 'via: [{at: "spine[sink.index]", when: source.index != sink.node}]')
    netlist = isochron("explain", scenario, "--netlist").stdout
    assert re.search(r"\n    # host\[1\] to \d+ sinks, 1 via spine\[0\], 1 via spine\[1\] at ", netlist), netlist
    (traffic,) = yaml.safe_load(netlist)["traffic"]
    assert traffic["via"] == [{"at": "spine[sink.index]", "when": "source.index != sink.node"}]


def test_a_rotation_by_node(tmp_path: Path) -> None:
    """Each source keeps to one of the two sinks of a node, and begins at its own node."""
    options = "only: sink.index == source.index mod 2, order: (sink.node - source.index + 2) mod 2"
    done = isochron("run", leaves(tmp_path, options), "--json", "-", "--quiet", "--set", "measure.duration=100ms")
    assert done.returncode == 0, done.stderr
    components = json.loads(done.stdout)["components"]
    assert [components[f"node[{n}].sink[{s}]"]["bandwidth"] for n in range(2) for s in range(2)] == pytest.approx([5e6] * 4, rel=0.02)
    require_told(isochron("explain", leaves(tmp_path, "only: sink.index == 5")), "has nowhere to send to")


def test_a_number_or_a_name(tmp_path: Path) -> None:
    declared = "  pace: {type: data_rate, or: unlimited, default: unlimited, range: [1 Mb/s, 1 Gb/s], about: of sinks}\n"
    scenario = machine(tmp_path, GOOD.replace("  mode:", f"{declared}  mode:").replace("sink, rate: 1 Gb/s", "sink, rate: pace"))
    for settings, rate in (([], "unlimited"), (["pace=10Mb/s"], "10 Mb/s"), (["pace=unlimited"], "unlimited")):
        done = isochron("explain", scenario, "--netlist", *(word for one in settings for word in ("--set", one)))
        assert yaml.safe_load(done.stdout)["parts"]["d[0]"]["rate"] == rate
    assert "Did you mean `unlimited`" in isochron("explain", scenario, "--set", "pace=unlimitd").stderr
    assert "unlimited, or 1 Mb/s to 1 Gb/s" in isochron("describe", tmp_path / "m.yaml").stdout


def test_fast_and_reference_agree(tmp_path: Path) -> None:
    for name in ("central_switch", "two_buses", "nvme_node"):
        scenario = ROOT / f"scenarios/own/{name}.yaml"
        short = ("--set", "measure.warm_up=1ms", "--set", "measure.duration=4ms")
        prints = {
            json.loads(isochron("run", scenario, "--json", "-", "--quiet", *short, "--set", f"bus_model={model}").stdout)["provenance"]["fingerprint"]
            for model in ("fast", "reference")
        }
        assert len(prints) == 1, name


@pytest.mark.parametrize(("name", "asks"), [("central_switch", "load"), ("fast_mesh", "target_bandwidth")])
def test_it_saturates_where_arithmetic_says(name: str, asks: str) -> None:
    """Asked for a fifth more than the bound, with 16 buffers a port and a destination for each message."""
    scenario = ROOT / f"scenarios/own/{name}.yaml"
    window = ("--set", "buffers=16", "--set", "measure.warm_up=100ms", "--set", "measure.duration=100ms")
    bound = min(one["limit"] for one in json.loads(isochron("explain", scenario, "--json", *window).stdout)["points"][0]["bounds"])
    load = f"{asks}={2 * 1.2 * bound / 1e6:.0f}MB/s"  # of a node's two controllers
    done = isochron("run", scenario, "--json", "-", "--quiet", *window, "--set", load)
    assert json.loads(done.stdout)["metrics"]["play.bandwidth"]["mean"] == pytest.approx(bound, rel=0.05)


def test_the_schemas_take_what_ships() -> None:
    for of, files in (
        ("machine", (ROOT / "scenarios/machines").glob("*.yaml")),
        ("scenario", (path for path in (ROOT / "scenarios").glob("*/*.yaml") if path.parent.name not in ("machines", "published", "costs"))),
    ):
        schema = json.loads(isochron("schema", of).stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for file in files:
            validator.validate(read_yaml(file, ""))
    bad = yaml.safe_load(GOOD) | {"part": {}}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(json.loads(isochron("schema", "machine").stdout)).validate(bad)


def test_the_netlist_has_every_part_and_connection(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GOOD)
    netlist = yaml.safe_load(isochron("explain", scenario, "--netlist").stdout)
    assert list(netlist["parts"]) == ["p.s[0]", "p.s[1]", "x", "d[0]", "d[1]", "l[0]", "l[1]", "m[0]", "m[1]"]
    assert netlist["parts"]["x"] == {"type": "switch", "inputs": 2, "outputs": 2, "buffers": 2, "buffer_freed": "on_send", "classes": 1}
    assert {"from": "l[1].out", "to": "x.in[1]"} in netlist["connect"]
    assert len(netlist["connect"]) == 8


@pytest.mark.parametrize("file", sorted((ROOT / "scenarios" / "machines").rglob("*.yaml")), ids=lambda file: file.stem)
def test_lines_of_the_library_fit_on_a_screen(file: Path) -> None:
    assert [line for line in file.read_text().splitlines() if len(line) > 140] == []
