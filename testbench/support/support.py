# SPDX-License-Identifier: Apache-2.0
"""What the Python tests share: the command under test, and short runs of the shipped scenarios."""

from __future__ import annotations

import functools
import json
import math
import os
import re
import subprocess
from pathlib import Path

from patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(os.environ.get("ISOCHRON_COMMAND", ROOT / "build/release/isochron"))
# `scripts/test --all`
LONG = bool(os.environ.get("ISOCHRON_TEST_ALL"))
# As short as a run can be and still have every metric.
FEW = ("--replications", "2")
SHORT = ("--set", "measure.warm_up=20ms", "--set", "measure.duration=40ms", *FEW)
SHORT_S = 0.06
MOST_POINTS = 100
# Streams begin when their first blocks are read.
LONGER = ("--set", "measure.warm_up=2s", "--set", "measure.duration=2s", *FEW)


def isochron(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs the command and returns what it said; none waits for it for ever."""
    assert COMMAND.exists(), f"{COMMAND} is missing; build it first (scripts/test build)"
    return subprocess.run(
        [COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT, stdin=subprocess.DEVNULL, check=False
    )


def require_told(done: subprocess.CompletedProcess[str], message: str) -> None:
    """Bad input was answered with exit code 2 and one line, which has file, line and column and matches `message`."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert re.search(message, done.stderr, re.DOTALL), done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert re.match(r"\S*\.yaml:\d+:\d+: ", lines[0]), done.stderr
    assert done.stdout == ""


def scenarios() -> list[Path]:
    """Every shipped scenario."""
    return sorted(path for path in (ROOT / "scenarios").glob("*/*.yaml") if path.parent.name not in ("published", "costs", "machines"))


@functools.cache
def short_options(scenario: Path) -> tuple[str, ...]:
    """What makes a run of the scenario short; what is shorter by itself, or runs until its work is done, takes no times. Of very many points one is run."""
    explained = isochron("explain", scenario, "--json")
    assert explained.returncode == 0, explained.stderr
    told = json.loads(explained.stdout)
    many = math.prod(len(one["texts"]) for one in told["varied"]) > MOST_POINTS
    point = tuple(word for one in told["varied"] for word in ("--set", f"{one['path']}={one['texts'][0]}")) if many else ()
    measure = told["measure"]
    if measure["until_done"] or measure["warm_up_s"] + measure["duration_s"] <= SHORT_S:
        return (*point, *FEW)
    return (*point, *(LONGER if scenario.parent.name in ("calliope", "voyager") else SHORT))


@functools.cache
def short_run_text(scenario: Path, *options: str) -> str:
    """The result of a short run as the command printed it."""
    done = isochron("run", scenario, *short_options(scenario), "--quiet", "--json", "-", *options)
    assert done.returncode == 0, f"{scenario.name}: exit {done.returncode}\n{done.stderr}"
    return done.stdout


def short_run(scenario: Path, *options: str) -> dict:
    """The result of a short run."""
    return json.loads(short_run_text(scenario, *options))
