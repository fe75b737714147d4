# SPDX-License-Identifier: Apache-2.0
"""What parts hand on to each other, and whom they call, is joined and checked as all else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import ROOT, isochron, require_told
from test_machine_jobs import machine

# Few and small planes: what is compared are the times of all that happens.
SMALL = ("planes.count=6", "planes.size=256x256")

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
    "a disk that is too small": ("disks: 2}", "disks: 2, file_at: 1080 MB}", r"`disk\[0\]`, a disk of 1080000000 B, has no room for 131072 B of `store` from 1080000000 B on"),
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


def own_copy(text: str, name: str) -> str:
    """The library's `ps2` as a machine `name` elsewhere."""
    types = ROOT / "scenarios/machines/types/storage_pc.yaml"
    return text.replace("machine: ps2", f"machine: {name}").replace("types/storage_pc.yaml", str(types))


@pytest.mark.parametrize("crossed", ['to: "slave[slaves - 1 - s].requests"', '"store.server[slaves - 1 - s]"'])
def test_a_server_that_is_asked_for_the_extents_of_another_is_told(crossed: str, tmp_path: Path) -> None:
    text = (ROOT / "scenarios/machines/ps2.yaml").read_text()
    straight = crossed.replace("slaves - 1 - s", "s")
    assert straight in text
    (tmp_path / "crossed.yaml").write_text(own_copy(text, "crossed").replace(straight, crossed))
    (tmp_path / "run.yaml").write_text("system: ./crossed.yaml\n")
    for command in ("explain", "run"):
        require_told(isochron(command, tmp_path / "run.yaml"), r"is server \d of `store`, and is asked for extents of server \d. Join `request\[\d\]` of the client")


def with_metric(text: str) -> str:
    whole = own_copy((ROOT / "scenarios/machines/ps2.yaml").read_text(), "m")
    assert whole.count("\nmetrics:\n") == 1
    return whole.replace("\nmetrics:\n", f"\nmetrics:\n  {text}\n")


def test_a_distribution_of_a_part_is_a_metric(tmp_path: Path) -> None:
    """That of the one client is what the machine reports of its planes."""
    scenario = machine(tmp_path, with_metric("shown: {of: client, statistic: delay}\n  twice: {formula: shown * 2}\n  a: {of: client, statistics: [delay]}"))
    words = [word for setting in ("slaves=1", "planes.count=4") for word in ("--set", setting)]
    done = isochron("run", scenario, "--json", "-", "--quiet", "--replications", "1", *words)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["histograms"]["shown"] == found["histograms"]["a.delay"] == found["histograms"]["delay"]
    assert found["metrics"]["shown"] == found["metrics"]["delay"]
    assert found["metrics"]["twice"]["mean"] == pytest.approx(2 * found["metrics"]["delay"]["mean"], rel=1e-8)
    assert "delay" not in found["components"]["client"]


def test_a_formula_is_not_over_a_distribution(tmp_path: Path) -> None:
    require_told(
        isochron("explain", machine(tmp_path, with_metric("worst: {max: client.delay}"))),
        r"`delay` of a `plane_client` is a distribution, and a formula is over numbers. Declare a metric {of: client, statistic: delay}",
    )


def test_blocks_that_do_not_fit_on_a_disk_are_told(tmp_path: Path) -> None:
    text = own_copy((ROOT / "scenarios/machines/disk_array.yaml").read_text(), "m").replace("machine: disk_array", "machine: m")
    require_told(
        isochron("explain", machine(tmp_path, text), "--set", "instances.disk[1].capacity=1MB"),
        r"`extents`: `disk\[1\]`, a disk of 1000000 B, has no room for 1080000000 B of `reader` from 0 B on",
    )
    broken = text.replace("begin: begin,", "begin: 1 GB,").replace("capacity: disk.capacity if disk.model == local else begin + block.most", "capacity: 1 GB")
    assert broken.count("1 GB") == 2
    require_told(isochron("explain", machine(tmp_path, broken)), "`reader`: a block of 262144 B does not fit between `begin` and `capacity`. Lower `most` or `begin`")


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
    text = own_copy((ROOT / "scenarios/machines/ps2.yaml").read_text(), "m")
    text = re.sub(r"  network: \{type: ethernet.*\n", parts, text)
    text = re.sub(r"  network: \{of: .*\n", "", text)
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
