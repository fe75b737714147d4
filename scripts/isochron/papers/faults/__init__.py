# SPDX-License-Identifier: Apache-2.0
"""Figures and page of faults: what they cost the cluster's viewers, a link, and machines that lose one part."""

from isochron.papers.paper import Paper

PAPER = Paper(
    name="faults",
    systems={"link_errors": "machines.md"},
)
