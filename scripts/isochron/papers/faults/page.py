# SPDX-License-Identifier: Apache-2.0
"""The Markdown page of faults."""

from __future__ import annotations

from isochron.papers.faults import sections
from isochron.papers.sections import effort, introduction
from isochron.report import markdown
from isochron.results.published import Row
from isochron.results.result import Result

TITLE = "Faults: what they cost, and who notices"
ABOUT = (
    "Media servers are judged by what happens when a part fails. Here are the SeaChange cluster that loses a node, a chip, a link or a disk while it plays; a link with bit errors, beside the "
    "closed forms; all machines that lose one part, side by side; and how many streams must be kept free so that nobody notices a node die. No paper has such numbers: what can be compared "
    "is compared with arithmetic. [Faults during a run](../faults.md) says how to let parts fail in a scenario of your own."
)
REMARK = "All is simulated, in the scenarios of `scenarios/faults/`, unless it is called a bound or a closed form. Its data are in [data/faults](data/faults)."


def page(results: dict[str, Result], _compared: list[Row], drawn: list[str]) -> str:
    """The whole page. `results` by scenario; a section whose scenarios were not run is left out."""
    return markdown.page(
        introduction(results, TITLE, ABOUT, REMARK),
        sections.cluster(results, drawn),
        sections.over_time(results, drawn),
        sections.errors(results, drawn),
        sections.machines(drawn),
        sections.free(results, drawn),
        effort(results),
    )
