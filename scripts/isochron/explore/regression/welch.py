# SPDX-License-Identifier: Apache-2.0
"""Whether two means differ by more than chance: Welch's t-test from means, half widths and numbers of replications."""

from __future__ import annotations

import math
from dataclasses import dataclass

from isochron.results.result import Metric


@dataclass(frozen=True)
class Difference:
    """The second mean minus the first. `half_width` of its confidence interval; None with a single replication on a side.

    `beyond_chance`: whether the interval leaves 0 out; None where nothing is known of chance.
    """

    difference: float
    half_width: float | None
    beyond_chance: bool | None


def compare(one: Metric, confidence_one: float, other: Metric, confidence_other: float, confidence: float) -> Difference:
    """Two means of independent replications, at a confidence (0 to 1). The half widths of the two are Student-t at their own.

    Degrees of freedom by Welch and Satterthwaite (B. L. Welch, The generalization of 'Student's' problem when several different
    population variances are involved, Biometrika 34, 1947). Runs of the same seeds are not independent: they differ by less
    chance than this assumes, so that it is slower to call a difference one.
    """
    difference = other.mean - one.mean
    if one.half_width is None or other.half_width is None or one.n < 2 or other.n < 2:
        return Difference(difference, None, None)
    first = (one.half_width / _quantile(confidence_one, one.n - 1)) ** 2
    second = (other.half_width / _quantile(confidence_other, other.n - 1)) ** 2
    if first + second == 0:
        return Difference(difference, 0.0, difference != 0)
    freedom = (first + second) ** 2 / (first**2 / (one.n - 1) + second**2 / (other.n - 1))
    half_width = _quantile(confidence, freedom) * math.sqrt(first + second)
    return Difference(difference, half_width, abs(difference) > half_width)


def _quantile(confidence: float, freedom: float) -> float:
    """Student's t of a two-sided interval."""
    from scipy.special import stdtrit  # noqa: PLC0415  (half a second to load)

    return float(stdtrit(freedom, (1 + confidence) / 2))
