# SPDX-License-Identifier: Apache-2.0
"""Signals that ask a command to stop: all of them end it alike, as those of the simulator do."""

from __future__ import annotations

import signal
from types import FrameType

from isochron.errors import Interrupted

_STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def install() -> None:
    """From here on each raises Interrupted. One that the caller ignores (nohup) stays ignored."""
    for number in _STOPS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    for one in _STOPS:
        signal.signal(one, signal.SIG_IGN)  # what is cleaned up now takes no time, and is not interrupted again
    raise Interrupted("interrupted; what is simulated is kept, the same command goes on from there")
