# SPDX-License-Identifier: Apache-2.0
"""Large machines are explained with memory and time that grow with their parts, or refused; what a run takes is estimated before it."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from random_machine_files import machine as random_machine
from support import COMMAND, LONG, ROOT, isochron, require_told

PAIRS = """machine: m
parts:
  "a[{n}]": {{type: source}}
  "b[{n}]": {{type: sink}}
connect:
  - {{for: {{i: {n}}}, from: "a[i].out", to: "b[i].in", link: {{type: serial_link, name: "l[i]", rate: 1 Gb/s}}}}
traffic:
  - {{name: t, from: "a[*]", to: "b[*]", rate: 100 MB/s, io: 64 KiB, destination: fixed}}
"""

STAR = """machine: m
parts:
  "a[{n}]": {{type: source}}
  "b[{n}]": {{type: sink}}
  x: {{type: switch, inputs: {n}, outputs: {n}, buffers: 4}}
connect:
  - {{for: {{i: {n}}}, from: "a[i].out", to: "x.in[i]", link: {{type: serial_link, name: "l[i]", rate: 1 Gb/s}}}}
  - {{for: {{i: {n}}}, from: "x.out[i]", to: "b[i].in", link: {{type: serial_link, name: "m[i]", rate: 1 Gb/s}}}}
traffic:
  - {{name: t, from: "a[*]", to: "b[*]", rate: 100 MB/s, io: 64 KiB}}
"""

RING = """machine: m
types:
  node:
    ports: {{in: "x.in[1]", out: "x.out[1]"}}
    parts:
      s: {{type: source}}
      d: {{type: sink}}
      x: {{type: switch, inputs: 2, outputs: 2, buffers: 4}}
    connect:
      - {{from: s.out, to: "x.in[0]", link: {{type: serial_link, name: up, rate: 1 Gb/s}}}}
      - {{from: "x.out[0]", to: d.in, link: {{type: serial_link, name: down, rate: 1 Gb/s}}}}
parts:
  "n[{n}]": {{type: node}}
connect:
  - {{for: {{i: {n}}}, from: "n[i].out", to: "n[(i + 1) mod {n}].in", link: {{type: serial_link, name: "r[i]", rate: 10 Gb/s}}}}
traffic:
  - {{name: t, from: "n[*].s", to: "n[*].d", rate: 1 kB/s, io: 64 KiB}}
"""

SELFLESS = """machine: m
types:
  node:
    ports: {{out: s.out, in: d.in}}
    parts:
      s: {{type: bus_source}}
      d: {{type: bus_sink}}
parts:
  "n[{n}]": {{type: node}}
  bus: {{type: fifo_bus, rate: 1 GB/s}}
connect:
  - {{for: {{i: {n}}}, from: "n[i].out", to: "bus.device[i]"}}
  - {{for: {{i: {n}}}, from: "bus.window[i]", to: "n[i].in"}}
traffic:
  - {{name: t, from: "n[*].s", to: "n[*].d", rate: 1 kB/s, io: 64 KiB, include_self: false}}
"""

BUS = """machine: m
parts:
  a: {type: bus_source}
  bus: {type: fifo_bus, rate: 8 MB/s, packets: 1 B}
  b: {type: bus_sink}
connect:
  - {from: a.out, to: "bus.device[0]"}
  - {from: "bus.window[0]", to: b.in}
traffic:
  - {name: t, from: a, to: b, rate: 4 MB/s, io: 4 KiB, message: 1 KiB}
"""

BEHIND = """machine: m
parts:
  a: {type: source}
  b: {type: sink}
connect:
  - {from: a.out, to: b.in, link: {type: serial_link, name: l, rate: 1 MB/s}}
traffic:
  - {name: t, from: a, to: b, rate: 400 MB/s, io: 64 B, message: 64 B}
"""

# 1,048,576 I/Os wait at their source.
LOOP = """machine: m
parts:
  a: {type: source}
  b: {type: sink}
connect:
  - {from: a.out, to: b.in, link: {type: serial_link, name: l, rate: 1 MB/s}}
traffic:
  - {name: t, from: a, to: b, arrivals: closed, outstanding: 1048576, io: 64 B}
"""

# 100,000 messages are on their way.
DELAY = """machine: m
parts:
  a: {type: source}
  d: {type: delay, delay: 50 ms}
  b: {type: sink}
connect:
  - {from: a.out, to: d.in, link: {type: serial_link, name: l, rate: 1 Tb/s}}
  - {from: d.out, to: b.in}
traffic:
  - {name: t, from: a, to: b, rate: 2 GB/s, io: 1000 B, message: 1000 B}
"""

# 2 x 30,000 messages are in buffers.
BUFFERS = """machine: m
parts:
  "a[2]": {type: source}
  x: {type: switch, inputs: 2, outputs: 2, buffers: 30000}
  "b[2]": {type: sink}
connect:
  - {for: {i: 2}, from: "a[i].out", to: "x.in[i]", link: {type: serial_link, name: "l[i]", rate: 10 Gb/s}}
  - {for: {i: 2}, from: "x.out[i]", to: "b[i].in", link: {type: serial_link, name: "m[i]", rate: 1 MB/s}}
traffic:
  - {name: t, from: "a[*]", to: "b[*]", arrivals: at_start, ios: 50000, io: 1000 B, message: 1000 B}
"""


def scenario(folder: Path, text: str) -> Path:
    (folder / "m.yaml").write_text(text)
    (folder / "s.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 99 ms, seed: 1}\n")
    return folder / "s.yaml"


def bounds(path: Path, *words: str) -> dict[str, dict]:
    done = isochron("explain", path, "--json", *words)
    assert done.returncode == 0, done.stderr
    return {bound["resource"]: bound for bound in json.loads(done.stdout)["points"][0]["bounds"]}


def run(path: Path) -> dict[str, float] | None:
    """What a run took; None if it fails."""
    done = isochron("run", path, "--json", "-", "--quiet")
    return json.loads(done.stdout)["performance"] if done.returncode == 0 else None


def estimate(path: Path) -> dict[str, float]:
    done = isochron("explain", path, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["points"][0]["estimate"]


def test_pairs_take_memory_as_parts_do(tmp_path: Path) -> None:
    """Each source has its own way: 9,000 parts with 100 MB, which were 530 MB when each endpoint had distances from everywhere."""
    found = bounds(scenario(tmp_path, PAIRS.format(n=3000)), "--limit-memory", "100MB")
    assert found["l"]["load"] == pytest.approx(100e6)


def test_what_is_too_large_to_describe_is_refused(tmp_path: Path) -> None:
    path = scenario(tmp_path, PAIRS.format(n=3000))
    for command in ("explain", "run"):
        done = isochron(command, path, "--limit-memory", "5MB")
        assert done.returncode == 2, done.stderr
        assert "too large for the memory" in done.stderr or "alone takes more than 5.000 MB of memory, which is --limit-memory" in done.stderr


def test_uniform_traffic_loads_all_links_of_a_large_switch_alike(tmp_path: Path) -> None:
    """So many ports took minutes when each sink had ways of its own."""
    found = bounds(scenario(tmp_path, STAR.format(n=2000)))
    assert found["m"]["load"] == pytest.approx(100e6) and found["l"]["load"] == pytest.approx(100e6)


def test_loads_around_a_large_ring(tmp_path: Path) -> None:
    """Each of n sources sends as much to each sink, 0 to n - 1 links further, so a link has (n - 1) / 2 times the rate of a source. So
    many nodes took a minute when ways of one length were walked for each source and sink."""
    found = bounds(scenario(tmp_path, RING.format(n=601)))
    assert found["r"]["load"] == pytest.approx(300 * 1e3)
    assert found["n.down"]["load"] == pytest.approx(1e3)


def test_lists_of_sinks_are_limited(tmp_path: Path) -> None:
    """Each of 7,100 sources has a list of its own without the sink beside it."""
    require_told(isochron("explain", scenario(tmp_path, SELFLESS.format(n=7100))), "more than 50 million entries together. Set `include_self: true`")


@pytest.mark.parametrize("text", [BUS, STAR.format(n=4), BEHIND], ids=["packets", "star", "behind"])
def test_estimates_of_events_are_within_a_factor_of_three(text: str, tmp_path: Path) -> None:
    path = scenario(tmp_path, text)
    actual = run(path)
    assert actual is not None
    assert actual["events"] / 3 < estimate(path)["events"] < actual["events"] * 3


@pytest.mark.parametrize("text", [LOOP, DELAY, BUFFERS], ids=["loop", "delay", "buffers"])
def test_estimates_of_memory_are_within_a_factor_of_three(text: str, tmp_path: Path) -> None:
    """Machines with much that waits at sources, is under way, or fills buffers."""
    path = scenario(tmp_path, text)
    actual, empty = run(path), 15e6
    assert actual is not None and actual["peak_rss_bytes"] > 50e6
    assert (actual["peak_rss_bytes"] - empty) / 3 < estimate(path)["peak_memory_bytes"] - empty < (actual["peak_rss_bytes"] - empty) * 3


def test_estimates_of_random_machines_are_within_a_factor_of_three(tmp_path: Path) -> None:
    """Only machines whose runs end count. Fewer than 100 events are rather a matter of when the window begins. In 188 and 488 all I/Os have been sent
    long before the end."""
    checked = 0
    for number in range(500) if LONG else (*range(13), 188, 488):
        path = random_machine(number).write(tmp_path)
        took = run(path)
        if took is None:
            continue
        expected = estimate(path)
        assert (took["events"] - 100) / 3 < expected["events"] < (took["events"] + 100) * 3, f"number {number}"
        assert took["peak_rss_bytes"] / 3 < expected["peak_memory_bytes"] < took["peak_rss_bytes"] * 3, f"number {number}"
        checked += 1
    assert checked > (300 if LONG else 8)


def test_long_runs_announce_their_events(tmp_path: Path) -> None:
    """In seven replications as many as `explain` says of one."""
    words = ["scenarios/seachange/cluster.yaml", "--set", "measure.duration=10000s", "--replications", "7"]
    described = isochron("explain", *words[:3], "--json")
    events = json.loads(described.stdout)["points"][0]["estimate"]["events"]
    with subprocess.Popen([COMMAND, "run", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        process.terminate()
    found = re.fullmatch(r"cluster: about ([0-9.]+) billion events in 7 simulations; --progress shows the time left\n", told)
    assert found is not None, told
    assert float(found[1]) * 1e9 == pytest.approx(7 * events, rel=0.05)
    assert isochron("run", scenario(tmp_path, BUS)).stderr == ""


def test_what_waits_at_sources_takes_memory(tmp_path: Path) -> None:
    """A source asks for 399 MB/s more than its link carries: after 0.1 s 623,000 I/Os of 64 B wait, each with 96 B."""
    memory = estimate(scenario(tmp_path, BEHIND))["peak_memory_bytes"]
    assert memory - estimate(scenario(tmp_path, BEHIND.replace("rate: 400 MB/s", "rate: 900 kB/s")))["peak_memory_bytes"] == pytest.approx(
        399e6 * 0.1 / 64 * 96, rel=0.01
    )


def test_chunks_larger_than_extents_take_no_memory() -> None:
    """They are as large as the extents are, so nothing differs."""
    results = []
    for chunk in ("1MiB", "1GiB"):
        words = [COMMAND, "run", "scenarios/ps2/planes.yaml", "--replications", "1", "--quiet", "--json", "-", "--set", "planes.count=10"]
        done = subprocess.run(["prlimit", "--as=2000000000", *words, "--set", f"string.chunk={chunk}"], capture_output=True, text=True, check=False, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        results.append(json.loads(done.stdout)["provenance"]["fingerprint"])
    assert results[0] == results[1]
