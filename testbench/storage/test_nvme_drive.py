# SPDX-License-Identifier: Apache-2.0
"""A drive on PCI Express and a host that commands it, against what their times add up to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron

# Generation 1 with 4 lanes and no efficiency lost is a byte each nanosecond.
MACHINE = """machine: m
parameters:
  outstanding: {type: count, default: 1, range: [1, 4096]}
  io: {type: size, default: 4 KiB, range: [1 B, 1 MiB]}
  drive: {of: nvme_drive}
  host: {of: nvme_host}
parts:
  host: {type: nvme_host, host: host}
  drive: {type: nvme_drive, drive: drive}
connect:
  - {between: [host.port, drive.port], link: {type: pcie_link, name: lanes, generation: 1, lanes: 4, efficiency: 100 %, ack_bytes: 0 B}}
traffic:
  - {name: ask, from: host, to: drive, arrivals: closed, outstanding: outstanding, io: io, TRAFFIC}
"""
REQUEST, COMPLETION = 24, 20  # bytes of a packet beside its data: posted or non-posted, and completion
COMMAND, DONE = 64 + REQUEST, 16 + REQUEST
READ, PROGRAM, INSIDE = 80e-6, 500e-6, 3.5e9


def link(nanoseconds: float) -> float:
    return nanoseconds * 1e-9


def scenario(folder: Path, traffic: str = "kind: read", measure: str = "warm_up: 5 ms, duration: 50 ms") -> Path:
    (folder / "m.yaml").write_text(MACHINE.replace("TRAFFIC", traffic))
    path = folder / "run.yaml"
    path.write_text(f"system: ./m.yaml\nmeasure: {{{measure}, replications: 1}}\n")
    return path


def words_of(settings: dict[str, str | int]) -> list[str]:
    return [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]


def result(path: Path, settings: dict[str, str | int]) -> Any:
    done = isochron("run", path, "--json", "-", "--quiet", *words_of(settings))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def mean(found: Any, metric: str) -> float:
    return found["metrics"][metric]["mean"]


@pytest.mark.parametrize("mps", [128, 256, 512])
def test_a_read_of_a_page_takes_what_its_steps_take(tmp_path: Path, mps: int) -> None:
    found = result(scenario(tmp_path), {"drive.mps": f"{mps}B"})
    packets = 4096 // mps
    expected = link(COMMAND) + READ + 4096 / INSIDE + link(packets * (mps + REQUEST)) + link(DONE)
    assert mean(found, "ask.delay") == pytest.approx(expected, abs=2e-12)


def test_pages_of_a_command_are_read_at_once_on_channels_of_their_own(tmp_path: Path) -> None:
    # The link takes longer than the way inside: its 32 pages follow the first without a gap.
    settings: dict[str, str | int] = {"io": "128KiB"}
    expected = link(COMMAND) + READ + 4096 / INSIDE + link(512 * (256 + REQUEST)) + link(DONE)
    assert mean(result(scenario(tmp_path), settings), "ask.delay") == pytest.approx(expected, abs=50e-12)
    # With four channels they are read in eight rounds; the last round is sent after the seven others.
    of_round = 4 * 16 * (256 + REQUEST)
    expected = link(COMMAND) + 8 * READ + 4096 / INSIDE + link(of_round) + link(DONE)
    assert mean(result(scenario(tmp_path), {**settings, "drive.channels": 4}), "ask.delay") == pytest.approx(expected, abs=50e-12)


@pytest.mark.parametrize("mrrs", [128, 512, 4096])
def test_a_write_fetches_its_data_and_programs_them(tmp_path: Path, mrrs: int) -> None:
    found = result(scenario(tmp_path, "kind: write"), {"drive.mrrs": f"{mrrs}B", "host.mps": "128B"})
    # The first request brings the first completions; they take longer than all other requests.
    packets = 32 * (128 + COMPLETION)
    expected = link(COMMAND) + link(REQUEST) + 300e-9 + link(packets) + 4096 / INSIDE + PROGRAM + link(DONE)
    assert mean(found, "ask.delay") == pytest.approx(expected, abs=2e-12)


def test_channels_limit_it(tmp_path: Path) -> None:
    # One channel: a page at a time, however many commands wait.
    found = result(scenario(tmp_path), {"drive.channels": 1, "outstanding": 8})
    assert mean(found, "ask.bandwidth") == pytest.approx(4096 / READ, rel=2e-3)
    assert found["components"]["drive"]["pages"] == pytest.approx(8, rel=0.03)


def test_the_queue_depth_limits_it(tmp_path: Path) -> None:
    # Each command waits until one of two that the drive works on has left. Both are on channels that are free nearly always.
    found = result(scenario(tmp_path, "kind: read, addresses: sequential"), {"drive.queue_depth": 2, "outstanding": 16})
    turn = READ + 4096 / INSIDE + link(16 * (256 + REQUEST) + DONE)
    assert found["components"]["drive"]["under_way"] == pytest.approx(2, rel=1e-3)
    assert mean(found, "ask.bandwidth") == pytest.approx(2 * 4096 / turn, rel=0.06)
    assert mean(found, "ask.bandwidth") <= 2 * 4096 / (turn - link(16 * (256 + REQUEST)) - 4096 / INSIDE)


def test_the_way_inside_limits_it(tmp_path: Path) -> None:
    found = result(scenario(tmp_path), {"drive.internal_rate": "100MB/s", "outstanding": 256})
    assert mean(found, "ask.bandwidth") == pytest.approx(100e6, rel=5e-3)


def test_the_link_limits_it(tmp_path: Path) -> None:
    found = result(scenario(tmp_path), {"outstanding": 256})
    assert mean(found, "ask.bandwidth") == pytest.approx(1e9 * 4096 / (16 * (256 + REQUEST) + DONE), rel=2e-3)


@pytest.mark.parametrize("kind", ["read", "write", "mix"])
@pytest.mark.parametrize("settings", [{}, {"outstanding": 256}, {"drive.channels": 1, "outstanding": 8}, {"io": "64KiB", "outstanding": 4}, {"drive.internal_rate": "100MB/s", "outstanding": 256}])
def test_it_never_does_more_than_arithmetic_says(tmp_path: Path, kind: str, settings: dict[str, str | int]) -> None:
    path = scenario(tmp_path, f"kind: {kind}")
    explained = json.loads(isochron("explain", path, "--json", *words_of(settings)).stdout)
    limit = min(one["limit"] for one in explained["points"][0]["bounds"])
    got = mean(result(path, settings), "ask.bandwidth")
    assert got <= limit * (1 + 2e-3)
    if kind == "read" and settings != {"io": "64KiB", "outstanding": 4}:
        assert got == pytest.approx(limit, rel=0.02)


def test_all_that_is_asked_for_comes_back_in_both_modes(tmp_path: Path) -> None:
    path = scenario(tmp_path, "kind: mix, ios: 500, addresses: random")
    (tmp_path / "m.yaml").write_text((tmp_path / "m.yaml").read_text().replace("parameters:", "runs: until_done\nparameters:", 1))
    path.write_text("system: ./m.yaml\nmeasure: {replications: 1}\n")
    settings: dict[str, str | int] = {"io": "24KiB", "outstanding": 11, "drive.queue_depth": 5, "drive.channels": 3, "drive.read.law": "exponential"}
    fast, reference = (result(path, {**settings, "bus_model": model}) for model in ("fast", "reference"))
    assert mean(fast, "bytes.in") == mean(fast, "bytes.out") == 500 * 24 * 1024
    assert reference["metrics"] == fast["metrics"]
    assert reference["components"] == fast["components"]
    assert reference["provenance"]["fingerprint"] == fast["provenance"]["fingerprint"]


def test_who_brings_data_without_a_command_is_told(tmp_path: Path) -> None:
    path = scenario(tmp_path)
    text = (tmp_path / "m.yaml").read_text().replace("  host: {of: nvme_host}\n", "").replace("{type: nvme_host, host: host}", "{type: pcie_requester}")
    (tmp_path / "m.yaml").write_text(text)
    done = isochron("run", path, "--quiet")
    assert done.returncode != 0 and "let an nvme_host read from it" in done.stderr
