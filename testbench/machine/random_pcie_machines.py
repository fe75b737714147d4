# SPDX-License-Identifier: Apache-2.0
"""Machines of PCI Express parts, by number: the same number makes the same machine everywhere. One root complex, trees of switches of up to three
levels behind its ports, and one to sixteen requesters at links of all generations and widths."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

Entry = dict[str, Any]
MOST_REQUESTERS = 16
MOST_LEVELS = 3
LARGEST_PACKET = 512  # bytes of data: every limited buffer holds one


@dataclass
class Requests:
    """A traffic, and what is known of it without the command."""

    name: str
    kind: str
    ios: int  # of each source
    sizes: list[int]
    sources: int
    entry: Entry

    def largest(self) -> int:
        return max(self.sizes)


class PcieMachine:
    """A machine file and its scenario."""

    def __init__(self, number: int) -> None:
        self.name = f"pcie_{number}"
        self.chance = random.Random(f"machine {number} of PCI Express parts")
        self.parts: Entry = {}
        self.connect: list[Entry] = []
        self.requesters: list[str] = []
        self.levels = 0
        self.classes = self.chance.choice((1, 1, 1, 2, 3))
        # Credits that are too small for what comes are what a machine that stands still would have.
        self.limited = self.chance.random() < 0.5
        self.drawn = False
        ports = self.chance.choice((1, 1, 1, 2))
        self.wanted = self.chance.choice(
            (
                ports,
                self.chance.randint(ports, 4),
                *[self.chance.randint(ports, MOST_REQUESTERS)] * 3,
            )
        )
        self._root(ports)
        for port in range(ports):
            share = self.wanted // ports + (port < self.wanted % ports)
            self._below(
                f"root.port[{port}]", share, self.chance.randint(0, MOST_LEVELS), 1
            )
        self.flows = self._flows()

    def _time(self, most_ns: int) -> str:
        """Few different times, so that much happens in one instant, or any."""
        return self.chance.choice(
            (
                "0 ns",
                f"{self.chance.randrange(0, most_ns + 1, 64)} ns",
                f"{self.chance.randrange(most_ns * 1000 + 1)} ps",
            )
        )

    def _root(self, ports: int) -> None:
        root: Entry = {
            "type": "root_complex",
            "ports": ports,
            "latency": f"{self.chance.randint(50, 900)} ns",
        }
        root |= {
            "mps": f"{self.chance.choice((128, 256, 512))} B",
            "boundary": f"{self.chance.choice((64, 128))} B",
        }
        root["completion_merge"] = self.chance.choice(("lines", "three", "all"))
        root["data"] = self.chance.choice(("cache", "memory"))
        root["llc"] = self.chance.choice(("0 B", "64 KiB", "25 MiB"))
        if self.chance.random() < 0.3:
            root["jitter"] = f"{self.chance.randint(1, 50)} ns"
            self.drawn = True
        if self.chance.random() < 0.3:
            root["write_rate"] = f"{self.chance.choice((1, 4, 20))} GB/s"
        called = []
        if self.chance.random() < 0.3:
            walkers, latency = self.chance.choice((1, 2, 6)), self._time(400)
            self.parts["iommu"] = {
                "type": "iommu",
                "entries": self.chance.choice((1, 16, 64)),
                "walkers": walkers,
                "walk_latency": latency,
            }
            called.append({"from": "root.translation", "to": "iommu.translation"})
        if self.chance.random() < 0.3:
            rate = f"{self.chance.choice((2, 10, 19))} GB/s"
            self.parts["dram"] = {
                "type": "dram",
                "channels": self.chance.choice((1, 2, 4)),
                "rate": rate,
                "latency": self._time(100),
            }
            called.append({"from": "root.memory", "to": "dram.access"})
        self.parts["root"] = root
        self.connect += called

    def _below(self, port: str, requesters: int, levels: int, level: int) -> None:
        """A requester, or a switch with `requesters` of them behind it."""
        if requesters == 1 and (levels <= 0 or self.chance.random() < 0.3):
            self._requester(port)
            return
        self.levels = max(self.levels, level)
        name = f"switch{sum(part['type'] == 'pcie_switch' for part in self.parts.values())}"
        shares = self._shares(requesters) if levels > 1 else [1] * requesters
        self.parts[name] = self._switch(len(shares) + 1)
        self._join(f"{name}.port[0]", port)
        for below, share in enumerate(shares, 1):
            self._below(f"{name}.port[{below}]", share, levels - 1, level + 1)

    def _shares(self, requesters: int) -> list[int]:
        shares = []
        while requesters > 0:
            shares.append(self.chance.randint(1, requesters))
            requesters -= shares[-1]
        return shares

    def _switch(self, ports: int) -> Entry:
        switch: Entry = {
            "type": "pcie_switch",
            "ports": ports,
            "latency": self._time(300),
        }
        switch["forward"] = self.chance.choice(("store", "cut_through"))
        switch["arbitration"] = self.chance.choice(
            ("round_robin", "round_robin", "weighted")
        )
        if switch["arbitration"] == "weighted":
            switch["weights"] = [self.chance.randint(1, 4) for _ in range(ports)]
        if self.limited:
            for kind in ("posted", "non_posted", "completion"):
                switch[f"buffers.{kind}.headers"] = self.chance.choice(
                    (1, 2, 3, 8, "unlimited")
                )
                if kind != "non_posted":
                    switch[f"buffers.{kind}.data"] = self.chance.choice(
                        (f"{LARGEST_PACKET} B", "528 B", "2 KiB", "unlimited")
                    )
        return switch

    def _requester(self, port: str) -> None:
        name = f"card{len(self.requesters)}"
        card: Entry = {
            "type": "pcie_requester",
            "tags": self.chance.choice((1, 2, 8, 32, 256)),
            "writes": self.chance.choice((1, 2, 32)),
        }
        card["mrrs"] = f"{self.chance.choice((128, 256, 512, 1024, 4096))} B"
        card["mps"] = f"{self.chance.choice((128, 256, 512))} B"
        if self.chance.random() < 0.2:
            card |= {
                "own_latency": self._time(200),
                "push_rate": "8 GB/s",
                "odd_issue": self._time(50),
                "odd_stall": self._time(50),
            }
            card |= {
                "split_stall": self._time(50),
                "write_overhead": self._time(20),
                "write_chunk": self._time(20),
                "turnaround": self._time(10),
            }
        self.parts[name] = card
        self.requesters.append(name)
        self._join(f"{name}.port", port)

    def _join(self, lower: str, upper: str) -> None:
        link: Entry = {
            "type": "pcie_link",
            "name": f"link{len(self.connect)}",
            "generation": self.chance.randint(1, 5),
        }
        link["lanes"] = self.chance.choice((1, 2, 4, 8, 16))
        link["propagation"] = self._time(200)
        link["ecrc"], link["header"] = (
            self.chance.random() < 0.2,
            self.chance.choice(("dw3", "dw4")),
        )
        if self.chance.random() < 0.5:
            link |= {
                "efficiency": self.chance.choice(("100 %", "95.3 %", "50 %")),
                "ack_bytes": self.chance.choice(("0 B", "8 B")),
            }
            link["credit_latency"] = self._time(300)
        else:
            link |= {
                "dllp": "simulated",
                "skip": self.chance.random() < 0.5,
                "ack_latency": self._time(300),
            }
            link |= {
                "update_every": self.chance.choice((1, 1, 2, 4)),
                "acks_every": self.chance.choice((1, 3, "unlimited")),
            }
            link["replay_buffer"] = self.chance.choice(
                ("unlimited", "unlimited", "5 KiB")
            )
        if self.classes > 1:
            link |= {
                "classes": self.classes,
                "serve": self.chance.choice(("strict", "weighted")),
            }
            if link["serve"] == "weighted":
                link["weights"] = [
                    self.chance.randint(1, 4) for _ in range(self.classes)
                ]
        self.connect.append({"between": [lower, upper], "link": link})

    def _flows(self) -> list[Requests]:
        """Each requester has one to two of them; all requesters have one."""
        count = self.chance.randint(1, 4)
        members: list[list[str]] = [[] for _ in range(count)]
        for card in self.requesters:
            for flow in self.chance.sample(
                range(count), min(count, self.chance.choice((1, 1, 2)))
            ):
                members[flow].append(card)
        chosen = [cards for cards in members if cards]
        return [self._flow(f"t{number}", cards) for number, cards in enumerate(chosen)]

    def _flow(self, name: str, cards: list[str]) -> Requests:
        kind = self.chance.choice(("read", "read", "write", "mix"))
        sizes = self.chance.choice(
            (
                [64],
                [1],
                [4096],
                [16384],
                [64, 512],
                [63, 129, 2048],
                [self.chance.randint(1, 5000)],
            )
        )
        ios = self.chance.randint(20, 200)
        io: Any = (
            f"{sizes[0]} B"
            if len(sizes) == 1
            else {"of": [f"{size} B" for size in sizes]}
        )
        entry: Entry = {
            "name": name,
            "from": cards,
            "to": "root",
            "kind": kind,
            "io": io,
            "ios": ios,
        }
        if kind == "mix":
            entry["writes"] = f"{self.chance.choice((10, 50, 75))} %"
        arrivals = self.chance.choice(
            ("closed", "closed", "constant", "poisson", "at_start")
        )
        if arrivals == "at_start" and len(sizes) > 1:
            arrivals = "closed"  # how much is asked for is known from the beginning
        entry["arrivals"] = arrivals
        if arrivals == "closed":
            entry["outstanding"] = self.chance.choice((1, 4, 64))
        if arrivals in ("constant", "poisson"):
            entry["rate"] = f"{self.chance.choice((10, 200, 5000))} MB/s"
        entry["addresses"] = self.chance.choice(("random", "sequential"))
        entry["align"] = f"{self.chance.choice((1, 64, 4096))} B"
        entry["window"] = self.chance.choice(("32 KiB", "1 MiB", "64 MiB"))
        if self.classes > 1:
            entry["class"] = self.chance.randrange(self.classes)
        return Requests(name, kind, ios, sizes, len(cards), entry)

    def write(self, folder: Path) -> Path:
        """The scenario of it; the machine file is beside."""
        document: Entry = {
            "machine": self.name,
            "summary": "drawn at random",
            "runs": "until_done",
        }
        document |= {
            "parts": self.parts,
            "connect": self.connect,
            "traffic": [flow.entry for flow in self.flows],
        }
        document = json.loads(
            json.dumps(document)
        )  # nothing in it is there twice: YAML would have an alias for it
        (folder / f"{self.name}.yaml").write_text(
            yaml.safe_dump(document, sort_keys=False, width=200)
        )
        scenario = folder / f"{self.name}_run.yaml"
        scenario.write_text(
            yaml.safe_dump(
                {"system": f"./{self.name}.yaml", "measure": {"replications": 1}},
                sort_keys=False,
            )
        )
        return scenario
