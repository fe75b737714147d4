# SPDX-License-Identifier: Apache-2.0
"""What the tests of the HTML report share: short results and explanations, a sweep's folder, what is in a page."""

from __future__ import annotations

import functools
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from support import ROOT, isochron, short_options, short_run_text

from isochron.results.result import Result
from isochron.scenario import Scenario

CLUSTER = ROOT / "scenarios/seachange/cluster.yaml"
SERIES = ROOT / "scenarios/gennart/shared_bus_read.yaml"
FAILED = "deadlock at 12.5 ms: node[2].raid[0] waits for <a buffer> of node[2].raid_bridge[0]"
# Elements that have no end.
_VOID = {"meta", "link", "br", "hr", "img", "input"}


@functools.cache
def explanation_text(scenario: Path, *options: str) -> str:
    """What `isochron explain --json` prints."""
    done = isochron("explain", scenario, "--json", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def explanation(scenario: Path, *options: str) -> dict[str, Any]:
    """A scenario's explanation."""
    return json.loads(explanation_text(scenario, *options))


def explain(result: Result, asked: Scenario | None = None) -> dict[str, Any]:
    """The explanation of a result of CLUSTER or SERIES, with its own parameters, whatever a sweep has recorded."""
    assert asked is None or asked.path in (CLUSTER, SERIES)
    scenario = {path.stem: path for path in (CLUSTER, SERIES)}[result.scenario]
    own = [] if result.document.get("points") else ["--set", f"nodes={result.parameters['nodes']}"]
    return explanation(scenario, *own)


def write_sweep(folder: Path, times: tuple[str, ...] = ("120ns", "240ns")) -> Path:
    """A sweep of CLUSTER over nodes and `times` with short runs; its point (4, last) failed."""
    (folder / "results").mkdir(parents=True)
    points: list[dict[str, Any]] = []
    for nodes in (3, 4, 5):
        for time in times:
            settings = {"nodes": str(nodes), "pci.slice_time": time}
            point = {
                "index": len(points),
                "settings": settings,
                "parameters": {"nodes": nodes, "pci.slice_time": float(time.removesuffix("ns")) * 1e-9},
            }
            if (nodes, time) == (4, times[-1]):
                points.append({**point, "state": "failed", "message": FAILED, "result": None})
                continue
            name = f"results/{nodes}-{time}.json"
            options = [word for path, value in settings.items() for word in ("--set", f"{path}={value}")]
            (folder / name).write_text(short_run_text(CLUSTER, *options), encoding="utf-8")
            points.append({**point, "state": "done", "message": "", "result": name})
    document = {
        "schema": "isochron.sweep/1",
        "scenario": str(CLUSTER),
        "title": "Nodes and slices",
        "system": "seachange_cluster",
        "points": points,
    }
    (folder / "sweep.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


def short_result(scenario: Path) -> Result:
    """The result of a short run."""
    assert short_options(scenario)
    return Result(json.loads(short_run_text(scenario)))


class Page(HTMLParser):
    """Elements of a page: name, attributes and the text that is directly or deeper in each."""

    def __init__(self, text: str):
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._open: list[tuple[str, list[str]]] = []
        self.feed(text)
        self.close()
        assert [name for name, _ in self._open] == [], "an element is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words: list[str] = []
        self.elements.append((tag, dict(attrs), words))
        if tag not in _VOID:
            self._open.append((tag, words))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        name, _ = self._open.pop()
        assert name == tag, f"</{tag}> closes <{name}>"

    def handle_data(self, data: str) -> None:
        for _, words in self._open:
            words.append(data)

    def all(self, name: str, **attributes: str) -> list[tuple[dict[str, str | None], str]]:
        """Attributes and text of the elements of a name with the given attributes; `class_` is one of the classes."""
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
        return [
            (found, "".join(words))
            for tag, found, words in self.elements
            if tag == name and all(_has(found, key, value) for key, value in wanted.items())
        ]


def _has(attributes: dict[str, str | None], key: str, value: str) -> bool:
    found = attributes.get(key)
    return value in (found or "").split() if key == "class" else found == value
