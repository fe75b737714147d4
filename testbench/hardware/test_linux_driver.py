# SPDX-License-Identifier: Apache-2.0
"""The device-tree binding of the Linux driver says what the driver asks for."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from support import ROOT

FOLDER = ROOT / "rtl/drivers/linux"
DRIVER = (FOLDER / "isochron_block_mover.c").read_text(encoding="utf-8")
NAME = "isochron,block-mover.yaml"


@pytest.fixture(scope="module")
def binding() -> dict[str, Any]:
    # YAML's directive stands behind a comment here, which PyYAML takes as any document's beginning.
    return yaml.safe_load((FOLDER / NAME).read_text(encoding="utf-8"))


def test_it_is_named_after_what_it_describes(binding: dict[str, Any]) -> None:
    assert binding["$id"].endswith(f"/dma/{NAME}#")
    (compatible,) = re.findall(r'\.compatible = "([^"]+)"', DRIVER)
    assert binding["properties"]["compatible"]["const"] == compatible == NAME.removesuffix(".yaml")


def test_it_has_every_property_that_the_driver_reads(binding: dict[str, Any]) -> None:
    read = set(re.findall(r'device_property_\w+\([^"]*"([^"]+)"', DRIVER))
    assert read == {name for name in binding["properties"] if name.startswith("isochron,")}


def test_what_is_required_is_described(binding: dict[str, Any]) -> None:
    assert set(binding["required"]) <= set(binding["properties"])


def test_the_example_keeps_to_it(binding: dict[str, Any]) -> None:
    (example,) = binding["examples"]
    properties = dict(re.findall(r"^\s+([#\w,-]+) = (.*);$", example, re.MULTILINE))
    assert set(properties) <= set(binding["properties"])
    assert set(binding["required"]) <= set(properties)
    assert properties["compatible"] == f'"{binding["properties"]["compatible"]["const"]}"'
    assert properties["#dma-cells"] == f"<{binding['properties']['#dma-cells']['const']}>"
