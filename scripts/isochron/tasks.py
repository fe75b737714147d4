# SPDX-License-Identifier: Apache-2.0
"""One simulation as a task that any process on any machine can carry out, and what came of it."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from isochron import machine_files
from isochron.children import ending_with_us
from isochron.documents import parse_json
from isochron.errors import SimulationError
from isochron.result import Result, parse
from isochron.scenario import Scenario
from isochron.shapes import misfit
from isochron.simulator import Simulator, identity_of

# Of an entry of the cache: another form has other keys, and nobody takes it for damaged.
FORM = "isochron.cache/2"
# The simulator's --limit-memory; what the user has set there stands. A build that does not know it does not mind.
_LIMIT = "ISOCHRON_LIMIT_MEMORY"
# A simulator that was killed (no memory left, say) is started again so often.
ATTEMPTS = 3
# Exit codes of failures that another try would repeat.
KEPT = (2, 3)


@dataclass(frozen=True)
class Task:
    """A scenario for one build of the simulator. No result depends on `jobs`, simulations at a time, or `share`: it may take one part in so many of
    the memory."""

    command: str
    identity: str
    scenario: str
    settings: tuple[tuple[str, str], ...]
    key: str
    jobs: int = 1
    share: int = 1

    @staticmethod
    def of(scenario: Scenario, simulator: Simulator, jobs: int = 1) -> Task:
        """The task of simulating a scenario."""
        settings = tuple(sorted(scenario.settings.items()))
        return Task(str(simulator.command), simulator.identity, str(scenario.path), settings, _key(scenario, simulator), jobs)

    @property
    def words(self) -> list[str]:
        """The simulator's command line."""
        arguments = Scenario(Path(self.scenario), dict(self.settings)).arguments
        return [self.command, "run", self.scenario, "--quiet", "--json", "-", "--jobs", str(self.jobs), *arguments]


@dataclass(frozen=True)
class Outcome:
    """What came of a task: the result as the simulator printed it, or why there is none.

    `repeatable`: another try would come to the same, so that it is worth recording.
    """

    text: str = ""
    message: str = ""
    exit_code: int = 0
    repeatable: bool = True

    @property
    def done(self) -> bool:
        """Whether there is a result."""
        return self.exit_code == 0

    def to_bytes(self) -> bytes:
        """For a file: the result itself, or a document that says why there is none."""
        if self.done:
            return self.text.encode("utf-8")
        failure = {"schema": "isochron.failure/1", "exit_code": self.exit_code, "message": self.message}
        return (json.dumps(failure, indent=2, ensure_ascii=False) + "\n").encode("utf-8")

    @staticmethod
    def from_bytes(content: bytes) -> Outcome:
        """From such a file. ValueError or ReportError when it is none."""
        text = content.decode("utf-8")
        if '"isochron.failure/1"' not in text[:200]:
            return Outcome(text=text)
        failure = parse_json(text, "a kept failure", "simulate it again")
        if (problem := misfit(failure, {"message": str, "exit_code": int})) or failure["exit_code"] not in KEPT:
            raise ValueError(problem or "exit_code is no failure that is kept")
        return Outcome(message=failure["message"], exit_code=failure["exit_code"])

    def result(self) -> Result:
        """The result; SimulationError without one, ReportError where the simulator printed something else."""
        return parse(self.require(), "what the simulator printed")

    def require(self) -> str:
        """The result's text; SimulationError without one."""
        if not self.done:
            raise SimulationError(self.message, self.exit_code)
        return self.text


def evaluate(task: Task, started: Callable[[subprocess.Popen], None] = lambda process: None) -> Outcome:
    """Simulates. `started` hears of each process, so that whoever asked can end it."""
    try:
        if identity_of(task.command) != task.identity:
            message = f"{task.command} is another build here than where the work was asked for; install the same on every worker"
            return Outcome(message=message, exit_code=3, repeatable=False)
        for _ in range(ATTEMPTS):
            process = subprocess.Popen(
                [*ending_with_us(), *task.words], env={_LIMIT: f"{100 / task.share:.4g}%", **os.environ},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            started(process)
            out, err = process.communicate()
            if process.returncode >= 0:
                break
    except OSError as error:
        return Outcome(message=f"{task.command}: {error.strerror}", exit_code=4, repeatable=False)
    if process.returncode == 0:
        try:
            return Outcome(text=out.decode("utf-8"))
        except UnicodeDecodeError as error:
            return Outcome(message=f"{task.command}: what it prints is no text ({error}); is it an isochron command?", exit_code=3, repeatable=False)
    if process.returncode < 0:
        name = signal.Signals(-process.returncode).name
        return Outcome(message=f"the simulator was ended by {name}, {ATTEMPTS} times", exit_code=3, repeatable=False)
    message = err.decode("utf-8", "replace").strip() or f"the simulator ended with exit code {process.returncode}"
    # Another computer has more memory.
    return Outcome(message=message, exit_code=process.returncode, repeatable=process.returncode in KEPT and "--limit-memory" not in message)


def _key(scenario: Scenario, simulator: Simulator) -> str:
    """Of everything that a result depends on: build, published numbers, scenario's text, machine file, settings (the seed among them)."""
    content = [FORM, simulator.identity, _published(simulator.command), scenario.name, scenario.sha256, sorted(scenario.settings.items())]
    content += machine_files.digest(scenario.path, _shipped(simulator.command))
    return hashlib.sha256(json.dumps(content).encode("utf-8")).hexdigest()


@lru_cache(maxsize=8)
def _published(command: Path) -> str:
    """SHA-256 of the published numbers that this command compares its results with: those above its place."""
    digest = hashlib.sha256()
    for path in sorted(_shipped(command).glob("published/*.yaml")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _shipped(command: Path) -> Path:
    """The folder of the scenarios that this command takes for its own: above its place. The command itself where there is none."""
    places = [folder / below for folder in command.parents for below in ("share/isochron/scenarios", "scenarios")]
    return next((p for p in places if (p / "published").is_dir()), command)
