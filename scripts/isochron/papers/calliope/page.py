# SPDX-License-Identifier: Apache-2.0
"""The Markdown page of storage units and their coordinator, beside the published numbers."""

from __future__ import annotations

from isochron.papers.calliope import coordinator_sections, graph_sections, scenario_sections
from isochron.papers.sections import against_the_paper, calibrations, effort, introduction, missed
from isochron.report import markdown
from isochron.results.published import Row
from isochron.results.result import Result

TITLE = "Calliope against its paper"
ABOUT = (
    "Heybey, Sullivan, England, *Calliope: A Distributed, Scalable Multimedia Server*, USENIX 1996: PCs with SCSI disks, called MSUs, send streams of "
    "1.5 Mb/s or of variable rates to an FDDI ring; one coordinator admits clients and decides which of the PCs plays what."
)
REMARK = "Shares of the host, disks and adapters are of time, those of packets of all that were sent."


def page(results: dict[str, Result], compared: list[Row], drawn: list[str]) -> str:
    """The whole page. `results` by scenario; a section whose scenarios were not run is left out."""
    return markdown.page(
        introduction(results, TITLE, ABOUT, REMARK),
        against_the_paper(compared),
        missed(compared),
        calibrations(compared),
        graph_sections.table1(results, drawn),
        graph_sections.graph1(results, drawn),
        graph_sections.sensitivity(results),
        graph_sections.graph2(results, drawn),
        graph_sections.single_file(results),
        scenario_sections.glitches(results, drawn),
        scenario_sections.adapters(results),
        scenario_sections.elevator(results),
        scenario_sections.striping(results),
        scenario_sections.winding(results),
        scenario_sections.recording(results),
        coordinator_sections.coordinator(results, drawn),
        coordinator_sections.failure(results, drawn),
        effort(results),
    )
