# SPDX-License-Identifier: Apache-2.0
"""Changes to a netlist of ECP5 cells (JSON of Yosys) before it is placed."""

import copy
from typing import Any

Netlist = dict[str, Any]

FLIP_FLOP = {
    "hide_name": 0,
    "type": "TRELLIS_FF",
    "parameters": {
        "CEMUX": "1 ",  # the blank says that it is text, not a number
        "CLKMUX": "CLK",
        "GSR": "DISABLED",
        "LSRMUX": "LSR",
        "REGSET": "RESET",
        "SRMODE": "LSR_OVER_CE",
    },
    "attributes": {},
    "port_directions": {"CLK": "input", "DI": "input", "LSR": "input", "Q": "output"},
}


def register_ports(netlist: Netlist, clock: str = "clk") -> Netlist:
    """A copy with a flip-flop at each bit of each port: what stands round a block in a system that registers its borders.

    Without them nothing limits the time from an input to the first flip-flop, and none of it is seen in the clock's frequency.
    """
    changed = copy.deepcopy(netlist)
    (module,) = [m for m in changed["modules"].values() if "top" in m.get("attributes", {})]
    (clock_bit,) = module["ports"][clock]["bits"]
    free = 1 + max(
        [bit for net in module["netnames"].values() for bit in net["bits"] if isinstance(bit, int)]
        + [bit for port in module["ports"].values() for bit in port["bits"] if isinstance(bit, int)]
    )
    for name, port in module["ports"].items():
        if name == clock:
            continue
        outside: list[Any] = []
        for index, bit in enumerate(port["bits"]):
            if not isinstance(bit, int):  # a constant
                outside.append(bit)
                continue
            inward = port["direction"] == "input"
            cell = copy.deepcopy(FLIP_FLOP)
            cell["connections"] = {
                "CLK": [clock_bit],
                "DI": [free if inward else bit],
                "LSR": ["0"],
                "Q": [bit if inward else free],
            }
            module["cells"][f"at_port.{name}[{index}]"] = cell
            outside.append(free)
            free += 1
        module["netnames"][f"outside.{name}"] = {"hide_name": 0, "bits": outside, "attributes": {}}
        # The inner net keeps its name under another label: nextpnr wants a port's net to be the port's.
        if name in module["netnames"]:
            module["netnames"][f"inside.{name}"] = module["netnames"].pop(name)
        port["bits"] = outside
    return changed


XOR_GATE = {
    "hide_name": 0,
    "type": "LUT4",
    "parameters": {"INIT": "0110011001100110"},  # A and B differ
    "attributes": {},
    "port_directions": {"A": "input", "B": "input", "C": "input", "D": "input", "Z": "output"},
}


def serial_ports(netlist: Netlist, clock: str = "clk", reset: str = "rst") -> Netlist:
    """A copy with four pins: clock, reset, a bit in and a bit out. A chain of flip-flops shifts the bits of the inputs in, another
    one gathers what the outputs were; so a block with more ports than a package has pins can be placed as it would stand on a chip.
    """
    changed = copy.deepcopy(netlist)
    (module,) = [m for m in changed["modules"].values() if "top" in m.get("attributes", {})]
    (clock_bit,) = module["ports"][clock]["bits"]
    free = 1 + max(
        [bit for net in module["netnames"].values() for bit in net["bits"] if isinstance(bit, int)]
        + [bit for port in module["ports"].values() for bit in port["bits"] if isinstance(bit, int)]
    )

    def flip_flop(name: str, data: Any, out: int) -> None:
        cell = copy.deepcopy(FLIP_FLOP)
        cell["connections"] = {"CLK": [clock_bit], "DI": [data], "LSR": ["0"], "Q": [out]}
        module["cells"][name] = cell

    pin_in = shifted = free
    gathered: Any = "0"
    free += 1
    for name, port in list(module["ports"].items()):
        if name in (clock, reset):
            continue
        for index, bit in enumerate(port["bits"]):
            if not isinstance(bit, int):  # a constant
                continue
            if port["direction"] == "input":
                flip_flop(f"at_port.{name}[{index}]", shifted, bit)
                shifted = bit
                continue
            gate = copy.deepcopy(XOR_GATE)
            gate["connections"] = {"A": [bit], "B": [gathered], "C": ["0"], "D": ["0"], "Z": [free]}
            module["cells"][f"at_port.{name}[{index}].gate"] = gate
            flip_flop(f"at_port.{name}[{index}]", free, free + 1)
            gathered = free + 1
            free += 2
        del module["ports"][name]
    for name, bit, direction in (("shift_in", pin_in, "input"), ("shift_out", gathered, "output")):
        module["ports"][name] = {"direction": direction, "bits": [bit]}
        module["netnames"][name] = {"hide_name": 0, "bits": [bit], "attributes": {}}
    return changed
