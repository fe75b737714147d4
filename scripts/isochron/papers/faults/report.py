# SPDX-License-Identifier: Apache-2.0
"""The report on faults."""

from __future__ import annotations

import pandas

from isochron.papers.faults import bit_errors, figures, kinds, one_failure, spare, viewers
from isochron.papers.faults.page import page
from isochron.papers.paper_report import Figure, Report
from isochron.results.result import Result


def series_table(result: Result) -> pandas.DataFrame:
    """The data file of a run with figures over time: a row a window, `from_s` its begin, rates in B/s."""
    rows = []
    for point in result.points:
        varied = {} if point is result else dict(point.parameters)
        shown = {name: one for name, one in point.series.items() if name in ("delivered.bandwidth", "rebuilt.bandwidth")}
        interval = next(iter(shown.values())).interval_s
        length = min(len(one.values) for one in shown.values())
        rows += [varied | {"from_s": round(i * interval, 9)} | {name: one.values[i] for name, one in shown.items()} for i in range(length)]
    return pandas.DataFrame(rows)


REPORT = Report(
    figures=(
        Figure("faults_viewers.png", kinds.SCENARIOS, figures.noticed),
        Figure("faults_over_time.png", kinds.OVER_TIME, figures.over_time),
        Figure("faults_bit_errors.png", tuple(bit_errors.SCENARIOS.values()), figures.loss),
        Figure("faults_one_part.png", (), figures.one_part),
        Figure("faults_spare.png", tuple(spare.SCENARIOS), figures.streams),
    ),
    page=page,
    tables={name: viewers.table for name in (*kinds.SCENARIOS, "no_fault", *spare.DEATHS)}
    | {name: series_table for name in kinds.OVER_TIME}
    | {name: bit_errors.table for name in bit_errors.SCENARIOS.values()}
    | {name: spare.table for name in spare.SCENARIOS},
    computed={"one_failure": one_failure.table, "bounds": spare.bounds_table},
    published=False,
)
