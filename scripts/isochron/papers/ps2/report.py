# SPDX-License-Identifier: Apache-2.0
"""The report on the PCs that cut planes out of a volume."""

from __future__ import annotations

from isochron.papers.paper_report import Figure, Report, of_one
from isochron.papers.ps2 import figures
from isochron.papers.ps2.page import page

REPORT = Report(
    figures=(
        of_one("fig9.png", "fig9", figures.disk_arrays),
        Figure("fig10.png", ("fig10_local", "fig10_slave"), figures.one_or_two),
        of_one("fig11.png", "fig11", figures.slaves_by_disks),
        of_one("fig12.png", "fig11", figures.processors),
        of_one("fig13.png", "fig11", figures.speedup),
        of_one("table1.png", "planes", figures.memory_buses),
        of_one("planes.png", "pixels", figures.pictures),
    ),
    page=page,
    binary=True,
)
