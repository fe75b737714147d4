# SPDX-License-Identifier: Apache-2.0
"""The rule of the house: a folder per layer, and nothing includes upward."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from support import ROOT

# Layers of one rank may include each other.
# `machine/run` is the frame of a simulation, which scenarios need too; the rest of `machine` reads files and so stands above them.
PARTS = ("part", "bus", "fabric", "fold", "pcie", "net", "storage", "host", "endpoint", "dma", "disk_node", "software")
RANKS = (("core",), ("observe",), ("protocol",), PARTS, ("machine/run",), ("scenario",), ("machine",), ("app",))
RANK = {layer: rank for rank, layers in enumerate(RANKS) for layer in layers}
SOURCES = ROOT / "tlm/isochron"
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def sources() -> list[Path]:
    return sorted(path for path in SOURCES.rglob("*") if path.suffix in (".h", ".c", ".cpp"))


def layer_of(path: str) -> str:
    """The layer of a file below tlm/isochron: the longest folder that is one."""
    folders = path.split("/")[:-1]
    names = ("/".join(folders[:length]) for length in range(len(folders), 0, -1))
    return next((name for name in names if name in RANK), folders[0])


def test_every_folder_is_a_layer() -> None:
    layers = {layer_of(str(path.relative_to(SOURCES))) for path in sources()}
    assert layers == RANK.keys(), f"RANKS and the folders differ: {layers ^ RANK.keys()}"


@pytest.mark.parametrize("layer", RANK)
def test_nothing_includes_upward(layer: str) -> None:
    upward = []
    for path in sources():
        if layer_of(str(path.relative_to(SOURCES))) != layer:
            continue
        for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
            if included.startswith("isochron/") and RANK[layer_of(included.removeprefix("isochron/"))] > RANK[layer]:
                upward.append(f"{path.relative_to(ROOT)} includes <{included}>")
    assert not upward


def from_outside(text: str) -> list[str]:
    """Includes of a source of tlm/isochron that name a file of the project outside it: by any path, whether the file is there or not."""
    ours = {path.name for folder in ("rtl", "testbench", "tlm") for path in (ROOT / folder).iterdir() if path.is_dir() and (folder == "rtl" or any(path.rglob("*.h")))} - {"isochron"}
    own = {path.name for folder in ("rtl", "testbench") for path in (ROOT / folder).rglob("*.h")}
    found = []
    for included in INCLUDE.findall(text):
        parts = included.split("/")
        # A bare <tlm> is the library.
        outside = included in own if len(parts) == 1 else parts[0] in {"rtl", "testbench", "tlm", *ours}
        if outside or ".." in parts:
            found.append(included)
    return found


def test_models_and_command_know_nothing_beside_them() -> None:
    """What is in rtl/ or testbench/ comes to them from outside: tlm/command/main.cpp joins the command with the Verilog."""
    outside = {str(path.relative_to(ROOT)): found for path in sources() if (found := from_outside(path.read_text(encoding="utf-8")))}
    assert not outside


def test_an_include_from_outside_is_found() -> None:
    planted = (
        "block_mover/descriptor.h", "block_mover/gone.h", "cosim/pin.h", "rtl/cosim/pin.h", "../rtl/cosim/pin.h",
        "isochron/../command/main.h", "support/child_process.h", "axi_pins.h",
    )  # fmt: skip
    known = ("isochron/bus/pci_bus.h", "systemc", "tlm", "vector", "boost/heap/d_ary_heap.hpp", "fmt/format.h", "tlm_utils/simple_target_socket.h", "sys/wait.h")
    source = "".join(f"  # include <{path}>\n#include \"{path}\"\n" for path in planted) + "".join(f"#include <{path}>\n" for path in known)
    assert sorted(from_outside(source)) == sorted(2 * planted)


def test_includes_name_the_layer() -> None:
    """<isochron/layer/file.h>, never a bare "file.h": the reader sees the direction, and the test above sees all."""
    bare = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in sources()
        for line in re.findall(r'^\s*#\s*include\s*"[^"]+"', path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert not bare


def imports(package: Path) -> dict[str, set[str]]:
    """The modules of a package, each with those of the package that it imports anywhere: at its head, in a function, for types alone."""
    modules = {".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): path for path in package.rglob("*.py")}
    found: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{one}" if f"{node.module}.{one}" in modules else str(node.module) for one in names]
            found[name] |= modules.keys() & set(names)
    return found


def room(module: str) -> str:
    """The folder of a module; of one that stands at the top, the module itself."""
    return ".".join(module.split(".")[:2])


def test_python_modules_import_each_other_in_one_direction() -> None:
    order = list(TopologicalSorter(imports(ROOT / "scripts/isochron")).static_order())
    assert order.index("isochron.errors") < order.index("isochron.machine")


def test_rooms_of_the_python_package_too() -> None:
    rooms: dict[str, set[str]] = {}
    for module, imported in imports(ROOT / "scripts/isochron").items():
        rooms.setdefault(room(module), set()).update(room(one) for one in imported if room(one) != room(module))
    order = list(TopologicalSorter(rooms).static_order())
    assert order.index("isochron.files") < order.index("isochron.results") < order.index("isochron.papers") < order.index("isochron.explore")


def test_a_cycle_of_imports_is_found(tmp_path: Path) -> None:
    package = tmp_path / "isochron"
    package.mkdir()
    (package / "a.py").write_text("def f():\n    from isochron.b import g\n")
    (package / "b.py").write_text("if TYPE_CHECKING:\n    from isochron import a\n")
    with pytest.raises(CycleError):
        list(TopologicalSorter(imports(package)).static_order())


def licences(path: Path) -> tuple[str, ...]:
    """What a source may be under: a kernel's module is under the kernel's licence too."""
    return ("GPL-2.0 OR Apache-2.0",) if (ROOT / "rtl/drivers/linux") in path.parents else ("Apache-2.0",)


def test_every_source_has_its_licence() -> None:
    suffixes = (".h", ".c", ".cpp", ".cmake", ".py", ".sh", ".v")
    folders = ("tlm", "testbench", "cmake", "scripts", "docs", "rtl")
    missing = [
        str(path.relative_to(ROOT))
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes and not any(f"SPDX-License-Identifier: {licence}" in path.read_text(encoding="utf-8")[:300] for licence in licences(path))
    ]
    assert not missing
