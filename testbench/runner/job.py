# SPDX-License-Identifier: Apache-2.0
"""A step in the plan of one run."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from runner.command import Command
from runner.step import Step


@dataclasses.dataclass(frozen=True)
class Job:
    """The commands of a step and the jobs that must have passed before it."""

    name: str
    commands: tuple[Command, ...]
    needs: frozenset[str] = frozenset()
    wide: bool = False
    # What decides how it ends; empty: it runs always.
    inputs: tuple[str, ...] = ()


def plan(steps: Iterable[Step], everything: bool, named: Iterable[str] = ()) -> list[Job]:
    """The jobs of the steps. Where the build is asked for, all others wait for it: nothing works without it. The long form and
    steps that are asked for by their name run whatever passed before.
    """
    steps = list(steps)
    names = {step.name for step in steps}
    jobs = []
    for step in steps:
        needs = {name for name in (step.needs, "build") if name in names} - {step.name}
        first = step.alone(everything) if step.needs not in names else []
        inputs = () if everything or step.name in named else step.inputs
        jobs.append(Job(step.name, (*first, *step.commands(everything)), frozenset(needs), step.wide, inputs))
    return jobs
