# SPDX-License-Identifier: Apache-2.0
"""The HTML report in a real browser (Chromium without a display): as a reader sees it, uses it and prints it."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from html_inputs import CLUSTER, SERIES, explain, write_sweep
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys
from support import short_run_text

from isochron.report.html import write_report

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of a result, of a series, of a sweep with a failed point, and of a folder."""
    folder = tmp_path_factory.mktemp("pages")
    runs = folder / "runs"
    runs.mkdir()
    for scenario in (CLUSTER, SERIES):
        (runs / f"{scenario.stem}.json").write_text(short_run_text(scenario), encoding="utf-8")
    sources = {
        "cluster": runs / "cluster.json",
        "series": runs / "shared_bus_read.json",
        "sweep": write_sweep(folder / "sweep"),
        "folder": runs,
    }
    return {name: write_report(path, folder / f"{name}.html", explain=explain) for name, path in sources.items()}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    yield driver
    driver.quit()


class Reader:
    """A page in the browser."""

    def __init__(self, driver: webdriver.Chrome, page: Path, *, width: int = 1280, dark: bool = False):
        self.driver = driver
        self.page = page
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
        self.cdp(
            "Emulation.setEmulatedMedia",
            media="",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )
        driver.get_log("browser")
        driver.get_log("performance")
        driver.get(page.as_uri())
        self.run("try { localStorage.clear() } catch {}; delete document.documentElement.dataset.theme")

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def cdp(self, command: str, **parameters: Any) -> Any:
        return self.driver.execute_cdp_cmd(command, parameters)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def requests(self) -> list[str]:
        """Everything that was asked for since the page was opened, inline data apart."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if not url.startswith("data:")]

    @property
    def tip(self) -> str:
        """What is shown beside the pointer or the focus."""
        return self.run("const tip = document.getElementById('tip'); return tip.hidden ? '' : tip.innerText")

    @property
    def background(self) -> list[int]:
        colour = self.run("return getComputedStyle(document.body).backgroundColor")
        return [int(part) for part in colour.partition("(")[2].rstrip(")").split(",")[:3]]


@pytest.mark.parametrize("name", ["cluster", "series", "sweep", "folder"])
def test_a_page_opens_clean_with_its_figures(browser: webdriver.Chrome, pages: dict[str, Path], name: str) -> None:
    reader = Reader(browser, pages[name])
    assert browser.get_log("browser") == []
    assert reader.requests() == [pages[name].as_uri()]
    boxes = reader.run(
        "return [...document.querySelectorAll('main svg')].filter((svg) => svg.checkVisibility())"
        ".map((svg) => { const at = svg.getBoundingClientRect(); return [at.width, at.height, svg.getBBox().width]; })"
    )
    assert len([box for box in boxes if box[0] > 250]) >= 3
    assert all(min(box) > 5 for box in boxes)
    wide, shown = reader.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= shown


@pytest.mark.parametrize("name", ["cluster", "series", "sweep", "folder"])
def test_a_phone_needs_no_scrolling_to_the_side(browser: webdriver.Chrome, pages: dict[str, Path], name: str) -> None:
    reader = Reader(browser, pages[name], width=360)
    reader.run("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    assert reader.run("return [innerWidth, document.documentElement.scrollWidth]") == [360, 360]
    # What is wider scrolls inside its own frame; nothing else reaches over the edge.
    over = reader.run(
        "return [...document.querySelectorAll('main *')].filter((element) => element.checkVisibility()"
        " && !element.closest('.scroll, svg, .track, .sr') && element.getBoundingClientRect().right > 360.5)"
        ".map((element) => element.outerHTML.slice(0, 80))"
    )
    assert over == []


def test_the_keyboard_reaches_a_part_and_its_numbers(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["cluster"])
    reader.press(Keys.TAB)
    assert reader.run("return document.activeElement.className") == "skip"
    reader.run("document.querySelector('.tile').focus()")
    for _ in range(10):
        reader.press(Keys.TAB)
        if reader.run("return document.activeElement.classList.contains('part')"):
            break
    assert "raid[0]" in reader.tip
    reader.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    name = reader.run("return document.activeElement.dataset.part")
    assert name == "raid_pci[0]"
    assert f"node[0].{name}" in reader.tip
    assert "utilisation" in reader.tip
    assert "%" in reader.tip
    outline = reader.run("return getComputedStyle(document.activeElement.querySelector('rect')).strokeWidth")
    assert outline == "3px"
    reader.press(Keys.ESCAPE)
    assert reader.tip == ""


def test_every_part_shows_its_numbers_under_the_pointer(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["cluster"])
    tips = reader.run(
        "return [...document.querySelectorAll('.drawing.current .machine [data-part]')].map((part) => {"
        " part.dispatchEvent(new PointerEvent('pointerenter'));"
        " return [part.dataset.part, document.getElementById('tip').innerText]; })"
    )
    assert len(tips) == 22
    shown = dict(tips)
    assert all(f"node[0].{part}" in text for part, text in tips)
    assert "link_out[5]" in shown["chip[1]"]
    assert "wait buffer" in shown["chip[1]"]
    assert "bandwidth" in shown["gige[0]"]
    assert "MB/s" in shown["gige[0]"]


def test_another_node_can_be_drawn(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["cluster"])
    reader.run("document.querySelectorAll('.tile')[4].focus()")
    reader.press(Keys.ENTER)
    assert reader.run("return document.querySelector('.frame-name').textContent") == "node[4]"
    # Or in the ring of nodes.
    reader.run("document.querySelectorAll('.mesh .part')[2].focus()")
    assert "busiest parts" in reader.tip
    reader.press(Keys.ENTER)
    assert reader.run("return document.querySelector('.frame-name').textContent") == "node[2]"
    label = reader.run("return document.querySelector('[data-part=\"switch\"]').getAttribute('aria-label')")
    assert label.startswith("node[2].switch, ")
    assert reader.run("return document.querySelector('.tile[aria-pressed=true] b').textContent") == "node[2]"


def test_another_point_can_be_chosen(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["series"])
    shown = "return [...document.querySelectorAll('.case.current')].map((element) => element.dataset.case)"
    assert reader.run(shown) == ["15", "15"]
    reader.run("document.querySelector('.step').click()")
    assert reader.run(shown) == ["14", "14"]
    reader.run(
        "const select = document.querySelector('select'); select.value = '2'; select.dispatchEvent(new Event('change'))"
    )
    assert reader.run(shown) == ["2", "2"]
    tiles = "return [...document.querySelectorAll('.drawing.current .tile b')].map((tile) => tile.textContent)"
    assert reader.run(tiles) == ["node[0]", "node[1]", "node[2]"]
    assert reader.run("return document.querySelectorAll('.drawing.current .top-here li').length") == 10


def test_a_chart_is_read_by_the_arrow_keys(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["sweep"])
    reader.run("document.querySelector('svg.chart').focus()")
    reader.press(Keys.ARROW_RIGHT)
    assert reader.tip.startswith("nodes = 3, pci.slice_time = 120ns: ")
    reader.press(Keys.END)
    assert reader.tip.startswith("nodes = 5, pci.slice_time = 240ns: ")
    assert "MB/s" in reader.tip


def test_light_and_dark(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    assert min(Reader(browser, pages["cluster"]).background) > 200
    reader = Reader(browser, pages["cluster"], dark=True)
    assert max(reader.background) < 60
    colour = "return getComputedStyle(document.querySelector('[data-part=\"ib_pci[0]\"] rect')).fill"
    dark = reader.run(colour)
    reader.run("document.getElementById('theme').click()")
    assert min(reader.background) > 200
    assert reader.run(colour) != dark
    reader.run("document.getElementById('theme').click()")
    assert max(reader.background) < 60


def test_tables_sort_by_keyboard(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["series"])
    reader.run(
        "const scroll = document.querySelector('[aria-label=\"Headline metrics with confidence intervals\"]');"
        "scroll.querySelectorAll('.sort')[2].focus()"
    )
    column = (
        "return [...document.activeElement.closest('table').tBodies[0].rows].map((row) => Number(row.cells[2].dataset.v))"
    )
    order = "return document.activeElement.closest('th').getAttribute('aria-sort')"
    reader.press(Keys.ENTER)
    up = reader.run(column)
    assert len(up) == 16
    assert (up, reader.run(order)) == (sorted(up), "ascending")
    reader.press(Keys.SPACE)
    assert (reader.run(column), reader.run(order)) == (sorted(up, reverse=True), "descending")


def test_the_table_against_the_paper_is_filtered(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["cluster"])
    shown = (
        "return [...new Set([...document.querySelectorAll('tr[data-role]')].filter((row) => row.checkVisibility())"
        ".map((row) => row.dataset.role))].sort()"
    )
    assert len(reader.run(shown)) == 4
    for role in ("calibration", "shown"):
        reader.run(f"document.querySelector('[data-filter={role}]').click()")
        assert reader.run(shown) == [role]


def test_the_table_of_parts_is_made_when_it_is_opened(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["cluster"])
    reader.driver.execute_async_script(
        "const done = arguments[0], parts = document.querySelector('.parts');"
        "parts.addEventListener('toggle', () => setTimeout(done)); parts.open = true"
    )
    rows = reader.run("return [...document.querySelectorAll('.parts tbody tr')].map((row) => row.innerText)")
    assert len(rows) == len(json.loads(short_run_text(CLUSTER))["components"])
    assert "MB/s" in rows[0]


def test_a_link_to_a_run_opens_it(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["folder"])
    assert reader.run("return document.getElementById('run-1').open") is False
    reader.driver.execute_async_script(
        "const done = arguments[0]; addEventListener('hashchange', () => setTimeout(done));"
        "document.querySelector('a[href=\"#run-1\"]').click()"
    )
    assert reader.run("return document.getElementById('run-1').open") is True


def test_without_scripts_all_is_there(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["series"])
    reader.cdp("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.refresh()
        document = reader.cdp("DOM.getDocument")["root"]["nodeId"]
        found = reader.cdp("DOM.querySelectorAll", nodeId=document, selector=".case-label")["nodeIds"]
        assert len(found) == 32
        for node in found:
            assert reader.cdp("DOM.getBoxModel", nodeId=node)["model"]["height"] > 10
    finally:
        reader.cdp("Emulation.setScriptExecutionDisabled", value=False)


def test_the_page_prints(browser: webdriver.Chrome, pages: dict[str, Path]) -> None:
    reader = Reader(browser, pages["cluster"], dark=True)
    printed = reader.cdp("Page.printToPDF", printBackground=True)["data"]
    assert base64.b64decode(printed).startswith(b"%PDF")
    reader.cdp("Emulation.setEmulatedMedia", media="print", features=[])
    assert min(reader.background) > 200
    assert reader.run("return getComputedStyle(document.getElementById('theme')).display") == "none"
