# SPDX-License-Identifier: Apache-2.0
"""What parts stand for, and links beside the ports that drive them: in bounds, netlists, reports and the builder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import isochron

from isochron.machine import Machine
from isochron.results.drivers import utilisations
from isochron.results.result import Result

MACHINE = """machine: small
summary: one source, a switch and two links
parts:
  s: {type: source}
  hub: {type: switch, inputs: 1, outputs: 1, buffers: 8}
  d: {type: sink, about: the reader}
connect:
  - {from: s.out, to: "hub.in[0]", link: {type: serial_link, name: feed, rate: 1 GB/s}}
  - {from: "hub.out[0]", to: d.in, link: {type: serial_link, name: wire, about: "the wire: copper", rate: 100 MB/s}}
traffic:
  - {name: t, from: s, to: d, rate: 50 MB/s, io: 4 KiB, message: 1 KiB}
"""


def written(folder: Path, machine: str = MACHINE) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "small.yaml").write_text(machine)
    scenario = folder / "s.yaml"
    scenario.write_text("system: ./small.yaml\nmeasure: {warm_up: 1 ms, duration: 20 ms}\n")
    return scenario


def bounds_of(scenario: Path) -> dict[str, dict]:
    done = isochron("explain", scenario, "--json")
    assert done.returncode == 0, done.stderr
    return {bound["resource"]: bound for bound in json.loads(done.stdout)["points"][0]["bounds"]}


def test_bounds_say_what_a_part_stands_for(tmp_path: Path) -> None:
    bounds = bounds_of(written(tmp_path))
    assert bounds["wire"]["what"] == "serial_link: the wire: copper"
    assert bounds["feed"]["what"].startswith("serial_link: One direction of a serial link")


def test_a_link_is_one_row_with_the_port_that_drives_it(tmp_path: Path) -> None:
    scenario = written(tmp_path)
    bounds = bounds_of(scenario)
    assert bounds["wire"]["measured_by"] == ["hub.out[0]"]
    result = Result(json.loads(isochron("run", scenario, "--json", "-", "--quiet").stdout))
    assert "hub.out" in utilisations(result)
    rows = utilisations(result, None, bounds.values())
    assert "hub.out" not in rows
    assert rows["wire"].mean == pytest.approx(0.5, rel=0.01)


def test_a_netlist_keeps_it(tmp_path: Path) -> None:
    done = isochron("explain", written(tmp_path), "--netlist")
    assert done.returncode == 0, done.stderr
    again = written(tmp_path / "again", done.stdout)
    assert bounds_of(again)["wire"]["what"] == "serial_link: the wire: copper"


def test_the_builder_keeps_it(tmp_path: Path) -> None:
    written(tmp_path)
    machine = Machine.load(tmp_path / "small.yaml")
    assert machine.parts["d"].about == "the reader"
    assert [one.about for one in machine.connections] == ["", "the wire: copper"]
    scenario = machine.scenario(tmp_path / "built", measure={"warm_up": "1 ms", "duration": "20 ms"})
    assert bounds_of(Path(scenario.path))["wire"]["what"] == "serial_link: the wire: copper"
