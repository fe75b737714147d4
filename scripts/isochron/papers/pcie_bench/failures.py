# SPDX-License-Identifier: Apache-2.0
"""Groups of points at which the model fails, and the reason for each as far as it is known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from isochron.papers.pcie_bench.measures import Compared


@dataclass(frozen=True)
class Failure:
    """Points of set-ups whose names match `setup`, a regular expression, of a test, with these sizes."""

    setup: str
    label: str
    test: str
    sizes: tuple[int, ...]
    shown: str
    why: str

    def points(self, compared: Iterable[Compared]) -> list[Compared]:
        """Those of the group that were measured."""
        return [one for one in compared if re.fullmatch(self.setup, one.at.setup) and one.at.test == self.test and one.at.bytes in self.sizes and one.measured is not None]


_FROM_512 = (512, 513, 576, 640, 704, 767, 768, 769, 832, 896, 960, 1023, 1024, 1025, 1279, 1280, 1281, 1535, 1536, 1537, 1791, 1792, 1793, 2047, 2048)
_HSW, _IB, _BDW = "hsw-Xeon-E5-2637v3.*", "ib-.*", "bdw-Xeon-E5-2630v4-dell-t430-s0-s0-s0"

FAILURES = (
    Failure(
        _HSW, "hsw", "RD", (767, 768, 1023, 1024, 1791, 1792), "767, 768, 1023, 1024, 1791, 1792",
        "Two regimes. Some of these sizes run at link rate and others lose a tag's turn, with no rule that we found. On ib all of them lose it. `aligned_share` is between both, "
        "and so errs in either.",
    ),
    Failure(_HSW, "hsw", "RD", (192,), "192", "Unknown. The other hosts agree with one policy of completions, and it is kept for all."),
    Failure(_IB, "ib", "RD", (1281,), "1281", "`split_more` is too large for this host where the starts of transfers vary."),
    Failure(_IB, "ib", "RD", (128, 256), "128, 256", "Remote memory: all lines of a transfer seem to come one by one, which takes more headers than the policy of completions has."),
    Failure(
        _BDW, "bdw", "WR", _FROM_512, "512 and more",
        "The host without its IOMMU writes more slowly than all others, also than itself with its IOMMU on. Nothing in its latencies says so.",
    ),
    Failure(".*", "all", "RW", (127, 128), "127, 128", "Reads and writes share more than the link, in a way that a turnaround for each chunk does not describe."),
    Failure(".*", "all", "RW", (16, 32, 63, 64), "16 to 64", "As above: what a chunk takes of the link for a turnaround is too little here."),
)  # fmt: skip
