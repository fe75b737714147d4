# SPDX-License-Identifier: Apache-2.0
"""Servers and classes of traffic in machine files: delays in closed form, bounds, and mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from support import isochron

SERVER = """machine: m
parameters: {{load: {{type: data_rate, default: 30 MB/s}}}}
parts:
  "s[2]": {{type: source}}
  x: {{type: switch, inputs: 2, outputs: 1, buffers: 64{switch}}}
  station: {{type: server{server}}}
  d: {{type: sink}}
connect:
  - {{for: {{i: 2}}, from: "s[i].out", to: "x.in[i]", link: {{type: serial_link, name: "up[i]", rate: 1 Tb/s}}}}
  - {{from: "x.out[0]", to: station.in, link: {{type: serial_link, name: there, rate: 1 Tb/s}}}}
  - {{from: station.out, to: d.in, link: {{type: serial_link, name: on, rate: 1 Tb/s}}}}
traffic:
  - {{name: a, from: "s[0]", to: d, arrivals: poisson, rate: load, io: 1000 B, message: 1000 B}}
  - {{name: b, from: "s[1]", to: d, arrivals: poisson, rate: load, io: 1000 B, message: 1000 B{second}}}
metrics:
  wait: {{of: station, statistic: wait}}
"""
MEAN = 10e-6
CLASSES = ", classes: 2"


def scenario(folder: Path, text: str, duration: str = "1 s") -> Path:
    (folder / "m.yaml").write_text(text)
    (folder / "run.yaml").write_text(f"system: ./m.yaml\nmeasure: {{warm_up: 20 ms, duration: {duration}, replications: 1, seed: 3}}\n")
    return folder / "run.yaml"


def result(run: Path, *options: str) -> dict[str, Any]:
    done = isochron("run", run, "--quiet", "--json", "-", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def machine(server: str, switch: str = "", second: str = "") -> str:
    return SERVER.format(server=server, switch=switch, second=second)


def test_a_random_server_in_closed_form(tmp_path: Path) -> None:
    """M/M/1 at 0.6: a wait of rho / (1 - rho) services. Sixty thousand of them: four standard errors are 5 %."""
    run = scenario(tmp_path, machine(", service: exponential, service_mean: 10 us"))
    found = result(run)
    assert found["components"]["station"]["utilisation"] == pytest.approx(0.6, rel=0.02)
    assert found["metrics"]["wait"]["mean"] == pytest.approx(0.6 / 0.4 * MEAN, rel=0.05)
    assert found["metrics"]["a.delay"]["mean"] == pytest.approx(MEAN / 0.4, rel=0.05)


def test_strict_classes_in_closed_form(tmp_path: Path) -> None:
    """Constant services, 0.3 of each class: Cobham. Delays are those of the traffics themselves."""
    run = scenario(tmp_path, machine(f", service_mean: 10 us{CLASSES}", CLASSES, ", class: 1"))
    found = result(run)
    residual = 0.6 * MEAN / 2
    links = 4 * 8e-9
    assert found["metrics"]["a.delay"]["mean"] == pytest.approx(residual / 0.7 + MEAN + links, rel=0.02)
    assert found["metrics"]["b.delay"]["mean"] == pytest.approx(residual / 0.7 / 0.4 + MEAN + links, rel=0.02)
    components = found["components"]
    assert components["station.class[0]"]["queue_depth"] < components["station.class[1]"]["queue_depth"]
    assert components["station.class[0]"]["messages"] + components["station.class[1]"]["messages"] == components["station"]["messages"]


@pytest.mark.parametrize(("servers", "service", "mean"), [(1, "constant", 10e-6), (3, "exponential", 10e-6), (1, "uniform", 20e-6)])
def test_the_bound_is_what_it_serves(servers: int, service: str, mean: float, tmp_path: Path) -> None:
    times = "service_min: 10 us, service_max: 30 us" if service == "uniform" else "service_mean: 10 us"
    run = scenario(tmp_path, machine(f", servers: {servers}, service: {service}, {times}, queue: 8"), "100 ms")
    point = json.loads(isochron("explain", run, "--json", "--set", "load=400MB/s").stdout)["points"][0]
    bound = next(one for one in point["bounds"] if one["resource"] == "station")
    assert bound["capacity"] == pytest.approx(servers * 1000 / mean)
    found = result(run, "--set", "load=400MB/s")
    assert found["components"]["station"]["bandwidth"] == pytest.approx(bound["capacity"], rel=0.03)
    assert found["components"]["station"]["utilisation"] == pytest.approx(1, abs=1e-6)


def test_weights_are_shares_of_a_full_server(tmp_path: Path) -> None:
    server = f", service_mean: 10 us, queue: 4{CLASSES}, serve: weighted, weights: [3, 1]"
    found = result(scenario(tmp_path, machine(server, CLASSES, ", class: 1"), "400 ms"), "--set", "load=200MB/s")
    shares = [found["components"][f"station.class[{one}]"]["bandwidth"] for one in (0, 1)]
    assert shares[0] / sum(shares) == pytest.approx(0.75, rel=0.005)


BLOCKED = """machine: m
runs: until_done
parts:
  "s[2]": {{type: source}}
  x: {{type: switch, inputs: 2, outputs: 1, buffers: 2{classes}}}
  y: {{type: switch, inputs: 1, outputs: 2, buffers: 2{classes}}}
  fast: {{type: sink}}
  slow: {{type: sink, rate: 1 MB/s}}
connect:
  - {{for: {{i: 2}}, from: "s[i].out", to: "x.in[i]", link: {{type: serial_link, name: "up[i]", rate: 1 Gb/s}}}}
  - {{from: "x.out[0]", to: "y.in[0]", link: {{type: serial_link, name: between, rate: 1 Gb/s}}}}
  - {{from: "y.out[0]", to: fast.in, link: {{type: serial_link, name: to_fast, rate: 1 Gb/s}}}}
  - {{from: "y.out[1]", to: slow.in, link: {{type: serial_link, name: to_slow, rate: 1 Gb/s}}}}
traffic:
  - {{name: a, from: "s[0]", to: fast, arrivals: closed, outstanding: 8, io: 1000 B, message: 1000 B, ios: 500, class: {first}}}
  - {{name: b, from: "s[1]", to: slow, arrivals: closed, outstanding: 8, io: 1000 B, message: 1000 B, ios: 100, class: {second}}}
"""


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_a_class_does_not_wait_for_another_ones_end(first: int, second: int, tmp_path: Path) -> None:
    """Virtual channels: 500 messages take 4 ms at the rate of the link between, and 100 take 100 ms at their slow end. In one class the fast ones
    wait for the slow ones in the switches' buffers."""

    def mean_delay(classes: str) -> float:
        (tmp_path / "m.yaml").write_text(BLOCKED.format(classes=classes, first=first, second=second))
        (tmp_path / "run.yaml").write_text("system: ./m.yaml\nmeasure: {replications: 1}\n")
        return result(tmp_path / "run.yaml")["metrics"]["a.delay"]["mean"]

    # Eight under way, one at a time over the link: 64 us; links of their own and a few messages of the other class add to it.
    assert mean_delay(CLASSES) < 100e-6
    assert mean_delay("") > 1e-3


def test_the_netlist_keeps_classes(tmp_path: Path) -> None:
    run = scenario(tmp_path, machine(f", service_mean: 10 us{CLASSES}", CLASSES, ", class: 1"))
    netlist = isochron("explain", run, "--netlist").stdout
    flat = yaml.safe_load(netlist)
    assert [one.get("class", 0) for one in flat["traffic"]] == [0, 1]
    assert flat["parts"]["station"]["classes"] == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (machine(", service: uniform, service_min: 3 us, service_max: 2 us"), "the shortest service is longer than the longest"),
        (machine(f"{CLASSES}, serve: weighted, weights: [3, 1, 1]"), "there are 3 weights of 2 classes"),
        (machine("", second=", class: 8"), "0 to 7"),
        (machine(", classes: 9"), "1 to 8"),
    ],
)
def test_mistakes(text: str, words: str, tmp_path: Path) -> None:
    done = isochron("explain", scenario(tmp_path, text))
    assert done.returncode == 2 and words in done.stderr, done.stderr
