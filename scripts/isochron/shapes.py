# SPDX-License-Identifier: Apache-2.0
"""Whether a document has the shape that a reader computes with: quick enough for every point of a sweep, unlike its JSON Schema."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

NUMBER = (int, float)
MAYBE = (int, float, type(None))


@dataclass(frozen=True)
class Map:
    """An object with any keys."""

    of: Any


@dataclass(frozen=True)
class Listed:
    """A list."""

    of: Any


@dataclass(frozen=True)
class Optional:
    """A key that may be missing."""

    of: Any


_METRIC = {
    "unit": str,
    "mean": MAYBE,
    "half_width": Optional(MAYBE),
    "n": Optional(int),
    "min": Optional(MAYBE),
    "max": Optional(MAYBE),
    "half_widths": Optional(Map(NUMBER)),
} | {percentile: Optional(MAYBE) for percentile in ("p50", "p90", "p95", "p99", "p999")}
_SERIES = {"unit": str, "interval_s": NUMBER, "values": Listed(MAYBE)}
_FLOW = {"unit": str, "generated": NUMBER, "delivered": NUMBER, "backlog_start": NUMBER, "backlog_end": NUMBER, "growth": NUMBER, "uncertainty": NUMBER, "verdict": str, "reason": str}  # fmt: skip
_BIN = (dict, list)
_HISTOGRAM = {"unit": str, "count": NUMBER, "sum": NUMBER, "min": MAYBE, "max": MAYBE, "bins": Listed(_BIN)}
_MEASURED = {
    "parameters": dict,
    "simulated_s": NUMBER,
    "metrics": Map(_METRIC),
    "flows": Optional(Map(_FLOW)),
    "components": Map(Map(MAYBE)),
    "components_half_width": Optional(Map(Map(MAYBE))),
    "histograms": Optional(Map(_HISTOGRAM)),
    "series": Optional(Map(_SERIES)),
    "warnings": Optional(Listed(str)),
}
_ANY = object
PUBLISHED = {"id": str, "where": str, "unit": str, "published": _ANY, "simulated": _ANY, "error": MAYBE, "band": (list, type(None)), "role": str, "ok": (bool, type(None))}  # fmt: skip
RESULT = _MEASURED | {
    "scenario": str,
    "title": str,
    "system": str,
    "negative_control": Optional(bool),
    "instances": Optional(Map(dict)),
    "seed": int,
    "replications": int,
    "confidence": NUMBER,
    "component_units": Map(str),
    "points": Optional(Listed(_MEASURED)),
    "published": Listed(PUBLISHED),
    "performance": Map(MAYBE),
    "provenance": Map(str),
}
# Fields of a result of an older version that a comparison reads.
COMPARED = {
    "scenario": str,
    "system": str,
    "parameters": dict,
    "confidence": NUMBER,
    "seed": int,
    "replications": int,
    "metrics": Map(_METRIC),
    "points": Optional(Listed({"parameters": dict, "metrics": Optional(Map(_METRIC))})),
    "published": Listed(PUBLISHED),
    "performance": Map(MAYBE),
    "provenance": dict,
}


def misfit(value: Any, shape: Any, place: str = "") -> str | None:
    """Where a value is not of the shape, "metrics.delay.mean is missing"; None where it fits."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return f"{place or 'the document'} is no object"
        for key, of in shape.items():
            here = f"{place}.{key}" if place else key
            if key not in value:
                if not isinstance(of, Optional):
                    return f"{here} is missing"
            elif found := misfit(value[key], of.of if isinstance(of, Optional) else of, here):
                return found
        return None
    if isinstance(shape, Map):
        return _misfit_among(value.items(), shape.of, place) if isinstance(value, dict) else f"{place} is no object"
    if isinstance(shape, Listed):
        return _misfit_among(enumerate(value), shape.of, place) if isinstance(value, list) else f"{place} is no list"
    wanted = shape if isinstance(shape, tuple) else (shape,)
    boolean = isinstance(value, bool) and not {bool, object} & set(wanted)
    return f"{place} is of another kind" if boolean or not isinstance(value, wanted) else None


def _misfit_among(items: Iterable[tuple[Any, Any]], shape: Any, place: str) -> str | None:
    """The first misfit of what an object or a list holds."""
    return next((found for key, one in items if (found := misfit(one, shape, f"{place}.{key}"))), None)
