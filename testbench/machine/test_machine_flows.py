# SPDX-License-Identifier: Apache-2.0
"""Flows that a machine file declares: the parts that count in them, and what is wrong with a declaration."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron, require_told
from test_machine_files import GOOD, machine


@pytest.mark.parametrize(
    ("flows", "message"),
    [
        ('  all: "l[*]"\n', r"`l\[0\]` is a `\w+`, which counts nothing in a flow. Name parts that do: .*atm_link"),
        ("  all: nobody\n", "`nobody` matches no part"),
        ('  t: "l[*]"\n', "the flow `t` has the name of a workload. Give it another name"),
        ("  all: []\n", "`all` is an empty list"),
    ],
)
def test_flows_that_cannot_be(flows: str, message: str, tmp_path: Path) -> None:
    require_told(isochron("explain", machine(tmp_path, f"{GOOD}flows:\n{flows}")), message)


SHORT = ("measure.warm_up=300ms", "measure.duration=2s")


def run(folder: Path, system: str, *settings: str) -> dict[str, Any]:
    scenario = folder / f"{system}_run.yaml"
    scenario.write_text(f"system: {system}\nmeasure: {{seed: 5}}\n")
    done = isochron("run", scenario, "--json", "-", "--quiet", *(word for one in (*settings, *SHORT) for word in ("--set", one)))
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


# A sender, its viewer and a link between them.
SENDING = """machine: m
summary: streams over a link
parameters:
  media: {of: stream_source, as: "", without: [nodes]}
parts:
  senders: {type: stream_source, media: media}
  viewers: {type: stream_sink, streams: streams.count, step: step}
  link: {type: atm_link, rate: 3.3 MB/s, cells: false, queue: 4}
connect:
  - {from: "senders.packets[0]", to: "link.in[0]"}
  - {from: "link.out[0]", to: "viewers.packets[0]"}
flows:
  streams: [senders, link, viewers]
metrics:
  lateness: {of: viewers, statistic: lateness}
  most: {sum: viewers.most}
"""
RECEIVED = ("streams.action=receive", "streams.count=5")


def of_links(folder: Path, text: str, *settings: str) -> dict[str, Any]:
    (folder / "m.yaml").write_text(text)
    return run(folder, "m", *RECEIVED, *settings)


def test_a_flow_counts_what_several_parts_do(tmp_path: Path) -> None:
    """5 streams of 5 Mb/s fit on a link of 3.3 MB/s, and 8 do not."""
    flow = of_links(tmp_path, SENDING)["flows"]["streams"]
    assert flow["unit"] == "B" and flow["verdict"] == "keeps_up" and flow["generated"] == pytest.approx(2 * 5 * 625e3, rel=0.01)
    done = of_links(tmp_path, SENDING, "streams.count=8")
    flow, lost = done["flows"]["streams"], done["components"]["link"]["dropped"]
    assert flow["verdict"] == "falls_behind" and lost > 0
    assert flow["lost"] == lost * 4096


def test_streams_that_begin_in_turn_show_how_many_fit(tmp_path: Path) -> None:
    """The link has room for 5.28 streams, and for the packets of 5 that meet."""
    found = of_links(tmp_path, SENDING, "streams.count=8", "step=200ms")
    assert found["metrics"]["most"]["mean"] == 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("flows:\n  streams: [senders, link, viewers]\n", "", "with `step` it looks for lost packets, and it counts in no flow. Name it in `flows`"),
        ("  streams: [senders, link, viewers]", "  a: [senders, viewers]\n  b: [link, viewers]", "`viewers` counts in the flow `a` already, and now in `b`"),
        ("streams: [senders, link, viewers]", "streams: link[0]", "matches no part"),
    ],
)
def test_flows_that_do_not_fit(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert SENDING.count(old) == 1
    (tmp_path / "m.yaml").write_text(SENDING.replace(old, new))
    (tmp_path / "run.yaml").write_text("system: m\nparameters: {step: 50 ms, streams: {action: receive}}\n")
    require_told(isochron("explain", tmp_path / "run.yaml"), message)


def test_formulas_name_what_streams_ask_for(tmp_path: Path) -> None:
    """5 streams arrive; 2 of 8 Mb/s are recorded, so that they arrive, too, and 3 are played."""
    more = "driver: most\ndemand: 1\nbounds:\n" + "".join(
        f"  {group}.{name}: {{capacity: 1 B/s, each: {group}.{name}}}\n"
        for group, name in (("streams", "arriving"), ("streams", "leaving"), ("streams_2", "arriving"), ("streams_2", "written"), ("streams_3", "read"))
    )
    text = SENDING + more + "  files: {capacity: 1, each: streams_2.files + streams_3.files}\n"
    (tmp_path / "m.yaml").write_text(text)
    (tmp_path / "run.yaml").write_text("system: m\n")
    groups = ("streams_2.count=2", "streams_2.action=record", "streams_2.rate=8Mb/s", "streams_3.count=3")
    done = isochron("explain", tmp_path / "run.yaml", "--json", *(word for one in (*RECEIVED, *groups) for word in ("--set", one)))
    assert done.returncode == 0, done.stderr
    loads = {one["resource"]: one["load"] for one in json.loads(done.stdout)["points"][0]["bounds"]}
    expected = {"streams.arriving": 5 * 625e3, "streams.leaving": 0, "streams_2.arriving": 2e6, "streams_2.written": 2e6, "streams_3.read": 3 * 625e3, "files": 5}
    assert loads == expected
