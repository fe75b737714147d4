# SPDX-License-Identifier: Apache-2.0
"""Executors carry tasks out, in processes of this machine or on a Dask cluster. The outcomes are the same."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from isochron.errors import HostError, ReportError
from isochron.results.tasks import Outcome, Task, evaluate

if TYPE_CHECKING:
    from distributed import Client


class Executor(Protocol):
    """Carries tasks out."""

    slots: int
    """Simulations at a time."""

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """Each task with its outcome, as they come."""


class LocalExecutor:
    """A simulator process a core. Tasks that are fewer than the cores share them among their replications."""

    def __init__(self, slots: int | None = None):
        """`slots` simulations at a time, 1 or more; without it as many as this process has cores."""
        self.slots = slots or len(os.sched_getaffinity(0))
        self._running: set[subprocess.Popen] = set()
        self._lock = threading.Lock()
        self._ending = False

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """See Executor. Ends its processes when the caller ends early."""
        listed = list(tasks)
        self._ending = False
        jobs = max(1, self.slots // max(1, len(listed)))
        share = min(self.slots, max(1, len(listed)))
        waiting = iter(listed)
        with ThreadPoolExecutor(self.slots) as pool:
            submit = lambda task: pool.submit(self._evaluate, replace(task, jobs=jobs, share=share))  # noqa: E731
            running: dict[Future[Outcome], Task] = {}
            try:
                for _, task in zip(range(self.slots), waiting, strict=False):
                    running[submit(task)] = task
                while running:
                    finished, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in finished:
                        task = running.pop(future)
                        following = next(waiting, None)
                        if following is not None:
                            running[submit(following)] = following
                        yield task, future.result()
            except BaseException:
                self._end()
                raise

    def _evaluate(self, task: Task) -> Outcome:
        mine: list[subprocess.Popen] = []

        def started(process: subprocess.Popen) -> None:
            with self._lock:
                mine.append(process)
                self._running.add(process)
                if self._ending:
                    process.kill()

        try:
            return evaluate(task, started)
        finally:
            with self._lock:
                self._running.difference_update(mine)

    def _end(self) -> None:
        with self._lock:
            self._ending = True
            for process in self._running:
                with suppress(ProcessLookupError):
                    process.kill()


class DaskExecutor:
    """The workers of a Dask cluster. Each needs this package, and scenario and command under the same paths.

    A worker that dies is the cluster's to replace; its tasks run again.
    """

    def __init__(self, address: str):
        """`address` of the scheduler, tcp://host:port. ReportError if it is no address, or no scheduler answers there."""
        if not re.fullmatch(r"(tcp|tls)://([^\s/:]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}", address):
            raise ReportError(f"--dask {address}: not the address of a scheduler; write tcp://host:port, such as tcp://127.0.0.1:8786")
        self._address = address
        with self._client() as client:
            self.slots = max(1, sum(client.nthreads().values()))

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """See Executor. HostError when the scheduler goes."""
        from distributed import as_completed  # noqa: PLC0415  (a second to load)

        listed = list(tasks)
        with self._client() as client:
            futures = client.map(evaluate, listed, key=[f"isochron-{task.key}" for task in listed], retries=2)
            by_future = dict(zip(futures, listed, strict=True))
            # The futures of a scheduler that has gone are cancelled.
            for future in as_completed(futures, loop=client.loop):
                try:
                    error = future.exception()
                except CancelledError:
                    error = CancelledError()
                if isinstance(error, CancelledError) or future.cancelled():
                    raise HostError(f"--dask {self._address}: the scheduler has gone; what is simulated is kept, the same command goes on from there")
                yield by_future[future], future.result() if error is None else _lost(error)

    def _client(self) -> Client:
        """A connection, for as long as it is used. When it closes, the cluster forgets results that were not fetched."""
        from dask import config  # noqa: PLC0415  (half a second to load)
        from distributed import Client  # noqa: PLC0415  (a second to load)

        if self._address.startswith("tls") and not config.get("distributed.comm.tls.ca-file"):
            raise ReportError(f"--dask {self._address}: TLS needs certificates; name them in Dask's settings `distributed.comm.tls`")
        try:
            return Client(self._address, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            said = " ".join(str(error).split()) or type(error).__name__
            raise ReportError(f"--dask {self._address}: no Dask scheduler answers there ({said}); `dask scheduler` starts one") from None


def _lost(error: BaseException) -> Outcome:
    """A task that the cluster gave up, after several workers died with it."""
    return Outcome(message=f"the cluster gave it up: {error}", exit_code=HostError.exit_code, repeatable=False)
