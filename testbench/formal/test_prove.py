# SPDX-License-Identifier: Apache-2.0
"""Each proof can fail: it finds a fault put into a copy of the design. ISOCHRON_TEST_ALL looks at the long ones too."""

import os

import pytest

from formal.prove import prepare, prove, sources
from formal.tasks import TASKS, Fault, Task

LOOKED_AT = [task for task in TASKS if task.quick or os.environ.get("ISOCHRON_TEST_ALL")]


@pytest.mark.parametrize("task", LOOKED_AT, ids=[task.name for task in LOOKED_AT])
def test_fault_is_found(task: Task) -> None:
    verdict = prove(task, fault=True)
    assert verdict.holds is False
    assert ".v:" in verdict.words


def test_names_are_unique() -> None:
    assert len({task.name for task in TASKS}) == len(TASKS)


def test_fault_that_is_not_in_the_source_is_an_error() -> None:
    with pytest.raises(LookupError, match="0 times"):
        prepare(Task("test-none", "fifo_proof", "", "", Fault("common/fifo.v", "no such text", "")), fault=True)


def test_abstract_module_stands_for_that_of_the_design() -> None:
    task = TASKS[0]
    found = sources(prepare(task, fault=False), task)
    assert "formal/ram_1r1w_abstract.v" in found
    assert not [file for file in found if file.endswith("/ram_1r1w.v")]


def test_too_few_seconds_is_no_proof() -> None:
    task = Task("test-late", "fifo_proof", "", "", TASKS[0].fault, parameters=(("LOG2_DEPTH", 4), ("WIDTH", 8)), limit=1)
    assert prove(task).holds is None
