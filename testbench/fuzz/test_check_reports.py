# SPDX-License-Identifier: Apache-2.0
"""`isochron check` of several scenarios: what is wrong is found before anything runs, what has run is reported in any case."""

from __future__ import annotations

import os
import signal
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from fuzzing import COMMAND
from patience import PATIENCE, children_of
from test_bad_input import MACHINE, expect_message, files_in, isochron, simulating_child

BUS = "system: shared_bus\nparameters: {strands: 8}\n"
HOLDS = BUS + "expect: [{metric: throughput, at_least: 1 B/s}]\n"
MISSES = BUS + "expect: [{metric: throughput, at_most: 1 B/s}]\n"
# Its metric exists, but not in this machine as it is configured: that is found after the run.
LACKS = BUS + "expect: [{metric: data.checked, at_least: 1 B}]\n"
# It takes days, and a parameter without effect is told when its turn comes.
LONG = MACHINE + "parameters: {pci: {clock: 33 MHz}}\nmeasure: {warm_up: 1 s, duration: 100000 s}\nexpect: [{metric: raid.bandwidth, at_least: 1 B/s}]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"holds": HOLDS, "misses": MISSES, "lacks": LACKS, "long": LONG}.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


def suites_of(file: Path) -> dict[str, ET.Element]:
    return {suite.get("name", ""): suite for suite in ET.parse(file).getroot()}


@pytest.mark.parametrize(
    ("expectation", "part"),
    [
        ("{metric: throughput.median, at_least: 1}", "the result has no figure `throughput.median`"),
        ("{metric: throughput.half_width, at_least: 1}", "Take two replications or more"),
        ("{metric: throughput, at_least: 1 s}", "a limit in s for a metric in B/s"),
        ("{metric: performance.events, at_least: 1}", "Did you mean `performance.events_per_message`?"),
        ("{metric: 'node[0].disk[0].speed', at_least: 1}", "the result has no figure"),
        ("{metric: 'node[99].disk[0].utilisation', at_least: 1}", "the result has no figure"),
    ],
)
def test_figures_are_looked_up_before_the_first_simulation(expectation: str, part: str, folder: Path) -> None:
    (folder / "bad.yaml").write_text(BUS + f"expect: [{expectation}]\n")
    before = files_in(folder)
    done = isochron("check", "long.yaml", "bad.yaml", "--junit", "j.xml", cwd=folder)
    expect_message(done, 2, r"bad\.yaml:3:\d+: ", part)
    assert done.stdout == ""
    assert files_in(folder) == before


def test_bad_input_that_only_a_run_shows_stops_nothing(folder: Path) -> None:
    done = isochron("check", "misses.yaml", "lacks.yaml", "holds.yaml", "--junit", "j.xml", cwd=folder)
    assert done.returncode == 2
    assert "lacks.yaml:3:19: the result has no figure `data.checked`" in done.stderr
    assert "misses.yaml:3:10: throughput is " in done.stderr
    assert [line.split()[-1] for line in done.stdout.splitlines()[1:4]] == ["MISSED", "FAILED", "ok"]
    assert "scenarios: 3, checks: 2, ok: 1, missed: 1, models failed: 0, bad input: 1" in done.stdout
    suites = suites_of(folder / "j.xml")
    assert [suite.get("errors") for suite in suites.values()] == ["0", "1", "0"]
    assert [suite.get("failures") for suite in suites.values()] == ["1", "0", "0"]


def start_long(folder: Path) -> subprocess.Popen[str]:
    """A check that has run two scenarios and simulates the third, which takes ages."""
    process = subprocess.Popen(
        [COMMAND, "check", "misses.yaml", "holds.yaml", "long.yaml", "lacks.yaml", "--junit", "j.xml", "--jobs", "1"],
        cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None
    assert "misses.yaml" in process.stderr.readline()
    assert "long.yaml" in process.stderr.readline()
    simulating_child(process)
    return process


def test_what_has_run_is_reported_when_the_user_interrupts(folder: Path) -> None:
    process = start_long(folder)
    process.send_signal(signal.SIGINT)
    table, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said.splitlines()[-1] == "interrupted"
    assert [line.split()[0] for line in table.splitlines()[1:5]] == ["misses", "holds", "long", "lacks"]
    assert "interrupted or not run: 2" in table
    suites = suites_of(folder / "j.xml")
    assert {name: suite.get("skipped") for name, suite in suites.items()} == {"misses": "0", "holds": "0", "long": "1", "lacks": "1"}
    assert not [name for name in files_in(folder) if name.endswith(".tmp")]


def test_what_has_run_is_reported_when_a_model_fails(folder: Path) -> None:
    process = start_long(folder)
    os.kill(children_of(process.pid)[0], signal.SIGABRT)
    table, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert "long.yaml: the model failed" in said
    assert "scenarios: 4, checks: 2, ok: 1, missed: 1, models failed: 1, bad input: 1" in table
    assert [suite.get("errors") for suite in suites_of(folder / "j.xml").values()] == ["0", "0", "1", "1"]


@pytest.mark.parametrize("name", [b"a\x01\x1b[31m", b"\xff\xc0\xaf", b"]]>", b"\"'<&>", b"a\nb\tc", "\ufffe\u202e".encode()])
def test_junit_is_xml_whatever_the_name(name: bytes, folder: Path) -> None:
    (folder / "holds.yaml").rename(os.fsdecode(bytes(folder) + b"/" + name + b".yaml"))
    for scenario, code in ((name + b".yaml", 0), (b"misses.yaml", 1)):
        done = subprocess.run([COMMAND, b"check", scenario, b"--junit", b"j.xml"], capture_output=True, cwd=folder, check=False)
        assert done.returncode == code, done.stderr
        assert len(suites_of(folder / "j.xml")) == 1
    result = subprocess.run([COMMAND, b"run", name + b".yaml", b"--json", b"r.json", b"--quiet"], capture_output=True, cwd=folder, check=False)
    assert result.returncode == 0, result.stderr
