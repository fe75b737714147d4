# SPDX-License-Identifier: Apache-2.0
"""Files that are read whole: pipes, devices and what has no end are none."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

# Ours are a thousandth of it.
LARGEST = 2**30


def read_regular(path: Path) -> bytes:
    """A file's bytes. OSError for what cannot be read, is no regular file (a pipe would be waited for), or is larger than a GiB."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb", closefd=True) as file:
        found = os.fstat(file.fileno())
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        if found.st_size > LARGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return file.read()
