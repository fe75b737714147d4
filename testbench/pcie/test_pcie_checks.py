# SPDX-License-Identifier: Apache-2.0
"""Machines of PCI Express parts that are refused, each with the place and what to do. Catches one that runs and gives a wrong result."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import isochron, require_told

PEERS = """machine: m
runs: until_done
parts:
  root: {type: root_complex}
  card: {type: pcie_requester}
  host: {type: nvme_host}
  upper: {type: pcie_switch, ports: 2, peer_to_peer: UPPER}
  lower: {type: pcie_switch, ports: 4, peer_to_peer: LOWER}
  drive: {type: nvme_drive}
connect:
  - {between: ["root.port[0]", "upper.port[0]"], link: {type: pcie_link, name: top}}
  - {between: ["upper.port[1]", "lower.port[0]"], link: {type: pcie_link, name: up}}
  - {between: [host.port, "lower.port[1]"], link: {type: pcie_link, name: to_host}}
  - {between: [drive.port, "lower.port[2]"], link: {type: pcie_link, name: to_drive}}
  - {between: [card.port, "lower.port[3]"], link: {type: pcie_link, name: to_card}}
traffic:
  - {name: own, from: card, to: root, kind: mix, arrivals: closed, outstanding: 4, ios: 10, io: 4 KiB}
"""
BETWEEN_PEERS = "  - {name: ask, from: host, to: drive, kind: mix, arrivals: closed, outstanding: 4, ios: 100, io: 4 KiB}\n"


def scenario(folder: Path, machine: str, measure: str = "{replications: 1}") -> Path:
    (folder / "m.yaml").write_text(machine)
    path = folder / "run.yaml"
    path.write_text(f"system: ./m.yaml\nmeasure: {measure}\n")
    return path


def peers(folder: Path, upper: bool, lower: bool, traffic: str = BETWEEN_PEERS) -> Path:
    machine = PEERS.replace("UPPER", str(upper).lower()).replace("LOWER", str(lower).lower())
    return scenario(folder, machine + traffic)


def test_without_peers_there_is_no_way_between_lower_ports(tmp_path: Path) -> None:
    require_told(isochron("run", peers(tmp_path, upper=False, lower=False), "--quiet"), r"there is no way from `host\.port\S*` to `drive`")


@pytest.mark.parametrize(("upper", "lower", "traffic"), [(False, False, ""), (True, False, BETWEEN_PEERS), (False, True, BETWEEN_PEERS)])
def test_what_has_a_way_runs(tmp_path: Path, upper: bool, lower: bool, traffic: str) -> None:
    """Up and down is a way without peers too, also back down from a switch above."""
    done = isochron("run", peers(tmp_path, upper, lower, traffic), "--quiet")
    assert done.returncode == 0, done.stderr


PACKETS = """machine: m
parts:
  card: {type: pcie_requester, mps: 512 B}
  host: {type: nvme_host, mps: 512 B}
  drive: {type: nvme_drive, mps: 256 B, DRIVE}
  root: {type: root_complex, mps: 256 B, ROOT}
  middle: {type: pcie_switch, ports: 3, MIDDLE}
  bridge: {type: nt_bridge, BRIDGE}
connect:
  - {between: ["root.port[0]", "middle.port[0]"], link: {type: pcie_link, name: up}}
  - {between: ["middle.port[1]", bridge.a], link: {type: pcie_link, name: near}}
  - {between: [bridge.b, card.port], link: {type: pcie_link, name: far}}
  - {between: [host.port, drive.port], link: {type: pcie_link, name: lanes}}
  - {between: ["middle.port[2]", other.port], link: {type: pcie_link, name: idle}}
traffic:
  - {name: write, from: card, to: root, kind: mix, arrivals: closed, outstanding: 1, io: 4 KiB}
  - {name: store, from: host, to: drive, kind: mix, arrivals: closed, outstanding: 1, io: 4 KiB}
""".replace("connect:", "  other: {type: pcie_requester, mps: 128 B}\nconnect:")


def packets(folder: Path, **more: str) -> Path:
    text = PACKETS
    for part, neutral in {"DRIVE": "classes: 1", "ROOT": "ports: 1", "MIDDLE": "latency: 1 ns", "BRIDGE": "latency: 1 ns"}.items():
        text = text.replace(part, more.get(part.lower(), neutral))
    return scenario(folder, text, "{warm_up: 10 us, duration: 100 us, replications: 1}")


@pytest.mark.parametrize(
    ("part", "buffers", "sender"),
    [
        ("middle", "buffers.posted.data: 511 B", "card"),
        ("middle", "buffers.completion.data: 240 B", "root"),
        ("bridge", "buffers.posted.data: 256 B", "card"),
        ("bridge", "buffers.completion.data: 128 B", "root"),
        ("root", "buffers.posted.data: 256 B", "card"),
    ],
)
def test_a_packet_that_a_buffer_can_never_hold(tmp_path: Path, part: str, buffers: str, sender: str) -> None:
    """At the next part or behind others; before anything runs."""
    name, most = buffers.split(": ")
    for command in ("run", "explain"):
        done = isochron(command, packets(tmp_path, **{part: buffers}), *(["--quiet"] if command == "run" else []))
        require_told(done, rf"m\.yaml:\d+:\d+: `{sender}`: .*`{name}` of `{part}` has {most}.*`mps`")


def test_buffers_of_a_packet_are_enough(tmp_path: Path) -> None:
    """Also those of 260 B, of which 256 B count; writes of the root complex and answers to it there are none."""
    path = packets(
        tmp_path,
        root="buffers.posted.data: 512 B, buffers.completion.data: 16 B",
        middle="buffers.posted.data: 512 B, buffers.completion.data: 260 B",
        bridge="buffers.posted.data: 512 B, buffers.completion.data: 256 B",
    )
    done = isochron("run", path, "--quiet")
    assert done.returncode == 0, done.stderr


ASKING = """machine: m
parts:
  card: {type: pcie_requester}
  adapter: {type: network_adapter}
  host: {type: nvme_host}
  root: {type: root_complex, ports: 2}
  drive: {type: nvme_drive}
connect:
  - {between: [card.port, "root.port[0]"], link: {type: pcie_link, name: a}}
  - {between: [adapter.port, "root.port[1]"], link: {type: pcie_link, name: b}}
  - {between: [host.port, drive.port], link: {type: pcie_link, name: c}}
traffic:
  - {name: ask, from: FROM, to: TO, kind: KIND, acknowledged: WORD, arrivals: closed, outstanding: 1, io: 4 KiB}
"""


@pytest.mark.parametrize(("source", "sink"), [("card", "root"), ("adapter", "root"), ("host", "drive")])
@pytest.mark.parametrize("kind", ["write", "mix"])
@pytest.mark.parametrize("word", ["true", "false"])
def test_writes_over_pci_express_are_not_acknowledged(tmp_path: Path, source: str, sink: str, kind: str, word: str) -> None:
    text = ASKING.replace("FROM", source).replace("TO", sink).replace("KIND", kind).replace("WORD", word)
    done = isochron("run", scenario(tmp_path, text, "{warm_up: 10 us, duration: 100 us, replications: 1}"), "--quiet")
    if word == "true":
        require_told(done, rf"m\.yaml:13:\d+: `acknowledged` has no effect on `{source}`.*Take `acknowledged` out")
    else:
        assert done.returncode == 0, done.stderr
