# SPDX-License-Identifier: Apache-2.0
"""What is made from rtl/block_mover/block_mover.rdl: the driver's C header and the reference page of the registers.

`python -m isochron.registers` writes both anew, with PeakRDL.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from isochron.result import REPOSITORY

DESCRIPTION = REPOSITORY / "rtl/block_mover/block_mover.rdl"
HEADER = REPOSITORY / "rtl/block_mover/driver/block_mover_registers.h"
PAGE = REPOSITORY / "docs/reference/block_mover_registers.md"

BEFORE = "// SPDX-License-Identifier: Apache-2.0\n// clang-format off\n// NOLINTBEGIN(bugprone-reserved-identifier)\n"
AFTER = "// NOLINTEND(bugprone-reserved-identifier)\n"
TITLE = """# Registers of the block mover

Made with PeakRDL from [block_mover.rdl](../../rtl/block_mover/block_mover.rdl); `.venv/bin/python -m isochron.registers` writes
this page and the driver's header anew. What the registers are for: [the block mover](../hardware/block_mover.md).

"""


def exported(*arguments: str, name: str) -> str:
    """The file that a PeakRDL exporter writes, without the spaces that it leaves at ends of lines."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, name)
        peakrdl = Path(sys.executable).parent / "peakrdl"
        subprocess.run([peakrdl, arguments[0], DESCRIPTION, "-o", made, *arguments[1:]], check=True, capture_output=True)
        text = made.read_text(encoding="utf-8")
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def header() -> str:
    """The C header: offsets as a structure, fields as masks and positions."""
    return BEFORE + exported("c-header", "--std", "gnu17", name=HEADER.name) + AFTER


def page() -> str:
    """The reference page, under a title of our own."""
    text = exported("markdown", name=PAGE.name)
    return TITLE + text.partition("-->")[2].lstrip("\n")


def main() -> None:
    """Writes both files."""
    HEADER.write_text(header(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
