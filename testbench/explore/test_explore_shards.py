# SPDX-License-Identifier: Apache-2.0
"""Sweeps in shards: merged they are the sweep, byte for byte; anything else than all shards of one sweep is refused."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from explore import LINK_MACHINE, SHARED_BUS, explore, quick, refused, runner, settings, words
from hostile_documents import damaged_json
from hypothesis import given
from hypothesis import settings as given_settings
from hypothesis import strategies as st
from patience import wait_for
from support import ROOT

from isochron.errors import ReportError
from isochron.explore import sweep_command
from isochron.explore.merging import merge
from isochron.explore.shards import Shard
from isochron.explore.sweeps import Sweep, simulate
from isochron.report.html import write_report
from isochron.scenario import Scenario

# The first point is refused by the simulator, and a column has words and numbers.
VARIED = {"nodes": "0..2", "bus_packets": ["strand", "8KiB"]}
QUICK = ("--set", "strands=8", "--replications", "1", "--quiet")


def write(sweep: Sweep, folder: Path) -> Path:
    """A sweep's folder, as the command writes it."""
    sweep_command.write(sweep, folder, replace=False)
    return folder


def shards(folder: Path, of: int, varied: dict[str, Any] = VARIED, scenario: Scenario | None = None, **options: Any) -> list[Path]:
    """The folders of all shards of a sweep, with a cache in `folder`."""
    work = runner(folder)
    parts = [simulate(scenario or quick(), varied, runner=work, shard=Shard(number, of), **options) for number in range(1, of + 1)]
    return [write(part, folder / f"{part.shard.number}_of_{of}") for part in parts]


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def edit(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Changes the sweep.json of a folder."""
    document = json.loads((folder / "sweep.json").read_text())
    change(document)
    (folder / "sweep.json").write_text(json.dumps(document))


def result_in(folder: Path) -> Path:
    """The first result in a folder."""
    return min((folder / "results").glob("*.json"))


@given(points=st.integers(0, 300), of=st.integers(1, 40), seed=st.integers(0, 2**32))
def test_every_point_is_in_one_shard_and_shards_are_balanced(points: int, of: int, seed: int) -> None:
    dealt = [Shard(number, of).indices(points) for number in range(1, of + 1)]
    assert sorted(index for indices in dealt for index in indices) == list(range(points))
    assert all(indices == sorted(indices) for indices in dealt)
    counts = [len(indices) for indices in dealt]
    assert max(counts) - min(counts) <= 1
    # Costs that grow with the value, whatever the law.
    chance = random.Random(seed)
    costs = sorted(chance.paretovariate(0.5 + chance.random()) for _ in range(points))
    spent = [sum(costs[index] for index in indices) for indices in dealt]
    assert max(spent) - min(spent) <= max(costs, default=0) * (1 + 1e-9)


@pytest.mark.parametrize(("points", "of", "dealt"), [(4, 2, [[0, 3], [1, 2]]), (8, 4, [[0, 7], [1, 6], [2, 5], [3, 4]]), (2, 3, [[1], [0], []]), (3, 1, [[0, 1, 2]])])
def test_points_are_dealt_there_and_back_from_the_last(points: int, of: int, dealt: list[list[int]]) -> None:
    assert [Shard(number, of).indices(points) for number in range(1, of + 1)] == dealt


def test_a_grid_has_no_shard_with_all_the_expensive_points() -> None:
    """Where the fastest parameter has as many values as there are shards, taking turns would give each shard one value of it."""
    costs = [nodes for _ in range(12) for nodes in (3, 4, 5, 6)]
    spent = [sum(costs[index] for index in Shard(number, 4).indices(len(costs))) for number in range(1, 5)]
    assert spent == [sum(costs) / 4] * 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0/2", "numbered from 1; write 1/2 to 2/2 (Slurm: sbatch --array=1-2)"),
        ("3/2", "there is no shard 3 of 2; write 1/2 to 2/2"),
        ("1/0", "a sweep has 1 to"),
        ("1/9999999", "a sweep has 1 to"),
        *((text, "not i/n; write the number of the shard") for text in ("x", "", "/", "1", "1/", "/2", "1/2/3", "-1/2", "1.5/2", "1 /2", "²/3", "1/" + "9" * 5000)),
    ],
)
def test_what_is_no_shard(text: str, said: str) -> None:
    with pytest.raises(ReportError) as caught:
        Shard.parse(text)
    assert str(caught.value).startswith(f"--shard {text}: ") and said in str(caught.value)


@pytest.mark.parametrize("text", ["0/2", "3/2", "x"])
def test_what_is_no_shard_is_refused_before_anything_is_simulated(tmp_path: Path, text: str) -> None:
    done = explore("sweep", SHARED_BUS, *QUICK, "--vary", "nodes=1..2", "--shard", text, folder=tmp_path)
    refused(done, f"--shard {text}: ", "; write ")
    assert len(done.stderr.splitlines()) == 1 and not list(tmp_path.iterdir())


@pytest.mark.parametrize("of", [1, 2, 4, 7])
def test_a_merged_sweep_is_the_whole_one_byte_for_byte(tmp_path: Path, of: int) -> None:
    """Points that have failed and shards without points among them, and the order of the folders is nothing."""
    whole = files(write(simulate(quick(), VARIED, runner=runner(tmp_path)), tmp_path / "whole"))
    assert {"sweep.csv", "sweep.parquet", "sweep.json", "throughput.png"} <= whole.keys() and len(whole) == 8
    folders = shards(tmp_path, of)
    if of == 1:
        assert files(folders[0]) == whole
        return
    before = [files(folder) for folder in folders]
    for order in (folders[::-1], random.Random(of).sample(folders, of)):
        assert files(write(merge(order), tmp_path / "merged")) == whole
    assert [files(folder) for folder in folders] == before
    assert sum(len(json.loads(one["sweep.json"])["points"]) for one in before) == 6


@given_settings(max_examples=6)
@given(
    of=st.integers(2, 5),
    design=st.sampled_from([{"design": "grid"}, {"design": "list"}, {"design": "lhs", "points": 5, "seed": 3}]),
    nodes=st.lists(st.sampled_from(["0", "1", "2", "3", "4"]), min_size=1, max_size=4, unique=True),
    chance=st.randoms(use_true_random=False),
)
def test_any_sweep_in_any_shards(
    tmp_path_factory: pytest.TempPathFactory, of: int, design: dict[str, Any], nodes: list[str], chance: random.Random
) -> None:
    tmp_path = tmp_path_factory.getbasetemp() / "any"
    for one in tmp_path.glob("*"):
        if one.name != "cache":
            shutil.rmtree(one)
    varied = {"nodes": nodes, "io_write": ["20 MB/s", "30 MB/s", "40 MB/s", "50 MB/s"][: len(nodes)]}
    if nodes == ["0"]:
        varied["nodes"] = ["1"]
    whole = simulate(quick(), varied, runner=runner(tmp_path), **design)
    folders = shards(tmp_path, of, varied, **design)
    chance.shuffle(folders)
    write(whole, tmp_path / "whole")
    write(merge(folders), tmp_path / "merged")
    assert files(tmp_path / "merged") == files(tmp_path / "whole")


def test_simulated_elsewhere_only_the_cost_differs(tmp_path: Path) -> None:
    """As between two sweeps without shards: `performance` is what a simulation has cost."""
    (tmp_path / "there").mkdir()
    write(simulate(quick(), VARIED, runner=runner(tmp_path / "there")), tmp_path / "whole")
    write(merge(shards(tmp_path, 2)), tmp_path / "merged")
    whole, merged = files(tmp_path / "whole"), files(tmp_path / "merged")
    assert whole.keys() == merged.keys()
    for name, content in whole.items():
        if name.startswith("results/"):
            one, other = json.loads(content), json.loads(merged[name])
            assert one.pop("performance").keys() == other.pop("performance").keys() and one == other, name
        else:
            assert content == merged[name], name


def test_the_commands(tmp_path: Path) -> None:
    """Those of the acceptance, with a shorter window: tables, places and exit codes."""
    switch = ("sweep", ROOT / "scenarios/own/central_switch.yaml", "--vary", "nodes=3..6", "--set", "measure.warm_up=0ms", "--set", "measure.duration=2ms", "--quiet")
    for number, name in ((1, "out/a"), (2, "out/b")):
        done = explore(*switch, "--shard", f"{number}/2", "--out", name, folder=tmp_path)
        assert done.returncode == 0 and f"Shard {number}/2: 2 of the 4" in done.stdout, done.stdout + done.stderr
    # A finished shard is found, not simulated again.
    kept = {path: path.stat().st_ino for path in (tmp_path / "cache").rglob("*.json")}
    assert explore(*switch, "--shard", "2/2", folder=tmp_path).returncode == 0
    assert files(tmp_path / "out/sweep/central_switch_2_of_2") == files(tmp_path / "out/b")
    done = explore("merge", "out/a", "out/b", "--out", "out/ab", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    whole = explore(*switch, "--out", "out/whole", folder=tmp_path)
    assert done.stdout == whole.stdout.replace("out/whole", "out/ab") and "4 points of central_switch" in done.stdout
    assert {path: path.stat().st_ino for path in (tmp_path / "cache").rglob("*.json")} == kept and len(kept) == 4
    assert files(tmp_path / "out/ab") == files(tmp_path / "out/whole")
    assert explore("merge", "out/b", "out/a", folder=tmp_path).returncode == 0
    assert files(tmp_path / "out/sweep/central_switch") == files(tmp_path / "out/whole")
    # Neither computers nor files of the sweep are needed to merge.
    (tmp_path / "elsewhere").mkdir()
    done = explore("merge", tmp_path / "out/a", tmp_path / "out/b", "--out", "ab", folder=tmp_path / "elsewhere", ISOCHRON_COMMAND="/nosuch")
    assert done.returncode == 0 and files(tmp_path / "elsewhere/ab") == files(tmp_path / "out/whole"), done.stderr


def test_failed_points_are_in_the_exit_code_and_metrics_are_those_that_were_asked_for(tmp_path: Path) -> None:
    asked = ("sweep", SHARED_BUS, *QUICK, "--vary", "nodes=0..1", "--metric", "delay", "--metric", "disk.utilisation")
    assert [explore(*asked, "--shard", f"{i}/2", "--out", f"s{i}", folder=tmp_path).returncode for i in (1, 2)] == [0, 1]
    done = explore("merge", "s1", "s2", "--out", "merged", folder=tmp_path)
    assert done.returncode == 1 and "cannot be 0" in done.stdout, done.stderr
    assert explore(*asked, "--out", "whole", folder=tmp_path).returncode == 1
    assert files(tmp_path / "merged") == files(tmp_path / "whole")
    assert {path.stem for path in (tmp_path / "merged").glob("*.png")} == {"delay", "disk.utilisation"}


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both shards of a sweep, `1_of_2` and `2_of_2`."""
    folder = tmp_path_factory.mktemp("pair")
    shards(folder, 2, {"nodes": "1..4"})
    return folder


def _other(folder: Path, **options: Any) -> None:
    """Another second shard."""
    options = {"scenario": quick(), "varied": {"nodes": "1..4"}, "shard": Shard(2, 2)} | options
    metrics = options.pop("metrics", [])
    sweep = simulate(options.pop("scenario"), options.pop("varied"), runner=runner(folder), **options)
    sweep.metrics = metrics
    shutil.rmtree(folder / "2_of_2")
    write(sweep, folder / "2_of_2")


def _copied(folder: Path, content: str) -> Scenario:
    path = folder / "gennart/shared_bus_read.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(SHARED_BUS.read_text() + content)
    return Scenario(path, quick().settings)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def _of_another(folder: Path) -> None:
    document = json.loads(result_in(folder).read_text())
    document["provenance"]["scenario_sha256"] = "0" * 64
    result_in(folder).write_text(json.dumps(document))


B = "2_of_2"
REFUSALS: dict[str, tuple[Callable[[Path], Any], Sequence[str], list[str]]] = {
    "one is missing": (lambda _: None, ["1_of_2"], ["shard 2/2 of", "shared_bus_read.yaml is missing; simulate it with --shard 2/2"]),
    "one is there twice": (lambda folder: shutil.copytree(folder / B, folder / "c"), [B, "1_of_2", "c"], ["2_of_2 and ", "/c: both are shard 2/2"]),
    "a folder twice": (lambda _: None, [B, B], ["both are shard 2/2; name each shard once"]),
    "another number of shards": (lambda folder: _other(folder, shard=Shard(2, 3)), [], ["differ in the number of shards: 2 and 3"]),
    "another scenario": (lambda folder: _other(folder, scenario=_copied(folder, "")), [], ["differ in the scenario: ", "gennart/shared_bus_read.yaml; simulate all shards"]),
    "another content of the scenario": (lambda folder: edit(folder / B, lambda d: d.update(scenario_sha256="0" * 64)), [], ["differ in the content of the scenario file: ", "000000"]),
    "other variations": (lambda folder: _other(folder, varied={"nodes": "1..5"}), [], ["differ in what varies (--vary): nodes=1,2,3,4 and nodes=1,2,3,4,5"]),
    "other settings": (lambda folder: _other(folder, scenario=quick(strands=9)), [], ["differ in what is set (--set, --replications, --seed): ", "strands=8 and", "strands=9"]),
    "another version": (lambda folder: edit(folder / B, lambda d: d.update(version="0.0.1")), [], ["differ in the simulator: ", " and 0.0.1, build"]),
    "another build": (lambda folder: edit(folder / B, lambda d: d.update(simulator_sha256="5" * 64)), [], ["differ in the simulator: ", "build 555555555555"]),
    "another window": (lambda folder: edit(folder / B, lambda d: d["measure"].update(replications=77)), [], ["differ in `measure`: "]),
    "another design": (lambda folder: edit(folder / B, lambda d: d["shard"].update(design_sha256="")), [], ["differ in the design (--design, --points, --design-seed): "]),
    "other metrics": (lambda folder: _other(folder, metrics=["delay"]), [], ['differ in the metrics to show (--metric): [] and ["delay"]']),
    "a whole sweep": (lambda folder: _other(folder, shard=Shard()), [], ["2_of_2: is a whole sweep, not a shard of one"]),
    "no folder": (lambda folder: shutil.rmtree(folder / B), [], ["2_of_2: there is no finished shard in it", "run its command again"]),
    "interrupted before its end": (lambda folder: (folder / B / "sweep.json").unlink(), [], ["there is no finished shard in it", "goes on from there"]),
    "a damaged sweep.json": (lambda folder: _cut(folder / B / "sweep.json"), [], ["2_of_2/sweep.json: not a JSON document", "run the command of this shard again"]),
    "no sweep.json of ours": (lambda folder: (folder / B / "sweep.json").write_text("[]"), [], ["not a sweep of this version"]),
    "a number beyond": (lambda folder: edit(folder / B, lambda d: d["shard"].update(number=3)), [], ["there is no shard 3/2"]),
    "a field is missing": (lambda folder: edit(folder / B, lambda d: d["shard"].pop("points")), [], ["not a shard of a sweep", "points"]),
    "points are missing": (lambda folder: edit(folder / B, lambda d: d["points"].pop()), [], ["they do not have all points of the sweep"]),
    "points of another shard": (lambda folder: edit(folder / B, lambda d: d["points"][0].update(index=0)), [], ["its points are not those of shard 2/2"]),
    "another value": (lambda folder: edit(folder / B, lambda d: d["points"][0].update(parameters={"nodes": 3})), [], ["point 1 is damaged"]),
    "a metric that is a path": (lambda folder: edit(folder / B, lambda d: d["shard"].update(driver="../x")), [], ["not a shard of a sweep", "driver"]),
    "a point that is none": (lambda folder: edit(folder / B, lambda d: d["points"][0].update(parameters={})), [], ["point 1 is damaged", "--shard 2/2"]),
    "other points": (lambda folder: edit(folder / B, lambda d: d["points"][0].update(settings={"nodes": "4"}, parameters={"nodes": 4})), [], ["their points are not those of the sweep"]),
    "a lost result": (lambda folder: result_in(folder / B).unlink(), [], ["No such file", "shard 2/2 is not complete"]),
    "a damaged result": (lambda folder: _cut(result_in(folder / B)), [], ["not a JSON document", "--shard 2/2 again"]),
    "a result that is none": (lambda folder: result_in(folder / B).write_text("{}"), [], ["not a result of this version", "--shard 2/2 again"]),
    "a result of another": (lambda folder: _of_another(folder / B), [], ["is of another scenario than the sweep in that folder"]),
    "a result outside": (lambda folder: edit(folder / B, lambda d: d["points"][0].update(result="results/../../1_of_2/sweep.json")), [], ["is no result of this sweep"]),
    "another input": (lambda folder: edit(folder / B, lambda d: d["shard"]["inputs"][0].update(sha256="0" * 64)), [], ["1_of_2 and ", " differ in the content of ", "; simulate both again"]),
    "an input that changed": (lambda folder: edit(folder / B, lambda d: d["shard"]["inputs"].append(d["shard"]["inputs"][0] | {"sha256": "0" * 64})), [], [" changed while its points were simulated"]),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS)
def test_what_is_not_all_shards_of_one_sweep_is_refused(pair: Path, tmp_path: Path, case: str) -> None:
    spoil, given_, said = REFUSALS[case]
    shutil.copytree(pair, tmp_path, dirs_exist_ok=True)
    spoil(tmp_path)
    with pytest.raises(ReportError) as caught:
        merge([tmp_path / name for name in given_ or ("1_of_2", B)])
    assert caught.value.exit_code == 2 and "\n" not in str(caught.value)
    for text in said:
        assert text in str(caught.value), str(caught.value)
    if not given_:
        with pytest.raises(ReportError):
            merge([tmp_path / B, tmp_path / "1_of_2"])


@pytest.mark.parametrize("case", ["one is missing", "a folder twice", "another build", "a lost result"])
def test_a_refusal_writes_nothing(pair: Path, tmp_path: Path, case: str) -> None:
    spoil, given_, said = REFUSALS[case]
    shutil.copytree(pair, tmp_path, dirs_exist_ok=True)
    spoil(tmp_path)
    before = files(tmp_path)
    done = explore("merge", *(given_ or ("1_of_2", B)), "--out", "merged", folder=tmp_path)
    refused(done, said[-1])
    assert len(done.stderr.splitlines()) == 1 and done.stdout == "" and files(tmp_path) == before


def test_a_merge_takes_no_place_of_another(pair: Path, tmp_path: Path) -> None:
    shutil.copytree(pair, tmp_path, dirs_exist_ok=True)
    write(simulate(quick(), {"nodes": "1..2"}, runner=runner(tmp_path)), tmp_path / "other")
    before = files(tmp_path)
    refused(explore("merge", "1_of_2", B, "--out", "other", folder=tmp_path), "other: there is another sweep", "--out")
    refused(explore("merge", "1_of_2", B, "--out", "./1_of_2", folder=tmp_path), "1_of_2: is one of the shards", "--out")
    done = explore("merge", folder=tmp_path)
    assert done.returncode == 2 and "Missing argument" in done.stderr
    assert files(tmp_path) == before


def test_two_shards_do_not_share_a_folder(pair: Path, tmp_path: Path) -> None:
    shutil.copytree(pair, tmp_path, dirs_exist_ok=True)
    work = runner(tmp_path)
    for shard in (Shard(2, 2), Shard(1, 3), Shard()):
        with pytest.raises(ReportError, match=r"1_of_2: there is shard 1/2 of a sweep, of .* over nodes; name another folder"):
            simulate(quick(), {"nodes": "1..4"}, runner=work, shard=shard, into=tmp_path / "1_of_2")
    write(simulate(quick(), {"nodes": "1..4"}, runner=work), tmp_path / "whole")
    with pytest.raises(ReportError, match="whole: there is another sweep"):
        simulate(quick(), {"nodes": "1..4"}, runner=work, shard=Shard(1, 2), into=tmp_path / "whole")
    assert work.simulations == 0
    # The same again replaces it.
    write(simulate(quick(), {"nodes": "1..4"}, runner=work, shard=Shard(1, 2), into=tmp_path / "1_of_2"), tmp_path / "1_of_2")
    assert files(tmp_path / "1_of_2") == files(pair / "1_of_2")


def test_a_machine_file_that_changed_between_shards_is_seen(tmp_path: Path) -> None:
    """The scenario is the same, and so are all settings."""
    (tmp_path / "m.yaml").write_text(LINK_MACHINE)
    (tmp_path / "run.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 100 us, duration: 1 ms, replications: 1}\n")
    scenario, varied = Scenario.load(tmp_path / "run.yaml"), {"load": ["10 MB/s", "20 MB/s"]}
    folders = shards(tmp_path, 2, varied, scenario)
    assert merge(folders).frame()["load"].tolist() == [1e7, 2e7]
    (tmp_path / "m.yaml").write_text(LINK_MACHINE.replace("2 GB/s", "1 GB/s"))
    write(simulate(scenario, varied, runner=runner(tmp_path), shard=Shard(2, 2)), folders[1])
    with pytest.raises(ReportError, match=r"differ in the content of .*m\.yaml; simulate both again with the same file"):
        merge(folders)


def test_a_shard_that_was_killed_is_refused_and_goes_on(tmp_path: Path) -> None:
    asked = ("sweep", SHARED_BUS, "--vary", "strands=40..79", "--set", "nodes=4", "--replications", "10", "--quiet")
    first = words(*asked, "--shard", "1/2", "--out", "a")
    process = subprocess.Popen(first, cwd=tmp_path, env=settings(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(lambda: process.poll() is not None or len(list((tmp_path / "cache").glob("*/*.json"))) >= 2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = {path: path.stat().st_ino for path in (tmp_path / "cache").glob("*/*.json")}
    assert 2 <= len(kept) < 20
    assert explore(*asked, "--shard", "2/2", "--out", "b", folder=tmp_path).returncode == 0
    refused(explore("merge", "a", "b", "--out", "ab", folder=tmp_path), "a: there is no finished shard in it", "goes on from there")
    assert not (tmp_path / "ab").exists()
    assert subprocess.run(first, cwd=tmp_path, env=settings(tmp_path), capture_output=True, check=False).returncode == 0
    assert kept.items() <= {path: path.stat().st_ino for path in (tmp_path / "cache").glob("*/*.json")}.items()
    write(simulate(Scenario.load(SHARED_BUS).with_({"measure.replications": 10}, nodes=4), {"strands": "40..79"}, runner=runner(tmp_path)), tmp_path / "whole")
    assert merge([tmp_path / "a", tmp_path / "b"]).frame().to_csv(index=False) == (tmp_path / "whole/sweep.csv").read_text()


def test_damaged_shards(pair: Path, tmp_path: Path) -> None:
    """Whatever stands in a shard's sweep.json: a message, or a sweep."""
    shutil.copytree(pair, tmp_path, dirs_exist_ok=True)
    document = json.loads((tmp_path / B / "sweep.json").read_text())
    told = 0
    for what, content in damaged_json(document, 120, 5):
        (tmp_path / B / "sweep.json").write_bytes(content)
        try:
            merged = merge([tmp_path / "1_of_2", tmp_path / B])
        except ReportError as error:
            told += 1
            assert str(tmp_path) in str(error) and "; " in str(error) and error.exit_code == 2, f"{what}: {error}"
        else:
            assert len(merged.points) == 4, what
    assert told > 60


def test_a_report_of_a_shard_says_so(pair: Path, tmp_path: Path) -> None:
    shutil.copytree(pair, tmp_path, dirs_exist_ok=True)
    page = write_report(tmp_path / "1_of_2").read_text()
    assert "<b>This is shard 1/2 of a sweep.</b> It has 2 of the 4 points." in page and "(shard 1/2)</h1>" in page
    write(merge([tmp_path / "1_of_2", tmp_path / B]), tmp_path / "merged")
    assert "hard 1/" not in write_report(tmp_path / "merged").read_text()
    [*_, empty] = shards(tmp_path, 5, {"nodes": "1..4"})
    page = write_report(empty).read_text()
    assert "It has 0 of the 4 points." in page and "No point has a result." in page
