#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows the run that violates a property: signals by cycle, of the folder that prove.py left in build/formal/.

  testbench/formal/trace.py build/formal/core_axi [PATTERN]

A signal is shown where its value changes. Only flip-flops, inputs and wires that outlived optimization have a name.
"""

import argparse
import re
import sys
from pathlib import Path


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of a binary AIGER file and where the next one begins."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


class Gates:
    """A binary AIGER file, all of whose flip-flops begin with 0."""

    def __init__(self, file: Path) -> None:
        data = file.read_bytes()
        end = data.index(b"\n")
        header = [int(word) for word in data[:end].split()[1:]]
        self.inputs, latches, outputs, ands = header[1:5]
        others = sum(header[5:])
        at = end + 1
        lines: list[bytes] = []
        for _ in range(latches + outputs + others):
            end = data.index(b"\n", at)
            lines.append(data[at:end])
            at = end + 1
        self.next = [int(line.split()[0]) for line in lines[:latches]]
        self.ands: list[tuple[int, int]] = []
        for index in range(ands):
            left = 2 * (self.inputs + latches + index + 1)
            first, at = varint(data, at)
            second, at = varint(data, at)
            self.ands.append((left - first, left - first - second))

    def run(self, stimuli: list[list[int]]) -> list[list[int]]:
        """Values of all literals' variables in each cycle."""
        state = [0] * len(self.next)
        cycles = []
        for inputs in stimuli:
            values = [0, *inputs, *state]
            for a, b in self.ands:
                values.append((values[a >> 1] ^ a & 1) & (values[b >> 1] ^ b & 1))
            cycles.append(values)
            state = [values[literal >> 1] ^ literal & 1 for literal in self.next]
        return cycles


def stimuli_of(file: Path, inputs: int) -> list[list[int]]:
    """The inputs of each cycle, of a file that yosys-abc's write_cex -n wrote."""
    cycles: list[list[int]] = []
    for number, cycle, value in re.findall(r"^pi(\d+)@(\d+)=(\d)", file.read_text(), re.M):
        while len(cycles) <= int(cycle):
            cycles.append([0] * inputs)
        cycles[int(cycle)][int(number)] = int(value)
    return cycles


def main() -> int:
    """0 when there is a run to show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pattern", nargs="?", default="^[^.$]*$", help="regular expression of names; default: those of the property module")
    arguments = parser.parse_args()
    gates = Gates(arguments.folder / "gates.aig")
    cycles = gates.run(stimuli_of(arguments.folder / "cex.txt", gates.inputs))
    signals: dict[str, dict[int, int]] = {}
    for line in (arguments.folder / "gates.map").read_text().splitlines():
        kind, first, bit, name = line.split()[:4]
        if not re.search(arguments.pattern, name) or name.startswith("$") or ".$" in name:
            continue
        if kind in ("input", "latch", "invlatch", "wire"):
            literal = int(first) if kind == "wire" else 2 * (int(first) + 1 + (0 if kind == "input" else gates.inputs))
            signals.setdefault(name, {})[int(bit)] = literal ^ (1 if kind == "invlatch" else 0)
    before: dict[str, int] = {}
    for number, values in enumerate(cycles):
        told = []
        for name, bits in sorted(signals.items()):
            value = sum((values[literal >> 1] ^ literal & 1) << bit for bit, literal in bits.items())
            if before.get(name) != value:
                told.append(f"{name}={value:x}")
            before[name] = value
        print(f"{number:3}", *told)
    return 0 if cycles else 1


if __name__ == "__main__":
    sys.exit(main())
