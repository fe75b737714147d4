# SPDX-License-Identifier: Apache-2.0
"""Results of Calliope's machines made up by simple rules, so that what a page says of them can be told beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ps2_results import document, metric, published

from isochron.results.result import Result

MSU = {
    "disks": 2, "adapters": 1, "block": 262144, "layout": "copies", "streams": {"count": 22, "kind": "constant", "rate": 187500.0, "packet": 4096, "record": 0},
    "trace": {"mean": [650000, 635000, 877000], "peak": [3400000, 2000000, 5400000], "files": [0, 1, 2]},
    "disk": {"seek": {"least": 3.5e-3, "full": 13.5e-3}, "scheduler": "fifo"}, "clients": {"buffer": 200000},
    "host": {"packet": 100e-6, "byte": 93e-9, "server_packet": 60e-6}, "baseline": {"send": True},
}  # fmt: skip
COORDINATOR = {"coordinator": {"rate": 60.0, "session": 60.0, "units": 10, "streams_a_unit": 20, "copies": 1, "processor": 2.33e-3}}
Points = list[tuple[dict[str, Any], dict[str, Any]]]


def times(least: float, longest: float, count: int = 1000) -> dict[str, Any]:
    """A histogram of times that are spread evenly from the least to the longest, in ten bins."""
    step = (longest - least) / 10
    bins = [{"lower": least + i * step, "upper": least + (i + 1) * step, "count": count // 10} for i in range(10)]
    return {"unit": "s", "count": count, "sum": count * (least + longest) / 2, "min": least, "max": longest, "bins": bins}


def hardware(fddi: float | None, *disks: float) -> dict[str, Any]:
    """A point of Table 1, MB/s."""
    metrics = {"host.utilisation": metric(1.0 if fddi else 0.0)} | ({"fddi.throughput": metric(fddi * 1e6, "B/s")} if fddi else {})
    if disks:
        metrics["disk.throughput"] = metric(1e6 * sum(disks) / len(disks), "B/s", 1e3)
    return {"simulated_s": 1.0, "metrics": metrics, "components": {f"disk[{i}]": {"throughput": 1e6 * rate} for i, rate in enumerate(disks)}}


def pumped(count: int, in_time: float, longest: float, rate: float = 0.1875) -> dict[str, Any]:
    """A point with streams whose packets are late by any time up to the longest; so many of them no later than 50 ms."""
    glitched = count if longest > 1 else 0
    metrics = {
        "packets.within_50ms": metric(in_time, "1", 0.01),
        "packets.within_150ms": metric(1.0 if longest <= 0.15 else 0.15 / longest, "1", 0.01),
        "host.utilisation": metric(min(1.0, count / 24)),
        "fddi.throughput": metric(1e6 * rate * count, "B/s", 1e3),
        "streams.glitched": metric(glitched, "1", 0.0),
        "underruns": metric(3 * glitched),
    }
    waits = {"slot_wait": times(0, 1.39), "vcr_delay": times(0.1, 1.5)}
    return {"simulated_s": 1.0, "metrics": metrics, "histograms": {"lateness": times(0, longest)} | waits}


def coordinated(rate: float, lost: float = 0.0) -> dict[str, Any]:
    """A point of the coordinator: 2.33 ms and 1250 B a request."""
    busy = min(1.0, rate * 2.33e-3)
    metrics = {
        "sessions": metric(min(rate, 1 / 2.33e-3), "1/s", 0.1),
        "coordinator.processor": metric(busy, "1", 0.001),
        "coordinator.network": metric(rate * 1e-3, "1", 0.001),
        "coordinator.scheduling": metric(2.5e-3 if busy < 1 else 2.0, "s", 1e-5),
        "streams.lost": metric(lost, "1", 1.0),
        "streams.glitched": metric(11.0, "1", 1.0),
        "queue": metric(2 * lost, "1", 1.0),
    }
    return {"simulated_s": 1.0, "metrics": metrics, "histograms": {"coordinator.scheduling": times(2e-3, 3e-3)}}


def over(parameter: str, values: Iterable[Any], point: Callable[[Any], dict[str, Any]]) -> Points:
    """A point a value of a parameter."""
    return [({parameter: value}, point(value)) for value in values]


def table1() -> Points:
    """As the paper has it, but for a disk that is a fifth slower than predicted, the third of three beside packets."""
    rows = {
        (1, 1, False): (None, 3.6), (2, 1, False): (None, 2.8, 2.8), (2, 2, False): (None, 2.9, 2.9), (3, 2, False): (None, 2.2, 2.2, 2.7),
        (1, 1, True): (5.9, 3.4), (2, 1, True): (4.7, 2.4, 2.4), (2, 2, True): (2.3, 2.7, 2.7), (3, 2, True): (1.4, 1.9, 1.9, 2.0),
    }  # fmt: skip
    return [({"disks": d, "adapters": a, "baseline.send": s}, hardware(*told)) for (d, a, s), told in rows.items()]


def single() -> Points:
    """Files alone carry 10, 12 and fewer than 9 streams; their mix 12 or more."""
    carried = {(0,): 10, (1,): 12, (2,): 0, (0, 1, 2): 12}
    return [
        ({"trace.files": list(files), "streams.count": count}, pumped(count, 0.98 if count <= most else 0.9, 0.1))
        for files, most in carried.items()
        for count in (9, 10, 11, 12)
    ]


def documents() -> dict[str, dict[str, Any]]:
    """One of every scenario that the page has a place for."""
    lateness = {22: (0.996, 0.09), 23: (0.95, 0.12), 24: (0.38, 0.14), 25: (0.0, 14.0)}
    late = {count: pumped(count, *told) for count, told in lateness.items()}
    made = {
        "table1": ("calliope_msu", MSU, table1()),
        "fddi_only": ("calliope_msu", MSU | {"disks": 0}, hardware(8.5)),
        "diskless": ("calliope_msu", MSU | {"disks": 0}, hardware(6.34)),
        "graph1": ("calliope_msu", MSU, over("streams.count", (24, 22, 23), late.__getitem__)),
        "graph1_25": ("calliope_msu", MSU | {"streams": MSU["streams"] | {"count": 25}}, late[25]),
        "graph1_sensitivity": ("calliope_msu", MSU, over("host.server_packet", (55e-6, 60e-6, 65e-6), lambda cost: pumped(24, 0.95 - (cost - 55e-6) * 9e4, 0.2))),
        "graph2": ("calliope_msu", MSU, over("streams.count", (14, 15, 16, 17), lambda count: pumped(count, 0.99 - 0.01 * (count - 14), 0.2, 0.09))),
        "graph2_constant": ("calliope_msu", MSU, over("streams.kind", ("trace", "constant"), lambda kind: pumped(15, 0.9 if kind == "trace" else 1.0, 0.1))),
        "graph2_single": ("calliope_msu", MSU, single()),
        "glitches": ("calliope_msu", MSU, over("streams.count", (20, 24, 28), lambda count: pumped(count, 0.5, 0.1 if count < 25 else 20))),
        "two_adapters": ("calliope_msu", MSU | {"adapters": 2}, over("streams.count", (8, 22), lambda count: pumped(count, 1.0 if count < 9 else 0.0, 0.04))),
        "mended": (
            "calliope_msu",
            MSU | {"adapters": 2},
            [({"disks": 2, "baseline.send": False}, hardware(None, 3.6, 3.6)), ({"disks": 2, "baseline.send": True}, hardware(3.3, 3.4, 3.4))],
        ),
        "elevator": ("calliope_msu", MSU, over("disk.scheduler", ("fifo", "elevator"), lambda order: hardware(None, 3.6 if order == "fifo" else 3.852))),
        "striping": ("calliope_msu", MSU, [({"layout": layout, "disks": 2}, pumped(12, 1.0, 0.02)) for layout in ("copies", "striped")]),
        "wind": ("calliope_msu", MSU, pumped(20, 1.0, 0.02)),
        "recording": ("calliope_msu", MSU | {"streams": MSU["streams"] | {"record": 4}}, pumped(22, 0.97, 0.1)),
        "coordinator_60": ("calliope", COORDINATOR, coordinated(60)),
        "coordinator_breaks": ("calliope", COORDINATOR, over("coordinator.rate", (60.0, 300.0, 480.0), coordinated)),
        "msu_failure": (
            "calliope",
            COORDINATOR | {"coordinator": COORDINATOR["coordinator"] | {"rate": 2.0}},
            over("coordinator.copies", (1, 2), lambda copies: coordinated(2.0, 11.0 if copies == 1 else 0.0)),
        ),
    }  # fmt: skip
    return {name: document(name, *told) for name, told in made.items()}


def results() -> dict[str, Result]:
    """As a page takes them."""
    made = documents()
    made["recording"]["metrics"] |= {"recorded.throughput": metric(0.75e6, "B/s"), "recorded.lost": metric(0)}
    miss = published("calliope.t1.f_d3h2.disk2", 2.5e6, 2.0e6, "prediction", "B/s")
    made["table1"]["published"] = [
        miss | {"ok": False, "error": -0.2, "band": [2.3e6, 2.7e6]},
        published("calliope.mem.meas", 6.3e6, 6.34e6, "prediction", "B/s"),
        published("calliope.t1.d1", 3.6e6, 3.6e6, "calibration", "B/s"),
    ]
    return {name: Result(one) for name, one in made.items()}
