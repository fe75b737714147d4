# SPDX-License-Identifier: Apache-2.0
"""Timing diagrams of docs/hardware: WaveDrom sources from a simulation of the RTL, and pictures from those.

`.venv/bin/python rtl/tools/timing_diagrams.py [PROGRAM]` writes both again; PROGRAM is block_mover_waves (build/release/testbench/rtl/shell/).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import wavedrom

from isochron.repository import REPOSITORY

PROGRAM = REPOSITORY / "build/release/testbench/rtl/shell/block_mover_waves"
FOLDER = REPOSITORY / "docs/hardware/timing"
DIAGRAMS = ("direct", "chain", "writeback")


def simulated(program: Path, name: str) -> str:
    """The WaveDrom source of a diagram as the simulation prints it."""
    return subprocess.run([program, name], capture_output=True, text=True, check=True).stdout


def picture(source: str) -> str:
    """A diagram as SVG."""
    return str(wavedrom.render(source).tostring()) + "\n"


def main(arguments: list[str]) -> None:
    """Writes docs/hardware/timing again."""
    for name in DIAGRAMS:
        source = simulated(Path(arguments[0]) if arguments else PROGRAM, name)
        (FOLDER / f"{name}.json").write_text(source, encoding="utf-8")
        (FOLDER / f"{name}.svg").write_text(picture(source), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
