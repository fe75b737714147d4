# SPDX-License-Identifier: Apache-2.0
"""Parameters of machine files: groups are what the same file without them is, lists decide what is there, a choice decides a part's type, and
checks answer at the setting that they blame."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import isochron, require_told

from isochron.errors import ReportError
from isochron.machine import Machine, parts
from isochron.machine.entries import Choice
from isochron.machine.expression import Expression

# `pci` is a group of the library's bus, `side` one of a type of the file, which has a group itself.
GROUPS = """machine: m
parameters:
  load: {type: data_rate, default: 20 MB/s, range: [1 kB/s, 1 GB/s], about: asked of each source}
  pci: {of: pci_bus, without: [disconnect, turnaround]}
  pci.slice: {default: 64 B, range: [32 B, 1 KiB], about: what a turn moves, source: a book}
  side: {of: side, as: {room: buffers, link: link}, set: {links: 2 if pci.timing == paper else 1}}
  near: {of: pci_bus, as: [slice_time], counts_with: {pci.timing: paper}, set: {timing: protocol}}
types:
  side:
    parameters:
      links: {type: count, default: 1, range: [1, 4], about: towards the other side}
      room: {type: count, default: 2, range: [1, 64], about: buffers of a link}
      link: {of: serial_link, as: {rate: link.rate}}
    ports: {"in[1]": bridge.to_bus}
    parts:
      bridge: {type: bus_bridge, links_out: 0, links_in: 1, buffers: room}
parts:
  "source[2]": {type: bus_source}
  "bus[2]": {type: pci_bus, pci: pci}
  other: {type: pci_bus, pci: pci, slice: 512 B, slice_time: slice_time}
  near: {type: bus_bridge, links_out: 1, links_in: 0, buffers: buffers}
  far: {type: bus_bridge, links_out: 0, links_in: 1, buffers: buffers}
  "sink[2]": {type: bus_sink, rate: 1 Gb/s}
connect:
  - {for: {s: 2}, from: "source[s].out", to: "bus[0].device[s]"}
  - {from: "bus[0].window[0]", to: "near.window[0]"}
  - {from: "near.link_out[0]", to: "far.link_in[0]", link: {type: serial_link, name: l, rate: link.rate}}
  - {from: far.to_bus, to: "bus[1].device[0]"}
  - {for: {s: 2}, from: "bus[1].window[s]", to: "sink[s].in"}
traffic:
  - {name: t, from: "source[*]", to: "sink[*]", rate: load, io: 4 KiB, message: 1 KiB, destination: uniform}
"""

LISTS = """machine: m
parameters:
  n: {type: count, default: 4, range: [1, 8], about: sources}
  failed: {type: indices, default: [], range: [0, 7], about: sources that fail}
  load: {type: data_rate, default: 20 MB/s, range: [1 kB/s, 1 GB/s], about: asked of each source}
  kind: {type: choice, choices: [store, wire], default: store, about: what joins them}
let:
  working: n - size(failed)
checks:
  - require: size(failed) == 0 or max(failed) < n
    at: failed
    cause: "there is no source {max(failed)} among {n}"
    remedy: name sources from 0 to {n - 1}
    others: [failed, n]
    try: {n: max(failed) + 1}
  - {require: working > 0, at: failed, cause: no source is left, remedy: let one work}
parts:
  "s[n]": {type: source}
  x:
    type: {choice: kind, among: {store: {type: switch, buffers: 3}, wire: switch}}
    inputs: n
    outputs: 1
  d: {type: sink}
connect:
  - {for: {i: n}, from: "s[i].out", to: "x.in[i]", link: {type: serial_link, name: "l[i]", rate: 100 Mb/s if i in failed else 1 Gb/s}}
  - {from: "x.out[0]", to: d.in, link: {type: serial_link, name: m, rate: 8 Gb/s}}
traffic:
  - {name: t, from: "s[*]", to: d, rate: load * n / working, io: 4 KiB, message: 1 KiB}
"""


# The group's type has checks of its own, and stands for all there is: no name is before those of its parameters.
CHECKED_TYPE = """machine: m
parameters:
  load: {type: data_rate, default: 20 MB/s, about: asked of the controller}
  raid: {of: raid_controller, as: "", set: {dma_engines: 1}}
  disk_delay.max: {counts_with: {slow: true}}
  slow: {type: flag, default: true, about: disks are slow}
parts:
  raid: {type: raid_controller, raid: raid}
  bus: {type: pci_bus}
  card: {type: gige_card}
connect:
  - {from: "raid.dma[0]", to: "bus.device[0]"}
  - {from: "bus.window[0]", to: card.socket}
traffic:
  - {name: t, from: raid, to: card, rate: load if slow else load / 2}
"""


def machine(folder: Path, text: str, more: str = "") -> Path:
    (folder / "m.yaml").write_text(text)
    scenario = folder / "s.yaml"
    scenario.write_text(f"system: ./m.yaml\nmeasure: {{warm_up: 1 ms, duration: 2 ms}}\n{more}")
    return scenario


def netlist(scenario: Path, *options: str) -> str:
    done = isochron("explain", scenario, "--netlist", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def part(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(f'  "{name}":'))


def test_a_group_has_the_parameters_of_its_type(tmp_path: Path) -> None:
    machine(tmp_path, GROUPS)
    described = json.loads(isochron("describe", tmp_path / "m.yaml", "--json").stdout)
    ours = {one["name"]: one for one in described["parameters"]}
    bus = {one["name"]: one for one in json.loads(isochron("describe", "pci_bus", "--json").stdout)["parameters"]}
    left_out = {"disconnect", "turnaround"}
    assert {path for path in ours if path.startswith("pci.")} == {f"pci.{path}" for path in bus if path not in left_out}
    assert list(ours)[:2] == ["load", "pci.timing"]
    for path, one in bus.items():
        if path not in (*left_out, "slice"):
            mine = ours[f"pci.{path}"]
            assert [mine[key] for key in ("default_text", "valid", "source")] == [one[key] for key in ("default_text", "valid", "source")], path
    assert (ours["pci.slice"]["default_text"], ours["pci.slice"]["source"]) == ("64 B", "a book")
    assert {"buffers", "link.rate", "slice_time"} <= set(ours)


def test_a_group_sets_all_parts_that_take_it(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GROUPS)
    text = netlist(scenario, "--set", "pci.slice_time=100ns", "--set", "buffers=5", "--set", "link.rate=3Gb/s")
    for bus in ("bus[0]", "bus[1]"):
        assert "slice: 64 B, slice_time: 100 ns" in part(text, bus)
    assert "slice: 512 B, slice_time: 240 ns" in part(text, "other")  # what a part says itself holds
    assert "buffers: 5" in part(text, "far") and "rate: 3 Gb/s" in part(text, "l")


def test_groups_are_what_single_parameters_are(tmp_path: Path) -> None:
    """The same machine with each of its parameters written out has the same netlist and the same deliveries."""
    apart = GROUPS.replace("  pci: {of: pci_bus, without: [disconnect, turnaround]}\n", "  pci.timing: {type: choice, choices: [paper, protocol], default: paper}\n  pci.clock: {type: frequency, default: 66.667 MHz}\n")
    apart = re.sub(r"  pci.slice: .*\n", "  pci.slice: {type: size, default: 64 B}\n", apart)
    apart = re.sub(r"  near: \{of.*\n", "  slice_time: {type: duration, default: 240 ns}\n", apart)
    apart = re.sub(r"  side: \{of.*\n", "  buffers: {type: count, default: 2}\n  link.rate: {type: data_rate, default: 1.77 Gb/s}\n", apart)
    apart = apart.replace("pci: pci, slice: 512 B", "timing: pci.timing, clock: pci.clock, slice: 512 B").replace("pci: pci", "timing: pci.timing, clock: pci.clock, slice: pci.slice")
    results = []
    for name, text in (("groups", GROUPS), ("apart", apart)):
        folder = tmp_path / name
        folder.mkdir()
        scenario = machine(folder, text)
        options = ("--set", "pci.timing=protocol", "--set", "pci.clock=100 MHz")
        done = isochron("run", scenario, "--quiet", "--json", "-", *options)
        assert done.returncode == 0, done.stderr
        results.append((netlist(scenario, *options), json.loads(done.stdout)["metrics"]))
    assert results[0] == results[1]


def test_what_has_no_effect_is_told_by_its_name(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GROUPS)
    done = isochron("explain", scenario, "--set", "pci.clock=50MHz")
    assert "pci.clock" in done.stdout + done.stderr and re.search(r"counts with `pci.timing: protocol`|pci.timing", done.stdout + done.stderr)
    assert "nothing uses" not in done.stderr.replace("`side", "")


def test_checks_of_a_groups_type_are_the_machines(tmp_path: Path) -> None:
    scenario = machine(tmp_path, CHECKED_TYPE)
    assert "disk_delay.min: 2 ms" in part(netlist(scenario, "--set", "disk_delay.min=2ms"), "raid")
    for command in ("explain", "run"):
        done = isochron(command, scenario, "--set", "disk_delay.min=20ms")
        assert done.returncode == 2 and re.match(r"--set disk_delay\.min=20ms: `disk_delay\.\w+`: ", done.stderr), done.stderr
    assert "disk_delay.max" in isochron("explain", scenario, "--set", "slow=false", "--set", "disk_delay.max=20ms").stderr


def test_lists_decide_what_is_there(tmp_path: Path) -> None:
    scenario = machine(tmp_path, LISTS)
    text = netlist(scenario, "--set", "failed=[1,3]")
    assert [re.search(r"rate: (.*?)[,}]", part(text, f"l[{i}]"))[1] for i in range(4)] == ["1 Gb/s", "100 Mb/s", "1 Gb/s", "100 Mb/s"]


def test_a_choice_decides_the_type(tmp_path: Path) -> None:
    scenario = machine(tmp_path, LISTS)
    assert "buffers: 3" in part(netlist(scenario), "x")
    assert "buffers: 3" not in part(netlist(scenario, "--set", "kind=wire"), "x")


def test_lists_can_be_varied(tmp_path: Path) -> None:
    scenario = machine(tmp_path, LISTS.replace("100 Mb/s if", "1 Gb/s if"), "vary: {failed: [[], [1], [0, 2]]}\n")
    done = isochron("run", scenario, "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    points = json.loads(done.stdout)["points"]
    assert [point["parameters"]["failed"] for point in points] == [[], [1], [0, 2]]
    measured = [point["metrics"]["t.bandwidth"]["mean"] for point in points]
    assert measured == pytest.approx([20e6, 20e6 * 4 / 3, 40e6], rel=0.25)


# Options, and what the message must have.
CHECKED = {
    "at the option": (("--set", "failed=[5]"), r"^--set failed=\[5\]: .*there is no source 5 among 4. Set `n: 6`"),
    "no value helps but the rule": (("--set", "failed=[0,1,2,3]"), r"no source is left"),
    "no number of the list": (("--set", "failed=[9]"), r"`failed` cannot be 9. Valid: 0 to 7"),
    "twice": (("--set", "failed=[2,2]"), r"lists 2 twice"),
    "no list": (("--set", "failed=3"), r"`failed` has a single value instead of a list"),
    "no such choice": (("--set", "kind=bus"), r"`kind` cannot be `bus`"),
}


@pytest.mark.parametrize("what", CHECKED)
def test_a_check_answers_at_the_setting(what: str, tmp_path: Path) -> None:
    options, message = CHECKED[what]
    scenario = machine(tmp_path, LISTS)
    for command in ("explain", "run"):
        done = isochron(command, scenario, *options)
        assert done.returncode == 2, done.stdout + done.stderr
        assert len(done.stderr.strip().splitlines()) == 1 and re.search(message, done.stderr), done.stderr


def test_a_check_answers_at_the_line_of_a_scenario(tmp_path: Path) -> None:
    scenario = machine(tmp_path, LISTS, "parameters:\n  failed: [1, 6]\n")
    require_told(isochron("explain", scenario), r"s\.yaml:4:11: .*there is no source 6 among 4\. Set `n: 7`")


# The file, what is replaced, by what, and what the message must have.
BAD = {
    "group of no type": (GROUPS, "pci: {of: pci_bus,", "pci: {of: pci_buss,", r"unknown type `pci_buss`. Did you mean `pci_bus`"),
    "group without what is not there": (GROUPS, "[disconnect, turnaround]", "[disconect]", r"a `pci_bus` has no parameter `disconect`. Did you mean `disconnect`"),
    "change of nothing": (GROUPS, "pci.slice: {default", "pci.slise: {default", r"`pci.slise` has no `type`, and no group above has such a parameter. Did you mean `pci.slice`"),
    "a wider range": (GROUPS, "[32 B, 1 KiB]", "[32 B, 4 GiB]", r"the range of `pci.slice` is wider than that of the group's type. Stay within 1 B to 1 GiB"),
    "a default outside": (GROUPS, "{default: 64 B, range: [32 B, 1 KiB]", "{range: [32 B, 64 B]", r"the default of `pci.slice`, 128 B, is outside this range. Add `default"),
    "two of a name": (GROUPS, "as: [slice_time]", "as: {slice_time: load}", r"the parameter `load` is there twice"),
    "set what is not there": (GROUPS, "set: {timing: protocol}", "set: {timeing: protocol}", r"a `pci_bus` has no parameter `timeing`. Did you mean `timing`"),
    "set to an unknown name": (GROUPS, "set: {timing: protocol}", "set: {timing: protocl}", r"unknown name `protocl`. Did you mean `protocol`"),
    "to a part of another type": (GROUPS, "{type: bus_sink, rate: 1 Gb/s}", "{type: bus_sink, pci: pci}", r"`pci` is a group of parameters of a `pci_bus`, and a `bus_sink` takes none as `pci`"),
    "unknown key of a group": (GROUPS, "without:", "less:", r"`pci` does not know the key `less`"),
    "a group of itself": (GROUPS, "link: {of: serial_link, as: {rate: link.rate}}", "link: {of: side}", r"groups of parameters are within groups more than 16 deep"),
    "a list of a list": (LISTS, "default: []", "default: 3", r"`failed` has a single value instead of a list"),
    "an index that is not there": (LISTS, "size(failed) == 0 or max(failed) < n", "failed[0] < n", r"there is no number 0 in \[\]. Ask for its `size` before"),
    "in what is no list": (LISTS, "if i in failed", "if i in n", r"a plain number where a list is needed"),
    "largest of nothing": (LISTS, "size(failed) == 0 or max(failed) < n", "max(failed) < n", r"an empty list has no `max`"),
    "an open bracket": (LISTS, "rate: 100 Mb/s if i in failed else 1 Gb/s", 'rate: "1 Gb/s if i in [1, 2"', r"a bracket is not closed. Add `\]`"),
    "two values for size": (LISTS, "n - size(failed)", "n - size(failed, n)", r"`size` has 2 values. Give it one"),
    "a check without a cause": (LISTS, "cause: no source is left, ", "", r"`checks` has no `cause`"),
    "a check at nothing": (LISTS, "at: failed, cause", "at: faled, cause", r"`faled` is no parameter here. Did you mean `failed`"),
    "a check of an unknown name": (LISTS, "require: working > 0", "require: wroking > 0", r"`require`: in `wroking > 0`: unknown name `wroking`. Did you mean `working`"),
    "a check that is no condition": (LISTS, "require: working > 0", "require: working", r"`require` is a plain number. Write a comparison"),
    "an open brace": (LISTS, "cause: no source is left", "cause: no source is {left", None),
    "an unknown name in a cause": (LISTS, '"there is no source {max(failed)} among {n}"', '"there is no source among {m}"', r"`cause`: unknown name `m`"),
    "chosen by no choice": (LISTS, "{choice: kind", "{choice: n", r"the type of `x` is chosen by `n`, which is no choice"),
    "a value without a type": (LISTS, ", wire: switch}", "}", r"`kind` can be `wire`, for which `x` has no type"),
    "a type for no value": (LISTS, "wire: switch}", "wire: switch, radio: switch}", r"the type of `x`: in `kind == 'radio'`: unknown name `radio`"),
    "an unknown type": (LISTS, "wire: switch}", "wire: swich}", r"unknown type `swich`. Did you mean `switch`"),
    "a setting that one type has not": (LISTS, "wire: switch}", "wire: sink}", r"a `sink` has no parameter `inputs`"),
    "let of a parameter's name": (LISTS, "  working: n", "  n: n", r"`n` in `let` is a parameter, or there twice"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_told(what: str, tmp_path: Path) -> None:
    text, old, new, message = BAD[what]
    assert text.count(old) == 1, f"`{old}` is {text.count(old)} times in it"
    done = isochron("explain", machine(tmp_path, text.replace(old, new)))
    if message is None:
        assert done.returncode == 2, done.stderr
        return
    require_told(done, r"m\.yaml:\d+:\d+: .*" + message)


@pytest.mark.parametrize("text", [GROUPS, LISTS], ids=["groups", "lists"])
def test_the_builder_reads_and_writes_them(text: str, tmp_path: Path) -> None:
    machine(tmp_path, text)
    read = Machine.load(tmp_path / "m.yaml")
    written = tmp_path / "written"
    written.mkdir()
    read.save(written / "m.yaml")
    again = Machine.load(written / "m.yaml")
    assert again == read
    (written / "s.yaml").write_text((tmp_path / "s.yaml").read_text())
    options = ("--set", "pci.slice=128B") if text == GROUPS else ("--set", "failed=[2]")
    assert netlist(written / "s.yaml", *options) == netlist(tmp_path / "s.yaml", *options)


def test_the_builder_makes_them(tmp_path: Path) -> None:
    m = Machine("m")
    n = m.parameter("n", "count", 4, range=(1, 8))
    failed = m.parameter("failed", "indices", [], range=(0, 7))
    kind = m.parameter("kind", "choice", "store", choices=("store", "wire"))
    links = m.group("link", parts.SerialLink)
    m.change("link.rate", default="8 Gb/s")
    working = m.let("working", n - failed.size())
    m.require(working > 0, "failed", "no source of {n} is left", "let one work")
    m.add("s", parts.Source(), size=n)
    m.add("x", Choice(kind, {"store": parts.Switch(inputs=n, outputs=1, buffers=3), "wire": parts.Switch(inputs=n, outputs=1)}))
    m.add("d", parts.Sink())
    i = Expression("i")
    m.connect("s[i].out", "x.in[i]", link=parts.SerialLink(rate=i.within(failed).choose("100 Mb/s", "1 Gb/s")), name="l[i]", for_={"i": n})
    m.connect("x.out[0]", "d.in", link=parts.SerialLink(), name="m", groups={"link": links})
    m.add_traffic("t", "s[*]", "d", None, {"rate": "1 MB/s", "io": "4 KiB", "message": "1 KiB"})
    scenario = m.scenario(tmp_path, measure={"warm_up": "1 ms", "duration": "1 ms"}).path
    text = netlist(scenario, "--set", "failed=[1]")
    assert "rate: 100 Mb/s" in part(text, "l[1]") and "rate: 1 Gb/s" in part(text, "l[0]") and "rate: 1 GB/s" in part(text, "m") and "buffers: 3" in part(text, "x")
    refused = isochron("explain", scenario, "--set", "failed=[0,1,2,3]")
    assert refused.returncode == 2 and "no source of 4 is left" in refused.stderr


# Mistakes of a program, and the messages for them.
REFUSED = {
    "a group of an unknown parameter": (lambda m: m.group("pci", parts.PciBus, without=["disconect"]), "has no parameter `disconect`; did you mean `disconnect`"),
    "a group's name twice": (lambda m: (m.group("pci", parts.PciBus), m.group("pci", parts.PciBus)), "`pci` of `m` is there twice"),
    "a change of nothing": (lambda m: m.change("pci.slice", default="64 B"), "`pci.slice` is no parameter of a group"),
    "a group that is none": (lambda m: m.add("bus", parts.PciBus(), groups={"pci": "pci"}), "has no group `pci`"),
    "a list that is none": (lambda m: m.parameter("failed", "indices", 3), "the default `3` is no list"),
    "a check at nothing": (lambda m: m.require("1 > 2", "n", "cause", "remedy"), "`n` is no parameter of `m`"),
    "chosen by nothing": (lambda m: m.add("x", Choice("kind", {"a": parts.Switch()})), "chosen by `kind`, which is no parameter that is a choice"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_the_builder_refuses(what: str) -> None:
    action, message = REFUSED[what]
    with pytest.raises(ReportError, match=re.escape(message)):
        action(Machine("m"))
