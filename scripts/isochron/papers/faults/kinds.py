# SPDX-License-Identifier: Apache-2.0
"""The faults that strike the cluster on the page: their scenarios, what they are called, and when they strike."""

from __future__ import annotations

from dataclasses import dataclass

from isochron.errors import ReportError
from isochron.files.documents import read_yaml
from isochron.report import style
from isochron.repository import REPOSITORY
from isochron.units import parsed

FOLDER = REPOSITORY / "scenarios/faults"


@dataclass(frozen=True)
class Kind:
    """A fault. `scenario` varies the client buffer; `over_time` has figures over time, empty without; `rebuild`: of several in a scenario the one that is meant."""

    scenario: str
    over_time: str
    label: str
    colour: str
    rebuild: str = ""
    dashed: bool = False


KINDS = (
    Kind("node_dies", "over_time_node", "node, every unit read again", style.VERMILION, "brute"),
    Kind("node_dies", "over_time_node", "node, whole stripes kept", style.ORANGE, "stripe_buffered"),
    Kind("chip_lost", "over_time_chip_lost", "InfiniBand chip, lost", style.PURPLE),
    Kind("ib_link_lost", "over_time_ib_link_lost", "InfiniBand link, lost", style.BLUE),
    Kind("ib_link_retry", "over_time_ib_link_retry", "InfiniBand link, sent again", style.SKY),
    Kind("sf_link_lost", "", "StarFabric link, lost", style.GREEN, dashed=True),
    Kind("disks_slow", "over_time_disks_slow", "disks ten times as slow", style.REMARK),
)
SCENARIOS = tuple(dict.fromkeys(kind.scenario for kind in KINDS))
OVER_TIME = tuple(dict.fromkeys(kind.over_time for kind in KINDS if kind.over_time))


@dataclass(frozen=True)
class Strike:
    """When a scenario's fault strikes, is known and ends, in seconds from the start of the run; None where it is not."""

    begins: float
    known: float | None
    ends: float | None


def strike(scenario: str) -> Strike:
    """Times of the first fault of a scenario of this page. ReportError where there is none."""
    faults = read_yaml(FOLDER / f"{scenario}.yaml", "restore it from the repository").get("faults")
    if not faults:
        raise ReportError(f"{FOLDER / scenario}.yaml: there is no fault in it; the page of faults tells when one strikes")
    times = {name: parsed(str(faults[0][name]), "s") for name in ("at", "detect", "for", "back") if name in faults[0]}
    begins = times.get("at", 0.0)
    ends = begins + times["for"] if "for" in times else times.get("back")
    return Strike(begins, begins + times["detect"] if "detect" in times else None, ends)
