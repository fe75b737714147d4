# SPDX-License-Identifier: Apache-2.0
"""A Dask cluster gives the same tables as this machine alone, also when a worker dies."""

from __future__ import annotations

import os
import threading
import time

import pytest
from explore import SHARED_BUS, explore, quick, runner

from isochron.cache import Cache
from isochron.executors import DaskExecutor
from isochron.runner import Runner
from isochron.sweeps import simulate


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made


def test_the_same_bytes(cluster, tmp_path):
    there = explore("sweep", SHARED_BUS, "--vary", "nodes=0..5", "--set", "strands=8", "--replications", "2", "--dask", cluster.scheduler_address,
                    "--cache", tmp_path / "there", "--out", "there-out", folder=tmp_path)  # fmt: skip
    here = explore("sweep", SHARED_BUS, "--vary", "nodes=0..5", "--set", "strands=8", "--replications", "2", "--cache", tmp_path / "here",
                   "--out", "here-out", folder=tmp_path)  # fmt: skip
    assert (there.returncode, here.returncode) == (1, 1), there.stderr + here.stderr  # nodes=0 is refused
    for name in ("sweep.csv", "sweep.parquet", "sweep.json", "throughput.png"):
        assert (tmp_path / "there-out" / name).read_bytes() == (tmp_path / "here-out" / name).read_bytes(), name


def test_points_of_a_worker_that_dies_run_again(cluster, tmp_path):
    work = Runner(runner(tmp_path).simulator, cache=Cache(tmp_path / "cache"), executor=DaskExecutor(cluster.scheduler_address), quiet=True)
    victims = [worker.pid for worker in cluster.workers.values() if hasattr(worker, "pid") and worker.pid]
    assert victims
    killed = threading.Event()

    def kill() -> None:
        while not list((tmp_path / "cache").glob("*/*.json")):
            time.sleep(0.005)
        os.kill(victims[0], 9)
        killed.set()

    killer = threading.Thread(target=kill)
    killer.start()
    scenario = quick(**{"measure.replications": 10})
    there = simulate(scenario, {"strands": "20..79"}, runner=work).frame()
    killer.join()
    assert killed.is_set()
    here = simulate(scenario, {"strands": "20..79"}, runner=runner(tmp_path / "local")).frame()
    assert there.to_csv() == here.to_csv()
    assert set(there["state"]) == {"done"}
