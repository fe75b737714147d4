# SPDX-License-Identifier: Apache-2.0
"""`explain --fail` ranks failures of parts by the bound that remains. Small machines are computed by hand, random fabrics by an oracle of their own
and by the bounds of the machine without the parts, and machines of the library by their structure."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from random_fabrics import Fabric, Parts
from random_traffic_machines import TrafficMachine
from support import LONG, ROOT, isochron

MEASURE = "measure: {warm_up: 1 ms, duration: 20 ms, replications: 1}\n"
CLUSTER = ROOT / "scenarios/seachange/cluster.yaml"
Failures = dict[frozenset[str], dict[str, Any]]


def written(folder: Path, text: str) -> Path:
    (folder / "m.yaml").write_text("machine: m\nsummary: some parts\n" + text)
    (folder / "run.yaml").write_text("system: ./m.yaml\n" + MEASURE)
    return folder / "run.yaml"


def explained(scenario: Path, *options: str) -> dict[str, Any]:
    done = isochron("explain", scenario, "--json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["points"][0]


def failures(scenario: Path, at_once: int = 1, *options: str) -> Failures:
    point = explained(scenario, "--fail", str(at_once), *options)
    shares = [float("inf") if one["share"] is None else round(one["share"], 9) for one in point["failures"]]
    assert shares == sorted(shares), "they are ranked"
    found = {frozenset(one["parts"]): one for one in point["failures"]}
    assert len(found) == len(point["failures"])
    return found


def of(found: Failures, *parts: str) -> dict[str, Any]:
    return found[frozenset(parts)]


def left(one: dict[str, Any]) -> tuple[float, str | None, int]:
    """MB/s that remain, what limits them, and how many streams stop."""
    return float(f"{one['remaining'] / 1e6:.6g}"), one["limit"], one["stopped"]["streams"]


def near(remaining: float, limit: str | None, stopped: int) -> tuple[float, str | None, int]:
    return float(f"{remaining:.6g}"), limit, stopped


CHAIN = """parts:
  s: {type: source}
  x: {type: switch, inputs: 1, outputs: 1, buffers: 8}
  d: {type: sink}
connect:
  - {from: s.out, to: "x.in[0]", link: {type: serial_link, name: first, rate: 100 MB/s}}
  - {from: "x.out[0]", to: d.in, link: {type: serial_link, name: second, rate: 80 MB/s}}
traffic:
  - {name: t, from: s, to: d, rate: 50 MB/s, io: 64 KiB, message: 1 KiB}
"""


def test_every_part_of_a_chain_stops_it(tmp_path: Path) -> None:
    scenario = written(tmp_path, CHAIN)
    found = failures(scenario)
    assert {next(iter(parts)) for parts in found} == {"s", "x", "d", "first", "second"}
    for one in found.values():
        assert left(one) == (0, None, 1) and one["share"] == 0
        assert one["stopped"]["sources"] == ["s"] and one["stopped"]["sinks"] == ["d"]
    pairs = failures(scenario, 2)
    assert len(pairs) == 10 and all(left(one) == (0, None, 1) and one["stopped"]["together"] == 0 for one in pairs.values())
    text = isochron("explain", scenario, "--fail", "1").stdout
    assert "Without failures: t.bandwidth = 80.000 MB/s at most, limited by second.\n" in text
    assert "The scenario asks for t.bandwidth = 50.000 MB/s: 5 of 5 failures leave less.\n" in text
    assert "   4  first       1 of 1              nothing  0.0 %              1 stream, 1 source, 1 sink  first\n" in text, text


# A fast and a slow link between two switches, and one that nothing takes.
PARALLEL = """parts:
  s: {type: source}
  "x[2]": {type: switch, inputs: 2, outputs: 2, buffers: 64}
  d: {type: sink}
connect:
  - {from: s.out, to: "x[0].in[0]", link: {type: serial_link, name: up, rate: 900 MB/s}}
  - {from: "x[0].out[0]", to: "x[1].in[0]", link: {type: serial_link, name: fast, rate: 200 MB/s}}
  - {from: "x[0].out[1]", to: "x[1].in[1]", link: {type: serial_link, name: slow, rate: 150 MB/s}}
  - {from: "x[1].out[1]", to: "x[0].in[1]", link: {type: serial_link, name: idle, rate: 1 MB/s}}
  - {from: "x[1].out[0]", to: d.in, link: {type: serial_link, name: down, rate: 800 MB/s}}
traffic:
  - {name: t, from: s, to: d, rate: 50 MB/s, io: 64 KiB, message: 1 KiB, WAYS}
"""


@pytest.mark.parametrize(
    ("ways", "whole", "without_fast", "without_slow"),
    [(1, (200, "fast", 0), (150, "slow", 0), (200, "fast", 0)), (2, (300, "slow", 0), (150, "slow", 0), (200, "fast", 0))],
)
def test_what_one_of_two_links_carried_takes_the_other(
    ways: int, whole: tuple[float, str, int], without_fast: tuple[float, str, int], without_slow: tuple[float, str, int], tmp_path: Path
) -> None:
    scenario = written(tmp_path, PARALLEL.replace("WAYS", "ways: 2, way_of: message" if ways == 2 else "ways: 1"))
    found, pairs = failures(scenario), failures(scenario, 2)
    assert left(of(found, "fast")) == near(*without_fast) and left(of(found, "slow")) == near(*without_slow)
    # What carries nothing changes nothing.
    idle = of(found, "idle")
    assert left(idle) == near(*whole) and idle["share"] == 1
    for part in ("fast", "slow", "up", "x[0]", "s"):
        assert {**of(pairs, "idle", part), "parts": [], "stopped": {**of(pairs, "idle", part)["stopped"], "together": 0}} == {
            **of(found, part), "parts": [], "stopped": {**of(found, part)["stopped"], "together": 0}
        }  # fmt: skip
    # Both links are one failure too many.
    both = of(pairs, "fast", "slow")
    assert left(both) == (0, None, 1) and both["stopped"]["together"] == 1
    text = isochron("explain", scenario, "--fail", "2").stdout
    assert "Two parts whose loss stops streams that neither of them stops alone\ntwo parts    " in text
    assert "\nfast + slow  1 of 1                   1  fast + slow\n" in text, text


RING = """parts:
  "s[4]": {type: source}
  "d[4]": {type: sink}
  "x[4]": {type: switch, inputs: 3, outputs: 3, buffers: 64}
connect:
  - {for: {i: 4}, from: "s[i].out", to: "x[i].in[0]", link: {type: serial_link, name: "up[i]", rate: 900 MB/s}}
  - {for: {i: 4}, from: "x[i].out[0]", to: "d[i].in", link: {type: serial_link, name: "down[i]", rate: 900 MB/s}}
  - {for: {i: 4}, from: "x[i].out[1]", to: "x[(i + 1) mod 4].in[1]", link: {type: serial_link, name: "right[i]", rate: 100 MB/s}}
  - {for: {i: 4}, from: "x[i].out[2]", to: "x[(i + 3) mod 4].in[2]", link: {type: serial_link, name: "left[i]", rate: 100 MB/s}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", rate: 10 MB/s, io: 64 KiB, message: 1 KiB}
"""


def test_a_ring(tmp_path: Path) -> None:
    """Of each source's four streams one goes one hop to the right, one two, and one a hop to the left: a link to the right carries 3/4 of a
    source's rate. Without right[0] its three streams go round to the left: a hop to the left becomes 1/4 + 1/4 of x[0] to x[2] on left[0] and
    left[3], three hops of x[0] to x[1] on left[0], left[3] and left[2], and of x[3] to x[1] on left[3] and left[2]."""
    found = failures(written(tmp_path, RING))
    assert explained(tmp_path / "run.yaml", "--fail", "1")["without_failures"]["remaining"] == pytest.approx(100e6 / 0.75)
    for i in range(4):
        assert left(of(found, f"right[{i}]")) == near(100, "left", 0)
        # left[0] carries x[0] to x[3], which has three hops to the right then: right[0] to right[2] carry 4/4.
        assert left(of(found, f"left[{i}]")) == near(100, "right", 0)
        # Six streams begin or end at the switch, and one end there of its own; those of its neighbours go round: 2 + 1 + 1 of three each.
        assert of(found, f"x[{i}]")["stopped"] == {"streams": 7, "sources": [f"s[{i}]"], "sinks": [f"d[{i}]"]}
        assert left(of(found, f"s[{i}]")) == near(100 / 0.75, "right", 4)
        # Sources send to the three sinks that are left.
        assert of(found, f"d[{i}]")["stopped"] == {"streams": 4, "sources": [], "sinks": [f"d[{i}]"]}
    text = isochron("explain", tmp_path / "run.yaml", "--fail", "1").stdout
    assert "   9  right[*]    4 of 4         100.000 MB/s   75.0 %  left " in text, text


def test_two_failures_cut_a_ring_in_two(tmp_path: Path) -> None:
    pairs = failures(written(tmp_path, RING), 2)
    # Neither x[1] nor x[3] can be passed: x[0] and x[2] reach themselves alone.
    one = of(pairs, "x[1]", "x[3]")
    assert one["stopped"] == {"streams": 14, "sources": ["s[1]", "s[3]"], "sinks": ["d[1]", "d[3]"], "together": 2}
    assert left(one) == near(900, "up", 14)


MESH = """parameters: {n: {type: count, default: 4, range: [3, 30]}}
parts:
  "s[n]": {type: source}
  "d[n]": {type: sink}
  "x[n]": {type: switch, inputs: n, outputs: n, buffers: 64}
connect:
  - {for: {i: n}, from: "s[i].out", to: "x[i].in[0]", link: {type: serial_link, name: "up[i]", rate: 900 MB/s}}
  - {for: {i: n}, from: "x[i].out[0]", to: "d[i].in", link: {type: serial_link, name: "down[i]", rate: 900 MB/s}}
  - {for: {i: n, j: n}, when: i != j, from: "x[i].out[1 + (j if j < i else j - 1)]", to: "x[j].in[1 + (i if i < j else i - 1)]", link: {type: serial_link, name: "l[i][j]", rate: 100 MB/s}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", rate: 10 MB/s, io: 64 KiB, message: 1 KiB}
"""


@pytest.mark.parametrize("nodes", [3, 4, 6])
def test_a_mesh(nodes: int, tmp_path: Path) -> None:
    """Each link carries one stream, 1/n of a source's rate; what a broken one carried goes over another node, on two links that carry two then."""
    scenario = written(tmp_path, MESH.replace("default: 4", f"default: {nodes}"))
    found = failures(scenario)
    assert explained(scenario, "--fail", "1")["without_failures"]["remaining"] == pytest.approx(min(900e6, nodes * 100e6))
    for i in range(nodes):
        for j in range(nodes):
            if i != j:
                assert left(of(found, f"l[{i}][{j}]")) == near(nodes * 50, "l", 0)
        assert of(found, f"x[{i}]")["stopped"] == {"streams": 2 * nodes - 1, "sources": [f"s[{i}]"], "sinks": [f"d[{i}]"]}
        assert left(of(found, f"x[{i}]")) == near(min(900, (nodes - 1) * 100), "l", 2 * nodes - 1)
        assert left(of(found, f"d[{i}]")) == near((nodes - 1) * 100, "l", nodes)


def test_a_source_with_one_sink_stops_with_it(tmp_path: Path) -> None:
    found = failures(written(tmp_path, MESH.replace("message: 1 KiB", "message: 1 KiB, destination: fixed")))
    for i in range(4):
        assert of(found, f"d[{i}]")["stopped"] == {"streams": 1, "sources": [f"s[{i}]"], "sinks": [f"d[{i}]"]}
        assert left(of(found, f"d[{i}]")) == near(900, "up", 1)


def compared_with_oracle(fabric: Fabric, folder: Path) -> int:
    """How many failures reroute something and stop nothing."""
    scenario = fabric.write(folder)
    rerouted = 0
    for at_once in (1, 2):
        found = failures(scenario, at_once)
        assert set(found) == {frozenset(parts) for parts in combinations(fabric.parts, at_once)}
        for parts, one in found.items():
            expected = fabric.left(parts)
            what = f"{fabric.name}: {sorted(parts)} {one}"
            assert one["remaining"] / 1e6 == pytest.approx(expected.remaining, rel=1e-6), what
            assert one["limit"] in expected.limits or (one["limit"] is None and not expected.limits), what
            assert one["stopped"]["streams"] == len(expected.stopped), what
            rerouted += not expected.stopped and one["share"] < 1
    return rerouted


@pytest.mark.parametrize("first", range(0, 100 if LONG else 12, 4))
def test_random_fabrics_lose_what_an_oracle_says(first: int, tmp_path: Path) -> None:
    assert sum(compared_with_oracle(Fabric(number), tmp_path) for number in range(first, first + 4)) >= 20


@pytest.mark.parametrize("number", range(60 if LONG else 6))
def test_what_remains_is_the_bound_of_the_machine_without_the_parts(number: int, tmp_path: Path) -> None:
    """A whole analysis finds all routes again, so that what may keep a route that it would not get there is left out."""
    fabric = Fabric(number)
    found = failures(fabric.write(tmp_path)) | failures(tmp_path / f"{fabric.name}_run.yaml", 2)
    compared = 0
    for parts, one in sorted(found.items(), key=lambda item: sorted(item[0])):
        ends = [part for part in parts if "[" in part]
        expected = fabric.left(parts)
        own = {(s, d) for s, d in expected.stopped if f"s[{s}]" in parts or f"d[{d}]" in parts}
        if expected.stopped != own or not expected.as_routed_again or not expected.remaining or (ends and fabric.destination == "fixed"):
            continue
        if fabric.cuts_off(parts):
            continue  # what is joined to nothing is no machine
        if compared >= 12:
            break
        (tmp_path / "without").mkdir(exist_ok=True)
        point = explained(fabric.write(tmp_path / "without", without=parts))
        assert one["remaining"] == pytest.approx(point["workloads"][0]["limit"], rel=1e-6), f"{fabric.name}: {sorted(parts)}"
        compared += 1
    assert compared >= 3


def comparable(fabric: Fabric, folder: Path) -> list[tuple[Parts, float]]:
    """Failures of one part that leave something, with what each source can send then, B/s. Without the part all routes are found again, so that what may
    keep one that it would not get there is left out."""
    found = []
    for parts, one in sorted(failures(fabric.write(folder)).items(), key=lambda item: sorted(item[0])):
        expected = fabric.left(parts)
        is_machine = not fabric.cuts_off(parts) and not (fabric.destination == "fixed" and any("[" in part for part in parts))
        if is_machine and not expected.stopped and expected.as_routed_again and not one["by_buffers"]:
            found.append((parts, one["remaining"]))
    return found


def test_what_remains_is_carried_in_a_simulation(tmp_path: Path) -> None:
    """The machine without the part carries 95 % of the bound that remains, of each source's traffic all but what is under way; more than the bound no
    link can. So the rate that it carries is within 5 % of what `explain` says."""
    (tmp_path / "without").mkdir()
    wanted = 200 if LONG else 40
    drawn: list[tuple[Fabric, Parts, float]] = []
    for number in range(wanted):
        fabric = Fabric(number)
        chance = random.Random(f"simulated failures {number}")
        all_of_it = comparable(fabric, tmp_path)
        drawn += [(fabric, *one) for one in chance.sample(all_of_it, min(3, len(all_of_it)))]
        if len(drawn) >= wanted:
            break
    assert len(drawn) >= wanted
    short = []
    for fabric, parts, remaining in drawn[:wanted]:
        rate = round(0.95 * remaining)
        scenario = fabric.write(tmp_path / "without", without=parts, rate=f"{rate} B/s", io="1 KiB", window="200 ms")
        done = isochron("run", scenario, "--quiet", "--json", "-")
        assert done.returncode == 0, f"{fabric.name}: {sorted(parts)}: {done.stderr}"
        carried = json.loads(done.stdout)["metrics"]["t.bandwidth"]["mean"]
        if carried < 0.99 * rate:
            short.append((fabric.name, sorted(parts), rate, carried))
    assert len(short) <= 0.05 * wanted, short


@pytest.mark.parametrize("number", range(60 if LONG else 12))
def test_several_traffics_have_what_they_have_where_a_source_is_down(number: int, tmp_path: Path) -> None:
    """What remains is of the traffic that loses most; the bounds of the machine without the source are of each."""
    machine = TrafficMachine(number)
    scenario = machine.write(tmp_path)
    whole = {one["metric"]: one["limit"] for one in explained(scenario)["workloads"]}
    found = failures(scenario)
    for flow in machine.flows:
        name = f"s_{flow.name}[{flow.sources}]"
        # A trace would be dealt to the sources that are left.
        if flow.at or flow.sources < 2 or any(other.kind == "trace" for other in machine.flows if flow.name in (other.name, other.at)):
            continue
        machine.parts[name]["down"] = f"index == {flow.sources - 1}"
        works = explained(machine.write(tmp_path))["workloads"]
        del machine.parts[name]["down"]
        one = of(found, f"s_{flow.name}[{flow.sources - 1}]")
        shares = {work["metric"]: work["limit"] / whole[work["metric"]] for work in works if work["limit"]}
        what = f"number {number}, {flow.name}: {one} {works} {whole}"
        assert one["share"] == pytest.approx(min(shares.values()), rel=1e-6), what
        assert one["remaining"] == pytest.approx(next(work["limit"] for work in works if work["metric"] == one["metric"]), rel=1e-6), what
    for part in machine.parts:
        if part.startswith("root"):
            assert of(found, part)["share"] == 0


ASKED = """parts:
  ask: {type: requester, tags: 16}
  "x[2]": {type: switch, inputs: 2, outputs: 2, buffers: 64}
  give: {type: server, servers: 64, service_mean: 1 us}
connect:
  - {from: ask.out, to: "x[0].in[0]", link: {type: serial_link, name: a, rate: 1 GB/s}}
  - {from: "x[0].out[0]", to: give.in, link: {type: serial_link, name: b, rate: 1 GB/s}}
  - {from: give.out, to: "x[1].in[0]", link: {type: serial_link, name: c, rate: 1 GB/s}}
  - {from: "x[1].out[0]", to: ask.in, link: {type: serial_link, name: back, rate: 400 MB/s}}
  - {from: "x[1].out[1]", to: "x[0].in[1]", link: {type: serial_link, name: over, rate: 100 MB/s}}
  - {from: "x[0].out[1]", to: "x[1].in[1]", link: {type: serial_link, name: under, rate: 100 MB/s}}
traffic:
  - {name: t, from: ask, to: give, kind: read, arrivals: closed, outstanding: 16, io: 64 KiB, message: 1 KiB}
"""


def test_requests_need_a_way_for_their_answers(tmp_path: Path) -> None:
    found = failures(written(tmp_path, ASKED))
    assert all(left(of(found, part)) == (0, None, 1) for part in ("ask", "give", "a", "b", "c", "back", "x[0]", "x[1]"))
    assert of(found, "over")["share"] == of(found, "under")["share"] == 1


def test_parts_that_are_called_take_their_callers_with_them() -> None:
    """Memory of a root complex: without it nothing is read or written there. Adapters follow what is read."""
    found = failures(ROOT / "scenarios/own/nvme_node.yaml")
    whole = explained(ROOT / "scenarios/own/nvme_node.yaml", "--fail", "1")["without_failures"]["streams"]
    assert of(found, "dram")["share"] == 0 and of(found, "dram")["stopped"]["streams"] == whole
    # Without the host nothing is read, so that adapters have nothing to send; without the root drives are read in vain.
    assert of(found, "host")["stopped"] == of(found, "dram")["stopped"]
    assert of(found, "root")["stopped"] == {"streams": 2, "sources": ["port[0]", "port[1]"], "sinks": ["root"]}


def test_buffers_that_limit_are_named(tmp_path: Path) -> None:
    text = PARALLEL.replace("WAYS", "ways: 1").replace("buffers: 64}", "buffers: 64}\n  y: {type: switch, inputs: 1, outputs: 1}", 1)
    text = text.replace('to: "x[1].in[1]", link: {type: serial_link, name: slow', 'to: "y.in[0]", link: {type: serial_link, credit_latency: 10 us, name: slow')
    text = text.replace("traffic:", '  - {from: "y.out[0]", to: "x[1].in[1]", link: {type: serial_link, name: late, rate: 180 MB/s}}\ntraffic:')
    scenario = written(tmp_path, text)
    one = of(failures(scenario), "fast")
    # A message has the buffer while it comes, and for the 10 us until the sender knows that it is free again.
    assert one["by_buffers"] and left(one) == near(1024 / (1024 / 150 + 10), "y.out buffers", 0)
    assert not of(failures(scenario), "slow")["by_buffers"]
    said = isochron("explain", scenario, "--fail", "1").stdout
    assert "Limited by buffers and not by a part, 1 failure: fast (1 of 1, y.out buffers).\n" in said, said


def test_a_longer_way_holds_a_closed_loop_back(tmp_path: Path) -> None:
    """One message at a time: 1 KiB takes 1.138 us on the way in and 1.28 us out, and on the links between 5.12 us, or 6.827 us."""
    text = PARALLEL.replace("WAYS", "ways: 1").replace("rate: 50 MB/s, io: 64 KiB", "arrivals: closed, outstanding: 1, io: 1 KiB")
    found = failures(written(tmp_path, text))
    ends = 1024 / 900 + 1024 / 800
    assert left(of(found, "idle")) == near(1024 / (ends + 1024 / 200), "t outstanding", 0)
    assert left(of(found, "fast")) == near(1024 / (ends + 1024 / 150), "t outstanding", 0)


def test_the_cluster_loses_a_chip_a_link_or_a_switch() -> None:
    found = failures(CLUSTER)
    assert len(found) == 294
    point = explained(CLUSTER, "--fail", "1")
    assert point["without_failures"] == {"metric": "raid.bandwidth", "remaining": pytest.approx(130.994e6, rel=1e-5), "limit": "ib_pci", "by_buffers": False, "streams": 588}
    for node in range(7):
        # The other chip is on the same bus, which all has to pass anyway.
        assert left(of(found, f"node[{node}].chip[0]")) == near(130.994152, "ib_pci", 0)
        # Six sevenths of two controllers over one link.
        assert left(of(found, f"node[{node}].sf_to_ib_side[1]")) == near(221.25 / (12 / 7), "sf_to_ib_side", 0)
        assert left(of(found, f"node[{node}].ib_bridge[0]")) == near(221.25 / (12 / 7), "sf_to_ib_side", 0)
        switch = of(found, f"node[{node}].switch")
        assert switch["stopped"]["streams"] == 2 * 42 + 12 * 6 and len(switch["stopped"]["sources"]) == 2 and len(switch["stopped"]["sinks"]) == 6
        # Two controllers send 5/6 to other nodes, and as much comes.
        assert left(switch) == near(449.122807 / (2 * 2 * 5 / 6), "ib_pci", 156)
        assert of(found, f"node[{node}].raid[1]")["stopped"] == {"streams": 42, "sources": [f"node[{node}].raid[1]"], "sinks": []}
    text = isochron("explain", CLUSTER, "--fail", "1").stdout
    assert "node[*].switch" in text and "Parts whose loss stops streams altogether" in text


def small_traffic_scenarios() -> list[Path]:
    return [ROOT / f"scenarios/own/{name}.yaml" for name in ("two_buses", "nvme_node", "streaming_server", "flash_array", "ingest_playout", "central_switch", "fast_mesh", "evening")]  # fmt: skip


@pytest.mark.parametrize("scenario", small_traffic_scenarios(), ids=lambda path: path.stem)
def test_without_failures_there_is_what_bounds_say(scenario: Path) -> None:
    point = explained(scenario, "--fail", "1")
    whole = point["without_failures"]
    assert whole["metric"] == point["driver"]["metric"] and whole["limit"] == point["bottleneck"]
    assert whole["remaining"] == pytest.approx(point["bounds"][0]["limit"], rel=1e-6)
    assert {part for one in point["failures"] for part in one["parts"]} <= {part["name"] for part in point["topology"]["parts"]}


@pytest.mark.parametrize("scenario", [*small_traffic_scenarios()[: 4 if LONG else 2]], ids=lambda path: path.stem)
def test_pairs_contain_singles(scenario: Path) -> None:
    singles, pairs = failures(scenario), failures(scenario, 2)
    assert len(pairs) == len(singles) * (len(singles) - 1) // 2
    for parts, pair in pairs.items():
        one, other = (of(singles, part)["stopped"] for part in parts)
        stopped = pair["stopped"]
        assert set(stopped["sources"]) >= set(one["sources"]) | set(other["sources"])
        assert set(stopped["sinks"]) >= set(one["sinks"]) | set(other["sinks"])
        alone = stopped["streams"] - stopped["together"]
        assert max(one["streams"], other["streams"]) <= alone <= one["streams"] + other["streams"]


def test_each_point_of_a_series_has_its_failures(tmp_path: Path) -> None:
    scenario = written(tmp_path, MESH)
    scenario.write_text(scenario.read_text() + "vary: {n: [3, 4]}\n")
    done = isochron("explain", scenario, "--fail", "1", "--json")
    assert [len(point["failures"]) for point in json.loads(done.stdout)["points"]] == [21, 32]
    text = isochron("explain", scenario, "--fail", "1").stdout
    assert "At n = 3\n" in text and "At n = 4\n" in text


@pytest.mark.parametrize(
    ("scenario", "options", "says"),
    [
        ("seachange/cluster", ["--fail", "0"], "--fail 0: failures of one part, or of two at once, are ranked. Use `--fail 1` or `--fail 2`."),
        ("seachange/cluster", ["--fail", "3"], "--fail 3: failures of one part, or of two at once, are ranked."),
        ("seachange/cluster", ["--fail", "one"], "--fail one: failures of one part"),
        ("seachange/cluster", ["--fail", "-1"], "--fail"),
        ("seachange/cluster", ["--fail", "1", "--netlist"], "--netlist"),
        ("gennart/shared_bus_read", ["--fail", "1"], "--fail: what failures leave is known where all work is `traffic`; `shared_bus` has jobs or parts with work of their own. Leave the option out"),
        ("calliope/graph1", ["--fail", "1"], "--fail: bounds of `calliope_msu` are formulas over its parameters, which say nothing of single parts. Leave the option out"),
    ],
)  # fmt: skip
def test_what_is_not_known_is_said_once(scenario: str, options: list[str], says: str) -> None:
    for extra in ([], ["--json"]):
        done = isochron("explain", ROOT / f"scenarios/{scenario}.yaml", *options, *extra)
        assert done.returncode == 2 and not done.stdout
        assert says in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr


def test_too_many_failures_are_refused(tmp_path: Path) -> None:
    scenario = written(tmp_path, MESH.replace("[3, 30]", "[3, 60]").replace("default: 4", "default: 45"))
    done = isochron("explain", scenario, "--fail", "2")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "--fail 2: 2205 parts have 2432115 failures, and up to 2000000 are ranked. Use `--fail 1`, or make the machine smaller."
