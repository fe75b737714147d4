# SPDX-License-Identifier: Apache-2.0
"""Contents of the paper that the figures draw: Milkovits, "Digital Video Cluster Simulation", Winter Simulation Conference 2005."""

from dataclasses import dataclass

SATURATION_RAID = 120.0  # MB/s a RAID controller, "about" (7.2, Fig. 6)
REAL_MAX_RAID = 112.5  # MB/s a RAID controller, measured on the real cluster (7.3)
WELCH_WINDOW_S = 10.0  # (7.3)
RAMP_UP_S = 25.0  # (7.3, Fig. 7)
CONTENDED = 0.1  # our reading of "contended": the fraction of time from which on waiting counts as such

# (node, RAID controller, sample mean, 90 % half width), MB/s (Table 5)
TABLE_5 = (
    (0, 0, 119.997, 0.002),
    (0, 1, 119.999, 0.002),
    (1, 0, 120.001, 0.004),
    (1, 1, 119.998, 0.002),
    (2, 0, 120.000, 0.005),
    (2, 1, 120.002, 0.004),
    (3, 0, 120.005, 0.005),
    (3, 1, 120.007, 0.009),
    (4, 0, 119.999, 0.002),
    (4, 1, 120.000, 0.002),
    (5, 0, 119.998, 0.004),
    (5, 1, 120.002, 0.002),
    (6, 0, 119.999, 0.005),
    (6, 1, 120.001, 0.004),
)


@dataclass(frozen=True)
class Stage:
    """A step of a message's path from a RAID controller to a GigE card of another node (Fig. 8)."""

    name: str
    label: str
    what: str
    medium: str  # what it goes over: pci, starfabric or infiniband
    contended: bool  # in the paper (7.4)


PATH = (
    Stage("raid_to_pci", "RAID\n→ PCI", "RAID controller to its PCI bus", "pci", True),
    Stage("sf_raid", "SG2010\n→ SF", "that bus's bridge to the StarFabric switch", "starfabric", True),
    Stage("sf_to_ib_side", "SG1010\n→ SG2010", "StarFabric switch to the bridge on the InfiniBand side", "starfabric", False),
    Stage("ib_pci_out", "SG2010\n→ PCI → IB", "over the InfiniBand-side PCI bus, outbound", "pci", True),
    Stage("ib_link", "IB → IB", "InfiniBand link to the other node", "infiniband", False),
    Stage("ib_pci_in", "IB → PCI\n→ SG2010", "over the InfiniBand-side PCI bus, inbound", "pci", True),
    Stage("sf_from_ib_side", "SG2010\n→ SG1010", "bridge to the StarFabric switch", "starfabric", False),
    Stage("sf_to_gige", "SG1010\n→ SG2010", "StarFabric switch to the GigE bus's bridge", "starfabric", False),
    Stage("gige_pci", "SG2010 →\nPCI → GigE", "over the GigE PCI bus", "pci", False),
)
