# SPDX-License-Identifier: Apache-2.0
"""Figures of scripts/explore can be read: labels do not overlap, and a legend has the unit of the axis beside it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from explore import runner
from matplotlib.figure import Figure
from matplotlib.text import Annotation
from support import ROOT

from isochron.explore import figures
from isochron.explore.sensitivity import Effect, Sensitivity, Side
from isochron.explore.sweeps import simulate
from isochron.report import style
from isochron.results.result import Metric
from isochron.scenario import Scenario


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures that are drawn; none is written."""
    found: list[Figure] = []
    monkeypatch.setattr(style, "save", lambda fig, path: found.append(fig) or path)
    return found


def metric(mean: float) -> Metric:
    return Metric(unit="B/s", mean=mean, half_width=None, n=1, min=None, max=None)


@pytest.mark.parametrize("means", [(99.9, 99.7), (99.7, 99.9), (100.1, 100.3), (99.7, 100.3), (100.3, 99.7), (100, 99.7)])
def test_labels_of_bars_on_one_side_do_not_overlap(drawn: list[Figure], means: tuple[float, float]) -> None:
    effects = []
    for path, base, texts, (lower, upper) in (("nodes", "8", ("7", "9"), (93, 107)), ("disk.rate", "4 MB/s", ("3.6 MB/s", "4.4 MB/s"), means)):
        down, up = Side(texts[0], metric(lower)), Side(texts[1], metric(upper))
        effects.append(Effect(path, base, "", metric(100), down, up))
    figures.tornado(Sensitivity("throughput", metric(100), {}, effects, {}), Path("tornado.png"))
    [fig] = drawn
    fig.draw_without_rendering()
    labels = [label for label in fig.axes[0].get_children() if isinstance(label, Annotation)]
    assert sorted(", ".join(label.get_text() for label in labels).split(", ")) == ["3.6 MB/s", "4.4 MB/s", "7", "9"]
    assert not [pair for pair in combinations(labels, 2) if pair[0].get_window_extent().overlaps(pair[1].get_window_extent())]


def test_a_legend_has_the_unit_of_its_axis(drawn: list[Figure], tmp_path: Path) -> None:
    """12.5 GB/s is no tick of five digits, and a lane of 7.2 Gb/s is one of 0.9 GB/s."""
    node = Scenario.load(ROOT / "scenarios/own/nvme_node.yaml").with_({"measure.duration": "2 ms", "measure.warm_up": "1 ms", "measure.replications": 1})
    swept = simulate(node, {"streams": ["4000", "5000"], "lane_rate": ["7.2Gb/s", "14.4Gb/s"]}, runner=runner(tmp_path))
    figures.sweep(swept, "throughput", tmp_path / "sweep.png")
    [axes] = drawn[0].axes
    assert axes.get_ylabel() == "throughput [GB/s]" and 10 < axes.get_ylim()[1] < 30
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["lane_rate = 0.9 GB/s", "lane_rate = 1.8 GB/s"]
