# SPDX-License-Identifier: Apache-2.0
"""Machines in which some chains can be folded and others cannot, by number: the same number makes the same machine everywhere. A fabric of one to
three layers of switches with sources and sinks on links and buses, perhaps lines without a switch, and perhaps requests or parts of PCI Express."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from random_pcie_machines import PcieMachine
from random_request_machines import BusMachine, LinkMachine, text_of

Entry = dict[str, Any]
WARM_UP_US = 1_000
MOST_MESSAGES = 5_000  # of a traffic that asks for all of a unit
FEWEST_MESSAGES = 150  # of it, but for those of 512 B and less
SIZES = (64, 100, 256, 512, 1000, 1024, 1024, 1500, 2048, 4096, 4096, 8192, 16384)
MOST_IO = 16384
# An SG1010 has so many inputs and outputs.
MOST_JOINED = 6


@dataclass
class Group:
    """Sources of which each reaches all of the sinks."""

    sources: list[str]
    sinks: list[str]


class FoldMachine:
    """A machine file, its scenario and its traces."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"fold_{number}"
        self.chance = random.Random(f"fold machine {number}")
        self.parts: Entry = {}
        self.connect: list[Entry] = []
        self.traffic: list[Entry] = []
        self.traces: dict[str, str] = {}
        self.counts: dict[str, int] = {}
        self.until_done = self._is(0.1)
        self.duration_us = self.chance.randint(3_000, 6_000)
        self.every_us = self.chance.choice((500, 700)) if self._is(0.25) else 0
        # MB/s to which rates of links, buses and traffic are near.
        self.unit = self.chance.choice((5, 10, 20, 40, 80, 125, 250, 500))
        self.family = self.chance.choice(("general", "general", "starfabric", "infiniband"))
        self.classes = self.chance.choice((1, 1, 1, 2, 3))
        # How much of what cannot be folded there is.
        self.odd = self.chance.choice((0, 0.08, 0.08, 0.25))
        # Of these the machine accepts some faults in three of four.
        self.is_struck = self._is(0.44)
        # Few rates and one size of messages, so that much happens in one instant.
        self.is_regular = self._is(0.35)
        lines = self.chance.choice((0, 0, 0, 1, 2))
        groups = [group for _ in range(lines) for group in self._line()]
        if not groups or self._is(0.6):
            groups += self._fabric()
        for group in groups:
            self._send(group)
        self.extra = self.chance.choice(("pcie", "pcie", "requests", "bus requests", "", "", "", "", ""))
        self._add(self.extra)

    def _is(self, probability: float) -> bool:
        return self.chance.random() < probability

    def _new(self, kind: str, entry: Entry) -> str:
        """Another part of a kind."""
        index = self.counts[kind] = self.counts.get(kind, -1) + 1
        self.parts[f"{kind}{index}"] = entry
        return f"{kind}{index}"

    def _port(self, part: str, port: str) -> str:
        """The next port of a part's array of ports."""
        index = self.counts[f"{part}.{port}"] = self.counts.get(f"{part}.{port}", -1) + 1
        return f"{part}.{port}[{index}]"

    def _joined(self, part: str, port: str) -> int:
        return self.counts.get(f"{part}.{port}", -1) + 1

    # Parts

    def _rate(self) -> str:
        if self.is_regular:
            return f"{self.unit * self.chance.choice((1, 1, 2))} MB/s"
        if self._is(0.2):
            return f"{round(self.unit * 8 * self.chance.uniform(0.5, 3))} Mb/s"
        return f"{self.unit * self.chance.choice((0.5, 1, 1, 2, 2, 4))} MB/s"

    def _time(self) -> str:
        return self.chance.choice(("1 ps", f"{self.chance.randint(1, 999)} ns", f"{self.chance.randint(1, 40)} us"))

    def _link(self, begin: str, end: str) -> None:
        """A link, perhaps with latencies, or a delay behind it."""
        index = self.counts["link"] = self.counts.get("link", -1) + 1
        link: Entry = {"type": "serial_link", "name": f"l{index}", "rate": self._rate()}
        if self._is(self.odd):
            link["propagation"] = self._time()
        if self._is(self.odd):
            link["credit_latency"] = self._time()
        if self._is(self.odd / 2):
            delay = self._new("delay", {"type": "delay", "delay": self._time()})
            self.connect.append({"from": begin, "to": f"{delay}.in", "link": link})
            self.connect.append({"from": f"{delay}.out", "to": end})
        else:
            self.connect.append({"from": begin, "to": end, "link": link})

    def _buffers(self) -> Entry:
        buffers: Entry = {"buffers": self.chance.choice((1, 1, 2, 3, 4, 8, 16))}
        return buffers | ({"buffer_freed": "on_arrival"} if self._is(self.odd) else {})

    def _served(self, odds: float) -> Entry:
        """Queues by classes, in some parts of a machine that has classes."""
        if self.classes == 1 or not self._is(odds):
            return {}
        served: Entry = {"classes": self.classes, "serve": self.chance.choice(("strict", "weighted"))}
        return served | ({"weights": [self.chance.randint(1, 4) for _ in range(self.classes)]} if served["serve"] == "weighted" else {})

    def _bridge(self, links_out: int, links_in: int) -> tuple[str, str]:
        """A bridge or a chip, and its port towards the bus."""
        if self.family == "starfabric" and max(links_out, links_in) <= 2 and self._is(0.7):
            return self._new("bridge", {"type": "sg2010_bridge", "links_out": links_out, "links_in": links_in} | self._buffers()), "pci_out"
        if self.family == "infiniband" and links_out == links_in:
            return self._new("bridge", {"type": "infiniband_chip", "ports": links_out} | self._buffers()), "pci_out"
        entry = {"type": "bus_bridge", "links_out": links_out, "links_in": links_in} | self._buffers() | self._served(0.3)
        return self._new("bridge", entry), "to_bus"

    def _bus(self) -> str:
        entry: Entry = {"type": "pci_bus"}
        if self._is(self.odd):
            entry |= {"timing": "protocol", "clock": self.chance.choice(("33.333 MHz", "133 MHz"))}
        elif self.is_regular:
            entry |= {"slice": "128 B", "slice_time": f"{128_000 // self.unit} ns", "switch_overhead": "0 ns"}
        elif self._is(0.6):
            # About as fast as the links are.
            bytes_ = self.chance.choice((64, 128, 512))
            entry |= {"slice": f"{bytes_} B", "slice_time": f"{round(bytes_ * 1000 / (self.unit * self.chance.choice((1, 2, 4))))} ns"}
            entry["switch_overhead"] = self.chance.choice(("0 ns", "45 ns", "1 us"))
        if self._is(0.2) and not self.is_regular:
            entry["switch_unit"] = "message"
        elif self.classes > 1 and self._is(0.3):
            entry["serve"] = self.chance.choice(("strict", "weighted"))
        return self._new("bus", entry)

    def _masters(self, bus: str, count: int) -> list[str]:
        """Sources on a bus."""
        masters = []
        for _ in range(count):
            if self._is(0.3):
                disks: Entry = {"type": "raid_controller", "disk_delay": {"min": "0 us", "mode": "5 us", "max": "20 us"}}
                disks |= {"disk_rate": self._rate()} if self._is(0.2) else {}
                disks |= {"dma_engines": 2, "dma_queue": self.chance.choice(("shared", "per_engine"))} if self._is(self.odd) else {}
                masters.append(self._new("raid", disks))
                for engine in range(disks.get("dma_engines", 1)):
                    self.connect.append({"from": f"{masters[-1]}.dma[{engine}]", "to": self._port(bus, "device")})
            else:
                masters.append(self._new("writer", {"type": "bus_source"}))
                self.connect.append({"from": f"{masters[-1]}.out", "to": self._port(bus, "device")})
        return masters

    def _at_a_rate(self) -> Entry:
        return {"rate": self._rate(), "buffers": self.chance.choice((1, 2, 8))} if self._is(0.15 + self.odd / 2) else {}

    def _bus_sinks(self, bus: str, count: int) -> list[str]:
        sinks = []
        for _ in range(count):
            limit = self._at_a_rate()
            if self._is(0.4):
                sinks.append(self._new("gige", {"type": "gige_card"} | {key: value for key, value in limit.items() if key == "rate"}))
                port = "socket"
            else:
                sinks.append(self._new("taker", {"type": "bus_sink"} | limit))
                port = "in"
            self.connect.append({"from": self._port(bus, "window"), "to": f"{sinks[-1]}.{port}"})
        return sinks

    # Ends of paths

    def _begin_on_bus(self, joins: int) -> tuple[list[str], list[str], list[Group]]:
        """A bus of sources with a bridge to so many links: the sources, the ports that drive the links, and groups within the bus."""
        bus = self._bus()
        masters = self._masters(bus, 1 if self._is(0.6) else self.chance.randint(2, 3))
        bridge, _ = self._bridge(joins, 0)
        for link in range(joins):
            self.connect.append({"from": self._port(bus, "window"), "to": f"{bridge}.window[{link}]"})
        within = []
        if self._is(self.odd / 2):
            within.append(Group([master for master in masters if not master.startswith("raid")], self._bus_sinks(bus, 1)))
        return masters, [f"{bridge}.link_out[{link}]" for link in range(joins)], within

    def _end_on_bus(self, joins: int) -> tuple[list[str], list[str], list[Group]]:
        """A bridge with a bus of sinks: the sinks, the ends of its links, and groups within the bus."""
        bridge, to_bus = self._bridge(0, joins)
        bus = self._bus()
        self.connect.append({"from": f"{bridge}.{to_bus}", "to": self._port(bus, "device")})
        sinks = self._bus_sinks(bus, self.chance.choice((1, 1, 2, 3)))
        # A second master of the bus.
        within = [Group(self._masters(bus, 1), sinks)] if self._is(0.1 + self.odd / 2) else []
        return sinks, [f"{bridge}.link_in[{link}]" for link in range(joins)], within

    def _node(self) -> tuple[Group, str, str, list[Group]]:
        """Sources and sinks on one bus with a chip or bridge both ways: they, the port that drives its link, the end of the other one, and groups within."""
        bus = self._bus()
        masters = self._masters(bus, self.chance.randint(1, 2))
        bridge, to_bus = self._bridge(1, 1)
        self.connect.append({"from": f"{bridge}.{to_bus}", "to": self._port(bus, "device")})
        self.connect.append({"from": self._port(bus, "window"), "to": f"{bridge}.window[0]"})
        sinks = self._bus_sinks(bus, self.chance.randint(1, 2))
        return Group(masters, sinks), f"{bridge}.link_out[0]", f"{bridge}.link_in[0]", []

    # Machines

    def _line(self) -> list[Group]:
        """A link from a source, or from a bridge, to a sink, or to a bridge."""
        groups: list[Group] = []
        if self._is(0.8):
            sources, ports, within = self._begin_on_bus(1)
            groups += within
            begin = ports[0]
        else:
            sources = [self._new("near", {"type": "source"})]
            begin = f"{sources[0]}.out"
        if self._is(0.6):
            sinks, ends, within = self._end_on_bus(1)
            groups += within
            end = ends[0]
        else:
            sinks = [self._new("far", {"type": "sink"} | self._at_a_rate())]
            end = f"{sinks[0]}.in"
        self._link(begin, end)
        return [Group(sources, sinks), *groups]

    def _fabric(self) -> list[Group]:
        """Layers of one or two switches, each joined to all of the next layer."""
        layers = [self.chance.choice((1, 1, 2)) for _ in range(self.chance.choice((1, 1, 2, 2, 3)))]
        if len(layers) == 1:
            layers = [1]
        switches = [[self._switch() for _ in range(width)] for width in layers]
        main, groups = Group([], []), []
        for before, behind in itertools.pairwise(switches):
            for a in before:
                for b in behind:
                    self._link(self._out(a), self._into(b))
        first, last = list(switches[0]), list(switches[-1])
        # Sources of another layer than the first: where the last has two switches, not all sinks are behind each.
        anywhere = [one for layer in (switches if len(last) == 1 else switches[:-1]) for one in layer]
        for switch in [*first, *self.chance.choices(anywhere, k=self.chance.randint(0, 2))]:
            if self._joined(switch, self._inputs(switch)) < MOST_JOINED:
                groups += self._sources_at(switch, first, main)
        for switch in [*last, *self.chance.choices(last, k=self.chance.randint(0, 3))]:
            if self._joined(switch, self._outputs(switch)) < MOST_JOINED:
                groups += self._sinks_at(switch, last, main)
        if len(last) == 1 and self._is(0.5 if self.family == "infiniband" else 0.15):
            node, begin, end, within = self._node()
            self._link(begin, self._into(first[0]))
            self._link(self._out(last[0]), end)
            main.sources += node.sources
            main.sinks += node.sinks
            groups += within
        for switch in (one for layer in switches for one in layer):
            self.parts[switch] |= {"inputs": self._joined(switch, self._inputs(switch)), "outputs": self._joined(switch, self._outputs(switch))}
        return [main, *groups]

    def _switch(self) -> str:
        if self.family == "starfabric" and self._is(0.7):
            return self._new("x", {"type": "sg1010_switch"} | self._buffers())
        return self._new("x", {"type": "switch"} | self._buffers() | self._served(0.5))

    def _inputs(self, switch: str) -> str:
        return "link_in" if self.parts[switch]["type"] == "sg1010_switch" else "in"

    def _outputs(self, switch: str) -> str:
        return "link_out" if self.parts[switch]["type"] == "sg1010_switch" else "out"

    def _into(self, switch: str) -> str:
        return self._port(switch, self._inputs(switch))

    def _out(self, switch: str) -> str:
        return self._port(switch, self._outputs(switch))

    def _sources_at(self, switch: str, layer: list[str], main: Group) -> list[Group]:
        if self._is(0.35):
            main.sources.append(self._new("near", {"type": "source"}))
            self._link(f"{main.sources[-1]}.out", self._into(switch))
            return []
        others = [one for one in layer if one != switch and self._joined(one, self._inputs(one)) < MOST_JOINED]
        ends = [switch, *(others[:1] if switch in layer and self._is(0.2) else [])]
        sources, ports, within = self._begin_on_bus(len(ends))
        for port, end in zip(ports, ends, strict=True):
            self._link(port, self._into(end))
        main.sources += sources
        return within

    def _sinks_at(self, switch: str, layer: list[str], main: Group) -> list[Group]:
        if self._is(0.5):
            main.sinks.append(self._new("far", {"type": "sink"} | self._at_a_rate()))
            self._link(self._out(switch), f"{main.sinks[-1]}.in")
            return []
        others = [one for one in layer if one != switch and self._joined(one, self._outputs(one)) < MOST_JOINED]
        begins = [switch, *(others[:1] if self._is(0.3) else [])]
        sinks, ends, within = self._end_on_bus(len(begins))
        for begin, end in zip(begins, ends, strict=True):
            self._link(self._out(begin), end)
        main.sinks += sinks
        return within

    # Traffic

    def _send(self, group: Group) -> None:
        """One to three traffics: one is of all RAID controllers, the others are of other sources, which can be in several."""
        raids = [source for source in group.sources if source.startswith("raid")]
        others = [source for source in group.sources if source not in raids]
        if raids:
            self._ask(raids, group.sinks, "constant")
        shares: list[list[str]] = [others] if others else []
        if len(others) > 1 and self._is(0.6):
            cut = self.chance.randint(1, len(others) - 1)
            shares = [others[:cut], others[cut:]]
        if others and self._is(0.3):
            shares.append(self.chance.sample(others, self.chance.randint(1, len(others))))
        for share in shares:
            kinds = ("constant", "constant", "constant", "poisson", "poisson", "on_off", "at_start", "trace") + ("closed",) * (self.odd > 0.1)
            self._ask(share, group.sinks, self.chance.choice(kinds))

    def _ask(self, sources: list[str], sinks: list[str], kind: str) -> None:
        chance = self.chance
        is_raid = sources[0].startswith("raid")
        length_us = WARM_UP_US + self.duration_us
        # Neither too many nor too few in the run.
        carried = self.unit * length_us
        sizes = [size for size in SIZES if carried / MOST_MESSAGES <= size <= max(carried / FEWEST_MESSAGES, 512)]
        message = sizes[len(sizes) // 2] if self.is_regular else chance.choice(sizes)
        io = message if self._is(0.3) else min(MOST_IO, message * chance.randint(1, 8) + (chance.randint(1, message) if self._is(0.2) else 0))
        to: Any = chance.sample(sinks, chance.randint(1, len(sinks))) if self._is(0.4) else list(sinks)
        entry: Entry = {"name": f"f{len(self.traffic)}", "from": list(sources), "to": to, "arrivals": kind, "message": f"{message} B"}
        asked = max(1, round(self.unit * 10**6 * chance.choice((0.25, 0.5, 1, 1, 1.5, 2)) / len(sources)))
        ios = max(2, round(asked * length_us * 1e-6 / io))
        if kind == "trace":
            entry["file"] = f"{self.name}_{entry['name']}.csv"
            self.traces[entry["file"]] = self._trace(len(sources), ios, length_us, io)
        else:
            entry["io"] = f"{io} B"
            if kind not in ("at_start", "closed") and not is_raid and io > message and self._is(0.15):
                entry["io"] = {"of": [f"{message} B", f"{io} B"], "weights": [chance.randint(1, 3), 1]}
        if kind in ("constant", "poisson", "on_off"):
            entry["rate"] = f"{asked} B/s"
        if kind == "on_off":
            entry |= {"on": f"{chance.randint(20, 300)} us", "off": f"{chance.randint(20, 300)} us"}
        if kind == "closed":
            entry["outstanding"] = chance.choice((1, 2, 8))
        if kind == "at_start" or (kind != "trace" and (self.until_done or self._is(0.1))):
            entry["ios"] = ios
        self._destine(entry)
        if self.classes > 1 and not is_raid:
            entry["class"] = chance.randrange(self.classes)
        if self._is(0.2):
            entry["deadline"] = f"{chance.randint(20, 2000)} us"
        self.traffic.append(entry)

    def _destine(self, entry: Entry) -> None:
        entry["destination"] = self.chance.choice(("uniform", "zipf", "rotation", "fixed", "weighted", "drawn_by_weight", "streams"))
        if entry["destination"] == "streams" and entry["arrivals"] != "constant":
            entry["destination"] = "rotation"
        if entry["destination"] == "zipf":
            entry["zipf"] = self.chance.choice((0.5, 1, 2))
        if entry["destination"] in ("weighted", "drawn_by_weight"):
            entry["to"] = {sink: self.chance.randint(1, 4) for sink in entry["to"]}
        if entry["destination"] == "streams":
            entry |= {"streams": self.chance.randint(1, 20), "stream_rate": "40 Mb/s", "client_buffer": "1 ms"}
        elif self._is(0.4):
            entry["drawn"] = "io"
        if self._is(0.2):
            entry |= {"ways": 2, "way_of": self.chance.choice(("source", "pair", "message"))}

    def _trace(self, sources: int, ios: int, length_us: int, io: int) -> str:
        """Some I/Os are asked for in one instant."""
        at_once = self.chance.choice((1, 1, sources, 4))
        lines = [f"{(n // at_once) * at_once * length_us * 1e-6 / ios:.9f},{n % sources},{self.chance.randint(1, io)}" for n in range(ios)]
        return "time_s,source,bytes\n" + "\n".join(lines) + "\n"

    def _add(self, extra: str) -> None:
        """Requests beside the rest, and perhaps traffic that follows them."""
        if not extra:
            return
        if extra == "pcie":
            cards = PcieMachine(self.number)
            self.parts, self.connect = self.parts | cards.parts, self.connect + cards.connect
            self.traffic += [flow.entry for flow in cards.flows]
            return
        asked = (LinkMachine if extra == "requests" else BusMachine)(self.number)
        self.parts, self.connect = self.parts | asked.parts, self.connect + asked.connect
        leader, first = asked.traffic[-1]["name"], self.traffic[0]
        self.traffic += [entry | ({"ios": 50} if self.until_done and entry["arrivals"] != "following" and "ios" not in entry else {}) for entry in asked.traffic]
        if not first["from"][0].startswith("raid") and self._is(0.5):
            follower = {"name": "follower", "from": first["from"], "to": first["to"], "arrivals": "following", "after": leader}
            self.traffic.append(follower | {"io": first["message"], "message": first["message"]} | {key: first[key] for key in ("destination",) if isinstance(first["to"], dict)})

    # Files

    def kind_of(self, fold: str) -> str:
        """The kind of a fold in the text of `explain --netlist`: a head begins with a source, a tail with a port."""
        parts = fold.split(", ")
        if parts[0] in self.parts:
            return "head"
        return "tail on a link" if len(parts) == 3 else "tail on a bus"

    def features(self) -> set[str]:
        parts = [*self.parts.values(), *(one["link"] for one in self.connect if "link" in one)]
        found = {one["type"] for one in parts} | {one["arrivals"] for one in self.traffic if "arrivals" in one}
        found |= {"classes"} if any(one.get("classes", 1) > 1 for one in parts) else set()
        found |= {"latencies"} if any("propagation" in one or "credit_latency" in one for one in parts) else set()
        found |= {"on_arrival"} if any(one.get("buffer_freed") == "on_arrival" for one in parts) else set()
        found |= {"sinks with a rate"} if any("sink" in one["type"] and "rate" in one for one in parts) else set()
        found |= {"pcie" if self.extra == "pcie" else "requests"} if self.extra else set()
        return found | ({"until_done"} if self.until_done else {"series"} if self.every_us else set())

    def write(self, folder: Path) -> Path:
        """The scenario of it, without faults; the machine file and its traces are beside."""
        document: Entry = {"machine": self.name, "summary": "drawn at random", "runs": "until_done" if self.until_done else "measured"}
        document |= {"parts": self.parts, "connect": self.connect, "traffic": self.traffic}
        (folder / f"{self.name}.yaml").write_text(text_of(document))
        for file, text in self.traces.items():
            (folder / file).write_text(text)
        measure: Entry = {"replications": 1, "seed": 1 + self.number}
        if not self.until_done:
            measure |= {"warm_up": f"{WARM_UP_US} us", "duration": f"{self.duration_us} us"}
            measure |= {"every": f"{self.every_us} us"} if self.every_us else {}
        scenario = folder / f"{self.name}_run.yaml"
        scenario.write_text(text_of({"system": f"./{self.name}.yaml", "measure": measure}))
        return scenario
