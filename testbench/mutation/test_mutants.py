# SPDX-License-Identifier: Apache-2.0
"""Mutants of a small module: number 0 is the module itself, every other one differs from it."""

import subprocess
from pathlib import Path

import pytest

from mutation.equivalence import cut, is_same
from mutation.mutants import sample
from rtl_tools import designs
from rtl_tools.designs import Design

MODULE = """module gates (input [3:0] a, input [3:0] b, output [3:0] y, output z);
assign y = a & b;
assign z = ^(a | b);
endmodule
"""
BENCH = """module bench;
reg [3:0] a, b;
reg [15:0] mutsel;
wire [3:0] y;
wire z;
gates dut (.a(a), .b(b), .y(y), .z(z), .mutsel(mutsel));
integer i, wrong;
initial begin
  if (!$value$plusargs("mutant=%d", mutsel)) mutsel = 0;
  wrong = 0;
  for (i = 0; i < 256; i = i + 1) begin
    {a, b} = i;
    #1 if (y !== (a & b) || z !== ^(a | b)) wrong = wrong + 1;
  end
  $display("%0d", wrong);
end
endmodule
"""


@pytest.fixture(name="design")
def fixture_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Design:
    file = tmp_path / "rtl/part/gates.v"
    file.parent.mkdir(parents=True)
    file.write_text(MODULE)
    monkeypatch.setattr(designs, "RTL", tmp_path / "rtl")
    return Design("gates", (), file)


def test_each_mutant_is_one_fault(design: Design, tmp_path: Path) -> None:
    mutants = sample(design, 12, 5, tmp_path)
    assert [mutant.number for mutant in mutants] == list(range(1, 13))
    assert all(any("rtl/part/gates.v:" in place for place in mutant.places) for mutant in mutants)
    bench = tmp_path / "bench.v"
    bench.write_text(BENCH)
    program = tmp_path / "bench"
    subprocess.run(["iverilog", "-o", program, bench, tmp_path / "mutants.v"], check=True)
    wrong = [
        int(subprocess.run(["vvp", "-n", program, f"+mutant={n}"], capture_output=True, text=True, check=True).stdout)
        for n in range(13)
    ]
    assert wrong[0] == 0
    assert all(wrong[1:])


def test_sample_depends_on_its_seed_alone(design: Design, tmp_path: Path) -> None:
    first, again, other = (
        [mutant.command for mutant in sample(design, 12, seed, tmp_path / name)] for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    assert first == again
    assert first != other


def test_a_mutant_that_is_no_fault_is_recognized(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rtl/part/spare.v"
    file.parent.mkdir(parents=True)
    # The upper bit of `on` is never looked at where the lower one is low.
    file.write_text(
        "module spare (input clk, input [1:0] a, output reg y); reg [1:0] on;\n"
        "always @(posedge clk) begin on <= a; y <= on[0] & (on[0] | on[1]); end\nendmodule\n"
    )
    monkeypatch.setattr(designs, "RTL", tmp_path / "rtl")
    mutants = sample(Design("spare", (), file), 40, 1, tmp_path)
    same = {mutant.fault for mutant in mutants if is_same(cut(mutants, tmp_path), "spare", mutant)}
    assert "B[0] of or at spare.v:2 inverted, on" in same
    assert "Y[0] of and at spare.v:2 inverted" not in same
    assert 0 < len(same) < len(mutants)


def test_a_part_that_stays_whole_has_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "rtl/part"
    folder.mkdir(parents=True)
    (folder / "inner.v").write_text("module inner #(parameter W = 1) (input [W-1:0] a, output [W-1:0] y); assign y = ~a; endmodule\n")
    file = folder / "outer.v"
    # One of two bits of what the part gives is looked at.
    file.write_text(
        "module outer (input clk, input [1:0] a, output reg y); wire [1:0] b;\n"
        "inner #(.W(2)) part (.a(a ^ 2'b01), .y(b));\nalways @(posedge clk) y <= b[0] | (b[0] & a[1]);\nendmodule\n"
    )
    monkeypatch.setattr(designs, "RTL", tmp_path / "rtl")
    mutants = sample(Design("outer", (), file), 30, 1, tmp_path, "inner")
    assert all("outer.v" in place for mutant in mutants for place in mutant.places)
    assert any("xor at outer.v" in mutant.fault for mutant in mutants)
    combinational = cut(mutants, tmp_path, "inner")
    same = {mutant.fault for mutant in mutants if is_same(combinational, "outer", mutant)}
    assert any("and at outer.v" in fault for fault in same)
    assert not any("xor at outer.v" in fault for fault in same)
