# SPDX-License-Identifier: Apache-2.0
"""Signals are as a terminal has them, also where the tests run in the background or under nohup: the command keeps what is ignored."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def no_ignored_signals() -> Iterator[None]:
    ignored = [stop for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if signal.getsignal(stop) == signal.SIG_IGN]
    for stop in ignored:
        signal.signal(stop, signal.SIG_DFL)
    yield
    for stop in ignored:
        signal.signal(stop, signal.SIG_IGN)
