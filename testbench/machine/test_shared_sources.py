# SPDX-License-Identifier: Apache-2.0
"""Several traffics of one source, compared with closed forms: bandwidths add, waiting is that of one queue, and where more is asked than a link
carries each traffic has its part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import LONG, isochron, require_told
from test_bounds import explained, works
from test_machine_netlist import fingerprint, flat_scenario, printed

LINE = """machine: m
summary: one source, a link of 125 MB/s and a sink
runs: {runs}
parts:
  s: {{type: source}}
  d: {{type: sink}}
connect:
  - {{from: s.out, to: d.in, link: {{type: serial_link, name: line, rate: 125 MB/s}}}}
traffic:
"""
BUS = """machine: m
summary: two sources on a bus
parts:
  "s[2]": {type: bus_source}
  bus: {type: pci_bus}
  d: {type: bus_sink}
connect:
  - {for: {i: 2}, from: "s[i].out", to: "bus.device[i]"}
  - {from: "bus.window[0]", to: d.in}
traffic:
  - {name: a, from: "s[*]", to: d, rate: 40 MB/s, arrivals: poisson, io: 8 KiB}
  - {name: b, from: "s[1]", to: d, rate: {of: [60 MB/s, 90 MB/s]}, io: {of: [1 KiB, 4 KiB]}, destination: zipf}
  - {name: c, from: "s[1]", to: d, arrivals: closed, outstanding: 2, io: 2 KiB, message: 512 B}
"""


def line(folder: Path, *traffics: str, runs: str = "measured", measure: str = "{warm_up: 1 ms, duration: 20 ms, replications: 1}") -> Path:
    (folder / "m.yaml").write_text(LINE.format(runs=runs) + "".join(f"  - {{from: s, to: d, {one}}}\n" for one in traffics))
    (folder / "run.yaml").write_text(f"system: ./m.yaml\nmeasure: {measure}\n")
    return folder / "run.yaml"


def run(scenario: Path, *settings: str) -> dict[str, Any]:
    done = isochron("run", scenario, "--quiet", "--json", "-", *settings)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def mean(result: dict[str, Any], metric: str) -> float:
    return result["metrics"][metric]["mean"]


def test_bandwidths_add(tmp_path: Path) -> None:
    """30 and 70 MB/s are 80 % of the line; the source's figures are of both."""
    scenario = line(tmp_path, "name: a, rate: 30 MB/s, io: 3000 B, message: 1000 B", "name: b, rate: 70 MB/s, io: 7000 B, message: 1000 B")
    result = run(scenario)
    assert mean(result, "a.bandwidth") == pytest.approx(30e6, rel=1e-9) and mean(result, "b.bandwidth") == pytest.approx(70e6, rel=1e-9)
    assert mean(result, "delivered.bandwidth") == pytest.approx(100e6, rel=1e-9)
    assert result["components"]["s"]["bandwidth"] == pytest.approx(100e6, rel=1e-9)
    assert result["components"]["s.out"]["utilisation"] == pytest.approx(0.8, rel=1e-9)
    # Both ask every 100 us: `a` waits for nothing, `b` for its three messages of 8 us. A message of `a` comes after 8, 16, 24 us.
    assert mean(result, "a.delay") == pytest.approx(16e-6, rel=1e-9)
    assert mean(result, "b.delay") == pytest.approx((24 + 8 * 4) * 1e-6, rel=1e-9)
    bounds = {one["resource"]: one for one in explained(scenario)["points"][0]["bounds"]}
    assert bounds["line"]["load"] == pytest.approx(100e6) and bounds["line"]["brought"] == {"a.bandwidth": 1, "b.bandwidth": 1}
    assert works(explained(scenario)) == {"a": pytest.approx((30, 55, "line")), "b": pytest.approx((70, 95, "line"))}


def test_all_that_is_asked_arrives(tmp_path: Path) -> None:
    traffics = (
        "name: a, rate: 30 MB/s, io: 3000 B, message: 1000 B, ios: 70",
        "name: b, arrivals: closed, io: {of: [500 B, 2500 B]}, message: 1000 B, ios: 90",
        "name: c, arrivals: at_start, io: 1000 B, message: 1000 B, ios: 11",
        "name: e, arrivals: poisson, rate: 10 MB/s, io: {of: [500 B, 1500 B]}, message: 400 B, ios: 50",
    )
    result = run(line(tmp_path, *traffics, runs="until_done", measure="{replications: 1}"))
    assert mean(result, "bytes.in") == mean(result, "bytes.out")
    sizes = {name: round(mean(result, f"{name}.bandwidth") * result["simulated_s"]) for name in "abce"}
    assert sizes["a"] == 210_000 and sizes["c"] == 11_000 and sum(sizes.values()) == mean(result, "bytes.in")
    assert 90 * 500 < sizes["b"] < 90 * 2500 and 50 * 500 < sizes["e"] < 50 * 1500
    assert sizes["b"] % 500 == 0 and sizes["e"] % 500 == 0


def test_waiting_is_that_of_one_queue(tmp_path: Path) -> None:
    """Pollaczek and Khinchine: what many small I/Os and few large ones wait for on one line of Poisson arrivals."""
    small, large = 1000, 8000
    rates = {"often": 0.5 * 125e6, "seldom": 0.2 * 125e6}
    scenario = line(
        tmp_path,
        f"name: seldom, arrivals: poisson, rate: {rates['seldom']:.0f} B/s, io: {large} B, message: {large} B",
        f"name: often, arrivals: poisson, rate: {rates['often']:.0f} B/s, io: {small} B, message: {small} B",
        measure=f"{{warm_up: 5 ms, duration: {'2 s' if LONG else '500 ms'}, replications: 4, seed: 3}}",
    )
    result = run(scenario)
    times = {"often": small / 125e6, "seldom": large / 125e6}
    second_moment = sum(rates[name] / (times[name] * 125e6) * times[name] ** 2 for name in rates)
    wait = second_moment / (2 * (1 - 0.7))
    for name, time in times.items():
        # Of some 20,000 large I/Os that wait in bunches.
        assert mean(result, f"{name}.delay") == pytest.approx(wait + time, rel=0.04)
        assert mean(result, f"{name}.bandwidth") == pytest.approx(rates[name], rel=0.02)


def test_each_has_its_part_of_a_full_line(tmp_path: Path) -> None:
    """150 and 50 MB/s are asked of 125: three quarters of it and one, as arithmetic says."""
    scenario = line(tmp_path, "name: a, rate: 150 MB/s, io: 6000 B, message: 1000 B", "name: b, rate: 50 MB/s, io: 1000 B, message: 500 B")
    told = works(explained(scenario))
    assert told == {"a": (pytest.approx(150), pytest.approx(93.75), "line"), "b": (pytest.approx(50), pytest.approx(31.25), "line")}
    result = run(scenario)
    assert mean(result, "a.bandwidth") == pytest.approx(93.75e6, rel=5e-3) and mean(result, "b.bandwidth") == pytest.approx(31.25e6, rel=5e-3)


@pytest.mark.parametrize("asked", [20, 80, 110])
def test_a_closed_loop_has_what_a_rate_leaves(asked: int, tmp_path: Path) -> None:
    """It waits in the same queue, so that however much it has under way the other traffic gets all that it asks for, once
    the queue is as long as that takes."""
    scenario = line(
        tmp_path,
        f"name: play, rate: {asked} MB/s, io: 1000 B, message: 1000 B",
        "name: copy, arrivals: closed, outstanding: 8, io: 1000 B, message: 1000 B",
        measure="{warm_up: 40 ms, duration: 20 ms, replications: 1}",
    )
    result = run(scenario)
    assert mean(result, "play.bandwidth") == pytest.approx(asked * 1e6, rel=0.01)
    assert mean(result, "copy.bandwidth") == pytest.approx((125 - asked) * 1e6, rel=0.02)
    told = works(explained(scenario))
    assert told["play"] == (pytest.approx(asked), pytest.approx(125), "line")
    assert told["copy"][1] * 1e6 >= mean(result, "copy.bandwidth") * (1 - 1e-3)


def test_others_do_not_change_what_the_first_draws(tmp_path: Path) -> None:
    """Traffic that is never in the way."""
    first = "name: a, arrivals: poisson, rate: 20 MB/s, io: 1000 B, message: 1000 B"
    with_other, alone = (run(line(tmp_path, first, *others)) for others in (("name: b, rate: 0, io: 1000 B, message: 1000 B",), ()))
    assert with_other["metrics"]["a.delay"] == alone["metrics"]["a.delay"] and mean(with_other, "b.bandwidth") == 0
    assert with_other["provenance"]["fingerprint"] == alone["provenance"]["fingerprint"]


def test_sources_of_several_traffics_in_a_netlist_and_in_both_modes(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(BUS)
    scenario = tmp_path / "run.yaml"
    scenario.write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 5 ms, replications: 1}\n")
    netlist = printed(scenario)
    flat = flat_scenario(tmp_path / "flat", "m", netlist)
    assert printed(flat) == netlist
    words = ("--set", "measure.warm_up=1ms", "--set", "measure.duration=5ms")
    ours, metrics = fingerprint(scenario, *words)
    assert fingerprint(flat, *words) == (ours, metrics)
    assert fingerprint(scenario, *words, "--set", "bus_model=reference") == (ours, metrics)
    assert metrics["a.bandwidth"]["min"] > 0 and metrics["c.bandwidth"]["mean"] > 0


def test_a_raid_controller_has_one_traffic(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(BUS.replace("type: bus_source", "type: raid_controller").replace(".out", ".dma[0]"))
    scenario = tmp_path / "run.yaml"
    text = (tmp_path / "m.yaml").read_text()
    for old, new in ((", arrivals: poisson", ""), ("{of: [60 MB/s, 90 MB/s]}", "60 MB/s"), ("io: {of: [1 KiB, 4 KiB]}", "io: 4 KiB")):
        text = text.replace(old, new)
    (tmp_path / "m.yaml").write_text(text)
    scenario.write_text("system: ./m.yaml\n")
    require_told(
        isochron("explain", scenario),
        r"m\.yaml:12:21: `s\[1\]` is a source of `a` already, and a `raid_controller` has one traffic\. "
        r"Leave it out of one of them\. Several traffics can have the same \w+( or \w+)* or source or station_requester\.",
    )
