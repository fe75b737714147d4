# SPDX-License-Identifier: Apache-2.0
"""The proofs, each with a fault of the design that it must find."""

import dataclasses
from typing import Any, Literal


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
    engine: Literal["pdr", "bmc3", "ind"] = "pdr"
    depth: int = 0  # cycles that bmc3 looks at, before another engine too; of ind also most that a step does
    solver: str = ""  # which one bmc3 takes
    parameters: tuple[tuple[str, int], ...] = ()
    defines: tuple[str, ...] = ()
    with_files: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()  # modules whose outputs may be anything
    quick: bool = True
    limit: int = 300  # seconds of a processor; several times what it takes
    simplify: str = ""  # commands of yosys-abc before the engine

    @property
    def reach(self) -> str:
        """For how long it holds, once proved."""
        return f"{self.depth} cycles" if self.engine == "bmc3" else "unbounded"


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
        "side",
        "side_proof",
        "`block_mover_side`, lanes of 2, chunks of 16 bytes, up to 3 rows of up to 64 bytes and 3 planes",
        "the bursts of rows and joined rows are those of a second, slower way to cut them: each byte once, in order, within chunks; what they say of their beats is true",
        Fault("block_mover/block_mover_side.v", "wire [BEATS_W-1:0] end_word = last_word | {BEATS_W{more}};", "wire [BEATS_W-1:0] end_word = last_word | {BEATS_W{extra}};"),
        engine="bmc3",
        depth=9,
        quick=False,
        limit=1600,
    ),
]


def core(name: str, says: str, fault: Fault, depth: int, *, quick: bool = False, limit: int = 1200, **parameters: int) -> Task:
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


COMMAND, SIDE = "block_mover/block_mover_command.v", "block_mover/block_mover_side.v"
READS, WRITES = "block_mover/block_mover_read.v", "block_mover/block_mover_write.v"
BEATS, COMBINE = "block_mover/block_mover_beats.v", "block_mover/block_mover_combine.v"
RELEASE = "block_mover/block_mover_release.v"

PARTS = [
    Task(
        "output",
        "output_proof",
        "`block_mover_output`",
        "beats leave as they came, in order, none lost, also where two come at once; each stands until it is taken; room for two is told in time",
        Fault(
            "block_mover/block_mover_output.v",
            "if (free) some <= some ? used != 1 || put : put && two;",
            "if (free) some <= some ? used != 1 : put && two;",
        ),
        engine="bmc3",
        depth=9,
    ),
    Task(
        "status",
        "status_proof",
        "`block_mover_status`, 2 commands",
        "a status for each command, in order, with its tag, its error, its flags and its bytes",
        Fault("block_mover/block_mover_status.v", "bytes <= finished ? 32'd0 : bytes_now", "bytes <= finished && !counts ? 32'd0 : bytes_now"),
    ),
    Task(
        "read",
        "read_proof",
        "`block_mover_read`, queue of 256 words, bursts of 64",
        "never more words asked for and queued than there are places, so none comes that the queue cannot take, a pattern's and a stream's neither",
        Fault(READS, "in_use[WORDS_LOG2:LONGEST_LOG2] <= MOST - uncounted", "in_use[WORDS_LOG2:LONGEST_LOG2] <= MOST"),
        engine="ind",
        depth=20,
        cut=("block_mover_words", "block_mover_stream_in"),
    ),
]


def port(letter: str, says: str, fault: Fault, *, checks: int, cut: tuple[str, ...], **other: Any) -> Task:
    """An AXI4 master port of the whole block mover."""
    return Task(
        f"port_{letter}",
        "mover_proof",
        f"`block_mover`, port {letter.upper()}",
        says,
        fault,
        parameters=((f"CHECKS_{letter.upper()}", checks),),
        defines=("CUT_MEMORY",),
        with_files=("axi_rules",),
        cut=cut,
        **other,
    )


STANDS = "AR, AW and W stand until taken, INCR, whole words, nothing valid after a reset, RREADY and BREADY; of any bursts of any commands"
OF_ITS_OWN = ("block_mover_registers", "block_mover_descriptors")

SHELL = [
    port(
        "a",
        STANDS,
        Fault("block_mover/block_mover_output.v", "if (free) {spoilt, ends", "{spoilt, ends"),
        checks=1,
        cut=OF_ITS_OWN,
        depth=10,
        simplify="scorr; dc2; ",
        quick=False,
        limit=1600,
    ),
    port(
        "b",
        STANDS,
        Fault(RELEASE, "(to_b ? b_awready : a_awready)", "(to_b ? a_awready : b_awready)"),
        checks=1,
        cut=OF_ITS_OWN,
        depth=10,
        simplify="scorr; dc2; ",
        quick=False,
        limit=1600,
    ),
    port(
        "d",
        "the same; reads of 8 beats, writes of 2, each behind or beside its address, WLAST, within 4 KB, at most 2 of each under way; "
        "words fetched always have a place, each slot is counted until its write-back is answered",
        Fault("block_mover/block_mover_fetch.v", "FETCH_ADDRESS: if (m_axi_d_arready) state", "FETCH_ADDRESS: state"),
        checks=1 + 2 + 4 + 64 + 128 + 256,
        cut=("block_mover_registers", "block_mover_core"),
        engine="ind",
        depth=20,
    ),
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
        limit=1600,
    ),
    Task(
        "registers",
        "registers_proof",
        "`block_mover_registers`",
        "SLVERR of holes and read-only registers; a register reads as it was written; nothing starts but by a write",
        Fault("common/register_words.v", "if (write && address ==", "if (address =="),
    ),
]

LAST_BEAT = Fault(WRITES, ".put_last(run || !to_stream ? is_last :", ".put_last(run || !to_stream ? is_last && fill == 0 :")

EVERYTHING = {"PORT_B": 1, "STREAM": 1, "XOR": 1}
CORE = [
    core(
        "core_handshakes",
        "AR, AW, W and stream out stand until taken; AR bursts INCR, of whole words, at most 4 beats, within 4 KB; RREADY and BREADY",
        Fault(READS, "always @(posedge clk)\n    if (start) begin\n      from ", "always @(posedge clk)\n    begin\n      from "),
        0,
        quick=True,
        CHECKS=257,
        **EVERYTHING,
    ),
    core(
        "core_write_bursts",
        "AW bursts of at most 4 beats, within 4 KB",
        Fault(SIDE, "assign burst_len = {{(8 - BEATS_W) {1'b0}}, beats}", "assign burst_len = {{(8 - BEATS_W) {more}}, beats}"),
        14,
        CHECKS=64,
        **EVERYTHING,
    ),
    core(
        "core_bad",
        "a command of no bytes, rows or planes, of too many bytes or to or from no port touches no bus; its status, when it comes, says bad command or aborted",
        Fault(COMMAND, "cmd_rows == 0 || cmd_planes == 0 || bad_source", "cmd_rows == 0 || bad_source"),
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
        12,
        quick=True,
        CHECKS=4,
        SMALL=4,
        **EVERYTHING,
    ),
    core("core_wlast", "WLAST on the last beat of each burst and no other", LAST_BEAT, 10, CHECKS=128, SMALL=4, NUMBER=2, **EVERYTHING),
    core(
        "core_strobes",
        "strobes and TKEEP without holes, TKEEP from lane 0, none only with TLAST; TUSER only with such a beat",
        Fault(BEATS, "& (ends_bytes ? to_last", "^ (ends_bytes ? to_last"),
        14,
        quick=True,
        CHECKS=8,
        SMALL=4,
        **EVERYTHING,
    ),
    core(
        "core_statuses",
        "statuses in order with their tags, standing until taken; short or long only without an error; busy; at most 2 commands",
        Fault("block_mover/block_mover_status.v", "tags[accepted[SLOT_W-1:0]] <=", "tags[finishes[SLOT_W-1:0]] <="),
        14,
        CHECKS=16,
        **EVERYTHING,
    ),
    core(
        "core_abort",
        "a command that is accepted in the cycle of an abort ends with error 6 and no bytes",
        Fault("block_mover/block_mover_kill.v", "aborting <= present || accepts;", "aborting <= present;"),
        12,
        CHECKS=512,
        SMALL=4,
        **EVERYTHING,
    ),
    core(
        "core_settled",
        "when the last status is taken no transfer of a bus is owed, and the stream in taken only to the end of a packet",
        Fault(WRITES, ".push_ends(burst_final && run && !tail && !owed)", ".push_ends(burst_final)"),
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


def move(name: str, form: str, fault: Fault, bound: int, *, limit: int = 600, **parameters: int) -> Task:
    """Whole moves of a small form, from reset to the status, which has come `bound` cycles after the command."""
    faults = bool(parameters.get("FAULTS"))
    says = (
        f"{form}: ends within {bound} cycles; writes nothing outside; "
        + ("no byte but the right ones, error answers and aborts at any time" if faults else "every byte once and right; bytes told")
        + "; nothing is left under way"
    )
    return Task(
        name,
        "move_proof",
        f"`block_mover_core`, {parameters.get('STALLS', 0)} cycles of waiting for slaves",
        says,
        fault,
        engine="bmc3",
        depth=bound + 4,
        parameters=(*parameters.items(), ("BOUND", bound)),
        defines=("FEW_WORDS",),
        quick=False,
        limit=limit,
        simplify="scorr; dc2; ",
    )


CARRY = Fault(BEATS, "if (uses_word && (completes || !from_carry[lane])) carry", "if (uses_word && completes) carry")
STROBES = Fault(BEATS, "1'b0} << burst_last)", "1'b0} << burst_first)")

MOVES = [
    move("move_row", "a copy of a row of 1 to 15 bytes, A to A", CARRY, 13, LENGTH=4, ROWS=1, STALLS=1),
    move("move_row_b", "a copy of a row of 1 to 15 bytes, A to B", CARRY, 13, LENGTH=4, ROWS=1, STALLS=1, TO=1),
    move("move_rows", "a copy of 1 or 2 rows of 1 to 7 bytes, any strides within 32 bytes", STROBES, 18, LENGTH=3, ROWS=2, STALLS=0),
    move(
        "move_fill",
        "a fill of 1 or 2 rows of 1 to 7 bytes",
        Fault(READS, "? pattern : 32'd0", "? {pattern[23:0], pattern[31:24]} : 32'd0"),
        14,
        OPERATION=1,
        LENGTH=3,
        ROWS=2,
        STALLS=0,
    ),
    move(
        "move_xor",
        "an XOR of 1 or 2 sources of 1 to 3 bytes",
        Fault(COMBINE, "earlier = combines_now ? gathered", "earlier = combines ? gathered"),
        16,
        OPERATION=2,
        LENGTH=2,
        ROWS=1,
        PLANES=2,
        STALLS=0,
    ),
    move(
        "move_faults",
        "a copy of a row of 1 to 3 bytes, A to A",
        Fault("block_mover/block_mover_kill.v", "FLUSH: if (flushed) state", "FLUSH: if (flushed && !aborting) state"),
        16,
        LENGTH=2,
        ROWS=1,
        STALLS=1,
        FAULTS=1,
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
        Fault(
            "disk_node/disk_node_slot.v",
            "wire [W-1:0] room_next = room - bit_of(arrives) + bit_of(credit);",
            "wire [W-1:0] room_next = room - bit_of(arrives) + bit_of(credit_taken || (writes && (free || sent)));",
        ),
    ),
    Task(
        "send",
        "send_proof",
        "`disk_node_send`, 2 blocks of 2 words",
        "each committed block goes out once, whole, in order, with its tag and TLAST; nothing else does",
        Fault("disk_node/disk_node_send.v", "active <= ends ? committed != read_next : committed != {lap, reading};", "active <= committed != {lap, reading};"),
    ),
]

TASKS = [*COMMON, *PARTS, *SHELL, *CORE, *MOVES, *DISK_NODE]
