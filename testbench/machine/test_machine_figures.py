# SPDX-License-Identifier: Apache-2.0
"""What a machine of a file says of its parts: their means side by side after a run, which of them is busiest in a series, and of its types what a
machine file can set."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import ROOT, isochron
from test_machine_files import GOOD, machine
from test_machine_jobs import GOOD as JOBS


def test_a_run_has_the_means_of_parts_that_are_alike(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GOOD)
    result = json.loads(isochron("run", scenario, "--json", "-", "--quiet").stdout)
    outputs = [result["components"][f"x.out[{i}]"]["utilisation"] for i in range(2)]
    metric = result["metrics"]["x.out.utilisation"]
    assert (metric["min"], metric["max"]) == (min(outputs), max(outputs)) and min(outputs) > 0
    assert metric["mean"] == pytest.approx(sum(outputs) / 2, rel=1e-12)
    stages = {name.rpartition(".")[0] for name in result["metrics"] if name.endswith(".utilisation")}
    assert stages == {"p.s.out", "x.out", "d"}
    table = isochron("run", scenario, "--quiet").stdout
    table = table[table.index("means of") :]
    assert re.match(r"means of +utilisation +wait_link +wait_buffer +queue_depth +withheld\n", table)
    assert {line.split()[0] for line in table.splitlines()[1:4]} == stages


def test_a_part_has_one_row_of_means_though_its_classes_have_figures_too() -> None:
    table = isochron("run", ROOT / "testbench/part/classes.yaml", "--quiet").stdout
    rows = [line.split()[0] for line in table[table.index("means of") :].split("\n\n")[0].splitlines()[1:]]
    assert "station" in rows and "station.out" in rows
    assert len(rows) == len(set(rows))


def test_a_series_names_the_busiest(tmp_path: Path) -> None:
    scenario = machine(tmp_path, GOOD)
    scenario.write_text(scenario.read_text() + "vary: {load: [10 MB/s, 20 MB/s]}\n")
    lines = isochron("run", scenario, "--quiet").stdout.splitlines()
    first = next(i for i, line in enumerate(lines) if line.endswith("busiest"))
    for line in lines[first + 1 : first + 3]:
        assert re.search(r"(p\.s\.out|d) 0\.\d+$", line), line


def test_own_metrics_stay(tmp_path: Path) -> None:
    """A metric of the file with the name of such a figure is what the file says."""
    text = GOOD + '  x.out.utilisation: {max: "x.out[*].utilisation", about: of the busier}\n'
    result = json.loads(isochron("run", machine(tmp_path, text), "--json", "-", "--quiet").stdout)
    most = max(result["components"][f"x.out[{i}]"]["utilisation"] for i in range(2))
    assert result["metrics"]["x.out.utilisation"]["mean"] == most
    assert "x.out.wait_link" in result["metrics"]


def test_figures_of_parts_that_other_parameters_bring_are_known(tmp_path: Path) -> None:
    """`near` is not there at first; an expectation of it is of a metric that there is."""
    text = JOBS.replace("  bus: {type: fifo_bus", "  idle: {type: processing_unit, when: not work}\n  bus: {type: fifo_bus").replace(
        '  - {from: "bus.window[0]"', '  - {from: idle.socket, to: "bus.device[n + 2]", when: not work}\n  - {from: "bus.window[0]"'
    )
    scenario = machine(tmp_path, text)
    scenario.write_text("system: ./m.yaml\nexpect: [{metric: idle.utilisation, at_most: 0}]\n")
    names = {one["name"] for one in json.loads(isochron("describe", tmp_path / "m.yaml", "--json").stdout)["metrics"]}
    assert {"idle.utilisation", "disk.utilisation", "scsi.queue_depth", "throughput"} <= names
    assert isochron("check", scenario, "--set", "work=false").returncode == 0
    done = isochron("run", scenario, "--quiet", "--json", "-")
    assert "idle.utilisation" not in json.loads(done.stdout)["metrics"]


def test_controllers_engines_are_among_them() -> None:
    done = isochron("run", ROOT / "scenarios/own/fast_mesh.yaml", "--json", "-", "--quiet", "--set", "measure.warm_up=5ms", "--set", "measure.duration=10ms")
    metrics = json.loads(done.stdout)["metrics"]
    assert 0 < metrics["node.raid.dma.utilisation"]["mean"] < 1
    assert 0 < metrics["node.raid_pci.utilisation"]["mean"] < 1


@pytest.fixture(scope="module")
def types() -> dict[str, dict]:
    return {one["name"]: one for one in json.loads(isochron("describe", "--json").stdout)}


def test_what_machine_files_take_is_described(types: dict[str, dict]) -> None:
    library = json.loads(isochron("schema", "machine").stdout)["$defs"]
    assert {name for name, one in types.items() if one["part"] is not None} == set(library)
    for name, schema in library.items():
        part = types[name]["part"]
        assert [one["name"] for one in part["parameters"]] == list(schema["properties"]), name
        assert [one["default_text"] for one in part["parameters"]] == [one["default"] for one in schema["properties"].values()], name
        if part["same_parameters"]:
            assert part["parameters"] == types[name]["parameters"], name


def test_describe_says_what_a_machine_file_takes(types: dict[str, dict]) -> None:
    switch = isochron("describe", "switch").stdout
    assert "In machine files: a part with parameters of its own\n" in switch
    table = switch[switch.index("in machine files  ") :].splitlines()
    assert {line.split()[0] for line in table[1:5]} == {"inputs", "outputs", "buffers", "buffer_freed"}
    assert "In machine files: a part with these parameters\n" in isochron("describe", "pci_bus").stdout
    assert "In machine files: a part without parameters\n" in isochron("describe", "memory").stdout
    assert "achine files" not in isochron("describe", "dma_engine").stdout
    listed = isochron("describe").stdout.splitlines()
    column = listed[0].index("in machine files")
    places = {line.split()[0]: line[column:].split("  ")[0] for line in listed[1 : 1 + len(types)]}
    assert places["switch"] == "part" and places["serial_link"] == "link" and places["dma_engine"] == ""
    assert {name for name, place in places.items() if place} == {name for name, one in types.items() if one["part"] is not None}
