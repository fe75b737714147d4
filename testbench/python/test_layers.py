# SPDX-License-Identifier: Apache-2.0
"""The rule of the house: a folder per layer, and nothing includes upward."""

import re
from pathlib import Path

import pytest
from support import ROOT

# Layers of one rank may include each other.
RANKS = (("core",), ("observe",), ("protocol",), ("bus", "fabric", "net", "device"), ("system",), ("scenario",), ("app",))
RANK = {layer: rank for rank, layers in enumerate(RANKS) for layer in layers}
SOURCES = ROOT / "tlm/isochron"
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def sources() -> list[Path]:
    return sorted(path for path in SOURCES.rglob("*") if path.suffix in (".h", ".cpp"))


def test_every_folder_is_a_layer() -> None:
    folders = {path.relative_to(SOURCES).parts[0] for path in sources()}
    assert folders <= RANK.keys(), f"no rank for {folders - RANK.keys()}: add the layer to RANKS"


@pytest.mark.parametrize("layer", RANK)
def test_nothing_includes_upward(layer: str) -> None:
    upward = []
    for path in sources():
        if path.relative_to(SOURCES).parts[0] != layer:
            continue
        for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
            target = included.split("/")
            if target[0] == "isochron" and RANK[target[1]] > RANK[layer]:
                upward.append(f"{path.relative_to(ROOT)} includes <{included}>")
    assert not upward


def test_models_and_command_know_nothing_beside_them() -> None:
    """What is in rtl/ or testbench/ comes to them from outside: tlm/command/main.cpp joins the command with the Verilog."""
    outside = [
        f"{path.relative_to(ROOT)} includes <{included}>"
        for path in sources()
        for included in INCLUDE.findall(path.read_text(encoding="utf-8"))
        if not included.startswith("isochron/") and any((ROOT / folder / included).is_file() for folder in ("rtl", "testbench", "tlm", "."))
    ]
    assert not outside


def test_includes_name_the_layer() -> None:
    """<isochron/layer/file.h>, never a bare "file.h": the reader sees the direction, and the test above sees all."""
    bare = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in sources()
        for line in re.findall(r'^\s*#\s*include\s*"[^"]+"', path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert not bare


def test_every_source_has_its_licence() -> None:
    suffixes = (".h", ".cpp", ".cmake", ".py", ".sh", ".v")
    folders = ("tlm", "testbench", "cmake", "scripts", "docs", "rtl")
    missing = [
        str(path.relative_to(ROOT))
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes and "SPDX-License-Identifier: Apache-2.0" not in path.read_text(encoding="utf-8")[:300]
    ]
    assert not missing
