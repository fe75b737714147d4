# SPDX-License-Identifier: Apache-2.0
"""Machine files: bad ones are answered with place, cause and remedy; the cluster as a file delivers what it delivers in C++; files that
ship fit the schema that editors get."""

from __future__ import annotations

import json
import resource
from pathlib import Path

import jsonschema
import pytest
import yaml
from support import ROOT, isochron, require_told

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
    "another name": ("machine: m\n", "machine: other\n", "stands in a file named `m`"),
    "a bad name": ("machine: m\n", "machine: 2m\n", "no name for a machine"),
    "no parts": (GOOD[GOOD.index("parts:\n  p:") : GOOD.index("connect:")], "", "has no parts"),
    "runs": ("summary:", "runs: forever\nsummary:", "`runs` cannot be `forever`"),
    "includes nothing": ("summary:", "include: [gone.yaml]\nsummary:", "cannot be included"),
    "includes no list": ("summary:", "include: gone.yaml\nsummary:", "instead of a list"),
    "includes itself": ("summary:", "include: [m.yaml]\nsummary:", "includes itself"),
    "parameter without type": ("n: {type: count, default: 2", "n: {default: 2", "`n` has no `type`"),
    "parameter without default": ("n: {type: count, default: 2", "n: {type: count", "`n` has no `default`"),
    "parameter of no type": ("n: {type: count", "n: {type: cuont", "cannot be a `cuont`.*Did you mean `count`"),
    "default out of range": ("default: 2, range", "default: 9, range", "`n` cannot be 9.*1 to 8"),
    "range of one": ("range: [1, 8]", "range: [1]", "no pair"),
    "range upside down": ("range: [1, 8]", "range: [8, 1]", "range of `n` is empty"),
    "range of another kind": ("range: [1, 8]", "range: [1 B, 8 B]", "plain number"),
    "default of another kind": ("default: 10 MB/s", "default: 10 MB", "data rate"),
    "default that is no choice": ("default: near", "default: nearr", "Did you mean `near`"),
    "counts with nothing there": ("range: [1, 8]", "range: [1, 8], counts_with: {moed: far}", "no other parameter here.*Did you mean `mode`"),
    "counts with itself": ("range: [1, 8]", "range: [1, 8], counts_with: {n: 2}", "no other parameter here"),
    "counts with no choice of it": ("range: [1, 8]", "range: [1, 8], counts_with: {mode: farr}", "Did you mean `far`"),
    "counts with a rate": ("range: [1, 8]", "range: [1, 8], counts_with: {load: 1 MB/s}", "neither a choice, a flag nor a count"),
    "counts with two counts": ("default: near,", "default: near, counts_with: {n: [1, 2]},", "one value decides"),
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
    "too large": ('"d[2]"', '"d[1000000]"', "more than 250000 parts"),
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
    "variable that is a parameter": ("{i: n}", "{n: n}", "is a parameter too"),
    "unknown variable": ('to: "x.in[i]"', 'to: "x.in[j]"', "unknown name `j`"),
    "when of a number": ('{for: {i: 2}, from: "x', '{when: 2, for: {i: 2}, from: "x', "`when` is a plain number"),
    "left out": ('"d[2]": {type: sink,', '"d[2]": {type: sink, when: mode == far,', "left out by its `when`"),
    "comparison with nothing": ('"d[2]": {type: sink,', '"d[2]": {type: sink, when: mode == 3,', "a name where"),
    "traffic that is a map": ("traffic:\n  - {name: t", "traffic:\n  - [t]\n  - {name: t", "instead of a map"),
    "traffic without a name": ("{name: t, ", "{", "`traffic` has no `name`"),
    "traffic from nobody": ('from: "p.s[*]"', 'from: "p.r[*]"', r"`p.r\[\*\]` matches no part.*p.s"),
    "traffic from a sink": ('from: "p.s[*]"', 'from: "d[*]"', "generates nothing"),
    "traffic to a source": ('to: "d[*]"', 'to: "p.s[*]"', "takes no data"),
    "traffic without a rate": ("rate: load, ", "", "has no `rate`"),
    "traffic of a size": ("rate: load,", "rate: 4 KiB,", "`rate` is a size"),
    "traffic of nothing": ("rate: load,", "rate: load - load,", "`rate` is 0"),
    "unknown option of traffic": ("io: 4 KiB,", "oi: 4 KiB,", "has no parameter `oi`"),
    "unknown destination": ("io: 4 KiB,", "destination: zipff,", "unknown name `zipff`.*zipf"),
    "streams that go elsewhere": ("io: 4 KiB,", "streams: 5,", "has streams, and its I/Os go elsewhere"),
    "streams that there are not": ("io: 4 KiB,", "destination: streams,", "deals its I/Os out to streams and has none"),
    "two nodes that lose one": ("io: 4 KiB,", "degraded: true,", "two nodes cannot lose one"),
    "a node that is not there": ("io: 4 KiB,", "degraded: true, failed_node: 7,", "has no sources in node 7"),
    "per of nothing": ("io: 4 KiB,", 'per: "node[*]",', "is not within"),
    "metric of nothing": ("{sum: ", "{summ: ", "does not know the key `summ`.*sum"),
    "metric of two": ("{sum: ", '{mean: "d[*].bandwidth", sum: ', "is not one of"),
    "metric of an unknown statistic": ("d[*].bandwidth", "d[*].bandwith", "has no statistic `bandwith`.*Did you mean `bandwidth`"),
    "metric of an unknown part": ("d[*].bandwidth", "e[*].bandwidth", "matches no part"),
    "quantile of nothing": ("{sum: ", "{quantile: ", "has no `at`"),
    "quantile beyond": ('{sum: "d[*].bandwidth"', '{quantile: "d[*].bandwidth", at: 120 %', "no fraction"),
    "ratio of nothing": ("{sum: ", "{ratio: ", "has no `to`"),
    "made of itself": ("{type: source}", "{type: pair}", "made of itself"),
    "not YAML": ("parts:\n  p:", "parts:\n  p: {", "empty key|flow"),
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


def processor_time() -> float:
    """Seconds that commands have taken of the processors so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("what", BAD)
def test_bad_ones_are_told_where_and_why(what: str, tmp_path: Path) -> None:
    old, new, message = BAD[what]
    assert GOOD.count(old) == 1, f"`{old}` is {GOOD.count(old)} times in it"
    scenario = machine(tmp_path, GOOD.replace(old, new))
    began = processor_time()
    require_told(isochron("explain", scenario), message)
    assert processor_time() - began < 1


def test_a_parameter_without_effect_is_told(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(GOOD.replace("about: of a source}", "counts_with: {mode: far, n: 3}, about: of a source}"))
    (tmp_path / "s.yaml").write_text("system: m\ntitle: t\nmeasure: {warm_up: 1 ms, duration: 50 ms, seed: 1}\nparameters: {load: 20 MB/s}\n")
    assert "of a source (with mode: far, n: 3 or more)" in isochron("describe", tmp_path / "m.yaml").stdout
    idle = "`load` has no effect: it counts with"
    assert idle in isochron("check", tmp_path / "s.yaml", "--set", "mode=far").stderr
    assert idle not in isochron("check", tmp_path / "s.yaml", "--set", "mode=far", "--set", "n=3").stderr


def test_there_are_enough_of_them() -> None:
    assert len(BAD) >= 80


# Settings of the file, and the same of the machine in C++.
CLUSTERS = {
    "as it is": ([], []),
    "four nodes": (["nodes=4"], ["nodes=4"]),
    "four buffers": (["buffers=4"], ["buffers_per_port=4"]),
    "freed on arrival": (["buffer_freed=on_arrival"], ["buffer_freed=on_arrival"]),
    "one chip": (["chips=1"], ["ib_side.chips=1", "ib_side.bridges=1", "ib_side.sf_links=1"]),
    "two buses": (["ib_buses=2"], ["ib_side.pci_buses=2"]),
    "not to itself": (["include_self=false"], ["destination.include_self=false"]),
    "one controller": (["raid_controllers=1", "gige_cards=8"], ["raid_controllers=1", "gige_cards=8"]),
    "an I/O to one card": (["drawn=io"], ["destination.drawn=per_io"]),
    "too much": (["target_bandwidth=300MB/s"], ["target_bandwidth=300MB/s"]),
    "reference": (["bus_model=reference", "nodes=3"], ["bus_model=reference", "nodes=3"]),
    "one bridge": (["bridges=1"], ["ib_side.bridges=1", "ib_side.sf_links=1"]),
    "chips balanced": (["chip_of=balanced", "nodes=5"], ["ib_side.chip_of=balanced", "nodes=5"]),
    "chips by parity": (["chip_of=parity"], ["ib_side.chip_of=parity"]),
    "PCI-X 133": (["pci.slice_time=120ns", "pci.switch_overhead=22.5ns"], ["pci.slice_time=120ns", "pci.switch_overhead=22.5ns"]),
    "clocks of PCI": (["pci.timing=protocol", "pci.latency_timer=16"], ["pci.timing=protocol", "pci.latency_timer=16"]),
    "a message a turn": (["pci.switch_unit=message"], ["pci.switch_unit=message"]),
    "two engines": (["dma_engines=2", "dma_queue=per_engine", "drawn=io"], ["dma_engines=2", "dma_queue=per_engine", "destination.drawn=per_io"]),
    "small messages": (["message=256B", "io=64KiB", "nodes=4"], ["message=256B", "io=64KiB", "nodes=4"]),
    "slow disks and cards": (
        ["instances.node[*].raid[*].disk_rate=150MB/s", "instances.node[*].gige[*].rate=1Gb/s", "disk_delay.max=12ms"],
        ["disk_rate=150MB/s", "gige.rate=1Gb/s", "disk_delay.max=12ms"],
    ),
    "a node is down": (["degraded=true", "target_bandwidth=104MB/s"], ["failed_nodes=[3]", "target_bandwidth=104MB/s"]),
    "stripes are kept": (
        ["degraded=true", "failed_node=0", "rebuild=stripe_buffered", "nodes=5", "drawn=io"],
        ["failed_nodes=[0]", "rebuild=stripe_buffered", "nodes=5", "destination.drawn=per_io"],
    ),
    "streams": (["streams.count=2000", "streams.client_buffer=20ms"], ["streams.count=2000", "streams.client_buffer=20ms"]),
    "streams with a node down": (
        ["streams.count=901", "streams.client_buffer=15ms", "degraded=true", "failed_node=6", "chip_of=balanced"],
        ["streams.count=901", "streams.client_buffer=15ms", "failed_nodes=[6]", "ib_side.chip_of=balanced"],
    ),
    "a controller of its own": (["instances.node[1].raid[0].disk_delay.min=2ms"], ["instances.node[1].raid[0].disk_delay.min=2ms"]),
}  # fmt: skip


def figures(folder: Path, system: str, settings: list[str]) -> dict:
    scenario = folder / f"{system}_run.yaml"
    scenario.write_text(f"system: {system}\nmeasure: {{warm_up: 30 ms, duration: 60 ms, seed: 3}}\n")
    words = [word for setting in settings for word in ("--set", setting)]
    done = isochron("run", scenario, "--json", "-", "--csv", folder / system, "--quiet", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("variant", CLUSTERS)
def test_the_cluster_as_a_file_is_the_cluster(variant: str, tmp_path: Path) -> None:
    """Delays of every message, statistics of every part and the number of events: nothing depends on names."""
    of_file, of_code = CLUSTERS[variant]
    ours, theirs = figures(tmp_path, "video_mesh", of_file), figures(tmp_path, "seachange_cluster", of_code)
    assert ours["metrics"]["play.delay"] == theirs["metrics"]["delay"]
    shown = ["delivered.bandwidth", "bytes.in", "bytes.out"] + [name for name in theirs["metrics"] if name.startswith("streams.")]
    for name in shown + ["rebuilt.bandwidth"] * ("rebuilt.bandwidth" in theirs["metrics"]):
        of_file = {"rebuilt.bandwidth": "play.rebuilt"}.get(name, f"play.{name}" if name.startswith("streams.") else name)
        assert ours["metrics"][of_file]["mean"] == pytest.approx(theirs["metrics"][name]["mean"], rel=1e-12), name
    assert ours["performance"]["events"] == theirs["performance"]["events"]
    histogram = [
        [line.split(",", 2)[2] for line in (tmp_path / system / "histograms.csv").read_text().splitlines() if name in line]
        for system, name in (("video_mesh", "play.delay"), ("seachange_cluster", "delay"))
    ]
    assert histogram[0] == histogram[1] and histogram[0]
    shared = {path for path in ours["components"] if path in theirs["components"] and "ib_link" not in path}
    assert len(shared) > 20
    assert {path: ours["components"][path] for path in shared} == {path: theirs["components"][path] for path in shared}


def test_what_cannot_be_down(tmp_path: Path) -> None:
    three = GOOD.replace("default: 2, range", "default: 3, range")
    for text, message in (
        (three.replace("io: 4 KiB,", "degraded: true,"), "only RAID controllers rebuild lost units"),
        (three.replace('to: "d[*]"', 'to: "d[0]"').replace("io: 4 KiB,", "degraded: true,"), "`d[0]` is all in the failed node"),
        (three.replace("rate: load, io: 4 KiB,", "arrivals: closed, degraded: true,"), "is degraded and has no `rate`"),
    ):
        done = isochron("explain", machine(tmp_path, text))
        assert done.returncode == 2 and message in done.stderr, done.stderr


def test_fast_and_reference_agree(tmp_path: Path) -> None:
    for name in ("central_switch", "two_buses", "nvme_node"):
        scenario = ROOT / f"scenarios/own/{name}.yaml"
        short = ("--set", "measure.warm_up=1ms", "--set", "measure.duration=4ms")
        prints = {
            json.loads(isochron("run", scenario, "--json", "-", "--quiet", *short, "--set", f"bus_model={model}").stdout)["provenance"]["fingerprint"]
            for model in ("fast", "reference")
        }
        assert len(prints) == 1, name


def test_the_schemas_take_what_ships() -> None:
    for of, files in (
        ("machine", (ROOT / "scenarios/machines").glob("*.yaml")),
        ("scenario", (path for path in (ROOT / "scenarios").glob("*/*.yaml") if path.parent.name not in ("machines", "published", "costs"))),
    ):
        schema = json.loads(isochron("schema", of).stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for file in files:
            validator.validate(yaml.safe_load(file.read_text()))
    bad = yaml.safe_load(GOOD) | {"part": {}}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(json.loads(isochron("schema", "machine").stdout)).validate(bad)


def test_the_netlist_has_every_part_and_connection(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GOOD)
    netlist = yaml.safe_load(isochron("explain", scenario, "--netlist").stdout)
    assert list(netlist["parts"]) == ["p.s[0]", "p.s[1]", "x", "d[0]", "d[1]", "l[0]", "l[1]", "m[0]", "m[1]"]
    assert netlist["parts"]["x"] == {"type": "switch", "inputs": 2, "outputs": 2, "buffers": 2, "buffer_freed": "on_send"}
    assert {"from": "l[1].out", "to": "x.in[1]"} in netlist["connect"]
    assert len(netlist["connect"]) == 8
    refused = isochron("explain", ROOT / "scenarios/seachange/cluster.yaml", "--netlist")
    assert refused.returncode == 2 and "no machine file" in refused.stderr
