# SPDX-License-Identifier: Apache-2.0
"""The page of faults: its numbers by hand, from results that were made up, and the page that ships against its own data."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas
import pytest
import yaml
from matplotlib import image
from ps2_results import document, metric
from support import ROOT, isochron

from isochron.errors import ReportError
from isochron.papers.catalogue import named, report_of
from isochron.papers.faults import bit_errors, kinds, one_failure, sections, spare, viewers
from isochron.papers.faults.report import REPORT
from isochron.papers.paper_report import PAGE
from isochron.papers.reports import make
from isochron.papers.reproduce import files_of
from isochron.results.result import Result

PACKET, ROUND_TRIP, RATE = 280, 7, 125e6
DATA = ROOT / "docs/results/data/faults"
SHIPPED = ROOT / "docs/results/faults.md"
CLUSTER = {"streams": {"count": 1400, "rate": 3.75e6 / 8, "client_buffer": 0.1}, "rebuild": "brute"}
LEVELS = (0.0, 0.1, 0.3, 1.0)
# A verdict for each load of made-up results.
VERDICTS = ("keeps_up", "keeps_up", "in_doubt", "falls_behind")


def exact(bit_error: Fraction, scheme: str) -> Fraction:
    """The closed forms of the issue in exact arithmetic, with W = 8."""
    p = 1 - (1 - bit_error) ** (8 * PACKET)
    return 1 - p if scheme == "selective" else (1 - p) / (1 + (8 - 1) * p)


def link_result(scheme: str, above: float) -> Result:
    """A link that loses so much more than the closed form says."""
    points = []
    for rate in ("0", "1e-6", "1e-5", "1e-4"):
        share = 1 - (1 - float(exact(Fraction(rate), scheme))) * (1 + above)
        points.append(({"bit_errors": float(rate)}, {"simulated_s": 1.0, "metrics": {"data.bandwidth": metric(RATE * share, "B/s")}}))
    parameters = {"scheme": scheme, "packet": PACKET, "round_trip": ROUND_TRIP, "rate": RATE, "window": 8}
    return Result(document(bit_errors.SCENARIOS[scheme], "link_errors", parameters, points))


def viewers_point(glitched: int, **more: float) -> dict[str, Any]:
    """A point at which so many viewers miss something."""
    numbers = {
        "streams.count": 1400, "streams.underrun": glitched, "streams.glitches": 2 * glitched, "streams.glitched_at_once": glitched // 2,
        "streams.longest_glitch": 0.25, "streams.late_messages": 30 * glitched, "streams.lost_messages": 0, "streams.first_glitch": 0.4,
        "streams.last_glitch": 1.5, "fault0.lost": 2e6, "fault0.recovery": 0.345, "delivered.bandwidth": 6e8,
    } | more  # fmt: skip
    return {"simulated_s": 0.8, "metrics": {name: metric(value, "1") for name, value in numbers.items()}}


def cluster_result(name: str, points: list[tuple[dict[str, Any], dict[str, Any]]]) -> Result:
    return Result(document(name, "seachange_cluster", CLUSTER, points))


def loads_result(name: str, counts: tuple[int, ...]) -> Result:
    """Loads with VERDICTS, of which the last has 20 % too little."""
    points = []
    for count, verdict in zip(counts, VERDICTS, strict=True):
        asked = count * 3.75e6 / 8
        flow = {
            "unit": "B", "generated": 1.0, "delivered": 1.0, "backlog_start": 0.0, "backlog_end": 0.0, "growth": 0.0, "uncertainty": 0.0, "verdict": verdict, "reason": "",
        }  # fmt: skip
        arrives = asked * (0.8 if verdict == "falls_behind" else 1.0)
        points.append(({"streams.count": count}, {"simulated_s": 1.0, "metrics": {"delivered.bandwidth": metric(arrives, "B/s")}, "flows": {"raid": flow}}))
    return cluster_result(name, points)


def series(values: list[float]) -> dict[str, Any]:
    return {"unit": "B/s", "interval_s": 0.1, "values": values}


def told(*arguments: str | Path) -> dict[str, Any]:
    """What the command says as JSON."""
    done = isochron(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    """Of everything that the page shows. A node's death is hidden by 1 s, or by 300 ms; nothing else is."""
    made: dict[str, Result] = {scheme_name: link_result(scheme, 0.02) for scheme, scheme_name in bit_errors.SCENARIOS.items()}
    node = [
        ({"rebuild": rebuild, "streams.client_buffer": level}, viewers_point(0 if level >= hidden else 100))
        for rebuild, hidden in (("brute", 1.0), ("stripe_buffered", 0.3))
        for level in LEVELS
    ]
    for name in kinds.SCENARIOS:
        other = [({"streams.client_buffer": level}, viewers_point(70, **{"streams.lost_messages": 8960})) for level in LEVELS]
        made[name] = cluster_result(name, node if name == "node_dies" else other)
    made["no_fault"] = cluster_result("no_fault", [({"streams.client_buffer": level}, viewers_point(0 if level else 1400)) for level in (0.0, 0.1)])
    falls = [1e8, 6e8, 6e8, 5e8, 2e8, 9e8, 6e8, 6e8]
    for name in kinds.OVER_TIME:
        delivered = {"series": {"delivered.bandwidth": series(falls)}}
        if name == "over_time_node":
            points = [({"rebuild": one}, viewers_point(0) | {"series": delivered["series"] | {"rebuilt.bandwidth": series([0.0] * 8)}}) for one in ("brute", "stripe_buffered")]
            made[name] = cluster_result(name, points)
        else:
            made[name] = Result(document(name, "seachange_cluster", CLUSTER, []) | viewers_point(0) | delivered)
    for name, counts in (("spare_none", (3000, 3100, 3200, 3300)), ("spare_brute", (1400, 1500, 1600, 1800)), ("spare_stripe", (2200, 2300, 2400, 2600))):
        made[name] = loads_result(name, counts)
    for name in spare.DEATHS:
        made[name] = cluster_result(name, [({"streams.count": 1500, "streams.client_buffer": 0.3}, viewers_point(12))])
    return made


@pytest.fixture(scope="module")
def folder(results: dict[str, Result], tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("faults")
    assert REPORT.make(results, made) == []
    return made


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    return (folder / PAGE).read_text(encoding="utf-8")


def cells(page: str, heading: str, first: str) -> list[str]:
    """The cells of the row that begins with `first` below a heading."""
    below = page[page.index(f"{heading}\n") :]
    line = next(line for line in below.splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("name", [figure.file for figure in REPORT.figures])
def test_a_figure_shows_something(folder: Path, name: str) -> None:
    pixels = image.imread(folder / name)
    assert 900 <= pixels.shape[1] <= 2000
    assert ((pixels[..., :3].max(axis=2) - pixels[..., :3].min(axis=2)) > 0.2).mean() > 0.0015
    assert (folder / name).stat().st_size < 300_000


@pytest.mark.parametrize("scheme", bit_errors.SCENARIOS)
@pytest.mark.parametrize("rate", ["1e-6", "1e-5", "1e-4", "1e-12"])
def test_the_closed_forms(scheme: str, rate: str) -> None:
    """In exact arithmetic; a loss of 1e-9 keeps its digits."""
    loss = 1 - bit_errors.carried(scheme, float(rate), PACKET, ROUND_TRIP)
    assert loss == pytest.approx(float(1 - exact(Fraction(rate), scheme)), rel=1e-6)


def test_the_closed_form_has_the_known_values() -> None:
    assert [round(bit_errors.carried("go_back_n", rate, PACKET, ROUND_TRIP), 4) for rate in (1e-6, 1e-5, 1e-4)] == [0.9824, 0.8466, 0.3324]


def test_the_error_is_that_of_the_loss(page: str) -> None:
    """Throughputs that differ by 0.005 % are losses that differ by 2 %."""
    for name in ("go back n", "selective repeat"):
        for rate in ("1e-06", "1e-05", "0.0001"):
            found = cells(page, "## Throughput against the bit error rate", f"{name} | {rate}")
            assert found[5:] == ["+2.00 %", "yes"]
    assert [round(one.error, 6) for one in bit_errors.losses(link_result("go_back_n", 0.07))[1:]] == [0.07] * 3
    assert "**no**" in sections.errors({"link_errors": link_result("go_back_n", 0.07)}, [])


def test_what_viewers_notice_is_what_the_results_have(page: str) -> None:
    """Times are from the fault on, which strikes at 300 ms."""
    assert cells(page, "### Node, every unit read again", "300 ms")[1:] == ["100", "200", "50", "250 ms", "3000", "0", "+100 ms", "+1200 ms"]
    assert cells(page, "### Node, whole stripes kept", "300 ms")[1:] == ["0", "0", "0", "", "0", "0", "", ""]
    assert cells(page, "### InfiniBand link, lost", "1 s")[1:] == ["70", "140", "35", "250 ms", "2100", "8960", "+100 ms", "+1200 ms"]
    assert "1400 of 1400 miss something with 0 ms and 0 of 1400 miss something with 100 ms" in page


def test_the_buffer_that_hides_a_fault(page: str) -> None:
    heading = "## The cluster, with 1400 streams: what viewers notice"
    assert cells(page, heading, "node, every unit read again")[1:] == ["200 ms", "345 ms", "2 MB", "0", "1 s"]
    assert cells(page, heading, "node, whole stripes kept")[-1] == "300 ms"
    assert cells(page, heading, "InfiniBand link, lost")[1:] == ["50 ms", "none is rebuilt", "2 MB", "8960", "none of these"]
    assert cells(page, heading, "InfiniBand link, sent again")[1] == "never"


def test_a_longer_buffer_that_does_not_hide_counts() -> None:
    """A buffer hides a fault only if all longer ones do."""
    points = [({"streams.client_buffer": level}, viewers_point(glitched)) for level, glitched in ((0.1, 0), (0.3, 5), (0.5, 0), (1.0, 0))]
    result = cluster_result("made_up", points)
    own = [one for _, one in viewers.of_each(result)]
    assert sections.hides(own) == 0.5
    assert sections.hides(own[:2]) is None


def test_least_and_most_over_time(page: str) -> None:
    """From the fault on, in windows of 100 ms: 500, 200, 900, 600, 600 MB/s. Before it, without the first window: 600 MB/s."""
    assert cells(page, "## What arrives over time", "InfiniBand chip, lost")[1:] == ["600 MB/s", "200 MB/s", "+100 ms", "900 MB/s", "+200 ms", "100 ms"]


@pytest.mark.parametrize("kind", [kind for kind in kinds.KINDS if kind.over_time], ids=lambda kind: kind.over_time)
def test_a_figure_over_time_has_the_fault_of_its_scenario(kind: kinds.Kind) -> None:
    one, other = (yaml.safe_load((kinds.FOLDER / f"{name}.yaml").read_text()) for name in (kind.scenario, kind.over_time))
    assert one["faults"] == other["faults"]
    assert one["parameters"]["streams.count"] == other["parameters"]["streams.count"] == 1400


def test_times_of_faults() -> None:
    assert kinds.strike("node_dies") == kinds.Strike(0.3, pytest.approx(0.5), 1.0)
    assert kinds.strike("ib_link_retry") == kinds.Strike(0.3, None, 0.5)
    assert kinds.strike("spare_dies_brute") == kinds.Strike(0.3, pytest.approx(0.5), None)
    with pytest.raises(ReportError, match="no fault in it"):
        kinds.strike("no_fault")


def test_one_failure_by_hand() -> None:
    """Two sources on a bus, a link, and two sinks on another: 4 flows."""
    document = told("explain", ROOT / "scenarios/own/two_buses.yaml", "--fail", "1")
    found = one_failure.of_document("own/two_buses", document)
    assert (found.flows, found.failures, found.harmless) == (4, 9, 0)
    stopped = {one.name: (one.cases, one.stopped) for one in found.kinds}
    assert stopped == {"bus[*]": (2, 4), "near": (1, 4), "far": (1, 4), "link": (1, 4), "sink[*]": (2, 2), "source[*]": (2, 2)}
    assert found.mean == pytest.approx((5 * 4 + 4 * 2) / 9)
    assert (found.worst.stopped, found.worst.share) == (4, 0.0)


def test_the_cluster_loses_a_card_or_a_controller() -> None:
    """Of 14 controllers and 42 cards: 588 flows; one in 14, one in 42; chips and InfiniBand links have another way."""
    found = next(one for one in one_failure.machines() if one.system == "seachange_cluster")
    stopped = {one.name: one.stopped for one in found.kinds}
    assert found.flows == 14 * 42
    assert (stopped["node[*].raid[*]"], stopped["node[*].gige[*]"]) == (42, 14)
    # A node's switch: its 2 controllers to all 42 cards, and its 6 cards from all 14 controllers, less what is both.
    assert stopped["node[*].switch"] == 2 * 42 + 6 * 14 - 2 * 6
    assert stopped["node[*].chip[*]"] == stopped["node[*].ib_link[*][*]"] == 0


def test_every_machine_answers_or_says_why() -> None:
    answered = {one.scenario for one in one_failure.machines()}
    reasons = {one.scenario: one.reason for one in one_failure.refused()}
    assert answered | reasons.keys() == set(one_failure.ASKED)
    assert not answered & reasons.keys()
    assert {"seachange/cluster", "own/flash_array", "own/nvme_node", "own/streaming_server", "own/evening"} <= answered
    assert "work of their own" in reasons["ps2/planes"]
    assert "formulas over its parameters" in reasons["voyager/evening"]


def test_streams_that_it_keeps_up_with() -> None:
    loads = spare.loads(loads_result("spare_brute", (1400, 1500, 1600, 1800)))
    assert [one.keeps_up for one in loads] == [True, True, None, False]
    assert spare.most(loads) == 1500
    assert spare.most(loads[2:]) is None
    # One that keeps up again beyond one that does not is no answer.
    assert spare.most([loads[0], loads[3], spare.Load(1900, 1.0, 1.0, True)]) == 1400
    assert loads[3].short == pytest.approx(0.2)
    assert sections.cells("", loads[3])[-1] == "50 s"  # 10 s / 20 %


def test_what_is_kept_free(page: str) -> None:
    heading = "## How many streams to keep free"
    assert cells(page, heading, "no node down")[2:] == ["3100", "3200", ""]
    assert cells(page, heading, "a node down, every unit read again")[2:] == ["1500", "1600", "1600 (52 %)"]
    assert cells(page, heading, "a node down, whole stripes kept")[2:] == ["2300", "2400", "800 (26 %)"]


def test_bounds_by_hand() -> None:
    """ib_pci: a message of 1 KiB takes 2.28 us of it, 449.123 MB/s. With all nodes 24 of 7 controllers' bytes pass it, with one down 20 of 6."""
    capacity, rate = 449.122807e6, 3.75e6 / 8
    assert spare.bound("spare_none") == math.floor(capacity / (24 / 7) * 14 / rate)
    # A survivor of 6 sends twice what it sent; or 7 / 6 of it.
    sent = capacity / (20 / 6) * 14 / rate
    assert spare.bound("spare_brute") == math.floor(sent / 2)
    assert spare.bound("spare_stripe") == math.floor(sent * 6 / 7)


def test_nothing_is_compared_with_another_machines_paper(results: dict[str, Result]) -> None:
    """Results of the cluster have SeaChange's numbers; this page has none, and takes no file of them."""
    files, compared = files_of(named("faults")[0], results)
    assert compared == []
    assert "data/faults/published.csv" not in files
    assert {"data/faults/one_failure.csv", "data/faults/bounds.csv", "data/faults/node_dies.csv", "faults.md"} <= files.keys()
    assert not report_of(named("faults")[0]).published


def test_the_page_is_named_where_machines_are_of_several_papers(results: dict[str, Result], tmp_path: Path) -> None:
    two = {name: results[name] for name in ("link_errors", "no_fault")}
    with pytest.raises(ReportError, match="--paper"):
        make(two, tmp_path)
    make(two, tmp_path, "faults")
    assert (tmp_path / PAGE).read_text().startswith("# Faults")


def test_an_unknown_paper_is_one_message(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "isochron", "report", tmp_path, "--paper", "fault"], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1, done.stderr


# The page that ships


def shipped(name: str) -> pandas.DataFrame:
    return pandas.read_csv(DATA / f"{name}.csv")


@pytest.mark.parametrize("kind", kinds.KINDS, ids=lambda kind: kind.label)
def test_the_page_says_what_its_data_say(kind: kinds.Kind) -> None:
    page = SHIPPED.read_text(encoding="utf-8")
    frame = shipped(kind.scenario)
    own = frame[frame["rebuild"] == kind.rebuild] if kind.rebuild else frame
    heading = f"### {kind.label[0].upper()}{kind.label[1:]}"
    for _, row in own.iterrows():
        level = row["streams.client_buffer"]
        found = cells(page, heading, f"{level:g} s" if level >= 1 else f"{1000 * level:.0f} ms")
        assert [int(found[i]) for i in (1, 2, 3, 5, 6)] == [row[name] for name in ("glitched", "glitches", "at_once", "late", "lost")]
    # What is lost for ever is on no client, however long it waits; what is only late is hidden by a buffer that is long enough.
    last = own.sort_values("streams.client_buffer").iloc[-1]
    assert (last["glitched"] > 0) == (last["lost"] > 0) == kind.label.endswith(", lost")


def test_losses_of_the_shipped_page_are_within_5_percent() -> None:
    for scheme, name in bit_errors.SCENARIOS.items():
        frame = shipped(name)
        frame = frame[frame["bit_errors"] > 0]
        assert list(frame["bit_errors"]) == [1e-6, 1e-5, 1e-4]
        for _, row in frame.iterrows():
            loss = float(1 - exact(Fraction(str(row["bit_errors"])), scheme))
            assert row["loss_exact"] == pytest.approx(loss, rel=1e-6)
            assert row["loss"] == pytest.approx(loss, rel=bit_errors.TOLERANCE)


def test_no_cluster_reaches_its_bound() -> None:
    bounds = dict(shipped("bounds").itertuples(index=False, name=None))
    for name in spare.SCENARIOS:
        frame = shipped(name)
        kept = frame[frame["verdict"] == "keeps_up"]["streams"].max()
        assert kept < bounds[name] == spare.bound(name)
        assert (frame[frame["streams"] > kept]["verdict"] != "keeps_up").all()


def test_messages_go_around_what_has_another_way() -> None:
    """The page says so of InfiniBand links and chips: what is on its way is lost, a few messages, and of a link without another way megabytes."""
    lost = {name: pandas.read_csv(DATA / f"{name}.csv")["bytes_lost"].max() for name in ("ib_link_lost", "chip_lost", "sf_link_lost")}
    assert 0 < lost["ib_link_lost"] <= lost["chip_lost"] < 64 * 1024
    assert lost["sf_link_lost"] > 5e6
