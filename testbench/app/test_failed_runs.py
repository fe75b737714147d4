# SPDX-License-Identifier: Apache-2.0
"""A run that fails says when and why, and leaves what happened until then; one that is for its trace alone ends with its window."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from support import ROOT, isochron
from switch_oracle import World
from test_random_machine_files import STUCK, instant
from waves import read_vcd

# All wait in the end: whoever is not in the cycle, for it.
RING = STUCK.replace("machine: stuck", "machine: ring")
RING = "\n".join(line for line in RING.splitlines() if not re.search(r"^  p:|^  q:|from: p", line)) + "\n"
WINDOWS = {"31 us": "warm_up: 0 s, duration: 31 us", "10 ms first": "warm_up: 10 ms, duration: 5 ms", "50 ms first": "warm_up: 50 ms, duration: 1 ms", "1 s": "warm_up: 0 s, duration: 1 s"}


def ring(folder: Path, measure: str = WINDOWS["31 us"], replications: int = 1, text: str = RING) -> Path:
    (folder / "ring.yaml").write_text(text)
    (folder / "run.yaml").write_text(f"system: ./ring.yaml\nmeasure: {{{measure}, replications: {replications}}}\n")
    return folder / "run.yaml"


@pytest.mark.parametrize("buffers", [1, 2, 3])
def test_a_deadlock_is_at_the_last_movement(buffers: int, tmp_path: Path) -> None:
    """Whatever the window is; the truth is the second simulation's."""
    text = RING.replace('"x[3]": {type: switch, inputs: 2, outputs: 2}', f'"x[3]": {{type: switch, inputs: 2, outputs: 2, buffers: {buffers}}}').replace("outstanding: 4", "outstanding: 16")
    second = World(yaml.safe_load(text))
    second.run(10**12)
    assert second.stands_still()
    [at] = second.cycles()
    for window, measure in WINDOWS.items():
        if buffers > 1 and window == "31 us":
            continue
        for model in ("fast", "reference"):
            done = isochron("run", ring(tmp_path, measure, text=text), "--quiet", "--set", f"bus_model={model}")
            assert done.returncode == 3 and instant(done.stderr) == at, f"{window} {done.stderr}"


def test_the_cycle_comes_first(tmp_path: Path) -> None:
    text = RING.replace("outstanding: 4", "outstanding: 16")
    done = isochron("run", ring(tmp_path, text=text), "--quiet")
    waits = [re.fullmatch(r"  (\S+) waits for a buffer of (\S+) since 0\.000008 s", line) for line in done.stderr.splitlines()[1:4]]
    assert all(waits), done.stderr
    names = [(one[1], one[2]) for one in waits if one]
    assert [to for _, to in names] == [names[1][0], names[2][0], names[0][0]], done.stderr
    assert "These form a cycle. Others that wait:" in done.stderr.splitlines()[4]


@pytest.mark.parametrize("extension", ["vcd", "fst"])
def test_a_failed_run_leaves_its_evidence(extension: str, tmp_path: Path) -> None:
    second = World(yaml.safe_load(RING))
    second.run(10**12)
    [at] = second.cycles()
    wave = tmp_path / f"w.{extension}"
    done = isochron("run", ring(tmp_path, replications=3), "--quiet", "--trace", wave, "--record", tmp_path / "log.csv", "--json", tmp_path / "r.json", "--jobs", "2")
    if extension == "fst" and "this build cannot write FST" in done.stderr:
        return
    assert done.returncode == 3, done.stderr
    assert f"Written, with all up to then: {wave} and {wave.with_suffix('.gtkw')}, {tmp_path / 'log.csv'}" in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"ring.yaml", "run.yaml", wave.name, "w.gtkw", "log.csv"}
    lines = [line.split(",") for line in (tmp_path / "log.csv").read_text().splitlines()[1:]]
    # The last that happens is that a port asks for a buffer, in vain.
    assert int(lines[-1][0]) == at and lines[-1][2] == "REQUEST", lines[-1]
    ended = [line for line in lines if line[2] == "END"]
    assert sorted(int(line[0]) for line in ended) == sorted(one[0] for one in second.delivered)
    if extension == "vcd":
        changes = read_vcd(wave.read_text()).changes
        assert max(values[-1][0] for values in changes.values()) >= at
    as_json = isochron("run", tmp_path / "run.yaml", "--quiet", "--record", tmp_path / "log.csv", "--errors", "json")
    assert "log.csv" in json.loads(as_json.stderr)["error"] and as_json.returncode == 3


def test_nothing_is_left_of_a_trace_that_had_not_begun(tmp_path: Path) -> None:
    done = isochron("run", ring(tmp_path, WINDOWS["1 s"]), "--quiet", "--record", tmp_path / "log.csv", "--trace-from", "0.9 s")
    assert done.returncode == 3 and "Written" not in done.stderr and not (tmp_path / "log.csv").exists()


CLUSTER = ROOT / "scenarios/seachange/cluster.yaml"
WINDOW = ("--trace-from", "20ms", "--trace-to", "20.1ms")


def test_a_run_for_its_trace_alone_ends_with_the_window(tmp_path: Path) -> None:
    """The trace is that of a whole run; a run of an hour would not end here."""
    whole = ("--set", "measure.warm_up=1ms", "--set", "measure.duration=21ms", "--replications", "1", "--json", tmp_path / "r.json")
    assert isochron("run", CLUSTER, "--quiet", "--record", tmp_path / "whole.csv", *WINDOW, *whole).returncode == 0
    done = isochron("run", CLUSTER, "--set", "measure.duration=60min", "--record", tmp_path / "alone.csv", "--trace", tmp_path / "a.vcd", *WINDOW)
    assert done.returncode == 0 and done.stdout == "", done.stderr
    assert "stopped at --trace-to, without figures" in done.stderr
    assert (tmp_path / "alone.csv").read_text() == (tmp_path / "whole.csv").read_text()
    assert len((tmp_path / "whole.csv").read_text().splitlines()) > 100
    assert max(values[-1][0] for values in read_vcd((tmp_path / "a.vcd").read_text()).changes.values()) <= 20_100_000_000
    # A window to the end of the run takes nothing away.
    done = isochron("run", CLUSTER, "--quiet", "--record", tmp_path / "all.csv", "--trace-to", "22ms", *whole[:-2])
    assert done.returncode == 0 and "raid.bandwidth" in done.stdout


def test_a_run_until_done_ends_with_the_window_too(tmp_path: Path) -> None:
    done = isochron("run", "scenarios/gennart/shared_bus_read.yaml", "--record", tmp_path / "log.csv", "--trace-to", "200ms")
    assert done.returncode == 0 and done.stdout == "" and "stopped at --trace-to" in done.stderr
    times = [int(line.split(",")[0]) for line in (tmp_path / "log.csv").read_text().splitlines()[1:]]
    assert times and times[-1] <= 200 * 10**9


def test_a_changed_view_stays(tmp_path: Path) -> None:
    def run() -> str:
        done = isochron("run", CLUSTER, "--trace", tmp_path / "x.vcd", *WINDOW, "--trace-scope", "node[0].raid[0]")
        assert done.returncode == 0, done.stderr
        return done.stderr

    view = tmp_path / "x.gtkw"
    assert "edited" not in run()
    ours = view.read_bytes()
    assert "edited" not in run() and view.read_bytes() == ours and not (tmp_path / "x.new.gtkw").exists()
    for edit in (lambda text: text + b"[sst_width] 300\n", lambda text: text.replace(b"1600", b"1601"), lambda text: text.partition(b"\n")[2], lambda text: b"mine"):
        view.write_bytes(edit(ours))
        said = run()
        assert f"{tmp_path / 'x.new.gtkw'} ({view} has been edited and stays)" in said
        assert view.read_bytes() == edit(ours) and (tmp_path / "x.new.gtkw").read_bytes() == ours
    (tmp_path / "x.new.gtkw").write_bytes(ours + b"mine too")
    assert "x.new2.gtkw" in run() and (tmp_path / "x.new.gtkw").read_bytes() == ours + b"mine too"
