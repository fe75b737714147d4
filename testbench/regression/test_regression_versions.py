# SPDX-License-Identifier: Apache-2.0
"""compare-versions: what it calls a change, against a library's test; folders, exit codes, damaged files."""

from __future__ import annotations

import copy
import json
import math
import statistics
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regression_support import explore, one_message
from scipy import stats
from support import ROOT, isochron

from isochron.explore.regression import trend, welch
from isochron.results.result import Metric, Result

MEANS = st.lists(st.integers(0, 1000), min_size=2, max_size=9)


def metric_of(values: list[int], confidence: float) -> Metric:
    """As the simulator makes it of the means of replications."""
    n = len(values)
    half_width = stats.t.ppf((1 + confidence) / 2, n - 1) * statistics.stdev(values) / math.sqrt(n)
    return Metric("s", statistics.fmean(values), float(half_width), n, min(values), max(values))


@pytest.mark.filterwarnings("ignore:Precision loss")
@given(MEANS, MEANS, st.sampled_from((0.8, 0.9, 0.99)))
def test_a_change_is_what_welch_calls_one(one: list[int], other: list[int], confidence: float) -> None:
    found = welch.compare(metric_of(one, 0.9), 0.9, metric_of(other, 0.95), 0.95, confidence)
    if len(set(one)) == len(set(other)) == 1:
        assert found.beyond_chance == (one[0] != other[0])
        return
    p = stats.ttest_ind(one, other, equal_var=False).pvalue
    assert found.beyond_chance == (p < 1 - confidence) or abs(p - (1 - confidence)) < 1e-9
    low, high = stats.ttest_ind(other, one, equal_var=False).confidence_interval(confidence)
    assert found.half_width == pytest.approx((high - low) / 2)


def test_one_replication_knows_nothing_of_chance() -> None:
    found = welch.compare(Metric("s", 1, None, 1, 1, 1), 0.9, Metric("s", 2, 0.1, 5, 1, 3), 0.9, 0.9)
    assert (found.difference, found.half_width, found.beyond_chance) == (1, None, None)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A result with intervals and published numbers."""
    options = ("--quiet", "--replications", "3", "--set", "nodes=4", "--json", "-")
    done = isochron("run", ROOT / "scenarios/gennart/shared_bus_read.yaml", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def series() -> dict[str, Any]:
    """A result with points and published numbers."""
    done = isochron("run", ROOT / "scenarios/gennart/shared_bus_read.yaml", "--quiet", "--replications", "2", "--json", "-")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def write(path: Path, document: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document))
    return path


def changed(document: dict[str, Any], factor: float) -> dict[str, Any]:
    """A result whose throughput is another."""
    other = copy.deepcopy(document)
    other["metrics"]["throughput"]["mean"] *= factor
    return other


def compared(first: Path, second: Path, *options: str) -> dict[str, Any]:
    """The comparison of two results."""
    done = explore("compare-versions", first, second, "--json", *options)
    assert done.code == 0, done
    return json.loads(done.stdout)["results"][0]


def test_a_result_is_the_same_as_itself(document: dict[str, Any], tmp_path: Path) -> None:
    file = write(tmp_path / "a.json", document)
    found = compared(file, file)
    assert {line["verdict"] for line in found["metrics"]} == {"same"}
    assert (found["changed"], found["parameters"], found["verdicts"]) == (False, [], [])
    assert explore("compare-versions", file, file, "--fail-on-change").code == 0


def test_a_metric_beyond_both_intervals_has_changed(document: dict[str, Any], tmp_path: Path) -> None:
    throughput = document["metrics"]["throughput"]
    interval = throughput["half_width"] / throughput["mean"]
    first = write(tmp_path / "a.json", document)
    for factor, verdict, code in ((1 + 3 * interval, "changed", 1), (1 + interval / 10, "within chance", 0)):
        second = write(tmp_path / "b.json", changed(document, factor))
        line = next(line for line in compared(first, second)["metrics"] if line["name"] == "throughput")
        assert line["verdict"] == verdict
        assert line["relative"] == pytest.approx(factor - 1)
        assert explore("compare-versions", first, second).code == 0
        assert explore("compare-versions", first, second, "--fail-on-change").code == code
    # What is a change at the results' own 90 % need not be one at more.
    second = write(tmp_path / "b.json", changed(document, 1 + 3 * interval))
    assert explore("compare-versions", first, second, "--fail-on-change", "--confidence", "0.999").code == 0


def test_what_was_asked_and_verdicts_are_compared_first(series: dict[str, Any], tmp_path: Path) -> None:
    other = copy.deepcopy(series)
    other["seed"] += 1
    other["parameters"]["io_write"] = 3e7
    prediction = next(entry for entry in other["published"] if entry["role"] == "prediction")
    prediction["ok"] = not prediction["ok"]
    first, second = write(tmp_path / "a.json", series), write(tmp_path / "b.json", other)
    found = compared(first, second)
    assert {change["name"] for change in found["parameters"]} == {"seed", "io_write"}
    assert [change["name"].split(" at ")[0] for change in found["verdicts"]] == [prediction["id"]]
    done = explore("compare-versions", first, second, "--fail-on-change")
    assert done.code == 1
    assert done.stdout.index("Parameters that differ") < done.stdout.index("verdict changed") < done.stdout.index("what the runs cost")


def test_points_are_compared_by_what_they_vary(series: dict[str, Any], tmp_path: Path) -> None:
    other = copy.deepcopy(series)
    other["points"].reverse()
    del other["points"][0]["metrics"]["throughput"]
    found = compared(write(tmp_path / "a.json", series), write(tmp_path / "b.json", other))
    odd = [line for line in found["metrics"] if line["verdict"] != "same"]
    assert [(line["name"], line["verdict"]) for line in odd] == [("throughput", "only in A")]
    last = series["points"][-1]["parameters"]
    assert odd[0]["at"] == " ".join(f"{path}={value}" for path, value in last.items())


def test_costs_say_which_are_noise_prone(document: dict[str, Any], tmp_path: Path) -> None:
    other = copy.deepcopy(document)
    other["performance"]["cpu_s"] *= 2
    costs = {c["name"]: c for c in compared(write(tmp_path / "a.json", document), write(tmp_path / "b.json", other))["costs"]}
    assert costs["cpu_s"]["ratio"] == pytest.approx(2)
    assert costs["cpu_s"]["noisy"]
    assert not costs["events_per_message"]["noisy"]


def test_folders_are_compared_by_name(document: dict[str, Any], tmp_path: Path) -> None:
    for name in ("one", "both"):
        write(tmp_path / f"a/{name}.json", document)
    write(tmp_path / "a/other.json", {"something": "else"})
    write(tmp_path / "b/both.json", changed(document, 2))
    write(tmp_path / "b/new.json", document)
    done = explore("compare-versions", tmp_path / "a", tmp_path / "b", "--json", "--fail-on-change")
    assert done.code == 1
    found = {one["name"]: one["missing"] for one in json.loads(done.stdout)["results"]}
    assert found == {"both": "", "one": "B", "new": "A"}
    shown = explore("compare-versions", tmp_path / "a", tmp_path / "b").stdout
    assert "one: B has no result of this name" in shown


def test_sweeps_are_compared_by_the_settings_of_their_points(document: dict[str, Any], tmp_path: Path) -> None:
    """The files' names are other ones with another version of the simulator."""
    for side, key in (("a", "1234"), ("b", "5678")):
        write(tmp_path / side / f"results/{key}.json", document)
        points = [
            {"index": 0, "settings": {"nodes": "4"}, "state": "done", "result": f"results/{key}.json"},
            {"index": 1, "settings": {"nodes": "5"}, "state": "failed", "result": None},
        ]
        write(tmp_path / side / "sweep.json", {"schema": "isochron.sweep/1", "points": points})
    found = compared(tmp_path / "a", tmp_path / "b")
    assert (found["name"], found["changed"]) == ("nodes=4", False)


def test_markdown_is_a_page_with_tables(document: dict[str, Any], tmp_path: Path) -> None:
    first, second = write(tmp_path / "a.json", document), write(tmp_path / "b.json", changed(document, 2))
    page = explore("compare-versions", first, second, "--markdown").stdout
    assert page.startswith("# Two versions side by side\n")
    rows = [line for line in page.splitlines() if line.startswith("| throughput |")]
    assert len(rows) == 1
    assert rows[0].endswith("| +100 % | changed |")
    assert "completion_time" not in page
    assert "| completion_time |" in explore("compare-versions", first, second, "--markdown", "--all").stdout


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: json.dumps(d)[:1000],
        lambda d: json.dumps(d | {"schema": "isochron.result/9"}),
        lambda d: json.dumps({k: v for k, v in d.items() if k != "metrics"}),
        lambda d: json.dumps(d | {"metrics": {"throughput": {"unit": "B/s"}}}),
        lambda d: json.dumps(d | {"metrics": {"throughput": {"unit": "B/s", "mean": "much"}}}),
        lambda d: json.dumps(d | {"published": [1]}),
        lambda d: "[]",
    ],
    ids=["half", "schema", "no metrics", "no mean", "a word", "published", "list"],
)
def test_a_damaged_result_is_one_message(document: dict[str, Any], tmp_path: Path, damage) -> None:
    good, bad = write(tmp_path / "a/x.json", document), tmp_path / "b/x.json"
    bad.parent.mkdir()
    bad.write_text(damage(document))
    one_message(explore("compare-versions", good, bad), 2, "x.json")


def test_what_cannot_be_compared_is_one_message(document: dict[str, Any], tmp_path: Path) -> None:
    file = write(tmp_path / "a/x.json", document)
    write(tmp_path / "b/y.json", document)
    (tmp_path / "empty").mkdir()
    one_message(explore("compare-versions", tmp_path / "a", tmp_path / "b"), 2, "same name")
    one_message(explore("compare-versions", tmp_path / "a", file), 2, "two files or two folders")
    one_message(explore("compare-versions", file, tmp_path / "none.json"), 2, "none.json")
    one_message(explore("compare-versions", tmp_path / "empty", tmp_path / "a"), 2, "empty")
    one_message(explore("compare-versions", file, file, "--json", "--markdown"), 2, "do not go together")
    write(tmp_path / "c/sweep.json", {"schema": "isochron.sweep/1", "points": [{}]})
    one_message(explore("compare-versions", tmp_path / "c", tmp_path / "a"), 2, "sweep.json")


def test_a_comparison_of_other_units_is_a_change(document: dict[str, Any]) -> None:
    other = copy.deepcopy(document)
    other["metrics"]["throughput"]["unit"] = "1"
    lines = trend.compare("x", Result(document), Result(other)).metrics
    assert [line.name for line in lines if line.verdict == "changed"] == ["throughput"]
