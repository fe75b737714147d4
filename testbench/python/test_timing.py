# SPDX-License-Identifier: Apache-2.0
"""The timing diagrams show what a simulation of the RTL does now."""

from __future__ import annotations

import pytest

from isochron import timing

REMEDY = "out of date: run .venv/bin/python -m isochron.timing"


@pytest.mark.parametrize("name", timing.DIAGRAMS)
def test_the_diagram_is_up_to_date(name: str) -> None:
    source = (timing.FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert source == timing.simulated(timing.PROGRAM, name), REMEDY
    assert (timing.FOLDER / f"{name}.svg").read_text(encoding="utf-8") == timing.picture(source), REMEDY
