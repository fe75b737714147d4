# SPDX-License-Identifier: Apache-2.0
"""Which step of scripts/test runs when."""

import threading
from collections.abc import Iterable

from patience import PATIENCE

from runner import steps
from runner.job import Job, plan
from runner.result import Result
from runner.scheduler import Scheduler


def job(name: str, *needs: str, wide: bool = False) -> Job:
    return Job(name, (), frozenset(needs), wide)


class Journal:
    """Work that notes what ran and what ran at the same time; jobs in `failing` fail."""

    def __init__(self, failing: Iterable[str] = (), together: int = 1):
        self.order: list[str] = []
        self.most = 0
        self._running = 0
        self._failing = set(failing)
        self._guard = threading.Lock()
        # Lets no job end before so many have begun.
        self._met = threading.Barrier(together)

    def work(self, one: Job) -> Result:
        with self._guard:
            self.order.append(one.name)
            self._running += 1
            self.most = max(self.most, self._running)
        self._met.wait(timeout=PATIENCE)
        with self._guard:
            self._running -= 1
        return Result(one.name, int(one.name in self._failing), 0.0, 0.0)


def order(jobs: list[Job], lanes: int = 1, **expected: float) -> list[str]:
    journal = Journal()
    Scheduler(jobs, lanes, expected).run(journal.work)
    return journal.order


def test_without_times_the_order_is_that_of_the_list() -> None:
    assert order([job("a"), job("b"), job("c")]) == ["a", "b", "c"]


def test_a_need_comes_first() -> None:
    assert order([job("a", "c"), job("b"), job("c")]) == ["b", "c", "a"]


def test_the_longest_goes_first() -> None:
    assert order([job("a"), job("b"), job("c")], a=1, b=3, c=2) == ["b", "c", "a"]


def test_what_waits_counts_for_what_it_waits_for() -> None:
    assert order([job("a"), job("short"), job("long", "short")], a=5, short=1, long=6) == ["short", "long", "a"]


def test_an_unknown_time_counts_as_long() -> None:
    assert order([job("a"), job("b")], a=100) == ["b", "a"]


def test_two_lanes_run_two_at_once_and_never_three() -> None:
    journal = Journal(together=2)
    results = Scheduler([job(name) for name in "abcdef"], 2, {}).run(journal.work)
    assert journal.most == 2
    assert sorted(result.name for result in results) == list("abcdef")


def test_beside_a_wide_job_a_narrow_one_is_preferred() -> None:
    jobs = [job("wide", wide=True), job("wider", wide=True), job("narrow")]
    scheduler = Scheduler(jobs, 2, {"wide": 1, "wider": 9, "narrow": 2})

    def after(*running: str) -> str:
        found = scheduler.next_job([], running)
        assert found
        return found.name

    assert (after(), after("wide"), after("narrow")) == ("wider", "narrow", "wider")


def test_what_needs_a_failed_job_fails_without_running() -> None:
    journal = Journal(failing=["a"])
    jobs = [job("a"), job("b", "a"), job("c", "b"), job("d")]
    results = {result.name: result for result in Scheduler(jobs, 1, {}).run(journal.work)}
    assert journal.order == ["a", "d"]
    assert {name: result.ok for name, result in results.items()} == {"a": False, "b": False, "c": False, "d": True}
    assert (results["b"].stopped_by, results["c"].stopped_by) == ("a", "b")


def test_nothing_runs_after_a_failed_build() -> None:
    journal = Journal(failing=["build"])
    jobs = plan([steps.NAMES[name] for name in ("shell", "build", "ctest")], False)
    results = Scheduler(jobs, 2, {}).run(journal.work)
    assert journal.order == ["build"]
    assert [result.name for result in results] == ["build"]


def test_a_step_that_is_asked_for_alone_builds_what_it_needs() -> None:
    (alone,) = plan([steps.NAMES["ctest"]], False)
    assert [command.builds for command in alone.commands] == ["release", "release", ""]
    _, after = plan([steps.NAMES["build"], steps.NAMES["ctest"]], False)
    assert [command.builds for command in after.commands] == [""]
    assert after.needs == {"build"}


def test_both_users_of_the_sanitizer_build_wait_for_it() -> None:
    names = ("build", "asan_build", "asan", "fuzz")
    needs = {one.name: one.needs for one in plan([steps.NAMES[name] for name in names], False)}
    assert needs["asan"] == needs["fuzz"] == {"build", "asan_build"}
    (fuzz,) = plan([steps.NAMES["fuzz"]], False)
    assert fuzz.commands[1].words[-2:] == ("--target", "isochron_command")


def test_time_left_is_that_of_the_fuller_lane() -> None:
    scheduler = Scheduler([job("a"), job("b"), job("c")], 2, {"a": 10, "b": 4, "c": 3, "d": 6})
    assert scheduler.seconds_left({"d": 1}) == 12
    assert scheduler.seconds_left({"unknown": 1}) is None
