# SPDX-License-Identifier: Apache-2.0
"""Disks, controllers, buses, processors, links, crossbars and movers that work on jobs, simulated a second time from the text of a machine file
alone: it shares nothing with the models, neither the reader nor the ways nor the events. Only disks whose latency is always the same."""

from __future__ import annotations

import heapq
from bisect import insort
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import count
from typing import Any

from switch_oracle import Flat, Names, path, value, whole

WHOLE, UNLIMITED, NOTHING = "whole", "unlimited", "nothing"
LINKS, BUSES, TIMERS = range(3)


@cache
def time_of(size: int, rate: Any) -> int:
    """Whole picoseconds, the nearest."""
    exact = Fraction(size * 8 * 10**12) / rate
    return int(exact + Fraction(1, 2))


class Piece:
    """A piece of a job, or all of it, which parts hand to each other. `total` is what the far end of a link waits for."""

    def __init__(self, key: int, size: int, way: tuple[str, ...] = (), output: int = 0) -> None:
        self.key, self.size, self.total, self.way, self.output = key, size, size, way, output


class Line:
    """First come, first served; of one instant's the lowest key first, and of one key the first to come."""

    def __init__(self) -> None:
        self.items: list[tuple[int, int, int, Any]] = []
        self._number = count()

    def push(self, now: int, key: int, item: Any) -> None:
        insort(self.items, (now, key, next(self._number), item))

    def pop(self) -> Any:
        return self.items.pop(0)[3]

    def __len__(self) -> int:
        return len(self.items)


class Busy:
    """For how long a part was taken."""

    def __init__(self) -> None:
        self.since, self.taken, self.ps = 0, False, 0

    def enter(self, now: int) -> None:
        self.since, self.taken = now, True

    def leave(self, now: int) -> None:
        self.ps += now - self.since
        self.taken = False


class Part:
    def __init__(self, world: JobWorld, name: str, order: int, settings: Names) -> None:
        self.world, self.name, self.order, self.settings = world, name, order, settings
        self.busy = Busy()

    def update(self) -> None:
        """At the end of an instant in which it was asked for."""

    def soon(self) -> None:
        self.world.updates.add(self)


class Transfer:
    """The transfer of a piece by a master over a bus, and perhaps over others behind it."""

    def __init__(self, piece: Piece, write: bool, hops: list[tuple[Bus, int]], end: Any, done: Callable[[], None]) -> None:
        self.piece, self.write, self.hops, self.end, self.done = piece, write, hops, end, done
        self.left = self.size = piece.size
        self.answered = self.across = False
        self.behind: Transfer | None = None


class Bus(Part):
    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.packet = 0 if self.settings.get("packets", WHOLE) == WHOLE else int(self.settings["packets"])
        self.rate = self.settings.get("rate", 8 * 38_900_000)
        self.by_priority = self.settings.get("arbitration") == "priority"
        self.line = Line()
        self.holder: Transfer | None = None

    def rate_for(self, transfer: Transfer) -> Any:
        of_master = self.world.flat.masters.get(f"{self.name}.device[{transfer.hops[0][1]}]", {})
        return of_master.get("write" if transfer.write else "read", self.rate)

    def ask(self, transfer: Transfer) -> None:
        device = transfer.hops[0][1]
        # By priority the device decides, and its own come as they were asked for.
        self.line.push(device if self.by_priority else self.world.now, 0 if self.by_priority else transfer.piece.key, transfer)
        if not self.holder:
            self.soon()

    def update(self) -> None:
        if self.holder or not len(self.line):
            return
        self.holder = transfer = self.line.pop()
        self.busy.enter(self.world.now)
        if not self._is_last(transfer):
            self._move(transfer)
        elif len(transfer.hops) > 1:
            # It is asked for as it was here. A write crosses both at once, a read when it comes from there.
            behind = transfer.behind = Transfer(transfer.piece, transfer.write, transfer.hops[1:], transfer.end, lambda: self._answer(transfer))
            behind.left = behind.size = transfer.size
            behind.hops[0][0].ask(behind)
            if transfer.write:
                self._move(transfer)
        else:
            transfer.answered = True
            self._move(transfer)

    def _is_last(self, transfer: Transfer) -> bool:
        return not self.packet or transfer.left <= self.packet

    def _move(self, transfer: Transfer) -> None:
        size = transfer.left if self._is_last(transfer) else self.packet
        transfer.left -= size
        self.world.at(time_of(size, self.rate_for(transfer)), (BUSES, self.order, 0), lambda: self._moved(transfer))

    def _moved(self, transfer: Transfer) -> None:
        if transfer.left:
            self.holder = None
            self.busy.leave(self.world.now)
            self.ask(transfer)
            return
        transfer.across = True
        if transfer.answered:
            self._finish(transfer)

    def _answer(self, transfer: Transfer) -> None:
        transfer.answered = True
        if transfer.across:
            self._finish(transfer)
        elif not transfer.write:
            self._move(transfer)

    def _finish(self, transfer: Transfer) -> None:
        self.holder = None
        self.busy.leave(self.world.now)
        if transfer.behind:
            # It ends there when it ends here.
            self.world.end(transfer.behind)
        if len(self.line):
            self.soon()
        transfer.done()
        if len(transfer.hops) == 1:
            transfer.end.take(transfer)


class Memory(Part):
    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.read = self.written = 0

    def take(self, transfer: Transfer) -> None:
        if transfer.write:
            self.written += transfer.size
        else:
            self.read += transfer.size


class Controller(Part):
    def take(self, transfer: Transfer) -> None:
        piece = transfer.piece
        self.world.transfer(f"{self.name}.bus", piece, True, lambda: self.world.hand_on(self, piece))


class Disk(Part):
    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        assert self.settings.get("latency") == "deterministic", "a disk whose latencies are drawn"
        self.latency, self.rate = int(self.settings.get("mean_seek", 10**10)), self.settings.get("rate", 8 * 4_000_000)
        self.held = self.settings.get("freed") == "after_scsi"
        self.line = Line()

    def accept(self, piece: Piece) -> None:
        self.line.push(self.world.now, piece.key, Piece(piece.key, piece.size, piece.way))
        if not self.busy.taken:
            self.soon()

    def update(self) -> None:
        if self.busy.taken or not len(self.line):
            return
        piece = self.line.pop()
        self.busy.enter(self.world.now)
        self.world.tell(self.name, "BEGIN", piece.key)
        self.world.at(self.latency + time_of(piece.size, self.rate), (TIMERS, self.order, 0), lambda: self._read(piece))

    def _read(self, piece: Piece) -> None:
        self.world.tell(self.name, "END", piece.key)
        if not self.held:
            self._free()
        self.world.send(f"{self.name}.socket", piece, self._free if self.held else lambda: None)

    def _free(self) -> None:
        self.busy.leave(self.world.now)
        if len(self.line):
            self.soon()


class Unit(Part):
    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.rate = self.settings.get("rate", UNLIMITED)
        reduction = self.settings.get("reduction", 1)
        self.reduction = 0 if reduction == NOTHING else int(reduction)
        self.held = self.settings.get("held_during_transfers", True)
        self.to_read, self.line = Line(), Line()

    def accept(self, piece: Piece) -> None:
        (self.line if self.held else self.to_read).push(self.world.now, piece.key, piece)
        if not self.held or not self.busy.taken:
            self.soon()

    def update(self) -> None:
        while len(self.to_read):
            self._transfer(self.to_read.pop(), False, self._line_up)
        if self.busy.taken or not len(self.line):
            return
        piece = self.line.pop()
        self.busy.enter(self.world.now)
        self.world.tell(self.name, "BEGIN", piece.key)
        if self.held:
            self._transfer(piece, False, self._compute)
        else:
            self._compute(piece)

    def _transfer(self, piece: Piece, write: bool, then: Callable[[Piece], None]) -> None:
        self.world.transfer(f"{self.name}.socket", piece, write, lambda: then(piece))

    def _line_up(self, piece: Piece) -> None:
        self.line.push(self.world.now, piece.key, piece)
        if not self.busy.taken:
            self.soon()

    def _compute(self, piece: Piece) -> None:
        took = 0 if self.rate == UNLIMITED else time_of(piece.size, self.rate)
        self.world.at(took, (TIMERS, self.order, 0), lambda: self._computed(piece))

    def _computed(self, piece: Piece) -> None:
        if not self.held:
            self._free(piece)
        if not self.reduction:
            self._finish(piece)
            return
        piece.size //= self.reduction
        self._transfer(piece, True, self._finish)

    def _finish(self, piece: Piece) -> None:
        if self.held:
            self._free(piece)
        self.world.hand_on(self, piece)

    def _free(self, piece: Piece) -> None:
        self.world.tell(self.name, "END", piece.key)
        self.busy.leave(self.world.now)
        if len(self.line):
            self.soon()


class Mover(Part):
    """Never held: it is busy with a job or more."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.handed_over, self.jobs = Line(), 0

    def accept(self, piece: Piece) -> None:
        self.handed_over.push(self.world.now, piece.key, piece)
        self.jobs += 1
        if self.jobs == 1:
            self.busy.enter(self.world.now)
        self.soon()

    def update(self) -> None:
        while len(self.handed_over):
            self._move(self.handed_over.pop())

    def _move(self, piece: Piece) -> None:
        self.world.transfer(f"{self.name}.local", piece, False, lambda: self.world.transfer(f"{self.name}.system", piece, True, lambda: self._moved(piece)))

    def _moved(self, piece: Piece) -> None:
        self.jobs -= 1
        if not self.jobs:
            self.busy.leave(self.world.now)
        self.world.hand_on(self, piece)


class Engine(Part):
    """Reads a job from memory, then sends it packet by packet, each when the one before is across."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.packet = 0 if self.settings.get("packets", WHOLE) == WHOLE else int(self.settings["packets"])
        self.to_read = Line()

    def accept(self, piece: Piece) -> None:
        self.to_read.push(self.world.now, piece.key, piece)
        self.soon()

    def update(self) -> None:
        while len(self.to_read):
            self._read(self.to_read.pop())

    def _read(self, piece: Piece) -> None:
        self.world.transfer(f"{self.name}.socket", piece, False, lambda: self._send(piece, 0))

    def _send(self, job: Piece, offset: int) -> None:
        size = min(self.packet or job.size, job.size - offset)
        packet = Piece(job.key, size, output=job.output)
        packet.total = job.size
        crossbar, place = self.world.behind(f"{self.name}.link")
        crossbar.want(place, packet, lambda: self._send(job, offset + size) if offset + size < job.size else None)


class Crossbar(Part):
    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.rate = self.settings.get("rate", 8 * 8_000_000)
        self.waiting = Line()
        self.inputs = [Busy() for _ in range(int(self.settings.get("inputs", 8)))]
        self.outputs = [Busy() for _ in range(int(self.settings.get("outputs", 4)))]

    def want(self, place: int, packet: Piece, across: Callable[[], None]) -> None:
        self.waiting.push(self.world.now, packet.key, (place, packet, across))
        self.soon()

    def update(self) -> None:
        """An entry that waits keeps both links from those behind it."""
        taken = {("in", i) for i, link in enumerate(self.inputs) if link.taken} | {("out", o) for o, link in enumerate(self.outputs) if link.taken}
        for entry in list(self.waiting.items):
            place, packet, across = entry[3]
            links = {("in", place), ("out", packet.output)}
            if not links & taken:
                self.waiting.items.remove(entry)
                self._begin(place, packet, across)
            taken |= links

    def _begin(self, place: int, packet: Piece, across: Callable[[], None]) -> None:
        links = (self.inputs[place], self.outputs[packet.output])
        for link in links:
            link.enter(self.world.now)

        def ends() -> None:
            for link in links:
                link.leave(self.world.now)
            self.soon()
            self.world.behind(f"{self.name}.out[{packet.output}]")[0].come(packet)
            across()

        self.world.at(time_of(packet.size, self.rate), (LINKS, self.order, packet.output), ends)


class ServerPort(Part):
    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.stored: dict[int, int] = {}

    def come(self, packet: Piece) -> None:
        self.world.transfer(f"{self.name}.socket", packet, True, lambda: self._store(packet))

    def _store(self, packet: Piece) -> None:
        self.stored[packet.key] = self.stored.get(packet.key, 0) + packet.size
        if self.stored[packet.key] == packet.total:
            del self.stored[packet.key]
            packet.size = packet.total
            self.world.hand_on(self, packet)


class Gate:
    """A gate in front of a part that jobs hold from one step to another."""

    def __init__(self) -> None:
        self.holder: int | None = None
        self.line = Line()


class Kind:
    def __init__(self, world: JobWorld, place: int, one: dict[str, Any]) -> None:
        names = world.flat.names
        self.world, self.place, self.name, self.steps = world, place, one["name"], one["steps"]
        self.count, self.size = whole(one["count"], names), whole(one["size"], names)
        self.values, self.next = one.get("let", {}), 0
        constant = value(one.get("arrivals", "at_start"), names) == "constant"
        self.group = whole(one.get("group", 1), names) if constant else self.count
        self.interval = whole(one["interval"], names) if constant else 0

    def chosen(self, job: int) -> list[Names]:
        """The steps that it takes."""
        names = self.world.flat.names | {"job": Fraction(job)}
        for name, what in self.values.items():
            names = names | {name: value(what, names)}
        steps = []
        for step in self.steps:
            if value(step.get("when", True), names):
                at = path(step["at"], names)
                to = path(step["to"], names) if "to" in step else at
                steps.append(
                    {"at": at, "to": to, "requests": whole(step.get("requests", 1), names)} | {k: step[k] for k in ("name", "hold_until") if k in step}
                )
        return steps

    def due(self) -> None:
        for job in range(self.next, min(self.next + self.group, self.count)):
            self.world.begin(self, job)
        self.next += self.group
        if self.next < self.count:
            self.world.at(self.interval, (TIMERS, self.place - 1000, 0), self.due)


class Job:
    def __init__(self, kind: Kind, number: int, steps: list[Names]) -> None:
        self.kind, self.number, self.steps = kind, number, steps
        self.begun = self.at = self.left = self.size = 0
        # By step, the last for which its part is held; what is held already is held for longer.
        self.until: dict[int, int] = {}
        for s, step in enumerate(steps):
            if "hold_until" in step:
                last = next(t for t in range(s + 1, len(steps)) if steps[t].get("name") == step["hold_until"])
                first = next((e for e in self.until if steps[e]["at"] == step["at"] and self.until[e] >= s), s)
                self.until[first] = max(self.until.get(first, last), last)


KINDS: dict[str, type[Part]] = {
    "fifo_bus": Bus, "memory": Memory, "scsi_controller": Controller, "disk": Disk, "processing_unit": Unit, "strand_mover": Mover,
    "link_engine": Engine, "c104_crossbar": Crossbar, "server_port": ServerPort,
}  # fmt: skip


class JobWorld:
    """An instant: what ends in it, links before buses before timers, each in the order of the machine; then, in that order too, parts take what
    has come to them, until nothing is left to take."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.flat = Flat(document)
        self.flat.names |= {word: word for word in (WHOLE, UNLIMITED, NOTHING)}
        self.now = 0
        self._pushed = count()
        self.events: list[tuple[int, tuple[int, int, int], int, Callable[[], None]]] = []
        self.updates: set[Part] = set()
        self.parts: dict[str, Part] = {}
        for order, (name, (kind, settings)) in enumerate(self.flat.parts.items()):
            self.parts[name] = KINDS[kind](self, name, order, settings)
        self.next = dict(self.flat.wires)
        self.ended: list[tuple[str, int, int, int]] = []  # kind, job, when it was asked for and ended
        # Time, place, phase, key: when disks and processors had which job, and when transfers ended at the devices of buses.
        self.told: list[tuple[int, str, str, int]] = []
        self.kinds = [Kind(self, k, one) for k, one in enumerate(one for one in document["jobs"] if value(one.get("when", True), self.flat.names))]
        self.jobs: dict[int, Job] = {}
        self.gates: dict[str, Gate] = {}
        self._ways: dict[tuple[str, str], list[tuple[Any, int]]] = {}
        for kind in self.kinds:
            for number in range(kind.count):
                job = self.jobs[number * len(self.kinds) + kind.place] = Job(kind, number, kind.chosen(number))
                for step in job.until:
                    self.gates.setdefault(job.steps[step]["at"], Gate())
        self.asked: set[str] = set()

    def at(self, later: int, number: tuple[int, int, int], what: Callable[[], None]) -> None:
        heapq.heappush(self.events, (self.now + later, number, next(self._pushed), what))

    def run(self) -> None:
        for kind in self.kinds:
            kind.due()
        self._settle()
        while self.events:
            self.now = self.events[0][0]
            while self.events and self.events[0][0] == self.now:
                heapq.heappop(self.events)[3]()
            self._settle()

    def stands_still(self) -> bool:
        """All has ended that ever will, and jobs have not."""
        return len(self.ended) < sum(kind.count for kind in self.kinds)

    def _settle(self) -> None:
        while self.asked or self.updates:
            if self.asked:
                asked, self.asked = self.asked, set()
                for name in (name for name in self.gates if name in asked):
                    self._open(name)
                continue
            updates, self.updates = sorted(self.updates, key=lambda part: part.order), set()
            for part in updates:
                part.update()

    def tell(self, place: str, phase: str, key: int) -> None:
        self.told.append((self.now, place, phase, key))

    # Jobs from part to part

    def begin(self, kind: Kind, number: int) -> None:
        key = number * len(self.kinds) + kind.place
        self.jobs[key].begun = self.now
        self._step(Piece(key, kind.size))

    def _step(self, piece: Piece) -> None:
        job = self.jobs[piece.key]
        step = job.steps[job.at]
        job.size = job.left = piece.size
        gate = self.gates.get(step["at"])
        if gate is None or gate.holder == piece.key:
            self._enter(piece)
            return
        gate.line.push(self.now, piece.key, piece)
        if gate.holder is None:
            self.asked.add(step["at"])

    def _open(self, name: str) -> None:
        gate = self.gates[name]
        while gate.holder is None and len(gate.line):
            piece = gate.line.pop()
            if self.jobs[piece.key].at in self.jobs[piece.key].until:
                gate.holder = piece.key
            self._enter(piece)

    def _enter(self, piece: Piece) -> None:
        job = self.jobs[piece.key]
        step = job.steps[job.at]
        part: Any = self.parts[step["at"]]
        if isinstance(part, Engine):
            piece.output = int(self.ways(f"{part.name}.link", step["to"])[-1][1])
        for _ in range(step["requests"]):
            part.accept(Piece(piece.key, piece.size // step["requests"], (step["to"],)) if isinstance(part, Disk) else piece)

    def hand_on(self, part: Part, piece: Piece) -> None:
        job = self.jobs[piece.key]
        step = job.steps[job.at]
        assert part.name == step["to"]
        if step["to"] != step["at"]:
            job.left -= piece.size
            if job.left:
                return
            piece.size = job.size
        for first, last in job.until.items():
            if last == job.at:
                name = job.steps[first]["at"]
                self.gates[name].holder = None
                if len(self.gates[name].line):
                    self.asked.add(name)
        job.at += 1
        if job.at < len(job.steps):
            self._step(Piece(piece.key, piece.size))
        else:
            self.ended.append((job.kind.name, job.number, job.begun, self.now))

    # Ways

    def behind(self, port: str) -> tuple[Any, int]:
        """The part behind an output, and the number of its port."""
        part, _, name = self.next[port].rpartition(".")
        return self.parts[part], int(name.rpartition("[")[2].rstrip("]")) if "[" in name else 0

    def transfer(self, port: str, piece: Piece, write: bool, done: Callable[[], None]) -> None:
        """To or from the memory that a master works on."""
        hops, (part, place) = [], self.behind(port)
        while isinstance(part, Bus):
            hops.append((part, place))
            window = int(self.flat.masters.get(f"{part.name}.device[{place}]", {}).get("window", 0))
            part, place = self.behind(f"{part.name}.window[{window}]")
        self._start(Transfer(piece, write, hops, part, done))

    def send(self, port: str, piece: Piece, done: Callable[[], None]) -> None:
        """To the part to which a step says that it goes."""
        hops = [hop for hop in self.ways(port, piece.way[0]) if isinstance(hop[0], Bus)]
        self._start(Transfer(piece, True, hops, self.parts[piece.way[0]], done))

    def _start(self, transfer: Transfer) -> None:
        if transfer.hops:
            done = transfer.done
            transfer.done = lambda: (self.end(transfer), done())[1]
            transfer.hops[0][0].ask(transfer)
            return
        # Joined to it without a bus: at once.
        transfer.done()
        transfer.end.take(transfer)

    def end(self, transfer: Transfer) -> None:
        bus, device = transfer.hops[0]
        self.tell(f"{bus.name}.device[{device}]", "END_RESP", transfer.piece.key)

    def ways(self, port: str, goal: str) -> list[tuple[Any, int]]:
        """Buses from an output to a part, the first way in the order of windows, each with the device that is entered; of a crossbar the output."""
        if (port, goal) not in self._ways:
            found = self._search(port, goal)
            assert found is not None, f"no way from {port} to {goal}"
            self._ways[port, goal] = found
        return self._ways[port, goal]

    def _search(self, port: str, goal: str) -> list[tuple[Any, int]] | None:
        part, place = self.behind(port)
        if part.name == goal:
            return []
        outputs = "window" if isinstance(part, Bus) else "out" if isinstance(part, Crossbar) else ""
        for way in count():
            name = f"{part.name}.{outputs}[{way}]"
            if not outputs or name not in self.next:
                return None
            further = self._search(name, goal)
            if further is not None:
                return [(part, place if isinstance(part, Bus) else way), *further]
        return None
