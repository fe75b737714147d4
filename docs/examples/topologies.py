# SPDX-License-Identifier: Apache-2.0
"""Rings, trees and one crossbar of the same nodes: what does each deliver, and how late?

`.venv/bin/python docs/examples/topologies.py [--nodes 4,8,16] [--measure "40 ms"] [--out out/topologies]`

Every node has a source and a sink at a switch of its own. The machines differ in how loops of Python join the switches.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import pandas

from isochron import Runner, Scenario, style
from isochron.machine import Machine, Place, parts

RATE = "10 Gb/s"


def with_nodes(kind: str, nodes: int, ports: list[int]) -> tuple[Machine, list[Place]]:
    """A machine with so many nodes, and their switches. All `ports` of a switch but the first lead to other switches."""
    m = Machine(f"{kind}_{nodes}", summary=f"{nodes} nodes, {kind}")
    load = m.parameter("load", "data_rate", "100 MB/s", range=("1 MB/s", "10 GB/s"), about="asked of each node")
    source, sink = m.add("source", parts.Source(), size=nodes), m.add("sink", parts.Sink(), size=nodes)
    switches = []
    for n in range(nodes):
        switch = m.add(f"switch{n}", parts.Switch(inputs=1 + ports[n], outputs=1 + ports[n], buffers=64))
        m.connect(source[n].out, switch.in_[0], link=parts.SerialLink(rate=RATE), name=f"to[{n}]")
        m.connect(switch.out[0], sink[n].in_, link=parts.SerialLink(rate=RATE), name=f"from[{n}]")
        switches.append(switch)
    m.traffic("play", source["*"], sink["*"], arrivals="poisson", rate=load, io="16 KiB", message="4 KiB")
    return m, switches


def ring(nodes: int) -> Machine:
    """Each switch has a link to the next and one to the last, at its ports 1 and 2."""
    m, switches = with_nodes("ring", nodes, [2] * nodes)
    for n, switch in enumerate(switches):
        after = switches[(n + 1) % nodes]
        m.connect(switch.out[1], after.in_[2], link=parts.SerialLink(rate=RATE), name=f"right[{n}]")
        m.connect(after.out[2], switch.in_[1], link=parts.SerialLink(rate=RATE), name=f"left[{n}]")
    return m


def tree(nodes: int) -> Machine:
    """Each switch but the first has one above it, and up to two below it."""
    parent = [(n - 1) // 2 for n in range(nodes)]
    ports = [(n > 0) + sum(p == n for p in parent[1:]) for n in range(nodes)]
    m, switches = with_nodes("tree", nodes, ports)
    taken = [1] * nodes
    for n in range(1, nodes):
        up, down = taken[n], taken[parent[n]]
        above = switches[parent[n]]
        m.connect(switches[n].out[up], above.in_[down], link=parts.SerialLink(rate=RATE), name=f"up[{n}]")
        m.connect(above.out[down], switches[n].in_[up], link=parts.SerialLink(rate=RATE), name=f"down[{n}]")
        taken[n], taken[parent[n]] = up + 1, down + 1
    return m


def crossbar(nodes: int) -> Machine:
    """One more switch, to which all others have a link."""
    m, switches = with_nodes("crossbar", nodes, [1] * nodes)
    middle = m.add("middle", parts.Switch(inputs=nodes, outputs=nodes, buffers=64))
    for n, switch in enumerate(switches):
        m.connect(switch.out[1], middle.in_[n], link=parts.SerialLink(rate=RATE), name=f"up[{n}]")
        m.connect(middle.out[n], switch.in_[1], link=parts.SerialLink(rate=RATE), name=f"down[{n}]")
    return m


TOPOLOGIES: dict[str, Callable[[int], Machine]] = {"ring": ring, "tree": tree, "crossbar": crossbar}


def table(nodes: list[int], measure: str, folder: Path) -> pandas.DataFrame:
    """A row a machine; all of them simulated, several at a time."""
    asked = [(kind, n) for n in nodes for kind in TOPOLOGIES]
    times = {"warm_up": "2 ms", "duration": measure}
    scenarios: list[Scenario] = [TOPOLOGIES[kind](n).scenario(folder, measure=times) for kind, n in asked]
    rows = []
    for (kind, n), outcome in zip(asked, Runner(quiet=True).all(scenarios, "topologies"), strict=True):
        result = outcome.result()
        outputs = [figures["utilisation"] or 0 for path, figures in result.components.items() if path.startswith(("switch", "middle"))]
        rows.append({
            "topology": kind,
            "nodes": n,
            "MB/s": result.metric("delivered.bandwidth").mean / 1e6,
            "delay [us]": result.metric("play.delay").mean * 1e6,
            "busiest link": max(outputs),
        })  # fmt: skip
    return pandas.DataFrame(rows).round({"MB/s": 1, "delay [us]": 1, "busiest link": 3})


def draw(frame: pandas.DataFrame, path: Path) -> None:
    """Delays against nodes."""
    figure, axes = style.figure("Rings, trees and a crossbar of the same nodes")
    for kind, rows in frame.groupby("topology", sort=False):
        axes.plot(rows["nodes"], rows["delay [us]"], marker="o", label=kind)
    axes.set(xlabel="nodes", ylabel="mean delay of a message [µs]", ylim=(0, None))
    axes.legend()
    figure.savefig(path)


def main() -> None:
    """Simulates, prints the table, draws."""
    options = argparse.ArgumentParser(description="What do rings, trees and a crossbar of the same nodes deliver?")
    options.add_argument("--nodes", default="4,8,16")
    options.add_argument("--measure", default="40 ms", help="simulated time of the window")
    options.add_argument("--out", type=Path, default=Path("out/topologies"))
    given = options.parse_args()
    frame = table([int(n) for n in given.nodes.split(",")], given.measure, given.out)
    print(frame.to_string(index=False))
    frame.to_csv(given.out / "topologies.csv", index=False)
    draw(frame, given.out / "topologies.png")


if __name__ == "__main__":
    main()
