# SPDX-License-Identifier: Apache-2.0
"""Reference pages of types: docs/reference/*.md out of `isochron describe --json`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from isochron.papers.catalogue import PAPERS
from isochron.report import markdown
from isochron.repository import REPOSITORY

COMMAND = REPOSITORY / "build/release/isochron"
FOLDER = REPOSITORY / "docs/reference"
TRAFFIC = "traffic.md"
# Pages in the same folder that are made from other sources.
OTHERS = {"block_mover_registers.md", "disk_node_registers.md", "explore.md", "python.md"}  # rtl/tools/registers.py, reference/package.py
# Where a type is explained, below docs/: a machine where its paper says; any other without an entry at models/<type>.md.
EXPLAINED = {system: page for paper in PAPERS for system, page in paper.systems.items()} | {
    "bus_requester": "models/requester.md",
    "bus_server": "models/server.md",
    "bus_sink": "models/sink.md",
    "bus_source": "models/source.md",
    "disk_reader": "models/mbus.md",
    "line_processor": "models/cache.md",
    "nvme_host": "models/nvme_drive.md",
    "link_engine": "models/c104_crossbar.md",
    "server_port": "models/c104_crossbar.md",
    "station_requester": "models/requester.md",
    "station_server": "models/server.md",
    "strand_mover": "models/block_mover.md",
    "strand_source": "systems/multidisk_servers.md",
    "microchannel": "models/message_channel.md",
    "tb2_adapter": "models/message_channel.md",
    "sp_switch": "models/message_channel.md",
    "atm_link": "models/message_channel.md",
}

PARAMETERS = ("parameter", "default", "valid", "what it is", "source")


def described(command: Path) -> list[dict[str, Any]]:
    """Every type as `describe --json` gives it."""
    text = subprocess.run([command, "describe", "--json"], capture_output=True, text=True, check=True).stdout
    return json.loads(text)


def machine_schema(command: Path) -> dict[str, Any]:
    """The schema of machine files."""
    text = subprocess.run([command, "schema", "machine"], capture_output=True, text=True, check=True).stdout
    return json.loads(text)


def pages(types: list[dict[str, Any]], schema: dict[str, Any]) -> dict[str, str]:
    """The text of every page by its file name."""
    return {"README.md": index(types), TRAFFIC: traffic(schema)} | {f"{t['name']}.md": page(t) for t in types}


def traffic(schema: dict[str, Any]) -> str:
    """The page of the options of traffic, and of what goes with what."""
    options = schema["properties"]["traffic"]["items"]["properties"]
    rows = [
        (
            f"`{name}`",
            one.get("default", "–"),
            one.get("valid", "–"),
            one.get("doc", one.get("description", "–")),
            " and ".join(f"`{condition}`" for condition in one.get("counts_with", ())) or "–",
        )
        for name, one in options.items()
    ]
    return markdown.page(
        "# Options of traffic",
        "What a line of `traffic` in a [machine file](../machines.md) can have. Generated from `isochron schema machine`.",
        "An option that does not go with the others is an error. Where a parameter of the machine decides, as in `arrivals: arrivals`, an option has no "
        "effect with the values that it does not go with.",
        markdown.table(("option", "default", "valid", "what it is", "goes with"), rows),
    )


def index(types: list[dict[str, Any]]) -> str:
    """The page that lists the others."""
    rows = [(f"[`{t['name']}`]({t['name']}.md)", t["kind"], "part" if t["part"] else "", t["summary"]) for t in types]
    return markdown.page(
        "# Reference",
        "What `isochron describe` says of each type. These pages are generated; "
        "`.venv/bin/python -m isochron.reference` writes them again after a change.",
        markdown.table(("type", "kind", "in machine files", "what it is"), rows),
        f"[Options of traffic]({TRAFFIC}) in machine files, and which of them go together.",
        "Of the hardware: registers of the [block mover](block_mover_registers.md) and the [disk-node interface](disk_node_registers.md), from their "
        "SystemRDL descriptions.",
    )


def page(described_type: dict[str, Any]) -> str:
    """The page of one type; a section that would be empty is left out."""
    name = described_type["name"]
    explained = EXPLAINED.get(name, "machines.md" if described_type["kind"] == "system" else f"models/{name}.md")
    return markdown.page(
        f"# {name}",
        f"{described_type['summary']}.",
        f"Kind: {described_type['kind']}. Source: {described_type['source']}. "
        f"Explained in [{explained}](../{explained}). Generated from `isochron describe {name}`.",
        in_machine_files(described_type),
        section("Parameters", PARAMETERS, parameters(described_type["parameters"])),
        section("Presets", ("preset", "what it sets", "source"), presets(described_type["presets"])),
        section("Parameters in machine files", PARAMETERS, own_parameters(described_type)),
        section("Ports", ("port", "protocol", "role", "what it is"), ports(described_type)),
        section("Faults", ("fault", "what happens"), faults(described_type)),
        section("Statistics", ("statistic", "unit", "what it is"), statistics(described_type["statistics"])),
        section("Metrics", ("metric", "unit", "what it is"), statistics(described_type["metrics"])),
    )


def faults(described_type: dict[str, Any]) -> list[tuple[str, str]]:
    """What can strike a part, and which of its parameters can change during a run."""
    rows = [(f"`{one['name']}`", one["doc"]) for one in described_type["faults"]]
    changeable = ", ".join(f"`{one}`" for one in described_type["changeable"])
    return [*rows, ("`set`", f"changes {changeable}")] if changeable else rows


def section(title: str, header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A heading and a table; empty without rows."""
    listed = list(rows)
    return markdown.page(f"## {title}", markdown.table(header, listed)) if listed else ""


def in_machine_files(described_type: dict[str, Any]) -> str:
    """Whether a machine file can have a part of the type, and with which parameters; empty: it cannot."""
    part = described_type["part"]
    if part is None:
        return ""
    kept = "these parameters" if part["same_parameters"] else "parameters of its own"
    return f"In [machine files](../machines.md) it is a part with {kept if part['parameters'] else 'no parameters'}."


def own_parameters(described_type: dict[str, Any]) -> Iterable[tuple[str, ...]]:
    """A row a parameter that a machine file takes, where they are others than the model's."""
    part = described_type["part"]
    return parameters(part["parameters"]) if part and not part["same_parameters"] else []


def parameters(listed: list[dict[str, Any]]) -> Iterable[tuple[str, ...]]:
    """A row a parameter."""
    for p in listed:
        where = ", ".join(f"`{condition['parameter']}: {condition['values']}`" for condition in p["counts_with"])
        preset = p.get("preset", {"choice": "", "source": ""})
        doc = p["doc"] + (f" (preset `{preset['choice']}`)" if preset["choice"] else "") + (f" (with {where})" if where else "")
        yield f"`{p['name']}`", p["default_text"], p["valid"], doc, preset["source"] or p["source"] or "–"


def presets(listed: list[dict[str, Any]]) -> Iterable[tuple[str, ...]]:
    """A row a preset."""
    for p in listed:
        yield f"`{p['parameter']}={p['choice']}`", ", ".join(f"`{path}: {one}`" for path, one in p["sets"].items()) or "–", p["source"] or "–"


def ports(described_type: dict[str, Any]) -> Iterable[tuple[str, ...]]:
    """A row a port."""
    for p in described_type["ports"]:
        yield f"`{p['name']}`", p["protocol"], p["role"], p["doc"]


def statistics(listed: list[dict[str, Any]]) -> Iterable[tuple[str, ...]]:
    """A row a statistic or metric."""
    for s in listed:
        yield f"`{s['name']}`", s["unit"], s["doc"]


def write(folder: Path, written: dict[str, str]) -> None:
    """Writes the pages and removes those of types that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        if old.name not in written and old.name not in OTHERS:
            old.unlink()
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
