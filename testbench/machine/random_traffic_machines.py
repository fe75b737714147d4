# SPDX-License-Identifier: Apache-2.0
"""Machines with two to four traffics of different kinds, by number: the same number makes the same machine everywhere. Routes are trees, in which
whatever waits at a part is bound for the part behind it: no message holds back one that could go on, so that a part that arithmetic calls full is."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

Entry = dict[str, Any]
KINDS = ("constant", "poisson", "on_off", "closed", "trace", "at_start")


@dataclass
class Flow:
    """A traffic, and what is known of it without arithmetic on routes."""

    name: str
    kind: str
    sources: int
    message: int
    io: int
    root: str  # of the tree that it is in
    at: str = ""  # the traffic whose sources are its own too; empty: it has sources of its own
    entry: Entry = field(default_factory=dict)


class TrafficMachine:
    """A machine file, its scenario and its traces."""

    def __init__(self, number: int) -> None:
        self.name = f"traffic_{number}"
        self.chance = random.Random(f"traffic machine {number}")
        self.sharing = random.Random(f"sources of traffic machine {number}")
        self.parts: Entry = {}
        self.connect: list[Entry] = []
        self.flows: list[Flow] = []
        self.traces: dict[str, str] = {}
        self.until_done = self.chance.random() < 0.2
        self.window_us = 20_000
        trees = self.chance.choice((1, 1, 2))
        flows = self.chance.randint(max(2, trees), 4)
        kinds = self.chance.sample(KINDS, flows)
        if self.until_done and "trace" not in kinds:
            kinds[0] = "constant"
        roots = [self.chance.choice(("switch", "switch", "pci_bus", "fifo_bus")) for _ in range(trees)]
        members: list[list[int]] = [[] for _ in roots]
        for flow in range(flows):
            members[flow if flow < trees else self.chance.randrange(trees)].append(flow)
        for tree, (root, inside) in enumerate(zip(roots, members, strict=True)):
            self._tree(tree, root, [(flow, kinds[flow]) for flow in inside])

    def _tree(self, tree: int, root: str, inside: list[tuple[int, str]]) -> None:
        flows = [self._flow(number, kind, f"root{tree}") for number, kind in inside]
        own = flows[:1]
        for flow in flows[1:]:
            if self.sharing.random() < 0.3:
                flow.at, flow.sources = own[-1].name, own[-1].sources
            else:
                own.append(flow)
        rate = self.chance.choice((50, 100, 125, 200)) * 10**6
        if root == "switch":
            self._switches(tree, own, rate)
        else:
            rate = self._bus(tree, root, own, rate)
        for flow in flows:
            self._ask(flow, rate / len(flows))

    def _flow(self, number: int, kind: str, root: str) -> Flow:
        message = self.chance.choice((512, 1024, 1024, 2048, 4096))
        flow = Flow(f"t{number}", kind, self.chance.randint(1, 3), message, message * self.chance.randint(1, 8), root)
        self.flows.append(flow)
        return flow

    def _switches(self, tree: int, flows: list[Flow], rate: int) -> None:
        """Some flows enter at the root, others at a switch before it."""
        buffers = self.chance.choice((16, 32, 64))
        far = [flow for flow in flows if len(flows) > 1 and self.chance.random() < 0.4]
        near = [flow for flow in flows if flow not in far]
        root = f"root{tree}"
        self.parts[f"x{tree}"] = {"type": "switch", "inputs": sum(f.sources for f in near) + bool(far), "outputs": 1, "buffers": buffers}
        sink: Entry = {"type": "sink"}
        if self.chance.random() < 0.4:
            sink |= {"rate": f"{round(rate * self.chance.choice((0.8, 1.5)))} B/s", "buffers": 16}
        self.parts[f"d{tree}"] = sink
        self._sources(near, f"x{tree}", rate)
        if far:
            self.parts[f"y{tree}"] = {"type": "switch", "inputs": sum(f.sources for f in far), "outputs": 1, "buffers": buffers}
            self._sources(far, f"y{tree}", rate)
            branch = {"type": "serial_link", "name": f"branch{tree}", "rate": f"{round(rate * self.chance.choice((0.5, 1.5)))} B/s"}
            self.connect.append({"from": f"y{tree}.out[0]", "to": f"x{tree}.in[{sum(f.sources for f in near)}]", "link": branch})
        self.connect.append({"from": f"x{tree}.out[0]", "to": f"d{tree}.in", "link": {"type": "serial_link", "name": root, "rate": f"{rate} B/s"}})

    def _sources(self, flows: list[Flow], switch: str, rate: int) -> None:
        first = 0
        for flow in flows:
            name = flow.name
            self.parts[f"s_{name}[{flow.sources}]"] = {"type": "source"}
            own = round(rate * self.chance.choice((0.1, 0.5, 1.2, 4)))
            link = {"type": "serial_link", "name": f"up_{name}[i]", "rate": f"{own} B/s"}
            loop = {"for": {"i": flow.sources}}
            if self.chance.random() < 0.4:
                self.parts[f"far_{name}[{flow.sources}]"] = {"type": "delay", "delay": f"{self.chance.randint(1, 100)} us"}
                self.connect.append({**loop, "from": f"s_{name}[i].out", "to": f"far_{name}[i].in", "link": link})
                self.connect.append({**loop, "from": f"far_{name}[i].out", "to": f"{switch}.in[{first} + i]"})
            else:
                self.connect.append({**loop, "from": f"s_{name}[i].out", "to": f"{switch}.in[{first} + i]", "link": link})
            first += flow.sources

    def _bus(self, tree: int, kind: str, flows: list[Flow], rate: int) -> int:
        root = f"root{tree}"
        self.parts[root] = {"type": kind} | ({"rate": f"{rate} B/s"} if kind == "fifo_bus" else {})
        self.parts[f"d{tree}"] = {"type": "bus_sink"}
        first = 0
        for flow in flows:
            self.parts[f"s_{flow.name}[{flow.sources}]"] = {"type": "bus_source"}
            self.connect.append({"for": {"i": flow.sources}, "from": f"s_{flow.name}[i].out", "to": f"{root}.device[{first} + i]"})
            first += flow.sources
        self.connect.append({"from": f"{root}.window[0]", "to": f"d{tree}.in"})
        return rate if kind == "fifo_bus" else 449 * 10**6

    def _ask(self, flow: Flow, share: float) -> None:
        """`share`: bytes/s of the tree for each of its traffics."""
        asked = max(10**5, round(share / flow.sources * self.chance.choice((0.1, 0.4, 0.8, 1.3, 3))))
        length = self.window_us * 1.5e-6
        tree = flow.root.removeprefix("root")
        entry: Entry = {"name": flow.name, "from": f"s_{flow.at or flow.name}[*]", "to": f"d{tree}", "arrivals": flow.kind, "message": f"{flow.message} B"}
        if flow.kind == "trace":
            entry["file"] = f"{self.name}_{flow.name}.csv"
            self.traces[entry["file"]] = self._trace(flow, asked, length)
        else:
            entry["io"] = f"{flow.io} B"
        if flow.kind in ("constant", "poisson", "on_off"):
            entry["rate"] = f"{asked} B/s"
        if flow.kind == "on_off":
            entry |= {"on": "50 us", "off": f"{self.chance.randint(10, 100)} us"}
        if flow.kind == "closed":
            entry["outstanding"] = self.chance.choice((1, 1, 2, 4, 16))
        if self.until_done and flow.kind != "trace":
            entry["ios"] = self.chance.randint(20, 200)
        elif flow.kind == "at_start":
            entry["ios"] = 2 + round(share * 8 * length / flow.io)
        flow.entry = entry

    def _trace(self, flow: Flow, asked: int, length: float) -> str:
        ios = min(20_000, max(2, round(asked * flow.sources * length / flow.io)))
        lines = [f"{n * length / ios:.9f},{n % flow.sources},{flow.io}" for n in range(ios)]
        return "time_s,source,bytes\n" + "\n".join([*lines, f"{length:.9f},0,{flow.io}"]) + "\n"

    def write(self, folder: Path) -> Path:
        """The scenario of it; the machine file and its traces are beside."""
        document: Entry = {"machine": self.name, "summary": "drawn at random", "runs": "until_done" if self.until_done else "measured"}
        document |= {"parts": self.parts, "connect": self.connect, "traffic": [flow.entry for flow in self.flows]}
        document = json.loads(json.dumps(document))  # nothing in it is there twice: YAML would have an alias for it
        (folder / f"{self.name}.yaml").write_text(yaml.safe_dump(document, sort_keys=False, width=200))
        for file, text in self.traces.items():
            (folder / file).write_text(text)
        measure: Entry = {"replications": 1}
        if not self.until_done:
            measure |= {"warm_up": f"{self.window_us // 2} us", "duration": f"{self.window_us} us"}
        scenario = folder / f"{self.name}_run.yaml"
        scenario.write_text(yaml.safe_dump({"system": f"./{self.name}.yaml", "measure": measure}, sort_keys=False))
        return scenario
