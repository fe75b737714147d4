# SPDX-License-Identifier: Apache-2.0
"""Which method answers for which array, and what cannot be asked."""

from __future__ import annotations

import math

import pytest

from isochron.durability import assess as assessing
from isochron.durability import markov, renewal
from isochron.durability.array import Array
from isochron.durability.assess import assess
from isochron.durability.estimate import Estimate
from isochron.durability.mission import hours_of
from isochron.errors import ReportError

FEW = 2000


def test_exponential_repairs_are_exact() -> None:
    found = assess(Array(8, 2, 1e6, 24), 100)
    assert (found.mttdl, found.loss) == (markov.mttdl(found.array), markov.loss(found.array, 100))
    assert found.simulated_mttdl is None and found.simulated_loss is None
    assert found.probability == found.loss


def test_fixed_repairs_are_exact_where_one_failure_is_tolerated() -> None:
    found = assess(Array(8, 1, 100, 2, law="fixed"), 100)
    assert (found.mttdl, found.loss) == (renewal.mttdl(found.array), renewal.loss(found.array, 100))


def test_other_fixed_repairs_are_simulated() -> None:
    found = assess(Array(8, 2, 1e6, 24, law="fixed", arrays=3), 43800, samples=FEW)
    assert found.mttdl is None and found.loss is None
    assert found.simulated_mttdl is not None and found.simulated_loss is not None
    assert found.simulated_mttdl.how == found.simulated_loss.how == "importance sampling"
    assert found.probability == found.simulated_loss.value
    several = found.simulated_loss_of_any
    assert several is not None and several.value == pytest.approx(3 * found.simulated_loss.value, rel=1e-6)
    assert several.high == pytest.approx(3 * found.simulated_loss.high, rel=1e-6)


def test_both_on_request() -> None:
    found = assess(Array(8, 1, 1e6, 1), 18, simulate=True, samples=FEW)
    assert found.loss is not None and found.simulated_loss is not None and found.mttdl is not None and found.simulated_mttdl is not None
    assert found.simulated_loss.value == pytest.approx(found.loss, rel=0.2)
    assert found.simulated_mttdl.value == pytest.approx(found.mttdl, rel=0.2)


@pytest.mark.parametrize(
    "array, hours, mttdl, loss",
    [
        (Array(8, 1, 100, 2), 50, "direct simulation", "direct simulation"),
        (Array(8, 1, 100, 2), 0.1, "direct simulation", "importance sampling"),
        (Array(8, 1, 1e6, 1), 1e10, "importance sampling", "direct simulation"),
        (Array(8, 1, 1e6, 1), 18, "importance sampling", "importance sampling"),
    ],
)
def test_what_is_rare_is_sampled_by_importance(monkeypatch: pytest.MonkeyPatch, array: Array, hours: float, mttdl: str, loss: str) -> None:
    asked: dict[str, str] = {}
    for module in (assessing.direct, assessing.rare):
        for name in ("mttdl", "loss"):
            monkeypatch.setattr(module, name, lambda *_, how=module.HOW, name=name: asked.update({name: how}) or Estimate(1, 1, 1, how, 1))
    assess(array, hours, simulate=True, samples=FEW)
    assert asked == {"mttdl": mttdl, "loss": loss}


def test_the_default_reaches_the_precision_of_the_issue() -> None:
    found = assess(Array(8, 1, 1e6, 1), 18, simulate=True)
    assert found.simulated_loss is not None and found.simulated_loss.samples == assessing.SAMPLES
    assert found.simulated_loss.relative <= 0.02
    assert found.loss == pytest.approx(9.5198656e-10, rel=1e-7)


def test_missions_of_many_failures_take_fewer_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    array = Array(100, 2, 1e4, 0.1, law="fixed")
    for most, samples in ((200_000, FEW), (150_000, 1500), (20_000, assessing.LEAST_SAMPLES)):
        monkeypatch.setattr(assessing, "_MOST_FAILURES", most)
        found = assess(array, 1e4, samples=FEW)
        assert found.simulated_loss is not None and found.simulated_loss.samples == samples


def test_too_many_failures_of_a_mission_are_a_message() -> None:
    with pytest.raises(ReportError, match=r"the array `array`: 2e\+05 failures are expected within the mission, and at most 100,000 are simulated; shorten the mission"):
        assess(Array(100, 3, 100, 1e-3, law="fixed"), 2e5, samples=FEW)


@pytest.mark.parametrize(
    "values, message",
    [
        ({"disks": 0}, "`disks` cannot be 0; give a whole number from 1"),
        ({"disks": 2.5}, "`disks` cannot be 2.5"),
        ({"tolerates": 8}, "has 8 disks and cannot tolerate 8 failures; give `tolerates` up to 7"),
        ({"tolerates": -1}, "`tolerates` cannot be -1"),
        ({"mttf_hours": 0}, "`mttf_hours` cannot be 0; give 1e-06 to 1e"),
        ({"repair_hours": math.inf}, "`repair_hours` cannot be inf"),
        ({"repair_hours": math.nan}, "`repair_hours` cannot be nan"),
        ({"law": "weibull"}, "`law` cannot be `weibull`; give exponential or fixed"),
        ({"repairs": "two"}, "`repairs` cannot be `two`; give one or all"),
        ({"arrays": 0}, "`arrays` cannot be 0"),
    ],
)
def test_arrays_that_cannot_be(values: dict[str, object], message: str) -> None:
    with pytest.raises(ReportError, match=message):
        Array(**({"disks": 8, "tolerates": 1, "mttf_hours": 1e6, "repair_hours": 24, "name": "raid"} | values))  # type: ignore[arg-type]


def test_a_mean_time_beyond_all_numbers_is_a_message() -> None:
    with pytest.raises(ReportError, match="the array `array`: its mean time to data loss is beyond all numbers; tolerate fewer failures"):
        assess(Array(65, 64, 1e12, 1e-6), 1)


@pytest.mark.parametrize("text, hours", [("18h", 18), ("18 h", 18), ("5y", 43800), ("0.5 d", 12), ("90min", 1.5), ("1e3 h", 1000)])
def test_missions(text: str, hours: float) -> None:
    assert hours_of(text) == pytest.approx(hours, rel=1e-15)


@pytest.mark.parametrize("text", ["18", "h", "-1 h", "0 h", "5 years", "1e20 y", "nan h", "1,5 h", ""])
def test_missions_that_are_none(text: str) -> None:
    with pytest.raises(ReportError, match=r"--mission .*(write a number with min, h, d or y|give another)"):
        hours_of(text)
