# SPDX-License-Identifier: Apache-2.0
"""Reads C++ with libclang: all sources of a folder as one, so that SystemC's headers are read once for all of them."""

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
    return ("-x", "c++", "-std=c++17", f"-I{include}", *shlex.split(asked.stdout))


def sources(folder: Path) -> list[Path]:
    """The C++ files of a folder."""
    return sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)


def parsed(folder: Path, include: Path) -> cindex.TranslationUnit:
    """All files of a folder in one translation unit. `include`: the root of its includes."""
    whole = str(folder / "whole_folder.cpp")
    text = "".join(f'#include "{path}"\n' for path in sources(folder))
    options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    unit = index().parse(whole, list(flags(include)), [(whole, text)], options)
    errors = [str(one) for one in unit.diagnostics if one.severity >= cindex.Diagnostic.Error]
    if errors:
        raise MutationError(f"{folder}: libclang cannot read it:\n    " + "\n    ".join(errors[:5]))
    return unit
