# SPDX-License-Identifier: Apache-2.0
"""What arithmetic says of a machine is true of the machine as its user has set it: with single parts of its own, with few buffers, and where
traffic leaves ways unused. Each bound is compared with a machine that is asked for all it can give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, isochron

TRAFFIC = """traffic:
  - {name: t, from: SOURCES, to: SINKS, arrivals: closed, outstanding: 8, io: 64 KiB, message: 1 KiB, destination: fixed}
"""
LINE = """  s: {type: source}
  d: {type: sink, rate: 1 Gb/s}
connect:
  - {from: s.out, to: d.in, link: {type: serial_link, name: l, rate: 1 Gb/s}}
"""
TRUNK = """  "s[6]": {type: source}
  x: {type: switch, inputs: 6, outputs: 1}
  d: {type: sink}
connect:
  - {for: {i: 6}, from: "s[i].out", to: "x.in[i]", link: {type: serial_link, name: "in[i]", rate: 2 Gb/s}}
  - {from: "x.out[0]", to: d.in, link: {type: serial_link, name: trunk, rate: 4 Gb/s}}
"""
FAR = """  s: {type: source}
  far: {type: delay, delay: 100 us}
  x: {type: switch, inputs: 1, outputs: 1, buffers: 4}
  d: {type: sink}
  l: {type: serial_link, rate: 1 Gb/s}
connect:
  - {from: s.out, to: l.in}
  - {from: l.out, to: far.in}
  - {from: far.out, to: "x.in[0]"}
  - {from: "x.out[0]", to: d.in, link: {type: serial_link, name: m, rate: 1 Gb/s}}
"""
CARD = """  "s[2]": {type: bus_source}
  pci: {type: pci_bus}
  d: {type: gige_card, rate: 1 Gb/s}
connect:
  - {for: {i: 2}, from: "s[i].out", to: "pci.device[i]"}
  - {from: "pci.window[0]", to: d.socket}
"""
BRIDGES = """  s: {type: bus_source}
  "pci[2]": {type: pci_bus}
  near: {type: bus_bridge, links_in: 0, buffer_freed: on_arrival}
  far: {type: bus_bridge, links_out: 0, buffers: 2}
  d: {type: bus_sink}
connect:
  - {from: s.out, to: "pci[0].device[0]"}
  - {from: "pci[0].window[0]", to: "near.window[0]"}
  - {from: "near.link_out[0]", to: "far.link_in[0]", link: {type: serial_link, name: l, rate: 2 Gb/s}}
  - {from: far.to_bus, to: "pci[1].device[0]"}
  - {from: "pci[1].window[0]", to: d.in}
"""
FIFO = """  s: {type: bus_source}
  bus: {type: fifo_bus, rate: 100 MB/s}
  d: {type: bus_sink, rate: 100 MB/s}
connect:
  - {from: s.out, to: "bus.device[0]"}
  - {from: "bus.window[0]", to: d.in}
"""

# Parts and connections, what is replaced, the row that binds and MB/s of a source. A message of 1 KiB is 8.192 us on 1 Gb/s and 1.92 us on
# an idle PCI bus.
BOUNDS: dict[str, tuple[str, dict[str, str], str, float]] = {
    "a sink of one buffer": (LINE, {}, "d buffers", 1024 / 16.384),
    "of two": (LINE, {"rate: 1 Gb/s}\nconnect": "rate: 1 Gb/s, buffers: 2}\nconnect"}, "d", 125),
    "a fast sink of one": (LINE, {"{type: sink, rate: 1 Gb/s}": "{type: sink, rate: 8 Gb/s}"}, "d buffers", 1024 / (8.192 + 1.024)),
    "a switch in front of a trunk": (TRUNK, {}, "x.out buffers", 1024 / 4.096 / 6),
    "with two buffers": (TRUNK, {"outputs: 1}": "outputs: 1, buffers: 2}"}, "trunk", 500 / 6),
    "freed when they are across": (TRUNK, {"outputs: 1}": "outputs: 1, buffers: 2, buffer_freed: on_arrival}"}, "x.out buffers", 2 * 1024 / 6.144 / 6),
    "behind a delay": (FAR, {}, "x.out buffers", 4 * 1024 / 108.192),
    "a slow way and slow credits": (LINE, {"rate: 1 Gb/s}\nconnect": "rate: 8 Gb/s}\nconnect", "name: l": "name: l, propagation: 20 us, credit_latency: 30 us"}, "d buffers", 1024 / 59.216),
    "credits across two delays": (FAR, {"l: {type: serial_link": "l: {type: serial_link, propagation: 10 us, credit_latency: 20 us"}, "x.out buffers", 4 * 1024 / 138.192),
    "freed before the way": (TRUNK, {"outputs: 1}": "outputs: 1, buffers: 2, buffer_freed: on_arrival}", "name: trunk": "name: trunk, propagation: 50 us"}, "x.out buffers", 2 * 1024 / 6.144 / 6),
    "a card": (CARD, {}, "d buffers", 1024 / 10.112 / 2),
    "a card on a bus in clocks": (CARD, {"pci_bus}": "pci_bus, timing: protocol}"}, "d buffers", 1024 / (8.192 + 8 * 19 * 0.015) / 2),
    "a bridge that frees late": (BRIDGES, {}, "near.link_out buffers", 1024 / (1.92 + 4.096)),
    "a bridge that frees early": (BRIDGES, {", buffer_freed: on_arrival": ""}, "l", 250),
    "a sink on a bus": (FIFO, {}, "d buffers", 1024 / 20.48),
}  # fmt: skip


def written(folder: Path, parts: str, changes: dict[str, str] | None = None, traffic: str = TRAFFIC) -> Path:
    ends = {"SOURCES": "s[*]" if '"s[' in parts else "s", "SINKS": "d[*]" if '"d[' in parts else "d"}
    text = "machine: m\nsummary: some parts\nparts:\n" + parts + traffic
    for word, pattern in ends.items():
        text = text.replace(word, f'"{pattern}"')
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new)
    (folder / "m.yaml").write_text(text)
    (folder / "run.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 20 ms, replications: 1}\n")
    return folder / "run.yaml"


def explained(scenario: Path, *settings: str) -> dict[str, Any]:
    done = isochron("explain", scenario, "--json", *(word for one in settings for word in ("--set", one)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def limits(explanation: dict[str, Any]) -> dict[str, float]:
    """MB/s of the driver, the tightest first."""
    return {bound["resource"]: bound["limit"] / 1e6 for bound in explanation["points"][0]["bounds"]}


def simulated(scenario: Path, figure: str, *settings: str) -> float:
    done = isochron("run", scenario, "--json", "-", "--quiet", *(word for one in settings for word in ("--set", one)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["metrics"][figure]["mean"] / 1e6


@pytest.mark.parametrize("what", BOUNDS)
def test_few_buffers_hold_back_as_arithmetic_says(what: str, tmp_path: Path) -> None:
    parts, changes, resource, most = BOUNDS[what]
    scenario = written(tmp_path, parts, changes)
    rows = limits(explained(scenario))
    assert next(iter(rows)) == resource, rows
    assert rows[resource] == pytest.approx(most, rel=1e-3)
    # A window may begin and end within a message of each source; a bus in clocks loses some to edges and Retry.
    assert 0.996 * most < simulated(scenario, "t.bandwidth") < 1.003 * most


def test_a_row_says_how_many_would_be_enough(tmp_path: Path) -> None:
    scenario = written(tmp_path, TRUNK)
    row = explained(scenario)["points"][0]["bounds"][0]
    assert row["what"] == "switch: its `buffers: 1` of a port, each taken for 4.096 us by a message; `buffers: 2` would be enough"
    enough = limits(explained(written(tmp_path, TRUNK, {"outputs: 1}": "outputs: 1, buffers: 2}"})))
    assert not [resource for resource in enough if resource.endswith("buffers")], enough
    card = explained(written(tmp_path, CARD))["points"][0]["bounds"][0]
    assert card["what"] == "gige_card: its one buffer, taken for 10.112 us by a message"


UNEQUAL = """  "s[2]": {type: bus_source}
  bus: BUS
  "d[2]": {type: bus_sink}
connect:
  - {for: {i: 2}, from: "s[i].out", to: "bus.device[i]"}
  - {for: {i: 2}, from: "bus.window[i]", to: "d[i].in"}
traffic:
  - {name: much, from: "s[0]", to: "d[0]", rate: 100 MB/s, io: 1 KiB, message: 1 KiB}
  - {name: little, from: "s[1]", to: "d[1]", rate: 10 MB/s, io: 1 KiB, message: 1 KiB}
"""


def test_a_bus_whose_masters_are_unlike(tmp_path: Path) -> None:
    """Each writes at its own rate, and 10 MB/s of the second leave the first the rest. The two meet no more often than the second has something: a
    change is two turns, 45 ns each, of 240 ns slices."""
    buses = {
        "{type: fifo_bus, rate: 1 MB/s}": 400 * (1 - 10 / 20),
        "{type: pci_bus}": 10 + (1 - 2 * 10 * 0.285 / 128) / (0.24 / 128),
    }
    for bus, most in buses.items():
        text = UNEQUAL.replace("BUS", bus)
        if "fifo" in bus:
            text = text.replace(
                'from: "s[i].out", to: "bus.device[i]"', 'from: "s[i].out", to: "bus.device[i]", master: {write: 400 MB/s if i == 0 else 20 MB/s, read: 1 MB/s}'
            )
        scenario = written(tmp_path, text, traffic="")
        assert limits(explained(scenario))["bus"] == pytest.approx(most, rel=1e-6), bus
        for load in ("90 MB/s", "100 MB/s"):
            text_of_load = text.replace("rate: 100 MB/s, io", f"rate: {load}, io")
            assert simulated(written(tmp_path, text_of_load, traffic=""), "much.bandwidth") == pytest.approx(float(load.split()[0]), rel=0.01), bus


def test_unlike_messages_have_a_true_bound(tmp_path: Path) -> None:
    """129 B take two slices and 127 B one: a bound that took all for the larger, or for their mean, would be too low."""
    unlike = {"io: 64 KiB, message: 1 KiB": "io: 256 B, message: 129 B", "rate: 1 Gb/s": "rate: 100 Gb/s"}
    scenario = written(tmp_path, CARD, unlike)
    bus, carried = limits(explained(scenario))["pci"], simulated(scenario, "t.bandwidth")
    assert bus == pytest.approx(128 / 0.285 / 2) and 0.6 * bus < carried < bus
    one = CARD.replace('"s[2]"', "s").replace('for: {i: 2}, from: "s[i].out"', "from: s.out").replace("device[i]", "device[0]")
    scenario = written(tmp_path, one, unlike)
    card, carried = limits(explained(scenario))["d buffers"], simulated(scenario, "t.bandwidth")
    # 256 B: 480 ns of slices that are full, 20.48 ns on the wire.
    assert card == pytest.approx(256 / 0.50048) and 0.6 * card < carried < card


def test_a_card_is_bounded_by_its_wire_and_its_bus() -> None:
    """Its one buffer is taken while a message comes and while it leaves; of a lost unit one part in six leaves."""
    cluster = ROOT / "scenarios/seachange/cluster.yaml"
    message, bus = 1024, 1.92e-6
    for settings, on_wire in ((("gige.rate=1Gb/s",), 1.0), (("gige.rate=600Mb/s", "failed_nodes=[3]"), (1 + 1 / 6) / 2)):
        rate = 125e6 if on_wire == 1 else 75e6
        assert limits(explained(cluster, *settings))["gige buffers"] == pytest.approx(3 * message / (bus + on_wire * message / rate) / 1e6, rel=1e-6)


def test_bounds_take_parts_as_instances_have_them(tmp_path: Path) -> None:
    scenario = written(tmp_path, LINE)
    assert limits(explained(scenario, "instances.l.rate=10MB/s"))["l"] == pytest.approx(10)
    # A part that is not limited but for its instance.
    unlimited = written(tmp_path, LINE, {"{type: sink, rate: 1 Gb/s}": "{type: sink}"})
    assert "d" not in limits(explained(unlimited))
    slow = ("instances.d.rate=40MB/s", "instances.d.buffers=4")
    assert limits(explained(unlimited, *slow))["d"] == pytest.approx(40)
    assert simulated(unlimited, "t.bandwidth", *slow) == pytest.approx(40, rel=5e-3)
    # A later one holds, and each point of what is varied has its own.
    (tmp_path / "run.yaml").write_text((tmp_path / "run.yaml").read_text() + 'vary: {"instances.l.rate": [10 MB/s, 20 MB/s]}\n')
    points = explained(tmp_path / "run.yaml")["points"]
    assert [point["bounds"][0]["limit"] for point in points] == pytest.approx([10e6, 20e6])


def test_all_that_arithmetic_says_takes_instances(tmp_path: Path) -> None:
    mesh = ROOT / "scenarios/seachange/cluster.yaml"
    slow = "instances.node[*].gige[*].rate=10MB/s"
    told = explained(mesh, slow)["points"][0]
    assert told["bottleneck"] == "gige buffers"
    # 1 KiB are 102.4 us on the wire and 1.92 us on the bus; a controller has three cards.
    assert told["bounds"][0]["limit"] == pytest.approx(3 * 1024 / 104.32e-6, rel=1e-8)
    short = ("measure.warm_up=10ms", "measure.duration=20ms", "measure.replications=1")
    done = isochron("run", mesh, "--json", "-", "--quiet", *(word for one in (slow, *short) for word in ("--set", one)))
    assert "above the bound 29.448 MB/s of gige buffers" in json.dumps(json.loads(done.stdout)["warnings"])
    # Messages, and so the estimate of events, are the controllers' own.
    small = explained(mesh, "instances.node[*].raid[*].message=512B")["points"][0]
    assert small["estimate"]["events"] > 1.5 * explained(mesh)["points"][0]["estimate"]["events"]


def test_a_machine_until_done_takes_as_long_as_its_instances(tmp_path: Path) -> None:
    at_start = TRAFFIC.replace("arrivals: closed, outstanding: 8", "arrivals: at_start, ios: 100")
    scenario = written(tmp_path, LINE, {"summary: some parts": "summary: some parts\nruns: until_done"}, at_start)
    (tmp_path / "run.yaml").write_text("system: ./m.yaml\nmeasure: {replications: 1}\n")
    done = isochron("run", scenario, "--json", "-", "--quiet", "--set", "instances.l.rate=1MB/s")
    told = explained(scenario, "instances.l.rate=1MB/s")["points"][0]["completes_in_s"]
    assert told == pytest.approx(json.loads(done.stdout)["simulated_s"], rel=0.01)


UNCOUNTED = "set by instances and not in the bounds:"


def test_bounds_by_formulas_say_that_they_do_not_count_instances(tmp_path: Path) -> None:
    voyager, slow = ROOT / "scenarios/voyager/cells.yaml", "instances.thin[*].atm.rate=10MB/s"
    done = isochron("explain", voyager, "--set", slow)
    assert done.returncode == 0
    assert f"{UNCOUNTED} thin[*].atm.rate. What" in done.stderr
    assert any(UNCOUNTED in warning for warning in explained(voyager, slow)["warnings"])
    # Nor is it an error to those who want no idle setting.
    assert isochron("explain", voyager, "--strict", "--set", slow).returncode == 0
    (tmp_path / "short.yaml").write_text("system: voyager\nmeasure: {warm_up: 1 ms, duration: 1 ms, replications: 1}\n")
    assert UNCOUNTED in isochron("check", tmp_path / "short.yaml", "--set", slow).stderr


def test_nothing_is_said_where_bounds_count_all() -> None:
    for scenario, setting in (
        ("seachange/cluster", "nodes=3"),
        ("cosim/cluster_dma", "nodes=3"),  # which has a block in Verilog, as fast as the model
        ("seachange/cluster", "instances.node[*].gige[*].rate=10MB/s"),
    ):
        assert UNCOUNTED not in isochron("explain", ROOT / f"scenarios/{scenario}.yaml", "--set", setting).stderr
    whole = explained(ROOT / "scenarios/seachange/cluster.yaml", "instances.node[0].gige[0].rate=unlimited")
    assert [one["parameter"] for one in whole["points"][0]["unlimited"]] == ["disk_rate", "gige.rate"]


def test_at_most_is_of_means_where_something_is_drawn(tmp_path: Path) -> None:
    text = '"At most" holds in the mean: {} are drawn at random, and a window may have a little more.\nBottleneck:'
    assert '"At most"' not in isochron("explain", written(tmp_path, LINE)).stdout
    drawn = {"io: 64 KiB": "io: {of: [64 KiB, 1 MiB], weights: [3, 1]}", "arrivals: closed, outstanding: 8": "arrivals: poisson, rate: 10 MB/s"}
    scenario = written(tmp_path, LINE, drawn)
    assert text.format("sizes of I/Os") in isochron("explain", scenario).stdout
    assert explained(scenario)["points"][0]["drawn_at_random"] == ["sizes of I/Os"]
    strands = ROOT / "scenarios/gennart/point_to_point_read.yaml"
    assert text.format("latencies of disks") in isochron("explain", strands).stdout
    assert '"At most"' not in isochron("explain", strands, "--set", "disk.latency=deterministic").stdout
    assert text.format("latencies of disks") in isochron("explain", ROOT / "scenarios/gennart/shared_bus_read.yaml").stdout


# Two leaves and a number of spines.
TREE = """  "s[4]": {type: source}
  "leaf[2]": {type: switch, inputs: 2 + spines, outputs: 2 + spines, buffers: 4}
  "spine[spines]": {type: switch, inputs: 2, outputs: 2, buffers: 4}
  "d[4]": {type: sink}
connect:
  - {for: {i: 4}, from: "s[i].out", to: "leaf[i div 2].in[i mod 2]", link: {type: serial_link, name: "a[i]", rate: 1 Gb/s}}
  - {for: {i: 4}, from: "leaf[i div 2].out[i mod 2]", to: "d[i].in", link: {type: serial_link, name: "b[i]", rate: 1 Gb/s}}
  - {for: {l: 2, k: spines}, from: "leaf[l].out[2 + k]", to: "spine[k].in[l]", link: {type: serial_link, name: "up[l][k]", rate: 1 Gb/s}}
  - {for: {l: 2, k: spines}, from: "spine[k].out[l]", to: "leaf[l].in[2 + k]", link: {type: serial_link, name: "down[l][k]", rate: 1 Gb/s}}
"""
WAYS = TRAFFIC.replace("destination: fixed", "destination: uniform, ways: 1, way_of: message")


def warned(scenario: Path) -> str:
    return "\n".join(explained(scenario)["warnings"])


@pytest.mark.parametrize(
    ("spines", "ways", "says"),
    [
        (2, 1, "4 of 16 links on the shortest ways of the traffic `t` carry nothing, `up[0][1]` among them: 2 ways lie side by side, and `ways` is 1. Set `ways: 2`"),
        (4, 2, "8 of 24 links on the shortest ways"),
        (2, 2, ""),
        (2, 3, "the traffic `t` has `ways: 3`, and no more than 2 are different. Set `ways: 2`"),
        (4, 8, "has `ways: 8`, and no more than 4 are different"),
        (1, 1, ""),
        (1, 2, "has `ways: 2`, and no more than 1 is different"),
    ],
)  # fmt: skip
def test_ways_that_nobody_takes_and_ways_that_are_none(spines: int, ways: int, says: str, tmp_path: Path) -> None:
    parts = "parameters: {spines: {type: count, default: 2, range: [1, 8], about: spines}}\nparts:\n" + TREE
    scenario = written(tmp_path, parts, {"parts:\nparameters": "parameters", "default: 2": f"default: {spines}"}, WAYS.replace("ways: 1, way_of: message" if ways == 1 else "ways: 1", f"ways: {ways}"))
    assert says in warned(scenario) and ("ways" in warned(scenario)) == bool(says), warned(scenario)


def test_what_goes_elsewhere_needs_no_ways(tmp_path: Path) -> None:
    """Sources that send to sinks of their own leaf: nothing of theirs would take a spine."""
    parts = "parameters: {spines: {type: count, default: 2, range: [1, 8], about: spines}}\nparts:\n" + TREE
    assert not warned(written(tmp_path, parts, {"parts:\nparameters": "parameters"}))


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "scenarios/own").glob("*.yaml")))
def test_machines_of_the_library_have_no_doubts(name: str) -> None:
    done = isochron("explain", ROOT / f"scenarios/own/{name}.yaml")
    assert done.returncode == 0 and not done.stderr, done.stderr


@pytest.mark.parametrize("settings", [["raid_controllers=1"], ["raid_controllers=4", "gige_buses=1", "ib_side.sf_links=1", "ib_side.bridges=1"], ["ib_side.chips=1", "ib_side.bridges=1"], ["ib_side.chip_of=balanced"], ["ib_side.chip_of=parity"], ["nodes=2"], ["ib_side.pci_buses=2"]])  # fmt: skip
def test_nor_have_meshes_of_other_shapes(settings: list[str]) -> None:
    done = isochron("explain", ROOT / "scenarios/seachange/cluster.yaml", *(word for one in settings for word in ("--set", one)))
    assert done.returncode == 0 and "ways" not in done.stderr, done.stderr


APART = """machine: m
summary: two lines that share nothing
parameters: {{load: {{type: data_rate, default: 1 GB/s}}}}
runs: {}
parts:
  a: {{type: source}}
  b: {{type: source}}
  c: {{type: sink}}
  d: {{type: sink}}
connect:
  - {{from: a.out, to: c.in, link: {{type: serial_link, name: thin, rate: 12.5 MB/s}}}}
  - {{from: b.out, to: d.in, link: {{type: serial_link, name: thick, rate: 100 MB/s}}}}
traffic:
  - {{name: play, from: a, to: c, rate: 10 MB/s, io: 10 kB, message: 1 kB{}}}
  - {{name: backup, from: b, to: d, {}, io: 10 kB, message: 1 kB{}}}
"""
# Three sources at a trunk of 125 MB/s, one of them behind a delay.
SHARED = """machine: m
summary: a trunk
parameters: {load: {type: data_rate, default: 20 MB/s, range: [1 MB/s, 1 GB/s]}, tags: {type: count, default: 4, range: [1, 1000]}}
parts:
  play: {type: source}
  backup: {type: source}
  copy: {type: source}
  flash: {type: delay, delay: 91.808 us}
  x: {type: switch, inputs: 3, outputs: 1, buffers: 64}
  d: {type: sink}
connect:
  - {from: play.out, to: "x.in[0]", link: {type: serial_link, name: up_play, rate: 125 MB/s}}
  - {from: backup.out, to: "x.in[1]", link: {type: serial_link, name: up_backup, rate: 120 MB/s}}
  - {from: copy.out, to: flash.in, link: {type: serial_link, name: up_copy, rate: 500 MB/s}}
  - {from: flash.out, to: "x.in[2]"}
  - {from: "x.out[0]", to: d.in, link: {type: serial_link, name: trunk, rate: 125 MB/s}}
traffic:
"""
PLAY = "  - {name: play, from: play, to: d, rate: load, io: 1 KiB, message: 1 KiB}\n"
BACKUP = "  - {name: backup, from: backup, to: d, arrivals: closed, outstanding: 64, io: 64 KiB, message: 1 KiB}\n"
COPY = "  - {name: copy, from: copy, to: d, arrivals: closed, outstanding: tags, io: 1 KiB, message: 1 KiB}\n"


def works(explanation: dict[str, Any]) -> dict[str, tuple[float | None, float, str]]:
    """Each traffic with the MB/s that it asks for, its bound, and what bounds it."""
    return {
        one["metric"].removesuffix(".bandwidth"): (one["asked"] and one["asked"] / 1e6, one["limit"] / 1e6, one["resource"])
        for one in explanation["points"][0]["workloads"]
    }


def machine_of(folder: Path, text: str, measure: str = "{warm_up: 1 ms, duration: 20 ms, replications: 1}") -> Path:
    (folder / "m.yaml").write_text(text)
    (folder / "run.yaml").write_text(f"system: ./m.yaml\nmeasure: {measure}\n")
    return folder / "run.yaml"


def test_traffics_that_share_nothing_do_not_bound_each_other(tmp_path: Path) -> None:
    scenario = machine_of(tmp_path, APART.format("measured", "", "rate: load", ""))
    told = explained(scenario)
    assert works(told) == {"play": pytest.approx((10, 12.5, "thin")), "backup": pytest.approx((1000, 100, "thick"))}
    point = told["points"][0]
    assert point["driver"] == {"metric": "backup.bandwidth", "unit": "B/s", "demand": 1e9} and point["bottleneck"] == "thick"
    assert [(bound["resource"], bound["metric"], bound["used"]) for bound in point["bounds"]] == [
        ("thick", "backup.bandwidth", pytest.approx(10)),
        ("thin", "play.bandwidth", pytest.approx(0.8)),
    ]
    text = isochron("explain", scenario).stdout
    assert "saturates first, at backup.bandwidth = 100.000 MB/s; the scenario asks for 1.000 GB/s, 1000 % of that." in text
    # Below its link's rate the line that is fuller is the first one's.
    assert works(explained(scenario, "load=50MB/s"))["play"] == pytest.approx((10, 12.5, "thin"))
    assert explained(scenario, "load=50MB/s")["points"][0]["bottleneck"] == "thin"


def test_closed_traffic_beside_a_rate_is_bounded_by_its_own_link(tmp_path: Path) -> None:
    scenario = machine_of(tmp_path, APART.format("measured", "", "arrivals: closed, outstanding: 8", ""))
    assert works(explained(scenario))["backup"] == (None, pytest.approx(100), "thick")
    assert simulated(scenario, "backup.bandwidth") == pytest.approx(100, rel=2e-3)


def test_a_run_until_done_is_as_long_as_its_slowest_traffic(tmp_path: Path) -> None:
    text = APART.format("until_done", ", ios: 20", "arrivals: closed, outstanding: 2", ", ios: 300")
    scenario = machine_of(tmp_path, text, "{replications: 1}")
    point = explained(scenario)["points"][0]
    done = isochron("run", scenario, "--json", "-", "--quiet")
    # 3 MB at 100 MB/s.
    assert json.loads(done.stdout)["simulated_s"] == pytest.approx(0.03, rel=0.01) == point["completes_in_s"]
    # Each message takes an event of its link, and a part of one of its source.
    assert 3200 <= point["estimate"]["events"] <= 2 * 3200


@pytest.mark.parametrize(("load", "limit"), [(20, 105), (50, 75), (80, 62.5)])
def test_closed_traffic_has_what_a_rate_leaves(load: int, limit: float, tmp_path: Path) -> None:
    """Where more is asked for than there is, messages take turns."""
    scenario = machine_of(tmp_path, SHARED + PLAY + BACKUP)
    settings = (f"load={load}MB/s",)
    assert works(explained(scenario, *settings))["backup"] == (None, pytest.approx(limit), "trunk")
    assert simulated(scenario, "backup.bandwidth", *settings) == pytest.approx(limit, rel=0.02)


@pytest.mark.parametrize("propagates", [False, True])
@pytest.mark.parametrize("tags", [1, 4, 8])
def test_a_closed_loop_has_its_tags_over_its_round_trip(tags: int, propagates: bool, tmp_path: Path) -> None:
    """1 KiB: 2.048 us, 91.808 us and 8.192 us on the trunk are 102.048 us. Propagation of the link counts as the delay's does."""
    shared = SHARED
    if propagates:
        shared = SHARED.replace("91.808 us", "30 us").replace("rate: 500 MB/s", "rate: 500 MB/s, propagation: 61.808 us")
    scenario = machine_of(tmp_path, shared + COPY)
    settings = (f"tags={tags}",)
    most = tags * 1024 / 102.048
    told = explained(scenario, *settings)
    assert works(told)["copy"] == (None, pytest.approx(most), "copy outstanding")
    row = told["points"][0]["bounds"][0]
    assert row["what"] == f"`outstanding: {tags}` of 1.024 kB, {'which is' if tags == 1 else 'each'} at least 102.048 us under way"
    assert simulated(scenario, "copy.bandwidth", *settings) == pytest.approx(most, rel=0.01)


@pytest.mark.parametrize(
    ("traffic", "vary", "value", "resource"),
    [
        (PLAY, "load: [50 MB/s, 100 MB/s, 200 MB/s]", 125e6, "up_play"),
        (PLAY + BACKUP.replace("arrivals: closed, outstanding: 64", "rate: 40 MB/s"), "load: [50 MB/s, 100 MB/s, 200 MB/s]", 85e6, "trunk"),
        # 12.5 tags fill the trunk.
        (COPY, "tags: [1, 8, 64]", 13, "trunk"),
    ],
)
def test_saturation_has_a_place_in_what_is_varied(traffic: str, vary: str, value: float, resource: str, tmp_path: Path) -> None:
    scenario = machine_of(tmp_path, SHARED + traffic)
    scenario.write_text(scenario.read_text() + f"vary: {{{vary}}}\n")
    found = explained(scenario)["saturation"]
    assert [(one["parameter"], one["begins"], one["resource"]) for one in found] == [(vary.partition(":")[0], True, resource)]
    assert found[0]["value"] == pytest.approx(value, rel=1e-5)
    assert f"Saturation begins at {found[0]['parameter']} = {found[0]['text']}, between" in isochron("explain", scenario).stdout


@pytest.mark.parametrize("name", ("calliope/fddi_only", "gennart/shared_bus_read", "gennart/mbus_copy", "ps2/planes", "gennart/point_to_point_read"))
def test_work_that_asks_for_all_loads_the_tightest_to_its_limit(name: str) -> None:
    """A load is that of an instance when the tightest bound is reached, so every share of a capacity follows from the limits."""
    bounds = explained(ROOT / f"scenarios/{name}.yaml")["points"][0]["bounds"]
    for bound in bounds:
        if bound["capacity"] > 0:
            assert bound["used"] == pytest.approx(bounds[0]["limit"] / bound["limit"], rel=1e-6), bound["resource"]
