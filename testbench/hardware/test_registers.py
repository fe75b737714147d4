# SPDX-License-Identifier: Apache-2.0
"""The files made from the descriptions of the registers are up to date."""

from __future__ import annotations

import pytest
import registers

REMEDY = "out of date: run .venv/bin/python rtl/tools/registers.py"


@pytest.mark.parametrize("block", registers.BLOCKS, ids=lambda block: block.name)
def test_header_is_the_description(block: registers.Block) -> None:
    assert block.header.read_text(encoding="utf-8") == registers.header(block), REMEDY


@pytest.mark.parametrize("block", registers.BLOCKS, ids=lambda block: block.name)
def test_page_is_the_description(block: registers.Block) -> None:
    assert block.page.read_text(encoding="utf-8") == registers.page(block), REMEDY


@pytest.mark.parametrize("block", [block for block in registers.BLOCKS if block.linux], ids=lambda block: block.name)
def test_header_of_the_driver_for_linux_is_the_description(block: registers.Block) -> None:
    assert block.kernel_header.read_text(encoding="utf-8") == registers.kernel_header(block), REMEDY
