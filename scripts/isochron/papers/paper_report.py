# SPDX-License-Identifier: Apache-2.0
"""Turns results of a paper's machines into figures and a page: the same for every paper, by REPORT of its package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas

from isochron.results.published import Row, in_order, rows
from isochron.results.result import Result

PAGE = "results.md"


@dataclass(frozen=True)
class Figure:
    """A figure: its file, the scenarios whose results it needs, and what draws it from all results."""

    file: str
    scenarios: tuple[str, ...]
    draw: Callable[[dict[str, Result], Path], Path]


def of_one(file: str, scenario: str, draw: Callable[[Result, Path], Path]) -> Figure:
    """A figure of a single scenario's result."""
    return Figure(file, (scenario,), lambda results, path: draw(results[scenario], path))


@dataclass(frozen=True)
class Report:
    """A paper's figures and page.

    `page`: the Markdown out of the results by scenario, the rows of the table against the paper, and the files of the figures that were drawn.
    `by_section`: the rows are in the order of the paper's sections, else in that of its file in scenarios/published/.
    `binary`: the paper's MB are MiB, and so the table says.
    `tables`: by scenario, what makes its data file of its result, where that is not all metrics of every point.
    `computed`: by name, what makes a data file without a result, such as one of what `isochron explain` says.
    `published`: there are numbers to compare with, in scenarios/published/. Without them the table against the paper is empty, whatever numbers
    the results have for the paper that a machine is from.
    """

    figures: tuple[Figure, ...]
    page: Callable[[dict[str, Result], list[Row], list[str]], str]
    by_section: bool = True
    binary: bool = False
    tables: Mapping[str, Callable[[Result], pandas.DataFrame]] = field(default_factory=dict)
    computed: Mapping[str, Callable[[], pandas.DataFrame]] = field(default_factory=dict)
    published: bool = True

    def make(self, results: dict[str, Result], folder: Path) -> list[Row]:
        """Writes the page, and the figures whose scenarios were run, into `folder`; returns the rows of the table against the paper."""
        drawn = [figure for figure in self.figures if results.keys() >= set(figure.scenarios)]
        for figure in drawn:
            figure.draw(results, folder / figure.file)
        compared = rows(results.values(), binary=self.binary) if self.published else []
        if self.by_section:
            compared = in_order(compared)
        (folder / PAGE).write_text(self.page(results, compared, [figure.file for figure in drawn]), encoding="utf-8")
        return compared

    def table(self, name: str, result: Result) -> pandas.DataFrame:
        """The data file of a scenario's result."""
        return self.tables.get(name, Result.points_frame)(result)
