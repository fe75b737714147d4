# SPDX-License-Identifier: Apache-2.0
"""The machine file has no table of bandwidths, a host is its latencies, and the card has at most twelve constants, each with its source."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from pcie_bench_files import LATENCIES, MACHINE, NOT_COUNTED, SIZES, WINDOWS, machine, rows
from support import isochron

from isochron.papers.pcie_bench.card import CONSTANTS, NOT_THE_CARDS

# What a run asks for, and what presets say of a host.
ASKED = {"host", "test", "bytes", "window", "cache"}
OF_A_HOST = {"latency", "latency_16", "latency_32", "write_read", "command", "command_write_read", "mrrs", "mps", "llc", "small_pages", "remote", "memory_latency"}
# Which test and size of latency_by_size.csv a number of a host is.
FROM = {
    "latency": ("LAT_DMA_RD", "64"),
    "latency_16": ("LAT_DMA_RD", "16"),
    "latency_32": ("LAT_DMA_RD", "32"),
    "write_read": ("LAT_DMA_WRRD", "64"),
    "command": ("LAT_CMD_RD", "64"),
    "command_write_read": ("LAT_CMD_WRRD", "64"),
}
RATE = re.compile(r"([\d.]+)\s*(Gb/s|GB/s|MB/s|Mb/s)")
GIGABITS = {"Gb/s": 1.0, "GB/s": 8.0, "MB/s": 8e-3, "Mb/s": 1e-3}
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:\s*(?:%|[kMGT]?i?[Bb](?:/s)?|[pnum]?s|[kMG]?Hz)(?!\w))?(?![\w.])")
# Every number that formulas have, with no doubt what it is. A number that was fitted is a parameter with its source.
NUMBERS = {
    # Transfers a second of a lane by its generation, and bits coded.
    "let.coded": ["2.5 Gb/s", "8", "10", "2", "8 Gb/s", "3", "16 Gb/s", "4", "32 Gb/s", "128", "130"],
    "let.rate": ["1"],
    # A digest; framing, sequence number and check; headers of four, three and three double words.
    "let.digest": ["4 B", "0 B"],
    "let.request": ["8 B", "16 B", "12 B"],
    "let.completion": ["8 B", "12 B", "0 B"],
    # Sizes of the host's latencies.
    "let.small": ["64 B", "64 B"],
    "let.pushed": ["0 ns"],
    "let.pushed_64": ["0 ns", "64 B"],
    "let.by_size": ["16 B", "32 B"],
    "let.of_write": ["64 B"],
    # There and back.
    "let.way": ["64 B", "2"],
    # Whole picoseconds.
    "let.of_link": ["1 ps", "1 ps"],
    "let.written": ["1 ps", "1 ps"],
    "let.needed": ["0 ns", "0 ns", "1 ps", "1 ps"],
    # As many as limit nothing.
    "parts.card.writes": ["256"],
    "parts.card.issue": ["0 ns"],
    "parts.card.own_latency": ["1 ps", "1 ps"],
    "parts.card.split_stall": ["1 ps", "1 ps"],
    "parts.card.odd_stall": ["0 ns", "1 ps", "1 ps"],
    # All of it.
    "parts.card.aligned_stall": ["100 %"],
    "parts.root.latency": ["1 ps", "1 ps"],
    # One at a time, or as many as limit nothing; RW of one direction.
    "traffic.read.outstanding": ["64", "1"],
    "traffic.write.outstanding": ["64"],
    "traffic.mix.outstanding": ["128", "1"],
    # A write and the read after it.
    "metrics.latency.formula": ["2"],
}
COMPARED = re.compile(r"\bbytes\s*(?:<=|>=|<|>|==|!=)\s*([\w. ]*?\w+)(?=\s+(?:and|or|else)\b|\)|$)")


def texts(value: Any) -> list[str]:
    """Every text and number of a document, as text."""
    if isinstance(value, dict):
        return [text for key, one in value.items() for text in (str(key), *texts(one))]
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    return [str(value)]


def numbers_by_place(value: Any, path: str) -> dict[str, list[str]]:
    """Numbers in expressions of a part of the document, with their units, by the keys that lead to them."""
    if isinstance(value, list):
        value = {one["name"]: {key: told for key, told in one.items() if key != "name"} for one in value}
    if isinstance(value, dict):
        return {place: found for key, one in value.items() for place, found in numbers_by_place(one, f"{path}.{key}").items()}
    found = [] if path.endswith(".about") else NUMBER.findall(str(value))
    return {path: found} if found else {}


def lists_of_numbers(value: Any) -> list[list[Any]]:
    """Lists of which an entry begins with a digit."""
    if isinstance(value, dict):
        return [found for one in value.values() for found in lists_of_numbers(one)]
    if not isinstance(value, list):
        return []
    own = [value] if any(re.match(r"[\d.]", str(one)) for one in value) else []
    return own + [found for one in value for found in lists_of_numbers(one)]


def test_no_measured_bandwidth_is_in_the_machine() -> None:
    measured = {float(row["gbit_per_s"]) for path in (SIZES, WINDOWS) for row in rows(path)}
    without_comments = re.sub(r"#.*", "", MACHINE.read_text(encoding="utf-8"))
    rates = [float(number) * GIGABITS[unit] for number, unit in RATE.findall(without_comments)]
    # The card's memory, and lanes of five generations.
    assert sorted(rates) == [2.5, 8, 16, 32, 7.36 * 8]
    assert not {rate for rate in rates if rate in measured}
    # Three decimals are what a measured bandwidth has; so would one without its unit.
    numbers = {float(number) for number in re.findall(r"(?<![\w.])\d+\.\d{2,3}(?![\w.])", without_comments)}
    assert not numbers & measured


def test_nothing_is_listed_by_size() -> None:
    """The machine tells apart what its latencies tell apart, 16, 32 and 64 B, and no other sizes; ranges are no lists."""
    document = machine()
    compared = [found for text in texts({key: document[key] for key in ("let", "parts", "traffic", "metrics")}) for found in COMPARED.findall(text)]
    assert sorted(set(compared)) == ["16 B", "32 B", "64 B"]
    parameters = {path: {key: one for key, one in told.items() if key != "range"} for path, told in document["parameters"].items()}
    assert lists_of_numbers({**document, "parameters": parameters}) == []
    assert "file" not in document


def test_a_list_by_size_would_be_found() -> None:
    """Checks of the checks above."""
    assert lists_of_numbers({"a": {"b": ["8.6 Gb/s", "16.9 Gb/s"]}}) == [["8.6 Gb/s", "16.9 Gb/s"]]
    assert COMPARED.findall("1 ns if bytes == 513 B else (2 ns if bytes <= 64 B and fast else 3 ns)") == ["513 B", "64 B"]


def test_presets_are_of_hosts_and_say_what_belongs_to_one() -> None:
    presets = machine()["presets"]
    assert list(presets) == ["host"]
    assert presets["host"].keys() == {row["setup"] for row in rows(LATENCIES)}
    for name, preset in presets["host"].items():
        assert preset.keys() <= OF_A_HOST, name


@pytest.mark.parametrize("number", FROM)
def test_latencies_of_hosts_are_the_measured_ones(number: str) -> None:
    """All set-ups but the E3, whose latency under load is not that of single transfers."""
    test, size = FROM[number]
    measured = {row["setup"]: float(row["mean_ns"]) for row in rows(LATENCIES) if (row["test"], row["bytes"]) == (test, size)}
    presets = {name: preset for name, preset in machine()["presets"]["host"].items() if not name.startswith(NOT_COUNTED)}
    assert len(presets) == 19
    assert {name: preset[number] for name, preset in presets.items()} == {name: f"{measured[name]:.1f} ns" for name in presets}


@pytest.mark.parametrize("host", machine()["presets"]["host"])
def test_what_a_set_up_is_called_says_whether_data_are_remote(host: str) -> None:
    """sX-sY-sZ: the card's socket, that of cold data, and that of warm ones."""
    sockets = re.search(r"-s(\d)-s\d-s(\d)", host)
    preset = machine()["presets"]["host"][host]
    assert preset.get("remote", False) == (sockets is not None and sockets[1] != sockets[2])
    assert ("memory_latency" in preset) == preset.get("remote", False)


def test_the_card_has_at_most_twelve_constants_each_with_its_source() -> None:
    parameters = machine()["parameters"]
    calibrated = {path for path, told in parameters.items() if str(told.get("source", "")).startswith("pcie_bench: ")}
    cards = {one.path for one in CONSTANTS}
    assert calibrated == cards | {one.path for one in NOT_THE_CARDS}
    assert not cards & {one.path for one in NOT_THE_CARDS}
    assert len(cards) == len(CONSTANTS) <= 12
    assert all(parameters[one.path]["default"] and one.fixed_by for one in (*CONSTANTS, *NOT_THE_CARDS))


def test_what_is_not_the_cards_belongs_to_the_link_or_a_host() -> None:
    """And not to the part that is the card, nor to the laws of its stalls."""
    parts = machine()["parts"]
    named = re.findall(r"[a-z_]\w*", " ".join(texts(parts["card"])))
    assert not set(named) & {one.path.rpartition(".")[2] for one in NOT_THE_CARDS}


def test_no_number_goes_in_without_a_source() -> None:
    """A thirteenth constant would be a parameter with a default that no preset sets."""
    parameters = machine()["parameters"]
    without = {path for path, told in parameters.items() if "default" in told and not str(told.get("source", "")).strip()}
    assert without <= ASKED | OF_A_HOST


def test_no_number_goes_in_by_an_expression() -> None:
    """Or it would be a number in a formula."""
    document = machine()
    found = {place: told for key in ("let", "parts", "traffic", "metrics") for place, told in numbers_by_place(document[key], key).items()}
    assert found == NUMBERS


def test_no_number_goes_in_by_a_default_of_the_cards_type() -> None:
    """Or it would be what `pcie_requester` has where nothing is said. The parameters of the group are constants, and the part sets the others."""
    done = isochron("describe", "pcie_requester", "--json")
    described = {one["name"] for one in json.loads(done.stdout)["parameters"]}
    document = machine()
    constants = {one.path.removeprefix("card.") for one in CONSTANTS if one.path.startswith("card.")}
    set_by_part = document["parts"]["card"].keys() - {"type", "card"}
    assert set(document["parameters"]["card"]["without"]) == set_by_part
    assert described == constants | set_by_part


def test_a_number_in_an_expression_would_be_found() -> None:
    """A check of the check above."""
    assert NUMBER.findall("ceil(base - 17 ns if fresh else (latency_16 - 600ns) / 75 ns + 24/100)") == ["17 ns", "600ns", "75 ns", "24", "100"]
    assert NUMBER.findall("64 Gb/s * 128 / 130 * 0.5 + card.x_2 - 5.5 % and 0 %") == ["64 Gb/s", "128", "130", "0.5", "5.5 %", "0 %"]
    assert numbers_by_place([{"name": "a", "io": "x * 3"}], "traffic") == {"traffic.a.io": ["3"]}
