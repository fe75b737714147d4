# SPDX-License-Identifier: Apache-2.0
"""Contents of the paper that figures and page use: Heybey, Sullivan, England, "Calliope: A Distributed, Scalable Multimedia Server", USENIX 1996.
Its MB are 10^6 B (3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MEGA = 1e6


@dataclass(frozen=True)
class Rate:
    """A number of Table 1. `disk`: which one; None: what goes to FDDI. `within`: the band that ours has, a fraction of it."""

    published: float  # B/s
    within: float
    disk: int | None = None
    calibrated: bool = False

    @property
    def label(self) -> str:
        """ "FDDI", "disk 1"."""
        return "FDDI" if self.disk is None else f"disk {self.disk + 1}"


@dataclass(frozen=True)
class Row:
    """A row of Table 1, with the point of a scenario that simulates it."""

    label: str
    scenario: str
    rates: tuple[Rate, ...]
    at: Mapping[str, Any] = field(default_factory=dict)


def row(disks: int, adapters: int, send: bool, *rates: Rate) -> Row:
    """A row with disks, of the scenario `table1`."""
    label = ("1 disk" if disks == 1 else f"{disks} disks") + (", 1 adapter" if adapters == 1 else f", {adapters} adapters")
    return Row(label, "table1", rates, {"disks": disks, "adapters": adapters, "baseline.send": send})


# Table 1: disks alone, and beside packets; with the path through memory of 3.2.3.
ALONE = (
    Row("no disk", "fddi_only", (Rate(8.5 * MEGA, 0.03, calibrated=True),)),
    Row("no disk, written\nto memory", "diskless", (Rate(6.3 * MEGA, 0.03),)),
    row(1, 1, False, Rate(3.6 * MEGA, 0.03, 0, calibrated=True)),
    row(2, 1, False, *(Rate(2.8 * MEGA, 0.03, disk, calibrated=True) for disk in range(2))),
    row(2, 2, False, *(Rate(2.9 * MEGA, 0.03, disk, calibrated=True) for disk in range(2))),
    row(3, 2, False, *(Rate(rate * MEGA, 0.08, disk) for disk, rate in enumerate((2.2, 2.2, 2.7)))),
)
SENDING = (
    row(1, 1, True, Rate(5.9 * MEGA, 0.03, calibrated=True), Rate(3.4 * MEGA, 0.03, 0, calibrated=True)),
    row(2, 1, True, Rate(4.7 * MEGA, 0.06), *(Rate(2.4 * MEGA, 0.10, disk) for disk in range(2))),
    row(2, 2, True, Rate(2.3 * MEGA, 0.20), *(Rate(2.7 * MEGA, 0.05, disk) for disk in range(2))),
    row(3, 2, True, Rate(1.4 * MEGA, 0.15), *(Rate(rate * MEGA, 0.08, disk) for disk, rate in enumerate((1.9, 1.9, 2.5)))),
)

BASELINE = 4.7 * MEGA  # the most that two disks on one adapter and FDDI sustain together (3.1)
MEMORY_BOUND = 1 / (1 / 25 + 1 / 18 + 2 / 53) * MEGA  # written, copied and read twice (3.2.3)

IN_TIME_S = 0.050
LATE_S = 0.150
# Streams: lateness and the fraction of packets that are no later (3.2.1); all were calibrated on.
GRAPH1 = {22: ((IN_TIME_S, 0.996), (LATE_S, 1.0)), 24: ((IN_TIME_S, 0.38),)}

# Streams are carried, for us, if so many packets are within 50 ms: the paper does not print its criterion.
CRITERION = 0.97
VARIABLE_STREAMS = 15
SINGLE_STREAMS = 11  # of one file alone (3.2.2)

ELEVATOR_GAIN = 0.06  # 24 users (2.3.3)

# The coordinator (3.3).
SESSION_WORK_S = 2.33e-3
MEASURED_AT = 60.0  # requests/s
MEASURED = {"processor": 0.14, "network": 0.06}
LARGE_AT = 50.0  # 3000 streams of a minute
LARGE = {name: share * LARGE_AT / MEASURED_AT for name, share in MEASURED.items()}
