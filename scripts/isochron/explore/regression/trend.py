# SPDX-License-Identifier: Apache-2.0
"""Results of two versions side by side: metrics with chance taken into account, verdicts, parameters, what the runs cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from isochron.explore.regression import welch
from isochron.results.result import Metric, Point, Result

TEST = "Welch's t-test from mean, half width and number of replications"
# Counts are the same on every machine, seconds are not.
COUNTS = ("events_per_message", "kernel_notifications_per_message", "messages")
TIMES = ("cpu_per_simulated_s", "cpu_s", "peak_rss_bytes")


@dataclass(frozen=True)
class MetricLine:
    """A metric in both versions; None on a side that has not got it. `at`: the point of a series, "" without one.

    `verdict`: same (the same digits), within chance, changed, differs (a single replication: nothing is known of chance),
    only in A, only in B.
    """

    at: str
    name: str
    unit: str
    first: Metric | None
    second: Metric | None
    verdict: str
    half_width: float | None

    @property
    def relative(self) -> float | None:
        """Second over first, less one; None where there is no such thing."""
        if self.first is None or self.second is None or self.first.mean == 0:
            return None
        return self.second.mean / self.first.mean - 1

    @property
    def counts(self) -> bool:
        """Whether it is a change."""
        return self.verdict not in ("same", "within chance")


@dataclass(frozen=True)
class Change:
    """A parameter, or a published number's verdict, that is not the same."""

    name: str
    first: Any
    second: Any


@dataclass(frozen=True)
class Cost:
    """Costs of the runs; `noisy`: in seconds or bytes, good to some ten per cent, not a count."""

    name: str
    first: float
    second: float
    noisy: bool

    @property
    def ratio(self) -> float | None:
        """Second over first."""
        return self.second / self.first if self.first else None


@dataclass(frozen=True)
class Comparison:
    """One result in two versions; `missing`: "A" or "B" where that side has no result of the name."""

    name: str
    versions: tuple[str, str]
    confidence: float
    same_fingerprint: bool
    same_seeds: bool
    parameters: list[Change]
    metrics: list[MetricLine]
    verdicts: list[Change]
    costs: list[Cost]
    missing: str = ""

    @property
    def by_chance(self) -> float:
        """How many metrics of those tested would be taken for changed though nothing was: each alone is one in so many."""
        tested = sum(line.verdict in ("within chance", "changed") for line in self.metrics)
        return (1 - self.confidence) * tested

    @property
    def changed(self) -> bool:
        """Whether something that the version answers for is not the same: a metric beyond chance, a verdict, a result."""
        return bool(self.missing or self.verdicts or any(line.counts for line in self.metrics))


def compare(name: str, first: Result | None, second: Result | None, confidence: float | None = None) -> Comparison:
    """Two results of one name, at a confidence (0 to 1) or the larger of their own."""
    if first is None or second is None:
        known = first or second
        assert known is not None
        return Comparison(name, ("-", "-"), known.confidence, False, False, [], [], [], [], "A" if first is None else "B")
    level = confidence or max(first.confidence, second.confidence)
    return Comparison(
        name,
        (_version(first), _version(second)),
        level,
        first.provenance.get("fingerprint") == second.provenance.get("fingerprint"),
        first.document["seed"] == second.document["seed"],
        list(_parameters(first, second)),
        list(_metrics(first, second, level)),
        list(_verdicts(first, second)),
        list(_costs(first, second)),
    )


def _version(result: Result) -> str:
    return f"{result.provenance.get('version', '?')} ({result.provenance.get('git', '?')})"


def _parameters(first: Result, second: Result) -> Iterator[Change]:
    """The question: everything but the points, which are compared by the parameters that they vary."""
    keys = ["scenario", "system", "seed", "replications", "confidence", "warm_up_s", "parameters", "instances"]
    # A machine that runs until its work is done answers with the time that it takes; of another it is asked for.
    if not any("completion_time" in point.metrics for point in first.points + second.points):
        keys.append("simulated_s")
    old, new = (
        {path: value for key in keys for path, value in _leaves(result.document.get(key), "" if key == "parameters" else key)}
        for result in (first, second)
    )
    for path in dict.fromkeys([*old, *new]):
        if old.get(path) != new.get(path):
            yield Change(path, old.get(path), new.get(path))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else key)
    elif value is not None:
        yield path, value


def _metrics(first: Result, second: Result, confidence: float) -> Iterator[MetricLine]:
    old, new = _points(first), _points(second)
    for at in dict.fromkeys([*old, *new]):
        ours, theirs = (side[at].metrics if at in side else {} for side in (old, new))
        for name in dict.fromkeys([*ours, *theirs]):
            one, other = ours.get(name), theirs.get(name)
            verdict, half_width = "only in B" if one is None else "only in A", None
            if one is not None and other is not None:
                tested = welch.compare(one, first.confidence, other, second.confidence, confidence)
                verdict, half_width = _verdict(one, other, tested), tested.half_width
            known = one or other
            assert known is not None
            yield MetricLine(at, name, known.unit, one, other, verdict, half_width)


def _verdict(one: Metric, other: Metric, tested: welch.Difference) -> str:
    if one.unit != other.unit:
        return "changed"
    if (one.mean, one.half_width) == (other.mean, other.half_width):
        return "same"
    if tested.beyond_chance is None:
        return "differs"
    return "changed" if tested.beyond_chance else "within chance"


def _points(result: Result) -> dict[str, Point]:
    """The points of a series by what they vary."""
    if result.points == [result]:
        return {"": result}
    return {" ".join(f"{path}={_shown(value)}" for path, value in point.parameters.items()): point for point in result.points}


def _shown(value: Any) -> str:
    return f"{value:.9g}" if isinstance(value, float) else str(value)


def _verdicts(first: Result, second: Result) -> Iterator[Change]:
    """Published numbers whose verdict is another; of a number that is compared at several points each."""
    old, new = ({(e.id, e.at): _word(e.ok) for e in r.published} for r in (first, second))
    for key in dict.fromkeys([*old, *new]):
        if old.get(key, "–") != new.get(key, "–"):
            yield Change(" at ".join(filter(None, key)), old.get(key, "–"), new.get(key, "–"))


def _word(ok: bool | None) -> str:
    """A verdict; a number that is no prediction, or was not simulated, has none."""
    return "–" if ok is None else "ok" if ok else "MISS"


def _costs(first: Result, second: Result) -> Iterator[Cost]:
    for name in COUNTS + TIMES:
        one, other = first.performance.get(name), second.performance.get(name)
        if one is not None and other is not None:
            yield Cost(name, one, other, name in TIMES)
