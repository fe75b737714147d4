# SPDX-License-Identifier: Apache-2.0
"""The reference pages of scripts/explore and of the package are what their help and docstrings say."""

from __future__ import annotations

import pytest

from isochron.reference import package as ours
from isochron.reference import types as reference


@pytest.mark.parametrize("name, text", ours.pages().items())
def test_the_pages_are_up_to_date(name: str, text: str) -> None:
    written = (reference.FOLDER / name).read_text(encoding="utf-8")
    assert written == text, "out of date: run .venv/bin/python -m isochron.reference"


def test_everything_public_has_a_docstring() -> None:
    for line in ours.package_page().splitlines():
        assert not line.endswith("|  |"), f"without a docstring: {line}"
