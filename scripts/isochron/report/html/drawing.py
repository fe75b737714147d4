# SPDX-License-Identifier: Apache-2.0
"""The machine as a drawing, coloured by utilisation. The page's script repaints it for another group or case."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable

from markupsafe import Markup

from isochron.report.html import text
from isochron.report.html.layout import BOX_HEIGHT, BOX_WIDTH, Layout, Place, arrange
from isochron.report.html.machine import Join, Machine, Node, View, natural
from isochron.report.html.svg import element, picture

Components = dict[str, dict[str, float | None]]
Units = dict[str, str]  # of statistics, by name
DASHES = 5  # as many kinds of lines as the style sheet has
MESH_MOST = 16  # more groups than this make a mesh that nobody can read
MOST_PIPS = 16  # more would be too narrow for a colour
_PIP = 9.0


def draw(machine: Machine, group: str, components: Components, units: Units) -> Markup:
    """One group with the common parts, as it is with `components`, whose statistics are in `units`."""
    view = machine.view(group)
    layout = arrange(view)
    labels = line_labels(machine)
    lines = [_line(join, points, labels) for join, points in zip(view.joins, layout.lines, strict=True)]
    boxes = [_box(node, layout.places[node.id], components, units) for node in sorted(view.nodes, key=_reading(layout))]
    frame = _frame(view, layout)
    what = f"{len(boxes)} parts of the machine from left to right along the data path"
    label = f"{what}; the arrow keys go from part to part"
    return picture(
        element("g", *frame, *lines, aria_hidden="true"),
        *boxes,
        width=layout.width,
        height=layout.height,
        label=label,
        role="group",
        class_="machine",
        style=f"--wide:{layout.width:.0f}px",
    )


def line_labels(machine: Machine) -> list[str]:
    """Kinds of lines, as in the legend: "pci", "starfabric"."""
    return list(dict.fromkeys(_kind(edge.label) for edge in machine.edges))


def busiest(name: str, components: Components) -> float | None:
    """The utilisation of a part, or of the busiest of the parts within it; None when nothing measures it."""
    within = [
        used
        for key, values in components.items()
        if (key == name or key.startswith(f"{name}.")) and (used := values.get("utilisation")) is not None
    ]
    own = components.get(name, {}).get("utilisation")
    return own if own is not None else max(within, default=None)


def mesh(machine: Machine, components: Components) -> Markup | None:
    """The groups in a ring with the links between them; None where groups are not joined to each other."""
    groups = machine.groups
    links = _links(machine, components)
    if not links or len(groups) > MESH_MOST:
        return None
    middle, radius = 190.0, 146.0
    places = {
        group: Place(
            middle + radius * math.sin(2 * math.pi * i / len(groups)),
            middle - radius * math.cos(2 * math.pi * i / len(groups)),
        )
        for i, group in enumerate(groups)
    }
    lines = []
    for (one, other), names in links.items():
        used = [u for name in names if (u := components.get(name, {}).get("utilisation")) is not None]
        step = f"k{text.step(max(used))}" if used else "unknown"
        a, b = places[one], places[other]
        ends = {"x1": a.x, "y1": a.y, "x2": b.x, "y2": b.y}
        lines.append(element("line", class_="casing", **ends))
        lines.append(element("line", class_=f"link {step}", **ends, data_links=" ".join(names)))
    tiles = [_tile(group, places[group], busiest(group, components)) for group in groups]
    label = f"{len(groups)} {groups[0].partition('[')[0]}s and the links between them; the arrow keys go round"
    inside = element("g", *lines, aria_hidden="true")
    return picture(inside, *tiles, width=2 * middle, height=2 * middle, label=label, role="group", class_="mesh")


def _links(machine: Machine, components: Components) -> dict[tuple[str, str], list[str]]:
    """Pairs of groups with the outputs that feed the links between them.

    A part's outputs are known by their order, where it has as many of them as edges to other groups.
    """
    by_start: dict[str, list[str]] = {}
    for edge in machine.group_edges():
        by_start.setdefault(edge.start, []).append(machine.parts[edge.end].group)
    pairs: dict[tuple[str, str], list[str]] = {}
    for start, ends in by_start.items():
        pattern = re.compile(re.escape(start) + r"\.link_out\[\d+\]")
        outputs = sorted((name for name in components if pattern.fullmatch(name)), key=natural)
        for i, end in enumerate(sorted(ends, key=natural)):
            one, other = sorted((machine.parts[start].group, end), key=natural)
            pairs.setdefault((one, other), [])
            if len(outputs) == len(ends):
                pairs[one, other].append(outputs[i])
    return pairs


def _tile(group: str, place: Place, used: float | None) -> Markup:
    step = f"u{text.step(used)}" if used is not None else "unknown"
    return element(
        "g",
        element("rect", x=place.x - 40, y=place.y - 23, width=80, height=46, rx=9),
        element("text", group, class_="name", x=place.x, y=place.y - 3),
        element("text", _percent(used), class_="value", x=place.x, y=place.y + 13),
        class_=f"part group {step}",
        role="button",
        tabindex=-1,
        aria_label=f"{group}: busiest part {_percent(used)}",
        data_group=group,
    )


def _reading(layout: Layout) -> Callable[[Node], tuple[float, float]]:
    """A sort key: left to right, then top to bottom."""
    return lambda node: (layout.places[node.id].x, layout.places[node.id].y)


def _box(node: Node, place: Place, components: Components, units: Units) -> Markup:
    left, top = place.x - BOX_WIDTH / 2, place.y - BOX_HEIGHT / 2
    if node.part is None:
        stack = [
            element("rect", x=left + d, y=top - d, width=BOX_WIDTH, height=BOX_HEIGHT, rx=8) for d in (8.0, 4.0, 0.0)
        ]
        name = element("text", node.text, class_="name", x=place.x, y=place.y + 4)
        return element("g", *stack, name, class_="part others", role="img", aria_label=node.text, tabindex=-1)
    part = node.part
    used = busiest(part.name, components)
    shown = _percent(used) if used is not None else _other_value(components.get(part.name, {}), units)
    pips = _pips(part.name, components, place)
    step = f"u{text.step(used)}" if used is not None else "unknown"
    rx = BOX_HEIGHT / 2 if "bus" in part.type else 7.0
    return element(
        "g",
        element("rect", x=left, y=top, width=BOX_WIDTH, height=BOX_HEIGHT, rx=rx),
        element("text", _fitting(node.text), class_="name", x=place.x, y=place.y - (8 if pips else 4)),
        element("text", shown, class_="value", x=place.x, y=place.y + (7 if pips else 13)),
        *pips,
        class_=f"part {step}",
        role="img",
        tabindex=-1,
        aria_label=f"{part.name}, {part.type}: {shown}",
        data_part=part.local,
        data_common=None if part.group else "yes",
        data_type=part.type,
    )


def _pips(name: str, components: Components, place: Place) -> list[Markup]:
    """A square in its own colour for each part within a box, such as a bridge's outputs; none for too many."""
    inside = sorted(
        (key for key, values in components.items() if key.startswith(f"{name}.") and "utilisation" in values),
        key=natural,
    )
    if not inside or len(inside) > MOST_PIPS:
        return []
    pitch = min(_PIP + 3, (BOX_WIDTH - 20) / len(inside))
    left = place.x - pitch * len(inside) / 2
    return [
        element(
            "rect",
            class_=f"pip u{text.step(components[key]['utilisation'] or 0)}",
            x=left + i * pitch,
            y=place.y + 13,
            width=pitch - 3,
            height=7,
            rx=1.5,
            data_sub=key[len(name) + 1 :],
        )
        for i, key in enumerate(inside)
    ]


def _line(join: Join, points: list[Place], labels: list[str]) -> Markup:
    half = BOX_WIDTH / 2
    first, last = points[0], points[-1]
    if last.x < first.x:
        points = points[::-1]
        first, last = points[0], points[-1]
    if first.x == last.x:
        path = f"M{first.x:.1f} {first.y:.1f}L{last.x:.1f} {last.y:.1f}"
    else:
        path = f"M{first.x + half:.1f} {first.y:.1f}"
        x, y = first.x + half, first.y
        for point in points[1:]:
            to = point.x - half
            bend = (to - x) / 2
            path += f"C{x + bend:.1f} {y:.1f} {to - bend:.1f} {point.y:.1f} {to:.1f} {point.y:.1f}"
            if point is not last:
                path += f"h{BOX_WIDTH:.1f}"
            x, y = point.x + half, point.y
    drawn = [element("path", d=path, class_=f"join j{labels.index(_kind(join.label)) % DASHES}")]
    if join.count > 1:
        before = points[-2]
        at = Place((before.x + half + last.x - half) / 2, (before.y + last.y) / 2)
        drawn.append(element("text", f"× {join.count}", class_="count", x=at.x, y=at.y - 4))
    return element("g", *drawn)


def _frame(view: View, layout: Layout) -> list[Markup]:
    """A dashed line around the group, with its name."""
    mine = [layout.places[node.id] for node in view.nodes if node.part is not None and node.part.group]
    if not view.group or not mine:
        return []
    left, right = min(p.x for p in mine) - BOX_WIDTH / 2 - 13, max(p.x for p in mine) + BOX_WIDTH / 2 + 13
    top, bottom = min(p.y for p in mine) - BOX_HEIGHT / 2 - 24, max(p.y for p in mine) + BOX_HEIGHT / 2 + 13
    return [
        element("rect", class_="frame", x=left, y=top, width=right - left, height=bottom - top, rx=14),
        element("text", view.group, class_="frame-name", x=left + 14, y=top + 17),
    ]


def _other_value(values: dict[str, float | None], units: Units) -> str:
    """The figure that stands for a part without utilisation, such as its bandwidth."""
    name = next(iter(values), None)
    if name is None:
        return "not measured"
    unit = units.get(name, "1")
    shown = text.value(values[name], name, unit)
    return shown if unit != "1" else f"{name.replace('_', ' ')} {shown}"


def _percent(used: float | None) -> str:
    return "not measured" if used is None else text.value(used, "utilisation", "1")


def _fitting(name: str) -> str:
    return name if len(name) <= 18 else name[:17] + "…"


def _kind(label: str) -> str:
    return label.partition(",")[0]


def unjoined_text(unjoined: Iterable[tuple[str, int]]) -> str:
    """Parts without a place in the drawing: "sf_raid × 2, sf_gige × 2"."""
    return ", ".join(f"{kind} × {count}" if count > 1 else kind for kind, count in unjoined)
