# SPDX-License-Identifier: Apache-2.0
"""Machine files by number: the same number makes the same machine everywhere. Switches alone, whose deliveries a second simulation tells, and
nodes with buses, bridges and chips around all fabrics."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

Entry = dict[str, Any]


class Machine:
    """A machine file and the measurement for it, as they are built up."""

    def __init__(self, number: int, family: str) -> None:
        self.name = f"random_{number}"
        self.family = family
        self.chance = random.Random(f"machine file {number}")
        self.parameters: Entry = {}
        self.types: Entry = {}
        self.parts: Entry = {}
        self.connect: list[Entry] = []
        self.traffic: list[Entry] = []
        self.until_done = self.chance.random() < 0.35
        self.late = self.chance.random() < 0.3
        # The highest rate of a source, Mb/s; bytes of its messages.
        self.fastest, self.message = 1000, 1024
        self.warm_up_us = self.duration_us = 0

    def one_in(self, n: int) -> bool:
        return self.chance.randrange(n) == 0

    def between(self, least: int, most: int) -> int:
        return self.chance.randint(least, most)

    def parameter(self, name: str, kind: str, standard: Any, **more: Any) -> str:
        self.parameters[name] = {"type": kind, "default": standard, "about": "drawn", **more}
        return name

    def buffers(self) -> Entry:
        buffers: Any = 1 if self.one_in(3) else self.between(2, 8)
        if self.one_in(4) and "buffers" not in self.parameters:
            buffers = self.parameter("buffers", "count", buffers, range=[1, 64])
        late = self.late if not self.one_in(8) else not self.late
        return {"buffers": buffers} | ({"buffer_freed": "on_arrival"} if late else {})

    def mbits(self) -> int:
        """Rates that go into a second, and others."""
        return self.chance.choice((100, 250, 500, 622, 1000, 1000, 1770, 2000, 2000, 3333, 8000))

    def rate(self, variable: str = "") -> str:
        if variable and self.one_in(3):
            return f"{self.mbits()} Mb/s + {variable} * {self.between(1, 99)} Mb/s"
        if variable and self.one_in(4):
            return f"{self.mbits()} Mb/s if {variable} mod 2 == 0 else {self.mbits()} Mb/s"
        return f"{self.mbits()} Mb/s"

    def join(self, loop: Entry, begin: str, end: str, name: str, index: list[str], when: str | None = None, delays: list[str] | None = None) -> None:
        """A link, with a delay behind it in every third machine: `delays` are the sizes of the array that such have."""
        how: Entry = ({"for": loop} if loop else {}) | ({"when": when} if when else {})
        suffix = "".join(f"[{i}]" for i in index)
        link = {"type": "serial_link", "name": name + suffix, "rate": self.rate(next(iter(loop), ""))}
        if delays is None or not self.one_in(3):
            self.connect.append({**how, "from": begin, "to": end, "link": link})
            return
        key = f"{name}_delay" + "".join(f"[{size}]" for size in delays)
        length = self.chance.choice(("0 ns", "1 ns", f"{self.between(1, 30)} us", f"{self.between(1, 999)} ns"))
        self.parts[key] = {"type": "delay", "delay": f"{length} * (index + 1)" if delays and self.one_in(2) else length}
        self.connect.append({**how, "from": begin, "to": f"{name}_delay{suffix}.in", "link": link})
        self.connect.append({**how, "from": f"{name}_delay{suffix}.out", "to": end})

    def sink(self) -> Entry:
        if self.one_in(2):
            return {}
        return {"rate": self.rate()} | ({"buffers": self.between(1, 8)} if self.one_in(2) else {})

    def send(self, sources: str, sinks: str, by_chance: bool, controllers: bool = False, ways: int = 1, per: str | None = None) -> None:
        message = self.chance.choice((64, 200, 512, 1000, 1024, 1024, 1500, 4096))
        io = message * self.between(1, 12) + (self.between(1, message) if self.one_in(3) else 0)
        traffic: Entry = {"name": f"t{len(self.traffic)}", "from": sources, "to": sinks, "io": f"{io} B", "message": f"{message} B"}
        arrivals = ["constant"] if controllers else ["constant", "constant", "closed", "at_start"] + ["poisson", "on_off"] * 2 * by_chance
        traffic["arrivals"] = self.chance.choice(arrivals)
        traffic["destination"] = self.chance.choice(["rotation", "fixed"] + ["uniform", "zipf", "uniform", "zipf"] * by_chance)
        if traffic["destination"] == "zipf":
            traffic["zipf"] = self.chance.choice((0.5, 1, 2))
        if self.one_in(2):
            traffic["drawn"] = "io"
        if self.one_in(4):
            traffic["include_self"] = False
        if ways > 1:
            traffic |= {"ways": self.between(2, ways + 1), "way_of": self.chance.choice(("source", "pair", "message"))}
        messages = max(1, self.between(20, 160) * message // io)
        asked = max(1, self.fastest * self.chance.choice((10, 30, 50, 70, 100, 150)) // 100)
        if traffic["arrivals"] not in ("closed", "at_start"):
            traffic["rate"] = f"{asked} Mb/s"
            if self.one_in(4):
                traffic["rate"] = self.parameter(f"load{len(self.traffic)}", "bit_rate", f"{asked} Mb/s", range=["1 kb/s", "100 Gb/s"])
            if per and self.one_in(3):
                traffic["per"] = per
        if traffic["arrivals"] == "closed":
            traffic["outstanding"] = self.between(1, 5)
        if traffic["arrivals"] == "on_off":
            traffic |= {"on": f"{self.between(5, 200)} us", "off": f"{self.between(5, 200)} us"}
        if self.until_done or traffic["arrivals"] == "at_start" or self.one_in(8):
            traffic["ios"] = messages
        self.traffic.append(traffic)
        self.message = max(self.message, message)
        self.duration_us = max(self.duration_us, min(2000, 60 * message * 8 // asked), 20)

    def document(self) -> Entry:
        document: Entry = {"machine": self.name, "summary": f"drawn at random: {self.family}"}
        document["runs"] = "until_done" if self.until_done else "measured"
        for key in ("parameters", "types", "parts", "connect", "traffic"):
            if getattr(self, key):
                document[key] = getattr(self, key)
        document["metrics"] = {"least": {"min": f"{self.a_sink}.bandwidth"}}
        return json.loads(json.dumps(document))  # nothing in it is there twice: YAML would have an alias for it

    a_sink = "d[*]"

    def end_ps(self) -> int:
        return (self.warm_up_us + self.duration_us) * 10**6

    def write(self, folder: Path) -> Path:
        """The scenario of it; the machine file is beside."""
        (folder / f"{self.name}.yaml").write_text(yaml.safe_dump(self.document(), sort_keys=False, width=200))
        measure: Entry = {"replications": 1, "seed": 1 + len(self.parts)}
        if not self.until_done:
            measure |= {"warm_up": f"{self.warm_up_us} us", "duration": f"{self.duration_us} us"}
        scenario = folder / f"{self.name}_run.yaml"
        scenario.write_text(yaml.safe_dump({"system": f"./{self.name}.yaml", "measure": measure}, sort_keys=False))
        return scenario


# Switches


def sources(m: Machine, count: str, prefix: str = "s") -> None:
    m.parts[f"{prefix}[{count}]"] = {"type": "source"}


def ring(m: Machine) -> tuple[str, str, int, str | None]:
    """In one direction or both, k sources and d sinks a switch."""
    n = m.parameter("n", "count", m.between(2, 6), range=[1, 99])
    k, d, both = m.between(1, 2), m.between(1, 2), m.one_in(2)
    sources(m, f"n * {k}")
    m.parts["x[n]"] = {"type": "switch", "inputs": k + 1 + both, "outputs": d + 1 + both} | m.buffers()
    m.parts[f"d[{d} * n]"] = {"type": "sink"} | m.sink()
    m.join({"i": n, "j": str(k)}, f"s[i * {k} + j].out", "x[i].in[j]", "up", [f"i * {k} + j"], delays=[f"n * {k}"])
    m.join({"i": n}, "x[i].out[0]", f"x[(i + 1) mod n].in[{k}]", "on", ["i"], delays=["n"])
    if both:
        m.join({"i": n}, f"x[i].out[{d + 1}]", f"x[(i + n - 1) mod n].in[{k + 1}]", "back", ["i"], delays=["n"])
    m.join({"i": n, "j": str(d)}, "x[i].out[1 + j]", f"d[i * {d} + j].in", "down", ["i", "j"], delays=["n", str(d)])
    return "s[*]", "d[*]", 2, None


def mesh(m: Machine) -> tuple[str, str, int, str | None]:
    """Each switch with each other one, its sources and sinks in a type with it."""
    n = m.parameter("n", "count", m.between(2, 5), range=[2, 99])
    k, d = m.between(1, 3), m.between(1, 2)
    m.types["node"] = {
        "parameters": {
            "k": {"type": "count", "default": k, "about": "sources"},
            "d": {"type": "count", "default": d, "about": "sinks"},
            "others": {"type": "count", "default": 1, "about": "other nodes"},
        },
        "ports": {"to[others]": "x.out[d + i]", "of[others]": "x.in[k + i]"},
        "parts": {
            "s[k]": {"type": "source"},
            "x": {"type": "switch", "inputs": "k + others", "outputs": "d + others"} | {k: v for k, v in m.buffers().items() if v != "buffers"},
            "d[d]": {"type": "sink"} | m.sink(),
        },
        "connect": [
            {"for": {"j": "k"}, "from": "s[j].out", "to": "x.in[j]", "link": {"type": "serial_link", "name": "up[j]", "rate": m.rate("j")}},
            {"for": {"j": "d"}, "from": "x.out[j]", "to": "d[j].in", "link": {"type": "serial_link", "name": "down[j]", "rate": m.rate("j")}},
        ],
    }
    m.parts["node[n]"] = {"type": "node", "k": k, "others": "n - 1"}
    far = "(b if b < a else b - 1)"
    m.join({"a": n, "b": n}, f"node[a].to[{far}]", "node[b].of[(a if a < b else a - 1)]", "mesh", ["a", far], "a != b", ["n", "n - 1"])
    m.a_sink = "node[*].d[*]"
    return "node[*].s[*]", "node[*].d[*]", 1, "node[*]"


def tree(m: Machine) -> tuple[str, str, int, str | None]:
    """Sources at the leaves, sinks at the root; every part by itself."""
    count = m.between(2, 6)
    parents = {i: m.between(max(0, i - 3), i - 1) for i in range(1, count)}
    leaves = {i: m.between(1, 2) for i in range(count) if i not in parents.values()}
    inputs = {i: leaves.get(i, 0) + sum(p == i for p in parents.values()) for i in range(count)}
    sinks = m.between(1, 3)
    sources(m, str(sum(leaves.values())))
    order = list(range(count))
    m.chance.shuffle(order)
    for i in order:
        m.parts[f"x{i}"] = {"type": "switch", "inputs": inputs[i], "outputs": sinks if i == 0 else 1} | m.buffers()
    m.parts[f"d[{sinks}]"] = {"type": "sink"} | m.sink()
    taken = dict.fromkeys(range(count), 0)
    source = 0
    for i in order:
        for _ in range(leaves.get(i, 0)):
            m.join({}, f"s[{source}].out", f"x{i}.in[{taken[i]}]", f"up{source}", [], delays=[])
            taken[i] += 1
            source += 1
        if i in parents:
            m.join({}, f"x{i}.out[0]", f"x{parents[i]}.in[{taken[parents[i]]}]", f"trunk{i}", [], delays=[])
            taken[parents[i]] += 1
    m.join({"i": str(sinks)}, "x0.out[i]", "d[i].in", "down", ["i"], delays=[str(sinks)])
    return "s[*]", "d[*]", 1, None


def star(m: Machine) -> tuple[str, str, int, str | None]:
    """One crossbar; perhaps sources of a second kind."""
    k, d, q = m.between(1, 6), m.between(1, 5), m.chance.choice((0, 0, 2))
    sources(m, str(k))
    if q:
        sources(m, str(q), "q")
    m.parts["x"] = {"type": "switch", "inputs": k + q, "outputs": d} | m.buffers()
    m.parts[f"d[{d}]"] = {"type": "sink"} | m.sink()
    m.join({"i": str(k)}, "s[i].out", "x.in[i]", "up", ["i"], delays=[str(k)])
    if q:
        m.join({"i": str(q)}, "q[i].out", f"x.in[{k} + i]", "more", ["i"], delays=[str(q)])
    m.join({"i": str(d)}, "x.out[i]", "d[i].in", "down", ["i"], delays=[str(d)])
    return "s[*]", "d[*]", 1, None


def parallel(m: Machine) -> tuple[str, str, int, str | None]:
    """Two or three stages with several links between each two."""
    k, d, w, stages = m.between(1, 4), m.between(1, 4), m.between(2, 4), m.between(2, 3)
    sources(m, str(k))
    m.parts[f"x[{stages}]"] = {
        "type": "switch",
        "inputs": f"{k} if index == 0 else {w}",
        "outputs": f"{d} if index == {stages - 1} else {w}",
    } | m.buffers()
    m.parts[f"d[{d}]"] = {"type": "sink"} | m.sink()
    m.join({"i": str(k)}, "s[i].out", "x[0].in[i]", "up", ["i"], delays=[str(k)])
    m.join({"i": str(stages - 1), "j": str(w)}, "x[i].out[j]", "x[i + 1].in[j]", "lane", ["i", "j"], delays=[str(stages - 1), str(w)])
    m.join({"i": str(d)}, f"x[{stages - 1}].out[i]", "d[i].in", "down", ["i"], delays=[str(d)])
    return "s[*]", "d[*]", w, None


def grid(m: Machine) -> tuple[str, str, int, str | None]:
    """A torus of rows and columns."""
    rows, columns = m.parameter("rows", "count", m.between(1, 3), range=[1, 9]), m.parameter("columns", "count", m.between(2, 3), range=[1, 9])
    m.parts["s[rows][columns]"] = {"type": "source"}
    m.parts["x[rows][columns]"] = {"type": "switch", "inputs": 3, "outputs": 3} | m.buffers()
    m.parts["d[rows][columns]"] = {"type": "sink"} | m.sink()
    both, sizes = {"r": rows, "c": columns}, ["rows", "columns"]
    m.join(both, "s[r][c].out", "x[r][c].in[0]", "up", ["r", "c"], delays=sizes)
    m.join(both, "x[r][c].out[0]", "d[r][c].in", "down", ["r", "c"], delays=sizes)
    m.join(both, "x[r][c].out[1]", "x[r][(c + 1) mod columns].in[1]", "right", ["r", "c"], delays=sizes)
    m.join(both, "x[r][c].out[2]", "x[(r + 1) mod rows][c].in[2]", "south", ["r", "c"], delays=sizes)
    m.a_sink = "d[*][*]"
    return "s[*][*]", "d[*][*]", 2, None


FABRICS = (ring, mesh, tree, star, parallel, grid)


def switches(number: int, shape: Callable[[Machine], tuple[str, str, int, str | None]], by_chance: bool) -> Machine:
    m = Machine(number, shape.__name__)
    begin, end, ways, per = shape(m)
    m.fastest = m.mbits()
    several = ways if m.one_in(2) else 1
    m.send(begin, end, by_chance, ways=several, per=per)
    if "q[2]" in m.parts:
        m.send("q[*]", end, by_chance)
    m.warm_up_us = 0 if m.one_in(2) else m.duration_us // 2
    return m


# Nodes with buses


def bus(m: Machine) -> Entry:
    how = m.between(0, 5)
    if how == 0:
        return {"timing": "protocol", "clock": m.chance.choice(("33.333 MHz", "66.667 MHz", "133 MHz")), "width": m.chance.choice(("32 bit", "64 bit"))}
    if how == 1:
        return {"switch_unit": "message", "slice": m.chance.choice(("64 B", "128 B", "512 B"))}
    if how == 2:
        return {"slice_time": f"{m.between(50, 400)} ns", "switch_overhead": f"{m.between(0, 90)} ns"}
    return {}


def node_type(m: Machine, chip: str, controllers: bool, cards: bool, links: int) -> Entry:
    """Sources, a bus, sinks on it, and a bridge or chip with so many links each way. Endpoints of a kind can be on a second bus."""
    k, c = m.between(1, 3), m.between(1, 3)
    engines = 2 if controllers and m.one_in(3) else 1
    source: Entry = {"type": "bus_source"}
    if controllers:
        source = {"type": "raid_controller", "disk_delay": {"min": "1 us", "mode": "5 us", "max": "20 us"}}
        if m.one_in(3):
            source["disk_rate"] = f"{m.between(20, 400)} MB/s"
        if engines > 1:
            source |= {"dma_engines": 2, "dma_queue": m.chance.choice(("shared", "per_engine"))}
    sink: Entry = {"type": "gige_card"} if cards else {"type": "bus_sink"} | m.sink()
    if cards and m.one_in(2):
        sink["rate"] = m.rate()
    settings: Entry = {"ports": links} if chip == "infiniband_chip" else {"links_out": links, "links_in": links}
    to_bus = "to_bus" if chip == "bus_bridge" else "pci_out"
    output, socket = ("dma[e]", "socket") if controllers else ("out", "in")
    socket = "socket" if cards else "in"
    buffers = {key: value for key, value in m.buffers().items() if value != "buffers"}
    return {
        "parameters": {"k": {"type": "count", "default": k, "about": "sources"}, "c": {"type": "count", "default": c, "about": "sinks"}},
        "ports": {f"to[{links}]": "chip.link_out[i]", f"of[{links}]": "chip.link_in[i]"},
        "parts": {"chip": {"type": chip} | settings | buffers, "source[k]": source, "pci": {"type": "pci_bus"} | bus(m), "sink[c]": sink},
        "connect": [
            {"for": {"j": "k"} | ({"e": str(engines)} if controllers else {}), "from": f"source[j].{output}",
             "to": f"pci.device[j * {engines} + e]" if controllers else "pci.device[j]"},
            {"from": f"chip.{to_bus}", "to": f"pci.device[k * {engines}]"},
            {"for": {"w": str(links)}, "from": "pci.window[w]", "to": "chip.window[w]"},
            {"for": {"j": "c"}, "from": f"pci.window[{links} + j]", "to": f"sink[j].{socket}"},
        ],
    }  # fmt: skip


def nodes(number: int, how: int) -> Machine:
    kind = ("crossbar", "chips", "starfabric", "rings", "two buses")[how]
    m = Machine(number, f"nodes, {kind}")
    controllers, cards = m.one_in(2), m.one_in(2)
    n = m.parameter("n", "count", m.between(2, 4), range=[2, 6])
    count = m.parameters["n"]["default"]
    if kind == "chips":
        m.types["node"] = node_type(m, "infiniband_chip", controllers, cards, count - 1)
        far = "(b if b < a else b - 1)"
        m.parts["node[n]"] = {"type": "node"}
        m.join({"a": n, "b": n}, f"node[a].to[{far}]", "node[b].of[(a if a < b else a - 1)]", "mesh", ["a", far], "a != b", ["n", "n - 1"])
    elif kind == "two buses":
        two_buses(m, controllers, cards)
    else:
        chip = "sg2010_bridge" if kind == "starfabric" else m.chance.choice(("bus_bridge", "bus_bridge", "sg2010_bridge"))
        m.types["node"] = node_type(m, chip, controllers, cards, 1)
        m.parts["node[n]"] = {"type": "node"}
        starfabric = kind == "starfabric" or (chip == "sg2010_bridge" and m.one_in(2))
        switch, into, out = ("sg1010_switch", "link_in", "link_out") if starfabric else ("switch", "in", "out")
        if kind == "rings":
            m.parts["x[n]"] = {"type": switch, "inputs": 2, "outputs": 2} | m.buffers()
            m.join({"a": n}, "node[a].to[0]", f"x[a].{into}[0]", "up", ["a"], delays=["n"])
            m.join({"a": n}, f"x[a].{out}[1]", f"x[(a + 1) mod n].{into}[1]", "on", ["a"], delays=["n"])
            m.join({"a": n}, f"x[a].{out}[0]", "node[a].of[0]", "down", ["a"], delays=["n"])
        else:
            m.parts["x"] = {"type": switch, "inputs": "n", "outputs": "n"} | m.buffers()
            m.join({"a": n}, "node[a].to[0]", f"x.{into}[a]", "up", ["a"], delays=["n"])
            m.join({"a": n}, f"x.{out}[a]", "node[a].of[0]", "down", ["a"], delays=["n"])
    if kind != "two buses":
        m.a_sink = "node[*].sink[*]"
        m.fastest = m.between(50, 1500)
        m.send("node[*].source[*]", "node[*].sink[*]", True, controllers, per="node[*]")
    m.warm_up_us = 0 if m.one_in(2) else m.duration_us // 2
    return m


def two_buses(m: Machine, controllers: bool, cards: bool) -> None:
    """A chain: a bus of sources, bridges, perhaps a switch with a link source and a link sink of its own, a bus of sinks."""
    k, c, through = m.between(1, 3), m.between(1, 3), m.one_in(2)
    del m.parameters["n"]
    near, far, starfabric = m.buffers(), m.buffers(), m.one_in(2)
    kind = "sg2010_bridge" if starfabric else "bus_bridge"
    m.parts["near"] = {"type": kind, "links_out": 1, "links_in": 0} | near
    m.parts["far"] = {"type": kind, "links_out": 0, "links_in": 1} | far
    extra = m.parameter("extra", "flag", through)
    m.parts["x"] = {"type": "switch", "inputs": 2 if through else 1, "outputs": 2 if through else 1} | m.buffers()
    m.parts["side"] = {"type": "source", "when": extra}
    m.parts["leaf"] = {"type": "sink", "when": extra} | m.sink()
    m.parts[f"source[{k}]"] = (
        {"type": "raid_controller", "disk_delay": {"min": "0 us", "mode": "5 us", "max": "9 us"}} if controllers else {"type": "bus_source"}
    )
    m.parts["bus[2]"] = {"type": "pci_bus"} | bus(m)
    m.parts[f"d[{c}]"] = {"type": "gige_card"} if cards else {"type": "bus_sink"} | m.sink()
    m.connect += [
        {"for": {"j": str(k)}, "from": "source[j].dma[0]" if controllers else "source[j].out", "to": "bus[0].device[j]"},
        {"from": "bus[0].window[0]", "to": "near.window[0]"},
        {"from": "far.pci_out" if starfabric else "far.to_bus", "to": "bus[1].device[0]"},
        {"for": {"j": str(c)}, "from": "bus[1].window[j]", "to": "d[j].socket" if cards else "d[j].in"},
    ]
    m.join({}, "near.link_out[0]", "x.in[0]", "out", [], delays=[])
    m.join({}, "x.out[0]", "far.link_in[0]", "home", [], delays=[])
    if through:
        m.join({}, "side.out", "x.in[1]", "into", [], "extra")
        m.join({}, "x.out[1]", "leaf.in", "off", [], "extra")
    m.fastest = m.between(50, 1500)
    m.send(f"source[{'*' if k else 0}]", "d[*]", True, controllers)
    if through:
        m.send("side", "d[*]" if m.one_in(2) else "leaf", True)


def machine(number: int) -> Machine:
    """Two of five machines are switches without chance, one is switches, two are nodes."""
    block, place = divmod(number, 5)
    if place < 2:
        return switches(number, FABRICS[(2 * block + place) % len(FABRICS)], False)
    return switches(number, FABRICS[block % len(FABRICS)], True) if place == 2 else nodes(number, (2 * block + place - 3) % 5)
