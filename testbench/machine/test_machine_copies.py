# SPDX-License-Identifier: Apache-2.0
"""A user's copy of a machine of the library, and what its file says of bounds, figures and single parts of arrays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, isochron, require_told
from test_machine_files import GOOD, machine

SHORT = ("--set", "measure.warm_up=1ms", "--set", "measure.duration=4ms", "--replications", "1")


def result(scenario: Path, *words: str) -> dict[str, Any]:
    done = isochron("run", scenario, "--json", "-", "--quiet", *words)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("name", ["seachange_cluster", "fast_mesh", "central_switch"])
def test_a_copy_is_the_machine(name: str, tmp_path: Path) -> None:
    copy = isochron("describe", name, "--file")
    assert copy.returncode == 0 and "include:" not in copy.stdout
    (tmp_path / "mine.yaml").write_text(copy.stdout)
    prints = []
    for system in (name, "mine"):
        (tmp_path / f"{system}_run.yaml").write_text(f"system: {system}\n")
        prints.append(result(tmp_path / f"{system}_run.yaml", *SHORT)["provenance"]["fingerprint"])
    assert prints[0] == prints[1]
    # It still has the other name.
    told = isochron("explain", tmp_path / "mine_run.yaml")
    assert f"the machine `{name}` stands in a file named `mine`" in told.stderr and "Write `machine: mine`" in told.stderr
    assert isochron("explain", tmp_path / "mine_run.yaml", "--strict").returncode == 2


def test_a_copy_needs_its_trace() -> None:
    done = isochron("describe", "evening", "--file")
    assert done.returncode == 0 and "copy" in done.stderr and "evening.csv" in done.stderr


def test_what_has_no_file() -> None:
    refused = isochron("describe", "pci_bus", "--file")
    assert refused.returncode == 2 and "`pci_bus` is no machine that a file describes" in refused.stderr
    assert isochron("describe", "--file").returncode == 2
    assert isochron("describe", "seachange_cluster", "--file", "--json").returncode == 2


def bounds(scenario: Path, *words: str) -> list[dict[str, Any]]:
    done = isochron("explain", scenario, "--json", *words)
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout)["points"][0]["bounds"])


def test_bounds_have_the_names_of_the_file(tmp_path: Path) -> None:
    named = GOOD + 'bounds:\n  far: {of: "m[*]", about: wires to sinks}\n  near: "l[*]"\n'
    before, after = bounds(machine(tmp_path, GOOD)), bounds(machine(tmp_path, named))
    limits = {one["resource"]: one["limit"] for one in before}
    found = {one["resource"]: one for one in after}
    assert found["far"]["limit"] == limits["m"] and found["near"]["limit"] == limits["l"]
    assert found["far"]["what"] == "wires to sinks" and found["near"]["what"].startswith("serial_link: ")
    assert not {"l", "m"} & set(found)


def test_of_equal_bounds_the_first_is_named(tmp_path: Path) -> None:
    """Two links of one rate, which everything crosses: their limits are sums in another order."""
    equal = GOOD.replace("rate: 2 Gb/s", "rate: 1 Gb/s")
    for names in (("far", "near"), ("near", "far")):
        of = {"far": "m[*]", "near": "l[*]"}
        text = equal + "bounds:\n" + "".join(f'  {name}: "{of[name]}"\n' for name in names)
        assert [one["resource"] for one in bounds(machine(tmp_path, text)) if one["resource"] in of] == list(names)


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ('  far: "k[*]"\n', r"`k\[\*\]` matches no part"),
        ('  far: "m[*]"\n  near: "m[0]"\n', r"`m\[0\]` is a `far` of the bounds already, and now a `near`"),
        ("  far: {about: wires}\n", "`far` has no `of`"),
    ],
)
def test_bounds_that_cannot_be(section: str, message: str, tmp_path: Path) -> None:
    require_told(isochron("explain", machine(tmp_path, f"{GOOD}bounds:\n{section}")), message)


def test_a_figure_has_another_name(tmp_path: Path) -> None:
    named = GOOD.replace("metrics:\n", "automatic_metrics: false\nmetrics:\n  late: {of: t.delay}\n")
    plain, ours = result(machine(tmp_path, GOOD), *SHORT)["metrics"], result(machine(tmp_path, named), *SHORT)["metrics"]
    assert ours["late"] == plain["t.delay"]
    assert {"t.delay", "t.bandwidth"} <= set(plain) and not [name for name in ours if name.startswith("t.")]
    assert ours["bytes.in"] == plain["bytes.in"]


def test_single_parts_of_an_array_can_be_left_out(tmp_path: Path) -> None:
    text = (ROOT / "scenarios/machines/two_buses.yaml").read_text()
    odd = text.replace('"sink[2]": {type: bus_sink', '"sink[4]": {type: bus_sink, when: index mod 2 == 1').replace('to: "sink[s].in"', 'to: "sink[2 * s + 1].in"')
    assert odd != text
    (tmp_path / "two_buses.yaml").write_text(odd)
    (tmp_path / "run.yaml").write_text("system: two_buses\n")
    found = result(tmp_path / "run.yaml", *SHORT)["components"]
    assert {path for path in found if path.startswith("sink")} == {"sink[1]", "sink[3]"}
