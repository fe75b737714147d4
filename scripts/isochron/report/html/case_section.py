# SPDX-License-Identifier: Apache-2.0
"""One case in the page: headline, utilisation beside the arithmetic, delays, figures over time, metrics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from isochron.report.html import charts, text
from isochron.report.html.study import Measured, Study
from isochron.report.html.table import Cell, Table, quantity
from isochron.results.drivers import utilisations

HEADLINES = 5
BINS = 48
SERIES_DOTS = 240
_PERCENTILES = (("p50", "median"), ("p90", "p90"), ("p99", "p99"), ("p999", "p99.9"))


@dataclass(frozen=True)
class Card:
    """A headline figure."""

    name: str
    value: str
    unit: str
    interval: str
    note: str = ""


@dataclass(frozen=True)
class Use:
    """How busy a kind of part is: percentages over its instances, and what the arithmetic expects."""

    kind: str
    what: str
    mean: float
    low: float
    high: float
    shown: str
    spread: str
    bound: float | None
    limit: str
    tightest: bool
    measured: bool = True  # not so, if nothing drives it that measures

    @property
    def step(self) -> int:
        """Step of the colour scale."""
        return text.step(self.mean / 100)


@dataclass(frozen=True)
class Figure:
    """A chart with its caption."""

    title: str
    picture: Markup
    note: str = ""


@dataclass(frozen=True)
class CaseSection:
    """A case as the template takes it."""

    study: Study
    case: Measured
    index: int

    @property
    def cards(self) -> list[Card]:
        """The headline figures."""
        metrics = self.case.point.metrics
        names = [name for name in self.study.headline() if name in metrics][:HEADLINES]
        return [_card(name, metrics[name], self.study.driver) for name in names]

    @cached_property
    def bottleneck(self) -> dict[str, Any] | None:
        """The tightest bound of the arithmetic."""
        machine = self.case.machine
        return next((b for b in machine["bounds"] if b["resource"] == machine["bottleneck"]), None) if machine else None

    @property
    def verdict(self) -> str:
        """The arithmetic's bound beside what was simulated, in a sentence."""
        bound, machine = self.bottleneck, self.case.machine
        if bound is None or machine is None:
            return ""
        driver, unit = machine["driver"]["metric"], machine["driver"]["unit"]
        said = (
            f"Before anything is simulated, the arithmetic says that {bound['what']} ({bound['resource']}) "
            f"saturates first, at {driver} = {text.value(bound['limit'], driver, unit)}."
        )
        measured = self.case.point.metrics.get(driver)
        if measured is None or not bound["limit"]:
            return said
        simulated = text.interval(measured.mean, measured.half_width, driver, unit)
        return f"{said} Simulated: {simulated}, {text.figures(100 * measured.mean / bound['limit'])} % of that."

    @property
    def uses(self) -> list[Use]:
        """Kinds of parts by utilisation, the busiest first."""
        bounds = {b["resource"]: b for b in (self.case.machine or {}).get("bounds", [])}
        driver = (self.case.machine or {"driver": {"metric": ""}})["driver"]["metric"]
        unit = (self.case.machine or {"driver": {"unit": "1"}})["driver"]["unit"]
        found = []
        for kind, metric in utilisations(self.case.result, self.case.point, bounds.values()).items():
            bound = bounds.get(kind)
            low = metric.min if metric.min is not None else metric.mean
            high = metric.max if metric.max is not None else metric.mean
            found.append(
                Use(
                    kind,
                    bound["what"] if bound else "",
                    100 * metric.mean,
                    100 * low,
                    100 * high,
                    text.interval(metric.mean, metric.half_width, "utilisation", "1"),
                    f"{text.figures(100 * low)} to {text.figures(100 * high)} %",
                    100 * bound["used"] if bound and bound.get("used") is not None else None,
                    _limit(bound, driver, unit) if bound else "",
                    bool(bound) and bound is self.bottleneck,
                )
            )
        known = {use.kind for use in found}
        found += [self._unmeasured(one, driver, unit) for one in bounds.values() if one["resource"] not in known]
        return sorted(found, key=lambda use: (not use.measured, -use.mean, -(use.bound or 0), use.kind))

    def _unmeasured(self, bound: dict[str, Any], driver: str, unit: str) -> Use:
        used = 100 * bound["used"] if bound.get("used") is not None else None
        limit = _limit(bound, driver, unit)
        return Use(bound["resource"], bound["what"], 0.0, 0.0, 0.0, "–", "–", used, limit, bound is self.bottleneck, measured=False)

    @property
    def delays(self) -> list[Figure]:
        """A histogram for each distribution."""
        made = []
        for name, histogram in self.case.point.histograms.items():
            raw = self.case.document.get("metrics", {}).get(name, {})
            if histogram["count"] > 0 and histogram["bins"]:
                made.append(distribution(name, histogram, raw))
        return made

    @property
    def series(self) -> list[Figure]:
        """A line for each figure over time."""
        return [
            over_time(name, s.unit, s.interval_s, s.values, self.case.result.document["warm_up_s"], self._faults)
            for name, s in self.case.point.series.items()
            if sum(not math.isnan(value) for value in s.values) > 1
        ]

    @property
    def _faults(self) -> list[charts.Span]:
        """When each fault that has struck was under way, s: from its first strike to its last end. One that comes at random may have been over between."""
        means = {name: one.mean for name, one in self.case.point.metrics.items()}
        named = [name.removesuffix(".begin") for name in means if name.endswith(".begin")]
        # One that never struck has neither lost anything nor a time.
        return [
            charts.Span(name, means[f"{name}.begin"], means[f"{name}.end"] or math.inf)
            for name in named
            if f"{name}.strikes" in means and (means[f"{name}.strikes"] or means[f"{name}.begin"] or means[f"{name}.end"])
        ]

    @property
    def metrics(self) -> Table:
        """Every metric with interval and range."""
        rows = [
            [
                Cell(name, style="code"),
                quantity(m.mean, name, m.unit, m.half_width),
                quantity(m.min, name, m.unit),
                quantity(m.max, name, m.unit),
            ]
            for name, m in sorted(self.case.point.metrics.items())
        ]
        caption = "All metrics; smallest and largest over instances and replications"
        return Table(caption, ["metric", "mean#", "smallest#", "largest#"], rows)


def _limit(bound: dict[str, Any], driver: str, unit: str) -> str:
    """With the name of its metric where that is not the machine's driver."""
    value = text.value(bound["limit"], "", unit)
    metric = bound.get("metric", driver)
    return value if metric == driver else f"{metric} = {value}"


def _card(name: str, metric: Any, driver: str) -> Card:
    factor, unit = text.scaled(metric.mean, metric.unit, text.is_fraction(name, metric.unit))
    half = metric.half_width
    shown = text.interval(metric.mean, half, name, metric.unit)
    number, _, rest = shown.partition(" ± ")
    width = f"± {rest}" if rest else "one replication, no interval"
    # A narrow interval would make the figure longer than its card.
    value = number if rest and len(number) <= 7 else text.figures(metric.mean * factor)
    spread = ""
    if metric.min is not None and metric.max is not None and metric.min < metric.max:
        low, high = text.figures(metric.min * factor), text.figures(metric.max * factor)
        spread = f"{low} to {high} {unit}".rstrip()
    return Card(name, value, unit, width, spread)


def distribution(name: str, histogram: dict[str, Any], metric: dict[str, Any]) -> Figure:
    """A histogram with the median and the high percentiles. The bins of the result are spread over equal ones."""
    unit = histogram["unit"]
    factor, shown = text.scaled(histogram["max"], unit)
    low, high = histogram["bins"][0]["lower"], histogram["bins"][-1]["upper"]
    wide = (high - low) / BINS
    counts = [0.0] * BINS
    for bin_ in histogram["bins"]:
        _spread(counts, (bin_["lower"] - low) / wide, (bin_["upper"] - low) / wide, bin_["count"])
    total = histogram["count"]
    bars = [((low + i * wide) * factor, (low + (i + 1) * wide) * factor, 100 * n / total) for i, n in enumerate(counts)]
    tips = [
        f"{text.figures(a)} to {text.figures(b)} {shown}: {text.figures(share)} %".replace("  ", " ")
        for a, b, share in bars
    ]
    mean = histogram["sum"] / total
    marks = [
        (f"{label} {text.figures(metric[key] * factor)}", metric[key] * factor)
        for key, label in _PERCENTILES
        if metric.get(key) is not None and low <= metric[key] <= high
    ]
    lowest, highest, middle = (text.value(v, name, unit) for v in (histogram["min"], histogram["max"], mean))
    said = f"{text.thousands(total)} values from {lowest} to {highest}, mean {middle}"
    percentiles = ", ".join(f"{words} {shown}" for words, _ in marks)
    picture = charts.histogram(
        bars,
        marks,
        label=f"Distribution of {name}: {said}; {percentiles}".rstrip("; "),
        x_title=f"{name} ({shown})" if shown else name,
        y_title="share of values (%)",
        tips=tips,
    )
    return Figure(f"Distribution of {name}", picture, said + (f"; {percentiles}" if percentiles else ""))


def _spread(counts: list[float], start: float, end: float, count: float) -> None:
    """Spreads a bin's count over the cells that it covers, evenly."""
    first, last = max(0, math.floor(start)), min(len(counts) - 1, math.ceil(end) - 1)
    for i in range(first, last + 1):
        counts[i] += count * max(0.0, min(end, i + 1) - max(start, i)) / (end - start)


def over_time(name: str, unit: str, interval: float, values: Sequence[float], warm_up: float, faults: Sequence[charts.Span] = ()) -> Figure:
    """A figure over simulated time, with `faults` shaded; a long one in means of several intervals."""
    together = -(-len(values) // SERIES_DOTS)
    there = [abs(value) for value in values if not math.isnan(value)]
    factor, shown = text.scaled(max(there), unit, text.is_fraction(name, unit))
    time_factor, time_unit = text.scaled(interval * len(values), "s")
    dots = []
    for i in range(0, len(values), together):
        some = [value for value in values[i : i + together] if not math.isnan(value)]
        if not some:
            continue  # nothing was there to measure
        at = (i + len(values[i : i + together]) / 2) * interval
        y = sum(some) / len(some)
        tip = f"{text.value(at, '', 's')}: {text.value(y, name, unit)}"
        dots.append(charts.Dot(at * time_factor, y * factor, None, tip))
    picture = charts.line_chart(
        [charts.Line("", dots)],
        label=f"{name} over simulated time, {len(values)} intervals of {text.value(interval, '', 's')}",
        x_title=f"simulated time ({time_unit})",
        y_title=f"{name} ({shown})" if shown else name,
        dotted=False,
        zero=True,
        mark=("end of warm-up", warm_up * time_factor) if warm_up else None,
        spans=[charts.Span(one.name, one.begin * time_factor, one.end * time_factor) for one in faults],
    )
    note = f"Means of {text.value(interval * together, '', 's')}, warm-up included."
    return Figure(f"{name} over time", picture, note)
