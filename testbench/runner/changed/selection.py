# SPDX-License-Identifier: Apache-2.0
"""What runs for a change, besides the programs of the build."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from runner.changed import rules
from runner.changed.imports import Imports
from runner.folders import is_by_subject

# Where Python's modules are.
ROOTS = ("testbench", "testbench/support", "testbench/machine", "testbench/repository", "testbench/fuzz", "rtl/tools", "scripts")
FORMATTED = ("tlm/", "testbench/", "docs/", "rtl/")
TIDY = ("tlm/", "rtl/cosim/")


@dataclasses.dataclass
class Selection:
    """Files to check, Python tests to run, steps that run whole, steps left out."""

    formatted: list[str]
    tidy: list[str]
    scripts: list[str]
    # Whether all Python is checked: a module's types decide what its users may do.
    lint: bool
    python: list[str]
    # Step -> why it runs whole.
    whole: dict[str, str]
    left_out: set[str]


def select(root: Path, paths: Iterable[str], all_files: Iterable[str], shell_scripts: Iterable[str]) -> Selection:
    """Judges each changed path by its kind, and Python by its imports."""
    paths = list(paths)
    there = [path for path in paths if (root / path).is_file()]
    cxx = [path for path in there if path.endswith((".h", ".cpp"))]
    imports = Imports(root, ROOTS, [*all_files, *there])
    tests = sorted({path for path in (*all_files, *there) if Path(path).name.startswith("test_") and path.endswith(".py")})
    reaching = imports.reaching(tests, paths)
    about = {test for path in paths for test in rules.python_tests(path)}
    # Python tests of a subject run within seconds; those of the tools for Verilog are steps of their own.
    selection = Selection(
        formatted=[path for path in cxx if path.startswith(FORMATTED)],
        tidy=tidy_files(root, [path for path in paths if path.startswith(TIDY)]),
        scripts=sorted(set(there) & set(shell_scripts)),
        lint=any(path.endswith(".py") for path in paths),
        python=sorted({test for test in reaching if is_by_subject(test)} | {test for test in about if (root / test).is_file()}),
        whole={},
        left_out=set(),
    )
    for path in paths:
        steps, why = rules.wider(path)
        for step in steps:
            selection.whole.setdefault(step, f"{path} changed: {why}")
        selection.left_out |= rules.longer(path)
    for test in reaching:
        if not is_by_subject(test):
            selection.left_out |= rules.longer(test)
    if "python" in selection.whole:
        selection.python = []
    return selection


def tidy_files(root: Path, paths: Iterable[str]) -> list[str]:
    """The sources among the paths, and for a header the source beside it."""
    sources = {str(Path(path).with_suffix(".cpp")) for path in paths if path.endswith((".h", ".cpp"))}
    return sorted(path for path in sources if (root / path).is_file())
