# SPDX-License-Identifier: Apache-2.0
"""The HTML report: what is in the page, nothing unescaped, the same bytes from the same input."""

from __future__ import annotations

import copy
import itertools
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from explore import explore, runner
from html_inputs import CLUSTER, FAILED, SERIES, Page, explain, explanation, short_result, write_sweep
from support import COMMAND, ROOT, isochron, short_run_text

from isochron.errors import ReportError
from isochron.explore.sweeps import simulate
from isochron.report.html import charts, key_of, report_page, sweep_view, write_report
from isochron.report.html.axis import axis
from isochron.report.html.case_section import over_time
from isochron.report.html.layout import BOX_HEIGHT, BOX_WIDTH, arrange
from isochron.report.html.machine import Machine
from isochron.report.html.page import TEMPLATES
from isochron.report.html.text import interval, value
from isochron.results.explained import explanation_of
from isochron.results.published import rows
from isochron.results.result import Result, load
from isochron.results.simulator import Simulator
from isochron.scenario import Scenario

HOSTILE = "</script><script>alert(1)</script>\"' onload=alert(2) <img src=x onerror=alert(3)>"


@pytest.fixture(scope="module")
def cluster() -> str:
    result = short_result(CLUSTER)
    return report_page([result], {key_of(result): explanation(CLUSTER)}, sweep=None, title=result.title)


@pytest.fixture(scope="module")
def series() -> str:
    result = short_result(SERIES)
    return report_page([result], {key_of(result): explanation(SERIES)}, sweep=None, title=result.title)


@pytest.fixture(scope="module")
def sweep_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sweep(tmp_path_factory.mktemp("html") / "sweep")


@pytest.fixture(scope="module")
def swept(sweep_folder: Path) -> str:
    return write_report(sweep_folder, None, explain=explain).read_text(encoding="utf-8")


@pytest.fixture(params=["cluster", "series", "swept"])
def page(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(request.param)


def test_the_page_is_whole_and_accessible(page: str) -> None:
    parsed = Page(page)
    ids = [found["id"] for _, found, _ in parsed.elements if "id" in found]
    assert len(ids) == len(set(ids))
    assert len(parsed.all("h1")) == len(parsed.all("main")) == 1
    levels = [int(tag[1]) for tag, _, _ in parsed.elements if re.fullmatch("h[1-6]", tag)]
    assert all(later <= earlier + 1 for earlier, later in itertools.pairwise(levels))
    pictures = [found for tag, found, _ in parsed.elements if tag == "svg" and found.get("aria-hidden") != "true"]
    assert pictures
    assert all(len(found["aria-label"]) > 10 for found in pictures)
    assert all(found["aria-label"] for _, found, _ in parsed.elements if found.get("role") in ("img", "region", "group"))
    links = {found["href"] for found, _ in parsed.all("a")}
    assert {link[1:] for link in links} <= set(ids)
    assert parsed.all("a", class_="skip")[0][0]["href"] == "#content"
    assert all(text.strip() for _, text in parsed.all("button", class_="sort"))


def test_the_page_fetches_nothing(page: str) -> None:
    parsed = Page(page)
    assert not re.search(r"https?://|url\(|@import", page)
    assert [found for _, found, _ in parsed.elements if "src" in found or "srcset" in found] == []
    assert [found["href"] for found, _ in parsed.all("link")] == ["data:,"]
    policy = next(f["content"] for f, _ in parsed.all("meta") if f.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy
    scripts = [found for found, _ in parsed.all("script") if found.get("type") != "application/json"]
    assert len(scripts) == 1


def test_numbers_read_like_numbers(page: str) -> None:
    text = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert not re.search(r"\b(nan|inf|None|undefined)\b", text)
    assert "{{" not in text


def test_every_part_of_the_cluster_has_its_numbers(cluster: str) -> None:
    parsed = Page(cluster)
    data = json.loads(parsed.all("script", type="application/json")[0][1])
    components = short_result(CLUSTER).components
    assert set(data["cases"][0]["parts"]) == set(components)
    kind, used, *texts = data["cases"][0]["parts"]["node[3].ib_pci[0]"]
    assert data["sets"][kind] == list(components["node[3].ib_pci[0]"])
    assert used == pytest.approx(components["node[3].ib_pci[0]"]["utilisation"], abs=1e-4)
    assert all(re.fullmatch(r"[\d.]+( ± [\d.]+)?( %)?", text) for text in texts)
    groups = data["groups"]["0"]
    assert groups == [f"node[{i}]" for i in range(7)]
    drawn = {found["data-part"] for found, _ in parsed.all("g", class_="part") if found.get("data-part")}
    assert len(drawn) == 22
    assert {"raid[0]", "raid_pci[1]", "switch", "ib_pci[0]", "chip[1]", "gige[5]"} <= drawn
    assert len(parsed.all("line", class_="link")) == 21


@pytest.mark.parametrize(("scenario", "made"), [(CLUSTER, "cluster"), (SERIES, "series")])
def test_the_report_has_every_published_number(scenario: Path, made: str, request: pytest.FixtureRequest) -> None:
    result, text = short_result(scenario), request.getfixturevalue(made)
    compared = rows([result])
    listed = [found["data-role"] for found, _ in Page(text).all("tr") if found.get("data-role")]
    assert sorted(listed) == sorted(row.role for row in compared)
    assert [row.entry.id for row in compared if f"<code>{row.entry.id}</code>" not in text] == []
    assert text.count('<span class="good">') == sum(row.verdict == "ok" for row in compared)
    assert text.count('<span class="bad">') == sum(row.verdict == "MISS" for row in compared)


def test_the_arithmetic_stands_beside_the_simulation(cluster: str) -> None:
    text = " ".join(words for _, words in Page(cluster).all("section", class_="study"))
    assert "saturates first, at raid.bandwidth = 131 MB/s" in text
    assert "bottleneck" in text
    assert "91.6 %" in text


def test_a_series_has_charts_and_a_row_a_point(series: str) -> None:
    parsed = Page(series)
    charts = [found["aria-label"] for found, _ in parsed.all("svg", class_="chart")]
    assert "throughput against nodes, 16 points" in charts
    assert len(parsed.all("path", class_="expected")) == 1
    assert sum("Distribution of delay" in label for label in charts) == 16
    assert len(parsed.all("option")) == 16
    points = next(words for found, words in parsed.all("section", class_="study"))
    assert all(f"nodes = {n}" in points for n in range(1, 17))


def test_a_sweep_shows_lines_intervals_and_failures(swept: str) -> None:
    parsed = Page(swept)
    text = parsed.all("main")[0][1]
    assert "1 of 6 points failed" in text
    assert FAILED in text
    assert FAILED not in swept  # it has a "<"
    charts = [found["aria-label"] for found, _ in parsed.all("svg", class_="chart")]
    assert "raid.bandwidth against nodes, 5 points, 2 lines" in charts
    assert "raid.bandwidth against pci.slice_time, 5 points, 3 lines" in charts
    assert len(parsed.all("path", class_="interval")) > 10
    assert len(parsed.all("option")) == 5
    # Each number of nodes has a drawing, and shares it between its points.
    assert len(parsed.all("svg", class_="machine")) == 3


def test_without_an_explanation_the_page_says_that_the_drawing_is_missing() -> None:
    result = short_result(CLUSTER)
    text = report_page([result], {}, sweep=None, title="x")
    assert "The drawing is missing" in text
    assert "explain --json</code>, and none was asked for." in text
    assert 'class="machine"' not in text
    assert "disk_delay.mode" in text


def test_everything_from_files_is_escaped() -> None:
    result = copy.deepcopy(short_result(CLUSTER).document)
    told = copy.deepcopy(explanation(CLUSTER))
    result["title"] = result["scenario"] = result["system"] = HOSTILE
    result["warnings"] = [HOSTILE]
    result["metrics"][HOSTILE + ".utilisation"] = result["metrics"]["ib_pci.utilisation"]
    result["metrics"][HOSTILE] = result["metrics"]["raid.bandwidth"]
    result["components"][HOSTILE] = {HOSTILE: 1.0, "utilisation": 0.5}
    result["histograms"][HOSTILE] = result["histograms"]["delay"]
    result["series"][HOSTILE] = {"unit": "1", "interval_s": 0.1, "values": [1, 2, 3]}
    result["parameters"][HOSTILE] = HOSTILE
    result["provenance"]["git"] = HOSTILE
    result["published"][0].update(where=HOSTILE, published=HOSTILE, reason=HOSTILE, at=HOSTILE)
    told["description"] = told["points"][0]["bounds"][0]["what"] = HOSTILE
    told["parameters"][0].update(doc=HOSTILE, source=HOSTILE, text=HOSTILE, origin=HOSTILE)
    topology = told["points"][0]["topology"]
    topology["parts"].append({"name": f"node[0].{HOSTILE}", "type": HOSTILE})
    topology["edges"].append({"from": f"node[0].{HOSTILE}", "to": "node[0].switch", "label": HOSTILE})
    made = Result(result)
    for explanations in ({key_of(made): told}, {}):
        text = report_page([made, made], explanations, sweep=None, title=HOSTILE)
        parsed = Page(text)
        assert parsed.all("img") == []
        assert len([f for f, _ in parsed.all("script") if f.get("type") != "application/json"]) == 1
        assert [f for _, f, _ in parsed.elements if any(name.startswith("on") for name in f)] == []
        for _, words in parsed.all("script", type="application/json"):
            assert HOSTILE in json.loads(words)["cases"][0]["parts"]
        assert HOSTILE in parsed.all("h1")[0][1]


def test_the_same_input_gives_the_same_bytes(cluster: str, tmp_path: Path) -> None:
    (tmp_path / "cluster.json").write_text(short_run_text(CLUSTER), encoding="utf-8")
    (tmp_path / "told.json").write_text(json.dumps(explanation(CLUSTER)), encoding="utf-8")
    script = (
        "import json, sys; from pathlib import Path; from isochron.report.html import write_report\n"
        "folder = Path(sys.argv[1])\n"
        "told = json.loads((folder / 'told.json').read_text())\n"
        "print(write_report(folder / 'cluster.json', folder / 'made.html', explain=lambda result, asked: told))\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT / "scripts")}
    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "made.html").read_text(encoding="utf-8") == cluster


def test_the_page_is_not_heavy(cluster: str, series: str, swept: str) -> None:
    assert len(cluster.encode()) < 250_000
    assert len(series.encode()) < 700_000
    assert len(swept.encode()) < 700_000


def test_a_long_sweep_stays_light(sweep_folder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "long"
    (folder / "results").mkdir(parents=True)
    (folder / "results/one.json").write_text((sweep_folder / "results/3-120ns.json").read_text())
    one = json.loads((sweep_folder / "sweep.json").read_text())["points"][0]
    points = [
        {**one, "index": i, "settings": {"io": f"{i} B"}, "parameters": {"io": i}, "result": "results/one.json"}
        for i in range(400)
    ]
    (folder / "sweep.json").write_text(json.dumps({"schema": "isochron.sweep/1", "points": points}))
    asked: list[Result] = []

    def refuse(result: Result, _: Scenario | None) -> dict[str, Any]:
        asked.append(result)
        raise ReportError("of no use here")

    written = write_report(folder, tmp_path / "long.html", explain=refuse)
    assert len(asked) == 24
    text = written.read_text(encoding="utf-8")
    assert len(text) < 6_000_000
    assert text.count('<th scope="row" class="n" data-v=') == 400
    assert "24 of 400 points one by one" in text


def test_a_folder_of_results_is_one_page(tmp_path: Path) -> None:
    for scenario in (CLUSTER, SERIES):
        (tmp_path / f"{scenario.stem}.json").write_text(short_run_text(scenario), encoding="utf-8")
    (tmp_path / "other.json").write_text("{}")
    written = write_report(tmp_path, None, explain=explain)
    assert written == tmp_path / "report.html"
    parsed = Page(written.read_text(encoding="utf-8"))
    assert len(parsed.all("details", class_="run")) == 2
    assert {found["href"] for found, words in parsed.all("a") if words in ("cluster", "shared_bus_read")} == {"#run-0", "#run-1"}  # fmt: skip
    assert "predictions within their bands" in parsed.all("main")[0][1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cluster.json", "other.json", "report.html", "shared_bus_read.json"]  # fmt: skip


def test_a_page_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cluster.json").write_text(short_run_text(CLUSTER), encoding="utf-8")
    (tmp_path / "report.html").write_text("old")

    def full(*_paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_report(tmp_path / "cluster.json", None)
    assert (tmp_path / "report.html").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cluster.json", "report.html"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not a JSON document"),
        ("[]", "not a sweep of this version"),
        ('{"schema": "isochron.sweep/2"}', "not a sweep of this version"),
        ('{"schema": "isochron.sweep/1", "points": 3}', "document.points must be array"),
    ],
)
def test_a_spoilt_sweep_is_one_message(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "sweep.json").write_text(text)
    with pytest.raises(ReportError, match=said) as caught:
        write_report(tmp_path, None)
    assert "sweep.json" in str(caught.value)


def test_nothing_to_report_on_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="no such file"):
        write_report(tmp_path / "missing", None)
    with pytest.raises(ReportError, match="no results there"):
        write_report(tmp_path, None)


def test_a_lost_result_is_a_failed_point(sweep_folder: Path, tmp_path: Path) -> None:
    document = json.loads((sweep_folder / "sweep.json").read_text())
    document["points"][0]["result"] = "results/lost.json"
    document["points"][1]["result"] = "../sweep.json"
    document["points"] = document["points"][:2]
    (tmp_path / "sweep.json").write_text(json.dumps(document))
    view = sweep_view.read(tmp_path)
    assert [point.state for point in view.points] == ["failed", "failed"]
    assert "lost.json" in view.points[0].message
    assert "outside" in view.points[1].message
    assert "No point has a result" in write_report(tmp_path, None).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("scenario", "columns"), [("seachange/cluster", 8), ("gennart/server_links", 10), ("gennart/subsystems_read", 6)]
)
def test_boxes_do_not_overlap_and_data_flows_to_the_right(scenario: str, columns: int) -> None:
    topology = explanation(ROOT / f"scenarios/{scenario}.yaml")["points"][-1]["topology"]
    machine = Machine(topology)
    view = machine.view(machine.groups[-1])
    layout = arrange(view)
    places = list(layout.places.values())
    assert len({place.x for place in places}) == columns
    for i, a in enumerate(places):
        assert BOX_WIDTH / 2 <= a.x <= layout.width - BOX_WIDTH / 2
        assert BOX_HEIGHT / 2 <= a.y <= layout.height - BOX_HEIGHT / 2
        for b in places[i + 1 :]:
            assert abs(a.x - b.x) >= BOX_WIDTH or abs(a.y - b.y) >= BOX_HEIGHT
    assert all(layout.places[join.start].x < layout.places[join.end].x for join in view.joins)


@pytest.mark.parametrize("scenario", ["seachange/cluster", "gennart/server_links", "gennart/scaling_subsystems"])
def test_the_frame_of_a_group_holds_the_group_alone(scenario: str) -> None:
    for point in explanation(ROOT / f"scenarios/{scenario}.yaml")["points"]:
        machine = Machine(point["topology"])
        view = machine.view(machine.groups[0])
        places = arrange(view).places
        own = {node.id for node in view.nodes if node.part is not None and node.part.group}
        across, down = [places[name].x for name in own], [places[name].y for name in own]
        for name in places.keys() - own:
            x, y = places[name].x, places[name].y
            beside = x <= min(across) - BOX_WIDTH or x >= max(across) + BOX_WIDTH
            assert beside or y <= min(down) - BOX_HEIGHT - 24 or y >= max(down) + BOX_HEIGHT + 13, name


@pytest.mark.parametrize("scenario", ["seachange/gige_1gb", "gennart/server_links", "gennart/scaling_subsystems"])
def test_no_lines_cross(scenario: str) -> None:
    for point in explanation(ROOT / f"scenarios/{scenario}.yaml")["points"]:
        machine = Machine(point["topology"])
        pieces = [piece for line in arrange(machine.view(machine.groups[0])).lines for piece in itertools.pairwise(line)]
        for (a, b), (c, d) in itertools.combinations(pieces, 2):
            assert a.x != c.x or (a.y - c.y) * (b.y - d.y) >= 0


def test_a_group_without_a_place_in_the_drawing() -> None:
    parts = [{"name": name, "type": "part"} for name in ("node[0].idle", "bus", "memory")]
    edges = [{"from": "bus", "to": "memory", "label": "wire"}]
    assert set(arrange(Machine({"parts": parts, "edges": edges}).view("node[0]")).places) == {"bus", "memory"}


def test_a_ring_of_parts_is_drawn() -> None:
    ring: dict[str, Any] = {
        "parts": [{"name": f"p{i}", "type": "part"} for i in range(4)],
        "edges": [{"from": f"p{i}", "to": f"p{(i + 1) % 4}", "label": "wire"} for i in range(4)],
    }
    layout = arrange(Machine(ring).view(""))
    assert [place.x for place in layout.places.values()] == sorted(place.x for place in layout.places.values())
    assert len(layout.lines) == 4


@pytest.mark.parametrize(
    ("mean", "half", "name", "unit", "text"),
    [
        (119817326.0, 361000.0, "raid.bandwidth", "B/s", "119.82 ± 0.36 MB/s"),
        (0.891146, 0.0067, "ib_pci.utilisation", "1", "89.11 ± 0.67 %"),
        (0.0118422, None, "delay", "s", "11.84 ms"),
        (485051904.0, 2376000.0, "bytes.in", "B", "485.1 ± 2.4 MB"),
        (1.5699, 0.01, "ib_pci.wait_slot", "1", "1.570 ± 0.010"),
        (820e-3, 0.0, "completion_time", "s", "820 ± 0 ms"),
    ],
)
def test_a_value_is_as_exact_as_its_interval(mean: float, half: float | None, name: str, unit: str, text: str) -> None:
    assert interval(mean, half, name, unit) == text


def test_odd_values_are_written_as_such() -> None:
    assert value(None, "delay", "s") == value(float("nan"), "delay", "s") == "–"
    assert value(0.0, "delay", "s") == "0 s"


@pytest.mark.parametrize(("low", "high"), [(0, 1), (118.6, 121.4), (5, 5), (0, 0), (-3, 12), (1e-9, 3e-9)])
def test_an_axis_has_round_ticks_around_its_values(low: float, high: float) -> None:
    made = axis(low, high, 0, 100)
    assert made.low <= low <= high <= made.high
    assert 2 <= len(made.ticks) <= 8
    steps = [b - a for a, b in zip(made.ticks, made.ticks[1:], strict=False)]
    assert max(steps) == pytest.approx(min(steps))
    assert len({text for _, text in made.labels()}) == len(made.ticks) or high < 1e-6


def test_units_of_statistics_are_those_of_the_result() -> None:
    document = json.loads(short_run_text(CLUSTER))
    document["components"] = {"node[0].raid[0]": {"patience": 0.00325, "moved": 2.5e6, "io.count": 4.0}}
    document["components_half_width"] = {}
    document["component_units"] = {"patience": "s", "moved": "B", "io.count": "1"}
    result = Result(document)
    page = report_page([result], {key_of(result): explanation(CLUSTER)}, sweep=None, title="")
    data = json.loads(Page(page).all("script", class_="data")[0][1])
    assert data["cases"][0]["parts"]["node[0].raid[0]"][2:] == ["3.25 ms", "2.5 MB", "4"]
    # A part without utilisation shows its first statistic.
    assert [text for _, text in Page(page).all("g", data_part="raid[0]", data_type="raid_controller")] == ["raid[0]3.25 ms"]


def test_text_on_the_colours_is_legible() -> None:
    """WCAG 2.1, 1.4.3: a contrast of 4.5 between a box's text and its colour, in light and in dark."""
    style = (TEMPLATES / "report.css").read_text()
    pairs = dict(re.findall(r"--(\w+):light-dark\((#\w+,#\w+)\)", style))
    six = re.search(r"\.u6 text\{fill:light-dark\((#\w+,#\w+)\)", style)
    assert six is not None
    for theme in (0, 1):
        colour = {name: both.split(",")[theme] for name, both in pairs.items()}
        for i in range(11):
            text = colour["lo"] if i < 6 else colour["hi"] if i > 6 else six[1].split(",")[theme]
            assert _contrast(text, colour[f"u{i}"]) >= 4.5, (theme, i)
        for name in ("ink", "soft", "accent", "good", "bad"):
            assert _contrast(colour[name], colour["card"]) >= 4.5, (theme, name)
            assert _contrast(colour[name], colour["page"]) >= 4.5, (theme, name)


def _contrast(one: str, other: str) -> float:
    a, b = sorted((_luminance(one), _luminance(other)))
    return (b + 0.05) / (a + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# A machine of one's own: three disks, one of which is slow.
OWN = """machine: shelf
parameters:
  rate: {type: data_rate, default: 20 MB/s, range: [1 MB/s, 1 GB/s], about: of a disk}
parts:
  "disk[3]": {type: source}
  switch: {type: switch, inputs: 3, outputs: 1, buffers: 8}
  port: {type: sink}
connect:
  - {for: {d: 3}, from: "disk[d].out", to: "switch.in[d]", link: {type: serial_link, name: "cable[d]", rate: "400 Mb/s if d == 1 else 1 Gb/s"}}
  - {from: "switch.out[0]", to: port.in, link: {type: serial_link, name: trunk, rate: 2 Gb/s}}
traffic:
  - {name: play, from: "disk[*]", to: port, rate: rate, io: 64 KiB, message: 4 KiB}
"""
MEASURE = "measure: {warm_up: 5 ms, duration: 20 ms}\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A scenario of it, whose machine lies in another folder."""
    (tmp_path / "machines").mkdir()
    (tmp_path / "machines/shelf.yaml").write_text(OWN, encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(f"system: ./machines/shelf.yaml\ntitle: A shelf\n{MEASURE}", encoding="utf-8")
    return tmp_path / "mine.yaml"


def require_machine(text: str, kinds: set[str], bottleneck: str) -> None:
    """A page with a machine's drawing, its bounds, and the utilisation of its kinds of parts."""
    parsed = Page(text)
    assert "The drawing is missing" not in text
    assert parsed.all("svg", class_="machine")
    assert {words for _, words in parsed.all("td") if words == bottleneck}, "the points have no bottleneck"
    uses = [words for _, words in parsed.all("table", class_="uses")]
    assert uses and all(kind in uses[0] for kind in kinds)
    assert f"({bottleneck}) saturates first" in text
    assert 'class="diamond"' in text, "no kind of part has a bound"


@pytest.mark.parametrize("where", ["in another folder", "beside the scenario", "in the library"])
def test_a_sweep_of_a_machine_file_shows_the_machine(shelf: Path, where: str) -> None:
    scenario, vary, kinds, bottleneck = shelf, "rate=30MB/s,45MB/s,60MB/s", {"cable", "trunk"}, "cable"
    if where == "beside the scenario":
        scenario = shelf.parent / "machines/near.yaml"
        scenario.write_text(f"system: shelf\n{MEASURE}", encoding="utf-8")
    elif where == "in the library":
        scenario, vary, kinds, bottleneck = shelf.parent / "ours.yaml", "load=60MB/s,90MB/s", {"source.out", "bus", "sink", "link"}, "sink"
        scenario.write_text(f"system: two_buses\n{MEASURE}", encoding="utf-8")
    done = explore("sweep", scenario, "--vary", vary, "--out", "swept", folder=shelf.parent)
    assert done.returncode == 0, done.stderr
    # From anywhere, of a folder that lies anywhere.
    (shelf.parent / "elsewhere").mkdir()
    (shelf.parent / "swept").rename(shelf.parent / "elsewhere/swept")
    done = explore("report", "swept", folder=shelf.parent / "elsewhere")
    assert done.returncode == 0, done.stderr
    require_machine((shelf.parent / "elsewhere/swept/report.html").read_text(encoding="utf-8"), kinds, bottleneck)


def test_settings_of_single_parts_are_those_of_the_point(shelf: Path) -> None:
    told: list[Scenario | None] = []

    def tell(result: Result, asked: Scenario | None) -> dict[str, Any]:
        told.append(asked)
        return explanation_of(result, Simulator(COMMAND), asked)

    base = Scenario.load(shelf).with_(rate="25 MB/s")
    swept = simulate(base, {"instances.cable[2].rate": ["300 Mb/s", "600 Mb/s"]}, runner=runner(shelf.parent))
    swept.write(shelf.parent / "swept")
    text = write_report(shelf.parent / "swept", None, explain=tell).read_text(encoding="utf-8")
    assert [one.settings for one in told if one] == [{"rate": "25 MB/s", "instances.cable[2].rate": f"{mega} Mb/s"} for mega in (300, 600)]
    assert "The drawing is missing" not in text and "instances.cable[2].rate (MB/s)" in text
    assert not re.search(r">\d{7,}<", text), "a rate in bytes a second"


def test_a_result_of_a_machine_file_shows_the_machine(shelf: Path) -> None:
    folder = shelf.parent / "results"
    folder.mkdir()
    done = isochron("run", shelf, "--quiet", "--set", "rate=50MB/s", "--json", folder / "mine.json")
    assert done.returncode == 0, done.stderr
    done = explore("report", folder / "mine.json", folder=shelf.parent)
    assert done.returncode == 0, done.stderr
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "The drawing is missing" not in text and "(cable) saturates first" in text and "50 MB/s" in text
    # From another folder it is found where it is said to be, and not without.
    assert explore("report", folder / "mine.json", "--scenario", shelf, folder=folder).returncode == 0
    assert "The drawing is missing" not in (folder / "report.html").read_text(encoding="utf-8")
    assert explore("report", folder / "mine.json", folder=folder).returncode == 0
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "the scenario `mine.yaml` is not beside the result, nor in this folder" in text
    assert "<code>disk.out</code>" in text, "utilisation needs no explanation"
    done = explore("report", folder / "mine.json", "--scenario", "gone", folder=folder)
    assert done.returncode == 2 and "gone: no such file or folder" in done.stderr


def test_why_there_is_no_drawing(shelf: Path) -> None:
    """What the page says is what is the matter."""
    simulator = Simulator(COMMAND)
    done = isochron("run", shelf, "--quiet", "--set", "instances.cable[0].rate=300Mb/s", "--json", shelf.parent / "one.json")
    assert done.returncode == 0, done.stderr
    with pytest.raises(ReportError, match=r"`instances\.cable\[0\]\.rate` was set for this run alone"):
        explanation_of(load(shelf.parent / "one.json"), simulator, None, [shelf])
    done = isochron("run", shelf, "--quiet", "--json", shelf.parent / "two.json")
    result = load(shelf.parent / "two.json")
    assert explanation_of(result, simulator, None, [shelf])["points"][0]["bottleneck"] == "cable"
    machine = shelf.parent / "machines/shelf.yaml"
    machine.write_text(OWN.replace("2 Gb/s", "1 Gb/s"), encoding="utf-8")
    with pytest.raises(ReportError, match="the machine file of `mine` is another by now"):
        explanation_of(result, simulator, None, [shelf])
    machine.write_text(OWN.replace("2 Gb/s", "2 Gb"), encoding="utf-8")
    with pytest.raises(ReportError, match=r"`isochron explain` refuses the scenario: .*shelf\.yaml:10:"):
        explanation_of(result, simulator, None, [shelf])
    shelf.write_text(shelf.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    with pytest.raises(ReportError, match=r"mine\.yaml is another by now than the scenario that ran"):
        explanation_of(result, simulator, None, [shelf.parent])


def test_faults_are_shaded_over_time() -> None:
    """From the first strike to the end, or to the edge of the figure; what is outside of it is left out."""
    spans = [charts.Span("node_3", 0.25, 0.5), charts.Span("for_ever", 0.75, math.inf), charts.Span("later", 2.0, 3.0)]
    drawn = str(over_time("t.bandwidth", "B/s", 0.1, [1e6] * 10, 0.0, spans))
    plain = str(over_time("t.bandwidth", "B/s", 0.1, [1e6] * 10, 0.0))
    assert "node_3" in drawn and "for_ever" in drawn and "later" not in drawn and 'class="span"' not in plain
    shaded = [(float(x), float(width)) for x, width in re.findall(r'<rect class="span" x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="[\d.]+"', drawn)]
    inside, legend = shaded[:2], shaded[2:]
    assert len(legend) == 2
    assert inside[1][0] - inside[0][0] == pytest.approx(2 * inside[0][1], rel=0.01)
    # Dots stand in the middle of their intervals, up to 0.95 s, and the figure ends between there and 1 s.
    assert 0.8 * inside[0][1] <= inside[1][1] <= inside[0][1]


@pytest.mark.parametrize("largest", [1.0, 98_765.0, 1_234_567.0])
def test_long_numbers_keep_clear_of_the_title(largest: float) -> None:
    """A digit is 8.3 wide at most, and the turned title ends at 20."""
    dots = [charts.Dot(i, largest * i / 3, None, "") for i in range(4)]
    drawn = str(charts.line_chart([charts.Line("", dots)], label="", x_title="x", y_title="a long title (MB/s)"))
    numbers = re.findall(r'<text x="([\d.]+)" y="[\d.]+" text-anchor="end">([^<]+)</text>', drawn)
    assert len(numbers) >= 4
    assert min(float(x) - 8.3 * len(number) for x, number in numbers) >= 19.9


def test_rates_in_a_legend_have_the_unit_of_the_axes(tmp_path: Path) -> None:
    scenario = tmp_path / "s.yaml"
    scenario.write_text("system: two_buses\nmeasure: {warm_up: 1 ms, duration: 4 ms}\n")
    sweep = simulate(Scenario.load(scenario), {"load": ["60 MB/s", "90 MB/s"], "port_rate": ["2 Gb/s", "4 Gb/s"]}, runner=runner(tmp_path))
    sweep.write(tmp_path / "out")
    text = write_report(tmp_path / "out", None, explain=lambda _result, _asked=None: explanation(scenario)).read_text(encoding="utf-8")
    assert ">port_rate = 250 MB/s<" in text
    assert ">port_rate = 2 Gb/s<" not in text
