# SPDX-License-Identifier: Apache-2.0
"""Curves of output analysis against their definitions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isochron.results.statistics import cumulative_mean, welch

series = st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=60)


@given(series, st.integers(0, 40))
def test_welch_is_its_definition(values: list[float], window: int) -> None:
    times, means = welch(values, 1.0, float(window))
    half = window // 2
    assert len(means) == max(len(values) - half, 0)
    for i, mean in enumerate(means):
        reach = min(i, half)
        around = values[i - reach : i + reach + 1]
        assert mean == pytest.approx(sum(around) / len(around), abs=1e-3)
        assert times[i] == i + 0.5


@given(series)
def test_cumulative_mean_is_its_definition(values: list[float]) -> None:
    times, means = cumulative_mean(values, 0.5)
    for i, mean in enumerate(means):
        assert mean == pytest.approx(sum(values[: i + 1]) / (i + 1), abs=1e-3)
        assert times[i] == 0.5 * (i + 1)
