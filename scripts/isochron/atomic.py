# SPDX-License-Identifier: Apache-2.0
"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_bytes(path: Path, content: bytes) -> Path:
    """Writes a file under another name in the same folder and gives it its name at the end; on an error nothing is left.

    Folders on the way are made. OSError as the system gives it (no space left, no permission), with `path` as its filename.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, partial = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".partial")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(partial, 0o666 & ~_umask())
        os.replace(partial, path)
    except BaseException as error:
        Path(partial).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
    return path


def write_text(path: Path, text: str) -> Path:
    """The same for text, in UTF-8 with line ends as they are."""
    return write_bytes(path, text.encode("utf-8"))


def _umask() -> int:
    """The process's file mode mask; it can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
