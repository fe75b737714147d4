# SPDX-License-Identifier: Apache-2.0
"""`ps2` and `disk_array` do what the machines did that were written in C++ before: recorded_ps2.json has what these said of 46 configurations."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from support import LONG, ROOT, isochron

RECORDED = json.loads((ROOT / "testbench/systems/ps2/recorded_ps2.json").read_text())
ALL = [(system, variant) for system, variants in RECORDED.items() for variant in variants]
# The short form has every third variant, and those in which disks have failed.
CHOSEN = ALL if LONG else [one for i, one in enumerate(ALL) if i % 3 == 0 or "failed" in one[1] or "broken" in one[1]]
# Of strings with unequal numbers of disks the file bounds the fullest, and C++ bounded the mean one; C++ bounded disks that had failed as if they had not.
OTHER_BOUNDS = {("ps2", "strings"), ("disk_array", "uneven"), ("ps2", "broken slaves"), ("ps2", "broken PC"), ("disk_array", "failed"), ("disk_array", "all failed")}


def scenario_of(folder: Path, system: str, variant: str) -> tuple[Path, list[str]]:
    recorded = RECORDED[system][variant]
    scenario = folder / "recorded.yaml"
    scenario.write_text(f"system: {system}\nmeasure: {{seed: 3}}\ninstances: {recorded['instances']}\n")
    return scenario, [word for setting in recorded["set"] for word in ("--set", setting)]


def result(folder: Path, system: str, variant: str, *settings: str) -> dict:
    scenario, words = scenario_of(folder, system, variant)
    done = isochron("run", scenario, "--json", "-", "--quiet", *words, *(word for one in settings for word in ("--set", one)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("system", "variant"), CHOSEN)
def test_the_file_is_the_machine(system: str, variant: str, tmp_path: Path) -> None:
    """The fingerprint is over the time at which each plane part is merged, or each batch is read; no event more or less."""
    found, recorded = result(tmp_path, system, variant), RECORDED[system][variant]
    assert found["provenance"]["fingerprint"] == recorded["fingerprint"]
    assert found["performance"]["events"] == recorded["events"]
    assert hashlib.sha256(json.dumps(found["components"], sort_keys=True).encode()).hexdigest()[:16] == recorded["components"]
    metrics = {name: [metric.get(one) for one in ("mean", "min", "max")] for name, metric in found["metrics"].items()}
    assert metrics.keys() == recorded["metrics"].keys()
    for name, values in recorded["metrics"].items():
        if variant == "all failed" and name.endswith("utilisation"):  # of no time
            assert metrics[name] == [None] * 3
            continue
        assert metrics[name] == pytest.approx(values, rel=1e-12), name


@pytest.mark.parametrize(("system", "variant"), [one for one in ALL if one not in OTHER_BOUNDS])
def test_arithmetic_says_the_same(system: str, variant: str, tmp_path: Path) -> None:
    scenario, words = scenario_of(tmp_path, system, variant)
    done = isochron("explain", scenario, "--json", *words)
    assert done.returncode == 0, done.stderr
    point = json.loads(done.stdout)["points"][0]
    bounds = {bound["resource"]: [bound[one] for one in ("limit", "load", "capacity")] for bound in point["bounds"]}
    recorded = RECORDED[system][variant]
    assert bounds.keys() == recorded["bounds"].keys()
    for name, values in recorded["bounds"].items():
        assert bounds[name] == pytest.approx(values, rel=1e-8), name
    assert point["completes_in_s"] == pytest.approx(recorded["completes_in_s"], rel=1e-8)


def test_disks_that_have_failed_bound_nothing(tmp_path: Path) -> None:
    """Of 27 disks one has failed, and those of slave 0 are slower: the master and the network have 26/27 of the work. One disk of nine of a PC alone likewise."""
    for variant, shares in {"broken slaves": {"master.processor": None, "memory_bus.master": 26 / 27, "network": 26 / 27}, "broken PC": {"memory_bus.master": 8 / 9}}.items():
        scenario, words = scenario_of(tmp_path, "ps2", variant)
        done = isochron("explain", scenario, "--json", *words)
        assert done.returncode == 0, done.stderr
        limits = {bound["resource"]: bound["limit"] for bound in json.loads(done.stdout)["points"][0]["bounds"]}
        for name, share in shares.items():
            before = RECORDED["ps2"][variant]["bounds"][name][0]
            if share is None:  # it shows all planes, of which nothing is missing
                assert before < limits[name] < before * 27 / 26
            else:
                assert limits[name] == pytest.approx(before / share, rel=1e-8), (variant, name)


PICTURES = {
    "plane_00.pgm": "58f08e644a09f0fe24f77a57adf3bd27b58c9164d31248fe5156537300497c9a",
    "plane_01.pgm": "6fc53b6a3cd623471cd7055f3c3ad128f24d8b6afee9e8933bae67539cdb4369",
}


def test_pictures_are_as_before(tmp_path: Path) -> None:
    """SHA-256 of the pictures that C++ kept; every pixel is compared with the phantom too while the machine runs."""
    scenario, words = scenario_of(tmp_path, "ps2", "with data")
    done = isochron("run", scenario, "--quiet", "--pictures", tmp_path / "pictures", *words)
    assert done.returncode == 0, done.stderr
    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (tmp_path / "pictures").iterdir()} == PICTURES


def test_without_data_there_are_no_pictures(tmp_path: Path) -> None:
    scenario, words = scenario_of(tmp_path, "ps2", "one PC, one disk")
    done = isochron("run", scenario, "--quiet", "--pictures", tmp_path / "pictures", *words, "--set", "pictures=3")
    assert done.returncode == 2 and "the machine keeps no pictures" in done.stderr, done.stderr
    assert not (tmp_path / "pictures").exists()


@pytest.mark.parametrize(("system", "variant"), [("ps2", "one PC"), ("ps2", "one slave"), ("ps2", "switch"), ("ps2", "cut on the master"), ("disk_array", "three")])
def test_fast_and_reference_agree(system: str, variant: str, tmp_path: Path) -> None:
    found = [result(tmp_path, system, variant, f"bus_model={model}") for model in ("fast", "reference")]
    assert found[0]["provenance"]["fingerprint"] == found[1]["provenance"]["fingerprint"]
    assert found[0]["components"] == found[1]["components"]
