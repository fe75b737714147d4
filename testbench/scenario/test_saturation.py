# SPDX-License-Identifier: Apache-2.0
"""Verdicts on one link of 125 MB/s with a known load. The run and arithmetic must agree, for every kind of arrivals, and it
says it of what was asked for in the window: not of a mean that nobody asked for then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, isochron

from isochron.results.result import VERDICTS, Point

LINK = 125e6  # B/s
MACHINE = """machine: m
summary: sources that share a link
runs: {runs}
parts:
  "s[4]": {{type: source}}
  join: {{type: switch, inputs: 4, outputs: 1}}
  d: {{type: sink}}
connect:
  - {{for: {{i: 4}}, from: "s[i].out", to: "join.in[i]", link: {{type: serial_link, name: "near[i]", rate: 10 Gb/s}}}}
  - {{from: "join.out[0]", to: d.in, link: {{type: serial_link, name: far, rate: 1 Gb/s}}}}
traffic:
  - {{name: t, from: "s[*]", to: d, {traffic}}}
"""


def run(folder: Path, traffic: str, warm_up: str = "0 s", duration: str = "2 s", *options: str, trace: list[tuple[float, int]] | None = None) -> dict[str, Any]:
    """The result's document. A trace has times and bytes of the first source."""
    until_done = duration == "until done"
    (folder / "m.yaml").write_text(MACHINE.format(runs="until_done" if until_done else "measured", traffic=traffic))
    if trace is not None:
        (folder / "t.csv").write_text("time_s,source,bytes\n" + "".join(f"{at:.9f},0,{size}\n" for at, size in trace))
    measure = "" if until_done else f"measure: {{warm_up: {warm_up}, duration: {duration}}}\n"
    (folder / "s.yaml").write_text(f"system: ./m.yaml\n{measure}")
    done = isochron("run", folder / "s.yaml", "--json", "-", "--quiet", "--replications", "1", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def steady(rate: float, seconds: float, size: int = 125_000) -> list[tuple[float, int]]:
    """A trace of equal distances."""
    return [(i * size / rate, size) for i in range(int(seconds * rate / size))]


# The rate is a source's, of four. I/Os are small enough for the window to hold some hundred thousand where they are drawn.
KINDS = {
    "constant": "rate: {rate:.0f} B/s, io: 64 KiB",
    "poisson": "rate: {rate:.0f} B/s, arrivals: poisson, io: 2 KiB, message: 2 KiB",
    "on_off": "rate: {rate:.0f} B/s, arrivals: on_off, on: 1 ms, off: 2 ms, io: 2 KiB, message: 2 KiB",
    "sizes": "rate: {rate:.0f} B/s, io: {{of: [1 KiB, 4 KiB], weights: [1, 1]}}, message: 4 KiB",
    "rates": "rate: {{of: [{rate:.0f} B/s, {rate:.0f} B/s]}}, io: 64 KiB",
    "finite": "rate: {rate:.0f} B/s, io: 64 KiB, ios: 500",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("load", "verdict"), [(0.5, "keeps_up"), (0.8, "keeps_up"), (1.25, "falls_behind"), (3, "falls_behind")])
def test_the_verdict_is_what_the_load_says(kind: str, load: float, verdict: str, tmp_path: Path) -> None:
    """Well below and well above one it is certain."""
    rate = load * LINK / 4
    # All that is finite is asked for within the window, which ends before a saturated link is done with it.
    duration = f"{1.1 * 500 * 65536 / rate:.3f} s" if kind == "finite" else "2 s"
    result = run(tmp_path, KINDS[kind].format(rate=rate), "0 s", duration)
    flow = Point(result).flows["t"]
    assert flow.verdict == verdict, flow
    assert (verdict == "falls_behind") == any("falls behind with t" in warning for warning in result["warnings"])
    assert flow.generated - flow.delivered == pytest.approx(flow.backlog_end - flow.backlog_start, abs=1)
    if verdict == "falls_behind":
        assert flow.growth == pytest.approx(1 - 1 / load, abs=0.05)


@pytest.mark.parametrize("kind", ["constant", "poisson", "finite"])
def test_at_a_load_of_one_nothing_is_certain_saturation(kind: str, tmp_path: Path) -> None:
    """Constant arrivals are carried; of drawn ones the queue is a random walk."""
    result = run(tmp_path, KINDS[kind].format(rate=LINK / 4), "0 s", "1 s")
    assert Point(result).verdict != "falls_behind"
    assert any("within 1 % of the bound" in warning for warning in result["warnings"])


@pytest.mark.parametrize(("load", "verdict"), [(0.8, "keeps_up"), (1.25, "falls_behind")])
@pytest.mark.parametrize("kind", ["constant", "poisson", "trace"])
def test_what_runs_until_it_is_done_is_judged_too(kind: str, load: float, verdict: str, tmp_path: Path) -> None:
    """In the end everything has arrived; what counts is how much was waiting when the last was asked for."""
    traffic = "arrivals: trace, file: t.csv" if kind == "trace" else KINDS[kind].format(rate=load * LINK / 4) + ", ios: 2000"
    result = run(tmp_path, traffic, duration="until done", trace=steady(load * LINK, 0.5))
    assert Point(result).verdict == verdict, result["flows"]


def test_traffic_without_a_rate_has_no_verdict(tmp_path: Path) -> None:
    """It asks for all that it can get."""
    for traffic in ("arrivals: closed, io: 64 KiB", "arrivals: at_start, ios: 10, io: 64 KiB"):
        result = run(tmp_path, traffic, duration="100 ms")
        assert result["flows"] == {}
        assert Point(result).verdict is None


def quiet(result: dict[str, Any]) -> bool:
    """Keeps up, and nothing is said."""
    return Point(result).verdict == "keeps_up" and result["warnings"] == []


def test_constant_traffic_that_ends_within_the_window(tmp_path: Path) -> None:
    """100 MB/s, and the link is idle for most of the window."""
    assert quiet(run(tmp_path, "rate: 25 MB/s, ios: 250, io: 36 KiB"))
    assert quiet(run(tmp_path, "rate: 2.5 MB/s, ios: 12, io: 128 KiB", duration="1 s"))


def test_traffic_that_ended_in_the_warm_up(tmp_path: Path) -> None:
    """The window has nothing to carry."""
    result = run(tmp_path, "rate: 10 MB/s, ios: 50", "3 s", "1 s")
    assert quiet(result)
    assert result["flows"]["t"]["generated"] == 0


def test_a_short_trace_in_a_long_window(tmp_path: Path) -> None:
    """A tenth of a second of 100 MB/s, in 20 s."""
    assert quiet(run(tmp_path, "arrivals: trace, file: t.csv", duration="20 s", trace=steady(100e6, 0.1)))


def test_a_trace_that_asks_for_more_than_the_link_carries(tmp_path: Path) -> None:
    """200 MB/s for 2 s. The window sees that while it is asked, and while it is worked off; once all is done, it has kept up."""
    for duration, verdict in (("2 s", "falls_behind"), ("3 s", "falls_behind"), ("20 s", "keeps_up")):
        result = run(tmp_path, "arrivals: trace, file: t.csv", duration=duration, trace=steady(200e6, 2))
        assert Point(result).verdict == verdict, duration


@pytest.mark.parametrize("duration", ["50ms", "100ms", "200ms"])
def test_no_warm_up_is_no_saturation(duration: str) -> None:
    """central_switch carries 200 MB/s, and its first I/Os are on their way when the window begins."""
    scenario = ROOT / "scenarios/own/central_switch.yaml"
    done = isochron("run", scenario, "--set", "load=200MB/s", "--set", "measure.warm_up=0s", "--set", f"measure.duration={duration}", "--json", "-", "--quiet")
    assert done.returncode == 0, done.stderr
    point = Point(json.loads(done.stdout))
    assert "falls_behind" not in {flow.verdict for flow in point.flows.values()}
    assert not any("saturated" in warning for warning in point.warnings)


def test_an_evening_of_which_all_arrives() -> None:
    """Its trace lasts 1.5 s."""
    scenario = ROOT / "scenarios/own/evening.yaml"
    done = isochron("run", scenario, "--set", "measure.duration=20s", "--quiet", "--json", "-")
    assert done.returncode == 0
    assert done.stderr == ""
    assert Point(json.loads(done.stdout)).verdict == "keeps_up"


def test_both_models_count_the_same() -> None:
    """In closed form and step by step: all but the order within an instant is the same, and that does not matter."""
    scenario = ROOT / "scenarios/own/central_switch.yaml"
    told = []
    for model in ("fast", "reference"):
        done = isochron("run", scenario, "--set", f"bus_model={model}", "--set", "measure.duration=20ms", "--json", "-", "--quiet")
        told.append(json.loads(done.stdout)["flows"])
    assert told[0] == told[1] != {}


def test_the_worst_flow_is_the_verdict() -> None:
    """A point is as bad as its worst flow."""
    flow = {"unit": "B", "generated": 1, "delivered": 1, "backlog_start": 0, "backlog_end": 0, "growth": 0, "uncertainty": 0, "reason": "as it is"}
    for worst, name in enumerate(VERDICTS):
        point = Point({"flows": {str(i): {**flow, "verdict": VERDICTS[i]} for i in range(worst + 1)}})
        assert point.verdict == name
