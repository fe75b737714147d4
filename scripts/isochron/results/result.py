# SPDX-License-Identifier: Apache-2.0
"""A result of `isochron run --json`: loaded, checked against its schema, with typed access. Values are in SI units."""

from __future__ import annotations

import base64
import math
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy
import pandas

from isochron.errors import ReportError
from isochron.files.documents import parse_json, read_json
from isochron.files.shapes import Shape
from isochron.repository import REPOSITORY

NAME = "isochron.result/1"
LONGEST_PROBLEM = 300
SHAPE = Shape(REPOSITORY / "tlm/isochron/scenario/result.schema.json")


@dataclass(frozen=True)
class Metric:
    """A figure over the instances of a part and over the replications. `half_width` is None with one replication.

    `n`: replications that have a sample. Where none has one, since nothing arrived, say, it is 0, and `mean` is NaN.
    """

    unit: str
    mean: float
    half_width: float | None
    n: int
    min: float | None
    max: float | None


@dataclass(frozen=True)
class Flow:
    """A traffic that asks at a rate of its own: what it asked for in the window, what of it arrived, and whether the machine keeps up.

    Amounts are in `unit`: bytes, pieces ("1"), or seconds of streams. `growth` is of the backlog where it is judged, with what was `lost`, as a
    share of what was asked for meanwhile; `uncertainty` is of that share. `verdict` is "keeps_up", "in_doubt" or "falls_behind".
    """

    unit: str
    generated: float
    delivered: float
    backlog_start: float
    backlog_end: float
    growth: float
    uncertainty: float
    verdict: str
    reason: str
    lost: float = 0.0


# The later the worse.
VERDICTS = ("keeps_up", "in_doubt", "falls_behind")


@dataclass(frozen=True)
class Series:
    """A figure over time: value i covers [i, i + 1) times `interval_s` from the start, warm-up included; NaN without a sample."""

    unit: str
    interval_s: float
    values: list[float]


@dataclass(frozen=True)
class Published:
    """A number that the paper prints, with what the run gave for it; both in SI units, or words."""

    id: str
    where: str
    unit: str
    published: Any
    simulated: Any
    error: float | None
    band: tuple[float | None, float | None] | None
    role: str
    ok: bool | None
    reason: str
    at: str  # the point of a series that it is compared at


class Point:
    """Measurements at one setting of the parameters."""

    def __init__(self, document: dict[str, Any]):
        self._document = document

    @property
    def parameters(self) -> dict[str, Any]:
        """In a result: the parameters that do not vary, as a tree. In a point of a series: those that vary, by dotted path."""
        return self._document["parameters"]

    @property
    def simulated_s(self) -> float:
        """Simulated seconds of a replication, warm-up included: the mean, since those of a machine that runs until its work
        is done differ. In a result with a series it is the mean over all points."""
        return self._document["simulated_s"]

    @cached_property
    def metrics(self) -> dict[str, Metric]:
        """All metrics by name."""
        return {name: _metric(m) for name, m in self._document.get("metrics", {}).items()}

    @cached_property
    def percentiles(self) -> dict[str, Metric]:
        """Percentiles and extremes of all distributions, such as "delay.p99" and "delay.max"."""
        names = [f"{name}.{field}" for name, m in self._document.get("metrics", {}).items() for field in _percentiles(m)]
        return {name: self.metric(name) for name in names}

    def metric(self, name: str) -> Metric:
        """A metric by its name, or a field of one: "raid.bandwidth", "delay.p99", "delay.max"; a ReportError that names it if there is none.

        The interval of a field is that of the replications' own values: of the largest delay in each, say.
        """
        if name in self.metrics:
            return self.metrics[name]
        base, _, field = figure_name(name).rpartition(".")
        found = self._document.get("metrics", {}).get(base, {})
        if field in found and field not in ("unit", "half_widths"):
            if field == "mean":
                return self.metrics[base]
            unit = "1" if field == "n" else found["unit"]
            return Metric(unit, _or_nan(found[field]), found.get("half_widths", {}).get(field), found.get("n", 1), None, None)
        if self._document.get("points"):
            raise ReportError(f"{name}: the scenario varies parameters itself; each of the result's points has its metrics")
        raise ReportError(f"the result has no metric {name}; it has {', '.join(sorted(self.metrics))}")

    @cached_property
    def flows(self) -> dict[str, Flow]:
        """Every traffic that asks at a rate of its own, by name; empty where the machine is asked for all it can give."""
        return {name: Flow(**flow) for name, flow in self._document.get("flows", {}).items()}

    @property
    def verdict(self) -> str | None:
        """The worst verdict of the flows; None where there are none."""
        return max((flow.verdict for flow in self.flows.values()), key=VERDICTS.index, default=None)

    def sampled(self, name: str) -> Metric | None:
        """A metric or a field of one; None where it has no sample here: nothing arrived, or the machine has no such part at this point."""
        try:
            metric = self.metric(name)
        except ReportError:
            return None
        return None if math.isnan(metric.mean) else metric

    @property
    def components(self) -> dict[str, dict[str, float | None]]:
        """Statistics of each instance by its name in the machine; None for one that has no value there."""
        return self._document.get("components", {})

    @property
    def components_half_width(self) -> dict[str, dict[str, float | None]]:
        """Half widths of the confidence intervals of `components`; empty with one replication."""
        return self._document.get("components_half_width", {})

    def component_values(self, statistic: str, kind: str) -> dict[str, float]:
        """One statistic of every instance of a kind ("raid" is "node[3].raid[1]" and so on) that has it, in the machine's order."""
        return {
            name: value
            for name, values in sorted(self.components.items(), key=lambda item: _indices(item[0]))
            if name.rpartition(".")[2].partition("[")[0] == kind and (value := values.get(statistic)) is not None
        }

    @property
    def histograms(self) -> dict[str, dict[str, Any]]:
        """Histograms by name: unit, count, sum, min, max, and bins with lower and upper edge and count."""
        return self._document.get("histograms", {})

    @property
    def pictures(self) -> dict[str, numpy.ndarray]:
        """Pictures that the first replication kept, by name: grey values, a byte each, by line and column."""
        return {
            name: numpy.frombuffer(base64.b64decode(one["pixels"]), numpy.uint8).reshape(one["height"], one["width"])
            for name, one in self._document.get("pictures", {}).items()
        }

    @property
    def warnings(self) -> list[str]:
        """The simulator's warnings, such as saturation or a window that is too short. A series has those of all its points."""
        own = self._document.get("warnings", [])
        return own + [warning for point in self._document.get("points", []) for warning in point.get("warnings", [])]

    @cached_property
    def series(self) -> dict[str, Series]:
        """Figures over time by name."""
        return {
            name: Series(s["unit"], s["interval_s"], [_or_nan(value) for value in s["values"]]) for name, s in self._document.get("series", {}).items()
        }


class Result(Point):
    """One result document. If the scenario has `vary`, the measurements are in `points`."""

    def __init__(self, document: dict[str, Any], path: Path | None = None):
        super().__init__(document)
        self.path = path

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document as it was read."""
        return self._document

    @property
    def scenario(self) -> str:
        """The scenario's name."""
        return Path(self._document["scenario"]).stem

    @property
    def title(self) -> str:
        """A description of the scenario in one line."""
        return self._document["title"]

    @property
    def negative_control(self) -> bool:
        """The scenario is a reading that the paper's numbers rule out."""
        return self._document["negative_control"]

    @property
    def confidence(self) -> float:
        """Confidence level of all half widths."""
        return self._document["confidence"]

    @property
    def component_units(self) -> dict[str, str]:
        """Units of the statistics in `components`, by statistic."""
        return self._document["component_units"]

    @property
    def system(self) -> str:
        """The machine, such as "seachange_cluster"."""
        return self._document["system"]

    @property
    def from_file(self) -> bool:
        """The machine is one from a machine file, the library's among them."""
        return "machine_sha256" in self.provenance

    @property
    def performance(self) -> dict[str, float]:
        """The cost of the run; the only part that differs from one run to the next."""
        return self._document.get("performance", {})

    @property
    def provenance(self) -> dict[str, str]:
        """Version, commit, scenario's hash and fingerprint."""
        return self._document.get("provenance", {})

    def parameter(self, path: str, point: Point | None = None) -> Any:
        """The parameter at a dotted path such as "pci.slice_time", at a point of a series if one is given."""
        if point is not None and path in point.parameters:
            return point.parameters[path]
        value: Any = self.parameters
        for key in path.split("."):
            if not isinstance(value, dict) or key not in value:
                raise ReportError(f"{self.path or self.scenario}: there is no parameter {path}")
            value = value[key]
        return value

    @cached_property
    def points(self) -> list[Point]:
        """The points of a series; a single one for a scenario that varies nothing."""
        points = self._document.get("points") or []
        return [Point(point) for point in points] or [self]

    @cached_property
    def published(self) -> list[Published]:
        """The paper's numbers with this run's values."""
        return [
            Published(
                id=row["id"],
                where=row["where"],
                unit=row["unit"],
                published=row["published"],
                simulated=row["simulated"],
                error=row["error"],
                band=tuple(row["band"]) if row["band"] else None,
                role=row["role"],
                ok=row["ok"],
                reason=row.get("reason", ""),
                at=row.get("at", ""),
            )
            for row in self._document["published"]
        ]

    def points_frame(self) -> pandas.DataFrame:
        """A row a point: the varied parameters and of each metric its mean and half width."""
        rows = []
        for point in self.points:
            row = dict(point.parameters) if point is not self else {}
            for name, metric in point.metrics.items():
                row[name] = metric.mean
                row[f"{name}.half_width"] = metric.half_width
            rows.append(row)
        return pandas.DataFrame(rows)


def load(path: Path) -> Result:
    """Reads a result; refuses one that does not keep to the schema of results. FileError where it cannot be read."""
    return _whole(read_json(path, "run the scenario first (scripts/run)"), path)


def parse(content: bytes | str, place: object) -> Result:
    """A result from what the simulator printed or a cache kept. ReportError that names `place` where it is none."""
    return _whole(parse_json(content, place, "run the scenario again"), place)


def _whole(document: Any, place: object) -> Result:
    """The result, if it keeps to the schema."""
    if problem := violation(document):
        raise ReportError(f"{place}: not a result of this version, {problem[:LONGEST_PROBLEM]}; run the scenario again")
    return Result(document, place if isinstance(place, Path) else None)


def violation(document: Any) -> str | None:
    """The first place where a document violates the schema of results; None where it keeps to it."""
    schema = document.get("schema") if isinstance(document, dict) else None
    return SHAPE.violation(document) if schema == NAME else f"schema is not {NAME}"


def _metric(m: dict[str, Any]) -> Metric:
    return Metric(m["unit"], _or_nan(m["mean"]), m.get("half_width"), m.get("n", 1), m.get("min"), m.get("max"))


def figure_name(name: str) -> str:
    """As results write it: "delay.p99.9" is "delay.p999"."""
    return re.sub(r"\.p(\d+)\.(\d+)$", r".p\1\2", name)


def _percentiles(m: dict[str, Any]) -> list[str]:
    """Fields of a distribution beside its mean; another metric has none."""
    found = [field for field in m if re.fullmatch(r"p\d+", field)]
    return [*found, "min", "max"] if found else []


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value


def _indices(name: str) -> list[Any]:
    """Sort key of an instance name: its words and numbers, so that raid[10] comes after raid[9]."""
    parts = name.replace("[", " ").replace("]", " ").replace(".", " ").split()
    return [(1, int(p), "") if p.isdigit() else (0, 0, p) for p in parts]
