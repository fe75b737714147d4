# SPDX-License-Identifier: Apache-2.0
"""A scenario file with changes to it: the input of one simulation. Only the simulator judges its contents."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from isochron.errors import FileError, ReportError
from isochron.files import inputs
from isochron.files.regular_file import read_regular

# No command line takes more.
LONGEST_SETTING = 65_536


@dataclass(frozen=True)
class Scenario:
    """A scenario file and settings that replace what it says, by dotted path as `isochron run --set` takes them."""

    path: Path
    settings: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def load(path: str | Path) -> Scenario:
        """The scenario in a file. FileError when it cannot be read; its content is checked when it is explained or run."""
        scenario = Scenario(Path(path).resolve())
        _ = scenario.sha256
        return scenario

    def with_(self, changes: Mapping[str, Any] | None = None, /, **more: Any) -> Scenario:
        """The same with other values: `with_({"pci.slice_time": "120ns"}, nodes=5)`; of a name, `__` stands for a dot.

        A value is text as in a scenario file ("240 MB/s"), a number, True or False, or a list of those. Units are not
        optional where a parameter has one.
        """
        named = {name.replace("__", "."): value for name, value in more.items()}
        new = {str(path): setting_text(value) for path, value in {**(changes or {}), **named}.items()}
        for path, text in new.items():
            if "\0" in path + text or len(path) + len(text) > LONGEST_SETTING:
                raise ReportError(f"{path[:80]}: no command can be given such a value (a NUL, or more than {LONGEST_SETTING} characters); write it shorter")
        return replace(self, settings={**self.settings, **new})

    @property
    def name(self) -> str:
        """The file's name without folder and extension, as in results."""
        return self.path.stem

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the file's bytes."""
        inputs.note(self.path)
        try:
            return hashlib.sha256(read_regular(self.path)).hexdigest()
        except OSError as error:
            raise FileError(f"{self.path}: {error.strerror}; `isochron list` shows the scenarios that there are") from None

    @property
    def arguments(self) -> list[str]:
        """The settings as the simulator's command line has them, in the order of their paths."""
        return [word for path in sorted(self.settings) for word in ("--set", f"{path}={self.settings[path]}")]

    @property
    def label(self) -> str:
        """The settings for messages: "nodes=5 pci.slice_time=120ns"; the scenario's name without any."""
        return " ".join(f"{path}={text}" for path, text in sorted(self.settings.items())) or self.name


def is_file(path: Path) -> bool:
    """Whether there is such a file; of a path that no system takes, such as one that is too long, there is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def setting_text(value: Any) -> str:
    """A value as YAML: text as it stands, all else as JSON, which YAML contains."""
    return str(value).strip() if isinstance(value, str) else json.dumps(value, default=_plain)


def _plain(value: Any) -> Any:
    """A number or an array of NumPy, or a frame's column, as Python has it; ReportError for what no scenario can say."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise ReportError(f"{value}: a {type(value).__name__} is no value of a parameter; write it as text, such as \"240 MB/s\"")


def parse_settings(texts: list[str]) -> dict[str, str]:
    """Settings by path, from `--set path=value`; ReportError for one without a path or value."""
    settings = {}
    for text in texts:
        path, equals, value = text.partition("=")
        if not equals or not path.strip() or not value.strip():
            raise ReportError(f"--set {text}: not path=value; for example --set nodes=5")
        settings[path.strip()] = value.strip()
    return settings
