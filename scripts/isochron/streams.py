# SPDX-License-Identifier: Apache-2.0
"""Standard output and standard error of a command, whose readers may go before it has ended."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress

from isochron.errors import FileError


class _Tolerant(io.FileIO):
    """A stream whose reader may go, as `head` does: later text is dropped, and the work goes on."""

    def write(self, data: object, /) -> int:
        try:
            return super().write(data)  # type: ignore[arg-type]
        except BrokenPipeError:
            return memoryview(data).nbytes  # type: ignore[arg-type]
        except OSError as error:
            raise OSError(error.errno, error.strerror, "standard output" if self.fileno() == 1 else "standard error") from None


def install() -> None:
    """For the whole command. FileError where standard output is closed: whatever file is opened next would take its place."""
    for name, number in (("stdout", 1), ("stderr", 2)):
        old = getattr(sys, name)
        if old is None and name == "stdout":
            raise FileError("standard output: cannot be written: it is closed; send it to a file, or to /dev/null")
        if old is not None:
            buffer = io.BufferedWriter(_Tolerant(number, "w", closefd=False))
            setattr(sys, name, io.TextIOWrapper(buffer, encoding=old.encoding, errors=old.errors, line_buffering=old.line_buffering))


def finish() -> None:
    """Writes what is still buffered. OSError where that fails; it is dropped then, so that it fails once."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise
