# SPDX-License-Identifier: Apache-2.0
"""A machine with arrays of disks, for the tests of its section and of the question."""

from __future__ import annotations

from pathlib import Path

ARRAYS = """arrays:
  raid:
    of: "node[*].disk[*]"
    per: "node[*]"
    tolerates: lost
    mttf_hours: mttf
    repair_hours: capacity / rebuild / 60 min
    law: law
    repairs: repairs
    about: the disks of a node
"""

MACHINE = f"""machine: store
summary: disks of nodes that send to a recorder
parameters:
  nodes: {{type: count, default: 3, range: [0, 8], about: nodes}}
  disks: {{type: count, default: 8, range: [1, 16], about: disks of a node}}
  lost: {{type: count, default: 1, range: [0, 20], about: failed disks with which a node keeps its data}}
  mttf: {{type: count, default: 1000000, range: [0, 1000000000], about: mean time to failure of a disk in hours}}
  capacity: {{type: size, default: 3600 GB, about: of a disk}}
  rebuild: {{type: data_rate, default: 1 GB/s, about: rate of a repair}}
  law: {{type: choice, choices: [exponential, fixed], default: exponential, about: of repairs}}
  repairs: {{type: choice, choices: [one, all], default: one, about: repairs at once}}
types:
  node:
    parameters:
      disks: {{type: count, default: 1, about: disks}}
    ports: {{out: "switch.out[0]"}}
    parts:
      "disk[disks]": {{type: source}}
      switch: {{type: switch, inputs: disks, outputs: 1, buffers: 64}}
    connect:
      - {{for: {{d: disks}}, from: "disk[d].out", to: "switch.in[d]", link: {{type: serial_link, name: "cable[d]", rate: 1 Gb/s}}}}
parts:
  "node[nodes]": {{type: node, disks: disks}}
  tape: {{type: source}}
  centre: {{type: switch, inputs: nodes + 1, outputs: 1, buffers: 64}}
  recorder: {{type: sink}}
connect:
  - {{for: {{n: nodes}}, from: "node[n].out", to: "centre.in[n]", link: {{type: serial_link, name: "uplink[n]", rate: 2 Gb/s}}}}
  - {{from: tape.out, to: "centre.in[nodes]", link: {{type: serial_link, name: tape_link, rate: 1 Gb/s}}}}
  - {{from: "centre.out[0]", to: recorder.in, link: {{type: serial_link, name: trunk, rate: 10 Gb/s}}}}
traffic:
  - {{name: copy, from: tape, to: recorder, rate: 1 MB/s, io: 64 KiB, message: 1 KiB}}
{ARRAYS}"""


def store(folder: Path, arrays: str = ARRAYS) -> Path:
    """The machine file in `folder`, with these arrays."""
    assert MACHINE.count(ARRAYS) == 1
    file = folder / "store.yaml"
    file.write_text(MACHINE.replace(ARRAYS, arrays))
    return file


def scenario(folder: Path, arrays: str = ARRAYS, more: str = "") -> Path:
    """A scenario of it in the same folder."""
    store(folder, arrays)
    file = folder / "store_run.yaml"
    file.write_text(f"system: store\nmeasure: {{warm_up: 1 ms, duration: 1 ms}}\n{more}")
    return file
