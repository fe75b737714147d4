# SPDX-License-Identifier: Apache-2.0
"""Metrics of machine files: formulas and groups over statistics of parts, whose values follow by arithmetic from the components of the same result."""

from __future__ import annotations

import json
import re
import statistics
from pathlib import Path
from typing import Any

import pytest
from support import isochron

from isochron.machine import Machine

PAIRS = """machine: m
summary: for tests
parameters:
  n: {type: count, default: 12, range: [1, 12], about: sources}
  load: {type: data_rate, default: 10 MB/s, range: [1 B/s, 1 GB/s], about: of a source}
parts:
  "s[n]": {type: source}
  x: {type: switch, inputs: n, outputs: 2, buffers: 2}
  "d[2]": {type: sink, rate: 1 Gb/s}
connect:
  - {for: {i: n}, from: "s[i].out", to: "x.in[i]", link: {type: serial_link, name: "l[i]", rate: 1 Gb/s}}
  - {for: {i: 2}, from: "x.out[i]", to: "d[i].in", link: {type: serial_link, name: "m[i]", rate: 2 Gb/s}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", rate: load, io: 4 KiB, message: 1 KiB}
metrics:
"""


def run(folder: Path, metrics: str, *options: str, scenario: str = "", expected: int = 0) -> Any:
    """The result of the machine with these metrics, or what is said of them."""
    (folder / "m.yaml").write_text(PAIRS + metrics if metrics else PAIRS.replace("metrics:\n", ""))
    file = folder / "s.yaml"
    file.write_text("system: ./m.yaml\ntitle: t\nmeasure: {warm_up: 1 ms, duration: 5 ms, seed: 1}\n" + scenario)
    done = isochron("run", file, "--json", "-", "--quiet", *options)
    assert done.returncode == expected, done.stderr
    return done.stderr if expected else json.loads(done.stdout)


def values(result: dict[str, Any], pattern: str, statistic: str) -> list[float]:
    """The statistic of the components that match, in natural order."""
    found = [path for path in result["components"] if re.fullmatch(pattern, path)]
    found.sort(key=lambda path: [int(number) for number in re.findall(r"\d+", path)])
    return [result["components"][path][statistic] for path in found if statistic in result["components"][path]]


FORMULAS = """
  all: {sum: "d[*].bandwidth"}
  same: {formula: "sum(d[*].bandwidth)"}
  share: {formula: "all / (n * load)", about: of what is asked}
  average: {formula: "mean(d[*].bandwidth)"}
  apart: {formula: "max(d[*].bandwidth) - min(d[0].bandwidth, d[1].bandwidth)"}
  half: {quantile: "x.out[*].queue_depth", at: 50 %}
  per: {ratio: "d[*].bandwidth", to: "x.out[*].utilisation"}
  rest: {formula: "1 Gb/s - all / 2"}
  bytes: {formula: "all * window"}
  one: {formula: "sum(d[1].bandwidth) if n == 3 else sum(x.out[0].utilisation) * 1 B/s"}
  fifth: {formula: "sum(d[*].bandwidth) / max(floor(n / 5), min(n, 1))"}
  later: {formula: "early + early"}
  early: {formula: "delivered.bandwidth * 2"}
"""


def test_formulas_are_arithmetic_over_components(tmp_path: Path) -> None:
    result = run(tmp_path, FORMULAS)
    metrics = result["metrics"]
    bandwidths, utilisations = values(result, r"d\[\d\]", "bandwidth"), values(result, r"x\.out\[\d\]", "utilisation")
    depths = values(result, r"x\.out\[\d\]", "queue_depth")
    expected = {
        "all": (sum(bandwidths), "B/s"),
        "same": (sum(bandwidths), "B/s"),
        "share": (sum(bandwidths) / 120e6, "1"),
        "average": (statistics.mean(bandwidths), "B/s"),
        "apart": (max(bandwidths) - min(bandwidths), "B/s"),
        "half": (sorted(depths)[0], "1"),
        "per": (sum(bandwidths) / sum(utilisations), "B/s"),
        "rest": (125e6 - sum(bandwidths) / 2, "B/s"),
        "bytes": (sum(bandwidths) * 0.005, "B"),
        "one": (utilisations[0], "B/s"),
        "fifth": (sum(bandwidths) / 2, "B/s"),
        "later": (4 * metrics["delivered.bandwidth"]["mean"], "B/s"),
    }
    for name, (value, unit) in expected.items():
        assert metrics[name]["mean"] == pytest.approx(value, rel=1e-8), name
        assert metrics[name]["unit"] == unit, name


GROUPS = """
  port: "x.out[*]"
  first: {for: {i: 1}, of: "x.out[i]", statistics: [utilisation]}
  link: {of: ["x.out[*]", "x.out[0]"], statistic: utilisation, statistics: [wait_link], about: of any}
  sink:
    - {of: "d[*]", statistics: [bandwidth]}
    - {of: "x.out[n - 11]", statistics: [queue_depth]}
automatic_metrics: false
"""


def test_groups_are_spreads_over_components(tmp_path: Path) -> None:
    result = run(tmp_path, GROUPS)
    metrics = result["metrics"]
    used, depths = values(result, r"x\.out\[\d\]", "utilisation"), values(result, r"x\.out\[\d\]", "queue_depth")
    for name, over in (("port.utilisation", used), ("port.queue_depth", depths), ("first.utilisation", used[:1]), ("sink.queue_depth", depths[1:])):
        found = metrics[name]
        assert (found["mean"], found["min"], found["max"]) == pytest.approx((statistics.mean(over), min(over), max(over)), rel=1e-8), name
    assert {"link", "link.wait_link", "sink.bandwidth", "port.wait_link", "port.wait_buffer"} <= metrics.keys()
    assert "x.out.utilisation" not in metrics and "port.messages" not in metrics


def test_the_netlist_has_the_same_metrics(tmp_path: Path) -> None:
    result = run(tmp_path, FORMULAS + GROUPS, "--set", "n=11")
    flat = isochron("explain", tmp_path / "s.yaml", "--netlist", "--set", "n=11").stdout
    (tmp_path / "m.yaml").write_text(flat)
    done = isochron("run", tmp_path / "s.yaml", "--json", "-", "--quiet")
    assert json.loads(done.stdout)["metrics"] == result["metrics"]


def test_the_builder_has_all_forms(tmp_path: Path) -> None:
    run(tmp_path, FORMULAS + GROUPS)
    netlist = isochron("explain", tmp_path / "s.yaml", "--netlist").stdout
    machine = Machine.load(tmp_path / "m.yaml")
    machine.save(tmp_path / "m.yaml")
    assert isochron("explain", tmp_path / "s.yaml", "--netlist").stdout == netlist
    assert Machine.load(tmp_path / "m.yaml") == machine


def test_statistics_of_scopes_are_components(tmp_path: Path) -> None:
    text = PAIRS.replace("parts:\n", "types:\n  box:\n    parts:\n      \"d[2]\": {type: sink, rate: 1 Gb/s}\n    ports: {\"in[2]\": \"d[i].in\"}\nparts:\n", 1)
    text = text.replace('  "d[2]": {type: sink, rate: 1 Gb/s}\nconnect', "  b: {type: box}\nconnect").replace('to: "d[i].in"', 'to: "b.in[i]"').replace('to: "d[*]"', 'to: "b.d[*]"')
    (tmp_path / "m.yaml").write_text(text + '  boxes: {of: b, statistic: taken}\nstatistics:\n  b.taken: {sum: "d[*].bandwidth", about: of both}\n')
    (tmp_path / "s.yaml").write_text("system: ./m.yaml\ntitle: t\nmeasure: {warm_up: 1 ms, duration: 5 ms, seed: 1}\nexpect:\n  - {metric: boxes, at_least: 1 kB/s}\n")
    result = json.loads(isochron("run", tmp_path / "s.yaml", "--json", "-", "--quiet").stdout)
    Machine.load(tmp_path / "m.yaml").save(tmp_path / "m.yaml")
    again = json.loads(isochron("run", tmp_path / "s.yaml", "--json", "-", "--quiet").stdout)
    assert again["metrics"] == result["metrics"]
    taken = sum(values(result, r"b\.d\[\d\]", "bandwidth"))
    assert result["components"]["b"]["taken"] == pytest.approx(taken, rel=1e-8)
    assert result["metrics"]["boxes"]["mean"] == pytest.approx(taken, rel=1e-8)
    assert result["component_units"]["taken"] == "B/s"
    # And no figure of the machine.
    assert not any("taken" in name for name in result["metrics"])


def test_nothing_to_divide_by_is_no_sample(tmp_path: Path) -> None:
    metrics = '\n  none: {formula: "sum(d[0].bandwidth) / (sum(d[1].bandwidth) - sum(d[1].bandwidth))"}\n'
    found = run(tmp_path, metrics)["metrics"]["none"]
    assert found["n"] == 0 and found["mean"] is None and found["unit"] == "1"


def test_formulas_may_be_asked_for(tmp_path: Path) -> None:
    formula = "max(d[*].bandwidth) / load"
    result = run(tmp_path, "", "--metric", formula, scenario='  \nexpect:\n  - {metric: "sum(d[*].bandwidth)", at_least: 1 MB/s, at_most: 200 MB/s}\n')
    assert result["metrics"][formula]["mean"] == pytest.approx(max(values(result, r"d\[\d\]", "bandwidth")) / 10e6, rel=1e-8)
    assert result["metrics"]["sum(d[*].bandwidth)"]["unit"] == "B/s"
    text = isochron("run", tmp_path / "s.yaml", "--metric", formula, "--quiet").stdout
    assert formula in text
    series = isochron("run", tmp_path / "s.yaml", "--json", "-", "--quiet", "--set", "measure.every=1ms", "--set", f'measure.series=["{formula}"]')
    assert len(json.loads(series.stdout)["series"][formula]["values"]) == 6


# A metric, and what is said of it.
BAD = {
    "units of a sum": ('{formula: "sum(d[*].bandwidth) + mean(x.out[*].utilisation)"}', r":\d+:.*`\+` between B/s and 1.*Both sides must have the same unit"),
    "units of a function": ('{sum: ["d[*].bandwidth", "x.out[*].utilisation"]}', r"`d\[\*\]\.bandwidth` is in B/s, and `x\.out\[\*\]\.utilisation` in 1"),
    "a product": ('{formula: "sum(d[*].bandwidth) * sum(d[*].bandwidth)"}', r"is in B\*B/s/s, which is no unit of a figure"),
    "an unknown name": ('{formula: "loat * 2"}', r"unknown name `loat`.*Did you mean `load`"),
    "an unknown function": ('{formula: "summ(d[*].bandwidth)"}', r"unknown function `summ`.*Did you mean `sum`"),
    "a metric in a function": ('{formula: "max(x, 3)"}', r"unknown name `x`"),
    "several values": ('{formula: "floor(n, 3)"}', r"`floor` has 2 values"),
    "an unknown statistic": ('{formula: "sum(d[*].bandwith)"}', r"a `sink` has no statistic `bandwith`.*Did you mean `bandwidth`"),
    "an unknown part": ('{of: "e[*]", statistics: [bandwidth]}', r"`e\[\*\]\.bandwidth` matches no part|`e\[\*\]` matches no part"),
    "a part beyond an array": ('{formula: "sum(d[7].bandwidth)"}', r"`d\[7\].*` matches no part"),
    "itself": ('{formula: "x * 2"}', r"the metric `x` is made of itself"),
    "no fraction": ('{formula: "quantile(d[*].bandwidth, 3)"}', r"`at` is no fraction"),
    "no fraction at all": ('{formula: "quantile(d[*].bandwidth)"}', r"a quantile without its fraction"),
    "three sums": ('{formula: "ratio(d[0].bandwidth)"}', r"a ratio of anything but two sums"),
    "not closed": ('{formula: "sum(d[*].bandwidth"}', r"a parenthesis is not closed"),
    "truth": ('{formula: "n > 2"}', r"true or false where a number is needed"),
    "a statistic as a condition": ('{formula: "1 if sum(d[*].bandwidth) > 0 B/s else 2"}', r"statistics are known after the run"),
    "two forms": ('{formula: "n", sum: "d[*].bandwidth"}', r"is not one of formula, sum"),
    "statistics of a formula": ('{formula: "n", statistics: [a]}', r"`statistics` beside `formula`"),
    "an unknown one of a group": ('{of: "d[*]", statistics: [bandwith]}', r"a `sink` has no statistic `bandwith`"),
    "twice": ('[{of: "d[*]", statistic: bandwidth}, {of: "d[0]", statistic: bandwidth}]', r"the metric `x` is declared twice"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_said(case: str, tmp_path: Path) -> None:
    metric, message = BAD[case]
    said = run(tmp_path, f"  x: {metric}\n", expected=2)
    assert re.search(message, said), said
