# SPDX-License-Identifier: Apache-2.0
"""How long property-based tests go on, and which tests wait for the long form."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from support import LONG

set_hypothesis_home_dir(Path(__file__).resolve().parents[1] / ".cache/hypothesis")

settings.register_profile(
    "isochron",
    max_examples=1000 if LONG else 60,
    # The short form tries the same inputs every time, so that it finds the same on every machine.
    derandomize=not LONG,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("isochron")

_deselected = pytest.StashKey[int]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is marked as long: it is not skipped, since nothing is missing."""
    left_out = [] if LONG else [item for item in items if item.get_closest_marker("long")]
    config.stash[_deselected] = len(left_out)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process of several (pytest-xdist) tells the first one."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["deselected"] = session.config.stash.get(_deselected, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """All processes collect the same."""
    node.config.stash[_deselected] = getattr(node, "workeroutput", {}).get("deselected", 0)  # type: ignore[attr-defined]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Says in a line what was left out."""
    if count := config.stash.get(_deselected, 0):
        terminalreporter.write_line(f"{count} tests of the long form are not selected; ISOCHRON_TEST_ALL=1, or scripts/test --all, selects them")
