# SPDX-License-Identifier: Apache-2.0
"""The section `arrays` of machine files: what `explain --json` makes of it, its messages, netlists, and the builder in Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from store import ARRAYS, MACHINE, scenario, store
from support import COMMAND, ROOT, isochron, require_told

from isochron.errors import ReportError
from isochron.machine import Machine
from isochron.results.simulator import Simulator


def arrays(folder: Path, section: str = ARRAYS, more: str = "", settings: dict[str, str] | None = None) -> list[dict[str, Any]]:
    """The arrays of each point, one after another."""
    done = isochron("explain", scenario(folder, section, more), "--json", *(word for path, one in (settings or {}).items() for word in ("--set", f"{path}={one}")))
    assert done.returncode == 0, done.stderr
    return [one for point in json.loads(done.stdout)["points"] for one in point["arrays"]]


def test_the_disks_of_each_node_are_an_array(tmp_path: Path) -> None:
    assert arrays(tmp_path) == [
        {
            "name": "raid", "about": "the disks of a node", "arrays": 3, "disks": 8, "tolerates": 1, "mttf_hours": 1000000, "repair_hours": 1,
            "law": "exponential", "repairs": "one",
        }
    ]  # fmt: skip


def test_values_follow_the_parameters(tmp_path: Path) -> None:
    given = {"nodes": "2", "disks": "10", "lost": "2", "mttf": "400000", "rebuild": "50 MB/s", "law": "fixed", "repairs": "all"}
    [found] = arrays(tmp_path, settings=given)
    assert found == {
        "name": "raid", "about": "the disks of a node", "arrays": 2, "disks": 10, "tolerates": 2, "mttf_hours": 400000, "repair_hours": 20, "law": "fixed",
        "repairs": "all",
    }  # fmt: skip


def test_hours_are_exact(tmp_path: Path) -> None:
    [found] = arrays(tmp_path, settings={"rebuild": "7 GB/s"})
    assert found["repair_hours"] == pytest.approx(1 / 7, rel=1e-8)


def test_each_point_has_its_own(tmp_path: Path) -> None:
    found = arrays(tmp_path, more="vary: {lost: [0, 1, 2]}\n")
    assert [one["tolerates"] for one in found] == [0, 1, 2]


SHORT = "mttf_hours: 1000, repair_hours: 0.5"


@pytest.mark.parametrize(
    "entry, expected",
    [
        (f'{{of: "node[*].disk[*]", {SHORT}}}', [(1, 24)]),
        (f'{{of: "node[*].disk[*]", per: "node[*].disk[*]", tolerates: 0, {SHORT}}}', [(24, 1)]),
        (f'{{of: "node[*].disk[*]", per: "node[*].disk[*]", disks: 5, {SHORT}}}', [(24, 5)]),
        (f'{{of: "node[*].disk[0]", per: "node[*]", disks: disks + 4, {SHORT}}}', [(3, 12)]),
        (f'{{of: ["node[0].disk[*]", "node[*].disk[0]"], {SHORT}}}', [(1, 10)]),
        (f'{{of: ["node[0].disk[*]", "node[*].disk[0]", "node[*].disk[1]"], per: "node[*]", {SHORT}}}', [(1, 8), (2, 2)]),
        (f"{{of: tape, disks: 2, {SHORT}}}", [(1, 2)]),
    ],
)
def test_which_disks_are_an_array(entry: str, expected: list[tuple[int, int]], tmp_path: Path) -> None:
    found = arrays(tmp_path, f"arrays:\n  a: {entry}\n")
    assert [(one["arrays"], one["disks"]) for one in found] == expected
    assert {(one["name"], one["mttf_hours"], one["repair_hours"], one["law"], one["repairs"]) for one in found} == {("a", 1000, 0.5, "exponential", "one")}


def test_arrays_without_disks_are_left_out(tmp_path: Path) -> None:
    section = f'{ARRAYS}  other: {{of: ["node[*].disk[*]", tape], disks: 2, {SHORT}}}\n'
    assert [(one["name"], one["disks"]) for one in arrays(tmp_path, section, settings={"nodes": "0"})] == [("other", 2)]


def test_machines_without_the_section_have_none(tmp_path: Path) -> None:
    assert arrays(tmp_path, "") == []


@pytest.mark.parametrize(
    "section, message",
    [
        ("arrays: raid\n", "`arrays` has a single value instead of a map"),
        ("arrays:\n  raid: tape\n", "`raid` has a single value instead of a map"),
        (f"arrays:\n  1raid: {{of: tape, {SHORT}}}\n", "`1raid` is no name for an array"),
        (f"arrays:\n  raid: {{{SHORT}}}\n", "`raid` has no `of`. Add `of: "),
        ("arrays:\n  raid: {of: tape, repair_hours: 1}\n", "`raid` has no `mttf_hours`. Add `mttf_hours: 1000000`"),
        ("arrays:\n  raid: {of: tape, mttf_hours: 1}\n", "`raid` has no `repair_hours`. Add `repair_hours: 24`"),
        (f"arrays:\n  raid: {{of: [], {SHORT}}}\n", "`of` is an empty list"),
        (f"arrays:\n  raid: {{of: tapes, {SHORT}}}\n", "`tapes` matches no part. Did you mean `tape`"),
        (f'arrays:\n  raid: {{of: "node[*].disk[9]", {SHORT}}}\n', r"`node\[\*\].disk\[9\]` matches no part"),
        (f'arrays:\n  raid: {{of: tape, per: "node[*]", {SHORT}}}\n', r"`tape` is not within `node\[\*\]`. Write what holds the disks of each array, such as node\[\*\], or leave `per` out"),
        (f"arrays:\n  raid: {{of: tape, disks: 2, {SHORT}, tolerate: 1}}\n", "the array `raid` has no parameter `tolerate`. Did you mean `tolerates`"),
        (f"arrays:\n  raid: {{of: tape, {SHORT}}}\n", "an array of `raid` has 1 disk and cannot tolerate 1 failure. Write `tolerates: 0` or less, or name more disks"),
        (f'arrays:\n  raid: {{of: "node[*].disk[*]", per: "node[*]", tolerates: 8, {SHORT}}}\n', "an array of `raid` has 8 disks and cannot tolerate 8 failures. Write `tolerates: 7`"),
        (f"arrays:\n  raid: {{of: tape, disks: 100, tolerates: 65, {SHORT}}}\n", "`tolerates`: cannot be 65. Valid: 0 to 64"),
        (f"arrays:\n  raid: {{of: tape, disks: 0, {SHORT}}}\n", "`disks`: cannot be 0. Valid: 1 to 1000000"),
        ("arrays:\n  raid: {of: tape, disks: 2, mttf_hours: 0, repair_hours: 1}\n", "`mttf_hours`: cannot be 0. Valid: 0.000001 to 1000000000000"),
        ("arrays:\n  raid: {of: tape, disks: 2, mttf_hours: 1000, repair_hours: 2 ms}\n", "`repair_hours`: a duration instead of a number of hours. Write a plain number such as 24, or divide a duration by `60 min`"),
        ("arrays:\n  raid: {of: tape, disks: 2, mttf_hours: mtbf, repair_hours: 1}\n", "unknown name `mtbf`. Did you mean `mttf`"),
        ("arrays:\n  raid: {of: tape, disks: 2, mttf_hours: -5, repair_hours: 1}\n", "`mttf_hours`: cannot be -5. Valid: 0.000001 to 1000000000000 hours"),
        (f"arrays:\n  raid: {{of: tape, disks: 2, {SHORT}, law: weibull}}\n", "unknown name `weibull`"),
        (f"arrays:\n  raid: {{of: tape, disks: 2, {SHORT}, repairs: 2}}\n", "`repairs`: .*Valid: one, all"),
        (f"arrays:\n  raid: {{of: tape, disks: 2, {SHORT}}}\n  raid: {{of: tape, disks: 2, {SHORT}}}\n", "raid"),
    ],
)
def test_arrays_that_cannot_be(section: str, message: str, tmp_path: Path) -> None:
    require_told(isochron("explain", scenario(tmp_path, section)), message)


def test_what_a_scenario_sets_is_to_blame(tmp_path: Path) -> None:
    done = isochron("explain", scenario(tmp_path), "--set", "mttf=0")
    assert done.returncode == 2 and "`mttf_hours`: cannot be 0" in done.stderr, done.stderr


def test_a_parameter_of_arrays_alone_is_used(tmp_path: Path) -> None:
    done = isochron("explain", scenario(tmp_path), "--set", "mttf=5000", "--strict")
    assert done.returncode == 0 and "mttf" not in done.stderr, done.stderr


def test_arrays_change_nothing_that_is_simulated(tmp_path: Path) -> None:
    prints = []
    for section in (ARRAYS, ""):
        done = isochron("run", scenario(tmp_path, section), "--json", "-", "--quiet")
        assert done.returncode == 0, done.stderr
        prints.append(json.loads(done.stdout)["provenance"]["fingerprint"])
    assert prints[0] == prints[1]


def test_the_netlist_has_them(tmp_path: Path) -> None:
    section = f'{ARRAYS}  mixed: {{of: ["node[0].disk[*]", "node[*].disk[0]"], per: "node[*]", tolerates: 0, {SHORT}}}\n'
    expected = arrays(tmp_path, section, settings={"rebuild": "45 MB/s"})
    done = isochron("explain", scenario(tmp_path, section), "--netlist", "--set", "rebuild=45 MB/s")
    assert done.returncode == 0, done.stderr
    flat = tmp_path / "flat"
    flat.mkdir()
    (flat / "store.yaml").write_text(done.stdout)
    (flat / "store_run.yaml").write_text("system: ./store.yaml\n")
    again = isochron("explain", flat / "store_run.yaml", "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["points"][0]["arrays"] == expected


SCHEMA = jsonschema.Draft202012Validator(json.loads(isochron("schema", "machine").stdout))


def test_the_schema_takes_them() -> None:
    SCHEMA.validate(yaml.safe_load(MACHINE))
    with pytest.raises(jsonschema.ValidationError, match="mttf_hours"):
        SCHEMA.validate(yaml.safe_load(MACHINE.replace("    mttf_hours: mttf\n", "")))
    with pytest.raises(jsonschema.ValidationError, match="mtbf"):
        SCHEMA.validate(yaml.safe_load(MACHINE.replace("    mttf_hours: mttf\n", "    mttf_hours: mttf\n    mtbf: 1\n")))


def test_the_builder_goes_round(tmp_path: Path) -> None:
    machine = Machine.load(store(tmp_path))
    [array] = machine.disk_arrays.values()
    assert array.per == "node[*]" and array.options["law"] == "law"
    folder = tmp_path / "again"
    folder.mkdir()
    saved = machine.save(folder / "store.yaml")
    again = Machine.load(saved)
    assert again == machine
    assert yaml.safe_load(saved.read_text())["arrays"] == yaml.safe_load(ARRAYS)["arrays"]
    del again.disk_arrays["raid"]
    assert again != machine
    SCHEMA.validate(yaml.safe_load(saved.read_text()))


def test_a_program_declares_arrays(tmp_path: Path) -> None:
    machine = Machine.load(store(tmp_path, ""))
    machine.disk_array("pair", "tape", 1e6, 24, disks=2, about="a mirrored pair")
    machine.disk_array("raid", ["node[*].disk[*]"], "mttf", 0.5, per="node[*]", tolerates=2, law="fixed", repairs="all")
    found = machine.check(Simulator(COMMAND))["points"][0]["arrays"]
    assert [(one["name"], one["arrays"], one["disks"], one["tolerates"], one["law"], one["repair_hours"]) for one in found] == [
        ("pair", 1, 2, 1, "exponential", 24),
        ("raid", 3, 8, 2, "fixed", 0.5),
    ]


@pytest.mark.parametrize(
    "given, message",
    [
        ({"name": "raid"}, "the array `raid` is there twice"),
        ({"name": "9"}, "`9` is no name for an array"),
        ({"of": "tapes"}, "there is no part `tapes`"),
        ({"of": []}, "`of` is an empty list"),
        ({"mttf_hours": "10 s"}, "`mttf_hours` is `10 s`, a duration, instead of"),
        ({"mttf_hours": "mtbf"}, "mtbf"),
        ({"law": "weibull"}, "weibull"),
        ({"per": "box[*]"}, "there is no part `box`"),
    ],
)
def test_a_program_hears_what_is_wrong(given: dict[str, Any], message: str, tmp_path: Path) -> None:
    machine = Machine.load(store(tmp_path))
    with pytest.raises(ReportError, match=message):
        machine.disk_array(**({"name": "new", "of": "tape", "mttf_hours": 1, "repair_hours": 1} | given))


@pytest.mark.parametrize(
    "section, message",
    [
        ("arrays:\n  a: {of: tape, mttf_hours: 1}\n", "`a` has no `repair_hours`; add it"),
        ("arrays:\n  a: {of: tape, mttf_hours: 1, repair_hours: 1, tolerate: 2}\n", "`a` does not know the key `tolerate`"),
        ("arrays: [a]\n", "`arrays` is no map"),
    ],
)
def test_files_that_cannot_be_loaded(section: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ReportError, match=message):
        Machine.load(store(tmp_path, section))


def test_the_library_has_no_arrays() -> None:
    """Lives of disks are their owner's to say."""
    assert not [file for file in (ROOT / "scenarios/machines").glob("*.yaml") if "\narrays:" in file.read_text()]
