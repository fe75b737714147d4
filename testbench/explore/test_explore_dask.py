# SPDX-License-Identifier: Apache-2.0
"""A Dask cluster gives the same tables as this machine alone, also when a worker dies."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest
from explore import SHARED_BUS, explore, quick, refused, runner, settings, words
from patience import PATIENCE, wait_for

from isochron.explore.sweeps import simulate
from isochron.results.cache import Cache
from isochron.results.executors import DaskExecutor
from isochron.results.runner import Runner


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
        wait_for(lambda: list((tmp_path / "cache").glob("*/*.json")))
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


@pytest.mark.parametrize("address", ["", "nonsense", "127.0.0.1", "tcp://127.0.0.1", "foo://x:1", "tcp://:1"])
def test_what_is_no_address(address, tmp_path):
    refused(explore("sweep", SHARED_BUS, "--vary", "nodes=1..2", "--dask", address, folder=tmp_path), f"--dask {address}", "tcp://host:port")


def test_tls_needs_certificates(tmp_path):
    refused(explore("sweep", SHARED_BUS, "--vary", "nodes=1..2", "--dask", "tls://127.0.0.1:1", folder=tmp_path), "--dask tls://127.0.0.1:1", "certificates")


def test_a_scheduler_that_dies_is_one_message(tmp_path):
    """What came before is kept."""
    script = (
        "import sys, time; from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol='tcp', host='127.0.0.1') as made:\n"
        "        print(made.scheduler_address, flush=True); sys.stdin.read()\n"
    )
    scheduler = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert scheduler.stdout is not None
    address = scheduler.stdout.readline().strip()
    asked = words("sweep", SHARED_BUS, "--vary", "strands=500..900", "--set", "nodes=4", "--replications", "10", "--quiet", "--dask", address)
    process = subprocess.Popen(asked, cwd=tmp_path, env=settings(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: list((tmp_path / "cache").glob("*/*.json")) or process.poll() is not None)
    scheduler.kill()
    scheduler.communicate()
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 5, said
    assert "the scheduler has gone" in said and "the same command goes on" in said and len(said.splitlines()) == 1, said
