# SPDX-License-Identifier: Apache-2.0
"""Random machine files with traffic. Each runs, or says that it is a deadlock, which `explain` had foreseen; nothing is lost; a bus's
two computations agree; no part carries more than it can. What switches deliver without chance is simulated a second time, to the picosecond."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from random_machine_files import Machine, machine
from support import LONG, isochron
from switch_oracle import Flat, World, whole

from isochron.explore.regression.deliveries import deliveries
from isochron.explore.regression.log import events

ALL, BATCH = 320, 20
NUMBERS = range(ALL if LONG else 60)
# Two of five are switches without chance.
TOLD_TWICE = [number for number in range(500 if LONG else 250) if number % 5 < 2]
CYCLE = "wait for each other in a cycle"


def batches(numbers: Any) -> list[Any]:
    return [numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH)]


@cache
def flat(number: int) -> Flat:
    return Flat(machine(number).document())


def test_all_occurs() -> None:
    """Enough of everything that traffic can be, over all numbers; test_random_machine_types.py counts the types of parts."""
    found: Counter[str] = Counter()
    for number in range(ALL):
        m = machine(number)
        document = m.document()
        used = {f"runs {document['runs']}"}
        for traffic in m.traffic:
            used |= {f"{key} {traffic[key]}" for key in ("arrivals", "destination", "drawn", "way_of") if key in traffic}
            used |= {key for key in ("per", "ways", "ios", "include_self") if key in traffic}
        text = json.dumps(document)
        used |= {word for word in ('"for"', '"when"', "on_arrival", " mod ", " if ", '"ports"') if word in text}
        used |= {f"buffers {settings.get('buffers', 1)}" for kind, settings in flat(number).parts.values() if kind != "sink"}
        used |= {f"sink {'with' if 'rate' in settings else 'without'}" for kind, settings in flat(number).parts.values() if kind == "sink"}
        found.update(used)
    wanted = ["runs measured", "runs until_done", "per", "ways", "ios", "include_self"]
    wanted += [f"arrivals {one}" for one in ("constant", "poisson", "on_off", "closed", "at_start")]
    wanted += [f"destination {one}" for one in ("uniform", "zipf", "rotation", "fixed")] + ["drawn io", '"for"', '"when"', "on_arrival"]
    wanted += [" mod ", " if ", '"ports"', "sink with", "sink without", *(f"buffers {one}" for one in range(1, 9))]
    assert not {one: found[one] for one in wanted if found[one] < 20}
    assert all(found[f"way_of {one}"] >= 5 for one in ("source", "pair", "message"))


def explained(scenario: Path) -> dict[str, Any]:
    done = isochron("explain", scenario, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def warned(explanation: dict[str, Any]) -> bool:
    return CYCLE in json.dumps(explanation["warnings"])


@pytest.mark.parametrize("numbers", batches(NUMBERS), ids=lambda numbers: str(numbers[0]))
def test_random_machine_files(numbers: range, tmp_path: Path) -> None:
    for number in numbers:
        m = machine(number)
        scenario = m.write(tmp_path)
        explanation = explained(scenario)
        runs = [isochron("run", scenario, "--quiet", "--json", "-", "--set", f"bus_model={model}") for model in ("fast", "reference")]
        what = f"number {number}, {m.family}: "
        assert runs[0].returncode == runs[1].returncode, what + runs[0].stderr + runs[1].stderr
        if runs[0].returncode != 0:
            assert runs[0].returncode == 3 and all("deadlock" in run.stderr for run in runs), what + runs[0].stderr
            assert warned(explanation), f"{what}a deadlock that nothing foretold: {runs[0].stderr}"
            continue
        fast, reference = (json.loads(run.stdout) for run in runs)
        assert fast["provenance"]["fingerprint"] == reference["provenance"]["fingerprint"], what
        for part in ("metrics", "components", "histograms"):
            assert fast[part] == reference[part], what + part
        nothing_is_lost(m, fast, flat(number), what)
        within_limits(m, fast, flat(number), explanation["points"][0]["bounds"], what)


def mean(result: dict[str, Any], name: str) -> float:
    return result["metrics"][name]["mean"]


def nothing_is_lost(m: Machine, result: dict[str, Any], parts: Flat, what: str) -> None:
    sent, came = mean(result, "bytes.in"), mean(result, "bytes.out")
    assert came <= sent, what
    asked = sum(len(parts.matching(one["from"])) * one["ios"] * whole(one["io"], {}) for one in m.traffic if "ios" in one)
    if m.until_done:
        assert came == sent == asked, what
    elif all("ios" in one for one in m.traffic):
        assert sent <= asked, what


def within_limits(m: Machine, result: dict[str, Any], parts: Flat, bounds: list[dict[str, Any]], what: str) -> None:
    """What has been delivered went through every part on its way, in the time that there was, or was behind it when the window began. What
    comes by a part is then at least what each traffic brings to it, by `explain`, if all its sources got no more than the one that got least."""
    window = result["simulated_s"] - result["warm_up_s"]
    largest = max(whole(one["message"], {}) for one in m.traffic)
    for path, figures in result["components"].items():
        assert figures.get("utilisation", 0) <= 1 + 1e-6, what + path
        kind, settings = parts.parts.get(path, ("", {}))
        if "rate" in settings and "bandwidth" in figures:
            held = (settings.get("buffers", 1) + 1) * largest
            assert figures["bandwidth"] * window <= float(settings["rate"]) / 8 * window + held, f"{what}{path}, a {kind}"
    # Rotation in step with ways is more one-sided than shares tell.
    if any(one["destination"] == "rotation" and one.get("way_of") == "message" for one in m.traffic):
        return
    # What is held in front of a part, while others that were sent later have arrived by other ways.
    slack = mean(result, "bytes.in") - mean(result, "bytes.out")
    for one in m.traffic:
        drawn = whole(one["io"], {}) if one.get("drawn") == "io" else largest
        slack += len(parts.matching(one["from"])) * drawn
        if one["destination"] in ("uniform", "zipf"):
            slack += 2.5 * math.sqrt(mean(result, "bytes.out") * drawn)
    slack += largest * (1 + max([int(settings.get("buffers", 1)) for kind, settings in parts.parts.values() if kind.endswith("sink")], default=0))
    if m.warm_up_us > 0 and not m.until_done:
        slack += 8 * 3 * largest * len(parts.parts)
    for bound in bounds:
        carries = bound["capacity"] if not bound["what"].startswith("pci_bus") else alone(parts)
        least = sum(each * result["metrics"][metric]["min"] for metric, each in bound["brought"].items())
        assert least * window <= carries * window + slack, f"{what}{bound}"


def alone(parts: Flat) -> float:
    """Bytes/s of a bus whose master never changes and that has nothing to say but data."""
    settings = next(settings for kind, settings in parts.parts.values() if kind == "pci_bus")
    if settings.get("timing") == "protocol":
        return float(settings["clock"]) * float(settings["width"]) / 8
    return float(settings.get("slice", 128)) / (float(settings.get("slice_time", 240_000)) * 1e-12)


@pytest.mark.parametrize("numbers", batches(TOLD_TWICE), ids=lambda numbers: str(numbers[0]))
def test_switches_are_simulated_twice(numbers: list[int], tmp_path: Path) -> None:
    delivered = 0
    for number in numbers:
        m = machine(number)
        scenario, log = m.write(tmp_path), tmp_path / f"{number}.csv"
        end = 1 << 62 if m.until_done else m.end_ps()
        done = isochron("run", scenario, "--quiet", "--json", tmp_path / "result.json", "--record", log)
        second = World(m.document())
        second.run(end)
        what = f"number {number}, {m.family}: {done.stderr}"
        # A part of the machine that waits for ever is a deadlock too, whatever moves elsewhere.
        assert not second.stands_still() or second.cycle(), what
        assert done.returncode == (3 if second.cycle() else 0), what
        sinks = dict.fromkeys(second.endpoints, "END")
        first = [(one.time_ps, one.place, one.transaction.source, one.transaction.sequence, one.bytes) for one in deliveries(events(log), sinks)]
        first = sorted(one for one in first if one[0] < end)
        expected = sorted(second.delivered)
        if done.returncode == 3:
            assert warned(explained(scenario)), what
            at = instant(done.stderr)
            assert at in second.cycles(), f"{what}{at}, and the second simulation has {second.cycles()}"
            # The log has all up to then, and nothing that did not happen.
            last = max(one[0] for one in [(at,), *first])
            assert first == [one for one in expected if one[0] <= last], what
            continue
        assert first == expected, what
        delivered += len(expected)
    assert delivered > 100 * len(numbers)


def instant(message: str) -> int:
    """Picoseconds of a deadlock that the command reports."""
    found = re.search(r"deadlock at ([0-9.]+) s", message)
    assert found, message
    return int(Fraction(found[1]) * 10**12)


# What was found so, as small as it gets.
SMALL = """machine: small
summary: {}
runs: until_done
parts: {{s: {{type: {}}}, d: {{type: {}}}{}}}
connect:
{}
traffic:
  - {{name: t, from: s, to: d, arrivals: constant, rate: {}, io: 1500 B, message: 1500 B, ios: 3}}
"""
LINK = "link: {type: serial_link, name: l, rate: 1 Gb/s}"
ONE_LINK = f"  - {{from: s.out, to: d.in, {LINK}}}"
CHIPS = f"""  - {{from: s.out, to: "b.device[0]"}}
  - {{from: "b.window[0]", to: "near.window[0]"}}
  - {{from: "near.link_out[0]", to: e.in, {LINK}}}
  - {{from: e.out, to: "far.link_in[0]"}}
  - {{from: far.pci_out, to: "c.device[0]"}}
  - {{from: "c.window[0]", to: d.in}}"""
CHIP_PARTS = ", b: {type: pci_bus}, c: {type: pci_bus}, near: {type: sg2010_bridge, links_in: 0}, far: {type: sg2010_bridge, links_out: 0}, e: {type: delay}"


def small(folder: Path, *what: str) -> Path:
    (folder / "small.yaml").write_text(SMALL.format(*what))
    (folder / "run.yaml").write_text("system: ./small.yaml\nmeasure: {replications: 1}\n")
    return folder / "run.yaml"


def test_nothing_under_way_is_no_deadlock(tmp_path: Path) -> None:
    """150 ms between I/Os: the command looks every 100 ms."""
    done = isochron("run", small(tmp_path, "slow", "source", "sink", "", ONE_LINK, "10 kB/s"), "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert mean(json.loads(done.stdout), "bytes.out") == 4500


def test_what_follows_the_last_arrival_is_not_measured(tmp_path: Path) -> None:
    """The sink takes each message for twelve times as long as the window is, the last one after it."""
    done = isochron("run", small(tmp_path, "slow", "source", "sink, rate: 1 Mb/s, buffers: 9", "", ONE_LINK, "1 Gb/s"), "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["simulated_s"] == pytest.approx(36e-6)
    assert result["components"]["d"]["utilisation"] == pytest.approx(2 / 3)
    assert result["components"]["s.out"]["utilisation"] == pytest.approx(1)


def test_a_delay_stands_between_chips_of_any_fabric(tmp_path: Path) -> None:
    scenario = small(tmp_path, "far apart", "bus_source", "bus_sink", CHIP_PARTS, CHIPS, "1 MB/s")
    assert {edge["from"] for edge in explained(scenario)["points"][0]["topology"]["edges"]} >= {"near", "e"}


@pytest.mark.parametrize("runs", ["measured", "until_done"])
def test_an_end_needs_a_number(runs: str, tmp_path: Path) -> None:
    """The number of I/Os must be given where all are asked for at the start, and where a machine ends when they are done."""
    scenario = small(tmp_path, "endless", "source", "sink", "", ONE_LINK, "1 MB/s")
    text = (tmp_path / "small.yaml").read_text().replace(", ios: 3", "").replace("until_done", runs)
    (tmp_path / "small.yaml").write_text(text if runs == "until_done" else text.replace("arrivals: constant, rate: 1 MB/s", "arrivals: at_start"))
    done = isochron("explain", scenario)
    assert done.returncode == 2 and "small.yaml:8:5: the traffic `t` has no `ios`" in done.stderr, done.stderr


STUCK = """machine: stuck
summary: a ring that fills and stands, and a line beside it that goes on
parts:
  "s[3]": {type: source}
  "x[3]": {type: switch, inputs: 2, outputs: 2}
  "d[3]": {type: sink}
  p: {type: source}
  q: {type: sink}
connect:
  - {for: {i: 3}, from: "s[i].out", to: "x[(i + 1) mod 3].in[0]", link: {type: serial_link, name: "up[i]", rate: 1 Gb/s}}
  - {for: {i: 3}, from: "x[i].out[0]", to: "x[(i + 1) mod 3].in[1]", link: {type: serial_link, name: "on[i]", rate: 1 Gb/s}}
  - {for: {i: 3}, from: "x[i].out[1]", to: "d[i].in", link: {type: serial_link, name: "down[i]", rate: 1 Gb/s}}
  - {from: p.out, to: q.in, link: {type: serial_link, name: line, rate: 1 Gb/s}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", arrivals: closed, outstanding: 4, destination: fixed, io: 1000 B, message: 1000 B}
  - {name: u, from: p, to: q, arrivals: closed, outstanding: 2, destination: fixed, io: 1000 B, message: 1000 B}
"""


def test_a_part_that_stands_for_ever_is_a_deadlock(tmp_path: Path) -> None:
    (tmp_path / "stuck.yaml").write_text(STUCK)
    (tmp_path / "run.yaml").write_text("system: ./stuck.yaml\nmeasure: {warm_up: 1 ms, duration: 1 ms, replications: 1}\n")
    assert warned(explained(tmp_path / "run.yaml"))
    second = World(yaml.safe_load(STUCK))
    second.run(2 * 10**9)
    for model in ("fast", "reference"):
        done = isochron("run", tmp_path / "run.yaml", "--quiet", "--json", "-", "--set", f"bus_model={model}")
        assert done.returncode == 3 and "x[2].out[0] waits for a buffer of x[0].out[0]" in done.stderr, done.stderr
        assert {instant(done.stderr)} == second.cycles()
