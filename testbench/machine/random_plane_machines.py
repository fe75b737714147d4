# SPDX-License-Identifier: Apache-2.0
"""Machine files whose parts hand planes of a volume from one to the next, by number: PCs with disks on strings of their own, networks and gateways between
them, chains of tasks that run on processors, share threads and use memory buses. What each plane needs is told a second time, by plain geometry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import gcd
from typing import NamedTuple

from random_machine_files import Entry, Machine
from switch_oracle import UNITS

FIRST = 3000
ALL = 32


class Part(NamedTuple):
    """A plane part: the disk that has its extent, of all disks, and its bytes; `times` of them."""

    disk: int
    bytes: float
    times: float = 1


@dataclass
class Step:
    """A task and what it works on: extents, plane parts or planes, of some of the servers."""

    name: str
    of: str
    servers: range
    pc: str
    made: str  # what it is when the job ends
    settings: Entry
    pool: str


@dataclass
class Network:
    name: str
    of: str
    settings: Entry
    # The servers whose payloads come in at station 1, 2, ...
    stations: list[range] = field(default_factory=list)


class PlaneMachine(Machine):
    def __init__(self, number: int) -> None:
        super().__init__(number, "planes out of the disks of servers")
        self.until_done = True
        self.servers = 1 if number % 4 == 0 else self.between(1, 4)
        self.disks = self.between(1, 4)  # of a server
        self.edge = self.chance.choice((8, 16, 24))
        self.sides = [self.edge * self.between(2, 5) for _ in range(3)]
        self.with_data = self.one_in(4)
        self.voxel = 1 if self.with_data else self.chance.choice((1, 1, 2))
        self.header = self.chance.choice((40, 148, 500, 1400))
        self.axis = "" if self.one_in(3) else self.chance.choice("xyz")
        self.adjacent = self.one_in(2)
        self.planes = self.between(1, 6)
        self.pixels = [self.between(1, 5 * self.edge) for _ in range(2)]
        everywhere = self.servers * self.disks
        self.offsets = [self.chance.choice([n for n in range(1, 20) if gcd(n, everywhere) == 1]) for _ in range(2)]
        # Tasks and networks in the order in which payloads pass them; disks and strings of each server.
        self.steps: list[Step] = []
        self.networks: list[Network] = []
        self.disk: list[Entry] = []
        self.depth: list[int] = []
        self.failed: set[int] = set()
        self.string_of: list[list[int]] = []
        self.string: dict[tuple[int, int], Entry] = {}
        self.interfaces: list[list[Step]] = []
        self.pc_of: list[str] = []

    @property
    def drawn(self) -> bool:
        """Some times are drawn, and arithmetic has their mean."""
        return any(disk["latency"] != "deterministic" for disk in self.disk)

    @property
    def extent_bytes(self) -> int:
        return self.edge**3 * self.voxel

    def time(self, least_us: int, most_us: int) -> str:
        return f"{self.between(least_us, most_us)} us" if not self.one_in(6) else "0 ps"

    def wire(self, begin: str, end: str) -> None:
        self.connect.append({"from": begin, "to": end})

    def document(self) -> Entry:
        return super().document() | {"metrics": {"busy": {"mean": f"{self.steps[-1].name}.utilisation"}}}

    def pc(self, name: str) -> str:
        self.parts[f"processor_{name}"] = {"type": "processor", "processors": self.chance.choice((1, 1, 2, 3))}
        self.parts[f"memory_{name}"] = {
            "type": "memory_bus",
            "extract": f"{self.between(0, 900)} ns",
            "send": f"{self.between(1, 300)} ns",
            "memory_read": "33.3 ns",
        }
        return name

    def task(self, name: str, of: str, servers: range, pc: str, **more: str) -> Step:
        """It has threads of its own, or those of a task of its PC that stands before it."""
        settings: Entry = {"type": "task", "level": self.chance.choice(("kernel", "user")), "fixed": self.time(1, 900), **more}
        if self.one_in(2):
            settings["per_byte"] = f"{self.between(1, 60)} ns"
        if self.one_in(4):
            settings["first_only"] = True
        if not self.one_in(3):
            settings["traffic"] = self.chance.choice(("memory_read", "extract", "send", "merge", "receive"))
        if self.one_in(2):
            settings["threads"] = self.between(1, 3)
        with_pools = [step.name for step in self.steps if step.pc == pc and step.pool == step.name]
        pool = self.chance.choice(with_pools) if with_pools and self.one_in(3) else name
        self.parts[name] = settings
        step = Step(name, of, servers, pc, of, settings, pool)
        self.steps.append(step)
        self.wire(f"{name}.processor", f"processor_{pc}.jobs")
        if "traffic" in settings or self.one_in(3):
            self.wire(f"{name}.memory_bus", f"memory_{pc}.traffic")
        if pool != name:
            self.wire(f"{name}.threads", f"{pool}.pool")
        return step

    def chain(self, begin: str, what: str, of: str, servers: range, pc: str, most: int) -> str:
        """Some tasks one after another. Returns what payloads leave by."""
        for n in range(self.between(0, most)):
            step = self.task(f"{what}_{n}", of, servers, pc)
            self.wire(begin, f"{step.name}.in")
            begin = f"{step.name}.done"
        return begin

    def cut(self, begin: str, what: str, servers: range, pc: str) -> str:
        step = self.task(what, "extent", servers, pc)
        step.made = "part"
        self.wire(begin, f"{what}.in")
        self.wire(f"{what}.work", "client.cut")
        return f"{what}.done"


def add_disks(m: PlaneMachine, s: int, pc: str) -> str:
    """An extent server with its disks, its strings, and what takes extents off them. Returns what extents leave by."""
    strings = m.between(1, m.disks)
    m.pc_of.append(pc)
    m.string_of.append([*range(strings), *(m.between(0, strings - 1) for _ in range(m.disks - strings))])
    chunk = m.chance.choice(("request", "1 KiB", "1000 B", "8 KiB", "4 KiB"))
    for d in range(m.disks):
        law = m.chance.choice(("deterministic", "deterministic", "deterministic", "triangular", "mechanical"))
        disk: Entry = {"type": "disk", "latency": law, "mean_seek": m.time(10, 4000), "rate": f"{m.between(500, 9000)} kB/s", "chunk": chunk}
        disk |= {"chunks": m.chance.choice(("overlapped", "one_by_one"))} if chunk != "request" else {}
        disk |= {"freed": m.chance.choice(("after_medium", "after_scsi"))} | ({"order": "elevator"} if m.one_in(3) and law == "mechanical" else {})
        if m.one_in(12):
            disk["failed"] = True
            m.failed.add(s * m.disks + d)
        m.disk.append(disk)
        m.parts[f"disk_{s}_{d}"] = disk
    m.depth.append(m.chance.choice((1, 1, 2, 5)))
    m.parts[f"server_{s}"] = {"type": "extent_server", "depth": m.depth[s], "string_rate": "5 MB/s"}
    for n in range(strings):
        string = m.string[s, n] = {
            "type": "scsi_string",
            "rate": f"{m.between(2, 20)} MB/s",
            "chunk": m.chance.choice(("8 KiB", "2 KiB", "3000 B")),
            "reselection": m.time(1, 700),
        }
        if m.one_in(8):  # any bus can stand there
            string = m.string[s, n] = {"type": "fifo_bus", "rate": string["rate"]} | ({"packets": "1000 B"} if m.one_in(2) else {})
        m.parts[f"string_{s}_{n}"] = string | ({"arbitration": "priority"} if m.one_in(3) else {})
        m.wire(f"string_{s}_{n}.window[0]", f"server_{s}.string[{n}]")
    for d, n in enumerate(m.string_of[s]):
        m.wire(f"server_{s}.disk[{d}]", f"disk_{s}_{d}.requests")
        m.wire(f"disk_{s}_{d}.socket", f"string_{s}_{n}.device[{m.string_of[s][:d].count(n)}]")
    m.wire(f"server_{s}.memory_bus", f"memory_{pc}.traffic")
    m.wire(f"server_{s}.store", f"store.server[{s}]")
    m.wire(f"client.request[{s}]", f"server_{s}.requests")
    m.wire(f"server_{s}.failed", f"client.missing[{s}]")
    before = len(m.steps)
    m.wire(m.chain(f"server_{s}.arrived", f"interface_{s}", "extent", range(s, s + 1), pc, 2), f"server_{s}.taken")
    m.interfaces.append(m.steps[before:])
    return f"server_{s}.read"


def add_network(m: PlaneMachine, name: str, of: str, senders: list[tuple[str, range]]) -> str:
    """A network with one station per sender; station 0 receives."""
    settings: Entry = {"type": "ethernet", "kind": m.chance.choice(("hub", "switch")), "rate": f"{m.chance.choice((10, 25, 100, 1000))} Mb/s"}
    if m.one_in(2):
        settings |= {"mtu": f"{m.between(200, 2000)} B", "headers": f"{m.between(0, 120)} B"}
    m.parts[name] = settings
    m.networks.append(Network(name, of, settings, [servers for _, servers in senders]))
    for station, (begin, _) in enumerate(senders):
        m.wire(begin, f"{name}.in[{station + 1}]")
    return f"{name}.out[0]"


def plane_machine(number: int) -> PlaneMachine:
    """Every fourth has one server on the client's PC. Others have PCs with a server or two, on one network or on a network for each part of them."""
    m = PlaneMachine(number)
    everybody = range(m.servers)
    m.parts["store"] = {
        "type": "extent_store", "volume.size": "x".join(map(str, m.sides)), "volume.extent": m.edge, "volume.voxel": f"{m.voxel} B", "disks": m.servers * m.disks,
        "row_offset": m.offsets[0], "plane_offset": m.offsets[1], "with_data": m.with_data,
    }  # fmt: skip
    m.parts["client"] = {
        "type": "plane_client", "count": m.planes, "size": "x".join(map(str, m.pixels)), "orientation": m.axis or "isotropic", "in_flight": m.between(1, 3),
        "order": "adjacent" if m.adjacent else "random", "part.header": f"{m.header} B", "centre_box": 0 if m.axis else 0.3,
    }  # fmt: skip
    m.wire("client.store", "store.servers")
    m.pc("own")
    begin, of, cut_on_servers = "", "extent", m.one_in(2)
    if number % 4 == 0:
        begin = m.chain(add_disks(m, 0, "own"), "check", of, everybody, "own", 1)
    else:
        senders, pc = [], ""
        for s in everybody:
            pc = pc if pc and m.one_in(3) else m.pc(f"of_{s}")
            one = range(s, s + 1)
            sent = add_disks(m, s, pc)
            if cut_on_servers:
                sent = m.chain(m.cut(sent, f"cut_{s}", one, pc), f"pack_{s}", "part", one, pc, 1)
            senders.append((m.chain(sent, f"send_{s}", "part" if cut_on_servers else of, one, pc, 2), one))
        of = "part" if cut_on_servers else of
        if m.servers > 2 and m.one_in(2):
            rack = [add_network(m, f"rack_{n}", of, part) for n, part in enumerate((senders[:2], senders[2:]))]
            ranges = [range(2), range(2, m.servers)]
            gateways = [m.pc(f"gate_{n}") for n in range(2)]
            senders = [(m.chain(rack[n], f"relay_{n}", of, ranges[n], gateways[n], 2), ranges[n]) for n in range(2)]
        begin = m.chain(add_network(m, "network", of, senders), "receive", of, everybody, "own", 2)
    if of == "extent":
        begin = m.cut(begin, "cut", everybody, "own")
    begin = m.chain(begin, "sort", "part", everybody, "own", 1)
    merge = m.task("merge", "part", everybody, "own")
    m.wire(begin, "merge.in")
    m.wire("merge.done", "client.merged")
    if m.with_data:
        m.wire(f"{merge.name}.work", "client.merge")
    m.wire(m.chain("client.complete", "display", "plane", range(0), "own", 2), "client.shown")
    return m


def of_axis(side: int, pixels: int, edge: int) -> dict[int, int]:
    """Extents of an axis that a row of pixels around its middle meets, and how many of the pixels each has."""
    voxels = [(side - pixels + 2 * i + 1) // 2 for i in range(pixels)]
    found: dict[int, int] = {}
    for voxel in voxels:
        if 0 <= voxel < side:
            found[voxel // edge] = found.get(voxel // edge, 0) + 1
    return found


def geometry(m: PlaneMachine) -> Iterator[Part]:
    """The parts of all planes, which lie across an axis, in the middle or on both sides of it."""
    normal = "xyz".index(m.axis)
    across, down = (axis for axis in range(3) if axis != normal)
    columns, rows = of_axis(m.sides[across], m.pixels[0], m.edge), of_axis(m.sides[down], m.pixels[1], m.edge)
    for k in range(m.planes):
        slice_of_it = (k - m.planes // 2) * (-1 if m.axis == "y" else 1) if m.adjacent else 0
        place = [0, 0, 0]
        place[normal] = (m.sides[normal] // 2 + slice_of_it) // m.edge
        for place[across], width in columns.items():
            for place[down], height in rows.items():
                disk = (place[0] + m.offsets[0] * place[1] + m.offsets[1] * place[2]) % (m.servers * m.disks)
                yield Part(disk, m.header + width * height * m.voxel)


def amount(text: str) -> float:
    """The value of a setting in seconds, bytes, or bits a second."""
    number, unit = text.split()
    return float(number) * UNITS[unit] * (1e-12 if unit in ("ps", "ns", "us", "ms") else 1)


def string_time(string: Entry, chunks: list[int]) -> float:
    """Seconds for which transfers of so many bytes hold a string: after each chunk of its own a target disconnects, and is selected again."""
    selections = sum(-(-chunk // int(amount(string["chunk"]))) for chunk in chunks) if "chunk" in string else 0
    return selections * amount(string.get("reselection", "0 ps")) + 8 * sum(chunks) / amount(string["rate"])
