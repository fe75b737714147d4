# SPDX-License-Identifier: Apache-2.0
"""Jobs in machine files: the multidisk servers take as long with the fewest phases of a transfer as with all four; what does not fit is answered
with place, cause and remedy; the builder writes what is written by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from support import COMMAND, isochron, require_told

from isochron.errors import ReportError
from isochron.machine import Machine, Step, parts
from isochron.results.simulator import Simulator

SERVERS = ("point_to_point", "shared_bus", "subsystems")
OPERATIONS = ("read", "resample", "read_protocol_network", "read_and_resample")


def fingerprint(folder: Path, system: str, *settings: str) -> str:
    scenario = folder / f"{system}_run.yaml"
    scenario.write_text(f"system: {system}\nmeasure: {{seed: 3}}\n")
    words = [word for setting in settings for word in ("--set", setting)]
    done = isochron("run", scenario, "--json", "-", "--quiet", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["provenance"]["fingerprint"]


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_fast_and_reference_agree(server: str, operation: str, tmp_path: Path) -> None:
    settings = (f"operation={operation}", "disks_per_node=2", "strands=96")
    fast, reference = (fingerprint(tmp_path, server, *settings, f"bus_model={model}") for model in ("fast", "reference"))
    assert fast == reference


GOOD = """machine: m
summary: two kinds of jobs
runs: until_done
parameters:
  n: {type: count, default: 2, range: [1, 8], about: nodes}
  work: {type: flag, default: true, about: the second part works}
parts:
  "unit[2]": {type: processing_unit, rate: 10 MB/s, reduction: 4}
  "ctl[n]": {type: scsi_controller}
  "scsi[n]": {type: fifo_bus, rate: 18 MB/s}
  "disk[n]": {type: disk}
  bus: {type: fifo_bus, rate: 40 MB/s}
  memory: {type: memory}
connect:
  - {for: {i: n}, from: "disk[i].socket", to: "scsi[i].device[0]"}
  - {for: {i: n}, from: "scsi[i].window[0]", to: "ctl[i].scsi"}
  - {for: {i: n}, from: "ctl[i].bus", to: "bus.device[i]"}
  - {for: {u: 2}, from: "unit[u].socket", to: "bus.device[n + u]", master: {read: 100 MB/s, write: 60 MB/s}}
  - {from: "bus.window[0]", to: memory.socket}
jobs:
  - name: frames
    count: 40
    size: 64 KiB
    let: {d: job mod n}
    steps:
      - {at: "disk[d]", to: "ctl[d]", requests: 2}
      - {at: "unit[0]"}
      - {at: "unit[1]", when: work and job mod 2 == 1}
  - name: sounds
    count: 10
    size: 8 KiB
    arrivals: constant
    interval: 20 ms
    group: 2
    steps:
      - {at: "unit[1]"}
metrics:
  busy: {mean: "unit[*].utilisation"}
"""
BAD = {
    "jobs that are a map": ("jobs:\n  - name: frames", "jobs: {}\nbojs:\n  - name: frames", "does not know|instead of a list"),
    "jobs without a name": ("- name: frames\n    count", "- count", "`jobs` has no `name`"),
    "a bad name": ("name: frames", "name: 2frames", "no name for jobs"),
    "two of a name": ("name: sounds", "name: frames", "the jobs `frames` are there twice"),
    "the name of a part": ("name: sounds", "name: bus", "`bus` is a part too"),
    "no count": ("    count: 40\n", "", "the jobs `frames` have no `count`"),
    "no size": ("    size: 64 KiB\n", "", "the jobs `frames` have no `size`"),
    "count of a size": ("count: 40", "count: 40 KiB", "a size instead of a plain number"),
    "too many": ("count: 40", "count: 40000000", "cannot be 40000000"),
    "too many together": ("count: 40", "count: 10000000", "more than 10000000 jobs"),
    "unknown option": ("interval: 20 ms", "intreval: 20 ms", "a job of `sounds` has no parameter `intreval`.*Did you mean `interval`"),
    "unknown arrivals": ("arrivals: constant", "arrivals: konstant", "unknown name `konstant`.*Did you mean `constant`"),
    "no steps": ('    steps:\n      - {at: "unit[1]"}\n', "", "`sounds` has no `steps`"),
    "steps that are a map": ('steps:\n      - {at: "unit[1]"}\n', "steps: {}\n", "is no list of steps"),
    "step without a part": ('- {at: "unit[0]"}', "- {to: disk}", "a step of frames` has no `at`"),
    "unknown key of a step": ('- {at: "unit[0]"}', '- {at: "unit[0]", too: disk}', "does not know the key `too`"),
    "unknown part": ('- {at: "unit[0]"}', '- {at: "unti[0]"}', r"there is no part `unti\[0\]`.*unit\[0\]"),
    "index beyond": ('- {at: "unit[0]"}', '- {at: "unit[job]"}', r"there is no part `unit\[2\]`"),
    "index of half a part": ('- {at: "unit[0]"}', '- {at: "unit[job / 2]"}', "the index of `unit` is 0.5"),
    "unknown name in a path": ('- {at: "unit[0]"}', '- {at: "unit[jbo]"}', "unknown name `jbo`.*Did you mean `job`"),
    "a part for nothing": ('- {at: "unit[0]"}', "- {at: memory}", "`memory`, a `memory`, does nothing with jobs.*processing_unit"),
    "a part that receives": ('- {at: "unit[0]"}', '- {at: "ctl[0]"}', r"`ctl\[0\]`, a `scsi_controller`, takes only what is sent to it"),
    "sent to nobody": ('to: "ctl[d]", ', "", r"`disk\[0\]`, a `disk`, sends the job, and nobody gets it"),
    "sent by a unit": ('- {at: "unit[0]"}', '- {at: "unit[0]", to: "ctl[0]"}', "sends nothing"),
    "sent to a unit": ('to: "ctl[d]", ', 'to: "unit[0]", ', "does not hand on what is sent to it.*scsi_controller"),
    "no way": ('to: "ctl[d]", ', 'to: "ctl[1 - d]", ', r"there is no way from `disk\[0\]` to `ctl\[1\]`"),
    "requests of a unit": ('- {at: "unit[0]"}', '- {at: "unit[0]", requests: 2}', "takes a job as a whole"),
    "requests that do not divide": ("requests: 2", "requests: 3", "is not 3 requests of whole bytes"),
    "no requests": ("requests: 2", "requests: 0", "is not 0 requests of whole bytes"),
    "when of a number": ("when: work and job mod 2 == 1", "when: job", "`when` is a plain number"),
    "a job without steps": ('- {at: "unit[1]"}\nmetrics', '- {at: "unit[1]", when: job < 9}\nmetrics', "job 9 of `sounds` has no step"),
    "nothing left": ("reduction: 4", "reduction: 300", "nothing of a job of 65536 B is left after"),
    "let that is a list": ("let: {d: job mod n}", "let: [d]", "instead of a map"),
    "let of a parameter": ("let: {d: job mod n}", "let: {d: job mod n, n: 2}", "the name `n` is taken already"),
    "let of what comes later": ("let: {d: job mod n}", "let: {d: e mod n, e: job}", "unknown name `e`"),
    "a parameter called job": ("  work: {", "  job: {type: count, default: 1}\n  work: {", "has the name of the job's number"),
    "held until nothing": ('- {at: "unit[0]"}', '- {at: "unit[0]", hold_until: end}', "there is no later step `end`.*Give a later step a `name`"),
    "held until an earlier step": ('- {at: "unit[0]"}', '- {at: "unit[0]", name: here, hold_until: here}', "there is no later step `here`"),
    "held until what is left out": ('- {at: "unit[0]"}\n      - {', '- {at: "unit[0]", hold_until: end}\n      - {name: end, ', r"a job of `frames` that holds `unit\[0\]` leaves the step `end` out"),
    "two steps of a name": ('- {at: "unit[0]"}\n      - {', '- {at: "unit[0]", name: end}\n      - {name: end, ', "the step `end` is there twice"),
    "master of nobody": ('to: "ctl[i].scsi"}', 'to: "ctl[i].scsi", master: {read: 1 MB/s}}', "takes no settings of a master"),
    "unknown setting of a master": ("master: {read: 100 MB/s, ", "master: {raed: 100 MB/s, ", "a master has no parameter `raed`.*Did you mean `read`"),
    "window that is not there": ("write: 60 MB/s}", "write: 60 MB/s, window: 1}", "`bus` has 1 windows, there is no number 1"),
    "master that is a list": ("master: {read: 100 MB/s, write: 60 MB/s}", "master: [1]", "instead of a map"),
    "no memory": ('  - {from: "bus.window[0]", to: memory.socket}', '  - {from: "bus.window[0]", to: "ctl[0].scsi"}', r"joined twice|no memory"),
    "a memory's port 0": ("  - {from: \"bus.window[0]\", to: memory.socket}", '  - {from: "bus.window[0]", to: memory.socket}\n  - {from: "bus.window[1]", to: "memory.port[0]"}', r"`memory.port\[0\]` is `memory.socket`"),
    "a port left out": ("  - {from: \"bus.window[0]\", to: memory.socket}", '  - {from: "bus.window[0]", to: memory.socket}\n  - {from: "bus.window[1]", to: "memory.port[2]"}', r"`memory.port\[1\]` is joined to nothing"),
    "two windows of a memory": ("  - {from: \"bus.window[0]\", to: memory.socket}", '  - {from: "bus.window[0]", to: memory.socket}\n  - {from: "bus.window[1]", to: "memory.port[1]"}', "both lead to `memory`"),
}  # fmt: skip


def machine(folder: Path, text: str) -> Path:
    (folder / "m.yaml").write_text(text)
    scenario = folder / "s.yaml"
    scenario.write_text("system: ./m.yaml\n")
    return scenario


def test_the_good_one_runs(tmp_path: Path) -> None:
    done = isochron("run", machine(tmp_path, GOOD), "--json", "-", "--quiet")
    assert done.returncode == 0, done.stderr
    metrics = json.loads(done.stdout)["metrics"]
    assert metrics["bytes.in"]["mean"] == metrics["bytes.out"]["mean"] == 40 * 65536 + 10 * 8192
    assert {"throughput", "completion_time", "delay", "frames.throughput", "sounds.delay", "busy"} <= set(metrics)
    # The last sounds are asked for after 80 ms.
    assert metrics["sounds.throughput"]["mean"] < 10 * 8192 / 80e-3


@pytest.mark.parametrize("what", BAD)
def test_bad_ones_are_told_where_and_why(what: str, tmp_path: Path) -> None:
    old, new, message = BAD[what]
    assert GOOD.count(old) == 1, f"`{old}` is {GOOD.count(old)} times in it"
    require_told(isochron("explain", machine(tmp_path, GOOD.replace(old, new))), message)


HELD = """machine: m
runs: until_done
parameters:
  held: {type: flag, default: true, about: the first unit is held}
parts:
  "unit[2]": {type: processing_unit, rate: 1 MB/s, reduction: nothing}
  bus: {type: fifo_bus, rate: 100 MB/s}
  memory: {type: memory}
connect:
  - {for: {u: 2}, from: "unit[u].socket", to: "bus.device[u]"}
  - {from: "bus.window[0]", to: memory.socket}
jobs:
  - name: a
    count: 3
    size: 100 kB
    steps:
      - {at: "unit[0]", HOLD}
      - {at: "unit[1]", name: end}
"""


def test_a_part_is_held_until_a_later_step(tmp_path: Path) -> None:
    """A unit has a job for 1 + 100 ms: without a hold the second works on one job while the first works on the next."""
    held, free = (
        json.loads(isochron("run", machine(tmp_path, HELD.replace(", HOLD", hold)), "--json", "-", "--quiet").stdout) for hold in (", hold_until: end", "")
    )
    assert held["metrics"]["completion_time"]["mean"] == pytest.approx(3 * 202e-3, rel=1e-9)
    assert free["metrics"]["completion_time"]["mean"] == pytest.approx(4 * 101e-3, rel=1e-2)
    scenario = machine(tmp_path, HELD.replace("HOLD", "hold_until: end"))
    bounds = {bound["resource"]: bound["limit"] for bound in json.loads(isochron("explain", scenario, "--json").stdout)["points"][0]["bounds"]}
    assert bounds["unit"] == pytest.approx(100e3 / 202e-3, rel=1e-8)
    reference = json.loads(isochron("run", scenario, "--json", "-", "--quiet", "--set", "bus_model=reference").stdout)
    assert reference["provenance"]["fingerprint"] == held["provenance"]["fingerprint"]


def test_who_holds_what_the_other_wants_is_named(tmp_path: Path) -> None:
    """Two kinds hold a part each and want the other's."""
    steps = [f'      - {{at: "unit[{u}]", hold_until: end}}\n      - {{at: "unit[{1 - u}]", name: end}}\n' for u in range(2)]
    text = HELD[: HELD.index("    steps:")] + "    steps:\n" + steps[0] + "  - name: b\n    count: 1\n    size: 100 kB\n    steps:\n" + steps[1]
    done = isochron("run", machine(tmp_path, text), "--quiet")
    assert done.returncode == 3, done.stdout + done.stderr
    assert re.search(r"deadlock.*4 jobs not done.*job 0 of a holds unit\[0\].*job 0 of b holds unit\[1\]", done.stderr, re.DOTALL), done.stderr


def test_the_builder_writes_jobs(tmp_path: Path) -> None:
    m = Machine("m", summary="two kinds of jobs", runs="until_done")
    n = m.parameter("n", "count", 2, range=(1, 8), about="nodes")
    m.parameter("work", "flag", True, about="the second part works")
    unit = m.add("unit", parts.ProcessingUnit(rate="10 MB/s", reduction=4), size=2)
    ctl = m.add("ctl", parts.ScsiController(), size=n)
    scsi = m.add("scsi", parts.FifoBus(rate="18 MB/s"), size=n)
    disk = m.add("disk", parts.Disk(), size=n)
    bus = m.add("bus", parts.FifoBus(rate="40 MB/s"))
    memory = m.add("memory", parts.Memory())
    m.connect(disk["i"].socket, scsi["i"].device[0], for_={"i": n})
    m.connect(scsi["i"].window[0], ctl["i"].scsi, for_={"i": n})
    m.connect(ctl["i"].bus, bus.device["i"], for_={"i": n})
    m.connect(unit["u"].socket, bus.device["n + u"], for_={"u": 2}, master={"read": "100 MB/s", "write": "60 MB/s"})
    m.connect(bus.window[0], memory.socket)
    steps = [Step(disk["d"], to=ctl["d"], requests=2), Step(unit[0]), Step(unit[1], when="work and job mod 2 == 1")]
    m.jobs("frames", steps, let={"d": "job mod n"}, count=40, size="64 KiB")
    m.jobs("sounds", [Step(unit[1])], count=10, size="8 KiB", arrivals="constant", interval="20 ms", group=2)
    m.metric("busy", mean=unit["*"].utilisation)
    scenario = m.scenario(tmp_path)
    assert yaml.safe_load((tmp_path / "m.yaml").read_text()) == yaml.safe_load(GOOD)
    assert Machine.load(tmp_path / "m.yaml") == m
    assert Simulator(COMMAND).explain(scenario)["system"] == "./m.yaml"
    jsonschema.Draft202012Validator(json.loads(isochron("schema", "machine").stdout)).validate(yaml.safe_load(GOOD))
    netlist = yaml.safe_load(isochron("explain", scenario.path, "--netlist").stdout)
    assert netlist["jobs"][0]["let"] == {"d": "job mod 2"}
    assert netlist["jobs"][0]["steps"][0] == {"at": "disk[d]", "to": "ctl[d]", "requests": 2}
    assert sum(one["count"] for one in netlist["jobs"]) == 50


WRONG = {
    "unknown option": (lambda m: m.jobs("w", [Step("x")], count=1, size="1 B", gruop=2), "jobs have no option `gruop`; did you mean `group`"),
    "no size": (lambda m: m.jobs("w", [Step("x")], count=1), "have no `size`"),
    "size of a duration": (lambda m: m.jobs("w", [Step("x")], count=1, size="1 s"), "a duration, instead of a size"),
    "no steps": (lambda m: m.jobs("w", [], count=1, size="1 B"), "have no steps"),
    "no step": (lambda m: m.jobs("w", ["x"], count=1, size="1 B"), "is no step of `w`"),
    "unknown part": (lambda m: m.jobs("w", [Step("y")], count=1, size="1 B"), "there is no part `y`"),
    "unknown name": (lambda m: m.jobs("w", [Step("x[jbo]")], count=1, size="1 B"), "unknown name `jbo`.*did you mean `job`"),
    "name that is taken": (lambda m: m.jobs("w", [Step("x")], let={"job": 1}, count=1, size="1 B"), "`job` is taken already"),
    "name of a part": (lambda m: m.jobs("x", [Step("x")], count=1, size="1 B"), "`x` is a part too"),
    "held until nothing": (lambda m: m.jobs("w", [Step("x", hold_until="end")], count=1, size="1 B"), "no later step `end`"),
    "master": (lambda m: m.connect("x.socket", "b.device[0]", master={"raed": "1 MB/s"}), "no `raed`; did you mean `read`"),
    "rate of a master": (lambda m: m.connect("x.socket", "b.device[0]", master={"read": "1 MB"}), "a size, instead of a data rate"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_no_jobs_can_be_is_refused(what: str) -> None:
    m = Machine("m", runs="until_done")
    m.add("x", parts.ProcessingUnit())
    m.add("b", parts.FifoBus())
    before = m.text()
    wrong, message = WRONG[what]
    with pytest.raises(ReportError, match=message):
        wrong(m)
    assert m.text() == before


def test_a_disk_node_interface_has_eight_disks(tmp_path: Path) -> None:
    scenario = tmp_path / "run.yaml"
    scenario.write_text("system: shared_bus\n")
    nine = ("--set", "nodes=1", "--set", "disks_per_node=9", "--set", "instances.node[*].disk_node.impl=tlm")
    done = isochron("explain", scenario, *nine)
    assert done.returncode == 2 and "node[0].disk_node: a disk-node interface has 8 disks, and the node 9" in done.stderr
