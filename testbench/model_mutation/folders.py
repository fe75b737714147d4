# SPDX-License-Identifier: Apache-2.0
"""The folders in which faults are made: every one with a model, and the machine language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from model_mutation.change import Change

TOP = "tlm/isochron"
# What models are built on, scenario files and the command: they hold no model, and their own tests judge them.
LEFT_OUT = ("app", "core", "observe", "protocol", "scenario")


def model_folders(root: Path) -> list[str]:
    """Every folder with C++ below `tlm/isochron`, subfolders included, but for those that hold no model. A new one takes part without being named here."""
    folders = {path.parent.relative_to(root) for path in (root / TOP).rglob("*.cpp")}
    return sorted(str(folder) for folder in folders if folder.parts[2:] and folder.parts[2] not in LEFT_OUT)


def places(folders: Iterable[str]) -> list[str]:
    """The same as `Change.folder` has them."""
    return [folder.removeprefix(f"{TOP}/") for folder in folders]


def thin(drawn: Iterable[Change], changes: Iterable[Change], at_least: int) -> list[str]:
    """What is wrong where a folder has fewer faults than it must have, though it has more places."""
    taken = Counter(change.folder for change in drawn)
    there = Counter(change.folder for change in changes)
    few: Sequence[str] = [folder for folder in sorted(there) if taken[folder] < min(at_least, there[folder])]
    return [f"{folder}: {taken[folder]} faults were drawn, and {at_least} must be; draw more (--faults)" for folder in few]
