# SPDX-License-Identifier: Apache-2.0
"""The folders of `testbench`: most are named after what their tests are about, the others after how they test (docs/tests.md)."""

from pathlib import Path

from runner.places import ROOT

# What has steps, programs or tools of its own.
METHODS = frozenset(
    "acceptance asan bare bench conformance cosim equivalence formal fuzz gtkwave install lint litex model_mutation mutation oracle rtl rtl_tools synthesis".split()
)
# What several folders use.
SUPPORT = "support"


def is_by_subject(path: str) -> bool:
    """Whether a file belongs to the tests of a subject; `path` is taken from the repository's folder."""
    parts = Path(path).parts
    return len(parts) > 2 and parts[0] == "testbench" and parts[1] not in METHODS


def python_folders() -> list[str]:
    """Folders of subjects with Python tests, as paths from the repository's folder."""
    found = {path.relative_to(ROOT).parts[1] for path in (ROOT / "testbench").glob("*/**/test_*.py")}
    return [f"testbench/{folder}" for folder in sorted(found - METHODS)]
