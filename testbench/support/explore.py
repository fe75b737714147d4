# SPDX-License-Identifier: Apache-2.0
"""What the tests of exploration share: a scenario whose simulation takes milliseconds, and the command line as a person gives it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from patience import PATIENCE
from support import COMMAND, ROOT

from isochron.results.cache import Cache
from isochron.results.executors import LocalExecutor
from isochron.results.runner import Runner
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

CLUSTER = ROOT / "scenarios/seachange/cluster.yaml"
SHARED_BUS = ROOT / "scenarios/gennart/shared_bus_read.yaml"
SHORT_CLUSTER = {"measure.warm_up": "50 ms", "measure.duration": "150 ms", "measure.replications": "2"}
# A machine file, for scenarios that name it by its path.
LINK_MACHINE = """machine: m
summary: a link
parameters: {load: {type: data_rate, default: 1 MB/s, range: [1 B/s, 1 TB/s], about: of the source}}
parts:
  s: {type: source}
  d: {type: sink}
connect:
  - {from: s.out, to: d.in, link: {type: serial_link, name: l, rate: 2 GB/s}}
traffic:
  - {name: t, from: s, to: d, rate: load, io: 4 KiB, message: 4 KiB}
"""


def quick(**settings: object) -> Scenario:
    """A shared bus with few strands: some milliseconds."""
    return Scenario.load(SHARED_BUS).with_({"measure.replications": 1}, strands=8).with_(settings)


def runner(folder: Path, slots: int | None = None) -> Runner:
    """A runner with its own cache in `folder`."""
    return Runner(Simulator.find(COMMAND), cache=Cache(folder / "cache"), executor=LocalExecutor(slots), quiet=True)


def explore(*arguments: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs scripts/explore's Python in `folder`, with its cache there; no test waits for ever."""
    return subprocess.run(
        words(*arguments), capture_output=True, text=True, timeout=PATIENCE, cwd=folder, env=settings(folder, **environment), stdin=subprocess.DEVNULL, check=False
    )  # fmt: skip


def words(*arguments: str | Path) -> list[str]:
    """The command line."""
    return [sys.executable, "-m", "isochron.explore", *map(str, arguments)]


def settings(folder: Path, **environment: str) -> dict[str, str]:
    """The environment."""
    ours = {"ISOCHRON_COMMAND": str(COMMAND), "ISOCHRON_CACHE": str(folder / "cache"), "PYTHONPATH": str(ROOT / "scripts"), "COLUMNS": "200"}
    return {**os.environ, **ours, **environment}


def refused(done: subprocess.CompletedProcess[str], *said: str, code: int = 2) -> None:
    """One clear message, the right exit code, no traceback."""
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    for text in said:
        assert text in done.stderr, done.stderr
