# SPDX-License-Identifier: Apache-2.0
"""Messages take another way around a link once its outage is known, and their own one once it is back: closed forms, machines of the library, and
random fabrics, of which `explain --fail 1` says what they carry then."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from random_fabrics import Fabric
from support import LONG, isochron

Fault = dict[str, Any]
# Two links side by side; the slow one carries what is asked for too.
PARALLEL = """machine: m
summary: two links side by side
parameters: {rate: {type: data_rate, default: 120 MB/s}}
parts:
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
  - {name: t, from: s, to: d, rate: rate, io: 1000 B, message: 1000 B}
"""
FAILS_MS, KNOWN_MS, BACK_MS = 5, 6, 40
OUTAGE: Fault = {"at": f"{FAILS_MS} ms", "down": "fast", "detect": f"{KNOWN_MS - FAILS_MS} ms", "for": f"{BACK_MS - FAILS_MS} ms"}


def run(folder: Path, system: str, faults: list[Fault], begin_ms: float, length_ms: float, *options: str, **parameters: Any) -> dict[str, Any]:
    measure = {"warm_up": f"{begin_ms} ms", "duration": f"{length_ms} ms", "replications": 1, "seed": 1}
    scenario = folder / "run.yaml"
    document = {"system": system, "parameters": parameters, "measure": measure} | ({"faults": faults} if faults else {})
    scenario.write_text(yaml.safe_dump(json.loads(json.dumps(document))))
    done = isochron("run", scenario, "--quiet", "--json", "-", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def mean(result: dict[str, Any], metric: str) -> float:
    return result["metrics"][metric]["mean"]


def parallel(folder: Path, faults: list[Fault], begin_ms: float, length_ms: float, *options: str) -> dict[str, Any]:
    (folder / "m.yaml").write_text(PARALLEL)
    return run(folder, "./m.yaml", faults, begin_ms, length_ms, *options)


def used(result: dict[str, Any]) -> tuple[float, float]:
    return result["components"]["x[0].out[0]"]["utilisation"], result["components"]["x[0].out[1]"]["utilisation"]


def test_the_way_before_between_and_after(tmp_path: Path) -> None:
    before = parallel(tmp_path, [OUTAGE], 1, 4)
    assert used(before) == (pytest.approx(120 / 200, rel=0.01), 0)
    between = parallel(tmp_path, [OUTAGE], 15, 20)
    assert used(between) == (0, pytest.approx(120 / 150, rel=0.01))
    assert (mean(between, "t.bandwidth"), mean(between, "t.lost")) == (pytest.approx(120e6, rel=0.001), 0)
    after = parallel(tmp_path, [OUTAGE], 42, 10)
    assert used(after) == (pytest.approx(120 / 200, rel=0.01), 0)
    assert mean(after, "t.lost") == 0


def test_what_is_lost_until_it_is_known(tmp_path: Path) -> None:
    """The message on the link, the 64 that wait in its buffers, and what is on its way to one: the rest waits at its source, and takes the other way."""
    result = parallel(tmp_path, [OUTAGE], 0, 60)
    assert 65_000 <= mean(result, "fault0.lost") <= 68_000
    assert mean(result, "fault0.lost") == mean(result, "bytes.lost")
    assert (mean(result, "fault0.begin"), mean(result, "fault0.end"), mean(result, "fault0.detected")) == (FAILS_MS / 1e3, BACK_MS / 1e3, (KNOWN_MS - FAILS_MS) / 1e3)


def test_an_outage_for_ever_is_known_at_once(tmp_path: Path) -> None:
    result = parallel(tmp_path, [{"at": "5 ms", "down": "fast"}], 0, 60)
    assert mean(result, "fault0.lost") <= 3_000
    assert mean(result, "t.bandwidth") == pytest.approx(120e6, rel=0.002)
    assert "fault0.detected" not in result["metrics"] and mean(result, "fault0.end") == 0


def test_what_nobody_knows_of_waits(tmp_path: Path) -> None:
    """Without `detect` an outage with an end is never known."""
    fault = {key: value for key, value in OUTAGE.items() if key != "detect"}
    result = parallel(tmp_path, [fault], 10, 20)
    assert used(result)[1] == 0 and mean(result, "t.bandwidth") == mean(result, "fault0.lost") == 0


def test_where_both_fail_all_is_lost(tmp_path: Path) -> None:
    both = [OUTAGE, OUTAGE | {"down": "slow", "at": "10 ms", "for": "20 ms"}]
    result = parallel(tmp_path, both, 15, 10)
    assert mean(result, "t.bandwidth") == 0 and mean(result, "t.lost") == pytest.approx(120e6 * 10e-3, rel=0.02)
    again = parallel(tmp_path, both, 32, 7)
    assert used(again) == (0, pytest.approx(0.8, rel=0.02)) and mean(again, "t.lost") == 0


@pytest.mark.parametrize(
    ("system", "link", "sender", "parameters"),
    [
        ("seachange_cluster", "node[0].ib_link[0][1]", "node[0].chip[0].link_out[0]", {"nodes": 3, "target_bandwidth": "60 MB/s"}),
        ("seachange_cluster", "node[1].sf_to_ib_side[0]", "node[1].switch.link_out[2]", {"nodes": 3, "target_bandwidth": "60 MB/s"}),
        ("fast_mesh", "node[0].ib_link[1][2]", "node[0].chip[1].link_out[1]", {"nodes": 3, "target_bandwidth": "60 MB/s"}),
        ("central_switch", "down[1][0]", "crossbar.out[2]", {"nodes": 3, "load": "60 MB/s"}),
    ],
)
def test_machines_of_the_library_go_around_a_link(system: str, link: str, sender: str, parameters: dict[str, Any], tmp_path: Path) -> None:
    """What is left carries all that is asked for, so that nothing is lost once it is known."""
    fault = {"at": "20 ms", "down": link, "detect": "5 ms"}
    whole = run(tmp_path, system, [], 60, 100, **parameters)
    result = run(tmp_path, system, [fault], 60, 100, **parameters)
    assert mean(result, "delivered.bandwidth") == pytest.approx(mean(whole, "delivered.bandwidth"), rel=0.02)
    assert mean(result, "fault0.lost") == 0
    assert result["components"][sender]["utilisation"] == 0 < whole["components"][sender]["utilisation"]
    reference = run(tmp_path, system, [fault], 60, 100, "--set", "bus_model=reference", **parameters)
    assert reference["provenance"]["fingerprint"] == result["provenance"]["fingerprint"]
    assert reference["metrics"] == result["metrics"] and reference["components"] == result["components"]


def test_where_there_is_no_other_way_all_is_lost(tmp_path: Path) -> None:
    result = run(tmp_path, "two_buses", [{"at": "5 ms", "down": "link", "detect": "1 ms"}], 10, 20)
    assert mean(result, "delivered.bandwidth") == 0 < mean(result, "fault0.lost")
    assert any("while `fault0` lasts, 4 of 4 pairs of a source and a sink have no other way" in one for one in result["warnings"]), result["warnings"]


def detours(fabric: Fabric, folder: Path) -> list[tuple[str, float]]:
    """Links that other ways lead around, with what each source can send then, B/s."""
    done = isochron("explain", fabric.write(folder), "--fail", "1", "--json")
    assert done.returncode == 0, done.stderr
    links = {link[0] for link in fabric.links}
    return [
        (one["parts"][0], one["remaining"])
        for one in json.loads(done.stdout)["points"][0]["failures"]
        if one["parts"][0] in links and not one["stopped"]["streams"] and not one["by_buffers"] and one["share"] < 1
    ]


def test_what_remains_is_carried_after_detection(tmp_path: Path) -> None:
    """95 % of the bound that remains is carried, but for what is under way; more than the bound no link can carry."""
    wanted = 100 if LONG else 25
    drawn: list[tuple[Fabric, str, float]] = []
    for number in range(wanted):
        fabric = Fabric(number)
        found = sorted(detours(fabric, tmp_path))
        drawn += [(fabric, *one) for one in random.Random(f"detours {number}").sample(found, min(3, len(found)))]
        if len(drawn) >= wanted:
            break
    assert len(drawn) >= wanted
    short = []
    for fabric, link, remaining in drawn[:wanted]:
        rate = round(0.95 * remaining)
        scenario = fabric.write(tmp_path, rate=f"{rate} B/s", io="1 KiB", window="150 ms")
        document = yaml.safe_load(scenario.read_text()) | {"faults": [{"at": "1 ms", "down": link, "detect": "100 us"}]}
        document["measure"]["warm_up"] = "50 ms"
        scenario.write_text(yaml.safe_dump(document))
        done = isochron("run", scenario, "--quiet", "--json", "-")
        assert done.returncode == 0, f"{fabric.name}: {link}: {done.stderr}"
        result = json.loads(done.stdout)
        if not 0.99 * rate <= mean(result, "t.bandwidth") <= 1.01 * rate or mean(result, "t.lost"):
            short.append((fabric.name, link, rate, mean(result, "t.bandwidth"), mean(result, "t.lost")))
    assert len(short) <= 0.05 * wanted, short


JOINED = """machine: m
summary: a source that sends to those that are left
parameters:
  gone: {type: indices, default: [], range: [0, 3]}
  rest: {type: count, default: 0, range: [0, 9]}
parts:
  s: {type: source}
  x: {type: switch, inputs: 1, outputs: 4, buffers: 8}
  "d[4]": {type: sink}
connect:
  - {from: s.out, to: "x.in[0]", link: {type: serial_link, name: up, rate: 900 MB/s}}
  - {for: {i: 4}, from: "x.out[i]", to: "d[i].in", link: {type: serial_link, name: "down[i]", rate: 800 MB/s}}
failures: {"d[n]": {gone: [n], OTHER}}
traffic:
  - {name: t, from: s, to: "d[*]", rate: 100 MB/s, io: 1000 B, message: 1000 B, only: not (sink.index in gone)}
"""


def joined(folder: Path, faults: list[Fault], begin_ms: float = 1, length_ms: float = 1, other: str = "") -> Any:
    (folder / "m.yaml").write_text(JOINED.replace(", OTHER", other))
    scenario = folder / "run.yaml"
    scenario.write_text(yaml.safe_dump({"system": "./m.yaml", "measure": {"warm_up": f"{begin_ms} ms", "duration": f"{length_ms} ms"}, "faults": faults}))
    return isochron("run", scenario, "--quiet", "--json", "-")


FIRST: Fault = {"at": "5 ms", "fail": "d[1]", "detect": "1 ms", "back": "60 ms"}
SECOND: Fault = {"at": "20 ms", "fail": "d[3]", "detect": "1 ms", "back": "40 ms"}


@pytest.mark.parametrize(("begin", "sinks"), [(8, {0, 2, 3}), (25, {0, 2}), (45, {0, 2, 3}), (65, {0, 1, 2, 3})])
def test_the_machine_knows_of_all_failures_at_a_time(begin: int, sinks: set[int], tmp_path: Path) -> None:
    done = joined(tmp_path, [FIRST, SECOND], begin, 10)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert mean(result, "t.bandwidth") == pytest.approx(100e6, rel=0.01) and mean(result, "t.lost") == 0
    assert {i for i in range(4) if result["components"][f"x.out[{i}]"]["utilisation"] > 0} == sinks


@pytest.mark.parametrize(
    ("faults", "other", "message", "remedy"),
    [
        ([FIRST, SECOND | {"back": "70 ms"}], "", r"`d[1]` is back while `d[3]` still fails", "Let the part that fails last be back first"),
        ([FIRST, SECOND], ", rest: n", "`failures` sets `rest` to different values", "Let them not fail at a time"),
    ],
)
def test_failures_that_cannot_be_combined(faults: list[Fault], other: str, message: str, remedy: str, tmp_path: Path) -> None:
    done = joined(tmp_path, faults, other=other)
    assert done.returncode == 2 and message in done.stderr and remedy in done.stderr and "run.yaml:" in done.stderr, done.stderr


def test_raid_5_survives_one_node(tmp_path: Path) -> None:
    """Of two nodes that fail at a time the machine says so before anything is simulated; one after the other they may."""
    scenario = tmp_path / "run.yaml"
    for at, code in (("20 ms", 2), ("80 ms", 0)):
        faults = [{"at": "10 ms", "fail": "node[0]", "detect": "5 ms", "back": "60 ms"}, {"at": at, "fail": "node[1]", "detect": "5 ms", "back": "55 ms" if code else "95 ms"}]
        document = {"system": "seachange_cluster", "parameters": {"nodes": 3, "target_bandwidth": "10 MB/s"}, "faults": faults}
        scenario.write_text(yaml.safe_dump(document | {"measure": {"warm_up": "1 ms", "duration": "100 ms", "replications": 1}}))
        done = isochron("run", scenario, "--quiet", "--json", "-")
        assert done.returncode == code, done.stderr
        assert ("RAID-5 survives one failed node, not 2" in done.stderr) == bool(code), done.stderr


@pytest.mark.parametrize("first", range(0, 100 if LONG else 30, 10))
def test_fast_and_reference_agree_on_detours(first: int, tmp_path: Path) -> None:
    """Two to four links of each fabric fail and are known, at any time or at random; no byte is neither delivered nor lost."""
    rerouted = 0
    for number in range(first, first + 10):
        fabric, chance = Fabric(number), random.Random(f"detected {number}")
        scenario = fabric.write(tmp_path, rate="20 MB/s", io="4 KiB")
        links = [link[0] for link in fabric.links if link[0].startswith("l")]
        faults: list[Fault] = []
        for link in chance.sample(links, chance.randint(2, min(4, len(links)))):
            detect = {"detect": f"{chance.randint(1, 2000)} us"}
            if chance.random() < 0.3:
                faults.append({"random": link, "mtbf": "3 ms", "repair": "2 ms", **detect})
            else:
                lasts = {"for": f"{chance.randint(2, 12)} ms"} if chance.random() < 0.6 else {}
                faults.append({"at": f"{chance.randint(0, 15)} ms", "down": link, **lasts, **(detect if lasts or chance.random() < 0.5 else {})})
        document = yaml.safe_load(scenario.read_text()) | {"faults": faults}
        scenario.write_text(yaml.safe_dump(json.loads(json.dumps(document))))
        results = []
        for mode in ("fast", "reference"):
            done = isochron("run", scenario, "--quiet", "--json", "-", "--set", f"bus_model={mode}")
            assert done.returncode == 0, f"number {number}: {done.stderr}"
            results.append(json.loads(done.stdout))
        fast, reference = results
        for what in ("metrics", "components"):
            assert fast[what] == reference[what], f"number {number}: {faults}"
        assert fast["provenance"]["fingerprint"] == reference["provenance"]["fingerprint"], number
        sent, arrived, lost = (mean(fast, f"bytes.{name}") for name in ("in", "out", "lost"))
        assert sent >= arrived + lost, f"number {number}: {sent} B sent, {arrived} B arrived, {lost} B lost"
        rerouted += lost < 0.02 * sent
    assert rerouted >= 3
