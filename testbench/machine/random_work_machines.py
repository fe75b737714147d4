# SPDX-License-Identifier: Apache-2.0
"""Machine files whose parts have work of their own, by number: processors with caches on MBUS or on a general bus, and disks that are read meanwhile."""

from __future__ import annotations

from random_machine_files import Entry, Machine

FIRST = 2000
ALL = 48


class WorkMachine(Machine):
    def __init__(self, number: int) -> None:
        super().__init__(number, "processors and disks on a bus")
        self.until_done = True
        # The program of each processor: bytes, clocks and transfers of a line.
        self.programs: list[Entry] = []
        self.clock = self.chance.choice((33_333_333, 50_000_000, 66_666_667))
        self.bus: Entry = {}
        self.disks = 0

    @property
    def alone(self) -> bool:
        """A processor that meets nobody on an MBUS."""
        return len(self.programs) == 1 and self.bus["type"] == "mbus" and self.disks == 0

    def document(self) -> Entry:
        return super().document() | {"metrics": {"busy": {"mean": "bus.utilisation"}}}


def work_machine(number: int) -> WorkMachine:
    """Every third machine is a processor alone."""
    m = WorkMachine(number)
    line = 2 ** m.between(3, 8)
    processors = 1 if number % 3 == 0 else m.between(1, 3)
    disks = m.disks = 0 if number % 3 == 0 else m.between(number % 3 == 1, 2)
    m.bus = {"type": "mbus", "clock": f"{m.clock} Hz", "line": f"{line} B", "fill": m.between(1, 40), "write_back": m.between(1, 40)}
    if number % 3 == 2 and m.one_in(2):
        m.bus = {"type": "fifo_bus", "rate": f"{m.between(20, 200)} MB/s"}
    for p in range(processors):
        program: Entry = {"program": m.chance.choice(("read", "write", "copy")), "bytes": line * m.between(1, 400), "instruction_cycles": m.chance.choice((0, 0, 1, 9))}
        m.programs.append(program)
        m.parts[f"cache_{p}"] = {"type": "cache", "line": f"{line} B", "size": f"{line * 2 ** m.between(4, 9)} B", "ways": m.chance.choice((1, 1, 2))}
        m.parts[f"processor_{p}"] = {"type": "line_processor", "clock": f"{m.clock} Hz"} | program | {"bytes": f"{program['bytes']} B"}
    m.parts["bus"] = m.bus
    m.parts["memory"] = {"type": "memory"}
    if disks:
        m.parts[f"disk[{disks}]"] = {"type": "disk_reader", "rate": f"{m.between(10, 900)} kB/s", "word": f"{m.between(1, 16)} B"}
        m.connect.append({"for": {"d": disks}, "from": "disk[d].socket", "to": f"bus.device[{processors} + d]"})
    for p in range(processors):
        m.connect.append({"from": f"processor_{p}.cache", "to": f"cache_{p}.processor"})
        m.connect.append({"from": f"cache_{p}.socket", "to": f"bus.device[{p}]"})
    m.connect.append({"from": "bus.window[0]", "to": "memory.socket"})
    return m
