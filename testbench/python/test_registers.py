# SPDX-License-Identifier: Apache-2.0
"""The files made from the description of the registers are up to date."""

from __future__ import annotations

from isochron import registers

REMEDY = "out of date: run .venv/bin/python -m isochron.registers"


def test_the_header_is_up_to_date() -> None:
    assert registers.HEADER.read_text(encoding="utf-8") == registers.header(), REMEDY


def test_the_page_is_up_to_date() -> None:
    assert registers.PAGE.read_text(encoding="utf-8") == registers.page(), REMEDY
