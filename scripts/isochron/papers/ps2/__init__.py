# SPDX-License-Identifier: Apache-2.0
"""Figures and page of the PCs that cut planes out of a volume beside their paper (Messerli, Gennart, Hersch)."""

from isochron.papers.paper import Paper

PAPER = Paper(
    name="ps2",
    systems={"ps2": "systems/ps2.md", "disk_array": "systems/ps2.md", "extent_writer": "systems/extent_writer.md"},
)
