# SPDX-License-Identifier: Apache-2.0
"""Sweeps: the same table whoever simulates and however often it was stopped."""

from __future__ import annotations

import json
import os
import random
import resource
import shlex
import signal
import subprocess
import threading
import time
from dataclasses import replace
from pathlib import Path

import pandas
import pytest
from explore import SHARED_BUS, explore, quick, refused, runner, settings, words
from patience import PATIENCE, children_of, command_line_of, handles, is_gone, wait_for
from support import LONG, ROOT, isochron

from isochron import sweep as sweep_frame
from isochron.errors import ReportError, SimulationError
from isochron.explore.sweeps import simulate
from isochron.results import executors, tasks
from isochron.scenario import Scenario
from isochron.units import settings_alike, stored, unit_of

QUICK = ("--set", "strands=8", "--replications", "1")


def test_a_row_a_point_with_every_metric(tmp_path):
    frame = sweep_frame(quick(), {"nodes": "2..4", "io_write": ["20 MB/s", "38.9 MB/s"]}, runner=runner(tmp_path))
    assert list(frame["nodes"]) == [2, 2, 3, 3, 4, 4]
    assert list(frame["io_write"]) == [2e7, 3.89e7] * 3
    assert set(frame["state"]) == {"done"}
    done = isochron("run", SHARED_BUS, "--json", "-", "--quiet", "--replications", "1", "--set=strands=8", "--set=nodes=3", "--set=io_write=38.9MB/s")
    for name, metric in json.loads(done.stdout)["metrics"].items():
        assert frame[name][3] == metric["mean"], name
        assert frame.attrs["units"][name] == metric["unit"]


def test_a_point_that_fails_is_recorded_and_the_rest_goes_on(tmp_path):
    done = explore("sweep", SHARED_BUS, *QUICK, "--vary", "nodes=0..2", "--out", "swept", folder=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "cannot be 0" in done.stdout
    frame = pandas.read_csv(tmp_path / "swept/sweep.csv")
    assert list(frame["state"]) == ["failed", "done", "done"]
    assert "cannot be 0" in frame["message"][0]
    document = json.loads((tmp_path / "swept/sweep.json").read_text())
    assert [p["state"] for p in document["points"]] == ["failed", "done", "done"]
    result = json.loads((tmp_path / "swept" / document["points"][1]["result"]).read_text())
    assert result["metrics"]["throughput"]["mean"] == frame["throughput"][1]
    assert pandas.read_parquet(tmp_path / "swept/sweep.parquet").attrs["units"]["throughput"] == "B/s"
    assert (tmp_path / "swept/throughput.png").stat().st_size > 5000


def test_what_the_scenario_varies_itself_stands_in_its_middle(tmp_path):
    swept = simulate(quick(), {"io_write": ["20 MB/s"]}, runner=runner(tmp_path))
    assert swept.pinned == {"nodes": "8"}
    assert swept.first().parameter("nodes") == 8


def test_an_instance_that_the_scenario_varies_stands_in_its_middle_too(tmp_path):
    scenario = Scenario.load(ROOT / "scenarios/cosim/cluster_dma_kinds.yaml")
    pinned, chosen = runner(tmp_path).simulator.pinned(scenario)
    assert chosen == {"instances.node[0].raid[1].dma[0].impl": "tlm"}
    assert runner(tmp_path).simulator.explain(pinned)["varied"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--vary", "nods=1..2"], ["nods", "Did you mean `nodes`"]),
        (["--vary", "io_write=20MB/s..40MB/s"], ["needs a step"]),
        (["--vary", "io_write=20..40"], ["io_write", "unit"]),
        (["--vary", "nodes=3..1"], ["empty range"]),
        (["--vary", "nodes=1..2", "--design", "random"], ["grid, list, lhs"]),
        (["--vary", "nodes=1..2", "--design", "lhs"], ["--points"]),
        (["--vary", "nodes=1..2", "--set", "nodes"], ["path=value"]),
        (["--vary", "nodes=1..2", "--metric", "thruput"], ["thruput"]),
        (["--vary", "nodes=1..2", "--dask", "tcp://127.0.0.1:1"], ["no Dask scheduler answers"]),
        (["--vary", "nodes=1..2", "--jobs", "1", "--dask", "tcp://127.0.0.1:1"], ["do not go together"]),
    ],
)
def test_bad_input_is_one_message(tmp_path, arguments, said):
    # Dask keeps trying to reach a scheduler for this long.
    soon = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    refused(explore("sweep", SHARED_BUS, *QUICK, *arguments, folder=tmp_path, **soon), *said)


def test_a_scenario_that_is_none(tmp_path):
    refused(explore("sweep", "nosuch.yaml", "--vary", "nodes=1..2", folder=tmp_path), "nosuch.yaml", "isochron list", code=4)
    (tmp_path / "broken.yaml").write_text("system: [")
    refused(explore("sweep", "broken.yaml", "--vary", "nodes=1..2", folder=tmp_path), "broken.yaml")


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    done = explore("sweep", SHARED_BUS, *QUICK, "--vary", "nodes=1..2", "--out", "file/sweep", folder=tmp_path)
    refused(done, "file/sweep", code=4)


def test_without_a_command(tmp_path):
    refused(explore("sweep", SHARED_BUS, "--vary", "nodes=1..2", folder=tmp_path, ISOCHRON_COMMAND="/nosuch"), "/nosuch")


def _rows(cache: Path) -> dict[str, int]:
    """The recorded outcomes with their inodes: a file that was written again has another."""
    return {path.name: path.stat().st_ino for path in cache.glob("*/*.json")}


def test_a_sweep_killed_at_random_moments_loses_and_repeats_nothing(tmp_path):
    """A kill is a kill: six in 300 points, and twenty in 1000 in the long form."""
    strands, kills = (100, 20) if LONG else (30, 6)
    points = 10 * strands
    grid = ("--vary", "nodes=1..10", "--vary", f"strands=1..{strands}", "--replications", "1", "--quiet", "--out", "swept")
    command = words("sweep", SHARED_BUS, *grid)
    environment = settings(tmp_path, OPENBLAS_NUM_THREADS="1")
    chance = random.Random(20261122)
    cache = tmp_path / "cache"
    recorded: dict[str, int] = {}
    for round_ in range(kills):
        process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # A random moment of the work: after so many more points. Loading Python is none.
        goal = len(recorded) + chance.randint(1, 45)
        wait_for(lambda process=process, goal=goal: process.poll() is not None or len(list(cache.glob("*/*.json"))) >= goal)
        process.send_signal(signal.SIGKILL)
        process.wait()
        now = _rows(cache)
        assert recorded.items() <= now.items(), f"round {round_}: a recorded point is gone or was written again"
        assert len(now) >= goal
        recorded = now
    assert len(recorded) < points
    last = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert last.returncode == 0, last.stderr
    assert recorded.items() <= _rows(cache).items()
    assert len(_rows(cache)) == points
    frame = pandas.read_csv(tmp_path / "swept/sweep.csv")
    assert len(frame) == points and set(frame["state"]) == {"done"}
    assert frame.groupby("nodes")["strands"].apply(sorted).map(lambda s: s == list(range(1, strands + 1))).all()


def test_no_simulation_outlives_a_sweep_that_was_killed(tmp_path):
    long = ("--set", "strands=1000000", "--replications", "50")
    process = subprocess.Popen(words("sweep", SHARED_BUS, "--vary", "nodes=1..2", *long, "--quiet"), cwd=tmp_path, env=settings(tmp_path))
    children = Path(f"/proc/{process.pid}")
    running = wait_for(lambda: _simulators(process.pid))
    assert children.exists()
    process.kill()
    process.wait()
    wait_for(lambda: all(is_gone(pid) for pid in running))


def test_no_simulation_outlives_sweeps_killed_at_any_moment(tmp_path):
    """Killed while it starts simulations, too: of no moment does anything go on. The marker is in the command line of all of them."""
    chance = random.Random(20261123)
    for round_ in range(6):
        marker = f"strands={900_000 + round_}"
        command = words("sweep", SHARED_BUS, "--vary", "nodes=1..30", "--set", marker, "--replications", "50", "--quiet", "--jobs", "4")
        process = subprocess.Popen(command, cwd=tmp_path, env=settings(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda process=process, marker=marker: len(_with(marker)) >= 2 or process.poll() is not None)
        # A moment drawn at random, of which nothing is expected.
        time.sleep(chance.uniform(0, 0.2))
        process.kill()
        process.wait()
        wait_for(lambda marker=marker: not _with(marker))


def _with(word: str) -> list[int]:
    """Processes that have a word in their command lines."""
    return [pid for pid in map(int, filter(str.isdecimal, os.listdir("/proc"))) if word.encode() in command_line_of(pid)]


def _simulators(parent: int) -> list[int]:
    """Child processes of `parent` that run a scenario. Any child may end while it is looked at."""
    return [pid for pid in children_of(parent) if b"run\0" in command_line_of(pid)]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda s: s.name)
def test_interrupted(tmp_path, stop):
    """Ctrl-C, or what ends a service: the same exit code as that of the simulator, and nothing goes on."""
    long = ("--set", "strands=1000000", "--replications", "50")
    process = subprocess.Popen(words("sweep", SHARED_BUS, "--vary", "nodes=1..2", *long), cwd=tmp_path, env=settings(tmp_path), stderr=subprocess.PIPE, text=True)  # fmt: skip
    running = wait_for(lambda: _simulators(process.pid))
    process.send_signal(stop)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said.endswith("interrupted; what is simulated is kept, the same command goes on from there\n") and "Traceback" not in said
    wait_for(lambda: all(is_gone(pid) for pid in running))


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
def test_interrupted_before_it_has_begun(tmp_path, stop):
    """As soon as it has said what it does with the signal, though it still loads what it needs."""
    process = subprocess.Popen(words("sweep", SHARED_BUS, "--vary", "nodes=1..2", "--set", "strands=1000000"), cwd=tmp_path, env=settings(tmp_path), stderr=subprocess.PIPE, text=True)  # fmt: skip
    # Python's own handler of SIGINT comes before ours.
    wait_for(lambda: handles(process.pid, signal.SIGTERM) or process.poll() is not None)
    process.send_signal(stop)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in said, said


def test_a_reader_that_goes_is_no_error(tmp_path):
    """As `head`: nothing is said of it, and the files are written all the same."""
    reading, writing = os.pipe()
    os.close(reading)
    asked = words("sweep", SHARED_BUS, *QUICK, "--vary", "nodes=1..2", "--out", "swept")
    done = subprocess.run(asked, stdout=writing, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=settings(tmp_path), timeout=PATIENCE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "swept/throughput.png").exists() and (tmp_path / "swept/sweep.json").exists()


@pytest.mark.parametrize(("redirection", "cause"), [(">&-", "it is closed"), (">/dev/full", "No space left on device")])
def test_output_that_cannot_be_written(tmp_path, redirection, cause):
    line = f"{shlex.join(words('sweep', '--help'))} {redirection}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=tmp_path, env=settings(tmp_path), timeout=PATIENCE, check=False)
    refused(done, "standard output", cause, code=4)
    assert len(done.stderr.splitlines()) == 1


def test_a_cache_that_cannot_be_written_is_told_before_anything_is_simulated(tmp_path):
    """Without $ISOCHRON_CACHE it is in the home folder."""
    home = {"HOME": "/dev/null/home", "XDG_CACHE_HOME": "", "ISOCHRON_CACHE": ""}
    done = explore("sweep", SHARED_BUS, "--vary", "nodes=1..2", "--set", "strands=1000000", "--replications", "50", folder=tmp_path, **home)
    refused(done, "/dev/null/home", "--cache", code=4)
    assert len(done.stderr.splitlines()) == 1


def test_the_number_of_simulations_at_a_time_changes_nothing(tmp_path):
    frames = [simulate(quick(), {"nodes": "1..6"}, runner=runner(tmp_path / str(slots), slots)).frame() for slots in (1, 3)]
    assert frames[0].to_csv() == frames[1].to_csv()


def test_a_simulator_that_is_killed_is_started_again(tmp_path):
    work = runner(tmp_path, 1)
    began = []

    def started(process):
        began.append(process)
        if len(began) == 1:
            process.kill()

    task = tasks.Task.of(quick(), work.simulator)
    assert tasks.evaluate(task, started).done
    assert len(began) == 2
    always = tasks.evaluate(task, lambda process: process.kill())
    assert (always.exit_code, always.repeatable) == (5, False) and "SIGKILL" in always.message


def test_another_build_on_a_worker_is_refused(tmp_path):
    task = replace(tasks.Task.of(quick(), runner(tmp_path).simulator), identity="0" * 64)
    outcome = tasks.evaluate(task)
    assert not outcome.done and not outcome.repeatable and "another build" in outcome.message


def test_nothing_to_vary(tmp_path):
    with pytest.raises(ReportError, match="nothing to vary"):
        simulate(quick(), {}, runner=runner(tmp_path))


def test_every_point_may_fail(tmp_path):
    swept = simulate(quick(), {"nodes": "1..3", "disks_per_node": ["1"]}, runner=runner(tmp_path))
    assert not swept.failed
    with pytest.raises(SimulationError):
        simulate(quick(), {"nodes": ["256", "257"]}, runner=runner(tmp_path))


def test_overhead_of_a_point(tmp_path):
    """A point of a sweep against the bare simulator, both measured here, on this machine, now: a ratio of processor time. It is 1.6 to
    2.1; libraries loaded for each point would make it about ten."""
    count = 60

    def spent() -> float:
        usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(u.ru_utime + u.ru_stime for u in usage)

    began = spent()
    for strands in range(1, count + 1):
        isochron("run", SHARED_BUS, "--quiet", "--json", "-", "--replications", "1", "--jobs", "1", "--set", f"strands={strands}", "--set", "nodes=8")
    bare = (spent() - began) / count
    work = runner(tmp_path)
    began = spent()
    simulate(quick(), {"strands": f"1..{count}"}, runner=work).write(tmp_path / "swept")
    swept = (spent() - began) / count
    assert swept < 4 * bare, f"bare {bare * 1e3:.1f} ms, in a sweep {swept * 1e3:.1f} ms a point"


def test_every_slot_simulates_all_the_time(tmp_path, monkeypatch):
    """No simulation ends before as many have begun as there are slots: an executor that leaves a slot empty would wait for ever."""
    slots, met = 2, []
    together = threading.Barrier(slots)

    def waiting(task, started):
        met.append(together.wait(timeout=PATIENCE))
        return tasks.Outcome(message="none", exit_code=3, repeatable=False)

    monkeypatch.setattr(executors, "evaluate", waiting)
    scenario = quick(nodes=8)
    outcomes = list(runner(tmp_path, slots).outcomes([scenario.with_(strands=300 + i) for i in range(100)], "busy"))
    assert len(outcomes) == len(met) == 100


def test_a_second_sweep_leaves_no_pictures_of_other_metrics(tmp_path):
    """But whatever else lies in the folder."""
    asked = ("sweep", SHARED_BUS, *QUICK, "--vary", "nodes=1..2", "--out", "swept")
    assert explore(*asked, "--metric", "throughput", "--metric", "delay", folder=tmp_path).returncode == 0
    (tmp_path / "swept/mine.png").write_bytes(b"a picture")
    assert {path.name for path in (tmp_path / "swept").glob("*.png")} == {"throughput.png", "delay.png", "mine.png"}
    assert explore(*asked, "--metric", "disk.utilisation", folder=tmp_path).returncode == 0
    assert {path.name for path in (tmp_path / "swept").glob("*.png")} == {"disk.utilisation.png", "mine.png"}
    (tmp_path / "swept/sweep.json").write_text('{"units": {"../../outside": "1", "mine": "1"}}')
    (tmp_path / "outside.png").write_bytes(b"a picture")
    assert explore(*asked, "--metric", "delay", folder=tmp_path / "").returncode == 0
    assert (tmp_path / "outside.png").exists()


def test_two_sweeps_do_not_share_a_folder(tmp_path):
    """The second is refused before it simulates. The same one again replaces its results, and without --out another one does too."""
    asked = ("sweep", SHARED_BUS, *QUICK, "--vary")
    assert explore(*asked, "nodes=1..2", "--out", "swept", folder=tmp_path).returncode == 0
    files = {path: path.read_bytes() for path in (tmp_path / "swept").rglob("*") if path.is_file()}
    known = len(list((tmp_path / "cache").rglob("*.json")))
    refused(explore(*asked, "nodes=3..4", "--out", "swept", folder=tmp_path), "swept: there is another sweep", "over nodes", "--out")
    assert {path: path.read_bytes() for path in files} == files and len(list((tmp_path / "cache").rglob("*.json"))) == known
    assert explore(*asked, "nodes=1..2", "--out", "swept", folder=tmp_path).returncode == 0
    for nodes in ("1..3", "2..3"):
        assert explore(*asked, f"nodes={nodes}", folder=tmp_path).returncode == 0
    assert len(list((tmp_path / "out/sweep/shared_bus_read/results").iterdir())) == 2
    other = simulate(quick(), {"nodes": "3..4"}, runner=runner(tmp_path))
    with pytest.raises(ReportError, match="there is another sweep"):
        other.write(tmp_path / "swept")


def test_values_in_one_unit_are_exact():
    assert settings_alike((9 * 10**8, 10**9, 11 * 10**8), "B/s", "1 Gb/s") == ["0.9 Gb/s", "1 Gb/s", "1.1 Gb/s"]
    assert settings_alike((152064, 168960, 185856), "B", "165 KiB") == ["148.5 KiB", "165 KiB", "181.5 KiB"]
    assert settings_alike((117965, 131072, 144179), "B", "128 KiB") == ["117965 B", "131072 B", "144179 B"]
    assert settings_alike((0, 1, 2), "1", "1") == ["0", "1", "2"]


@pytest.mark.parametrize("text", ["1 Gb/s", "7.77 MB/s", "12 kB/s", "165 KiB", "3 B", "8.4 ms", "22.5 ns", "33 MHz", "12.5 %"])
def test_the_simulator_reads_them_as_they_are(text, tmp_path):
    """Down, as it is and up, of a parameter of each kind."""
    kinds = {"b/s": "data_rate", "B/s": "data_rate", "B": "size", "s": "duration", "Hz": "frequency", "%": "fraction"}
    kind = next(kind for end, kind in kinds.items() if text.endswith(end))
    (tmp_path / "m.yaml").write_text(f"machine: m\nparameters:\n  it: {{type: {kind}, default: {text}}}\nparts:\n  s: {{type: source}}\n  d: {{type: sink}}\nconnect:\n  - {{from: s.out, to: d.in, link: {{type: serial_link, name: l}}}}\ntraffic:\n  - {{name: t, from: s, to: d, rate: 1 MB/s, io: 4 KiB, message: 1 KiB}}\n")
    (tmp_path / "s.yaml").write_text("system: m\n")

    def explained(*options):
        done = isochron("explain", tmp_path / "s.yaml", "--json", *options)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["parameters"][0]

    one = explained()
    unit = unit_of(one)
    whole = stored(one["value"], unit)
    wholes = (whole - max(1, round(whole / 10)), whole, whole + max(1, round(whole / 10)))
    texts = settings_alike(wholes, unit, one["text"])
    assert len({words.partition(" ")[2] for words in texts}) == 1
    assert [stored(explained("--set", f"it={words}")["value"], unit) for words in texts] == list(wholes)


def test_a_scenario_that_ships_has_a_name(tmp_path: Path) -> None:
    """As its path; where two are called so, the message has both."""
    for name in ("two_buses", "own/two_buses"):
        done = explore("sweep", name, "--vary", "load=10MB/s", "--set", "measure.duration=1ms", "--set", "measure.warm_up=0ms", folder=tmp_path)
        assert done.returncode == 0 and "1 point of two_buses" in done.stdout.replace("points", "point"), done.stderr
    refused(explore("sweep", "evening", "--vary", "ports=4", folder=tmp_path), "several scenarios are called `evening`; name one by its path", "own/evening.yaml")
    refused(explore("sweep", "two_busses", "--vary", "load=10MB/s", folder=tmp_path), "No such file", code=4)
