# SPDX-License-Identifier: Apache-2.0
"""Where a machine saturates: bisects a parameter between a value at which it keeps up and one at which it does not."""

from __future__ import annotations

from dataclasses import dataclass, field

from isochron.designs import Span, span_of
from isochron.drivers import Drive, utilisations
from isochron.errors import ReportError
from isochron.result import Result
from isochron.runner import Runner
from isochron.scenario import Scenario
from isochron.units import quantity, setting, stored

# A machine that is asked for a rate keeps up while it delivers all but so much of it.
TOLERANCE = 0.0025
# One that is asked for all it can give is saturated when the part that holds it back is full (Gennart et al., 5.2 and Fig. 6).
FULL = 0.95
# More replications than these do not decide what fewer leave open.
MOST_REPLICATIONS = 64


@dataclass(frozen=True)
class Probe:
    """A value that was tried."""

    whole: int
    text: str
    replications: int
    saturated: bool
    certain: bool  # the confidence interval leaves no doubt of it
    figure: float  # delivered share of what is asked, or utilisation
    half_width: float | None
    result: Result


@dataclass
class Knee:
    """The saturation point lies between `low` and `high`, neighbours among the values tried."""

    path: str
    unit: str
    criterion: str
    figure: str
    threshold: float
    part: str | None  # whose utilisation is looked at; None: what is delivered
    probes: list[Probe] = field(default_factory=list)
    runs: int = 0

    @property
    def low(self) -> Probe:
        """The value before `high`."""
        return self._ordered()[self._first_other() - 1]

    @property
    def high(self) -> Probe:
        """The first value that is on another side than the range's lower end."""
        return self._ordered()[self._first_other()]

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
        """Whether the confidence intervals at both leave no doubt on which side they are."""
        return self.low.certain and self.high.certain

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        kept, full = (self.low, self.high) if self.high.saturated else (self.high, self.low)
        doubt = "" if self.certain else ", with doubt: an interval reaches over the threshold (more replications decide)"
        middle = "" if self.high.whole - self.low.whole <= 1 else f", about {quantity(self.value, self.unit)}"
        return f"{self.path} saturates between {kept.text} (keeps up) and {full.text} (saturated){middle}{doubt}"

    def _first_other(self) -> int:
        ordered = self._ordered()
        return next(i for i, probe in enumerate(ordered) if probe.saturated != ordered[0].saturated)

    def _ordered(self) -> list[Probe]:
        last = {probe.whole: probe for probe in self.probes}  # one that was tried again speaks for the value
        return [last[whole] for whole in sorted(last)]


def find(
    scenario: Scenario, path: str, span: Span, *, runner: Runner, precision: float = 0.005, most_runs: int = 12, part: str | None = None
) -> Knee:
    """Bisects `path` over a range until the two sides are within `precision` (relative), or neighbours.

    A machine that is asked for a rate is saturated where the metric that drives it stays more than TOLERANCE below what is
    asked, with all of its confidence interval; one that is asked for all it can give, where a part is used FULL: `part`, else the one that arithmetic says holds it
    back at the upper end. Where at the end the confidence interval of
    a side reaches over the threshold, that value is tried again with twice the replications. `most_runs` counts simulations,
    each with all its replications. ReportError for an empty range, and where both ends are on the same side.
    """
    if most_runs < 2:
        raise ReportError(f"--max-runs {most_runs}: at least 2, both ends of the range")
    if not 0 < precision < 1:
        raise ReportError(f"--precision {precision}: between 0 and 1, such as 0.5 %")
    base, _ = runner.simulator.pinned(scenario, (path,))
    low, high, unit = span_of(runner.simulator, base, path, span)
    explained = runner.simulator.explain(base.with_({path: span.high}))
    drive = Drive.of(explained)
    if part is None and drive.demand is not None:
        knee = Knee(path, unit, f"{drive.metric} below what is asked", f"{drive.metric}, share of what is asked", 1 - TOLERANCE, None)
    else:
        part = part or drive.bottleneck or ""
        knee = Knee(path, unit, f"{part} full", f"utilisation of {part}", FULL, part)
    replications = explained["measure"]["replications"]
    for whole in (low, high):
        _probe(knee, runner, base, whole, replications)
    _require_both_sides(knee, span)
    while knee.runs < most_runs:
        low, high = knee.low, knee.high
        doubtful = next((p for p in (low, high) if not p.certain and p.replications < MOST_REPLICATIONS), None)
        if high.whole - low.whole > 1 and knee.precision > precision / 2:
            _probe(knee, runner, base, (low.whole + high.whole) // 2, replications)
        elif doubtful:
            _probe(knee, runner, base, doubtful.whole, 2 * doubtful.replications)
        else:
            break
    return knee


def _probe(knee: Knee, runner: Runner, base: Scenario, whole: int, replications: int) -> None:
    text = setting(whole, knee.unit)
    scenario = base.with_({knee.path: text, "measure.replications": replications})
    result = runner.run(scenario)
    knee.runs += 1
    figure, half_width = _figure(knee, runner, scenario, result)
    if knee.part is not None:
        saturated = figure >= knee.threshold
        certain = half_width is not None and abs(figure - knee.threshold) > half_width
    else:
        # Noise alone must not count: of short runs a machine that keeps up delivers now more, now less than what is asked.
        saturated = figure + (half_width or 0) < knee.threshold
        certain = half_width is not None and (saturated or figure >= knee.threshold)
    knee.probes.append(Probe(whole, text, replications, saturated, certain, figure, half_width, result))


def _figure(knee: Knee, runner: Runner, scenario: Scenario, result: Result) -> tuple[float, float | None]:
    """Delivered share of what is asked, or the part's utilisation, with its half width."""
    if knee.part is not None:
        known = utilisations(result)
        if knee.part not in known:
            raise ReportError(f"--part {knee.part}: has no utilisation in the result; {', '.join(sorted(known)) or 'no part'} has")
        return known[knee.part].mean, known[knee.part].half_width
    drive = Drive.of(runner.simulator.explain(scenario))
    metric = result.metric(drive.metric)
    return metric.mean / drive.demand, None if metric.half_width is None else metric.half_width / drive.demand


def _require_both_sides(knee: Knee, span: Span) -> None:
    first, last = knee.probes[0], knee.probes[-1]
    if first.saturated == last.saturated:
        state = "saturated" if first.saturated else "not saturated"
        raise ReportError(
            f"{knee.path}={span.low}..{span.high}: {state} at both ends ({knee.criterion}: {first.figure:.4f} and {last.figure:.4f}, threshold "
            f"{knee.threshold:g}); take a wider range"
        )
