# SPDX-License-Identifier: Apache-2.0
"""A network adapter at one link to a root complex, against closed forms: what lines carry, what tags allow and what the link leaves, in both directions;
that each byte leaves once; and what a transfer takes that meets no other one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import isochron

# Generation 1 with 4 lanes and no efficiency lost is a byte each nanosecond.
MACHINE = """machine: m
runs: RUNS
parameters:
  outstanding: {type: count, default: 64, range: [1, 4096]}
  io: {type: size, default: 64 KiB, range: [1 B, 1 MiB]}
  generation: {type: count, default: 1, range: [1, 5]}
  lanes: {type: count, default: 4, range: [1, 16]}
  latency: {type: duration, default: 300 ns, range: [0 ns, 100 us]}
  adapter: {of: network_adapter}
parts:
  adapter: {type: network_adapter, adapter: adapter}
  root: {type: root_complex, latency: latency, completion_merge: all}
connect:
  - between: [adapter.port, "root.port[0]"]
    link: {type: pcie_link, name: link, generation: generation, lanes: lanes, efficiency: 100 %, ack_bytes: 0 B}
traffic:
  - {name: send, from: adapter, to: root, arrivals: closed, outstanding: outstanding, io: io, align: 4 KiB, window: 16 MiB, TRAFFIC}
"""
REQUEST, COMPLETION = 24, 20  # bytes of a packet beside its data: posted or non-posted, and completion
DESCRIPTOR, DONE = 16, 16
PAYLOAD, OVERHEAD = 1460, 78  # of a frame
KIB = 1024
FAST_LINK = {"generation": 5, "lanes": 16}  # 63 GB/s
MEASURED = "warm_up: 1 ms, duration: 10 ms"


def scenario(folder: Path, traffic: str = "kind: read", measure: str = MEASURED, runs: str = "measured") -> Path:
    (folder / "m.yaml").write_text(MACHINE.replace("TRAFFIC", traffic).replace("RUNS", runs))
    path = folder / "run.yaml"
    path.write_text(f"system: ./m.yaml\nmeasure: {{{measure}}}\n" if measure else "system: ./m.yaml\n")
    return path


def words_of(settings: dict[str, Any]) -> list[str]:
    return [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]


def result(path: Path, **settings: Any) -> Any:
    done = isochron("run", path, "--json", "-", "--quiet", "--replications", "1", *words_of({name.replace("__", "."): value for name, value in settings.items()}))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def limits(path: Path, **settings: Any) -> dict[str, float]:
    """Each bound by its resource, bytes/s."""
    done = isochron("explain", path, "--json", *words_of({name.replace("__", "."): value for name, value in settings.items()}))
    assert done.returncode == 0, done.stderr
    return {one["resource"]: one["limit"] for one in json.loads(done.stdout)["points"][0]["bounds"]}


def mean(found: Any, metric: str) -> float:
    return found["metrics"][metric]["mean"]


def frames(io: int, payload: int = PAYLOAD, segment: int = 64 * KIB) -> int:
    """Of a transfer, counted one by one."""
    count, at = 0, 0
    while at < io:
        at += min(payload, segment - at % segment, io - at)
        count += 1
    return count


@pytest.mark.parametrize("io", [64, 1500, 9000, 64 * KIB, 128 * KIB])
@pytest.mark.parametrize("ports", [1, 3])
def test_lines_limit_what_is_sent(tmp_path: Path, io: int, ports: int) -> None:
    """A transfer of 64 B is a frame, one of 128 KiB two segments whose last frames are short."""
    path = scenario(tmp_path)
    settings = {**FAST_LINK, "io": f"{io}B", "adapter__ports": ports, "adapter__line_rate": "2Gb/s", "outstanding": 512}
    of_lines = ports * 2e9 / 8 * io / (io + frames(io) * OVERHEAD)
    bounds = limits(path, **settings)
    assert min(bounds, key=lambda one: bounds[one]) == "adapter" and bounds["adapter"] == pytest.approx(of_lines, rel=1e-6)
    found = result(path, **settings)
    # A frame of each line, and a transfer, may have begun before the window.
    near = 1e-3 + io * ports / (of_lines * 1e-2)
    assert found["components"]["adapter"]["transmit_bandwidth"] == pytest.approx(of_lines, rel=2e-3)
    assert mean(found, "send.bandwidth") == pytest.approx(of_lines, rel=near)
    assert found["components"]["adapter"]["utilisation"] == pytest.approx(1, abs=1e-3)
    for line in range(ports):
        assert found["components"][f"adapter.line[{line}]"]["transmit_bandwidth"] == pytest.approx(of_lines / ports, rel=5e-3)


@pytest.mark.parametrize("io", [1460, 128 * KIB])
def test_lines_limit_what_comes_in(tmp_path: Path, io: int) -> None:
    found = result(scenario(tmp_path, "kind: write"), **FAST_LINK, io=f"{io}B", adapter__line_rate="2Gb/s")
    of_line = 2e9 / 8 * io / (io + frames(io) * OVERHEAD)
    assert found["components"]["adapter"]["receive_bandwidth"] == pytest.approx(of_line, rel=2e-3)
    assert found["components"]["adapter.line[0]"]["receive_utilisation"] == pytest.approx(1, abs=1e-3)
    assert found["components"]["adapter.line[0]"]["paused"] == 0


@pytest.mark.parametrize("mrrs", [128, 512, 4096])
@pytest.mark.parametrize("tags", [1, 3, 16])
def test_tags_limit_what_is_sent(tmp_path: Path, tags: int, mrrs: int) -> None:
    """Read requests of a mebibyte are so many that the one for its descriptors does not count."""
    path = scenario(tmp_path, measure="warm_up: 5 ms, duration: 20 ms")
    settings = {**FAST_LINK, "io": "1MiB", "latency": "20us", "adapter__tags": tags, "adapter__mrrs": f"{mrrs}B", "adapter__segment": "1MiB", "adapter__descriptors_per_read": 8}
    per_second = 63.015e9
    round_trip = 20e-6 + (REQUEST + mrrs + -(-mrrs // 256) * COMPLETION) / per_second
    of_tags = tags * mrrs / round_trip
    bounds = limits(path, **settings)
    assert min(bounds, key=lambda one: bounds[one]) == "send tags" and bounds["send tags"] == pytest.approx(of_tags, rel=1e-4)
    found = result(path, **settings)
    # Frames of 1460 B may be too few to count: what memory is asked for, with descriptors.
    assert found["components"]["root"]["read"] == pytest.approx(of_tags, rel=5e-3)
    assert found["components"]["root"]["read"] <= of_tags * (1 + 2e-3)
    assert found["components"]["adapter"]["tags_in_use"] == pytest.approx(tags, rel=5e-3)
    assert found["components"]["adapter"]["wait_tag"] == pytest.approx(1, abs=1e-2)


@pytest.mark.parametrize("mps", [128, 256, 512])
def test_the_link_limits_what_is_sent(tmp_path: Path, mps: int) -> None:
    """Completions of the data, and one with the descriptor of each segment; root.mps is 256 B."""
    path = scenario(tmp_path)
    settings = {"adapter__line_rate": "100Gb/s", "adapter__mrrs": f"{mps}B"}
    packets = 64 * KIB // min(mps, 256)
    of_link = 1e9 * 64 * KIB / (64 * KIB + packets * COMPLETION + DESCRIPTOR + COMPLETION)
    bounds = limits(path, **settings)
    assert min(bounds, key=lambda one: bounds[one]) == "link" and bounds["link"] == pytest.approx(of_link, rel=1e-3)
    found = result(path, **settings)
    assert found["components"]["adapter"]["transmit_bandwidth"] == pytest.approx(of_link, rel=2e-3)
    assert found["components"]["adapter"]["transmit_bandwidth"] <= bounds["link"] * (1 + 2e-3)


@pytest.mark.parametrize("mps", [128, 256, 512])
def test_the_link_limits_what_comes_in_and_pauses_the_line(tmp_path: Path, mps: int) -> None:
    """Each frame is cut anew: 1460 B from wherever in a page it begins. A completion and an eighth of a request for descriptors go with each segment."""
    found = result(scenario(tmp_path, "kind: write"), adapter__line_rate="100Gb/s", adapter__mps=f"{mps}B")
    packets, at = 0, 0
    while at < 64 * KIB:
        end = min(at + PAYLOAD, 64 * KIB)
        packets += -(-end // mps) - at // mps
        at = end
    on_link = 64 * KIB + packets * REQUEST + DONE + REQUEST + REQUEST / 8
    assert found["components"]["adapter"]["receive_bandwidth"] == pytest.approx(1e9 * 64 * KIB / on_link, rel=3e-3)
    assert found["components"]["adapter.line[0]"]["paused"] == pytest.approx(1 - found["components"]["adapter.line[0]"]["receive_utilisation"], abs=2e-3)


def test_both_directions_go_at_once(tmp_path: Path) -> None:
    """Lines and links are full duplex: with half of the transfers each way both directions are as fast as one alone."""
    found = result(scenario(tmp_path, "kind: mix"), **FAST_LINK, adapter__line_rate="10Gb/s", outstanding=256)
    of_line = 10e9 / 8 * 64 * KIB / (64 * KIB + frames(64 * KIB) * OVERHEAD)
    for way in ("transmit_bandwidth", "receive_bandwidth"):
        assert found["components"]["adapter"][way] == pytest.approx(of_line, rel=0.02)


def test_a_transfer_takes_what_its_steps_take(tmp_path: Path) -> None:
    """Doorbell, descriptor, data, frame, completion; on a link of 1 B/ns and a line of 1 B/ns."""
    found = result(scenario(tmp_path), io="256B", outstanding=1, adapter__line_rate="8Gb/s", adapter__doorbell="200ns")

    def read(size: int) -> int:
        return REQUEST + 300 + size + COMPLETION

    steps = 200 + read(DESCRIPTOR) + read(256) + 256 + OVERHEAD + DONE + REQUEST
    assert mean(found, "send.delay") == pytest.approx(steps * 1e-9, abs=2e-12)
    without = result(scenario(tmp_path), io="256B", outstanding=1, adapter__line_rate="8Gb/s", adapter__doorbell="0ns", adapter__descriptor="none", adapter__completion="none")
    assert mean(without, "send.delay") == pytest.approx((read(256) + 256 + OVERHEAD) * 1e-9, abs=2e-12)


def test_a_transfer_that_comes_in_takes_what_its_steps_take(tmp_path: Path) -> None:
    found = result(scenario(tmp_path, "kind: write"), io="256B", outstanding=1, adapter__line_rate="8Gb/s")
    assert mean(found, "send.delay") == pytest.approx((256 + OVERHEAD + 256 + REQUEST + DONE + REQUEST) * 1e-9, abs=2e-12)


@pytest.mark.parametrize("batch", [1, 8])
def test_descriptors_of_several_transfers_come_with_one_read(tmp_path: Path, batch: int) -> None:
    """Transfers of 64 B that a slow line holds up, so that always more wait: each needs a read of its data, and one of `batch` descriptors every `batch` transfers."""
    found = result(scenario(tmp_path), io="64B", outstanding=256, adapter__line_rate="100Mb/s", adapter__descriptors_per_read=batch, adapter__prefetch=64, **{"measure.duration": "5ms"})
    sent = found["components"]["adapter"]["transmit_bandwidth"] * 5e-3 / 64
    reads = found["components"]["root"]["reads"]
    assert reads / sent == pytest.approx(1 + 1 / batch, rel=0.02)


@pytest.mark.parametrize("kind", ["read", "write", "mix"])
@pytest.mark.parametrize("model", ["fast", "reference"])
@pytest.mark.parametrize("settings", [{"io": "100001B"}, {"io": "1B"}, {"io": "65537B", "adapter__ports": 4, "adapter__tags": 2}, {"io": "9000B", "adapter__receive_buffer": "2048B", "adapter__transmit_buffer": "2048B"}])
def test_bytes_in_are_bytes_out(tmp_path: Path, kind: str, model: str, settings: dict[str, Any]) -> None:
    """All that was asked for is done, each byte crosses a line once, and a run that is done has nothing under way."""
    found = result(scenario(tmp_path, f"kind: {kind}, ios: 100", measure="", runs="until_done"), **settings, bus_model=model, outstanding=7)
    io = int(settings["io"][:-1])
    assert mean(found, "bytes.in") == mean(found, "bytes.out") == 100 * io
    adapter, root = found["components"]["adapter"], found["components"]["root"]
    seconds = mean(found, "completion_time") if "completion_time" in found["metrics"] else found["simulated_s"]
    crossed = (adapter["transmit_bandwidth"] + adapter["receive_bandwidth"]) * seconds
    assert crossed == pytest.approx(100 * io, rel=1e-6)
    # What memory was asked for beside the data: descriptors, and what says that a transfer is done.
    if kind == "read":
        descriptors = 100 * -(-io // (64 * KIB)) * DESCRIPTOR
        assert root["read"] * seconds == pytest.approx(100 * io + descriptors, rel=1e-6)
        assert root["written"] * seconds == pytest.approx(100 * DONE, rel=1e-6)


@pytest.mark.parametrize("kind", ["read", "write", "mix"])
def test_fast_is_as_the_reference(tmp_path: Path, kind: str) -> None:
    path = scenario(tmp_path, f"kind: {kind}", measure="warm_up: 20 us, duration: 1 ms")
    for settings in ({}, {"io": "100001B", "adapter__ports": 2, "adapter__line_rate": "3Gb/s"}, {"io": "64B", "adapter__tags": 4}):
        fast, reference = (result(path, **settings, bus_model=model) for model in ("fast", "reference"))
        assert mean(fast, "send.bandwidth") > 0
        for what in ("metrics", "components"):
            assert fast[what] == reference[what], settings


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"adapter__transmit_buffer": "2048B", "adapter__mrrs": "1024B"}, "do not fit in the transmit buffer"),
        ({"adapter__frame_payload": "9000B", "adapter__receive_buffer": "4096B"}, "does not fit in the receive buffer"),
        ({"adapter__mrrs": "300B"}, "no power of two"),
        ({"adapter__descriptors_per_read": 128}, "do not fit in a read request"),
        ({"adapter__descriptors_per_read": 8, "adapter__prefetch": 4}, "more descriptors than the adapter keeps"),
    ],
)
def test_what_does_not_fit_is_an_error(tmp_path: Path, settings: dict[str, Any], what: str) -> None:
    done = isochron("explain", scenario(tmp_path), *words_of({name.replace("__", "."): value for name, value in settings.items()}))
    assert done.returncode == 2 and what in done.stderr
