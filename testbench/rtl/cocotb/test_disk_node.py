# SPDX-License-Identifier: Apache-2.0
"""The disk-node interface under Icarus with cocotb and cocotbext-axi: pytest builds, runs and reports.

ISOCHRON_TEST_ALL takes the long form: more requests, more seeds.
"""

from __future__ import annotations

import json
import os
import re
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
BUILD = ROOT / "build/cocotb_disk_node"
TOP = "disk_node_with_ids"
LONG = bool(os.environ.get("ISOCHRON_TEST_ALL"))
SEEDS = range(1, 4) if LONG else range(1, 2)
REQUESTS = 40 if LONG else 8


def with_ids(source: str) -> str:
    """A module round disk_node with the answers' IDs, which it does not look at and cocotbext-axi wants to see."""
    match = re.search(r"module disk_node #\((.*?)\n\) \((.*?)\n\);", source, re.DOTALL)
    assert match
    ids = [f"input wire [ID_W-1:0] m_axi_{port}_{name}" for port in "abd" for name in ("bid", "rid")]
    ports = re.findall(r"^ *(?:input|output) +wire.*?(\w+) *,? *(?://.*)?$", match[2], re.MULTILINE)
    parameters = re.findall(r"parameter (\w+)", match[1])

    def joined(names: list[str]) -> str:
        return ", ".join(f".{name}({name})" for name in names)

    return (
        f"module {TOP} #({match[1]}\n) ({','.join(ids)},\n{match[2]}\n);\n"
        f"disk_node #({joined(parameters)}) node ({joined(ports)});\nendmodule\n"
    )


@pytest.fixture(scope="session")
def runner() -> Any:
    """Icarus with the design compiled."""
    BUILD.mkdir(parents=True, exist_ok=True)
    top = BUILD / f"{TOP}.v"
    top.write_text(with_ids((ROOT / "rtl/disk_node/disk_node.v").read_text(encoding="utf-8")), encoding="utf-8")
    icarus = get_runner("icarus")
    icarus.build(
        sources=[*sorted((ROOT / "rtl").glob("*/*.v")), top],
        hdl_toplevel=TOP,
        build_args=["-g2005", "-Wall"],
        build_dir=BUILD,
        timescale=("1ns", "1ps"),
        always=True,
    )
    return icarus


@pytest.mark.parametrize("seed", SEEDS)
def test_disk_node(runner: Any, seed: int) -> None:
    compiler = RDLCompiler()
    compiler.compile_file(str(ROOT / "rtl/disk_node/disk_node.rdl"))
    registers = compiler.elaborate().top.registers()
    offsets = {register.inst_name: register.absolute_address for register in registers if not register.is_array}
    results = runner.test(
        hdl_toplevel=TOP,
        test_module="disk_node_tests",
        test_dir=HERE,
        build_dir=BUILD,
        results_xml=str(BUILD / f"results_{seed}.xml"),
        extra_env={
            "DISK_NODE_REGISTERS": json.dumps(offsets),
            "DISK_NODE_REQUESTS": str(REQUESTS),
            "DISK_NODE_SEED": str(seed),
            "PYTHONPATH": str(HERE),
            "PYTHONWARNINGS": "ignore",
            "COCOTB_LOG_LEVEL": "WARNING",
        },
    )
    text = Path(results).read_text(encoding="utf-8")
    assert "<failure" not in text and "<error" not in text, f"see {results}"
    assert text.count("<testcase") > 0, "no test ran"
