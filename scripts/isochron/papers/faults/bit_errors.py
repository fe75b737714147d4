# SPDX-License-Identifier: Apache-2.0
"""What bit errors cost a link that sends again: simulated, and in closed form."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas

from isochron.papers.curves import by
from isochron.results.result import Result

SCENARIOS = {"go_back_n": "link_errors", "selective": "link_errors_selective"}
# Of the loss 1 - throughput, not of the throughput, against the closed form.
TOLERANCE = 0.05


def wrong(bit_errors: float, size: int) -> float:
    """The probability that one of the bits of so many bytes is wrong."""
    return -math.expm1(8 * size * math.log1p(-bit_errors))


def carried(scheme: str, bit_errors: float, size: int, round_trip: int) -> float:
    """The share of its rate that a link carries in closed form, 0 to 1, with Acks that are never wrong.

    `round_trip`: packet times from a packet's end until its Ack is back, W - 1 of a window that never ends before. Selective repeat sends a packet
    that is wrong again alone: 1 - P. Go back N sends those behind it too: (1 - P) / (1 + (W - 1) P).
    """
    p = wrong(bit_errors, size)
    return 1 - p if scheme == "selective" else (1 - p) / (1 + round_trip * p)


@dataclass(frozen=True)
class Loss:
    """The share of a link's rate that bit errors cost. `half_width` is of the simulated one, None with one replication."""

    scheme: str
    bit_errors: float
    probability: float
    simulated: float
    half_width: float | None
    exact: float

    @property
    def error(self) -> float:
        """Relative error of the simulated loss; NaN where there is none to lose."""
        return self.simulated / self.exact - 1 if self.exact > 0 else float("nan")


def losses(result: Result) -> list[Loss]:
    """A loss a point, by the bit error rate."""
    found = []
    for point in by(result, "bit_errors"):
        errors = float(result.parameter("bit_errors", point))
        scheme = str(result.parameter("scheme", point))
        size, round_trip = int(result.parameter("packet", point)), int(result.parameter("round_trip", point))
        rate = float(result.parameter("rate", point))
        metric = point.metric("data.bandwidth")
        half = None if metric.half_width is None else metric.half_width / rate
        found.append(Loss(scheme, errors, wrong(errors, size), 1 - metric.mean / rate, half, 1 - carried(scheme, errors, size, round_trip)))
    return found


def table(result: Result) -> pandas.DataFrame:
    """The data file: a row a point."""
    rows = [(one.scheme, one.bit_errors, one.probability, one.simulated, one.half_width, one.exact, one.error) for one in losses(result)]
    return pandas.DataFrame(rows, columns=["scheme", "bit_errors", "packet_wrong", "loss", "loss_half_width", "loss_exact", "error"])
