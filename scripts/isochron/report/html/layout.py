# SPDX-License-Identifier: Apache-2.0
"""Where the boxes of a drawing lie: layers from left to right along the data path, few crossings (Sugiyama's method)."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from isochron.report.html.machine import OTHERS_AFTER, OTHERS_BEFORE, View

BOX_WIDTH, BOX_HEIGHT = 128.0, 50.0
COLUMN, ROW, BEND_ROW = 176.0, 66.0, 26.0
MARGIN = 26.0
FRAME_GAP = 12.0  # beside a row's own, for the lower line of the group's frame
SWEEPS = 12


@dataclass(frozen=True)
class Place:
    """The middle of a box."""

    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """Boxes by name, the points that each line goes through (one line a join of the view), and the drawing's size."""

    places: dict[str, Place]
    lines: list[list[Place]]
    width: float
    height: float


def arrange(view: View) -> Layout:
    """Places the boxes and lines of a view."""
    names = [node.id for node in view.nodes]
    edges = [(join.start, join.end) for join in view.joins]
    forward = _without_cycles(names, edges)
    common = {node.id for node in view.nodes if node.part is not None and not node.part.group and view.group}
    layer = _layers(names, forward, common)
    paths, all_edges, slots = _bends(edges, layer)
    columns: list[list[str]] = [[] for _ in range(max(layer.values(), default=0) + 1)]
    for name in [*names, *slots]:
        columns[layer.get(name, slots.get(name, 0))].append(name)
    columns = [column for column in columns if column]
    below = _below_the_group(view, layer, paths)
    _order(columns, all_edges, below)
    heights = {name: BEND_ROW if name in slots else ROW for column in columns for name in column}
    y = _rows([[name for name in column if name not in below] for column in columns], all_edges, heights)
    if below:
        under = _rows([[name for name in column if name in below] for column in columns], all_edges, heights)
        down = max(y.values()) - min(under.values()) + ROW + FRAME_GAP
        y.update({name: at + down for name, at in under.items()})
    top = min(y.values(), default=0.0)
    places = {
        name: Place(MARGIN + BOX_WIDTH / 2 + COLUMN * number, y[name] - top + MARGIN + BOX_HEIGHT / 2 + 14)
        for number, column in enumerate(columns)
        for name in column
    }
    lines = [[places[name] for name in path] for path in paths]
    width = 2 * MARGIN + BOX_WIDTH + COLUMN * (len(columns) - 1)
    height = max((place.y for place in places.values()), default=0.0) + BOX_HEIGHT / 2 + MARGIN
    return Layout({name: places[name] for name in names}, lines, width, height)


def _without_cycles(names: Sequence[str], edges: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Edges with those turned round that close a cycle."""
    after: dict[str, list[str]] = {name: [] for name in names}
    for start, end in edges:
        after[start].append(end)
    state: dict[str, int] = {}
    back: set[tuple[str, str]] = set()
    for root in names:
        stack = [(root, iter(after[root]))] if root not in state else []
        state.setdefault(root, 1)
        while stack:
            name, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                state[name] = 2
                stack.pop()
            elif following not in state:
                state[following] = 1
                stack.append((following, iter(after[following])))
            elif state[following] == 1:
                back.add((name, following))
    return [(end, start) if (start, end) in back else (start, end) for start, end in edges if start != end]


def _layers(names: Sequence[str], edges: Sequence[tuple[str, str]], common: set[str]) -> dict[str, int]:
    """The longest way from a source; what begins a way lies just before what it leads to, common parts to the right."""
    base = 0
    layer = _longest(names, edges, {})
    inside = [name for name in names if name not in common and not name.startswith("@")]
    if common and inside and not any(start in common and end not in common for start, end in edges):
        # A column of its own for the other groups, between this one and what all share.
        base = 1 + max(layer[name] for name in inside)
        gap = 1 if OTHERS_BEFORE in names else 0
        layer = _longest(names, edges, {name: base + gap for name in common})
    entered = {end for _, end in edges}
    following: dict[str, list[int]] = {}
    for start, end in edges:
        following.setdefault(start, []).append(layer[end])
    for name in names:
        if name not in entered and name in following:
            before = min(following[name]) - 1
            layer[name] = min(before, base - 1) if base and name in inside else before
    if OTHERS_AFTER in names and inside:
        layer[OTHERS_AFTER] = 1 + max(layer[name] for name in inside)
    if OTHERS_BEFORE in names and base:
        layer[OTHERS_BEFORE] = base
    lowest = min(layer.values(), default=0)
    return {name: at - lowest for name, at in layer.items()}


def _longest(names: Sequence[str], edges: Sequence[tuple[str, str]], least: dict[str, int]) -> dict[str, int]:
    layer = {name: least.get(name, 0) for name in names}
    for _ in names:
        moved = False
        for start, end in edges:
            if layer[end] <= layer[start]:
                layer[end] = layer[start] + 1
                moved = True
        if not moved:
            break
    return layer


def _below_the_group(view: View, layer: dict[str, int], paths: Sequence[Sequence[str]]) -> set[str]:
    """Boxes that are not the group's, with their lines, where they share columns with it: the group's frame is not theirs."""
    others = {node.id for node in view.nodes if node.part is None or not node.part.group}
    mine = [at for name, at in layer.items() if name not in others]
    if not view.group or not mine or not any(min(mine) <= layer[name] <= max(mine) for name in others):
        return set()
    return others | {bend for path in paths if {path[0], path[-1]} & others for bend in path[1:-1]}


def _bends(
    edges: Sequence[tuple[str, str]], layer: dict[str, int]
) -> tuple[list[list[str]], list[tuple[str, str]], dict[str, int]]:
    """Lines over more than one layer get a bend in each layer between, so that they go around boxes."""
    paths, pieces, slots = [], [], {}
    for number, (start, end) in enumerate(edges):
        step = 1 if layer[end] >= layer[start] else -1
        path = [start]
        for between in range(layer[start] + step, layer[end], step):
            bend = f"~{number}.{between}"
            slots[bend] = between
            path.append(bend)
        path.append(end)
        paths.append(path)
        pieces += [(a, b) if step > 0 else (b, a) for a, b in itertools.pairwise(path)]
    return paths, pieces, slots


def _order(columns: list[list[str]], edges: Sequence[tuple[str, str]], below: set[str]) -> None:
    """Orders each column by the mean position of its neighbours, there and back, and keeps the order with the fewest crossings."""
    before, after = _neighbours(edges)
    best: list[list[str]] = []
    fewest = math.inf
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        near = before if forth else after
        for column in columns if forth else reversed(columns):
            at = {name: (i + 0.5) / len(other) for other in columns for i, name in enumerate(other)}
            wanted = {name: sum(at[other] for other in near[name]) / len(near[name]) for name in column if name in near}
            column[:] = sorted(column, key=lambda name: (name in below, wanted.get(name, at[name])))
        # A box without neighbours on the side of the last sweep may have come between two that belong together.
        crossings = _crossings(columns, edges)
        if crossings <= fewest:
            best, fewest = [column[:] for column in columns], crossings
    columns[:] = best


def _crossings(columns: Sequence[Sequence[str]], edges: Sequence[tuple[str, str]]) -> int:
    """How often lines between neighbouring columns cross: pairs in one order on the left and in the other on the right."""
    at = {name: (number, i) for number, column in enumerate(columns) for i, name in enumerate(column)}
    ends: dict[int, list[int]] = {}
    count = 0
    for (column, _), (_, to) in sorted((at[start], at[end]) for start, end in edges):
        above = ends.setdefault(column, [])
        count += len(above) - bisect.bisect_right(above, to)
        bisect.insort(above, to)
    return count


def _rows(
    columns: Sequence[Sequence[str]], edges: Sequence[tuple[str, str]], heights: dict[str, float]
) -> dict[str, float]:
    """Heights at which boxes lie level with their neighbours as far as there is room."""
    placed = {name for column in columns for name in column}
    before, after = _neighbours([edge for edge in edges if placed.issuperset(edge)])
    y: dict[str, float] = {}
    for column in columns:
        total = sum(heights[name] for name in column)
        at = -total / 2
        for name in column:
            y[name] = at + heights[name] / 2
            at += heights[name]
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        near = before if forth else after
        for column in columns if forth else reversed(columns):
            wanted = [
                sum(y[other] for other in near[name]) / len(near[name]) if near.get(name) else y[name]
                for name in column
            ]
            y.update(zip(column, _apart(wanted, [heights[name] for name in column]), strict=True))
    return y


def _apart(wanted: Sequence[float], heights: Sequence[float]) -> list[float]:
    """The mean of the two placements without overlap that come from pushing down and from pushing up."""
    down = list(wanted)
    for i in range(1, len(down)):
        down[i] = max(down[i], down[i - 1] + (heights[i - 1] + heights[i]) / 2)
    up = list(wanted)
    for i in range(len(up) - 2, -1, -1):
        up[i] = min(up[i], up[i + 1] - (heights[i + 1] + heights[i]) / 2)
    return [(a + b) / 2 for a, b in zip(down, up, strict=True)]


def _neighbours(edges: Sequence[tuple[str, str]]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    before: dict[str, list[str]] = {}
    after: dict[str, list[str]] = {}
    for start, end in edges:
        before.setdefault(end, []).append(start)
        after.setdefault(start, []).append(end)
    return before, after
