# SPDX-License-Identifier: Apache-2.0
"""Large machines whose description alone is too large for the memory are refused."""

from __future__ import annotations

from pathlib import Path

from support import isochron

PAIRS = """machine: m
parts:
  "a[{n}]": {{type: source}}
  "b[{n}]": {{type: sink}}
connect:
  - {{for: {{i: {n}}}, from: "a[i].out", to: "b[i].in", link: {{type: serial_link, name: "l[i]", rate: 1 Gb/s}}}}
traffic:
  - {{name: t, from: "a[*]", to: "b[*]", rate: 100 MB/s, io: 64 KiB, destination: fixed}}
"""

def scenario(folder: Path, text: str) -> Path:
    (folder / "m.yaml").write_text(text)
    (folder / "s.yaml").write_text("system: ./m.yaml\nmeasure: {warm_up: 1 ms, duration: 99 ms, seed: 1}\n")
    return folder / "s.yaml"


def test_what_is_too_large_to_describe_is_refused(tmp_path: Path) -> None:
    path = scenario(tmp_path, PAIRS.format(n=3000))
    for command in ("explain", "run"):
        done = isochron(command, path, "--limit-memory", "5MB")
        assert done.returncode == 2, done.stderr
        assert "too large for the memory" in done.stderr or "alone takes more than 5.000 MB of memory, which is --limit-memory" in done.stderr
