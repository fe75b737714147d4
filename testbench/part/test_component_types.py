# SPDX-License-Identifier: Apache-2.0
"""Every component type says the same of itself everywhere: what `isochron describe` lists as statistics is what results carry, in the
same units, and what it lists as parameters is what `instances` takes, of `explain` as of `run`.

Catches a statistic that is described and never reported, or the other way round; a part of a machine that no type describes; a parameter
that one command takes and the other refuses."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from support import ROOT, isochron

# Together they have a part of every type, and every figure that only some configurations have.
MACHINES = {
    "ps2": ("ps2/planes", "slaves=1", "disks_per_slave=2", "planes.count=1", "disk.zones=2", "disk.depth=2"),
    "calliope_msu": ("calliope/recording", "streams.count=4", "streams.record=2", "vcr.interval=1s"),
    "calliope_baseline": ("calliope/table1", "disks=2", "adapters=2", "baseline.send=true"),
    "calliope_units": ("calliope/units_150", "coordinator.units=2", "coordinator.rate=1 /s", "coordinator.copies=1", "coordinator.failures=[1]", "coordinator.fail_at=4 s"),
    "disk_array": ("ps2/fig9", "disks=2", "disk.depth=1", "blocks=2"),
    "cluster": ("seachange/cluster", "nodes=3", "disk_rate=400MB/s", "gige.rate=1Gb/s", "instances.node[0].raid[1].dma[0].impl=tlm"),
    "shared_bus": ("gennart/shared_bus_resample", "nodes=2", "strands=8", "instances.node[0].disk_node.impl=tlm"),
    "point_to_point": ("gennart/point_to_point_read_network", "nodes=2"),
    "subsystems": ("gennart/subsystems_read", "nodes=2", "instances.node[0].mover.timing=clocked"),
    "bursts": ("gennart/subsystems_read", "nodes=2", "dma.unit=burst", "instances.node[0].mover.timing=clocked"),
    "workstation": ("gennart/mbus_read", "io.mode=disk"),
    "calliope": ("calliope/coordinator_60", "coordinator.rate=20 /s"),
    "voyager": ("voyager/evening", "thin_nodes=2", "streams_2.count=2", "streams_3.count=2", "streams_4.count=2", "streams.count=2", "step=100ms"),
    "voyager_disks": ("voyager/table5_vsd", "disks.count=2"),
    "two_buses": ("own/two_buses",),
    # Before others with a switch: its parts have as many ports as by default.
    "pull": ("../testbench/part/pull",),
    "nvme_node": ("own/nvme_node", "disks=2"),
    "classes": ("../testbench/part/classes",),
    "pcie_bench": ("pcie/bandwidth", "measure.duration=50us", "host=bdw-Xeon-E5-2630v4-dell-t430-s0-s0-s0-iommu-nosp"),
    "bus_pull": ("../testbench/part/bus_pull",),
    "flash_array": ("own/flash_array", "drives=2", "outstanding=32"),
    "link_errors": ("faults/link_errors", "measure.duration=2ms"),
    "streaming_server": ("own/streaming_server", "drives=2", "adapters=2", "ports=1", "outstanding=8"),
    "extents": ("cosim/ps2_extents", "descriptor=volume", "instances.mover.impl=tlm"),
}
SECONDS = ("measure.warm_up=2s", "measure.duration=4s")
SHORT = {
    "cluster": ("measure.warm_up=10ms", "measure.duration=10ms"),
    "nvme_node": ("measure.warm_up=1ms", "measure.duration=2ms"),
    **dict.fromkeys(("flash_array", "streaming_server"), ("measure.warm_up=200us", "measure.duration=300us")),
} | dict.fromkeys(("calliope_msu", "calliope_baseline", "calliope", "calliope_units", "voyager", "voyager_disks"), SECONDS)


def options(machine: str) -> list[str]:
    _, *settings = MACHINES[machine]
    return [word for setting in (*settings, *SHORT.get(machine, ())) for word in ("--set", setting)]


def scenario(machine: str) -> str:
    return str(ROOT / f"scenarios/{MACHINES[machine][0]}.yaml")


@cache
def types() -> dict[str, dict]:
    """All but machines of our own, whose parts are those of others."""
    own = {path.stem for path in (ROOT / "scenarios/own").glob("*.yaml")}
    return {one["name"]: one for one in json.loads(isochron("describe", "--json").stdout) if one["name"] not in own}


@cache
def parts(machine: str) -> dict[str, str]:
    """Type by path; the machine itself has none, and none at all where a file describes it."""
    explained = json.loads(isochron("explain", scenario(machine), "--json", *options(machine)).stdout)
    of_machine = {"": explained["system"]} if explained["system"] in types() else {}
    return {part["name"]: part["type"] for part in explained["points"][0]["topology"]["parts"]} | of_machine


@cache
def result(machine: str) -> dict:
    done = isochron("run", scenario(machine), "--json", "-", "--quiet", "--replications", "1", *options(machine))
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    return document | {"components": document.get("points", [document])[0]["components"]}


def owner(machine: str, path: str) -> str:
    """The part that what is at `path` belongs to: the longest one that it begins with."""
    return max((name for name in parts(machine) if not name or path == name or path.startswith(f"{name}.")), key=len)


def reported(machine: str) -> set[tuple[str, str, str]]:
    """(type, statistic, unit) of all that the result has; indices are those of the description."""
    document, found = result(machine), set()
    for path, values in document["components"].items():
        if any(name.startswith(f"{path}.") for name in parts(machine)) and path not in parts(machine):
            continue  # a statistic that the machine's file declares of what is there
        part = owner(machine, path)
        within = path[len(part) :].lstrip(".")
        for statistic in values:
            name = f"{within}.{statistic}".lstrip(".")
            found.add((parts(machine)[part], re.sub(r"\[\d+\]", "[i]", name), document["component_units"][statistic]))
    return found


def described(of: set[str]) -> set[tuple[str, str, str]]:
    """Without distributions, which results do not list part by part."""
    return {
        (name, re.sub(r"\[[a-z]\]", "[i]", statistic["name"]), statistic["unit"])
        for name in of
        for statistic in types()[name]["statistics"]
        if not statistic.get("distribution")
    }


def test_the_machines_have_a_part_of_every_type() -> None:
    assert {kind for machine in MACHINES for kind in parts(machine).values()} == set(types())


def test_what_is_described_is_what_is_reported() -> None:
    everywhere = set().union(*(reported(machine) for machine in MACHINES))
    # Reported by the block mover that stands in a strand mover's place.
    in_its_place = {("strand_mover", "moved", "B"), ("strand_mover", "cycles", "1")}
    # Only what faults strike reports these: links of one of the machines.
    with_faults = {(kind, name, unit) for kind, name, unit in described(set(types())) if is_of_faults(kind, name)}
    assert ("serial_link", "errors", "1") in everywhere & with_faults
    assert everywhere | with_faults == described(set(types())) - in_its_place


def is_of_faults(kind: str, name: str) -> bool:
    return any(one["name"] == name and one["doc"].endswith("(with faults)") for one in types()[kind]["statistics"])


@pytest.mark.parametrize("machine", MACHINES)
def test_a_statistic_has_one_unit(machine: str) -> None:
    units = {statistic.rpartition(".")[2]: unit for _, statistic, unit in described(set(types()))}
    carried = result(machine)["component_units"]
    assert carried == {name: units[name] for name in carried}


def settings() -> list[tuple[str, str, str]]:
    """A machine that has a part with the parameter, the parameter's path as an instance's, and its default."""
    found = {}
    for machine in MACHINES:
        for part, kind in parts(machine).items():
            for parameter in types()[kind]["parameters"] if part else ():
                found.setdefault((kind, parameter["name"]), (machine, f"{part}.{parameter['name']}", parameter["default_text"]))
    return list(found.values())


def test_every_parameter_of_a_part_can_be_set_for_one_instance() -> None:
    refused = []
    for machine, path, value in settings():
        done = isochron("explain", scenario(machine), *options(machine), "--set", f"instances.{path}={value}")
        if done.returncode != 0:
            refused.append((path, done.stderr))
    assert not refused


# What is refused of one part, by its range or beside its other parameters, and of a part that does not have it.
REFUSED = (
    ("cluster", "node[0].raid[0].message=1 GiB"), ("cluster", "node[0].raid[0].io=1 B"),
    ("cluster", "node[0].raid_pci[0].slice=0 B"), ("cluster", "node[0].raid[0].disk_delay.min=100 s"), ("cluster", "node[0].switch.rate=1 Gb/s"),
    ("subsystems", "node[0].disk[0].rate=0 B/s"), ("workstation", "cache.size=100 KiB"),
    ("workstation", "memory.size=1 MiB"),
)  # fmt: skip
# Taken by both, and of consequence.
TAKEN = (
    ("subsystems", "node[1].mover.timing=clocked"), ("bursts", "node[1].mover.burst=4 KiB"), ("cluster", "node[0].raid[0].io=64 KiB"),
    ("cluster", "node[0].raid[0].message=512 B"), ("cluster", "node[0].raid[0].message=64 KiB"), ("workstation", "mbus.clock=40 MHz"),
    ("workstation", "cache.size=64 KiB"),
)  # fmt: skip


@pytest.mark.parametrize(("machine", "setting"), [*REFUSED, *TAKEN])
def test_explain_and_run_take_and_refuse_the_same(machine: str, setting: str) -> None:
    words = [scenario(machine), *options(machine), "--set", f"instances.{setting}"]
    explained, run = isochron("explain", *words), isochron("run", *words, "--quiet", "--replications", "1")
    assert explained.returncode == run.returncode == (2 if (machine, setting) in REFUSED else 0), explained.stderr + run.stderr
    if run.returncode == 2:
        assert explained.stderr == run.stderr


@pytest.mark.parametrize(("machine", "setting"), TAKEN[:3])
def test_a_setting_of_one_instance_changes_the_run(machine: str, setting: str) -> None:
    done = isochron("run", scenario(machine), "--json", "-", "--quiet", "--replications", "1", *options(machine), "--set", f"instances.{setting}")
    assert json.loads(done.stdout)["provenance"]["fingerprint"] != result(machine)["provenance"]["fingerprint"]


@pytest.mark.parametrize("machine", MACHINES)
def test_log_and_waves_name_parts_of_the_machine(machine: str, tmp_path: Path) -> None:
    words = [scenario(machine), *options(machine)]
    listed = isochron("waves", *words).stdout.splitlines()[1:]
    signals = {line.split()[0] for line in listed if line and not line.startswith(" ")}
    assert isochron("run", *words, "--quiet", "--replications", "1", "--record", tmp_path / "log.csv").returncode == 0
    with open(tmp_path / "log.csv", encoding="utf-8") as file:
        places = {line.split(",", 2)[1] for line in file.readlines()[1:]}
    assert signals and places
    assert not [path for path in signals | places if not owner(machine, path) and not path.startswith("faults.")]
    # What has no signal of its own is a choice that this machine has not made, hands on what others show (the links of a switch), or only knows where
    # extents are.
    silent = {parts(machine)[part] for part in parts(machine) if part and not any(owner(machine, path) == part for path in signals)}
    assert silent <= {"disk_node", "scsi_controller", "extent_store", "extent_gatherer", "unit_failures", "pcie_switch"}
