# SPDX-License-Identifier: Apache-2.0
"""Reads C++ with libclang: all sources of a folder as one where they can be, so that SystemC's headers are read once for all of them."""

from __future__ import annotations

import functools
import shlex
import subprocess
from pathlib import Path

from clang import cindex

from model_mutation.errors import MutationError

# Debian's, of the same version as the package `clang` of scripts/requirements.txt and as the compiler of the sanitizers' build.
LIBCLANG = Path("/usr/lib/llvm-14/lib/libclang.so.1")
SUFFIXES = (".h", ".cpp")


@functools.cache
def index() -> cindex.Index:
    """The library, loaded once."""
    if not LIBCLANG.exists():
        raise MutationError(f"there is no {LIBCLANG}; scripts/setup installs Debian's libclang1-14")
    cindex.Config.set_library_file(str(LIBCLANG))
    return cindex.Index.create()


@functools.cache
def flags(include: Path) -> tuple[str, ...]:
    """The language, and where headers are."""
    asked = subprocess.run(["pkg-config", "--cflags", "systemc"], capture_output=True, text=True, check=False)
    return ("-x", "c++", "-std=c++17", "-ferror-limit=0", f"-I{include}", *shlex.split(asked.stdout))


def sources(folder: Path) -> list[Path]:
    """The C++ files of a folder."""
    return sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)


def parsed(folder: Path, include: Path) -> list[cindex.TranslationUnit]:
    """All files of a folder in one translation unit, but those whose local names clash with others', which are read alone. `include`: the root of its
    includes.
    """
    together, alone = sources(folder), set()
    whole = unit(folder, include, together)
    while clashing := {path for path in map(Path, files_of(errors(whole))) if path in together and path.suffix == ".cpp"}:
        alone |= clashing
        together = [path for path in together if path not in clashing]
        whole = unit(folder, include, together)
    units = [whole, *(unit(folder, include, [path]) for path in sorted(alone))]
    if found := [str(error) for one in units for error in errors(one)]:
        raise MutationError(f"{folder}: libclang cannot read it:\n    " + "\n    ".join(found[:5]))
    return units


def unit(folder: Path, include: Path, files: list[Path]) -> cindex.TranslationUnit:
    """These files of the folder in one translation unit."""
    whole = str(folder / "whole_folder.cpp")
    text = "".join(f'#include "{path}"\n' for path in files)
    options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    return index().parse(whole, list(flags(include)), [(whole, text)], options)


def errors(of: cindex.TranslationUnit) -> list[cindex.Diagnostic]:
    """What libclang could not read."""
    return [one for one in of.diagnostics if one.severity >= cindex.Diagnostic.Error]


def files_of(diagnostics: list[cindex.Diagnostic]) -> set[str]:
    """Where they are."""
    return {one.location.file.name for one in diagnostics if one.location.file is not None}
