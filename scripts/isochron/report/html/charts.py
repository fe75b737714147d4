# SPDX-License-Identifier: Apache-2.0
"""Charts as inline SVG: colours come from the page's style sheet, so that they follow light and dark."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from isochron.report.html.axis import Axis, axis
from isochron.report.html.svg import element, picture

WIDTH, HEIGHT = 440.0, 280.0
LEFT, RIGHT, TOP, BOTTOM = 66.0, 14.0, 14.0, 44.0
TITLE, DIGIT = 20.0, 8.3  # room for the title of the vertical axis, and for a digit beside it
BESIDE = 2.5  # lines lie that far beside each other, so that their intervals do not hide one another
SERIES = 8  # as many as the style sheet has colours and markers for


@dataclass(frozen=True)
class Dot:
    """A measured point in shown units, with the half width of its interval and what the pointer shows."""

    x: float
    y: float
    half_width: float | None
    tip: str


@dataclass(frozen=True)
class Line:
    """Dots of one name, in shown units."""

    name: str
    dots: Sequence[Dot]
    expected: Sequence[tuple[float, float]] = ()  # what arithmetic says, dashed and without marks


@dataclass(frozen=True)
class Span:
    """A part of x, in shown units, that is shaded; the legend names it."""

    name: str
    begin: float
    end: float


def line_chart(
    lines: Sequence[Line],
    *,
    label: str,
    x_title: str,
    y_title: str,
    joined: bool = True,
    categories: Sequence[str] | None = None,
    dotted: bool = True,
    zero: bool = False,
    mark: tuple[str, float] | None = None,
    spans: Sequence[Span] = (),
) -> Markup:
    """Lines with intervals over a number, or over words (`categories`; x is then an index), and a named place and shaded parts of x."""
    dots = [dot for line in lines for dot in line.dots]
    expected = [y for line in lines for _, y in line.expected]
    lows = [*(dot.y - (dot.half_width or 0) for dot in dots), *expected]
    highs = [*(dot.y + (dot.half_width or 0) for dot in dots), *expected]
    low = min(0.0, *lows) if zero or (min(lows) > 0 and min(lows) < 0.4 * max(highs)) else min(lows)
    vertical = axis(low, max(highs), HEIGHT - BOTTOM, TOP)
    horizontal = _over(dots, categories, _left(vertical))
    legends = [line for line in lines if line.name]
    rows = _legend_rows([line.name for line in legends])
    shaded = [span for span in spans if span.begin < horizontal.high and span.end > horizontal.low]
    span_rows = _legend_rows([span.name for span in shaded])
    drawn = [
        *(_span(span, horizontal, vertical) for span in shaded),
        _frame(horizontal, vertical, x_title, y_title, categories),
        *([_mark(mark, horizontal, vertical)] if mark and horizontal.low < mark[1] < horizontal.high else []),
        *(
            _line(line, i, (i - (len(lines) - 1) / 2) * BESIDE, horizontal, vertical, joined, dotted)
            for i, line in enumerate(lines)
        ),
        *_legend(rows, HEIGHT + 8),
        *_span_legend(span_rows, HEIGHT + 8 + 20 * len(rows)),
    ]
    height = HEIGHT + ((len(rows) + len(span_rows)) * 20 + 8 if rows or span_rows else 0)
    return picture(*drawn, width=WIDTH, height=height, label=label, class_="chart", tabindex=0)


def histogram(
    bins: Sequence[tuple[float, float, float]],
    marks: Sequence[tuple[str, float]],
    *,
    label: str,
    x_title: str,
    y_title: str,
    tips: Sequence[str],
) -> Markup:
    """Bars (lower edge, upper edge, height) with named marks, such as percentiles."""
    top = TOP + 34
    vertical = axis(0.0, max(height for _, _, height in bins), HEIGHT - BOTTOM, top)
    horizontal = axis(bins[0][0], bins[-1][1], _left(vertical), WIDTH - RIGHT, padded=False, wanted=6)
    bars = [
        element(
            "rect",
            class_="bar",
            x=horizontal.at(low),
            width=max(0.5, horizontal.at(high) - horizontal.at(low) - 0.6),
            y=vertical.at(height),
            height=vertical.start - vertical.at(height),
            data_tip=tip,
        )
        for (low, high, height), tip in zip(bins, tips, strict=True)
    ]
    lines: list[Markup] = []
    ends = [-1e9, -1e9, -1e9]  # right end of the last label in each row of labels
    for name, at in marks:
        x = horizontal.at(at)
        width = len(name) * 7.7 + 4
        row = next((i for i, end in enumerate(ends) if x - width / 2 > end), len(ends) - 1)
        ends[row] = x + width / 2
        anchor = "end" if x + width / 2 > WIDTH else "middle"
        y = top - 4 - 12 * row
        lines.append(element("line", class_="mark", x1=x, x2=x, y1=y + 2, y2=vertical.start))
        lines.append(element("text", name, class_="mark-name", x=min(x, WIDTH - 2), y=y, text_anchor=anchor))
    frame = _frame(horizontal, vertical, x_title, y_title, None)
    return picture(frame, *bars, *lines, width=WIDTH, height=HEIGHT, label=label, class_="chart", tabindex=0)


def _left(vertical: Axis) -> float:
    """Where the plot begins, so that the longest number has room beside the axis's title."""
    return max(LEFT, TITLE + 7 + max(len(text) for _, text in vertical.labels()) * DIGIT)


def _over(dots: Sequence[Dot], categories: Sequence[str] | None, left: float) -> Axis:
    if categories is not None:
        return Axis(-0.5, len(categories) - 0.5, left, WIDTH - RIGHT, tuple(range(len(categories))))
    values = [dot.x for dot in dots]
    low, high = min(values), max(values)
    room = (high - low) * 0.04
    spread = axis(low - room, high + room, left, WIDTH - RIGHT, padded=False, wanted=6)
    distinct = sorted(set(values))
    places = [spread.at(value) for value in distinct]
    if len(distinct) <= 8 and all(b - a > 42 for a, b in itertools.pairwise(places)):
        return Axis(spread.low, spread.high, spread.start, spread.end, tuple(distinct))
    return spread


def _frame(
    horizontal: Axis, vertical: Axis, x_title: str, y_title: str, categories: Sequence[str] | None
) -> Markup:
    drawn, left = [], horizontal.start
    for y, text in vertical.labels():
        drawn.append(element("line", class_="grid", x1=left, x2=WIDTH - RIGHT, y1=y, y2=y))
        drawn.append(element("text", text, x=left - 7, y=y + 4, text_anchor="end"))
    for i, (x, text) in enumerate(horizontal.labels()):
        drawn.append(element("line", class_="axis", x1=x, x2=x, y1=vertical.start, y2=vertical.start + 4))
        shown = _short(categories[i], 12) if categories is not None else text
        drawn.append(element("text", shown, x=x, y=vertical.start + 18, text_anchor="middle"))
    drawn.append(element("line", class_="axis", x1=left, x2=WIDTH - RIGHT, y1=vertical.start, y2=vertical.start))
    middle = (left + WIDTH - RIGHT) / 2
    drawn.append(element("text", x_title, class_="title", x=middle, y=vertical.start + 37, text_anchor="middle"))
    high = (vertical.start + vertical.end) / 2
    turned = f"rotate(-90 13 {high:.1f})"
    drawn.append(element("text", y_title, class_="title", x=13.0, y=high, text_anchor="middle", transform=turned))
    return element("g", *drawn, class_="frame", aria_hidden="true")


def _line(
    line: Line, index: int, beside: float, horizontal: Axis, vertical: Axis, joined: bool, dotted: bool
) -> Markup:
    places = [(horizontal.at(dot.x) + beside, vertical.at(dot.y), dot) for dot in line.dots]
    drawn = []
    if len(line.expected) > 1:
        path = "M" + "L".join(f"{horizontal.at(x) + beside:.1f} {vertical.at(y):.1f}" for x, y in line.expected)
        drawn.append(element("path", class_="expected", d=path))
    if joined and len(places) > 1:
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in places)
        drawn.append(element("path", class_="line", d=path))
    for x, y, dot in places:
        if dot.half_width:
            up, down = vertical.at(dot.y + dot.half_width), vertical.at(dot.y - dot.half_width)
            path = f"M{x:.1f} {up:.1f}V{down:.1f}M{x - 4:.1f} {up:.1f}h8M{x - 4:.1f} {down:.1f}h8"
            drawn.append(element("path", class_="interval", d=path))
        if dot.tip:
            drawn.append(_marker(x, y, index, dot.tip) if dotted else _spot(x, y, dot.tip))
    return element("g", *drawn, class_=f"series s{index % SERIES}")


def _marker(x: float, y: float, index: int, tip: str | None) -> Markup:
    """A shape of its own for each series, so that colour is not all that tells them apart."""
    shape = index % 4
    if shape == 0:
        return element("circle", class_="dot", cx=x, cy=y, r=4.2, data_tip=tip)
    if shape == 1:
        return element("rect", class_="dot", x=x - 3.8, y=y - 3.8, width=7.6, height=7.6, data_tip=tip)
    corners = ((0, -5.2), (4.8, 3.6), (-4.8, 3.6)) if shape == 2 else ((0, -5.4), (5.4, 0), (0, 5.4), (-5.4, 0))
    path = "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in corners) + "Z"
    return element("path", class_="dot", d=path, data_tip=tip)


def _spot(x: float, y: float, tip: str) -> Markup:
    """A place that shows itself only under the pointer or by the arrow keys."""
    return element("circle", class_="spot", cx=x, cy=y, r=6.0, data_tip=tip)


def _mark(mark: tuple[str, float], horizontal: Axis, vertical: Axis) -> Markup:
    """A named line from bottom to top."""
    x = horizontal.at(mark[1])
    line = element("line", class_="mark", x1=x, x2=x, y1=vertical.end, y2=vertical.start)
    beside, anchor = (5, "start") if x < (LEFT + WIDTH) / 2 else (-5, "end")
    name = element("text", mark[0], class_="mark-name", x=x + beside, y=vertical.start - 8, text_anchor=anchor)
    return element("g", line, name)


def _span(span: Span, horizontal: Axis, vertical: Axis) -> Markup:
    """A shaded part of x; one that is no wider than a line is a line."""
    begin = horizontal.at(max(span.begin, horizontal.low))
    end = horizontal.at(min(span.end, horizontal.high))
    return element("rect", class_="span", x=begin, y=vertical.end, width=max(1.0, end - begin), height=vertical.start - vertical.end)


def _span_legend(rows: list[list[tuple[float, int, str]]], top: float) -> list[Markup]:
    drawn = []
    for number, row in enumerate(rows):
        y = top + 20 * number
        for x, _, name in row:
            drawn.append(element("rect", class_="span", x=x, y=y - 5.0, width=20.0, height=10.0))
            drawn.append(element("text", name, x=x + 26, y=y + 4))
    return drawn


def _legend_rows(names: Sequence[str]) -> list[list[tuple[float, int, str]]]:
    """Entries (x, number, name) row by row, as many in a row as fit."""
    rows: list[list[tuple[float, int, str]]] = []
    x = WIDTH
    for i, whole in enumerate(names):
        name = _short(whole, 38)
        wide = 34 + len(name) * 8.3
        if x + wide > WIDTH - RIGHT:
            rows.append([])
            x = LEFT
        rows[-1].append((x, i, name))
        x += wide
    return rows


def _legend(rows: list[list[tuple[float, int, str]]], top: float) -> list[Markup]:
    drawn = []
    for number, row in enumerate(rows):
        y = top + 20 * number
        for x, series, name in row:
            mark = [element("path", class_="line", d=f"M{x:.1f} {y:.1f}h20"), _marker(x + 10, y, series, None)]
            drawn.append(element("g", *mark, class_=f"series s{series % SERIES}"))
            drawn.append(element("text", name, x=x + 26, y=y + 4))
    return drawn


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
