# SPDX-License-Identifier: Apache-2.0
"""Random machine files with jobs. Every job ends, or the command says that it is a deadlock; nothing is lost; fast and reference have the same times
in the log; no job passes sooner than the capacities allow. Where no latency is drawn every time is simulated a second time, to the picosecond."""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from job_oracle import JobWorld, Memory
from random_job_machines import FAMILIES, FIRST, JobMachine, job_machine
from support import LONG, isochron, require_told
from switch_oracle import Flat, whole

from isochron.explore.regression.log import events

ALL, BATCH = 300, 20
NUMBERS = range(FIRST, FIRST + (ALL if LONG else 100))
CYCLE = "wait for each other in a cycle"
SERVE = ("disk", "processing_unit")

Told = list[tuple[int, str, str, int]]


def told(log: Path, parts: Flat) -> Told:
    """When disks and processors had which job, and when transfers ended at the devices of buses, in order."""
    serve = {path for path, (kind, _) in parts.parts.items() if kind in SERVE}
    of_interest = (
        (one.time_ps, one.place, one.phase, one.sequence)
        for one in events(log)
        if (one.phase == "END_RESP" and ".device[" in one.place) or (one.phase in ("BEGIN", "END") and one.place in serve)
    )
    return sorted(of_interest)


@cache
def oracle(number: int) -> JobWorld:
    world = JobWorld(job_machine(number).document())
    world.run()
    return world


def outcome(m: JobMachine, scenario: Path, model: str) -> tuple[int, dict[str, Any], Told, str]:
    """Exit code, result, what the log tells, and messages."""
    log = scenario.with_suffix(f".{model}.csv")
    done = isochron("run", scenario, "--quiet", "--json", "-", "--record", log, "--set", f"bus_model={model}")
    if done.returncode != 0:
        return done.returncode, {}, [], done.stderr
    return 0, json.loads(done.stdout), told(log, Flat(m.document())), done.stderr


def mean(result: dict[str, Any], name: str) -> float:
    return result["metrics"][name]["mean"]


@pytest.mark.parametrize("numbers", [NUMBERS[first : first + BATCH] for first in range(0, len(NUMBERS), BATCH)], ids=lambda numbers: str(numbers[0]))
def test_random_job_machines(numbers: range, tmp_path: Path) -> None:
    twice = 0
    for number in numbers:
        m = job_machine(number)
        what = f"number {number}, {m.family}: "
        scenario = m.write(tmp_path)
        explained = isochron("explain", scenario, "--json")
        assert explained.returncode == 0, what + explained.stderr
        code, result, times, messages = outcome(m, scenario, "fast")
        reference = outcome(m, scenario, "reference")
        assert code == reference[0], what + messages + reference[3]
        if m.exact:
            twice += 1
            assert code == (3 if oracle(number).stands_still() else 0), what + messages
        if code != 0:
            assert code == 3 and "deadlock" in messages, what + messages
            assert CYCLE in explained.stdout, f"{what}a deadlock that nothing foretold: {messages}"
            continue
        assert result["provenance"]["fingerprint"] == reference[1]["provenance"]["fingerprint"], what
        for part in ("metrics", "components", "histograms"):
            assert result[part] == reference[1][part], what + part
        assert times == reference[2], what
        nothing_is_lost(m, result, what)
        within_limits(m, result, json.loads(explained.stdout)["points"][0]["bounds"], what)
        if m.exact:
            simulated_twice(number, result, times, what)
    assert twice > 3 * len(numbers) // 5


def nothing_is_lost(m: JobMachine, result: dict[str, Any], what: str) -> None:
    names = Flat(m.document()).names
    asked = sum(whole(one["count"], names) * whole(one["size"], names) for one in m.jobs)
    assert mean(result, "bytes.in") == mean(result, "bytes.out") == asked, what


def within_limits(m: JobMachine, result: dict[str, Any], bounds: list[dict[str, Any]], what: str) -> None:
    """No part is used more than always, and jobs are not done before the time for which they must have each part. Latencies that are drawn may come
    to less than their mean."""
    assert all(figures.get("utilisation", 0) <= 1 + 1e-9 for figures in result["components"].values()), what
    less, names = 0.0, Flat(m.document()).names
    if not m.exact:
        latencies = [float(settings["mean_seek"]) * 1e-12 for kind, settings in Flat(m.document()).parts.values() if kind == "disk"]
        requests = sum(whole(one["count"], names) * one["steps"][0].get("requests", 1) for one in m.jobs)
        less = 4 * math.sqrt(requests / 2) * max(latencies, default=0)  # the variance is half of the mean's square
    # A transfer is a whole number of picoseconds.
    less += sum(whole(one["count"], names) for one in m.jobs) * 1e-9
    took = mean(result, "completion_time")
    for bound in bounds:
        assert took * (1 + 1e-8) >= mean(result, "bytes.in") / bound["limit"] - less, f"{what}{bound}"


def simulated_twice(number: int, result: dict[str, Any], times: Told, what: str) -> None:
    second = oracle(number)
    assert times == sorted(second.told), what
    delays = [ended - begun for _, _, begun, ended in second.ended]
    ended = max(end for *_, end in second.ended)
    assert mean(result, "completion_time") == pytest.approx(ended * 1e-12, rel=1e-8), what
    delay = result["metrics"]["delay"]
    for figure, expected in (("mean", sum(delays) / len(delays)), ("min", min(delays)), ("max", max(delays))):
        assert delay[figure] == pytest.approx(expected * 1e-12, rel=1e-8), what + figure
    for path, part in second.parts.items():
        figures = result["components"].get(path, {})
        if "utilisation" in figures:
            assert figures["utilisation"] == pytest.approx(part.busy.ps / ended, rel=1e-8, abs=1e-12), what + path
        if isinstance(part, Memory):
            assert (figures["bytes_read"], figures["bytes_written"]) == (part.read, part.written), what + path


def test_all_occurs() -> None:
    """Enough of everything that a machine file can say of jobs, over all numbers."""
    found: Counter[str] = Counter()
    for number in range(FIRST, FIRST + ALL):
        m = job_machine(number)
        steps = [step for kind in m.jobs for step in kind["steps"]]
        used = {key for kind in m.jobs for key in kind} | {key for step in steps for key in step} | {f"{len(m.jobs)} kinds", m.family}
        for kind, settings in Flat(m.document()).parts.values():
            used |= {f"{kind} {key}" for key in settings}
        text = json.dumps(m.document())
        used |= {word for word in ('"for"', '"ports"', '"master"', '"window"', " mod ", " div ") if word in text}
        found.update(used)
    wanted = ["arrivals", "group", "let", "when", "requests", "hold_until", "1 kinds", "2 kinds", "3 kinds", "disk freed", "fifo_bus packets"]
    wanted += ["fifo_bus arbitration", "fifo_bus rate", "processing_unit reduction", "processing_unit held_during_transfers", "link_engine packets"]
    wanted += ['"for"', '"ports"', '"master"', '"window"', " mod ", " div ", *(family.__name__ for family in FAMILIES)]
    assert not {one: found[one] for one in wanted if found[one] < 20}


# What was found so, as small as it gets.
SMALL = """machine: small
runs: until_done
parts:
{}
  bus: {{type: fifo_bus, rate: 10 MB/s}}
  memory: {{type: memory}}
connect:
{}
  - {{from: "bus.window[0]", to: memory.socket}}
jobs:
{}
"""


def small(folder: Path, parts: str, connect: str, jobs: str) -> Path:
    indented = ["\n".join(f"  {line}" for line in text.strip().splitlines()) for text in (parts, connect, jobs)]
    (folder / "small.yaml").write_text(SMALL.format(*indented))
    (folder / "run.yaml").write_text("system: ./small.yaml\n")
    return folder / "run.yaml"


def results(scenario: Path) -> list[dict[str, Any]]:
    done = [isochron("run", scenario, "--quiet", "--json", "-", "--set", f"bus_model={model}") for model in ("fast", "reference")]
    assert [one.returncode for one in done] == [0, 0], done[0].stderr + done[1].stderr
    return [json.loads(one.stdout) for one in done]


def bound_of(scenario: Path, resource: str) -> float:
    """Seconds for which the jobs must have it."""
    point = json.loads(isochron("explain", scenario, "--json").stdout)["points"][0]
    return 1 / next(bound["limit"] for bound in point["bounds"] if bound["resource"] == resource)


def test_memory_counts_what_a_transfer_brought(tmp_path: Path) -> None:
    """The last of a job's requests stands for all of the job once it is in memory, and what a mover read it goes on to write."""
    scenario = small(
        tmp_path,
        "disk: {type: disk}\nscsi: {type: fifo_bus}\nctl: {type: scsi_controller}\nmover: {type: strand_mover}\nfar: {type: memory}",
        '- {from: disk.socket, to: "scsi.device[0]"}\n- {from: "scsi.window[0]", to: ctl.scsi}\n- {from: ctl.bus, to: "bus.device[0]"}\n'
        '- {from: mover.local, to: "memory.port[1]"}\n- {from: mover.system, to: far.socket}',
        "- {name: j, count: 3, size: 1000 B, steps: [{at: disk, to: ctl, requests: 4}, {at: mover}]}",
    )
    for result in results(scenario):
        assert result["components"]["memory"] == {"bytes_read": 3000, "bytes_written": 3000}
        assert result["components"]["far"] == {"bytes_read": 0, "bytes_written": 3000}


def test_a_mover_is_in_line_in_its_instant(tmp_path: Path) -> None:
    """The first job is moved over the bus by which the second is read: both ask at time 0, and the first is first, also where its memory's answer is a
    call of its own."""
    scenario = small(
        tmp_path,
        "mover: {type: strand_mover}\nunit: {type: processing_unit, rate: unlimited, reduction: nothing}\nlocal: {type: memory}",
        '- {from: mover.local, to: local.socket}\n- {from: mover.system, to: "bus.device[0]"}\n- {from: unit.socket, to: "bus.device[1]"}',
        "- {name: a, count: 1, size: 1000 B, steps: [{at: mover}]}\n- {name: b, count: 1, size: 2000 B, steps: [{at: unit}]}",
    )
    for result in results(scenario):
        assert mean(result, "a.delay") == pytest.approx(100e-6) and mean(result, "b.delay") == pytest.approx(300e-6)


def test_a_write_crosses_buses_at_once(tmp_path: Path) -> None:
    """A read comes over the far bus and then over the near one; a write has both at the same time, and so the unit no longer than the slower takes."""
    scenario = small(
        tmp_path,
        "unit: {type: processing_unit, rate: unlimited}\nnear: {type: fifo_bus, rate: 20 MB/s}",
        '- {from: unit.socket, to: "near.device[0]"}\n- {from: "near.window[0]", to: "bus.device[0]"}',
        "- {name: j, count: 4, size: 1000 B, steps: [{at: unit}]}",
    )
    for result in results(scenario):
        assert mean(result, "completion_time") == pytest.approx(4 * (50e-6 + 100e-6 + 100e-6))
    assert 4000 * bound_of(scenario, "unit") == pytest.approx(4 * 250e-6)


def test_jobs_that_hold_nothing_are_in_a_part_meanwhile(tmp_path: Path) -> None:
    """The second job of `free` has asked for the unit before the second of `held`, and is read while that one is at the other unit."""
    scenario = small(
        tmp_path,
        '"unit[2]": {type: processing_unit, rate: 10 MB/s, reduction: nothing}',
        '- {for: {u: 2}, from: "unit[u].socket", to: "bus.device[u]", master: {read: 100 GB/s}}',
        "- name: held\n  count: 2\n  size: 1000 B\n  arrivals: constant\n  interval: 1 us\n"
        '  steps: [{at: "unit[0]", hold_until: end}, {at: "unit[1]", name: end}]\n'
        '- {name: free, count: 2, size: 1000 B, steps: [{at: "unit[0]"}]}',
    )
    for result in results(scenario):
        assert mean(result, "completion_time") == pytest.approx(500e-6, rel=1e-3)
    # It is held for twice 200 us, and works for four times 100.
    assert 4000 * bound_of(scenario, "unit") == pytest.approx(400e-6, rel=1e-3)


# The last unit has its bus while the other one there and, over the other bus, the first line up for it.
ACROSS = (
    '"unit[3]": {type: processing_unit, rate: unlimited}\nway: {type: fifo_bus, rate: 10 MB/s}\nnear: {type: memory}',
    '- {from: "unit[0].socket", to: "way.device[0]", master: {window: 1}}\n- {from: "unit[1].socket", to: "bus.device[0]", master: {window: 1}}\n'
    '- {from: "unit[2].socket", to: "bus.device[2]"}\n- {from: "way.window[0]", to: near.socket}\n- {from: "way.window[1]", to: "bus.device[1]"}\n'
    '- {from: "bus.window[1]", to: "way.device[1]"}',
    '- {name: a, count: 3, size: 1000 B, steps: [{at: "unit[2 - job]"}]}',
)


def test_transfers_that_wait_for_each_others_bus(tmp_path: Path) -> None:
    """Units work on the memory behind the other's bus: a transfer from here to there has its own bus and waits for the one that the other has."""
    scenario = small(tmp_path, *ACROSS)
    explained = isochron("explain", scenario)
    assert f"jobs that have parts can {CYCLE}, and then nothing moves: way, bus" in explained.stdout + explained.stderr
    second = JobWorld(yaml.safe_load((tmp_path / "small.yaml").read_text()))
    second.run()
    assert second.stands_still()
    for model in ("fast", "reference"):
        done = isochron("run", scenario, "--quiet", "--set", f"bus_model={model}")
        assert done.returncode == 3 and "way waits for its target of way.window[1]" in done.stderr, done.stderr


def test_jobs_that_take_parts_in_one_order_are_no_cycle(tmp_path: Path) -> None:
    """Two kinds hold the same two units, in the same order or not."""
    kinds = '- name: {}\n  count: 2\n  size: 1000 B\n  steps: [{{at: "unit[{}]", hold_until: end}}, {{at: "unit[{}]", hold_until: end}}, {{at: "unit[2]", name: end}}]'
    for first, second, cycle in ((0, 1, False), (1, 0, True)):
        scenario = small(
            tmp_path,
            '"unit[3]": {type: processing_unit, rate: 10 MB/s, reduction: nothing}',
            '- {for: {u: 3}, from: "unit[u].socket", to: "bus.device[u]"}',
            f"{kinds.format('a', 0, 1)}\n{kinds.format('b', first, second)}",
        )
        assert (CYCLE in isochron("explain", scenario, "--json").stdout) == cycle
        assert isochron("run", scenario, "--quiet").returncode == (3 if cycle else 0)


LINKED = ('- {from: engine.socket, to: "bus.device[0]"}', '- {from: "port.socket", to: "bus.device[1]"}')


@pytest.mark.parametrize(
    ("parts", "connect", "step", "message"),
    [
        (
            "engine: {type: link_engine, packets: 100 B}\nport: {type: server_port}",
            (*LINKED, "- {from: engine.link, to: port.link}"),
            "{at: engine, to: port}",
            "nothing is between `engine` and `port`, and a link has its rate from a crossbar",
        ),
        (
            'engine: {type: link_engine}\nport: {type: server_port}\n"x[2]": {type: c104_crossbar, inputs: 1, outputs: 1}',
            (*LINKED, '- {from: engine.link, to: "x[0].in[0]"}', '- {from: "x[0].out[0]", to: "x[1].in[0]"}', '- {from: "x[1].out[0]", to: port.link}'),
            "{at: engine, to: port}",
            r"the way to `port` passes two crossbars, `x\[0\]` and `x\[1\]`",
        ),
        (
            'disk: {type: disk}\n"ctl[3]": {type: scsi_controller}\n"scsi[2]": {type: fifo_bus}',
            ('- {from: disk.socket, to: "scsi[0].device[0]"}', '- {from: "scsi[0].window[0]", to: "ctl[0].scsi"}',
             '- {from: "scsi[0].window[1]", to: "scsi[1].device[0]"}', '- {for: {w: 2}, from: "scsi[1].window[w]", to: "ctl[w + 1].scsi"}',
             '- {for: {c: 3}, from: "ctl[c].bus", to: "bus.device[c]"}'),
            '{at: disk, to: "ctl[job]"}',
            r"the way to `ctl\[job\]` passes two buses with several windows, `scsi\[0\]` and `scsi\[1\]`",
        ),
    ],
    ids=["no crossbar", "two crossbars", "buses behind windows"],
)  # fmt: skip
def test_ways_that_no_job_finds(parts: str, connect: tuple[str, ...], step: str, message: str, tmp_path: Path) -> None:
    """All are told before anything runs, and not by a bus that refuses an address or a link that stands still."""
    jobs = f"- name: j\n  count: 3\n  size: 1000 B\n  steps: [{step}]"
    require_told(isochron("explain", small(tmp_path, parts, "\n".join(connect), jobs)), message)
