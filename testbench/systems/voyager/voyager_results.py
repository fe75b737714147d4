# SPDX-License-Identifier: Apache-2.0
"""Results of Voyager made up by simple rules, so that what a page says of them can be told beforehand."""

from __future__ import annotations

from typing import Any

from ps2_results import document, metric, published

from isochron.results.result import Result

PARAMETERS = {
    "thin_nodes": 8, "wide_nodes": 4, "disks": {"count": 36}, "files": {"stripe_nodes": 3}, "atm": {"rate": 149.76e6 / 8, "cells": True},
    "streams": {"count": 12, "rate": 625000.0, "packet": 4096, "action": "play"}, "streams_2": {"count": 0}, "streams_3": {"count": 0}, "streams_4": {"count": 0},
    "stack": {"protocol": "udp", "copies": True, "small": "off"}, "switch": {"medium": "shared"},
}  # fmt: skip
Points = list[tuple[dict[str, Any], dict[str, Any]]]
BOUNDS = [
    {
        "resource": "atm",
        "what": "ATM to the network: payload",
        "capacity": 155e6 / 8,
        "limit": 248.0,
    },
    {
        "resource": "microchannel",
        "what": "Microchannel of a wide node",
        "capacity": 80e6,
        "limit": 255.0,
    },
    {
        "resource": "microchannel",
        "what": "Microchannel of a thin node",
        "capacity": 80e6,
        "limit": 512.0,
    },
    {"resource": "disk", "what": "disks", "capacity": 3.5e6, "limit": 201.0},
]


def changed(**groups: Any) -> dict[str, Any]:
    """The parameters with others in some groups."""
    return PARAMETERS | {name: (PARAMETERS[name] | value if isinstance(value, dict) else value) for name, value in groups.items()}


def loaded(count: int, cost: float, *, place: str = "socket", most: float | None = None) -> dict[str, Any]:
    """A point: each stream takes `cost` of the processor, and what it has no time for is dropped in one place."""
    asked = count * cost
    used, lost = min(1.0, asked), max(0.0, 1 - 1 / asked)
    metrics = {
        "processor.utilisation": metric(used, "1", 1e-4),
        "processor.per_stream": metric(used / count, "1", 1e-5),
        "stack.kernel": metric(used / 2),
        "loss": metric(lost, "1", 1e-3),
        "throughput": metric(625000.0 * count * (1 - lost), "B/s", 1e3),
    } | {f"dropped.{name}": metric(1000 * lost if name == place else 0) for name in ("source", "atm", "interface", "socket", "file")}
    if most is not None:
        metrics["streams.max"] = metric(most, "1", 0.0)
    return {"simulated_s": 1.0, "metrics": metrics}


def written(rate: float, disks: int) -> dict[str, Any]:
    """A point of Table 5, MB/s in all."""
    return {
        "simulated_s": 1.0,
        "metrics": {
            "throughput": metric(1e6 * rate, "B/s", 1e4),
            "disk.throughput": metric(1e6 * rate / disks, "B/s"),
        },
    }


def costs(cells: dict[tuple[Any, Any], float], names: tuple[str, str], counts: tuple[int, ...]) -> Points:
    """Points of a grid of two parameters by streams."""
    return [({names[0]: a, names[1]: b, "streams.count": count}, loaded(count, cost)) for (a, b), cost in cells.items() for count in counts]


def maxima(cells: dict[tuple[Any, Any], float], names: tuple[str, str]) -> Points:
    """Points of a grid of two parameters with the most streams."""
    return [({names[0]: a, names[1]: b}, loaded(10, 0.1, most=most)) for (a, b), most in cells.items()]


NETWORK = {
    ("receive", 4096): 0.105,
    ("receive", 8192): 0.066,
    ("send", 4096): 0.126,
    ("send", 8192): 0.082,
}
SLOW = {("receive", 512): 0.016, ("send", 512): 0.018, ("send", 1024): 0.012}
SMALL = {("receive", 512): 0.025, ("send", 512): 0.027, ("send", 1024): 0.0135}
FILES = {
    (1, 4096): 0.186,
    (1, 8192): 0.133,
    (2, 4096): 0.1647,
    (2, 8192): 0.118,
    (3, 4096): 0.182,
    (3, 8192): 0.112,
}
BY_ACTION = ("streams.action", "streams.packet")
BY_NODES = ("files.stripe_nodes", "streams.packet")
STACKS = {
    ("udp", True): 12,
    ("udp", False): 15,
    ("aal5", True): 24,
    ("aal5", False): 26,
}


def disks(*rates: float) -> Points:
    """One to four disks, MB/s."""
    return [({"disks.count": n}, written(rate, n)) for n, rate in enumerate(rates, 1)]


def evening(streams: int, lost: float, place: str) -> dict[str, Any]:
    """A point of the whole server, in which no packet that a viewer gets is later than 10 ms, evenly."""
    made = loaded(streams, 0.01, place=place)
    made["metrics"]["loss"] = metric(lost)
    made["metrics"][f"dropped.{place}"] = metric(1000 * lost)
    made["metrics"] |= {
        "vsd.utilisation": metric(0.6) | {"max": 0.75},
        "switch.utilisation": metric(0.184),
    }
    bins = [{"lower": 1e-3 * i, "upper": 1e-3 * (i + 1), "count": 100} for i in range(10)]
    return made | {
        "histograms": {
            "lateness": {
                "unit": "s",
                "count": 1000,
                "sum": 5.0,
                "min": 0.0,
                "max": 0.01,
                "bins": bins,
            }
        }
    }


def documents() -> dict[str, dict[str, Any]]:
    """One of every scenario that the page has a place for."""
    shares = [
        (
            {"stack.protocol": p, "stack.copies": c, "stack.checksum_share": s},
            loaded(8, 0.082 if (p, c) == ("udp", True) else 0.04 + 0.04 * s),
        )
        for p, c in STACKS
        for s in (0.25, 0.75)
    ]
    one = changed(thin_nodes=1)
    made: dict[str, tuple[dict[str, Any], Points | dict[str, Any]]] = {
        "table3": (changed(streams={"count": 180}), evening(180, 0.0, "file")),
        "table4": (one, costs(NETWORK, BY_ACTION, (1, 3, 5, 7))),
        "table4_h261": (one, costs(SLOW, BY_ACTION, (8, 16, 24))),
        "table4_small": (one, costs(SMALL, BY_ACTION, (8, 16, 24))),
        "table4_max": (one, maxima({("receive", 4096): 9, ("receive", 8192): 15, ("send", 4096): 7, ("send", 8192): 12}, BY_ACTION)),
        "table4_max_h261": (one, maxima({("receive", 512): 41, ("send", 512): 38, ("send", 1024): 72}, BY_ACTION)),
        "figure3": (one, [({"streams.count": n}, loaded(n, 0.105)) for n in (16, 3, 1, 9, 10)]),
        "kernel_share": (
            one,
            [
                ({"stack.kernel_share": share, "streams.count": count}, loaded(count, 0.08 + share / 10))
                for share in (0.5, 0.0)
                for count in (16, 9)
            ],
        ),
        "table5_local": (one, disks(3.58, 7.0, 10.3, 13.5)),
        "table5_vsd": (one, disks(2.8, 4.6, 5.291, 5.56)),
        "table5_deterministic": (one, disks(2.8, 5.5, 5.6, 5.6)),
        "table6": (one, costs(FILES, BY_NODES, (1, 2, 3, 4))),
        "table6_h261": (
            one,
            [
                ({"files.stripe_nodes": n, "stack.small": small, "streams.count": count}, loaded(count, 0.034 if small == 256e-6 else 0.026))
                for n in (1, 2, 3)
                for small in ("off", 256e-6)
                for count in (8, 16, 24)
            ],
        ),
        "table6_max": (one, maxima({key: 4 if key[0] == 1 else 7 for key in FILES}, BY_NODES)),
        "figure5": (one, [({"streams.count": n}, loaded(n, 0.182, place="file")) for n in range(1, 10)]),
        "proposals": (
            changed(thin_nodes=1, streams={"packet": 8192}),
            [
                ({"streams.action": action, "stack.protocol": p, "stack.copies": c}, loaded(30, 0.05, most=most))
                for action in ("receive", "send")
                for (p, c), most in STACKS.items()
            ],
        ),
        "proposals_shares": (changed(thin_nodes=1, streams={"packet": 8192, "count": 8}), shares),
        "cells": (one, [({"streams.packet": p, "streams.count": n}, loaded(n, 1 / 26.6, place="atm")) for p in (8192, 4096) for n in (31, 26)]),
        "cells_ignored": (changed(thin_nodes=1, atm={"rate": 155e6 / 8, "cells": False}), [({"streams.count": 31}, loaded(31, 1 / 31))]),
        "evening": (changed(streams={"count": 20}, streams_2={"count": 20}, streams_3={"count": 80}, streams_4={"count": 80}), evening(200, 0.0, "file")),
        "evening_server": (changed(), evening(200, 0.2, "file")),
        "scaling": (changed(thin_nodes=48, wide_nodes=16), [({"switch.medium": m}, evening(1200, 0.1 if m == "shared" else 0.0, "file")) for m in ("shared", "ports")]),
    }  # fmt: skip
    return {name: document(name, "voyager", *told) for name, told in made.items()}


def results() -> dict[str, Result]:
    """As a page takes them."""
    made = documents()
    miss = published("voyager.t4.recv_128k_512.cpu", 0.02, 0.016, "prediction", "1")
    made["table4_h261"]["published"] = [miss | {"ok": False, "error": -0.2, "band": [0.018, 0.022]}]
    made["table4"]["published"] = [published("voyager.t4.recv_5M_4096.cpu", 0.105, 0.105, "calibration")]
    return {name: Result(one) for name, one in made.items()}
