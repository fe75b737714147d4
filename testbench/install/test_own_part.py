# SPDX-License-Identifier: Apache-2.0
"""A part of a user's own in a program of the user's own: docs/examples/own_part, built against an installed Isochron as $OWN_PART.

Its figures are those of arithmetic, and the program says of the part what the command says of the library's."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from patience import PATIENCE
from support import ROOT
from test_tutorials import SECTION, run_through

OWN_PART = os.environ.get("OWN_PART", "")
EXAMPLE = ROOT / "docs/examples/own_part"
SCENARIO = EXAMPLE / "burst.yaml"

LINK = Fraction(10**9, 8)  # bytes a second, of every link
MESSAGE = 1024
FRAME = 64 * MESSAGE
# Times are whole picoseconds, of which a message's way has fewer than ten.
ROUNDING = 1e-11

pytestmark = pytest.mark.skipif(not OWN_PART, reason="test_install.sh builds it")


def own(*words: str | Path, folder: Path = EXAMPLE) -> subprocess.CompletedProcess[str]:
    return subprocess.run([OWN_PART, *words], capture_output=True, text=True, timeout=PATIENCE, cwd=folder, check=False)


def run(*settings: str) -> dict:
    done = own("run", SCENARIO, "--quiet", "--json", "-", *(word for setting in settings for word in ("--set", setting)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def of_a_frame(pace: int, burst: int) -> tuple[list[Fraction], Fraction]:
    """When the messages of a frame that one camera sends arrive, and how long one of them waits for tokens.

    The first message is at the shaper when the cable has carried it. Then the bucket is full, and message k has its tokens when all k have
    come but for those that were there. Nothing waits behind the shaper: two links more."""
    cable = MESSAGE / LINK
    leaves = [max(k * cable, cable + (k * MESSAGE - Fraction(burst)) / pace) for k in range(1, FRAME // MESSAGE + 1)]
    heads = [cable, *(max((k + 2) * cable, leaves[k]) for k in range(len(leaves) - 1))]
    return [time + 2 * cable for time in leaves], sum(leave - head for leave, head in zip(leaves, heads, strict=True))


# With one buffer the cable brings the next message when one has left: only a bucket of more than that has its tokens then.
@pytest.mark.parametrize(
    ("pace", "burst", "buffers"),
    [(25, 16384, 64), (25, 16384, 1), (50, 16384, 1), (25, 1024, 64), (25, 1024, 1), (25, 17, 64), (40, 0, 64), (25, 65536, 2)],
)
def test_delays_are_those_of_a_token_bucket(pace: int, burst: int, buffers: int) -> None:
    result = run("cameras=1", f"pace={pace}MB/s", f"burst={burst}B", f"instances.shaper[0].buffers={buffers}", "measure.duration=65536 us")
    delays, waits = of_a_frame(pace * 10**6, burst)
    figures = result["metrics"]["frames.delay"]
    assert figures["min"] == pytest.approx(float(delays[0]), abs=ROUNDING)
    assert figures["max"] == pytest.approx(float(delays[-1]), abs=ROUNDING)
    # The window is that of 20 frames.
    assert figures["mean"] == pytest.approx(float(sum(delays) / len(delays)), abs=ROUNDING)
    if buffers > 1:
        assert result["metrics"]["paced"]["mean"] == pytest.approx(float(waits * 20 * 10**6 / FRAME), abs=1e-9)


def test_a_shaper_that_is_asked_for_more_lets_its_rate_through() -> None:
    result = run("load=30MB/s")
    assert result["metrics"]["frames.bandwidth"]["mean"] == pytest.approx(25e6, rel=MESSAGE / (25e6 * 0.2))
    assert result["metrics"]["paced"]["mean"] == pytest.approx(1)


def test_the_scenario_has_what_it_expects() -> None:
    done = own("check", SCENARIO)
    assert done.returncode == 0, done.stdout


def test_both_modes_deliver_alike() -> None:
    fast, reference = run(), run("bus_model=reference")
    assert fast["provenance"]["fingerprint"] == reference["provenance"]["fingerprint"]


def test_explain_names_it_as_the_bottleneck() -> None:
    done = own("explain", SCENARIO, "--json")
    assert done.returncode == 0, done.stderr
    point = json.loads(done.stdout)["points"][0]
    least = min(point["bounds"], key=lambda bound: bound["limit"])
    assert (least["resource"], least["capacity"], least["limit"]) == ("shaper", 25e6, 25e6)
    assert {part["name"] for part in point["topology"]["parts"] if part["type"] == "shaper"} == {f"shaper[{c}]" for c in range(4)}


def test_what_is_described_is_what_is_reported() -> None:
    described = json.loads(own("describe", "shaper", "--json").stdout)
    assert [(one["name"], one["unit"], one["default_text"]) for one in described["parameters"]] == [
        ("rate", "B/s", "25 MB/s"), ("burst", "B", "16 KiB"), ("buffers", "1", "64"),
    ]  # fmt: skip
    assert [(one["name"], one["protocol"], one["role"]) for one in described["ports"]] == [("in", "link", "receiver"), ("out", "link", "sender")]
    components = run("measure.duration=20ms")["components"]
    reported = {
        f"{path.removeprefix('shaper[0]')}.{name}".removeprefix(".") for path, of in components.items() if path.startswith("shaper[0]") for name in of
    }
    assert reported == {one["name"] for one in described["statistics"]}
    assert "shaper" in own("describe").stdout


def test_the_schema_of_machines_has_it() -> None:
    schema = json.loads(own("schema", "machine").stdout)
    assert list(schema["$defs"]["shaper"]["properties"]) == ["rate", "burst", "buffers"]
    assert "serial_link" in schema["$defs"]


@pytest.mark.parametrize(
    ("written", "wrong", "said"),
    [
        ("burst: burst}", "burts: burst}", "11:49: a `shaper` has no parameter `burts`. Did you mean `burst`?"),
        ("burst: burst}", "burst: 17 MiB}", "11:56: `burst`: cannot be 17 MiB. Valid: 0 B to 16 MiB."),
        ("{type: shaper,", "{type: shapes,", "11:29: unknown type `shapes`. Did you mean `shaper`?"),
        ("shaper[c].in", "shaper[c].inn", "15:52: `shaper[0]`, a `shaper`, has no port `inn`. Did you mean `in`?"),
    ],
)  # fmt: skip
def test_a_mistake_is_found_where_it_stands(written: str, wrong: str, said: str, tmp_path: Path) -> None:
    text = (EXAMPLE / "paced_cameras.yaml").read_text(encoding="utf-8")
    assert written in text
    (tmp_path / "paced_cameras.yaml").write_text(text.replace(written, wrong), encoding="utf-8")
    for words in (("describe", "paced_cameras.yaml"), ("run", "burst.yaml")):
        shutil.copy(SCENARIO, tmp_path)
        done = own(*words, folder=tmp_path)
        assert (done.returncode, done.stderr.strip()) == (2, f"paced_cameras.yaml:{said}")


def test_the_page_prints_what_it_shows() -> None:
    section = SECTION.search((ROOT / "docs/machines.md").read_text(encoding="utf-8"))
    assert section is not None
    run_through(section[0], EXAMPLE, {"build/own_part": OWN_PART}, ("cmake",), {})
