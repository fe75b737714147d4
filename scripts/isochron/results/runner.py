# SPDX-License-Identifier: Apache-2.0
"""Simulates scenarios: from the cache what is known, by an executor what is not, and every outcome is kept at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from isochron.files import inputs
from isochron.results.cache import Cache
from isochron.results.executors import Executor, LocalExecutor
from isochron.results.progress import Progress
from isochron.results.result import Result
from isochron.results.simulator import Simulator
from isochron.results.tasks import Outcome, Task
from isochron.scenario import Scenario


class Runner:
    """A simulator with a cache of what it has simulated and an executor for simulations."""

    def __init__(
        self, simulator: Simulator | None = None, *, cache: Cache | None = None, executor: Executor | None = None, quiet: bool = False
    ):
        """Without arguments: this repository's command, the user's cache, all cores."""
        self.simulator = simulator or Simulator.find()
        self.cache = cache or Cache()
        self.executor = executor or LocalExecutor()
        self.quiet = quiet
        self.simulations = 0
        """Simulations that were carried out, not found."""

    def run(self, scenario: Scenario) -> Result:
        """The result of one scenario. SimulationError with the simulator's message where there is none."""
        return self.all([scenario], scenario.name)[0].result()

    def outcomes(self, scenarios: Sequence[Scenario], what: str) -> Iterator[tuple[int, Outcome]]:
        """Each scenario's number in the sequence with its outcome, as they come. A failure is an outcome too.

        `what` is shown with the progress. OSError when an outcome cannot be kept: those before it are.
        """
        places: dict[str, list[int]] = defaultdict(list)
        tasks: dict[str, Task] = {}
        with Progress(what, len(scenarios), quiet=self.quiet) as progress:
            for i, scenario in enumerate(scenarios):
                task = Task.of(scenario, self.simulator)
                known = None if task.key in tasks else self.cache.find(task.key)
                if known is not None:
                    _note_inputs(known)
                    progress.point(known=True, failed=not known.done)
                    yield i, known
                else:
                    places[task.key].append(i)
                    tasks.setdefault(task.key, task)
            if tasks:
                self.cache.require_writable()
            for task, outcome in self._simulated(tasks.values()):
                for i in places[task.key]:
                    progress.point(failed=not outcome.done)
                    yield i, outcome

    def all(self, scenarios: Sequence[Scenario], what: str) -> list[Outcome]:
        """The outcomes in the order of the scenarios."""
        found = dict(self.outcomes(scenarios, what))
        return [found[i] for i in range(len(scenarios))]

    def _simulated(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        for task, outcome in self.executor.outcomes(tasks):
            self.simulations += 1
            _note_inputs(outcome)
            self.cache.store(task.key, outcome)
            yield task, outcome


def _note_inputs(outcome: Outcome) -> None:
    for path, sha256 in outcome.inputs:
        if sha256 is not None:
            inputs.note(Path(path))
