# SPDX-License-Identifier: Apache-2.0
"""The benchmarks of testbench/bench as programs: what they are asked, and what is read of their answers."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from isochron.errors import ReportError
from isochron.explore.speed.cases import Case
from isochron.repository import REPOSITORY
from isochron.results.children import output
from isochron.results.simulator import Simulator

INSTRUCTIONS = REPOSITORY / "testbench/bench/instructions"
# A count takes some two minutes; on a computer that does other things as well ten times that.
PATIENCE_S = 3600
_COUNTED = re.compile(r": (\d+) instructions\b(?:, (-?\d+) misses\b)?")
# Name, simulated s, CPU s per simulated s, ns per message, events and notifications per message, MB.
_ROW = re.compile(r"((?:fast|reference) \d+ nodes \d+ B)" + r"\s+([0-9.]+)" * 6)


@dataclass(frozen=True)
class BenchRow:
    """A line of bench_cluster: CPU seconds per simulated second, events per message, bytes of memory at most."""

    case: str
    cpu_per_simulated_s: float
    events_per_message: float
    peak_rss_bytes: float


def why_no_instructions() -> str:
    """Why instructions cannot be counted here; "" where they can."""
    return "" if shutil.which("valgrind") else "valgrind is not installed; scripts/setup installs it"


def instructions(simulator: Simulator, case: Case, *, misses: bool = False, script: Path = INSTRUCTIONS) -> tuple[int, int]:
    """Instructions that the long run of a case takes more than its short one, counted by testbench/bench/instructions.

    Then, with `misses`, the same of the misses of a second-level cache of 2 MiB, which takes twice the time; else 0.
    """
    words = [
        word
        for option, settings in (("--set", case.settings), ("--short", case.short), ("--long", case.long))
        for path, value in settings.items()
        for word in (option, f"{path}={value}")
    ]
    said = _said([str(script), *(["--misses"] if misses else []), *words, f"{simulator.command}:{case.path}"])
    found = _COUNTED.search(said)
    if not found or (misses and found[2] is None):
        raise ReportError(f"{script}: no count of instructions in `{said.strip()[:200]}`; was it changed without explore/speed/bench.py?")
    return int(found[1]), int(found[2] or 0)


def cluster_program(command: Path) -> Path | None:
    """bench_cluster of the build that a command is from; None where it is not built."""
    path = command.parent / "testbench/bench/bench_cluster"
    return path if path.exists() else None


def cluster(program: Path, cases: tuple[str, ...], *, quick: bool) -> list[BenchRow]:
    """What bench_cluster measures of cases whose names have one of these parts."""
    said = _said([str(program), *(["--quick"] if quick else []), *cases])
    rows = [BenchRow(row[0], float(row[2]), float(row[4]), float(row[6]) * 1e6) for row in _ROW.findall(said)]
    if not rows:
        raise ReportError(f"{program}: no line of a case in `{said.strip()[:200]}`; was it changed without explore/speed/bench.py?")
    return rows


def _said(words: list[str]) -> str:
    """Standard output of a benchmark, which says nothing of SystemC's copyright."""
    return output(["env", "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1", *words], PATIENCE_S)
