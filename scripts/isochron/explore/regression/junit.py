# SPDX-License-Identifier: Apache-2.0
"""Outcomes of a check as a JUnit XML report, which CI servers show."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from isochron.explore.regression.outcome import Outcome


def report(outcomes: Sequence[Outcome]) -> str:
    """A test case a scenario: a changed fingerprint is a failure, what could not be run is an error."""
    suites = ElementTree.Element("testsuites", name="isochron fingerprints")
    suite = ElementTree.SubElement(
        suites,
        "testsuite",
        name="fingerprints",
        tests=str(len(outcomes)),
        failures=str(sum(outcome.state == "changed" for outcome in outcomes)),
        errors=str(sum(outcome.state == "error" for outcome in outcomes)),
        time=f"{sum(outcome.wall_s for outcome in outcomes):.3f}",
    )
    for outcome in outcomes:
        case = ElementTree.SubElement(
            suite, "testcase", classname=outcome.scenario.resolve().parent.name, name=outcome.scenario.stem, time=f"{outcome.wall_s:.3f}"
        )
        if outcome.state == "changed":
            ElementTree.SubElement(case, "failure", message=f"the deliveries changed: {outcome.detail}")
        elif outcome.state == "error":
            ElementTree.SubElement(case, "error", message=outcome.detail)
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=False).join(
        ('<?xml version="1.0" encoding="UTF-8"?>\n', "\n")
    )
