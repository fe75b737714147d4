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

TASKS = [*COMMON]
