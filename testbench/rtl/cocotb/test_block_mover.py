# SPDX-License-Identifier: Apache-2.0
"""The block mover under Icarus with cocotb and cocotbext-axi: pytest builds, runs and reports.

ISOCHRON_TEST_ALL takes the long form: more moves, more seeds.
"""

from __future__ import annotations

import json
import os
import warnings
from pathlib import Path
from typing import Any

import pytest
from systemrdl import RDLCompiler

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = ROOT / "build/cocotb"
TOP = "block_mover_integration"
LONG = bool(os.environ.get("ISOCHRON_TEST_ALL"))
SEEDS = range(1, 4) if LONG else range(1, 2)
MOVES = 100 if LONG else 24
PACKETS = 10000 if LONG else 640


@pytest.fixture(scope="session")
def described() -> dict[str, str]:
    """Offsets and reset values of the registers, for the tests in the simulator."""
    compiler = RDLCompiler()
    compiler.compile_file(str(ROOT / "rtl/block_mover/block_mover.rdl"))
    registers = list(compiler.elaborate().top.registers())
    offsets = {register.inst_name: register.absolute_address for register in registers}
    reset = {
        register.inst_name: sum(int(field.get_property("reset") or 0) << field.low for field in register.fields())
        for register in registers
    }
    return {"BLOCK_MOVER_REGISTERS": json.dumps(offsets), "BLOCK_MOVER_RESET_VALUES": json.dumps(reset)}


@pytest.fixture(scope="session")
def runner() -> Any:
    """Icarus with the design compiled."""
    icarus = get_runner("icarus")
    sources = [*sorted((ROOT / "rtl").glob("common/*.v")), *sorted((ROOT / "rtl").glob("block_mover/*.v"))]
    icarus.build(
        sources=[*sources, ROOT / f"docs/examples/block_mover_integration/{TOP}.v"],
        hdl_toplevel=TOP,
        build_args=["-g2005", "-Wall"],
        build_dir=BUILD,
        timescale=("1ns", "1ps"),
        always=True,
    )
    return icarus


@pytest.mark.parametrize("seed", SEEDS)
def test_block_mover(runner: Any, described: dict[str, str], seed: int) -> None:
    results = runner.test(
        hdl_toplevel=TOP,
        test_module="block_mover_tests",
        test_dir=HERE,
        build_dir=BUILD,
        results_xml=str(BUILD / f"results_{seed}.xml"),
        extra_env={
            **described,
            "BLOCK_MOVER_MOVES": str(MOVES),
            "BLOCK_MOVER_PACKETS": str(PACKETS if seed == 1 else PACKETS // 10),
            "BLOCK_MOVER_SEED": str(seed),
            "PYTHONPATH": str(HERE),
            "PYTHONWARNINGS": "ignore",
            "COCOTB_LOG_LEVEL": "WARNING",
        },
    )
    text = Path(results).read_text(encoding="utf-8")
    assert "<failure" not in text and "<error" not in text, f"see {results}"
    assert text.count("<testcase") > 0, "no test ran"
