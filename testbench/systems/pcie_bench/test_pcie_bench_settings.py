# SPDX-License-Identifier: Apache-2.0
"""What can be set of the machine: values that do not fit together are told with a remedy, and latencies stay those of the host on every link."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
from pcie_bench_files import LATENCIES, machine, rows
from support import isochron

SCENARIO = "scenarios/pcie/bandwidth.yaml"
HOST = "bdw-Xeon-E5-2630v4-dell-t430-s0-s0-s0"
SHORT = (
    "--set",
    "measure.warm_up=10us",
    "--set",
    "measure.duration=100us",
    "--quiet",
    "--json",
    "-",
)
LATENCY_TESTS = ("LAT_DMA_RD", "LAT_DMA_WRRD", "LAT_CMD_RD", "LAT_CMD_WRRD")
LINKS = (
    *(f"link.generation={one}" for one in range(1, 6)), "link.lanes=2", "link.lanes=16", "link.ecrc=true", "link.header=dw3", "link.dllp=simulated",
    "link.ack_bytes=0B", "link.efficiency=0.6", "link.propagation=50ns",
)  # fmt: skip
CARDS = (
    "card.push_rate=unlimited",
    "card.push_rate=1GB/s",
    "card.write_overhead=40ns",
    "own_latency=100ns",
)


def run(*settings: str) -> subprocess.CompletedProcess[str]:
    """A short run of one host with these settings."""
    host = () if any(one.startswith("host=") for one in settings) else (f"host={HOST}",)
    return isochron(
        "run",
        SCENARIO,
        *SHORT,
        *(word for one in (*host, *settings) for word in ("--set", one)),
    )


def told(*settings: str) -> str:
    """The message of a run that is refused, on one line."""
    done = run(*settings)
    assert done.returncode == 2, done.stdout + done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr.strip()


def figure(done: subprocess.CompletedProcess[str], name: str) -> float:
    """The mean of a metric."""
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["metrics"][name]["mean"]


TOO_SHORT = {
    "latency=150ns": ("latency", ()),
    "latency_16=150ns": ("latency_16", ("bytes=16B",)),
    "latency_32=150ns": ("latency_32", ("bytes=32B",)),
    "write_read=150ns": ("write_read", ("test=LAT_DMA_WRRD",)),
    "command=150ns": ("command", ("test=LAT_CMD_RD",)),
    "command_write_read=150ns": ("command_write_read", ("test=LAT_CMD_WRRD",)),
}


@pytest.mark.parametrize("setting", TOO_SHORT)
def test_a_latency_that_card_and_link_exceed(setting: str) -> None:
    """The message names what was set, and what it advises runs."""
    name, others = TOO_SHORT[setting]
    message = told(setting, *others)
    assert message.startswith(f"--set {setting}: `{name}`: 150 ns is less than what ")
    assert re.search(r"card \(190 ns\), link \([\d.]+ ns\) and jitter \(50 ns\) need", message)
    advised = re.search(rf"Set `{name}: ([\d.]+) ns`", message)
    assert advised, message
    assert run(f"{name}={advised[1]}ns", *others).returncode == 0


@pytest.mark.parametrize(
    ("settings", "need"),
    [
        (("own_latency=700ns",), "card (700 ns), link (15.453 ns) and jitter (50 ns)"),
        (("jitter=400ns",), "card (190 ns), link (15.453 ns) and jitter (400 ns)"),
        (("link.propagation=300ns",), "card (190 ns), link (615.453 ns) and jitter (50 ns)"),
        # 116 B at 8 bits of 10 of 2.5 Gb/s, and 95.3 % of that.
        (("link.generation=1", "link.lanes=1"), "card (190 ns), link (486.884 ns) and jitter (50 ns)"),
    ],
)
def test_a_latency_that_other_settings_exceed(settings: tuple[str, ...], need: str) -> None:
    """The message says how much each of them takes."""
    assert f"`latency`: 552.4 ns is less than what {need} need. Set `latency: " in told(*settings)


def test_a_latency_that_is_not_used_may_be_anything() -> None:
    """That of 16 B, where 64 B are read."""
    assert run("latency_16=100ns").returncode == 0


def test_a_part_of_the_latency_that_the_cards_memory_exceeds() -> None:
    message = told("own_latency=1ns")
    assert message == (
        "--set own_latency=1ns: `own_latency`: the card's memory alone takes 8.696 ns for 64 B at a push_rate of 7.36 GB/s. Set `own_latency: 8.696 ns`."
    )
    assert run("own_latency=8.696ns").returncode == 0
    assert told("card.push_rate=1B/s").startswith("--set card.push_rate=1B/s: `own_latency`: the card's memory alone takes 64 s")


@pytest.mark.parametrize("test", ["RD", "WR", "RW", "LAT_DMA_WRRD"])
def test_a_memory_of_unlimited_rate(test: str) -> None:
    """It changes a latency, and no bandwidth: both are a pipeline."""
    assert figure(run("card.push_rate=unlimited", f"test={test}"), "bandwidth") == pytest.approx(figure(run(f"test={test}"), "bandwidth"), rel=2e-3)


@pytest.mark.parametrize(
    "name",
    [
        "latency",
        "own_latency",
        "memory_latency",
        "odd_free",
        "split_share",
        "aligned_share",
        "whole_share",
        "ddio_gain",
    ],
)
@pytest.mark.parametrize("end", [0, 1])
def test_both_ends_of_a_range_run_or_are_told(name: str, end: int) -> None:
    """No message names a number of a part, such as a stall that is negative."""
    value = machine()["parameters"][name]["range"][end].replace(" ", "")
    done = run(
        "host=ib-Xeon-E5-2620v2_dell-t620-s0-s1-s1",
        f"{name}={value}",
        "card.tags=1",
        "bytes=1793B",
        "cache=Cold",
    )
    assert done.returncode == 0 or re.match(r"--set \S+: `(own_)?latency`: ", done.stderr), done.stderr
    assert "stall" not in done.stderr
    assert "negative" not in done.stderr


@pytest.mark.parametrize("setting", ["bytes=64B", *LINKS, *CARDS])
@pytest.mark.parametrize("test", LATENCY_TESTS)
def test_a_host_has_its_measured_latency_on_every_link(test: str, setting: str) -> None:
    """What card and link take is subtracted before it is simulated: a link of another rate leaves less for the host."""
    measured = next(float(row["mean_ns"]) for row in rows(LATENCIES) if (row["setup"], row["test"], row["bytes"]) == (HOST, test, "64"))
    simulated = 1e9 * figure(run(f"test={test}", setting, "jitter=0ns", "measure.duration=1ms"), "latency")
    # One write more than reads, or less, and DLLPs that are simulated one by one, which may be in the way.
    assert simulated == pytest.approx(measured, abs=0.4)
