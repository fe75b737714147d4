# SPDX-License-Identifier: Apache-2.0
"""The measurement of all cases: which steps it has, how long they take, and what they found."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from isochron.errors import SimulationError
from isochron.explore.speed import bench, cases, effort, timing
from isochron.explore.speed.cases import CASES, Case
from isochron.explore.speed.timing import Timed
from isochron.messages import first_line
from isochron.results.progress import Progress
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

# Turns of a time that is compared or published, and of one that takes a moment.
TURNS, SHORT_TURNS = 3, 9
BENCH_CASES = ("7 nodes 1024", "7 nodes 128")


@dataclass
class Measured:
    """Everything that was found.

    `figures`: in SI units, by names such as "cluster.events_per_message"; "cluster.ratio" is the median of the turns. `ranges`: the least and
    the greatest of a ratio. `missing`: what was not measured, and why.
    """

    figures: dict[str, float] = field(default_factory=dict)
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def take_effort(self, name: str, found: effort.Effort) -> None:
        """Keeps the effort of a case."""
        self.figures[f"{name}.messages"] = found.messages
        self.figures[f"{name}.events_per_message"] = found.events_per_message
        if found.instructions_per_message is not None:
            self.figures[f"{name}.instructions_per_message"] = found.instructions_per_message

    def take_time(self, name: str, found: Timed) -> None:
        """Keeps the cost of a run."""
        best = found.best
        self.figures[f"{name}.cpu_s"] = best.cpu_s
        if best.simulated_s and best.messages:
            self.figures[f"{name}.cpu_per_simulated_s"] = best.cpu_s / best.simulated_s
            self.figures[f"{name}.cpu_per_message_s"] = best.cpu_s / best.messages
        if best.peak_rss_bytes:
            self.figures[f"{name}.peak_rss_bytes"] = best.peak_rss_bytes
        if found.ratios:
            self.figures[f"{name}.ratio"] = statistics.median(found.ratios)
            self.ranges[f"{name}.ratio"] = (min(found.ratios), max(found.ratios))


# A part of the measurement: about how many seconds of a processor it takes, and how it is done.
Step = tuple[float, Callable[[], None]]


class Measurement:
    """Measures one version, and times of another by turns with it."""

    def __init__(self, simulator: Simulator, other: Simulator | None = None, *, quick: bool = False):
        """`quick`: events and the times of short runs, once each; no instructions, and nothing that needs longer."""
        self._simulator, self._other, self._quick = simulator, other, quick
        self._turns = 1 if quick else TURNS
        self.measured = Measured()
        self._steps = list(self._planned())

    @property
    def seconds(self) -> float:
        """About how many seconds of a processor it takes."""
        return sum(seconds for seconds, _ in self._steps)

    def run(self, *, quiet: bool) -> Measured:
        """Does all steps and shows the progress."""
        with Progress("speed", round(self.seconds), of="", quiet=quiet) as progress:
            done = 0.0
            for seconds, do in self._steps:
                do()
                before, done = done, done + seconds
                progress.point(round(done) - round(before))
        if not self._quick:
            figures = self.measured.figures
            figures["cluster_56.cpu_of_cluster"] = figures["cluster_56.cpu_per_message_s"] / figures["cluster.cpu_per_message_s"]
        return self.measured

    def _planned(self) -> Iterator[Step]:
        versions = 1 if self._other is None else 2
        for case in CASES:
            yield 1, partial(self._count, case)
            yield (1.0 if self._quick else case.seconds[0]) * self._turns * versions, partial(self._time, case)
        yield from self._commands()
        if self._quick:
            self.measured.missing.append("instructions, 128 nodes, 10,000 parts and the reference mode; leave out --quick")
        else:
            yield from self._long(versions)
        yield from self._bench()

    def _commands(self) -> Iterator[Step]:
        """Commands that should answer at once."""
        file, settings = cases.SMALLEST
        smallest = _scenario(file, {**settings, "measure.replications": "1"})
        turns = 3 if self._quick else SHORT_TURNS
        for name, words in (
            ("smallest", ["run", str(smallest.path), "--quiet", "--jobs", "1", *smallest.arguments]),
            ("list", ["list"]),
            ("explain", ["explain", str(_scenario("seachange/cluster.yaml", {}).path)]),
        ):
            yield 0.5 * turns, partial(self._timed, name, timing.command(words), turns, other=False)

    def _long(self, versions: int) -> Iterator[Step]:
        """Everything that the short form leaves out."""
        missing = bench.why_no_instructions()
        if missing:
            self.measured.missing.append(f"instructions: {missing}")
        else:
            for case in CASES:
                yield case.seconds[1] * (2 if case.misses else 1), partial(self._count_instructions, case)
        yield 20, partial(self._timed, "nodes_128", timing.simulation(_scenario(*cases.NODES_128)), 1, other=False)
        large = _scenario(*cases.PARTS_10000)
        words = ["run", str(large.path), "--quiet", "--jobs", "1", *large.arguments]
        yield 3, partial(self._timed, "parts_10000", timing.command(words), 3, other=False)
        if self._other is None:
            self.measured.missing.append("the reference mode and Fig. 4; --against TAG compares their times")
        else:
            yield 3 * self._turns * versions, partial(self._timed, "reference", timing.simulation(_scenario(*cases.REFERENCE)), self._turns)
            yield 30 * self._turns * versions, self._time_figure_4

    def _bench(self) -> Iterator[Step]:
        program = bench.cluster_program(self._simulator.command)
        if program is None:
            self.measured.missing.append("bench_cluster: it is not built beside the command; scripts/test build builds it")
        else:
            yield 3 if self._quick else 50, partial(self._take_bench, program)

    def _count(self, case: Case) -> None:
        self.measured.take_effort(case.name, effort.counted(case, self._simulator))

    def _count_instructions(self, case: Case) -> None:
        figures = self.measured.figures
        instructions, misses = bench.instructions(self._simulator, case, misses=case.misses)
        figures[f"{case.name}.instructions_per_message"] = instructions / figures[f"{case.name}.messages"]
        if case.misses:
            figures[f"{case.name}.misses_per_message"] = misses / figures[f"{case.name}.messages"]

    def _time(self, case: Case) -> None:
        scenario = case.scenario(case.long if self._quick else case.timed)
        self._timed(case.name, timing.simulation(scenario), self._turns)

    def _timed(self, name: str, measure: Callable[[Simulator], timing.Cost], turns: int, *, other: bool = True) -> None:
        versions = self._other if other else None
        try:
            found = timing.by_turns(measure, self._simulator, versions, turns)
        except SimulationError as error:
            if versions is None:
                raise
            # An older version may not know this machine. Where it is this version that fails, it fails again.
            found = timing.by_turns(measure, self._simulator, None, turns)
            self.measured.missing.append(f"{name} with the other version, which says: {first_line(str(error))}")
        self.measured.take_time(name, found)

    def _time_figure_4(self) -> None:
        measures = [timing.command(["run", str(_scenario(file, {}).path), "--quiet", "--jobs", "1"]) for file in cases.FIGURE_4]
        self._timed("figure_4", lambda simulator: timing.Cost(sum(measure(simulator).cpu_s for measure in measures)), self._turns)

    def _take_bench(self, program: Path) -> None:
        try:
            rows = bench.cluster(program, BENCH_CASES, quick=self._quick)
        except SimulationError as error:
            # ISOCHRON_COMMAND may name a build whose benchmark is older than the command.
            self.measured.missing.append(f"bench_cluster, which says: {first_line(str(error))}; scripts/test build builds it again")
            return
        for row in rows:
            self.measured.figures |= {
                f"{row.case}.cpu_per_simulated_s": row.cpu_per_simulated_s,
                f"{row.case}.events_per_message": row.events_per_message,
                f"{row.case}.peak_rss_bytes": row.peak_rss_bytes,
            }


def _scenario(file: str, settings: Mapping[str, str]) -> Scenario:
    return Scenario.load(cases.SCENARIOS / file).with_(settings)
