# SPDX-License-Identifier: Apache-2.0
"""The Markdown page of one PCI Express card in 21 hosts, beside the measurements."""

from __future__ import annotations

from isochron.papers.pcie_bench import sections
from isochron.papers.sections import against_the_paper, effort, introduction, missed
from isochron.report import markdown
from isochron.results.published import Row
from isochron.results.result import Result

TITLE = "A PCI Express card in 21 hosts, against pcie-bench"
ABOUT = (
    "Measurements of Neugebauer et al., *Understanding PCIe Performance for End Host Networking*, SIGCOMM 2018: one network card with a PCI Express link of generation 3 and eight lanes "
    "reads and writes memory of 21 hosts. The machine `pcie_bench` has twelve numbers of the card, the same in all hosts, and a host's own latencies. It contains no table of bandwidths. "
    "[Your PCIe device](../pcie_device.md) says how to do the same for another card."
)
REMARK = "Bandwidths count payload, in Gb/s; for RW (reads and writes at once) they are those of one direction."


def page(results: dict[str, Result], compared: list[Row], drawn: list[str]) -> str:
    """The whole page. `results` by scenario; a section whose scenarios were not run is left out."""
    return markdown.page(
        introduction(results, TITLE, ABOUT, REMARK),
        sections.known(results, drawn),
        sections.windows(results, drawn),
        sections.predictions(results, drawn),
        sections.constants(results),
        sections.failures_told(results),
        against_the_paper(compared),
        missed(compared),
        effort(results),
    )
