# SPDX-License-Identifier: Apache-2.0
"""A disk-node interface in cocotb: cocotbext-axi's memories at its ports, a master at its registers, and disks on its channel."""

from __future__ import annotations

import random
import struct
from collections import deque
from dataclasses import dataclass
from typing import Any

import cocotb
from block_mover_bench import Registers
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteMaster, AxiRam

BLOCK = 512  # bytes, as the words and places below those of disk_node's default parameters
WORD = 8
AHEAD = 4  # blocks of a command that may be under way
DISKS = 8
DISK = 64 * BLOCK  # bytes of a disk
MEMORY = 2**18
REQUESTS, COMPLETIONS, RING_LOG2 = 0x1000, 0x2000, 4
PATIENCE_US = 1000
DONE, MEDIA_ERROR = 0, 2


@dataclass
class Request:
    """A strand, in the terms of the request ring."""

    id: int
    block: int
    bytes: int
    address: int
    disk: int = 0
    survivors: int = 0
    write: bool = False
    port_b: bool = False

    def words(self) -> bytes:
        """64 bytes."""
        head = self.id | self.write << 16 | (self.survivors != 0) << 17 | self.port_b << 18 | self.disk << 24
        return struct.pack("<IIQIIQII", head, self.survivors, self.block, self.bytes, 0, self.address, 0, 0) + bytes(24)


@dataclass
class Command:
    """A disk command under way, with the bytes that may be sent or, of a write, that were asked for."""

    tag: int
    disk: int
    write: bool
    block: int
    blocks: int
    promised: int = 0
    moved: int = 0
    status: int | None = None

    @property
    def bytes(self) -> int:
        return self.blocks * BLOCK


class DiskChannel:
    """The disks: each carries out its commands in order, and they send their words in any mixture."""

    def __init__(self, dut: Any, generator: random.Random) -> None:
        self.dut = dut
        self.random = generator
        self.disks = [bytearray(generator.randbytes(DISK)) for _ in range(DISKS)]
        self.bad: set[tuple[int, int]] = set()  # disk and block
        self.idle_percent = 0  # of the cycles, on each of its lines
        self.queues: list[deque[Command]] = [deque() for _ in range(DISKS)]
        self.words = 0
        self.ready: dict[str, bool] = {}

    @property
    def idle(self) -> bool:
        return not any(self.queues)

    def of_tag(self, tag: int) -> Command | None:
        return next((command for queue in self.queues for command in queue if command.tag == tag), None)

    async def run(self) -> None:
        dut = self.dut
        for line in (dut.channel_grant_valid, dut.s_axis_tvalid, dut.channel_status_valid):
            line.value = 0
        self.drive_ready()
        while True:
            await RisingEdge(dut.clk)
            if dut.rst.value:
                continue
            assert dut.s_axis_tready.value == 1 and dut.channel_status_ready.value == 1
            if self.ready["command"] and dut.channel_command_valid.value:
                self.take_command()
            if self.ready["credit"] and dut.channel_credit_valid.value:
                self.take_credit(int(dut.channel_credit_tag.value))
            if self.ready["data"] and dut.m_axis_tvalid.value:
                self.take_word()
            self.drive_ready()
            self.drive_word()
            self.drive_grant()
            self.drive_status()

    def open(self) -> bool:
        return self.random.random() * 100 >= self.idle_percent

    def drive_ready(self) -> None:
        self.ready = {name: self.open() for name in ("command", "credit", "data")}
        self.dut.channel_command_ready.value = int(self.ready["command"])
        self.dut.channel_credit_ready.value = int(self.ready["credit"])
        self.dut.m_axis_tready.value = int(self.ready["data"])

    def take_command(self) -> None:
        dut = self.dut
        tag = int(dut.channel_command_tag.value)
        known = self.of_tag(tag)
        if dut.channel_command_cancel.value:
            if known and known.status is None:
                known.status = 3
            return
        assert known is None, f"tag {tag} is in use"
        command = Command(
            tag,
            int(dut.channel_command_disk.value),
            bool(dut.channel_command_write.value),
            int(dut.channel_command_block.value),
            int(dut.channel_command_blocks.value),
        )
        if not command.write:
            command.promised = min(command.blocks, AHEAD) * BLOCK
        self.queues[command.disk].append(command)

    def take_credit(self, tag: int) -> None:
        command = self.of_tag(tag)
        if command:
            command.promised += BLOCK
            assert command.promised <= command.bytes, f"tag {tag} is promised too much"

    def take_word(self) -> None:
        dut = self.dut
        command = self.of_tag(int(dut.m_axis_tid.value))
        assert command and command.write and command.moved < command.promised
        start = command.block * BLOCK + command.moved
        self.disks[command.disk][start : start + WORD] = int(dut.m_axis_tdata.value).to_bytes(WORD, "little")
        command.moved += WORD
        self.words += 1
        assert bool(dut.m_axis_tlast.value) == (command.moved % BLOCK == 0)
        if command.moved == command.bytes:
            command.status = 0

    def in_turn(self) -> list[Command]:
        """The first of each disk, in random order."""
        first = [queue[0] for queue in self.queues if queue and queue[0].status is None]
        self.random.shuffle(first)
        return first

    def drive_word(self) -> None:
        self.dut.s_axis_tvalid.value = 0
        if not self.open():
            return
        for command in self.in_turn():
            if command.write or command.moved == command.promised:
                continue
            start = command.block * BLOCK + command.moved
            if (command.disk, start // BLOCK) in self.bad:
                command.status = 1
                continue
            self.dut.s_axis_tvalid.value = 1
            self.dut.s_axis_tid.value = command.tag
            self.dut.s_axis_tdata.value = int.from_bytes(self.disks[command.disk][start : start + WORD], "little")
            command.moved += WORD
            self.words += 1
            if command.moved == command.bytes:
                command.status = 0
            return

    def drive_grant(self) -> None:
        self.dut.channel_grant_valid.value = 0
        for command in self.in_turn():
            wanted = min(command.bytes, command.moved // BLOCK * BLOCK + AHEAD * BLOCK)
            if command.write and command.promised < wanted:
                self.dut.channel_grant_valid.value = 1
                self.dut.channel_grant_tag.value = command.tag
                command.promised += BLOCK
                return

    def drive_status(self) -> None:
        self.dut.channel_status_valid.value = 0
        for queue in self.queues:
            for command in queue:
                # A word that was driven in this cycle comes with the status at the earliest.
                if command.status is not None:
                    self.dut.channel_status_valid.value = 1
                    self.dut.channel_status_tag.value = command.tag
                    self.dut.channel_status_code.value = command.status
                    queue.remove(command)
                    return


class DiskNodeBench:
    """The design under test and everything round it."""

    def __init__(self, dut: Any, registers: Registers, seed: int) -> None:
        self.dut = dut
        self.at = registers
        self.random = random.Random(seed)
        cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
        self.memories = [
            AxiRam(AxiBus.from_prefix(dut, f"m_axi_{port}"), dut.clk, dut.rst, size=MEMORY) for port in "abd"
        ]
        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst)
        self.channel = DiskChannel(dut, self.random)
        self.sent = self.taken = 0

    async def start(self) -> None:
        """Reset, and both rings run."""
        self.dut.rst.value = 1
        cocotb.start_soon(self.channel.run())
        await ClockCycles(self.dut.clk, 5)
        self.dut.rst.value = 0
        await ClockCycles(self.dut.clk, 2)
        for memory in self.memories[:2]:
            memory.write(0, self.random.randbytes(MEMORY))
        for name, base in (("REQUEST", REQUESTS), ("COMPLETION", COMPLETIONS)):
            await self.write(self.at.offsets[f"{name}_BASE_LOW"], base)
            await self.write(self.at.offsets[f"{name}_SIZE"], RING_LOG2)
        self.memories[2].write(COMPLETIONS, bytes(16 << RING_LOG2))
        await self.write(self.at.CONTROL, 1)

    async def read(self, offset: int) -> int:
        answer = await self.master.read(offset, 4)
        assert answer.resp == 0, f"read of {offset:#x} answered {answer.resp!r}"
        return int.from_bytes(answer.data, "little")

    async def write(self, offset: int, value: int) -> None:
        answer = await self.master.write(offset, value.to_bytes(4, "little"))
        assert answer.resp == 0, f"write of {offset:#x} answered {answer.resp!r}"

    async def carry_out(self, requests: list[Request]) -> dict[int, tuple[int, int]]:
        """Code and bytes by the id, after the channel is at rest again."""
        for request in requests:
            self.memories[2].write(REQUESTS + 64 * (self.sent % (1 << RING_LOG2)), request.words())
            self.sent += 1
        await self.write(self.at.REQUEST_TAIL, self.sent % (1 << RING_LOG2))
        ended: dict[int, tuple[int, int]] = {}

        async def collect() -> None:
            while len(ended) < len(requests) or not self.channel.idle:
                place = COMPLETIONS + 16 * (self.taken % (1 << RING_LOG2))
                first, moved = struct.unpack("<II", self.memories[2].read(place, 8))
                if first >> 31 != 1 - (self.taken >> RING_LOG2) % 2:
                    await ClockCycles(self.dut.clk, 10)
                    continue
                assert first & 0xFFFF not in ended, "a request ends twice"
                ended[first & 0xFFFF] = (first >> 16 & 15, moved)
                self.taken += 1
                await self.write(self.at.COMPLETION_HEAD, self.taken % (1 << RING_LOG2))

        await with_timeout(cocotb.start_soon(collect()), PATIENCE_US, "us")
        return ended
