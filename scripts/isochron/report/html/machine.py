# SPDX-License-Identifier: Apache-2.0
"""A machine's parts by place: `node[0].raid[1]` belongs to the group `node[0]`; what has no group is common to all."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_GROUP = re.compile(r"([^.\[\]]+\[\d+\])\.(.+)", re.DOTALL)


@dataclass(frozen=True)
class Part:
    """A part of the machine; `group` is empty for a common one."""

    name: str
    group: str
    local: str
    type: str


@dataclass(frozen=True)
class Edge:
    """A line between two parts."""

    start: str
    end: str
    label: str


@dataclass(frozen=True)
class Node:
    """A box of a drawing: a part, or (without one) all the groups that are not drawn."""

    id: str
    part: Part | None
    text: str


@dataclass(frozen=True)
class Join:
    """A line of a drawing; `count` edges of the machine."""

    start: str
    end: str
    label: str
    count: int


@dataclass(frozen=True)
class View:
    """One group with the common parts; the other groups are a box."""

    group: str
    nodes: list[Node]
    joins: list[Join]
    unjoined: list[tuple[str, int]]  # kinds of parts that nothing is joined to by the machine's edges, and how many


OTHERS_BEFORE, OTHERS_AFTER = "@before", "@after"


class Machine:
    """Parts and edges of an explanation's topology."""

    def __init__(self, topology: dict[str, Any]):
        names = {part["name"] for part in topology["parts"]}
        self.parts = {
            part["name"]: _part(part["name"], part["type"])
            for part in topology["parts"]
            if not _has_parent(part["name"], names)
        }
        self.edges = [
            Edge(edge["from"], edge["to"], edge["label"])
            for edge in topology["edges"]
            if edge["from"] in self.parts and edge["to"] in self.parts
        ]

    @cached_property
    def groups(self) -> list[str]:
        """Groups in their order; none when the machine has but one."""
        found = list(dict.fromkeys(part.group for part in self.parts.values() if part.group))
        return sorted(found, key=natural)

    @cached_property
    def joined(self) -> set[str]:
        """Parts that an edge begins or ends at."""
        return {name for edge in self.edges for name in (edge.start, edge.end)}

    def group_edges(self) -> list[Edge]:
        """Edges from a group to another."""
        return [edge for edge in self.edges if self._crosses(edge)]

    def shape(self, group: str) -> tuple[tuple[str, ...], ...]:
        """The same for groups whose drawings look alike."""
        mine = [p for p in self.parts.values() if p.group == group and p.name in self.joined]
        inside = [(p.local, p.type) for p in mine]
        edges = Counter(
            (self._local(e.start, group), self._local(e.end, group), e.label)
            for e in self.edges
            if group in (self.parts[e.start].group, self.parts[e.end].group)
        )
        return tuple(sorted(inside)) + tuple((*edge, str(count)) for edge, count in sorted(edges.items()))

    def view(self, group: str) -> View:
        """A drawing's boxes and lines: `group` (or "" for a machine without groups) and the common parts."""
        seen = [p for p in self.parts.values() if p.group in (group, "") and p.name in self.joined]
        nodes = [Node(p.name, p, p.local) for p in sorted(seen, key=lambda p: natural(p.name))]
        shown = {node.id for node in nodes}
        joins: Counter[tuple[str, str, str]] = Counter()
        for edge in self.edges:
            inside = edge.start in shown, edge.end in shown
            if all(inside):
                joins[edge.start, edge.end, edge.label] += 1
            elif inside[0]:
                joins[edge.start, OTHERS_AFTER, edge.label] += 1
            elif inside[1] and not self._crosses(edge):
                joins[OTHERS_BEFORE, edge.end, edge.label] += 1
        count = len(self.groups) - 1
        others = f"{count} other {_kind(group)}{'s' if count > 1 else ''}"
        for end in (OTHERS_BEFORE, OTHERS_AFTER):
            if any(end in (start, stop) for start, stop, _ in joins):
                nodes.append(Node(end, None, others))
        alone = Counter(
            _kind(p.local) for p in self.parts.values() if p.group in (group, "") and p.name not in self.joined
        )
        return View(group, nodes, [Join(*key, count) for key, count in joins.items()], sorted(alone.items()))

    def _crosses(self, edge: Edge) -> bool:
        start, end = self.parts[edge.start].group, self.parts[edge.end].group
        return bool(start and end and start != end)

    def _local(self, name: str, group: str) -> str:
        part = self.parts[name]
        return part.name if not part.group else part.local if part.group == group else "*"


def natural(name: str) -> list[tuple[int, int, str]]:
    """A sort key with numbers as numbers: raid[10] after raid[9]."""
    return [(1, int(word), "") if word.isdigit() else (0, 0, word) for word in re.findall(r"\d+|[^\d.\[\]]+", name)]


def _part(name: str, kind: str) -> Part:
    match = _GROUP.fullmatch(name)
    return Part(name, match[1], match[2], kind) if match else Part(name, "", name, kind)


def _has_parent(name: str, names: set[str]) -> bool:
    places = name.split(".")
    return any(".".join(places[:i]) in names for i in range(1, len(places)))


def _kind(name: str) -> str:
    return name.partition("[")[0] or "group"
