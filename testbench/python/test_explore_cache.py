# SPDX-License-Identifier: Apache-2.0
"""The cache: what is in it is right, or simulated again."""

from __future__ import annotations

import os
import subprocess

import pytest
from explore import quick, runner
from hypothesis import given
from hypothesis import strategies as st
from isochron.atomic import write_bytes
from isochron.cache import Cache
from isochron.errors import SimulationError
from isochron.tasks import Outcome, Task


@given(text=st.text(), message=st.text(), code=st.sampled_from([2, 3]))
def test_outcomes_come_back_as_they_were(tmp_path_factory, text, message, code):
    cache = Cache(tmp_path_factory.mktemp("cache"))
    done, failed = Outcome(text="{" + text.replace("\r", "")), Outcome(message=message, exit_code=code)
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


def test_nothing_is_left_of_a_file_that_could_not_be_written(tmp_path):
    path = tmp_path / "folder/file.json"
    assert write_bytes(path, b"old").read_bytes() == b"old"
    with pytest.raises(TypeError):
        write_bytes(path, None)  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [p.name for p in path.parent.iterdir()] == ["file.json"]
