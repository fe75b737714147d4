# SPDX-License-Identifier: Apache-2.0
"""Figures and page of the SP2 that records and plays streams, beside its paper (Disz, Olson, Stevens)."""

from isochron.papers.paper import Paper

PAPER = Paper(
    name="voyager",
    systems={"voyager": "systems/voyager.md"},
)
