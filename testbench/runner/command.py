# SPDX-License-Identifier: Apache-2.0
"""A command of a step, and the usual ones."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from runner.places import CORES, PYTHON, ROOT

# Where the path of the test results stands on a command line: the step that runs it knows its name.
JUNIT = "{junit}"


@dataclasses.dataclass(frozen=True)
class Command:
    """A program with its arguments, run in the repository's folder."""

    words: tuple[str, ...]
    environment: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # The build folder that it changes: never two such commands at once.
    builds: str = ""
    # Said when it fails.
    remedy: str = ""


def shell(script: str, builds: str = "") -> Command:
    """A few words of bash with the functions of scripts/lib.sh."""
    return Command(("bash", "-euo", "pipefail", "-c", f". scripts/lib.sh; {script}"), builds=builds)


def build(preset: str, *targets: str) -> Command:
    """Builds targets of a preset, or all of them."""
    words = ("cmake", "--build", "--preset", preset, "--parallel", str(CORES))
    return Command(words + (("--target", *targets) if targets else ()), builds=preset)


def ctest(preset: str, *options: str, environment: Mapping[str, str] | None = None) -> Command:
    """The tests of a preset, as many at once as there are processors."""
    words = ("ctest", "--preset", preset, "--parallel", str(CORES), "--output-junit", JUNIT, *options)
    return Command(words, environment or {})


def python(*words: str) -> Command:
    """The venv's Python, wherever the caller's PATH points."""
    return Command((str(PYTHON), *words))


def pytest(*words: str, environment: Mapping[str, str] | None = None) -> Command:
    """Python tests, as many at once as there are processors."""
    fixed = ("-m", "pytest", "--numprocesses", str(CORES), "--dist", "worksteal", "--junitxml", JUNIT)
    return Command((str(PYTHON), *fixed, *words), environment or {})


def sanitizers() -> dict[str, str]:
    """The sanitizers' settings: the first error ends a test."""
    return {
        "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=0:abort_on_error=0",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "LSAN_OPTIONS": f"suppressions={ROOT}/testbench/asan/leaks.supp:print_suppressions=0",
    }
