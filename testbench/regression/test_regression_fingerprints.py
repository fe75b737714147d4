# SPDX-License-Identifier: Apache-2.0
"""Fingerprint files: the committed ones hold, a change is seen and narrowed down, damaged files are one message."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regression_support import explore, one_message, version_with
from support import COMMAND, ROOT

from isochron.explore.regression import fingerprint, recording
from isochron.explore.regression.checkpoints import Checkpoint
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

COMMITTED = fingerprint.known()
CLUSTER = "seachange/cluster.yaml"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of scenarios of the tests' own, with the cluster in it, which takes a short form of 8 ms."""
    (tmp_path / "seachange").mkdir()
    shutil.copytree(ROOT / "scenarios/published", tmp_path / "published")
    shutil.copy(ROOT / "scenarios" / CLUSTER, tmp_path / "seachange")
    done = explore("fingerprints", "update", tmp_path / CLUSTER, "--set", "measure.duration=8ms")
    assert done.code == 0, done
    return tmp_path


HASHES = st.integers(0, 2**64 - 1).map(lambda number: f"{number:016x}")
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1)


@st.composite
def fingerprints(draw: st.DrawFn) -> fingerprint.Fingerprint:
    """Any that a run could come to."""
    interval = draw(st.integers(1, 10**15))
    ends = sorted(draw(st.sets(st.integers(1, 20), max_size=20)))
    points = [Checkpoint(end * interval, draw(st.integers(1, 10**6)), draw(HASHES)) for end in ends]
    settings = draw(st.dictionaries(TEXTS, TEXTS, max_size=4))
    machine = draw(st.sampled_from(["", "0" * 64]))
    return fingerprint.Fingerprint(settings, draw(HASHES), draw(HASHES), sum(p.deliveries for p in points), interval, points, machine)


@given(fingerprints())
def test_a_file_is_read_as_it_was_written(tmp_path_factory: pytest.TempPathFactory, written: fingerprint.Fingerprint) -> None:
    path = tmp_path_factory.getbasetemp() / "fingerprint.json"
    written.save(path)
    assert fingerprint.load(path) == written
    # A line a checkpoint and a line a setting.
    assert len(path.read_text(encoding="utf-8").splitlines()) >= len(written.checkpoints) + len(written.settings)


def of_a_change(root: Path, monkeypatch: pytest.MonkeyPatch, *settings: str) -> None:
    """From here on the command behaves otherwise."""
    monkeypatch.setenv("ISOCHRON_COMMAND", str(version_with(root / "changed", *settings)))


def test_representative_scenarios_have_one() -> None:
    systems = {path.parent.name for path in COMMITTED}
    assert systems == {"seachange", "gennart", "cosim", "ps2", "calliope", "voyager", "own", "pcie", "pcie_bench", "faults"}
    assert ROOT / "scenarios" / CLUSTER in COMMITTED
    assert len(COMMITTED) >= 6


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_what_a_scenario_delivers_has_not_changed(path: Path, tmp_path: Path) -> None:
    """Fingerprint, number and checkpoints; the number is the one that the result counts too."""
    known = fingerprint.load(fingerprint.file_of(path))
    scenario = Scenario.load(path).with_(known.settings)
    recorded = recording.deliver(Simulator.find(COMMAND), scenario, tmp_path)
    # Another comment in the scenario or machine file is no change.
    found = fingerprint.Fingerprint.of(recorded, scenario)
    assert found == dataclasses.replace(known, scenario_sha256=scenario.sha256, machine_sha256=found.machine_sha256)
    assert recorded.result["performance"]["messages"] == known.deliveries
    # Short enough to be asked at every change: events of the models, and of the kernel, such as clock edges of Verilog.
    effort = recorded.result["performance"]
    assert effort["events"] + effort["kernel_notifications"] < 3_000_000
    assert known.to_text() == fingerprint.file_of(path).read_text()


def test_a_check_passes_where_nothing_changed(root: Path) -> None:
    report = root / "report.xml"
    done = explore("fingerprints", "check", root / CLUSTER, "--junit", report)
    assert done.code == 0, done
    assert "same" in done.stdout
    suite = ElementTree.parse(report).getroot().find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("1", "0", "0")


def test_an_update_without_a_change_leaves_the_file_alone(root: Path) -> None:
    file = fingerprint.file_of(root / CLUSTER)
    before = file.stat().st_mtime_ns
    done = explore("fingerprints", "update", root / CLUSTER)
    assert "same" in done.stdout
    assert file.stat().st_mtime_ns == before
    assert json.loads(file.read_text())["settings"]["measure.duration"] == "8ms"


def test_anew_forgets_the_settings(root: Path) -> None:
    explore("fingerprints", "update", root / CLUSTER, "--anew", "--set", "nodes=3")
    settings = json.loads(fingerprint.file_of(root / CLUSTER).read_text())["settings"]
    assert settings == {"measure.duration": "20 ms", "measure.replications": "1", "measure.warm_up": "0 ms", "nodes": "3"}


def test_a_series_is_taken_at_its_first_point(root: Path) -> None:
    (root / "seachange/series.yaml").write_text(
        'system: seachange_cluster\nvary: {nodes: [3, 4], "instances.node[0].raid[*].dma_engines": [2, 1]}\n'
    )
    assert explore("fingerprints", "update", root / "seachange/series.yaml", "--set", "measure.duration=5ms").code == 0
    known = fingerprint.load(fingerprint.file_of(root / "seachange/series.yaml"))
    assert known.settings["nodes"] == "3"
    assert known.settings["instances.node[0].raid[*].dma_engines"] == "2"


def test_a_change_fails_with_the_interval(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = fingerprint.load(fingerprint.file_of(root / CLUSTER))
    of_a_change(root, monkeypatch, "pci.switch_overhead=44 ns")
    report = root / "report.xml"
    done = explore("fingerprints", "check", root / CLUSTER, "--junit", report)
    assert done.code == 1
    assert "changed" in done.stdout
    # The first delivery that differs is at 4.0647 ms (test_regression_changes.py finds it).
    assert known.interval_ps == 500_000_000
    assert "between 4 ms and 4.5 ms" in done.stdout
    failure = ElementTree.parse(report).getroot().find("testsuite/testcase/failure")
    assert failure is not None
    assert "between 4 ms and 4.5 ms" in failure.get("message", "")
    assert explore("fingerprints", "update", root / CLUSTER).code == 0
    assert explore("fingerprints", "check", root / CLUSTER).code == 0


def test_the_file_alone_tells_what_delivers_in_the_interval_now(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert explore("explain-change", root / CLUSTER).code == 0
    of_a_change(root, monkeypatch, "pci.switch_overhead=44 ns")
    done = explore("explain-change", root / CLUSTER, "--json")
    assert done.code == 1
    found = json.loads(done.stdout)
    begin, end = found["interval"]["from_ps"], found["interval"]["until_ps"]
    assert (begin, end) == (4_000_000_000, 4_500_000_000)
    assert len(found["delivered_now"]) == found["deliveries_of_interval"]["now"] > 0
    assert all(begin <= one["time_ps"] < end for one in found["delivered_now"])
    shown = explore("explain-change", root / CLUSTER)
    assert shown.code == 1
    assert "between 4 ms and 4.5 ms" in shown.stdout
    assert "s0#0.24" in explore("explain-change", root / CLUSTER, "--all").stdout


def test_an_edited_scenario_is_named(root: Path) -> None:
    path = root / CLUSTER
    path.write_text(path.read_text() + "parameters: {pci.switch_overhead: 44 ns}\n")
    done = explore("fingerprints", "check", path)
    assert done.code == 1
    assert "the scenario file is another" in " ".join(done.stdout.split())


def test_an_edited_trace_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios/mine"
    folder.mkdir(parents=True)
    for name in ("evening.yaml", "evening.csv"):
        (folder / name).write_text((ROOT / "scenarios/machines" / name).read_text())
    (folder / "mine.yaml").write_text("system: ./evening.yaml\nmeasure: {warm_up: 0 ms, duration: 5 ms}\n")
    assert explore("fingerprints", "update", folder / "mine.yaml").code == 0
    (folder / "evening.csv").write_text("time_s,source,bytes\n0.001,0,65536\n")
    done = explore("fingerprints", "check", folder / "mine.yaml")
    assert done.code == 1
    assert "the machine file, or what it reads, is another" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("isochron.fingerprint/1", "isochron.fingerprint/9"),
        lambda text: text.replace('"deliveries": ', '"deliveries": 1', 1),
        lambda text: text.replace('"interval": "0.5 ms"', '"interval": "0 ms"'),
        lambda text: text.replace('"fingerprint": ', '"finger": '),
        lambda text: "[]",
    ],
    ids=["half", "schema", "sum", "interval", "key", "list"],
)
def test_a_damaged_file_is_one_message(root: Path, damage) -> None:
    file = fingerprint.file_of(root / CLUSTER)
    file.write_text(damage(file.read_text()))
    one_message(explore("fingerprints", "check", root / CLUSTER), 2, "cluster.json", "fingerprints update")
    one_message(explore("explain-change", root / CLUSTER), 2, "cluster.json", "fingerprints update")


def test_a_scenario_without_a_file_is_one_message_and_the_rest_is_checked(root: Path) -> None:
    done = explore("fingerprints", "check", root / "seachange/none.yaml", root / CLUSTER)
    one_message(done, 4, "none.json", "fingerprints update")
    assert "same" in done.stdout


def test_a_scenario_that_cannot_be_run_is_one_message(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one_message(explore("fingerprints", "update", root / "seachange/none.yaml"), 4, "none.yaml")
    one_message(explore("fingerprints", "update", root / CLUSTER, "--set", "nodse=3"), 2, "nodse", "nodes")
    one_message(explore("fingerprints", "update", root / CLUSTER, "--set", "measure.duration=1ms"), 2, "nothing is delivered")
    of_a_change(root, monkeypatch, "nodse=3")
    done = explore("fingerprints", "check", root / CLUSTER)
    one_message(done, 2, "nodse")
    assert "error" in done.stdout


def test_a_folder_without_files_is_one_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "SCENARIOS", tmp_path)
    one_message(explore("fingerprints", "check"), 2, str(tmp_path), "fingerprints update")
