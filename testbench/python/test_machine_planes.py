# SPDX-License-Identifier: Apache-2.0
"""PS2 as a machine file shows every plane at the picosecond at which it shows it in C++, with the same statistics of every part; what parts hand on to each
other and whom they call is joined and checked as all else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import LONG, ROOT, isochron, require_told
from test_machine_jobs import machine

OURS, THEIRS = "planes_by_servers", "ps2"
# Few and small planes: what is compared are the times of all that happens.
SMALL = ("planes.count=6", "planes.size=256x256")
ZONES = ("disk.zones=8", "disk.outer_rate=4MiB/s", "disk.inner_rate=2.6MiB/s")
FLAT = ("disk.seek.overhead=5ms", "disk.seek.settle=6.5ms", "disk.seek.root=2.66ms")
STEEP = ("disk.seek.overhead=0.5ms", "disk.seek.settle=0.5ms", "disk.seek.root=22.4ms")
VARIANTS: dict[str, tuple[str, ...]] = {
    "one PC": ("slaves=0",),
    "one PC, one disk": ("slaves=0", "disks_per_slave=1"),
    "one PC, three processors": ("slaves=0", "master.processors=3", "slave.threads=2", "master.merge_on=all"),
    "one slave": ("slaves=1", "disks_per_slave=2"),
    "three slaves": ("slaves=3", "disks_per_slave=9"),
    "the planes of the paper": ("planes.count=4", "planes.size=512x512"),
    "many slaves": ("slaves=28", "disks_per_slave=3", "planes_in_flight=4"),
    "one plane under way": ("planes_in_flight=1",),
    "adjacent": ("planes.order=adjacent",),
    "along an axis": ("planes.orientation=z", "planes.centre_box=0.5"),
    "cut on the master": ("extract_on=master", "slave.send_byte=56ns", "master.receive_byte=98ns", "planes.count=2"),
    "rows shifted by one": ("placement.row_offset=1", "placement.plane_offset=1"),
    "flat seeks": FLAT,
    "steep seeks": STEEP,
    "literal": ("disk.model=literal",),
    "two requests a disk": ("disk.depth=2", "disk.order=elevator", "slaves=2"),
    "zones": (*ZONES, "disk.file_at=500MB"),
    "switch": ("network.kind=switch", "network.rate=1Gb/s"),
    "small frames": ("network.mtu=576B", "network.headers=60B", "slaves=2"),
    "strings": ("strings=4", "disks_per_slave=10", "string.chunk=4KiB", "string.arbitration=priority", "slaves=2"),
    "slow string": ("string.rate=2MiB/s", "string.reselection=1ms", "slaves=1"),
    "two processors": ("slave.processors=2", "master.processors=2", "slave.threads=2", "master.receive_on=all", "master.merge_on=all"),
    "two processors, one receives": ("slave.processors=2", "master.processors=2", "planes_in_flight=4", "slaves=5"),
    "slow memory": ("memory_bus.extract=1us", "memory_bus.disk_read=60ns", "memory_bus.merge=300ns", "memory_bus.receive=200ns"),
    "small extents": ("volume.size=256x256x128", "volume.extent=16", "planes.size=128x128"),
    "another volume": ("volume.size=256x512x128", "volume.voxel=2B", "part.header=0B", "slaves=2"),
    "pixels alone": ("part.encoding=pixels", "slaves=2"),
    "with data": ("pixels=on", "pictures=2", "volume.size=256x256x256", "planes.size=128x128"),
    "with data, one PC": ("pixels=on", "volume.size=256x256x256", "planes.size=128x128", "slaves=0"),
}  # fmt: skip
BROKEN = {
    "three slaves": '{"slave[1].disk[4]": {failed: true}, "slave[0].disk[*]": {rate: 3 MB/s}}',
    "one PC": '{"master.disk[3]": {failed: true}, master.processor: {processors: 2}}',
}
# The short form has every third variant.
CONFIGURATIONS = list(VARIANTS) if LONG else list(VARIANTS)[::3]


def result(folder: Path, system: str, settings: tuple[str, ...], instances: str = "{}") -> dict:
    scenario = folder / f"{system}_run.yaml"
    scenario.write_text(f"system: {system}\nmeasure: {{seed: 3}}\ninstances: {instances}\n")
    words = [word for setting in (*SMALL, *settings) for word in ("--set", setting)]
    done = isochron("run", scenario, "--json", "-", "--csv", folder / system, "--quiet", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def times(folder: Path, system: str) -> list[str]:
    """The delay of every plane, without the name of the machine."""
    return [line.split(",", 2)[2] for line in (folder / system / "histograms.csv").read_text().splitlines()]


def require_same(folder: Path, settings: tuple[str, ...], instances: str = "{}") -> None:
    ours, theirs = result(folder, OURS, settings, instances), result(folder, THEIRS, settings, instances)
    assert ours["provenance"]["fingerprint"] == theirs["provenance"]["fingerprint"]
    assert ours["performance"]["events"] == theirs["performance"]["events"]
    assert ours["components"] == theirs["components"]
    own = {"planes", "extents", "extents_per_plane", "parts.bytes", "parts.missing", "placement.imbalance", "completion_time", "delay"}
    both = ours["metrics"].keys() & theirs["metrics"].keys()
    assert own | {"master.processor", "master.processor.merge", "memory_bus.master"} <= both
    for name in both:
        if name in own:
            assert ours["metrics"][name] == theirs["metrics"][name], name
        else:  # over instances, whose spread a file's metric does not have
            assert ours["metrics"][name]["mean"] == pytest.approx(theirs["metrics"][name]["mean"], rel=1e-12), name
    assert times(folder, OURS) == times(folder, THEIRS)


@pytest.mark.parametrize("variant", CONFIGURATIONS)
def test_the_cluster_as_a_file_is_the_cluster(variant: str, tmp_path: Path) -> None:
    """The fingerprint is over the time at which each plane part is merged; 0 picoseconds and no event more or less."""
    require_same(tmp_path, VARIANTS[variant])


@pytest.mark.parametrize("variant", BROKEN)
def test_single_parts_are_set_as_in_the_cluster(variant: str, tmp_path: Path) -> None:
    require_same(tmp_path, VARIANTS[variant], BROKEN[variant])


def test_pictures_are_those_of_the_cluster(tmp_path: Path) -> None:
    settings = VARIANTS["with data"]
    for system in (OURS, THEIRS):
        scenario = tmp_path / f"{system}.yaml"
        scenario.write_text(f"system: {system}\n")
        words = [word for setting in (*SMALL, *settings) for word in ("--set", setting)]
        done = isochron("run", scenario, "--quiet", "--pictures", tmp_path / system, *words)
        assert done.returncode == 0, done.stderr
    ours, theirs = ({path.name: path.read_bytes() for path in (tmp_path / system).iterdir()} for system in (OURS, THEIRS))
    assert len(ours) == 2
    assert ours == theirs


@pytest.mark.parametrize("variant", ["one PC", "one slave", "switch", "cut on the master"])
def test_fast_and_reference_agree(variant: str, tmp_path: Path) -> None:
    found = [result(tmp_path, OURS, (*VARIANTS[variant], f"bus_model={model}")) for model in ("fast", "reference")]
    assert found[0]["provenance"]["fingerprint"] == found[1]["provenance"]["fingerprint"]
    assert found[0]["components"] == found[1]["components"]


# What both call by another name.
NAMES = {
    "disk": ("slave.disk", "master.disk"), "string": ("slave.string", "master.string"), "slave.processor": ("slave.processor",),
    "slave.extract": ("slave.extract",), "master.extract": ("master.extract",), "master.processor": ("master.processor",),
    "master.receive": ("master.processor.first",), "master.merge": ("master.merge",), "network": ("network", "network.out"),
    "memory_bus.slave": ("slave.memory_bus",), "memory_bus.master": ("master.memory_bus",),
}  # fmt: skip


@pytest.mark.parametrize(
    "variant",
    [
        "one PC",
        "one PC, three processors",
        "three slaves",
        "two processors, one receives",
        "cut on the master",
        "two requests a disk",
        "zones",
        "switch",
        "literal",
    ],
)
def test_arithmetic_says_of_both_the_same(variant: str, tmp_path: Path) -> None:
    """Where every string has as many disks. Ours has also each slave's link of a switch."""
    limits = []
    for system in (OURS, THEIRS):
        scenario = tmp_path / f"{system}_bounds.yaml"
        scenario.write_text(f"system: {system}\n")
        words = [word for setting in (*SMALL, *VARIANTS[variant]) for word in ("--set", setting)]
        done = isochron("explain", scenario, "--json", *words)
        assert done.returncode == 0, done.stderr
        limits.append({bound["resource"]: bound["limit"] for bound in json.loads(done.stdout)["points"][0]["bounds"]})
    ours, theirs = limits
    assert min(ours.values()) == pytest.approx(min(theirs.values()), rel=1e-9)
    for name, limit in theirs.items():
        found = [ours[other] for other in NAMES[name] if other in ours]
        assert found == pytest.approx([limit], rel=1e-9), name
    assert ours.keys() - {other for name in theirs for other in NAMES[name]} <= {"network.in"}


GOOD = """machine: m
runs: until_done
parts:
  store: {type: extent_store, volume.size: 64x64x64, disks: 2}
  client: {type: plane_client, count: 2, size: 64x64}
  processor: {type: processor}
  memory: {type: memory_bus}
  "disk[2]": {type: disk, latency: mechanical, chunk: 8 KiB}
  server: {type: extent_server}
  string: {type: scsi_string}
  interface: {type: task, level: kernel, fixed: 185 us}
  cutter: {type: task, fixed: 1.8 ms, traffic: extract}
  merger: {type: task, fixed: 200 us, traffic: merge, threads: 1}
  display: {type: task, fixed: 8 ms}
connect:
  - {from: client.store, to: store.servers}
  - {from: server.store, to: "store.server[0]"}
  - {from: server.memory_bus, to: memory.traffic}
  - {for: {d: 2}, from: "server.disk[d]", to: "disk[d].requests"}
  - {for: {d: 2}, from: "disk[d].socket", to: "string.device[d]"}
  - {from: "string.window[0]", to: "server.string[0]"}
  - {from: server.arrived, to: interface.in}
  - {from: interface.done, to: server.taken}
  - {from: interface.processor, to: processor.jobs}
  - {from: cutter.processor, to: processor.jobs}
  - {from: merger.processor, to: processor.jobs}
  - {from: display.processor, to: processor.jobs}
  - {from: cutter.memory_bus, to: memory.traffic}
  - {from: merger.memory_bus, to: memory.traffic}
  - {from: cutter.work, to: client.cut}
  - {from: display.threads, to: merger.pool}
  - {from: "client.request[0]", to: server.requests}
  - {from: server.failed, to: "client.missing[0]"}
  - {from: server.read, to: cutter.in}
  - {from: cutter.done, to: merger.in}
  - {from: merger.done, to: client.merged}
  - {from: client.complete, to: display.in}
  - {from: display.done, to: client.shown}
"""
BAD = {
    "a call in the wrong direction": ("from: merger.processor, to: processor.jobs", "from: processor.jobs, to: merger.processor", "`processor.jobs` is a target: nothing begins there"),
    "a call of another kind": ("from: merger.processor, to: processor.jobs", "from: merger.processor, to: memory.traffic", "`memory.traffic` speaks traffic, `merger.processor` jobs. Join it to jobs of one of: processor"),
    "a call instead of a payload": ("from: cutter.done, to: merger.in", "from: cutter.done, to: merger.pool", "speaks threads, `cutter.done` hand-over. Join it to hand-over of one of: .*task"),
    "a payload on a bus": ("from: cutter.done, to: merger.in", 'from: cutter.done, to: "string.device[2]"', "speaks base protocol, `cutter.done` hand-over"),
    "nobody is called": ("  - {from: merger.processor, to: processor.jobs}\n", "", "`merger.processor` is joined to nothing"),
    "traffic without a bus": ("  - {from: cutter.memory_bus, to: memory.traffic}\n", "", "`cutter.memory_bus` is joined to nothing"),
    "two are called": ("from: merger.memory_bus, to: memory.traffic", "from: cutter.memory_bus, to: memory.traffic", "`cutter.memory_bus` is joined twice"),
    "handed to two": ("from: server.failed, to", "from: server.read, to", "`server.read` is joined twice"),
    "handed on by two": ('to: "client.missing[0]"', "to: cutter.in", "`cutter.in` is joined twice"),
    "handed to nobody": ("  - {from: cutter.done, to: merger.in}\n", "", "`cutter.done` is joined to nothing"),
    "called by itself": ("from: display.threads, to: merger.pool", "from: merger.threads, to: merger.pool", "`merger` calls `merger`.*Join it to another part"),
    "a link in a call": ("from: merger.processor, to: processor.jobs}", "from: merger.processor, to: processor.jobs, link: {type: serial_link, name: l}}", "cannot be joined to"),
    "a master in a call": ("from: merger.processor, to: processor.jobs}", "from: merger.processor, to: processor.jobs, master: {read: 1 MB/s}}", "takes no settings of a master"),
    "not until it is done": ("runs: until_done\n", "", "has work of its own.*Add `runs: until_done`"),
    "other disks than the store's": ("disks: 2}", "disks: 3}", "`server`: it has 2 disks, and of those of `store` 3 are its own"),
    "servers without disks": ("disks: 2}", "disks: 2}\n  other: {type: extent_server}", "is joined to nothing"),
    "a disk that is too small": ("disks: 2}", "disks: 2, file_at: 1080 MB}", r"`disk\[0\]`, a disk of 1080000000 B, has no room for 131072 B of extents from 1080000000 B on"),
    "extents that do not divide": ("volume.size: 64x64x64", "volume.size: 64x64x40", "extents of 32 voxels an edge do not divide 40 voxels"),
    "too few dimensions": ("volume.size: 64x64x64", "volume.size: 64x64", "64x64"),
    "extents that nobody cuts": ("  - {from: cutter.work, to: client.cut}\n", "", "`client.merged` takes plane parts, and extents come to it. Join `work` of a task before it to `cut`"),
    "parts that are cut again": ("{from: cutter.work, to: client.cut}", "{from: cutter.work, to: client.cut}\n  - {from: merger.work, to: client.cut}", "`client.cut` takes extents, and plane parts come to it"),
    "a plane that is cut": ("{from: cutter.work, to: client.cut}", "{from: display.work, to: client.cut}", "`client.merged` takes plane parts, and extents come to it|`client.cut` takes extents, and planes come to it"),
    "pixels that nobody merges": ("disks: 2}", "disks: 2, with_data: true}", "`client.merged` takes plane parts whose pixels are merged, and plane parts come to it"),
    "pixels that are not there": ("{from: cutter.work, to: client.cut}", "{from: cutter.work, to: client.cut}\n  - {from: merger.work, to: client.merge}", "`client.merge` merges pixels, and extents have none. Set `with_data: true`"),
    "a disk on no string of the server": ('from: "string.window[0]", to: "server.string[0]"', 'from: "string.window[0]", to: "server.string[1]"', "joined to nothing"),
    "jobs beside it": ("connect:\n", "jobs:\n  - {name: j, count: 1, size: 1 kB, steps: [{at: \"disk[0]\"}]}\nconnect:\n", "has work of its own, and jobs beside it cannot be|cannot work on jobs"),
}  # fmt: skip


def test_the_good_one_runs(tmp_path: Path) -> None:
    done = isochron("run", machine(tmp_path, GOOD), "--json", "-", "--quiet")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["metrics"]["planes"]["mean"] > 0


@pytest.mark.parametrize("what", BAD)
def test_bad_ones_are_told_where_and_why(what: str, tmp_path: Path) -> None:
    old, new, message = BAD[what]
    assert GOOD.count(old) == 1, f"`{old}` is {GOOD.count(old)} times in it"
    require_told(isochron("explain", machine(tmp_path, GOOD.replace(old, new))), message)


@pytest.mark.parametrize("crossed", ['to: "slave[slaves - 1 - s].requests"', '"store.server[slaves - 1 - s]"'])
def test_a_server_that_is_asked_for_the_extents_of_another_is_told(crossed: str, tmp_path: Path) -> None:
    text = (ROOT / "scenarios/machines/planes_by_servers.yaml").read_text()
    straight = crossed.replace("slaves - 1 - s", "s")
    assert straight in text
    (tmp_path / "crossed.yaml").write_text(text.replace("machine: planes_by_servers", "machine: crossed").replace(straight, crossed))
    (tmp_path / "run.yaml").write_text("system: ./crossed.yaml\n")
    for command in ("explain", "run"):
        require_told(isochron(command, tmp_path / "run.yaml"), r"is server \d of `store`, and is asked for extents of server \d. Join `request\[\d\]` of the client")


def test_who_is_called_stands_first(tmp_path: Path) -> None:
    line = "  processor: {type: processor}\n"
    text = GOOD.replace(line, "").replace("connect:\n", line + "connect:\n")
    require_told(
        isochron("explain", machine(tmp_path, text)), "`interface` calls `processor`, which is not built yet. Put `processor` before `interface` in `parts`"
    )


def test_a_station_that_sends_to_itself_is_told(tmp_path: Path) -> None:
    text = GOOD.replace("connect:\n", "  network: {type: ethernet}\nconnect:\n")
    text = text.replace("to: merger.in}", 'to: "network.in[0]"}\n  - {from: "network.out[0]", to: merger.in}')
    require_told(
        isochron("explain", machine(tmp_path, text)), r"`network`: what `in\[0\]` takes is for station 0, which sends it. Join it to another port `in`"
    )
    assert isochron("explain", machine(tmp_path, text.replace("in[0]", "in[1]"))).returncode == 0


def test_what_comes_back_for_ever_is_told(tmp_path: Path) -> None:
    tasks = "  loop: {type: task}\n  more: {type: task}\nconnect:\n" + "".join(
        f"  - {{from: {task}.processor, to: processor.jobs}}\n" for task in ("loop", "more")
    )
    text = GOOD.replace("connect:\n", tasks).replace(
        "{from: cutter.done, to: merger.in}", "{from: cutter.done, to: loop.in}\n  - {from: loop.done, to: more.in}"
    )
    require_told(isochron("explain", machine(tmp_path, text)), "`merger.in` is joined to nothing|`more.done` is joined to nothing")


def test_jobs_do_not_say_where_data_lie(tmp_path: Path) -> None:
    text = """machine: m
runs: until_done
parts:
  disk: {type: disk, latency: mechanical}
  controller: {type: scsi_controller}
  scsi: {type: fifo_bus}
  bus: {type: fifo_bus}
  memory: {type: memory}
connect:
  - {from: disk.socket, to: "scsi.device[0]"}
  - {from: "scsi.window[0]", to: controller.scsi}
  - {from: controller.bus, to: "bus.device[0]"}
  - {from: "bus.window[0]", to: memory.socket}
jobs:
  - {name: reads, count: 2, size: 4 KiB, steps: [{at: disk, to: controller}]}
"""
    require_told(
        isochron("explain", machine(tmp_path, text)), "`disk`, a `disk`, cannot work on jobs: jobs do not say where on a mechanical disk their data lie"
    )
    assert isochron("explain", machine(tmp_path, text.replace(", latency: mechanical", ""))).returncode == 0


def other_network(folder: Path, parts: str, out: str, into: str, connections: str, *settings: str) -> tuple[Path, list[str]]:
    """A scenario of the machine with other parts in place of its Ethernet, and the words that set it."""
    text = (ROOT / f"scenarios/machines/{OURS}.yaml").read_text().replace(f"machine: {OURS}", "machine: m")
    text = re.sub(r"  network: \{type: ethernet.*\n", parts, text)
    text = re.sub(r"  network\.(utilisation|payload): \{when.*\n", "", text)
    text = text.replace('"network.out[0]"', out).replace('"network.in[s + 1]"', into).replace("\nconnect:\n", f"\nconnect:\n{connections}")
    return machine(folder, text), [word for setting in (*SMALL, *settings) for word in ("--set", setting)]


def run_network(scenario: Path, words: list[str]) -> tuple[dict, float, float, float]:
    """What its parts report, how long it took, and how many messages of how many bytes together crossed the network."""
    done = isochron("run", scenario, "--json", "-", "--quiet", *words)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    metrics = {name: metric["mean"] for name, metric in found["metrics"].items()}
    messages = metrics["planes"] * metrics["completion_time"] * metrics["extents_per_plane"]
    return found["components"], metrics["completion_time"], messages, messages * metrics["parts.bytes"]


def test_planes_come_over_fddi(tmp_path: Path) -> None:
    scenario, words = other_network(tmp_path, "  network: {type: fddi}\n", '"network.out[0]"', '"network.in[s + 1]"', "", "slaves=2")
    components, time, messages, payload = run_network(scenario, words)
    ring = components["network"]
    assert ring["messages"] == pytest.approx(messages)
    # No part of a plane is as long as a frame, 4324 B: each has one, with 36 B of FDDI and 28 B of IP and UDP.
    assert ring["utilisation"] * time * 100e6 / 8 == pytest.approx(payload + 64 * messages, rel=1e-6)


CHAIN = """  bus: {type: microchannel}
  adapter: {type: tb2_adapter}
  switch: {type: sp_switch}
  link: {type: atm_link, queue: 100000}
"""
CHAINED = """  - {from: "bus.out[0]", to: "adapter.in[0]"}
  - {from: "adapter.out[0]", to: "switch.in[1]"}
  - {from: "switch.out[0]", to: "link.in[0]"}
"""


def test_planes_cross_message_channels(tmp_path: Path) -> None:
    scenario, words = other_network(tmp_path, CHAIN, '"link.out[0]"', '"bus.in[s]"', CHAINED, "slaves=1")
    components, time, messages, payload = run_network(scenario, words)
    for part, rate in {"bus": 80e6, "adapter": 40e6, "switch": 150e6}.items():
        assert components[part]["utilisation"] * time * rate == pytest.approx(payload, rel=1e-6), part
        assert components[part]["messages"] == pytest.approx(messages), part
    # Cells of 53 B have 48 of a message and its 44 B of headers; the last cell of a message is padded.
    cells = components["link.out[0]"]["utilisation"] * time * 18.72e6 / 53
    assert (payload + 44 * messages) / 48 <= cells < (payload + 44 * messages) / 48 + messages
    assert components["link"]["dropped"] == 0
    done = isochron("explain", scenario, "--json", *words)
    assert done.returncode == 0, done.stderr
    limits = {bound["resource"]: bound["limit"] for bound in json.loads(done.stdout)["points"][0]["bounds"]}
    assert limits["bus"] == pytest.approx(2 * limits["adapter"])
    assert limits["switch"] == pytest.approx(150 / 80 * limits["bus"])
    assert limits["link.out"] < 18.72 / 40 * 48 / 53 * limits["adapter"] * 1.0001
