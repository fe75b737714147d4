# SPDX-License-Identifier: Apache-2.0
"""Expressions out of Python's operators: the text means to the command what the operators mean, whatever stands in whatever."""

from __future__ import annotations

import copy
import json
import operator
import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import COMMAND, isochron

from isochron.errors import ReportError, SimulationError
from isochron.machine import Expression, Machine, parts
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

NAMES = {"a": 2, "b.n": 3, "c": 7}
# What is written, and what it is.
Known = tuple[Any, Fraction]
NAMED = st.sampled_from([(Expression(name), Fraction(number)) for name, number in NAMES.items()])
PLAIN = st.integers(-9, 9).map(lambda n: (n, Fraction(n))) | st.sampled_from([("2 * c - 1", Fraction(13)), ("3", Fraction(3)), ("a if c > 1 else 5", Fraction(2))])
EXACT = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod]
COMPARED = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
LOGIC = [operator.and_, operator.or_]


def above_0(one: Known) -> Known:
    """1 to 7, for the right side of a division."""
    return one[0] % 7 + 1, one[1] % 7 + 1


def floored(a: Fraction, b: Fraction) -> Fraction:
    return Fraction(a // b)


def both(operation: Callable[[Any, Any], Any], left: Known, right: Known) -> Known:
    exact = floored if operation is operator.floordiv else operation
    return operation(left[0], right[0]), exact(left[1], right[1])


@st.composite
def combined(draw: st.DrawFn, inner: st.SearchStrategy[Known]) -> Known:
    """An operation on two, one of which an operator of ours has to take; a sign; or one of two by a condition."""
    what = draw(st.integers(0, 9))
    left = draw(inner)
    if what == 0:
        return -left[0], -left[1]
    if what == 1:
        condition = draw(conditions(inner))
        other = draw(inner | PLAIN)
        return condition[0].choose(left[0], other[0]), left[1] if condition[1] else other[1]
    operation = draw(st.sampled_from(EXACT))
    if operation in (operator.truediv, operator.floordiv, operator.mod):
        return both(operation, draw(inner | PLAIN.filter(lambda one: isinstance(one[0], int))), above_0(left))
    right = draw(inner | PLAIN)
    # A text on the left of + is one only where ours is on its right.
    return both(operation, right, left) if draw(st.booleans()) else both(operation, left, right)


@st.composite
def conditions(draw: st.DrawFn, inner: st.SearchStrategy[Known]) -> tuple[Any, bool]:
    left, right = draw(inner), draw(inner | PLAIN.filter(lambda one: isinstance(one[0], int)))
    operation = draw(st.sampled_from(COMPARED))
    found = (operation(left[0], right[0]), operation(left[1], right[1]))
    for _ in range(draw(st.integers(0, 2))):
        other = draw(inner)
        one = (other[0] > 0, other[1] > 0)
        if draw(st.booleans()):
            one = (~one[0], not one[1])
        logic = draw(st.sampled_from(LOGIC))
        found = (logic(found[0], one[0]), bool(logic(found[1], one[1])))
    return (~found[0], not found[1]) if draw(st.booleans()) else found


TREES = st.recursive(NAMED, combined, max_leaves=10)


def machine(made: list[Any]) -> Machine:
    """A sink for each expression, with so many buffers."""
    m = Machine("sums")
    for name, number in NAMES.items():
        m.parameter(name, "count", number)
    for i, one in enumerate(made):
        source, sink = m.add(f"source{i}", parts.Source()), m.add(f"sink{i}", parts.Sink(rate="1 Gb/s", buffers=one))
        m.connect(source.out, sink.in_, link=parts.SerialLink(rate="1 Gb/s"), name=f"link{i}")
    m.traffic("flow", "source*", "sink*", rate="1 MB/s", io="4 KiB", message="1 KiB", destination="fixed")
    return m


def buffers(m: Machine, folder: Path) -> list[int]:
    done = isochron("explain", m.scenario(folder).path, "--netlist")
    assert done.returncode == 0, done.stderr
    return [int(number) for number in re.findall(r'"?sink\d+"?: \{type: sink.*buffers: (\d+)', done.stdout)]


@given(st.lists(TREES, min_size=1, max_size=40))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_the_text_means_what_the_operators_mean(tmp_path_factory: pytest.TempPathFactory, drawn: list[Known]) -> None:
    # 1 to 997, whatever it was; `// 1` leaves the whole part.
    asked = [(one // 1 % 997 + 1, floored(value, Fraction(1)) % 997 + 1) for one, value in drawn]
    m = machine([one for one, _ in asked])
    assert buffers(m, tmp_path_factory.mktemp("sums")) == [int(value) for _, value in asked]
    assert Machine.load(m.save(tmp_path_factory.mktemp("saved") / "sums.yaml")) == m


A, B, MODE = Expression("a"), Expression("b"), Expression("mode")
TEXTS = {
    "(a + 1) * b": (A + 1) * B,
    "a - (b - 1)": A - (B - 1),
    "a - b - 1": A - B - 1,
    "a div b mod 3": A // B % 3,
    "a mod (b div 3)": A % (B // 3),
    "7 div a": 7 // A,
    "-(a + 1) * 2": -(A + 1) * 2,
    "a - -3": A - (-3),
    "2 ms * a": "2 ms" * A,
    "1 KiB + a": "1 KiB" + A,
    "a * (load / 2)": A * "load / 2",
    "(a if mode == far else b) + 1": (MODE == "far").choose(A, B) + 1,
    "mode == far and a > 1 or not b < 2": (MODE == "far") & (A > 1) | ~(B < 2),
    "(a < b) == (b < a)": (A < B) == (B < A),
    "(1 if a > 2 else 2) if a > 1 else 3 if b > 1 else 4": (A > 1).choose((A > 2).choose(1, 2), (B > 1).choose(3, 4)),
    "true and a > 1": True & (A > 1),
    "a + 0.5": A + 0.5,
}


@pytest.mark.parametrize("text", TEXTS)
def test_parentheses_stand_where_they_must_and_nowhere_else(text: str) -> None:
    assert str(TEXTS[text]) == text


def test_an_expression_is_a_text_too() -> None:
    m = Machine("m")
    n = m.parameter("n", "count", 2)
    assert isinstance(n, str) and str(n) == "n" and f"node[{n}]" == "node[n]" == "node[%s]" % n  # noqa: UP031
    assert {n: 1}["n"] == {"n": 1}[n] == 1 and n in ["n"] and n not in ["m"] and len({n, "n"}) == 1
    assert json.dumps({"it": n + 1}) == '{"it": "n + 1"}'
    for again in (copy.deepcopy(n + 1), pickle.loads(pickle.dumps(n + 1))):
        assert str(again * 2) == "(n + 1) * 2"
    assert Scenario(Path("m.yaml")).with_({n: 3}).settings == {"n": "3"}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: bool(A > 1), "`a > 1` is worked out where the machine is built"),
        (lambda: 1 < A < 3, "join conditions by & and |"),
        (lambda: (A > 1) and B, "choose"),
        (lambda: A if A else B, "Python cannot decide"),
        (lambda: A == 3 or 4, "`a == 3` is worked out"),
        (lambda: sorted([B, A]), "Python cannot decide"),
        (lambda: range(A), "is no number of Python's"),
        (lambda: float(A), "is no number of Python's"),
        (lambda: "node[" + A + "]", "is no expression; of a path write"),
        (lambda: A * "1) + (2", "is no expression"),
        (lambda: A + {1}, "is no value"),
        (lambda: Expression("a b"), "no name for a value"),
    ],
)
def test_what_python_cannot_know_it_says(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(ReportError, match=re.escape(message)):
        wrong()


def test_operators_in_sizes_loops_conditions_and_rates(tmp_path: Path) -> None:
    m = Machine("m")
    n, load, mode = m.parameter("n", "count", 3), m.parameter("load", "data_rate", "9 MB/s"), m.parameter("mode", "choice", "near", choices=("near", "far"))
    i = Expression("i")
    source, sink = m.add("source", parts.Source(), size=n * 2), m.add("sink", parts.Sink(), size=2 * n + 1)
    m.connect(source[i].out, sink[i + 1].in_, link=parts.SerialLink(rate="1 Gb/s"), name=f"up[{i}]", for_={"i": n * 2}, when=i < n * 2)
    spare = m.add("spare", parts.Source())
    m.connect(spare.out, sink[0].in_, link=parts.SerialLink(rate=(mode == "far").choose("1 Gb/s", "2 Gb/s")), name="spare_link")
    m.traffic("flow", [spare, source["*"]], sink["*"], rate=load / n, io="4 KiB", message="1 KiB", destination="fixed")
    done = isochron("explain", m.scenario(tmp_path, parameters={n: 2}).path, "--netlist")
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"# (?:spare|source\[[0-3]\]) to 1 sink at 4.500 MB/s", done.stdout)) == 5 and '"up[3]"' in done.stdout and "rate: 2 Gb/s" in done.stdout
    with pytest.raises(SimulationError, match=r"the part `bad`.*a duration"):
        m.add("bad", parts.Sink(buffers="1 ms" * n))
        m.check(Simulator(COMMAND))
