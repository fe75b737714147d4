# SPDX-License-Identifier: Apache-2.0
"""The proofs, each with a fault of the design that it must find."""

import dataclasses
from typing import Literal


@dataclasses.dataclass(frozen=True)
class Fault:
    """A text of a file of rtl/, there once, and what stands for it."""

    file: str
    old: str
    new: str


@dataclasses.dataclass(frozen=True)
class Task:
    """A property module with parameters, and how it is decided."""

    name: str
    top: str
    what: str
    says: str
    fault: Fault
    engine: Literal["pdr", "bmc3"] = "pdr"
    depth: int = 0  # cycles, of bmc3
    parameters: tuple[tuple[str, int], ...] = ()
    defines: tuple[str, ...] = ()
    with_files: tuple[str, ...] = ()
    quick: bool = True
    limit: int = 120  # seconds
    simplify: str = ""  # commands of yosys-abc before the engine

    @property
    def reach(self) -> str:
        """For how long it holds, once proved."""
        return "unbounded" if self.engine == "pdr" else f"{self.depth} cycles"


def fifo(name: str, registered: int, fault: Fault) -> Task:
    what, says = ("`fifo_registered`" if registered else "`fifo`"), "order, no loss, full and empty tell the truth"
    return Task(name, "fifo_proof", what, says, fault, parameters=(("REGISTERED", registered),))


COMMON = [
    fifo("fifo", 0, Fault("common/fifo.v", "if (pop) head <= head", "if (pop && !push) head <= head")),
    fifo("fifo_registered", 1, Fault("common/fifo_registered.v", "valid <= push || !none", "valid <= (push && !pop) || !none")),
    Task(
        "skid_buffer",
        "skid_buffer_proof",
        "`skid_buffer`",
        "order, no loss, offers stand until taken",
        Fault("common/skid_buffer.v", "else if (in_valid) spare_valid", "else if (in_valid && !in_data[0]) spare_valid"),
    ),
    Task(
        "arbiter",
        "arbiter_proof",
        "`arbiter`, 4 requesters",
        "one grant, to a requester; at most one turn of each other before one's own",
        Fault("common/arbiter.v", "after <= ~(grant | (grant - 1'b1))", "after <= ~(grant - 1'b1)"),
    ),
    Task(
        "words",
        "words_proof",
        "`block_mover_words`, 4 words",
        "order, no loss, never reads a word of the memory while it is written",
        Fault("block_mover/block_mover_words.v", "wire empty = !unread && !ahead;", "wire empty = !ahead;"),
    ),
    Task(
        "cut",
        "cut_proof",
        "`block_mover_cut`, 64 bit, bursts of 256",
        "any burst of any segment: within 2 KB and so 4 KB, at most 256 beats, exactly the segment's bytes",
        Fault("block_mover/block_mover_cut.v", "{LANES_LOG2{1'b1}} : last_lane", "{LANES_LOG2{1'b0}} : last_lane"),
    ),
]



def core(name: str, says: str, fault: Fault, depth: int, *, quick: bool = False, limit: int = 300, **parameters: int) -> Task:
    """A proof of the whole core: 32 bit, 4 bursts of at most 4 beats, 2 commands, words of any content."""
    ports = [f"port {end}" for end in "AB" if end == "A" or parameters.get("PORT_B")]
    ports += ["streams"] if parameters.get("STREAM") else []
    return Task(
        name,
        "core_proof",
        f"`block_mover_core`, {', '.join(ports)}{', XOR' if parameters.get('XOR') else ''}",
        says,
        fault,
        engine="bmc3",
        depth=depth,
        parameters=tuple(parameters.items()),
        defines=("CUT_MEMORY",) if parameters.get("FAULTS", 1) else ("CUT_MEMORY", "FAULTLESS"),
        with_files=("axi_rules",),
        quick=quick,
        limit=limit,
        simplify="scorr; dc2; ",
    )


READS, WRITES = "block_mover/block_mover_read.v", "block_mover/block_mover_write.v"

PARTS = [
    Task(
        "status",
        "status_proof",
        "`block_mover_status`, 2 commands",
        "a status for each command, in order, with its tag, its error and its bytes",
        Fault("block_mover/block_mover_status.v", "bytes <= finished ? 32'd0 : bytes_now", "bytes <= finished && !counts ? 32'd0 : bytes_now"),
    ),
]

SHELL = [
    Task(
        "interrupt",
        "interrupt_proof",
        "`block_mover_interrupt`, counts and times to 7",
        "no event missed, not even in the cycle of its clearing; none without a cause; coalescing in time",
        Fault(
            "block_mover/block_mover_interrupt.v",
            "status[ERROR]     <= error || (status[ERROR] && !clear[ERROR]);",
            "status[ERROR]     <= (error || status[ERROR]) && !clear[ERROR];",
        ),
    ),
    Task(
        "registers",
        "registers_proof",
        "`block_mover_registers`",
        "AXI4-Lite slave rules, SLVERR of holes and read-only registers, a cause is cleared once by a write",
        Fault("block_mover/block_mover_registers.v", "if (!data_held) begin", "if (!address_held) begin"),
    ),
]

LAST_BEAT = Fault(WRITES, "wlast   <= tail || is_last;", "wlast   <= tail || (is_last && !filled);")

CORE = [
    core("core_axi_a", "AXI rules", LAST_BEAT, 16, quick=True, SMALL=4, NUMBER=2),
    core("core_axi_all", "AXI rules", LAST_BEAT, 16, SMALL=4, NUMBER=2, PORT_B=1, STREAM=1, XOR=1),
    core("core_bad", "AXI rules", LAST_BEAT, 20, BAD=1, PORT_B=1, STREAM=1, XOR=1),
    core("core_bytes_a", "bytes", LAST_BEAT, 24, FAULTS=0, SMALL=3, NUMBER=1, WAIT=16),
    core("core_bytes_all", "bytes", LAST_BEAT, 24, FAULTS=0, SMALL=3, NUMBER=1, WAIT=16, PORT_B=1, STREAM=1, XOR=1),
    core("core_ends_a", "bytes", LAST_BEAT, 24, FAULTS=1, SMALL=3, NUMBER=1, WAIT=16),
]

TASKS = [*COMMON, *PARTS, *SHELL]
