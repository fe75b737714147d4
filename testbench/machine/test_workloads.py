# SPDX-License-Identifier: Apache-2.0
"""Several workloads of different kinds in one machine: each does what it does alone where they share no part, and where they share a bus its time is
the sum of what they take."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from support import isochron, require_told

BYTE_TIME_S = 1 / 100e6  # of the bus

Entry = dict[str, Any]

# A processing unit reads its jobs from memory and writes a quarter of each back, by one bus.
JOBS: Entry = {
    "parts": {"memory": {"type": "memory"}, "unit": {"type": "processing_unit", "rate": "unlimited", "reduction": "4"}},
    "jobs": [{"name": "job", "count": 40, "size": "40000 B", "arrivals": "constant", "interval": "2 ms", "steps": [{"at": "unit"}]}],
}
PLAY: Entry = {
    "parts": {"camera": {"type": "bus_source"}, "screen": {"type": "bus_sink", "rate": "unlimited", "buffers": 64}},
    "traffic": [{"name": "play", "from": "camera", "to": "screen", "rate": "30 MB/s", "io": "30000 B", "message": "30000 B"}],
}


def bus(name: str, joins: list[tuple[str, str]]) -> Entry:
    connect = [{"from": left, "to": right} for left, right in joins]
    return {"parts": {name: {"type": "fifo_bus", "rate": "100 MB/s"}}, "connect": connect}


def together(*entries: Entry, **more: Any) -> Entry:
    machine: Entry = {"machine": "m", "summary": "several workloads", **more}
    for entry in entries:
        for key, value in entry.items():
            if isinstance(value, dict):
                machine.setdefault(key, {}).update(value)
            else:
                machine.setdefault(key, []).extend(value)
    return machine


JOB_BUS = bus("job_bus", [("unit.socket", "job_bus.device[0]"), ("job_bus.window[0]", "memory.socket")])
PLAY_BUS = bus("play_bus", [("camera.out", "play_bus.device[0]"), ("play_bus.window[0]", "screen.in")])
SHARED = bus(
    "bus",
    [("unit.socket", "bus.device[0]"), ("camera.out", "bus.device[1]"), ("bus.window[0]", "memory.socket"), ("bus.window[1]", "screen.in")],
)


def write(folder: Path, machine: Entry, measure: Entry) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "m.yaml").write_text(yaml.safe_dump(machine, sort_keys=False))
    scenario = folder / "scenario.yaml"
    scenario.write_text(yaml.safe_dump({"system": "./m.yaml", "measure": measure}, sort_keys=False))
    return scenario


def run(scenario: Path, *words: str) -> Entry:
    done = isochron("run", scenario, "--json", "-", "--quiet", *words)
    assert done.returncode == 0, done.stderr
    result: Entry = json.loads(done.stdout)
    return result


def mean(result: Entry, metric: str) -> float:
    value: float = result["metrics"][metric]["mean"]
    return value


WINDOW: Entry = {"warm_up": "10 ms", "duration": "60 ms", "seed": 1}


def test_workloads_that_share_no_part_do_what_they_do_alone(tmp_path: Path) -> None:
    jobs = run(write(tmp_path / "jobs", together(JOBS, JOB_BUS), WINDOW))
    play = run(write(tmp_path / "play", together(PLAY, PLAY_BUS), WINDOW))
    both = run(write(tmp_path / "both", together(JOBS, JOB_BUS, PLAY, PLAY_BUS), WINDOW))
    for alone in (jobs, play):
        for part, statistics in alone["components"].items():
            assert both["components"][part] == statistics, part
        for name, figure in alone["metrics"].items():
            if not name.startswith("bytes."):
                assert both["metrics"][name] == figure, name
    for name in ("bytes.in", "bytes.out"):
        assert mean(both, name) == mean(jobs, name) + mean(play, name)
    assert len({one["provenance"]["fingerprint"] for one in (jobs, play, both)}) == 3


def test_a_bus_that_both_use_is_taken_for_the_sum(tmp_path: Path) -> None:
    """Jobs that are asked for every 2 ms: 30 in the window, each reads 40,000 B and writes 10,000 B. Traffic of 30 MB/s takes 30 % of the bus."""
    result = run(write(tmp_path, together(JOBS, PLAY, SHARED), WINDOW))
    assert mean(result, "throughput") == pytest.approx(20e6, rel=1e-6)
    assert mean(result, "play.bandwidth") == pytest.approx(30e6, rel=1e-6)
    assert result["components"]["bus"]["utilisation"] == pytest.approx(0.30 + 30 * 50_000 * BYTE_TIME_S / 60e-3, rel=1e-6)


def test_bounds_take_the_others_share_into_account(tmp_path: Path) -> None:
    """Jobs take a quarter of the bus at 20 MB/s of jobs: 75 MB/s are left to play. Beside 30 MB/s, 70 % of the bus carry 56 MB/s of jobs."""
    scenario = write(tmp_path, together(JOBS, PLAY, SHARED), WINDOW)
    told = json.loads(isochron("explain", scenario, "--json").stdout)
    [point] = told["points"]
    limits = {bound["metric"]: bound["limit"] for bound in point["bounds"] if bound["resource"] == "bus"}
    assert limits == {"throughput": pytest.approx(56e6), "play.bandwidth": pytest.approx(75e6)}


def test_reference_mode_delivers_the_same(tmp_path: Path) -> None:
    for name, more, measure in (("window", {}, WINDOW), ("done", {"runs": "until_done"}, {"seed": 1})):
        scenario = write(tmp_path / name, together(JOBS, PLAY, SHARED, **more), measure)
        fast, reference = run(scenario), run(scenario, "--set", "bus_model=reference")
        assert fast["provenance"]["fingerprint"] == reference["provenance"]["fingerprint"]
        assert fast["metrics"] == reference["metrics"]
        assert fast["components"] == reference["components"]


def test_work_that_takes_all_it_can_get_comes_with_a_warning(tmp_path: Path) -> None:
    """Nobody can say what jobs that are all asked for at the start leave to others: the bound of play is that of the whole bus."""
    at_start = {**JOBS, "jobs": [{key: value for key, value in JOBS["jobs"][0].items() if key not in ("arrivals", "interval")}]}
    scenario = write(tmp_path, together(at_start, PLAY, SHARED), WINDOW)
    told = isochron("explain", scenario, "--json")
    limits = {bound["metric"]: bound["limit"] for bound in json.loads(told.stdout)["points"][0]["bounds"] if bound["resource"] == "bus"}
    assert limits["play.bandwidth"] == pytest.approx(100e6)
    assert "work that is measured by `throughput` takes all it can get" in told.stderr
    assert isochron("run", scenario, "--strict", "--quiet").returncode == 2


def test_traffic_without_end_stops_when_the_jobs_are_done(tmp_path: Path) -> None:
    machine = together(JOBS, PLAY, SHARED, runs="until_done")
    result = run(write(tmp_path, machine, {"seed": 1}))
    # The last of 40 jobs is asked for at 78 ms, and has at least 0.5 ms of the bus.
    assert 78.5e-3 <= mean(result, "completion_time") <= 80e-3
    assert mean(result, "play.bandwidth") == pytest.approx(30e6, rel=0.02)


def test_a_rebuild_beside_streams(tmp_path: Path) -> None:
    """A copy of 6 MB, asked for at the start, takes what streams leave of the bus, and is done when 70 MB/s have brought it."""
    rebuild = {
        "parts": {"old": {"type": "bus_source"}, "new": {"type": "bus_sink", "rate": "unlimited", "buffers": 64}},
        "traffic": [{"name": "rebuild", "from": "old", "to": "new", "arrivals": "at_start", "ios": 200, "io": "30000 B", "message": "30000 B"}],
    }
    shared = bus("bus", [("camera.out", "bus.device[0]"), ("old.out", "bus.device[1]"), ("bus.window[0]", "screen.in"), ("bus.window[1]", "new.in")])
    result = run(write(tmp_path, together(PLAY, rebuild, shared), {"warm_up": "0 s", "duration": "100 ms", "seed": 1}))
    assert mean(result, "play.bandwidth") == pytest.approx(30e6, rel=1e-6)
    assert mean(result, "rebuild.bandwidth") == pytest.approx(200 * 30_000 / 100e-3, rel=1e-6)


def test_a_machine_whose_work_never_ends_is_refused(tmp_path: Path) -> None:
    machine = together(PLAY, PLAY_BUS, runs="until_done")
    require_told(isochron("run", write(tmp_path, machine, {"seed": 1})), "has no `ios`: the machine would never be done")
