# SPDX-License-Identifier: Apache-2.0
"""Alignment of two runs, and checkpoints, against definitions that are too slow or too large for real logs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isochron.errors import ReportError
from isochron.explore.regression import alignment, log
from isochron.explore.regression.checkpoints import INTERVALS, checkpoints, first_difference, interval_for
from isochron.explore.regression.deliveries import Delivery, deliveries
from isochron.explore.regression.log import Event, Transaction
from isochron.explore.regression.times import milliseconds, picoseconds, typed

PLACES = ("node[0].raid_pci[0].device[0]", "node[1].gige[0].socket", "memory.socket", "network")
PHASES = ("BEGIN_REQ", "END_RESP", "END")
EVENTS = st.builds(
    Event,
    st.integers(0, 40),
    st.sampled_from(PLACES),
    st.sampled_from(PHASES),
    st.integers(0, 1),
    st.integers(0, 2),
    st.integers(0, 3),
    st.sampled_from((64, 128)),
)
LOGS = st.lists(EVENTS, max_size=30).map(lambda lines: sorted(lines, key=lambda event: event.time_ps))


@st.composite
def two_logs(draw: st.DrawFn) -> tuple[list[Event], list[Event]]:
    """A log and one that differs from it in a few lines, or not at all."""
    old = draw(LOGS)
    new = list(old)
    for _ in range(draw(st.integers(0, 3))):
        if new and draw(st.booleans()):
            new.pop(draw(st.integers(0, len(new) - 1)))
        else:
            new.append(draw(EVENTS))
    return old, sorted(new, key=lambda event: event.time_ps)


def naive_deliveries(lines: list[Event]) -> dict[Transaction, Delivery]:
    """The last line of each transaction at a place where something ends."""
    ends = {("node[1].gige[0].socket", "END_RESP"), ("memory.socket", "END_RESP"), ("network", "END")}
    return {e.transaction: Delivery(e.time_ps, e.place, e.transaction, e.bytes) for e in lines if (e.place, e.phase) in ends}


@given(LOGS)
def test_deliveries_are_last_lines_at_sinks(lines: list[Event]) -> None:
    assert deliveries(lines) == sorted(naive_deliveries(lines).values())


@given(two_logs())
def test_the_first_delivery_is_the_earliest_of_those_that_differ(logs: tuple[list[Event], list[Event]]) -> None:
    old, new = (naive_deliveries(lines) for lines in logs)
    found, counts = alignment.first_delivery(deliveries(logs[0]), deliveries(logs[1]))
    differing = [one for t in old.keys() | new.keys() if old.get(t) != new.get(t) for one in (old.get(t), new.get(t)) if one]
    assert counts.same == sum(old[t] == new[t] for t in old.keys() & new.keys())
    assert counts.same + counts.moved + counts.only_old == len(old)
    assert counts.same + counts.moved + counts.only_new == len(new)
    if not differing:
        assert found is None
        return
    assert found is not None
    assert found.time_ps == min(one.time_ps for one in differing)
    assert (found.old, found.new) == (old.get(found.transaction), new.get(found.transaction))
    assert min(differing) in (found.old, found.new)


@given(two_logs())
def test_a_path_has_every_line_of_both_in_order(logs: tuple[list[Event], list[Event]]) -> None:
    hops = alignment.paths(*logs)
    assert [hop.old for hop in hops if hop.old] == logs[0]
    assert [hop.new for hop in hops if hop.new] == logs[1]
    assert all(hop.old or hop.new for hop in hops)
    first = next((i for i in range(max(map(len, logs))) if logs[0][i : i + 1] != logs[1][i : i + 1]), None)
    assert alignment.first_hop(hops) == first


@given(two_logs())
def test_the_first_event_is_the_earliest_that_one_log_lacks(logs: tuple[list[Event], list[Event]]) -> None:
    old, new = logs
    lacking = [e for e in old + new if old.count(e) != new.count(e)]
    found = alignment.first_event(iter(old), iter(new))
    if not lacking:
        assert found is None
        return
    assert found is not None
    mine, other = (old, new) if found.old else (new, old)
    at_once = [e for e in mine if e.time_ps == min(lacking).time_ps and mine.count(e) > other.count(e)]
    assert (found.old or found.new) == at_once[0]


@given(two_logs(), st.integers(1, 20))
def test_runs_part_in_the_first_checkpoint_that_differs(logs: tuple[list[Event], list[Event]], interval: int) -> None:
    old, new = (deliveries(lines) for lines in logs)
    until = first_difference(checkpoints(old, interval), checkpoints(new, interval))
    parted = set(old) ^ set(new)
    if not parted:
        assert until is None
    else:
        assert until is not None
        assert until - interval <= min(parted).time_ps < until


@given(st.integers(0, 10**16))
def test_an_interval_gives_few_checkpoints(last: int) -> None:
    interval = interval_for(last)
    assert last // interval < INTERVALS
    assert str(interval).rstrip("0") in ("1", "2", "5")
    # The next shorter one would not do.
    assert interval == 1 or last // (interval * 2 // 5 if str(interval)[0] == "5" else interval // 2) >= INTERVALS


@given(st.integers(0, 10**18))
def test_times_are_written_without_rounding(time_ps: int) -> None:
    assert picoseconds(milliseconds(time_ps)) == time_ps
    assert typed(milliseconds(time_ps), "--trace-to") == time_ps


@settings(max_examples=30)
@given(LOGS)
def test_a_log_is_read_as_it_was_written(tmp_path_factory: pytest.TempPathFactory, lines: list[Event]) -> None:
    path = tmp_path_factory.getbasetemp() / "log.csv"
    path.write_text("\n".join([log.HEADER, *(",".join(map(str, e)) for e in lines), ""]))
    assert list(log.events(path)) == lines
    wanted = Transaction(0, 1, 2)
    assert log.of_transaction(path, wanted, 20) == [e for e in lines if e.transaction == wanted and e.time_ps <= 20]


GOOD = "5,a.b,SEND,0,1,2,64"


@pytest.mark.parametrize(
    "text, line",
    [
        ("", 1),
        ("time,place\n", 1),
        (f"{log.HEADER}\n{GOOD}\n5,a.b,SEND,0,1,2", 3),
        (f"{log.HEADER}\n{GOOD}\n{GOOD[:-3]}", 3),
        (f"{log.HEADER}\n{GOOD}\n{GOOD}", 3),
        (f"{log.HEADER}\n{GOOD}\n4,a.b,SEND,0,1,2,64\n", 3),
        (f"{log.HEADER}\n{GOOD}\nx,a.b,SEND,0,1,2,64\n", 3),
    ],
)
def test_a_damaged_log_is_one_message_with_the_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "old.csv"
    path.write_text(text)
    with pytest.raises(ReportError, match=rf"old\.csv:{line}: "):
        list(log.events(path))


@pytest.mark.parametrize("text", ["5", "ms", "-1ms", "0.1ps", "5 lightyears"])
def test_a_time_without_a_unit_is_refused(text: str) -> None:
    with pytest.raises(ReportError, match="--trace-from"):
        typed(text, "--trace-from")
