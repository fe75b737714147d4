# SPDX-License-Identifier: Apache-2.0
"""The card's twelve constants: their paths in the machine file, what they are, and which measured points fix each. And those of link and hosts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Constant:
    """A calibrated constant. `unit` is the SI unit in results."""

    path: str
    unit: str
    about: str
    fixed_by: str
    confidence: str


CONSTANTS = (
    Constant(
        "card.tags", "",
        "outstanding read requests",
        "RD of 16, 32 and 64 B of bdw, hsw and ib: the slope of time against latency",
        "good as a pair with own_latency: 20 to 28 fit as well if that follows",
    ),
    Constant("own_latency", "s", "part of the latency of 64 B in which the read holds no tag", "the same points: where the line meets zero", "good"),
    Constant("card.odd_issue", "s", "shortest interval of reads whose length is no multiple of 4 B", "RD of 63, 65 and 127 B of bdw and hsw", "good"),
    Constant("odd_free", "s", "part of a tag's turn that such a read hides", "RD of 127, 255 and 511 B of ib and hsw", "fair: two hosts"),
    Constant("split_share", "", "share of a tag's turn that a read of two requests loses", "RD of 513, 576, 640, 704, 769, 832, 896 and 960 B of hsw and ib", "good"),
    Constant("card.split_more", "", "share of that for each further request", "RD of 1025, 1281, 1537 and 1793 B of hsw and ib", "fair"),
    Constant(
        "aligned_share", "",
        "share of that which is left, unless the data are remote, when no completion is short",
        "RD of 767, 768, 1023, 1024, 1791 and 1792 B of hsw",
        "weak: the points are in two regimes, and this is between them",
    ),
    Constant(
        "whole_share", "",
        "share of that which is left when three requests or more are all whole",
        "RD of 1535, 1536, 2047 and 2048 B of hsw and ib",
        "good: at most 4 % is lost",
    ),
    Constant("card.push_rate", "B/s", "rate of the card's memory behind the link", "LAT_DMA_RD of 64 to 2048 B of all hosts: the slope", "very good"),
    Constant(
        "card.write_overhead", "s",
        "interval of a write besides its chunks; also what it takes of the link for each chunk while reads are under way",
        "WR of 16 to 64, 129, 257 and 513 B",
        "good; for RW fair: alone, RW of 256 to 768 B would have it 4.3 ns",
    ),
    Constant("card.write_chunk", "s", "interval of a write for each chunk of 128 B", "WR of 129, 257, 513 and 769 B", "very good"),
    Constant("card.turnaround_chunks", "", "chunks of a write for which it takes that of the link", "RW of 1280 to 2048 B", "fair"),
)  # fmt: skip

# Numbers of the link and of the hosts. Latencies alone fixed those that name no bandwidth.
NOT_THE_CARDS = (
    Constant(
        "link.efficiency", "",
        "share of the link that SKP, credit updates and gaps leave",
        "bandwidth: RD of 320 B and more of bdw, WR of 512 B and more of hsw and ib",
        "very good",
    ),
    Constant("jitter", "s", "that a host's latency is shorter or longer under load", "bandwidth: RD of 64 B, with own_latency", "fair"),
    Constant("iommu.entries", "", "translations that the IOMMU keeps", "bandwidth_by_window: the knee of bdw with its IOMMU", "good; in latencies 120 fit better"),
    Constant("iommu.walkers", "", "walks at a time", "bandwidth_by_window: RD and WR of 64 B of bdw with its IOMMU in 64 MiB", "good: 5.6 to 6.4"),
    Constant("iommu.walk_latency", "s", "of a walk", "latency_by_window: bdw with its IOMMU, Cold, 64 MiB against 64 KiB", "very good"),
    Constant(
        "memory_latency", "s",
        "that data outside the cache take longer; 2 ns where the cache is remote",
        "latency_by_window: bdw and hsw, Cold against HWarm; ib for remote ones",
        "very good",
    ),
    Constant(
        "ddio_share", "",
        "of the cache, which data that the card has written can take, with an IOMMU",
        "latency_by_window: bdw with its IOMMU, DWarm between 2 and 4 MiB; two of twenty ways",
        "good",
    ),
    Constant("ddio_gain", "s", "that a read of such data is shorter", "latency_by_window: bdw with its IOMMU, DWarm against HWarm", "good"),
)  # fmt: skip
