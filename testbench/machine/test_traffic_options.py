# SPDX-License-Identifier: Apache-2.0
"""Options of traffic that do not go together are errors, all that `isochron schema machine` tells; where a parameter of the machine decides, the
option has no effect meanwhile."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support import isochron

MACHINE = """machine: m
parameters: {{how: {{type: choice, choices: [constant, poisson, on_off, closed, at_start, trace, following], default: {}}}}}
parts:
  s: {{type: SOURCE}}
  d: {{type: SINK}}
  x: {{type: requester}}
  y: {{type: server}}
connect:
  - {{from: x.out, to: y.in, link: {{type: serial_link, name: there, rate: 1 Gb/s}}}}
  - {{from: y.out, to: x.in, link: {{type: serial_link, name: back, rate: 1 Gb/s}}}}
  - {{from: s.out, to: d.in, link: {{type: serial_link, name: l, rate: 1 Gb/s}}}}BACK
traffic:
  - {{name: lead, from: x, to: y, kind: read, rate: 2 MB/s, io: 128 KiB}}
  - {{name: t, from: s, to: d, {}}}
"""
# A value of each option that has rules.
VALUES = {
    "rate": "1 MB/s", "per": "source", "io": "2 KiB", "outstanding": "4", "on": "1 ms", "off": "1 ms", "file": "t.csv", "repeat": "5 ms", "rebuild_every": "2", "rebuild_parts": "3", "rebuild_bytes": "1 MB",
    "zipf": "0.5", "streams": "5", "stream_rate": "4 Mb/s", "client_buffer": "1 ms",
    "ios": "3", "after": "lead", "way_of": "pair", "writes": "30 %", "acknowledged": "true", "request": "16 B", "addresses": "sequential", "window": "1 MiB", "align": "128 B", "timeout": "1 ms", "retries": "2",
}  # fmt: skip
# What options need that decide, and what values of them are others than a rule's.
NEEDS = {
    "constant": {"rate": "1 MB/s"}, "poisson": {"rate": "1 MB/s"}, "on_off": {"rate": "1 MB/s"}, "closed": {}, "at_start": {"ios": "3"}, "trace": {"file": "t.csv"},
    "following": {"after": "lead"}, "streams": {"streams": "5", "rate": "1 MB/s"},
}  # fmt: skip
OTHERS = {"rebuild_every": "0", "ways": "1", "streams": "0"}


@cache
def rules() -> list[tuple[str, str, list[str]]]:
    """Option, the one that decides, and its values."""
    schema: dict[str, Any] = json.loads(isochron("schema", "machine").stdout)
    options = schema["properties"]["traffic"]["items"]["properties"]
    found = []
    for option, one in options.items():
        for condition in one.get("counts_with", ()):
            decides, _, values = condition.partition(": ")
            found.append((option, decides, values.split(" or ")))
    return found


@cache
def choices(option: str) -> list[str]:
    schema: dict[str, Any] = json.loads(isochron("schema", "machine").stdout)
    return list(schema["properties"]["traffic"]["items"]["properties"][option].get("choices", ()))


def explained(folder: Path, options: dict[str, str], how: str = "constant") -> Any:
    asks = options.get("kind", "push") != "push"
    ends = ("requester", "server", "\n  - {from: d.out, to: s.in, link: {type: serial_link, name: k, rate: 1 Gb/s}}") if asks else ("source", "sink", "")
    text = MACHINE.format(how, ", ".join(f"{name}: {value}" for name, value in options.items()))
    for word, end in zip(("SOURCE", "SINK", "BACK"), ends, strict=True):
        text = text.replace(word, end)
    (folder / "m.yaml").write_text(text)
    (folder / "t.csv").write_text("time_s,source,bytes\n0.001,0,1024\n0.002,0,1024\n")
    (folder / "run.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 1 ms, replications: 1}\n")
    return isochron("explain", folder / "run.yaml", "--json")


def wrong(option: str, decides: str, values: list[str]) -> list[dict[str, str]]:
    """Options that would be well without `option`."""
    found = []
    for value in [one for one in choices(decides) if one not in (*values, "weighted", "drawn_by_weight")] or [OTHERS[decides]]:
        options = {"arrivals": "constant", "rate": "1 MB/s", decides: value} if decides != "arrivals" else {decides: value}
        found.append(options | NEEDS.get(value, {}))
    return found


def test_every_rule_has_a_value() -> None:
    assert {option for option, _, _ in rules()} == VALUES.keys()
    assert len(rules()) >= 15


@pytest.mark.parametrize("option", sorted(VALUES))
def test_what_does_not_go_together_is_an_error(option: str, tmp_path: Path) -> None:
    for decides, values in [(decides, values) for one, decides, values in rules() if one == option]:
        for options in wrong(option, decides, values):
            assert option not in options, "the machine would be well"
            well = explained(tmp_path, options)
            assert well.returncode == 0, well.stderr
            done = explained(tmp_path, options | {option: VALUES[option]})
            words = f"the traffic `t` has `{option}` and `{decides}: {options[decides]}`: `{option}` goes with `{decides}: {' or '.join(values)}` alone. Take `{option}` out"
            assert done.returncode == 2 and words in done.stderr, done.stderr


def test_what_must_be_there(tmp_path: Path) -> None:
    for arrivals, option in (("constant", "rate"), ("poisson", "rate"), ("on_off", "rate"), ("trace", "file"), ("following", "after")):
        done = explained(tmp_path, {"arrivals": arrivals})
        assert done.returncode == 2 and f"has no `{option}`, and `arrivals: {arrivals}`. Add `{option}: " in done.stderr, done.stderr


def test_what_a_parameter_decides_has_no_effect_meanwhile(tmp_path: Path) -> None:
    options = {"arrivals": "how", "rate": "1 MB/s", "outstanding": "4", "ios": "30", "on": "1 ms", "file": "t.csv", "io": "64 KiB", "after": "lead"}
    asked = {}
    for how in choices("arrivals"):
        done = explained(tmp_path, options, how)
        assert done.returncode == 0, done.stderr
        asked[how] = json.loads(done.stdout)["points"][0]["workloads"][1]["asked"]
    # Two I/Os of 1 KiB in 2 ms; half of what is asked of `lead`, whose I/Os are twice as large.
    assert asked == {"constant": 1e6, "poisson": 1e6, "on_off": 1e6, "closed": None, "at_start": None, "trace": pytest.approx(1.024e6), "following": 1e6}


def test_the_netlist_has_what_counts(tmp_path: Path) -> None:
    """It is a machine file, which has the same rules."""
    options = {"arrivals": "how", "rate": "1 MB/s", "outstanding": "4"}
    assert explained(tmp_path, options, "closed").returncode == 0
    netlist = isochron("explain", tmp_path / "run.yaml", "--netlist").stdout
    assert "outstanding: 4" in netlist and "rate: 1 MB/s" not in netlist
    (tmp_path / "m.yaml").write_text(netlist)
    assert isochron("explain", tmp_path / "run.yaml").returncode == 0


def test_where_traffic_goes_that_does_not_say_it(tmp_path: Path) -> None:
    """To each of its sinks alike."""
    text = """machine: m
parts:
  s: {type: bus_source}
  bus: {type: pci_bus}
  "d[4]": {type: bus_sink}
connect:
  - {from: s.out, to: "bus.device[0]"}
  - {for: {i: 4}, from: "bus.window[i]", to: "d[i].in"}
traffic:
  - {name: t, from: s, to: "d[*]", rate: 100 MB/s, io: 1 KiB, message: 1 KiB}
"""
    (tmp_path / "m.yaml").write_text(text)
    (tmp_path / "r.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 50 ms, replications: 1}\n")
    found = json.loads(isochron("run", tmp_path / "r.yaml", "--json", "-", "--quiet").stdout)
    for sink in range(4):
        assert found["components"][f"d[{sink}]"]["bandwidth"] == pytest.approx(25e6, rel=0.1)
