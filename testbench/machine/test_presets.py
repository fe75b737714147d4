# SPDX-License-Identifier: Apache-2.0
"""Presets of machine files: the value of a choice sets defaults of other parameters, what is set anywhere else holds, and `explain` and `describe` say
where a value comes from."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
import yaml
from support import isochron, require_told

from isochron.errors import ReportError
from isochron.machine import Machine, parts

HEAD = """machine: m
parameters:
  host: {type: choice, choices: [slow, fast, plain], default: slow, about: the computer}
  kind: {type: choice, choices: [a, b], default: a, about: decides nothing}
  load: {type: data_rate, default: 20 MB/s, range: [1 kB/s, 1 GB/s], about: asked of each source, source: ours}
  io: {type: size, default: 4 KiB, range: [1 KiB, 1 MiB], about: of an I/O}
  waits: {type: flag, default: false, about: whether the sink is slow}
  pci: {of: pci_bus}
"""
PRESETS = """presets:
  host:
    slow: {load: 10 MB/s, pci: {slice: 64 B}, waits: true, source: a book}
    fast: {load: 80 MB/s, io: 64 KiB, pci.slice: 256 B}
"""
TAIL = """parts:
  "source[2]": {type: bus_source}
  bus: {type: pci_bus, pci: pci}
  "sink[2]": {type: bus_sink, rate: 100 Mb/s if waits else 1 Gb/s}
connect:
  - {for: {s: 2}, from: "source[s].out", to: "bus.device[s]"}
  - {for: {s: 2}, from: "bus.window[s]", to: "sink[s].in"}
traffic:
  - {name: t, from: "source[*]", to: "sink[*]", rate: load, io: io, message: 1 KiB, destination: uniform, when: kind == a or kind == b}
"""
MACHINE = HEAD + PRESETS + TAIL
# The same values as a scenario would set them.
SETTINGS = {
    "slow": ("load=10 MB/s", "pci.slice=64 B", "waits=true"),
    "fast": ("load=80 MB/s", "io=64 KiB", "pci.slice=256 B"),
    "plain": (),
}


def machine(folder: Path, text: str = MACHINE, more: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "m.yaml").write_text(text)
    scenario = folder / "s.yaml"
    scenario.write_text(f"system: ./m.yaml\nmeasure: {{warm_up: 1 ms, duration: 2 ms}}\n{more}")
    return scenario


def sets(*assignments: str) -> list[str]:
    return list(itertools.chain.from_iterable(("--set", one) for one in assignments))


def netlist(scenario: Path, *assignments: str) -> str:
    done = isochron("explain", scenario, "--netlist", *sets(*assignments))
    assert done.returncode == 0, done.stderr
    return done.stdout


def parameters(scenario: Path, *assignments: str) -> dict[str, dict]:
    done = isochron("explain", scenario, "--json", *sets(*assignments))
    assert done.returncode == 0, done.stderr
    return {one["path"]: one for one in json.loads(done.stdout)["parameters"]}


@pytest.mark.parametrize("host", SETTINGS)
def test_a_preset_is_what_its_settings_are(host: str, tmp_path: Path) -> None:
    """The machine without presets, with the same values set one by one, has the same netlist."""
    apart = machine(tmp_path / "apart", HEAD + TAIL)
    whole = machine(tmp_path / "whole")
    assert netlist(whole, f"host={host}") == netlist(apart, *SETTINGS[host])
    if host == "slow":  # the choice's own default
        assert netlist(whole) == netlist(apart, *SETTINGS[host])


def test_what_is_set_holds_in_any_order(tmp_path: Path) -> None:
    apart = netlist(machine(tmp_path / "apart", HEAD + TAIL), *SETTINGS["fast"], "load=33 MB/s", "waits=true")
    whole = machine(tmp_path / "whole")
    for order in itertools.permutations(("host=fast", "load=33 MB/s", "waits=true")):
        assert netlist(whole, *order) == apart
    for first, second in (("host: fast", "load: 33 MB/s"), ("load: 33 MB/s", "host: fast")):
        scenario = machine(tmp_path / "scenario", more=f"parameters:\n  {first}\n  {second}\n  waits: true\n")
        assert netlist(scenario) == apart
        # Of the scenario and the command line alike.
        assert netlist(scenario, "host=slow") == netlist(machine(tmp_path / "apart", HEAD + TAIL), *SETTINGS["slow"], "load=33 MB/s")


def test_a_value_that_is_set_to_the_presets_stays(tmp_path: Path) -> None:
    """80 MB/s is what the preset has; said by the scenario it holds for every host."""
    scenario = machine(tmp_path, more="parameters: {host: fast, load: 80 MB/s}\n")
    assert parameters(scenario, "host=slow")["load"]["text"] == "80 MB/s"


def test_every_point_has_the_preset_of_its_value(tmp_path: Path) -> None:
    varied = machine(tmp_path / "varied", more="vary: {host: [fast, plain, slow]}\n")
    done = isochron("run", varied, "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    points = json.loads(done.stdout)["points"]
    assert [point["parameters"]["host"] for point in points] == ["fast", "plain", "slow"]
    apart = machine(tmp_path / "apart", HEAD + TAIL)
    for point in points:
        alone = isochron("run", apart, "--quiet", "--json", "-", *sets(*SETTINGS[point["parameters"]["host"]]))
        assert point["metrics"] == json.loads(alone.stdout)["metrics"], point["parameters"]
    bandwidths = [point["metrics"]["t.bandwidth"]["mean"] for point in points]
    assert len({round(one / 1e6) for one in bandwidths}) == 3, bandwidths


def test_explain_says_where_a_value_comes_from(tmp_path: Path) -> None:
    scenario = machine(tmp_path)
    at_first = parameters(scenario, "io=8 KiB")
    assert {path: one["origin"] for path, one in at_first.items() if path in ("host", "load", "io", "waits", "pci.slice", "pci.clock")} == {
        "host": "default", "load": "preset host=slow", "io": "--set io=8 KiB", "waits": "preset host=slow", "pci.slice": "preset host=slow", "pci.clock": "default",
    }  # fmt: skip
    assert at_first["load"]["source"] == "a book"
    fast = parameters(scenario, "host=fast", "load=1 MB/s")
    assert fast["load"]["origin"] == "--set load=1 MB/s" and fast["load"]["source"] == "ours"
    assert fast["io"]["origin"] == "preset host=fast" and fast["io"]["source"] == ""
    assert fast["waits"]["origin"] == "default" and fast["waits"]["text"] == "false"
    text = isochron("explain", scenario).stdout
    assert re.search(r"^load +10 MB/s +preset host=slow +a book", text, re.MULTILINE), text


def test_describe_says_what_presets_set(tmp_path: Path) -> None:
    machine(tmp_path)
    described = json.loads(isochron("describe", tmp_path / "m.yaml", "--json").stdout)
    ours = {one["name"]: one for one in described["parameters"]}
    assert (ours["load"]["default_text"], ours["load"]["preset"]) == ("10 MB/s", {"choice": "host=slow", "source": "a book"})
    assert ours["io"]["default_text"] == "4 KiB" and "preset" not in ours["io"]
    assert described["presets"] == [
        {"parameter": "host", "choice": "slow", "sets": {"load": "10 MB/s", "pci.slice": "64 B", "waits": "true"}, "source": "a book"},
        {"parameter": "host", "choice": "fast", "sets": {"load": "80 MB/s", "io": "64 KiB", "pci.slice": "256 B"}, "source": ""},
    ]
    text = isochron("describe", tmp_path / "m.yaml").stdout
    assert re.search(r"^load +10 MB/s .*asked of each source \(preset host=slow\) +a book", text, re.MULTILINE), text
    assert re.search(r"^host=fast +load: 80 MB/s, io: 64 KiB, pci.slice: 256 B", text, re.MULTILINE), text


def test_a_choice_with_presets_is_used(tmp_path: Path) -> None:
    """Nothing but its presets names `host`, and no warning says so; of one whose presets set what has no effect, one does."""
    done = isochron("explain", machine(tmp_path), "--set", "host=fast")
    assert done.returncode == 0 and done.stderr == "", done.stderr
    idle = HEAD.replace("  pci:", "  spare: {type: count, default: 1, range: [1, 9]}\n  pci:") + "presets:\n  host: {fast: {spare: 2}}\n" + TAIL
    done = isochron("explain", machine(tmp_path, idle), "--set", "host=fast")
    assert done.returncode == 0 and "`host` has no effect: nothing that its presets set has an effect" in done.stderr, done.stderr


def test_a_check_blames_the_choice(tmp_path: Path) -> None:
    """It fails by a preset, so the message stands where the choice was set; what it suggests helps."""
    checks = 'checks:\n  - {require: load < 50 MB/s or io < 64 KiB, at: load, cause: "{load} is too much", remedy: ask for less, try: {io: 32 KiB}}\n'
    scenario = machine(tmp_path, HEAD + PRESETS + checks + TAIL, "parameters:\n  host: fast\n")
    done = isochron("explain", scenario)
    require_told(done, r"s\.yaml:4:9: `load`: 80 MB/s is too much\. Set `io: ")
    path, value = re.search(r"`(\w+): ([^`]*)`", done.stderr.partition("Set")[2]).groups()
    assert isochron("explain", scenario, "--set", f"{path}={value}").returncode == 0
    assert isochron("explain", scenario, "--set", "host=plain").returncode == 0


def test_a_remedy_may_be_another_preset(tmp_path: Path) -> None:
    checks = 'checks:\n  - {require: io < 64 KiB, at: host, cause: too large, remedy: none, others: [host]}\n'
    done = isochron("explain", machine(tmp_path, HEAD + PRESETS + checks + TAIL), "--set", "host=fast")
    assert done.returncode == 2 and re.match(r"--set host=fast: `host`: too large\. Set `host: (slow|plain)`", done.stderr), done.stderr


def test_the_schema_takes_presets(tmp_path: Path) -> None:
    schema = jsonschema.Draft202012Validator(json.loads(isochron("schema", "machine").stdout))
    schema.validate(yaml.safe_load(MACHINE))
    for wrong in ("presets: [host]", "presets: {host: fast}", "presets: {host: {fast: 3}}"):
        with pytest.raises(jsonschema.ValidationError):
            schema.validate(yaml.safe_load(HEAD + wrong + "\n" + TAIL))


def test_a_machine_of_a_file_goes_on_as_a_copy(tmp_path: Path) -> None:
    machine(tmp_path)
    copied = isochron("describe", tmp_path / "m.yaml", "--file").stdout
    assert netlist(machine(tmp_path / "copy", copied), "host=fast") == netlist(tmp_path / "s.yaml", "host=fast")


# What is replaced, by what, the place of the message, and what it must have.
BAD = {
    "unknown parameter": ("io: 64 KiB, pci", "ioo: 64 KiB, pci", "12:27", r"the preset `host: fast` sets `ioo`, which is no parameter\. Did you mean `io`"),
    "unknown parameter of a group": ("pci.slice: 256", "pci.slise: 256", "12:39", r"sets `pci.slise`, which is no parameter\. Did you mean `pci.slice`"),
    "unknown choice parameter": ("  host:\n    slow", "  hots:\n    slow", "10:3", r"`presets`: there is no parameter `hots`\. Did you mean `host`"),
    "not a choice": ("  host:\n    slow", "  load:\n    slow", "10:3", r"`load` is a data rate, and only the values of a choice have presets\. Declare it"),
    "unknown value": ("    fast:", "    fats:", "12:5", r"`host` cannot be `fats`, so that this has no preset\. Did you mean `fast`"),
    "out of range": ("load: 80 MB/s", "load: 80 GB/s", "12:18", r"`load` cannot be 80 GB/s\. Valid: 1 kB/s to 1 GB/s"),
    "wrong unit": ("load: 80 MB/s", "load: 80 ms", "12:18", r"`load`: `80 ms` is a duration, not a data rate"),
    "wrong kind": ("waits: true", "waits: 3", "11:54", r"`waits` cannot be `3`"),
    "sets itself": ("io: 64 KiB, pci", "host: slow, pci", "12:27", r"the preset `host: fast` sets `host` itself\. Remove it"),
    "twice in one": ("pci.slice: 256 B", "pci.slice: 256 B, pci: {slice: 64 B}", "12:63", r"the preset `host: fast` sets `pci.slice` twice"),
    "set by two": ("presets:\n", "presets:\n  kind: {a: {io: 8 KiB}}\n", "13:27", r"`io` is set by presets of `kind` and of `host`\. Let the presets of one"),
    "sets what has presets": ("fast: {load: 80 MB/s, io: 64 KiB, pci.slice: 256 B}", "fast: {kind: a}\n  kind: {b: {io: 8 KiB}}", "12:12", r"sets `kind`, which has presets of its own\. Remove it"),
    "no map": (PRESETS, "presets: [host]\n", "9:10", r"`presets` has a list instead of a map"),
    "no presets": ("presets:\n", "presets:\n  kind: {}\n", "10:9", r"`kind` has no presets"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_told(what: str, tmp_path: Path) -> None:
    old, new, place, message = BAD[what]
    assert MACHINE.count(old) == 1, f"`{old}` is {MACHINE.count(old)} times in it"
    text = MACHINE.replace(old, new)
    require_told(isochron("explain", machine(tmp_path, text)), rf"m\.yaml:{place}: .*{message}")


def test_only_a_machine_has_presets(tmp_path: Path) -> None:
    inside = "types:\n  t: {presets: {}, parts: {}}\n"
    require_told(isochron("explain", machine(tmp_path, HEAD + PRESETS + inside + TAIL)), r"m\.yaml:\d+:\d+: `t` does not know the key `presets`")


def test_the_builder_reads_and_writes_presets(tmp_path: Path) -> None:
    machine(tmp_path)
    read = Machine.load(tmp_path / "m.yaml")
    written = tmp_path / "written"
    written.mkdir()
    read.save(written / "m.yaml")
    assert Machine.load(written / "m.yaml") == read
    assert "    fast: {load: 80 MB/s, io: 64 KiB, pci.slice: 256 B}\n" in (written / "m.yaml").read_text()
    (written / "s.yaml").write_text((tmp_path / "s.yaml").read_text())
    for host in SETTINGS:
        assert netlist(written / "s.yaml", f"host={host}") == netlist(tmp_path / "s.yaml", f"host={host}")


def built() -> Machine:
    m = Machine("m")
    m.parameter("host", "choice", "slow", choices=("slow", "fast"))
    m.parameter("kind", "choice", "a", choices=("a", "b"))
    m.parameter("inputs", "count", 2, range=(1, 8))
    m.parameter("load", "data_rate", "20 MB/s", range=("1 kB/s", "1 GB/s"))
    m.add("s", parts.Source(), size="inputs")
    m.add("x", parts.Switch(inputs="inputs", outputs=1))
    m.add("d", parts.Sink())
    m.connect("s[i].out", "x.in[i]", link=parts.SerialLink(rate="1 Gb/s"), name="l[i]", for_={"i": "inputs"})
    m.connect("x.out[0]", "d.in", link=parts.SerialLink(rate="1 Gb/s"), name="out")
    m.traffic("t", "s[*]", "d", rate="load", io="4 KiB", message="1 KiB")
    return m


def test_the_builder_makes_presets(tmp_path: Path) -> None:
    m = built()
    m.preset("host", "fast", {"inputs": 4, "load": "40 MB/s"}, source="a book")
    scenario = m.scenario(tmp_path, measure={"warm_up": "1 ms", "duration": "1 ms"}).path
    assert '"s[3]"' in netlist(scenario, "host=fast") and '"s[3]"' not in netlist(scenario)
    assert parameters(scenario, "host=fast")["load"]["source"] == "a book"
    explained = m.check()
    assert [one["origin"] for one in explained["parameters"] if one["path"] == "load"] == ["default"]


# Mistakes of a program, and the messages for them.
REFUSED: dict[str, tuple[Callable[[Machine], object], str]] = {
    "of no parameter": (lambda m: m.preset("hots", "fast", {}), "there is no parameter `hots`; did you mean `host`?"),
    "of no choice": (lambda m: m.preset("load", "fast", {}), "`load` is a data_rate, and only the values of a choice have presets"),
    "of no value": (lambda m: m.preset("host", "fats", {}), "`host` cannot be `fats`, so that this has no preset; did you mean `fast`?"),
    "twice": (lambda m: (m.preset("host", "fast", {}), m.preset("host", "fast", {})), "the preset `host: fast` is there twice"),
    "of what is not there": (lambda m: m.preset("host", "fast", {"loadd": "1 MB/s"}), "sets `loadd`, which is no parameter; did you mean `load`?"),
    "of itself": (lambda m: m.preset("host", "fast", {"host": "slow"}), "sets `host` itself"),
    "of two": (lambda m: (m.preset("host", "fast", {"load": "1 MB/s"}), m.preset("kind", "a", {"load": "1 MB/s"})), "`load` is set by presets of `host` and of `kind`"),
    "of what has presets": (lambda m: (m.preset("host", "fast", {}), m.preset("kind", "a", {"host": "slow"})), "sets `host`, which has presets of its own"),
    "in another unit": (lambda m: m.preset("host", "fast", {"load": "3 ms"}), "`load of the preset host: fast` is `3 ms`, a duration, instead of a data rate"),
    "out of range": (lambda m: m.preset("host", "fast", {"load": "3 GB/s"}), "outside its range"),
    "no choice's value": (lambda m: m.preset("host", "fast", {"kind": "c"}), "`kind of the preset host: fast` cannot be `c`"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_the_builder_refuses(what: str) -> None:
    action, message = REFUSED[what]
    with pytest.raises(ReportError, match=re.escape(message)):
        action(built())


def test_what_the_command_says_of_presets_has_the_line_of_the_program() -> None:
    m = built()
    m.preset("host", "fast", {"inputs": "9 - 1"})  # the command takes values alone
    with pytest.raises(Exception, match=r"test_presets\.py:\d+: the presets of `host`"):
        m.check()
