# SPDX-License-Identifier: Apache-2.0
"""What of a build folder a change can affect."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from runner.changed.graph import Graph
from runner.changed.members import Members


@dataclasses.dataclass(frozen=True)
class Affected:
    """Objects that have a changed file in them, and the programs that hold such an object."""

    objects: frozenset[str]
    programs: frozenset[str]
    # Programs that name a library with such an object and do not take it.
    spared: frozenset[str]


def candidates(graph: Graph, objects: Iterable[str]) -> list[str]:
    """Programs that may hold one of the objects: it is their own or in a library that they name."""
    objects = set(objects)
    return [
        program
        for program in graph.programs()
        if any(objects.intersection(graph.objects_of(linked)) for linked in (program, *graph.archives_of(program)))
    ]


def affected(graph: Graph, files: Iterable[str]) -> Affected:
    """What the files are in. The objects of the candidates must be built: what is in a program depends on their symbols."""
    objects = graph.objects_from(files)
    possible = candidates(graph, objects)
    members = Members(graph, possible)
    holding = frozenset(program for program in possible if members.of(program) & objects)
    return Affected(frozenset(objects), holding, frozenset(possible) - holding)
