# SPDX-License-Identifier: Apache-2.0
"""Parts that fail, are missed, and come back: the cluster before, between and after, what is lost, and what viewers notice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from support import ROOT, isochron

Fault = dict[str, Any]
NODES, RATE, IO = 7, 60e6, 131072
FAILS_MS, KNOWN_MS, BACK_MS = 100, 150, 800


def run(folder: Path, document: dict[str, Any], *options: str) -> dict[str, Any]:
    scenario = folder / "run.yaml"
    scenario.write_text(yaml.safe_dump(document))
    done = isochron("run", scenario, "--quiet", "--json", "-", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def cluster(begin_ms: float, length_ms: float, faults: list[Fault] | None = None, **parameters: Any) -> dict[str, Any]:
    """A part of a run."""
    measure = {"warm_up": f"{begin_ms} ms", "duration": f"{length_ms} ms", "replications": 1, "seed": 1}
    settings = {"nodes": NODES, "target_bandwidth": f"{RATE / 1e6} MB/s", **parameters}
    return {"system": "seachange_cluster", "parameters": settings, "measure": measure} | ({"faults": faults} if faults else {})


def node_dies(back: bool = True, node: int = 3) -> list[Fault]:
    fault: Fault = {"at": f"{FAILS_MS} ms", "fail": f"node[{node}]", "detect": f"{KNOWN_MS - FAILS_MS} ms"}
    return [fault | ({"back": f"{BACK_MS} ms"} if back else {})]


def mean(result: dict[str, Any], metric: str) -> float:
    return result["metrics"][metric]["mean"]


@pytest.mark.parametrize("rebuild", ["brute", "stripe_buffered"])
def test_before_between_and_after(tmp_path: Path, rebuild: str) -> None:
    """What the cluster delivers: all, then what a cluster does that never had the node, then all again."""
    delivered = {}
    for name, begin, length in (("before", 20, 80), ("between", 250, 550), ("after", 860, 200)):
        delivered[name] = run(tmp_path, cluster(begin, length, node_dies(), rebuild=rebuild))
    without = {begin: mean(run(tmp_path, cluster(begin, length)), "delivered.bandwidth") for begin, length in ((20, 80), (860, 200))}
    lacks = run(tmp_path, cluster(250, 550, failed_nodes=[3], rebuild=rebuild))
    assert mean(delivered["before"], "delivered.bandwidth") == without[20]
    assert mean(delivered["after"], "delivered.bandwidth") == pytest.approx(without[860], rel=0.02)
    # All controllers ask at the same times, and for parts of lost units at the same of these: a window has one such time more than another.
    assert mean(delivered["between"], "delivered.bandwidth") == pytest.approx(mean(lacks, "delivered.bandwidth"), rel=0.02)
    assert mean(delivered["between"], "rebuilt.bandwidth") == pytest.approx(mean(lacks, "rebuilt.bandwidth"), rel=0.04)
    assert mean(delivered["between"], "fault0.lost") == 0
    for node in range(NODES):
        present = delivered["between"]["components"][f"node[{node}].raid[0]"]["bandwidth"]
        assert present == (0 if node == 3 else pytest.approx(lacks["components"][f"node[{node}].raid[0]"]["bandwidth"], rel=0.04)), node


def test_what_is_lost_until_it_is_known(tmp_path: Path) -> None:
    """All that the node should send, and of the others' data what goes to its cards: a seventh. Behind that what is under way."""
    result = run(tmp_path, cluster(0, KNOWN_MS, node_dies()))
    expected = RATE * (1 + (NODES - 1) / NODES) * (KNOWN_MS - FAILS_MS) / 1e3
    assert mean(result, "fault0.lost") == pytest.approx(expected, rel=0.1)
    assert mean(result, "bytes.lost") == mean(result, "fault0.lost")
    sent, arrived, lost = (mean(result, f"bytes.{name}") for name in ("in", "out", "lost"))
    assert sent >= arrived + lost


def test_the_first_unit_that_is_rebuilt(tmp_path: Path) -> None:
    """Once the failure is known, it takes a few reads of disks."""
    recovery = mean(run(tmp_path, cluster(0, 300, node_dies())), "fault0.recovery")
    assert KNOWN_MS - FAILS_MS < recovery * 1e3 < KNOWN_MS - FAILS_MS + 60
    assert mean(run(tmp_path, cluster(0, 140, node_dies())), "fault0.recovery") == 0


def test_a_failure_that_nobody_notices_goes_on(tmp_path: Path) -> None:
    faults = [{"at": f"{FAILS_MS} ms", "fail": "node[3]"}]
    result = run(tmp_path, cluster(200, 100, faults))
    whole = mean(run(tmp_path, cluster(200, 100)), "delivered.bandwidth")
    assert mean(result, "delivered.bandwidth") == pytest.approx(whole * ((NODES - 1) / NODES) ** 2, rel=0.01)
    assert mean(result, "rebuilt.bandwidth") == 0


@pytest.mark.parametrize("back", [True, False])
def test_fast_and_reference_agree(tmp_path: Path, back: bool) -> None:
    document = cluster(50, 800, node_dies(back, 1), nodes=3, target_bandwidth="20 MB/s")
    fast, reference = (run(tmp_path, document, "--set", f"bus_model={mode}") for mode in ("fast", "reference"))
    for what in ("metrics", "components"):
        assert fast[what] == reference[what], what
    assert fast["provenance"]["fingerprint"] == reference["provenance"]["fingerprint"]


STREAMS = 420
BLOCK_MS = IO * 8 / 3.75e6 * 1e3


def test_what_viewers_notice(tmp_path: Path) -> None:
    """Blocks that are asked for from the failure until it is known, of its disks or for its cards, are asked for again then: two sevenths but for those
    that are both. Who holds less than the time until then sees it."""
    parameters = {"streams.count": STREAMS, "streams.client_buffer": "30 ms"}
    assert mean(run(tmp_path, cluster(20, 500, **parameters)), "streams.underrun") == 0
    result = run(tmp_path, cluster(20, 1000, node_dies(), **parameters))
    figures = ("glitches", "glitched_at_once", "longest_glitch", "first_glitch", "last_glitch", "lost_messages", "late_messages")
    metrics = {name: mean(result, f"streams.{name}") for name in figures}
    asked = STREAMS * (KNOWN_MS - FAILS_MS) / BLOCK_MS
    assert metrics["glitches"] == pytest.approx(asked * (1 - (1 - 1 / NODES) ** 2), rel=0.4)
    assert metrics["glitched_at_once"] <= metrics["glitches"] == mean(result, "streams.underrun")
    assert metrics["lost_messages"] == 0 < metrics["late_messages"]
    assert FAILS_MS <= metrics["first_glitch"] * 1e3 <= FAILS_MS + 30 + 20
    # What is asked for again takes as long as what is asked for once, and less than the disks' longest delays.
    assert KNOWN_MS <= metrics["last_glitch"] * 1e3 <= KNOWN_MS + 60
    assert metrics["longest_glitch"] * 1e3 <= KNOWN_MS - FAILS_MS + 60


def test_who_holds_enough_notices_nothing(tmp_path: Path) -> None:
    """The time until it is known, and that of a read or two."""
    for rebuild in ("brute", "stripe_buffered"):
        parameters = {"streams.count": STREAMS, "streams.client_buffer": f"{KNOWN_MS - FAILS_MS + 60} ms", "rebuild": rebuild}
        result = run(tmp_path, cluster(20, 1000, node_dies(), **parameters))
        assert mean(result, "streams.glitches") == mean(result, "streams.underrun") == 0
        assert mean(result, "fault0.lost") > 0


def test_what_nobody_knows_of_is_missed(tmp_path: Path) -> None:
    """Nothing is asked for again: all viewers at its cards see nothing, and others come to its disks in turn, two of fourteen."""
    parameters = {"streams.count": STREAMS, "streams.client_buffer": "200 ms"}
    result = run(tmp_path, cluster(20, 1000, [{"at": f"{FAILS_MS} ms", "fail": "node[3]"}], **parameters))
    assert mean(result, "streams.lost_messages") > 0
    assert mean(result, "streams.underrun") >= 2 * STREAMS / NODES


def test_nobody_notices_before_and_after(tmp_path: Path) -> None:
    parameters = {"streams.count": STREAMS, "streams.client_buffer": "100 ms"}
    result = run(tmp_path, cluster(1000, 200, node_dies(), **parameters))
    assert mean(result, "streams.glitches") == mean(result, "streams.underrun") == 0


@pytest.mark.parametrize(
    ("fault", "message", "remedy"),
    [
        ({"at": "1 ms", "fail": "node[9]"}, "no part is in `node[9]`", "Write the path of a part"),
        ({"at": "1 ms", "fail": "node[1]", "back": "1 ms"}, "back before it fails", "later than `at`"),
        ({"at": "1 ms", "fail": "node[1].raid[0]"}, "joined without a link that can fail", "only links join"),
        ({"at": "1 ms", "fail": "node[*]", "detect": "1 ms"}, "cannot go on without `node[0]` and `node[1]`", "Name one node at most"),
        ({"at": "1 ms", "fail": "node[1]", "for": "1 ms"}, "for", "back"),
        ({"at": "1 ms", "fail": "node[1]", "detect": "0 ms"}, "detect", ""),
    ],
)  # fmt: skip
def test_what_cannot_be(tmp_path: Path, fault: Fault, message: str, remedy: str) -> None:
    scenario = tmp_path / "run.yaml"
    scenario.write_text(yaml.safe_dump(cluster(1, 1, [fault])))
    done = isochron("check", scenario)
    assert done.returncode == 2
    assert message in done.stderr and remedy in done.stderr and "run.yaml:" in done.stderr, done.stderr


def test_two_nodes_are_one_too_many(tmp_path: Path) -> None:
    """RAID-5 survives one: the machine has a check, which says so of failures too."""
    scenario = tmp_path / "run.yaml"
    scenario.write_text(yaml.safe_dump(cluster(1, 1, [{"at": "1 ms", "fail": "node[1]", "detect": "1 ms"}], failed_nodes=[2])))
    done = isochron("check", scenario)
    assert done.returncode == 2 and "RAID-5 survives one failed node" in done.stderr, done.stderr


def test_the_scenario_is_in_the_library() -> None:
    done = isochron("check", ROOT / "scenarios/faults/node_dies.yaml")
    assert done.returncode == 0, done.stderr
