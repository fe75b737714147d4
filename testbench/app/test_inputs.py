# SPDX-License-Identifier: Apache-2.0
"""The input files of a run: all that it opens are listed, and no output replaces one."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from explore import explore, refused, runner
from patience import PATIENCE
from support import COMMAND, ROOT

from isochron.scenario import Scenario

MSU = """system: calliope_msu
parameters: {streams: {kind: trace}, trace: {csv: ct.csv}}
measure: {warm_up: 3 s, duration: 2 s, replications: 1}
"""
RECORDING = "time_s,bytes\n" + "".join(f"{number / 50:.2f},1024\n" for number in range(100))
MACHINE = """machine: m
include: [types/node.yaml]
parts: {"n[1]": {type: node}, d: {type: sink}}
connect: [{from: "n[0].out", to: d.in, link: {type: serial_link, name: l, rate: 1 Gb/s}}]
traffic: [{name: t, from: "n[*].s", to: d, arrivals: trace, file: t.csv, message: 1000 B}]
"""
TYPES = "types: {node: {parts: {s: {type: source}}, ports: {out: s.out}}}\n"
TRACE = "time_s,source,bytes\n0.001,0,1000\n0.002,0,2000\n"
OF_MACHINE = "system: m\nmeasure: {warm_up: 0 s, duration: 10 ms, replications: 1}\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a scenario of a built-in machine that plays a recording, and one of a machine file with an include and a trace."""
    (tmp_path / "types").mkdir()
    for name, text in {"msu.yaml": MSU, "ct.csv": RECORDING, "of_m.yaml": OF_MACHINE, "m.yaml": MACHINE, "types/node.yaml": TYPES, "t.csv": TRACE}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(folder: Path, *words: str | Path, command: Path = COMMAND) -> subprocess.CompletedProcess[str]:
    return subprocess.run([command, *words], capture_output=True, text=True, timeout=PATIENCE, cwd=folder, stdin=subprocess.DEVNULL, check=False)


def listed(file: Path) -> dict[str, str | None]:
    document = json.loads(file.read_text())
    assert document["schema"] == "isochron.inputs/1"
    return {one["path"]: one["sha256"] for one in document["files"]}


def snapshot(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


INPUTS = {"msu.yaml": "msu.yaml", "ct.csv": "msu.yaml", "of_m.yaml": "of_m.yaml", "m.yaml": "of_m.yaml", "types/node.yaml": "of_m.yaml", "t.csv": "of_m.yaml"}


def _spelled(folder: Path, name: str) -> list[str]:
    """The same file by other paths, links among them."""
    (folder / "hard").unlink(missing_ok=True)
    os.link(folder / name, folder / "hard")
    (folder / "soft").unlink(missing_ok=True)
    (folder / "soft").symlink_to(name)
    (folder / "chain").unlink(missing_ok=True)
    (folder / "chain").symlink_to("soft")
    return [name, f"./{name}", f"../{folder.name}/{name}", str(folder / name), "hard", "soft", "chain", f"types/../{name}"]


@pytest.mark.parametrize("name", INPUTS)
def test_no_output_replaces_an_input(name: str, files: Path) -> None:
    spelled = _spelled(files, name)
    before = snapshot(files)
    for path in spelled:
        done = run(files, "run", INPUTS[name], "--json", path)
        assert done.returncode == 2 and f"{path}: is read by this command and would be overwritten" in done.stderr, (path, done.stderr)
    for option in ("--record", "--inputs"):
        done = run(files, "run", INPUTS[name], option, name)
        assert done.returncode == 2 and "would be overwritten" in done.stderr, (option, done.stderr)
    done = run(files, "check", INPUTS[name], "--junit", name)
    assert done.returncode == 2 and "would be overwritten" in done.stderr
    with open(files / name, "a") as output:
        appended = subprocess.run([COMMAND, "run", INPUTS[name]], cwd=files, stdout=output, stderr=subprocess.PIPE, text=True, check=False)
    assert appended.returncode == 2 and "standard output: is read by this command" in appended.stderr
    assert snapshot(files) == before


@pytest.mark.parametrize(("output", "recording"), [(("--csv", "."), "metrics.csv"), (("--trace", "x.vcd"), "x.vcd")])
def test_outputs_with_names_of_their_own(output: tuple[str, str], recording: str, files: Path) -> None:
    (files / "ct.csv").rename(files / recording)
    before = snapshot(files)
    done = run(files, "run", "msu.yaml", "--set", f"trace.csv={recording}", *output)
    assert done.returncode == 2 and f"{recording}: is read by this command" in done.stderr, done.stderr
    assert snapshot(files) == before


def test_published_numbers_are_not_replaced(files: Path) -> None:
    """With a copy of the command beside a copy of its numbers."""
    command = Path(shutil.copy(COMMAND, files / "isochron"))
    shutil.copytree(ROOT / "scenarios/published", files / "scenarios/published")
    before = snapshot(files)
    done = run(files, "run", "of_m.yaml", "--json", "scenarios/published/ps2.yaml", command=command)
    assert done.returncode == 2 and "is read by this command" in done.stderr
    assert snapshot(files) == before


def test_explore_replaces_no_input(files: Path) -> None:
    (files / "ct.csv").rename(files / "sweep.csv")
    before = snapshot(files)
    done = explore("sweep", "msu.yaml", "--set", "trace.csv=sweep.csv", "--vary", "streams.count=1,2", "--out", ".", "--quiet", folder=files)
    refused(done, "sweep.csv: is read by this command and would be overwritten")
    assert {path: content for path, content in snapshot(files).items() if path in before} == before
    result = run(files, "run", "of_m.yaml", "--json", "result.json")
    assert result.returncode == 0, result.stderr
    before = snapshot(files)
    refused(explore("report", "result.json", "--out", "result.json", folder=files), "result.json: is read by this command")
    assert snapshot(files) == before


def test_the_same_sweep_may_replace_its_files(files: Path) -> None:
    for _ in range(2):
        done = explore("sweep", "msu.yaml", "--vary", "streams.count=1,2", "--out", "swept", "--quiet", folder=files)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def watcher(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("watcher") / "opened_files.so"
    source = Path(__file__).with_name("opened_files.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-D_FILE_OFFSET_BITS=32", "-o", library, source, "-ldl"], check=True)
    return library


def opened(watcher: Path, folder: Path, *words: str | Path) -> tuple[set[Path], subprocess.CompletedProcess[str]]:
    """What a command and its children open for reading, of the repository and of `folder`."""
    log = folder / "opened.txt"
    log.unlink(missing_ok=True)
    environment = {**os.environ, "LD_PRELOAD": str(watcher), "OPENED_FILES": str(log)}
    done = subprocess.run(
        [COMMAND, *words], capture_output=True, text=True, timeout=PATIENCE, cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False
    )  # fmt: skip
    paths = {Path(os.path.normpath(folder / line)) for line in log.read_text().splitlines()}
    return {path for path in paths if path.suffix in (".yaml", ".csv", ".json") and (path.is_relative_to(ROOT / "scenarios") or path.is_relative_to(folder))}, done


def _published(files: set[Path]) -> list[str]:
    return sorted(path.name for path in files if path.parent == ROOT / "scenarios/published")


def test_published_numbers_are_opened_when_somebody_needs_them(watcher: Path, tmp_path: Path) -> None:
    bandwidth, mbus = ROOT / "scenarios/pcie/bandwidth.yaml", ROOT / "scenarios/gennart/mbus_read.yaml"
    assert "published: pcie_bench." in bandwidth.read_text() and "published:" not in mbus.read_text()
    every = sorted(path.name for path in (ROOT / "scenarios/published").glob("*.yaml"))
    cases: list[tuple[tuple[str | Path, ...], list[str]]] = [
        (("list",), []),
        (("describe",), []),
        (("describe", "seachange_cluster"), []),
        (("waves", mbus), []),
        (("explain", mbus), []),
        (("explain", bandwidth), ["pcie_bench.yaml"]),
        (("explain", mbus, "--json"), every),  # it lists what a run reads
    ]
    for words, wanted in cases:
        files, done = opened(watcher, tmp_path, *words)
        assert done.returncode == 0, done.stderr
        assert _published(files) == wanted, words


def test_numbers_of_another_paper_are_not_parsed(files: Path) -> None:
    """Unless its file has the name of the machine: then an error in it comes before anything is simulated."""
    command = Path(shutil.copy(COMMAND, files / "isochron"))
    (files / "zebra.yaml").write_text(MACHINE.replace("machine: m", "machine: zebra"))
    (files / "of_zebra.yaml").write_text(OF_MACHINE.replace("system: m", "system: zebra"))
    published = files / "scenarios/published"
    published.mkdir(parents=True)
    (published / "other.yaml").write_text("system: [\n")
    assert run(files, "run", "of_zebra.yaml", "--quiet", command=command).returncode == 0
    (published / "other.yaml").write_text("system: [zebra\n")
    for words in (("run", "of_zebra.yaml", "--quiet"), ("explain", "of_zebra.yaml", "--json")):
        done = run(files, *words, command=command)
        assert done.returncode == 2 and "other.yaml:" in done.stderr, done.stderr
    assert run(files, "explain", "of_zebra.yaml", command=command).returncode == 0


def _one_a_system() -> list[Path]:
    found: dict[str, Path] = {}
    for file in sorted((ROOT / "scenarios").rglob("*.yaml")):
        if file.relative_to(ROOT / "scenarios").parts[0] not in ("machines", "published", "costs", "fingerprints", "cosim"):
            system = re.search(r"^system: (\S+)", file.read_text(), re.MULTILINE)
            if system:
                found.setdefault(system[1], file)
    return list(found.values())


def test_every_file_that_a_system_opens_is_listed(watcher: Path, tmp_path: Path) -> None:
    """Whatever the reader, as the C library sees it."""
    scenarios = _one_a_system()
    assert len(scenarios) >= 15
    several = 0
    for scenario in scenarios:
        files, done = opened(watcher, tmp_path, "explain", scenario, "--json")
        assert done.returncode == 0, done.stderr
        read = {Path(os.path.normpath(one["path"])) for one in json.loads(done.stdout)["inputs"] if one["sha256"] is not None}
        assert scenario in files and files == read, scenario
        several += len(files) > 6
    assert several > 3, "machine files and what they include"


@pytest.mark.parametrize("scenario", ["msu.yaml", "of_m.yaml"])
def test_every_file_that_a_run_opens_is_listed(scenario: str, watcher: Path, files: Path) -> None:
    read, done = opened(watcher, files, "run", scenario, "--inputs", "inputs.json", "--quiet")
    assert done.returncode == 0, done.stderr
    names = {path for path, sha256 in listed(files / "inputs.json").items() if sha256 is not None}
    assert {Path(os.path.normpath(files / name)) for name in names} == read
    assert {files / name for name, of in INPUTS.items() if of == scenario} <= read


def test_sha256_is_that_of_the_bytes(files: Path) -> None:
    """Files of every length up to two blocks and more, against Python's."""
    lengths = range(10, 140)
    for length in lengths:
        (files / f"types/{length}.yaml").write_bytes(b"types: {}\n".ljust(length, b"#")[:length])
    included = ", ".join(f"types/{length}.yaml" for length in lengths)
    (files / "m.yaml").write_text(MACHINE.replace("[types/node.yaml]", f"[types/node.yaml, {included}]"))
    done = run(files, "run", "of_m.yaml", "--inputs", "inputs.json")
    assert done.returncode == 0, done.stderr
    read = listed(files / "inputs.json")
    assert {f"types/{length}.yaml" for length in lengths} <= read.keys()
    for path, sha256 in read.items():
        assert sha256 == hashlib.sha256((files / path).read_bytes()).hexdigest(), path


def test_what_was_looked_for_and_what_a_failed_run_read_is_listed(files: Path) -> None:
    (files / "of_library.yaml").write_text(OF_MACHINE.replace("system: m", "system: central_switch"))
    assert run(files, "run", "of_library.yaml", "--inputs", "inputs.json").returncode == 0
    assert listed(files / "inputs.json")["central_switch.yaml"] is None
    (files / "ct.csv").unlink()
    done = run(files, "run", "msu.yaml", "--inputs", "inputs.json")
    assert done.returncode == 2 and "ct.csv" in done.stderr
    assert listed(files / "inputs.json")["ct.csv"] is None and listed(files / "inputs.json")["msu.yaml"] is not None


def test_a_kept_outcome_is_of_its_input_files(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files change, come back, are elsewhere, are missing: each time what is kept is taken exactly where it is right."""
    work = runner(files)
    other = files / "other"
    other.mkdir()
    (other / "ct.csv").write_text(RECORDING.replace(",1024", ",512"))
    # Beside the scenario the recording is the same from everywhere; on the command line it is in the current folder.
    scenario = Scenario.load(files / "msu.yaml").with_({"trace.csv": "ct.csv"})

    def simulated(folder: Path) -> tuple[float | None, int]:
        before = work.simulations
        monkeypatch.chdir(folder)
        [outcome] = work.all([scenario], "inputs")
        return outcome.result().metric("fddi.throughput").mean if outcome.done else None, work.simulations - before

    first, new = simulated(files)
    assert first and new == 1 and simulated(files) == (first, 0)
    half, new = simulated(other)
    assert half == first / 2 and new == 1 and simulated(other) == (half, 0)
    (files / "ct.csv").write_text(RECORDING.replace(",1024", ",2048"))
    twice, new = simulated(files)
    assert twice == 2 * first and new == 1
    (files / "ct.csv").write_text(RECORDING)
    assert simulated(files) == (first, 0)
    (files / "ct.csv").unlink()
    assert simulated(files) == (None, 1) and simulated(files) == (None, 0)
    (files / "ct.csv").write_text(RECORDING)
    assert simulated(files) == (first, 0)


def test_a_machine_file_beside_the_scenario_takes_the_library_s_place(files: Path) -> None:
    (files / "of_library.yaml").write_text(OF_MACHINE.replace("system: m", "system: central_switch"))
    work = runner(files)
    scenario = Scenario.load(files / "of_library.yaml")
    assert work.run(scenario) and work.run(scenario) and work.simulations == 1
    (files / "central_switch.yaml").write_text(MACHINE.replace("machine: m", "machine: central_switch"))
    assert work.run(scenario) and work.simulations == 2


def test_an_outcome_whose_input_changed_meanwhile_is_not_kept(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files)
    work = runner(files)
    [outcome] = work.all([Scenario.load(files / "msu.yaml")], "inputs")
    assert outcome.current
    (files / "ct.csv").write_text(RECORDING.replace(",1024", ",512"))
    assert not outcome.current
    work.cache.store("c" * 64, outcome)
    assert work.cache.paths("c" * 64) == []


# They open other files: those of the host, and output.
OTHER_READERS = {"app/memory_cap.cpp", "app/memory_limit.cpp", "app/output_file.cpp", "app/stale_files.cpp", "observe/buffered_file.cpp", "observe/save_file.cpp", "app/command_line.cpp"}


def test_input_is_read_in_one_place() -> None:
    opens = re.compile(r"\bifstream\b|\bfopen\(|[^\w.>]::open\(|\bfreopen\(|LoadFile\(")
    found = {
        str(file.relative_to(ROOT / "tlm/isochron"))
        for file in (ROOT / "tlm/isochron").rglob("*")
        if file.suffix in (".h", ".cpp") and not file.name.startswith("fst_") and opens.search(file.read_text())
    }
    assert found - OTHER_READERS == {"core/input_files.h"}
