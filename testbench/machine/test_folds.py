# SPDX-License-Identifier: Apache-2.0
"""Chains that are computed instead of simulated: which they are, what unfolds them, and that no result depends on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from fold_runs import folds, results, run, settings

CLUSTER = "scenarios/seachange/cluster.yaml"
SHORT = ("nodes=3", "measure.warm_up=2ms", "measure.duration=6ms")
# Two sources through a switch: the link to each sink is a tail, and so is the bus behind the bridge. A source on a bus is a head.
MACHINE: dict[str, Any] = {
    "machine": "m",
    "summary": "two sources and two sinks",
    "parts": {
        "a": {"type": "bus_source"},
        "b": {"type": "source"},
        "bus_a": {"type": "pci_bus"},
        "in": {"type": "bus_bridge", "links_in": 0, "links_out": 1},
        "x": {"type": "switch", "inputs": 2, "outputs": 2, "buffers": 2},
        "out": {"type": "bus_bridge", "links_in": 1, "links_out": 0},
        "bus_c": {"type": "pci_bus"},
        "c": {"type": "bus_sink"},
        "d": {"type": "sink"},
    },
    "connect": [
        {"from": "a.out", "to": "bus_a.device[0]"},
        {"from": "bus_a.window[0]", "to": "in.window[0]"},
        {"from": "in.link_out[0]", "to": "x.in[0]", "link": {"type": "serial_link", "name": "up_a", "rate": "250 MB/s"}},
        {"from": "b.out", "to": "x.in[1]", "link": {"type": "serial_link", "name": "up_b", "rate": "250 MB/s"}},
        {"from": "x.out[0]", "to": "out.link_in[0]", "link": {"type": "serial_link", "name": "down_c", "rate": "220 MB/s"}},
        {"from": "x.out[1]", "to": "d.in", "link": {"type": "serial_link", "name": "down_d", "rate": "210 MB/s"}},
        {"from": "out.to_bus", "to": "bus_c.device[0]"},
        {"from": "bus_c.window[0]", "to": "c.in"},
    ],
    "traffic": [{"name": "t", "from": ["a", "b"], "to": ["c", "d"], "rate": "180 MB/s", "io": "16 KiB", "message": "1 KiB"}],
}
HEAD = "a, bus_a, in.link_out[0]"
BUS_TAIL = "x.out[0], down_c, out.to_bus, bus_c, c"
LINK_TAIL = "x.out[1], down_d, d"


def written(folder: Path, faults: list[dict[str, Any]] | None = None, **changes: dict[str, Any]) -> Path:
    """A scenario of MACHINE, with other parameters of its parts; None takes one away."""
    machine = json.loads(json.dumps(MACHINE))
    for part, values in changes.items():
        if part in machine["parts"]:
            machine["parts"][part] |= values
        elif part == "traffic":
            machine["traffic"][0] = {key: value for key, value in (machine["traffic"][0] | values).items() if value is not None}
        else:
            next(one for one in machine["connect"] if one.get("link", {}).get("name") == part)["link"] |= values
    (folder / "m.yaml").write_text(yaml.safe_dump(machine, sort_keys=False))
    scenario = folder / "s.yaml"
    measure = {"warm_up": "1 ms", "duration": "9 ms", "replications": 1, "seed": 1}
    scenario.write_text(yaml.safe_dump({"system": "./m.yaml", "measure": measure} | ({"faults": faults} if faults else {})))
    return scenario


def test_the_cluster() -> None:
    found = folds(CLUSTER, "nodes=3")
    heads = [fold for fold in found if ".raid[" in fold]
    tails = [fold for fold in found if ".gige[" in fold]
    assert len(heads) == 6
    assert len(tails) == 6
    assert len(found) == 12
    assert "node[0].raid[0], node[0].raid_pci[0], node[0].raid_bridge[0].link_out[0]" in heads
    assert folds(CLUSTER, "nodes=3", "fold=off") == []
    assert folds(CLUSTER, "nodes=3", "bus_model=reference") == []


def test_no_result_depends_on_it() -> None:
    on, off, reference = (run(CLUSTER, *settings(*SHORT, one)) for one in ("fold=on", "fold=off", "bus_model=reference"))
    assert results(on) == results(off) == results(reference)
    per_message = [one["performance"]["events"] / one["performance"]["messages"] for one in (on, off)]
    # Of nine hops of a message to another node, and four of one that stays, three have no event.
    assert per_message[0] < per_message[1] - 2.8


def test_a_machine_file(tmp_path: Path) -> None:
    scenario = written(tmp_path)
    assert folds(scenario) == [HEAD, BUS_TAIL, LINK_TAIL]
    on, off = (run(scenario, *settings(one)) for one in ("fold=on", "fold=off"))
    assert results(on) == results(off)
    assert on["performance"]["events"] < 0.6 * off["performance"]["events"]


@pytest.mark.parametrize(
    ("part", "values", "left"),
    [
        ("in", {"buffer_freed": "on_arrival"}, [BUS_TAIL, LINK_TAIL]),
        ("x", {"buffer_freed": "on_arrival"}, [HEAD]),
        ("bus_a", {"timing": "protocol"}, [BUS_TAIL, LINK_TAIL]),
        ("bus_c", {"timing": "protocol"}, [HEAD, LINK_TAIL]),
        ("down_c", {"propagation": "1 us"}, [HEAD, LINK_TAIL]),
        ("down_d", {"credit_latency": "1 us"}, [HEAD, BUS_TAIL]),
        ("d", {"rate": "200 MB/s"}, [HEAD, BUS_TAIL]),
        ("c", {"rate": "200 MB/s"}, [HEAD, LINK_TAIL]),
        ("traffic", {"arrivals": "closed", "rate": None}, [HEAD]),
    ],
)
def test_what_cannot_be_folded(tmp_path: Path, part: str, values: dict[str, Any], left: list[str]) -> None:
    scenario = written(tmp_path, **{part: values})
    assert folds(scenario) == left
    assert results(run(scenario)) == results(run(scenario, *settings("fold=off")))


def test_a_fault_unfolds_what_it_strikes(tmp_path: Path) -> None:
    fault = {"at": "4 ms", "down": "down_d", "for": "1 ms"}
    scenario = written(tmp_path, [fault])
    assert folds(scenario) == [HEAD, BUS_TAIL]
    on, off = (run(scenario, *settings(one)) for one in ("fold=on", "fold=off"))
    assert results(on) == results(off)


@pytest.mark.parametrize("signals", ["d", "bus_c", "a"])
def test_a_waveform_unfolds_what_it_follows(tmp_path: Path, signals: str) -> None:
    scenario = written(tmp_path)
    plain = run(scenario)
    waves = []
    for fold in ("on", "off"):
        wave = tmp_path / f"{fold}.vcd"
        traced = run(scenario, "--trace", str(wave), "--trace-scope", signals, *settings(f"fold={fold}"))
        assert results(traced) == results(plain)
        waves.append(wave.read_text().split("$enddefinitions", 1)[1])
        if fold == "on":
            assert plain["performance"]["events"] < traced["performance"]["events"]
    assert waves[0] == waves[1]
