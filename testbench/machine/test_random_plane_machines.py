# SPDX-License-Identifier: Apache-2.0
"""Random machine files that hand planes from part to part. Fast and reference mode agree; every extent is read, cut, sent and merged once; what each part
does of it, counted by hand from the text of the machine, is what the run says that it did, no less and no more; nothing is done before the busiest part
could have done its share; and `explain` says the same of the shares that parts have on the mean."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from random_plane_machines import ALL, FIRST, Part, PlaneMachine, Step, amount, geometry, plane_machine, string_time
from support import isochron

NUMBERS = range(FIRST, FIRST + ALL)
# ns of the memory bus for a byte, where the machine does not say.
BYTE_NS = {"memory_read": 14, "disk_read": 14.4, "extract": 319.2, "merge": 36.2, "send": 56, "receive": 98}
FRAME = 8 + 14 + 4 + 12  # B that an Ethernet adds to a frame


class Loads:
    """Seconds of the work that the parts of a machine have with some plane parts. `part`: of each part; `least`: of one of those that
    `explain` knows, as a processor or a thread of a pool. `mean`: of what is drawn, times on the mean, else the least."""

    def __init__(self, m: PlaneMachine, parts: Iterable[Part], mean: bool = False) -> None:
        self.m, self.mean = m, mean
        self.part: Counter[str] = Counter()
        self.least: defaultdict[str, float] = defaultdict(float)
        self.jobs: Counter[str] = Counter()
        for one in parts:
            if one.disk in m.failed:
                continue
            self.read(one)
            self.send(one)
            length = {"extent": float(m.extent_bytes), "part": one.bytes}
            for step in m.steps:
                if one.disk // m.disks in step.servers:
                    self.work(step, length[step.of], length[step.made], one.times)
        for step in m.steps:
            if step.of == "plane":  # a message of a byte says that it is complete
                self.work(step, 1, 1, m.planes)

    def take(self, part: str, seconds: float, instances: int = 1) -> None:
        self.part[part] += seconds
        self.least[part] += seconds / instances

    def read(self, one: Part) -> None:
        m, (s, d) = self.m, divmod(one.disk, self.m.disks)
        disk, string = m.disk[one.disk], m.string[s, m.string_of[s][d]]
        of_chunk = m.extent_bytes if disk["chunk"] == "request" else int(amount(disk["chunk"]))
        chunks = [min(of_chunk, m.extent_bytes - at) for at in range(0, m.extent_bytes, of_chunk)]
        service = self.before(disk) + 8 * m.extent_bytes / amount(disk["rate"])
        cycle = service
        if m.depth[s] == 1:
            cycle += string_time(string, chunks[-1:]) + sum(self.job(step, m.extent_bytes) for step in m.interfaces[s])
        self.part[f"disk_{s}_{d}"] += service * one.times
        self.least[f"disk_{s}_{d}"] += cycle * one.times
        self.take(f"string_{s}_{m.string_of[s][d]}", string_time(string, chunks) * one.times)
        self.carry(m.pc_of[s], "disk_read", m.extent_bytes * one.times)

    def before(self, disk: dict[str, Any]) -> float:
        """A transfer, without the arm's way."""
        if disk["latency"] == "mechanical":
            return 6e-3 + (11.11e-3 / 2 if self.mean else 0)
        return amount(disk["mean_seek"]) if self.mean or disk["latency"] == "deterministic" else 0

    def carry(self, pc: str, traffic: str, length: float) -> None:
        said = self.m.parts[f"memory_{pc}"].get(traffic)
        self.take(f"memory_{pc}", length * (amount(said) if said else BYTE_NS[traffic] * 1e-9))

    def job(self, step: Step, length: float) -> float:
        return amount(step.settings["fixed"]) + (amount(step.settings["per_byte"]) * length if "per_byte" in step.settings else 0)

    def work(self, step: Step, came: float, made: float, times: float) -> None:
        seconds = self.job(step, came) * times
        processors = self.m.parts[f"processor_{step.pc}"]["processors"]
        self.jobs[step.name] += times
        self.part[step.name] += seconds
        self.take(f"processor_{step.pc}", seconds, processors)
        if step.settings.get("first_only") and processors > 1:
            self.least[f"processor_{step.pc}.first"] += seconds
        threads = self.m.parts[step.pool].get("threads", 0)
        if 0 < threads < processors:
            self.least[step.pool] += seconds / threads
        if "traffic" in step.settings:
            self.carry(step.pc, step.settings["traffic"], made * times)

    def send(self, one: Part) -> None:
        for network in self.m.networks:
            length = one.bytes if network.of == "part" else self.m.extent_bytes
            for station, servers in enumerate(network.stations):
                if one.disk // self.m.disks not in servers:
                    continue
                taken = 8 * self.wire(network.settings, length) / amount(network.settings["rate"]) * one.times
                self.jobs[network.name] += one.times
                if network.settings["kind"] == "hub":
                    self.take(network.name, taken)
                    continue
                stations = len(network.stations) + 1
                self.part[network.name] += 2 * taken / (2 * stations)  # the mean of all links
                self.least[f"{network.name}.in[{station + 1}]"] += taken
                self.least[f"{network.name}.out[0]"] += taken

    def wire(self, settings: dict[str, Any], length: float) -> float:
        """B of the frames of a message. On the mean parts of several frames may fill them all."""
        headers, mtu = (int(amount(settings.get(key, standard))) for key, standard in (("headers", "40 B"), ("mtu", "1500 B")))
        if self.mean and length != self.m.extent_bytes:
            return max(FRAME + max(46, headers), length + max(1, length / (mtu - headers)) * (FRAME + headers))
        full, rest = divmod(int(length) - 1, mtu - headers)
        return full * (FRAME + mtu) + FRAME + max(46, headers + rest + 1)


def figures(m: PlaneMachine, tmp_path: Path) -> tuple[dict[str, Any], dict[str, float]]:
    """Figures of a run, equal in both modes, and the planes a second that each resource lets through."""
    scenario = m.write(tmp_path)
    explained = isochron("explain", scenario, "--json")
    assert explained.returncode == 0, explained.stderr
    runs = [isochron("run", scenario, "--quiet", "--json", "-", "--set", f"bus_model={model}") for model in ("fast", "reference")]
    assert [run.returncode for run in runs] == [0, 0], runs[0].stderr + runs[1].stderr
    fast, reference = (json.loads(run.stdout) for run in runs)
    assert fast["provenance"]["fingerprint"] == reference["provenance"]["fingerprint"]
    assert fast["metrics"] == reference["metrics"] and fast["components"] == reference["components"]
    assert all(figures.get("utilisation", 0) <= 1 + 1e-9 for figures in fast["components"].values())
    return fast, {bound["resource"]: bound["limit"] for bound in json.loads(explained.stdout)["points"][0]["bounds"]}


def require_exact(m: PlaneMachine, run: dict[str, Any]) -> None:
    """Planes that lie across an axis: which disk has which of their parts, and how large these are, is counted by hand."""
    parts = list(geometry(m))
    loads, found = Loads(m, parts), run["components"]
    metrics = {name: one["mean"] for name, one in run["metrics"].items()}
    assert metrics["extents_per_plane"] == pytest.approx(len(parts) / m.planes)
    assert metrics["parts.bytes"] == pytest.approx(sum(part.bytes for part in parts) / len(parts))
    assert metrics["parts.missing"] == sum(part.disk in m.failed for part in parts)
    took = metrics["completion_time"]
    for step in m.steps:
        assert found[step.name]["jobs"] == loads.jobs[step.name], step.name
        # It keeps its processor longer where the memory bus is behind.
        assert found[step.name]["utilisation"] * took * m.parts[f"processor_{step.pc}"]["processors"] >= loads.part[step.name] * (1 - 1e-6), step.name
    for network in m.networks:
        assert found[network.name]["messages"] == loads.jobs[network.name]
    for name, seconds in loads.part.items():
        kind = m.parts[name]["type"]
        waits = kind == "disk" and (
            m.parts[name]["freed"] == "after_scsi" or m.parts[name].get("chunks") == "one_by_one" or m.parts[name]["latency"] != "deterministic"
        )
        if kind in ("disk", "scsi_string", "fifo_bus", "memory_bus", "ethernet") and not waits:
            assert found[name]["utilisation"] * took == pytest.approx(seconds, rel=1e-6, abs=1e-9), name
    for name, seconds in loads.least.items():
        assert took >= seconds * (1 - 1e-6), name


def require_bounds(m: PlaneMachine, run: dict[str, Any], bounds: dict[str, float]) -> None:
    """They take it that all disks have equally many of the extents."""
    metrics = {name: one["mean"] for name, one in run["metrics"].items()}
    disks = m.servers * m.disks
    share = metrics["extents_per_plane"] * m.planes / disks
    shares = Loads(m, [Part(disk, metrics["parts.bytes"], share) for disk in range(disks)], mean=True)
    by_hand: dict[str, float] = {}
    for name, seconds in shares.least.items():
        kind = name.split("[")[0]
        by_hand[kind] = max(by_hand.get(kind, 0), seconds / m.planes)
    assert bounds == pytest.approx({name: 1 / seconds for name, seconds in by_hand.items() if seconds > 0}, rel=1e-6)
    for name, limit in bounds.items():
        # What all extents pass has no share that could be smaller.
        if not any(c.isdigit() for c in name) and not m.failed:
            assert metrics["planes"] <= limit * (1 + 1e-6), name


@pytest.mark.parametrize("number", NUMBERS)
def test_random_plane_machines(number: int, tmp_path: Path) -> None:
    m = plane_machine(number)
    run, bounds = figures(m, tmp_path)
    jobs = {step.name: run["components"][step.name]["jobs"] for step in m.steps}
    extents = round(run["metrics"]["extents_per_plane"]["mean"] * m.planes)
    assert jobs["merge"] == extents - run["metrics"]["parts.missing"]["mean"]
    assert all(
        jobs[step.name] == (m.planes if step.of == "plane" else jobs["merge"]) for step in m.steps if step.pc == "own" and not step.name.startswith("interface")
    )
    if m.axis:
        require_exact(m, run)
    require_bounds(m, run, bounds)


SIMPLE = """machine: simple
summary: a plane is one extent, and nobody waits for anybody
runs: until_done
parts:
  processor: {type: processor}
  memory: {type: memory_bus, disk_read: 0 ps, extract: 1 us}
  store: {type: extent_store, volume.size: 16x16x16, volume.extent: 16, disks: 1, centre_box: 0}
  client: {type: plane_client, count: 3, size: 16x16, orientation: z, centre_box: 0, in_flight: 1, part.header: 44 B}
  disk: {type: disk, latency: deterministic, mean_seek: 5 ms, rate: 2048 kB/s, chunk: 3000 B}
  server: {type: extent_server, string_rate: 10 MB/s}
  string: {type: scsi_string, rate: 4 MB/s, chunk: 1000 B, reselection: 200 us}
  interface: {type: task, level: kernel, fixed: 100 us, per_byte: 10 ns}
  cut: {type: task, fixed: 250 us, traffic: extract}
  merge: {type: task, fixed: 70 us, per_byte: 100 ns}
  display: {type: task, fixed: 3 ms}
connect:
  - {from: client.store, to: store.servers}
  - {from: server.store, to: "store.server[0]"}
  - {from: server.memory_bus, to: memory.traffic}
  - {from: "server.disk[0]", to: disk.requests}
  - {from: disk.socket, to: "string.device[0]"}
  - {from: "string.window[0]", to: "server.string[0]"}
  - {from: interface.processor, to: processor.jobs}
  - {from: cut.processor, to: processor.jobs}
  - {from: cut.memory_bus, to: memory.traffic}
  - {from: cut.work, to: client.cut}
  - {from: merge.processor, to: processor.jobs}
  - {from: display.processor, to: processor.jobs}
  - {from: "client.request[0]", to: server.requests}
  - {from: server.failed, to: "client.missing[0]"}
  - {from: server.arrived, to: interface.in}
  - {from: interface.done, to: server.taken}
  - {from: server.read, to: cut.in}
  - {from: cut.done, to: merge.in}
  - {from: merge.done, to: client.merged}
  - {from: client.complete, to: display.in}
  - {from: display.done, to: client.shown}
"""


def test_one_extent_after_another(tmp_path: Path) -> None:
    """To the nanosecond. The first 3000 B keep the string, in three of its chunks, for longer than the disk reads the other 1096, which then cross in two. A part has 16 x 16 + 44 = 300 B: the memory bus carries them in 300 us, of which the job's 250 us are over."""
    (tmp_path / "simple.yaml").write_text(SIMPLE)
    (tmp_path / "run.yaml").write_text("system: ./simple.yaml\n")
    done = isochron("run", tmp_path / "run.yaml", "--quiet", "--json", "-")
    assert done.returncode == 0, done.stderr
    in_memory = 5e-3 + 3000 / 2048e3 + 5 * 200e-6 + 4096 / 4e6
    by_hand = in_memory + (100e-6 + 4096 * 10e-9) + 300e-6 + (70e-6 + 300 * 100e-9) + 3e-3
    assert json.loads(done.stdout)["metrics"]["completion_time"]["mean"] == pytest.approx(3 * by_hand, abs=1e-9)


def test_enough_are_counted_by_hand() -> None:
    machines = [plane_machine(number) for number in NUMBERS]
    assert sum(m.axis != "" for m in machines) >= 15
    assert sum(m.with_data for m in machines) >= 5 and sum(bool(m.failed) for m in machines) >= 4
    assert sum(len(m.networks) > 1 for m in machines) >= 3 and sum(not m.networks for m in machines) >= 5
    assert len({tuple((step.name, step.pc, step.pool, step.of) for step in m.steps) for m in machines}) >= ALL - 2
