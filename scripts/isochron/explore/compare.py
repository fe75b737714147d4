# SPDX-License-Identifier: Apache-2.0
"""Scenarios side by side: replications with the same seeds, and the differences pair by pair."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from isochron.errors import ReportError
from isochron.results.result import Result
from isochron.results.runner import Runner
from isochron.scenario import Scenario


@dataclass(frozen=True)
class Estimate:
    """A mean with the half width of its confidence interval (Student's t); no half width with one replication, and NaN without a sample."""

    mean: float
    half_width: float | None

    @staticmethod
    def of(values: Sequence[float], confidence: float) -> Estimate:
        """From independent values."""
        from scipy.stats import t  # noqa: PLC0415  (a second to load)

        n = len(values)
        if n == 0:
            return Estimate(math.nan, None)
        mean = math.fsum(values) / n
        if n < 2:
            return Estimate(mean, None)
        deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1))
        return Estimate(mean, float(t.ppf((1 + confidence) / 2, n - 1)) * deviation / math.sqrt(n))

    @property
    def known(self) -> bool:
        """Whether there was a sample."""
        return not math.isnan(self.mean)

    @property
    def beyond_chance(self) -> bool:
        """Whether the interval leaves 0 out; without an interval nothing is known."""
        return self.half_width is not None and abs(self.mean) > self.half_width


@dataclass(frozen=True)
class Line:
    """A metric of all scenarios, and each one's difference from the first."""

    metric: str
    unit: str
    estimates: list[Estimate]
    differences: list[Estimate]


@dataclass(frozen=True)
class Comparison:
    """The metrics that all scenarios have, in the order of the first, and those that were asked for."""

    labels: list[str]
    confidence: float
    replications: int
    lines: list[Line]
    seeds: list[int]
    warnings: list[tuple[str, list[str]]] = field(default_factory=list)
    """scenarios, each with the warnings of its first replication"""


def compare(
    scenarios: Sequence[Scenario], labels: Sequence[str], *, runner: Runner, replications: int | None = None, metrics: Sequence[str] = ()
) -> Comparison:
    """Simulates every scenario with the same seeds, a replication at a time, so that differences are between pairs.

    `replications`: else as many as the first scenario has. Equal draws are as equal as the machines are alike: two variants of
    one machine meet the same disk delays. `metrics`: compared though some scenarios lack them; what has no sample somewhere is NaN there.
    ReportError for fewer than two scenarios, or without a metric.
    """
    if len(scenarios) < 2:
        raise ReportError("compare takes two scenarios or more; or one, with --vary for what differs")
    bases = [runner.simulator.pinned(scenario)[0] for scenario in scenarios]
    measure = runner.simulator.explain(bases[0])["measure"]
    count = replications or measure["replications"]
    seeds = [measure["seed"] + i for i in range(count)]
    runs = [base.with_({"measure.replications": 1, "measure.seed": seed}) for base in bases for seed in seeds]
    results = [outcome.result() for outcome in runner.all(runs, f"comparing {len(bases)} scenarios")]
    groups = [results[i * count : (i + 1) * count] for i in range(len(bases))]
    common = [name for name in groups[0][0].metrics if all(name in result.metrics for result in results)]
    common += [name for name in metrics if name not in common and any(result.sampled(name) for result in results)]
    if not common:
        raise ReportError("the scenarios have no metric in common")
    lines = [_line(name, groups, measure["confidence"]) for name in common]
    warnings = [(label, group[0].warnings) for label, group in zip(labels, groups, strict=True)]
    return Comparison(list(labels), measure["confidence"], count, lines, seeds, warnings)


def _line(name: str, groups: list[list[Result]], confidence: float) -> Line:
    """A metric's estimates and paired differences. Replications without a sample are left out, and so are their pairs."""
    found = [[result.sampled(name) for result in group] for group in groups]
    pairs = [[(one, first) for one, first in zip(other, found[0], strict=True) if one and first] for other in found[1:]]
    return Line(
        name,
        next((one.unit for group in found for one in group if one), "1"),
        [Estimate.of([one.mean for one in group if one], confidence) for group in found],
        [Estimate.of([one.mean - first.mean for one, first in pair], confidence) for pair in pairs],
    )
