# SPDX-License-Identifier: Apache-2.0
"""Lists of moves that block movers carry out in machines of one's own: two movers, each with its list, do what they do alone, and end together with the
slower one; arithmetic says what holds each back; a list that nobody carries out, or two, is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import isochron, require_told

MACHINE = """\
machine: two_lists
runs: until_done
parts:
  near: {type: extent_gatherer, volume.width: 32, volume.height: 32, volume.depth: 32, extent: 16, extents: 8}
  far: {type: extent_gatherer, volume.width: 32, volume.height: 32, volume.depth: 32, extent: 8, extents: 64, descriptor: flat}
  fast: {type: chain_mover}
  slow: {type: chain_mover, clock: 50 MHz, memory_latency: 200 ns}
connect:
  - {from: fast.moves, to: near.moves}
  - {from: slow.moves, to: far.moves}
"""


def scenario(folder: Path, text: str) -> str:
    (folder / "two_lists.yaml").write_text(text, encoding="utf-8")
    (folder / "run.yaml").write_text("system: two_lists\nmeasure: {replications: 1, seed: 1}\n", encoding="utf-8")
    return str(folder / "run.yaml")


def result(folder: Path, text: str) -> dict:
    done = isochron("run", scenario(folder, text), "--json", "-", "--quiet")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def alone(text: str, *gone: str) -> str:
    return "\n".join(line for line in text.splitlines() if not any(f"{name}:" in line or f"{name}.moves" in line for name in gone)) + "\n"


def test_two_lists_end_with_the_slower_one(tmp_path: Path) -> None:
    both = result(tmp_path, MACHINE)
    one, other = result(tmp_path, alone(MACHINE, "far", "slow")), result(tmp_path, alone(MACHINE, "near", "fast"))
    for part, single in (("fast", one), ("near", one), ("slow", other), ("far", other)):
        of_both, of_one = both["components"][part], single["components"][part]
        assert {name: value for name, value in of_both.items() if name != "utilisation"} == {
            name: value for name, value in of_one.items() if name != "utilisation"
        }
    components = both["components"]
    assert (components["near"]["checked"], components["far"]["checked"]) == (8 * 16**3, 64 * 8**3)
    assert components["slow"]["time"] > components["fast"]["time"]
    assert both["simulated_s"] == other["simulated_s"] > one["simulated_s"]
    assert len({run["provenance"]["fingerprint"] for run in (both, one, other)}) == 3


def test_arithmetic_has_what_is_within_each(tmp_path: Path) -> None:
    """Of 64 KiB in all, each mover has half: a rate that holds one of them back holds back twice as much."""
    explained = json.loads(isochron("explain", scenario(tmp_path, MACHINE), "--json").stdout)["points"][0]
    limits = {one["resource"]: one["limit"] for one in explained["bounds"]}
    assert limits["fast.port"] == pytest.approx(2 * 8 * 100e6)
    # Rows of 8 B, one a descriptor, at 50 MHz: a fetch takes 10 clocks of memory and 6 more.
    assert limits["slow.descriptors"] == pytest.approx(2 * 8 * 50e6 / 16)
    assert limits["slow.bursts"] == pytest.approx(2 * 8 * 16 * 50e6 / (10 + 1))


BAD = {
    "nobody carries them out": (
        MACHINE.replace("  - {from: slow.moves, to: far.moves}\n", "").replace("  slow: {type: chain_mover, clock: 50 MHz, memory_latency: 200 ns}\n", ""),
        "`far`: no mover carries out its moves. Join `moves` of a chain_mover to it",
    ),
    "two carry them out": (MACHINE.replace("to: far.moves", "to: near.moves"), "`near`: `moves`: two movers cannot share a list. Give each a part of its own"),
    "a mover without a list": (MACHINE.replace("  - {from: slow.moves, to: far.moves}\n", ""), "`slow.moves` is joined to nothing"),
    "a machine for a time": (MACHINE.replace("runs: until_done\n", ""), "`fast`, a `chain_mover`, has work of its own"),
    "not whole extents": (MACHINE.replace("extent: 16", "extent: 20"), "the volume is no whole number of extents"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_told(what: str, tmp_path: Path) -> None:
    text, message = BAD[what]
    require_told(isochron("explain", scenario(tmp_path, text)), message)
