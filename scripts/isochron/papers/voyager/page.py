# SPDX-License-Identifier: Apache-2.0
"""The Markdown page of the SP2 that records and plays streams, beside the published numbers."""

from __future__ import annotations

from isochron.papers.sections import against_the_paper, calibrations, effort, introduction, missed
from isochron.papers.voyager import disk_sections, network_sections, scenario_sections
from isochron.report import markdown
from isochron.results.published import Row
from isochron.results.result import Result

TITLE = "Voyager against its paper"
ABOUT = (
    "Disz, Olson, Stevens, *Performance Model of the Argonne Voyager Multimedia Server*: an IBM SP2 of twelve nodes. Eight thin ones receive, record, play and send streams "
    "over ATM, and their processors do UDP, IP and the file system; four wide ones have the disks, which the thin ones write and read through the SP switch as virtual shared disks."
)
REMARK = "Shares are of a processor's time, losses of packets; a stream is of payload."


def page(results: dict[str, Result], compared: list[Row], drawn: list[str]) -> str:
    """The whole page. `results` by scenario; a section whose scenarios were not run is left out."""
    return markdown.page(
        introduction(results, TITLE, ABOUT, REMARK),
        against_the_paper(compared),
        missed(compared),
        calibrations(compared),
        network_sections.table3(results),
        network_sections.table4(results),
        network_sections.figure3(results, drawn),
        disk_sections.table5(results, drawn),
        disk_sections.table6(results),
        disk_sections.figure5(results, drawn),
        scenario_sections.proposals(results, drawn),
        scenario_sections.cells(results),
        scenario_sections.evenings(results),
        effort(results),
    )
