# SPDX-License-Identifier: Apache-2.0
"""Which points of a parameter space are simulated: the values of each parameter, and the points that they span."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from isochron.errors import ReportError, SimulationError
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario, setting_text
from isochron.units import setting, si, stored, unit_of

# More values are a mistake in a range rather than a wish.
MOST_VALUES = 10_000
MOST_POINTS = 1_000_000

_MEASURE = {"warm_up": ("warm_up_s", "s"), "duration": ("duration_s", "s"), "replications": ("replications", "1"),
            "confidence": ("confidence", "1"), "seed": ("seed", "1")}  # fmt: skip


@dataclass(frozen=True)
class Span:
    """ "180MB/s..320MB/s" with an optional step ":20MB/s"."""

    low: str
    high: str
    step: str = ""

    @staticmethod
    def parse(text: str) -> Span | None:
        """None for a text that is no range. ReportError for half of one."""
        if ".." not in text:
            return None
        match = re.fullmatch(r"\s*([^:]+?)\s*\.\.\s*([^:]+?)\s*(?::\s*([^:]+?)\s*)?", text)
        if not match:
            raise ReportError(f"{text}: not a range; write low..high or low..high:step, such as 3..7 or 180MB/s..320MB/s:20MB/s")
        return Span(match[1], match[2], match[3] or "")


@dataclass(frozen=True)
class Axis:
    """A parameter and its values, as a scenario writes them and in SI units (None for a text that the simulator refuses)."""

    path: str
    unit: str
    texts: tuple[str, ...]
    values: tuple[Any, ...]


def parse_vary(texts: Iterable[str]) -> dict[str, str | list[str]]:
    """Varied parameters by path, from `--vary path=values`: a range's text, or a list of values' texts."""
    varied: dict[str, str | list[str]] = {}
    for text in texts:
        path, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not path or not values:
            raise ReportError(f"--vary {text}: not path=values; write path=a..b, path=a..b:step or path=a,b,c")
        if path in varied:
            raise ReportError(f"--vary {text}: {path} is varied twice; give all its values at once")
        varied[path] = values if Span.parse(values) else _split(values)
        if not varied[path]:
            raise ReportError(f"--vary {text}: no values; write path=a..b, path=a..b:step or path=a,b,c")
    return varied


def axes(simulator: Simulator, scenario: Scenario, varied: Mapping[str, Any], *, between: bool = False) -> list[Axis]:
    """Every parameter with its values. A value may be refused, and is then a point that fails; ReportError if all are.

    `between`: a range without a step has as many values as are worth telling apart, MOST_VALUES at most.
    """
    return [_axis(simulator, scenario, path, values, between) for path, values in varied.items()]


def fitting(simulator: Simulator, scenario: Scenario, varied: Mapping[str, Any]) -> Scenario:
    """The scenario, or with the first or the last of all varied values where its machine fits together only with them.

    SimulationError about the scenario itself where neither helps.
    """
    try:
        simulator.explain(scenario)
    except SimulationError:
        ends = {path: _first_and_last(values) for path, values in varied.items()}
        for end in (0, 1):
            changed = scenario.with_({path: texts[end] for path, texts in ends.items() if texts})
            try:
                simulator.explain(changed)
            except SimulationError:
                continue
            return changed
        raise
    return scenario


def grid(spanned: Sequence[Axis]) -> list[dict[str, str]]:
    """Every combination, the first parameter slowest."""
    count = 1
    for axis in spanned:
        count *= len(axis.texts)
    if count > MOST_POINTS:
        raise ReportError(f"{count} points are more than {MOST_POINTS}; vary less, or draw some with --design lhs --points N")
    paths = [axis.path for axis in spanned]
    return [dict(zip(paths, texts, strict=True)) for texts in itertools.product(*(axis.texts for axis in spanned))]


def together(spanned: Sequence[Axis]) -> list[dict[str, str]]:
    """Point i has the i-th value of every parameter; all have as many. ReportError where they have not."""
    counts = {axis.path: len(axis.texts) for axis in spanned}
    if len(set(counts.values())) != 1:
        listed = ", ".join(f"{path} {count}" for path, count in counts.items())
        raise ReportError(f"--design list takes as many values of each parameter; there are of {listed}")
    paths = [axis.path for axis in spanned]
    return [dict(zip(paths, texts, strict=True)) for texts in zip(*(axis.texts for axis in spanned), strict=True)]


def latin_hypercube(spanned: Sequence[Axis], points: int, seed: int) -> list[dict[str, str]]:
    """`points` points of which each parameter's values are spread evenly over its list (McKay, Beckman and Conover 1979).

    The same seed draws the same points. A range's values are all those between its ends (`axes` with `between`).
    """
    from scipy.stats import qmc  # noqa: PLC0415  (a second to load)

    if not 1 <= points <= MOST_VALUES:
        raise ReportError(f"--points {points}: a Latin hypercube takes 1 to {MOST_VALUES} points")
    draws = qmc.LatinHypercube(len(spanned), rng=seed).random(points)
    return [{axis.path: axis.texts[int(draw * len(axis.texts))] for axis, draw in zip(spanned, row, strict=True)} for row in draws]


def resolve(simulator: Simulator, scenario: Scenario, path: str, text: str) -> tuple[Any, str]:
    """A parameter's value in SI units and its unit, as `stored` takes it, as the simulator reads it. SimulationError if it refuses."""
    explained = simulator.explain(scenario.with_({path: text}))
    kind, _, rest = path.partition(".")
    if kind == "measure":
        key, unit = _MEASURE.get(rest, ("", "1"))
        return explained["measure"].get(key), unit
    if kind == "instances":
        found = next(i for i in explained["instances"] if f"{i['pattern']}.{i['path']}" == rest)
    else:
        found = next((p for p in explained["parameters"] if p["path"] == path), None)
        if found is None:
            raise ReportError(f"{path} is no parameter of its own; `isochron explain {scenario.path.name}` shows them")
    return found["value"], unit_of(found)


def span_of(simulator: Simulator, scenario: Scenario, path: str, span: Span) -> tuple[int, int, str]:
    """Both ends of a range as the simulator stores them, and the unit of `stored`. ReportError for an empty one or one of names."""
    low, high, unit = _ends(simulator, scenario, path, span)
    shares = unit == "1" and any(isinstance(end, float) and not end.is_integer() for end in (low, high))
    if isinstance(low, bool) or not all(isinstance(end, (int, float)) for end in (low, high)) or shares:
        raise ReportError(f"{path}={span.low}..{span.high}: {path} has no values between others; list them: {path}={span.low},{span.high}")
    first, last = stored(low, unit), stored(high, unit)
    if first >= last:
        raise ReportError(f"{path}={span.low}..{span.high}: an empty range; the smaller value comes first")
    return first, last, unit


def _ends(simulator: Simulator, scenario: Scenario, path: str, span: Span) -> tuple[Any, Any, str]:
    """Both ends in SI units. One of two plain numbers, which are counts, may be refused: that is a point that fails."""
    if not all(re.fullmatch("[0-9]+", end) for end in (span.low, span.high)):
        (low, unit), (high, _) = (resolve(simulator, scenario, path, end) for end in (span.low, span.high))
        return low, high, unit
    try:
        _, unit = resolve(simulator, scenario, path, span.high)
    except SimulationError:
        _, unit = resolve(simulator, scenario, path, span.low)
    return int(span.low), int(span.high), unit


def _listed(values: Any) -> list[str]:
    """Texts of values that are no range."""
    listed = _split(values) if isinstance(values, str) else values if isinstance(values, Iterable) else [values]
    return [setting_text(value) for value in listed]


def _first_and_last(values: Any) -> tuple[str, str] | None:
    span = Span.parse(values) if isinstance(values, str) else None
    if span:
        return span.low, span.high
    listed = _listed(values)
    return (listed[0], listed[-1]) if listed else None


def _axis(simulator: Simulator, scenario: Scenario, path: str, values: Any, between: bool) -> Axis:
    span = Span.parse(values) if isinstance(values, str) else None
    if span:
        return _range(simulator, scenario, path, span, between)
    texts = _listed(values)
    if not texts:
        raise ReportError(f"{path}: no values to vary over")
    resolved, unit, refused = [], "1", None
    for text in texts:
        try:
            value, unit = resolve(simulator, scenario, path, text)
            resolved.append(value)
        except SimulationError as error:
            refused = refused or error
            resolved.append(None)
    if refused and all(value is None for value in resolved):
        raise refused
    return Axis(path, si(unit), tuple(texts), tuple(resolved))


def _range(simulator: Simulator, scenario: Scenario, path: str, span: Span, between: bool) -> Axis:
    first, last, unit = span_of(simulator, scenario, path, span)
    if span.step:
        step = _step(path, span, last)
    elif between:
        step = max(1, -((first - last) // MOST_VALUES))
    elif unit == "1":
        step = 1
    else:
        raise ReportError(f"{path}={span.low}..{span.high}: needs a step here, such as {path}={span.low}..{span.high}:{span.low}")
    if step < 1:
        raise ReportError(f"{path}: a step of {span.step} leads nowhere")
    count = (last - first) // step + 1
    if count > MOST_VALUES + 1:
        raise ReportError(f"{path}: {count} values are more than {MOST_VALUES}; take a larger step")
    wholes = range(first, last + 1, step)
    value = (lambda whole: whole) if unit in ("1", "B", "Hz", "bit") else (lambda whole: whole / stored(1, unit))
    return Axis(path, si(unit), tuple(setting(whole, unit) for whole in wholes), tuple(value(whole) for whole in wholes))


def _step(path: str, span: Span, last: int) -> int:
    """A step as the simulator would store it: it is in the unit of the range's end, whose value is known."""
    number = r"([0-9]+[.]?[0-9]*|[.][0-9]+)\s*(.*)"
    end, step = re.fullmatch(number, span.high), re.fullmatch(number, span.step)
    if not end or not step or end[2] != step[2]:
        raise ReportError(f"{path}: write the step {span.step} in the unit of {span.high}")
    return round(Decimal(last) * Decimal(step[1]) / Decimal(end[1]))


def _split(text: str) -> list[str]:
    """At the commas outside brackets."""
    parts = re.findall(r"(?:[^,\[\{]|\[[^\]]*\]|\{[^}]*\})+", text)
    return [part.strip() for part in parts if part.strip()]
