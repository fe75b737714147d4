# SPDX-License-Identifier: Apache-2.0
"""The Markdown page of the PCs that cut planes out of a volume, beside the published numbers."""

from __future__ import annotations

from isochron.papers.ps2 import contradictions, figure_sections, scenario_sections
from isochron.papers.sections import against_the_paper, calibrations, effort, introduction
from isochron.report import markdown
from isochron.results.published import Row
from isochron.results.result import Result

TITLE = "PS2 against its paper"
ABOUT = (
    "Messerli, Gennart, Hersch, *Performances of the PS2 Parallel Storage and Processing System for Tomographic Image "
    "Visualization*, 1997: a master PC and up to three slave PCs on 100 Mb/s Ethernet, each slave with up to nine disks on three SCSI "
    "strings. Slaves read the extents of a volume that a plane meets, cut their parts of the plane out of them and send these to "
    "the master, which merges and shows them."
)
UNITS = "MiB is 2^20 B and KiB 2^10 B: what the paper calls MB and KB."
REMARK = "Shares are of time. A slave's are means over the slaves."


def page(results: dict[str, Result], compared: list[Row], drawn: list[str]) -> str:
    """The whole page. `results` by scenario; a section whose scenarios were not run is left out."""
    return markdown.page(
        introduction(results, TITLE, ABOUT, REMARK, UNITS),
        against_the_paper(compared),
        calibrations(compared),
        figure_sections.disk_arrays(results, drawn),
        figure_sections.one_or_two(results, drawn),
        figure_sections.slaves_by_disks(results, drawn),
        figure_sections.processors(results, drawn),
        figure_sections.speedup(results, drawn),
        figure_sections.memory_buses(results, drawn),
        figure_sections.pictures(results, drawn),
        contradictions.told(results),
        scenario_sections.seek(results),
        scenario_sections.foreseen(results),
        scenario_sections.others(results),
        effort(results),
    )
