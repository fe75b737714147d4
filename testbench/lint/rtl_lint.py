#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lint of the Verilog: both Verilators, Icarus and both Yosys over every design, none of which may say a word; no latch, and no
combinational path from an input to an output of a module on a list of those that promise it.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lint import comb_paths
from rtl_tools import designs
from rtl_tools.designs import Design
from rtl_tools.tools import OLD_YOSYS, VERILATORS, YOSYSES, in_parallel, run

# Outputs depend on registers alone. The bench's wrapper shows when a command is first seen and cannot promise that.
REGISTERED = {"block_mover", "block_mover_core", "block_mover_wishbone", "disk_node", "fifo", "fifo_registered", "ram_1r1w", "wishbone_axi_lite"}


class ElaborationError(Exception):
    """Yosys could not make gates of a design."""


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """All that a tool printed, without the summary at the end of a run of Verilator 5.48."""
    lines = [line for line in done.stdout.splitlines() if not line.startswith("- ")]
    return "\n".join(lines) or (f"exit {done.returncode}" if done.returncode else "")


def verilator(program: str, design: Design) -> str:
    """What --lint-only says."""
    command = [program, "--lint-only", "-Wall", "--top-module", design.top]
    command += [f"-G{name}={value}" for name, value in design.parameters]
    command += [word for folder in designs.folders() for word in ("-y", str(folder))]
    # A test bench may leave outputs open.
    command += [] if designs.RTL in design.file.parents else ["-Wno-PINCONNECTEMPTY"]
    return complaint(run([*command, str(design.file)]))


def icarus(design: Design) -> str:
    """What Icarus says as it elaborates the design."""
    command = ["iverilog", "-g2005", "-Wall", "-t", "null", "-s", design.top]
    command += [f"-P{design.top}.{name}={value}" for name, value in design.parameters]
    command += [word for folder in designs.folders() for word in ("-y", str(folder))]
    return complaint(run([*command, str(design.file)]))


def read_script(design: Design) -> str:
    """Yosys commands that read the design."""
    parameters = "".join(f" -chparam {name} {value}" for name, value in design.parameters)
    files = " ".join(design.sources())
    return f"read_verilog {files}; hierarchy -check -top {design.top}{parameters}"


def yosys(program: str, design: Design) -> str:
    """Warnings of a Yosys, undriven or doubly driven wires, loops and latches; -q leaves nothing else to print."""
    script = f"{read_script(design)}; proc; check -assert; select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$sr"
    return complaint(run([program, "-q", "-p", script], designs.base()))


def gates(design: Design) -> comb_paths.Netlist:
    """The design as gates, flip-flops and memories."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "gates.json")
        done = run([OLD_YOSYS, "-q", "-p", f"{read_script(design)}; {comb_paths.SCRIPT}; write_json {file}"], designs.base())
        if done.returncode:
            raise ElaborationError(done.stdout)
        modules: dict[str, comb_paths.Netlist] = json.loads(file.read_text())["modules"]
    (module,) = modules.values()
    return module


def paths(design: Design) -> str:
    """Latches, and paths from input to output."""
    try:
        module = gates(design)
    except ElaborationError as error:
        return str(error)
    wrong = [f"latch {name}" for name in comb_paths.latches(module)]
    wrong += [f"combinational path {path}" for path in comb_paths.paths(module)]
    return "\n".join(wrong)


def refused(design: Design) -> str:
    """Nothing when no tool takes a design whose parameters are out of range."""
    takers = [name for name, program in VERILATORS.items() if "rror" not in verilator(program, design)]
    takers += ["icarus"] if "rror" not in icarus(design) else []
    return f"taken by {', '.join(takers)}" if takers else ""


def waived() -> list[str]:
    """Places in rtl/ that silence a warning which must never be."""
    return [
        f"{file}:{number}: {line.strip()}"
        for file in designs.modules()
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if re.search(r"lint_off\s+(UNOPTFLAT|LATCH|MULTIDRIVEN|COMBDLY|BLKSEQ)", line)
    ]


Check = tuple[str, Design, Callable[[Design], str]]


def plan(everything: Iterable[Design], deep: bool) -> Iterable[Check]:
    """The checks of each design. Yosys takes seconds a design: of the core's many, the quick form gives it a few. The search for paths takes up to a
    minute: in the quick form the last of them that have the same module at their top.
    """
    few = {design.name: design.top for design in some_of(list(everything))}
    last = {top: name for name, top in few.items()}
    for design in everything:
        for name, program in VERILATORS.items():
            yield name, design, lambda d, program=program: verilator(program, d)
        yield "icarus", design, icarus
        if deep or design.name in few:
            for name, program in YOSYSES.items():
                yield name, design, lambda d, program=program: yosys(program, d)
            if design.top in REGISTERED and (deep or design.name == last[design.top]):
                yield "paths", design, paths


def some_of(everything: list[Design]) -> list[Design]:
    """Every seventh design of the core: with 2, 2, 2 and 5 values a parameter each value is among them. The smallest of the disk-node
    interface's. All others."""
    core = [design for design in everything if design.top == "block_mover_core"]
    node = [design for design in everything if design.top == "disk_node"]
    smallest = [design for design in node if ("TAGS", 2) in design.parameters]
    return [design for design in everything if design not in core + node] + core[::7] + smallest


def main() -> int:
    """0 when every tool is silent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="both Yosys and the search for paths on every design")
    parser.add_argument("--only", default="", help="designs whose name has this in it")
    arguments = parser.parse_args()

    everything = [design for design in designs.all_designs() if arguments.only in design.name]
    checks = list(plan(everything, arguments.all))
    checks += [("refused", design, refused) for design in designs.refused_designs() if arguments.only in design.name]
    said = in_parallel(lambda check: check[2](check[1]), checks, arguments.jobs)
    bad = 0
    for (tool, design, _), words in zip(checks, said, strict=True):
        print(f"{tool:16} {design.name}: {'bad' if words else 'clean'}")
        if words:
            bad += 1
            print("\n".join(f"    {line}" for line in words.rstrip().splitlines()[:40]))
    for place in waived():
        bad += 1
        print(f"silenced: {place}")
    print(f"rtl lint: {len(checks)} checks of {len(everything)} designs, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
