# SPDX-License-Identifier: Apache-2.0
"""Combinational paths from the inputs of a module to its outputs, found in a netlist of gates that Yosys wrote as JSON.

Signals are followed bit by bit through gates and through the asynchronous read ports of memories; flip-flops with synchronous
inputs end a path. Latches and asynchronous sets and resets let it through.
"""

import collections
import dataclasses
import re
from collections.abc import Iterator
from typing import Any

# To be run after the module is read: leaves single-bit gates, flip-flops and memories.
SCRIPT = "setattr -mod -unset keep_hierarchy *; proc; flatten; opt -fast; memory -nomap; opt -fast; techmap; opt -fast; simplemap; opt -fast; clean"

# \$_DFF_P_, \$_DFFE_PP_, \$_SDFF_PP0_, \$_SDFFE_..., \$_SDFFCE_...: nothing passes them without a clock edge.
SYNCHRONOUS = re.compile(r"\$_(DFF_[PN]|DFFE_[PN]{2}|SDFF_[PN]{2}[01]|SDFFE_[PN]{2}[01][PN]|SDFFCE_[PN]{2}[01][PN])_$")
LATCH = re.compile(r"\$_?(DLATCH|ADLATCH|DLATCHSR|SR|dlatch|adlatch|dlatchsr|sr)")
WITHOUT_OUTPUT = {"$assert", "$assume", "$cover", "$live", "$fair", "$check", "$print", "$scopeinfo"}

Bit = int | str
Netlist = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Path:
    """From an input's bit to an output's bit, by the named signals on the way."""

    source: str
    target: str
    through: tuple[str, ...]

    def __str__(self) -> str:
        return " -> ".join([self.source, *self.through, self.target])


def arcs(kind: str, cell: Netlist) -> Iterator[tuple[list[Bit], list[Bit]]]:
    """The groups of inputs of a cell and of outputs that follow them without a clock edge."""
    if kind in WITHOUT_OUTPUT:
        return
    connections, directions = cell["connections"], cell["port_directions"]
    if kind in ("$mem", "$mem_v2"):
        yield from memory_arcs(cell)
    elif SYNCHRONOUS.match(kind):
        return
    elif kind.startswith("$"):
        # Clocked cells that are left (asynchronous reset, latch) count too: D and C do no harm in a search for what must not be there.
        inputs = [bit for port, bits in connections.items() if directions[port] == "input" for bit in bits]
        yield inputs, [bit for port, bits in connections.items() if directions[port] == "output" for bit in bits]
    else:
        raise ValueError(f"cell type {kind}: the netlist is not flat")


def memory_arcs(cell: Netlist) -> Iterator[tuple[list[Bit], list[Bit]]]:
    """Address and enable to data of each read port without clock."""
    parameters, connections = cell["parameters"], cell["connections"]
    ports, width, address = (int(parameters[name], 2) for name in ("RD_PORTS", "WIDTH", "ABITS"))
    clocked = parameters["RD_CLK_ENABLE"][::-1]
    for port in range(ports):
        if clocked[port] == "0":
            inputs = connections["RD_ADDR"][port * address : (port + 1) * address]
            yield inputs, connections["RD_DATA"][port * width : (port + 1) * width]


def latches(module: Netlist) -> list[str]:
    """The names of latches."""
    return [name for name, cell in module["cells"].items() if LATCH.match(cell["type"])]


def names_of_bits(module: Netlist) -> dict[Bit, str]:
    """A name for each bit, one from the source where there is one."""
    names: dict[Bit, str] = {}
    for name, net in sorted(module["netnames"].items(), key=lambda item: item[1].get("hide_name", 0)):
        for index, bit in enumerate(net["bits"]):
            names.setdefault(bit, f"{name}[{index}]" if len(net["bits"]) > 1 else name)
    return names


def paths(module: Netlist) -> list[Path]:
    """For each output bit that an input reaches, one shortest path."""
    followers: dict[Bit, list[Bit]] = collections.defaultdict(list)
    for cell in module["cells"].values():
        for inputs, outputs in arcs(cell["type"], cell):
            for bit in inputs:
                followers[bit].extend(outputs)

    # Breadth first from all inputs at once.
    came_from: dict[Bit, Bit | None] = {}
    queue: collections.deque[Bit] = collections.deque()
    for port in module["ports"].values():
        for bit in port["bits"]:
            if port["direction"] != "output" and isinstance(bit, int):
                came_from[bit] = None
                queue.append(bit)
    while queue:
        here = queue.popleft()
        for bit in followers[here]:
            if isinstance(bit, int) and bit not in came_from:
                came_from[bit] = here
                queue.append(bit)

    names = names_of_bits(module)
    hidden = {bit for name, net in module["netnames"].items() if net.get("hide_name") for bit in net["bits"]}
    found = []
    for name, port in module["ports"].items():
        if port["direction"] == "input":
            continue
        for index, bit in enumerate(port["bits"]):
            if bit in came_from:
                back = [bit]
                while (before := came_from[back[-1]]) is not None:
                    back.append(before)
                through = [names[b] for b in reversed(back[1:-1]) if b not in hidden or not names[b].startswith("$")]
                target = f"{name}[{index}]" if len(port["bits"]) > 1 else name
                found.append(Path(names[back[-1]], target, tuple(dict.fromkeys(through))))
    return found
