# SPDX-License-Identifier: Apache-2.0
"""Machines: descriptions with their files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isochron.errors import FileError, ReportError, SimulationError
from isochron.files.atomic import write_text
from isochron.machine import text as machine_text
from isochron.machine.body import Body, Type
from isochron.machine.description import RUNS, Description
from isochron.machine.origins import in_words
from isochron.machine.reader import include, read
from isochron.machine.text import block, lines
from isochron.machine.values import Value, meant, require_name, require_quantity, require_text, require_within, short, value
from isochron.scenario import Scenario

if TYPE_CHECKING:
    from isochron.results.simulator import Simulator

MEASURE = {"warm_up": "duration", "duration": "duration", "replications": "count", "confidence": "fraction", "seed": "count", "every": "duration", "series": ""}
# What a file calls its entries.
ENTRIES = {"parameters": "parameter", "presets": "presets of", "types": "type", "ports": "port", "parts": "part", "traffic": "traffic", "jobs": "jobs", "metrics": "metric", "arrays": "array"}


class Machine(Description):
    """A machine: a `Description` that is loaded, saved and checked.

    Unknown parts, parameters, ports, names and units are refused with a suggestion when they are added. Only the command can judge
    the whole machine: `check()` asks it.
    """

    @classmethod
    def load(cls, path: str | Path) -> Machine:
        """The machine of a file. ReportError where it is none, FileError where it cannot be read. Comments are lost."""
        return read(cls, Path(path))

    def include(self, path: str | Path) -> dict[str, Type]:
        """Makes the types of another file known and returns them by name. The saved file has the path from its own folder."""
        return include(self, Path(path))

    def text(self, folder: Path | None = None) -> str:
        """The machine file that stands in `folder`; here without one."""
        return block(self.document(folder))

    def save(self, path: str | Path) -> Path:
        """Writes the machine file, whole or not at all. It is named as the machine: NAME.yaml."""
        file = Path(path)
        if file.suffix != ".yaml" or file.stem != self.name:
            raise ReportError(f"{file}: a machine file is named as its machine; save it as {file.parent / f'{self.name}.yaml'}")
        try:
            return write_text(file, self.text(file.parent))
        except OSError as error:
            raise FileError(f"{file}: {error.strerror}; save it where you may write") from None

    def scenario(
        self, folder: str | Path, *, name: str = "", title: str = "", parameters: Mapping[str, Any] | None = None, measure: Mapping[str, Any] | None = None
    ) -> Scenario:
        """Saves the machine and a scenario of it, `NAME_run.yaml` unless it has another name, in a folder; for `run` and `sweep`.

        `parameters`: what the machine's parameters are. `measure`: warm_up, duration, replications, confidence, seed, every, series (figures).
        """
        label = require_name(name or f"{self.name}_run", "a scenario")
        if label == self.name:
            raise ReportError(f"the scenario `{label}` has the name of its machine; give it another")
        maps = {"parameters": self._given(parameters or {}), "measure": self._measured(measure or {})}
        self.save(Path(folder) / f"{self.name}.yaml")
        entries = {"system": f"./{self.name}.yaml", "title": require_text(title, "title"), **maps}
        file = Path(folder) / f"{label}.yaml"
        write_text(file, block({key: one for key, one in entries.items() if one}))
        return Scenario.load(file)

    def _given(self, parameters: Mapping[str, Any]) -> dict[str, Value]:
        kept = {}
        for path, one in parameters.items():
            declared = self.parameters.get(path)
            if declared is None:
                raise ReportError(f"the machine `{self.name}` has no parameter `{short(path)}`; {meant(path, self.parameters)}")
            kept[str(path)] = value(one, path)
            require_quantity(kept[str(path)], path, declared.type, declared.choices)
            require_within(kept[str(path)], declared.range, path)
        return kept

    def _measured(self, measure: Mapping[str, Any]) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        for key, one in measure.items():
            if key not in MEASURE:
                raise ReportError(f"`measure` has no `{short(key)}`; {meant(str(key), MEASURE)}")
            if self.runs == RUNS[1] and key in ("warm_up", "duration"):
                raise ReportError(f"`{self.name}` runs until its work is done, whatever `{key}` says; leave it out of `measure`")
            if key == "series":
                kept[key] = [require_text(name, "measure: series") for name in ([one] if isinstance(one, str) else one)]
                continue
            kept[key] = number = value(one, key)
            require_quantity(number, f"measure: {key}", MEASURE[key])
        return kept

    def check(self, simulator: Simulator | None = None) -> dict[str, Any]:
        """Asks the command what it says of the machine, as `isochron explain --json`.

        SimulationError with its message where it refuses it, with the line of the program that made what is wrong.
        """
        from isochron.results.simulator import Simulator as Command  # noqa: PLC0415  (its results need pandas, which takes a second to load)

        with tempfile.TemporaryDirectory() as folder:
            scenario = self.scenario(folder)
            try:
                return (simulator or Command.find()).explain(scenario)
            except SimulationError as error:
                told = str(error).replace(f"{scenario.path.parent}{os.sep}", "").replace(f"{folder}{os.sep}", "")
                written = [path for _, path in lines(self.document(Path(folder)))]
                raise SimulationError(in_words(told, f"{self.name}.yaml", written, self._made), error.exit_code) from None

    def _made(self, path: machine_text.Path) -> tuple[str, str]:
        """The name of an entry of the file, and the line of the program that made it."""
        owner = self.types[str(path[1])] if path[0] == "types" and len(path) > 1 else None
        body: Body = owner or self
        kind, at = path[2:4] if owner is not None and len(path) > 3 else (path[0], path[1]) if len(path) > 1 else ("", "")
        if kind == "connect":
            joined = body.connections[int(at)]
            ends = f"between `{joined.from_}` and `{joined.to}`" if joined.both_ways else f"from `{joined.from_}` to `{joined.to}`"
            return f"the connection {ends}", body.origins.get(("connect", at), "")
        if kind in ("traffic", "jobs"):
            at = list(self.flows if kind == "traffic" else self.works)[int(at)]
        name = str(at).partition("[")[0]
        if kind not in ENTRIES:
            return f"the machine `{self.name}`", ""
        return f"the {ENTRIES[str(kind)]} `{name}`" + (f" of `{body.name}`" if body is not self and kind != "types" else ""), body.origins.get((str(kind), name), "")
