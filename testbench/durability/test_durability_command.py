# SPDX-License-Identifier: Apache-2.0
"""`scripts/explore durability` as a person types it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from explore import explore, refused
from store import ARRAYS, scenario, store

from isochron.durability import markov, renewal
from isochron.durability.array import Array

FEW = ("--samples", "2000")
SHORT = "mttf_hours: 1000, repair_hours: 0.5"


def asked(folder: Path, *words: str | Path) -> dict[str, Any]:
    done = explore("durability", *words, "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_a_table_and_a_sentence(tmp_path: Path) -> None:
    done = explore("durability", store(tmp_path), "--mission", "18h", folder=tmp_path)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].strip() == "Loss of data within 18 h"
    [row] = [line for line in lines if " raid " in line]
    array = Array(8, 1, 1e6, 1)
    loss = markov.loss(array, 18)
    assert re.split(r"\s{2,}", row.strip()) == [
        "raid", "3", "8", "1", "1000000 h", "1 h exponential", f"{markov.mttdl(array):.6g} h", f"{loss:.4g}", f"{3 * loss:.4g}", "exact",
    ]  # fmt: skip
    assert f"The machine loses data within 18h with probability {3 * loss:.3g}." in lines
    assert "Intervals" not in done.stdout


def test_a_machine_and_its_scenario_are_the_same(tmp_path: Path) -> None:
    run = scenario(tmp_path)
    first, second = asked(tmp_path, tmp_path / "store.yaml"), asked(tmp_path, run)
    assert first["points"] == second["points"]


def test_the_document(tmp_path: Path) -> None:
    section = f'{ARRAYS}  deep: {{of: "node[*].disk[*]", tolerates: 2, law: fixed, about: all disks, {SHORT}}}\n'
    found = asked(tmp_path, store(tmp_path, section), "--mission", "1y", "--seed", "3", *FEW)
    assert {key: found[key] for key in ("schema", "mission_hours", "seed", "samples", "confidence")} == {
        "schema": "isochron.durability/1", "mission_hours": 8760, "seed": 3, "samples": 2000, "confidence": 0.95,
    }  # fmt: skip
    figure = {"type": "object", "required": ["value", "low", "high", "how", "samples"], "properties": {"how": {"enum": ["direct simulation", "importance sampling"]}}}
    jsonschema.validate(found["points"][0]["arrays"][1]["simulated"], {"required": ["mttdl_hours", "loss", "loss_of_any"], "additionalProperties": figure})
    [point] = found["points"]
    raid, deep = point["arrays"]
    assert raid["mttdl_hours"] == pytest.approx(markov.mttdl(Array(8, 1, 1e6, 1)), rel=1e-8) and raid["simulated"] is None
    assert (raid["arrays"], raid["disks"], raid["law"]) == (3, 8, "exponential")
    assert deep["mttdl_hours"] is deep["loss"] is deep["loss_of_any"] is None
    loss = deep["simulated"]["loss"]
    assert 0 < loss["low"] < loss["value"] < loss["high"] < 1
    assert point["loss_of_any"] == pytest.approx(1 - (1 - raid["loss"]) ** 3 * (1 - loss["value"]), rel=1e-6)


def test_the_published_numbers(tmp_path: Path) -> None:
    """116.07 h with exponential repairs, 110.0 h with fixed ones, exact and simulated."""
    run = store(tmp_path)
    given = ("--set", "mttf=100", "--set", "rebuild=500 MB/s", "--simulate")
    for law, published in (("exponential", 116.07), ("fixed", 110.0)):
        [array] = asked(tmp_path, run, *given, "--set", f"law={law}")["points"][0]["arrays"]
        assert array["repair_hours"] == 2
        assert array["mttdl_hours"] == pytest.approx(published, abs=0.05)
        told = array["simulated"]["mttdl_hours"]
        assert told["low"] < published < told["high"] and told["how"] == "direct simulation"


def test_simulated_rows_stand_below_exact_ones(tmp_path: Path) -> None:
    done = explore("durability", store(tmp_path), "--mission", "18h", "--simulate", *FEW, folder=tmp_path)
    rows = [re.split(r"\s{2,}", line.strip()) for line in done.stdout.splitlines() if line.rstrip().endswith(("exact", "sampling"))]
    assert [row[-1] for row in rows] == ["exact", "importance sampling"]
    assert len(rows[1]) == 4 and all(re.search(r"± \d+(\.\d+)? %$", cell) for cell in rows[1][:3]), rows
    assert "Intervals: 95 % confidence, seed 1." in done.stdout


def test_points_of_a_scenario(tmp_path: Path) -> None:
    run = scenario(tmp_path, more="vary: {lost: [1, 2]}\n")
    found = asked(tmp_path, run, "--mission", "5y")
    assert [point["parameters"] for point in found["points"]] == [{"lost": 1}, {"lost": 2}]
    losses = [point["arrays"][0]["loss"] for point in found["points"]]
    assert losses == [pytest.approx(markov.loss(Array(8, lost, 1e6, 1), 43800), rel=1e-8) for lost in (1, 2)]
    shown = explore("durability", run, folder=tmp_path).stdout
    assert "lost=1: The machine loses data within 5y" in shown and "lost=2: The machine" in shown


def test_the_same_seed_gives_the_same_text(tmp_path: Path) -> None:
    run = store(tmp_path)
    words = ("durability", run, "--set", "law=fixed", "--set", "lost=2", "--json", *FEW)
    first, again, other = (explore(*words, "--seed", seed, folder=tmp_path).stdout for seed in ("7", "7", "8"))
    assert first == again != other


def test_fixed_repairs(tmp_path: Path) -> None:
    [array] = asked(tmp_path, store(tmp_path), "--set", "law=fixed", "--mission", "30d")["points"][0]["arrays"]
    assert array["loss"] == pytest.approx(renewal.loss(Array(8, 1, 1e6, 1, law="fixed"), 720), rel=1e-8)


@pytest.mark.parametrize(
    "words, said",
    [
        (("--mission", "5 years"), "--mission 5 years: not a mission time; write a number with min, h, d or y"),
        (("--set", "mttf"), "--set mttf: not path=value"),
        (("--set", "mttf=0"), "`mttf_hours`: cannot be 0"),
        (("--set", "lost=9"), "an array of `raid` has 8 disks and cannot tolerate 9 failures"),
        (("--samples", "10"), "--samples"),
        (("--seed", "-1"), "--seed"),
        (("--set", "law=fixed", "--set", "mttf=1", "--mission", "1000y"), "failures are expected within the mission"),
    ],
)
def test_what_cannot_be_asked(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    refused(explore("durability", store(tmp_path), *words, folder=tmp_path), said)


def test_a_machine_without_arrays_is_a_message(tmp_path: Path) -> None:
    refused(explore("durability", store(tmp_path, ""), folder=tmp_path), "the machine `", "has no arrays; add `arrays: {NAME: {of: PARTS")
    refused(explore("durability", "nowhere.yaml", folder=tmp_path), "nowhere.yaml", code=4)


def test_help_has_examples(tmp_path: Path) -> None:
    done = explore("durability", "--help", folder=tmp_path)
    assert done.returncode == 0 and "Examples:" in done.stdout and "--mission 18h" in done.stdout
