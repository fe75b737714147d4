# SPDX-License-Identifier: Apache-2.0
"""What a newcomer to machine files does wrong is answered with what helps: the right unit, the parameter to raise, the place of the declaration,
the file to write. What has nothing to do is told before the run, and a source that nobody uses is silent."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from explore import explore
from patience import PATIENCE
from support import COMMAND, ROOT, isochron, require_told
from test_machine_files import GOOD, machine
from test_machine_jobs import GOOD as JOBS

from isochron.errors import ReportError
from isochron.results.metrics import Known

BRIDGES = """machine: m
parts:
  a: {type: bus_source}
  bus: {type: pci_bus}
  near: {type: bus_bridge, links_out: 1, links_in: 0}
  far: {type: bus_bridge, links_out: 0, links_in: 1}
  other: {type: pci_bus}
  b: {type: bus_sink}
connect:
  - {from: a.out, to: "bus.device[0]"}
  - {from: "bus.window[0]", to: "near.window[0]"}
  - {from: "near.link_out[0]", to: "far.link_in[0]", link: {type: serial_link, name: l, rate: 1 Gb/s}}
  - {from: far.to_bus, to: "other.device[0]"}
  - {from: "other.window[0]", to: b.in}
traffic:
  - {name: t, from: a, to: b, rate: 10 MB/s}
"""

# The machine, what is replaced, by what, and what the message must have.
TOLD = {
    "bits a second": (GOOD, "default: 10 MB/s", "default: 30 Mbps", r"unit `Mbps`. Did you mean `Mb/s`\?"),
    "bytes a second": (GOOD, "default: 10 MB/s", "default: 30 MBps", r"Did you mean `MB/s`\?"),
    "small letters": (GOOD, "default: 10 MB/s", "default: 30 mb/s", r"Did you mean `Mb/s`\?"),
    "in an expression": (GOOD, "rate: 2 Gb/s", "rate: 2 * 1 gbit/s", r"Did you mean `Gbit/s`\?"),
    "no port of a bridge": (BRIDGES, "links_in: 1", "links_in: 0", r"`far` has 0 ports `link_in`, there is no number 0. Raise its `links_in`"),
    "no port to the bus": (
        BRIDGES.replace('  - {from: "near.link_out[0]", to: "far.link_in[0]", link: {type: serial_link, name: l, rate: 1 Gb/s}}\n', ""),
        "links_in: 1", "links_in: 0", r"`far` has 0 ports `to_bus`, there is no number 0. Raise its `links_in`",
    ),
    "more devices than a bus has": (BRIDGES, 'to: "bus.device[0]"', 'to: "bus.device[64]"', r"m\.yaml:10:\d+: `bus` has 64 ports `device`, there is no number 64. Use 0 to 63"),
    "one port too few": (GOOD, "outputs: 2", "outputs: 1", r"has 1 port `out`, there is no number 1. Use 0, or raise its `outputs`"),
    "a model that is no part": (GOOD, "x: {type: switch", "x: {type: dma_engine", r"a `dma_engine` cannot be a part of a machine file. Use one of pair, .*switch"),
    "a model that is no link": (GOOD, 'link: {type: serial_link, name: "l', 'link: {type: dma_engine, name: "l', "a `dma_engine` cannot be a part"),
    "a port misspelt in its declaration": (GOOD, '"s[i].out"', '"s[i].outt"', r"m\.yaml:11:26: `p.s\[0\]`, a `source`, has no port `outt`. Did you mean `out`"),
    "a part misspelt in its declaration": (GOOD, '"s[i].out"', '"z[i].out"', r"m\.yaml:11:26: `p.z\[0\].out`: there is no part `p.z\[0\]`"),
    "a port that is itself": (GOOD, '"s[i].out"', '"out[i]"', r"m\.yaml:11:26: the port `p.out\[0\]` stands for itself"),
    "beyond an array": (GOOD, 'to: "d[i].in"', 'to: "d[i + 1].in"', r"there is no part `d\[2\]`. There are d\[0\] to d\[1\]\."),
    "beyond an array of one": (GOOD, '"d[2]": {type', '"d[1]": {type', r"there is no part `d\[1\]`. There is d\[0\] alone\."),
    "jobs beyond an array": (JOBS, "d: job mod n", "d: job", r"there is no part `disk\[2\]`. There are disk\[0\] to disk\[1\]: `disk\[job mod 2\]` takes them in turn"),
    "a name for a choice": (GOOD, "buffers: 2}", "buffers: 2, buffer_freed: perhaps}", r"unknown name `perhaps`. Valid: on_send, on_arrival, or an expression; names that it may have: load, mode, n\."),
    "a name for a number": (GOOD, "buffers: 2}", "buffers: many}", r"unknown name `many`. Valid: 1 to \d+, or an expression; names that it may have: load, mode, n\."),
    "a choice misspelt": (GOOD, "buffers: 2}", "buffers: 2, buffer_freed: on_snd}", r"unknown name `on_snd`. Did you mean `on_send`\?"),
    "half a number": (GOOD, "buffers: 2}", "buffers: 2.5}", "2.5 is no whole number. Write a whole number, or divide with `div`"),
    "a comma in a text": (GOOD, "about: sources}\n  load", "about: sources of a leaf, and sinks}\n  load", 'Put a text with a comma in it between quotes: about: "sources of a leaf, and sinks"'),
    "a tab": (GOOD, "  x: {type: switch", "\tx: {type: switch", r"m\.yaml:16:1: a tab in front of a line. Indent with blanks"),
    "a file that is not there": (GOOD, "summary:", "include: [nope.yaml]\nsummary:", r"nope\.yaml: [^.]*\. Give a path beside this file\.\n"),
    "sources beyond an array": (GOOD, 'from: "p.s[*]"', 'from: "p.s[9]"', r"`p\.s\[9\]` matches no part. There are p\.s\[0\] to p\.s\[1\]\."),
    "a third of a count": (GOOD, "buffers: 2}", "buffers: n / 3}", r"is no whole number. Write a whole number, or divide with `div`"),
    # A name that stands for nothing is no text: in conditions, in what they decide not to be, in types that nothing uses.
    "no value of a choice": (GOOD, "{name: t, ", "{name: t, when: mode == fra, ", r"m\.yaml:22:29: `when`: in `mode == fra`: unknown name `fra`. Did you mean `far`\?"),
    "no parameter": (GOOD, "{name: t, ", "{name: t, when: mdoe == far, ", r"m\.yaml:22:21: `when`: in `mdoe == far`: unknown name `mdoe`. Did you mean `mode`\?"),
    "beside what decides": (GOOD, "outputs: 2, buffers: 2}", "outputs: 2, buffers: 2 if mode == near or mode == west else 3}", r"unknown name `west`. Valid: near, far\."),
    "in the other branch": (GOOD, "buffers: 2}", "buffers: 2 if mode == near else m}", r"`buffers`: in `2 if mode == near else m`: unknown name `m`. Valid: 1 to"),
    "a choice in the other branch": (GOOD, "buffers: 2}", "buffers: 2, buffer_freed: on_send if mode == near else on_arival}", r"unknown name `on_arival`. Did you mean `on_arrival`\?"),
    "in the size of what is not there": (GOOD, "  p: {type: pair, size: n}", '  p: {type: pair, size: n}\n  "q[nn]": {type: sink, when: mode == far}', r"the size of `q`: unknown name `nn`"),
    "a choice and a number": (GOOD, "{name: t, ", "{name: t, when: mode == 2, ", r"a choice is compared with what is none of its values. Compare it with one of near, far\."),
    "a name for a loop": (GOOD, "{for: {i: n}, from", "{for: {i: n}, when: i != mode, from", r"a choice is compared with what is none of its values"),
    "in a type that nothing uses": (GOOD, "types:\n", "types:\n  other:\n    parts: {a: {type: swich}}\n", r"m\.yaml:9:23: unknown type `swich`. Did you mean `switch`\?"),
    "a scope of another kind": (GOOD, "p: {type: pair,", "p: {type: pair, scope: own,", r"m\.yaml:15:\d+: `scope` cannot be `own`. Write `scope: none`"),
    "parts of an array without a scope": (GOOD, "p: {type: pair,", '"p[1]": {type: pair, scope: none,', r"m\.yaml:15:\d+: `p` is an array, and its parts cannot all be without a scope"),
    "a part itself without a scope": (GOOD, "x: {type: switch,", "x: {type: switch, scope: none,", r"m\.yaml:16:\d+: `x` is a part itself, and has no scope"),
    "two parts of one name without a scope": (GOOD.replace("  x:", "  q: {type: pair, scope: none}\n  x:"), "p: {type: pair, size: n}", "p: {type: pair, size: n, scope: none}", r"there are two parts `s\[0\]`"),
    "a setting in a type that nothing uses": (GOOD, "types:\n", "types:\n  other:\n    parts: {a: {type: switch, bufers: 2}}\n", r"a `switch` has no parameter `bufers`. Did you mean `buffers`\?"),
    "a name in a type that nothing uses": (GOOD, "types:\n", "types:\n  other:\n    parts: {a: {type: switch, inputs: n}}\n", r"`inputs`: unknown name `n`"),
    "in `let`": (JOBS, "let: {d: job mod n}", "let: {d: job mod n, e: jbo mod 2}", r"`e`: in `jbo mod 2`: unknown name `jbo`. Did you mean `job`\?"),
    "a name in `let`": (JOBS, "let: {d: job mod n}", "let: {d: job mod n, e: wrok}", r"`e`: unknown name `wrok`. Did you mean `work`\?"),
    "in a step that is not taken": (JOBS, "when: work and job mod 2 == 1", "when: work and job mod 2 == 1 and (not work and jbo == 1)", r"unknown name `jbo`"),
    # Every index has brackets of its own.
    "two indices in an array": (GOOD, '"d[2]": {type', '"d[2, 1]": {type', r"`d\[2, 1\]` has several indices in one pair of brackets\. Write d\[2\]\[1\]\."),
    "two indices of a port": (GOOD, 'to: "d[i].in"', 'to: "d[i,0].in"', r"`d\[i,0\]\.in` has several indices in one pair of brackets\. Write d\[i\]\[0\]\.in\."),
    "two indices in a pattern": (GOOD, 'to: "d[*]"', 'to: "d[*, *]"', r"has several indices in one pair of brackets\. Write d\[\*\]\[\*\]\."),
    "two indices of `via`": (GOOD, "rate: load, io", 'via: "x[way, *]", rate: load, io', r"Write x\[way\]\[\*\]\."),
    # A NUL does not end the message.
    "a NUL in a name": (GOOD, "machine: m\n", 'machine: "m\\0k"\n', r"`m\\x00k` is no name for a machine\. Use letters"),
    "a NUL in a unit": (GOOD, "default: 10 MB/s", 'default: "10 MB\\0/s"', r"`load`: .*\\x00.*\. \S"),
    "nothing to do": (GOOD, GOOD[GOOD.index("traffic:") : GOOD.index("metrics:")], "", r"m\.yaml:1:1: the machine has nothing to do: it has neither traffic nor jobs, and no part has work of its own. Add `traffic:`"),
    "nothing to do as it is": (GOOD, "{name: t, ", "{name: t, when: n > 5, ", r"m\.yaml:\d+:5: the machine has no traffic as its parameters are"),
}  # fmt: skip


@pytest.mark.parametrize("what", TOLD)
def test_what_is_wrong_is_told(what: str, tmp_path: Path) -> None:
    text, old, new, message = TOLD[what]
    assert text.count(old) == 1, f"`{old}` is {text.count(old)} times in it"
    scenario = machine(tmp_path, text.replace(old, new))
    if text == JOBS:
        scenario.write_text("system: ./m.yaml\n")
    for command in ("explain", "run"):
        require_told(isochron(command, scenario), message)


def test_a_limit_of_ports_is_described() -> None:
    """The one that the message above has."""
    described = isochron("describe", "pci_bus").stdout
    assert re.search(r"^device\[i\] .* up to 64$", described, re.MULTILINE), described


def test_work_without_end_is_told(tmp_path: Path) -> None:
    """10^9 I/Os of 4 KiB at 10 MB/s take 409,600 s, which a run may; at 1 MB/s ten times as long, which it may not."""
    endless = GOOD.replace("summary:", "runs: until_done\nsummary:").replace("io: 4 KiB,", "io: 4 KiB, ios: 1000000000,")
    scenario = machine(tmp_path, endless)
    scenario.write_text("system: ./m.yaml\n")
    assert "about 409600.000 s," in isochron("explain", scenario).stdout
    require_told(isochron("explain", scenario, "--set", "load=1MB/s"), r"s\.yaml:1:\d+: the work would take more than 1000000 s of simulated time")


def test_units_of_set(tmp_path: Path) -> None:
    done = isochron("explain", machine(tmp_path, GOOD), "--set", "load=30Mbps")
    assert done.returncode == 2 and "Did you mean `Mb/s`?" in done.stderr, done.stderr


def test_parameters_of_a_file_can_be_set_part_by_part(tmp_path: Path) -> None:
    scenario = machine(tmp_path, BRIDGES)
    done = isochron("explain", scenario, "--netlist", "--set", "instances.near.buffers=8", "--set", "instances.near.links_out=2")
    assert done.returncode == 2 and r"`near.window[1]` is joined to nothing" in done.stderr, done.stderr
    done = isochron("explain", scenario, "--netlist", "--set", "instances.near.buffers=8")
    assert '"near": {type: bus_bridge, links_out: 1, links_in: 0, buffers: 8' in done.stdout, done.stderr
    done = isochron("explain", scenario, "--set", "instances.near.bufers=8")
    assert done.returncode == 2 and "(bus_bridge) has no parameter `bufers`. Did you mean `buffers`?" in done.stderr, done.stderr
    more, few = (json.loads(isochron("run", scenario, "--json", "-", "--quiet", *set_).stdout) for set_ in (("--set", "instances.near.buffers=8"), ()))
    assert more["components"]["a.out"]["wait_buffer"] < few["components"]["a.out"]["wait_buffer"]


def test_parameters_with_dots_can_be_set_part_by_part(tmp_path: Path) -> None:
    scenario = tmp_path / "planes.yaml"
    scenario.write_text("system: ps2\n")
    netlist = isochron("explain", scenario, "--netlist", "--set", "instances.store.volume.size=256x256x128")
    assert netlist.returncode == 0 and "volume.size: 256x256x128" in netlist.stdout, netlist.stderr


def test_parts_without_a_scope_are_named_as_those_beside_them(tmp_path: Path) -> None:
    text = GOOD.replace("p: {type: pair,", "p: {type: pair, scope: none,").replace('"p.s[*]"', '"s[*]"')
    done = isochron("explain", machine(tmp_path, text), "--json")
    assert done.returncode == 0, done.stderr
    names = [part["name"] for part in json.loads(done.stdout)["points"][0]["topology"]["parts"]]
    assert names == ["s[0]", "s[1]", "x", "d[0]", "d[1]", "l[0]", "l[1]", "m[0]", "m[1]"]


def test_a_scenario_is_no_machine(tmp_path: Path) -> None:
    told = r"s\.yaml:1:1: this is a scenario, and no machine file\. Name its machine, `\./m\.yaml`\."
    require_told(isochron("describe", machine(tmp_path, GOOD)), told)


def test_a_scenario_that_ships_has_a_name(tmp_path: Path) -> None:
    by_path = isochron("explain", "scenarios/own/nvme_node.yaml", "--json")
    for name in ("nvme_node", "own/nvme_node"):
        assert isochron("explain", name, "--json").stdout == by_path.stdout
    done = isochron("explain", "evening")
    assert done.returncode == 2 and "several scenarios have this name. Name one by its path: scenarios/own/evening.yaml, scenarios/voyager/evening.yaml" in done.stderr
    done = isochron("explain", "nvme_nodde")
    assert done.returncode == 4 and "no scenario of this name. Did you mean `nvme_node`?" in done.stderr
    done = explore("sweep", "nvme_node", "--vary", "streams=100", "--set", "measure.duration=1ms", folder=tmp_path)
    assert done.returncode == 0 and "nvme_node" in done.stdout, done.stderr


def test_a_misspelt_option(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GOOD)
    for words, meant in ((("--sett", "n=3"), "`--sett`. Did you mean `--set`?"), (("--sett=n=3",), "`--sett`. Did you mean `--set`?"), (("--jsno", "-"), "`--jsno`. Did you mean `--json`?")):
        done = isochron("run", scenario, *words)
        assert (done.returncode, done.stderr) == (2, f"isochron: unknown option {meant}\n")
    done = isochron("run", scenario, "--nothing-like-it")
    assert done.returncode == 2 and done.stderr.startswith("isochron: unknown option `--nothing-like-it`. `isochron --help` shows"), done.stderr


def test_a_tab_is_blamed_where_it_stands(tmp_path: Path) -> None:
    """One in a text is legal."""
    scenario = machine(tmp_path, "summary: |\n  a\n  \ttext\nmachine: m\nparts: {a: [\n")
    done = isochron("explain", scenario)
    assert done.returncode == 2 and "a tab in front" not in done.stderr and "not valid YAML" in done.stderr, done.stderr


def test_a_number_is_compared_with_the_name_that_it_may_have(tmp_path: Path) -> None:
    """And nothing else is: neither another name, nor that of a number that has none."""
    text = GOOD.replace("load: {type: data_rate, ", "load: {type: data_rate, or: unlimited, ").replace("{name: t, ", "{name: t, when: load != unlimited, ")
    scenario = machine(tmp_path, text)
    assert isochron("explain", scenario).returncode == 0
    require_told(isochron("explain", scenario, "--set", "load=unlimited"), "no traffic as its parameters are")
    scenario = machine(tmp_path, text.replace("load != unlimited", "n != unlimited"))
    require_told(isochron("explain", scenario), "unknown name `unlimited`")


# What is added to the good machine, and what `explain` says of it and goes on.
DOUBTFUL = {
    "a parameter that nothing uses": ("parameters:\n", "parameters:\n  rate: {type: data_rate, default: 1 Gb/s}\n", r"nothing uses the parameter `rate` \(.*m\.yaml:\d+:3\). Use it in an expression"),
    "a message above its I/O": ("message: 1 KiB", "message: 5 KiB", r"`message: 5 KiB` of the traffic `t` \(.*m\.yaml:22:5\) is larger than its I/Os of 4 KiB, and an I/O is one message\. Lower `message`"),
}  # fmt: skip


@pytest.mark.parametrize("what", DOUBTFUL)
def test_what_is_hardly_meant_is_a_warning(what: str, tmp_path: Path) -> None:
    old, new, message = DOUBTFUL[what]
    assert GOOD.count(old) >= 1, old
    assert not re.search(message, isochron("explain", machine(tmp_path, GOOD)).stderr)
    scenario = machine(tmp_path, GOOD.replace(old, new, 1))
    done = isochron("explain", scenario)
    assert done.returncode == 0 and re.search(message, done.stderr), done.stderr
    assert isochron("explain", scenario, "--strict").returncode == 2


CLOCKED = BRIDGES.replace("machine: m\n", "machine: m\nparameters:\n  n: {type: count, default: 2}\n  mode: {type: choice, choices: [paper, protocol], default: paper}\n  clock: {type: frequency, default: 66 MHz}\n  slice: {type: size, default: 128 B}\n")


@pytest.mark.parametrize(
    ("bus", "settings", "why"),
    [
        ("clock: clock", (), "it sets `clock` of a `pci_bus`, which counts with `timing: protocol`"),
        ("clock: clock, timing: mode", (), "it sets `clock` of a `pci_bus`, which counts with `timing: protocol`"),
        ("clock: clock, timing: mode", ("mode=protocol",), ""),
        ("clock: 2 * clock, timing: protocol", (), ""),
        ("slice: 128 B if clock > 50 MHz else 64 B", (), ""),
    ],
)
def test_a_parameter_whose_uses_have_no_effect_has_none(bus: str, settings: tuple[str, ...], why: str, tmp_path: Path) -> None:
    """Also where the file says it by a name: the clock of a bus whose times are the paper's."""
    scenario = machine(tmp_path, CLOCKED.replace("bus: {type: pci_bus}", f"bus: {{type: pci_bus, slice: slice, {bus}}}".replace("slice: slice, slice", "slice")))
    options = ("--set", "clock=133MHz", *(word for one in settings for word in ("--set", one)))
    done = isochron("explain", scenario, *options, "--json")
    told = f"--set clock=133MHz: `clock` has no effect: {why}. Leave it out."
    assert (told in done.stderr) == bool(why), done.stderr
    counts = {one["path"]: one["counts"] for one in json.loads(done.stdout)["parameters"]}
    assert counts["clock"] == (not why)
    strict = isochron("explain", scenario, *options, "--strict")
    assert (strict.returncode == 2 and told in strict.stderr) == bool(why), strict.stderr
    # And it is true.
    with_, without = (run["metrics"] for run in (json.loads(isochron("run", scenario, "--json", "-", "--quiet", *one).stdout) for one in (options, options[2:])))
    assert (with_ == without) or not why


def test_a_parameter_of_what_is_not_there_has_no_effect(tmp_path: Path) -> None:
    """A part and traffic that `when` leaves out, a type's parameter that nothing there uses; one of two uses is enough for an effect."""
    more = "  - {name: u, when: mode == far, from: q, to: e, rate: load, io: size}\n"
    text = GOOD.replace("metrics:", more + "metrics:").replace("parts:\n  p:", "parts:\n  q: {type: bus_source, when: mode == far}\n  e: {type: bus_sink, when: mode == far, rate: wide}\n  p:")
    text = text.replace("parameters:\n", "parameters:\n  size: {type: size, default: 4 KiB}\n  wide: {type: data_rate, default: 1 Gb/s}\n", 1)
    done = isochron("explain", machine(tmp_path, text), "--set", "size=8KiB", "--set", "wide=2Gb/s", "--set", "load=11MB/s", "--set", "n=3")
    assert "`size` has no effect: it sets `io` of the traffic `u`, which is not there" in done.stderr, done.stderr
    assert "`wide` has no effect: it sets `rate` of `e`, which is not there" in done.stderr
    assert "`load`" not in done.stderr and "`n`" not in done.stderr


LATER = GOOD.replace("n: {type: count, default: 2", "n: {type: count, default: 1").replace('from: "p.s[*]"', 'from: ["p.s[1]", "p.s[0]"]').replace("metrics:\n", 'metrics:\n  second: {sum: "p.s[1].bandwidth"}\n')


def test_a_machine_is_checked_as_the_scenario_has_it(tmp_path: Path) -> None:
    """The file names a second source, and there is one by default: what counts is what the scenario says, at each of its points."""
    scenario = machine(tmp_path, LATER)
    told = r"m\.yaml:22:22: `p\.s\[1\]` matches no part"
    for command in ("explain", "run", "check"):
        require_told(isochron(command, scenario), told)
    require_told(isochron("describe", scenario.parent / "m.yaml"), told)
    text = scenario.read_text()
    scenario.write_text(text + "parameters: {n: 2}\nexpect:\n  - {metric: second, at_least: 1 kB/s}\n")
    done = isochron("check", scenario)
    assert done.returncode == 0, done.stderr
    assert "second" in {one["name"] for one in json.loads(isochron("explain", scenario, "--json").stdout)["metrics"]}
    scenario.write_text(text + "vary: {n: [2, 3]}\n")
    assert len(json.loads(isochron("explain", scenario, "--json").stdout)["points"]) == 2
    require_told(isochron("explain", scenario, "--set", "vary.n=[2, 1]"), told)


def test_a_sweep_of_a_machine_whose_defaults_do_not_fit(tmp_path: Path) -> None:
    done = explore("sweep", machine(tmp_path, LATER), "--vary", "n=2,3", "--out", tmp_path / "out", "--set", "measure.duration=10ms", folder=tmp_path)
    assert done.returncode == 0 and "2 points" in done.stdout, done.stderr


def test_what_names_decide_is_no_doubt(tmp_path: Path) -> None:
    """A clock that counts with other parameters of the machine."""
    for timing, told in (("", True), (", timing: mode", False), (", timing: paper", True), (", timing: protocol if n > 2 else paper", False)):
        text = BRIDGES.replace("bus: {type: pci_bus}", f"bus: {{type: pci_bus, clock: 33 MHz{timing}}}").replace(
            "machine: m\n", "machine: m\nparameters:\n  n: {type: count, default: 2}\n  mode: {type: choice, choices: [paper, protocol], default: paper}\n"
        )
        assert ("`clock` of a `pci_bus` has no effect" in isochron("explain", machine(tmp_path, text)).stderr) == told, timing


def test_a_deadlock_comes_with_the_doubt_that_foretold_it(tmp_path: Path) -> None:
    links = "".join(
        f'  - {{from: "w[{i}].out[1]", to: "w[{(i + 1) % 3}].in[1]", link: {{type: serial_link, name: "r[{i}]", rate: 1 Gb/s}}}}\n' for i in range(3)
    )
    text = """machine: m
parts:
  "s[3]": {type: source}
  "w[3]": {type: switch, inputs: 2, outputs: 2}
  "d[3]": {type: sink}
connect:
  - {for: {i: 3}, from: "s[i].out", to: "w[i].in[0]", link: {type: serial_link, name: "l[i]", rate: 1 Gb/s}}
  - {for: {i: 3}, from: "w[i].out[0]", to: "d[i].in", link: {type: serial_link, name: "m[i]", rate: 1 Gb/s}}
LINKStraffic:
  - {name: t, from: "s[*]", to: "d[*]", arrivals: closed, outstanding: 4, io: 4 KiB, message: 1 KiB, destination: rotation}
"""
    done = isochron("run", machine(tmp_path, text.replace("LINKS", links)))
    assert done.returncode == 3 and "deadlock" in done.stderr and "can wait for each other in a cycle" in done.stderr, done.stderr


@pytest.mark.parametrize("command", ["run", "check", "explain", "waves"])
def test_a_machine_is_no_scenario(command: str, tmp_path: Path) -> None:
    """The message names a scenario of the machine, if there is one."""
    scenario = machine(tmp_path, GOOD)
    told = r"m\.yaml:1:1: this is a machine file, and no scenario\. "
    require_told(isochron(command, tmp_path / "m.yaml"), rf"{told}Give the scenario {scenario}, which has this machine\.")
    require_told(isochron(command, "scenarios/machines/nvme_node.yaml"), r"Give the scenario scenarios/own/nvme_node\.yaml, which")
    scenario.unlink()
    require_told(isochron(command, tmp_path / "m.yaml"), rf"{told}Write a scenario beside it, with the lines `system: m`")


def test_machines_beside_a_scenario_are_known(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GOOD)
    (tmp_path / "serverA.yaml").write_text(GOOD.replace("machine: m", "machine: serverA"))
    (tmp_path / "broken.yaml").write_text("machine: {")
    scenario.write_text("system: serverAA\n")
    require_told(isochron("run", scenario), r"unknown system `serverAA`. Did you mean `serverA`\?")
    scenario.write_text("system: xyz\n")
    require_told(isochron("run", scenario), r"Known: m, serverA, ")


def test_metrics_of_a_machine_by_its_path(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GOOD)
    known = Known.of(json.loads(isochron("explain", scenario, "--json").stdout))
    with pytest.raises(ReportError, match=rf"isochron describe {re.escape(str(tmp_path / 'm.yaml'))}` lists"):
        known.require("t.bandwith", "--metric")
    assert isochron("describe", known.described).returncode == 0


def test_an_unknown_command() -> None:
    done = isochron("rum", "a.yaml")
    assert (done.returncode, done.stderr) == (2, "isochron: unknown command `rum`. Did you mean `run`?\n")


def test_who_reads_only_the_beginning_is_no_error() -> None:
    command = f"'{COMMAND}' waves scenarios/seachange/cluster.yaml | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT, check=False)
    assert done.stderr == "" and done.stdout.splitlines()[1:] == ["0"], done


IDLE = """machine: m
parts:
  "a[2]": {type: source}
  "b[2]": {type: bus_source}
  bus: {type: pci_bus}
  x: {type: switch, inputs: 2, outputs: 1, buffers: 2}
  d: {type: sink}
  e: {type: bus_sink}
connect:
  - {for: {i: 2}, from: "a[i].out", to: "x.in[i]", link: {type: serial_link, name: "l[i]", rate: 1 Gb/s}}
  - {from: "x.out[0]", to: d.in, link: {type: serial_link, name: m, rate: 1 Gb/s}}
  - {for: {i: 2}, from: "b[i].out", to: "bus.device[i]"}
  - {from: "bus.window[0]", to: e.in}
traffic:
  - {name: t, from: "a[0]", to: d, rate: 10 MB/s, io: 4 KiB, message: 1 KiB}
"""


@pytest.mark.parametrize("more", ["", '  - {name: u, from: "b[1]", to: e, arrivals: closed}\n'], ids=["alone", "with others"])
def test_sources_without_traffic_are_silent(more: str, tmp_path: Path) -> None:
    result = json.loads(isochron("run", machine(tmp_path, IDLE + more), "--json", "-", "--quiet").stdout)
    assert result["metrics"]["t.bandwidth"]["mean"] == pytest.approx(10e6, rel=0.05)
    silent = {"a[1]", "b[0]"} | (set() if more else {"b[1]"})
    for source in ("a[0]", "a[1]", "b[0]", "b[1]"):
        assert (result["components"][source]["messages"] == 0) == (source in silent), source


def test_files_need_a_block_each_on_a_disk() -> None:
    """A part's own check, beside the machine's: 200 files of 64 KiB."""
    for capacity, fits in (("13107200B", True), ("13107199B", False)):
        done = isochron("explain", ROOT / "scenarios/voyager/evening.yaml", "--set", f"instances.thin[0].daemon.capacity={capacity}")
        assert ("a disk has no room for a block of each of 200 files" in done.stderr) != fits, done.stderr
        assert done.returncode == (0 if fits else 2)
