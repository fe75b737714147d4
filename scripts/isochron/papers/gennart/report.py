# SPDX-License-Identifier: Apache-2.0
"""The report on the multidisk servers."""

from __future__ import annotations

from isochron.papers.gennart import figures, paper
from isochron.papers.gennart.page import page
from isochron.papers.paper_report import Figure, Report

_READ = tuple(f"{machine.system}_read" for machine in paper.SIMULATED)
_RESAMPLE = tuple(f"{machine.system}_resample" for machine in paper.SIMULATED)
_JITTER = tuple(f"jitter_{machine.system}{groups}" for machine in paper.SIMULATED for groups in ("", "_groups"))
_WHICH = tuple(f"{machine.system}_{operation}" for machine in paper.MACHINES for operation in figures.OPERATIONS)
_TOGETHER = tuple(f"{what}_{machine.system}" for machine in paper.MACHINES for what in ("simultaneous", "alone"))

REPORT = Report(
    figures=(
        Figure("which_architecture.png", _WHICH, figures.which),
        Figure("fig4_reading.png", _READ, figures.reading),
        Figure("fig5_jitter.png", _JITTER, figures.jitter),
        Figure("fig6_resampling.png", _RESAMPLE, figures.resampling),
        Figure("simultaneous.png", _TOGETHER, figures.together),
    ),
    page=page,
)
