# SPDX-License-Identifier: Apache-2.0
"""Machine files with jobs, by number: the same number makes the same machine everywhere. Disks and controllers behind SCSI buses, memories, buses
with masters, processors, link engines and crossbars, movers; a function for each family of machines."""

from __future__ import annotations

import json
from collections.abc import Callable

from random_machine_files import Entry, Machine

# Sizes of jobs in bytes, rates of parts in MB/s. Few rates, so that much ends in one instant, and some that no picosecond fits.
SIZES = (1, 7, 512, 1000, 4096, 8192, 65536, 99991, 100_000, 168_960)
RATES = ("1", "2", "4", "10", "10", "20", "20", "40", "18.4", "33.3", "100")


class JobMachine(Machine):
    """`exact`: no latency of a disk is drawn, so that a second simulation can tell all times."""

    def __init__(self, number: int, family: str) -> None:
        super().__init__(number, family)
        self.until_done, self.exact = True, not self.one_in(5)
        self.jobs: list[Entry] = []
        self.measured = ""

    def data_rate(self) -> str:
        return f"{self.chance.choice(RATES)} MB/s"

    def some(self, name: str, least: int, most: int) -> str:
        """How many of something there are: in half of the machines it is a parameter."""
        drawn = self.between(least, most)
        return self.parameter(name, "count", drawn, range=[1, 64]) if self.one_in(2) else str(drawn)

    def disk(self) -> Entry:
        drawn = "triangular" if not self.exact and self.one_in(2) else "deterministic"
        disk: Entry = {"type": "disk", "latency": drawn, "mean_seek": self.chance.choice(("0 ps", "1 us", "1 ms", "3.7 ms", "10 ms"))}
        if self.one_in(2):
            disk["rate"] = self.data_rate()
        if self.one_in(3):
            disk["freed"] = "after_scsi"
        return disk

    def bus(self) -> Entry:
        bus: Entry = {"type": "fifo_bus"}
        if not self.one_in(4):
            bus["rate"] = self.data_rate()
        if self.one_in(3):
            bus["packets"] = self.chance.choice(("1 B", "500 B", "1000 B", "4 KiB", "64 KiB")) if not self.one_in(4) else "whole"
        if self.one_in(4):
            bus["arbitration"] = "priority"
        if bus.get("packets") == "1 B":  # an event a byte
            bus["packets"] = "777 B"
        return bus

    def unit(self) -> Entry:
        unit: Entry = {"type": "processing_unit", "rate": "unlimited" if self.one_in(5) else self.data_rate()}
        if not self.one_in(4):
            unit["reduction"] = self.chance.choice(("nothing", 1, 1, 2, 3, self.reduction))
        if self.one_in(2):
            unit["held_during_transfers"] = not self.one_in(2)
        return unit

    def master(self, **more: int | str) -> Entry:
        """What a connection says of a master; nothing, in many cases."""
        said: Entry = {key: self.data_rate() for key in ("read", "write") if self.one_in(3)} | more
        return {"master": said} if said else {}

    def wire(self, begin: str, end: str, loop: Entry | None = None, when: str = "", **more: Entry) -> None:
        self.connect.append(({"for": loop} if loop else {}) | ({"when": when} if when else {}) | {"from": begin, "to": end} | more)

    def kind(self, steps: list[Entry], let: Entry | None = None, hold: int = 4) -> None:
        """Jobs that take these steps in this order, some under conditions; one in `hold` kinds holds a part from one step to another."""
        reducing = sum("unit" in step["at"] or "compressor" in step["at"] for step in steps)
        name, size = f"kind{len(self.jobs)}", self.chance.choice([size for size in SIZES if size >= self.reduction**reducing])
        conditions = ["", "", "", "job mod 3 != 0", "job mod 2 == 1", "job < 5"]
        if "work" in self.parameters:
            conditions += ["work", "work and job mod 2 == 0", "not work or job > 3"]
        chosen: list[Entry] = []
        for number, step in enumerate(steps):
            condition = self.chance.choice(conditions) if number > 0 and "when" not in step else ""
            chosen.append(step | ({"when": condition} if condition else {}))
        if "to" in chosen[0] and "disk" in chosen[0]["at"] and self.one_in(3):
            chosen[0]["requests"] = self.chance.choice([n for n in (2, 3, 4, 5, 10) if size % n == 0] or [1])
        always = [i for i, step in enumerate(chosen) if "when" not in step]
        if len(always) > 1 and self.one_in(hold):
            first, last = sorted(self.chance.sample(always, 2))
            chosen[first]["hold_until"] = "held"
            chosen[last]["name"] = "held"
        count = self.between(1, 40)
        jobs: Entry = {"name": name, "count": count, "size": f"{size} B"}
        if self.one_in(4):
            jobs["count"] = self.parameter(f"count{len(self.jobs)}", "count", count, range=[1, 1000])
        if self.one_in(2):
            jobs |= {"arrivals": "constant", "interval": self.chance.choice(("1 us", "100 us", "1 ms", "2.5 ms", "5 ms", "20 ms"))}
            if not self.one_in(3):
                jobs["group"] = self.between(1, 12)
        if let:
            jobs["let"] = let
        self.jobs.append(jobs | {"steps": chosen})

    def document(self) -> Entry:
        document = {key: one for key, one in super().document().items() if key != "metrics"} | {"jobs": self.jobs}
        document["metrics"] = {"busy": {self.metric: f"{self.measured}.utilisation"}}
        return json.loads(json.dumps(document))

    metric = "mean"
    reduction = 4  # the most that a processor leaves out


def work(m: JobMachine) -> str:
    """A flag: the machine has parts that work on what has been read, and jobs that go there."""
    return m.parameter("work", "flag", not m.one_in(3))


def local(m: JobMachine) -> None:
    """Disks on one SCSI bus or several, controllers and processors on one bus, one memory."""
    strings, disks, units = m.some("strings", 1, 3), m.some("disks", 1, 4), m.some("units", 1, 3)
    work(m)
    parts = [
        (f"unit[{units}]", m.unit()), (f"ctl[{strings}]", {"type": "scsi_controller"}), (f"scsi[{strings}]", m.bus()),
        (f"disk[{strings}][{disks}]", m.disk()), ("bus", m.bus()), ("memory", {"type": "memory"}),
    ]  # fmt: skip
    if m.one_in(2):  # what of one instant is worked out first is another then
        m.chance.shuffle(parts)
    m.parts |= dict(parts)
    m.wire("disk[s][d].socket", "scsi[s].device[d]", {"s": strings, "d": disks})
    m.wire("scsi[s].window[0]", "ctl[s].scsi", {"s": strings})
    m.wire("ctl[s].bus", "bus.device[s]", {"s": strings}, **m.master())
    m.wire("unit[u].socket", f"bus.device[{strings} + u]", {"u": units}, **m.master())
    m.wire("bus.window[0]", "memory.socket")
    m.measured = "disk[*][*]"
    for _ in range(m.between(1, 3)):
        let = {"s": f"job mod {strings}", "row": f"job div {strings}", "d": f"row mod {disks}"}
        steps: list[Entry] = [{"at": "disk[s][d]", "to": "ctl[s]"}]
        steps += [{"at": f"unit[{m.chance.choice((f'job mod {units}', '0', f'(row + 1) mod {units}'))}]"} for _ in range(m.between(0, 2))]
        m.kind(steps, let)


def nodes(m: JobMachine) -> None:
    """Types within types: nodes that have shelves of disks; a bus and a memory in each node."""
    n, shelves, disks = m.some("n", 1, 3), m.some("shelves", 1, 2), m.between(1, 3)
    work(m)
    m.types["shelf"] = {
        "parameters": {"disks": {"type": "count", "default": 1, "about": "on the SCSI bus"}},
        "ports": {"out": "ctl.bus"},
        "parts": {"ctl": {"type": "scsi_controller"}, "scsi": m.bus(), "disk[disks]": m.disk()},
        "connect": [{"for": {"d": "disks"}, "from": "disk[d].socket", "to": "scsi.device[d]"}, {"from": "scsi.window[0]", "to": "ctl.scsi"}],
    }
    m.types["node"] = {
        "parameters": {
            "shelves": {"type": "count", "default": 1, "about": "of disks"},
            "disks": {"type": "count", "default": 1, "about": "on a shelf"},
            "works": {"type": "flag", "default": True, "about": "with a compressor"},
        },
        "parts": {
            "unit": m.unit(), "compressor": m.unit() | {"when": "works"}, "shelf[shelves]": {"type": "shelf", "disks": "disks + index mod 2"}, "bus": m.bus(),
            "memory": {"type": "memory"},
        },
        "connect": [
            {"for": {"s": "shelves"}, "from": "shelf[s].out", "to": "bus.device[s]"} | m.master(),
            {"from": "unit.socket", "to": "bus.device[shelves]"} | m.master(),
            {"when": "works", "from": "compressor.socket", "to": "bus.device[shelves + 1]"} | m.master(),
            {"from": "bus.window[0]", "to": "memory.socket"},
        ],
    }  # fmt: skip
    m.parts[f"node[{n}]"] = {"type": "node", "shelves": shelves, "disks": disks, "works": "work"}
    m.measured = "node[*].shelf[*].disk[*]"
    for _ in range(m.between(1, 3)):
        let = {"a": f"job mod {n}", "s": f"job div {n} mod {shelves}", "d": f"job mod {disks}"}
        steps: list[Entry] = [{"at": "node[a].shelf[s].disk[d]", "to": "node[a].shelf[s].ctl"}, {"at": "node[a].unit"}]
        m.kind(steps + [{"at": "node[a].compressor", "when": "work"}] * m.between(0, 1), let)


def links(m: JobMachine) -> None:
    """Nodes with link engines, a crossbar, ports of a server and its memory; perhaps a network interface there."""
    n, ports, disks = m.some("n", 1, 5), m.some("ports", 1, 3), m.between(1, 2)
    work(m)
    engine: Entry = {"type": "link_engine"}
    if m.one_in(2):
        engine["packets"] = m.chance.choice(("300 B", "1 KiB", "8 KiB", "64 KiB", "whole"))
    m.types["node"] = {
        "ports": {"link": "engine.link"},
        "parts": {
            "unit": m.unit(), "ctl": {"type": "scsi_controller"}, "engine": engine, "scsi": m.bus(), f"disk[{disks}]": m.disk(), "bus": m.bus(),
            "memory": {"type": "memory"},
        },
        "connect": [
            {"for": {"d": str(disks)}, "from": "disk[d].socket", "to": "scsi.device[d]"},
            {"from": "scsi.window[0]", "to": "ctl.scsi"},
            {"from": "ctl.bus", "to": "bus.device[0]"} | m.master(),
            {"from": "unit.socket", "to": "bus.device[1]"} | m.master(),
            {"from": "engine.socket", "to": "bus.device[2]"} | m.master(),
            {"from": "bus.window[0]", "to": "memory.socket"},
        ],
    }  # fmt: skip
    crossbar: Entry = {"type": "c104_crossbar", "inputs": n, "outputs": ports} | ({"rate": m.data_rate()} if m.one_in(2) else {})
    m.parts |= {
        "network": {"type": "processing_unit", "when": "work", "rate": "unlimited" if m.one_in(2) else m.data_rate(), "reduction": "nothing"},
        f"node[{n}]": {"type": "node"}, "crossbar": crossbar, f"port[{ports}]": {"type": "server_port"}, "server": m.bus(), "memory": {"type": "memory"},
    }  # fmt: skip
    m.wire("node[a].link", "crossbar.in[a]", {"a": n})
    m.wire("crossbar.out[p]", "port[p].link", {"p": ports})
    m.wire("port[p].socket", "server.device[p]", {"p": ports}, **m.master())
    m.wire("network.socket", f"server.device[{ports}]", when="work", **m.master())
    m.wire("server.window[0]", "memory.socket")
    m.measured = "node[*].disk[*]"
    for _ in range(m.between(1, 3)):
        let = {"a": f"job mod {n}", "p": m.chance.choice((f"job div {n} mod {ports}", f"job mod {ports}", "0")), "d": f"job div 2 mod {disks}"}
        read: list[Entry] = [{"at": "node[a].disk[d]", "to": "node[a].ctl"}, {"at": "node[a].unit"}]
        m.kind([*read, {"at": "node[a].engine", "to": "port[p]"}, {"at": "network", "when": "work"}], let)


def movers(m: JobMachine) -> None:
    """Nodes with a memory each and a mover to the memory behind the one bus; disks on the bus of their node, or on that one."""
    n, disks, shared = m.some("n", 1, 3), m.between(1, 3), m.one_in(2)
    work(m)
    m.types["node"] = {
        "ports": {"controller": "ctl.bus", "out": "mover.system"} | ({"into": "memory.port[2]"} if shared else {}),
        "parts": {
            "unit": m.unit(), "ctl": {"type": "scsi_controller"}, "mover": {"type": "strand_mover"}, "scsi": m.bus(), f"disk[{disks}]": m.disk(),
            "bus": m.bus(), "memory": {"type": "memory"},
        },
        "connect": [
            {"for": {"d": str(disks)}, "from": "disk[d].socket", "to": "scsi.device[d]"},
            {"from": "scsi.window[0]", "to": "ctl.scsi"},
            {"from": "unit.socket", "to": "bus.device[0]"} | m.master(),
            {"from": "bus.window[0]", "to": "memory.socket"},
            {"from": "mover.local", "to": "memory.port[1]"},
        ] + ([] if shared else [{"from": "ctl.bus", "to": "bus.device[1]"} | m.master()]),
    }  # fmt: skip
    m.parts |= {f"node[{n}]": {"type": "node"}, "memory": {"type": "memory"}, "bus": m.bus()}
    m.wire("node[a].out", "bus.device[2 * a]" if shared else "bus.device[a]", {"a": n}, **m.master())
    m.wire("bus.window[0]", "memory.socket")
    if shared:
        m.wire("node[a].controller", "bus.device[2 * a + 1]", {"a": n}, **m.master(window="a + 1"))
        m.wire("bus.window[a + 1]", "node[a].into", {"a": n})
    m.measured, m.metric = "node[*].mover", m.chance.choice(("mean", "max", "min"))
    for _ in range(m.between(1, 2)):
        m.kind(
            [{"at": "node[a].disk[d]", "to": "node[a].ctl"}, {"at": "node[a].unit"}, {"at": "node[a].mover"}], {"a": f"job mod {n}", "d": f"job mod {disks}"}
        )


def units(m: JobMachine) -> None:
    """Processors on one bus of several memories. Jobs of different kinds pass them in different orders: with parts that they hold they may wait for
    each other for ever."""
    count, memories = m.between(2, 4), m.between(1, 3)
    for u in range(count):
        m.parts[f"unit{u}"] = m.unit()
    m.parts |= {"bus": m.bus(), f"memory[{memories}]": {"type": "memory"}}
    for u in range(count):
        m.wire(f"unit{u}.socket", f"bus.device[{u}]", **m.master(**({"window": u % memories} if memories > 1 else {})))
    m.wire("bus.window[w]", "memory[w].socket", {"w": str(memories)})
    m.measured = "unit0"
    for _ in range(m.between(1, 3)):
        order = m.chance.sample(range(count), m.between(1, count))
        m.kind([{"at": f"unit{u}"} for u in order], hold=1)


def behind(m: JobMachine) -> None:
    """Buses behind buses: what controllers, processors and movers read and write crosses two of them, or three."""
    n, disks, deep = m.some("n", 1, 3), m.between(1, 2), m.one_in(3)
    m.parts |= {
        f"unit[{n}]": m.unit(), f"ctl[{n}]": {"type": "scsi_controller"}, "mover": {"type": "strand_mover"}, f"scsi[{n}]": m.bus(),
        f"disk[{n}][{disks}]": m.disk(), f"bus[{n}]": m.bus(), "upper": m.bus(), "top": m.bus() | {"when": "deep"}, "memory": {"type": "memory"},
        "away": {"type": "memory"},
    }  # fmt: skip
    m.parameter("deep", "flag", deep)
    m.wire("disk[a][d].socket", "scsi[a].device[d]", {"a": n, "d": str(disks)})
    m.wire("scsi[a].window[0]", "ctl[a].scsi", {"a": n})
    m.wire("ctl[a].bus", "bus[a].device[0]", {"a": n}, **m.master())
    m.wire("unit[a].socket", "bus[a].device[1]", {"a": n}, **m.master())
    m.wire("bus[a].window[0]", "upper.device[a]", {"a": n}, **m.master())
    m.wire("mover.local", "memory.port[1]")
    m.wire("mover.system", f"upper.device[{n}]", **m.master(window=1))
    m.wire("upper.window[0]", "top.device[0]", when="deep", **m.master())
    m.wire("top.window[0]", "memory.socket", when="deep")
    m.wire("upper.window[0]", "memory.socket", when="not deep")
    m.wire("upper.window[1]", "away.socket")
    m.measured = "upper"
    for _ in range(m.between(1, 2)):
        m.kind([{"at": "disk[a][d]", "to": "ctl[a]"}, {"at": "unit[a]"}, {"at": "mover"}], {"a": f"job mod {n}", "d": f"job div {n} mod {disks}"})


def across(m: JobMachine) -> None:
    """Two buses with a memory each and ways between them in both directions: a transfer from here to there and one from there to here may stand in each
    other's way for ever."""
    count = m.between(1, 3)
    m.parts |= {f"unit[2][{count}]": m.unit(), "mover": {"type": "strand_mover"}, "bus[2]": m.bus(), "memory[2]": {"type": "memory"}}
    m.wire("unit[a][u].socket", "bus[a].device[u]", {"a": 2, "u": str(count)}, **m.master(window=f"u mod {m.between(1, 2)}"))
    m.wire("bus[a].window[0]", "memory[a].socket", {"a": 2})
    m.wire("bus[a].window[1]", f"bus[1 - a].device[{count}]", {"a": 2}, **m.master())
    m.wire("mover.local", "memory[0].port[1]")
    m.wire("mover.system", f"bus[0].device[{count + 1}]", **m.master(window=m.between(0, 1)))
    m.measured, m.metric = "unit[*][*]", "max"
    for _ in range(m.between(1, 3)):
        u = m.chance.choice((f"job mod {count}", f"job div 2 mod {count}"))
        steps: list[Entry] = [{"at": f"unit[job mod 2][{u}]"}, {"at": f"unit[1 - job mod 2][{u}]"}]
        m.kind([*steps, {"at": "mover"}] if m.one_in(2) else steps, hold=8)


FAMILIES: tuple[Callable[[JobMachine], None], ...] = (local, nodes, links, movers, units, behind, across)
# Numbers of machines with traffic are below.
FIRST = 1000


def job_machine(number: int) -> JobMachine:
    family = FAMILIES[number % len(FAMILIES)]
    m = JobMachine(number, family.__name__)
    family(m)
    return m
