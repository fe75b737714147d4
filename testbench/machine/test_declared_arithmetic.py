# SPDX-License-Identifier: Apache-2.0
"""What a machine file says by formulas of its demand and its bounds, where no arithmetic of parts knows it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import isochron, require_told


def explained(scenario: Path) -> dict:
    done = isochron("explain", scenario, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["points"][0]


READER = """\
parts:
  disk: {type: disk, latency: deterministic, chunk: 64 KiB}
  host: {type: host}
  adapter: {type: host_adapter}
  reader: {type: random_reader}
connect:
  - {from: adapter.host, to: host.adapters}
  - {from: disk.socket, to: "adapter.device[0]"}
  - {from: adapter.across, to: "reader.chunks[0]"}
  - {from: "reader.disk[0]", to: disk.requests}
metrics:
  throughput: {sum: reader.throughput}
"""


def reader(folder: Path, more: str) -> Path:
    (folder / "reading.yaml").write_text(f"machine: reading\n{READER}{more}")
    (folder / "read.yaml").write_text("system: reading\nmeasure: {warm_up: 1 s, duration: 2 s, seed: 1}\n")
    return folder / "read.yaml"


def test_formulas_bound_a_machine(tmp_path: Path) -> None:
    """Chunks of 64 KiB follow each other: 16.384 ms on the medium and 10.82 ms on the adapter. Exact numbers of these rates are too large."""
    scenario = reader(
        tmp_path,
        "driver: throughput\ndemand: 1 MB/s\nbounds:\n"
        "  disk: {number: 2, capacity: 64 KiB / 16.384 ms, about: two}\n"
        "  sum: {capacity: 1 B / (1 B / 999999999989 b/s + 1 B / 999999999961 b/s + 1 B / 999999999959 b/s + 1 B / 999999999937 b/s)}\n",
    )
    point = explained(scenario)
    limits = {one["resource"]: one["limit"] for one in point["bounds"]}
    assert limits["disk"] == pytest.approx(8e6)
    assert limits["sum"] == pytest.approx(1e12 / 8 / 4, rel=1e-9)
    assert point["driver"] == {"metric": "throughput", "unit": "B/s", "demand": 1e6}
    loads = {one["resource"]: one["load"] for one in point["bounds"]}
    assert loads["disk"] == pytest.approx(5e5)


def test_bounds_of_whole_things_in_units_of_their_own(tmp_path: Path) -> None:
    """3 chunks a second on two disks with room for 13.3 of them, and on an arm that each takes 0.15 s; the least of two numbers, one too large to be exact."""
    slow = "1 B / (1 B / 999999999989 b/s + 1 B / 999999999961 b/s + 1 B / 999999999959 b/s + 1 B / 999999999937 b/s)"
    scenario = reader(
        tmp_path,
        "  chunks: {formula: reader.throughput * 1 s / 64 KiB}\ndriver: chunks\ndemand: 3\nbounds:\n"
        "  disk: {capacity: 4 MB/s, number: 2, each: 600 kB/s, whole: true}\n"
        "  arm: {resource: disk, capacity: 1, each: 0.15, about: the arm}\n"
        f"  host: {{capacity: 'min(50 GB/s, {slow})', each: 1 kB/s}}\n",
    )
    point = explained(scenario)
    assert point["driver"] == {"metric": "chunks", "unit": "1", "demand": 3}
    found = [(one["resource"], one["what"], one["limit"], one["load"], one["capacity"], one.get("unit", "B/s")) for one in point["bounds"]]
    assert found == [
        ("disk", "the arm", pytest.approx(1 / 0.15), pytest.approx(0.45), 1, "1"),
        ("disk", "", 13, 9e5, 4e6, "B/s"),
        ("host", "", pytest.approx(1e12 / 8 / 4 / 1e3, rel=1e-6), 3e3, pytest.approx(1e12 / 8 / 4, rel=1e-6), "B/s"),
    ]
    flat = isochron("explain", scenario, "--netlist").stdout
    (tmp_path / "reading.yaml").write_text(flat)
    assert explained(scenario)["bounds"] == point["bounds"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("driver: throughput\nbounds: {disk: {capacity: 1 MB/s, each: 1 s}}\n", "`1 s` is in s, and 1 are needed"),
        ("driver: throughput\nbounds: {disk: {capacity: 'min(1 MB/s, 1 s)'}}\n", "in `min(1 MB/s, 1 s)`: "),
        ("demand: 1 MB/s\n", "nothing says of which metric this is"),
        ("driver: thruput\n", "the machine has no metric `thruput`. Did you mean `throughput`?"),
        ("driver: throughput\ndemand: 5 s\n", "`5 s` is in s, and B/s are needed"),
        ("driver: throughput\nbounds: {disk: {capacity: 1 MB/s / 0}}\n", "has no value"),
        ("driver: throughput\ndemand: reader.throughput\n", "`reader.throughput` is known after the run"),
        ("driver: throughput\nbounds: {disk: {capacity: 1 MB/s, of: disk}}\n", "the bound `disk` is of parts, and has a capacity of its own"),
    ],
)
def test_what_is_wrong_with_a_formula_is_told(more: str, message: str, tmp_path: Path) -> None:
    require_told(isochron("explain", reader(tmp_path, more)), re.escape(message))
