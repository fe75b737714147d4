# SPDX-License-Identifier: Apache-2.0
"""Machines whose work is requests, by number: the same number makes the same machine everywhere. Those over links have requesters and servers between
two switches, and those over buses have a line between two buses. Those of PCI Express have hosts with drives, and cards with memory, behind one switch,
or behind two with a bridge between them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import yaml

Entry = dict[str, Any]


class RequestMachine:
    """A machine file and its scenario."""

    def __init__(self, number: int, kind: str) -> None:
        self.name = f"{kind}_{number}"
        self.chance = random.Random(f"requests over {kind} {number}")
        self.parts: Entry = {}
        self.connect: list[Entry] = []
        self.traffic: list[Entry] = []
        self.leaves: list[str] = []
        self.until_done = kind == "links" and self.chance.random() < 0.3
        self.window_us = 4_000

    def ask(self, sources: str, sinks: str, io: int, rate: int) -> None:
        """One more traffic, that follows the one before it now and then."""
        chance = self.chance
        kind = chance.choice(("read", "write", "mix"))
        entry: Entry = {"name": f"t{len(self.traffic)}", "from": sources, "to": sinks, "kind": kind, "io": f"{io} B"}
        entry |= {"timeout": f"{chance.choice((50, 73, 100, 200, 500))} us", "retries": chance.randint(0, 3)}
        if chance.random() < 0.5:
            entry |= {"destination": "rotation"}
        if self.traffic and "ios" not in self.traffic[-1] and chance.random() < 0.3:
            entry |= {"arrivals": "following", "after": self.traffic[-1]["name"]}
        elif chance.random() < 0.5:
            entry |= {"arrivals": "closed", "outstanding": chance.choice((1, 2, 5, 16))}
        else:
            entry |= {"arrivals": chance.choice(("constant", "poisson")), "rate": f"{rate} B/s"}
        if self.until_done and entry["arrivals"] != "following":
            entry["ios"] = chance.randint(5, 60)
        self.traffic.append(entry)

    def write(self, folder: Path, faults: list[Entry]) -> Path:
        document: Entry = {"machine": self.name, "summary": "drawn at random", "runs": "until_done" if self.until_done else "measured"}
        document |= {"parts": self.parts, "connect": self.connect, "traffic": self.traffic}
        (folder / f"{self.name}.yaml").write_text(text_of(document))
        measure: Entry = {"replications": 1}
        if not self.until_done:
            measure |= {"warm_up": f"{self.window_us // 4} us", "duration": f"{self.window_us} us"}
        scenario = folder / f"{self.name}_run.yaml"
        scenario.write_text(text_of({"system": f"./{self.name}.yaml", "measure": measure, "faults": faults}))
        return scenario


def text_of(document: Entry) -> str:
    """Nothing in it is there twice: YAML would have an alias for it."""
    return yaml.safe_dump(json.loads(json.dumps(document)), sort_keys=False, width=200)


class LinkMachine(RequestMachine):
    """Requesters, a switch, servers, and a switch for answers."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "links")
        chance = self.chance
        clients, stores = chance.randint(1, 3), chance.randint(1, 2)
        self.parts = {
            f"client[{clients}]": {"type": "requester", "tags": chance.choice((1, 2, 8, 32))},
            f"store[{stores}]": {"type": "server", "service_mean": f"{chance.randint(1, 20)} us", "servers": chance.randint(1, 4)},
            "there": {"type": "switch", "inputs": clients, "outputs": stores, "buffers": chance.choice((4, 16))},
            "back": {"type": "switch", "inputs": stores, "outputs": clients, "buffers": chance.choice((4, 16))},
        }
        self.links = [
            self.join("ask", clients, "client[i].out", "there.in[i]"),
            self.join("to_store", stores, "there.out[i]", "store[i].in"),
            self.join("from_store", stores, "store[i].out", "back.in[i]"),
            self.join("answer", clients, "back.out[i]", "client[i].in"),
        ]
        self.leaves = [f"client[{i}]" for i in range(clients)] + [f"store[{i}]" for i in range(stores)] + ["there", "back"]
        for _ in range(chance.randint(1, 3)):
            io = chance.choice((512, 4096, 10_000))
            self.ask("client[*]", "store[*]", io, chance.choice((5, 20, 100)) * 10**6)
            self.traffic[-1]["message"] = f"{min(io, chance.choice((512, 1024, 4096)))} B"
            if self.traffic[-1]["kind"] != "read" and chance.random() < 0.5:
                self.traffic[-1]["acknowledged"] = True

    def join(self, name: str, count: int, begin: str, end: str) -> str:
        link = {"type": "serial_link", "name": f"{name}[i]", "rate": f"{self.chance.choice((50, 200, 1000))} MB/s"}
        if self.chance.random() < 0.4:
            link["propagation"] = f"{self.chance.randint(1, 20)} us"
        self.connect.append({"for": {"i": count}, "from": begin, "to": end, "link": link})
        return f"{name}[*]"


class BusMachine(RequestMachine):
    """Requesters on one bus and servers on another, with a line between two bridges."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "buses")
        chance = self.chance
        clients, stores = chance.randint(1, 3), chance.randint(1, 2)
        self.parts = {
            f"client[{clients}]": {"type": "bus_requester", "tags": chance.choice((1, 2, 8, 32))},
            f"store[{stores}]": {"type": "bus_server", "service_mean": f"{chance.randint(1, 20)} us", "servers": chance.randint(1, 4), "queue": 64},
            "here": self.bus(),
            "there": self.bus(),
            "near": {"type": "bus_bridge", "links_out": 1, "links_in": 1, "buffers": 16},
            "far": {"type": "bus_bridge", "links_out": 1, "links_in": 1, "buffers": 16},
        }
        self.links = ["going", "coming"]
        self.connect = [
            {"for": {"i": clients}, "from": "client[i].out", "to": "here.device[i]"},
            {"for": {"i": clients}, "from": "here.window[i]", "to": "client[i].in"},
            {"from": "near.to_bus", "to": f"here.device[{clients}]"},
            {"from": f"here.window[{clients}]", "to": "near.window[0]"},
            {"from": "near.link_out[0]", "to": "far.link_in[0]", "link": {"type": "serial_link", "name": "going", "rate": "200 MB/s"}},
            {"from": "far.link_out[0]", "to": "near.link_in[0]", "link": {"type": "serial_link", "name": "coming", "rate": "200 MB/s"}},
            {"from": "far.to_bus", "to": f"there.device[{stores}]"},
            {"from": f"there.window[{stores}]", "to": "far.window[0]"},
            {"for": {"i": stores}, "from": "store[i].out", "to": "there.device[i]"},
            {"for": {"i": stores}, "from": "there.window[i]", "to": "store[i].in"},
        ]
        for _ in range(chance.randint(1, 2)):
            self.ask("client[*]", "store[*]", chance.choice((512, 4096)), chance.choice((2, 10)) * 10**6)
            self.traffic[-1]["message"] = "512 B"

    def bus(self) -> Entry:
        return {"type": "pci_bus"} if self.chance.random() < 0.5 else {"type": "fifo_bus", "rate": "300 MB/s"}


class PcieRequestMachine(RequestMachine):
    """A host with drives, and a card with the memory of another host, behind one switch or two."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "pcie")
        chance = self.chance
        drives, cards, hosts = chance.randint(1, 3), chance.randint(1, 2), chance.randint(1, 2)
        two = chance.random() < 0.5
        buffers = {"buffers": {"posted": {"headers": chance.choice((4, 32))}}}
        self.parts = {
            f"host[{hosts}]": {"type": "nvme_host", "commands": chance.choice((2, 16, 64)), **buffers},
            f"drive[{drives}]": {"type": "nvme_drive", "queue_depth": chance.choice((1, 4, 64)), "read": {"mean": "20 us"}, "program": {"mean": "30 us"}},
            f"card[{cards}]": {"type": "pcie_requester", "tags": chance.choice((1, 4, 32)), "writes": chance.choice((2, 8, 64))},
            "root": {"type": "root_complex", "latency": "300 ns"},
            "near": {"type": "pcie_switch", "ports": hosts + cards + (1 if two else drives + 1), **buffers},
        }
        at = [f"host[{i}]" for i in range(hosts)] + [f"card[{i}]" for i in range(cards)]
        far = [f"drive[{i}]" for i in range(drives)] + ["root"]
        self.leaves = at + far + ["near"]
        for number_of_port, part in enumerate(at if two else at + far):
            self.join(part, f"near.port[{number_of_port}]")
        if two:
            self.parts["far"] = {"type": "pcie_switch", "ports": len(far) + 1, **buffers}
            self.leaves.append("far")
            for number_of_port, part in enumerate(far):
                self.join(part, f"far.port[{number_of_port}]")
            if chance.random() < 0.5:
                self.parts["bridge"] = {"type": "nt_bridge", "outstanding": chance.choice((1, 8))}
                self.leaves.append("bridge")
                self.line("bridge.a", f"near.port[{len(at)}]", "side_a")
                self.line("bridge.b", f"far.port[{len(far)}]", "side_b")
            else:
                self.line(f"near.port[{len(at)}]", f"far.port[{len(far)}]", "middle")
        self.links = [one["link"]["name"] for one in self.connect]
        for _ in range(chance.randint(1, 3)):
            io, rate = chance.choice((512, 4096, 16384)), chance.choice((20, 100, 400)) * 10**6
            if chance.random() < 0.6:
                self.ask("host[*]", "drive[*]", io, rate)
            else:
                self.ask("card[*]", "root", io, rate)

    def join(self, part: str, port: str) -> None:
        self.line(part + (".port[0]" if part == "root" else ".port"), port, "of_" + part)

    def line(self, a: str, b: str, name: str) -> None:
        link = {"type": "pcie_link", "name": name, "lanes": self.chance.choice((1, 4, 16)), "generation": self.chance.choice((1, 3))}
        self.connect.append({"between": [a, b], "link": link})
