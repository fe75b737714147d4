# SPDX-License-Identifier: Apache-2.0
"""The RTL lint finds what it is there to find: one faulty module a fault."""

from pathlib import Path

import pytest

from lint import comb_paths, rtl_lint
from rtl_tools import designs
from rtl_tools.designs import Design
from rtl_tools.tools import NEW_VERILATOR, OLD_YOSYS, VERILATORS, YOSYSES

HEAD = "`default_nettype none\nmodule dut (input wire clk, input wire rst, input wire [3:0] a, output {kind} [3:0] y);\n"


@pytest.fixture(name="design")
def fixture_design(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Design:
    """A module `dut` with the body that the test names; `reg` output where it begins with `reg`."""
    kind, _, body = request.param.partition(":")
    file = tmp_path / "part/dut.v"
    file.parent.mkdir()
    file.write_text(f"{HEAD.format(kind=kind)}{body}\nendmodule\n`default_nettype wire\n")
    monkeypatch.setattr(designs, "RTL", tmp_path)
    return Design("dut", (), file)


REGISTER = "reg: always @(posedge clk) if (rst) y <= 4'd0; else y <= a;"
PASSES_THROUGH = {
    "wire": "wire: assign y = a & {4{rst}} ;",
    "one bit of an adder": "wire: reg [3:0] q; always @(posedge clk) q <= rst ? 4'd0 : q + a; assign y = {q[3:1], q[0] ^ a[0]};",
    "asynchronous reset": "reg: always @(posedge clk or posedge rst) if (rst) y <= 4'd0; else y <= a;",
    "memory read without clock": "wire: reg [3:0] m[0:15]; always @(posedge clk) if (rst) m[a] <= a; assign y = m[a];",
    "latch": "reg: always @(*) if (clk) y = a & {4{rst}};",
}


@pytest.mark.parametrize("design", [REGISTER], indirect=True)
def test_clean_module_is_clean_everywhere(design: Design) -> None:
    assert [rtl_lint.verilator(program, design) for program in VERILATORS.values()] == ["", ""]
    assert [rtl_lint.yosys(program, design) for program in YOSYSES.values()] == ["", ""]
    assert rtl_lint.icarus(design) == ""
    assert rtl_lint.paths(design) == ""


@pytest.mark.parametrize("design", PASSES_THROUGH.values(), ids=PASSES_THROUGH.keys(), indirect=True)
def test_path_from_input_to_output_is_found(design: Design) -> None:
    assert "combinational path" in rtl_lint.paths(design)


@pytest.mark.parametrize("design", [PASSES_THROUGH["one bit of an adder"]], indirect=True)
def test_path_names_the_bits(design: Design) -> None:
    assert [(path.source, path.target) for path in comb_paths.paths(rtl_lint.gates(design))] == [("a[0]", "y[0]")]


@pytest.mark.parametrize(
    "design",
    [
        "wire: reg [3:0] m[0:15]; reg [3:0] at; always @(posedge clk) begin at <= a; if (rst) m[a] <= a; end assign y = m[at];",
        "reg: reg [3:0] m[0:15]; always @(posedge clk) begin if (rst) m[a] <= a; else y <= m[a]; end",
    ],
    ids=["registered address", "registered data"],
    indirect=True,
)
def test_memory_behind_a_register_is_no_path(design: Design) -> None:
    assert rtl_lint.paths(design) == ""


@pytest.mark.parametrize("design", [PASSES_THROUGH["latch"]], indirect=True)
def test_latch_is_found(design: Design) -> None:
    assert "latch" in rtl_lint.paths(design)
    assert "dlatch" in rtl_lint.yosys(OLD_YOSYS, design)


@pytest.mark.parametrize("design", ["wire: wire [3:0] p; assign p = {p[2:0], 1'b0} & a ^ {p[0], p[3:1]}; assign y = p;"], indirect=True)
def test_loop_is_found(design: Design) -> None:
    assert "UNOPTFLAT" in rtl_lint.verilator(NEW_VERILATOR, design)
    assert "loop" in rtl_lint.yosys(OLD_YOSYS, design)


@pytest.mark.parametrize(
    "design",
    ["reg: always @(posedge clk) y <= {a, rst};", "wire: wire [2:0] less = 3'd1; assign y = less;"],
    ids=["too wide", "too narrow"],
    indirect=True,
)
def test_width_is_found(design: Design) -> None:
    assert all("WIDTH" in rtl_lint.verilator(program, design) for program in VERILATORS.values())


@pytest.mark.parametrize("design", ["wire: wire [3:0] nothing; assign y = nothing & a;"], indirect=True)
def test_undriven_wire_is_found(design: Design) -> None:
    assert all("no driver" in rtl_lint.yosys(program, design) for program in YOSYSES.values())


@pytest.mark.parametrize("design", ["reg: /* verilator lint_off UNOPTFLAT */ always @(posedge clk) y <= a;"], indirect=True)
def test_silenced_warning_is_found(design: Design) -> None:
    assert len(rtl_lint.waived()) == 1
    assert str(design.file) in rtl_lint.waived()[0]
