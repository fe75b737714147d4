# SPDX-License-Identifier: Apache-2.0
"""How far a long piece of work is: a live line on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from isochron.terminal import duration

# Seconds between two lines without a terminal.
LINE_EVERY_S = 10.0
# Work that is over sooner says nothing.
SILENT_S = 2.0


class Progress:
    """Counts points, or other things; says rate, time left, how many were known before and how many failed, on stderr."""

    def __init__(self, what: str, total: int, *, of: str = "point", quiet: bool = False):
        """`of` is one of what is counted; "" where only its share of `total` tells a person something. `total` may be 0 where it is not known
        beforehand: then there is no time left to tell.
        """
        self._what, self._total, self._of, self._quiet = what, total, of, quiet
        self.done = self.known = self.failed = 0
        self._began = self._said = time.monotonic()
        self._console = Console(stderr=True, highlight=False)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TaskProgressColumn(), TextColumn("{task.fields[say]}"), TimeElapsedColumn())  # fmt: skip
        self._bar = Bar(*columns, console=self._console, transient=True) if self._console.is_terminal and not quiet else None
        self._task = self._bar.add_task(what, total=total or None, say="") if self._bar else None

    def __enter__(self) -> Progress:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar:
            self._bar.stop()

    def point(self, amount: int = 1, *, known: bool = False, failed: bool = False) -> None:
        """One more, found in the cache or simulated; or `amount` of something that is not counted by ones."""
        self.done += amount
        self.known += known
        self.failed += failed
        if self._bar and self._task is not None:
            self._bar.update(self._task, completed=self.done, say=self.text)
        elif not self._quiet and time.monotonic() - max(self._said, self._began + SILENT_S - LINE_EVERY_S) > LINE_EVERY_S:
            self._said = time.monotonic()
            count = f"{self.done}{f' of {self._total}' if self._total else ''}" if self._of else f"{100 * self.done // self._total} %"
            print(f"{self._what}: {', '.join(filter(None, (count, self.text)))}", file=sys.stderr, flush=True)

    @property
    def text(self) -> str:
        """ "2.1 points/s, 35 s left, 12 known, 1 failed"."""
        simulated = self.done - self.known
        elapsed = time.monotonic() - self._began
        parts = []
        if simulated and elapsed > 0:
            rate = simulated / elapsed
            if self._of:
                parts.append(f"{rate:.1f} {self._of}s/s" if rate >= 1 else f"{1 / rate:.1f} s a {self._of}")
            if self._total > self.done:
                parts.append(f"{duration((self._total - self.done) / rate)} left")
        parts += [f"{count} {word}" for count, word in ((self.known, "known"), (self.failed, "failed")) if count]
        return ", ".join(parts)
