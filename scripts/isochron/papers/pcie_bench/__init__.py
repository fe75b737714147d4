# SPDX-License-Identifier: Apache-2.0
"""Figures and page of one PCI Express card in 21 hosts, compared with the measurements of pcie-bench."""

from isochron.papers.paper import Paper

PAPER = Paper(
    name="pcie_bench",
    systems={"pcie_bench": "pcie_device.md"},
)
