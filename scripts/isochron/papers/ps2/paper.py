# SPDX-License-Identifier: Apache-2.0
"""Contents of the paper that figures and page use: Messerli, Gennart, Hersch, "Performances of the PS2 Parallel Storage and Processing System
for Tomographic Image Visualization", 1997. Its MB and KB are 2^20 and 2^10 B."""

from dataclasses import dataclass

from isochron.report import style

MIB = 2.0**20
KIB = 2.0**10

FIT_DISKS = 9  # on three strings (6, Fig. 9)
FIT_LATENCY_S = 2e-3
FIT_RATE = 21.5 * MIB  # B/s
EXTENT = 32 * KIB  # B (5)
EXTENTS = 18848  # of 60 planes (6)
PLANES = 60
PARTS = 22 * MIB  # B of plane parts of 60 planes (6)
PLANES_PER_S = 3.4  # with three slaves of nine disks (7)
SLAVES = 3
SLAVE_BUSY = (0.90, 1.00)  # nine disks a slave (7, Fig. 12)
MASTER_BUSY = 0.90  # three slaves (7, Fig. 12)
FORESEEN = 2 * PLANES_PER_S  # planes/s at least; "7" (8)
EXTENTS_PER_S = 290  # of a slave, "in the worst case" (6)
PARTS_PER_S = 347 * KIB  # B/s of a slave, "at most" (6)


def extents_per_plane() -> float:
    """314 (6)."""
    return EXTENTS / PLANES


def part() -> float:
    """Bytes of a plane part, on average: 1224."""
    return PARTS / EXTENTS


@dataclass(frozen=True)
class Work:
    """A kind of work of a processor."""

    name: str
    label: str
    colour: str
    hatch: str | None


# In the order in which they are stacked; a PC alone may have all of them.
WORK = (
    Work("network", "sending", style.BLUE, None),
    Work("receive", "receiving", style.SKY, None),
    Work("disk_interface", "disk interface", style.ORANGE, None),
    Work("extract", "extraction and projection", style.GREEN, "///"),
    Work("merge", "merging", style.PURPLE, "\\\\\\"),
    Work("display", "display", style.VERMILION, None),
)
OTHER = Work("", "other work", style.REMARK, "...")


@dataclass(frozen=True)
class Traffic:
    """A kind of traffic of a memory bus, and the share of time that the paper's arithmetic has for it (6)."""

    statistic: str
    where: str
    label: str
    cost: str
    share: float | None


TRAFFIC = (
    Traffic("memory_read", "slave", "memory read", "14.0 ns/B", None),
    Traffic("disk_read", "slave", "disk read", "14.4 ns/B", 0.137),
    Traffic("extract", "slave", "extraction", "319.2 ns/B", 0.113),
    Traffic("send", "slave", "sending", "56 ns/B", 0.020),
    Traffic("receive", "master", "receiving", "98 ns/B", 0.104),
    Traffic("merge", "master", "merging", "36.2 ns/B", 0.039),
)
