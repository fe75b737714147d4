# SPDX-License-Identifier: Apache-2.0
"""What `explain --netlist` prints is a machine file of the same machine: read again it has the same netlist, and it delivers everything at the
same picosecond."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from support import ROOT, isochron, require_told
from test_machine_files import GOOD, machine
from test_machine_jobs import GOOD as JOBS

WINDOW = ("--set", "measure.warm_up=1ms", "--set", "measure.duration=4ms")
# What is run of the library's machines, by their names and what is special: settings of the scenario, of its machine, and of single parts.
MACHINES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "central_switch": (WINDOW, ("nodes=3",)),
    "two_buses": (WINDOW, ("instances.sink[1].rate=900Mb/s",)),
    "nvme_node": (WINDOW, ()),
    "evening": (("--set", "measure.warm_up=0ms", "--set", "measure.duration=300ms"), ()),
    "fast_mesh": (WINDOW, ("nodes=3",)),
    "seachange_cluster": (WINDOW, ("nodes=4", "failed_nodes=[1]", "streams.count=50")),
    "seachange_cluster as it is": (WINDOW, ()),
    "point_to_point": ((), ("operation=resample", "strands=40")),
    "shared_bus": ((), ("operation=read_and_resample", "strands=40", "disks_per_node=2")),
    "mbus_workstation": ((), ("bytes=64KiB",)),
    "subsystems": ((), ("strands=40", "arrivals.mode=regular", "arrivals.count=20")),
    "ps2": ((), ("planes.count=20",)),
    "disk_array": ((), ("blocks=5",)),
    "voyager": (("--set", "measure.warm_up=300ms", "--set", "measure.duration=1s"), ("thin_nodes=2", "streams_2.count=5", "streams_2.action=record")),
}


def flat_scenario(folder: Path, name: str, netlist: str) -> Path:
    """A scenario of the machine that a netlist is."""
    folder.mkdir()
    (folder / f"{name}.yaml").write_text(netlist)
    scenario = folder / "flat.yaml"
    scenario.write_text(f"system: ./{name}.yaml\n")
    return scenario


def printed(scenario: Path, *words: str) -> str:
    done = isochron("explain", scenario, "--netlist", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fingerprint(scenario: Path, *words: str) -> tuple[str, dict]:
    done = isochron("run", scenario, "--json", "-", "--quiet", "--seed", "5", *words)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    return result["provenance"]["fingerprint"], result["metrics"]


@pytest.mark.parametrize("what", MACHINES)
def test_a_netlist_is_the_machine(what: str, tmp_path: Path) -> None:
    measure, settings = MACHINES[what]
    name = what.partition(" ")[0]
    original = tmp_path / "original.yaml"
    original.write_text(f"system: {name}\n")
    words = [word for setting in settings for word in ("--set", setting)]
    netlist = printed(original, *words)
    flat = flat_scenario(tmp_path / "flat", name, netlist)
    assert printed(flat) == netlist
    schema = json.loads(isochron("schema", "machine").stdout)
    jsonschema.Draft202012Validator(schema).validate(yaml.safe_load(netlist))
    (ours, our_metrics), (theirs, their_metrics) = fingerprint(flat, *measure), fingerprint(original, *measure, *words)
    assert ours == theirs
    assert our_metrics == their_metrics


# In place of a traffic's options; all that a rate, a size and a destination can be.
TRAFFICS = {
    "rates": "rate: {of: [load, 2 * load / 3], weights: [1, n]}, io: {of: [4 KiB, 12 KiB]}, message: 1 KiB",
    "a third": "rate: load / 3, arrivals: poisson, destination: zipf, zipf: 0.7",
    "closed": "arrivals: closed, outstanding: n + 1, io: 4 KiB, message: 512 B, drawn: io",
    "bursts": "rate: load, arrivals: on_off, on: 1 ms, off: 300 us, io: 2 KiB",
    "together": 'rate: load, per: "p", destination: rotation',
    "streams": "rate: load, destination: streams, streams: 7, stream_rate: 4 Mb/s",
}


@pytest.mark.parametrize("options", TRAFFICS)
def test_traffic_is_in_full(options: str, tmp_path: Path) -> None:
    scenario = machine(tmp_path, GOOD.replace("rate: load, io: 4 KiB, message: 1 KiB", TRAFFICS[options]))
    netlist = printed(scenario, "--set", "n=4")
    flat = flat_scenario(tmp_path / "flat", "m", netlist)
    assert printed(flat) == netlist
    assert fingerprint(flat, *WINDOW)[0] == fingerprint(scenario, *WINDOW, "--set", "n=4")[0]
    traffic = yaml.safe_load(netlist)["traffic"][0]
    assert {"name", "from", "to", "arrivals", "io", "message", "destination", "ways"} <= set(traffic)


def test_jobs_are_in_full(tmp_path: Path) -> None:
    text = JOBS.replace("when: work and job mod 2 == 1", "when: work and (job + n) mod (2 * n) < n")
    assert text != JOBS
    scenario = machine(tmp_path, text)
    scenario.write_text("system: ./m.yaml\n")
    for settings in ((), ("--set", "work=false", "--set", "n=3")):
        netlist = printed(scenario, *settings)
        flat = flat_scenario(tmp_path / f"flat{len(settings)}", "m", netlist)
        assert printed(flat) == netlist
        assert fingerprint(flat)[0] == fingerprint(scenario, *settings)[0]
        frames = yaml.safe_load(netlist)["jobs"][0]
        assert frames["let"] == {"d": f"job mod {3 if settings else 2}"}
        assert [step.get("when") for step in frames["steps"]] == ([None, None] if settings else [None, None, "(job + 2) mod 4 < 2"])


def test_a_controller_is_shown_as_traffic_uses_it() -> None:
    scenario = ROOT / "scenarios/seachange/cluster.yaml"
    netlist = yaml.safe_load(printed(scenario, "--set", "io=64KiB", "--set", "message=2KiB"))
    for part in netlist["parts"].values():
        if part["type"] == "raid_controller":
            assert (part["io"], part["message"]) == ("64 KiB", "2 KiB")


FLAT = """machine: m
flat: true
parts:
  "a.s[1]": {type: source}
  d: {type: sink}
  l: {type: serial_link, rate: 1 Gb/s}
connect:
  - {from: "a.s[1].out", to: l.in}
  - {from: l.out, to: d.in}
traffic:
  - {name: t, from: "a.s[*]", to: d, rate: 10 MB/s, io: 4 KiB, message: 1 KiB}
"""


def test_a_flat_file_by_hand(tmp_path: Path) -> None:
    done = isochron("run", machine(tmp_path, FLAT), "--json", "-", "--quiet")
    assert json.loads(done.stdout)["metrics"]["t.bandwidth"]["mean"] == pytest.approx(10e6, rel=0.05)
    require_told(isochron("run", machine(tmp_path, FLAT.replace("flat: true\n", ""))), r"`a\.s\[1\]` is no name for a part|no name for a part")
    require_told(isochron("run", machine(tmp_path, FLAT.replace('"a.s[1]": {', '"a.s[01]": {'))), r"no path of a part. Write it as it is.*a\.s\[1\]")
    require_told(isochron("run", machine(tmp_path, FLAT.replace("flat: true", "flat: 3"))), "`flat` cannot be `3`")
