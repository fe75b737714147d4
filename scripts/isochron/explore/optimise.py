# SPDX-License-Identifier: Apache-2.0
"""The best machines for their cost: searches the parameters for the Pareto front of a metric against a price."""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import optuna
from sqlalchemy.exc import SQLAlchemyError

from isochron.errors import ReportError
from isochron.explore.costs import Costs, Limit
from isochron.explore.designs import Span, axes, fitting, span_of
from isochron.results.drivers import Drive
from isochron.results.metrics import Known
from isochron.results.result import Result
from isochron.results.runner import Runner
from isochron.scenario import Scenario
from isochron.units import setting

_NAME = "isochron"
_FILE = "study.db"


@dataclass(frozen=True)
class Machine:
    """A trial that was simulated."""

    number: int
    settings: dict[str, str]
    gain: float
    cost: float
    feasible: bool
    front: bool
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Optimum:
    """All machines that were tried, in the order of the trials; the failed ones with their messages."""

    metric: str
    unit: str
    currency: str
    machines: list[Machine]
    failed: dict[int, str]

    @property
    def front(self) -> list[Machine]:
        """The machines that no other beats in both, the cheapest first; each only once."""
        unique = {(machine.gain, machine.cost): machine for machine in reversed(self.machines) if machine.front}
        return sorted(unique.values(), key=lambda machine: (machine.cost, -machine.gain))


@dataclass(frozen=True)
class _Range:
    """A parameter's values between two others, in what the simulator stores."""

    first: int
    last: int
    unit: str

    @property
    def size(self) -> int:
        return self.last - self.first + 1

    def draw(self, trial: optuna.Trial, path: str) -> str:
        return setting(trial.suggest_int(path, self.first, self.last), self.unit)

    def any(self, chance: random.Random) -> int:
        return chance.randint(self.first, self.last)


@dataclass(frozen=True)
class _Choice:
    """A parameter's values from a list."""

    texts: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.texts)

    def draw(self, trial: optuna.Trial, path: str) -> str:
        return trial.suggest_categorical(path, self.texts)

    def any(self, chance: random.Random) -> str:
        return chance.choice(self.texts)


def optimise(
    scenario: Scenario,
    costs: Costs,
    folder: Path,
    *,
    runner: Runner,
    trials: int,
    varied: Mapping[str, Any] | None = None,
    metric: str | None = None,
    seed: int = 1,
) -> Optimum:
    """Tries machines until `trials` are known; those that an earlier call left in `folder` count.

    Maximises `metric` (else what the costs name, else what drives the machine; a parameter's path is its value) and
    minimises the cost with Optuna's TPE sampler. No machine is tried twice: when all are known, that is the end. `varied`: as for a sweep, else the costs' `search`. ReportError where the
    folder holds another search, or one that cannot be read, and where parts have a price and no limit.
    """
    if trials < 1:
        raise ReportError(f"--trials {trials}: at least 1")
    searched = dict(varied or costs.search)
    if not searched:
        raise ReportError("nothing to search; name parameters with --vary, or under search in the file of costs")
    base, _ = runner.simulator.pinned(fitting(runner.simulator, scenario.with_(costs.settings), searched), tuple(searched))
    spaces = {path: _space(runner, base, path, values) for path, values in searched.items()}
    explained = runner.simulator.explain(base)
    costs.require_limits(explained, besides=searched)
    known = Known.of(explained, parameters=True)
    for option, one in (("--metric", metric), ("the costs' maximise:", costs.maximise), *(("the costs' require:", path) for path in costs.require)):
        if one:
            known.require(one, option)
    name = metric or costs.maximise or Drive.of(explained).metric
    fresh = not (folder / _FILE).exists()
    with _storage_errors(folder):
        study = _open(folder, _fingerprint(base, costs, searched, name), runner.executor.slots, seed)
        _forget_broken(study)
        size = math.prod(space.size for space in spaces.values())
        try:
            while (missing := min(trials, size) - len(_told(study))) > 0:
                _round(study, base, spaces, costs, runner, name, min(missing, runner.executor.slots))
        except ReportError:
            # A mistake in the costs, say: what is put right is another search, and nothing is known yet that it could go on from.
            if fresh and not _told(study):
                (folder / _FILE).unlink(missing_ok=True)
            raise
        return _summary(study, costs, name)


def _round(
    study: optuna.Study, base: Scenario, spaces: Mapping[str, _Range | _Choice], costs: Costs, runner: Runner, name: str, count: int
) -> None:
    """Asks for as many machines as are simulated at a time."""
    tried = {_plain(t.user_attrs["settings"]) for t in _told(study)}
    trials = [_ask(study, spaces, tried) for _ in range(count)]
    scenarios = [base.with_(trial.user_attrs["settings"]) for trial in trials]
    told = len(_told(study))
    for i, outcome in runner.outcomes(scenarios, f"optimise {base.name}: trials {told + 1} to {told + count}"):
        if not outcome.done:
            trials[i].set_user_attr("message", outcome.message)
            study.tell(trials[i], state=optuna.trial.TrialState.FAIL)
            continue
        explained = runner.simulator.explain(scenarios[i])
        result = outcome.result()
        gain, unit = _gain(result, explained, name)
        trials[i].set_user_attr("unit", unit)
        trials[i].set_user_attr("warnings", result.warnings)
        for path, limit in costs.require.items():
            trials[i].set_constraint(path, _excess(result, explained, path, limit))
        study.tell(trials[i], [gain, costs.of(explained)])


def _ask(study: optuna.Study, spaces: Mapping[str, _Range | _Choice], tried: set[str]) -> optuna.Trial:
    """A machine that was not tried yet: the sampler's, or where it comes back to a known one, any."""
    chance = random.Random(len(study.get_trials(deepcopy=False)))
    while True:
        trial = study.ask()
        settings = {path: space.draw(trial, path) for path, space in spaces.items()}
        if _plain(settings) not in tried:
            tried.add(_plain(settings))
            trial.set_user_attr("settings", settings)
            return trial
        study.tell(trial, state=optuna.trial.TrialState.FAIL)
        study.enqueue_trial({path: space.any(chance) for path, space in spaces.items()})


def _plain(settings: Mapping[str, str]) -> str:
    return json.dumps(settings, sort_keys=True)


def _gain(result: Result, explained: dict[str, Any], name: str) -> tuple[float, str]:
    """A metric's mean, or a parameter's value."""
    for p in explained["parameters"]:
        if p["path"] == name and isinstance(p["value"], (int, float)):
            return float(p["value"]), p["unit"]
    metric = result.metric(name)
    return metric.mean, metric.unit


def _excess(result: Result, explained: dict[str, Any], name: str, limit: Limit) -> float:
    """By how much a requirement is missed; 0 or less when it is met."""
    value, _ = _gain(result, explained, name)
    over = [] if limit.at_most is None else [value - limit.at_most]
    return max(over + ([] if limit.at_least is None else [limit.at_least - value]), default=0.0)


def _space(runner: Runner, base: Scenario, path: str, values: Any) -> _Range | _Choice:
    span = Span.parse(values) if isinstance(values, str) else None
    if span and not span.step:
        return _Range(*span_of(runner.simulator, base, path, span))
    return _Choice(axes(runner.simulator, base, {path: values})[0].texts)


def _open(folder: Path, fingerprint: str, slots: int, seed: int) -> optuna.Study:
    folder.mkdir(parents=True, exist_ok=True)
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=max(10, 2 * slots))
    url = f"sqlite:///{(folder / _FILE).resolve()}"
    study = optuna.create_study(
        study_name=_NAME, storage=url, sampler=sampler, directions=["maximize", "minimize"], load_if_exists=True
    )
    known = study.user_attrs.get("fingerprint")
    if known is None:
        study.set_user_attr("fingerprint", fingerprint)
    elif known != fingerprint:
        raise ReportError(f"{folder}: holds a search of another scenario, costs or space; take another --out, or remove it")
    return study


def _forget_broken(study: optuna.Study) -> None:
    """Marks trials as failed that a killed run left unfinished."""
    for trial in study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.RUNNING,)):
        study.tell(trial.number, state=optuna.trial.TrialState.FAIL)


def _told(study: optuna.Study) -> list[optuna.trial.FrozenTrial]:
    """The trials that were carried out: those with figures, and those that the simulator refused."""
    trials = study.get_trials(deepcopy=False)
    return [t for t in trials if t.state == optuna.trial.TrialState.COMPLETE or "message" in t.user_attrs]


def _summary(study: optuna.Study, costs: Costs, name: str) -> Optimum:
    told = _told(study)
    complete = [t for t in told if t.state == optuna.trial.TrialState.COMPLETE]
    feasible = {t.number for t in complete if all(over <= 0 for over in t.constraints.values())}
    points = {t.number: (t.values[0], t.values[1]) for t in complete}
    best = [points[number] for number in feasible]
    machines = [
        Machine(t.number, t.user_attrs["settings"], *points[t.number], t.number in feasible, t.number in feasible and not _beaten(points[t.number], best), tuple(t.user_attrs.get("warnings", ())))
        for t in complete
    ]  # fmt: skip
    unit = complete[0].user_attrs["unit"] if complete else "1"
    return Optimum(name, unit, costs.currency, machines, {t.number: t.user_attrs["message"] for t in told if t not in complete})


def _beaten(point: tuple[float, float], others: list[tuple[float, float]]) -> bool:
    """Whether another is at least as good in both and better in one."""
    return any(gain >= point[0] and cost <= point[1] and (gain, cost) != point for gain, cost in others)


def _fingerprint(base: Scenario, costs: Costs, searched: Mapping[str, Any], name: str) -> str:
    content = [base.sha256, sorted(base.settings.items()), costs.model_dump(), dict(searched), name]
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


@contextmanager
def _storage_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, RuntimeError) as error:
        raise ReportError(f"{folder / _FILE}: cannot be used ({error.__class__.__name__}); remove it to begin anew") from None
    except optuna.exceptions.StorageInternalError as error:
        raise OSError(5, f"cannot be read or written ({error})", str(folder / _FILE)) from None
