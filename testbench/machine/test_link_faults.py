# SPDX-License-Identifier: Apache-2.0
"""Links that faults strike: retransmission in closed form, outages, and what is lost."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
import yaml
from support import ROOT, isochron

ERRORS = ROOT / "scenarios/faults/link_errors.yaml"
# Packets that are wrong must be many for the loss to be known within 5 %: 3,200 of them are three standard errors.
WRONG = 3_200
PACKET, RATE = 280, 125e6


def run(scenario: Path, *options: str) -> dict[str, Any]:
    done = isochron("run", scenario, "--quiet", "--json", "-", "--replications", "1", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def throughput(scheme: str, bit_errors: float, expected: float, *options: str) -> float:
    """The part of the link's rate that it carries, over a time in which about WRONG packets are wrong: P / (1 - P) for each that is carried."""
    wrong = 1 - math.exp(8 * PACKET * math.log1p(-bit_errors))
    duration = f"measure.duration={WRONG * (1 - wrong) / wrong * PACKET / (RATE * expected):.6f}s"
    result = run(ERRORS, "--set", "vary={}", "--set", f"bit_errors={bit_errors}", "--set", f"scheme={scheme}", "--set", duration, *options)
    assert result["components"]["line"]["errors"] == pytest.approx(WRONG, rel=5 / math.sqrt(WRONG))
    return result["metrics"]["data.bandwidth"]["mean"] / RATE


@pytest.mark.parametrize("bit_errors", [1e-6, 1e-5, 1e-4])
@pytest.mark.parametrize(("scheme", "window"), [("go_back_n", 8), ("selective", 64), ("none", 8)])
def test_the_loss_of_throughput_in_closed_form(scheme: str, window: int, bit_errors: float) -> None:
    """A packet is wrong with probability P. Alone it costs itself, with all behind it a round trip of 7 packets more."""
    wrong = 1 - math.exp(8 * PACKET * math.log1p(-bit_errors))
    expected = (1 - wrong) / (1 + 7 * wrong) if scheme == "go_back_n" else 1 - wrong
    assert 1 - throughput(scheme, bit_errors, expected, "--set", f"window={window}") == pytest.approx(1 - expected, rel=0.05)


@pytest.mark.parametrize(("window", "expected"), [(1, 1 / 8), (4, 4 / 8), (8, 1)])
@pytest.mark.parametrize("scheme", ["go_back_n", "selective"])
def test_a_window_limits_what_is_under_way(scheme: str, window: int, expected: float) -> None:
    """Without errors: `window` packets in a packet's time and a round trip of 7."""
    options = ("--set", "vary={}", "--set", "bit_errors=0", "--set", f"scheme={scheme}", "--set", f"window={window}", "--set", "measure.duration=20ms")
    assert run(ERRORS, *options)["metrics"]["data.bandwidth"]["mean"] / RATE == pytest.approx(expected, rel=0.001)


LINE = """machine: line
runs: {runs}
parts: {{from: {{type: source}}, to: {{type: sink}}}}
connect:
  - {{from: from.out, to: to.in, link: {{type: serial_link, name: line, rate: 8 Mb/s}}}}
traffic:
  - {{name: data, from: from, to: to, message: 1000 B, io: 1000 B, {traffic}}}
"""
# A message of 1000 B takes 1 ms.
TEN = "arrivals: at_start, ios: 10"


def line(folder: Path, faults: list[dict[str, Any]], traffic: str = TEN, runs: str = "until_done") -> Path:
    (folder / "line.yaml").write_text(LINE.format(traffic=traffic, runs=runs))
    scenario = folder / "run.yaml"
    measure = {"measure": {"warm_up": "1 ms", "duration": "99 ms"}} if runs == "measured" else {}
    scenario.write_text(yaml.safe_dump({"system": "./line.yaml", "faults": faults, **measure}))
    return scenario


def bytes_of(result: dict[str, Any]) -> tuple[float, float, float]:
    return tuple(result["metrics"][f"bytes.{name}"]["mean"] for name in ("in", "out", "lost"))


@pytest.mark.parametrize(
    ("fault", "ends_ms", "lost"),
    [
        ({"at": "20 ms", "down": "line"}, 10, 0),  # after the last
        ({"at": "4500 us", "down": "line", "for": "20 ms"}, 29.5, 1000),  # the message on the link is lost
        ({"at": "4500 us", "down": "line"}, 9.5, 6000),  # for ever: it is known at once, and what is sent is lost
        ({"at": "4500 us", "down": "line", "detect": "3 ms"}, 12.5, 6000),  # the fifth is lost at once, the others from 7.5 ms on
        ({"at": "4500 us", "down": "line", "for": "3500 us", "detect": "1 ms"}, 10.5, 4000),  # three are lost from 5.5 ms on, one ends at 8.5 ms
        ({"at": "3 ms", "slow": "line", "factor": 4, "for": "8 ms"}, 16, 0),  # two messages of 4 ms, then five of 1 ms
        ({"at": "3 ms", "set": {"rate": "50 %"}, "on": "line", "for": "4 ms"}, 12, 0),
        ({"at": "3 ms", "set": {"rate": "16 Mb/s"}, "on": "line"}, 6.5, 0),
        ({"at": "4500 us", "for": "1 ms", "bit_errors": 1, "on": "line"}, 10, 1000),  # what ends at 5 ms
    ],
    ids=str,
)
def test_ten_messages_to_the_microsecond(fault: dict[str, Any], ends_ms: float, lost: int, tmp_path: Path) -> None:
    result = run(line(tmp_path, [fault]))
    assert result["simulated_s"] == pytest.approx(ends_ms * 1e-3, abs=1e-12)
    assert bytes_of(result) == (10_000, 10_000 - lost, lost)
    assert result["components"]["line"]["lost"] == lost / 1000
    assert (result["metrics"]["fault0.lost"]["mean"], result["metrics"]["fault0.strikes"]["mean"]) == (lost, 1 if fault["at"] != "20 ms" else 0)


def test_with_retry_an_outage_loses_nothing(tmp_path: Path) -> None:
    """The message on the link is sent again."""
    retry = {"bit_errors": 0, "on": "line", "retry": {"scheme": "go_back_n"}}
    result = run(line(tmp_path, [retry, {"at": "4500 us", "down": "line", "for": "20 ms"}]))
    assert (result["simulated_s"], bytes_of(result)) == (pytest.approx(30.5e-3), (10_000, 10_000, 0))


def test_a_link_gives_up(tmp_path: Path) -> None:
    """A message is sent three times, then the link is dead and the rest is lost."""
    wrong = {"bit_errors": 1, "at": "4500 us", "on": "line", "retry": {"scheme": "go_back_n", "limit": 2}}
    result = run(line(tmp_path, [wrong]))
    assert (result["simulated_s"], bytes_of(result)) == (pytest.approx(12e-3), (10_000, 4_000, 6_000))
    assert (result["components"]["line"]["errors"], result["components"]["line"]["resent"]) == (3, 2)


def test_faults_of_one_part_add_up(tmp_path: Path) -> None:
    """Two outages that overlap are one; factors multiply; of two values the later counts until it ends."""
    outages = [{"at": "10 ms", "down": "line", "for": "4 ms"}, {"at": "12 ms", "down": "line", "for": "5 ms"}]
    slow = [{"at": "40 ms", "slow": "line", "factor": 2, "for": "20 ms"}, {"at": "40 ms", "slow": "line", "factor": 1.5, "for": "20 ms"}]
    values = [{"at": "70 ms", "set": {"rate": "50 %"}, "on": "line", "for": "20 ms"}, {"at": "80 ms", "set": {"rate": "25 %"}, "on": "line", "for": "4 ms"}]
    result = run(line(tmp_path, outages + slow + values, "arrivals: closed, outstanding: 2", "measured"))
    assert result["components"]["line"]["down"] == pytest.approx(7 / 99, rel=1e-6)
    # Of 99 ms: 7 without any, 20 at a third, 16 at a half, 4 at a quarter; a message that begins before a change ends as it began.
    assert result["metrics"]["data.bandwidth"]["mean"] == pytest.approx((99 - 7 - 40 / 3 - 8 - 3) / 99 * 1e6, rel=0.05)


@pytest.mark.parametrize("law", ["fixed", "exponential"])
def test_random_outages_take_their_part_of_the_time(law: str, tmp_path: Path) -> None:
    """Down for repair / (mtbf + repair): 0.2 of 1,600 outages."""
    fault = {"random": "line", "mtbf": "4 h", "repair": "1 h", "law": law, "accelerate": 3_600_000}
    result = run(line(tmp_path, [fault], "arrivals: closed, outstanding: 2", "measured"), "--set", "measure.duration=8s")
    assert result["components"]["line"]["down"] == pytest.approx(0.2, rel=0.1)


def test_values_are_expressions_over_parameters(tmp_path: Path) -> None:
    (tmp_path / "line.yaml").write_text(LINE.format(traffic=TEN, runs="until_done") + "parameters: {when: {type: duration, default: 4500 us}}\n")
    scenario = tmp_path / "run.yaml"
    scenario.write_text(yaml.safe_dump({"system": "./line.yaml", "faults": [{"at": "when + 1 ms", "down": "line", "for": "20 * when / 9"}]}))
    assert run(scenario)["simulated_s"] == pytest.approx((5.5 + 10 + 4) * 1e-3)
    assert run(scenario, "--set", "when=9ms")["simulated_s"] == pytest.approx(10e-3)


def test_the_same_seed_gives_the_same_faults(tmp_path: Path) -> None:
    fault = {"random": "line", "mtbf": "4 ms", "repair": "1 ms"}
    scenario = line(tmp_path, [fault], "arrivals: closed, outstanding: 2", "measured")
    first, again, other = (run(scenario, "--seed", seed)["provenance"]["fingerprint"] for seed in ("1", "1", "2"))
    assert first == again != other
