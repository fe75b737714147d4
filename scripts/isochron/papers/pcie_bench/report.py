# SPDX-License-Identifier: Apache-2.0
"""The report on one PCI Express card in 21 hosts."""

from __future__ import annotations

from isochron.papers.paper_report import Report, of_one
from isochron.papers.pcie_bench import figures, measures
from isochron.papers.pcie_bench.page import page

REPORT = Report(
    figures=(
        of_one("pcie_bench_rd.png", "known", figures.reads),
        of_one("pcie_bench_wr.png", "known", figures.writes),
        of_one("pcie_bench_rw.png", "known", figures.both),
        of_one("pcie_bench_iommu.png", "windows", figures.iommu),
        of_one("pcie_bench_predicted.png", "predicted", figures.predicted),
    ),
    page=page,
    by_section=False,
    tables={
        "known": measures.size_comparison,
        "predicted": measures.size_table,
        "windows": measures.window_comparison,
        "predicted_windows": measures.window_table,
    },
)
