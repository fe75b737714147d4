# SPDX-License-Identifier: Apache-2.0
"""Where a condition's truth changes: searches a parameter's range, and simulates as much of each value as its decision needs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from isochron.errors import ReportError
from isochron.explore.conditions import Condition
from isochron.explore.criteria import TOLERANCE, Criterion
from isochron.explore.designs import Span, fitting, span_of
from isochron.explore.evidence import MOST_EVENTS, BacklogEvidence, Effort, Evidence, Question, evidence_of
from isochron.results.drivers import Drive
from isochron.results.result import Result
from isochron.results.runner import Runner
from isochron.scenario import Scenario
from isochron.units import quantity, setting, stored

# With fewer replications an interval is too wide to decide anything.
FEWEST_REPLICATIONS = 4
# A value that these leave open stays open.
MOST_REPLICATIONS = 32


@dataclass
class Probe:
    """A value that was tried, with all that it was judged by."""

    whole: int
    text: str
    evidence: Evidence

    @property
    def certain(self) -> bool:
        """Whether its verdict is certain."""
        return self.evidence.verdict is not None

    @property
    def holds(self) -> bool:
        """The verdict, else what is taken for it."""
        return self.evidence.leaning

    @property
    def result(self) -> Result:
        """As the scenario measures it."""
        return self.evidence.first_result

    @property
    def warnings(self) -> list[str]:
        """Warnings of its results, each once."""
        return self.evidence.warnings

    @property
    def replications(self) -> int:
        """All of them."""
        return self.evidence.replications

    @property
    def figure(self) -> float:
        """Mean over the replications, or growth of the worst backlog."""
        return self.evidence.figure

    @property
    def half_width(self) -> float | None:
        """Half the width of the interval that decides."""
        return self.evidence.half_width


@dataclass
class Knee:
    """The truth of the criterion changes between `low` and `high`, with all of `confidence`, where both are `certain`."""

    path: str
    unit: str
    criterion: Criterion
    confidence: float
    probes: list[Probe] = field(default_factory=list)
    exhausted: bool = False
    """whether the search ended because it had simulated all the events that it may"""

    @property
    def threshold(self) -> float:
        """The value that the figure is compared with."""
        return self.criterion.condition.value

    @property
    def part(self) -> str | None:
        """The part whose utilisation is compared; None for another figure."""
        return self.criterion.part

    @property
    def runs(self) -> int:
        """Values that were tried."""
        return len(self.probes)

    @property
    def replications(self) -> int:
        """Replications of all values together."""
        return sum(probe.replications for probe in self.probes)

    @property
    def low(self) -> Probe:
        """The last value that is surely as the lower end is, before any that surely is not."""
        first, *_ = ordered = self.ordered()
        others = [i for i, probe in enumerate(ordered) if probe.certain and probe.holds != first.holds]
        before = ordered[: others[0]] if others else ordered[:-1]
        return next((probe for probe in reversed(before) if probe.certain), first)

    @property
    def high(self) -> Probe:
        """The first value that surely is not as the lower end is, after all that surely are."""
        *_, last = ordered = self.ordered()
        same = [i for i, probe in enumerate(ordered) if probe.certain and probe.holds == ordered[0].holds]
        after = ordered[same[-1] + 1 :] if same else ordered[1:]
        return next((probe for probe in after if probe.certain), last)

    @property
    def open(self) -> list[Probe]:
        """The values between both: undecided, or in contradiction to each other."""
        return [probe for probe in self.ordered() if self.low.whole < probe.whole < self.high.whole]

    @property
    def value(self) -> float:
        """The middle between the two, in the parameter's SI unit."""
        return (self.low.whole + self.high.whole) / 2 / stored(1, self.unit)

    @property
    def precision(self) -> float:
        """Half the distance of the two, relative to the middle."""
        return (self.high.whole - self.low.whole) / (self.high.whole + self.low.whole)

    @property
    def certain(self) -> bool:
        """Whether `low` and `high` are decided; what is open lies between them."""
        return self.low.certain and self.high.certain

    @property
    def sentence(self) -> str:
        """The answer in a sentence, with its interval and confidence."""
        low, high, word = self.low, self.high, self.criterion.word
        middle = "" if high.whole - low.whole <= 1 else f", about {quantity(self.value, self.unit)}"
        subject = f"{self.criterion.name} changes" if self.criterion.words[0] == "holds" else f"{self.path} saturates"
        at = f"{subject} between {self.path} = " if self.criterion.words[0] == "holds" else f"{subject} between "
        answer = f"{at}{low.text} ({word(low.holds)}) and {high.text} ({word(high.holds)}){middle}"
        if not self.certain:
            return f"{answer}; in doubt"
        return answer if self.criterion.of_backlog else f"{answer}, with {100 * self.confidence:g} % confidence"

    @property
    def remarks(self) -> list[str]:
        """Reasons why the answer is not sharper, a sentence each."""
        said = [f"{'The end ' if probe in (self.low, self.high) else ''}{probe.text} is not decided: {probe.evidence.reason}" for probe in self.ordered() if not probe.certain and self.low.whole <= probe.whole <= self.high.whole]
        if any(probe.certain for probe in self.open):
            said.append("The truth changes more than once in this range; the answer has all of its changes")
        if self.exhausted:
            said.append("The search has simulated all the events that it may; --max-events takes more")
        elif said:
            said.append("A longer measure.duration decides" if self.criterion.of_backlog else "More replications (--max-replications) or a longer measure.duration decide")
        for probe in (self.low, self.high):
            if probe.evidence.on_edge:
                # n alike, one after the other: another kind is rarer than 1 - tail^(1/n).
                alike = ((1 - self.confidence) / 2) ** (1 / probe.replications)
                value = self.criterion.shown(probe.figure)
                said.append(f"At {probe.text} each of {probe.replications} replications is {value}: surely more than {100 * alike:.0f} % of all are")
        return said

    def ordered(self) -> list[Probe]:
        """The values by size."""
        return sorted(self.probes, key=lambda probe: probe.whole)


def find(
    scenario: Scenario,
    path: str,
    span: Span,
    *,
    runner: Runner,
    precision: float = 0.005,
    most_runs: int = 12,
    part: str | None = None,
    until: Condition | None = None,
    most_replications: int = MOST_REPLICATIONS,
    most_events: int | None = None,
) -> Knee:
    """Searches the range of `path` until the two sides are within `precision` (relative), or neighbours.

    The criterion is `until`, or what `Criterion.of` chooses; whichever side it holds on. A figure is decided when its confidence
    interval lies on one side of the threshold; until then the value's replications are doubled, up to `most_replications`, each batch with
    a seed of its own, and both sides of the answer are decided a second time: where that changes a verdict, the search goes back. The
    level of each interval is such that all decisions together are right with the scenario's `measure.confidence`. Growth of backlogs is
    decided when it lies on one side by more than chance explains; until then the value's window is doubled.
    `most_runs`: values tried at most. `most_events`: simulated for all values, without it MOST_EVENTS or what all values take as the
    scenario measures them; what is open then stays open. ReportError for an empty
    range, and where both ends are on the same side.
    """
    if most_runs < 2:
        raise ReportError(f"--max-runs {most_runs}: at least 2, both ends of the range")
    if not 0 < precision < 1:
        raise ReportError(f"--precision {precision}: between 0 and 1, such as 0.5 %")
    base, _ = runner.simulator.pinned(fitting(runner.simulator, scenario, {path: [span.low, span.high]}), (path,))
    low, high, unit = span_of(runner.simulator, base, path, span)
    explained = runner.simulator.explain(base.with_({path: span.high}))
    measure = explained["measure"]
    knee = Knee(path, unit, Criterion.of(explained, until, part), measure["confidence"])
    first = max(measure["replications"], FEWEST_REPLICATIONS)
    limit = max(most_replications, first)
    # Every look at every value may err; together they may as often as the answer may.
    tail = (1 - knee.confidence) / (most_runs * (1 + math.ceil(math.log2(limit / first))))
    effort = Effort(most_events or MOST_EVENTS, 0 if most_events else most_runs)
    search = _Search(knee, Question(runner, base, path, knee.criterion, measure, effort, tail, first, limit), most_runs)
    for whole in (low, high):
        search.probe(whole)
    _require_both_sides(knee, span)
    while search.step(precision):
        pass
    knee.exhausted = effort.exhausted and (not knee.certain or bool(knee.open) or search.middle(precision) is not None)
    return knee


@dataclass
class _Search:
    """The next step of a search, from the verdicts that it has."""

    knee: Knee
    question: Question
    most_runs: int

    def __post_init__(self) -> None:
        self._widths: list[int] = []  # of the interval, before each value

    def step(self, precision: float) -> bool:
        """Tries a value, or one again; False when there is nothing left to do."""
        knee = self.knee
        contradicting = [probe for probe in knee.open if probe.certain and probe.evidence.may_grow()]
        if contradicting:
            self._decide_again(min(contradicting, key=lambda probe: (probe.replications, probe.whole)))
        elif (whole := self._next(precision)) is not None and knee.runs < self.most_runs and self._affordable(whole):
            self.probe(whole)
        else:
            early = [probe for probe in (knee.low, knee.high) if self._early(probe) and probe.evidence.may_grow()]
            if early:
                self._decide_again(early[0])
            return bool(early)
        return True

    def probe(self, whole: int) -> None:
        """Tries a value until it is decided, or has all that it may have."""
        text = setting(whole, self.knee.unit)
        probe = Probe(whole, text, evidence_of(self.question, text))
        self.knee.probes.append(probe)
        self._until_decided(probe)

    def _affordable(self, whole: int) -> bool:
        """Whether the effort allows another value: what the nearest one has cost at first."""
        nearest = min(self.knee.probes, key=lambda probe: abs(probe.whole - whole))
        return self.question.effort.allows(nearest.result.performance.get("events", 0))

    def _next(self, precision: float) -> int | None:
        """The next value; None where the sides are close enough."""
        low, high = self.knee.low.whole, self.knee.high.whole
        middle = self.middle(precision)
        if middle is None or not self.knee.criterion.of_backlog:
            return middle
        # Where a guess has not halved the interval twice, the middle does.
        self._widths.append(high - low)
        if len(self._widths) > 2 and self._widths[-1] > self._widths[-3] / 2:
            return middle
        expected = self._expected()
        if expected is None:
            return middle
        apart = max(1, 0.45 * precision * expected * 2 ** len(self.knee.open))
        marks = {probe.whole for probe in self.knee.probes}
        sides = (math.floor(expected - apart), math.ceil(expected + apart))
        # Close to a side it would tell nothing new.
        room = apart / 2 if high - low > 2 * apart else 0
        return next((whole for whole in sides if low + room < whole < high - room and whole not in marks), middle)

    def _expected(self) -> float | None:
        """Where the machine is asked for what the saturated side delivers, if both go in straight lines; None where that is not inside."""
        knee = self.knee
        saturated = sorted((probe for probe in knee.probes if probe.certain and not probe.holds), key=lambda probe: abs(probe.whole - knee.value * stored(1, knee.unit)))[:2]
        kept = knee.low if knee.low.holds else knee.high
        demand = {probe.whole: self._demand(probe) for probe in (kept, *saturated)}
        if not saturated or None in demand.values():
            return None
        asked = {whole: one or 0.0 for whole, one in demand.items()}
        near, far = saturated[0], saturated[-1]
        # What is asked for is drawn, perhaps; how many sources ask is a whole number.
        sources = sum(self._evidence(probe).generated for probe in saturated) / sum(self._evidence(probe).seconds * asked[probe.whole] for probe in saturated)
        sources = round(sources) if abs(sources / max(1, round(sources)) - 1) < 0.05 else sources
        delivered = {probe.whole: self._evidence(probe).delivered / self._evidence(probe).seconds / sources for probe in saturated}
        rise = (delivered[far.whole] - delivered[near.whole]) / (far.whole - near.whole) if far is not near else 0.0
        slope = (asked[near.whole] - asked[kept.whole]) / (near.whole - kept.whole) * (1 - TOLERANCE)
        if slope == rise:
            return None
        expected = near.whole + (delivered[near.whole] - asked[near.whole] * (1 - TOLERANCE)) / (slope - rise)
        return expected if knee.low.whole < expected < knee.high.whole else None

    @staticmethod
    def _evidence(probe: Probe) -> BacklogEvidence:
        assert isinstance(probe.evidence, BacklogEvidence)
        return probe.evidence

    def _demand(self, probe: Probe) -> float | None:
        return Drive.of(self.question.runner.simulator.explain(self.question.base.with_({self.knee.path: probe.text}))).demand

    def middle(self, precision: float) -> int | None:
        """Between the sides; where values between them are open, between these and the side that is farther from them."""
        marks = [self.knee.low.whole, *(probe.whole for probe in self.knee.open), self.knee.high.whole]
        gaps = [(marks[0], marks[1]), (marks[-2], marks[-1])]
        first, last = max(gaps, key=lambda gap: gap[1] - gap[0])
        enough = precision * (marks[0] + marks[-1]) / 2
        return (first + last) // 2 if last - first > max(1, enough) else None

    def _early(self, probe: Probe) -> bool:
        """Whether a side of the answer was decided only once, or may have more where only numbers say how sure it is."""
        if not probe.certain or probe.evidence.on_edge:
            return True
        return not self.knee.criterion.of_backlog and probe.replications < 2 * self.question.first

    def _decide_again(self, probe: Probe) -> None:
        probe.evidence.grow()
        self._until_decided(probe)

    def _until_decided(self, probe: Probe) -> None:
        while not probe.certain and probe.evidence.may_grow():
            probe.evidence.grow()


def _require_both_sides(knee: Knee, span: Span) -> None:
    """ReportError where nothing changes between the ends: which truth both have, with both values, or that they are one machine."""
    first, last = knee.ordered()[0], knee.ordered()[-1]
    if first.holds != last.holds:
        return
    asked = f"--vary {knee.path}={span.low}..{span.high}"
    if _measured(first.result) == _measured(last.result):
        raise ReportError(
            f"{asked}: {knee.path} has no effect: the results at {first.text} and at {last.text} are the same to the last digit. "
            "`isochron explain` says what the parameter is for; vary another one"
        )
    criterion = knee.criterion
    ends = " and ".join(f"{criterion.shown(probe.figure, probe.half_width)} at {probe.text}{'' if probe.certain else f' (in doubt: {probe.evidence.reason})'}" for probe in (first, last))
    truth = f"{criterion.word(first.holds)} at both ends" if first.certain and last.certain else "in doubt"
    raise ReportError(
        f"{asked}: no crossing: {criterion.name}: {truth} ({ends}; threshold {criterion.shown(knee.threshold)}). "
        f"{criterion.compared}. Take a wider range, or another condition with --until"
    )


def _measured(result: Result) -> dict[str, object]:
    """All that a result has but what was set for it, and what it cost."""
    of_the_run = ("parameters", "instances", "performance", "provenance", "warnings")
    return {key: value for key, value in result.document.items() if key not in of_the_run} | {"fingerprint": result.provenance.get("fingerprint")}

