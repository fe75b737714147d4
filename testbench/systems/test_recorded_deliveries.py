# SPDX-License-Identifier: Apache-2.0
"""Every scenario delivers what it delivered when `recorded_deliveries.json` was written, to the picosecond, whatever its parts are called:
streams, sources, sequence numbers, bytes and times, of the first and of the last point. For whoever changes the shape of the models and not
what they do; in the long form alone. Where a model itself changes, and rightly:

    PYTHONPATH=scripts:testbench/support .venv/bin/python testbench/systems/test_recorded_deliveries.py [cosim/cluster_dma.yaml ...]
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from pathlib import Path

import pytest
from support import ROOT, scenarios

from isochron.explore.regression.recording import deliver
from isochron.explore.regression.short import first_point, short_measure
from isochron.files.documents import read_yaml
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

RECORDED = Path(__file__).with_name("recorded_deliveries.json")
# A program of a million lines has a log of as many.
FEW_LINES = {"bytes": "64 kB"}


def name_of(scenario: Path) -> str:
    return str(scenario.relative_to(ROOT / "scenarios"))


def points(path: Path, simulator: Simulator) -> dict[str, Scenario]:
    """The first and the last point of a scenario in its short form."""
    scenario = Scenario.load(path)
    document = read_yaml(path, "")
    short = short_measure(scenario, simulator) | (FEW_LINES if document["system"] == "mbus_workstation" else {})
    first = first_point(scenario)
    last = {p["path"]: p["texts"][-1] for p in simulator.explain(scenario)["varied"]}
    return {"first": scenario.with_(first | short), "last": scenario.with_(last | short)} if last else {"only": scenario.with_(short)}


def recorded(path: Path, simulator: Simulator, folder: Path) -> dict[str, str]:
    """For each point how many deliveries there are, and a hash of them."""
    found = {}
    for name, scenario in points(path, simulator).items():
        delivered = deliver(simulator, scenario, folder).deliveries
        lines = sorted((one.time_ps, *one.transaction, one.bytes) for one in delivered)
        found[name] = f"{len(lines)} {hashlib.sha256(repr(lines).encode()).hexdigest()[:24]}"
    return found


@pytest.mark.long
@pytest.mark.parametrize("scenario", scenarios(), ids=lambda path: path.stem)
def test_deliveries_are_as_recorded(scenario: Path, tmp_path: Path) -> None:
    assert recorded(scenario, Simulator.find(), tmp_path) == json.loads(RECORDED.read_text())[name_of(scenario)]


def test_every_scenario_is_recorded() -> None:
    assert sorted(json.loads(RECORDED.read_text())) == [name_of(path) for path in scenarios()]


def write(names: list[str]) -> None:
    """Records all scenarios, or those of these names anew."""
    simulator = Simulator.find()
    known = json.loads(RECORDED.read_text()) if names else {}
    with tempfile.TemporaryDirectory() as folder:
        for path in scenarios():
            if name_of(path) in names or not names:
                print(name_of(path), file=sys.stderr)
                known[name_of(path)] = recorded(path, simulator, Path(folder))
    RECORDED.write_text("{\n" + ",\n".join(f"  {json.dumps(name)}: {json.dumps(known[name])}" for name in map(name_of, scenarios())) + "\n}\n")


if __name__ == "__main__":
    write(sys.argv[1:])
