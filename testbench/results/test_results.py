# SPDX-License-Identifier: Apache-2.0
"""Results of the command: each keeps to its schema, and the same run gives the same bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import FEW, ROOT, SHORT, isochron, scenarios, short_options, short_run, short_run_text

from isochron.results.result import Result, violation

CLUSTER = ROOT / "scenarios/seachange/cluster.yaml"


def without_performance(text: str) -> str:
    """The deterministic part of a result, as bytes would show it."""
    document = json.loads(text)
    del document["performance"]
    return json.dumps(document)


def within(name: str) -> list[str]:
    """A path and all that it is in."""
    steps = name.split(".")
    return [".".join(steps[: n + 1]) for n in range(len(steps))]


# These run for half a minute and more.
LONG = {"cluster_dma", "cluster_dma_kinds", "pixels"}


@pytest.mark.parametrize("scenario", [pytest.param(path, id=path.stem, marks=[pytest.mark.long] if path.stem in LONG else []) for path in scenarios()])
def test_every_result_keeps_to_the_schema_and_to_its_estimate(scenario: Path) -> None:
    """Within a factor of two are the events of all points together, and the memory of the largest."""
    result = short_run(scenario)
    assert violation(result) is None
    explained = isochron("explain", scenario, *short_options(scenario)[: -len(FEW)], "--json")
    assert explained.returncode == 0, explained.stderr
    estimates = [point["estimate"] for point in json.loads(explained.stdout)["points"]]
    for point, explanation in zip(result.get("points", [result]), json.loads(explained.stdout)["points"], strict=True):
        topology = explanation["topology"]
        known = {part["name"] for part in topology["parts"]} | set(topology["groups"])
        # A component is a part, a group of parts, or within one: a port, its queue, or a class of it.
        assert {name for name in point["components"] if known.isdisjoint(within(name))} == set()
    performance, replications = result["performance"], int(FEW[1])
    # Parts that fail do nothing meanwhile, which no estimate knows.
    most = 4 if scenario.parent.name == "faults" else 2
    assert 0.5 < replications * sum(one["events"] for one in estimates) / performance["events"] < most
    assert 0.5 < max(one["peak_memory_bytes"] for one in estimates) / performance["peak_rss_bytes"] < 2


def test_the_schema_refuses() -> None:
    """A schema that lets everything pass proves nothing."""
    document = short_run(CLUSTER)
    assert violation({**document, "metrics": {"raid.bandwidth": {"mean": "fast"}}})
    assert violation({key: value for key, value in document.items() if key != "provenance"})
    assert violation({**document, "schema": "isochron.result/0"})
    assert violation([])


def test_each_point_has_its_simulated_time() -> None:
    result = Result(short_run(CLUSTER, "--set", "vary.nodes=[3, 4]"))
    assert [point.simulated_s for point in result.points] == [0.06, 0.06]
    assert result.simulated_s == 0.06


@pytest.mark.parametrize(
    ("scenario", "options"),
    [(CLUSTER, []), (ROOT / "scenarios/gennart/point_to_point_read.yaml", ["--set", "vary.nodes=[1, 5]"])],
    ids=["drawn_while_built", "built_once"],
)
def test_jobs_do_not_matter(scenario: Path, options: list[str]) -> None:
    """One process builds the machine of all replications that it simulates, where nothing of it is drawn by then."""
    texts = {without_performance(short_run_text(scenario, *options, "--jobs", jobs)) for jobs in ("1", "2")}
    assert len(texts) == 1


def test_the_seed_matters() -> None:
    first = short_run(CLUSTER, "--seed", "1")
    second = short_run(CLUSTER, "--seed", "2")
    assert first["provenance"]["fingerprint"] != second["provenance"]["fingerprint"]


def test_a_file_holds_what_stdout_would(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    done = isochron("run", CLUSTER, *SHORT, "--quiet", "--json", file)
    assert done.returncode == 0, done.stderr
    assert without_performance(file.read_text()) == without_performance(short_run_text(CLUSTER))


def test_metrics_that_the_figures_draw() -> None:
    from isochron.papers.seachange import paper

    result = Result(short_run(CLUSTER))
    for stage in paper.PATH:
        for statistic in ("utilisation", "wait_link", "wait_buffer"):
            assert 0 <= result.metric(f"{stage.name}.{statistic}").mean <= 1
    assert len(result.component_values("bandwidth", "raid")) == 14


def test_waiting_for_a_link_and_for_a_buffer_is_all_waiting() -> None:
    """With one buffer a port, a message in it waits from its arrival until it moves: for the link or place, or for a buffer, never for both."""
    from isochron.papers.seachange import paper

    result = Result(short_run(CLUSTER))
    waits = 0.0
    for stage in paper.PATH[1:]:  # a controller has a queue and no port
        link, buffer, queue = (result.metric(f"{stage.name}.{name}").mean for name in ("wait_link", "wait_buffer", "queue_depth"))
        assert link + buffer == pytest.approx(queue, abs=1e-6), stage.name
        waits += queue
    assert waits > 1


def test_utilisation_agrees_with_the_bytes() -> None:
    """The InfiniBand links carry 6/7 of the traffic, each its share, at 2.0 Gb/s: utilisation is bytes over capacity."""
    result = Result(short_run(CLUSTER, "--set", "measure.duration=200ms"))
    raid = result.metric("raid.bandwidth").mean
    # A RAID controller's remote traffic spreads over six links, those of its chip.
    expected = raid * 6 / 7 / 6 * 8 / 2.0e9
    assert result.metric("ib_link.utilisation").mean == pytest.approx(expected, rel=0.02)
