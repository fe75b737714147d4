# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs on disk_node: an independent client's view of reads, writes, degraded reads and a bad block."""

from __future__ import annotations

import json
import os
from functools import reduce
from typing import Any

import cocotb
from block_mover_bench import Registers
from disk_node_bench import BLOCK, DISKS, DONE, MEDIA_ERROR, DiskNodeBench, Request

REGISTERS = Registers(json.loads(os.environ["DISK_NODE_REGISTERS"]))
COUNT = int(os.environ["DISK_NODE_REQUESTS"])
SEED = int(os.environ["DISK_NODE_SEED"])
PLACE = 0x4000  # bytes of memory that are a request's


async def bench_of(dut: Any, seed: int, idle_percent: int = 0) -> DiskNodeBench:
    bench = DiskNodeBench(dut, REGISTERS, SEED * 1000 + seed)
    bench.channel.idle_percent = idle_percent
    await bench.start()
    return bench


def strand(bench: DiskNodeBench, request: Request) -> bytes:
    """What a read must bring."""
    start = request.block * BLOCK
    disks = [disk for disk in range(DISKS) if request.survivors >> disk & 1] or [request.disk]
    parts = [bench.channel.disks[disk][start : start + request.bytes] for disk in disks]
    return reduce(lambda a, b: bytes(x ^ y for x, y in zip(a, b, strict=True)), parts, bytes(request.bytes))


async def reads(dut: Any, seed: int, idle_percent: int, degraded: bool) -> None:
    bench = await bench_of(dut, seed, idle_percent)
    choose = bench.random
    words = 0
    for _ in range(COUNT // 4):
        requests = [
            Request(
                id=7 * number + 1,
                disk=choose.randrange(DISKS) if not degraded else 0,
                survivors=choose.randint(1, 2**DISKS - 1) if degraded else 0,
                block=choose.randrange(50),
                bytes=choose.randint(1, 8 * BLOCK),
                address=number * PLACE + choose.randrange(PLACE // 2),
                port_b=choose.random() < 0.5,
            )
            for number in range(4)
        ]
        words += sum(
            -(-request.bytes // BLOCK) * (bin(request.survivors).count("1") or 1) * BLOCK // 8 for request in requests
        )
        before = [memory.read(0, 4 * PLACE) for memory in bench.memories[:2]]
        assert await bench.carry_out(requests) == {request.id: (DONE, request.bytes) for request in requests}
        expected = [bytearray(data) for data in before]
        for request in requests:
            expected[request.port_b][request.address : request.address + request.bytes] = strand(bench, request)
        for memory, data in zip(bench.memories[:2], expected, strict=True):
            assert memory.read(0, 4 * PLACE) == bytes(data)
    # Each block of each disk crosses the channel once.
    assert bench.channel.words == words
    assert await bench.read(bench.at.COUNT_ERRORS) == 0


@cocotb.test()
async def healthy_reads(dut: Any) -> None:
    await reads(dut, 0, 0, degraded=False)


@cocotb.test()
async def healthy_reads_with_pauses(dut: Any) -> None:
    await reads(dut, 1, 40, degraded=False)


@cocotb.test()
async def degraded_reads(dut: Any) -> None:
    await reads(dut, 2, 10, degraded=True)


@cocotb.test()
async def writes(dut: Any) -> None:
    bench = await bench_of(dut, 3, 20)
    choose = bench.random
    for _ in range(COUNT // 4):
        requests = [
            Request(
                id=number,
                disk=2 * number,
                block=choose.randrange(50),
                bytes=choose.randint(1, 8) * BLOCK,
                address=number * PLACE + choose.randrange(PLACE // 2),
                port_b=choose.random() < 0.5,
                write=True,
            )
            for number in range(4)
        ]
        expected = [bytearray(disk) for disk in bench.channel.disks]
        for request in requests:
            start = request.block * BLOCK
            data = bench.memories[request.port_b].read(request.address, request.bytes)
            expected[request.disk][start : start + request.bytes] = data
        assert await bench.carry_out(requests) == {request.id: (DONE, request.bytes) for request in requests}
        assert bench.channel.disks == expected


@cocotb.test()
async def a_bad_block_fails_its_request_alone(dut: Any) -> None:
    bench = await bench_of(dut, 4, 10)
    bench.channel.bad = {(3, 12)}
    healthy = Request(id=1, disk=2, block=10, bytes=3000, address=0)
    bad = Request(id=2, disk=3, block=10, bytes=3000, address=PLACE)
    degraded = Request(id=3, survivors=0b1010, block=10, bytes=3000, address=2 * PLACE)
    rebuilt = Request(id=4, survivors=0b0101, block=10, bytes=3000, address=3 * PLACE)
    ended = await bench.carry_out([healthy, bad, degraded, rebuilt])
    assert {number: code for number, (code, _) in ended.items()} == {1: DONE, 2: MEDIA_ERROR, 3: MEDIA_ERROR, 4: DONE}
    for request in (healthy, rebuilt):
        assert bench.memories[0].read(request.address, request.bytes) == strand(bench, request)
    assert await bench.read(bench.at.COUNT_ERRORS) == 2
    # The disk is still of use.
    again = Request(id=5, disk=3, block=20, bytes=2000, address=PLACE)
    assert await bench.carry_out([again]) == {5: (DONE, 2000)}
    assert bench.memories[0].read(PLACE, 2000) == strand(bench, again)
