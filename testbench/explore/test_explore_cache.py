# SPDX-License-Identifier: Apache-2.0
"""The cache: what is in it is right, or simulated again."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from explore import quick, runner
from hypothesis import given
from hypothesis import strategies as st
from patience import children_of, handles

from isochron.errors import SimulationError
from isochron.files import atomic
from isochron.files.atomic import write_bytes
from isochron.results.cache import Cache
from isochron.results.executors import LocalExecutor
from isochron.results.runner import Runner
from isochron.results.simulator import Simulator
from isochron.results.tasks import ATTEMPTS, Outcome, Task


def _outcome(title: str = "") -> Outcome:
    """A result that measured nothing."""
    empty = {"schema": "isochron.result/1", "scenario": "s", "title": title, "system": "m", "negative_control": False, "seed": 1, "replications": 1}
    empty |= {"confidence": 0.9, "simulated_s": 1, "warm_up_s": 0, "warnings": [], "published": []}
    empty |= {one: {} for one in ("parameters", "instances", "metrics", "flows", "components", "components_half_width", "component_units", "histograms", "series")}
    counts = ("events", "kernel_notifications", "deltas", "messages", "peak_rss_bytes")
    quotients = ("wall_s", "cpu_s", "events_per_message", "kernel_notifications_per_message", "deltas_per_message", "wall_per_simulated_s", "cpu_per_simulated_s")
    empty["performance"] = dict.fromkeys((*counts, *quotients), 0)
    empty["provenance"] = {"version": "1", "git": "", "scenario_sha256": "0" * 64, "fingerprint": "0" * 16}
    return Outcome(text=json.dumps(empty))


KEY, OTHER = "ab" + "0" * 62, "ab" + "1" * 62


@given(text=st.text(), message=st.text(), code=st.sampled_from([2, 3]))
def test_outcomes_come_back_as_they_were(tmp_path_factory, text, message, code):
    cache = Cache(tmp_path_factory.mktemp("cache"))
    inputs = ((__file__, hashlib.sha256(Path(__file__).read_bytes()).hexdigest()), ("/nowhere", None))
    done, failed = replace(_outcome(text), inputs=inputs), Outcome(message=message, exit_code=code)
    cache.store("a" * 64, done)
    cache.store("b" * 64, failed)
    assert cache.find("a" * 64) == done
    assert cache.find("b" * 64) == failed
    assert cache.find("c" * 64) is None


@pytest.mark.parametrize("damage", [lambda c: c[:-1], lambda c: c[: len(c) // 2] + b"x" + c[len(c) // 2 + 1 :], lambda c: b""])
def test_a_damaged_file_is_put_aside_and_its_point_simulated_again(tmp_path, damage):
    work = runner(tmp_path)
    scenario = quick(nodes=2)
    first = work.run(scenario)
    [path] = work.cache.paths(Task.of(scenario, work.simulator).key)
    path.write_bytes(damage(path.read_bytes()))
    again = work.run(scenario)
    assert work.simulations == 2
    assert again.metrics == first.metrics
    assert [p.suffix for p in work.cache.damaged] == [".damaged"]
    assert work.run(scenario).metrics == first.metrics and work.simulations == 2


def test_a_failure_that_would_repeat_is_kept_and_one_that_would_not_is_not(tmp_path):
    work = runner(tmp_path)
    for _ in range(2):
        with pytest.raises(SimulationError, match="Valid: 1 to 255"):
            work.run(quick(nodes=0))
    assert work.simulations == 1
    work.cache.store("d" * 64, Outcome(message="killed", exit_code=3, repeatable=False))
    assert work.cache.find("d" * 64) is None


def test_a_result_is_of_its_build_scenario_and_settings(tmp_path):
    simulator = runner(tmp_path).simulator
    keys = {Task.of(s, simulator).key for s in (quick(), quick(nodes=2), quick(**{"measure.seed": 2}))}
    assert len(keys) == 3
    changed = tmp_path / "gennart/shared_bus_read.yaml"
    changed.parent.mkdir()
    changed.write_bytes(quick().path.read_bytes() + b"# another\n")
    other = type(quick())(changed, quick().settings)
    assert Task.of(other, simulator).key not in keys


def test_what_becomes_of_a_simulation_that_the_computer_ends(tmp_path):
    """A simulating process is killed, each time that it is tried: it says so, and nothing is kept of it."""
    work = runner(tmp_path)
    scenario = quick(nodes=2, strands=1_000_000)
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        while not over.is_set():
            for simulator in children_of(os.getpid()):
                for child in children_of(simulator):
                    if not handles(child, signal.SIGTERM) and child not in killed:
                        killed.append(child)
                        os.kill(child, signal.SIGKILL)
            over.wait(0.005)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(SimulationError, match="the simulating process was killed, as Linux does when memory runs out") as error:
        work.run(scenario)
    over.set()
    killer.join()
    assert error.value.exit_code == 5 and len(killed) == ATTEMPTS
    assert not work.cache.paths(Task.of(scenario, work.simulator).key) and not list((tmp_path / "cache").rglob("*.json"))


@pytest.mark.parametrize("code", [2, 3, 4, 5, 126, 130])
def test_what_is_kept_follows_from_input_or_model(tmp_path, code):
    command = tmp_path / "isochron"
    listed = """while test $# -gt 0; do test "$1" != --inputs || echo '{"files": []}' >"$2"; shift; done"""
    command.write_text(f"#!/bin/sh\n{listed}\necho once >>{tmp_path}/tried\necho 'm.yaml: it failed. Do this.' >&2\nexit {code}\n")
    command.chmod(0o755)
    work = Runner(Simulator.find(command), cache=Cache(tmp_path / "cache"), executor=LocalExecutor(1), quiet=True)
    for _ in range(2):
        with pytest.raises(SimulationError, match="it failed") as error:
            work.run(quick(nodes=2))
        assert error.value.exit_code == code
    kept = code in (2, 3)
    assert work.simulations == (1 if kept else 2)
    assert len((tmp_path / "tried").read_text().split()) == (1 if kept else 2 * ATTEMPTS if code == 5 else 2)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk takes root")
def test_a_full_disk_loses_nothing(tmp_path):
    disk = tmp_path / "cache"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk], capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(mounted.stderr)
    try:
        work = runner(tmp_path)
        with pytest.raises(OSError, match="No space left"):
            for nodes in range(1, 30):
                work.run(quick(nodes=nodes))
        kept = sorted(disk.glob("*/*.json"))
        assert kept and not list(disk.glob("*/*.partial"))
        before = work.simulations
        assert work.run(quick(nodes=1)) and work.simulations == before
    finally:
        subprocess.run(["umount", disk], check=True)


def _a_folder(path):
    path.mkdir(parents=True)
    (path / "in it").touch()


def _a_dangling_link(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to("nowhere")


def _a_link_to_itself(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(path.name)


def _a_pipe(path):
    """A pipe: a program that opens it waits for a writer."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)


def _without_end(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to("/dev/zero")


def _as_large_as_a_disk(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.truncate(2**40)


@pytest.mark.parametrize("bad", [_a_folder, _a_dangling_link, _a_link_to_itself, _a_pipe, _without_end, _as_large_as_a_disk])
def test_what_is_no_file_is_one_bad_entry(tmp_path, bad):
    """In an entry's place, with the very name that it will have, and in the place of its folder."""
    cache = Cache(tmp_path / "cache")
    cache.store(KEY, _outcome())
    [place] = cache.paths(KEY)
    place.unlink()
    bad(place)
    assert cache.find(KEY) is None and [path.suffix for path in cache.damaged] == [".damaged"]
    cache.store(KEY, _outcome())
    assert cache.find(KEY) == _outcome() and len(cache.damaged) == 1
    shutil.rmtree(tmp_path / "cache")
    if bad is not _a_folder:
        (tmp_path / "cache").mkdir()
        bad(tmp_path / "cache" / KEY[:2])
        assert cache.find(KEY) is None
        cache.store(KEY, _outcome())
        assert cache.find(KEY) == _outcome() and len(cache.damaged) == 2


def test_an_entry_of_another_key_is_not_taken(tmp_path):
    cache = Cache(tmp_path)
    cache.store(KEY, _outcome("of another"))
    [place] = cache.paths(KEY)
    copied = place.with_name(place.name.replace(KEY, OTHER))
    shutil.copy(place, copied)
    assert cache.find(OTHER) is None and not copied.exists() and len(cache.damaged) == 1
    assert cache.find(KEY) == _outcome("of another")


def test_two_programs_may_put_the_same_entry_aside(tmp_path):
    for round_ in range(20):
        caches = [Cache(tmp_path / str(round_)) for _ in range(4)]
        caches[0].store(KEY, _outcome())
        [place] = caches[0].paths(KEY)
        place.write_bytes(b"spoilt")
        found: list[object] = []
        together = threading.Barrier(len(caches))

        def look(cache, together=together, found=found):
            together.wait()
            found.append(cache.find(KEY))

        threads = [threading.Thread(target=look, args=[cache]) for cache in caches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [None] * len(caches), "one of them ended with an error"
        assert sum(len(cache.damaged) for cache in caches) == 1 == len(list(place.parent.glob("*.damaged")))


def test_what_a_killed_run_left_half_written_is_removed_and_nothing_else(tmp_path):
    script = "import os, isochron.files.atomic as a; a.os.replace = lambda *_: os.kill(os.getpid(), 9); a.write_bytes(a.Path(__import__('sys').argv[1]), b'x')"
    cache = Cache(tmp_path)
    cache.store(KEY, _outcome())
    [place] = cache.paths(KEY)
    assert subprocess.run([sys.executable, "-c", script, str(place.with_name("new.json"))], check=False).returncode == -9
    [left] = place.parent.glob(".*.partial")
    of_a_living = place.with_name(left.name.replace(left.name.split(".")[-3], "1"))
    of_another_machine = place.with_name(left.name.replace(left.name.split(".")[-4], "elsewhere"))
    stranger = place.with_name(".notes.partial")
    for path in (of_a_living, of_another_machine, stranger):
        path.touch()
    assert Cache(tmp_path).find(KEY) == _outcome()
    assert sorted(place.parent.iterdir()) == sorted([place, of_a_living, of_another_machine, stranger])
    atomic.tidy(tmp_path / "nowhere")


def test_nothing_is_left_of_a_file_that_could_not_be_written(tmp_path):
    path = tmp_path / "folder/file.json"
    assert write_bytes(path, b"old").read_bytes() == b"old"
    with pytest.raises(TypeError):
        write_bytes(path, None)  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [p.name for p in path.parent.iterdir()] == ["file.json"]
