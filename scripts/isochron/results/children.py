# SPDX-License-Identifier: Apache-2.0
"""Processes that end with the one that started them, also when it is killed and can end nothing itself."""

from __future__ import annotations

import os
import shutil
from functools import lru_cache

# The signal is armed after the fork: who started us may be gone by then, and another process our parent.
_STILL_OURS = 'test "$PPID" = "$0" || exit 137; exec "$@"'

# How a shell ends that cannot run what it is given; the command ends with neither.
NOT_A_PROGRAM = (126, 127)


def ending_with_us() -> tuple[str, ...]:
    """Words before a command line, for a process that the kernel kills when the thread that starts it ends.

    Its result would not be read, and it would take time from the next one. The signal is about the thread, not the process: the
    thread that starts it must wait for it. Empty without util-linux's setpriv: only an orderly end ends its children then.
    """
    setpriv = _setpriv()
    return (setpriv, "--pdeathsig", "KILL", "/bin/sh", "-c", _STILL_OURS, str(os.getpid())) if setpriv else ()


@lru_cache(maxsize=1)
def _setpriv() -> str | None:
    return shutil.which("setpriv")
