# SPDX-License-Identifier: Apache-2.0
"""Replications of one point, added up batch by batch: mean, spread, and the interval at any level."""

from __future__ import annotations

import math
from dataclasses import dataclass

from isochron.results.result import Metric


@dataclass(frozen=True)
class Sample:
    """`n` independent replications of a figure: their mean, the sum of their squared deviations from it, the least and the largest value."""

    n: int
    """0: nothing was there to measure, and `mean` is NaN"""
    mean: float
    squares: float
    least: float
    most: float

    @staticmethod
    def of(metric: Metric | None, confidence: float) -> Sample:
        """The sample behind a metric of a result; `confidence` is the level of its half width."""
        from scipy.stats import t  # noqa: PLC0415  (a second to load)

        if metric is None:
            return Sample(0, math.nan, 0.0, math.nan, math.nan)
        squares = 0.0
        if metric.half_width and metric.n > 1:
            deviation = metric.half_width * math.sqrt(metric.n) / float(t.ppf((1 + confidence) / 2, metric.n - 1))
            squares = (metric.n - 1) * deviation**2
        least = metric.mean if metric.min is None else min(metric.min, metric.mean)
        most = metric.mean if metric.max is None else max(metric.max, metric.mean)
        return Sample(metric.n, metric.mean, squares, least, most)

    def plus(self, other: Sample) -> Sample:
        """Both together, as if they had been one run."""
        if not self.n or not other.n:
            return self if self.n else other
        n = self.n + other.n
        apart = other.mean - self.mean
        return Sample(
            n,
            self.mean + apart * other.n / n,
            self.squares + other.squares + apart * apart * self.n * other.n / n,
            min(self.least, other.least),
            max(self.most, other.most),
        )

    def half_width(self, tail: float) -> float | None:
        """Half the width of the interval (Student's t) that misses the true mean with probability `tail` on each side; None with one replication."""
        from scipy.stats import t  # noqa: PLC0415  (a second to load)

        if self.n < 2:
            return None
        if self.squares == 0:
            return 0.0
        return float(t.ppf(1 - tail, self.n - 1)) * math.sqrt(self.squares / (self.n - 1) / self.n)
