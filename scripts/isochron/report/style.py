# SPDX-License-Identifier: Apache-2.0
"""The look of all figures: one palette (Okabe and Ito's, safe for the colour-blind), one size, quiet axes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib
import numpy

matplotlib.use("Agg")

from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from isochron.files import inputs

if TYPE_CHECKING:
    from matplotlib.typing import RcKeyType

BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7"
SIMULATED, PAPER, REMARK = BLUE, VERMILION, "#595959"
SHADE = "#F3E9DC"

_SETTINGS: dict[RcKeyType, Any] = {
    "figure.dpi": 150,
    "savefig.dpi": 150,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E3E3E3",
    "grid.linewidth": 0.7,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "errorbar.capsize": 2.5,
    # The same bytes from the same results.
    "svg.hashsalt": "isochron",
}


def figure(title: str, *, width: float = 7.2, height: float = 4.2) -> tuple[Figure, Axes]:
    """A figure with one pair of axes."""
    matplotlib.rcParams.update(_SETTINGS)
    fig, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    axes.set_title(title, pad=10)
    return fig, axes


def panels(title: str, *, rows: int = 1, columns: int, width: float, height: float) -> tuple[Figure, numpy.ndarray]:
    """A figure with several pairs of axes below one title."""
    matplotlib.rcParams.update(_SETTINGS)
    fig, axes = pyplot.subplots(rows, columns, figsize=(width, height), layout="constrained")
    fig.suptitle(title, x=0.01, horizontalalignment="left", fontsize=11, fontweight="bold")
    return fig, axes


def legend_below(fig: Figure, handles: Mapping[str, Any], *, columns: int) -> None:
    """One legend for all panels, below them: what is drawn by its label."""
    fig.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=columns)


def save(fig: Figure, path: Path) -> Path:
    """Writes a PNG, all of it or nothing, and forgets the figure."""
    inputs.require_none(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    fig.savefig(partial, format="png", metadata={"Software": None})
    pyplot.close(fig)
    return partial.replace(path)
