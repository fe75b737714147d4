# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs on block_mover_integration: an independent client's view of registers, moves, chains and streams."""

from __future__ import annotations

import json
import os
from typing import Any

import cocotb
from block_mover_bench import COPY, FILL, MEMORY, PORT_A, PORT_B, STREAM, XOR, BlockMoverBench, Expected, Move, Registers
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiStreamFrame

REGISTERS = Registers(json.loads(os.environ["BLOCK_MOVER_REGISTERS"]))
MOVES = int(os.environ["BLOCK_MOVER_MOVES"])
SEED = int(os.environ["BLOCK_MOVER_SEED"])
WORD = 8
# Each move has a place of its own in the source half and in the destination half of a memory.
PLACES = 32
PLACE = MEMORY // 2 // PLACES


async def bench_of(dut: Any, seed: int, percent: int = 0) -> tuple[BlockMoverBench, Expected]:
    bench = BlockMoverBench(dut, REGISTERS, SEED * 1000 + seed)
    await bench.reset()
    bench.pause(percent)
    return bench, bench.fill_memories()


def random_move(bench: BlockMoverBench, place: int) -> Move:
    """Up to three dimensions within the place's bytes."""
    choose = bench.random
    operation = choose.choice((COPY, COPY, COPY, FILL, XOR))
    row_bytes = choose.choice((choose.randint(1, 24), choose.randint(1, 300), 64))
    rows = choose.randint(1, 4)
    planes = choose.randint(1, 4) if operation != XOR else choose.randint(1, 8)
    source_row = choose.choice((row_bytes, row_bytes + choose.randint(0, 40)))
    destination_row = choose.choice((row_bytes, row_bytes + choose.randint(0, 40)))
    source_plane = source_row * rows + choose.randint(0, 30)
    destination_plane = destination_row * rows + choose.randint(0, 30)
    size = max(source_plane * planes, destination_plane * planes)
    while size + WORD > PLACE:
        rows, planes, size = 1, 1, max(source_row, destination_row)
    source = choose.getrandbits(32) if operation == FILL else place * PLACE + choose.randint(0, PLACE - size)
    return Move(
        operation=operation,
        source_port=choose.choice((PORT_A, PORT_B)),
        destination_port=choose.choice((PORT_A, PORT_B)),
        source=source,
        destination=MEMORY // 2 + place * PLACE + choose.randint(0, PLACE - size),
        row_bytes=row_bytes,
        rows=rows,
        planes=planes,
        source_strides=(source_row, source_plane),
        destination_strides=(destination_row, destination_plane),
        tag=choose.randint(0, 255),
    )


@cocotb.test()
async def registers_have_their_reset_values(dut: Any) -> None:
    bench, _ = await bench_of(dut, 0)
    reset = json.loads(os.environ["BLOCK_MOVER_RESET_VALUES"])
    for name, offset in REGISTERS.offsets.items():
        assert await bench.read(offset) == reset[name], name
    known = set(REGISTERS.offsets.values())
    for offset in range(0, 0x200, 4):
        if offset not in known:
            assert (await bench.master.read(offset, 4)).resp == 2, hex(offset)
            assert (await bench.master.write(offset, b"1234")).resp == 2, hex(offset)


@cocotb.test()
async def partial_strobes_write_bytes(dut: Any) -> None:
    bench, _ = await bench_of(dut, 1, 20)
    await bench.write(bench.at.COALESCE_TIMEOUT, 0x11223344)
    assert (await bench.master.write(bench.at.COALESCE_TIMEOUT + 1, b"\xaa")).resp == 0
    assert (await bench.master.write(bench.at.COALESCE_TIMEOUT + 2, b"\xbb\xcc")).resp == 0
    assert await bench.read(bench.at.COALESCE_TIMEOUT) == 0xCCBBAA44


async def moves_through_registers(dut: Any, percent: int) -> None:
    bench, expected = await bench_of(dut, 2 + percent, percent)
    for number in range(MOVES):
        move = random_move(bench, number % PLACES)
        assert await bench.direct(move) == (move.tag, 0, move.bytes), move
        expected.apply(move)
    bench.compare(expected)
    assert await bench.read(bench.at.COUNT_MOVES) == MOVES


@cocotb.test()
async def direct_moves(dut: Any) -> None:
    await moves_through_registers(dut, 0)


@cocotb.test()
async def direct_moves_with_pauses(dut: Any) -> None:
    await moves_through_registers(dut, 40)


async def chains_of_moves(dut: Any, percent: int) -> None:
    bench, expected = await bench_of(dut, 3 + percent, percent)
    done = 0
    while done < MOVES:
        count = bench.random.randint(1, PLACES)
        moves = [random_move(bench, place) for place in range(count)]
        addresses = [64 * slot for slot in bench.random.sample(range(MEMORY // 64), count)]
        bench.build(moves, addresses)
        await bench.chain(addresses[0])
        for move, address in zip(moves, addresses, strict=True):
            expected.apply(move)
            last = 4 if address == addresses[-1] else 0
            assert bench.written_back(address) == (move.control() | last, 1, move.bytes), move
        bench.compare(expected)
        done += count
    assert await bench.read(bench.at.COUNT_DESCRIPTORS) == done


@cocotb.test()
async def chains(dut: Any) -> None:
    await chains_of_moves(dut, 0)


@cocotb.test()
async def chains_with_pauses(dut: Any) -> None:
    await chains_of_moves(dut, 40)


@cocotb.test()
async def addresses_carry_what_the_registers_say(dut: Any) -> None:
    bench, expected = await bench_of(dut, 6, 30)
    chosen = {}
    for port in "abd":
        arcache, awcache, qos, id_ = (bench.random.getrandbits(4) for _ in range(4))
        arprot, awprot = bench.random.getrandbits(3), bench.random.getrandbits(3)
        word = arcache | awcache << 4 | arprot << 8 | awprot << 12 | qos << 16 | id_ << 24
        await bench.write(getattr(bench.at, f"ATTRIBUTES_{port.upper()}"), word)
        chosen[f"m_axi_{port}_ar"] = {(arcache, arprot, qos, id_)}
        chosen[f"m_axi_{port}_aw"] = {(awcache, awprot, qos, id_)}
    seen = bench.attributes_seen()
    moves = [
        Move(source_port=source, destination_port=target, source=4096 * place + 3, destination=MEMORY // 2 + 4096 * place, row_bytes=700)
        for place, (source, target) in enumerate([(PORT_A, PORT_B), (PORT_B, PORT_A), (PORT_A, PORT_A), (PORT_B, PORT_B)])
    ]
    bench.build(moves, [64 * place for place in range(len(moves))])
    await bench.chain(0)
    assert seen == chosen
    for move in moves:
        expected.apply(move)
        assert await bench.direct(move) == (0, 0, move.bytes)
    assert seen == chosen
    bench.compare(expected)


@cocotb.test()
async def streams(dut: Any) -> None:
    bench, expected = await bench_of(dut, 4, 30)
    for number in range(max(4, MOVES // 4)):
        size = bench.random.randint(1, 200)
        start = bench.random.randint(0, MEMORY - size)
        # A move's bytes begin in the first lane of a beat: what fills its last beat is dropped.
        data = bench.random.randbytes((size + WORD - 1) // WORD * WORD)
        inward = Move(source_port=STREAM, destination_port=PORT_B, destination=start, row_bytes=size, tag=number & 255)
        await bench.source.send(AxiStreamFrame(data))
        assert await bench.direct(inward) == (inward.tag, 0, size)
        expected.memories[PORT_B][start : start + size] = data[:size]

        outward = Move(source_port=PORT_B, destination_port=STREAM, source=start, row_bytes=size, tag=number & 255)
        assert await bench.direct(outward) == (outward.tag, 0, size)
        frame = await with_timeout(cocotb.start_soon(bench.sink.recv()), 100, "us")
        assert bytes(frame.tdata) == data[:size]
    bench.compare(expected)


@cocotb.test()
async def an_abort_leaves_a_working_block(dut: Any) -> None:
    bench, expected = await bench_of(dut, 5, 20)
    for number in range(max(6, MOVES // 8)):
        moves = [random_move(bench, place) for place in range(8)]
        addresses = [0x1000 + 64 * place for place in range(8)]
        bench.build(moves, addresses)
        await bench.write(bench.at.CHAIN_HEAD_LOW, addresses[0])
        await bench.write(bench.at.CONTROL, 1)
        await ClockCycles(dut.clk, bench.random.randint(0, 200))
        await bench.write(bench.at.CONTROL, 2)
        await bench.until_idle()
        # The memories hold whatever was written up to then; from here on they are known again.
        expected = bench.fill_memories()
        move = random_move(bench, number % PLACES)
        assert await bench.direct(move) == (move.tag, 0, move.bytes)
        expected.apply(move)
        bench.compare(expected)
