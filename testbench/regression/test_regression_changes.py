# SPDX-License-Identifier: Apache-2.0
"""explain-change against a comparison that reads two whole logs, of versions that really behave otherwise."""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from regression_support import explore, one_message, version_with
from support import COMMAND, ROOT

CLUSTER = ROOT / "scenarios/seachange/cluster.yaml"
SHORT = "measure.duration=8ms"
# A scenario, what makes its short form shorter, and what the version before did otherwise.
CHANGES = {
    "a bus is faster": (CLUSTER, (SHORT,), ("pci.switch_overhead=44 ns",)),
    "one bus alone": (CLUSTER, (SHORT,), ("instances.node[3].ib_pci[0].switch_overhead=60 ns",)),
    "another way": (CLUSTER, (SHORT,), ("bus_model=reference", "gige_cards=4")),
    "a processor is slower": (ROOT / "scenarios/gennart/shared_bus_resample.yaml", (), ("processor.resample=7.4 MB/s",)),
    "less is asked": (ROOT / "scenarios/gennart/point_to_point_read_network.yaml", (), ("strands=250",)),
    "a disk node of its own": (ROOT / "scenarios/cosim/subsystems_disk_node.yaml", (), ("instances.node[1].disk_node.impl=paper",)),
}
Line = tuple[Any, ...]


def settings_of(scenario: Path, more: tuple[str, ...]) -> list[str]:
    """As the committed fingerprint file has them, with those on top."""
    file = ROOT / f"scenarios/fingerprints/{scenario.parent.name}/{scenario.stem}.json"
    kept = [f"{path}={value}" for path, value in json.loads(file.read_text())["settings"].items()]
    return [word for setting in [*kept, *more] for word in ("--set", setting)]


def recorded(command: Path, scenario: Path, settings: list[str], log: Path) -> Path:
    """The log of everything."""
    words = [command, "run", scenario, "--quiet", "--record", log, *settings]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, cwd=ROOT)
    return log


def lines_of(log: Path) -> list[Line]:
    with open(log, newline="") as file:
        return [(int(r[0]), r[1], r[2], *map(int, r[3:7])) for r in list(csv.reader(file))[1:]]


def delivered(lines: list[Line]) -> dict[tuple[int, int, int], Line]:
    """The last line of each transaction where such a machine delivers."""
    ends = {("memory.socket", "END_RESP"), ("network", "END")}
    return {e[3:6]: e for e in lines if (e[1], e[2]) in ends or (".gige[" in e[1] and e[2] == "END_RESP")}


def naive(old: list[Line], new: list[Line]) -> dict[str, Any]:
    """The first delivery that differs, its paths, and the number of the first hop that differs."""
    before, after = delivered(old), delivered(new)
    differing = [e for side, other in ((before, after), (after, before)) for key, e in side.items() if other.get(key) != e]
    first = min(differing)
    key = first[3:6]
    until = max(side[key][0] for side in (before, after) if key in side)
    paths = [[e for e in lines if e[3:6] == key and e[0] <= until] for lines in (old, new)]
    hop = next(i for i in range(max(map(len, paths))) if paths[0][i : i + 1] != paths[1][i : i + 1])
    return {"time_ps": first[0], "transaction": key, "old": before.get(key), "new": after.get(key), "paths": paths, "hop": hop}


@pytest.mark.parametrize("name", CHANGES)
def test_the_first_difference_is_found(name: str, tmp_path: Path) -> None:
    scenario, shorter, change = CHANGES[name]
    settings = settings_of(scenario, shorter)
    old = version_with(tmp_path / "old", *change)
    known = naive(*(lines_of(recorded(c, scenario, settings, tmp_path / f"{c.name}.csv")) for c in (old, COMMAND)))
    more = [word for setting in shorter for word in ("--set", setting)]
    done = explore("explain-change", scenario, "--against", old, "--json", *more)
    assert done.code == 1, done
    found = json.loads(done.stdout)
    first = found["first_delivery"]
    assert (first["stream"], first["source"], first["sequence"]) == known["transaction"]
    assert first["time_ps"] == known["time_ps"]
    for side, path in zip(("old", "new"), known["paths"], strict=True):
        assert (first[side] and first[side]["time_ps"]) == (known[side] and known[side][0])
        assert [tuple(hop[side].values()) for hop in found["path"] if hop[side]] == path
    assert found["first_hop"] == known["hop"]
    assert [hop["same"] for hop in found["path"]].index(False) == known["hop"]


@pytest.fixture(scope="module")
def old_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a version with a faster bus."""
    folder = tmp_path_factory.mktemp("old")
    old = version_with(folder / "old", "pci.switch_overhead=44 ns")
    return recorded(old, CLUSTER, settings_of(CLUSTER, (SHORT,)), folder / "old.csv")


def test_a_kept_log_tells_what_the_old_version_tells(old_log: Path) -> None:
    by_log = json.loads(explore("explain-change", CLUSTER, "--log", old_log, "--set", SHORT, "--json").stdout)
    by_command = json.loads(explore("explain-change", CLUSTER, "--against", old_log.parent / "old", "--set", SHORT, "--json").stdout)
    for part in ("deliveries", "first_delivery", "path", "first_hop", "first_event"):
        assert by_log[part] == by_command[part]


def test_the_tables_show_the_hop_and_the_first_event(old_log: Path) -> None:
    done = explore("explain-change", CLUSTER, "--log", old_log, "--set", SHORT)
    assert done.code == 1
    assert "First delivery that differs: s0#0.24\n" in done.stdout
    marked = [line.split() for line in done.stdout.splitlines() if line.strip().startswith("> ")]
    # The bus of node 5: 8 turns, each a nanosecond longer now.
    assert marked == [[">", "node[5].ib_pci[0].device[2]", "BEGIN_RESP", "4.053518650", "4.053526650", "+8", "ns"]]
    event = done.stdout.partition("First event that differs anywhere in the machine")[2].splitlines()[1:3]
    assert ["4.053518650 ms" in event[0], "4.053526650 ms" in event[1]] == [True, True]
    everything = explore("explain-change", CLUSTER, "--log", old_log, "--set", SHORT, "--all").stdout
    assert "node[0].raid[0].dma[0]" in everything
    assert "node[0].raid[0].dma[0]" not in done.stdout


def test_nothing_differs_from_itself(tmp_path: Path) -> None:
    done = explore("explain-change", CLUSTER, "--against", COMMAND, "--set", SHORT)
    assert done.code == 0
    assert "No delivery differs." in done.stdout


def test_a_window_leaves_out_what_is_before_it(old_log: Path, tmp_path: Path) -> None:
    window = ("--trace-from", "7 ms", "--trace-to", "7.5ms")
    done = explore("explain-change", CLUSTER, "--log", old_log, "--set", SHORT, *window, "--keep", tmp_path / "kept", "--json")
    found = json.loads(done.stdout)
    assert 7_000_000_000 <= found["first_delivery"]["time_ps"] <= 7_500_000_000
    kept = lines_of(tmp_path / "kept/new.csv")
    assert 7_000_000_000 <= kept[0][0] <= kept[-1][0] <= 7_500_000_000
    assert found["first_event"]["from_ps"] == 7_000_000_000


def test_a_scenario_as_it_is(tmp_path: Path) -> None:
    """Without the short form: the series' first point, one replication, all else as the file has it."""
    scenario = tmp_path / "series.yaml"
    scenario.write_text("system: shared_bus\nparameters: {strands: 16}\nmeasure: {replications: 5}\nvary: {nodes: [2, 3]}\n")
    old = version_with(tmp_path / "old", "io_write=30 MB/s")
    found = json.loads(explore("explain-change", scenario, "--against", old, "--as-is", "--json").stdout)
    assert found["settings"] == {"measure.replications": "1", "nodes": "2"}
    assert sum(found["deliveries"].values()) == 16


@pytest.mark.parametrize("cut", [0.5, 0.0], ids=["half", "empty"])
def test_a_damaged_log_is_one_message(old_log: Path, tmp_path: Path, cut: float) -> None:
    content = old_log.read_bytes()
    (tmp_path / "cut.csv").write_bytes(content[: int(len(content) * cut)])
    one_message(explore("explain-change", CLUSTER, "--log", tmp_path / "cut.csv", "--set", SHORT), 2, "cut.csv:")


def test_a_log_without_deliveries_is_one_message(old_log: Path, tmp_path: Path) -> None:
    with open(old_log) as file, open(tmp_path / "few.csv", "w") as few:
        few.writelines(file.readline() for _ in range(20))
    one_message(explore("explain-change", CLUSTER, "--log", tmp_path / "few.csv", "--set", SHORT), 2, "few.csv", "no delivery")


def test_misuse_is_one_message(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    one_message(explore("explain-change", CLUSTER, "--against", missing), 2, "missing")
    one_message(explore("explain-change", CLUSTER, "--log", missing), 2, "missing")
    one_message(explore("explain-change", CLUSTER, "--log", missing, "--against", COMMAND), 2, "do not go together")
    one_message(explore("explain-change", CLUSTER, "--set", SHORT), 2, "--against")
    one_message(explore("explain-change", CLUSTER, "--against", COMMAND, "--trace-to", "soon"), 2, "--trace-to soon")
    other = tmp_path / "other"
    for printed in ("no JSON", "[1]", "{}"):
        other.write_text(f"#!/bin/sh\necho '{printed}'\n")
        other.chmod(0o755)
        one_message(explore("explain-change", CLUSTER, "--against", other), 2, "other", "isochron")
    (tmp_path / "text").write_text("no program")
    (tmp_path / "text").chmod(0o755)
    one_message(explore("explain-change", CLUSTER, "--against", tmp_path / "text"), 2, "text")


def test_a_log_of_a_machine_file_tells_what_the_old_version_tells(tmp_path: Path) -> None:
    """Where its machine delivers, the log itself does not say: the types of the parts do."""
    scenario = ROOT / "scenarios/own/central_switch.yaml"
    old = version_with(tmp_path / "old", "load=100 MB/s")
    log = recorded(old, scenario, settings_of(scenario, (SHORT,)), tmp_path / "old.csv")
    by_log, by_command = (
        json.loads(explore("explain-change", scenario, *words, "--set", SHORT, "--json").stdout)
        for words in (("--log", log), ("--against", old))
    )
    assert sum(by_log["deliveries"].values()) > 100
    for part in ("deliveries", "first_delivery", "path", "first_hop", "first_event"):
        assert by_log[part] == by_command[part]
