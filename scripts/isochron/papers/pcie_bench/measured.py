# SPDX-License-Identifier: Apache-2.0
"""The measurements: bandwidths of the five known set-ups, from scenarios/published/pcie_bench."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pandas

from isochron.files import inputs
from isochron.repository import REPOSITORY

FOLDER = REPOSITORY / "scenarios/published/pcie_bench"
# Latencies of many microseconds with a long tail, in a host that sleeps between transfers: it is shown and never counted.
NOT_COUNTED = "hsw-Xeon-E3-1226v3"


def counts(setup: str) -> bool:
    """Whether residuals of a set-up are counted."""
    return not setup.startswith(NOT_COUNTED)


def short(setup: str) -> str:
    """A set-up's name without its machine and the words that all names have: "bdw E5-2630v4 s0-s0-s0 iommu-nosp"."""
    machines = ("dell-t430", "dell-t620", "dell-t630", "fujitsu-tx1310", "supermicro")
    text = setup.replace("Xeon-", "").replace("_", "-")
    for machine in machines:
        text = text.replace(f"-{machine}", "")
    generation, _, rest = text.partition("-")
    for mark in ("-s0-", "-iommu"):
        head, found, tail = rest.partition(mark)
        rest = f"{head} {found[1:]}{tail}" if found else rest
    return f"{generation} {rest}"


@cache
def by_size() -> dict[tuple[str, str, int], float]:
    """Gb/s of payload by set-up, test and bytes."""
    frame = _read("bandwidth_by_size.csv")
    keys = zip(frame["setup"], frame["test"], frame["bytes"], strict=True)
    return dict(zip(keys, frame["gbit_per_s"], strict=True))


@cache
def by_window() -> dict[tuple[str, str, int], float]:
    """Gb/s of reads of 64 B by set-up, cache and window in bytes."""
    frame = _read("bandwidth_by_window.csv")
    frame = frame[(frame["test"] == "RD") & (frame["bytes"] == 64)]
    keys = zip(frame["setup"], frame["cache"], frame["window_bytes"], strict=True)
    return dict(zip(keys, frame["gbit_per_s"], strict=True))


def _read(name: str) -> pandas.DataFrame:
    path: Path = FOLDER / name
    inputs.note(path)
    return pandas.read_csv(path)
