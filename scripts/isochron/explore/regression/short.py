# SPDX-License-Identifier: Apache-2.0
"""The short form of a scenario: one replication of its first point, and no longer than a moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from isochron.files.documents import read_yaml
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario, setting_text

# Window of a machine that is measured for a time: all sources of the cluster deliver by then, and it takes a tenth of a second of CPU.
LONGEST_S = 0.02
# Streams begin when their first blocks are read.
LONGEST_S_OF = {"calliope_msu": 5.0, "calliope": 5.0, "voyager": 1.0}


def short_form(scenario: Scenario, simulator: Simulator) -> dict[str, str]:
    """The settings that make the scenario short. A machine that runs until its work is done keeps its work.

    ReportError, or SimulationError with the simulator's message, where the scenario is wrong.
    """
    return {**first_point(scenario), **short_measure(scenario, simulator)}


def first_point(scenario: Scenario) -> dict[str, str]:
    """The first value of everything that the scenario varies."""
    document = read_yaml(scenario.path, "isochron explain says what a scenario takes")
    varied = document.get("vary") if isinstance(document, dict) else None
    return {path: setting_text(values[0]) for path, values in _lists(varied, "")}


def short_measure(scenario: Scenario, simulator: Simulator) -> dict[str, str]:
    """One replication, without warm-up, of at most LONGEST_S, or what its machine needs."""
    explained = simulator.explain(scenario)
    measure = explained["measure"]
    one = {"measure.replications": "1"}
    if measure["until_done"]:
        return one
    duration = min(LONGEST_S_OF.get(explained["system"], LONGEST_S), measure["warm_up_s"] + measure["duration_s"])
    return one | {"measure.warm_up": "0 ms", "measure.duration": f"{1e3 * duration:.9g} ms"}


def _lists(values: Any, path: str) -> Iterator[tuple[str, list[Any]]]:
    """The lists of values with their dotted paths."""
    if isinstance(values, dict):
        for key, inner in values.items():
            yield from _lists(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(values, list) and values:
        yield path, values
