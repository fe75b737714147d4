# SPDX-License-Identifier: Apache-2.0
"""Waveforms show when faults strike."""

from __future__ import annotations

from pathlib import Path

from support import isochron
from waves import read_vcd

from isochron.explore.regression.log import events

MACHINE = """machine: line
parts: {from: {type: source}, to: {type: sink}}
connect:
  - {from: from.out, to: to.in, link: {type: serial_link, name: line, rate: 8 Mb/s}}
traffic:
  - {name: data, from: from, to: to, message: 1000 B, io: 1000 B, rate: 4 Mb/s}
"""
SCENARIO = """system: ./line.yaml
faults:
  - {at: 10 ms, down: line, for: 5 ms}
  - {at: 12 ms, slow: line, factor: 2, for: 10 ms, name: tired}
measure: {warm_up: 1 ms, duration: 39 ms, replications: 1}
"""


def test_a_signal_for_each_fault(tmp_path: Path) -> None:
    (tmp_path / "line.yaml").write_text(MACHINE)
    (tmp_path / "run.yaml").write_text(SCENARIO)
    done = isochron("run", tmp_path / "run.yaml", "--quiet", "--trace", tmp_path / "out.vcd", "--trace-from", "2ms", "--trace-to", "40ms")
    assert done.returncode == 0, done.stderr
    wave = read_vcd((tmp_path / "out.vcd").read_text())
    millisecond = {"1ps": 10**9, "1fs": 10**12, "1ns": 10**6}[wave.timescale]
    (first,) = (changes for name, changes in wave.changes.items() if name.endswith("faults.fault0.active"))
    (second,) = (changes for name, changes in wave.changes.items() if name.endswith("faults.tired.active"))
    assert [(time / millisecond, int(value, 2)) for time, value in first] == [(2, 0), (10, 1), (15, 0)]
    assert [(time / millisecond, int(value, 2)) for time, value in second] == [(2, 0), (12, 1), (22, 0)]


def test_lines_of_the_log(tmp_path: Path) -> None:
    """Each strike, detection and end has a line of its own, and whoever reads transactions skips them."""
    (tmp_path / "line.yaml").write_text(MACHINE)
    (tmp_path / "run.yaml").write_text(SCENARIO.replace("for: 5 ms", "for: 5 ms, detect: 2 ms"))
    log = tmp_path / "out.csv"
    done = isochron("run", tmp_path / "run.yaml", "--quiet", "--record", log, "--trace-from", "2ms", "--trace-to", "40ms")
    assert done.returncode == 0, done.stderr
    lines = [line.split(",") for line in log.read_text().splitlines() if ",faults." in line]
    assert [(int(line[0]) / 10**9, *line[1:3]) for line in lines] == [
        (10, "faults.fault0", "STRIKES"), (12, "faults.tired", "STRIKES"), (12, "faults.fault0", "KNOWN"),
        (15, "faults.fault0", "OVER"), (22, "faults.tired", "OVER"),
    ]  # fmt: skip
    assert all(line[3:] == [""] * 6 for line in lines)
    read = list(events(log))
    assert len(read) == len(log.read_text().splitlines()) - 1 - len(lines) > 0
    assert not any(event.place.startswith("faults.") for event in read)
