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


def fifo(name: str, kind: int, fault: Fault) -> Task:
    says = "order, no loss, empty tells the truth, full says so two words before the end at most and never late"
    return Task(name, "fifo_proof", f"`{name}`", says, fault, parameters=(("KIND", kind),))


COMMON = [
    fifo("fifo", 0, Fault("common/fifo.v", "if (pop) head <= head", "if (pop && !push) head <= head")),
    fifo("fifo_through", 2, Fault("common/fifo_through.v", "push && !(none && pop)", "push && !pop")),
    fifo("fifo_registered", 1, Fault("common/fifo_registered.v", "valid <= push || !none", "valid <= (push && !pop) || !none")),
    *(
        Task(
            name,
            "register_port_proof",
            f"`register_port`{what}",
            "AXI4-Lite slave rules; each write handed on once as it was sent, or refused; reads of what is there, and SLVERR of what is not",
            Fault("common/register_port.v", old, new),
            parameters=parameters,
        )
        for name, what, parameters, old, new in (
            ("register_port", "", (), "if (!data_held) begin", "if (!address_held) begin"),
            ("register_port_far", " with a memory behind it", (("CHECK", 1), ("FAR", 1)), "if (far_written) write_state", "if (far_written || s_axil_awvalid) write_state"),
        )
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
        Fault("block_mover/block_mover_cut.v", "{LANES_LOG2{1'b1}} : after", "{LANES_LOG2{1'b0}} : after"),
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
        engine="bmc3" if depth else "pdr",
        depth=depth,
        parameters=tuple(parameters.items()),
        defines=("CUT_MEMORY",) if parameters.get("FAULTS", 1) else ("CUT_MEMORY", "FAULTLESS"),
        with_files=("axi_rules",),
        quick=quick,
        limit=limit,
        simplify="" if depth else "scorr; dc2; ",
    )


CORE_FILE, CUT = "block_mover/block_mover_core.v", "block_mover/block_mover_cut.v"
READS, WRITES = "block_mover/block_mover_read.v", "block_mover/block_mover_write.v"
RELEASE = "block_mover/block_mover_release.v"

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
        "`interrupt_causes`, counts and times to 7",
        "no event missed, not even in the cycle of its clearing; none without a cause; coalescing in time",
        Fault(
            "common/interrupt_causes.v",
            "status[ERROR]     <= error || (status[ERROR] && !clear[ERROR]);",
            "status[ERROR]     <= (error || status[ERROR]) && !clear[ERROR];",
        ),
        quick=False,
        limit=400,
    ),
    Task(
        "registers",
        "registers_proof",
        "`block_mover_registers`",
        "SLVERR of holes and read-only registers; a register reads as it was written; nothing starts but by a write",
        Fault("common/register_words.v", "if (write && address ==", "if (address =="),
    ),
]

LAST_BEAT = Fault(WRITES, ".put_last(is_last),", ".put_last(is_last && fill == 0),")

EVERYTHING = {"PORT_B": 1, "STREAM": 1, "XOR": 1}
CORE = [
    core(
        "core_handshakes",
        "AR, AW, W and stream out stand until taken; AR bursts INCR, of whole words, at most 4 beats, within 4 KB; RREADY and BREADY",
        Fault(READS, "if (burst_made) begin\n      burst_from    <= from;", "begin\n      burst_from    <= from;"),
        0,
        quick=True,
        CHECKS=1,
        **EVERYTHING,
    ),
    core(
        "core_write_bursts",
        "AW bursts of at most 4 beats, within 4 KB",
        Fault(CUT, "assign len = {{(8 - BEATS_W) {1'b0}}, more", "assign len = {{(8 - BEATS_W) {more}}, more"),
        14,
        CHECKS=64,
        **EVERYTHING,
    ),
    core(
        "core_bad",
        "a command of no bytes, rows or planes, of too many bytes or to or from no port touches no bus; its status, when it comes, says bad command or aborted",
        Fault(CORE_FILE, "cmd_rows == 0 || cmd_planes == 0 || bad_source", "cmd_rows == 0 || bad_source"),
        24,
        quick=True,
        CHECKS=16,
        BAD=1,
        **EVERYTHING,
    ),
    core(
        "core_under_way",
        "at most 4 reads and 4 writes of a port under way",
        Fault(READS, "!bursts[OUTSTANDING_LOG2] && !(", "!bursts[OUTSTANDING_LOG2] || !("),
        12,
        CHECKS=2,
        SMALL=4,
        **EVERYTHING,
    ),
    core(
        "core_beats",
        "no beat before its address",
        Fault(RELEASE, "assign released = ahead != 0 || can_release;", "assign released = 1'b1;"),
        13,
        quick=True,
        CHECKS=4,
        SMALL=4,
        **EVERYTHING,
    ),
    core("core_wlast", "WLAST on the last beat of each burst and no other", LAST_BEAT, 10, CHECKS=128, SMALL=4, NUMBER=2, **EVERYTHING),
    core(
        "core_strobes",
        "strobes and TKEEP without holes, TKEEP from lane 0",
        Fault(WRITES, "& (is_last ? to_last", "^ (is_last ? to_last"),
        14,
        quick=True,
        CHECKS=8,
        SMALL=4,
        **EVERYTHING,
    ),
    core(
        "core_statuses",
        "statuses in order with their tags, standing until taken; busy; at most 2 commands",
        Fault("block_mover/block_mover_status.v", "tags[accepted[SLOT_W-1:0]] <=", "tags[finishes[SLOT_W-1:0]] <="),
        14,
        CHECKS=16,
        **EVERYTHING,
    ),
    core(
        "core_settled",
        "when the last status is taken no transfer of a bus is owed",
        Fault(WRITES, ".push_ends(burst_final && run)", ".push_ends(burst_final)"),
        11,
        SMALL=3,
        NUMBER=2,
        CHECKS=32,
        **EVERYTHING,
    ),
    core(
        "core_bytes",
        "without faults the bytes strobed and the bytes told are those of the command",
        Fault(WRITES, "{burst_len, burst_last} - {8'd0, burst_first}", "{burst_len, burst_last}"),
        10,
        FAULTS=0,
        SMALL=2,
        NUMBER=1,
        CHECKS=0,
    ),
]

DISK_NODE = [
    Task(
        "credits",
        "credits_proof",
        "`disk_node_credits` and `fifo_registered`, three cycles apart",
        "the queue never overflows; every place can be used; order",
        Fault("disk_node/disk_node_credits.v", "available <= next != 0;", "available <= count != 0;"),
    ),
    Task(
        "slot",
        "slot_proof",
        "`disk_node_slot`, 2 places of 2 words, commands of up to 7 blocks",
        "never more promised than there is room for; every block arrives, and no other; none is overwritten before it is free",
        Fault("disk_node/disk_node_slot.v", "wire [W-1:0] room_next = room - bit_of(arrives) + bit_of(credit);", "wire [W-1:0] room_next = room - bit_of(arrives) + bit_of(credit_taken || (writes && (free || sent)));"),
    ),
    Task(
        "send",
        "send_proof",
        "`disk_node_send`, 2 blocks of 2 words",
        "each committed block goes out once, whole, in order, with its tag and TLAST; nothing else does",
        Fault("disk_node/disk_node_send.v", "active <= ends ? committed != read_next : committed != {lap, reading};", "active <= committed != {lap, reading};"),
    ),
]

TASKS = [*COMMON, *PARTS, *SHELL, *CORE, *DISK_NODE]
