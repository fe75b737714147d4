# SPDX-License-Identifier: Apache-2.0
"""The Markov chain of an array a second time, in exact and in 80-digit arithmetic, by other algorithms than the package's."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

from isochron.durability.array import Array

DIGITS = 80
TERMS = 60


def rates(array: Array) -> list[tuple[Fraction, Fraction]]:
    """Of each number of failed disks the rate of failures and of repairs, from the definition: one failure rate a disk, one repair rate a repair."""
    each, repair = 1 / Fraction(array.mttf_hours), 1 / Fraction(array.repair_hours)
    under_repair = [k if array.repairs == "all" else min(k, 1) for k in range(array.tolerates + 1)]
    return [((array.disks - k) * each, under_repair[k] * repair) for k in range(array.tolerates + 1)]


def mttdl(array: Array) -> Fraction:
    """Mean time to absorption: the system -Q m = 1 solved by Gaussian elimination in fractions."""
    listed = rates(array)
    size = len(listed)
    rows = [[Fraction(0)] * size + [Fraction(1)] for _ in listed]
    for k, (up, down) in enumerate(listed):
        rows[k][k] = up + down
        if k + 1 < size:
            rows[k][k + 1] = -up
        if k:
            rows[k][k - 1] = -down
    for k in range(size):
        rows[k] = [one / rows[k][k] for one in rows[k]]
        for other in range(size):
            if other != k and rows[other][k]:
                rows[other] = [a - rows[other][k] * b for a, b in zip(rows[other], rows[k], strict=True)]
    return rows[0][size]


def loss(array: Array, hours: float) -> float:
    """The last entry of the first row of exp(Q t), by Taylor's series of Q t / 2^m and m squarings, in 80 digits."""
    with localcontext() as context:
        context.prec = DIGITS
        listed = [(_decimal(up), _decimal(down)) for up, down in rates(array)]
        size = len(listed) + 1
        doublings = max(0, int(max(up + down for up, down in listed) * Decimal(hours)).bit_length() + 1)
        span = Decimal(hours) / 2**doublings
        generator = [[Decimal(0)] * size for _ in range(size)]
        for k, (up, down) in enumerate(listed):
            generator[k][k] -= (up + down) * span
            generator[k][k + 1] += up * span
            if k:
                generator[k][k - 1] += down * span
        unit = [[Decimal(int(i == j)) for j in range(size)] for i in range(size)]
        total, term = unit, unit
        for n in range(1, TERMS):
            term = [[one / n for one in row] for row in _product(term, generator)]
            total = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(total, term, strict=True)]
        for _ in range(doublings):
            total = _product(total, total)
        return float(total[0][-1])


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _product(a: list[list[Decimal]], b: list[list[Decimal]]) -> list[list[Decimal]]:
    columns = list(zip(*b, strict=True))
    return [[sum((x * y for x, y in zip(row, column, strict=True)), Decimal(0)) for column in columns] for row in a]
