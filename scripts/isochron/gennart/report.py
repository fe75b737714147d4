# SPDX-License-Identifier: Apache-2.0
"""The report on the multidisk servers: figures, page and the rows of its table."""

from __future__ import annotations

from pathlib import Path

from isochron.gennart import figures, paper
from isochron.gennart.page import page
from isochron.published import Row, in_order, rows
from isochron.result import Result

_READ = [f"{machine.system}_read" for machine in paper.SIMULATED]
_RESAMPLE = [f"{machine.system}_resample" for machine in paper.SIMULATED]
_JITTER = [f"jitter_{machine.system}{groups}" for machine in paper.SIMULATED for groups in ("", "_groups")]
_WHICH = [f"{machine.system}_{operation}" for machine in paper.MACHINES for operation in figures.OPERATIONS]
_TOGETHER = [f"{what}_{machine.system}" for machine in paper.MACHINES for what in ("simultaneous", "alone")]

# figure's file -> (scenarios that it needs, what draws it)
FIGURES = {
    "which_architecture.png": (_WHICH, figures.which),
    "fig4_reading.png": (_READ, figures.reading),
    "fig5_jitter.png": (_JITTER, figures.jitter),
    "fig6_resampling.png": (_RESAMPLE, figures.resampling),
    "simultaneous.png": (_TOGETHER, figures.together),
}


def make(results: dict[str, Result], folder: Path) -> list[Row]:
    """Writes the figures and results.md into `folder` and returns the rows of the table against the paper."""
    drawn = [name for name, (needed, _) in FIGURES.items() if results.keys() >= set(needed)]
    for name in drawn:
        FIGURES[name][1](results, folder / name)
    compared = in_order(rows(results.values()))
    (folder / "results.md").write_text(page(results, compared, drawn), encoding="utf-8")
    return compared
