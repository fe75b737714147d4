# SPDX-License-Identifier: Apache-2.0
"""Results of the PS2 machine made up by simple rules, so that what a page says of them can be told beforehand."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

from isochron.results.result import Result

VOLUME = {"volume": {"size": "512x512x384", "extent": 32, "voxel": 1}, "planes": {"count": 60}}
EXTENTS = 314
PART = 1224


def metric(value: float, unit: str = "1", half_width: float | None = None) -> dict[str, Any]:
    """A metric of a run with one replication, or with an interval."""
    return {"unit": unit, "mean": value, "half_width": half_width, "n": 1 if half_width is None else 5, "min": value, "max": value}


def cut(slaves: int, disks: int, *, planes: float | None = None, missing: int = 0) -> dict[str, Any]:
    """A point: three eighths of a plane a second, disk and slave; a PC alone has half a slave's and does all work itself."""
    rate = planes if planes is not None else 0.125 * disks * max(0.5, slaves)
    parts = rate * EXTENTS
    each = parts / max(1, slaves)
    metrics = {
        "planes": metric(rate, "1/s", 0.01 * rate),
        "extents": metric(parts, "1/s"),
        "extents_per_plane": metric(EXTENTS),
        "master.processor": metric(parts * 800e-6 + rate * 8e-3),
        "master.processor.receive": metric(parts * 570e-6),
        "master.processor.merge": metric(parts * 230e-6),
        "master.processor.display": metric(rate * 8e-3),
        "disk.utilisation": metric(0.95 if disks < 9 else 0.8),
        "string.utilisation": metric(0.4),
        "network.utilisation": metric(0.1),
        "network.payload": metric(parts * PART if slaves else 0.0, "B/s"),
        "memory_bus.master": metric(parts * PART * 134.2e-9),
        "parts.missing": metric(missing),
    }
    bus = {"disk_read": each * 32768 * 14.4e-9, "extract": each * PART * 319.2e-9, "send": each * PART * 56e-9}
    if slaves:
        metrics |= {
            "slave.processor": metric(each * 2500e-6),
            "slave.processor.network": metric(each * 750e-6),
            "slave.processor.disk_interface": metric(each * 250e-6),
            "slave.processor.extract": metric(each * 1500e-6),
            "memory_bus.slave": metric(sum(bus.values())),
        }
    components = {f"slave[{i}].memory_bus": bus for i in range(slaves)}
    components["master.memory_bus"] = {"receive": parts * PART * 98e-9, "merge": parts * PART * 36.2e-9}
    return {"simulated_s": 60 / rate, "metrics": metrics, "components": components}


def array(disks: int, depth: int) -> dict[str, Any]:
    """A point of Fig. 9: 18 ms by the disks, 2.5 MiB/s of each, a quarter more with two requests."""
    rate = 2.5 * 2**20 * disks * (1.25 if depth > 1 else 1)
    return {
        "simulated_s": 1.0,
        "metrics": {
            "fit.latency": metric(18e-3 / disks, "s", 1e-4),
            "fit.rate": metric(rate, "B/s", 1e5),
            "throughput": metric(0.8 * rate, "B/s"),
            "disk.utilisation": metric(0.9),
            "string.utilisation": metric(0.6),
        },
    }


def document(scenario: str, system: str, parameters: dict[str, Any], points: list[tuple[dict[str, Any], dict[str, Any]]] | dict[str, Any]) -> dict[str, Any]:
    """A result: of points with what they vary, or of one point alone."""
    made: dict[str, Any] = {
        "schema": "isochron.result/1", "scenario": scenario, "title": f"title of {scenario}", "system": system,
        "negative_control": scenario == "literal", "parameters": parameters, "instances": {}, "seed": 1, "replications": 1,
        "confidence": 0.9, "simulated_s": 1.0, "warm_up_s": 0.0, "metrics": {}, "flows": {}, "components": {}, "components_half_width": {},
        "component_units": {}, "histograms": {}, "series": {}, "warnings": [], "published": [], "performance": {"messages": 1, "wall_s": 1.0},
        "provenance": {"version": "0", "git": "none", "scenario_sha256": "0" * 64, "fingerprint": "0" * 16},
    }  # fmt: skip
    if isinstance(points, dict):
        return made | points
    return made | {"points": [{"parameters": varied, **point} for varied, point in points]}


def grid(slaves: Iterable[int], disks: Iterable[int]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Points of slaves by disks."""
    most = tuple(disks)
    return [({"slaves": s, "disks_per_slave": d}, cut(s, d)) for s in slaves for d in most]


def published(name: str, value: Any, simulated: Any, role: str, unit: str = "1") -> dict[str, Any]:
    """A row against the paper."""
    ok = True if role == "prediction" else None
    row = {"id": name, "where": "6", "unit": unit, "published": value, "simulated": simulated, "error": None, "band": None, "role": role, "ok": ok}
    return row | {"reason": f"why {name}"}


def results() -> dict[str, Result]:
    """One of every scenario that the page has a place for, and some of the others."""
    fig9 = {"block": {"least": 8192, "most": 262144}}
    made = {
        "planes": document("planes", "ps2", VOLUME | {"slaves": 3, "disks_per_slave": 9}, cut(3, 9)),
        "fig9": document("fig9", "disk_array", fig9, [({"disks": n, "disk.depth": d}, array(n, d)) for n in (1, 2, 3, 6, 9, 12, 15) for d in (1, 2)]),
        "fig10_local": document("fig10_local", "ps2", VOLUME | {"slaves": 0}, [({"disks_per_slave": d}, cut(0, d)) for d in (1, 2, 3, 6, 9)]),
        "fig10_slave": document("fig10_slave", "ps2", VOLUME | {"slaves": 1}, [({"disks_per_slave": d}, cut(1, d)) for d in (1, 2, 3, 6, 9)]),
        "fig11": document("fig11", "ps2", VOLUME, grid((1, 2, 3), (1, 3, 6, 9))),
        "literal": document("literal", "ps2", VOLUME | {"slaves": 3, "disks_per_slave": 9}, cut(3, 9, planes=2.7)),
        "failed_disk": document("failed_disk", "ps2", VOLUME | {"slaves": 3, "disks_per_slave": 9}, cut(3, 9, missing=654)),
    }
    wide = VOLUME | {"slaves": 5, "disks_per_slave": 12}
    made["foreseen"] = document("foreseen", "ps2", wide, [({"master.receive_on": on}, cut(5, 12, planes=p)) for on, p in (("one", 5.5), ("all", 6.9))])
    for name, root, planes in (("fig10_local", 13e-3, 0.5625), ("seek_steep", 16e-3, 0.7)):
        disk = {"disk": {"mean_latency": 18.5e-3, "seek": {"overhead": 2e-3, "settle": 4e-3, "root": root}}}
        made.setdefault(name, document(name, "ps2", VOLUME | {"slaves": 0, "disks_per_slave": 9}, cut(0, 9, planes=planes)))["parameters"] |= disk
    chess = bytes(255 * ((x // 64 + y // 64) % 2) for y in range(512) for x in range(512))
    seen = {"width": 512, "height": 512, "pixels": base64.b64encode(chess).decode()}
    pictures = cut(3, 9) | {"pictures": {f"plane_0{i}": seen for i in range(3)}}
    pictures["metrics"] |= {"pixels.compared": metric(3 * 512 * 512)}
    made["pixels"] = document("pixels", "ps2", VOLUME | {"slaves": 3, "disks_per_slave": 9}, pictures)
    made["planes"]["published"] = [
        published("ps2.P23", 21.5 * 2**20, 22.5 * 2**20, "prediction", "B/s"),
        published("ps2.P07", 12.5e6, 12.5e6, "input", "B/s"),
        published("ps2.P47", 3.4, 3.375, "calibration", "1/s"),
    ]
    return {name: Result(one) for name, one in made.items()}
