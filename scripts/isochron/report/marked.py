# SPDX-License-Identifier: Apache-2.0
"""Parts of hand-written pages that a command writes: what stands between two marks is replaced, all else is kept."""

from __future__ import annotations

from pathlib import Path

from isochron.errors import FileError, ReportError
from isochron.files import atomic


def begin(name: str) -> str:
    """The line before a part."""
    return f"<!-- begin {name} -->"


def end(name: str) -> str:
    """The line after a part."""
    return f"<!-- end {name} -->"


def replaced(text: str, name: str, content: str, place: object) -> str:
    """A page with other content in a part. ReportError that names `place` where the page does not have both marks once, in their order."""
    marks = (begin(name), end(name))
    if [text.count(mark) for mark in marks] != [1, 1] or text.index(marks[0]) > text.index(marks[1]):
        raise ReportError(f"{place}: the lines `{marks[0]}` and `{marks[1]}` are not there once each, in this order; write them where the part belongs")
    before, rest = text.split(marks[0])
    after = rest.split(marks[1])[1]
    return f"{before}{marks[0]}\n\n{content.strip()}\n\n{marks[1]}{after}"


def read(path: Path) -> str:
    """A page. FileError where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ReportError(f"{path}: not a page in UTF-8") from None


def write(path: Path, name: str, content: str) -> Path:
    """Replaces a part of a page in its file, which is written whole or not at all."""
    return atomic.write_text(path, replaced(read(path), name, content, path), edit=True)
