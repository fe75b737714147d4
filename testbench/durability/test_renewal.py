# SPDX-License-Identifier: Apache-2.0
"""Arrays with repairs of a fixed length that tolerate one failure: the exact solution compared with closed forms and a differential equation."""

from __future__ import annotations

import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isochron.durability import markov, renewal
from isochron.durability.array import Array
from isochron.errors import ReportError


def fixed(disks: int, mttf: float, repair: float) -> Array:
    return Array(disks, 1, mttf, repair, law="fixed")


def by_steps(array: Array, hours: float, steps_per_repair: int = 64) -> float:
    """The probability of loss from the survival G of a well array: G' = a (H - G), where H, that of one with a new repair, is exp(-b u) until the
    repair ends and exp(-b r) G(u - r) from then on. Runge-Kutta steps of fourth order, with G between its points by a cubic."""
    a, b, repair = array.failure_rate(0), array.failure_rate(1), array.repair_hours
    step = repair / steps_per_repair
    count = round(hours / step)
    assert math.isclose(count * step, hours)
    survival, slopes = numpy.ones(count + 1), numpy.zeros(count + 1)

    def before(place: float) -> float:
        low = min(math.floor(place), count)
        if low == place:
            return float(survival[low])
        s = place - low
        return float(
            (1 + 2 * s) * (1 - s) ** 2 * survival[low] + s * (1 - s) ** 2 * step * slopes[low] + s * s * (3 - 2 * s) * survival[low + 1]
            + s * s * (s - 1) * step * slopes[low + 1]
        )  # fmt: skip

    def failed(place: float, within: bool) -> float:
        """H at a time; at the end of the repair it does not jump, but its slope does."""
        return math.exp(-b * place * step) if within else math.exp(-b * repair) * before(place - steps_per_repair)

    for n in range(count):
        within = n + 1 <= steps_per_repair
        k1 = a * (failed(n, within) - survival[n])
        middle = failed(n + 0.5, within)
        k2 = a * (middle - survival[n] - step / 2 * k1)
        k3 = a * (middle - survival[n] - step / 2 * k2)
        end = failed(n + 1, within)
        k4 = a * (end - survival[n] - step * k3)
        slopes[n] = k1
        survival[n + 1] = survival[n] + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        slopes[n + 1] = a * (end - survival[n + 1])
    return 1 - float(survival[-1])


def test_the_published_mean_time() -> None:
    """RAID-5 of 8, MTTF 100 h, a repair of 2 h: 110.0 h."""
    assert f"{renewal.mttdl(fixed(8, 100, 2)):.1f}" == "110.0"


@given(st.integers(2, 50), st.floats(10, 1e6), st.floats(1e-3, 10))
def test_short_repairs_are_all_alike(disks: int, mttf: float, repair: float) -> None:
    """Where no third failure comes, only the mean of a repair counts; and a fixed one is a little worse."""
    chain, renewed = markov.mttdl(Array(disks, 1, mttf, repair)), renewal.mttdl(fixed(disks, mttf, repair))
    assert renewed <= chain * (1 + 1e-12)
    assert renewed == pytest.approx(chain, rel=disks * repair / mttf)


def test_without_redundancy_the_first_failure_is_the_loss() -> None:
    array = Array(5, 0, 1e6, 24, law="fixed")
    assert renewal.mttdl(array) == pytest.approx(2e5)
    assert renewal.loss(array, 100) == pytest.approx(-math.expm1(-5e-4), rel=1e-14)


@given(st.integers(2, 50), st.floats(1e4, 1e7), st.floats(1, 1e3), st.floats(0.01, 1))
def test_within_the_first_repair_two_failures_are_the_loss(disks: int, mttf: float, repair: float, share: float) -> None:
    """The integral over the first failure of that of the second one: 1 - (a exp(-b t) - b exp(-a t)) / (a - b), as a series where that cancels."""
    array, hours = fixed(disks, mttf, repair), share * repair
    a, b = array.failure_rate(0), array.failure_rate(1)
    if a * hours > 0.1:
        exact = 1 - (a * math.exp(-b * hours) - b * math.exp(-a * hours)) / (a - b)
    else:
        # a b t^2 / 2 times the sum over n of 2 (-1)^n h_n(a, b) t^n / (n + 2)!, with h_n the sum of a^i b^(n - i).
        terms = [2 * (-hours) ** n * sum(a**i * b ** (n - i) for i in range(n + 1)) / math.factorial(n + 2) for n in range(12)]
        exact = a * b * hours**2 / 2 * math.fsum(terms)
    assert renewal.loss(array, hours) == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize("array, hours", [(fixed(8, 100, 2), 1), (fixed(8, 100, 2), 50), (fixed(2, 10, 4), 40), (fixed(3, 5, 10), 20), (fixed(40, 1000, 3), 99)])
def test_the_loss_solves_the_equation_with_delay(array: Array, hours: float) -> None:
    assert renewal.loss(array, hours) == pytest.approx(by_steps(array, hours), rel=1e-8)


def test_the_loss_of_the_issue_with_a_fixed_repair() -> None:
    """In the last hour a repair has only what is left of the mission, half an hour on average."""
    assert renewal.loss(fixed(8, 1e6, 1), 18) == pytest.approx(8e-6 * 7e-6 * 17.5, rel=1e-4)


@given(st.integers(2, 30), st.floats(10, 1e5), st.floats(0.1, 100), st.floats(0.1, 1e4), st.floats(1.001, 10))
def test_a_longer_mission_loses_more(disks: int, mttf: float, repair: float, hours: float, times: float) -> None:
    array = fixed(disks, mttf, repair)
    assert 0 <= renewal.loss(array, hours) <= renewal.loss(array, hours * times) * (1 + 1e-12) <= 1 + 1e-12


def test_long_missions_lose_at_the_rate_of_the_mean_time() -> None:
    """After many cycles the time to the loss is exponential."""
    array = fixed(8, 1e4, 1)
    mean = renewal.mttdl(array)
    assert renewal.loss(array, mean) == pytest.approx(1 - math.exp(-1), rel=2e-3)


def test_too_many_cycles_are_a_message() -> None:
    with pytest.raises(ReportError, match=r"the array `array`: 8e\+07 failures are expected within the mission.*exponential repairs"):
        renewal.loss(fixed(8, 1, 1e-6), 1e7)


def test_what_it_solves() -> None:
    assert renewal.solves(fixed(8, 100, 2)) and renewal.solves(Array(8, 0, 100, 2, law="fixed"))
    assert not renewal.solves(Array(8, 2, 100, 2, law="fixed")) and not renewal.solves(Array(8, 1, 100, 2))
