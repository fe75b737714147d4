# SPDX-License-Identifier: Apache-2.0
"""One simulation as a task that any process on any machine can carry out, and what came of it."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from isochron.errors import HostError, ReportError, SimulationError
from isochron.files.documents import parse_json
from isochron.files.shapes import MAYBE_TEXT, TEXT, Shape, fields, list_of
from isochron.results.children import ending_with_us
from isochron.results.result import Result, parse
from isochron.results.simulator import Simulator, identity_of
from isochron.scenario import Scenario

# Form of the cache's entries. Another form has other keys, so its entries are not taken for damaged ones.
FORM = "isochron.cache/3"
# Schema of a kept outcome.
SCHEMA = "isochron.outcome/1"
INPUTS = list_of(fields({"path": TEXT, "sha256": MAYBE_TEXT}))
_LISTED = Shape(fields({"files": INPUTS}))
_KEPT = Shape(fields({"schema": TEXT, "inputs": INPUTS, "exit_code": {"type": "integer"}, "message": TEXT, "text": TEXT}))
# The simulator's --limit-memory; what the user has set there stands. A build that does not know it does not mind.
_LIMIT = "ISOCHRON_LIMIT_MEMORY"
# A simulator that was killed (no memory left, say), or one of its processes, is started again so often.
ATTEMPTS = 3
# Exit codes of failures that another try would repeat: they follow from the input or the model, not from this computer.
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
    folder: str
    """Where relative paths among the settings begin."""
    jobs: int = 1
    share: int = 1

    @staticmethod
    def of(scenario: Scenario, simulator: Simulator, jobs: int = 1) -> Task:
        """The task of simulating a scenario."""
        settings = tuple(sorted(scenario.settings.items()))
        return Task(str(simulator.command), simulator.identity, str(scenario.path), settings, _key(scenario, simulator), str(Path.cwd()), jobs)

    def words(self, inputs: Path) -> list[str]:
        """The simulator's command line; it lists its input files in `inputs`."""
        arguments = Scenario(Path(self.scenario), dict(self.settings)).arguments
        return [self.command, "run", self.scenario, "--quiet", "--json", "-", "--inputs", str(inputs), "--jobs", str(self.jobs), *arguments]


@dataclass(frozen=True)
class Outcome:
    """Outcome of a task: the result as the simulator printed it, or why there is none.

    `inputs`: the files that the simulator opened, each with the SHA-256 of what it read, None where there was nothing to read.
    `repeatable`: another try would come to the same while these are as they were, so that it is worth recording.
    """

    text: str = ""
    message: str = ""
    exit_code: int = 0
    inputs: tuple[tuple[str, str | None], ...] = ()
    repeatable: bool = True

    @property
    def done(self) -> bool:
        """Whether there is a result."""
        return self.exit_code == 0

    @property
    def current(self) -> bool:
        """Whether the input files are what they were."""
        return all(_sha256(Path(path)) == sha256 for path, sha256 in self.inputs)

    def to_bytes(self) -> bytes:
        """As a document."""
        inputs = [{"path": path, "sha256": sha256} for path, sha256 in self.inputs]
        kept = {"schema": SCHEMA, "inputs": inputs, "exit_code": self.exit_code, "message": self.message, "text": self.text}
        return (json.dumps(kept, ensure_ascii=False) + "\n").encode("utf-8")

    @staticmethod
    def from_bytes(content: bytes) -> Outcome:
        """From such a document. ValueError or ReportError when it is none."""
        kept = parse_json(content, "a kept outcome", "simulate it again")
        problem = _KEPT.violation(kept)
        if problem or kept["schema"] != SCHEMA or kept["exit_code"] not in (0, *KEPT):
            raise ValueError(problem or "no outcome that is kept")
        return Outcome(kept["text"], kept["message"], kept["exit_code"], _pairs(kept["inputs"]))

    def result(self) -> Result:
        """The result; SimulationError without one, ReportError where the simulator printed something else."""
        return parse(self.require(), "what the simulator printed")

    def require(self) -> str:
        """The result's text; SimulationError without one."""
        if not self.done:
            raise SimulationError(self.message, self.exit_code)
        return self.text


def evaluate(task: Task, started: Callable[[subprocess.Popen], None] = lambda process: None) -> Outcome:
    """Simulates. `started` is called with each process, so that the caller can end it."""
    try:
        if identity_of(task.command) != task.identity:
            message = f"{task.command} is another build here than where the work was asked for; install the same on every worker"
            return Outcome(message=message, exit_code=3, repeatable=False)
        with tempfile.TemporaryDirectory(prefix="isochron_") as temporary:
            list_ = Path(temporary) / "inputs.json"
            for _ in range(ATTEMPTS):
                process = subprocess.Popen(
                    [*ending_with_us(), *task.words(list_)], env={_LIMIT: f"{100 / task.share:.4g}%", **os.environ},
                    cwd=task.folder if Path(task.folder).is_dir() else None, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                )  # fmt: skip
                started(process)
                out, err = process.communicate()
                if process.returncode >= 0 and process.returncode != HostError.exit_code:
                    break
            inputs = _listed(list_)
    except OSError as error:
        return Outcome(message=f"{task.command}: {error.strerror}", exit_code=4, repeatable=False)
    if process.returncode == 0:
        try:
            return Outcome(text=out.decode("utf-8"), inputs=inputs or (), repeatable=inputs is not None)
        except UnicodeDecodeError as error:
            return Outcome(message=f"{task.command}: what it prints is no text ({error}); is it an isochron command?", exit_code=3, repeatable=False)
    if process.returncode < 0:
        name = signal.Signals(-process.returncode).name
        return Outcome(message=f"the simulator was ended by {name}, {ATTEMPTS} times", exit_code=HostError.exit_code, repeatable=False)
    message = err.decode("utf-8", "replace").strip() or f"the simulator ended with exit code {process.returncode}"
    # Another computer has more memory.
    repeatable = process.returncode in KEPT and inputs is not None and "--limit-memory" not in message
    return Outcome("", message, process.returncode, inputs or (), repeatable)


def _listed(file: Path) -> tuple[tuple[str, str | None], ...] | None:
    """The input files that a run has listed; None where it has not."""
    try:
        listed = parse_json(file.read_bytes(), file, "")
    except (OSError, ReportError):
        return None
    return None if _LISTED.violation(listed) else _pairs(listed["files"])


def _pairs(listed: list[dict[str, str | None]]) -> tuple[tuple[str, str | None], ...]:
    return tuple((str(one["path"]), one["sha256"]) for one in listed)


def _sha256(file: Path) -> str | None:
    """SHA-256 of a file's bytes; None if it cannot be read. A pipe or the like gives other bytes each time, so none fits it."""
    try:
        if file.exists() and not file.is_file() and not file.is_dir():
            return ""
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None


def _key(scenario: Scenario, simulator: Simulator) -> str:
    """Key of what is known before a simulation: build, published numbers, scenario's place and text, settings (the seed among them).

    The simulator lists the other files that a result depends on: an outcome under this key is valid while it is `current`.
    """
    content = [FORM, simulator.identity, _published(simulator.command), str(scenario.path), scenario.sha256, sorted(scenario.settings.items())]
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
