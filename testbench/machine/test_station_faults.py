# SPDX-License-Identifier: Apache-2.0
"""Disks, buses, processors and networks that stand still for a while and that are slow, in machines whose work is jobs, planes, blocks or streams."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from support import LONG, isochron, require_told

Fault = dict[str, Any]
DIGIT = 1e-9  # s: results have nine
# A single strand, which meets nobody: it is at each part at a time that is known (Gennart et al., Table 2).
STRAND = 168_960
SEEK_MS, DISK, SCSI, WRITE, READ, RESAMPLE = 10, 4e6, 18.4e6, 38.9e6, 100e6, 7.5e6
ENDS_MS = [0.0]
for stage_ms in (SEEK_MS + 1e3 * STRAND / DISK, 1e3 * STRAND / SCSI, 1e3 * STRAND / WRITE, 1e3 * STRAND / READ, 1e3 * STRAND / RESAMPLE):
    ENDS_MS.append(ENDS_MS[-1] + stage_ms)
STAGES = ("node[0].disk[0]", "node[0].scsi", "mbus", "mbus", "node[0].processor")


def run(folder: Path, document: dict[str, Any], *options: str) -> dict[str, Any]:
    scenario = folder / "run.yaml"
    scenario.write_text(yaml.safe_dump(document))
    done = isochron("run", scenario, "--quiet", "--json", "-", *options)
    assert done.returncode == 0, f"{document}: {done.stderr}"
    return json.loads(done.stdout)


def server(faults: list[Fault], **parameters: Any) -> dict[str, Any]:
    settings = {"nodes": 1, "disk.latency": "deterministic", "operation": "resample", "strands": 1, **parameters}
    return {"system": "shared_bus", "parameters": settings} | ({"faults": faults} if faults else {})


def completion(result: dict[str, Any]) -> float:
    return result["metrics"]["completion_time"]["mean"]


@pytest.mark.parametrize("stage", range(len(STAGES)))
def test_an_outage_makes_the_end_as_much_later(stage: int, tmp_path: Path) -> None:
    """... wherever it strikes; and work in a time in which the part is slow is that time divided by the factor."""
    plain = completion(run(tmp_path, server([])))
    middle = (ENDS_MS[stage] + ENDS_MS[stage + 1]) / 2
    at = f"{middle:.3f} ms"
    outage = completion(run(tmp_path, server([{"at": at, "down": STAGES[stage], "for": "7 ms"}])))
    assert outage - plain == pytest.approx(7e-3, abs=DIGIT)
    slow = completion(run(tmp_path, server([{"at": at, "slow": STAGES[stage], "factor": 4, "for": "400 us"}])))
    assert slow - plain == pytest.approx(300e-6, abs=DIGIT)
    both = [{"at": at, "slow": STAGES[stage], "factor": 4, "for": "400 us"}, {"at": f"{middle + 0.1:.3f} ms", "down": STAGES[stage], "for": "100 us"}]
    # Of the 400 us it is slow 300 us, in which it does 75 us of its work.
    assert completion(run(tmp_path, server(both))) - plain == pytest.approx(325e-6, abs=DIGIT)


def test_a_queue_of_strands_at_a_disk(tmp_path: Path) -> None:
    """D/D/1: all end as much later as the outage lasted, and what is slow throughout takes as many times as long."""
    strands = 10
    options = {"strands": strands, "operation": "read"}
    plain = run(tmp_path, server([], **options))
    service = SEEK_MS * 1e-3 + STRAND / DISK
    rest = STRAND / SCSI + STRAND / WRITE
    assert completion(plain) == pytest.approx(strands * service + rest, abs=1e-9)
    outage = run(tmp_path, server([{"at": "200 ms", "down": "node[0].disk[0]", "for": "100 ms"}], **options))
    assert completion(outage) - completion(plain) == pytest.approx(0.1, abs=2 * DIGIT)
    slow = run(tmp_path, server([{"slow": "node[0].disk[0]", "factor": 3}], **options))
    assert completion(slow) == pytest.approx(3 * strands * service + rest, abs=1e-8)
    assert slow["metrics"]["strands.lost"]["mean"] == 0


# When parts are struck whose machines are not at work all the time: ms.
BEGIN_MS = {"mbus_workstation": 5, "calliope_msu": 300, "calliope": 300, "voyager": 300}
# Of each machine: parameters that make it small, how it is measured, its parts that can be struck, and its disks.
TIMED = {"warm_up": "100 ms", "duration": "900 ms", "replications": 1}
ONCE = {"replications": 1}
MACHINES: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]] = {
    "shared_bus": ({"nodes": 3, "strands": 24, "operation": "resample"}, ONCE, ("node[*].disk[*]", "node[0].scsi", "mbus", "node[1].processor", "node[2].compressor")),
    "point_to_point": ({"nodes": 2, "disks_per_node": 2, "strands": 24}, ONCE, ("node[0].disk[*]", "node[*].scsi", "node[1].bus", "server_memory")),
    "subsystems": ({"nodes": 2, "strands": 16, "operation": "resample"}, ONCE, ("node[1].disk[0]", "node[*].bus", "mbus", "node[*].processor")),
    "mbus_workstation": ({"bytes": "2 MB", "io.mode": "disk"}, ONCE, ("mbus", "disk")),
    "disk_array": ({"disks": 3, "block.most": "64 KiB", "blocks": 4}, ONCE, ("disk[*]", "string[*]", "processor")),
    "ps2": ({"planes.count": 3, "slaves": 2, "disks_per_slave": 3}, ONCE, ("slave[*].disk[*]", "slave[0].string[*]", "slave[1].processor", "master.processor", "network")),
    "calliope_msu": ({}, TIMED, ("disk[*]",)),
    "calliope": ({}, TIMED, ("network",)),
    "voyager": ({}, TIMED, ("wide[*].disk[*]", "wide[0].string[*]", "switch", "wide[*].tb2", "thin[0].tb2", "thin[0].microchannel", "thin[0].atm", "thin[0].processor", "thin[*].vsd")),
}  # fmt: skip


def machine(name: str, faults: list[Fault]) -> dict[str, Any]:
    parameters, measure, _ = MACHINES[name]
    return {"system": name, "parameters": parameters, "measure": measure, "faults": faults}


def drawn(name: str, number: int) -> list[Fault]:
    """Two to five outages and slow times at parts of a machine, in its first second or 100 ms."""
    chance = random.Random(f"stations of {name} {number}")
    faults: list[Fault] = []
    for _ in range(chance.randint(2, 5)):
        part = chance.choice(MACHINES[name][2])
        length = chance.choice((10_000, 100_000, 900_000))
        at = {"at": f"{chance.randint(0, length)} us", "for": f"{chance.randint(1, length // 4)} us"}
        faults.append(at | ({"down": part} if chance.random() < 0.5 else {"slow": part, "factor": chance.choice((1.5, 2, 10))}))
    return faults


def deterministic(result: dict[str, Any]) -> dict[str, Any]:
    """What fast and reference mode have in common."""
    kept = {key: one for key, one in result.items() if key not in ("performance", "parameters", "warnings")}
    return kept | {"fingerprint": result["provenance"]["fingerprint"]}


@pytest.mark.parametrize("name", MACHINES)
def test_each_part_can_be_struck(name: str, tmp_path: Path) -> None:
    """... and the machine goes on; what has an end ends later, or when it did."""
    plain = run(tmp_path, machine(name, []))
    for part in MACHINES[name][2]:
        begin = BEGIN_MS.get(name, 100)
        faults = [{"at": f"{begin} ms", "down": part, "for": "60 ms"}, {"at": f"{begin + 70} ms", "slow": part, "factor": 2, "for": "40 ms"}]
        struck = run(tmp_path, machine(name, faults))
        assert struck["metrics"]["fault0.strikes"]["mean"] >= 1, part
        # A program on MBUS goes faster while its disk stands still.
        if "completion_time" in plain["metrics"] and part != "disk":
            assert completion(plain) <= completion(struck) <= completion(plain) + 0.3, part
        assert any(struck["metrics"][figure] != one for figure, one in plain["metrics"].items()), part


@pytest.mark.parametrize("name", MACHINES)
def test_random_outages(name: str, tmp_path: Path) -> None:
    """No run hangs, nothing is lost, and fast and reference mode agree."""
    for number in range(30 if LONG else 3):
        document = machine(name, drawn(name, number))
        fast, reference = (run(tmp_path, document, "--set", f"bus_model={mode}") for mode in ("fast", "reference"))
        assert deterministic(fast) == deterministic(reference), document
        if "strands.lost" in fast["metrics"]:
            assert fast["metrics"]["bytes.in"]["mean"] == fast["metrics"]["bytes.out"]["mean"], document


BAD = {
    "a bus without end": ("shared_bus", '{down: mbus}', "`mbus` is a `fifo_bus`, whose outage must end by itself.*Add `for: 1 s`"),
    "a bus that is detected": ("shared_bus", '{down: mbus, for: 1 s, detect: 1 ms}', "must end by itself"),
    "a processor that fails": ("shared_bus", '{fail: "node[0].processor"}', "joined without a link that can fail"),
    "a part that cannot": ("ps2", '{down: "slave[0].memory_bus", for: 1 s}', "`memory_bus`, which a fault with `down` cannot strike.*Name parts that it can: "),
    "a parameter of a disk": ("shared_bus", '{set: {rate: 50 %}, on: "node[0].disk[0]"}', "a fault with `set` cannot strike|cannot change during a run"),
    "errors on a bus": ("shared_bus", "{bit_errors: 1e-9, on: mbus}", "which a fault with `bit_errors` cannot strike"),
    "a disk of a duty cycle that fails": ("calliope_msu", '{fail: "disk[0]"}', "`disk\\[0\\]` cannot fail: .* asks it and cannot go on without an answer.*Let it stand still for a time"),
    "a disk of a duty cycle without end": ("calliope_msu", '{down: "disk[0]"}', "whose outage must end by itself"),
    "a disk behind the interface": ("shared_bus", '{fail: "node[0].disk[0]"}', "asks it and cannot go on"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_ones_are_told(name: str, tmp_path: Path) -> None:
    system, fault, message = BAD[name]
    more = {"node[*].disk_node": {"impl": "tlm"}} if "interface" in name else {}
    scenario = tmp_path / "bad.yaml"
    scenario.write_text(yaml.safe_dump({"system": system, "instances": more, "measure": MACHINES[system][1]}) + f"faults: [{fault}]\n")
    require_told(isochron("run", scenario, "--quiet"), message)


@pytest.mark.parametrize("part", ["disk", "fifo_bus", "scsi_string", "mbus", "processing_unit", "processor", "ethernet", "sp_switch", "tb2_adapter", "microchannel", "atm_link", "vsd_server", "disk_reader"])
def test_descriptions_have_it(part: str) -> None:
    told = isochron("describe", part)
    assert "down" in told.stdout and "it stands still" in told.stdout and "slow" in told.stdout, told.stdout
