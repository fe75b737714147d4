# SPDX-License-Identifier: Apache-2.0
"""Faults that cannot be are answered with place, cause and remedy, and nothing is simulated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import isochron, require_told

MACHINE = """machine: m
parameters:
  n: {type: count, default: 2, range: [1, 4]}
  share: {type: probability, default: 1e-9}
  mode: {type: choice, choices: [near, far], default: near}
parts:
  "s[n]": {type: source}
  x: {type: switch, inputs: n, outputs: 1, buffers: 2}
  d: {type: sink}
connect:
  - {for: {i: n}, from: "s[i].out", to: "x.in[i]", link: {type: serial_link, name: "up[i]", rate: 1 Gb/s}}
  - {from: "x.out[0]", to: d.in, link: {type: serial_link, name: down, rate: 1 Gb/s}}
traffic:
  - {name: t, from: "s[*]", to: d, rate: 1 MB/s, io: 1 KiB, message: 1 KiB}
"""
DOWN = "{at: 1 ms, down: %s}"
ERRORS = "{bit_errors: 1e-9, on: down, retry: {%s}}"
RANDOM = "{random: down, %s}"
# What stands in `faults`, and what the message must have.
BAD = {
    "no list": ("{down: down}", "`faults` has a map instead of a list.*Write lines"),
    "an entry that is no map": ("[down]", "`faults` has a single value instead of a map.*Write one of"),
    "nothing": ("[{at: 1 ms}]", "a fault that does nothing.*Write one of"),
    "two at once": ("[{down: down, slow: down}]", "a fault that is `down` and `slow`.*Make two faults of it"),
    "an unknown kind": ("[{at: 1 ms, brake: down}]", "a fault that does nothing"),
    "a part that is not there": (f"[{DOWN % 'dwn'}]", r"`dwn` matches no part.*Did you mean `down`"),
    "an index too high": ('[{at: 1 ms, down: "up[7]"}]', r"`up\[7\]` matches no part.*up\[0\]"),
    "an index of no number": ('[{at: 1 ms, down: "up[near]"}]', "near"),
    "an index of an unknown name": ('[{at: 1 ms, down: "up[m]"}]', "`m`"),
    "indices in one bracket": ('[{at: 1 ms, down: "up[0, 1]"}]', r"several indices|up\[0, 1\]"),
    "a part that cannot": (f"[{DOWN % 'd'}]", "`d` is a `sink`, which a fault with `down` cannot strike.*Name parts that it can: .*disk, .*pcie_link, .*serial_link"),
    "a switch": (f"[{DOWN % 'x'}]", "`x` is a `switch`"),
    "random of a part that cannot": ("[{random: d, mtbf: 1 h, repair: 1 s}]", "`d` is a `sink`, which a fault with `random`"),
    "no path": (f"[{DOWN % '[a, b]'}]", "down"),
    "a time without unit": ("[{at: 1, down: down}]", "`at`.*duration"),
    "a size for a time": ("[{at: 1 KiB, down: down}]", "size.*duration|not a duration"),
    "a time below 0": ("[{at: 1 ms - 2 ms, down: down}]", "negative"),
    "no end": ("[{at: 1 ms, down: down, for: 0 s}]", "`for`.*0"),
    "an end that is no time": ("[{at: 1 ms, down: down, for: often}]", "`often`"),
    "an unknown option": ("[{at: 1 ms, down: down, fro: 1 ms}]", "no parameter `fro`.*Did you mean `for`"),
    "a factor without need": ("[{at: 1 ms, down: down, factor: 2}]", "no parameter `factor`"),
    "a factor below 1": ("[{slow: down, factor: 0.5}]", "`factor`: cannot be 0.5.*1 to"),
    "a factor with a unit": ("[{slow: down, factor: 2 s}]", "duration"),
    "a factor that is a name": ("[{slow: down, factor: much}]", "`much`"),
    "a detection in no time": ("[{down: down, detect: 0 s}]", "`detect`.*0"),
    "errors nowhere": ("[{bit_errors: 1e-9}]", "no `on`.*Add `on: PARTS`|has no `on`"),
    "errors above 1": ("[{bit_errors: 2, on: down}]", "`bit_errors`.*2"),
    "errors with a unit": ("[{bit_errors: 1 ms, on: down}]", "duration"),
    "errors below 0": ("[{bit_errors: 0 - share, on: down}]", "negative"),
    "errors of a part that cannot": ("[{bit_errors: 1e-9, on: x}]", "`x` is a `switch`.*serial_link"),
    "an unknown scheme": (f"[{ERRORS % 'scheme: always'}]", "`always`.*go_back_n"),
    "no window": (f"[{ERRORS % 'scheme: selective, window: 0'}]", "`retry.window`: cannot be 0"),
    "a broken window": (f"[{ERRORS % 'window: 1.5'}]", "1.5 is no whole number|whole"),
    "a limit below 1": (f"[{ERRORS % 'limit: 0'}]", "`retry.limit`.*0"),
    "an unknown option of retry": (f"[{ERRORS % 'windows: 8'}]", "no parameter `retry.windows`.*Did you mean `retry.window`"),
    "a timeout that is a number": (f"[{ERRORS % 'timeout: 20'}]", "`retry.timeout`.*duration|plain number"),
    "an Ack that is a time": (f"[{ERRORS % 'ack: 8 ns'}]", "duration.*size|not a size"),
    "nothing to set": ("[{set: {}, on: down}]", "`set` changes nothing.*Write"),
    "a value that is no map": ("[{set: rate, on: down}]", "`set`"),
    "set nowhere": ("[{set: {rate: 50 %}}]", "no `on`|has no `on`"),
    "a parameter that does not change": ("[{set: {propagation: 1 us}, on: down}]", "`propagation` of `down`, a `serial_link`, cannot change during a run"),
    "a parameter that is not there": ("[{set: {rat: 50 %}, on: down}]", "`rat` of `down`.*cannot change during a run.*Did you mean `rate`"),
    "set of a part with none": ("[{set: {rate: 50 %}, on: x}]", "`x` is a `switch`, which a fault with `set` cannot strike"),
    "a rate of nothing": ("[{set: {rate: 0 %}, on: down}]", "`rate` of `down` would be 0.*Valid is"),
    "a rate that is a size": ("[{set: {rate: 1 KiB}, on: down}]", "size.*data rate|not a data rate"),
    "a rate out of range": ("[{set: {rate: 1000 Tb/s}, on: down}]", "`rate`: cannot be 1000 Tb/s"),
    "random without a mean": (f"[{RANDOM % 'repair: 1 s'}]", "no `mtbf`.*Add `mtbf: 20 h`"),
    "random without repair": (f"[{RANDOM % 'mtbf: 1 s'}]", "no `repair`"),
    "random at a time": (f"[{RANDOM % 'mtbf: 1 h, repair: 1 s, at: 1 s'}]", "no parameter `at`"),
    "an unknown law": (f"[{RANDOM % 'mtbf: 1 h, repair: 1 s, law: normal'}]", "`normal`.*exponential"),
    "an acceleration of nothing": (f"[{RANDOM % 'mtbf: 1 h, repair: 1 s, accelerate: 0'}]", "`accelerate`: cannot be 0"),
    "a mean of two lifetimes": (f"[{RANDOM % 'mtbf: 9000 h, repair: 1 s'}]", "`mtbf`|too large"),
    "a parameter of another kind": ("[{at: n, down: down}]", "plain number instead of a duration|`at`"),
    "two ways to send again": ("[{bit_errors: 1e-9, on: down, retry: {scheme: selective}}, {down: down, for: 1 ms, retry: {scheme: go_back_n}}]", "two faults give `down` different ways to send again"),
    "two of one name": ("[{name: a, down: down}, {name: a, slow: down, factor: 2}]", "two faults have the name `a`"),
    "a name that is none": ("[{name: 1a, down: down}]", "1a"),
    "both ways without a pair": ("[{at: 1 ms, down: down, and_back: true}]", "`and_back`: no link is known that leads back beside `down`.*pairs"),
    "both ways of a number": ("[{at: 1 ms, down: down, and_back: 2}]", "and_back"),
    "a choice for a time": ("[{at: mode, down: down}]", "mode|near"),
}  # fmt: skip


def scenario(folder: Path, faults: str) -> Path:
    (folder / "m.yaml").write_text(MACHINE)
    (folder / "s.yaml").write_text(f"system: ./m.yaml\nmeasure: {{warm_up: 1 ms, duration: 1 ms}}\nfaults: {faults}\n")
    return folder / "s.yaml"


def test_there_are_enough_of_them() -> None:
    assert len(BAD) >= 40


@pytest.mark.parametrize("what", BAD)
def test_bad_faults_are_told_where_and_why(what: str, tmp_path: Path) -> None:
    faults, message = BAD[what]
    done = isochron("run", scenario(tmp_path, faults), "--json", tmp_path / "r.json")
    require_told(done, message)
    assert ":3:" in done.stderr, "the line of the faults"
    assert not (tmp_path / "r.json").exists()


REQUESTS = MACHINE[: MACHINE.index("parts:")] + """parts:
  r: {type: requester}
  s: {type: server}
connect:
  - {from: r.out, to: s.in, link: {type: serial_link, name: there, rate: 1 Gb/s}}
  - {from: s.out, to: r.in, link: {type: serial_link, name: back, rate: 1 Gb/s}}
traffic:
  - {name: t, kind: read, from: r, to: s, arrivals: closed, outstanding: 4, io: 4 KiB, message: 1 KiB}
"""
KEEPS = "retry: {scheme: go_back_n}"


@pytest.mark.parametrize(
    ("fault", "loses"),
    [
        ("down: there", True),
        ("down: there, for: 100 us", True),
        (f"down: there, for: 100 us, {KEEPS}", False),
        (f"down: there, for: 100 us, detect: 50 us, {KEEPS}", True),
        ("bit_errors: 1e-6, on: back", True),
        (f"bit_errors: 1e-6, on: back, {KEEPS}", False),
        ("bit_errors: 1e-6, on: back, retry: {scheme: selective, limit: 5}", True),
        ("random: back, mtbf: 200 us, repair: 10 us", True),
        (f"random: back, mtbf: 200 us, repair: 10 us, {KEEPS}", False),
        ("slow: back, factor: 3", False),
    ],
)
def test_requests_have_a_timeout_where_they_can_be_lost(fault: str, loses: bool, tmp_path: Path) -> None:
    """Else a requester waits for each answer, and reports none that it gives up."""
    run = scenario(tmp_path, f"[{{at: 1 ms, {fault}}}]" if "random" not in fault else f"[{{{fault}}}]")
    (tmp_path / "m.yaml").write_text(REQUESTS)
    done = isochron("run", run, "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert ("timeouts" in json.loads(done.stdout)["components"]["r"]) == loses


@pytest.mark.parametrize("faults", ["[]", "[{at: 1 ms, down: down, for: 20 us}]", '[{slow: "up[*]", factor: 2}]', "[{bit_errors: share, on: down}]"])
def test_good_ones_run(faults: str, tmp_path: Path) -> None:
    done = isochron("run", scenario(tmp_path, faults), "--quiet")
    assert done.returncode == 0, done.stderr
