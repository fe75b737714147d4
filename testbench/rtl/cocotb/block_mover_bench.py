# SPDX-License-Identifier: Apache-2.0
"""A block mover in cocotb: cocotbext-axi's memories at its ports, a master at its registers, streams, and random pauses."""

from __future__ import annotations

import itertools
import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import (
    AxiBus,
    AxiLiteBus,
    AxiLiteMaster,
    AxiRam,
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSink,
    AxiStreamSource,
)

COPY, FILL, XOR = 0, 1, 2
PORT_A, PORT_B, STREAM = 0, 1, 2
MEMORY = 2**18
PATIENCE_US = 400
WORD = 8
HOLE, SHORT, LONG = 7 << 4, 1 << 8, 1 << 9  # as in a descriptor's status


@dataclass
class Registers:
    """Offsets by name, as block_mover.rdl has them."""

    offsets: dict[str, int]

    def __getattr__(self, name: str) -> int:
        return self.offsets[name]


@dataclass
class Move:
    """A command in the terms of a descriptor."""

    operation: int = COPY
    source_port: int = PORT_A
    destination_port: int = PORT_A
    source: int = 0
    destination: int = 0
    row_bytes: int = 1
    rows: int = 1
    planes: int = 1
    source_strides: tuple[int, int] = (0, 0)  # row, plane
    destination_strides: tuple[int, int] = (0, 0)
    tag: int = 0

    @property
    def planes_written(self) -> int:
        return 1 if self.operation == XOR else self.planes

    @property
    def bytes(self) -> int:
        return self.row_bytes * self.rows * self.planes_written

    def control(self) -> int:
        return self.operation << 4 | self.source_port << 8 | self.destination_port << 12 | self.tag << 24

    def places(self) -> bytes:
        """From the source address to the last stride."""
        return struct.pack(
            "<QQIHHiiii",
            self.source,
            self.destination,
            self.row_bytes,
            self.rows,
            self.planes,
            *self.source_strides,
            *self.destination_strides,
        )

    def descriptor(self, next_address: int, last: bool) -> bytes:
        """64 bytes, owned by the hardware."""
        return struct.pack("<IIIIQ", self.control() | 1 | last << 2, 0, 0, 0, next_address) + self.places()


@dataclass
class Expected:
    """What the memories and the outgoing stream must hold, byte by byte."""

    memories: list[bytearray]
    arrived: bytes = b""
    taken: int = 0
    left: list[bytes] = field(default_factory=list)

    def source_rows(self, move: Move, plane: int) -> Iterator[bytes]:
        for row in range(move.rows):
            start = move.source + plane * move.source_strides[1] + row * move.source_strides[0]
            yield bytes(self.memories[move.source_port][start : start + move.row_bytes])

    def rows(self, move: Move) -> Iterator[tuple[int, int, bytes]]:
        """Plane, row and bytes of every row that is written."""
        if move.operation == FILL:
            pattern = struct.pack("<I", move.source & 0xFFFFFFFF)
            whole = (pattern * (move.row_bytes // 4 + 1))[: move.row_bytes]
            yield from ((p, r, whole) for p in range(move.planes) for r in range(move.rows))
        elif move.operation == XOR:
            for row in range(move.rows):
                total = bytearray(move.row_bytes)
                for plane in range(move.planes):
                    part = list(self.source_rows(move, plane))[row]
                    total = bytearray(a ^ b for a, b in zip(total, part, strict=True))
                yield 0, row, bytes(total)
        else:
            for plane in range(move.planes):
                yield from ((plane, row, data) for row, data in enumerate(self.source_rows(move, plane)))

    def apply(self, move: Move) -> None:
        for plane, row, data in list(self.rows(move)):
            start = move.destination + plane * move.destination_strides[1] + row * move.destination_strides[0]
            self.memories[move.destination_port][start : start + len(data)] = data


@dataclass
class Packet:
    """Beats of a word and its TKEEP into the stream, and what a move makes of them."""

    beats: list[tuple[bytes, int]]

    def frame(self) -> AxiStreamFrame:
        data = b"".join(word for word, _ in self.beats)
        return AxiStreamFrame(data, tkeep=[keep >> lane & 1 for _, keep in self.beats for lane in range(WORD)])

    def received(self, move: Move) -> tuple[bytes, int]:
        """The bytes that the move writes, and the status of its descriptor but for "done"."""
        joined = move.source_strides[0] == move.row_bytes
        segments = (
            [move.row_bytes * move.rows] * move.planes if joined else [move.row_bytes] * (move.rows * move.planes)
        )
        needs = [min(WORD, size - at) for size in segments for at in range(0, size, WORD)]
        data = b""
        for number, need in enumerate(needs):
            word, keep = self.beats[number]
            kept = keep.bit_length()
            last = number + 1 == len(self.beats)
            if keep != (1 << kept) - 1 or (kept < need and not last):
                return data, HOLE
            data += word[: min(kept, need)]
            if last and (kept < need or number + 1 < len(needs)):
                return data, SHORT
        return data, 0 if last and kept == needs[-1] else LONG


class BlockMoverBench:
    """The design under test and everything round it."""

    def __init__(self, dut: Any, registers: Registers, seed: int) -> None:
        self.dut = dut
        self.at = registers
        self.random = random.Random(seed)
        self.packets_begun = 0
        self.packets_ended = 0
        cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
        self.memories = [
            AxiRam(AxiBus.from_prefix(dut, f"m_axi_{port}"), dut.clk, dut.rst, size=MEMORY) for port in "abd"
        ]
        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.clk, dut.rst)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.clk, dut.rst)

    async def reset(self) -> None:
        self.dut.rst.value = 1
        await ClockCycles(self.dut.clk, 5)
        self.dut.rst.value = 0
        cocotb.start_soon(self.watch_handshakes())
        cocotb.start_soon(self.watch_packets())
        await ClockCycles(self.dut.clk, 2)

    async def watch_handshakes(self) -> None:
        """Out of reset no handshake signal may be unknown."""
        signals = [signal for signal in self.dut if signal._name.endswith(("valid", "ready", "irq"))]
        assert len(signals) > 30
        while True:
            await RisingEdge(self.dut.clk)
            for signal in signals:
                assert signal.value.is_resolvable, f"{signal._name} is {signal.value}"

    async def watch_packets(self) -> None:
        """Counts the packets of which a beat was taken, and those that were taken to their end."""
        dut = self.dut
        amid = False
        while True:
            await RisingEdge(dut.clk)
            if dut.s_axis_tvalid.value and dut.s_axis_tready.value:
                self.packets_begun += not amid
                amid = not dut.s_axis_tlast.value
                self.packets_ended += not amid

    def fill_memories(self) -> Expected:
        """Random bytes in the memories of ports A and B, and the same as what is expected so far."""
        expected = []
        for memory in self.memories[:2]:
            data = self.random.randbytes(MEMORY)
            memory.write(0, data)
            expected.append(bytearray(data))
        return Expected(expected)

    def pause(self, percent: int) -> None:
        """Random pauses on every channel."""

        def pauses() -> Iterator[bool]:
            generator = random.Random(self.random.random())
            return (generator.random() * 100 < percent for _ in itertools.count())

        for memory in self.memories:
            for channel in (
                memory.write_if.aw_channel,
                memory.write_if.w_channel,
                memory.write_if.b_channel,
                memory.read_if.ar_channel,
                memory.read_if.r_channel,
            ):
                channel.set_pause_generator(pauses())
        for channel in (
            self.master.write_if.aw_channel,
            self.master.write_if.w_channel,
            self.master.write_if.b_channel,
            self.master.read_if.ar_channel,
            self.master.read_if.r_channel,
            self.source,
            self.sink,
        ):
            channel.set_pause_generator(pauses())

    async def read(self, offset: int) -> int:
        answer = await self.master.read(offset, 4)
        assert answer.resp == 0, f"read of {offset:#x} answered {answer.resp!r}"
        return int.from_bytes(answer.data, "little")

    async def write(self, offset: int, value: int) -> None:
        answer = await self.master.write(offset, value.to_bytes(4, "little"))
        assert answer.resp == 0, f"write of {offset:#x} answered {answer.resp!r}"

    async def until_idle(self) -> None:
        async def poll() -> None:
            while not await self.read(self.at.STATUS) & 2:
                await ClockCycles(self.dut.clk, 5)

        await with_timeout(cocotb.start_soon(poll()), PATIENCE_US, "us")

    async def direct(self, move: Move) -> tuple[int, int, int]:
        """Tag, error and bytes of a move through the registers."""
        places = move.places()
        for offset in range(0, len(places), 4):
            await self.write(self.at.DIRECT_SOURCE_LOW + offset, int.from_bytes(places[offset : offset + 4], "little"))
        await self.write(self.at.DIRECT_CONTROL, move.control() | 1)
        await self.until_idle()
        status = await self.read(self.at.DIRECT_STATUS)
        assert status & 1
        return status >> 24, status >> 4 & 7, await self.read(self.at.DIRECT_BYTES)

    def build(self, moves: list[Move], addresses: list[int]) -> None:
        """The descriptors of a list."""
        for i, (move, address) in enumerate(zip(moves, addresses, strict=True)):
            last = i + 1 == len(moves)
            self.memories[2].write(address, move.descriptor(0 if last else addresses[i + 1], last))

    async def chain(self, head: int) -> None:
        """Starts a list and waits for the interrupt of its end."""
        await self.write(self.at.INTERRUPT_STATUS, 15)
        await self.write(self.at.INTERRUPT_ENABLE, 2)
        await self.write(self.at.CHAIN_HEAD_HIGH, 0)
        await self.write(self.at.CHAIN_HEAD_LOW, head)
        await self.write(self.at.CONTROL, 1)
        if not self.dut.irq.value:
            await with_timeout(RisingEdge(self.dut.irq), PATIENCE_US, "us")

    def written_back(self, address: int) -> tuple[int, int, int]:
        """Control, status and bytes of a descriptor."""
        control, status, moved = struct.unpack("<III", self.memories[2].read(address, 12))
        return control, status, moved

    def attributes_seen(self) -> dict[str, set[tuple[int, ...]]]:
        """Cache, protection, quality and ID of the addresses of each channel, from now on."""
        seen: dict[str, set[tuple[int, ...]]] = {}

        async def watch() -> None:
            while True:
                await RisingEdge(self.dut.clk)
                for channel in (f"m_axi_{port}_{kind}" for port in "abd" for kind in ("ar", "aw")):
                    if getattr(self.dut, channel + "valid").value:
                        parts = (getattr(self.dut, channel + name).value for name in ("cache", "prot", "qos", "id"))
                        seen.setdefault(channel, set()).add(tuple(int(part) for part in parts))

        cocotb.start_soon(watch())
        return seen

    def apply_bytes(self, expected: Expected, move: Move, data: bytes, whole: bool) -> None:
        """The first bytes of a move; where it failed, each as it was or as it should be."""
        memory = expected.memories[move.destination_port]
        for number, value in enumerate(data):
            row, column = divmod(number, move.row_bytes)
            plane, row = divmod(row, move.rows)
            at = move.destination + plane * move.destination_strides[1] + row * move.destination_strides[0] + column
            if not whole and self.memories[move.destination_port].read(at, 1)[0] == memory[at]:
                continue
            memory[at] = value

    def compare(self, expected: Expected) -> None:
        for port, want in enumerate(expected.memories):
            have = self.memories[port].read(0, MEMORY)
            if have != bytes(want):
                place = next(i for i in range(MEMORY) if have[i] != want[i])
                raise AssertionError(f"port {'AB'[port]} at {place:#x}: {have[place]:#04x}, not {want[place]:#04x}")
