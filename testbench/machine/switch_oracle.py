# SPDX-License-Identifier: Apache-2.0
"""Sources, links, delays, switches and sinks simulated a second time, from the text of a machine file alone: it shares nothing with the
models, neither the reader nor the routes nor the events. Only traffic without chance."""

from __future__ import annotations

import heapq
import re
from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

Names = dict[str, Any]
# Bits a second, bytes, picoseconds, hertz.
UNITS = {
    "Gb/s": 10**9, "Mb/s": 10**6, "kb/s": 10**3, "GB/s": 8 * 10**9, "MB/s": 8 * 10**6, "kB/s": 8 * 10**3,
    "MiB": 2**20, "KiB": 2**10, "kB": 10**3, "B": 1, "ms": 10**9, "us": 10**6, "ns": 10**3, "ps": 1,
    "MHz": 10**6, "Hz": 1, "bit": 1,
}  # fmt: skip
NUMBER = re.compile(rf"(?<![\w.])(\d+(?:\.\d+)?)(?:\s*({'|'.join(UNITS)})(?!\w))?")
FAR = 1 << 60


def value(text: Any, names: Names) -> Any:
    """The value of an expression; a word that is no name, and dimensions, stand for themselves."""
    if isinstance(text, bool | dict) or re.fullmatch(r"\d+(x\d+)+", str(text)):
        return text
    code = NUMBER.sub(lambda m: f"Fraction('{m[1]}')*{UNITS.get(m[2], 1)}", str(text)).replace(" mod ", " % ").replace(" div ", " // ")
    for word, meant in (("true", "True"), ("false", "False")):
        code = re.sub(rf"\b{word}\b", meant, code)
    try:
        return eval(code, {"__builtins__": {}, "Fraction": Fraction}, names)
    except NameError:
        return str(text)


def whole(text: Any, names: Names) -> int:
    found = value(text, names)
    assert found == int(found), text
    return int(found)


def path(text: str, names: Names) -> str:
    return re.sub(r"\[([^\]]*)\]", lambda m: f"[{whole(m[1], names)}]", text)


def counted(loop: dict[str, Any], names: Names) -> Iterator[Names]:
    """The last variable runs fastest."""
    if not loop:
        yield names
        return
    (name, limit), *others = loop.items()
    for i in range(whole(limit, names)):
        yield from counted(dict(others), names | {name: Fraction(i)})


def defaults(declared: dict[str, Any]) -> Names:
    return {name: value(one["default"], {}) for name, one in declared.items()}


class Flat:
    """All parts of a machine, in its order: path, type, settings; and what is joined to what."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.types = document.get("types", {})
        self.parts: dict[str, tuple[str, Names]] = {}
        self.aliases: dict[str, str] = {}
        self._said: dict[str, Names] = {}
        wires: list[tuple[str, str]] = []
        self.names = defaults(document.get("parameters", {}))
        self._expand(document, "", self.names, wires)
        self.wires = [(self._settled(a), self._settled(b)) for a, b in wires]
        # What connections say of masters, by the port of the bus.
        self.masters = {self._settled(port): settings for port, settings in self._said.items()}
        self.traffic = document.get("traffic", [])

    def _settled(self, name: str) -> str:
        while name in self.aliases:
            name = self.aliases[name]
        return name

    def _expand(self, body: dict[str, Any], prefix: str, names: Names, wires: list[tuple[str, str]]) -> None:
        for key, part in body["parts"].items():
            if not value(part.get("when", True), names):
                continue
            name, *sizes = re.findall(r"[^\[\]]+", key)
            settings = {k: v for k, v in part.items() if k not in ("type", "when")}
            for place in counted({f"#{d}": size for d, size in enumerate(sizes)}, {} | names):
                index = [int(place[f"#{d}"]) for d in range(len(sizes))]
                here = prefix + name + "".join(f"[{i}]" for i in index)
                inside = names | ({"index": Fraction(index[-1])} if index else {})
                given = {k: value(v, inside) for k, v in settings.items()}
                self._add(here, part["type"], given, wires)
        for one in body.get("connect", []):
            for inside in counted(one.get("for", {}), names):
                if value(one.get("when", True), inside):
                    self._connect(one, prefix, inside, wires)

    def _add(self, here: str, kind: str, given: Names, wires: list[tuple[str, str]]) -> None:
        if kind not in self.types:
            self.parts[here] = (kind, given)
            return
        of = self.types[kind]
        names = defaults(of.get("parameters", {})) | given
        for port, inside in of.get("ports", {}).items():
            name, *size = re.findall(r"[^\[\]]+", port)
            if not size:
                self.aliases[f"{here}.{name}"] = f"{here}.{path(inside, names)}"
            for i in range(whole(size[0], names) if size else 0):
                self.aliases[f"{here}.{name}[{i}]"] = f"{here}.{path(inside, names | {'i': Fraction(i)})}"
        self._expand(of, f"{here}.", names, wires)

    def _connect(self, one: dict[str, Any], prefix: str, names: Names, wires: list[tuple[str, str]]) -> None:
        begin, end = prefix + path(one["from"], names), prefix + path(one["to"], names)
        if "master" in one:
            self._said[end] = {k: value(v, names) for k, v in one["master"].items()}
        if "link" not in one:
            wires.append((begin, end))
            return
        link = one["link"]
        name = prefix + path(link["name"], names)
        self.parts[name] = (link["type"], {k: value(v, names) for k, v in link.items() if k not in ("type", "name")})
        wires += [(begin, f"{name}.in"), (f"{name}.out", end)]

    def matching(self, pattern: str) -> list[str]:
        as_text = re.compile(re.escape(pattern).replace(r"\*", r"\d+"))
        return [one for one in self.parts if as_text.fullmatch(one)]


class Pace:
    """What bytes take at a rate; what is left of a picosecond counts for the next."""

    def __init__(self, rate: Any) -> None:
        self.rate, self.left = int(rate), 0

    def of(self, size: int) -> int:
        took, self.left = divmod(size * 8 * 10**12 + self.left, self.rate)
        return took


class Message:
    def __init__(self, source: Source, number: int, io: int, size: int, sink: str, way: int) -> None:
        self.source, self.number, self.io, self.size, self.sink, self.way = source, number, io, size, sink, way


class Transmitter:
    """The buffers of an output and the link behind it."""

    def __init__(self, world: World, order: int, buffers: int, late: bool) -> None:
        self.world, self.order, self.free, self.late = world, order, buffers, late
        self.queue: deque[Message] = deque()
        self.waiting: deque[Transmitter] = deque()
        self.busy = False
        self.wants: Transmitter | Sink | None = None
        self.wants_since = 0
        self.on_link: Message | None = None
        self.link, self.pace = 0, Pace(1)
        self.far: Callable[[Message], None] = lambda message: None
        self.end = ""
        self.source: Source | None = None

    def put(self, message: Message) -> None:
        self.queue.append(message)
        if not self.busy and len(self.queue) == 1:
            self.world.asking.add(self)

    def ask(self) -> None:
        to = self.world.target(self.end, self.queue[0])
        if to.grants(self):
            self.start()
        else:
            self.wants, self.wants_since = to, self.world.now

    def grants(self, who: Transmitter) -> bool:
        if self.free:
            self.free -= 1
            return True
        self.waiting.append(who)
        return False

    def start(self) -> None:
        self.wants = None
        self.on_link = self.queue.popleft()
        self.busy = True
        self.world.at(self.pace.of(self.on_link.size), self.link, self.arrived)
        if self.source:
            self.source.emptied()
        elif not self.late:
            self.release()

    def release(self) -> None:
        if self.waiting:
            self.waiting.popleft().start()
        else:
            self.free += 1

    def arrived(self) -> None:
        message, self.on_link = self.on_link, None
        assert message
        self.far(message)
        self.busy = False
        if self.late:
            self.release()
        if self.queue:
            self.world.asking.add(self)


class Delay:
    def __init__(self, world: World, number: int, length: int) -> None:
        self.world, self.number, self.length = world, number, length
        self.far: Callable[[Message], None] = lambda message: None

    def take(self, message: Message) -> None:
        if self.length:
            self.world.at(self.length, self.number, lambda: self.far(message))
        else:
            self.far(message)


class Sink:
    def __init__(self, world: World, name: str, number: int, order: int, settings: Names) -> None:
        self.world, self.name, self.number, self.order = world, name, number, order
        self.pace = Pace(settings["rate"]) if "rate" in settings else None
        self.free = int(settings.get("buffers", 1))
        self.held: deque[int] = deque()
        self.waits: Transmitter | None = None

    def grants(self, who: Transmitter) -> bool:
        if not self.pace:
            return True
        if self.free:
            self.free -= 1
            return True
        self.waits = who
        return False

    def ask(self) -> None:
        assert self.waits
        who, self.waits = self.waits, None
        self.free -= 1
        who.start()

    def take(self, message: Message) -> None:
        self.world.delivered.append((self.world.now, self.name, message.source.number, message.number, message.size))
        self.world.under_way -= 1
        message.source.delivered(message)
        if not self.pace:
            return
        self.held.append(message.size)
        if len(self.held) == 1:
            self.world.at(self.pace.of(message.size), self.number, self.taken)

    def taken(self) -> None:
        self.held.popleft()
        self.free += 1
        if self.waits:
            self.world.asking.add(self)
        if self.held:
            assert self.pace
            self.world.at(self.pace.of(self.held[0]), self.number, self.taken)


class Source:
    def __init__(self, world: World, name: str, port: Transmitter) -> None:
        self.world, self.name, self.port = world, name, port
        port.source = self
        self.timer = 0
        self.number = -1
        self.ready: deque[int] = deque()
        self.ios = self.sequence = self.offset = self.piece = 0
        self.empty = True
        self.last = ""

    def load(self, number: int, place: int, sinks: list[str], traffic: Names, rate: Fraction) -> None:
        self.number, self.turn, self.sinks = number, place, sinks
        self.place = place
        self.arrivals = traffic.get("arrivals", "constant")
        self.io = int(traffic["io"])
        self.message = min(int(traffic["message"]), self.io)
        self.limit = int(traffic.get("ios", 0)) or FAR
        self.destination, self.per_io = traffic["destination"], traffic.get("drawn", "message") == "io"
        self.ways, self.way_of = int(traffic.get("ways", 1)), traffic.get("way_of", "source")
        self.index = int(re.findall(r"\[(\d+)\]", self.name)[-1]) if "[" in self.name else 0
        self.open: dict[int, int] = {}
        self.interval = self.io * 8 * 10**12 / rate if rate else Fraction(0)
        if self.arrivals == "constant":
            world = self.world
            world.at(0, self.timer, self.due)
        elif self.arrivals == "at_start":
            for _ in range(self.limit):
                self.ask_for_io()
        else:
            for _ in range(min(int(traffic.get("outstanding", 1)), self.limit)):
                self.ask_for_io()

    def due(self) -> None:
        self.ask_for_io()
        if self.ios < self.limit:
            self.world.at(int(self.ios * self.interval) - self.world.now, self.timer, self.due)

    def ask_for_io(self) -> None:
        self.ready.append(self.ios)
        self.open[self.ios] = self.io
        self.ios += 1
        self.world.sources_asking.add(self)

    def ask(self) -> None:
        if self.empty and self.ready:
            self.send()

    def emptied(self) -> None:
        self.empty = True
        if self.ready:
            self.send()

    def send(self) -> None:
        io, size = self.ready[0], min(self.message, self.io - self.offset)
        if self.destination == "fixed":
            self.last = self.sinks[self.place % len(self.sinks)]
        elif not self.per_io or self.offset == 0:
            self.last = self.sinks[self.turn % len(self.sinks)]
            self.turn += 1
        way = {"source": self.index, "pair": self.index + self.world.endpoints[self.last], "message": self.index + self.sequence}[self.way_of]
        made = Message(self, self.sequence, io, size, self.last, way % self.ways)
        self.sequence += 1
        self.offset += size
        if self.offset == self.io:
            self.offset = 0
            self.ready.popleft()
        self.empty = False
        self.world.under_way += 1
        self.port.put(made)

    def delivered(self, message: Message) -> None:
        self.open[message.io] -= message.size
        if self.open[message.io]:
            return
        del self.open[message.io]
        if self.arrivals == "closed" and self.ios < self.limit:
            self.ask_for_io()


class World:
    """Events of one instant in the order of the machine: links, delays and sinks, then sources; then who asks, in the same order."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.flat = Flat(document)
        self.now = self.under_way = self.pushed = 0
        self.events: list[tuple[int, int, int, Callable[[], None]]] = []
        self.asking: set[Any] = set()
        self.sources_asking: set[Source] = set()
        self.delivered: list[tuple[int, str, int, int, int]] = []
        self.made: dict[str, Any] = {}
        self.sources: dict[str, Source] = {}
        self._make()
        self._join()
        self._route()
        self._load()

    def at(self, later: int, number: int, what: Callable[[], None]) -> None:
        self.pushed += 1
        heapq.heappush(self.events, (self.now + later, number, self.pushed, what))

    def run(self, end: int) -> None:
        """All that happens before `end`."""
        while self.now < end:
            while self.events and self.events[0][0] == self.now:
                heapq.heappop(self.events)[3]()
            self._settle()
            if not self.events:
                return
            self.now = self.events[0][0]

    def stands_still(self) -> bool:
        """Messages are under way and none will ever move."""
        return self.under_way > 0 and all(number >= self.first_timer for _, number, _, _ in self.events)

    def cycle(self) -> bool:
        """Transmitters wait for each other: each has no buffer left, and its head wants one of the next."""
        return bool(self.cycles())

    def cycles(self) -> set[int]:
        """When each cycle of them closed."""
        closed = set()
        for first in self.ports.values():
            seen: list[Transmitter] = []
            port: Any = first
            while isinstance(port, Transmitter) and port.wants and port not in seen:
                seen.append(port)
                port = port.wants
            if port in seen:
                closed.add(max(one.wants_since for one in seen[seen.index(port) :]))
        return closed

    def _settle(self) -> None:
        while self.asking or self.sources_asking:
            chosen = "asking" if self.asking else "sources_asking"
            now = sorted(getattr(self, chosen), key=lambda one: one.order if chosen == "asking" else one.timer)
            setattr(self, chosen, set())
            for one in now:
                one.ask()

    def _make(self) -> None:
        self.ports: dict[str, Transmitter] = {}
        self.endpoints: dict[str, int] = {}
        parts = self.flat.parts
        for number, (name, (kind, settings)) in enumerate(parts.items()):
            order = number * 1000
            if kind == "switch":
                for i in range(int(settings["outputs"])):
                    late = settings.get("buffer_freed") == "on_arrival"
                    self.ports[f"{name}.out[{i}]"] = Transmitter(self, order + i, int(settings.get("buffers", 1)), late)
            elif kind == "source":
                port = self.ports[f"{name}.out"] = Transmitter(self, order, 0, False)
                self.sources[name] = Source(self, name, port)
                self.sources[name].timer = len(parts) + number
            elif kind == "sink":
                self.endpoints[name] = len(self.endpoints)
                self.made[name] = Sink(self, name, number, order, settings)
            elif kind == "delay":
                self.made[name] = Delay(self, number, int(settings["delay"]))
            else:
                assert kind == "serial_link", kind
                self.made[name] = (number, settings["rate"])
        self.first_timer = len(parts)

    def _join(self) -> None:
        self.next = {begin: end.rpartition(".")[0] for begin, end in self.flat.wires}
        for name, port in self.ports.items():
            link = self.next[name]
            port.link, port.pace = self.made[link][0], Pace(self.made[link][1])
            port.far, port.end = self._beyond(link)
        for name, part in self.made.items():
            if isinstance(part, Delay):
                part.far = self._beyond(name)[0]

    def _beyond(self, name: str) -> tuple[Callable[[Message], None], str]:
        """What takes a message at the end of a link or delay, and the part where it then is."""
        to = self.next[f"{name}.out"]
        part = self.made.get(to)
        if isinstance(part, Delay):
            return part.take, self._beyond(to)[1]
        if isinstance(part, Sink):
            return part.take, to
        return lambda message: self.ways[to, message.sink, message.way].put(message), to

    def target(self, end: str, message: Message) -> Any:
        return self.made[end] if end == message.sink else self.ways[end, message.sink, message.way]

    def _route(self) -> None:
        before: dict[str, list[str]] = {}
        for begin, end in self.next.items():
            before.setdefault(end, []).append(begin.rpartition(".")[0])
        ways = max([whole(one.get("ways", 1), self.flat.names) for one in self.flat.traffic])
        self.ways: dict[tuple[str, str, int], Transmitter] = {}
        for sink in self.endpoints:
            hops, open_ = {sink: 0}, deque([sink])
            while open_:
                here = open_.popleft()
                for one in before.get(here, []):
                    if one not in hops:
                        hops[one] = hops[here] + 1
                        open_.append(one)
            shortest: dict[str, list[str]] = {}
            for begin, end in self.next.items():  # in order of connection
                part = begin.rpartition(".")[0]
                if hops.get(part, FAR) == hops.get(end, FAR) + 1 and self.flat.parts[part][0] == "switch":
                    shortest.setdefault(part, []).append(begin)
            for part, outputs in shortest.items():
                for way in range(ways):
                    self.ways[part, sink, way] = self.ports[outputs[way % len(outputs)]]

    def _load(self) -> None:
        number = 0
        for one in self.flat.traffic:
            if not value(one.get("when", True), self.flat.names):
                continue
            traffic = {k: value(v, self.flat.names) for k, v in one.items() if k not in ("name", "from", "to", "when", "per")}
            sources, sinks = self.flat.matching(one["from"]), self.flat.matching(one["to"])
            for place, name in enumerate(sources):
                share = 1
                if one.get("per", "source") != "source":
                    group = name.rpartition(".")[0]
                    share = sum(other.rpartition(".")[0] == group for other in sources)
                node = name.partition(".")[0] if "." in name else ""
                own = [s for s in sinks if traffic.get("include_self", True) or not node or "." not in s or s.partition(".")[0] != node]
                rate = Fraction(traffic["rate"]) / share if "rate" in traffic and traffic["arrivals"] == "constant" else Fraction(0)
                self.sources[name].load(number, place, own, traffic, rate)
                number += 1
