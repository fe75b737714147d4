# SPDX-License-Identifier: Apache-2.0
"""A paper that was modelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from isochron.repository import REPOSITORY


@dataclass(frozen=True)
class Paper:
    """The parts of the project that belong to a paper.

    `name`: of its folder in scenarios/, of its package here, of its file in scenarios/published/ and of its page in docs/results/.
    `systems`: its machines by their names in scenarios, each with the page, below docs/, that explains it.
    `scenarios`: patterns of the scenarios that its page is made of.
    `whole`: of a longer run: options of single scenarios, by name; all scenarios are run then.
    """

    name: str
    systems: Mapping[str, str] = field(default_factory=dict)
    scenarios: tuple[str, ...] = ("*",)
    whole: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def files(self, *, all_of_them: bool = False) -> list[Path]:
        """The scenario files of its page, or all of its folder, in alphabetical order."""
        folder = REPOSITORY / "scenarios" / self.name
        patterns = ("*",) if all_of_them else self.scenarios
        return sorted(path for pattern in patterns for path in folder.glob(f"{pattern}.yaml"))
