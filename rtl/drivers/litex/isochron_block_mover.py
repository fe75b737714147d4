# SPDX-License-Identifier: Apache-2.0
"""The block mover in a LiteX system: registers as an AXI-Lite slave, ports as AXI masters, streams as endpoints, an interrupt.

    mover = add_block_mover(soc)                       # in the SoC's constructor or after it
    mover = BlockMover(platform, PORT_B=0, STREAM=0)   # or alone, to be connected by hand
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect.axi import AXIInterface, AXILiteInterface, AXIStreamInterface
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceLevel
from migen import ClockSignal, Instance, ResetSignal, Signal

# The Verilog of a clone of the project; another place is an argument.
RTL = Path(__file__).resolve().parents[2]
SOURCES = ("common", "block_mover", "block_mover_ip")
TOP = "block_mover_axi"
PORT = re.compile(r"^    (input|output)\s+wire\s+(?:\[[^\]]+\]\s+)?(\w+),?$", re.MULTILINE)
REGISTER_BYTES = 0x1000
REGISTER_ADDRESS_BITS = 12
DESCRIPTOR_BITS = 64


class BlockMover(LiteXModule):
    """One block mover.

    `registers` is the slave; `memory_a`, `memory_b` and `descriptors` are the masters; `sink` takes what streams in and `source` gives what
    streams out. `parameters` are those of the Verilog module: PORT_B, STREAM, OUTSTANDING and so on.
    """

    def __init__(self, platform: Any, data_width: int = 64, address_width: int = 32, id_width: int = 4, rtl: Path = RTL, **parameters: int) -> None:
        """Adds the Verilog to the platform and the module to the design."""
        self.registers = AXILiteInterface(data_width=32, address_width=32)
        self.memory_a = AXIInterface(data_width=data_width, address_width=address_width, id_width=id_width)
        self.memory_b = AXIInterface(data_width=data_width, address_width=address_width, id_width=id_width)
        self.descriptors = AXIInterface(data_width=DESCRIPTOR_BITS, address_width=address_width, id_width=id_width)
        self.sink = AXIStreamInterface(data_width=data_width)
        self.source = AXIStreamInterface(data_width=data_width, user_width=1)
        irq = Signal()

        self.ev = EventManager()
        self.ev.moved = EventSourceLevel(description="The block mover's interrupt; its causes are in its own registers.")
        self.ev.finalize()
        self.comb += self.ev.moved.trigger.eq(irq)

        for folder in SOURCES:
            for file in sorted((rtl / folder).glob("*.v")):
                platform.add_source(str(file), language="verilog")
        connections = {
            "i_aclk": ClockSignal(),
            "i_aresetn": ~ResetSignal(),
            "o_irq": irq,
            **{f"p_{name}": value for name, value in {"DATA_W": data_width, "ADDR_W": address_width, "ID_W": id_width, **parameters}.items()},
        }
        for direction, name in PORT.findall((rtl / f"block_mover_ip/{TOP}.v").read_text(encoding="utf-8")):
            key = f"{direction[0]}_{name}"
            if key not in connections:
                connections[key] = self.pin(name)
        self.specials += Instance(TOP, **connections)

    def pin(self, name: str) -> Any:
        """LiteX's signal for a port of the Verilog module."""
        bus, _, signal = name.rpartition("_")
        if bus in ("s_axis", "m_axis"):
            return getattr(self.sink if bus == "s_axis" else self.source, signal[1:])
        interface = {"s_axi_lite": self.registers, "m_axi_a": self.memory_a, "m_axi_b": self.memory_b, "m_axi_d": self.descriptors}[bus]
        channel = signal[: 2 if signal.startswith("a") else 1]
        wire = getattr(getattr(interface, channel), signal[len(channel) :])
        return wire[:REGISTER_ADDRESS_BITS] if bus == "s_axi_lite" and signal in ("awaddr", "araddr") else wire


def add_block_mover(soc: Any, name: str = "block_mover", origin: int | None = None, **arguments: Any) -> BlockMover:
    """A block mover in a system: its registers and its masters on the system's bus, its interrupt where there is a processor to take it.

    Port B goes to the same bus as port A: who has a second one makes a BlockMover and connects it. Streams are left to the caller.
    """
    mover = BlockMover(soc.platform, address_width=soc.bus.address_width, **{"PORT_B": 0, **arguments})
    soc.add_module(name, mover)
    soc.bus.add_slave(name, mover.registers, SoCRegion(origin=origin, size=REGISTER_BYTES, cached=False))
    soc.bus.add_master(f"{name}_a", master=mover.memory_a)
    soc.bus.add_master(f"{name}_d", master=mover.descriptors)
    if arguments.get("PORT_B"):
        soc.bus.add_master(f"{name}_b", master=mover.memory_b)
    if soc.irq.enabled:
        soc.irq.add(name, use_loc_if_exists=True)
    return mover
