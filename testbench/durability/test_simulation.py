# SPDX-License-Identifier: Apache-2.0
"""Simulated arrays compared with exact solutions over many seeds, and with arrays that are simulated disk by disk."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable

import disk_oracle
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isochron.durability import direct, markov, rare, renewal, streams
from isochron.durability.array import Array
from isochron.durability.estimate import Estimate
from isochron.durability.fleet import Fleet

SEEDS = 200
# An interval of 95 % misses in 10 of 200 on average; of 22 misses or more the probability is 4e-4.
LEAST = 179
FEW = 500

RAID5 = Array(8, 1, 1e6, 1)
ISSUE = 18


def covered(estimate: Callable[[int], Estimate], exact: float, least: int = LEAST) -> None:
    """The interval has the exact value as often as it claims, and the mean of all seeds is it."""
    found = [estimate(seed) for seed in range(SEEDS)]
    hits = sum(one.low <= exact <= one.high for one in found)
    assert hits >= least, hits
    values = [one.value for one in found]
    assert abs(statistics.mean(values) - exact) <= 4 * statistics.stdev(values) / math.sqrt(SEEDS)


def exact_loss(array: Array, hours: float) -> float:
    return (markov if array.law == "exponential" else renewal).loss(array, hours)


def exact_mttdl(array: Array) -> float:
    return (markov if array.law == "exponential" else renewal).mttdl(array)


@pytest.mark.parametrize("law, published", [("exponential", 116.07), ("fixed", 110.0)])
def test_the_published_mean_times_are_in_the_interval(law: str, published: float) -> None:
    """RAID-5 of 8, MTTF 100 h, repairs of 2 h."""
    found = direct.mttdl(Array(8, 1, 100, 2, law=law), 20_000, 1)
    assert found.low < published < found.high and found.relative < 0.02


def test_a_mirrored_pair_is_in_the_interval() -> None:
    lam, mu = 1 / 100, 1 / 10
    found = direct.mttdl(Array(2, 1, 100, 10), 20_000, 1)
    assert found.low < (3 * lam + mu) / (2 * lam**2) < found.high


def test_the_loss_of_the_issue() -> None:
    """RAID-5 of 8, MTTF 10^6 h, repair 1 h, mission 18 h, about 1e-9: within 20 % with 95 % confidence; some milliseconds are enough."""
    found = rare.loss(RAID5, ISSUE, 20_000, 1)
    assert found.how == "importance sampling" and found.samples == 20_000
    assert found.relative < 0.02
    assert found.low < markov.loss(RAID5, ISSUE) < found.high


LOSSES = [
    (RAID5, ISSUE),
    (Array(8, 1, 1e6, 1, law="fixed"), ISSUE),
    (Array(2, 1, 1e6, 24), 43800),
    (Array(8, 2, 1e6, 24), 43800),
    (Array(8, 2, 1e6, 24, repairs="all"), 43800),
    (Array(14, 3, 1e5, 5, repairs="all"), 8760),
    (Array(8, 2, 1e6, 24), 1),  # the mission is shorter than a repair
    (Array(8, 1, 1e6, 24, law="fixed"), 1),
    (Array(100, 2, 1e5, 2), 43800),  # 44 failures in a mission
]


@pytest.mark.parametrize("array, hours", LOSSES)
def test_the_interval_of_a_rare_loss_covers_it(array: Array, hours: float) -> None:
    covered(lambda seed: rare.loss(array, hours, FEW, seed), exact_loss(array, hours))


MEANS = [RAID5, Array(8, 1, 1e6, 1, law="fixed"), Array(2, 1, 1e6, 24), Array(8, 2, 1e6, 24), Array(8, 2, 1e6, 24, repairs="all"), Array(14, 3, 1e5, 5)]


@pytest.mark.parametrize("array", MEANS)
def test_the_interval_of_a_long_mean_time_covers_it(array: Array) -> None:
    covered(lambda seed: rare.mttdl(array, FEW, seed), exact_mttdl(array))


SOON = [Array(8, 1, 100, 2), Array(8, 1, 100, 2, law="fixed"), Array(6, 2, 50, 5, repairs="all"), Array(6, 2, 50, 5)]


@pytest.mark.parametrize("array", SOON)
def test_the_intervals_of_direct_simulation_cover(array: Array) -> None:
    covered(lambda seed: direct.mttdl(array, FEW, seed), exact_mttdl(array))
    hours = 0.3 * exact_mttdl(array)
    covered(lambda seed: direct.loss(array, hours, FEW, seed), exact_loss(array, hours))


@pytest.mark.parametrize("array", SOON)
def test_importance_sampling_of_what_is_not_rare_is_right_too(array: Array) -> None:
    covered(lambda seed: rare.mttdl(array, FEW, seed), exact_mttdl(array))
    hours = 0.1 * exact_mttdl(array)
    covered(lambda seed: rare.loss(array, hours, FEW, seed), exact_loss(array, hours))


@pytest.mark.parametrize("law", ["exponential", "fixed"])
@pytest.mark.parametrize("repairs", ["one", "all"])
@pytest.mark.parametrize("tolerates", [1, 2, 3])
def test_arrays_of_disks_with_lives_of_their_own_are_the_same(law: str, repairs: str, tolerates: int) -> None:
    """No exact solution is known to the package where repairs are fixed and two failures are tolerated. Both means, and both probabilities, differ by chance alone."""
    array = Array(6, tolerates, 20.0, 3.0, law=law, repairs=repairs)
    told = disk_oracle.times_to_loss(array, 1500, seed=tolerates)
    mean, error = statistics.mean(told), statistics.stdev(told) / math.sqrt(len(told))
    for method in (direct, rare):
        found = method.mttdl(array, 20_000, 1)
        assert abs(found.value - mean) <= 4 * math.hypot(error, (found.high - found.low) / 4)
    hours = mean / 4
    share = sum(one <= hours for one in told) / len(told)
    error = math.sqrt(share * (1 - share) / len(told))
    for method in (direct, rare):
        found = method.loss(array, hours, 20_000, 1)
        assert abs(found.value - share) <= 4 * math.hypot(error, (found.high - found.low) / 4)


def test_without_redundancy_importance_sampling_is_exact() -> None:
    """The first failure, which is forced, is the loss: there is nothing to draw."""
    found = rare.loss(Array(5, 0, 1e6, 1), 10, FEW, 1)
    assert found.value == pytest.approx(-math.expm1(-5e-5), rel=1e-12)
    assert rare.mttdl(Array(5, 0, 1e6, 1), FEW, 1).value == pytest.approx(2e5, rel=1e-12)
    soon = direct.mttdl(Array(5, 0, 1e6, 1), 20_000, 1)
    assert soon.low < 2e5 < soon.high


@pytest.mark.parametrize("repairs", ["one", "all"])
def test_rare_losses_with_fixed_repairs_in_closed_form(repairs: str) -> None:
    """RAID-6 with fixed repairs much shorter than lives. The third failure comes within two overlapping repairs, each of r hours: the first two failures
    are u < r apart. All repairs at once leave r - u for the third one; one at a time leaves as much, since the third one is a loss only until the first
    repair has ended or within the second repair beside another failure. So the rate of losses is n (n - 1) (n - 2) lambda^3 r^2 / 2."""
    array = Array(8, 2, 1e6, 1, law="fixed", repairs=repairs)
    expected = 1 / (8 * 7 * 6 * 1e-18 / 2)
    assert rare.mttdl(array, 100_000, 3).value == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("law", ["exponential", "fixed"])
@pytest.mark.parametrize("deadline", [0.5, 3.0, math.inf])
def test_likelihood_ratios_have_the_mean_one(law: str, deadline: float) -> None:
    """Over all that can happen in three biased events."""
    array = Array(9, 4, 1000.0, 2.0, law=law, repairs="all")
    fleet = Fleet(array, streams.generator(1, "test"), numpy.zeros(200_000), deadline, biased=True)
    weights, total = numpy.ones(0), 0.0
    for _ in range(3):
        fleet.step()
        ends = fleet.ended | fleet.well
        weights = numpy.append(weights, numpy.exp(fleet.log_weight[ends]))
        fleet.keep(~ends)
    weights = numpy.append(weights, numpy.exp(fleet.log_weight))
    total = float(weights.sum()) / 200_000
    assert total == pytest.approx(1, abs=4 * float(weights.std()) / math.sqrt(200_000))
    assert float(weights.std()) > 0.1


def test_the_same_seed_gives_the_same_digits() -> None:
    for method in (direct, rare):
        array = SOON[2]
        assert method.mttdl(array, 5000, 7) == method.mttdl(array, 5000, 7)
        assert method.loss(array, 30, 5000, 7) == method.loss(array, 30, 5000, 7)
        assert method.mttdl(array, 5000, 7).value != method.mttdl(array, 5000, 8).value
        assert method.loss(array, 30, 5000, 7).value != method.loss(array, 30, 5000, 8).value


def test_arrays_of_other_names_have_other_random_numbers() -> None:
    first, second = (direct.mttdl(Array(6, 2, 50, 5, name=name), 1000, 1).value for name in ("a", "b"))
    assert first != second


@given(
    st.integers(0, 3), st.integers(1, 5), st.floats(1, 1e6), st.floats(1e-3, 1e3), st.floats(0.1, 1e5),
    st.sampled_from(["exponential", "fixed"]), st.sampled_from(["one", "all"]),
)  # fmt: skip
def test_what_is_found_is_a_probability(tolerates: int, more: int, mttf: float, repair: float, hours: float, law: str, repairs: str) -> None:
    array = Array(tolerates + more, tolerates, mttf, repair, law=law, repairs=repairs)
    if array.failures_within(hours) > 1000:
        hours = 1000 / array.failure_rate(0)
    for method in (direct, rare):
        found = method.loss(array, hours, 100, 1)
        assert 0 <= found.low <= found.value <= found.high <= 1
