# SPDX-License-Identifier: Apache-2.0
"""The report on storage units and their coordinator."""

from __future__ import annotations

from isochron.papers.calliope import coordinator_figures, figures
from isochron.papers.calliope.page import page
from isochron.papers.paper_report import Figure, Report, of_one

REPORT = Report(
    figures=(
        Figure("calliope_table1.png", ("table1", "fddi_only", "diskless"), figures.table1),
        of_one("graph1.png", "graph1", figures.graph1),
        of_one("graph2.png", "graph2", figures.graph2),
        of_one("glitches.png", "glitches", figures.glitches),
        of_one("coordinator.png", "coordinator_breaks", coordinator_figures.load),
        of_one("failure.png", "msu_failure", coordinator_figures.failure),
    ),
    page=page,
)
