# SPDX-License-Identifier: Apache-2.0
"""Damaged inputs and signals at random moments: the right exit code, one message, no crash, nothing left behind.

The short form takes the first of each kind, the long one (ISOCHRON_TEST_ALL) some 1,400 inputs and 200 signals."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from fuzzing import COMMAND, CRASHES, ROOT
from hostile import damaged_json, damaged_setting, damaged_yaml
from patience import PATIENCE, wait_for
from support import LONG

BATCH = 12  # inputs a test: enough to be quick, few enough to spread over processes

SCENARIO = """\
system: seachange_cluster
title: "Five nodes: the café's"
parameters:
  nodes: 5
  io: 128 KiB
  pci: {slice: 128 B, clock: 66.667 MHz}
  failed_nodes: [1]
instances:
  "node[0].raid[*]": {dma_engines: 2}
measure: {warm_up: 1 ms, duration: 4 ms, replications: 2, confidence: 90 %, seed: 1}
vary:
  target_bandwidth: [220 MB/s, 240 MB/s]
expect:
- {metric: raid.bandwidth, between: [1 MB/s, 999 MB/s]}
- {metric: raid.bandwidth.mean, at_least: 1 MB/s, at_most: 9 GB/s, at: {target_bandwidth: 240 MB/s}}
negative_control: false
"""
BUS = "system: shared_bus\nparameters: {nodes: 2, strands: 4}\nmeasure: {replications: 3}\nexpect: [{metric: throughput, at_least: 1 B/s}]\n"


def batches(in_short_form: int, in_long_form: int) -> list[range]:
    count = in_long_form if LONG else in_short_form
    return [range(first, min(first + BATCH, count)) for first in range(0, count, BATCH)]


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs the command; fails on what no input may cause."""
    done = subprocess.run(
        [COMMAND, *arguments], capture_output=True, text=True, errors="replace", timeout=PATIENCE, cwd=cwd, stdin=subprocess.DEVNULL, check=False
    )
    assert not [sign for sign in CRASHES if sign in done.stderr], done.stderr
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", done.stderr + done.stdout), "control characters reach the terminal"
    return done


def require_message(done: subprocess.CompletedProcess[str], place: str) -> None:
    """One line "place: cause. Remedy.", and nothing on standard output."""
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert re.match(place, done.stderr), done.stderr
    assert re.search(r": .+\. \S.*[.?]$", done.stderr.strip()), done.stderr
    assert len(done.stderr) < 1500


def names_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("numbers", batches(60, 480), ids=str)
def test_damaged_scenarios(numbers: range, tmp_path: Path) -> None:
    for number in numbers:
        damaged = damaged_yaml(SCENARIO.encode(), number)
        (tmp_path / "damaged.yaml").write_bytes(damaged.text)
        done = run("explain", "damaged.yaml", cwd=tmp_path)
        said = f"{number}, {damaged.how}: exit {done.returncode}: {done.stderr}"
        assert done.returncode == 2 or (done.returncode == 0 and not damaged.refused), said
        if done.returncode == 2:
            require_message(done, r"damaged\.yaml:\d+:\d+: ")
        assert names_in(tmp_path) == {"damaged.yaml"}


def test_the_scenario_that_is_damaged_is_good(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(SCENARIO)
    assert run("explain", "good.yaml", cwd=tmp_path).returncode == 0


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("paths")
    (folder / "good.yaml").write_text(SCENARIO)
    explained = json.loads(run("explain", "good.yaml", "--json", cwd=folder).stdout)
    names = [parameter["path"] for parameter in explained["parameters"]]
    assert "pci.slice" in names and len(names) > 20
    measured = [f"measure.{name}" for name in ("seed", "duration", "warm_up", "replications", "confidence")]
    return [*names, *measured, "vary.nodes", "instances.node[0].raid[0].dma_engines", "pci", "measure", "parameters"]


@pytest.mark.parametrize("numbers", batches(36, 300), ids=str)
def test_damaged_settings(numbers: range, paths: list[str], tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(SCENARIO)
    for number in numbers:
        setting = damaged_setting(paths, number)
        done = run("explain", "good.yaml", "--set", setting, cwd=tmp_path)
        said = f"{number}, {setting[:200]!r}: exit {done.returncode}: {done.stderr}"
        assert done.returncode in (0, 2), said
        if done.returncode == 2:
            require_message(done, r"(--set |good\.yaml:\d+:\d+: )")
        assert names_in(tmp_path) == {"good.yaml"}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("result")
    (folder / "bus.yaml").write_text(BUS)
    assert run("run", "bus.yaml", "--quiet", "--json", "r.json", "--set", "vary.strands=[2, 4]", cwd=folder).returncode == 0
    return (folder / "r.json").read_bytes()


@pytest.mark.parametrize("numbers", batches(60, 440), ids=str)
def test_damaged_results(numbers: range, result: bytes, tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(result)
    for number in numbers:
        damaged = damaged_json(result, number)
        (tmp_path / "damaged.json").write_bytes(damaged.text)
        pair = ["good.json", "damaged.json"]
        done = run("diff", *(pair if number % 2 else reversed(pair)), cwd=tmp_path)
        said = f"{number}, {damaged.how}: exit {done.returncode}: {done.stderr}"
        assert done.returncode == 2 or (done.returncode in (0, 1) and not damaged.refused), said
        if done.returncode == 2:
            require_message(done, r"damaged\.json(:\d+:\d+)?: ")
        assert names_in(tmp_path) == {"good.json", "damaged.json"}


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command with scenarios of its own: it finds those beside it."""
    folder = tmp_path_factory.mktemp("installation")
    (folder / "bin").mkdir()
    shutil.copy(COMMAND, folder / "bin/isochron")
    (folder / "share/isochron/scenarios/published").mkdir(parents=True)
    shutil.copytree(ROOT / "scenarios/machines", folder / "share/isochron/scenarios/machines")
    return folder


@pytest.mark.parametrize("numbers", batches(24, 192), ids=str)
def test_damaged_published_numbers(numbers: range, installation: Path, tmp_path: Path) -> None:
    good = (ROOT / "scenarios/published/seachange.yaml").read_bytes()
    published = installation / "share/isochron/scenarios/published/damaged.yaml"
    (tmp_path / "good.yaml").write_text(SCENARIO)
    for number in numbers:
        damaged = damaged_yaml(good, number)
        published.write_bytes(damaged.text)
        done = subprocess.run(
            [installation / "bin/isochron", "explain", "good.yaml", "--json"], capture_output=True, text=True, errors="replace", cwd=tmp_path, check=False
        )
        said = f"{number}, {damaged.how}: exit {done.returncode}: {done.stderr}"
        assert not [sign for sign in CRASHES if sign in done.stderr], said
        assert done.returncode == 2 or (done.returncode == 0 and not damaged.refused), said
        if done.returncode == 2:
            require_message(done, r"\S+/published/damaged\.yaml(:\d+:\d+)?: ")
        assert names_in(tmp_path) == {"good.yaml"}


# What is interrupted, and what it leaves when it is not.
INTERRUPTED: dict[tuple[str, ...], tuple[int, set[str]]] = {
    ("run", "bus.yaml", "--quiet", "--jobs", "2", "--json", "r.json", "--csv", "t", "--record", "r.csv"): (
        0, {"r.json", "r.csv", "t", *(f"t/{name}.csv" for name in ("metrics", "components", "published", "series", "histograms"))},
    ),
    ("check", "bus.yaml", "two.yaml", "--quiet", "--junit", "j.xml"): (0, {"j.xml"}),
    ("diff", "a.json", "b.json"): (1, set()),
    ("explain", "cluster.yaml"): (0, set()),
}  # fmt: skip


@pytest.fixture(scope="module")
def seconds(result: bytes, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], float]:
    """How long each takes when nobody interrupts it."""
    times = {}
    for arguments, (code, outputs) in INTERRUPTED.items():
        folder = tmp_path_factory.mktemp("undisturbed")
        prepare(folder, result)
        before = names_in(folder)
        began = time.monotonic()
        assert run(*arguments, cwd=folder).returncode == code
        times[arguments] = time.monotonic() - began
        assert names_in(folder) - before == outputs
    return times


def prepare(folder: Path, result: bytes) -> None:
    for name, text in {"bus.yaml": BUS, "two.yaml": BUS.replace("nodes: 2", "nodes: 3"), "cluster.yaml": SCENARIO}.items():
        (folder / name).write_text(text)
    (folder / "a.json").write_bytes(result)
    (folder / "b.json").write_bytes(result.replace(b'"seed": 1', b'"seed": 2'))


def group_is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("numbers", batches(36, 200), ids=str)
def test_signals_at_random_moments(numbers: range, result: bytes, seconds: dict[tuple[str, ...], float], tmp_path: Path) -> None:
    for number in numbers:
        folder = tmp_path / str(number)
        folder.mkdir()
        prepare(folder, result)
        before = names_in(folder)
        chance = random.Random(f"signal {number}")
        arguments = list(INTERRUPTED)[number % len(INTERRUPTED)]
        code, outputs = INTERRUPTED[arguments]
        sent = chance.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXFSZ))
        limit = chance.randrange(1, 16_000)

        def limit_files(limit: int = limit) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        process = subprocess.Popen(
            [COMMAND, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, preexec_fn=limit_files if sent == signal.SIGXFSZ else None,
        )  # fmt: skip
        if sent != signal.SIGXFSZ:
            time.sleep(chance.uniform(0, seconds[arguments]))
            process.send_signal(sent)
        _, said = process.communicate(timeout=PATIENCE)
        wait_for(lambda process=process: group_is_gone(process.pid))
        what = f"{number}, {' '.join(arguments)}, {sent.name} (limit {limit}): exit {process.returncode}: {said}"
        assert not [sign for sign in CRASHES if sign in said], what
        left = names_in(folder) - before
        if process.returncode == code:
            assert left == outputs, what
        elif sent == signal.SIGXFSZ:
            assert process.returncode == 4 and "cannot be written: File too large" in said, what
            assert left == set(), what
        elif process.returncode == -sent:  # before the command had begun
            assert left == set() and said == "", what
        else:
            assert process.returncode == 130 and said.endswith("interrupted\n"), what
            # A check reports what has run by then.
            assert left == set() or left == outputs == {"j.xml"}, what
        if "j.xml" in left:
            assert len(ET.parse(folder / "j.xml").getroot()) == 2
