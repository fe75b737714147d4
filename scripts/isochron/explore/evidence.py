# SPDX-License-Identifier: Apache-2.0
"""Evidence for or against a value of a parameter: a figure over replications, or the growth of backlogs over ever longer windows.

Both kinds of evidence have the same members. `verdict` is None while nothing is certain, and then `leaning` is what is taken for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from isochron.explore.criteria import Criterion
from isochron.results.result import Flow, Result
from isochron.results.runner import Runner
from isochron.results.samples import Sample
from isochron.scenario import Scenario
from isochron.units import quantity, setting, stored

# Simulated events of a search: a minute or so of one processor.
MOST_EVENTS = 200_000_000
# A window becomes so many times longer at most.
LONGEST_WINDOW = 1024
# One value takes no more than this share of all events, so that a stubborn one leaves something for the others.
SHARE_OF_A_VALUE = 0.25
# Growth is surely none where all that chance explains of it is no more than so many times the threshold.
CLOSE = 1.5
# Growth that stays, as that of a machine which only fills does not, has still so much of its share in a window twice as long.
STEADY = 0.7


@dataclass
class Effort:
    """Simulated events: how many a search has had and may have. Events, and not time, so that every computer comes to the same answer."""

    most: float
    values: int = 0
    """of which as many as this may cost what the costliest costs as the scenario measures it, whatever `most` is"""
    spent: float = 0
    exhausted: bool = False

    def begin(self, events: float) -> None:
        """A value has cost so many, as the scenario measures it."""
        self.most = max(self.most, self.values * events)

    def allows(self, events: float, share: float = 1) -> bool:
        """Whether so many more still fit, in this share of all."""
        fits = self.spent + events <= self.most and events <= share * self.most
        self.exhausted = self.exhausted or not fits
        return fits


@dataclass
class Question:
    """Everything that the values of a search have in common."""

    runner: Runner
    base: Scenario
    path: str
    criterion: Criterion
    measure: dict[str, Any]
    effort: Effort
    tail: float
    """chance of a wrong verdict of one interval, on either side"""
    first: int
    """replications that a value begins with"""
    limit: int
    """replications of a value at most"""

    @property
    def confidence(self) -> float:
        """The confidence that the answer needs."""
        return self.measure["confidence"]

    def simulate(self, settings: dict[str, Any]) -> tuple[Result, float]:
        """A result, and the events that it took."""
        result = self.runner.run(self.base.with_(settings))
        events = float(result.performance.get("events", 0))
        self.effort.spent += events
        return result, events


@dataclass
class FigureEvidence:
    """Replications of a figure, whose interval lies on one side of the threshold or not."""

    question: Question
    text: str
    warnings: list[str] = field(default_factory=list)
    half_width: float | None = None
    verdict: bool | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        self._batches = 0
        self.sample, self.first_result, self.events = self._batch(self.question.first)
        self.question.effort.begin(self.events)
        self._judge()

    @property
    def figure(self) -> float:
        """Mean over the replications."""
        return self.sample.mean

    @property
    def replications(self) -> int:
        """All of them."""
        return max(self.sample.n, self.question.first)

    @property
    def seconds(self) -> float:
        """Simulated in each."""
        return self.first_result.simulated_s

    @property
    def leaning(self) -> bool:
        """The verdict, else what is taken for it."""
        return self.question.criterion.condition.holds(self.figure) if self.verdict is None else self.verdict

    @property
    def on_edge(self) -> bool:
        """Whether all that was seen is the threshold itself, so that only the number of replications says how sure it is."""
        return self.verdict is not None and self.sample.squares == 0 and self.figure == self.question.criterion.condition.value

    def may_grow(self) -> bool:
        """Whether more can be had."""
        more = min(self.replications, self.question.limit - self.replications)
        return self.sample.n > 0 and more > 0 and self.question.effort.allows(self.events * more / self.replications)

    def grow(self) -> None:
        """As many replications again as it has had, of other random numbers."""
        sample, result, events = self._batch(min(self.replications, self.question.limit - self.replications))
        self.sample = self.sample.plus(sample)
        self.events += events
        self.warnings += [warning for warning in result.warnings if warning not in self.warnings]
        self._judge()

    def _batch(self, count: int) -> tuple[Sample, Result, float]:
        """The first is the scenario as it is, so that a sweep knows it already."""
        asked = self.question
        settings = {asked.path: self.text, "measure.replications": count}
        if self._batches:
            settings["measure.seed"] = (asked.measure["seed"] + self._batches) % 2**63
        self._batches += 1
        result, events = asked.simulate(settings)
        return Sample.of(asked.criterion.measured(result), asked.confidence), result, events

    def _judge(self) -> None:
        self.warnings = self.warnings or list(self.first_result.warnings)
        self.half_width = self.sample.half_width(self.question.tail)
        self.verdict = self.question.criterion.condition.judge(self.sample, self.question.tail)
        if self.sample.n == 0:
            self.reason = f"{self.question.criterion.figure} has no sample: nothing arrived in the measured window"
        else:
            self.reason = "" if self.verdict is not None else f"its interval reaches over the threshold after {self.replications} replications"


@dataclass
class BacklogEvidence:
    """Growth of the worst flow's backlog, as a share of what its sources asked for. A window twice as long tells half as much apart.

    More than the threshold is growth for good where the simulator says that the flow falls behind, or where a window twice as long has as
    large a share: what only fills the machine, or what an I/O more or less makes, becomes smaller.
    """

    question: Question
    text: str
    verdict: bool | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        self._factor = 1
        self._before: dict[str, float] = {}
        self.events = 0.0
        self._simulate()
        self.first_result = self._result
        self.question.effort.begin(self.events)

    @property
    def warnings(self) -> list[str]:
        """The warnings of the longest window."""
        return self._result.warnings

    @property
    def replications(self) -> int:
        """As the scenario has them."""
        return self.question.measure["replications"]

    @property
    def seconds(self) -> float:
        """The longest window."""
        return self.question.measure["duration_s"] * self._factor

    @property
    def leaning(self) -> bool:
        """The verdict, else what is taken for it."""
        return self.figure <= self.question.criterion.condition.value if self.verdict is None else self.verdict

    @property
    def on_edge(self) -> bool:
        """Never: growth is no count that may be 0 by chance."""
        return False

    def may_grow(self) -> bool:
        """Whether more can be had."""
        return self._factor < LONGEST_WINDOW and self.question.effort.allows(2 * self._last_events, SHARE_OF_A_VALUE)

    def grow(self) -> None:
        """The window twice as long."""
        self._factor *= 2
        self._simulate()

    def _simulate(self) -> None:
        asked = self.question
        settings: dict[str, Any] = {asked.path: self.text}
        if self._factor > 1:
            settings["measure.duration"] = setting(stored(self.seconds, "s"), "s")
        self._result, self._last_events = asked.simulate(settings)
        self.events += self._last_events
        flows = self._result.flows
        judged = [(self._judge(name, flow), flow.growth, name) for name, flow in flows.items()]
        self._before = {name: flow.growth for name, flow in flows.items()}
        # The worst is what decides: one that is surely behind, else one in doubt, else the one that grows most.
        self.verdict, _, worst = min(judged, key=lambda one: ((False, None, True).index(one[0]), -one[1]), default=(True, 0.0, ""))
        flow = flows.get(worst)
        self.figure = flow.growth if flow else 0.0
        self.half_width = flow.uncertainty if flow else 0.0
        self.flow = worst
        self.generated, self.delivered = (flow.generated, flow.delivered) if flow else (0.0, 0.0)
        self.reason = f"in {quantity(self.seconds, 's')} {flow.reason}; the backlog grew by {100 * flow.growth:.2g} %, of which chance explains {100 * flow.uncertainty:.2g} %" if flow else ""

    def _judge(self, name: str, flow: Flow) -> bool | None:
        most = self.question.criterion.condition.value
        if flow.verdict == "falls_behind":
            return False
        if flow.verdict == "in_doubt":
            return None
        # A backlog that goes up and down ends below its highest as a rule: that is no proof against growth.
        if max(flow.growth, 0) + flow.uncertainty <= CLOSE * most:
            return True
        steady = flow.growth >= STEADY * self._before.get(name, float("inf"))
        return False if flow.growth - flow.uncertainty > most and self._before.get(name, 0.0) > most and steady else None


Evidence = FigureEvidence | BacklogEvidence


def evidence_of(question: Question, text: str) -> Evidence:
    """The first of a value, as the scenario measures it."""
    return BacklogEvidence(question, text) if question.criterion.of_backlog else FigureEvidence(question, text)
