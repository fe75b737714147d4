# SPDX-License-Identifier: Apache-2.0
"""Descriptions of machines: everything that a machine file can contain."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Unpack

from isochron.errors import ReportError
from isochron.machine import parts
from isochron.machine.body import Body, Type, Types
from isochron.machine.entries import Place
from isochron.machine.groups import Preset
from isochron.machine.jobs import Jobs, Step
from isochron.machine.origins import caller
from isochron.machine.values import (
    Value,
    meant,
    require_dotted,
    require_expression,
    require_name,
    require_quantity,
    require_text,
    require_within,
    segments,
    short,
    value,
    without_indices,
)

if TYPE_CHECKING:
    from isochron.machine.parts import JobOptions, TrafficOptions

RUNS = ("measured", "until_done")
FAULTS = ("down", "slow", "random", "set", "bit_errors", "fail")
KINDS = ("sum", "mean", "min", "max", "quantile", "ratio")
FORMS = ("formula", *KINDS, "of")
_GROUP = ("statistics", "statistic", "series", "for")
_TRAFFIC = {one.path: one for one in parts.TRAFFIC}
# Options that may be one of several weighted values, with their quantities.
_WEIGHTED = {"rate": "data_rate", "io": "size"}
# What the expressions of `via` may name.
_ENDS = ("source.node", "source.index", "sink.node", "sink.index", "way")
_OF_ENDS = ("only", "order", "recorded_as")  # options that are expressions of the two ends
# What a machine file has of an array beside its disks: what it measures, and the names that it may have.
_DISK_ARRAY: dict[str, tuple[str, tuple[str, ...]]] = {
    "disks": ("count", ()), "tolerates": ("count", ()), "mttf_hours": ("fraction", ()), "repair_hours": ("fraction", ()),
    "law": ("choice", ("exponential", "fixed")), "repairs": ("choice", ("one", "all")),
}  # fmt: skip
_JOBS = {one.path: one for one in parts.JOBS}


@dataclass(frozen=True)
class Traffic:
    """Traffic from some parts to others."""

    from_: tuple[str, ...]
    to: tuple[str, ...]
    when: Value | None = None
    options: Mapping[str, Value | Mapping[str, list[Value]] | list[str | Mapping[str, Value]]] = field(default_factory=dict)
    weights: tuple[Value, ...] = ()  # of what each path in `to` matches; none: no weights

    def document(self, name: str, folder: Path) -> dict[str, Any]:
        """As a machine file in `folder` has it."""
        options = dict(self.options)
        if "file" in options:
            options["file"] = os.path.relpath(str(options["file"]), folder)
        sinks = dict(zip(self.to, self.weights, strict=True)) if self.weights else _one_or_list(self.to)
        return {"name": name} | ({} if self.when is None else {"when": self.when}) | {"from": _one_or_list(self.from_), "to": sinks, **options}


def _one_or_list(paths: tuple[str, ...]) -> str | list[str]:
    return paths[0] if len(paths) == 1 else list(paths)


@dataclass(frozen=True)
class Metric:
    """A figure of the machine: `kind` over the statistics that `of` matches; `at` of a quantile, `to` of a ratio; there where `when` holds.

    Of a `formula` `of` is its text; of a group, whose kind is "of", the parts, and `group` has the other keys.
    """

    kind: str
    of: str | tuple[str, ...]
    at: Value | None = None
    to: str | None = None
    about: str = ""
    when: Value | None = None
    group: tuple[tuple[str, Any], ...] = ()

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        more = {"at": self.at, "to": self.to, **dict(self.group), "about": self.about or None, "when": self.when}
        of = list(self.of) if isinstance(self.of, tuple) else self.of
        return {self.kind: of} | {key: one for key, one in more.items() if one is not None}


@dataclass(frozen=True)
class Bound:
    """What bounds call the parts that `of` matches, and say of them."""

    of: tuple[str, ...]
    about: str = ""

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        return {"of": _one_or_list(self.of)} | ({"about": self.about} if self.about else {})


@dataclass(frozen=True)
class OwnBound:
    """A bound by formulas over parameters, in place of what arithmetic says of parts."""

    capacity: Value
    number: Value | None = None
    each: Value | None = None
    whole: Value | None = None
    when: Value | None = None
    resource: str = ""
    about: str = ""

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        keys = ("when", "resource", "about", "number", "whole", "capacity", "each")
        return {key: one for key in keys if (one := getattr(self, key)) not in (None, "")}


@dataclass(frozen=True)
class DiskArray:
    """Parts that keep their data together while some of them have failed; `options` are what else a machine file has of it."""

    of: tuple[str, ...]
    per: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)
    about: str = ""

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        return {"of": _one_or_list(self.of)} | ({"per": self.per} if self.per else {}) | dict(self.options) | ({"about": self.about} if self.about else {})


class Description(Body):
    """Description of a machine: parameters, types, parts, connections, traffic or jobs, and metrics, each checked when it is added."""

    def __init__(self, name: str, summary: str = "", *, source: str = "", runs: str = "measured"):
        super().__init__(Types(), require_name(name, "a machine"))
        if runs not in RUNS:
            raise ReportError(f"`runs` cannot be `{short(runs)}`; {meant(str(runs), RUNS)}")
        self.summary = require_text(summary, "summary")
        self.source = require_text(source, "source")
        self.runs = runs
        self.presets: dict[str, dict[str, Preset]] = {}  # of choices, by their values
        self.flows: dict[str, Traffic] = {}
        self.works: dict[str, Jobs] = {}
        self.statistics: dict[str, Metric] = {}
        self.metrics: dict[str, Metric | tuple[Metric, ...]] = {}
        self.automatic_metrics = True
        self.bounds: dict[str, Bound | OwnBound] = {}
        self.run: dict[str, Value | dict[str, Value]] = {}  # driver, demand and estimate
        self.part_flows: dict[str, tuple[str, ...]] = {}
        self.faults: list[dict[str, Any]] = []
        self.pairs: dict[str, str] = {}  # links that are the two directions of a line
        self.groups: dict[str, Any] = {}  # patterns of parts that fail together
        self.failures: dict[str, dict[str, Any]] = {}  # parameters that the machine has once it knows of a failure
        self.rebuilding: dict[str, dict[str, Any]] = {}  # those from its return until it is rebuilt
        self.disk_arrays: dict[str, DiskArray] = {}
        self.includes: list[Path] = []
        self.files: set[Path] = set()  # read for the types of files that it includes

    @property
    def types(self) -> dict[str, Type]:
        """The machine's own types by name."""
        return self._types.own

    def type(self, name: str, about: str = "") -> Type:
        """A new type of the machine's own. Give it parameters, parts and ports, then call it for a part of it."""
        self._types.require_new(name)
        self.types[name] = Type(self._types, name, require_text(about, "about"))
        self.origins["types", name] = caller()
        return self.types[name]

    def include_type(self, name: str, about: str = "") -> Type:
        """A new type, which stands in a file that the machine includes."""
        self._types.require_new(name)
        self._types.included[name] = Type(self._types, name, about)
        return self._types.included[name]

    def find_type(self, name: str) -> Type:
        """A type of the machine's own, or of a file that it includes. ReportError with a suggestion where there is none."""
        return self._types.find(name)

    def preset(self, parameter: str, choice: str, sets: Mapping[str, Any], *, source: str = "") -> None:
        """Defaults of other parameters where `parameter`, a choice, is `choice`: `preset("host", "workstation", {"latency": "552 ns", "card.tags": 32})`.

        A parameter that a scenario sets has the scenario's value. `source`: where the values come from.
        """
        declared = self.parameters.get(parameter)
        if declared is None:
            choices = [name for name, one in self.parameters.items() if one.type == "choice"]
            raise ReportError(f"a preset: there is no parameter `{short(parameter)}`; {meant(str(parameter), choices)}")
        if declared.type != "choice":
            raise ReportError(f"`{parameter}` is a {declared.type}, and only the values of a choice have presets; declare it as one")
        if choice not in declared.choices:
            raise ReportError(f"`{parameter}` cannot be `{short(choice)}`, so that this has no preset; {meant(str(choice), declared.choices)}")
        if choice in self.presets.get(parameter, {}):
            raise ReportError(f"the preset `{parameter}: {choice}` is there twice; give one another value")
        for other, presets in self.presets.items():
            if any(parameter in one.sets for one in presets.values()):
                raise ReportError(f"`{parameter}`, which a preset of `{other}` sets, cannot have presets of its own; remove one of the two")
        name = f"{parameter}: {choice}"
        kept = {str(path): self._preset_value(name, str(parameter), str(path), one) for path, one in sets.items()}
        self.presets.setdefault(str(parameter), {})[str(choice)] = Preset(kept, require_text(source, "source"))
        self.origins["presets", str(parameter)] = caller()

    def _preset_value(self, name: str, parameter: str, path: str, given: Any) -> Value | list[Value]:
        """What the preset `name` of `parameter` sets the parameter `path` to. ReportError where it cannot."""
        setters = [other for other, presets in self.presets.items() if any(path in one.sets for one in presets.values())]
        if path not in self.parameters:
            raise ReportError(f"the preset `{name}` sets `{short(path)}`, which is no parameter; {meant(path, self.parameters)}")
        if path == parameter:
            raise ReportError(f"the preset `{name}` sets `{path}` itself; remove it")
        if path in self.presets:
            raise ReportError(f"the preset `{name}` sets `{path}`, which has presets of its own; remove it")
        for other in setters:
            if other != parameter:
                raise ReportError(f"`{path}` is set by presets of `{other}` and of `{parameter}`; let the presets of one parameter alone set it")
        declared = self.parameters[path]
        what = f"{path} of the preset {name}"
        kept = [value(one, what) for one in given] if isinstance(given, (list, tuple)) else value(given, what)
        for one in kept if isinstance(kept, list) else [kept]:
            require_quantity(one, what, declared.type, declared.words)
            require_within(one, declared.range, what)
        if declared.type == "choice" and kept not in declared.choices:
            raise ReportError(f"`{what}` cannot be `{short(kept)}`; {meant(str(kept), declared.choices)}")
        return kept

    def traffic(
        self, name: str, from_: str | Place | Sequence[str | Place], to: str | Place | Sequence[str | Place] | Mapping[str | Place, Any], *,
        when: Any = None, **options: Unpack[TrafficOptions],
    ) -> None:  # fmt: skip
        """Adds traffic from the sources that `from_` matches to the sinks that `to` matches: `traffic("play", "disk[*]", "port[*]", rate="80 MB/s")`.

        Either may be a list: of parts that several of its paths match, the first counts. `to` may be a map of paths with weights, `{"a": 3, "b": 1}`:
        sinks are taken in turn, each as often as its weight says; a weight may be an expression of source and sink. `rate` is each source's, unless `per` says what has it together. isochron.machine.parts.TrafficOptions lists all options. The saved file has the
        path of a trace (`file`) from its own folder. The option `class`, a word of Python's, is `class_` here.
        """
        self.add_traffic(name, from_, to, when, {path.removesuffix("_"): one for path, one in options.items()})

    def add_traffic(
        self,
        name: str,
        from_: str | Place | Sequence[str | Place],
        to: str | Place | Sequence[str | Place] | Mapping[str | Place, Any] | Mapping[str, Any],
        when: Any,
        options: Mapping[str, Any],
    ) -> None:
        """`traffic` with the options as a map."""
        require_name(name, "traffic")
        if name in self.flows:
            raise ReportError(f"the traffic `{name}` is there twice; give one another name")
        kept = {path: self._option(path, one) for path, one in options.items() if one is not None}
        sinks, weights = (list(to), [self._expression(one, "a weight in `to`", dict.fromkeys(_ENDS, 0)) for one in to.values()]) if isinstance(to, Mapping) else (to, [])
        ends = (self._require_parts(from_, "from"), self._require_parts(sinks, "to"))
        self.origins["traffic", name] = caller()
        self.flows[name] = Traffic(*ends, None if when is None else self._expression(when, "when"), kept, tuple(weights))

    def _require_parts(self, given: str | Place | Sequence[str | Place], what: str) -> tuple[str, ...]:
        """Patterns of parts. ReportError for one that goes on to a port."""
        listed = [given] if isinstance(given, (str, Place)) else list(given)
        if not listed:
            raise ReportError(f"`{what}` is an empty list; give the path of a part, or several")
        paths = tuple(self._require_pattern(one, what) for one in listed)
        for path in paths:
            found, rest = self._split(path)
            if found and rest:
                raise ReportError(f"`{what}`: `{short(path)}` goes on to `{short(rest)}` within a `{found[0].name}`; name the part alone: {path.removesuffix(f'.{rest}')}")
        return paths

    def _require_statistics(self, given: str | Place, what: str) -> str:
        """A pattern of statistics. ReportError for one that the parts do not have."""
        path = self._require_pattern(given, what)
        found, rest = self._split(path)
        for one in found:
            if not rest:
                raise ReportError(f"`{what}`: `{short(path)}` names a part and no statistic of it; {meant('', one.statistics)}")
            within = rest.partition(".")[0]
            if "[" in within and without_indices(within) not in {without_indices(name.partition(".")[0]) for name in one.statistics}:
                continue  # of parts within a part, such as the DMA engines of a controller, the command knows
            if not any(without_indices(rest) in map(without_indices, other.statistics) for other in found):
                raise ReportError(f"`{what}`: `{short(path)}`: a `{one.name}` has no statistic `{short(rest)}`; {meant(rest, one.statistics)}")
        return path

    def _option(self, path: str, given: Any) -> Value | Mapping[str, list[Value]] | list[str | Mapping[str, Value]]:
        if path == "per":
            return require_text(str(given), path)
        if path == "after":
            return self._leader(require_text(str(given), path))
        if path == "file":
            return str(Path(require_text(str(given), path)).resolve())
        if path == "via":
            return [self._via(one) for one in (given if isinstance(given, (list, tuple)) else [given])]
        if path in _OF_ENDS:
            return self._expression(given, path, dict.fromkeys(_ENDS, 0))
        if isinstance(given, Mapping) and path in _WEIGHTED:
            return self._weighted(path, given)
        if path != "rate" and path not in _TRAFFIC:
            raise ReportError(f"traffic has no option `{short(path)}`; {meant(path, ['rate', 'per', 'file', 'after', 'via', *_OF_ENDS, *_TRAFFIC])}")
        choices = _TRAFFIC[path].choices if path in _TRAFFIC else ()
        kept = self._expression(given, path, more=choices)
        require_quantity(kept, path, _TRAFFIC[path].quantity if path in _TRAFFIC else "data_rate", choices)
        return kept

    def _leader(self, name: str) -> str:
        """The name of a traffic that others may follow."""
        if name not in self.flows:
            raise ReportError(f"`after`: no traffic `{short(name)}` is there yet; {meant(name, self.flows)}")
        return name

    def _via(self, given: Any) -> str | Mapping[str, Value]:
        """A part that routes pass, or {"at": ..., "when": ...}."""
        if not isinstance(given, Mapping):
            return self._via_path(given)
        for key in given:
            if key not in ("at", "when"):
                raise ReportError(f"`via` has no `{short(key)}`; {meant(str(key), ['at', 'when'])}")
        if "at" not in given:
            raise ReportError('`via` has no `at`; give {"at": ...}, the path of a part')
        when = {"when": self._expression(given["when"], "when", dict.fromkeys(_ENDS, 0))} if "when" in given else {}
        return {"at": self._via_path(given["at"]), **when}

    def _via_path(self, given: Any) -> str:
        path = self._require_pattern(given, "via")
        for index in re.findall(r"\[([^\]]*)\]", path):
            if index != "*":
                self._expression(index, f"via: {path}", dict.fromkeys(_ENDS, 0))
        return path

    def _weighted(self, path: str, given: Mapping[str, Any]) -> Mapping[str, list[Value]]:
        for key in given:
            if key not in ("of", "weights"):
                raise ReportError(f"`{path}` has no `{short(key)}`; {meant(str(key), ['of', 'weights'])}")
        kept = {key: [self._expression(one, f"{path}.{key}") for one in items] for key, items in given.items()}
        for one in kept.get("of", []):
            require_quantity(one, path, _WEIGHTED[path], ())
        return kept

    def jobs(
        self, name: str, steps: Sequence[Step], *, let: Mapping[str, Any] | None = None, when: Any = None, asked_by: str = "",
        classes: Mapping[str, Any] | None = None, **options: Unpack[JobOptions],
    ) -> None:  # fmt: skip
        """Work that passes from part to part: `jobs("frame", [Step("disk", to="controller"), Step("processor")], count=100, size="64 KiB")`.

        `let`: names for what is worked out for each job of its number `job`, which steps may have: `let={"n": "job mod nodes"}`.
        `asked_by`: name of the part that asks for them; `classes`: jobs that have figures of their own, by a condition.
        isochron.machine.parts.JobOptions lists all options; a machine with jobs `runs="until_done"`.
        """
        self.add_jobs(name, steps, let or {}, when, dict(options), asked_by, classes or {})

    def add_jobs(
        self, name: str, steps: Sequence[Step], let: Mapping[str, Any], when: Any, options: Mapping[str, Any], asked_by: str = "",
        classes: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """`jobs` with the options as a map."""
        require_name(name, "jobs")
        if name in self.works:
            raise ReportError(f"the jobs `{name}` are there twice; give one another name")
        if name in self.parts:
            raise ReportError(f"`{name}` is a part too; give the jobs another name")
        kept = {path: self._job_option(path, one) for path, one in options.items() if one is not None}
        for needed in ("count", "size"):
            if needed not in kept:
                raise ReportError(f"the jobs `{name}` have no `{needed}`; give {needed}=...")
        names: dict[str, Value] = {"job": 0}
        for one, given in let.items():
            require_name(one, "a value")
            if one in self.parameters or one in names:
                raise ReportError(f"the name `{one}` is taken already; give it another")
            names[one] = self._expression(given, one, names)
        if not steps:
            raise ReportError(f"the jobs `{name}` have no steps; give [Step(...), ...]")
        made = tuple(self._step(step, name, names) for step in steps)
        for s, step in enumerate(made):
            later = [one.name for one in made[s + 1 :] if one.name]
            if step.name in later:
                raise ReportError(f"the step `{step.name}` is there twice; give one another name")
            if step.hold_until and step.hold_until not in later:
                raise ReportError(f"there is no later step `{short(step.hold_until)}`; {meant(step.hold_until, later)}")
        condition = None if when is None else self._expression(when, "when")
        self.origins["jobs", name] = caller()
        if asked_by:
            require_name(asked_by, "the part that asks for jobs")
        kinds = {require_name(one, "a class of jobs"): self._expression(given, one, names) for one, given in classes.items()}
        self.works[name] = Jobs(made, {one: given for one, given in names.items() if one != "job"}, condition, kept, asked_by, kinds)

    def _job_option(self, path: str, given: Any) -> Value:
        if path not in _JOBS:
            raise ReportError(f"jobs have no option `{short(path)}`; {meant(path, _JOBS)}")
        kept = self._expression(given, path, more=_JOBS[path].choices)
        require_quantity(kept, path, _JOBS[path].quantity, _JOBS[path].choices)
        return kept

    def _step(self, step: Step, name: str, names: Mapping[str, Value]) -> Step:
        if not isinstance(step, Step):
            raise ReportError(f"{short(step)} is no step of `{name}`; give Step(...)")
        each = {require_name(one, "a number of a step"): self._expression(count, one) for one, count in step.each.items()}
        if len(each) > 1 or (each and (step.to is None or step.requests is not None or step.hold_until)):
            raise ReportError("steps at the same time have one name in `each`, a `to`, and neither `requests` nor `hold_until`; leave out what is too much")
        for one in each:
            if one in self.parameters or one in names:
                raise ReportError(f"the name `{one}` is taken already; give it another")
        names = dict(names) | {one: 0 for one in each}
        for path in (step.at, *(() if step.to is None else (step.to,))):
            found = segments(require_text(str(path), "a step"), "a step")
            if found[0][0] not in self.parts:
                raise ReportError(f"`{short(path)}`: there is no part `{short(found[0][0])}`; {meant(found[0][0], self.parts)}")
            for _, indices in found:
                for index in indices:
                    require_expression(value(index, "a step"), f"a step: {path}", self._scope(names))
        when = None if step.when is None else self._expression(step.when, "when", names)
        requests = None if step.requests is None else self._expression(step.requests, "requests", names)
        own = require_name(step.name, "a step") if step.name else ""
        by = tuple(require_text(port, "by") for port in step.by)
        return Step(str(step.at), None if step.to is None else str(step.to), when, requests, own, require_text(step.hold_until, "hold_until"), by, each)

    def metric(
        self, name: str, *, sum: str | Place | None = None, mean: str | Place | None = None, min: str | Place | None = None,
        max: str | Place | None = None, quantile: str | Place | None = None, ratio: str | Place | None = None, at: Any = None,
        to: str | Place | None = None, about: str = "", when: Any = None, formula: str | None = None, of: str | Place | Sequence[str | Place] | None = None,
        statistics: Sequence[str] | None = None, statistic: str | None = None, series: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        """A figure over the statistics of parts: `metric("throughput", sum="sink[*].bandwidth")`.

        One of sum, mean, min, max, quantile (`at="95 %"`), ratio (`to` is what it is divided by; both are summed), `formula`, and `of`: a group over
        these parts, with NAME.STATISTIC for each of `statistics`, or NAME itself for `statistic`. `when`: for parameters with which its parts are there.
        """
        kinds = dict(zip(FORMS, (formula, sum, mean, min, max, quantile, ratio, of), strict=True))
        group = {"statistics": statistics, "statistic": statistic, "series": series}
        self.add_metric(name, {key: one for key, one in {**kinds, **group, "at": at, "to": to, "about": about, "when": when}.items() if one is not None})

    def statistic(self, path: str, **given: Any) -> None:
        """A statistic of a type's instances over what is in them, with the keys of a metric: `statistic("node[*].bandwidth", sum="disk[*].bandwidth")`."""
        require_text(path, "a statistic")
        if path in self.statistics:
            raise ReportError(f"the statistic `{short(path)}` is there twice; give one another name")
        self.statistics[path] = self._metric(path, given, path.rpartition(".")[0] + ".")

    def add_metric(self, name: str, given: Mapping[str, Any] | str | Sequence[Any]) -> None:
        """`metric` with its keys as a map; a group may be its parts alone, and several groups a list."""
        require_dotted(name, "a metric")
        if name in self.metrics:
            raise ReportError(f"the metric `{name}` is there twice; give one another name")
        entries = given if isinstance(given, (list, tuple)) else [given]
        made = tuple(self._metric(name, one if isinstance(one, Mapping) else {"of": one}) for one in entries)
        self.origins["metrics", str(name)] = caller()
        self.metrics[str(name)] = made[0] if len(made) == 1 else made

    def bound(self, name: str, of: str | Place | Sequence[str | Place], about: str = "") -> None:
        """What bounds call parts, and say of them: `bound("gige", "node[*].gige[*]", "GigE card")`."""
        require_dotted(name, "a bound")
        if name in self.bounds:
            raise ReportError(f"the bound `{short(name)}` is there twice; give one another name")
        listed = [of] if isinstance(of, (str, Place)) else of
        self.bounds[name] = Bound(tuple(self._require_pattern(one, "of") for one in listed), require_text(about, "about"))

    def own_bound(
        self, name: str, capacity: Any, *, number: Any = None, each: Any = None, whole: Any = None, when: Any = None, resource: str = "", about: str = "",
    ) -> None:  # fmt: skip
        """A bound by formulas over parameters: what one of `number` resources carries, and of that, if it is in another unit, what 1 of the driver asks of all.

        `whole`: the driver counts whole things. `resource`: its name in results, else `name`.
        """
        require_dotted(name, "a bound")
        if name in self.bounds:
            raise ReportError(f"the bound `{short(name)}` is there twice; give one another name")
        kept = {key: None if one is None else self._expression(one, key) for key, one in (("number", number), ("each", each), ("whole", whole), ("when", when))}
        self.bounds[name] = OwnBound(self._expression(capacity, "capacity"), **kept, resource=require_text(resource, "resource"), about=require_text(about, "about"))

    def driver(self, metric: str, *, demand: Any = None, when: Any = None) -> None:
        """The metric that says how much is done, and how much of it is asked for where `when` holds."""
        self.run["driver"] = require_text(metric, "driver")
        if demand is not None:
            formula = self._expression(demand, "demand")
            self.run["demand"] = formula if when is None else {"when": self._expression(when, "when"), "formula": formula}

    def estimate(self, *, events: Any = None, memory: Any = None) -> None:
        """What a run costs, by formulas over parameters, `time` and `asked`."""
        variables: dict[str, Value] = {"time": 0, "asked": 0}
        given = {"events": events, "memory": memory}
        self.run["estimate"] = {key: self._expression(one, key, variables) for key, one in given.items() if one is not None}

    def flow(self, name: str, of: str | Place | Sequence[str | Place]) -> None:
        """Parts that count together what is asked for, what arrives and what is lost: `flow("streams", ["senders", "viewers"])`."""
        require_dotted(name, "a flow")
        if name in self.part_flows:
            raise ReportError(f"the flow `{short(name)}` is there twice; give one another name")
        listed = [of] if isinstance(of, (str, Place)) else of
        self.part_flows[name] = tuple(self._require_pattern(one, "of") for one in listed)

    def fault(self, **what: Any) -> None:
        """What strikes parts during a run, as machine files have it: `fault(down="link[0]", at="1 ms", for_="20 us")`."""
        given = {key.rstrip("_"): one for key, one in what.items()}
        kinds = [kind for kind in FAULTS if kind in given]
        if len(kinds) != 1:
            raise ReportError(f"a fault is not one of {', '.join(FAULTS)}; give one: down=\"link[0]\"")
        parts = "on" if kinds[0] in ("set", "bit_errors") else kinds[0]
        if parts not in given:
            raise ReportError(f"a fault with `{kinds[0]}` strikes nothing; give on=\"link[0]\"")
        where = given.pop(parts)
        listed = where if isinstance(where, (list, tuple)) else [where]
        named = {parts: _one_or_list(tuple(self._require_pattern(one, parts) for one in listed))}
        self.faults.append(named | {key: self._fault_option(key, one) for key, one in given.items()})

    def _fault_option(self, key: str, given: Any) -> Any:
        if isinstance(given, Mapping):
            return {inner: self._fault_option(inner, one) for inner, one in given.items()}
        # Names, and those of a choice, or a parameter that is one.
        return require_text(given, key) if key in ("name", "scheme", "law") else self._expression(given, key)

    def disk_array(
        self, name: str, of: str | Place | Sequence[str | Place], mttf_hours: Any, repair_hours: Any, *, per: str | Place = "", disks: Any = None,
        tolerates: Any = None, law: Any = None, repairs: Any = None, about: str = "",
    ) -> None:  # fmt: skip
        """Disks that keep their data while at most `tolerates` of them (1) have failed: `disk_array("raid", "node[*].disk[*]", 1e6, 24, per="node[*]")`.

        `per`: what holds the disks of each array; without it all are one. `disks`: that each part stands for. `law`: "exponential" or "fixed" repair
        times. `repairs`: "one" disk of an array at a time, or "all" at once. `scripts/explore durability` says how long they keep their data.
        """
        require_name(name, "an array")
        if name in self.disk_arrays:
            raise ReportError(f"the array `{short(name)}` is there twice; give one another name")
        given = {"disks": disks, "tolerates": tolerates, "mttf_hours": mttf_hours, "repair_hours": repair_hours, "law": law, "repairs": repairs}
        kept = {}
        for key, one in given.items():
            if one is None:
                continue
            quantity, choices = _DISK_ARRAY[key]
            kept[key] = self._expression(one, key, more=choices)
            require_quantity(kept[key], key, quantity, choices)
        holder = self._require_pattern(per, "per") if str(per) else ""
        self.origins["arrays", name] = caller()
        self.disk_arrays[name] = DiskArray(self._require_parts(of, "of"), holder, kept, require_text(about, "about"))

    def _metric(self, name: str, given: Mapping[str, Any], scope: str = "") -> Metric:
        kinds = [kind for kind in FORMS if kind in given]
        if len(kinds) != 1:
            raise ReportError(f"the metric `{short(name)}` is not one of {', '.join(FORMS)}; give one: sum=\"sink[*].bandwidth\"")
        kind = kinds[0]
        for key, owner in (("at", "quantile"), ("to", "ratio")):
            if (key in given) != (kind == owner):
                raise ReportError(f"the metric `{name}`: a {kind} {f'needs {key}=...' if kind == owner else f'has no {key}'}")
        at = self._expression(given["at"], "at") if "at" in given else None
        to = self._within(given["to"], "to", scope) if "to" in given else None
        when = self._expression(given["when"], "when") if "when" in given and "for" not in given else given.get("when")
        group = tuple((key, given[key]) for key in _GROUP if given.get(key) is not None)
        if group and kind != "of":
            raise ReportError(f"the metric `{short(name)}`: {group[0][0]} goes with of=..., and a {kind} has none")
        listed = given[kind] if isinstance(given[kind], (list, tuple)) else [given[kind]]
        if kind == "formula":
            paths = tuple(require_text(one, kind) for one in listed)
        elif kind == "of":
            workloads = [*self.flows, *self.works]  # whose figures get other names
            paths = tuple(str(one) if str(one).partition(".")[0] in workloads else self._require_pattern(one, kind) for one in listed)
        else:
            paths = tuple(self._within(one, kind, scope) for one in listed)
        return Metric(kind, paths[0] if len(paths) == 1 else paths, at, to, require_text(given.get("about", ""), "about"), when, group)

    def _within(self, given: str | Place, what: str, scope: str) -> str:
        """A pattern of statistics that begins in a scope."""
        return self._require_statistics(f"{scope}{given}" if scope else given, what).removeprefix(scope)

    def document(self, folder: Path | None = None) -> dict[str, Any]:
        """As a machine file in `folder` has it."""
        body = super().document()
        entries = {
            "machine": self.name,
            "summary": self.summary,
            "source": self.source,
            "include": [os.path.relpath(path, (folder or Path()).resolve()) for path in self.includes],
            "runs": self.runs if self.runs != RUNS[0] else "",
            "parameters": body.get("parameters"),
            "presets": {name: {choice: one.document() for choice, one in presets.items()} for name, presets in self.presets.items()},
            **{key: body.get(key) for key in ("let", "checks")},
            "types": {name: one.document() for name, one in self.types.items()},
            "parts": body.get("parts"),
            "connect": body.get("connect"),
            "traffic": [one.document(name, (folder or Path()).resolve()) for name, one in self.flows.items()],
            "jobs": [one.document(name) for name, one in self.works.items()],
            "statistics": {path: one.document() for path, one in self.statistics.items()},
            "metrics": {name: [each.document() for each in one] if isinstance(one, tuple) else one.document() for name, one in self.metrics.items()},
        }
        entries |= self.run
        entries["bounds"] = {name: one.document() for name, one in self.bounds.items()}
        entries["flows"] = {name: _one_or_list(one) for name, one in self.part_flows.items()}
        entries["pairs"] = self.pairs
        entries["groups"] = self.groups
        entries["failures"] = self.failures
        entries["rebuilding"] = self.rebuilding
        entries["faults"] = self.faults
        entries["arrays"] = {name: one.document() for name, one in self.disk_arrays.items()}
        return {key: one for key, one in entries.items() if one} | ({} if self.automatic_metrics else {"automatic_metrics": False})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Description):
            return NotImplemented
        compared = ("name", "summary", "source", "runs", "includes", "declarations", "presets", "values", "checks", "types", "parts", "connections", "flows", "works", "statistics", "metrics", "automatic_metrics", "bounds", "run", "part_flows", "pairs", "groups", "failures", "rebuilding", "faults", "disk_arrays")
        return all(getattr(self, one) == getattr(other, one) for one in compared)

    __hash__ = None  # type: ignore[assignment]
