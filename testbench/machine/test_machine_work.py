# SPDX-License-Identifier: Apache-2.0
"""Parts of machine files that have work of their own: the workstation on MBUS takes as long with the fewest phases of a transfer as with all four,
and arithmetic says of it what a closed form says; what does not fit is answered with place, cause and remedy; the builder writes what is written
by hand."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from support import COMMAND, LONG, ROOT, isochron, require_told

from isochron.machine import Machine, parts
from isochron.results.simulator import Simulator

WORKSTATION = "mbus_workstation"


def drawn(number: int) -> tuple[str, ...]:
    """A configuration by its number, every parameter of the machine drawn."""
    chance = random.Random(f"workstation {number}")
    line = 2 ** chance.randint(1, 9)
    ways = chance.randint(1, 5)
    sets = 2 ** chance.randint(3, 8)
    settings = {
        "program": chance.choice(("read", "write", "copy")),
        "bytes": f"{line * chance.randint(1, 2000)}B",
        "processor.instruction_cycles": chance.choice((0, 0, 1, 2, 17)),
        # At least 64 B.
        "cache.size": f"{max(1, -(-64 // (ways * line * sets))) * ways * line * sets}B",
        "cache.ways": ways,
        "mbus.clock": f"{chance.choice((33_333_333, 40_000_000, 50_000_000, 66_666_667, 123_456_789))}Hz",
        "mbus.line": f"{line}B",
        "mbus.fill": chance.randint(1, 40),
        "mbus.write_back": chance.randint(1, 40),
    }
    if chance.random() < 0.7:
        word = chance.randint(1, 64)
        cycles = chance.randint(1, 20)
        # Up to nine tenths of the slowest bus.
        rate = min(1_000_000_000, int(chance.uniform(0.01, 0.9) * word * 33_333_333 / cycles))
        settings |= {"io.mode": "disk", "mbus.io_word": f"{word}B", "mbus.io_cycles": cycles, "io.rate": f"{rate}B/s"}
    return tuple(f"{name}={value}" for name, value in settings.items())


CONFIGURATIONS = {
    "as it is": (),
    "a line": ("bytes=32B",),
    "read": ("program=read",),
    "written": ("program=write",),
    "beside a disk": ("io.mode=disk", "processor.instruction_cycles=1"),
    "beside a disk that nearly fills the bus": ("io.mode=disk", "io.rate=39.9MB/s", "bytes=128kB"),
    "a disk that comes with the lines": ("program=read", "io.mode=disk", "io.rate=80MB/s", "mbus.io_word=24B", "bytes=128kB"),
    "words larger than lines": ("io.mode=disk", "mbus.io_word=4KiB", "mbus.io_cycles=500", "io.rate=100MB/s", "bytes=128kB"),
    "instructions that go on for long after the last line": ("program=read", "bytes=32B", "mbus.clock=1MHz", "processor.instruction_cycles=100000"),
    "a cache smaller than the areas": ("cache.size=64B", "bytes=64kB"),
    "an instance of its own": ("instances.cache.size=64KiB", "instances.mbus.fill=20", "bytes=128kB"),
} | {f"drawn {number}": drawn(number) for number in range(60 if LONG else 20)}


def scenario_of(folder: Path) -> Path:
    scenario = folder / "s.yaml"
    scenario.write_text(f"system: {WORKSTATION}\nparameters: {{bytes: 64 kB}}\nmeasure: {{seed: 3}}\n")
    return scenario


def set_words(settings: tuple[str, ...]) -> list[str]:
    return [word for setting in settings for word in ("--set", setting)]


def result(folder: Path, settings: tuple[str, ...]) -> dict:
    done = isochron("run", scenario_of(folder), "--json", "-", "--quiet", *set_words(settings))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_four_phases_take_as_long_as_the_fewest(configuration: str, tmp_path: Path) -> None:
    settings = CONFIGURATIONS[configuration]
    fast, reference = result(tmp_path, settings), result(tmp_path, (*settings, "bus_model=reference"))
    assert reference["components"] == fast["components"]
    assert reference["metrics"] == fast["metrics"]
    assert reference["provenance"]["fingerprint"] == fast["provenance"]["fingerprint"]


def test_the_fingerprint_is_over_times_and_statistics(tmp_path: Path) -> None:
    settings = ((), ("bytes=63968B",), ("mbus.fill=16",), ("io.mode=disk",), ("program=read",))
    assert len({result(tmp_path, one)["provenance"]["fingerprint"] for one in settings}) == len(settings)


def closed_form(parameters: dict) -> dict[str, float]:
    """Bytes of the program a second: what the bus takes beside the disk's words, and the processor with instructions that nothing hides."""
    fills, write_backs = {"read": (1, 0), "write": (1, 1), "copy": (2, 1)}[parameters["program"]]
    cycles = fills * parameters["mbus.fill"] + write_backs * parameters["mbus.write_back"]
    rate = parameters["mbus.line"] * parameters["mbus.clock"]
    words = parameters["io.rate"] / parameters["mbus.io_word"] if parameters["io.mode"] == "disk" else 0
    left = 1 - words * parameters["mbus.io_cycles"] / parameters["mbus.clock"]
    return {"bus": rate / cycles * left, "processor": rate / (cycles + parameters["processor.instruction_cycles"])}


@pytest.mark.parametrize("configuration", [name for name, settings in CONFIGURATIONS.items() if not any("instances" in one for one in settings)])
def test_arithmetic_has_a_closed_form(configuration: str, tmp_path: Path) -> None:
    """The bus first where both are full together; of one part each, load and capacity are the whole throughput and limit."""
    done = isochron("explain", scenario_of(tmp_path), "--json", *set_words(CONFIGURATIONS[configuration]))
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    (point,) = document["points"]
    limits = closed_form({one["path"]: one["value"] for one in document["parameters"]})
    assert {bound["resource"]: bound["limit"] for bound in point["bounds"]} == pytest.approx(limits, rel=1e-8)
    for bound in point["bounds"]:
        assert bound["capacity"] == pytest.approx(bound["limit"], rel=1e-8)
        assert bound["load"] == pytest.approx(min(limits.values()), rel=1e-8)


TWO = """machine: m
summary: two processors on a bus
runs: until_done
parameters:
  bytes: {type: size, default: 3200 B, range: [32 B, 1 MB], about: read by the second processor}
parts:
  "cache[2]": {type: cache, size: 4 KiB}
  "processor[2]": {type: line_processor, program: read, bytes: 3200 B if index == 0 else bytes}
  bus: {type: mbus}
  memory: {type: memory}
  disk: {type: disk_reader, rate: 1 MB/s}
connect:
  - {for: {p: 2}, from: "processor[p].cache", to: "cache[p].processor"}
  - {for: {p: 2}, from: "cache[p].socket", to: "bus.device[p]"}
  - {from: disk.socket, to: "bus.device[2]"}
  - {from: "bus.window[0]", to: memory.socket}
metrics:
  fills: {sum: "cache[*].fills"}
"""


def machine(folder: Path, text: str) -> Path:
    (folder / "m.yaml").write_text(text)
    scenario = folder / "s.yaml"
    scenario.write_text("system: ./m.yaml\n")
    return scenario


def test_the_machine_ends_when_the_last_is_done(tmp_path: Path) -> None:
    """A line is 300 ns of the bus. Together each waits for the other; what the second has left it reads alone. No word comes before 8 us, and
    one holds the bus for 200 ns."""
    for lines, time in ((100, 60.0e-6), (10, 33.0e-6), (250, 105.0e-6)):
        done = isochron("run", machine(tmp_path, TWO), "--json", "-", "--quiet", "--set", f"bytes={lines * 32}B")
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        words = document["components"]["disk"]["bytes"] / 8
        # One more may be on the bus when the end comes.
        assert words == time // 8e-6
        assert document["metrics"]["completion_time"]["mean"] == pytest.approx(time + words * 200e-9, rel=1e-8)
        assert document["metrics"]["throughput"]["mean"] == pytest.approx((100 + lines) * 32 / document["metrics"]["completion_time"]["mean"], rel=1e-8)
        assert document["metrics"]["fills"]["mean"] == 100 + lines


def test_two_share_what_the_disk_leaves_of_the_bus(tmp_path: Path) -> None:
    bounds = {one["resource"]: one["limit"] for one in json.loads(isochron("explain", machine(tmp_path, TWO), "--json").stdout)["points"][0]["bounds"]}
    assert bounds["bus"] == pytest.approx(32 / 300e-9 * (1 - 1e6 / 8 * 200e-9), rel=1e-8)
    # As much as both do in the time in which one of them is done.
    assert bounds["processor"] == pytest.approx(2 * 32 / 300e-9, rel=1e-8)


BAD = {
    "for a time": ("runs: until_done\n", "", r"`processor\[0\]`, a `line_processor`, has work of its own.*runs until it is done.*runs: until_done"),
    "part lines": ("bytes: 3200 B if", "bytes: 3201 B if", r"`processor\[0\]`: `bytes`: 3201 B are not whole lines of 32 B.*multiple of the line"),
    "lines of another cache": ("size: 4 KiB}", "size: 4 KiB, line: 4 KiB}", "3200 B are not whole lines of 4096 B"),
    "a cache of odd sets": ("size: 4 KiB}", "size: 5 KiB}", "`size`: 5120 B are not a power of two of sets of 1 lines of 32 B.*power of two times `ways` times"),
    "a cache of odd lines": ("size: 4 KiB}", "size: 4 KiB, line: 33 B}", "`line`: 33 B are not a power of two"),
    "a bus of odd lines": ("bus: {type: mbus}", "bus: {type: mbus, line: 48 B}", "`line`: 48 B are not a power of two"),
    "a disk too fast": ("rate: 1 MB/s", "rate: 40 MB/s", "`bus` cannot take what `disk` moves, even with no work beside it.*Let `disk` move less"),
    "a processor joined twice": ('to: "cache[p].processor"}\n', 'to: "cache[p].processor"}\n  - {from: "processor[0].cache", to: "cache[1].processor"}\n', r"`processor\[0\].cache` is joined twice"),
    "a cache joined twice": ('to: "cache[p].processor"}', 'to: "cache[0].processor"}', r"`cache\[0\].processor` is joined twice"),
    "a processor without a cache": ('  - {for: {p: 2}, from: "processor[p].cache", to: "cache[p].processor"}\n', "", r"`cache\[0\].processor` is joined to nothing"),
    "a processor on the bus": ('to: "cache[p].processor"}', 'to: "bus.device[p + 3]"}', r"`bus.device\[3\]` speaks base protocol, `processor\[0\].cache` cache port"),
    "a cache behind a disk": ('from: disk.socket, to: "bus.device[2]"', 'from: disk.socket, to: "cache[0].processor"', r"`cache\[0\].processor` speaks cache port, `disk.socket` base protocol"),
    "turned round": ('from: "processor[p].cache", to: "cache[p].processor"', 'from: "cache[p].processor", to: "processor[p].cache"', "is a target: nothing begins there"),
    "two windows": ('to: memory.socket}\n', 'to: memory.socket}\n  - {from: "bus.window[1]", to: "memory.port[1]"}\n', "`bus` has 1 port `window`, there is no number 1"),
    "a bus at a processor": ("to: memory.socket}", 'to: "processor[0].cache"}', r"cannot be joined to `bus.window\[0\]`, an initiator"),
    "a master's settings": ('to: "bus.device[2]"}', 'to: "bus.device[2]", master: {read: 1 MB/s}}', "takes no settings of a master"),
    "no such program": ("program: read", "program: raed", "Did you mean `read`"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_ones_are_told_where_and_why(what: str, tmp_path: Path) -> None:
    old, new, message = BAD[what]
    assert TWO.count(old) == 1, f"`{old}` is {TWO.count(old)} times in it"
    require_told(isochron("explain", machine(tmp_path, TWO.replace(old, new))), message)


ALONE = """machine: m
runs: until_done
parts:
  bus: {type: mbus}
  memory: {type: memory}
  disk: {type: disk_reader}
connect:
  - {from: disk.socket, to: "bus.device[0]"}
  - {from: "bus.window[0]", to: memory.socket}
"""


def test_work_without_end_needs_some_with_an_end(tmp_path: Path) -> None:
    require_told(
        isochron("explain", machine(tmp_path, ALONE)), "`disk`, a `disk_reader`, goes on until the others have done their work.*there is none.*line_processor"
    )


def test_work_needs_a_memory(tmp_path: Path) -> None:
    text = TWO.replace("memory: {type: memory}", "memory: {type: bus_sink}").replace("memory.socket", "memory.in")
    require_told(isochron("explain", machine(tmp_path, text)), r"`processor\[0\].cache` leads to `memory`, and no memory.*Join it to a bus")


def test_one_instance_is_checked_as_all_are(tmp_path: Path) -> None:
    for setting, message in (
        ("bus.io_cycles=1000", "cannot take what `disk` moves"),
        ("bus.line=48B", "not a power of two"),
        ("cache[0].size=100B", "not a power of two of sets"),
    ):
        for command in ("explain", "run"):
            done = isochron(command, machine(tmp_path, TWO), "--set", f"instances.{setting}")
            assert done.returncode == 2, (setting, command, done.stdout)
            assert re.search(message, done.stderr), done.stderr


def test_processors_share_a_fifo_bus_too(tmp_path: Path) -> None:
    """What a cache moves takes bus and memory as anything else does: 32 B at 64 MB/s, one after another."""
    text = TWO.replace("bus: {type: mbus}", "bus: {type: fifo_bus, rate: 64 MB/s}")
    done = json.loads(isochron("run", machine(tmp_path, text), "--json", "-", "--quiet").stdout)
    words = done["components"]["disk"]["bytes"] / 8
    assert done["metrics"]["completion_time"]["mean"] == pytest.approx(200 * 500e-9 + words * 125e-9, rel=1e-8)


def test_the_netlist_has_the_work(tmp_path: Path) -> None:
    text = isochron("explain", machine(tmp_path, TWO), "--netlist").stdout
    work = ["processor[0]: rounds: 100, bytes: 32 B", "processor[1]: rounds: 100, bytes: 32 B", "disk: every: 8 us, bytes: 8 B"]
    assert [line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")][1:] == work
    netlist = yaml.safe_load(text)
    assert {"from": "processor[0].cache", "to": "cache[0].processor"} in netlist["connect"]
    assert "traffic" not in netlist


def test_the_builder_writes_such_parts(tmp_path: Path) -> None:
    m = Machine("m", summary="two processors on a bus", runs="until_done")
    m.parameter("bytes", "size", "3200 B", range=("32 B", "1 MB"), about="read by the second processor")
    cache = m.add("cache", parts.Cache(size="4 KiB"), size=2)
    processor = m.add("processor", parts.LineProcessor(program="read", bytes="3200 B if index == 0 else bytes"), size=2)
    bus = m.add("bus", parts.Mbus())
    memory = m.add("memory", parts.Memory())
    disk = m.add("disk", parts.DiskReader(rate="1 MB/s"))
    m.connect(processor["p"].cache, cache["p"].processor, for_={"p": 2})
    m.connect(cache["p"].socket, bus.device["p"], for_={"p": 2})
    m.connect(disk.socket, bus.device[2])
    m.connect(bus.window[0], memory.socket)
    m.metric("fills", sum=cache["*"].fills)
    scenario = m.scenario(tmp_path)
    assert yaml.safe_load((tmp_path / "m.yaml").read_text()) == yaml.safe_load(TWO)
    assert Machine.load(tmp_path / "m.yaml") == m
    assert Simulator(COMMAND).explain(scenario)["system"] == "./m.yaml"


def test_the_library_s_file_fits_the_schema() -> None:
    schema = json.loads(isochron("schema", "machine").stdout)
    jsonschema.Draft202012Validator(schema).validate(yaml.safe_load((ROOT / f"scenarios/machines/{WORKSTATION}.yaml").read_text()))


def test_a_program_counts_the_blocks_of_all_disks() -> None:
    """As events a message would be worth nothing otherwise."""
    settings = ("--set", "disks.count=3", "--set", "measure.duration=10s", "--replications", "1")
    found = json.loads(isochron("run", ROOT / "scenarios/voyager/table5_vsd.yaml", *settings, "--json", "-", "--quiet").stdout)
    assert found["performance"]["messages"] == found["components"]["thin[0].writer"]["bytes"] / found["parameters"]["files"]["block"] > 0
