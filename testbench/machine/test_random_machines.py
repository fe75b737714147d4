# SPDX-License-Identifier: Apache-2.0
"""Random machines of every kind, valid as they are or after the remedies that the command offers: each runs, with all that a model checks of
itself; a bus's two computations agree; and none takes more than three times what `isochron explain` had said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from random_machines import drawn
from support import LONG, isochron

BATCH = 10
MACHINES = {
    "seachange_cluster": "measure: {warm_up: 4 ms, duration: 12 ms, replications: 1}",
    "shared_bus": "parameters: {strands: 48}\nmeasure: {replications: 1}",
    "point_to_point": "parameters: {strands: 48}\nmeasure: {replications: 1}",
    "subsystems": "parameters: {strands: 48}\nmeasure: {replications: 1}",
    "mbus_workstation": "parameters: {bytes: 320 kB}\nmeasure: {replications: 1}",
    "ps2": "parameters: {planes: {count: 4}}\nmeasure: {replications: 1}",
    "disk_array": "parameters: {blocks: 4}\nmeasure: {replications: 1}",
    "extent_writer": "parameters: {extents: 4}\nmeasure: {replications: 1}",
    "calliope_msu": "measure: {warm_up: 2 s, duration: 4 s, replications: 1}",
    "calliope": "parameters: {coordinator: {rate: 2 /s}}\nmeasure: {warm_up: 2 s, duration: 4 s, replications: 1}",
    "voyager": "measure: {warm_up: 1 s, duration: 2 s, replications: 1}",
}
# What a test may take: events, bytes.
MOST_EVENTS, MOST_MEMORY = 4e5, 5e8
# Below these, estimates do not matter: the first I/O of each source decides.
FEW_EVENTS, LITTLE_MEMORY = 20_000, 3e7


def options_of(settings: dict[str, str]) -> list[str]:
    return [option for path, value in settings.items() for option in ("--set", f"{path}={value}")]


def made_valid(scenario: Path, settings: dict[str, str]) -> dict[str, str] | None:
    """The settings, with what the command proposed until it had nothing to refuse; None: a valid machine, with work for weeks."""
    for _ in range(6):
        done = isochron("explain", scenario, "--json", "--errors", "json", *options_of(settings))
        if done.returncode == 0:
            return settings
        assert done.returncode == 2, done.stderr
        if "the work would take more than" in done.stderr:
            return None
        remedies = json.loads(done.stderr)["remedies"]
        # No remedy names a list.
        lists = [path for path, value in settings.items() if value.startswith("[") and f"`{path}`" in done.stderr]
        assert remedies or lists, done.stderr
        settings = {**settings, **remedies[0]} if remedies else {path: value for path, value in settings.items() if path != lists[0]}
    raise AssertionError(f"five remedies do not lead out: {settings}")


def simulated(scenario: Path, settings: dict[str, str]) -> dict:
    done = isochron("run", scenario, "--json", "-", "--quiet", "--jobs", "1", *options_of(settings))
    assert done.returncode == 0, f"{settings}: exit {done.returncode}\n{done.stderr}"
    return json.loads(done.stdout)


def batches() -> list[tuple[str, range]]:
    count = 200 if LONG else 20
    return [(system, range(first, first + BATCH)) for system in MACHINES for first in range(0, count, BATCH)]


@pytest.mark.parametrize(("system", "numbers"), batches(), ids=lambda value: value if isinstance(value, str) else str(value[0]))
def test_random_machines(system: str, numbers: range, tmp_path: Path) -> None:
    scenario = tmp_path / f"{system}.yaml"
    scenario.write_text(f"system: {system}\n{MACHINES[system]}\n")
    run = 0
    for number in numbers:
        settings = made_valid(scenario, drawn(scenario, number))
        if settings is None:
            continue
        estimate = json.loads(isochron("explain", scenario, "--json", *options_of(settings)).stdout)["points"][0]["estimate"]
        if estimate["events"] > MOST_EVENTS or estimate["peak_memory_bytes"] > MOST_MEMORY:
            continue
        run += 1
        result = simulated(scenario, settings)
        performance = result["performance"]
        what = f"{settings}: {performance} for {estimate}"
        assert performance["events"] <= max(FEW_EVENTS, 3 * estimate["events"]), what
        assert performance["peak_rss_bytes"] <= max(LITTLE_MEMORY, 3 * estimate["peak_memory_bytes"]), what
        if system == "seachange_cluster":
            other = "fast" if settings.get("bus_model") == "reference" else "reference"
            again = simulated(scenario, {**settings, "bus_model": other})
            assert again["provenance"]["fingerprint"] == result["provenance"]["fingerprint"], settings
    assert run >= len(numbers) / 2, "most were too large to run"
