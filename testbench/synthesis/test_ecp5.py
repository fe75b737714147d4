# SPDX-License-Identifier: Apache-2.0
"""The synthesis script: it sees what changed, and the registers that it puts at the ports are there."""

import json
from pathlib import Path

import pytest

from rtl_tools import designs
from rtl_tools.designs import Design
from synthesis import ecp5
from synthesis.netlist import register_ports

KNOWN = {"d": {"design": "d", "COMB": 1000, "FF": 500, "RAMW": 8, "DP16KD": 8, "MULT18": 2, "median core": 120.0}}


def result(**changed: float) -> dict[str, object]:
    return {**KNOWN["d"], **changed}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"COMB": 1019}, []),
        ({"COMB": 1021}, ["d: COMB is 1021, ecp5.json says 1000"]),
        ({"FF": 480}, ["d: FF is 480, ecp5.json says 500"]),
        ({"DP16KD": 9}, ["d: DP16KD is 9, ecp5.json says 8"]),
        ({"median core": 109.0}, []),
        ({"median core": 107.0}, ["d: median core is 107.0, ecp5.json says 120.0"]),
    ],
)
def test_differences_from_the_table(changed: dict[str, float], told: list[str]) -> None:
    assert ecp5.differences([result(**changed)], KNOWN) == told


def test_a_missed_goal_is_told_whatever_the_table_says() -> None:
    assert ecp5.missed([result()], {"d": ecp5.Goal(comb=1000, mhz=120)}) == []
    goal = {"d": ecp5.Goal(comb=990, mhz=121)}
    assert ecp5.missed([result()], goal) == ["d: 1000 COMB, goal 990: missed", "d: 120.0 MHz, goal 121: missed"]


def test_a_design_that_the_table_does_not_have() -> None:
    assert ecp5.differences([result(design="new")], KNOWN) == ["new: not in ecp5.json"]


def test_registers_at_the_ports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rtl/part/sum.v"
    file.parent.mkdir(parents=True)
    file.write_text(
        "module sum (input clk, input [7:0] a, b, output [7:0] late, now);\n"
        "reg [7:0] r; always @(posedge clk) r <= a + b;\n"
        "assign late = r; assign now = a ^ b;\nendmodule\n"
    )
    monkeypatch.setattr(designs, "RTL", tmp_path / "rtl")
    monkeypatch.setattr(ecp5, "WORK", tmp_path / "work")
    netlist = ecp5.synthesize(Design("sum", (), file))
    bare = ecp5.place(netlist, 1)
    registered = netlist.with_suffix(".ports.json")
    registered.write_text(json.dumps(register_ports(json.loads(netlist.read_text()))))
    whole = ecp5.place(registered, 1)
    assert ecp5.area(bare)["FF"] == 8
    assert ecp5.area(whole)["FF"] == 8 + 16 + 16
    assert ecp5.area(whole)["COMB"] == ecp5.area(bare)["COMB"]
    # No path begins and ends in flip-flops of the block: without registers at its ports there is no clock to tell.
    assert not bare["fmax"]
    assert ecp5.clock(whole) > 100
