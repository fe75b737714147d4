# SPDX-License-Identifier: Apache-2.0
"""Which run speaks for a published number, and how a verdict reads."""

from isochron.results.published import in_order, rows, summary
from isochron.results.result import Result


def entry(name: str, simulated: float | None, ok: bool | None, role: str = "prediction") -> dict:
    return {"id": name, "where": "7", "unit": "1", "published": 120, "simulated": simulated, "error": None, "band": None, "role": role, "ok": ok}  # fmt: skip


def result(scenario: str, *published: dict) -> Result:
    return Result({"scenario": f"scenarios/seachange/{scenario}.yaml", "published": list(published)})


def test_the_run_that_simulated_a_number_speaks_for_it() -> None:
    without = result("ramp_up", entry("a", None, None), entry("b", None, None))
    with_it = result("saturation", entry("a", 121.0, True), entry("b", None, None))
    compared = rows([without, with_it])
    assert [(row.entry.id, row.verdict, row.scenario) for row in compared] == [
        ("a", "ok", "saturation"),
        ("b", "not run", "ramp_up"),
    ]


def test_a_miss_is_named() -> None:
    compared = rows([result("cluster", entry("a", 1.0, True), entry("b", 2.0, False), entry("c", None, None, "input"))])
    assert summary(compared) == "1 of 2 predictions within their bands; missed: b; not counted: 1 input"
    assert [row.verdict for row in compared] == ["ok", "MISS", "input"]


def test_only_what_could_have_missed_is_counted() -> None:
    """Every other role beside it, inside its band or not, with a value or without."""
    band = {"band": [0.9, 1.1]}
    others = [
        entry("in", 1.0, None, "input") | band,
        entry("in too", None, None, "input"),
        entry("chosen", 1.0, None, "calibration") | band,
        entry("beside", 1.0, None, "shown") | band,
        entry("nothing", None, None, "untestable"),
    ]
    compared = rows([result("cluster", entry("a", 1.0, True), *others)])
    assert summary(compared) == "1 of 1 predictions within their bands; not counted: 1 calibration, 1 shown, 2 inputs, 1 untestable"
    assert [row.verdict for row in compared] == ["ok", "input", "input", "calibration", "shown", "untestable"]
    assert summary(rows([result("cluster", *others)])).startswith("No predictions; not counted: ")
    assert summary([]) == "No predictions"


def test_what_is_not_counted_and_off_is_named() -> None:
    """A calibration that no longer comes out is no miss, and no secret."""
    low, high = {"band": [0.9, None]}, {"band": [None, 1.1]}
    compared = rows([result("cluster", *(
        entry(f"{role[0]}{value:g}{side['band'][0]}", value, None, role) | side
        for role in ("calibration", "shown", "input")
        for value in (0.5, 1.0, 1.5)
        for side in (low, high)
    ))])  # fmt: skip
    assert [row.entry.id for row in compared if row.off] == ["c0.50.9", "c1.5None", "s0.50.9", "s1.5None"]
    assert summary(compared) == "No predictions; not counted: 6 calibrations, 6 shown, 6 inputs; off: c0.50.9, c1.5None, s0.50.9, s1.5None"
    assert [row.verdict for row in compared][:3] == ["calibration, off", "calibration", "calibration"]
    assert not rows([result("cluster", entry("w", None, None, "calibration") | low | {"simulated": "ib_pci"})])[0].off


def test_an_error_is_of_what_is_meant_to_be_equal() -> None:
    numbers = [entry("a", 1.1, True), entry("b", 1.1, None, "calibration"), entry("c", 1.1, None, "shown"), entry("d", 1.1, None, "input")]
    with_band = entry("e", 1.1, None, "shown") | {"band": [0.9, 1.2]}
    compared = rows([result("cluster", *(number | {"error": 0.1} for number in (*numbers, with_band)))])
    assert [row.error for row in compared] == ["+10.000 %", "+10.000 %", "", "", "+10.000 %"]


def test_a_miss_speaks_before_a_hit() -> None:
    compared = rows([result("read", entry("a", 1.0, True), entry("a", 3.0, False)), result("resample", entry("a", 2.0, True))])
    assert [(row.entry.simulated, row.verdict) for row in compared] == [(3.0, "MISS")]
    on, off = (entry("a", value, None, "calibration") | {"band": [0.9, 1.1]} for value in (1.0, 2.0))
    assert [row.verdict for row in rows([result("cluster", on), result("contention", off), result("nodes", on)])] == ["calibration, off"]


def test_numbers_come_in_the_order_of_the_papers_sections() -> None:
    placed = [entry("c", 1.0, True) | {"where": "5.1 / Fig. 4"}, entry("b", 1.0, True) | {"where": "3.2"}, entry("a", 1.0, True) | {"where": "10"}]
    assert [row.entry.id for row in in_order(rows([result("read", *placed)]))] == ["b", "c", "a"]
