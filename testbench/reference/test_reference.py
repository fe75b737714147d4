# SPDX-License-Identifier: Apache-2.0
"""docs/reference says what `isochron describe` says, and every type is explained somewhere."""

from __future__ import annotations

import pytest
from support import COMMAND, ROOT

from isochron.reference import types as reference

REMEDY = "out of date: run .venv/bin/python -m isochron.reference"


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return reference.pages(reference.described(COMMAND), reference.machine_schema(COMMAND))


def test_the_pages_are_up_to_date(pages: dict[str, str]) -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in reference.FOLDER.glob("*.md")}
    assert written.keys() == pages.keys() | reference.OTHERS, REMEDY
    assert [name for name in pages if pages[name] != written[name]] == [], REMEDY


def test_every_type_is_explained(pages: dict[str, str]) -> None:
    assert "(reference/traffic.md)" in (ROOT / "docs/machines.md").read_text(encoding="utf-8")
    for name in pages.keys() - {"README.md", reference.TRAFFIC}:
        kind = "machines.md" if "Kind: system." in pages[name] else f"models/{name}"
        explained = reference.EXPLAINED.get(name.removesuffix(".md"), kind)
        text = (ROOT / "docs" / explained).read_text(encoding="utf-8")
        assert f"reference/{name})" in text, f"docs/{explained} does not link to the reference"


def test_old_pages_go(tmp_path) -> None:
    (tmp_path / "old.md").write_text("gone")
    reference.write(tmp_path, {"new.md": "here"})
    assert {path.name for path in tmp_path.iterdir()} == {"new.md"}
