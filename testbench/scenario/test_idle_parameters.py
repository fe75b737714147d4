# SPDX-License-Identifier: Apache-2.0
"""What the command says of parameters without effect is true: a run with another value of one gives the same figures.

Catches a condition that is too wide (a parameter that counts is called idle) and one that was forgotten (its message would be wrong).
"""

from __future__ import annotations

import json

import pytest
from support import isochron

SHORT = ("--set", "measure.warm_up=5ms", "--set", "measure.duration=15ms")
SECONDS = ("--set", "measure.warm_up=2s", "--set", "measure.duration=3s")
FEW = ("--set", "nodes=2", "--set", "strands=12")
BRIEF = ("--set", "measure.warm_up=2s", "--set", "measure.duration=9s")
MACHINES = {
    "cluster": ("scenarios/seachange/cluster.yaml", "--set", "nodes=3", *SHORT),
    "cluster by the protocol": ("scenarios/seachange/cluster.yaml", "--set", "nodes=3", "--set", "pci.timing=protocol", *SHORT),
    "cluster with streams": ("scenarios/seachange/cluster.yaml", "--set", "nodes=3", "--set", "streams.count=300", *SHORT),
    "cluster of one chip": (
        "scenarios/seachange/cluster.yaml",
        *("--set", "nodes=3", "--set", "ib_side.chips=1", "--set", "ib_side.bridges=1", "--set", "ib_side.sf_links=2", *SHORT),
    ),
    "shared bus": ("scenarios/gennart/shared_bus_read.yaml", *FEW),
    "shared bus, resampling": ("scenarios/gennart/shared_bus_resample.yaml", *FEW),
    "shared bus, network": ("scenarios/gennart/shared_bus_read.yaml", "--set", "operation=read_protocol_network", *FEW),
    "links": ("scenarios/gennart/point_to_point_read.yaml", *FEW),
    "links, two streams": ("scenarios/gennart/point_to_point_read.yaml", "--set", "operation=read_and_resample", *FEW),
    "subsystems": ("scenarios/gennart/subsystems_read.yaml", *FEW),
    "subsystems, resampling": ("scenarios/gennart/subsystems_resample.yaml", *FEW),
    "subsystems, network": ("scenarios/gennart/subsystems_read.yaml", "--set", "operation=read_protocol_network", *FEW),
    "subsystems of old": ("scenarios/gennart/subsystems_read.yaml", "--set", "disks=local", "--set", "dma.unit=burst", *FEW),
    "subsystems, regular": ("scenarios/gennart/subsystems_read.yaml", "--set", "arrivals.mode=regular", "--set", "arrivals.count=9", *FEW),
    "ps2": ("scenarios/ps2/planes.yaml", "--set", "planes.count=2", "--set", "disks_per_slave=2"),
    "ps2 alone": ("scenarios/ps2/planes.yaml", "--set", "planes.count=1", "--set", "slaves=0"),
    "ps2, literal": ("scenarios/ps2/literal.yaml", "--set", "planes.count=2"),
    "disk array": ("scenarios/ps2/fig9.yaml", "--set", "blocks=2", "--set", "disks=3", "--set", "disk.depth=1"),
    "storage unit": ("scenarios/calliope/graph1_25.yaml", *SECONDS),
    "storage unit, traces": ("scenarios/calliope/graph2.yaml", "--set", "streams.count=6", *SECONDS),
    "storage unit, two adapters": ("scenarios/calliope/two_adapters.yaml", "--set", "streams.count=8", *SECONDS),
    "storage unit, baseline": ("scenarios/calliope/table1.yaml", "--set", "disks=2", "--set", "adapters=1", "--set", "baseline.send=true", *SECONDS),
    "storage unit, no disk": ("scenarios/calliope/fddi_only.yaml", *SECONDS),
    "coordinator and units": (
        "scenarios/calliope/units_150.yaml",
        *("--set", "coordinator.units=2", "--set", "coordinator.rate=1 /s", "--set", "coordinator.copies=1", *SECONDS),
    ),
    "coordinator": ("scenarios/calliope/coordinator_60.yaml", "--set", "measure.duration=5s"),
    "coordinator, lengths": ("scenarios/calliope/coordinator_50.yaml", "--set", "coordinator.units=6", "--set", "coordinator.stride=2", *BRIEF),
    "coordinator, failure": ("scenarios/calliope/msu_failure.yaml", "--set", "coordinator.rate=2/s", "--set", "coordinator.copies=2", *BRIEF),
    "coordinator, recordings": ("scenarios/calliope/coordinator_60.yaml", "--set", "coordinator.recordings=0.5", *BRIEF),
    "server": ("scenarios/voyager/evening.yaml", "--set", "thin_nodes=2", "--set", "streams.count=4", "--set", "streams_3.count=4", *SECONDS),
    "server, receiving": ("scenarios/voyager/figure3.yaml", "--set", "streams.count=11", *SECONDS),
    "server, sending": ("scenarios/voyager/cells.yaml", "--set", "streams.count=27", "--set", "streams.packet=8192 B", *SECONDS),
    "server, local files": ("scenarios/voyager/figure5.yaml", "--set", "streams.count=4", "--set", "files.where=local", *SECONDS),
    "server, raw AAL5": (
        "scenarios/voyager/proposals_shares.yaml",
        *("--set", "stack.protocol=aal5", "--set", "stack.copies=false", "--set", "stack.checksum_share=50 %", "--set", "stack.protocol_share=50 %", *SECONDS),
    ),
    "server, disks alone": ("scenarios/voyager/table5_vsd.yaml", "--set", "disks.count=3", *SECONDS),
    "server, local disks alone": ("scenarios/voyager/table5_local.yaml", "--set", "disks.count=3", *SECONDS),
    "memory": ("scenarios/gennart/mbus_copy.yaml", "--set", "bytes=32kB"),
}  # fmt: skip


def figures(*arguments: str) -> dict:
    """The figures of one replication."""
    done = isochron("run", *arguments, "--replications", "1", "--json", "-", "--quiet")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["metrics"]


def another(parameter: dict) -> str:
    """A valid value that is not the present one, as far from it as is cheap to run."""
    if parameter.get("choices"):
        others = [choice for choice in parameter["choices"] if choice != parameter["text"]]
        if others:
            return others[0]
    if parameter["text"] in ("true", "false"):
        return "false" if parameter["text"] == "true" else "true"
    if parameter["text"].startswith("["):  # of an empty one nothing else is known to fit
        return f"[{', '.join(reversed(parameter['text'].strip('[]').split(', ')))}]"
    low = parameter["valid"].split(" or ")[-1].split(" to ")[0]
    return low if low != parameter["text"] else parameter["valid"].split(" to ")[-1]


@pytest.mark.parametrize("name", MACHINES)
def test_idle_parameters_change_nothing(name: str) -> None:
    arguments = MACHINES[name]
    explained = isochron("explain", *arguments, "--json")
    assert explained.returncode == 0, explained.stderr
    idle = [parameter for parameter in json.loads(explained.stdout)["parameters"] if not parameter["counts"]]
    assert idle
    expected = figures(*arguments)
    for parameter in idle:
        assert figures(*arguments, "--set", f"{parameter['path']}={another(parameter)}") == expected, parameter["path"]


def test_a_warning_from_every_command_and_an_error_where_it_is_asked_for() -> None:
    arguments = (*MACHINES["shared bus"], "--set", "processor.copy=50MB/s")
    words = "`processor.copy` has no effect: it counts with `operation: read_protocol_network`"
    for command in ("run", "check", "explain"):
        assert words in isochron(command, *arguments).stderr, command
        strict = isochron(command, *arguments, "--strict")
        assert strict.returncode == 2 and strict.stderr.startswith(f"--set processor.copy=50MB/s: {words}"), command
    done = isochron("run", *arguments, "--replications", "1", "--json", "-", "--quiet")
    assert any(words in warning for warning in json.loads(done.stdout)["warnings"])


def test_an_instances_parameter_without_effect() -> None:
    done = isochron("explain", *MACHINES["cluster"], "--set", "instances.node[0].raid[*].dma_queue=per_engine")
    assert "`node[0].raid[*].dma_queue` has no effect: it counts with `dma_engines: 2 or more`" in done.stderr
    both = ("--set", "instances.node[0].raid[0].dma_queue=per_engine", "--set", "instances.node[0].raid[0].dma_engines=2")
    done = isochron("explain", *MACHINES["cluster"], *both)
    assert done.returncode == 0 and "has no effect" not in done.stderr
