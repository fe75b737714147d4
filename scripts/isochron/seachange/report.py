# SPDX-License-Identifier: Apache-2.0
"""The report on the SeaChange cluster: figures, page and the rows of its table."""

from __future__ import annotations

from pathlib import Path

from isochron.published import Row, rows
from isochron.result import Result
from isochron.seachange import figures
from isochron.seachange.page import page

# scenario -> (figure's file, what draws it)
FIGURES = {
    "saturation": ("fig6_saturation.png", figures.saturation),
    "ramp_up": ("fig7_ramp_up.png", figures.ramp_up),
    "contention": ("fig8_contention.png", figures.contention),
    "cluster": ("table5.png", figures.table5),
}


def make(results: dict[str, Result], folder: Path) -> list[Row]:
    """Writes the figures and results.md into `folder` and returns the rows of the table against the paper."""
    for scenario, (name, draw) in FIGURES.items():
        if scenario in results:
            draw(results[scenario], folder / name)
    compared = rows(results.values())
    (folder / "results.md").write_text(page(results, compared), encoding="utf-8")
    return compared
