# SPDX-License-Identifier: Apache-2.0
"""Files that are made from the SystemRDL descriptions under rtl/: the C header of drivers and models, and the reference page of the registers.

`.venv/bin/python rtl/tools/registers.py` writes all of them again, with PeakRDL.
"""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import tempfile
from pathlib import Path

from isochron.repository import REPOSITORY

BEFORE = "// SPDX-License-Identifier: Apache-2.0\n// clang-format off\n// NOLINTBEGIN(bugprone-reserved-identifier)\n"
# No header of a library: the driver is for those who have none.
STANDARD = "#include <stdint.h>\n#include <assert.h>\n"
FREESTANDING = "#include <stdint.h>\n#if !defined(__cplusplus) && !defined(static_assert)\n#define static_assert _Static_assert\n#endif\n"
# A kernel module has no standard headers at all.
KERNEL_BEFORE = "/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */\n// clang-format off\n"
KERNEL = "#include <linux/build_bug.h>\n#include <linux/types.h>\n"
AFTER = "// NOLINTEND(bugprone-reserved-identifier)\n"
TITLE = """# Registers of the {title}

Made with PeakRDL from [{name}.rdl](../../rtl/{name}/{name}.rdl); `.venv/bin/python rtl/tools/registers.py` writes
this page and the driver's header again. What the registers are for: [the {title}](../hardware/{name}.md).

"""


@dataclasses.dataclass(frozen=True)
class Block:
    """A block of rtl/ with a description of its registers."""

    name: str
    title: str
    folder: str  # of tlm/isochron
    linux: bool = False  # there is a driver for Linux

    @property
    def description(self) -> Path:
        """Its SystemRDL file."""
        return REPOSITORY / f"rtl/{self.name}/{self.name}.rdl"

    @property
    def header(self) -> Path:
        """The C header."""
        return REPOSITORY / f"tlm/isochron/{self.folder}/{self.name}_registers.h"

    @property
    def kernel_header(self) -> Path:
        """The same for the driver for Linux, whose folder stands alone."""
        return REPOSITORY / f"rtl/drivers/linux/{self.name}_registers.h"

    @property
    def page(self) -> Path:
        """The reference page."""
        return REPOSITORY / f"docs/reference/{self.name}_registers.md"


BLOCKS = (Block("block_mover", "block mover", "dma/block_mover", linux=True), Block("disk_node", "disk-node interface", "disk_node"))


def exported(block: Block, *arguments: str, name: str) -> str:
    """The file that a PeakRDL exporter writes, without the spaces that it leaves at ends of lines."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, name)
        peakrdl = Path(sys.executable).parent / "peakrdl"
        command: list[str | Path] = [peakrdl, arguments[0], block.description, "-o", made, *arguments[1:]]
        subprocess.run(command, check=True, capture_output=True)
        text = made.read_text(encoding="utf-8")
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def definitions(block: Block) -> str:
    """Offsets as a structure, fields as masks and positions, in C."""
    return exported(block, "c-header", "--std", "gnu17", name=block.header.name)


def header(block: Block) -> str:
    """The C header."""
    return BEFORE + definitions(block).replace(STANDARD, FREESTANDING) + AFTER


def kernel_header(block: Block) -> str:
    """The C header of the driver for Linux."""
    return KERNEL_BEFORE + definitions(block).replace(STANDARD, KERNEL)


def page(block: Block) -> str:
    """The reference page, under a title of our own."""
    text = exported(block, "markdown", name=block.page.name)
    return TITLE.format(title=block.title, name=block.name) + text.partition("-->")[2].lstrip("\n")


def main() -> None:
    """Writes all files."""
    for block in BLOCKS:
        block.header.write_text(header(block), encoding="utf-8")
        block.page.write_text(page(block), encoding="utf-8")
        if block.linux:
            block.kernel_header.write_text(kernel_header(block), encoding="utf-8")


if __name__ == "__main__":
    main()
