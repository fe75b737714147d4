# SPDX-License-Identifier: Apache-2.0
"""Reads waveforms and transaction logs back, with tools that are not ours."""

from __future__ import annotations

import csv
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pylibfst


@dataclass
class Waveform:
    """Signals by full name, each with its changes as (time in ps, value as text)."""

    timescale: str = ""
    kinds: dict[str, str] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)
    changes: dict[str, list[tuple[int, str]]] = field(default_factory=dict)


def read_vcd(text: str) -> Waveform:
    """Reads a Value Change Dump, ours or fst2vcd's."""
    wave = Waveform()
    scopes: list[str] = []
    # By code: a signal may have several names.
    signals: dict[str, list[tuple[int, str]]] = defaultdict(list)
    lines = iter(text.splitlines())
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] == "$timescale":
            wave.timescale = "".join(words[1:-1]) or next(lines).strip()
        elif words[0] == "$scope":
            scopes.append(words[2])
        elif words[0] == "$upscope":
            scopes.pop()
        elif words[0] == "$var":
            name = ".".join([*scopes, words[4]])
            wave.kinds[name] = words[1]
            wave.widths[name] = int(words[2])
            wave.changes[name] = signals[words[3]]
        elif words[0] == "$enddefinitions":
            break
    now = 0
    for line in lines:
        if line.startswith("#"):
            now = int(line[1:])
        elif line[0] in "bsr":
            value, code = line[1:].split(" ")
            # "0101" and "101" are the same number.
            signals[code].append((now, value.lstrip("0") or "0" if line[0] == "b" else value))
        elif line[0] in "01":
            signals[line[1:]].append((now, line[0]))
    return wave


def read_fst(file: Path) -> Waveform:
    """Reads an FST file by way of GTKWave's fst2vcd."""
    done = subprocess.run(["fst2vcd", "-f", file], capture_output=True, text=True, check=True)
    return read_vcd(done.stdout)


def read_fst_directly(file: Path) -> dict[str, list[tuple[int, str]]]:
    """The changes of an FST file as pylibfst has them."""
    fst = pylibfst.lib.fstReaderOpen(str(file).encode())
    assert fst != pylibfst.ffi.NULL, file
    _, signals = pylibfst.get_scopes_signals2(fst)
    pylibfst.lib.fstReaderSetFacProcessMaskAll(fst)
    by_handle: dict[int, list[tuple[int, str]]] = defaultdict(list)

    def fixed(_: object, time: int, handle: int, value: object) -> None:
        by_handle[handle].append((time, pylibfst.string(value)))

    def variable(_: object, time: int, handle: int, value: object, length: int) -> None:
        by_handle[handle].append((time, pylibfst.ffi.buffer(value, length)[:].decode()))

    pylibfst.fstReaderIterBlocks2(fst, fixed, variable, None)
    pylibfst.lib.fstReaderClose(fst)
    # Names end with the range of a number, "depth [7:0]".
    return {name.split(" ")[0]: by_handle[signal.handle] for name, signal in signals.by_name.items()}


def read_log(file: Path) -> dict[str, list[tuple[int, str, str]]]:
    """The transaction log by place: (time in ps, phase, transaction as waveforms show it)."""
    places: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    with file.open(newline="") as lines:
        for row in csv.DictReader(lines):
            transaction = f"s{row['stream']}#{row['source']}.{row['sequence']}"
            places[row["place"]].append((int(row["time_ps"]), row["phase"], transaction))
    return places


def changes_of(values: list[tuple[int, str]], before: str) -> list[tuple[int, str]]:
    """Those of `values` that differ from the one before them."""
    changes = []
    for time, value in values:
        if value != before:
            changes.append((time, value))
        before = value
    return changes
