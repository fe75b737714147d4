# SPDX-License-Identifier: Apache-2.0
"""Arrays of disks that lose data when too many disks have failed at once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from isochron.errors import ReportError

LAWS = ("exponential", "fixed")
REPAIRS = ("one", "all")
MOST_DISKS = 1_000_000
MOST_TOLERATED = 64
SHORTEST_H, LONGEST_H = 1e-6, 1e12


@dataclass(frozen=True)
class Array:
    """Disks that keep data while at most `tolerates` of them have failed: a mirrored pair has 2 disks and tolerates 1, RAID-5 tolerates 1, RAID-6 2.

    A disk fails after a time that is exponentially distributed with the mean `mttf_hours` (1e-6 to 1e12 h), whatever its age. Its repair takes
    `repair_hours` (the same range): on average and exponentially distributed, or always (`law`). With `repairs` "one", one disk is repaired at a
    time, in the order of failures; with "all" each one begins as it fails. An array begins with all disks well; the repair of a disk makes it new.
    The loss of data is the failure of disk number `tolerates` + 1 while the others are not repaired. There are `arrays` of this kind, which fail
    independently. ReportError for a value that cannot be.
    """

    disks: int
    tolerates: int
    mttf_hours: float
    repair_hours: float
    law: str = "exponential"
    repairs: str = "one"
    arrays: int = 1
    name: str = "array"

    def __post_init__(self) -> None:
        self._require_count("disks", self.disks, 1, MOST_DISKS)
        self._require_count("tolerates", self.tolerates, 0, MOST_TOLERATED)
        self._require_count("arrays", self.arrays, 1, MOST_DISKS)
        for key in ("mttf_hours", "repair_hours"):
            hours = getattr(self, key)
            if not SHORTEST_H <= hours <= LONGEST_H:
                raise ReportError(f"the array `{self.name}`: `{key}` cannot be {hours:g}; give {SHORTEST_H:g} to {LONGEST_H:g} hours")
        for key, known in (("law", LAWS), ("repairs", REPAIRS)):
            if getattr(self, key) not in known:
                raise ReportError(f"the array `{self.name}`: `{key}` cannot be `{getattr(self, key)}`; give {' or '.join(known)}")
        if self.tolerates >= self.disks:
            raise ReportError(f"the array `{self.name}` has {self.disks} disks and cannot tolerate {self.tolerates} failures; give `tolerates` up to {self.disks - 1}")

    def _require_count(self, key: str, count: int, least: int, most: int) -> None:
        if count != int(count) or not least <= count <= most:
            raise ReportError(f"the array `{self.name}`: `{key}` cannot be {count}; give a whole number from {least} to {most}")

    @staticmethod
    def of(entry: Mapping[str, Any]) -> Array:
        """An array as `isochron explain --json` has it."""
        known = ("disks", "tolerates", "mttf_hours", "repair_hours", "law", "repairs", "arrays", "name")
        return Array(**{key: entry[key] for key in known})

    def document(self) -> dict[str, Any]:
        """As `isochron explain --json` has it."""
        return {
            "name": self.name, "arrays": self.arrays, "disks": self.disks, "tolerates": self.tolerates, "mttf_hours": self.mttf_hours,
            "repair_hours": self.repair_hours, "law": self.law, "repairs": self.repairs,
        }  # fmt: skip

    def failure_rate(self, failed: int) -> float:
        """Failures per hour while so many disks have failed."""
        return (self.disks - failed) / self.mttf_hours

    def repair_rate(self, failed: int) -> float:
        """Repairs per hour while so many disks have failed: the inverse of the mean time to the next one, where repair times are exponential."""
        return (failed if self.repairs == "all" else min(failed, 1)) / self.repair_hours

    def failures_within(self, hours: float) -> float:
        """Failures of disks that are expected within a time, if each is repaired at once."""
        return self.failure_rate(0) * hours

    def loss_of_any(self, loss: float) -> float:
        """The probability that at least one of these arrays loses data, where each does with the probability `loss`."""
        return 1.0 if loss >= 1 else -math.expm1(self.arrays * math.log1p(-loss))
