# SPDX-License-Identifier: Apache-2.0
"""The report on the SeaChange cluster."""

from __future__ import annotations

from isochron.papers.paper_report import Report, of_one
from isochron.papers.seachange import figures
from isochron.papers.seachange.page import page

REPORT = Report(
    figures=(
        of_one("fig6_saturation.png", "saturation", figures.saturation),
        of_one("fig7_ramp_up.png", "ramp_up", figures.ramp_up),
        of_one("fig8_contention.png", "contention", figures.contention),
        of_one("table5.png", "cluster", figures.table5),
    ),
    page=page,
    by_section=False,
)
