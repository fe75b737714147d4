# SPDX-License-Identifier: Apache-2.0
"""Where the paper contradicts itself, with what is simulated there."""

from __future__ import annotations

from isochron.papers.ps2 import figures, measures, paper
from isochron.papers.sections import section
from isochron.results.result import Result
from isochron.units import percent


def told(results: dict[str, Result]) -> str:
    """The section; what is simulated stands only where its scenarios were run."""
    return section("Where the paper contradicts itself", "\n".join((extents(results), bottleneck(results), parts(results))))


def extents(results: dict[str, Result]) -> str:
    """290 extents a second and slave in section 6, 356 by section 7."""
    own = paper.PLANES_PER_S * paper.extents_per_plane() / paper.SLAVES
    text = (
        f"- *Extents a second.* Section 6 reckons with {paper.EXTENTS_PER_S} extents/s that a slave's nine disks deliver at best (`ps2.P28`). "
        f"Section 7 has {paper.PLANES_PER_S:g} planes/s of {paper.extents_per_plane():.0f} extents with {paper.SLAVES} slaves, which is "
        f"{own:.0f} extents/s of each: {percent(own / paper.EXTENTS_PER_S - 1, 0)} more. A reading under which both hold: the disks of "
        "section 6 seek all over their surface, and those of section 7 only within the file, a small part of it."
    )
    result = results.get("planes")
    if result is None:
        return text
    return f"{text} Simulated: {measures.per_slave(result, figures.operating_point(result)):.0f} extents/s."


def bottleneck(results: dict[str, Result]) -> str:
    """P40 against P53."""
    text = (
        "- *What limits nine disks a slave.* Section 7 has the slave's processor 100 % busy (`ps2.P40`), section 8 has the disks as the "
        "bottleneck with up to nine of them (`ps2.P53`). Both hold only if both are near their limits."
    )
    result = results.get("fig10_slave")
    if result is None:
        return text
    for point in measures.among(result, "disks_per_slave", paper.FIT_DISKS):
        processor, disks = measures.mean(point, "slave.processor"), measures.mean(point, "disk.utilisation")
        if processor is not None and disks is not None:
            text += f" Simulated with one slave: its processor is busy for {percent(processor)} of the time, its disks for {percent(disks)}."
    return text


def parts(results: dict[str, Result]) -> str:
    """347 KB/s "at most"."""
    own = paper.PLANES_PER_S * paper.extents_per_plane() / paper.SLAVES * paper.part()
    text = (
        f'- *Plane parts a second.* A slave produces "at most" {paper.PARTS_PER_S / paper.KIB:.0f} KiB/s (`ps2.P29`), which follows from the '
        f"{paper.EXTENTS_PER_S} extents/s and parts of {paper.part():.0f} B. At {paper.PLANES_PER_S:g} planes/s it is {own / paper.KIB:.0f} KiB/s."
    )
    result = results.get("planes")
    if result is None:
        return text
    point = figures.operating_point(result)
    each = point.metric("network.payload").mean / max(1, measures.slaves(result, point))
    return f"{text} Simulated: {each / paper.KIB:.0f} KiB/s."
