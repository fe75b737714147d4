# SPDX-License-Identifier: Apache-2.0
"""What runs at the moment, on a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.live import Live
from rich.text import Text

from isochron.terminal import duration
from runner.scheduler import Scheduler


class Running:
    """A line on stderr that is kept up to date: what runs, since when, how long all will take. Nothing where that is no terminal."""

    def __init__(self, scheduler: Scheduler, *, quiet: bool):
        self._scheduler = scheduler
        self._since: dict[str, float] = {}
        out = Console(stderr=True, highlight=False)
        # Lines of steps that have ended stay on stdout when that goes elsewhere.
        self._live = (
            Live(get_renderable=self._text, console=out, refresh_per_second=2, transient=True, redirect_stdout=sys.stdout.isatty())
            if out.is_terminal and not quiet
            else None
        )

    def __enter__(self) -> Running:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._live:
            self._live.stop()

    def started(self, name: str) -> None:
        """A step began."""
        self._since[name] = time.monotonic()

    def ended(self, name: str) -> None:
        """A step is over."""
        self._since.pop(name, None)

    def elapsed(self) -> dict[str, float]:
        """Seconds for which each of them has run."""
        now = time.monotonic()
        return {name: now - since for name, since in list(self._since.items())}

    def _text(self) -> Text:
        """The line as it is now."""
        elapsed = self.elapsed()
        parts = [f"{name} {duration(seconds)}" for name, seconds in elapsed.items()]
        left = self._scheduler.seconds_left(elapsed)
        if left is not None:
            parts.append(f"about {duration(left)} left")
        return Text("  ·  ".join(parts))
