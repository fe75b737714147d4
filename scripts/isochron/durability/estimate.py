# SPDX-License-Identifier: Apache-2.0
"""Estimates with confidence intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy

CONFIDENCE = 0.95
# Two-sided quantile of the normal distribution.
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class Estimate:
    """A mean or a probability, with its interval at 95 % confidence; how it was found, and of how many samples."""

    value: float
    low: float
    high: float
    how: str
    samples: int

    @property
    def relative(self) -> float:
        """The larger half of the interval, as a part of the value; infinite where the value is 0."""
        return max(self.high - self.value, self.value - self.low) / self.value if self.value else math.inf

    def document(self) -> dict[str, Any]:
        """As a JSON document has it, with nine significant digits."""
        return {"value": rounded(self.value), "low": rounded(self.low), "high": rounded(self.high), "how": self.how, "samples": self.samples}


@dataclass(frozen=True)
class Moments:
    """Number, mean and squared standard error of independent samples."""

    samples: int
    mean: float
    error2: float

    @staticmethod
    def of(sums: numpy.ndarray) -> Moments:
        """The estimate from the number of samples, their sum and the sum of their squares."""
        samples, total, squares = (float(one) for one in sums)
        mean = total / samples
        variance = max(0.0, squares - samples * mean * mean) / (samples - 1)
        return Moments(int(samples), mean, variance / samples)


def of_mean(moments: Moments, how: str, most: float = math.inf) -> Estimate:
    """The mean of samples from 0 up, by the normal approximation; it and its interval are within 0 and `most`."""
    half = Z * math.sqrt(moments.error2)
    return Estimate(min(moments.mean, most), max(0.0, moments.mean - half), min(moments.mean + half, most), how, moments.samples)


def of_ratio(top: Moments, bottom: Moments, how: str) -> Estimate:
    """The ratio of two independent means, by the delta method on its logarithm."""
    value = top.mean / bottom.mean
    spread = math.exp(Z * math.sqrt(top.error2 / top.mean**2 + bottom.error2 / bottom.mean**2))
    return Estimate(value, value / spread, value * spread, how, top.samples + bottom.samples)


def of_share(hits: int, samples: int, how: str) -> Estimate:
    """The probability of which `hits` of `samples` are a sample, with Wilson's interval."""
    share = hits / samples
    middle = (share + Z * Z / (2 * samples)) / (1 + Z * Z / samples)
    half = Z * math.sqrt(share * (1 - share) / samples + Z * Z / (4 * samples * samples)) / (1 + Z * Z / samples)
    return Estimate(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)), how, samples)


def rounded(value: float) -> float:
    """Nine significant digits, as results have them."""
    return float(f"{value:.9g}")
