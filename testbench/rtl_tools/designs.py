# SPDX-License-Identifier: Apache-2.0
"""The designs that lint, synthesis and the mutation run look at: a top module and its parameters.

ISOCHRON_RTL names another folder than rtl/, that of another working copy for instance.
"""

import dataclasses
import itertools
import os
from pathlib import Path

from rtl_tools.tools import ROOT

RTL = Path(os.environ.get("ISOCHRON_RTL", ROOT / "rtl")).resolve()
BENCH_DUT = RTL.parent / "testbench/rtl/bench_dut.v"
INTEGRATION = RTL.parent / "docs/examples/block_mover_integration/block_mover_integration.v"


@dataclasses.dataclass(frozen=True)
class Design:
    """A module with parameters; those not named keep their defaults."""

    top: str
    parameters: tuple[tuple[str, int], ...] = ()
    file: Path = Path()

    @property
    def name(self) -> str:
        """For people: `fifo`, `block_mover_core DATA_W=32 XOR=0`."""
        return " ".join([self.top, *(f"{name}={value}" for name, value in self.parameters)])

    @property
    def id(self) -> str:
        """For file names."""
        return self.name.replace(" ", "-")

    def sources(self) -> list[str]:
        """The top's file first, then every other module of rtl/, as paths from base()."""
        return [relative(self.file), *(relative(file) for file in modules() if file != self.file)]


def base() -> Path:
    """The folder to run tools in. A WebAssembly program sees what lies below it, even under /tmp, if the paths are relative."""
    return RTL.parent


def relative(file: Path) -> str:
    """A path from base()."""
    return str(file.relative_to(base()))


def modules() -> list[Path]:
    """Every Verilog file of rtl/; a test bench lies a folder deeper."""
    return sorted(RTL.glob("*/*.v"))


def folders() -> list[Path]:
    """Where a tool finds a module by its name."""
    return sorted({file.parent for file in modules()})


def design(top: str, **parameters: int) -> Design:
    """The design of a module of rtl/ or of the bench's wrapper."""
    files = [file for file in [*modules(), BENCH_DUT, INTEGRATION] if file.stem == top and file.exists()]
    if len(files) != 1:
        raise LookupError(f"{top}.v is {len(files)} times in rtl/ and testbench/rtl")
    return Design(top, tuple(parameters.items()), files[0])


def core_designs() -> list[Design]:
    """The core at every width with every choice of ports, and with its other parameters at their ends."""
    choices = itertools.product((32, 64, 128, 256, 512), (0, 1), (0, 1), (0, 1))
    ports = [
        design("block_mover_core", DATA_W=width, PORT_B=b, STREAM=stream, XOR=xor) for width, b, stream, xor in choices
    ]
    ends: list[dict[str, int]] = [
        {"ADDR_W": 64},
        {"ADDR_W": 40, "TAG_W": 1, "COUNT_W": 4, "ID_W": 1},
        {"COUNT_W": 24, "TAG_W": 32, "ID_W": 8},
        {"OUTSTANDING": 4, "COMMANDS": 2, "BUFFER_WORDS": 256, "MAX_BURST": 16},
        {"OUTSTANDING": 64, "COMMANDS": 32, "BUFFER_WORDS": 2048},
        {"DATA_W": 512, "MAX_BURST": 64, "BUFFER_WORDS": 512},
    ]
    return ports + [design("block_mover_core", **parameters) for parameters in ends]


def disk_node_designs() -> list[Design]:
    """The disk-node interface at its default parameters, at both ends of each, and at widths that are not the default."""
    others: list[dict[str, int]] = [
        {},
        {"DATA_W": 32, "BLOCK_LOG2": 12, "ID_W": 8},
        {"DATA_W": 512, "MAX_BURST": 8, "ADDR_W": 64},
        {"ADDR_W": 40, "TAGS": 16, "DISKS": 11, "SLOT_BLOCKS": 2},
        {"DISKS": 1, "TAGS": 2, "REQUESTS": 2, "PORT_B": 0},
        {"DISKS": 32, "TAGS": 32, "REQUESTS": 32},
    ]
    return [design("disk_node", **parameters) for parameters in others]


def refused_designs() -> list[Design]:
    """What must not elaborate: one parameter of the core or of the disk-node interface out of its range."""
    wrong = {
        "ADDR_W": (31, 65),
        "DATA_W": (16, 48, 1024),
        "TAG_W": (0,),
        "ID_W": (0, 9),
        "OUTSTANDING": (0, 12),
        "COMMANDS": (0, 6),
        "BUFFER_WORDS": (0, 500),
        "MAX_BURST": (0, 100, 512),
    }
    wrong_node = {
        "ADDR_W": (31, 65),
        "DATA_W": (48,),
        "DISKS": (0, 9),
        "TAGS": (6, 64),
        "REQUESTS": (1, 12, 64),
        "BLOCK_LOG2": (8, 13),
        "SLOT_BLOCKS": (1, 3, 8),
    }
    found: list[Design] = []
    if (RTL / "block_mover/block_mover_core.v").exists():
        found += [design("block_mover_core", **{name: value}) for name, values in wrong.items() for value in values]
    if (RTL / "disk_node/disk_node.v").exists():
        found += [design("disk_node", **{name: value}) for name, values in wrong_node.items() for value in values]
    return found


def all_designs() -> list[Design]:
    """Everything that is there, part modules of the block mover as parts of it."""
    found = [design(file.stem) for file in modules() if file.parent.name == "common"]
    if (RTL / "block_mover/block_mover_core.v").exists():
        found += core_designs()
    if (RTL / "block_mover/block_mover.v").exists():
        found += [design("block_mover"), design("block_mover", DATA_W=128, ADDR_W=64, ID_W=8), design("block_mover", PORT_B=0, STREAM=0, XOR=0)]
    if (RTL / "block_mover_ip").exists():
        found += [design("block_mover_axi"), design("block_mover_wishbone"), design("block_mover_axi", DATA_W=512, ADDR_W=64, ID_W=1)]
    if (RTL / "disk_node/disk_node.v").exists():
        found += disk_node_designs()
    if INTEGRATION.exists():
        found.append(design("block_mover_integration"))
    if BENCH_DUT.exists():
        found.append(design("bench_dut"))
    if not found:
        raise LookupError(f"no Verilog under {RTL}")
    return found
