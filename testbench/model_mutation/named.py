# SPDX-License-Identifier: Apache-2.0
"""Faults with a name: each was once built in, and no test noticed it. They are tried in every run.

`named_faults.yaml` has a list of them: `name`; `file`; `find`, text that stands in the file exactly once (spaces and line ends count
alike); `put`, what stands there with the fault. Both are an expression, or statements, each with its semicolon. In a machine file they are any
text, and `programs` names the programs whose tests read the file, since no test can note that it reached such a fault.
"""

from __future__ import annotations

import re
from pathlib import Path

import pydantic
import yaml

from model_mutation.change import Change, Edit, Form
from model_mutation.errors import MutationError

FILE = Path(__file__).with_name("named_faults.yaml")


class Entry(pydantic.BaseModel, extra="forbid"):
    """What the file says of a fault."""

    name: str
    file: str
    find: str
    put: str
    programs: list[str] = []
    why: str


def load(root: Path, file: Path = FILE) -> list[Change]:
    """The faults, placed in the sources as they are."""
    try:
        entries = [Entry.model_validate(entry) for entry in yaml.safe_load(file.read_text()) or []]
    except (pydantic.ValidationError, yaml.YAMLError, TypeError) as error:
        raise MutationError(f"{file.name}: {error}") from error
    return [placed(entry, root, file) for entry in entries]


def placed(entry: Entry, root: Path, file: Path) -> Change:
    """Finds its text, which must be there once."""
    path = root / entry.file
    if not path.is_file():
        raise MutationError(f"{file.name}: `{entry.name}`: there is no {entry.file}; name the file that has this code now")
    source = path.read_bytes()
    # Spaces within the text may have become a line end.
    pattern = r"\s+".join(re.escape(word) for word in entry.find.split())
    found = list(re.finditer(pattern.encode(), source))
    if len(found) != 1:
        many = f"is there {len(found)} times; take in more of what stands around it" if found else "is gone; write it as it is now"
        raise MutationError(f"{file.name}: `{entry.name}`: in {entry.file} the text of `find` {many}:\n    {entry.find.strip()}")
    if path.suffix in (".h", ".cpp") and entry.programs:
        raise MutationError(f"{file.name}: `{entry.name}`: {entry.file} is compiled; take `programs` out")
    if path.suffix not in (".h", ".cpp") and not entry.programs:
        raise MutationError(f"{file.name}: `{entry.name}`: {entry.file} is not compiled; add `programs`, such as [gennart_tests]")
    start, end = found[0].span()
    statements = entry.find.rstrip().endswith((";", "}"))
    return Change(
        file=entry.file,
        line=source.count(b"\n", 0, start) + 1,
        function="",
        operator="named",
        before=entry.find.strip(),
        after=entry.put.strip(),
        edits=(Edit(start, end, Form.STATEMENTS if statements else Form.VALUE, entry.put.strip()),),
        name=entry.name,
        programs=tuple(entry.programs),
    )
