# SPDX-License-Identifier: Apache-2.0
"""The files in which CTest and pytest say how each test went."""

from __future__ import annotations

import dataclasses
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from pathlib import Path


@dataclasses.dataclass(frozen=True)
class TestTime:
    """How long a test took."""

    __test__ = False  # pytest takes a class of this name for tests

    seconds: float
    name: str


def times(files: Iterable[Path]) -> list[TestTime]:
    """Every test that ran. A file that a killed program left half written counts as none."""
    found = []
    for file in files:
        try:
            cases = list(ElementTree.parse(file).iter("testcase"))
        except (ElementTree.ParseError, OSError):
            continue
        for case in cases:
            if case.find("skipped") is None:
                group = case.get("classname", "")
                name = case.get("name", "")
                found.append(TestTime(float(case.get("time", 0)), name if group in ("", name) else f"{group}::{name}"))
    return found
