# SPDX-License-Identifier: Apache-2.0
"""The report on the SP2 that records and plays streams."""

from __future__ import annotations

from isochron.papers.paper_report import Figure, Report, of_one
from isochron.papers.voyager import figures
from isochron.papers.voyager.page import page

REPORT = Report(
    figures=(
        of_one("voyager_figure3.png", "figure3", figures.figure3),
        Figure("voyager_figure4.png", ("table5_local", "table5_vsd", "table5_deterministic"), figures.figure4),
        of_one("voyager_figure5.png", "figure5", figures.figure5),
        of_one("voyager_proposals.png", "proposals", figures.proposals),
    ),
    page=page,
)
