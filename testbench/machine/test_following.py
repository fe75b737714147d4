# SPDX-License-Identifier: Apache-2.0
"""Traffic that follows another: an I/O for each that is done, from its sources in turn; loops that wait for the whole chain; what a chain without one
of its traffics is; messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron, require_told

# Links of a byte each nanosecond. A read of 4 KiB is a message of 32 B, 1 us of service, and four messages of 1 KiB.
MACHINE = """machine: m
runs: RUNS
parameters:
  second: {type: flag, default: true}
parts:
  "client[2]": {type: requester, tags: 64}
  "worker[3]": {type: requester, tags: 64}
  last: {type: requester, tags: 64}
  "store[6]": {type: server, service_mean: 1 us}
connect:
CONNECT
traffic:
TRAFFIC
"""
CLIENTS = ["client[0]", "client[1]", "worker[0]", "worker[1]", "worker[2]", "last"]
CONNECT = "".join(
    f'  - {{from: "{client}.out", to: "store[{n}].in", link: {{type: serial_link, name: "there_{n}", rate: 8 Gb/s}}}}\n'
    f'  - {{from: "store[{n}].out", to: "{client}.in", link: {{type: serial_link, name: "back_{n}", rate: 8 Gb/s}}}}\n'
    for n, client in enumerate(CLIENTS)
)
READ = (32 + 1000 + 4096) * 1e-9
FIRST = '  - {name: first, from: "client[*]", to: ["store[0]", "store[1]"], destination: fixed, kind: read, io: 4 KiB, MORE}\n'
SECOND = '  - {name: second, when: second, from: "worker[*]", to: ["store[2]", "store[3]", "store[4]"], destination: fixed, kind: read, arrivals: following, after: first, io: 4 KiB}\n'
THIRD = '  - {name: third, from: last, to: "store[5]", kind: read, arrivals: following, after: second, io: 4 KiB}\n'
CHAIN = FIRST + SECOND + THIRD


def scenario(folder: Path, traffic: str, more: str = "arrivals: closed", measure: str = "measure: {warm_up: 1 ms, duration: 10 ms, replications: 1}", runs: str = "measured") -> Path:
    text = MACHINE.replace("CONNECT\n", CONNECT).replace("TRAFFIC", traffic.replace("MORE", more)).replace("RUNS", runs)
    (folder / "m.yaml").write_text(text)
    path = folder / "run.yaml"
    path.write_text(f"system: ./m.yaml\n{measure}\n")
    return path


def result(path: Path, *settings: str) -> Any:
    done = isochron("run", path, "--json", "-", "--quiet", *(word for setting in settings for word in ("--set", setting)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def mean(found: Any, metric: str) -> float:
    return found["metrics"][metric]["mean"]


def test_a_loop_waits_for_the_last_of_its_chain(tmp_path: Path) -> None:
    """One I/O at a time, and each of the three reads takes READ."""
    found = result(scenario(tmp_path, FIRST.replace("client[*]", "client[0]") + SECOND.replace("worker[*]", "worker[0]") + THIRD))
    assert mean(found, "first.delay") == pytest.approx(READ, abs=1e-12)
    assert mean(found, "second.delay") == pytest.approx(2 * READ, abs=1e-12)
    assert mean(found, "third.delay") == pytest.approx(3 * READ, abs=1e-12)
    for name in ("first", "second", "third"):
        assert mean(found, f"{name}.bandwidth") == pytest.approx(4096 / (3 * READ), rel=2e-3)


def test_what_is_not_there_is_left_out_of_the_chain(tmp_path: Path) -> None:
    chain = FIRST.replace("client[*]", "client[0]") + SECOND.replace("worker[*]", "worker[0]") + THIRD
    found = result(scenario(tmp_path, chain), "second=false")
    assert mean(found, "third.delay") == pytest.approx(2 * READ, abs=1e-12)
    assert "second.bandwidth" not in found["metrics"]


@pytest.mark.parametrize("arrivals", ["arrivals: closed, outstanding: 5", "arrivals: constant, rate: 20 MB/s", "arrivals: poisson, rate: 20 MB/s", "arrivals: at_start"])
def test_there_is_an_io_for_each_that_is_done(tmp_path: Path, arrivals: str) -> None:
    """70 I/Os of two clients are 70 of three workers, of which the first two have one more, and 70 of the last."""
    found = result(scenario(tmp_path, CHAIN, f"{arrivals}, ios: 35", "", "until_done"))
    assert mean(found, "bytes.in") == mean(found, "bytes.out") == 3 * 70 * 4096
    requests = [found["components"][name]["requests"] for name in CLIENTS]
    assert requests == [35, 35, 24, 23, 23, 70]


def test_its_rate_is_that_of_the_traffic_that_leads(tmp_path: Path) -> None:
    """Two sources of 30 MB/s lead three of 20 MB/s, or with I/Os of half the size of 10 MB/s."""
    for size, rate in (("4 KiB", 20e6), ("2 KiB", 10e6)):
        path = scenario(tmp_path, FIRST + SECOND.replace("io: 4 KiB", f"io: {size}"), "rate: 30 MB/s")
        found = result(path)
        assert mean(found, "second.bandwidth") == pytest.approx(rate, rel=5e-3)
        explained = json.loads(isochron("explain", path, "--json").stdout)["points"][0]
        row = next(one for one in explained["bounds"] if one["resource"] == "second tags")
        assert row["load"] == pytest.approx(rate, rel=1e-9)


def limits(path: Path) -> dict[str, float]:
    explained = json.loads(isochron("explain", path, "--json").stdout)["points"][0]
    return {one["metric"]: one["limit"] for one in explained["workloads"]}


def test_a_closed_chain_is_as_fast_as_its_slowest(tmp_path: Path) -> None:
    """The link of the last worker carries 1 GB/s. Two clients have half of that each, three workers a third."""
    path = scenario(tmp_path, CHAIN, "arrivals: closed, outstanding: 64")
    found = result(path)
    for name, limit in (("first", 1e9 / 2), ("second", 1e9 / 3), ("third", 1e9)):
        assert limits(path)[f"{name}.bandwidth"] == pytest.approx(limit, rel=1e-9)
        assert mean(found, f"{name}.bandwidth") == pytest.approx(limit, rel=5e-3)


def test_what_leads_at_a_rate_does_not_wait_for_what_follows(tmp_path: Path) -> None:
    """The last one is asked for 1.4 GB/s and gets 1. The bounds of the others are those of their links."""
    path = scenario(tmp_path, CHAIN, "rate: 700 MB/s")
    found = result(path)
    for name, limit, measured in (("first", 1e9, 0.7e9), ("second", 1e9 * 2 / 3, 1.4e9 / 3), ("third", 1e9, 1e9)):
        assert limits(path)[f"{name}.bandwidth"] == pytest.approx(limit, rel=1e-9)
        assert mean(found, f"{name}.bandwidth") == pytest.approx(measured, rel=5e-3)


def test_a_part_that_all_of_a_chain_pass_bounds_them_together(tmp_path: Path) -> None:
    """A server that answers 1 GB/s for both is shared in halves, and with I/Os of half the size in two thirds and one."""
    for size, share in (("4 KiB", 1 / 2), ("2 KiB", 2 / 3)):
        for more in ("arrivals: closed, outstanding: 64", "rate: 900 MB/s"):
            (tmp_path / "m.yaml").write_text(
                f"""machine: m
parts:
  a: {{type: requester, tags: 64}}
  b: {{type: requester, tags: 64}}
  "there": {{type: switch, inputs: 2, outputs: 1, buffers: 64}}
  "back": {{type: switch, inputs: 1, outputs: 2, buffers: 64}}
  s: {{type: server, service_mean: 1 ns}}
connect:
  - {{from: a.out, to: "there.in[0]", link: {{type: serial_link, name: al, rate: 80 Gb/s}}}}
  - {{from: b.out, to: "there.in[1]", link: {{type: serial_link, name: bl, rate: 80 Gb/s}}}}
  - {{from: "there.out[0]", to: s.in, link: {{type: serial_link, name: tl, rate: 80 Gb/s}}}}
  - {{from: s.out, to: "back.in[0]", link: {{type: serial_link, name: shared, rate: 8 Gb/s}}}}
  - {{from: "back.out[0]", to: a.in, link: {{type: serial_link, name: ar, rate: 80 Gb/s}}}}
  - {{from: "back.out[1]", to: b.in, link: {{type: serial_link, name: br, rate: 80 Gb/s}}}}
traffic:
  - {{name: one, from: a, to: s, kind: read, io: 4 KiB, {more}}}
  - {{name: two, from: b, to: s, kind: read, io: {size}, arrivals: following, after: one}}
"""
            )
            path = tmp_path / "run.yaml"
            path.write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 10 ms, replications: 1}\n")
            assert limits(path) == {"one.bandwidth": pytest.approx(share * 1e9, rel=1e-8), "two.bandwidth": pytest.approx((1 - share) * 1e9, rel=1e-8)}
            found = result(path)
            assert mean(found, "one.bandwidth") + mean(found, "two.bandwidth") == pytest.approx(1e9, rel=5e-3)
            # Those that its tags hold may have been asked for before the window.
            assert mean(found, "two.bandwidth") <= (1 - share) * 1e9 + 64 * 4096 / 10e-3


def test_a_follower_that_is_slow_falls_behind(tmp_path: Path) -> None:
    """It is asked for 1.4 GB/s, and with one tag an I/O takes READ: 0.8 GB/s."""
    path = scenario(tmp_path, FIRST + SECOND.replace("worker[*]", "worker[0]"), "rate: 700 MB/s")
    text = (tmp_path / "m.yaml").read_text().replace('"worker[3]": {type: requester, tags: 64}', '"worker[3]": {type: requester, tags: 1}')
    (tmp_path / "m.yaml").write_text(text)
    done = isochron("run", path)
    assert done.returncode == 0 and "second" in done.stderr


def test_a_chain_is_the_same_from_its_netlist(tmp_path: Path) -> None:
    path = scenario(tmp_path, CHAIN, "rate: 20 MB/s")
    printed = isochron("explain", path, "--netlist").stdout
    assert "after: second" in printed
    (tmp_path / "flat").mkdir()
    (tmp_path / "flat/m.yaml").write_text(printed)
    flat = tmp_path / "flat/run.yaml"
    flat.write_text(path.read_text())
    assert result(flat)["provenance"]["fingerprint"] == result(path)["provenance"]["fingerprint"]


@pytest.mark.parametrize(
    ("traffic", "settings", "what"),
    [
        (CHAIN.replace("after: first", "after: firs"), (), "Did you mean `first`"),
        (THIRD + FIRST + SECOND, (), "no traffic before it has this name"),
        (FIRST + SECOND + THIRD.replace("after: second", "after: first"), (), "so does `second`"),
        (FIRST.replace("{name: first", "{name: first, when: second") + SECOND.replace("when: second, ", ""), ("second=false",), "is not there as the parameters are"),
        (FIRST + SECOND.replace(", after: first", ""), (), "Add `after: NAME`"),
        (FIRST + SECOND.replace("arrivals: following, ", "rate: 1 MB/s, "), (), "`after` goes with `arrivals: following` alone"),
        (FIRST + SECOND.replace("io: 4 KiB", "io: 4 KiB, rate: 3 MB/s"), (), "`rate` goes with"),
        (FIRST + SECOND.replace("io: 4 KiB", "io: 4 KiB, ios: 3"), (), "`ios` goes with"),
    ],
)
def test_what_does_not_fit_is_an_error(tmp_path: Path, traffic: str, settings: tuple[str, ...], what: str) -> None:
    done = isochron("explain", scenario(tmp_path, traffic), *(word for setting in settings for word in ("--set", setting)))
    assert done.returncode == 2 and what in done.stderr, done.stderr


def test_traffic_that_pushes_leads_none(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(
        """machine: m
parts: {s: {type: source}, d: {type: sink}, e: {type: source}, f: {type: sink}}
connect:
  - {from: s.out, to: d.in, link: {type: serial_link, name: a, rate: 8 Gb/s}}
  - {from: e.out, to: f.in, link: {type: serial_link, name: b, rate: 8 Gb/s}}
traffic:
  - {name: one, from: s, to: d, rate: 1 MB/s}
  - {name: two, from: e, to: f, arrivals: following, after: one}
"""
    )
    (tmp_path / "run.yaml").write_text("system: ./m.yaml\n")
    require_told(isochron("explain", tmp_path / "run.yaml"), "whose I/Os are no requests")
