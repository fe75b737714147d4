# SPDX-License-Identifier: Apache-2.0
"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

from isochron.files import inputs

# The name has the host and process that write, so that remains of a killed process can be told from a file that is being written.
_HOST = re.sub(r"[^A-Za-z0-9-]", "-", os.uname().nodename)
_OWNED = re.compile(r"\..*\.([A-Za-z0-9-]+)\.([0-9]+)\.[^.]*\.partial")
_tidied: set[Path] = set()


def write_bytes(path: Path, content: bytes, *, edit: bool = False) -> Path:
    """Writes a file under another name in the same folder and gives it its name at the end; on an error nothing is left.

    Folders on the way are made. OSError as the system gives it (no space left, no permission), with `path` as its filename;
    ReportError where it is an input of this process, unless what is written is meant as its next version (`edit`).
    """
    if not edit:
        inputs.require_none(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.parent not in _tidied:
            _tidied.add(path.parent)
            tidy(path.parent)
        handle, partial = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.{_HOST}.{os.getpid()}.", suffix=".partial")
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


def tidy(folder: Path) -> None:
    """Removes half-written files whose process is gone. Those of other machines, and what cannot be removed, stay."""
    for path in folder.glob(".*.partial"):
        owner = _OWNED.fullmatch(path.name)
        if owner and owner[1] == _HOST and not _runs(int(owner[2])):
            with suppress(OSError):
                path.unlink()


def _runs(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def write_text(path: Path, text: str, *, edit: bool = False) -> Path:
    """The same for text, in UTF-8 with line ends as they are."""
    return write_bytes(path, text.encode("utf-8"), edit=edit)


def _umask() -> int:
    """The process's file mode mask; it can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
