# SPDX-License-Identifier: Apache-2.0
"""Explanation of a changed fingerprint: the first delivery that differs, and the first hop of its path at which it does."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron.errors import ReportError
from isochron.explore.regression import alignment, recording
from isochron.explore.regression.alignment import Counts, FirstDelivery, Hop
from isochron.explore.regression.checkpoints import Checkpoint, first_difference
from isochron.explore.regression.deliveries import Delivery, deliveries
from isochron.explore.regression.fingerprint import Fingerprint
from isochron.explore.regression.log import Event, events, of_transaction
from isochron.explore.regression.recording import Recorded, Window
from isochron.files import inputs
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario


@dataclass(frozen=True)
class Explanation:
    """How two runs of a scenario part. `delivery` is None where all deliveries are the same.

    `event` is the first line that differs in a log from `event_from_ps` on, up to the delivery.
    """

    scenario: Scenario
    old_name: str
    new_name: str
    counts: Counts
    delivery: FirstDelivery | None
    hops: list[Hop]
    event: Hop | None
    event_from_ps: int

    @property
    def first_hop(self) -> int | None:
        """The number of the hop at which the path differs first, from 0."""
        return alignment.first_hop(self.hops)

    def to_json(self) -> dict[str, Any]:
        """For scripts: times in picoseconds from the start of the run."""
        first = self.delivery
        return {
            "schema": "isochron.explained_change/1",
            "scenario": self.scenario.name,
            "settings": dict(sorted(self.scenario.settings.items())),
            "old": self.old_name,
            "new": self.new_name,
            "deliveries": vars(self.counts),
            "first_delivery": first
            and {**first.transaction._asdict(), "time_ps": first.time_ps, "old": _place(first.old), "new": _place(first.new)},
            "first_hop": self.first_hop,
            "path": [_both(hop) for hop in self.hops],
            "first_event": self.event and {"from_ps": self.event_from_ps, **_both(self.event)},
        }


@dataclass(frozen=True)
class Narrowed:
    """The difference as far as a fingerprint file alone tells it: its interval of time, and the current deliveries there."""

    scenario: Scenario
    known: Fingerprint
    recorded: Recorded
    until_ps: int | None

    @property
    def interval(self) -> tuple[int, int] | None:
        """From which time to which, the second excluded; None where all checkpoints are the same."""
        return None if self.until_ps is None else (self.until_ps - self.known.interval_ps, self.until_ps)

    @property
    def before(self) -> Checkpoint | None:
        """The interval's checkpoint in the file."""
        return next((point for point in self.known.checkpoints if point.until_ps == self.until_ps), None)

    @property
    def now(self) -> list[Delivery]:
        """Current deliveries there."""
        if self.interval is None:
            return []
        begin, end = self.interval
        return [delivery for delivery in self.recorded.deliveries if begin <= delivery.time_ps < end]

    def to_json(self) -> dict[str, Any]:
        """For scripts."""
        begin, end = self.interval or (None, None)
        return {
            "schema": "isochron.narrowed_change/1",
            "scenario": self.scenario.name,
            "settings": dict(sorted(self.scenario.settings.items())),
            "fingerprint": {"file": self.known.fingerprint, "now": self.recorded.fingerprint},
            "deliveries": {"file": self.known.deliveries, "now": len(self.recorded.deliveries)},
            "interval": None if self.interval is None else {"from_ps": begin, "until_ps": end},
            "deliveries_of_interval": {"file": self.before.deliveries if self.before else 0, "now": len(self.now)},
            "delivered_now": [{**one.transaction._asdict(), **(_place(one) or {})} for one in self.now],
        }


@dataclass(frozen=True)
class Side:
    """One of the two runs: a command that simulates, or a log that was kept."""

    name: str
    simulator: Simulator | None
    log: Path | None = None

    def recorded(self, scenario: Scenario, folder: Path, window: Window, known: Mapping[str, str]) -> tuple[list[Delivery], int | None]:
        """The deliveries in the window, and the longest delay if it is known. `known`: where the machine delivers, beside what names tell."""
        if self.simulator is not None:
            run = recording.deliver(self.simulator, scenario, folder, window)
            return run.deliveries, run.longest_ps
        assert self.log is not None
        inputs.note(self.log)
        found = [one for one in deliveries(events(self.log), known) if window.holds(one.time_ps)]
        if not found:
            raise ReportError(f"{self.log}: no delivery in it; record all places, and a window in which something arrives")
        return found, None

    def full_log(self, scenario: Scenario, kept: Path, window: Window) -> Path:
        """A log of all places that covers the window at least: the one that was kept, or a new one."""
        if self.simulator is None:
            assert self.log is not None
            return self.log
        inputs.require_none(kept)
        recording.record(self.simulator, scenario, kept, window)
        return kept


def explain(scenario: Scenario, old: Side, new: Side, *, window: Window = Window(), keep: Path | None = None) -> Explanation:
    """Compares two runs of a scenario with its settings, in the window. `keep`: a folder for the logs, old.csv and new.csv.

    First both are recorded where something is delivered, then all of the machine around the first delivery that differs: from
    twice the longest delay of the runs before it, or from the beginning where that is not known.
    """
    with tempfile.TemporaryDirectory(prefix="isochron_") as temporary:
        folder = Path(temporary)
        simulator = new.simulator or old.simulator
        known = recording.known_sinks(simulator, scenario) if simulator is not None else {}
        (one, longest_old), (other, longest_new) = (side.recorded(scenario, folder, window, known) for side in (old, new))
        first, counts = alignment.first_delivery(one, other)
        if first is None:
            return Explanation(scenario, old.name, new.name, counts, None, [], None, 0)
        logs_in = keep or folder
        logs_in.mkdir(parents=True, exist_ok=True)
        around = _around(first, window, [longest for longest in (longest_old, longest_new) if longest is not None])
        old_log, new_log = (side.full_log(scenario, logs_in / f"{name}.csv", around) for name, side in (("old", old), ("new", new)))
        hops = alignment.paths(*(_path(log, first, around) for log in (old_log, new_log)))
        event = _first_event(old_log, new_log, around)
        return Explanation(scenario, old.name, new.name, counts, first, hops, event, around.from_ps or 0)


def narrow(scenario: Scenario, simulator: Simulator, known: Fingerprint) -> Narrowed:
    """Compares a run of the fingerprint file's settings with its checkpoints."""
    with tempfile.TemporaryDirectory(prefix="isochron_") as folder:
        recorded = recording.deliver(simulator, scenario, Path(folder))
    return Narrowed(scenario, known, recorded, first_difference(known.checkpoints, recorded.checkpoints(known.interval_ps)[1]))


def _around(first: FirstDelivery, window: Window, longest: list[int]) -> Window:
    """From before the issue of the delivery to its end in both runs. Delays during a warm-up may be longer than the longest that
    is known, hence twice that."""
    begin = max(first.time_ps - 2 * max(longest), 0) if longest else 0
    return Window(max(begin, window.from_ps or 0), first.last_ps)


def _path(log: Path, first: FirstDelivery, window: Window) -> list[Event]:
    return [event for event in of_transaction(log, first.transaction, first.last_ps) if window.holds(event.time_ps)]


def _first_event(old: Path, new: Path, window: Window) -> Hop | None:
    """With both sides where the other run has the same later in the window."""
    found = alignment.first_event(_within(old, window), _within(new, window))
    if found is None:
        return None
    if found.old is not None:
        return Hop(found.old, alignment.counterpart(_within(new, window), found.old))
    assert found.new is not None
    return Hop(alignment.counterpart(_within(old, window), found.new), found.new)


def _within(log: Path, window: Window) -> Iterator[Event]:
    """The lines in the window; the rest of the file is not read."""
    for event in events(log):
        if window.to_ps is not None and event.time_ps > window.to_ps:
            return
        if window.holds(event.time_ps):
            yield event


def _place(delivery: Delivery | None) -> dict[str, Any] | None:
    return delivery and {"time_ps": delivery.time_ps, "place": delivery.place, "bytes": delivery.bytes}


def _both(hop: Hop) -> dict[str, Any]:
    return {"same": hop.same, "old": hop.old and hop.old._asdict(), "new": hop.new and hop.new._asdict()}
