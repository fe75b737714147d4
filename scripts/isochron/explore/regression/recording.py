# SPDX-License-Identifier: Apache-2.0
"""Runs of the isochron command that write a transaction log: one replication, of it all or what deliveries take."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron.errors import ReportError, SimulationError
from isochron.explore.regression.checkpoints import Checkpoint, checkpoints, interval_for
from isochron.explore.regression.deliveries import Delivery, deliveries, sink_phase, sinks_of
from isochron.explore.regression.log import events
from isochron.results.children import NOT_A_PROGRAM, ending_with_us
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

PATIENCE_S = 3600


@dataclass(frozen=True)
class Window:
    """From which time of a run to which its log goes, both included, in picoseconds; None: from its beginning, to its end."""

    from_ps: int | None = None
    to_ps: int | None = None

    @property
    def arguments(self) -> list[str]:
        """As the command takes it."""
        words = []
        if self.from_ps is not None:
            words += ["--trace-from", f"{self.from_ps}ps"]
        if self.to_ps is not None:
            words += ["--trace-to", f"{self.to_ps}ps"]
        return words

    def holds(self, time_ps: int) -> bool:
        """Whether a time lies in it."""
        return (self.from_ps is None or self.from_ps <= time_ps) and (self.to_ps is None or time_ps <= self.to_ps)


@dataclass(frozen=True)
class Recorded:
    """A run with its deliveries."""

    result: dict[str, Any]
    deliveries: list[Delivery]

    @property
    def fingerprint(self) -> str:
        """The simulator's own, over every delivery."""
        return self.result["provenance"]["fingerprint"]

    @property
    def longest_ps(self) -> int | None:
        """The longest delay of a delivery, a picosecond more for its rounding; None where the machine has no such metric."""
        delay = self.result["metrics"].get("delay", {}).get("max")
        return None if delay is None else int(delay * (1 + 1e-8) * 1e12) + 1

    def checkpoints(self, interval_ps: int | None = None) -> tuple[int, list[Checkpoint]]:
        """The interval, one that suits the run if none is given, and its checkpoints."""
        interval = interval_ps or interval_for(self.deliveries[-1].time_ps if self.deliveries else 0)
        return interval, checkpoints(self.deliveries, interval)


def run(simulator: Simulator, scenario: Scenario, *options: str | Path) -> dict[str, Any]:
    """The result of one replication of a scenario's first point. SimulationError with the simulator's message if it fails."""
    words = ["run", str(scenario.path), "--quiet", "--json", "-", "--jobs", "1", *scenario.arguments, *options]
    document = _json(simulator, words)
    if not isinstance(document, dict) or document.get("schema") != "isochron.result/1":
        raise ReportError(f"{simulator.command}: what it prints is no result (isochron.result/1); is it an isochron command?")
    return document


def record(simulator: Simulator, scenario: Scenario, log: Path, window: Window = Window(), scopes: tuple[str, ...] = ()) -> dict[str, Any]:
    """The same with a log of the window, of the places in `scopes` alone if there are any."""
    chosen = [word for scope in scopes for word in ("--trace-scope", scope)]
    return run(simulator, scenario, "--record", log, *window.arguments, *chosen)


def deliver(simulator: Simulator, scenario: Scenario, folder: Path, window: Window = Window()) -> Recorded:
    """Runs and reads the deliveries in the window, by way of a log of nothing else in `folder`."""
    log = folder / "deliveries.csv"
    known = known_sinks(simulator, scenario)
    result = record(simulator, scenario, log, window, sinks(simulator, scenario, known))
    found = Recorded(result, deliveries(events(log), known))
    log.unlink()
    return found


def sinks(simulator: Simulator, scenario: Scenario, known: Mapping[str, str]) -> tuple[str, ...]:
    """The places of the scenario's machine where something is delivered; `known`: beside those that names tell. ReportError where none is."""
    signals = _json(simulator, ["waves", str(scenario.path), "--json", *scenario.arguments])
    if not isinstance(signals, list) or not all(isinstance(signal, dict) and "name" in signal for signal in signals):
        raise ReportError(f"{simulator.command}: what it prints is no list of signals; is it an isochron command?")
    places = {signal["name"].removesuffix(".phase") for signal in signals if signal["name"].endswith(".phase")}
    found = tuple(sorted(place for place in places if place in known or sink_phase(place)))
    if not found:
        raise ReportError(f"{scenario.path}: it is not known where this machine delivers; isochron/explore/regression/deliveries.py lists what is")
    return found


def known_sinks(simulator: Simulator, scenario: Scenario) -> dict[str, str]:
    """Places where data end by the types of the machine's parts, with their phases."""
    explained = _json(simulator, ["explain", str(scenario.path), "--json", *scenario.arguments])
    try:
        return sinks_of((part["name"], part["type"]) for part in explained["points"][0]["topology"]["parts"])
    except (KeyError, IndexError, TypeError):
        raise ReportError(f"{simulator.command}: what it prints is no explanation; is it an isochron command?") from None


def _json(simulator: Simulator, words: list[str | Path]) -> Any:
    try:
        return json.loads(_text(simulator, words))
    except (ValueError, RecursionError):
        raise ReportError(f"{simulator.command} {words[0]}: what it prints is no JSON document; is it an isochron command?") from None


def _text(simulator: Simulator, words: list[str | Path]) -> str:
    try:
        done = subprocess.run(
            [*ending_with_us(), simulator.command, *words], capture_output=True, encoding="utf-8", errors="replace", timeout=PATIENCE_S,
            stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise SimulationError(f"{simulator.command} {words[0]} {words[1]}: no answer in {PATIENCE_S} s; simulate less", 3) from None
    except OSError as error:
        raise ReportError(f"{simulator.command}: {error.strerror}; it is not a program that can be run") from None
    if done.returncode in NOT_A_PROGRAM:
        raise ReportError(f"{simulator.command}: it is not a program that can be run")
    if done.returncode != 0:
        message = done.stderr.strip() or f"{simulator.command} {words[0]} {words[1]}: exit {done.returncode}"
        raise SimulationError(message, done.returncode if done.returncode > 0 else 3)
    return done.stdout
