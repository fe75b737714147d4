# SPDX-License-Identifier: Apache-2.0
"""What a scenario expects of a part that `--set` has taken away: a warning, and the rest is compared; of a part that was never there: an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import isochron

MACHINE = """machine: m
summary: sources behind a link each
runs: measured
parameters:
  n: {type: count, default: 2, range: [1, 8], about: sources}
parts:
  "s[n]": {type: source}
  "d[n]": {type: sink}
connect:
  - {for: {i: n}, from: "s[i].out", to: "d[i].in", link: {type: serial_link, name: "l[i]", rate: 1 Gb/s}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", rate: 10 MB/s, destination: fixed}
"""
GONE = "s.yaml:4:14: `d[1].bandwidth` is expected of a part that the machine as it is set does not have; it is not compared"


def written(folder: Path, part: str = "d[1]") -> Path:
    """A scenario that expects something of the part, and of the first."""
    (folder / "m.yaml").write_text(MACHINE)
    scenario = folder / "s.yaml"
    expect = "".join(f'  - {{metric: "{one}.bandwidth", at_least: 1 MB/s}}\n' for one in (part, "d[0]"))
    scenario.write_text(f"system: ./m.yaml\nmeasure: {{warm_up: 0 ms, duration: 100 ms}}\nexpect:\n{expect}")
    return scenario


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_part_that_set_took_away_is_a_warning(command: str, tmp_path: Path) -> None:
    """The other expectation is still compared."""
    scenario = written(tmp_path)
    done = isochron(command, scenario, "--set", "n=1")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count(GONE) == 1
    if command == "check":
        assert "checks: 1, ok: 1, missed: 0" in done.stdout
    strict = isochron(command, scenario, "--set", "n=1", "--strict")
    assert strict.returncode == 2
    assert GONE in strict.stderr


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_part_that_was_never_there_is_an_error(command: str, tmp_path: Path) -> None:
    """As it stands the scenario is wrong."""
    done = isochron(command, written(tmp_path, "d[2]"))
    assert done.returncode == 2
    assert "s.yaml:4:14: the result has no figure `d[2].bandwidth`" in done.stderr
    assert isochron(command, written(tmp_path)).returncode == 0
