# SPDX-License-Identifier: Apache-2.0
"""Answers to questions, against closed forms and exhaustive searches of their own."""

from __future__ import annotations

import itertools
import json
import statistics

import pandas
import pytest
from explore import CLUSTER, SHARED_BUS, SHORT_CLUSTER, explore, quick, refused, runner
from scipy import stats
from support import ROOT

from isochron.errors import ReportError
from isochron.explore.bottleneck import bindings
from isochron.explore.compare import Estimate, compare
from isochron.explore.designs import Span
from isochron.explore.knee import find
from isochron.explore.sensitivity import analyse
from isochron.explore.sweeps import simulate
from isochron.results.drivers import busiest, kind_of, utilisations
from isochron.scenario import Scenario

# Gennart et al., 3.2: a strand of 352 x 240 pixels of 2 B from a disk of 10 ms mean latency and 4 MB/s; Table 2: 38.9 MB/s to the bus.
STRAND, LATENCY, DISK, IO_WRITE = 168_960, 0.010, 4e6, 38.9e6
OF_A_DISK = STRAND / (LATENCY + STRAND / DISK)


@pytest.mark.parametrize(
    ("nodes", "span", "beyond", "close"),
    [
        pytest.param("3", ("260MB/s", "340MB/s"), "340 MB/s", 0.04, marks=pytest.mark.long),
        pytest.param("7", ("220MB/s", "270MB/s"), "250 MB/s", 0.005, marks=pytest.mark.long),
    ],
)
def test_the_knee_of_the_cluster_in_twelve_runs(tmp_path, nodes, span, beyond, close):
    short = {"measure.warm_up": "200 ms", "measure.duration": "300 ms", "measure.replications": 2, "nodes": nodes}
    scenario = Scenario.load(CLUSTER).with_(short)
    work = runner(tmp_path)
    knee = find(scenario, "target_bandwidth", Span(*span), runner=work, precision=close)
    # Asked for more than it carries, the machine delivers what it carries: that is the target at which it saturates.
    carried = 2 * work.run(scenario.with_(target_bandwidth=beyond)).metric("raid.bandwidth").mean
    assert abs(knee.value / carried - 1) < max(0.01, close)
    assert knee.runs <= 12
    assert knee.low.whole < knee.high.whole and knee.low.holds and not knee.high.holds
    # The noise of such short runs: with the confidence that it claims, 300 ms do not tell half a percent apart.
    assert knee.certain and knee.precision <= close


def test_the_knee_of_resampling_on_the_shared_bus_is_the_papers(tmp_path):
    """Gennart et al., 5.2 and Fig. 6: the bus is full from 8 nodes on."""
    scenario = Scenario.load(ROOT / "scenarios/gennart/shared_bus_resample.yaml").with_({"measure.replications": 10})
    knee = find(scenario, "nodes", Span("1", "16"), runner=runner(tmp_path))
    assert (knee.part, knee.low.text, knee.high.text) == ("bus", "7", "8")
    assert knee.certain


@pytest.mark.parametrize(
    ("span", "said"),
    [
        pytest.param("180MB/s..190MB/s", "keeps up at both ends", marks=pytest.mark.long),
        ("400MB/s..410MB/s", "saturated at both ends"),
        ("3ms..4ms", "target_bandwidth"),
    ],
)
def test_a_range_without_a_knee(tmp_path, span, said):
    short = [f"--set={path}={text}" for path, text in {**SHORT_CLUSTER, "nodes": "3"}.items()]
    refused(explore("knee", CLUSTER, "--vary", f"target_bandwidth={span}", *short, folder=tmp_path), said)


def test_knee_takes_one_range(tmp_path):
    refused(explore("knee", CLUSTER, "--vary", "nodes=3,4", folder=tmp_path), "a range")
    refused(explore("knee", CLUSTER, "--vary", "nodes=3..4", "--precision", "much", folder=tmp_path), "--precision much")
    refused(explore("knee", SHARED_BUS, "--vary", "nodes=1..4", "--part", "bos", "--replications", "1", folder=tmp_path), "--part bos", "bus, ")


@pytest.mark.parametrize(
    "question",
    [
        ("sweep", CLUSTER, "--vary", "nodes=2,3", "--out", "o"),
        ("bottleneck", CLUSTER, "--vary", "nodes=2,3", "--out", "o"),
        ("compare", CLUSTER, "--vary", "nodes=2,3", "--metric", "delay", "--out", "o"),
        ("sensitivity", CLUSTER, "--set", "nodes=2", "--only", "nodes", "--out", "o"),
        ("knee", CLUSTER, "--vary", "nodes=2..3", "--until", "raid.bandwidth >= 155 MB/s", "--max-replications", "4", "--out", "o"),
        ("optimise", CLUSTER, "--costs", "costs.yaml", "--trials", "2", "--out", "o"),
    ],
    ids=lambda words: words[0],
)
def test_what_the_simulator_warns_of_is_told(tmp_path, question):
    """Saturation and short windows: beside the answer, and with every point in the table that is written."""
    (tmp_path / "costs.yaml").write_text("currency: EUR\nparts: {'*': 1}\nsearch: {nodes: 2..3}\nsettings: {gige.rate: 10 Gb/s, disk_rate: 1 GB/s}\n")
    short = ("--set", "measure.warm_up=20ms", "--set", "measure.duration=60ms", "--replications", "2", "--set", "target_bandwidth=360MB/s")
    done = explore(*question, *short, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    # An optimum has warnings of the machines on its front: the cheaper one is the better one here.
    told = "nodes=2: saturated: the machine falls behind with raid:" if question[0] == "optimise" else "nodes=3: the scenario asks for raid.bandwidth = 180.000 MB/s, above the bound"
    assert f"Warning: {told}" in said, done.stdout
    written = next(path for path in (tmp_path / "o").glob("*.csv"))
    if question[0] != "compare":
        assert pandas.read_csv(written)["warnings"].fillna("").str.contains("above the bound").sum() == 1


def test_sensitivity_of_a_full_bus(tmp_path):
    scenario = Scenario.load(SHARED_BUS).with_({"measure.replications": 1, "disk.latency": "deterministic"}, nodes=20)
    found = {effect.path: effect for effect in analyse(scenario, runner=runner(tmp_path)).effects}
    # Table 2's rate of I/O writes is all that a full bus knows.
    assert found["io_write"].changes == pytest.approx((-0.1, 0.1), abs=0.01)
    assert abs(found["disk.rate"].swing) < 0.02
    # A bus has no links: what has no effect is not tried.
    assert "link.rate" not in found
    assert found["disks_per_node"].down.metric is None and "cannot be 0" in found["disks_per_node"].down.message


def test_sensitivity_on_the_command_line(tmp_path):
    done = explore("sensitivity", SHARED_BUS, "--only", "disk.*", "--only", "io_write", "--replications", "2", "--out", "s", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    frame = pandas.read_csv(tmp_path / "s/sensitivity.csv")
    assert set(frame["parameter"]) == {"disk.mean_seek", "disk.rate", "io_write"}
    # What stands beside a value has its unit.
    assert all(one["at"].partition(" ")[2] == one["value"].partition(" ")[2] for _, one in frame.iterrows())
    assert (tmp_path / "s/tornado.png").stat().st_size > 5000
    assert "nodes = 8" in done.stderr
    refused(explore("sensitivity", SHARED_BUS, "--only", "dsk.*", folder=tmp_path), "matches no numeric parameter")
    refused(explore("sensitivity", SHARED_BUS, "--metric", "speed", "--only", "io_write", "--replications", "1", folder=tmp_path), "speed")


def test_an_estimate_is_students_t():
    values = [3.0, 4.5, 2.5, 5.0, 3.5]
    low, high = stats.t.interval(0.9, len(values) - 1, loc=statistics.fmean(values), scale=stats.sem(values))
    estimate = Estimate.of(values, 0.9)
    assert (estimate.mean - estimate.half_width, estimate.mean + estimate.half_width) == pytest.approx((low, high))
    assert Estimate.of([1.0], 0.9) == Estimate(1.0, None)


def test_a_scenario_beside_itself_differs_by_nothing(tmp_path):
    found = compare([quick(), quick()], ["a", "b"], runner=runner(tmp_path), replications=5)
    for line in found.lines:
        assert line.differences == [Estimate(0.0, 0.0)] and not line.differences[0].beyond_chance


def test_pairs_with_the_same_random_numbers_tell_more_than_independent_runs(tmp_path):
    work = runner(tmp_path)
    pair = [quick(nodes=2), quick(nodes=2).with_({"scsi.rate": "19 MB/s"})]
    found = next(line for line in compare(pair, ["a", "b"], runner=work, replications=10).lines if line.metric == "throughput")
    alone = (found.estimates[0].half_width ** 2 + found.estimates[1].half_width ** 2) ** 0.5
    assert found.differences[0].half_width < alone / 2
    # The differences themselves, from runs of our own.
    seeds = range(1, 11)
    values = [[work.run(one.with_({"measure.seed": seed})).metric("throughput").mean for seed in seeds] for one in pair]
    expected = [b - a for a, b in zip(*values, strict=True)]
    assert found.differences[0].mean == pytest.approx(statistics.fmean(expected))
    assert bool(found.differences[0].beyond_chance) == (stats.ttest_1samp(expected, 0).pvalue < 0.1)


def test_compare_on_the_command_line(tmp_path):
    done = explore("compare", SHARED_BUS, "--vary", "nodes=4,13", "--replications", "3", "--metric", "throughput", "--out", "c", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "throughput" in done.stdout and "nodes=13" in done.stdout
    assert len(pandas.read_csv(tmp_path / "c/compare.csv")) % 2 == 0
    refused(explore("compare", SHARED_BUS, folder=tmp_path), "two scenarios or more")
    refused(explore("compare", SHARED_BUS, CLUSTER, "--set", "nosuch=1", folder=tmp_path), "nosuch")


def test_the_bottleneck_by_hand(tmp_path):
    swept = simulate(Scenario.load(SHARED_BUS).with_({"measure.replications": 2}), {"nodes": [1, 6, 12, 13, 16]}, runner=runner(tmp_path))
    for one in bindings(swept):
        nodes = one.parameters["nodes"]
        assert one.drive.limit == pytest.approx(min(nodes * OF_A_DISK, IO_WRITE), rel=1e-4)
        assert one.drive.bottleneck == ("disk" if nodes * OF_A_DISK < IO_WRITE else "bus")
        assert one.binds and one.simulated < one.drive.limit * 1.01
        # The part itself, as its path is in the machine.
        assert kind_of(one.busiest) == {"disk": "node.disk", "bus": "mbus"}[one.drive.bottleneck] or nodes == 12


UNEVEN = """machine: uneven
parts:
  "camera[4]": {type: source}
  switch: {type: switch, inputs: 4, outputs: 1, buffers: 64}
  recorder: {type: sink}
connect:
  - {for: {c: 4}, from: "camera[c].out", to: "switch.in[c]", link: {type: serial_link, name: "cable[c]", rate: 120 Mb/s if c == 2 else 1 Gb/s}}
  - {from: "switch.out[0]", to: recorder.in, link: {type: serial_link, name: trunk, rate: 640 Mb/s}}
traffic:
  - {name: t, from: "camera[*]", to: recorder, rate: 14 MB/s, io: 4 KiB, message: 1 KiB}
metrics:
  switch.out.utilisation: {mean: "switch.out[0].utilisation"}
"""


def test_the_busiest_is_one_part_of_an_array(tmp_path):
    """Its mean is 31 %, one of the four is used 93 %, and the switch's output, which a metric of the machine's own is about, 70 %."""
    (tmp_path / "uneven.yaml").write_text(UNEVEN)
    (tmp_path / "s.yaml").write_text("system: uneven\nmeasure: {warm_up: 10 ms, duration: 50 ms}\n")
    swept = simulate(Scenario.load(tmp_path / "s.yaml"), {"measure.seed": [1, 2]}, runner=runner(tmp_path))
    for point in swept.points:
        part, used = busiest(point.result())
        cables = utilisations(point.result())["camera.out"]
        assert part == "camera[2].out" and used == pytest.approx(14 / 15, abs=0.01)
        assert (cables.max, cables.min) == pytest.approx((14 / 15, 14 / 125), abs=0.01)
        assert cables.mean == pytest.approx((14 / 15 + 3 * 14 / 125) / 4, abs=0.01)
        assert utilisations(point.result())["switch.out"].mean == pytest.approx(56 / 80, abs=0.01)
    found = bindings(swept)
    assert {one.busiest for one in found} == {"camera[2].out"}


def test_bottleneck_on_the_command_line(tmp_path):
    done = explore("bottleneck", SHARED_BUS, "--vary", "nodes=1,16", "--replications", "1", "--out", "b", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert list(pandas.read_csv(tmp_path / "b/bottleneck.csv")["bottleneck"]) == ["disk", "bus"]
    assert (tmp_path / "b/bottleneck.png").stat().st_size > 5000


COSTS = """
currency: EUR
parts: {disk: 100, disk_node: 40, fifo_bus: 10, '*': 0}
fixed: 500
surcharges: [{when: {io_write: 50 MB/s}, part: fifo_bus, cost: 25}]
settings: {strands: 16, measure.replications: 1}
search: {nodes: 1..4, disks_per_node: [1, 2], io_write: [38.9 MB/s, 50 MB/s]}
"""


def _optimise(tmp_path, *more: str, out: str = "opt"):
    (tmp_path / "costs.yaml").write_text(COSTS)
    return explore("optimise", SHARED_BUS, "--costs", "costs.yaml", "--out", out, *more, folder=tmp_path)


def test_the_front_is_that_of_an_exhaustive_search(tmp_path):
    done = _optimise(tmp_path, "--trials", "60")
    assert done.returncode == 0, done.stderr
    tried = pandas.read_csv(tmp_path / "opt/trials.csv")
    assert len(tried) == 4 * 2 * 2, "a machine was tried twice, or one was not"
    # Every machine, its cost by hand: what the list of parts says of a shared bus.
    work = runner(tmp_path)
    points = {}
    for nodes, disks, rate in itertools.product((1, 2, 3, 4), (1, 2), ("38.9 MB/s", "50 MB/s")):
        scenario = quick(strands=16, nodes=nodes, disks_per_node=disks, io_write=rate)
        parts = [part["type"] for part in work.simulator.explain(scenario)["points"][0]["topology"]["parts"]]
        assert parts.count("disk") == nodes * disks and parts.count("disk_node") == nodes
        cost = 500 + 100 * nodes * disks + 40 * nodes + parts.count("fifo_bus") * (10 + (25 if rate == "50 MB/s" else 0))
        points[nodes, disks, rate] = (work.run(scenario).metric("throughput").mean, cost)
    for _, row in tried.iterrows():
        gain, cost = points[row["nodes"], row["disks_per_node"], row["io_write"]]
        assert (row["throughput"], row["cost [EUR]"]) == pytest.approx((gain, cost))
    best = {p for p in points.values() if not any(o[0] >= p[0] and o[1] <= p[1] and o != p for o in points.values())}
    found = {(row["throughput"], row["cost [EUR]"]) for _, row in tried[tried["pareto"]].iterrows()}
    assert found == best


def test_a_search_goes_on_where_it_was(tmp_path):
    assert _optimise(tmp_path, "--trials", "6").returncode == 0
    first = pandas.read_csv(tmp_path / "opt/trials.csv")
    assert _optimise(tmp_path, "--trials", "10").returncode == 0
    second = pandas.read_csv(tmp_path / "opt/trials.csv")
    assert len(second) == 10
    pandas.testing.assert_frame_equal(first.drop(columns="pareto"), second[:6].drop(columns="pareto"))
    refused(_optimise(tmp_path, "--trials", "10", "--vary", "nodes=1..3"), "another scenario, costs or space")
    (tmp_path / "opt/study.db").write_bytes(b"no database" * 100)
    refused(_optimise(tmp_path, "--trials", "10"), "study.db", "remove it")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["costs.yaml", "not a file of costs"]),
        ("currency: EUR\nparts: {disk: cheap}", ["parts.disk"]),
        ("currency: EUR\nparts: {disk: 1}\nsearch: {nodes: 1..2}\nprice: 3", ["price"]),
        ("currency: EUR\nparts: {disk: 1}\nsearch: {nodes: 1..2}", ["no price for a"]),
        ("currency: EUR\nparts: {'*': 1}", ["nothing to search"]),
        ("currency: EUR\nparts: {'*': 1}\nsearch: {nods: 1..2}", ["Did you mean `nodes`"]),
        ("currency: EUR\nparts: {'*': 1}\nsearch: {nodes: 1..2}\nmaximise: speed", ["speed", "throughput"]),
        ("currency: [", ["not YAML"]),
    ],
)
def test_a_wrong_file_of_costs(tmp_path, text, said):
    (tmp_path / "costs.yaml").write_text(text)
    done = explore("optimise", SHARED_BUS, "--costs", "costs.yaml", "--trials", "2", "--set", "strands=8", "--replications", "1", folder=tmp_path)
    refused(done, *said)


def test_a_requirement_keeps_a_machine_from_the_front(tmp_path):
    (tmp_path / "costs.yaml").write_text(COSTS + "require: {throughput: {at_most: 9000000}}\n")
    done = explore("optimise", SHARED_BUS, "--costs", "costs.yaml", "--trials", "12", "--out", "opt", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    tried = pandas.read_csv(tmp_path / "opt/trials.csv")
    assert (tried["feasible"] == (tried["throughput"] <= 9e6)).all()
    assert tried["feasible"].any() and not tried["feasible"].all()
    assert not (tried["pareto"] & ~tried["feasible"]).any()


def test_the_shipped_costs_have_a_price_for_every_part_of_the_cluster(tmp_path):
    from isochron.explore.costs import Costs

    costs = Costs.load(ROOT / "scenarios/costs/seachange.yaml")
    scenario = Scenario.load(CLUSTER).with_(costs.settings)
    explained = runner(tmp_path).simulator.explain(scenario)
    types = [part["type"] for part in explained["points"][0]["topology"]["parts"]]
    assert costs.of(explained) == costs.fixed + sum(costs.parts[kind] for kind in types)
    dear = runner(tmp_path).simulator.explain(scenario.with_({"pci.slice_time": "120ns"}))
    assert costs.of(dear) == costs.of(explained) + 100 * types.count("pci_bus")
    with pytest.raises(ReportError, match="no price for a gige_card"):
        Costs(currency="EUR", parts={"[!g]*": 1}).of(explained)


@pytest.mark.parametrize("name", ["seachange.yaml", "two_thousand_streams.yaml"])
def test_the_shipped_costs_limit_what_they_price(tmp_path, name):
    """Without their rates they are refused, each part by name; with them the bounds have cards and disks."""
    from isochron.explore.costs import Costs

    costs = Costs.load(ROOT / "scenarios/costs" / name)
    explained = runner(tmp_path).simulator.explain(Scenario.load(CLUSTER).with_(costs.settings))
    costs.require_limits(explained)
    assert {"gige", "disks"} <= {bound["resource"] for bound in explained["points"][0]["bounds"]}
    for path, kind in (("gige.rate", "gige_card"), ("disk_rate", "raid_controller")):
        without = runner(tmp_path).simulator.explain(Scenario.load(CLUSTER).with_({**costs.settings, path: "unlimited"}))
        with pytest.raises(ReportError, match=f"parts.{kind}: a {kind} has a price, but while `{path}` is unlimited"):
            costs.require_limits(without)
        costs.require_limits(without, besides=[path])
        costs.parts[kind] = 0
        costs.surcharges = [one for one in costs.surcharges if one.part != kind]
        costs.require_limits(without)


CARDS = """
currency: EUR
parts: {gige_card: 300, '*': 0}
search: {gige_cards: [2, 6]}
"""


def test_cards_with_a_price_need_a_rate(tmp_path):
    """Cards of any rate could be left out for nothing: before anything is simulated, the file and the remedy are named."""
    (tmp_path / "costs.yaml").write_text(CARDS)
    search = ("optimise", CLUSTER, "--costs", "costs.yaml", "--trials", "2", "--out", "opt", *(f"--set={k}={v}" for k, v in SHORT_CLUSTER.items()))
    refused(explore(*search, folder=tmp_path), "parts.gige_card: a gige_card has a price", "`gige.rate`", "under settings")
    assert not (tmp_path / "opt/study.db").exists()
    (tmp_path / "costs.yaml").write_text(CARDS + "settings: {gige.rate: 1 Gb/s, target_bandwidth: 360 MB/s}\nmaximise: delivered.bandwidth\n")
    done = explore(*search, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    # Two cards a node deliver less than six: no machine beats the other.
    tried = pandas.read_csv(tmp_path / "opt/trials.csv").set_index("gige_cards")["delivered.bandwidth"]
    assert tried[2] < 0.9 * tried[6] and tried[2] < 7 * 2 * 125e6


def test_a_rate_may_be_what_is_searched(tmp_path):
    (tmp_path / "costs.yaml").write_text(CARDS.replace("gige_cards: [2, 6]", "gige.rate: [1 Gb/s, 2 Gb/s]"))
    done = explore("optimise", CLUSTER, "--costs", "costs.yaml", "--trials", "2", *(f"--set={k}={v}" for k, v in SHORT_CLUSTER.items()), folder=tmp_path)
    assert done.returncode == 0, done.stderr


def test_optimise_needs_its_file(tmp_path):
    refused(explore("optimise", SHARED_BUS, "--costs", "nosuch.yaml", folder=tmp_path), "nosuch.yaml", "scenarios/costs", code=4)


def test_an_explanation_says_what_the_result_says(tmp_path):
    """`explain --json` and `run --json` are two texts about one machine: names and values agree."""
    work = runner(tmp_path)
    scenario = Scenario.load(CLUSTER).with_(SHORT_CLUSTER)
    explained, result = work.simulator.explain(scenario), work.run(scenario)
    for p in explained["parameters"]:
        assert result.parameter(p["path"]) == p["value"], p["path"]
    parts = {part["name"] for part in explained["points"][0]["topology"]["parts"]}
    edges = explained["points"][0]["topology"]["edges"]
    assert {end for edge in edges for end in (edge["from"], edge["to"])} <= parts
    assert json.dumps(explained["measure"]["seed"]) == "1"
    bounds = explained["points"][0]["bounds"]
    assert [b["limit"] for b in bounds] == sorted(b["limit"] for b in bounds)
    assert all(b["used"] == pytest.approx(b["load"] / b["capacity"], rel=1e-6) for b in bounds)
