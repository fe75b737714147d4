# SPDX-License-Identifier: Apache-2.0
"""What is made from the SystemRDL descriptions under rtl/: the C header of driver and model, and the reference page of the registers.

`python -m isochron.registers` writes all of them anew, with PeakRDL.
"""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import tempfile
from pathlib import Path

from isochron.result import REPOSITORY

BEFORE = "// SPDX-License-Identifier: Apache-2.0\n// clang-format off\n// NOLINTBEGIN(bugprone-reserved-identifier)\n"
AFTER = "// NOLINTEND(bugprone-reserved-identifier)\n"
TITLE = """# Registers of the {title}

Made with PeakRDL from [{name}.rdl](../../rtl/{name}/{name}.rdl); `.venv/bin/python -m isochron.registers` writes
this page and the driver's header anew. What the registers are for: [the {title}](../hardware/{name}.md).

"""


@dataclasses.dataclass(frozen=True)
class Block:
    """A block of rtl/ with a description of its registers."""

    name: str
    title: str

    @property
    def description(self) -> Path:
        """Its SystemRDL file."""
        return REPOSITORY / f"rtl/{self.name}/{self.name}.rdl"

    @property
    def header(self) -> Path:
        """The C header."""
        return REPOSITORY / f"tlm/isochron/device/{self.name}/{self.name}_registers.h"

    @property
    def page(self) -> Path:
        """The reference page."""
        return REPOSITORY / f"docs/reference/{self.name}_registers.md"


BLOCKS = (Block("block_mover", "block mover"), Block("disk_node", "disk-node interface"))


def exported(block: Block, *arguments: str, name: str) -> str:
    """The file that a PeakRDL exporter writes, without the spaces that it leaves at ends of lines."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, name)
        peakrdl = Path(sys.executable).parent / "peakrdl"
        command: list[str | Path] = [peakrdl, arguments[0], block.description, "-o", made, *arguments[1:]]
        subprocess.run(command, check=True, capture_output=True)
        text = made.read_text(encoding="utf-8")
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def header(block: Block) -> str:
    """The C header: offsets as a structure, fields as masks and positions."""
    return BEFORE + exported(block, "c-header", "--std", "gnu17", name=block.header.name) + AFTER


def page(block: Block) -> str:
    """The reference page, under a title of our own."""
    text = exported(block, "markdown", name=block.page.name)
    return TITLE.format(title=block.title, name=block.name) + text.partition("-->")[2].lstrip("\n")


def main() -> None:
    """Writes all files."""
    for block in BLOCKS:
        block.header.write_text(header(block), encoding="utf-8")
        block.page.write_text(page(block), encoding="utf-8")


if __name__ == "__main__":
    main()
