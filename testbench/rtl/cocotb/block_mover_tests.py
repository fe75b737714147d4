# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs on block_mover_integration: an independent client's view of registers, moves, chains and streams."""

from __future__ import annotations

import json
import os
from typing import Any

import cocotb
from block_mover_bench import (
    COPY,
    FILL,
    HOLE,
    LONG,
    MEMORY,
    PORT_A,
    PORT_B,
    SHORT,
    STREAM,
    WORD,
    XOR,
    BlockMoverBench,
    Expected,
    Move,
    Packet,
    Registers,
)
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiStreamFrame

REGISTERS = Registers(json.loads(os.environ["BLOCK_MOVER_REGISTERS"]))
MOVES = int(os.environ["BLOCK_MOVER_MOVES"])
PACKETS = int(os.environ["BLOCK_MOVER_PACKETS"])
SEED = int(os.environ["BLOCK_MOVER_SEED"])
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
        data = bench.random.randbytes(size)
        inward = Move(source_port=STREAM, destination_port=PORT_B, destination=start, row_bytes=size, tag=number & 255)
        await bench.source.send(AxiStreamFrame(data))
        assert await bench.direct(inward) == (inward.tag, 0, size)
        expected.memories[PORT_B][start : start + size] = data

        outward = Move(source_port=PORT_B, destination_port=STREAM, source=start, row_bytes=size, tag=number & 255)
        assert await bench.direct(outward) == (outward.tag, 0, size)
        frame = await with_timeout(cocotb.start_soon(bench.sink.recv()), 100, "us")
        assert bytes(frame.tdata) == data
        assert not frame.tuser
    bench.compare(expected)


def packet_move(bench: BlockMoverBench, place: int) -> Move:
    """From the stream, up to three dimensions, rows joined or apart."""
    choose = bench.random
    row_bytes = choose.choice((choose.randint(1, 24), choose.randint(1, 100)))
    rows, planes = choose.choice(((1, 1), (1, 1), (choose.randint(1, 4), choose.randint(1, 2))))
    source_row = choose.choice((row_bytes, row_bytes + 1))
    row = row_bytes + choose.choice((0, choose.randint(1, 20)))
    return Move(
        source_port=STREAM,
        destination_port=choose.choice((PORT_A, PORT_B)),
        destination=MEMORY // 2 + place * PLACE + choose.randint(0, 2 * WORD),
        row_bytes=row_bytes,
        rows=rows,
        planes=planes,
        source_strides=(source_row, 0),
        destination_strides=(row, rows * row),
        tag=choose.randint(0, 255),
    )


def packet_for(bench: BlockMoverBench, move: Move) -> Packet:
    """Shorter than the move, equal or longer, some with a hole, with padding between rows or without."""
    choose = bench.random
    joined = move.source_strides[0] == move.row_bytes
    segments = [move.row_bytes * move.rows] * move.planes if joined else [move.row_bytes] * (move.rows * move.planes)
    kept = [min(WORD, size - at) for size in segments for at in range(0, size, WORD)]
    if choose.random() < 0.3:
        kept[:-1] = [WORD] * (len(kept) - 1)
    kind = choose.choice(("equal", "equal", "short", "short", "long", "hole"))
    if kind == "short":
        kept = kept[: choose.randint(1, len(kept))]
        kept[-1] = choose.randint(0, kept[-1])
    elif kind == "long":
        kept = [*kept[:-1], choose.randint(kept[-1], WORD)]
        kept += [WORD] * choose.choice((0, 1, choose.randint(0, 30))) if kept[-1] == WORD else []
    keeps = [(1 << count) - 1 for count in kept]
    if kind == "hole":
        keeps[choose.randrange(len(keeps))] &= ~(1 << choose.randrange(WORD - 1))
    return Packet([(choose.randbytes(WORD), keep) for keep in keeps])


async def packets_of_every_kind(dut: Any, percent: int) -> None:
    """Each move has one packet, whatever its length: bytes, status and flags, and the next has the next."""
    bench, expected = await bench_of(dut, 6 + percent, percent)
    seen: dict[int, int] = {}
    done = 0
    while done < PACKETS:
        moves = [packet_move(bench, place) for place in range(PLACES)]
        packets = [packet_for(bench, move) for move in moves]
        addresses = [64 * slot for slot in range(PLACES)]
        bench.build(moves, addresses)
        for packet in packets:
            await bench.source.send(packet.frame())
        await bench.chain(addresses[0])
        for move, packet, address in zip(moves, packets, addresses, strict=True):
            data, status = packet.received(move)
            control, written, moved = bench.written_back(address)
            last = 4 if address == addresses[-1] else 0
            assert (control, written) == (move.control() | last, status | 1), (move, packet)
            assert moved == len(data) or status == HOLE, (move, packet)
            bench.apply_bytes(expected, move, data, status != HOLE)
            seen[status] = seen.get(status, 0) + 1
        # The rest of the last one may still be drained.
        while bench.packets_ended < bench.packets_begun:
            await ClockCycles(dut.clk, 5)
        bench.compare(expected)
        done += len(moves)
        assert bench.packets_begun == bench.packets_ended == done
    assert set(seen) == {0, SHORT, LONG, HOLE}, seen


@cocotb.test()
async def packets(dut: Any) -> None:
    await packets_of_every_kind(dut, 0)


@cocotb.test()
async def packets_with_pauses(dut: Any) -> None:
    await packets_of_every_kind(dut, 40)


@cocotb.test()
async def an_abort_ends_at_a_packet(dut: Any) -> None:
    """In any cycle: what is left of the packet is drained, and the next move has a whole one."""
    bench, _ = await bench_of(dut, 7, 20)
    taken = [0, 0]
    for number in range(max(10, MOVES)):
        move = Move(source_port=STREAM, destination=PLACE * (number % PLACES) + 3, row_bytes=100, tag=number & 255)
        first, second = (bench.random.randbytes(100) for _ in range(2))
        await bench.source.send(AxiStreamFrame(first))
        bench.build([move], [0])
        await bench.write(bench.at.CHAIN_HEAD_LOW, 0)
        bench.source.pause = bench.random.random() < 0.3
        bench.source.clear_pause_generator()
        begun = bench.packets_begun
        await bench.write(bench.at.CONTROL, 1)
        await ClockCycles(dut.clk, bench.random.randint(0, 60))
        await bench.write(bench.at.CONTROL, 2)
        await bench.until_idle()
        was_begun = bench.packets_begun - begun
        taken[was_begun] += 1
        bench.source.pause = False
        await bench.source.send(AxiStreamFrame(second))
        next_move = Move(source_port=STREAM, destination_port=PORT_B, destination=7, row_bytes=100, tag=1)
        assert await bench.direct(next_move) == (1, 0, 100)
        assert bench.memories[PORT_B].read(7, 100) == (second if was_begun else first)
        if not was_begun:
            assert await bench.direct(next_move) == (1, 0, 100)
            assert bench.memories[PORT_B].read(7, 100) == second
    assert all(taken), taken


@cocotb.test()
async def a_killed_packet_says_so(dut: Any) -> None:
    """Out of a memory, aborted: whole with TUSER 0, or its first beats with TUSER 1, or nothing."""
    bench, expected = await bench_of(dut, 8, 20)
    seen = set()
    for _ in range(max(20, MOVES)):
        move = Move(source_port=PORT_A, destination_port=STREAM, source=5, row_bytes=400)
        bench.build([move], [0])
        await bench.write(bench.at.CHAIN_HEAD_LOW, 0)
        await bench.write(bench.at.CONTROL, 1)
        await ClockCycles(dut.clk, bench.random.randint(0, 150))
        await bench.write(bench.at.CONTROL, 2)
        await bench.until_idle()
        await ClockCycles(dut.clk, 20)
        data = bytes(expected.memories[PORT_A][5:405])
        assert bench.sink.count() <= 1
        if bench.sink.empty():
            seen.add("nothing")
            continue
        frame = bench.sink.recv_nowait(compact=False)
        got = bytes(byte for byte, keep in zip(frame.tdata, frame.tkeep, strict=True) if keep)
        user = frame.tuser[-1] if isinstance(frame.tuser, list) else frame.tuser
        if user:
            assert len(got) % WORD == 0 and 0 < len(got) < 400 and data.startswith(got)
            assert not any(frame.tkeep[-WORD:])
            seen.add("killed")
        else:
            assert got == data
            seen.add("whole")
    assert seen == {"nothing", "killed", "whole"}, seen


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
