# SPDX-License-Identifier: Apache-2.0
"""Seven RAID nodes around one crossbar, or in the SeaChange cluster's mesh: what does each carry, and how late?

`.venv/bin/python docs/examples/crossbar_or_mesh.py [--measure "200 ms"] [--out out/crossbar_or_mesh]`
"""

from __future__ import annotations

import argparse
from pathlib import Path

import pandas

from isochron import Runner, Scenario, style

# Its scenario, what is asked of a node of it, settings of it, and the name of a message's delay.
MACHINES: dict[str, tuple[Path, str, dict[str, int], str]] = {
    "mesh": (Path("scenarios/seachange/cluster.yaml"), "target_bandwidth", {}, "delay"),
    "crossbar, one way back": (Path("scenarios/own/central_switch.yaml"), "load", {"returns": 1}, "play.delay"),
    "crossbar, two ways back": (Path("scenarios/own/central_switch.yaml"), "load", {"returns": 2}, "play.delay"),
}
CONTROLLERS = 14  # of seven nodes
ASKED = (160, 180, 200, 220, 240, 260)  # MB/s


def table(measure: str) -> pandas.DataFrame:
    """A row for each machine and load, all with the same seeds."""
    asked = [(name, load) for name in MACHINES for load in ASKED]
    window = {"measure.warm_up": "100 ms", "measure.duration": measure, "measure.replications": 1}
    scenarios = []
    for name, load in asked:
        file, asks, settings, _ = MACHINES[name]
        scenarios.append(Scenario.load(file).with_({asks: f"{load} MB/s", **settings, **window}))
    results = [outcome.result() for outcome in Runner(quiet=True).all(scenarios, "crossbar or mesh")]
    rows = [
        {
            "machine": name,
            "asked [MB/s]": load / 2,
            "carried [MB/s]": result.metric("delivered.bandwidth").mean / CONTROLLERS / 1e6,
            "delay [ms]": result.metric(MACHINES[name][3]).mean * 1e3,
        }
        for (name, load), result in zip(asked, results, strict=True)
    ]
    return pandas.DataFrame(rows).round(1)


def draw(frame: pandas.DataFrame, path: Path) -> None:
    """What a controller carries, and the delay, against what is asked of it."""
    figure, axes = style.panels("RAID nodes around one crossbar, or in a mesh", columns=2, width=9, height=3.6)
    lines = ((style.BLUE, "-"), (style.ORANGE, "-"), (style.GREEN, "--"))  # the last lies upon the first
    for (machine, rows), (colour, line) in zip(frame.groupby("machine", sort=False), lines, strict=True):
        for panel, figure_of in zip(axes, ("carried [MB/s]", "delay [ms]"), strict=True):
            panel.plot(rows["asked [MB/s]"], rows[figure_of], marker="o", color=colour, linestyle=line, label=machine)
    for panel, label in zip(axes, ("carried by a controller [MB/s]", "mean delay of a message [ms]"), strict=True):
        panel.set(xlabel="asked of a controller [MB/s]", ylabel=label, ylim=(0, None))
        panel.legend()
    style.save(figure, path)


def main() -> None:
    """Simulates, prints the table, draws."""
    options = argparse.ArgumentParser(description="What do a crossbar and a mesh of the same RAID nodes carry?")
    options.add_argument("--measure", default="200 ms", help="simulated time of the window")
    options.add_argument("--out", type=Path, default=Path("out/crossbar_or_mesh"))
    given = options.parse_args()
    frame = table(given.measure)
    print(frame.to_string(index=False))
    given.out.mkdir(parents=True, exist_ok=True)
    draw(frame, given.out / "crossbar_or_mesh.png")


if __name__ == "__main__":
    main()
