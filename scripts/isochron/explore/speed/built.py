# SPDX-License-Identifier: Apache-2.0
"""What decides how many instructions the same source takes: compiler, libraries, the processor that valgrind shows a program."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from isochron.errors import ReportError

# The C library chooses its functions by these. Valgrind shows a program no newer ones than AVX2.
_FEATURES = frozenset("pni ssse3 sse4_1 sse4_2 cx16 popcnt movbe avx f16c fma avx2 bmi1 bmi2 abm rdrand rdseed".split())
_LIBRARIES = {"libstdc++": "libstdc++.so", "libsystemc": "libsystemc"}


def built(command: Path, cpuinfo: Path = Path("/proc/cpuinfo")) -> dict[str, str]:
    """Compiler, build type, libraries, valgrind and processor of a command's build, as they are compared. "unknown" for what cannot be told."""
    linked = _output(["ldd", str(command)])
    return {
        "compiler": _compiler(command),
        "build type": _build_type(command),
        **{name: _library(linked, file) for name, file in _LIBRARIES.items()},
        "glibc": (os.confstr("CS_GNU_LIBC_VERSION") or "unknown").removeprefix("glibc "),
        "valgrind": _output(["valgrind", "--version"]).strip().removeprefix("valgrind-") or "unknown",
        "processor": " ".join([platform.machine(), *features(cpuinfo)]),
    }


def features(cpuinfo: Path) -> list[str]:
    """The features of the first processor that count, sorted."""
    try:
        text = cpuinfo.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    flags = re.search(r"^(?:flags|Features)\s*:(.*)$", text, re.MULTILINE)
    return sorted(_FEATURES & set(flags[1].split())) if flags else []


def differing(recorded: Mapping[str, str], here: Mapping[str, str]) -> str:
    """What is not the same, in words; "" where everything is."""
    return "; ".join(
        f"{name} is {here.get(name, 'unknown')}, recorded with {recorded.get(name, 'unknown')}"
        for name in dict.fromkeys([*recorded, *here])
        if recorded.get(name) != here.get(name)
    )


def require_known(here: Mapping[str, str]) -> None:
    """ReportError where something is unknown: a record that nobody can compare with is of no use."""
    unknown = [name for name, value in here.items() if value == "unknown"]
    if unknown:
        raise ReportError(f"{', '.join(unknown)}: cannot be told of this build, so that its instructions cannot be recorded; use build/release, and scripts/setup for what is missing")


def _compiler(command: Path) -> str:
    """As the compiler left it in the program: "GCC 12.2.0"."""
    found = re.search(r"GCC: \([^)]*\) ([0-9.]+)|clang version ([0-9.]+)", _output(["readelf", "-p", ".comment", str(command)]))
    return "unknown" if not found else f"GCC {found[1]}" if found[1] else f"clang {found[2]}"


def _build_type(command: Path) -> str:
    try:
        text = (command.parent / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "unknown"
    kind = re.search(r"^CMAKE_BUILD_TYPE:\w+=(\w+)$", text, re.MULTILINE)
    flags = re.search(r"^CMAKE_CXX_FLAGS:\w+=(.+)$", text, re.MULTILINE)
    return " ".join(part[1].strip() for part in (kind, flags) if part) or "unknown"


def _library(linked: str, name: str) -> str:
    """The version in the name of the file that a library's name leads to: "6.0.30" of libstdc++.so.6.0.30."""
    found = re.search(rf"{re.escape(name)}\S* => (\S+)", linked)
    version = re.search(r"(\d+(?:\.\d+)+)", Path(found[1]).resolve().name) if found else None
    return version[1] if version else "unknown"


def _output(words: list[str]) -> str:
    """Standard output of a program; "" where it is not there or fails."""
    if not shutil.which(words[0]):
        return ""
    done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL, check=False)
    return done.stdout if done.returncode == 0 else ""
