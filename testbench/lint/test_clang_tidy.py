# SPDX-License-Identifier: Apache-2.0
"""clang-tidy tells of a file in joined batches what it tells of the file alone."""

import json
from pathlib import Path

import pytest

from lint import clang_tidy

HEADER = "#pragma once\nstruct Base {\n  virtual ~Base() = default;\n  virtual void go() {}\n};\nstruct Derived : Base {\n  void go() {}\n};\n"
SOURCE = '#include "{folder}/derived.h"\nint* nothing_{number}() {{ return 0; }}\n'


def commands(files: list[Path]) -> list[dict[str, str]]:
    return [{"file": str(file), "directory": str(file.parent), "command": f"clang++ -std=c++17 -c -o x.o {file}"} for file in files]


@pytest.fixture(name="sources")
def fixture_sources(tmp_path: Path) -> list[Path]:
    """Two sources with a fault each, and a header with one, in the project's folders."""
    folder = tmp_path / "tlm/isochron"
    folder.mkdir(parents=True)
    (folder / "derived.h").write_text(HEADER)
    sources = [folder / f"source_{number}.cpp" for number in range(2)]
    for number, source in enumerate(sources):
        source.write_text(SOURCE.format(folder=folder, number=number))
    return sources


def complaints(unit: dict[str, str], database: Path) -> set[tuple[str, str]]:
    """The files that clang-tidy complains of, and the checks."""
    (database / "compile_commands.json").write_text(json.dumps([unit]))
    told, _ = clang_tidy.check(unit, database)
    lines = [line for line in told.splitlines() if ": error: " in line]
    return {(Path(line.partition(":")[0]).name, line.rpartition("[")[2].partition(",")[0]) for line in lines}


def test_joined_batches_are_checked_as_each_file(sources: list[Path], tmp_path: Path) -> None:
    expected = {("derived.h", "modernize-use-override")} | {(source.name, "modernize-use-nullptr") for source in sources}
    each = set().union(*(complaints(unit, tmp_path) for unit in commands(sources)))
    batches = [tmp_path / f"target/{clang_tidy.BATCH}/unity_{number}_cxx.cxx" for number in range(2)]
    batches[0].parent.mkdir(parents=True)
    for batch, source in zip(batches, sources, strict=True):
        batch.write_text(f'#include "{source}"\n')
    [group] = clang_tidy.in_groups(commands(batches))
    assert each == complaints(clang_tidy.joined(group, tmp_path), tmp_path) == expected
