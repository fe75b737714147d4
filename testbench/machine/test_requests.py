# SPDX-License-Identifier: Apache-2.0
"""Traffic that asks and is answered, against what its times add up to: one requester and one server between two links."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron

# 8 Gb/s are a byte each nanosecond: a request takes 32 ns, its answer of 4 KiB 4096 ns, and the server 10 us.
MACHINE = """machine: pull
parameters:
  tags: {type: count, default: 1, range: [1, 64]}
  servers: {type: count, default: 1, range: [1, 64]}
  outstanding: {type: count, default: 1, range: [1, 64]}
parts:
  client: {type: requester, tags: tags}
  store: {type: server, service_mean: 10 us, servers: servers}
connect:
  - {from: client.out, to: store.in, link: {type: serial_link, name: there, rate: 8 Gb/s}}
  - {from: store.out, to: client.in, link: {type: serial_link, name: back, rate: 8 Gb/s}}
traffic:
  - {name: ask, from: client, to: store, arrivals: closed, outstanding: outstanding, io: 4 KiB, TRAFFIC}
"""
READ, SERVICE, REQUEST = 4096e-9, 10e-6, 32e-9
ROUND_TRIP = REQUEST + SERVICE + READ


def scenario(folder: Path, traffic: str = "kind: read", measure: str = "warm_up: 1 ms, duration: 10 ms") -> Path:
    (folder / "m.yaml").write_text(MACHINE.replace("TRAFFIC", traffic))
    path = folder / "run.yaml"
    path.write_text(f"system: ./m.yaml\nmeasure: {{{measure}, replications: 1}}\n")
    return path


def result(path: Path, **settings: int) -> Any:
    words = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    return json.loads(isochron("run", path, "--json", "-", "--quiet", *words).stdout)


def mean(result: Any, metric: str) -> float:
    return result["metrics"][metric]["mean"]


def test_a_read_takes_what_its_ways_and_its_service_take(tmp_path: Path) -> None:
    found = result(scenario(tmp_path))
    assert mean(found, "ask.delay") == pytest.approx(ROUND_TRIP, rel=1e-9)
    assert mean(found, "ask.bandwidth") == pytest.approx(4096 / ROUND_TRIP, rel=2e-3)


@pytest.mark.parametrize("tags", [1, 2, 3])
def test_tags_limit_it(tmp_path: Path, tags: int) -> None:
    found = result(scenario(tmp_path), tags=tags, servers=8, outstanding=8)
    assert mean(found, "ask.bandwidth") == pytest.approx(tags * 4096 / ROUND_TRIP, rel=2e-3)
    # Little's law: what waits for a tag counts too.
    assert mean(found, "ask.delay") == pytest.approx(8 * ROUND_TRIP / tags, rel=2e-3)
    assert found["components"]["client"]["tags_in_use"] == pytest.approx(tags, rel=1e-3)
    assert found["components"]["client"]["wait_tag"] == pytest.approx(1, rel=1e-3)


def test_the_server_limits_it(tmp_path: Path) -> None:
    found = result(scenario(tmp_path), tags=16, outstanding=16)
    assert mean(found, "ask.bandwidth") == pytest.approx(4096 / SERVICE, rel=2e-3)
    assert found["components"]["store"]["utilisation"] == pytest.approx(1, rel=1e-6)


def test_the_link_limits_it(tmp_path: Path) -> None:
    found = result(scenario(tmp_path), tags=64, outstanding=64, servers=64)
    assert mean(found, "ask.bandwidth") == pytest.approx(4096 / READ, rel=2e-3)
    assert found["components"]["client"]["read"] == pytest.approx(mean(found, "ask.bandwidth"), rel=1e-9)


@pytest.mark.parametrize(("settings", "bound"), [({}, 4096 / ROUND_TRIP), ({"tags": 16, "outstanding": 16}, 4096 / SERVICE), ({"tags": 64, "outstanding": 64, "servers": 64}, 1e9)])
def test_arithmetic_knows_what_limits_it(tmp_path: Path, settings: dict[str, int], bound: float) -> None:
    words = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    explained = json.loads(isochron("explain", scenario(tmp_path), "--json", *words).stdout)
    limit = min(one["limit"] for one in explained["points"][0]["bounds"])
    assert limit == pytest.approx(bound, rel=1e-6)
    assert mean(result(scenario(tmp_path), **settings), "ask.bandwidth") <= limit * (1 + 1e-3)


def test_a_write_is_done_where_it_goes_or_once_that_is_said(tmp_path: Path) -> None:
    posted = mean(result(scenario(tmp_path, "kind: write")), "ask.delay")
    # Its four messages follow each other on the link.
    assert posted == pytest.approx(READ, rel=1e-9)
    said = mean(result(scenario(tmp_path, "kind: write, acknowledged: true")), "ask.delay")
    assert said == pytest.approx(READ + SERVICE + REQUEST, rel=1e-9)


@pytest.mark.parametrize("share", [0, 0.25, 1])
def test_a_mix_writes_its_share(tmp_path: Path, share: float) -> None:
    found = result(scenario(tmp_path, f"kind: mix, acknowledged: true, writes: {share}", "warm_up: 0 ms, duration: 20 ms"))
    client = found["components"]["client"]
    assert client["written"] / (client["read"] + client["written"]) == pytest.approx(share, abs=0.002)


def test_all_that_is_asked_for_comes_back(tmp_path: Path) -> None:
    path = scenario(tmp_path, "kind: mix, ios: 500, addresses: sequential")
    (tmp_path / "m.yaml").write_text((tmp_path / "m.yaml").read_text().replace("parameters:", "runs: until_done\nparameters:", 1))
    path.write_text("system: ./m.yaml\nmeasure: {replications: 1}\n")
    found = result(path, tags=7, servers=3, outstanding=11)
    assert mean(found, "bytes.in") == mean(found, "bytes.out") == 500 * 4096
    assert found["components"]["client"]["requests"] == 500


def test_percentiles_are_in_their_order(tmp_path: Path) -> None:
    text = scenario(tmp_path)
    (tmp_path / "m.yaml").write_text((tmp_path / "m.yaml").read_text().replace("service_mean: 10 us", "service: exponential, service_mean: 10 us"))
    delay = result(text, tags=8, servers=8, outstanding=8)["metrics"]["ask.delay"]
    assert delay["min"] <= delay["p50"] <= delay["p99"] <= delay["p999"] <= delay["max"]


@pytest.mark.parametrize(
    ("traffic", "said"),
    [
        ("", "makes requests, and sends no data of its own"),
        ("kind: read, writes: 0.5", "`writes` goes with `kind: mix` alone"),
        ("kind: read, align: 48 B", "is no power of two"),
        ("kind: read, window: 1 KiB", "does not fit into its `window: 1 KiB`"),
    ],
)
def test_what_cannot_be_asked_is_an_error(tmp_path: Path, traffic: str, said: str) -> None:
    done = isochron("check", scenario(tmp_path, traffic or "way_of: source, ways: 2"))
    assert done.returncode == 2 and said in done.stderr
