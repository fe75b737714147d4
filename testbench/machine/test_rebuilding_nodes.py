# SPDX-License-Identifier: Apache-2.0
"""Nodes that return empty and are rebuilt at a rate: how long it takes, who reads what, and what plays meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from support import ROOT, isochron

Fault = dict[str, Any]
NODES, CONTROLLERS, IO = 5, 2, 131072
FAILS_MS, KNOWN_MS, BACK_MS = 40, 60, 200
UNITS = 64  # of a controller, a multiple of the turns of all groups below
LOST = CONTROLLERS * UNITS * IO  # bytes


def run(folder: Path, document: dict[str, Any], *options: str) -> dict[str, Any]:
    scenario = folder / "run.yaml"
    scenario.write_text(yaml.safe_dump(document))
    done = isochron("run", scenario, "--quiet", "--json", "-", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def cluster(begin_ms: float, length_ms: float, faults: list[Fault], **parameters: Any) -> dict[str, Any]:
    """A part of a run."""
    measure = {"warm_up": f"{begin_ms} ms", "duration": f"{length_ms} ms", "replications": 1, "seed": 1}
    settings = {"nodes": NODES, "target_bandwidth": "8 B/s", "capacity_in_use": f"{UNITS * IO} B", **parameters}
    return {"system": "seachange_cluster", "parameters": settings, "measure": measure, "faults": faults}


def node_returns(rate: str, node: int = 3, **rebuild: Any) -> list[Fault]:
    times = {"at": f"{FAILS_MS} ms", "detect": f"{KNOWN_MS - FAILS_MS} ms", "back": f"{BACK_MS} ms"}
    return [{**times, "fail": f"node[{node}]", "rebuild": {"rate": rate, **rebuild}}]


def mean(result: dict[str, Any], metric: str) -> Any:
    return result["metrics"][metric]["mean"]


def rebuilt_in(result: dict[str, Any]) -> float:
    """Seconds from the return to full redundancy."""
    return mean(result, "fault0.redundancy") - (BACK_MS - FAILS_MS) / 1e3


@pytest.mark.parametrize(
    ("nodes", "rebuild", "parts"),
    [
        (NODES, {"policy": "classical"}, NODES - 1),
        (NODES, {"policy": "declustered", "group": 3}, 2),
        (NODES, {"policy": "declustered", "group": 2}, 1),
        (3, {}, 2),
    ],
)  # fmt: skip
def test_how_long_and_who_reads(tmp_path: Path, nodes: int, rebuild: dict[str, Any], parts: int) -> None:
    """Bytes / rate, and of the G - 1 parts of each unit a share of (G - 1) / (C - 1) at each survivor."""
    seconds = 5
    rate = LOST / 4
    result = run(tmp_path, cluster(0, seconds * 1e3, node_returns(f"{rate:.0f} B/s", 1, **rebuild), nodes=nodes))
    assert rebuilt_in(result) == pytest.approx(LOST / rate, rel=0.01)
    for node in range(nodes):
        for controller in range(CONTROLLERS):
            read = result["components"][f"node[{node}].raid[{controller}]"]["bandwidth"] * seconds
            if node != 1:  # one I/O is its own
                assert read - IO == pytest.approx(UNITS * IO * parts / (nodes - 1), rel=1e-9), (node, controller)
    assert mean(result, "restored.bandwidth") * seconds == pytest.approx(LOST, rel=1e-9)
    assert mean(result, "bytes.lost") == mean(result, "fault0.lost")


def test_before_between_and_after(tmp_path: Path) -> None:
    """What the cluster delivers: all; what a cluster does that never had the node; the same and the rebuild; all again."""
    load = {"target_bandwidth": "20 MB/s"}
    faults = node_returns("8 MB/s")
    back = 1e3 * LOST / 8e6 + BACK_MS
    windows = {"before": (0, FAILS_MS), "between": (110, 80), "rebuilding": (400, 1600), "after": (back + 200, 400)}
    results = {name: run(tmp_path, cluster(*window, faults, **load)) for name, window in windows.items()}
    whole = {name: run(tmp_path, cluster(*windows[name], [], **load)) for name in ("before", "after")}
    lacks = run(tmp_path, cluster(*windows["rebuilding"], [], **load, failed_nodes=[3]))
    delivered = {name: mean(result, "delivered.bandwidth") for name, result in results.items()}
    degraded = mean(lacks, "delivered.bandwidth")
    assert delivered["before"] == mean(whole["before"], "delivered.bandwidth")
    assert delivered["between"] == pytest.approx(degraded, rel=0.15)  # few I/Os
    assert mean(results["rebuilding"], "restored.bandwidth") == pytest.approx(8e6, rel=0.02)
    assert delivered["rebuilding"] - mean(results["rebuilding"], "restored.bandwidth") == pytest.approx(degraded, rel=0.02)
    assert mean(results["rebuilding"], "rebuilt.bandwidth") == pytest.approx(mean(lacks, "rebuilt.bandwidth"), rel=0.04)
    assert delivered["after"] == pytest.approx(mean(whole["after"], "delivered.bandwidth"), rel=0.06)
    assert mean(results["after"], "restored.bandwidth") == mean(results["after"], "rebuilt.bandwidth") == 0
    # Its cards play as soon as it is back, its controllers once they have something to read.
    plays = {name: result["components"]["node[3].gige_pci[0]"]["utilisation"] > 0 for name, result in results.items()}
    assert plays == {"before": True, "between": False, "rebuilding": True, "after": True}
    reads = {name: result["components"]["node[3].raid[0]"]["bandwidth"] > 0 for name, result in results.items()}
    assert reads == {"before": True, "between": False, "rebuilding": False, "after": True}


def test_more_than_the_machine_can(tmp_path: Path) -> None:
    """Disks of 4 MB/s each give no more: the rebuild takes as long as they do."""
    disks = 4e6
    result = run(tmp_path, cluster(0, 4000, node_returns("1 GB/s"), disk_rate=f"{disks / 1e6} MB/s"))
    assert rebuilt_in(result) == pytest.approx(UNITS * IO / disks, rel=0.05)
    smaller = run(tmp_path, cluster(0, 4000, node_returns("1 GB/s", window=1)))
    assert rebuilt_in(smaller) > 10 * LOST / 1e9


def test_a_run_that_ends_before(tmp_path: Path) -> None:
    result = run(tmp_path, cluster(0, 500, node_returns("4 MB/s")))
    assert mean(result, "fault0.redundancy") is None
    never = run(tmp_path, cluster(0, 500, [{"at": "40 ms", "fail": "node[3]"}]))
    assert mean(never, "fault0.redundancy") is None


def test_without_a_rebuild_it_returns_with_what_it_had(tmp_path: Path) -> None:
    fault = node_returns("4 MB/s")[0]
    del fault["rebuild"]
    result = run(tmp_path, cluster(0, 500, [fault]))
    assert rebuilt_in(result) == pytest.approx(0, abs=1e-12)
    assert mean(result, "restored.bandwidth") == 0


def test_what_is_lost_on_the_way_is_sent_again(tmp_path: Path) -> None:
    errors = {"bit_errors": 3e-8, "on": "node[*].ib_link[*][*]"}
    result = run(tmp_path, cluster(0, 4000, [*node_returns("8 MB/s"), errors]))
    assert mean(result, "fault1.lost") > 0
    assert mean(result, "restored.bandwidth") * 4 == pytest.approx(LOST, rel=1e-9)
    assert rebuilt_in(result) == pytest.approx(LOST / 8e6, rel=0.05)


def test_a_survivor_that_fails_ends_it(tmp_path: Path) -> None:
    second = {"at": "600 ms", "fail": "node[0]", "detect": "20 ms", "back": "1 s"}
    result = run(tmp_path, cluster(0, 4000, [*node_returns("4 MB/s"), second]))
    assert mean(result, "fault0.redundancy") is None
    assert mean(result, "fault1.redundancy") == pytest.approx(0.4, rel=1e-9)


@pytest.mark.parametrize("rate", ["8 MB/s", "200 MB/s"])
def test_fast_and_reference_agree(tmp_path: Path, rate: str) -> None:
    faults = node_returns(rate, 1, policy="declustered", group=2)
    document = cluster(50, 1600, faults, nodes=3, target_bandwidth="10 MB/s", capacity_in_use="2 MiB")
    fast, reference = (run(tmp_path, document, "--set", f"bus_model={mode}") for mode in ("fast", "reference"))
    assert mean(fast, "fault0.redundancy") is not None
    for what in ("metrics", "components"):
        assert fast[what] == reference[what], what
    assert fast["provenance"]["fingerprint"] == reference["provenance"]["fingerprint"]


RETURNS: Fault = {"at": "1 ms", "fail": "node[1]", "detect": "1 ms", "back": "9 ms"}


@pytest.mark.parametrize(
    ("change", "message", "remedy"),
    [
        ({"rebuild": {"policy": "magic", "rate": "1 MB/s"}}, "magic", "declustered"),
        ({"rebuild": {"rate": "1 MB/s", "policy": "declustered", "group": 6}}, "larger than the 5 that hold them", "2 to 5"),
        ({"rebuild": {"rate": "1 MB/s", "policy": "declustered", "group": 1}}, "rebuild.group", "2 to"),
        ({"rebuild": {"rate": "1 MB/s", "group": 3}}, "`policy: declustered` alone", "Take `group` out"),
        ({"rebuild": {"rate": "1 MB/s"}, "back": None}, "never returns", "Add `back:"),
        ({"rebuild": {"rate": "0 MB/s"}}, "`rebuild.rate`: cannot be 0 B/s", "Valid"),
        ({"rebuild": {"policy": "classical"}}, "`rebuild` has no `rate`", "Add `rate:"),
        ({"rebuild": {}}, "`rebuild` has no `rate`", "Add `rate:"),
        ({"rebuild": "declustered"}, "rebuild", ""),
        ({"rebuild": {"rate": "1 MB/s", "window": 0}}, "rebuild.window", "1 to"),
        ({"rebuild": {"rate": "1 MB/s", "speed": 3}}, "rebuild.speed", ""),
        ({"rebuild": {"rate": "1 MB/s"}, "fail": "node[1].gige[0]"}, "joined without a link", "only links"),
    ],
)  # fmt: skip
def test_what_cannot_be(tmp_path: Path, change: Fault, message: str, remedy: str) -> None:
    fault = {key: value for key, value in {**RETURNS, **change}.items() if value is not None}
    refused(tmp_path, cluster(1, 20, [fault]), message, remedy)


def refused(folder: Path, document: dict[str, Any], message: str, remedy: str) -> None:
    scenario = folder / "run.yaml"
    scenario.write_text(yaml.safe_dump(document))
    done = isochron("check", scenario)
    assert done.returncode == 2
    assert message in done.stderr and remedy in done.stderr and "run.yaml:" in done.stderr, done.stderr


def test_what_nobody_knows_the_contents_of(tmp_path: Path) -> None:
    fault = {**RETURNS, "rebuild": {"rate": "1 MB/s"}}
    refused(tmp_path, cluster(1, 20, [fault], capacity_in_use="0 B"), "how much there is to rebuild is not known", "capacity_in_use")


def test_a_node_that_is_down_and_another_that_is_empty(tmp_path: Path) -> None:
    fault = {**RETURNS, "rebuild": {"rate": "1 MB/s"}}
    refused(tmp_path, cluster(1, 20, [fault], failed_nodes=[2]), "RAID-5 survives one", "one node at most")
    refused(tmp_path, cluster(1, 20, [], failed_nodes=[2], empty_nodes=[1]), "down or empty", "failed_nodes: []")


def test_the_scenario_holds(tmp_path: Path) -> None:
    done = isochron("check", ROOT / "scenarios/faults/node_rebuilt.yaml", "--quiet")
    assert done.returncode == 0, done.stdout + done.stderr
