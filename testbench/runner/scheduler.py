# SPDX-License-Identifier: Apache-2.0
"""Which job runs when."""

from __future__ import annotations

import concurrent.futures
import math
from collections.abc import Callable, Iterable, Mapping

from runner.job import Job
from runner.result import Result

# Without it nothing works: what waits for it is not even reported.
FOUNDATION = "build"


class Scheduler:
    """Runs jobs in lanes, each after those that it needs.

    Of the jobs that may start, the one goes first behind which the longest chain of work waits, by the seconds that
    `expected` has for each; one that it does not have counts as long. Beside a job that takes all processors one that takes one
    is preferred, and the other way round. Jobs on a par keep their order.
    """

    def __init__(self, jobs: Iterable[Job], lanes: int, expected: Mapping[str, float]):
        self._waiting = {job.name: job for job in jobs}
        self._jobs = dict(self._waiting)
        self._lanes = lanes
        self._expected = expected
        self._chains = {name: self._chain(name) for name in self._jobs}

    def _chain(self, name: str) -> float:
        """Seconds from the start of a job to the end of the last that waits for it."""
        after = (self._chain(job.name) for job in self._jobs.values() if name in job.needs)
        return self._expected.get(name, math.inf) + max(after, default=0.0)

    def next_job(self, passed: Iterable[str], running: Iterable[str]) -> Job | None:
        """The job to start now; None where all that wait need one that has not passed."""
        done = set(passed)
        ready = [job for job in self._waiting.values() if job.needs <= done]
        beside = [self._jobs[name].wide for name in running]
        return min(ready, key=lambda job: (job.wide in beside, -self._chains[job.name]), default=None)

    def run(
        self,
        work: Callable[[Job], Result],
        started: Callable[[Job], None] = lambda job: None,
        ended: Callable[[Result], None] = lambda result: None,
    ) -> list[Result]:
        """Runs all; a job whose need failed fails without running. The results in the order in which they came."""
        results: list[Result] = []
        passed: list[str] = []
        running: dict[concurrent.futures.Future[Result], Job] = {}

        def take(result: Result) -> None:
            """Notes a result."""
            results.append(result)
            if result.ok:
                passed.append(result.name)
            ended(result)

        with concurrent.futures.ThreadPoolExecutor(self._lanes) as pool:
            while self._waiting or running:
                while len(running) < self._lanes and (job := self.next_job(passed, [job.name for job in running.values()])):
                    del self._waiting[job.name]
                    started(job)
                    running[pool.submit(work, job)] = job
                if not running:
                    break
                done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    del running[future]
                    take(future.result())
                self._give_up(results, take)
        return results

    def _give_up(self, results: list[Result], take: Callable[[Result], None]) -> None:
        """Fails what waits for a job that failed."""
        failed = {result.name for result in results if not result.ok}
        if FOUNDATION in failed:
            self._waiting.clear()
        while job := next((job for job in self._waiting.values() if job.needs & failed), None):
            del self._waiting[job.name]
            take(Result(job.name, 1, 0.0, 0.0, stopped_by=min(job.needs & failed)))
            failed.add(job.name)

    def seconds_left(self, elapsed: Mapping[str, float]) -> float | None:
        """Until all is done, when those that run have run for `elapsed` seconds; None where a time is not known."""
        names = [*elapsed, *self._waiting]
        if any(name not in self._expected for name in names):
            return None
        lanes = sorted(max(self._expected[name] - elapsed.get(name, 0.0), 0.0) for name in elapsed)
        lanes = [0.0] * (self._lanes - len(lanes)) + lanes
        for job in sorted(self._waiting.values(), key=lambda job: -self._chains[job.name]):
            lanes[0] += self._expected[job.name]
            lanes.sort()
        return lanes[-1]
