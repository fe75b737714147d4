# SPDX-License-Identifier: Apache-2.0
"""The isochron command: where it is, which one it is, and what it says of a scenario before it simulates."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from isochron.errors import ReportError
from isochron.repository import REPOSITORY
from isochron.results.children import output
from isochron.scenario import Scenario

# For a command that hangs: even on a busy computer the largest machine is explained in a fraction of it.
PATIENCE_S = 1200


@dataclass(frozen=True)
class Simulator:
    """One build of the isochron command."""

    command: Path

    @staticmethod
    def find(command: str | Path | None = None) -> Simulator:
        """The given command, else $ISOCHRON_COMMAND, else build/release/isochron of this repository."""
        path = Path(command or os.environ.get("ISOCHRON_COMMAND") or REPOSITORY / "build/release/isochron")
        if not os.access(path, os.X_OK) or path.is_dir():
            raise ReportError(f"{path}: there is no isochron command; scripts/explore builds it, or name one in ISOCHRON_COMMAND")
        return Simulator(path.resolve())

    @property
    def identity(self) -> str:
        """SHA-256 of the program: what was simulated by another build is not taken for its result."""
        return identity_of(str(self.command))

    @cached_property
    def version(self) -> str:
        """As it prints it."""
        return output([self.command, "--version"], PATIENCE_S).strip()

    def describe(self) -> list[dict[str, Any]]:
        """Every type with parameters, ports, statistics and sources (`isochron describe --json`)."""
        return self._json("describe", "--json")

    def explain(self, scenario: Scenario, *, fail: int = 0) -> dict[str, Any]:
        """Parameters in SI units, the machine's parts, and what arithmetic says of them (`isochron explain --json`).

        `fail`: 1 or 2 for what is left when so many parts fail, too (`--fail`). SimulationError with the simulator's own message where the scenario or a setting is wrong.
        """
        failing = ("--fail", str(fail)) if fail else ()
        return self._json("explain", str(scenario.path), "--json", *failing, *scenario.arguments)

    def pinned(self, scenario: Scenario, varied: Mapping[str, Any] | tuple[str, ...] = ()) -> tuple[Scenario, dict[str, str]]:
        """The scenario as one point: of each parameter that it varies itself, the middle value, unless `varied` has it.

        Returns it with the values that were chosen.
        """
        chosen = {
            one["path"]: one["texts"][(len(one["texts"]) - 1) // 2]
            for one in self.explain(scenario)["varied"]
            if one["path"] not in varied
        }
        return scenario.with_(chosen), chosen

    def _json(self, *arguments: str) -> Any:
        try:
            return json.loads(output([self.command, *arguments], PATIENCE_S))
        except (ValueError, RecursionError):
            raise ReportError(f"{self.command} {arguments[0]}: what it prints is no JSON document; is it an isochron command?") from None


@lru_cache(maxsize=8)
def identity_of(command: str) -> str:
    """SHA-256 of a program's bytes."""
    with open(command, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
