# SPDX-License-Identifier: Apache-2.0
"""The files of published numbers: complete, every number has its role and what the role asks for, and a prediction can miss."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from published_numbers import band, is_used, si, why_it_cannot_miss
from support import ROOT

from isochron.results.published import ROLES

FILES = sorted((ROOT / "scenarios/published").glob("*.yaml"))
# How many numbers each paper prints, counted by hand when its list was made, and parts of them that are compared on their own
# (`id.part`); a number that is dropped is noticed.
COUNTS = {"seachange": 40, "gennart": 113, "ps2": 72, "calliope": 102, "voyager": 97, "pcie_bench": 50}
# How an input without a parameter goes in, or that it does not.
WAYS = ("Built in: ", "Follows from ", "No run uses it: ")


def paper(path: Path) -> str:
    """The paper of a file: one paper may have several."""
    return path.stem if (ROOT / "scenarios" / path.stem).is_dir() else path.stem.partition("_")[0]


def document(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def numbers(path: Path) -> list[dict[str, Any]]:
    return document(path)["numbers"]


each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def test_every_file_is_counted() -> None:
    assert {path.stem for path in FILES} == COUNTS.keys()


@each_file
def test_no_number_is_missing(path: Path) -> None:
    ids = [number["id"] for number in numbers(path)]
    assert len(set(ids)) == len(ids) == COUNTS[path.stem]
    assert all(re.fullmatch(rf"{paper(path)}\.[A-Za-z0-9_.-]+", name) for name in ids)


@each_file
def test_scenarios_exist(path: Path) -> None:
    named = {name for number in numbers(path) for name in number.get("when", {}).get("scenarios", [])}
    assert [name for name in sorted(named) if not (ROOT / f"scenarios/{paper(path)}/{name}.yaml").exists()] == []


@each_file
def test_numbers_that_a_reason_names_exist(path: Path) -> None:
    ids = {number["id"] for number in numbers(path)}
    named = {name for number in numbers(path) for name in re.findall(rf"\b{paper(path)}\.[A-Za-z0-9_.-]*[A-Za-z0-9]", number.get("reason", ""))}
    assert sorted(named - ids) == []


@each_file
def test_an_input_without_a_parameter_says_where_it_goes(path: Path) -> None:
    inputs = [number for number in numbers(path) if number["role"] == "input" and "parameter" not in number]
    assert [number["id"] for number in inputs if not number.get("reason", "").startswith(WAYS)] == []


@each_file
def test_an_input_that_no_run_uses_says_so(path: Path) -> None:
    """And one that says so is in none: no scenario that it is about has the parameter at the published value."""
    systems = document(path)["system"]
    systems = [systems] if isinstance(systems, str) else systems
    inputs = [number for number in numbers(path) if number["role"] == "input" and "parameter" in number]
    told = {number["id"]: number.get("reason", "").startswith("No run uses it") for number in inputs}
    assert told
    assert told == {number["id"]: not is_used(number, systems) for number in inputs}


def test_the_roles_are_those_of_results() -> None:
    """The schema of results, the pages and the files know the same roles; the command refuses a file with another."""
    schema = json.loads((ROOT / "tlm/isochron/scenario/result.schema.json").read_text(encoding="utf-8"))
    assert set(schema["properties"]["published"]["items"]["properties"]["role"]["enum"]) == set(ROLES)
    assert {number["role"] for path in FILES for number in numbers(path)} == set(ROLES)


def test_there_are_inputs_that_no_run_uses() -> None:
    """Else one side of the test before this one says nothing."""
    reasons = [number.get("reason", "") for path in FILES for number in numbers(path) if number["role"] == "input"]
    assert {reason.startswith("No run uses it") for reason in reasons} == {True, False}


@each_file
def test_a_prediction_can_miss(path: Path) -> None:
    predictions = [number for number in numbers(path) if number["role"] == "prediction"]
    assert {number["id"]: why for number in predictions if (why := why_it_cannot_miss(number))} == {}


@each_file
def test_what_is_no_prediction_says_why(path: Path) -> None:
    others = [number for number in numbers(path) if number["role"] in ("calibration", "shown", "untestable")]
    assert others
    assert [number["id"] for number in others if not number.get("reason")] == []


TARGET = {"when": {"parameters": {"target_bandwidth": "240 MB/s"}}}
RAIDS = {"of": "node[*].raid[*]", "statistic": "bandwidth", "take": "min", "unit": "B/s"}


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ({"value": "8 nodes"}, "no metric"),
        ({"value": 1, "metric": "throughput.mean"}, "no metric"),
        ({"value": 1, "within": "1 %"}, "no metric"),
        ({"value": 1, "metric": "a", "parameter": "nodes", "within": "1 %"}, "put in"),
        ({"value": "much", "metric": "throughput.mean", "at_least": 0}, "cannot leave"),
        ({"value": "much", "metric": "throughput.mean", "at_least": "1 MB/s"}, ""),
        ({"value": "idle", "metric": "bus.utilisation.mean", "at_most": 1}, "cannot leave"),
        ({"value": "idle", "metric": "bus.utilisation.mean", "between": [0, "100 %"]}, "cannot leave"),
        ({"value": "idle", "metric": ["a.utilisation", "b.wait_link"], "at_most": 0.5}, ""),
        ({"value": 0.5, "metric": "bus.utilisation.mean", "within": "100 %"}, "cannot leave"),
        ({"value": 0.4, "metric": "bus.utilisation.mean", "within": "100 %"}, ""),
        ({"value": "the bus", "largest": {"among": ["a", "a"], "is": "a"}}, "largest of one"),
        ({"value": "the bus", "largest": {"among": ["a", "b"], "is": "a"}}, ""),
        ({"value": "120 MB/s", "metric": "raid.bandwidth.mean", "within": "1 %", **TARGET}, "asked for"),
        ({"value": "240 MB/s", "metric": "node.bandwidth.mean", "within": "1 %", **TARGET}, "asked for"),
        ({"value": "225 MB/s", "metric": "node.bandwidth.mean", "within": "1 %", **TARGET}, ""),
        ({"value": 1.25, "metric": "fit.rate.mean", "between": [1.1, 1.3], "when": {"parameters": {"depth": 1}, "relative_to": {"depth": 1}}}, "itself"),
        ({"value": 1.25, "metric": "fit.rate.mean", "between": [1.1, 1.3], "when": {"parameters": {"depth": 2}, "relative_to": {"depth": 1}}}, ""),
        ({"value": "119.997 MB/s", "components": RAIDS, "plus_minus": "0.15 MB/s", **TARGET}, "asked for"),
    ],
)
def test_what_cannot_miss_is_found(number: dict[str, Any], why: str) -> None:
    found = why_it_cannot_miss(number)
    assert why in found
    assert bool(why) == bool(found)


def test_values_and_bands_are_read() -> None:
    assert [si(text) for text in ("240 ns", "1.77 Gb/s", "128 KiB", "21.5 MiB/s", "3.4 1/s", "10 %", 8, "8 nodes", "contended", "")] == [
        pytest.approx(240e-9), pytest.approx(221.25e6), 131072, pytest.approx(22544384), 3.4, pytest.approx(0.1), 8, None, None, None,
    ]  # fmt: skip
    assert band({"value": "100 MB/s", "within": "5 %"}) == (pytest.approx(95e6), pytest.approx(105e6))
    assert band({"value": "100 MB/s", "plus_minus": "1 MB/s"}) == (pytest.approx(99e6), pytest.approx(101e6))
    assert band({"value": "words"}) is None
