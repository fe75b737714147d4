# SPDX-License-Identifier: Apache-2.0
"""Curves of output analysis."""

import numpy


def welch(values: list[float], interval: float, window: float) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Welch's curve: the centred moving average over `window`, which near the start shrinks to what lies on both sides.

    Returns times (middle of each interval) and averages. It ends half a window before the data do. (Law and Kelton,
    Simulation Modeling and Analysis, 9.5.1.)
    """
    data = numpy.asarray(values, dtype=float)
    half = max(round(window / interval) // 2, 0)
    count = max(len(data) - half, 0)
    sums = numpy.concatenate(([0.0], numpy.cumsum(data)))
    middle = numpy.arange(count)
    reach = numpy.minimum(middle, half)
    means = (sums[middle + reach + 1] - sums[middle - reach]) / (2 * reach + 1)
    return (middle + 0.5) * interval, means


def cumulative_mean(values: list[float], interval: float) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The mean of all that was seen so far, at the end of each interval."""
    data = numpy.asarray(values, dtype=float)
    counts = numpy.arange(1, len(data) + 1)
    return counts * interval, numpy.cumsum(data) / counts
