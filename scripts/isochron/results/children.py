# SPDX-License-Identifier: Apache-2.0
"""Processes that end with the one that started them, also when it is killed and can end nothing itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from isochron.errors import FileError, SimulationError

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


def output(words: Sequence[str | Path], patience_s: float) -> str:
    """Standard output of a program of ours. FileError where it cannot be run; SimulationError with its own message where it fails, or after so long."""
    try:
        done = subprocess.run(
            [*ending_with_us(), *words], capture_output=True, encoding="utf-8", errors="replace", timeout=patience_s, stdin=subprocess.DEVNULL, check=False
        )
    except OSError as error:
        raise FileError(f"{words[0]}: {error.strerror}; it is not a program that can be run") from None
    except subprocess.TimeoutExpired:
        raise SimulationError(f"{' '.join(map(str, words))}: no answer in {patience_s:g} s; simulate less, or use a computer that does nothing else", 3) from None
    if done.returncode in NOT_A_PROGRAM:
        raise FileError(f"{words[0]}: it is not a program that can be run")
    if done.returncode != 0:
        raise SimulationError(done.stderr.strip() or f"{words[0]}: exit {done.returncode}", done.returncode if done.returncode > 0 else 3)
    return done.stdout


@lru_cache(maxsize=1)
def _setpriv() -> str | None:
    return shutil.which("setpriv")
