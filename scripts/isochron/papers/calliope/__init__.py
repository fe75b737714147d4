# SPDX-License-Identifier: Apache-2.0
"""Figures and page of the storage units that pump streams, and of their coordinator, beside their paper (Heybey, Sullivan, England)."""

from isochron.papers.paper import Paper

PAPER = Paper(
    name="calliope",
    systems={"calliope_msu": "systems/calliope.md", "calliope": "systems/calliope.md"},
)
