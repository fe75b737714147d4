# SPDX-License-Identifier: Apache-2.0
"""The knee under noise, on a machine whose truth is known."""

from __future__ import annotations

import random

import pytest
from noisy_machine import CONFIDENCE, SCENARIO, NoisyMachine

from isochron.errors import ReportError
from isochron.explore.compare import Estimate
from isochron.explore.conditions import Condition
from isochron.explore.designs import Span
from isochron.explore.knee import Knee, find
from isochron.results.metrics import Known
from isochron.results.result import Metric
from isochron.results.samples import Sample

KNEE = 1300.5  # between two loads
WORLDS = 200


def _rising(noise: float):
    """0 at no load, 1 at the knee."""
    return lambda load, chance: load / KNEE + chance.gauss(0, noise)


def _find(machine: NoisyMachine, until: str, span: tuple[str, str] = ("100", "4000"), **options) -> Knee:
    condition = Condition.parse(until, Known.of(machine.explain(SCENARIO)), "--until")
    return find(SCENARIO, "load", Span(*span), runner=machine, until=condition, **options)


@pytest.mark.parametrize("noise", [0.0, 0.003, 0.05, 0.3])
def test_the_answers_interval_has_the_knee(noise):
    """The knee is in the interval in 95 % of worlds at least (it claims 90 %), and the interval is as narrow as the noise allows."""
    found = [_find(NoisyMachine(_rising(noise), world=world), "served <= 1") for world in range(WORLDS)]
    right = sum(knee.low.whole < KNEE < knee.high.whole for knee in found)
    assert right >= 0.95 * WORLDS, right
    assert all(knee.certain and knee.low.holds and not knee.high.holds for knee in found)
    # What 32 replications cannot tell apart, five and a half standard errors to each side, and the precision.
    widest = KNEE * (2 * 5.5 * noise / 32**0.5 + 2 * 0.005) + 2
    narrow = sum(knee.high.whole - knee.low.whole <= widest for knee in found)
    assert narrow >= 0.9 * WORLDS, (narrow, widest)


def test_a_count_that_begins_at_the_knee():
    """Losses get rarer towards the knee: one is proof of the other side, and none says how rare they are at most; the answer tells."""
    rare = 1 - 0.05 ** (1 / 32)
    chance_of_one = lambda load: max(0.0, (load - KNEE) / 50)  # noqa: E731
    draw = lambda load, chance: float(3 * (chance.random() < chance_of_one(load)))  # noqa: E731
    found = [_find(NoisyMachine(draw, world=world), "served <= 0") for world in range(WORLDS)]
    assert all(chance_of_one(knee.high.whole) > 0 and knee.certain for knee in found)
    assert sum(chance_of_one(knee.low.whole) <= rare for knee in found) >= 0.95 * WORLDS
    assert all("each of 32 replications is 0: surely more than 91 % of all are" in " ".join(knee.remarks) for knee in found)


@pytest.mark.parametrize(("until", "falls"), [("served <= 1", True), ("served < 1", True), ("served >= 1", False), ("served > 1", False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_either_orientation(until, falls, sign):
    """The condition may hold on the lower or on the upper side."""
    rising = _rising(0.01)
    machine = NoisyMachine(lambda load, chance: rising(load, chance) if sign > 0 else 2 - rising(load, chance))
    knee = _find(machine, until)
    assert knee.low.whole < KNEE < knee.high.whole
    assert (knee.low.holds, knee.high.holds) == ((True, False) if falls == (sign > 0) else (False, True))
    assert f"served {until.split()[1]} 1 changes between load = {knee.low.text}" in knee.sentence and "with 90 % confidence" in knee.sentence


def test_a_wrong_early_decision_is_revised():
    """The first four replications at 2050, the first middle, lie, and clearly so: the search goes there, finds nothing, and comes back."""

    def draw(load: int, chance: random.Random) -> float:
        nonlocal lies
        lies -= load == 2050
        return 0.9 + chance.gauss(0, 0.001) if load == 2050 and lies >= 0 else load / KNEE + chance.gauss(0, 0.001)

    lies = 4
    knee = _find(NoisyMachine(draw), "served <= 1", most_runs=24, most_replications=128)
    assert lies < 0
    liar = next(probe for probe in knee.probes if probe.whole == 2050)
    assert liar.replications > 8 and not liar.holds and liar.certain
    assert knee.low.whole < KNEE < knee.high.whole and knee.certain and knee.precision <= 0.0025
    lies = 4
    short = _find(NoisyMachine(draw), "served <= 1", most_runs=11, most_replications=128)
    assert short.low.whole < KNEE < short.high.whole and short.precision > 0.0025, "without room to search again the answer is wide, not wrong"


def test_replications_are_added_where_they_are_needed_and_each_is_new():
    machine = NoisyMachine(_rising(0.05))
    knee = _find(machine, "served <= 1")
    assert len(set(machine.asked)) == len(machine.asked)
    assert len({(load, seed) for load, seed, _ in machine.asked}) == len(machine.asked)
    far = [probe for probe in knee.probes if abs(probe.whole / KNEE - 1) > 0.5]
    near = [probe for probe in knee.probes if abs(probe.whole / KNEE - 1) < 0.02]
    assert far and near and max(p.replications for p in far) <= 8 < max(p.replications for p in near) <= 32
    assert knee.replications == sum(count for _, _, count in machine.asked)


def test_what_cannot_be_decided_is_in_the_interval_and_said():
    """Exactly at the threshold over a third of the range."""
    flat = lambda load, chance: (load / 1000 if load < 1000 else 1 if load < 2000 else load / 2000) + chance.gauss(0, 0.01)  # noqa: E731
    knee = _find(NoisyMachine(flat), "served <= 1")
    assert knee.low.whole <= 2000 <= knee.high.whole and knee.open
    assert any("is not decided: its interval reaches over the threshold" in remark for remark in knee.remarks) and any("--max-replications" in remark for remark in knee.remarks)
    doubtful = _find(NoisyMachine(flat), "served <= 1.0025", span=("1500", "4000"), most_replications=4)
    assert not doubtful.certain and "in doubt" in doubtful.sentence


@pytest.mark.parametrize("until", ["served <= 0", "served > 0"])
def test_one_replication_refutes_that_something_never_happens(until):
    """Whatever the others' variance is: of every value that is said to be free of underruns no replication that was simulated had one."""
    chance_of_one = lambda load: 0.0 if load < KNEE else 0.1 + (load - KNEE) / 1000  # noqa: E731
    draw = lambda load, chance: float(7 * (chance.random() < chance_of_one(load)))  # noqa: E731
    for world in range(WORLDS):
        knee = _find(NoisyMachine(draw, world=world), until)
        clean = [probe for probe in knee.probes if probe.holds == (until == "served <= 0")]
        assert all(probe.figure == 0 for probe in clean) and knee.certain
        assert all(probe.figure > 0 and probe.certain for probe in knee.probes if probe not in clean)
        # 32 replications without one where each has it with a tenth: one world in thirty.
        assert knee.low.whole < KNEE or knee.low.replications == 32
    assert sum(_find(NoisyMachine(draw, world=world), until).low.whole < KNEE for world in range(WORLDS)) >= 0.9 * WORLDS
    with pytest.raises(ReportError, match="does not hold at both ends" if until == "served <= 0" else "holds at both ends"):
        _find(NoisyMachine(lambda load, chance: float(load > KNEE or chance.random() < 2 / 3)), until)


def test_a_parameter_without_effect_has_none():
    """Not "keeps up at both ends": the results are the same."""
    with pytest.raises(ReportError, match="load has no effect: the results at 100 and at 4000 are the same") as error:
        _find(NoisyMachine(lambda load, chance: 3.0), "served <= 5")
    assert "both ends" not in str(error.value)


def test_the_effort_is_bounded_and_what_it_leaves_open_is_said():
    """An event a replication: what is noise alone takes all that it may, and no more."""
    noise = lambda load, chance: 1 + chance.gauss(0, 1) + (load > 3000)  # noqa: E731
    machine = NoisyMachine(noise)
    knee = _find(machine, "served <= 1", span=("100", "4000"), most_events=60, most_replications=10_000)
    assert sum(count for _, _, count in machine.asked) <= 60
    assert not knee.certain or knee.open or knee.precision > 0.0025
    assert any("--max-events" in remark for remark in knee.remarks)


@pytest.mark.parametrize(("until", "word"), [("served <= 5", "holds at both ends"), ("served >= 5", "does not hold at both ends")])
def test_a_range_without_a_crossing_is_told(until, word):
    machine = NoisyMachine(_rising(0.01))
    with pytest.raises(ReportError, match=word) as error:
        _find(machine, until)
    said = str(error.value)
    assert "--vary load=100..4000: no crossing" in said and " at 100 " in said and " at 4000;" in said and "threshold 5" in said and "wider range" in said
    assert {load for load, _, _ in machine.asked} == {100, 4000}


@pytest.mark.parametrize(
    ("until", "said"),
    [
        ("served", "METRIC OP VALUE"),
        ("served <=", "METRIC OP VALUE"),
        ("<= 3", "METRIC OP VALUE"),
        ("served == 3", "does not compare a mean"),
        ("severd <= 3", "Did you mean `served`"),
        ("served <= lots", "not a number"),
        ("served <= 3 MB/s", "needs no unit"),
        ("served <= 1e999", "beyond all numbers|not a number"),
        ("served <= nan", "not a number"),
    ],
)
def test_a_condition_that_is_none(until, said):
    machine = NoisyMachine(_rising(0))
    with pytest.raises(ReportError, match=said):
        _find(machine, until)
    assert not machine.asked


def test_units_of_a_condition():
    known = Known("m", {"rate": "B/s", "delay": "s", "used": "1"})
    values = {"rate >= 240 MB/s": 2.4e8, "rate>=1Gb/s": 1.25e8, "delay < 20ms": 0.02, "used > 95 %": 0.95, "delay > 0": 0.0}
    for text, value in values.items():
        assert Condition.parse(text, known, "--until").value == pytest.approx(value)
    assert str(Condition.parse("delay < 0.02 s", known, "--until")) == "delay < 20 ms"
    with pytest.raises(ReportError, match="needs a unit"):
        Condition.parse("rate >= 240", known, "--until")


def test_batches_together_are_one_run():
    chance = random.Random(5)
    draws = [chance.gauss(3, 1) for _ in range(12)]

    def sample(values: list[float]) -> Sample:
        estimate = Estimate.of(values, CONFIDENCE)
        return Sample.of(Metric("1", estimate.mean, estimate.half_width, len(values), min(values), max(values)), CONFIDENCE)

    together, whole = sample(draws[:1]).plus(sample(draws[1:4])).plus(sample(draws[4:])), Estimate.of(draws, CONFIDENCE)
    assert (together.n, together.least, together.most) == (12, min(draws), max(draws))
    assert (together.mean, together.half_width((1 - CONFIDENCE) / 2)) == pytest.approx((whole.mean, whole.half_width))
    assert sample(draws[:1]).half_width(0.05) is None
