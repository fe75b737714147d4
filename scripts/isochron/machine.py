# SPDX-License-Identifier: Apache-2.0
"""Machines out of parts, built in Python and saved as machine files, which is all that the simulator reads.

>>> from isochron.machine import Machine, parts
>>> m = Machine("star", summary="four sources around a switch")
>>> switch = m.add("switch", parts.Switch(inputs=4, outputs=1, buffers=2))
>>> m.save("star.yaml")
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from isochron import machine_text, parts
from isochron.atomic import write_text
from isochron.errors import FileError, ReportError, SimulationError
from isochron.machine_body import Body, Connection, Declared, Entry, Place, Type, Use
from isochron.machine_expression import Expression
from isochron.machine_jobs import Jobs, Step
from isochron.machine_origins import caller, in_words
from isochron.machine_text import block, lines
from isochron.machine_values import (
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
from isochron.scenario import Scenario

if TYPE_CHECKING:
    from isochron.parts import JobOptions, TrafficOptions
    from isochron.simulator import Simulator

__all__ = ["Connection", "Declared", "Entry", "Expression", "Jobs", "Machine", "Metric", "Place", "Step", "Traffic", "Type", "Use", "parts"]

RUNS = ("measured", "until_done")
MEASURE = {"warm_up": "duration", "duration": "duration", "replications": "count", "confidence": "fraction", "seed": "count", "every": "duration", "series": ""}
# What a file calls its entries.
ENTRIES = {"parameters": "parameter", "types": "type", "ports": "port", "parts": "part", "traffic": "traffic", "jobs": "jobs", "metrics": "metric"}
KINDS = ("sum", "mean", "min", "max", "quantile", "ratio")
_TRAFFIC = {one.path: one for one in parts.TRAFFIC}
# Options that may be one of several weighted values, with their quantities.
_WEIGHTED = {"rate": "data_rate", "io": "size"}
# What the expressions of `via` may name.
_ENDS = ("source.node", "source.index", "sink.node", "sink.index", "way")
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
    """A figure of the machine: `kind` over the statistics that `of` matches; `at` of a quantile, `to` of a ratio; there where `when` holds."""

    kind: str
    of: str
    at: Value | None = None
    to: str | None = None
    about: str = ""
    when: Value | None = None

    def document(self) -> dict[str, Any]:
        """As a machine file has it."""
        more = {"at": self.at, "to": self.to, "about": self.about or None, "when": self.when}
        return {self.kind: self.of} | {key: one for key, one in more.items() if one is not None}


class Machine(Body):
    """A machine: parameters, types, parts, connections, traffic or jobs, and metrics, each checked when it is added.

    Unknown parts, parameters, ports, names and units are refused with a suggestion. What all of it comes to only the command
    judges: `check()` asks it.
    """

    def __init__(self, name: str, summary: str = "", *, source: str = "", runs: str = "measured"):
        super().__init__(self, require_name(name, "a machine"))
        if runs not in RUNS:
            raise ReportError(f"`runs` cannot be `{short(runs)}`; {meant(str(runs), RUNS)}")
        self.summary = require_text(summary, "summary")
        self.source = require_text(source, "source")
        self.runs = runs
        self.types: dict[str, Type] = {}
        self.flows: dict[str, Traffic] = {}
        self.works: dict[str, Jobs] = {}
        self.metrics: dict[str, Metric] = {}
        self.includes: list[Path] = []
        self.included: dict[str, Type] = {}  # types of files that it includes
        self.files: set[Path] = set()  # that were read for them

    @staticmethod
    def load(path: str | Path) -> Machine:
        """The machine of a file. ReportError where it is none, FileError where it cannot be read. Comments are lost."""
        from isochron.machine_reader import read  # noqa: PLC0415  (it reads machines, and so needs this)

        return read(Path(path))

    def type(self, name: str, about: str = "") -> Type:
        """A new type of the machine's own. Give it parameters, parts and ports, then call it for a part of it."""
        self.require_new_type(name)
        self.types[name] = Type(self, name, require_text(about, "about"))
        self.origins["types", name] = caller()
        return self.types[name]

    def require_new_type(self, name: str) -> None:
        """ReportError where no type can be added with this name."""
        require_name(name, "a type")
        if name in parts.LIBRARY:
            raise ReportError(f"`{name}` is a type of the library; give another name")
        if name in self.types or name in self.included:
            raise ReportError(f"the type `{name}` is there twice; give one another name")

    def include(self, path: str | Path) -> dict[str, Type]:
        """Makes the types of another file known and returns them by name. The saved file has the path from its own folder."""
        from isochron.machine_reader import read_types  # noqa: PLC0415  (likewise)

        file = Path(path).resolve()
        found = read_types(self, file)
        self.includes.append(file)
        return found

    def find_type(self, name: str) -> Type:
        """A type of the machine's own, or of a file that it includes. ReportError with a suggestion where there is none."""
        found = self.types.get(name) or self.included.get(name)
        if found is None:
            raise ReportError(f"unknown type `{short(name)}`; {meant(name, [*self.types, *self.included, *parts.LIBRARY])}")
        return found

    def traffic(
        self, name: str, from_: str | Place | Sequence[str | Place], to: str | Place | Sequence[str | Place] | Mapping[str | Place, Any], *,
        when: Any = None, **options: Unpack[TrafficOptions],
    ) -> None:  # fmt: skip
        """Adds traffic from the sources that `from_` matches to the sinks that `to` matches: `traffic("play", "disk[*]", "port[*]", rate="80 MB/s")`.

        Either may be a list: of parts that several of its paths match, the first counts. `to` may be a map of paths with weights, `{"a": 3, "b": 1}`:
        sinks are taken in turn, each as often as its weight says. `rate` is each source's, unless `per` says what has it together. isochron.parts.TrafficOptions lists all options. The saved file has the
        path of a trace (`file`) from its own folder.
        """
        self.add_traffic(name, from_, to, when, dict(options))

    def add_traffic(
        self,
        name: str,
        from_: str | Place | Sequence[str | Place],
        to: str | Place | Sequence[str | Place] | Mapping[str | Place, Any],
        when: Any,
        options: Mapping[str, Any],
    ) -> None:
        """`traffic` with the options as a map."""
        require_name(name, "traffic")
        if name in self.flows:
            raise ReportError(f"the traffic `{name}` is there twice; give one another name")
        kept = {path: self._option(path, one) for path, one in options.items() if one is not None}
        sinks, weights = (list(to), [self._expression(one, "a weight in `to`") for one in to.values()]) if isinstance(to, Mapping) else (to, [])
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
            if without_indices(rest) not in map(without_indices, one.statistics):
                raise ReportError(f"`{what}`: `{short(path)}`: a `{one.name}` has no statistic `{short(rest)}`; {meant(rest, one.statistics)}")
        return path

    def _option(self, path: str, given: Any) -> Value | Mapping[str, list[Value]] | list[str | Mapping[str, Value]]:
        if path == "per":
            return require_text(str(given), path)
        if path == "file":
            return str(Path(require_text(str(given), path)).resolve())
        if path == "via":
            return [self._via(one) for one in (given if isinstance(given, (list, tuple)) else [given])]
        if isinstance(given, Mapping) and path in _WEIGHTED:
            return self._weighted(path, given)
        if path != "rate" and path not in _TRAFFIC:
            raise ReportError(f"traffic has no option `{short(path)}`; {meant(path, ['rate', 'per', 'file', 'via', *_TRAFFIC])}")
        choices = _TRAFFIC[path].choices if path in _TRAFFIC else ()
        kept = self._expression(given, path, more=choices)
        require_quantity(kept, path, _TRAFFIC[path].quantity if path in _TRAFFIC else "data_rate", choices)
        return kept

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
        self, name: str, steps: Sequence[Step], *, let: Mapping[str, Any] | None = None, when: Any = None, **options: Unpack[JobOptions]
    ) -> None:
        """Work that passes from part to part: `jobs("frame", [Step("disk", to="controller"), Step("processor")], count=100, size="64 KiB")`.

        `let`: names for what is worked out for each job of its number `job`, which steps may have: `let={"n": "job mod nodes"}`.
        isochron.parts.JobOptions lists all options; a machine with jobs `runs="until_done"`.
        """
        self.add_jobs(name, steps, let or {}, when, dict(options))

    def add_jobs(self, name: str, steps: Sequence[Step], let: Mapping[str, Any], when: Any, options: Mapping[str, Any]) -> None:
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
        self.works[name] = Jobs(made, {one: given for one, given in names.items() if one != "job"}, condition, kept)

    def _job_option(self, path: str, given: Any) -> Value:
        if path not in _JOBS:
            raise ReportError(f"jobs have no option `{short(path)}`; {meant(path, _JOBS)}")
        kept = self._expression(given, path, more=_JOBS[path].choices)
        require_quantity(kept, path, _JOBS[path].quantity, _JOBS[path].choices)
        return kept

    def _step(self, step: Step, name: str, names: Mapping[str, Value]) -> Step:
        if not isinstance(step, Step):
            raise ReportError(f"{short(step)} is no step of `{name}`; give Step(...)")
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
        return Step(str(step.at), None if step.to is None else str(step.to), when, requests, own, require_text(step.hold_until, "hold_until"))

    def metric(
        self, name: str, *, sum: str | Place | None = None, mean: str | Place | None = None, min: str | Place | None = None,
        max: str | Place | None = None, quantile: str | Place | None = None, ratio: str | Place | None = None, at: Any = None,
        to: str | Place | None = None, about: str = "", when: Any = None,
    ) -> None:  # fmt: skip
        """A figure over the statistics of parts: `metric("throughput", sum="sink[*].bandwidth")`.

        One of sum, mean, min, max, quantile (`at="95 %"`) and ratio (`to` is what it is divided by; both are summed). `when`: for parameters with
        which its parts are there.
        """
        kinds = dict(zip(KINDS, (sum, mean, min, max, quantile, ratio), strict=True))
        self.add_metric(name, {key: one for key, one in {**kinds, "at": at, "to": to, "about": about, "when": when}.items() if one is not None})

    def add_metric(self, name: str, given: Mapping[str, Any]) -> None:
        """`metric` with its keys as a map."""
        require_dotted(name, "a metric")
        if name in self.metrics:
            raise ReportError(f"the metric `{name}` is there twice; give one another name")
        kinds = [kind for kind in KINDS if kind in given]
        if len(kinds) != 1:
            raise ReportError(f"the metric `{name}` is not one of {', '.join(KINDS)}; give one: sum=\"sink[*].bandwidth\"")
        kind = kinds[0]
        for key, owner in (("at", "quantile"), ("to", "ratio")):
            if (key in given) != (kind == owner):
                raise ReportError(f"the metric `{name}`: a {kind} {f'needs {key}=...' if kind == owner else f'has no {key}'}")
        at = self._expression(given["at"], "at") if "at" in given else None
        to = self._require_statistics(given["to"], "to") if "to" in given else None
        of = self._require_statistics(given[kind], kind)
        when = self._expression(given["when"], "when") if "when" in given else None
        self.origins["metrics", str(name)] = caller()
        self.metrics[str(name)] = Metric(kind, of, at, to, require_text(given.get("about", ""), "about"), when)

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
            "types": {name: one.document() for name, one in self.types.items()},
            "parts": body.get("parts"),
            "connect": body.get("connect"),
            "traffic": [one.document(name, (folder or Path()).resolve()) for name, one in self.flows.items()],
            "jobs": [one.document(name) for name, one in self.works.items()],
            "metrics": {name: one.document() for name, one in self.metrics.items()},
        }
        return {key: one for key, one in entries.items() if one}

    def text(self, folder: Path | None = None) -> str:
        """The machine file that stands in `folder`; here without one."""
        return block(self.document(folder))

    def save(self, path: str | Path) -> Path:
        """Writes the machine file, whole or not at all. It is named as the machine: NAME.yaml."""
        file = Path(path)
        if file.suffix != ".yaml" or file.stem != self.name:
            raise ReportError(f"{file}: a machine file is named as its machine; save it as {file.parent / f'{self.name}.yaml'}")
        try:
            return write_text(file, self.text(file.parent))
        except OSError as error:
            raise FileError(f"{file}: {error.strerror}; save it where you may write") from None

    def scenario(
        self, folder: str | Path, *, name: str = "", title: str = "", parameters: Mapping[str, Any] | None = None, measure: Mapping[str, Any] | None = None
    ) -> Scenario:
        """Saves the machine and a scenario of it, `NAME_run.yaml` unless it has another name, in a folder; for `run` and `sweep`.

        `parameters`: what the machine's parameters are. `measure`: warm_up, duration, replications, confidence, seed, every, series (figures).
        """
        label = require_name(name or f"{self.name}_run", "a scenario")
        if label == self.name:
            raise ReportError(f"the scenario `{label}` has the name of its machine; give it another")
        maps = {"parameters": self._given(parameters or {}), "measure": self._measured(measure or {})}
        self.save(Path(folder) / f"{self.name}.yaml")
        entries = {"system": f"./{self.name}.yaml", "title": require_text(title, "title"), **maps}
        file = Path(folder) / f"{label}.yaml"
        write_text(file, block({key: one for key, one in entries.items() if one}))
        return Scenario.load(file)

    def _given(self, parameters: Mapping[str, Any]) -> dict[str, Value]:
        kept = {}
        for path, one in parameters.items():
            declared = self.parameters.get(path)
            if declared is None:
                raise ReportError(f"the machine `{self.name}` has no parameter `{short(path)}`; {meant(path, self.parameters)}")
            kept[str(path)] = value(one, path)
            require_quantity(kept[str(path)], path, declared.type, declared.choices)
            require_within(kept[str(path)], declared.range, path)
        return kept

    def _measured(self, measure: Mapping[str, Any]) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        for key, one in measure.items():
            if key not in MEASURE:
                raise ReportError(f"`measure` has no `{short(key)}`; {meant(str(key), MEASURE)}")
            if self.runs == RUNS[1] and key in ("warm_up", "duration"):
                raise ReportError(f"`{self.name}` runs until its work is done, whatever `{key}` says; leave it out of `measure`")
            if key == "series":
                kept[key] = [require_text(name, "measure: series") for name in ([one] if isinstance(one, str) else one)]
                continue
            kept[key] = number = value(one, key)
            require_quantity(number, f"measure: {key}", MEASURE[key])
        return kept

    def check(self, simulator: Simulator | None = None) -> dict[str, Any]:
        """Asks the command what it says of the machine, as `isochron explain --json`.

        SimulationError with its message where it refuses it, with the line of the program that made what is wrong.
        """
        from isochron.simulator import Simulator as Command  # noqa: PLC0415  (its results need pandas, which takes a second to load)

        with tempfile.TemporaryDirectory() as folder:
            scenario = self.scenario(folder)
            try:
                return (simulator or Command.find()).explain(scenario)
            except SimulationError as error:
                told = str(error).replace(f"{scenario.path.parent}{os.sep}", "").replace(f"{folder}{os.sep}", "")
                written = [path for _, path in lines(self.document(Path(folder)))]
                raise SimulationError(in_words(told, f"{self.name}.yaml", written, self._made), error.exit_code) from None

    def _made(self, path: machine_text.Path) -> tuple[str, str]:
        """The name of an entry of the file, and the line of the program that made it."""
        owner = self.types[str(path[1])] if path[0] == "types" and len(path) > 1 else None
        body: Body = owner or self
        kind, at = path[2:4] if owner is not None and len(path) > 3 else (path[0], path[1]) if len(path) > 1 else ("", "")
        if kind == "connect":
            joined = body.connections[int(at)]
            return f"the connection from `{joined.from_}` to `{joined.to}`", body.origins.get(("connect", at), "")
        if kind in ("traffic", "jobs"):
            at = list(self.flows if kind == "traffic" else self.works)[int(at)]
        name = str(at).partition("[")[0]
        if kind not in ENTRIES:
            return f"the machine `{self.name}`", ""
        return f"the {ENTRIES[str(kind)]} `{name}`" + (f" of `{body.name}`" if body is not self and kind != "types" else ""), body.origins.get((str(kind), name), "")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Machine):
            return NotImplemented
        compared = ("name", "summary", "source", "runs", "includes", "parameters", "types", "parts", "connections", "flows", "works", "metrics")
        return all(getattr(self, one) == getattr(other, one) for one in compared)

    __hash__ = None  # type: ignore[assignment]
