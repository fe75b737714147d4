# SPDX-License-Identifier: Apache-2.0
"""One run of scripts/test."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable
from types import FrameType

from runner import report
from runner.compiled import Compiled
from runner.job import Job
from runner.live import Running
from runner.performer import Performer
from runner.places import CORES, LOGS, MARKS, ROOT, TIMES
from runner.result import Result
from runner.scheduler import Scheduler
from runner.times import Times
from runner.unchanged import Unchanged

SLOWEST = 10


class Session:
    """Runs jobs, prints how they went, and keeps what they took."""

    def __init__(self, *, everything: bool = False, verbose: bool = False, form: str = "", setup: Result | None = None):
        """`form` is --all, --changed or nothing; `setup` is what scripts/test did before there was a Python."""
        self._everything, self._verbose = everything, verbose
        self._began = time.monotonic() - (setup.wall if setup else 0.0)
        self._results = [setup] if setup else []
        self._times = Times(TIMES, form)
        self._unchanged = Unchanged(ROOT, MARKS)
        self._compiled = Compiled(ROOT / "build")
        environment = {"ISOCHRON_TEST_ALL": "1" if everything else ""}
        self._performer = Performer(LOGS, verbose=verbose, environment=environment)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # nohup's wish to be left alone counts.
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._interrupted)

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        """The steps are in process groups of their own: a terminal's Ctrl-C does not reach them."""
        self._performer.stop()
        raise KeyboardInterrupt

    def run(self, jobs: Iterable[Job]) -> bool:
        """Runs the jobs, two at a time where there are two processors; True when all passed."""
        jobs = list(jobs)
        lanes = min(2, CORES, max(len(jobs), 1))
        scheduler = Scheduler(jobs, lanes, self._times.expected)
        with Running(scheduler, quiet=self._verbose) as running:

            def ended(result: Result) -> None:
                """Prints the line of a step that is over."""
                running.ended(result.name)
                print("\n".join(report.lines(result, LOGS, self._everything)), flush=True)

            def work(job: Job) -> Result:
                """Runs a job, unless it passed on the same files before."""
                if since := self._unchanged.since(job):
                    return Result(job.name, 0, 0.0, 0.0, unchanged_since=since)
                result = self._performer.perform(job.name, job.commands, prefix=lanes > 1)
                if result.ok:
                    self._unchanged.passed(job)
                return result

            results = scheduler.run(
                work,
                lambda job: running.started(job.name),
                ended,
            )
        self._results += results
        return all(result.ok for result in results)

    def close(self) -> int:
        """Prints the table and the closing line, writes the times; the exit code."""
        wall = time.monotonic() - self._began
        report.print_table(self._results, wall)
        if self._verbose:
            report.print_slowest("slowest to compile", self._compiled.slowest(SLOWEST))
            tests = sorted(((test.seconds, f"{one.name}: {test.name}") for one in self._results for test in one.tests), reverse=True)
            report.print_slowest("slowest tests", tests[:SLOWEST])
        self._times.write(self._results, wall)
        failed = sum(not result.ok for result in self._results)
        print(f"{len(self._results) - failed} passed, {failed} failed", flush=True)
        return 1 if failed else 0
