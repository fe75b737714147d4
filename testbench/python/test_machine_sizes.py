# SPDX-License-Identifier: Apache-2.0
"""Large machines are explained with memory and time that grow with their parts, or refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import isochron
from test_machine_files import processor_time

PAIRS = """machine: m
parts:
  "a[{n}]": {{type: source}}
  "b[{n}]": {{type: sink}}
connect:
  - {{for: {{i: {n}}}, from: "a[i].out", to: "b[i].in", link: {{type: serial_link, name: "l[i]", rate: 1 Gb/s}}}}
traffic:
  - {{name: t, from: "a[*]", to: "b[*]", rate: 100 MB/s, io: 64 KiB, destination: fixed}}
"""

STAR = """machine: m
parts:
  "a[{n}]": {{type: source}}
  "b[{n}]": {{type: sink}}
  x: {{type: switch, inputs: {n}, outputs: {n}, buffers: 4}}
connect:
  - {{for: {{i: {n}}}, from: "a[i].out", to: "x.in[i]", link: {{type: serial_link, name: "l[i]", rate: 1 Gb/s}}}}
  - {{for: {{i: {n}}}, from: "x.out[i]", to: "b[i].in", link: {{type: serial_link, name: "m[i]", rate: 1 Gb/s}}}}
traffic:
  - {{name: t, from: "a[*]", to: "b[*]", rate: 100 MB/s, io: 64 KiB}}
"""

def scenario(folder: Path, text: str) -> Path:
    (folder / "m.yaml").write_text(text)
    (folder / "s.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 99 ms, seed: 1}\n")
    return folder / "s.yaml"


def bounds(path: Path, *words: str) -> dict[str, dict]:
    done = isochron("explain", path, "--json", *words)
    assert done.returncode == 0, done.stderr
    return {bound["resource"]: bound for bound in json.loads(done.stdout)["points"][0]["bounds"]}


def test_pairs_take_memory_as_parts_do(tmp_path: Path) -> None:
    """Each source has its own way: 9,000 parts with 100 MB, which were 530 MB when each endpoint had distances from everywhere."""
    found = bounds(scenario(tmp_path, PAIRS.format(n=3000)), "--limit-memory", "100MB")
    assert found["l"]["load"] == pytest.approx(100e6)


def test_what_is_too_large_to_describe_is_refused(tmp_path: Path) -> None:
    path = scenario(tmp_path, PAIRS.format(n=3000))
    for command in ("explain", "run"):
        done = isochron(command, path, "--limit-memory", "5MB")
        assert done.returncode == 2, done.stderr
        assert "too large for the memory" in done.stderr or "alone takes more than 5.000 MB of memory, which is --limit-memory" in done.stderr


def test_a_large_switch_takes_time_as_ports_do(tmp_path: Path) -> None:
    """1,000 ports took 8.5 s of a processor when each sink had ways of its own. Uniform traffic loads all links alike."""
    began = processor_time()
    found = bounds(scenario(tmp_path, STAR.format(n=1000)))
    assert processor_time() - began < 3
    assert found["m"]["load"] == pytest.approx(100e6) and found["l"]["load"] == pytest.approx(100e6)
