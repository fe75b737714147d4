# SPDX-License-Identifier: Apache-2.0
"""Checking scenarios against their fingerprint files, and updating those files."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from isochron.errors import ReportError
from isochron.explore.regression import fingerprint, recording, short
from isochron.explore.regression.checkpoints import first_difference
from isochron.explore.regression.fingerprint import Fingerprint
from isochron.explore.regression.times import milliseconds
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario


@dataclass(frozen=True)
class Outcome:
    """Outcome of a scenario. `state`: same, changed, new or error; `detail` says what to know of it beside that.

    `exit_code`: what a check comes to: 0 the same, 1 changed, 2 and more an error.
    """

    scenario: Path
    state: str
    deliveries: int | None
    detail: str
    cpu_s: float
    wall_s: float
    exit_code: int = 0

    @property
    def name(self) -> str:
        """The scenario's folder and name."""
        return f"{self.scenario.resolve().parent.name}/{self.scenario.stem}"


def check(path: Path, simulator: Simulator) -> Outcome:
    """Runs a scenario's short form. A scenario that cannot be run, or has no file, is an outcome too: the others are still checked."""
    began = time.monotonic()
    try:
        known = fingerprint.load(fingerprint.file_of(path))
        scenario = Scenario.load(path).with_(known.settings)
        result = recording.run(simulator, scenario)
        same = result["provenance"]["fingerprint"] == known.fingerprint
        deliveries, detail = (known.deliveries, "") if same else _change(known, scenario, simulator)
        cpu_s = result["performance"]["cpu_s"]
        wall_s = time.monotonic() - began
        return Outcome(path, "same" if same else "changed", deliveries, detail, cpu_s, wall_s, 0 if same else 1)
    except ReportError as error:
        return Outcome(path, "error", None, str(error), 0, time.monotonic() - began, error.exit_code)


def update(path: Path, simulator: Simulator, settings: dict[str, str], *, anew: bool) -> Outcome:
    """Writes a scenario's file, unless nothing changed.

    The settings are those of the file that is there, or of the short form where there is none or `anew`; `settings` come on
    top. ReportError where the scenario cannot be run or delivers nothing, or the file that is there is damaged (`anew` does not look at it).
    """
    began = time.monotonic()
    file = fingerprint.file_of(path)
    before = fingerprint.load(file) if file.exists() and not anew else None
    scenario = settled(path, simulator, settings, before)
    with tempfile.TemporaryDirectory(prefix="isochron_") as folder:
        recorded = recording.deliver(simulator, scenario, Path(folder))
    if not recorded.deliveries:
        raise ReportError(f"{path}: nothing is delivered with {scenario.label}; simulate more, as with --set measure.duration=20ms")
    after = Fingerprint.of(recorded, scenario)
    if after != before:
        after.save(file)
    state = "same" if after == before else "new" if before is None else "changed"
    cpu_s = recorded.result["performance"]["cpu_s"]
    return Outcome(path, state, after.deliveries, "", cpu_s, time.monotonic() - began)


def settled(path: Path, simulator: Simulator, settings: dict[str, str], known: Fingerprint | None) -> Scenario:
    """A scenario with the settings of its fingerprint file, or of the short form without one, and `settings` on top."""
    scenario = Scenario.load(path)
    return scenario.with_(known.settings if known else short.short_form(scenario, simulator)).with_(settings)


def _change(known: Fingerprint, scenario: Scenario, simulator: Simulator) -> tuple[int, str]:
    """How many deliveries there are now, and where they part from those of the file."""
    with tempfile.TemporaryDirectory(prefix="isochron_") as folder:
        recorded = recording.deliver(simulator, scenario, Path(folder))
    until = first_difference(known.checkpoints, recorded.checkpoints(known.interval_ps)[1])
    count = len(recorded.deliveries)
    parts = [f"{count} deliveries instead of {known.deliveries}"] if count != known.deliveries else []
    if until is not None:
        parts.append(f"first between {milliseconds(until - known.interval_ps)} and {milliseconds(until)}")
    if scenario.sha256 != known.scenario_sha256:
        parts.append("the scenario file is another")
    if recorded.result["provenance"].get("machine_sha256", "") != known.machine_sha256:
        parts.append("the machine file, or what it reads, is another")
    return count, "; ".join(parts)
