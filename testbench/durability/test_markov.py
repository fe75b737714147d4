# SPDX-License-Identifier: Apache-2.0
"""Arrays with exponential repairs: the exact solution compared with closed forms, with exact fractions and with 80 digits."""

from __future__ import annotations

import math

import chain_oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isochron.durability import markov
from isochron.durability.array import Array

REPAIRS = ("one", "all")
# A disk that lives for a year to a thousand, and repairs of minutes to months.
MTTF = st.floats(1e4, 1e7)
REPAIR = st.floats(0.1, 1e3)


def raid5(disks: int, mttf: float, repair: float) -> float:
    """((2 n - 1) lambda + mu) / (n (n - 1) lambda^2)."""
    lam, mu = 1 / mttf, 1 / repair
    return ((2 * disks - 1) * lam + mu) / (disks * (disks - 1) * lam**2)


@st.composite
def arrays(draw: st.DrawFn) -> Array:
    tolerates = draw(st.integers(0, 4))
    return Array(draw(st.integers(tolerates + 1, 20)), tolerates, draw(MTTF), draw(REPAIR), repairs=draw(st.sampled_from(REPAIRS)))


@pytest.mark.parametrize("repairs", REPAIRS)
def test_the_published_mean_time(repairs: str) -> None:
    """RAID-5 of 8: with one failure tolerated there is never a second repair, so that it does not matter how many go on at once."""
    assert f"{markov.mttdl(Array(8, 1, 100, 2, repairs=repairs)):.2f}" == "116.07"


@given(st.integers(2, 100), MTTF, REPAIR, st.sampled_from(REPAIRS))
def test_raid5_and_mirrors_have_a_closed_form(disks: int, mttf: float, repair: float, repairs: str) -> None:
    assert markov.mttdl(Array(disks, 1, mttf, repair, repairs=repairs)) == pytest.approx(raid5(disks, mttf, repair), rel=1e-12)


def test_a_mirrored_pair() -> None:
    """(3 lambda + mu) / (2 lambda^2)."""
    lam, mu = 1 / 5e5, 1 / 24
    assert markov.mttdl(Array(2, 1, 5e5, 24)) == pytest.approx((3 * lam + mu) / (2 * lam**2), rel=1e-13)


def test_how_many_repairs_go_on_matters_from_two_failures_on() -> None:
    """With repairs much shorter than lives RAID-6 of n has mttf^3 / (n (n - 1) (n - 2) repair^2), or twice that where both disks are repaired at once."""
    one, both = (markov.mttdl(Array(8, 2, 1e6, 1, repairs=repairs)) for repairs in REPAIRS)
    assert one == pytest.approx(1e18 / (8 * 7 * 6), rel=1e-4)
    assert both == pytest.approx(2 * one, rel=1e-4)


def test_without_redundancy_the_first_failure_is_the_loss() -> None:
    assert markov.mttdl(Array(5, 0, 1e6, 24)) == pytest.approx(2e5, rel=1e-15)
    assert markov.loss(Array(5, 0, 1e6, 24), 100) == pytest.approx(-math.expm1(-5e-4), rel=1e-14)


@given(arrays())
def test_the_mean_time_solves_the_linear_system(array: Array) -> None:
    assert markov.mttdl(array) == pytest.approx(float(chain_oracle.mttdl(array)), rel=1e-12)


def test_the_loss_of_the_issue_in_closed_form() -> None:
    """RAID-5 of 8, MTTF 10^6 h, repair 1 h, mission 18 h: of two states the chain has two exponentials, s1 and s2 the roots of s^2 + (a + b + mu) s + a b."""
    found = markov.loss(Array(8, 1, 1e6, 1), 18)
    assert found == pytest.approx(9.5198656e-10, rel=1e-7)
    # 56e-12 failures of a second disk an hour, but for the first hours, in which no disk has failed yet.
    assert found == pytest.approx(8e-6 * 7e-6 * (18 - 1 + math.exp(-18)), rel=1e-4)


CASES = [
    (Array(8, 1, 1e6, 1), 18),
    (Array(8, 1, 100, 2), 50),
    (Array(2, 1, 1e6, 24), 5 * 8760),
    (Array(8, 2, 1e6, 1), 18),  # some 1e-14
    (Array(6, 2, 1e6, 0.01), 1),  # some 1e-20
    (Array(12, 3, 1e5, 10, repairs="all"), 8760),
    (Array(100, 4, 1e6, 0.5, repairs="all"), 1e5),
    (Array(3, 1, 2.0, 500), 1000),  # disks fail sooner than they are repaired: almost certain
    (Array(10, 9, 50, 20), 3),  # nine failures in a short time
    (Array(4, 1, 1e6, 1e-3), 1e7),  # ten thousand million repair times
]


@pytest.mark.parametrize("array, hours", CASES)
def test_the_loss_has_twelve_correct_digits(array: Array, hours: float) -> None:
    exact = chain_oracle.loss(array, hours)
    assert 0 < exact <= 1
    assert markov.loss(array, hours) == pytest.approx(exact, rel=1e-12, abs=0)


@given(arrays(), st.floats(1e-3, 1e6))
def test_the_loss_of_any_array_is_exact(array: Array, hours: float) -> None:
    assert markov.loss(array, hours) == pytest.approx(chain_oracle.loss(array, hours), rel=1e-11, abs=1e-300)


@given(arrays(), st.floats(1e-3, 1e6), st.floats(1.001, 100))
def test_a_longer_mission_loses_more_and_better_disks_lose_less(array: Array, hours: float, times: float) -> None:
    more = markov.loss(array, hours * times)
    assert 0 <= markov.loss(array, hours) <= more <= 1
    better = Array(array.disks, array.tolerates, array.mttf_hours * times, array.repair_hours, repairs=array.repairs)
    slower = Array(array.disks, array.tolerates, array.mttf_hours, array.repair_hours * times, repairs=array.repairs)
    assert markov.loss(better, hours) <= markov.loss(array, hours) <= markov.loss(slower, hours) * (1 + 1e-12)
    assert markov.mttdl(better) > markov.mttdl(array) >= markov.mttdl(slower)


def test_no_time_no_loss() -> None:
    assert markov.loss(Array(8, 1, 1e6, 1), 0) == 0


@given(st.integers(1, 1000), st.floats(0, 1))
def test_of_several_arrays_one_is_enough(arrays: int, loss: float) -> None:
    assert Array(2, 1, 1e6, 24, arrays=arrays).loss_of_any(loss) == pytest.approx(1 - (1 - loss) ** arrays, abs=1e-12)


def test_of_several_arrays_rare_losses_add_up() -> None:
    assert Array(2, 1, 1e6, 24, arrays=1000).loss_of_any(1e-18) == pytest.approx(1e-15, rel=1e-12)
