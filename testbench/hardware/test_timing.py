# SPDX-License-Identifier: Apache-2.0
"""The timing diagrams show what a simulation of the RTL does now."""

from __future__ import annotations

import pytest
import timing_diagrams

REMEDY = "out of date: run .venv/bin/python rtl/tools/timing_diagrams.py"


@pytest.mark.parametrize("name", timing_diagrams.DIAGRAMS)
def test_the_diagram_is_up_to_date(name: str) -> None:
    source = (timing_diagrams.FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert source == timing_diagrams.simulated(timing_diagrams.PROGRAM, name), REMEDY
    assert (timing_diagrams.FOLDER / f"{name}.svg").read_text(encoding="utf-8") == timing_diagrams.picture(source), REMEDY
