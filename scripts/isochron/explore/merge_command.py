# SPDX-License-Identifier: Apache-2.0
"""`merge`: puts the shards of a sweep together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isochron.errors import ReportError
from isochron.explore import session, sweep_command
from isochron.explore.merging import merge


def command(
    shards: Annotated[list[Path], typer.Argument(help="Folders of all shards of a sweep, in any order")],
    out: Annotated[Path | None, typer.Option("--out", help="Folder of the output (default: out/sweep/SCENARIO)")] = None,
) -> None:
    """Puts the shards of a sweep together, and writes what the sweep writes without --shard, byte for byte.

    Nothing is simulated. Shards are refused, and nothing is written, if one is missing, named twice or interrupted, or if their scenarios,
    variations, simulators or input files differ. A failed point stays a failed point; exit code 1 then.

    Examples:

      scripts/explore merge out/a out/b --out out/ab

      scripts/explore merge out/shards/* --out out/sweep
    """
    merged = merge(shards)
    folder = session.folder_of(out, "sweep", merged.scenario)
    for shard in shards:
        if folder.resolve() == shard.resolve():
            raise ReportError(f"{folder}: is one of the shards and would be overwritten; name another folder with --out")
    written = sweep_command.write(merged, folder, replace=out is None)
    sweep_command.show(merged)
    session.say_written(written)
    if merged.failed:
        raise typer.Exit(1)
