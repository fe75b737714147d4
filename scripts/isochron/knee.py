# SPDX-License-Identifier: Apache-2.0
"""Where a condition's truth changes: bisects a parameter, and takes as many replications as each decision needs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from isochron.conditions import Condition
from isochron.criteria import Criterion
from isochron.designs import Span, span_of
from isochron.errors import ReportError
from isochron.result import Result
from isochron.runner import Runner
from isochron.samples import Sample
from isochron.scenario import Scenario
from isochron.units import quantity, setting, stored

# With fewer replications an interval is too wide to decide anything.
FEWEST_REPLICATIONS = 4
# A value that these leave open stays open.
MOST_REPLICATIONS = 32


@dataclass
class Probe:
    """A value that was tried, with all replications that it has had."""

    whole: int
    text: str
    sample: Sample
    half_width: float | None  # of the interval that decides
    verdict: bool | None  # None: the interval reaches over the threshold
    holds: bool  # the verdict, else what is taken for it
    result: Result  # of the first batch
    warnings: list[str]
    batches: int = 1

    @property
    def certain(self) -> bool:
        """Whether its interval lies on one side of the threshold."""
        return self.verdict is not None

    @property
    def replications(self) -> int:
        """All of them."""
        return self.sample.n

    @property
    def figure(self) -> float:
        """Mean over the replications."""
        return self.sample.mean


@dataclass
class Knee:
    """The truth of the criterion changes between `low` and `high`, with all of `confidence`, where both are `certain`."""

    path: str
    unit: str
    criterion: Criterion
    confidence: float
    probes: list[Probe] = field(default_factory=list)

    @property
    def threshold(self) -> float:
        """What the figure is compared with."""
        return self.criterion.condition.value

    @property
    def part(self) -> str | None:
        """Whose utilisation is looked at; None: another figure."""
        return self.criterion.part

    @property
    def runs(self) -> int:
        """Values that were tried."""
        return len(self.probes)

    @property
    def replications(self) -> int:
        """Of all values together."""
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
        return f"{answer}, with {100 * self.confidence:g} % confidence" if self.certain else f"{answer}; in doubt"

    @property
    def remarks(self) -> list[str]:
        """What keeps the answer from being sharper, a sentence each."""
        said = [
            f"The end {probe.text} is not decided with {probe.replications} replications: its interval reaches over the threshold"
            for probe in (self.low, self.high)
            if not probe.certain
        ]
        seldom = [probe for probe in self.ordered() if not probe.certain and probe.holds != self.criterion.condition.holds(probe.figure)]
        if seldom:
            means = ", ".join(f"{self.criterion.shown(probe.figure, probe.half_width)} at {probe.text}" for probe in seldom)
            said.append(f"It is above {self.criterion.shown(self.threshold)} now and then, too seldom for a mean that surely is: {means}")
        undecided = [probe.text for probe in self.open if not probe.certain]
        if undecided:
            said.append(f"Not decided at {', '.join(undecided)}: their intervals reach over the threshold")
        if any(probe.certain for probe in self.open):
            said.append("The truth changes more than once in this range; the answer has all of its changes")
        if said:
            said.append("More replications (--max-replications) or a longer measure.duration decide")
        for probe in (self.low, self.high):
            if self.on_edge(probe):
                # n alike, one after the other: another kind is rarer than 1 - tail^(1/n).
                alike = ((1 - self.confidence) / 2) ** (1 / probe.replications)
                value = self.criterion.shown(probe.figure)
                said.append(f"At {probe.text} each of {probe.replications} replications is {value}: surely more than {100 * alike:.0f} % of all are")
        return said

    def on_edge(self, probe: Probe) -> bool:
        """Whether all that was seen is the threshold itself, such as no underrun at all: how rare another value is, only numbers tell."""
        return probe.certain and probe.sample.squares == 0 and probe.figure == self.threshold

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
) -> Knee:
    """Bisects `path` over a range until the two sides are within `precision` (relative), or neighbours.

    The criterion is `until`, or what `Criterion.of` chooses; whichever side it holds on. A value is decided when its confidence
    interval lies on one side of the threshold; until then its replications are doubled, up to `most_replications`, each batch with a
    seed of its own. At the end both sides are decided again with new replications: where that changes a verdict, the search goes
    back. The level of each interval is such that all decisions together are right with the scenario's `measure.confidence`.
    `most_runs`: values tried at most. ReportError for an empty range, and where both ends are on the same side.
    """
    if most_runs < 2:
        raise ReportError(f"--max-runs {most_runs}: at least 2, both ends of the range")
    if not 0 < precision < 1:
        raise ReportError(f"--precision {precision}: between 0 and 1, such as 0.5 %")
    base, _ = runner.simulator.pinned(scenario, (path,))
    low, high, unit = span_of(runner.simulator, base, path, span)
    explained = runner.simulator.explain(base.with_({path: span.high}))
    measure = explained["measure"]
    knee = Knee(path, unit, Criterion.of(explained, until, part), measure["confidence"])
    search = _Search(knee, runner, base, measure, most_runs, most_replications)
    for whole in (low, high):
        search.probe(whole)
    _require_both_sides(knee, span)
    while search.step(precision):
        pass
    return knee


@dataclass
class _Search:
    """What a search does next, from the verdicts that it has."""

    knee: Knee
    runner: Runner
    base: Scenario
    measure: dict
    most_runs: int
    most_replications: int

    def __post_init__(self) -> None:
        self.first = max(self.measure["replications"], FEWEST_REPLICATIONS)
        self.limit = max(self.most_replications, self.first)
        looks = 1 + math.ceil(math.log2(self.limit / self.first))
        # Every look at every value may err; together they may as often as the answer may.
        self.tail = (1 - self.knee.confidence) / (self.most_runs * looks)

    def step(self, precision: float) -> bool:
        """Tries a value, or one again; False when there is nothing left to do."""
        knee = self.knee
        contradicting = [probe for probe in knee.open if probe.certain and probe.replications < self.limit]
        if contradicting:
            self._decide_again(min(contradicting, key=lambda probe: (probe.replications, probe.whole)))
        elif (middle := self._middle(precision)) is not None and knee.runs < self.most_runs:
            self.probe(middle)
        else:
            early = [probe for probe in (knee.low, knee.high) if probe.replications < self._enough(probe)]
            if early:
                self._decide_again(early[0])
            return bool(early)
        return True

    def probe(self, whole: int) -> None:
        """Tries a value until it is decided, or has all replications."""
        text = setting(whole, self.knee.unit)
        sample, result = self._batch(text, 0, self.first)
        probe = Probe(whole, text, sample, None, None, False, result, list(result.warnings))
        self._judge(probe)
        self.knee.probes.append(probe)
        self._until_decided(probe)

    def _middle(self, precision: float) -> int | None:
        """Between the sides; where values between them are open, between these and the side that is farther from them."""
        marks = [self.knee.low.whole, *(probe.whole for probe in self.knee.open), self.knee.high.whole]
        gaps = [(marks[0], marks[1]), (marks[-2], marks[-1])]
        first, last = max(gaps, key=lambda gap: gap[1] - gap[0])
        enough = precision * (marks[0] + marks[-1]) / 2
        return (first + last) // 2 if last - first > max(1, enough) else None

    def _enough(self, probe: Probe) -> int:
        """Replications of a side of the answer: twice the first; all, where only their number says how sure it is."""
        return self.limit if self.knee.on_edge(probe) else min(2 * self.first, self.limit)

    def _decide_again(self, probe: Probe) -> None:
        self._more(probe)
        self._until_decided(probe)

    def _until_decided(self, probe: Probe) -> None:
        while not probe.certain and probe.replications < self.limit:
            self._more(probe)

    def _more(self, probe: Probe) -> None:
        """As many replications again as it has had, of other random numbers."""
        count = min(probe.replications, self.limit - probe.replications)
        sample, result = self._batch(probe.text, probe.batches, count)
        probe.sample = probe.sample.plus(sample)
        probe.batches += 1
        probe.warnings += [warning for warning in result.warnings if warning not in probe.warnings]
        self._judge(probe)

    def _judge(self, probe: Probe) -> None:
        condition = self.knee.criterion.condition
        probe.half_width = probe.sample.half_width(self.tail)
        probe.verdict = condition.judge(probe.sample, self.tail)
        probe.holds = condition.leaning(probe.sample) if probe.verdict is None else probe.verdict

    def _batch(self, text: str, index: int, count: int) -> tuple[Sample, Result]:
        """The first is the scenario as it is, so that a sweep knows it already."""
        settings = {self.knee.path: text, "measure.replications": count}
        if index:
            settings["measure.seed"] = (self.measure["seed"] + index) % 2**63
        scenario = self.base.with_(settings)
        result = self.runner.run(scenario)
        metric, scale = self.knee.criterion.measured(self.runner, scenario, result)
        return Sample.of(metric, self.knee.confidence, scale), result


def _require_both_sides(knee: Knee, span: Span) -> None:
    """ReportError where nothing changes between the ends: which truth both have, with both values."""
    first, last = knee.ordered()[0], knee.ordered()[-1]
    if first.holds != last.holds:
        return
    criterion, word = knee.criterion, knee.criterion.word(first.holds)
    ends = " and ".join(f"{_told(criterion, probe)} at {probe.text}" for probe in (first, last))
    raise ReportError(
        f"--vary {knee.path}={span.low}..{span.high}: no crossing: {criterion.name}: {word} at both ends ({ends}; threshold "
        f"{criterion.shown(knee.threshold)}). Take a wider range, or another condition with --until"
    )


def _told(criterion: Criterion, probe: Probe) -> str:
    """The figure of an end, and whether it is decided."""
    return f"{criterion.shown(probe.figure, probe.half_width)}{'' if probe.certain else ' (in doubt)'}"
