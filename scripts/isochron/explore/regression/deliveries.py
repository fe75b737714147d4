# SPDX-License-Identifier: Apache-2.0
"""Deliveries of a run, from its transaction log: when and where each transaction was handed over for good."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from isochron.explore.regression.log import Event, Transaction

# Where machines hand over what they were asked for, with the phase that ends it. A transaction that is there several times (a strand
# that is read back, resampled and written again) is delivered the last time.
SINKS = (
    (re.compile(r"(.*\.)?gige\[\d+\]\.socket"), "END_RESP"),
    (re.compile(r"memory\.socket"), "END_RESP"),
    (re.compile(r"network"), "END"),
    (re.compile(r"mover"), "END"),  # of extents, each descriptor
    (re.compile(r"client|reader|peer"), "END"),  # plane parts that are merged, blocks that are read, packets of a measurement
    (re.compile(r"viewers|(.*\.)?(daemon|writer)"), "END"),  # packets that are watched or recorded, blocks that are written
    (re.compile(r"clients|coordinator"), "ARRIVED"),  # packets of streams, messages about sessions
)


# Part types of machine files where data end, or the answers to requests, each with the name within such a part and the phase.
SINK_TYPES = {"gige_card": (".socket", "END_RESP"), "sink": ("", "END"), "bus_sink": ("", "END")} | {
    requester: ("", "END") for requester in ("requester", "bus_requester", "pcie_requester", "nvme_host", "network_adapter")
}


class Delivery(NamedTuple):
    """The end of a transaction. Sorted by time, then place: nothing else orders what happens in one picosecond."""

    time_ps: int
    place: str
    transaction: Transaction
    bytes: int


def sink_phase(place: str) -> str | None:
    """The phase that ends a delivery at a place; None where nothing is delivered."""
    return next((phase for pattern, phase in SINKS if pattern.fullmatch(place)), None)


def sinks_of(parts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Places, with their phases, of parts that are sinks by their types: (path, type)."""
    return {path + SINK_TYPES[kind][0]: SINK_TYPES[kind][1] for path, kind in parts if kind in SINK_TYPES}


def deliveries(lines: Iterable[Event], known: Mapping[str, str] | None = None) -> list[Delivery]:
    """All deliveries in a log, in order; `known`: places beside those that names tell. Takes memory by transactions, not by lines."""
    phases: dict[str, str | None] = {}
    last: dict[Transaction, Delivery] = {}
    for event in lines:
        if event.place not in phases:
            phases[event.place] = (known or {}).get(event.place) or sink_phase(event.place)
        if event.phase == phases[event.place]:
            transaction = event.transaction
            last[transaction] = Delivery(event.time_ps, event.place, transaction, event.bytes)
    return sorted(last.values())
