# SPDX-License-Identifier: Apache-2.0
"""Contents of the paper that figures and page use: Disz, Olson, Stevens, "Performance Model of the Argonne Voyager Multimedia Server"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MEGA = 1e6
VIDEO = 5 * MEGA / 8  # B/s of a stream of JPEG (Table 1)


@dataclass(frozen=True)
class Connection:
    """A row of Table 3. `resource`: what a bound of `isochron explain` calls it; of several the one with `bound` in its words."""

    label: str
    rate: float  # b/s
    streams: int  # of 5 Mb/s
    resource: str
    bound: str = ""
    most: int | None = None  # streams of the whole server (section 4)


TABLE3 = (
    Connection("ATM, OC-3", 155e6, 31, "atm", most=248),
    Connection("Microchannel", 640e6, 128, "microchannel", "thin"),
    Connection("TB2 adapter", 320e6, 64, "tb2", "wide", 256),
    Connection("SP switch", 1200e6, 240, "switch"),
    Connection("SCSI bus", 160e6, 32, "string", most=256),
    Connection("disk", 28e6, 5, "disk", most=201),
)


@dataclass(frozen=True)
class Cost:
    """A row of Table 4 or 6: what a stream costs the processor, and how many there may be. `most`: None where the paper contradicts itself."""

    label: str
    share: float
    most: int | None
    at: Mapping[str, Any]  # the points of the scenarios
    scenario: str
    most_scenario: str


def network(action: str, packet: int, share: float, most: int) -> Cost:
    """A row of Table 4 with 5 Mb/s."""
    return Cost(f"{action}, 5 Mb/s, {packet} B", share, most, {"streams.action": action, "streams.packet": packet}, "table4", "table4_max")


def slow(action: str, packet: int, share: float, most: int) -> Cost:
    """A row of Table 4 with 128 kb/s."""
    return Cost(f"{action}, 128 kb/s, {packet} B", share, most, {"streams.action": action, "streams.packet": packet}, "table4_h261", "table4_max_h261")


TABLE4 = (
    network("receive", 4096, 0.105, 9), network("receive", 8192, 0.066, 14), network("send", 4096, 0.126, 8), network("send", 8192, 0.082, 12),
)  # fmt: skip
TABLE4_SLOW = (slow("receive", 512, 0.020, 50), slow("send", 512, 0.027, 37), slow("send", 1024, 0.015, 66))


def recording(nodes: int, packet: int, share: float, most: int | None) -> Cost:
    """A row of Table 6 with 5 Mb/s."""
    label = f"{nodes} {'node' if nodes == 1 else 'nodes'}, 5 Mb/s, {packet} B"
    return Cost(label, share, most, {"files.stripe_nodes": nodes, "streams.packet": packet}, "table6", "table6_max")


TABLE6 = (
    recording(1, 4096, 0.186, None), recording(1, 8192, 0.133, None), recording(2, 4096, 0.183, 5), recording(2, 8192, 0.118, 8),
    recording(3, 4096, 0.182, 5), recording(3, 8192, 0.112, 8),
)  # fmt: skip
TABLE6_SLOW = 0.027  # two nodes, 128 kb/s, 512 B


@dataclass(frozen=True)
class Writing:
    """One kind of disks in Table 5: B/s by their number."""

    label: str
    scenario: str
    rates: Mapping[int, float] = field(default_factory=dict)
    calibrated: tuple[int, ...] = ()


TABLE5 = (
    Writing("local", "table5_local", {1: 3.58e6, 2: 7.04e6, 3: 10.42e6, 4: 13.14e6}, (1,)),
    Writing("VSD", "table5_vsd", {1: 2.80e6, 2: 4.43e6, 3: 4.81e6, 4: 5.56e6}, (1, 4)),
)

# Cells of ATM, which the paper does not count.
CELL, CELL_PAYLOAD = 53, 48
TRAILER = 8  # of AAL5
HEADERS = 20 + 8 + 8 + TRAILER  # IP, UDP, LLC and SNAP


def payload_rate(rate: float, packet: int, headers: int = HEADERS) -> float:
    """The part of a rate of cells that is payload of packets, UDP's unless `headers` says otherwise, in the same unit."""
    cells = -(-(packet + headers) // CELL_PAYLOAD)
    return rate * packet / (cells * CELL)
