# SPDX-License-Identifier: Apache-2.0
"""Values of parameters: ranges, lists, units, and the points that they span."""

from __future__ import annotations

import json

import pytest
from explore import CLUSTER, quick, runner
from hypothesis import given, settings
from hypothesis import strategies as st
from support import isochron

from isochron.errors import ReportError, SimulationError
from isochron.explore.designs import Axis, Span, axes, grid, latin_hypercube, parse_vary, together
from isochron.explore.sensitivity import _moved
from isochron.report.html.text import value as shown_value
from isochron.scenario import Scenario, parse_settings, setting_text
from isochron.units import parsed, quantity, setting, stored, with_interval


def test_a_range_and_a_list_are_told_apart():
    assert parse_vary(["nodes=3..7", "pci.slice_time=120ns,240ns"]) == {"nodes": "3..7", "pci.slice_time": ["120ns", "240ns"]}
    assert parse_vary(["failed_nodes=[],[0,3]"]) == {"failed_nodes": ["[]", "[0,3]"]}
    assert Span.parse("180MB/s .. 320 MB/s : 20MB/s") == Span("180MB/s", "320 MB/s", "20MB/s")
    assert Span.parse("4") is None


@pytest.mark.parametrize("text", ["nodes", "nodes=", "=3", "nodes=3..", "nodes=..7", "nodes=3..7:", "nodes=,"])
def test_half_a_wish_is_refused(text):
    with pytest.raises(ReportError, match="write"):
        parse_vary([text])


def test_a_parameter_is_varied_once():
    with pytest.raises(ReportError, match="twice"):
        parse_vary(["nodes=3", "nodes=4"])


# What one parameter of each unit may be, in what the simulator stores.
PARAMETERS = {"pci.slice_time": ("s", 1_000, 10**9), "target_bandwidth": ("B/s", 10**6, 10**12), "message": ("B", 1, 65536), "pci.clock": ("Hz", 10**6, 10**9)}  # fmt: skip


@settings(max_examples=8, deadline=None)
@given(data=st.data(), path=st.sampled_from(sorted(PARAMETERS)))
def test_the_simulator_reads_a_value_as_it_was_meant(data, path):
    unit, low, high = PARAMETERS[path]
    wholes = data.draw(st.lists(st.integers(low, high), min_size=1, max_size=12, unique=True))
    texts = [setting(whole, unit) for whole in wholes]
    for whole, text in zip(wholes, texts, strict=True):
        done = isochron("explain", CLUSTER, "--json", "--set", f"{path}={text}")
        if done.returncode:  # it does not fit the others; the unit was understood
            assert "unit" not in done.stderr
            continue
        found = next(p for p in json.loads(done.stdout)["parameters"] if p["path"] == path)
        # Its text has every digit; its number has nine, as those of results have.
        assert stored(parsed(found["text"], unit), unit) == whole
        assert found["value"] == pytest.approx(whole / stored(1, unit), rel=1e-8)


@given(whole=st.integers(0, 10**15), unit=st.sampled_from(["s", "B/s", "B", "Hz", "1", "1/s", "fraction"]))
def test_a_setting_loses_nothing(whole, unit):
    factors = {"s": 10**12, "ms": 10**9, "us": 10**6, "ns": 10**3, "ps": 1, "GB/s": 8 * 10**9, "MB/s": 8 * 10**6, "kB/s": 8000, "b/s": 1,
               "MiB": 2**20, "KiB": 2**10, "B": 1, "MHz": 10**6, "kHz": 1000, "Hz": 1, "/s": 10**6, "": 1}  # fmt: skip
    from fractions import Fraction

    number, _, name = setting(whole, unit).partition(" ")
    assert Fraction(number) * (10**6 if unit == "fraction" else factors[name]) == whole


def test_ranges(tmp_path):
    simulator = runner(tmp_path).simulator
    base = simulator.pinned(quick(), ("nodes", "io_write"))[0]
    [nodes, rate] = axes(simulator, base, {"nodes": "3..7:2", "io_write": "20MB/s..40MB/s:10MB/s"})
    assert nodes == Axis("nodes", "1", ("3", "5", "7"), (3, 5, 7))
    assert rate == Axis("io_write", "B/s", ("20 MB/s", "30 MB/s", "40 MB/s"), (2e7, 3e7, 4e7))
    assert len(grid([nodes, rate])) == 9
    assert together([nodes, rate])[1] == {"nodes": "5", "io_write": "30 MB/s"}
    with pytest.raises(ReportError, match="as many values"):
        together([nodes, Axis("x", "1", ("1",), (1,))])


@pytest.mark.parametrize(
    ("varied", "said"),
    [
        ({"nods": "1..3"}, "Did you mean `nodes`"),
        ({"io_write": "20MB/s..40MB/s"}, "needs a step"),
        ({"io_write": "20MB/s..40ms:1MB/s"}, "io_write"),
        ({"io_write": "40MB/s..20MB/s:1MB/s"}, "empty range"),
        ({"io_write": "20MB/s..40MB/s:1ms"}, "unit"),
        ({"nodes": "5..5"}, "empty range"),
        ({"operation": "read..resample"}, "no values between"),
        ({"disk.mean_seek": ["3 furlongs"]}, "furlongs"),
        ({"nodes": []}, "no values"),
        ({"strands": "1..9999999"}, "larger step"),
    ],
)
def test_wrong_wishes_are_refused_before_anything_is_simulated(varied, said, tmp_path):
    simulator = runner(tmp_path).simulator
    base = simulator.pinned(quick(), tuple(varied))[0] if "nods" not in varied else quick()
    with pytest.raises((ReportError, SimulationError), match=said):
        axes(simulator, base, varied)


def test_a_latin_hypercube_meets_every_part_of_a_range_once(tmp_path):
    simulator = runner(tmp_path).simulator
    base = simulator.pinned(quick(), ("nodes", "io_write"))[0]
    spanned = axes(simulator, base, {"nodes": "1..16", "io_write": "20MB/s..60MB/s"}, between=True)
    points = latin_hypercube(spanned, 16, seed=1)
    assert sorted(int(p["nodes"]) for p in points) == list(range(1, 17))
    rates = sorted(float(p["io_write"].removesuffix(" MB/s")) for p in points)
    assert all(20 + 2.5 * i <= rate <= 20 + 2.5 * (i + 1) + 0.01 for i, rate in enumerate(rates))
    assert points == latin_hypercube(spanned, 16, seed=1) != latin_hypercube(spanned, 16, seed=2)


def test_settings():
    scenario = Scenario.load(CLUSTER).with_({"pci.slice_time": "120ns"}, nodes=5, pci__slice="64 B")
    assert scenario.arguments == ["--set", "nodes=5", "--set", "pci.slice=64 B", "--set", "pci.slice_time=120ns"]
    assert (setting_text(True), setting_text([0, 3]), setting_text(" 1 s ")) == ("true", "[0, 3]", "1 s")
    assert parse_settings(["a.b = 3 s"]) == {"a.b": "3 s"}
    with pytest.raises(ReportError, match="path=value"):
        parse_settings(["a.b"])


def test_a_mean_is_written_with_its_interval():
    assert with_interval(35.927e6, 0.66e6, "B/s") == "35.93 ± 0.66 MB/s"
    assert with_interval(1.2e8, 0.0, "B/s") == "120.000 ± 0.000 MB/s"
    assert with_interval(0.5, None, "1") == "0.5"


def test_work_a_second_has_no_prefix():
    """Catches k1/s, and a count a second that is taken for a plain number or a frequency."""
    assert with_interval(1068.0, 2.5, "1/s") == "1068.0 ± 2.5 1/s"
    assert quantity(1068.0, "1/s") == "1068 1/s"
    assert quantity(0.034, "1/s") == "0.034 1/s"
    assert shown_value(1068.4, "planes", "1/s") == "1068 1/s"
    assert parsed("3.4 1/s", "1/s") == parsed("3.4 /s", "1/s") == parsed("3.4", "1/s") == 3.4
    for wrong in ("3 k1/s", "3 Hz", "3 %"):
        with pytest.raises(ValueError, match="1/s"):
            parsed(wrong, "1/s")


class _Sharing:
    """In place of the simulator: a machine with one parameter, which is a fraction."""

    def explain(self, scenario):
        return {"parameters": [{"path": "share", "value": float(scenario.settings.get("share", 0.306)), "unit": "1", "quantity": "a fraction"}]}


def test_a_fraction_has_ranges():
    """Catches a range of fractions that is taken for one of counts."""
    [share] = axes(_Sharing(), Scenario(CLUSTER), {"share": "0.1..0.3:0.1"})
    assert share == Axis("share", "1", ("0.1", "0.2", "0.3"), (0.1, 0.2, 0.3))
    [between] = axes(_Sharing(), Scenario(CLUSTER), {"share": "0..1"}, between=True)
    assert between.texts[:3] == ("0", "0.0001", "0.0002") and between.texts[-1] == "1"
    with pytest.raises(ReportError, match="needs a step"):
        axes(_Sharing(), Scenario(CLUSTER), {"share": "0..1"})


def test_a_tenth_of_a_fraction_is_a_fraction():
    """Catches a fraction that is rounded as a count is: 0.306 would move to 0 and 1."""
    share = {"path": "share", "value": 0.306, "unit": "1", "quantity": "a fraction", "text": "0.306"}
    assert _moved(share, 0.1) == ("0.2754", "0.306", "0.3366")
    assert _moved({"path": "nodes", "value": 3, "unit": "1", "quantity": "a plain number", "text": "3"}, 0.1) == ("2", "3", "4")
