# SPDX-License-Identifier: Apache-2.0
"""`python -m isochron.reference [COMMAND]` writes the pages in docs/reference and the classes of parts (isochron/machine/parts.py) again.

COMMAND is the isochron command (build/release/isochron).
"""

from __future__ import annotations

import sys
from pathlib import Path

from isochron.files.atomic import write_text
from isochron.reference import parts, types


def main(arguments: list[str]) -> None:
    """Writes all files."""
    command = Path(arguments[0]) if arguments else types.COMMAND
    types.write(types.FOLDER, types.pages(types.described(command), types.machine_schema(command)))
    write_text(parts.FILE, parts.module(command))
    from isochron.reference import package  # noqa: PLC0415  (its page has the classes that were just written)

    for name, text in package.pages().items():
        write_text(types.FOLDER / name, text)


if __name__ == "__main__":
    main(sys.argv[1:])
