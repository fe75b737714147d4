# SPDX-License-Identifier: Apache-2.0
"""Disks that die and come back: what is lost, who stands in for them, and no run that hangs."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from random_job_machines import FAMILIES, FIRST, job_machine
from support import LONG, isochron, require_told

Fault = dict[str, Any]
STRAND, SERVICE, SCSI, WRITE = 168_960, 0.05224, 168_960 / 18.4e6, 168_960 / 38.9e6
DISKS, EACH = 3, 10
CYCLE = "wait for each other in a cycle"


def run(folder: Path, document: dict[str, Any], *options: str) -> dict[str, Any]:
    scenario = folder / "run.yaml"
    scenario.write_text(yaml.safe_dump(document))
    done = isochron("run", scenario, "--quiet", "--json", "-", *options)
    assert done.returncode == 0, f"{document}: {done.stderr}"
    return json.loads(done.stdout)


def mean(result: dict[str, Any], metric: str) -> float:
    return result["metrics"][metric]["mean"]


def server(faults: list[Fault], system: str = "shared_bus", **parameters: Any) -> dict[str, Any]:
    settings = {"nodes": 1, "disks_per_node": DISKS, "strands": DISKS * EACH, "disk.latency": "deterministic", **parameters}
    return {"system": system, "parameters": settings, "faults": faults}


def dies(at: float, disk: int = 0, **more: str) -> Fault:
    return {"at": f"{at * 1e3:.3f} ms", "fail": f"node[0].disk[{disk}]", **more}


@pytest.mark.parametrize("read", [0, 3, 9])
@pytest.mark.parametrize("how", ["silent", "at once", "down without end"])
def test_what_waits_and_what_is_half_done_is_lost(read: int, how: str, tmp_path: Path) -> None:
    """Without redundancy: all that the disk has not read, and nothing else."""
    at = (read + 0.5) * SERVICE
    fault = dies(at, detect="50 ms") if how == "silent" else dies(at) if how == "at once" else {"at": f"{at * 1e3:.3f} ms", "down": "node[0].disk[0]"}
    result = run(tmp_path, server([fault]))
    lost = (EACH - read) * STRAND
    assert mean(result, "strands.lost") == mean(result, "bytes.lost") == mean(result, "fault0.lost") == lost
    assert mean(result, "bytes.in") == mean(result, "bytes.out") + lost == DISKS * EACH * STRAND
    known = at + (0.05 if how == "silent" else 0)
    assert mean(result, "completion_time") == pytest.approx(max(known, EACH * SERVICE + 2 * SCSI + WRITE), abs=1e-6)


@pytest.mark.parametrize("read", [0, 4, 9])
@pytest.mark.parametrize("redundancy", ["mirrored", "parity"])
def test_others_stand_in(read: int, redundancy: str, tmp_path: Path) -> None:
    """The next disk reads what is left, or all others do at the same time; the requests that the disk destroyed are counted as its own."""
    result = run(tmp_path, server([dies((read + 0.5) * SERVICE)], redundancy=redundancy))
    left = EACH - read
    assert mean(result, "strands.lost") == 0
    assert mean(result, "fault0.lost") == left * STRAND
    assert mean(result, "bytes.in") == mean(result, "bytes.out")
    crossing = SCSI if redundancy == "mirrored" else (DISKS - 1) * SCSI
    assert mean(result, "completion_time") == pytest.approx((EACH + left) * SERVICE + crossing + WRITE, abs=1e-8)


def test_a_disk_that_is_back(tmp_path: Path) -> None:
    """Strands that are asked for while it is known to be dead are read elsewhere, and later ones by it again."""
    arrivals = {"arrivals.mode": "regular", "arrivals.interval": "100 ms", "arrivals.count": 60}
    whole = run(tmp_path, server([], **arrivals))["components"]
    result = run(tmp_path, server([dies(1.98, back="4.02 s", detect="1 ms")], redundancy="mirrored", **arrivals))
    assert mean(result, "strands.lost") == 0
    # Strand i is asked for at i x 100 ms and is of disk i mod 3: 7 of disk 0 are due from 2.1 to 3.9 s, and 13 are not.
    assert result["components"]["node[0].disk[0]"]["utilisation"] == pytest.approx(whole["node[0].disk[0]"]["utilisation"] * 13 / 20, rel=1e-6)
    assert result["components"]["node[0].disk[1]"]["utilisation"] == pytest.approx(whole["node[0].disk[1]"]["utilisation"] * 27 / 20, rel=1e-6)


def test_the_second_of_two_is_the_end(tmp_path: Path) -> None:
    """Parity survives one failure: what another disk has not read once it is dead too is lost."""
    both = [dies(2.5 * SERVICE), dies(5.5 * SERVICE, disk=1)]
    result = run(tmp_path, server(both, redundancy="parity"))
    assert mean(result, "strands.lost") > 0
    assert mean(result, "bytes.in") == mean(result, "bytes.out") + mean(result, "bytes.lost")


@pytest.mark.parametrize("system", ["shared_bus", "point_to_point", "subsystems"])
@pytest.mark.parametrize("redundancy", ["none", "mirrored", "parity"])
def test_all_three_servers(system: str, redundancy: str, tmp_path: Path) -> None:
    document = server([dies(0.2, disk=1, detect="20 ms", back="900 ms")], system, nodes=2, strands=48, redundancy=redundancy, **{"disk.latency": "triangular"})
    fast, reference = (run(tmp_path, document, "--set", f"bus_model={mode}") for mode in ("fast", "reference"))
    assert fast["metrics"] == reference["metrics"]
    assert (mean(fast, "strands.lost") > 0) == (redundancy == "none")
    assert mean(fast, "bytes.in") == mean(fast, "bytes.out") + mean(fast, "bytes.lost")


def test_a_disk_that_never_was_there(tmp_path: Path) -> None:
    """The parameter that a failure sets means the same from the start: the disk has nothing to do, and its stand-in twice as much."""
    whole, failed = (run(tmp_path, server([], redundancy="mirrored", **more)) for more in ({}, {"failed_disks": [0]}))
    assert failed["components"]["node[0].disk[0]"]["utilisation"] == 0
    assert mean(failed, "completion_time") - mean(whole, "completion_time") == pytest.approx(EACH * SERVICE - 2 * SCSI, abs=1e-8)


@pytest.mark.parametrize("number", range(60 if LONG else 12))
def test_random_job_machines(number: int, tmp_path: Path) -> None:
    """Disks die and return, disks, buses and processors stand still and are slow: jobs end or are lost, and both modes agree."""
    tried = 0
    for drawn in range(FIRST + 5 * number, FIRST + 5 * number + 5):
        m, chance = job_machine(drawn), random.Random(f"disks that die {drawn}")
        scenario = m.write(tmp_path)
        struck = ("disk", "fifo_bus", "processing_unit")
        parts = {re.sub(r"[^\[,\]]+(?=[,\]])", "*", name).replace(",", "]["): entry["type"] for name, entry in m.document()["parts"].items() if entry["type"] in struck and "when" not in entry}
        if not parts:
            continue
        faults = []
        for _ in range(chance.randint(2, 5)):
            part, length = chance.choice(sorted(parts)), chance.choice((200, 5_000, 100_000, 1_000_000))
            begin = chance.randint(0, length)
            fault: Fault = {"at": f"{begin} us"}
            if parts[part] == "disk" and chance.random() < 0.6:
                fault |= {"fail": part} | ({"detect": f"{chance.randint(1, length)} us"} if chance.random() < 0.5 else {})
                fault |= {"back": f"{begin + chance.randint(1, length)} us"} if chance.random() < 0.5 else {}
            else:
                fault |= {"for": f"{chance.randint(1, length)} us"} | ({"down": part} if chance.random() < 0.5 else {"slow": part, "factor": chance.choice((1.5, 3, 10))})
            faults.append(fault)
        document = yaml.safe_load(scenario.read_text()) | {"faults": faults}
        scenario.write_text(yaml.safe_dump(document))
        foretold = isochron("explain", scenario, "--json").stdout
        results = []
        for mode in ("fast", "reference"):
            done = isochron("run", scenario, "--quiet", "--json", "-", "--set", f"bus_model={mode}")
            if done.returncode == 2 and "asks it and cannot go on" in done.stderr:
                break
            if done.returncode == 3 and CYCLE in foretold:
                break
            assert done.returncode == 0, f"{drawn} {faults}: {done.stderr}"
            results.append(json.loads(done.stdout))
        if len(results) < 2:
            continue
        tried += 1
        fast, reference = ({key: one for key, one in result.items() if key in ("metrics", "components")} for result in results)
        assert fast == reference, f"{drawn} {faults}"
        assert mean(results[0], "bytes.in") == mean(results[0], "bytes.out") + mean(results[0], "bytes.lost"), f"{drawn} {faults}"
    assert tried or number, "no machine had a part to strike"
    assert FAMILIES


def planes(faults: list[Fault]) -> dict[str, Any]:
    return {"system": "ps2", "parameters": {"planes.count": 6, "slaves": 2, "disks_per_slave": 3}, "measure": {"replications": 1}, "faults": faults}


def test_a_disk_of_ps2(tmp_path: Path) -> None:
    """Parts of planes are missing from its death on, as if it had never been there, until it is back; all planes are shown."""
    result = run(tmp_path, planes([]))
    end, parts = mean(result, "completion_time"), None
    missing = {}
    for name, fault in {
        "from the start": {"at": "0 s", "fail": "slave[0].disk[1]"},
        "in the middle": {"at": f"{end * 500:.3f} ms", "fail": "slave[0].disk[1]"},
        "and back": {"at": f"{end * 250:.3f} ms", "fail": "slave[0].disk[1]", "back": f"{end * 600:.3f} ms"},
        "silent": {"at": f"{end * 500:.3f} ms", "fail": "slave[0].disk[1]", "detect": "300 ms"},
    }.items():
        struck = run(tmp_path, planes([fault]))
        missing[name] = mean(struck, "parts.missing")
        assert mean(struck, "planes.shown") == 6 if "planes.shown" in struck["metrics"] else True, parts
    static = run(tmp_path, planes([]) | {"instances": {"slave[0].disk[1]": {"failed": True}}})
    assert missing["from the start"] == mean(static, "parts.missing")
    assert 0 < missing["in the middle"] < missing["from the start"]
    assert 0 < missing["and back"] < missing["from the start"]
    assert 0 < missing["silent"] <= missing["in the middle"]


STEP = """machine: m
runs: until_done
parts: {{"d[3]": {{type: disk}}, s: {{type: fifo_bus}}, c: {{type: scsi_controller}}, b: {{type: fifo_bus}}, memory: {{type: memory}}}}
connect:
  - {{for: {{i: 3}}, from: "d[i].socket", to: "s.device[i]"}}
  - {{from: "s.window[0]", to: c.scsi}}
  - {{from: c.bus, to: "b.device[0]"}}
  - {{from: "b.window[0]", to: memory.socket}}
jobs:
  - {{name: j, count: 6, size: 1 KiB, steps: [{step}]}}
"""
BAD_STEPS = {
    "no map": ('{at: "d[0]", to: c, each: 3}', "`each` has not one name.*Write each: {u: 3}"),
    "two names": ('{at: "d[u]", to: c, each: {u: 3, v: 2}}', "`each` has not one name"),
    "none": ('{at: "d[u]", to: c, each: {u: 0}}', "`u` counts 0 steps at the same time.*Valid is 1 to 1000"),
    "too many": ('{at: "d[u]", to: c, each: {u: 1001}}', "counts 1001 steps"),
    "of the job": ('{at: "d[u]", to: c, each: {u: job}}', "`job`"),
    "a name that is taken": ('{at: "d[job mod 3]", to: c, each: {job: 3}}', "the name `job` is taken already"),
    "no receiver": ('{at: "d[u]", each: {u: 3}}', "this one has no `to`.*Add `to"),
    "with requests": ('{at: "d[u]", to: c, each: {u: 3}, requests: 2}', "neither `requests` nor `hold_until`"),
    "an index too high": ('{at: "d[u]", to: c, each: {u: 4}}', r"there is no part `d\[3\]`"),
}


@pytest.mark.parametrize("name", BAD_STEPS)
def test_bad_steps_at_the_same_time(name: str, tmp_path: Path) -> None:
    step, message = BAD_STEPS[name]
    (tmp_path / "m.yaml").write_text(STEP.format(step=step))
    (tmp_path / "run.yaml").write_text("system: m.yaml\n")
    require_told(isochron("run", tmp_path / "run.yaml", "--quiet"), message)


def test_steps_at_the_same_time(tmp_path: Path) -> None:
    """Three disks read a job's units side by side, which then cross the bus one after another."""
    (tmp_path / "m.yaml").write_text(STEP.format(step='{at: "d[u]", to: c, each: {u: 3}, when: u != job mod 3}').replace("type: disk}", "type: disk, latency: deterministic}", 1))
    result = run(tmp_path, {"system": str(tmp_path / "m.yaml")})
    # Two of three jobs have a unit on each disk: 4 of 6.
    service, crossing = 0.01 + 1024 / 4e6, 1024 / 38.9e6
    assert mean(result, "bytes.out") == 6 * 1024
    assert mean(result, "completion_time") == pytest.approx(4 * service, abs=20 * crossing)
    for disk in range(3):
        assert result["components"][f"d[{disk}]"]["utilisation"] == pytest.approx(4 * service / mean(result, "completion_time"), rel=1e-6)


BAD_SERVERS = {
    "a copy of a disk that is alone": ({"redundancy": "mirrored", "disks_per_node": 1}, "a disk alone in its node has nobody.*Set `disks_per_node: 2`"),
    "parity of halves": ({"redundancy": "parity", "requests_per_strand": 2}, "units that are read at the same time are read whole"),
    "two failed disks": ({"redundancy": "parity", "failed_disks": [0, 1]}, "survive one failed disk, not 2"),
    "a disk that is not there": ({"redundancy": "parity", "failed_disks": [3]}, "there is no disk 3.*Set `disks_per_node: 4`"),
}


@pytest.mark.parametrize("name", BAD_SERVERS)
def test_bad_servers(name: str, tmp_path: Path) -> None:
    parameters, message = BAD_SERVERS[name]
    document = server([], **parameters)
    del document["faults"]
    (tmp_path / "run.yaml").write_text(yaml.safe_dump(document))
    done = isochron("run", tmp_path / "run.yaml", "--quiet")
    require_told(done, message)


def viewers(where: str, faults: list[Fault]) -> dict[str, Any]:
    parameters = {"files.where": where, "streams.count": 4}
    return {"system": "voyager", "parameters": parameters, "measure": {"warm_up": "1 s", "duration": "4 s", "replications": 1}, "faults": faults}


@pytest.mark.parametrize(("where", "disk"), [("vsd", "wide[0].disk[0]"), ("local", "thin[0].disk[0]")])
def test_a_disk_of_voyager(where: str, disk: str, tmp_path: Path) -> None:
    """Packets of blocks that cannot be read or written are dropped, and streams go on; once it is back nothing is."""
    plain = run(tmp_path, viewers(where, []))
    dead = run(tmp_path, viewers(where, [{"at": "2 s", "fail": disk, "detect": "50 ms"}]))
    back = run(tmp_path, viewers(where, [{"at": "2 s", "fail": disk, "back": "3 s"}]))
    assert mean(dead, "fault0.lost") > mean(back, "fault0.lost") > 0
    assert mean(dead, "dropped.file") > mean(back, "dropped.file") > mean(plain, "dropped.file")
    assert mean(dead, "packets.offered") == mean(plain, "packets.offered")
    reference = run(tmp_path, viewers(where, [{"at": "2 s", "fail": disk, "back": "3 s"}]), "--set", "bus_model=reference")
    assert reference["metrics"] == back["metrics"]


@pytest.mark.parametrize(
    ("document", "scope", "fails"),
    [(planes([]), "slave[1]", 300), (viewers("vsd", []), "wide[0]", 2000), (server([]), "node[0]", 300)],
    ids=["slave of PS2", "VSD server of Voyager", "multidisk node"],
)
def test_a_server_fails_with_its_disks(document: dict[str, Any], scope: str, fails: int, tmp_path: Path) -> None:
    """It answers nothing more, as if all of them had died, and serves again when it is back."""
    at = {"at": f"{fails} ms", "detect": "50 ms", "back": f"{fails + 600} ms"}
    whole = run(tmp_path, document | {"faults": [{**at, "fail": scope}]})
    disks = run(tmp_path, document | {"faults": [{**at, "fail": f"{scope}.disk[*]"}]})
    assert mean(whole, "fault0.lost") > 0
    assert whole["metrics"] == disks["metrics"]


def sessions(more: dict[str, Any], faults: list[Fault]) -> dict[str, Any]:
    coordinator = {"units": 4, "streams_a_unit": 20, "session": "10 s", "lengths": "exponential", "contents": 400, "policy": "resume", "rate": "6 /s"} | more
    measure = {"warm_up": "5 s", "duration": "55 s", "replications": 1}
    return {"system": "calliope", "parameters": {"unit": "fake", "coordinator": coordinator | {"fake": "session"}}, "measure": measure, "faults": faults}


@pytest.mark.parametrize("copies", [1, 2])
def test_a_unit_of_calliope(copies: int, tmp_path: Path) -> None:
    """A fault does what the machine's own parameters do."""
    times = {"fail_at": "20 s", "detection": "100 ms", "return_at": "35 s"}
    own = run(tmp_path, sessions({"copies": copies, "failures": [0], **times}, []))
    struck = run(tmp_path, sessions({"copies": copies}, [{"at": "20 s", "fail": "unit[0]", "detect": "100 ms", "back": "35 s"}]))
    assert struck["provenance"]["fingerprint"] == own["provenance"]["fingerprint"]
    for name, figure in own["metrics"].items():
        assert struck["metrics"][name] == figure, name
    assert mean(struck, "fault0.strikes") == 1
    assert (mean(struck, "streams.lost") > 0) == (copies == 1)


def test_units_of_calliope_that_fail_one_after_the_other(tmp_path: Path) -> None:
    """Each at its own time, which the parameters cannot say, and a unit twice."""
    faults = [
        {"at": "10 s", "fail": "unit[0]", "detect": "1 s", "back": "14 s"},
        {"at": "12 s", "fail": "unit[1]", "detect": "10 ms"},
        {"at": "20 s", "fail": "unit[0]", "back": "30 s"},
    ]
    result = run(tmp_path, sessions({"copies": 2}, faults))
    assert [mean(result, f"fault{f}.strikes") for f in range(3)] == [1, 1, 1]
    assert mean(result, "streams.lost") >= 0


def test_a_unit_that_is_back_too_soon(tmp_path: Path) -> None:
    document = sessions({}, [])
    del document["faults"]
    (tmp_path / "run.yaml").write_text(yaml.safe_dump(document) + 'faults: [{at: 10 s, fail: "unit[0]", detect: 2 s, back: 11 s}]\n')
    require_told(isochron("run", tmp_path / "run.yaml", "--quiet"), "`unit.0.` is back before anybody knows.*Let `back` be later")
