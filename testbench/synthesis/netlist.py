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
