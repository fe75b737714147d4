# SPDX-License-Identifier: Apache-2.0
"""Which run speaks for a published number, and how a verdict reads."""

from isochron.published import in_order, rows, summary
from isochron.result import Result


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
    assert summary(compared) == "1 of 2 predictions within their bands; missed: b"
    assert [row.verdict for row in compared] == ["ok", "MISS", "input"]


def test_a_miss_speaks_before_a_hit() -> None:
    compared = rows([result("read", entry("a", 1.0, True), entry("a", 3.0, False)), result("resample", entry("a", 2.0, True))])
    assert [(row.entry.simulated, row.verdict) for row in compared] == [(3.0, "MISS")]


def test_numbers_come_in_the_order_of_the_papers_sections() -> None:
    placed = [entry("c", 1.0, True) | {"where": "5.1 / Fig. 4"}, entry("b", 1.0, True) | {"where": "3.2"}, entry("a", 1.0, True) | {"where": "10"}]
    assert [row.entry.id for row in in_order(rows([result("read", *placed)]))] == ["b", "c", "a"]
