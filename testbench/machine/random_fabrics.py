# SPDX-License-Identifier: Apache-2.0
"""Random fabrics of switches and links, and an oracle of what failures leave of them. The oracle shares nothing with the simulator: it searches
paths in a graph of parts, adds up loads of links, and knows that a link is full at its rate."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

RATES = (50, 80, 100, 125, 200, 250)
Parts = frozenset[str]


@dataclass(frozen=True)
class Left:
    """What a failure leaves."""

    remaining: float
    """MB/s of a source that is left, at most; 0: all have stopped"""
    limits: frozenset[str]
    """links that are full then"""
    stopped: frozenset[tuple[int, int]]
    """streams, by source and sink"""
    as_routed_again: bool
    """the same as if all routes were found again, and not only those that are broken"""


class Fabric:
    """Switches in a ring with some chords and some links side by side; sources and sinks at any of them."""

    def __init__(self, number: int) -> None:
        self.name = f"fabric_{number}"
        chance = random.Random(f"fabric {number}")
        switches = chance.randint(3, 5)
        self.sources = chance.randint(2, 4)
        self.sinks = chance.randint(2, 4)
        self.destination = chance.choice(("uniform", "uniform", "rotation", "fixed"))
        self.ways = chance.choice((1, 1, 2, 3))
        self.way_of = chance.choice(("source", "pair", "message"))
        # Each link with its ends and MB/s, in the order of the file.
        self.links: list[tuple[str, str, str, int]] = []
        for i in range(self.sources):
            self._link(f"up{i}", f"s[{i}]", f"x{chance.randrange(switches)}", 1000)
        pairs = [(a, (a + 1) % switches) for a in range(switches)]
        pairs += [(a, b) for a in range(switches) for b in range(a) if chance.random() < 0.4]
        for number_of, (a, b) in enumerate(pairs):
            for way in range(chance.choice((1, 1, 2, 3))):
                rate = chance.choice(RATES)
                self._link(f"l{number_of}_{way}_on", f"x{a}", f"x{b}", rate)
                self._link(f"l{number_of}_{way}_back", f"x{b}", f"x{a}", chance.choice(RATES))
        chance.shuffle(self.links)
        for i in range(self.sinks):
            self._link(f"down{i}", f"x{chance.randrange(switches)}", f"d[{i}]", 1000)
        self.switches = [f"x{i}" for i in range(switches)]

    def _link(self, name: str, start: str, end: str, rate: int) -> None:
        self.links.append((name, start, end, rate))

    @property
    def parts(self) -> list[str]:
        ends = [f"s[{i}]" for i in range(self.sources)] + [f"d[{i}]" for i in range(self.sinks)]
        return ends + self.switches + [link[0] for link in self.links]

    def write(self, folder: Path, without: Parts = frozenset(), rate: str = "10 MB/s", io: str = "64 KiB", window: str = "20 ms") -> Path:
        """The scenario of it, where each source sends `rate`; sources and sinks of `without` are down, and other parts are left out."""
        links = [link for link in self.links if not without.intersection(self._needs(link))]
        parts: dict[str, Any] = {}
        for kind, type_, count in (("s", "source", self.sources), ("d", "sink", self.sinks)):
            down = [i for i in range(count) if f"{kind}[{i}]" in without]
            parts[f"{kind}[{count}]"] = {"type": type_} | ({"down": " or ".join(f"index == {i}" for i in down)} if down else {})
        counts: dict[str, int] = {}

        def port(part: str, way: str) -> str:
            if "[" in part:
                return f"{part}.{way}"
            index = counts[f"{part}.{way}"] = counts.get(f"{part}.{way}", -1) + 1
            return f"{part}.{way}[{index}]"

        connect = [{"from": port(start, "out"), "to": port(end, "in"), "link": {"type": "serial_link", "name": name, "rate": f"{rate} MB/s"}} for name, start, end, rate in links]
        for switch in self.switches:
            if switch not in without:
                inputs, outputs = (counts.get(f"{switch}.{way}", -1) + 1 for way in ("in", "out"))
                parts[switch] = {"type": "switch", "inputs": inputs, "outputs": outputs, "buffers": 64}
        traffic = {"name": "t", "from": "s[*]", "to": "d[*]", "rate": rate, "io": io, "message": "1 KiB"}
        traffic |= {"destination": self.destination, "ways": self.ways} | ({"way_of": self.way_of} if self.ways > 1 else {})
        document = {"machine": self.name, "summary": "drawn at random", "parts": parts, "connect": connect, "traffic": [traffic]}
        (folder / f"{self.name}.yaml").write_text(yaml.safe_dump(json.loads(json.dumps(document)), sort_keys=False, width=200))
        scenario = folder / f"{self.name}_run.yaml"
        scenario.write_text(f"system: ./{self.name}.yaml\nmeasure: {{warm_up: 1 ms, duration: {window}, replications: 1}}\n")
        return scenario

    def cuts_off(self, without: Parts) -> bool:
        """A source or a sink would be joined to nothing."""
        return any(without.intersection(self._needs(link)) for link in self.links if "[" in link[1] + link[2])

    def _needs(self, link: tuple[str, str, str, int]) -> set[str]:
        """A link is there if these are."""
        return {part for part in link[:3] if "[" not in part}

    def left(self, failed: Iterable[str]) -> Left:
        gone = frozenset(failed)
        streams: dict[tuple[int, int], list[list[str]]] = {}
        again: dict[tuple[int, int], list[list[str]]] = {}
        stopped: set[tuple[int, int]] = set()
        for source in range(self.sources):
            for sink in range(self.sinks):
                if self.destination == "fixed" and sink != source % self.sinks:
                    continue
                paths = []
                for way in self._ways(source, sink):
                    path = self.path(source, sink, way, frozenset())
                    paths.append(path if path and not gone.intersection(path) else self.path(source, sink, way, gone))
                if not all(paths):
                    stopped.add((source, sink))
                    continue
                streams[source, sink] = [path for path in paths if path]
                again[source, sink] = [path for way in self._ways(source, sink) if (path := self.path(source, sink, way, gone))]
        loads = self._loads(streams)
        rates = {name: rate for name, _, _, rate in self.links}
        limits = {name: rates[name] / load for name, load in loads.items()}
        least = min(limits.values(), default=0.0)
        full = frozenset(name for name, limit in limits.items() if limit <= least * (1 + 1e-9))
        return Left(least, full, frozenset(stopped), streams == again)

    def _ways(self, source: int, sink: int) -> list[int]:
        if self.way_of == "message":
            return list(range(self.ways))
        return [(source + (sink if self.way_of == "pair" else 0)) % self.ways]

    def _loads(self, streams: dict[tuple[int, int], list[list[str]]]) -> dict[str, float]:
        """Of links, where each source that is left sends 1."""
        links = {link[0] for link in self.links}
        loads: dict[str, float] = {}
        for (source, _), paths in streams.items():
            share = 1 / sum(other == source for other, _ in streams) / len(paths)
            for path in paths:
                for part in path:
                    if part in links:
                        loads[part] = loads.get(part, 0) + share
        return loads

    def path(self, source: int, sink: int, way: int, gone: Parts) -> list[str] | None:
        """Parts from the source to the sink, by the fewest hops; of several that are the fewest, number `way` in the order of the file."""
        start, end = f"s[{source}]", f"d[{sink}]"
        if start in gone or end in gone:
            return None
        links = [link for link in self.links if not gone.intersection(link[:3])]
        distance = {end: 0}
        queue = deque([end])
        while queue:
            part = queue.popleft()
            for _, before, behind, _ in links:
                if behind == part and before not in distance:
                    distance[before] = distance[part] + 1
                    queue.append(before)
        if start not in distance:
            return None
        path, part = [start], start
        while part != end:
            nearer = [(name, behind) for name, before, behind, _ in links if before == part and distance.get(behind, -2) + 1 == distance[part]]
            name, part = nearer[way % len(nearer)]
            path += [name, part]
        return path
