# SPDX-License-Identifier: Apache-2.0
"""Makes faults in the netlist of a design: all of a sample in one netlist, behind an input that chooses one, so that one build of
the simulation serves them all.
"""

import dataclasses
import re
from pathlib import Path

from rtl_tools import designs
from rtl_tools.designs import Design
from rtl_tools.tools import OLD_YOSYS, run

SELECT = "mutsel"
SELECT_W = 16

MODES = {
    "inv": "inverted",
    "const0": "stuck at 0",
    "const1": "stuck at 1",
    "cnot0": "inverted when its neighbour is 0",
    "cnot1": "inverted when its neighbour is 1",
}


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One fault. `number` is the value of the input that makes it; 0 makes none."""

    number: int
    command: str

    def option(self, name: str) -> list[str]:
        """The values of one of the options of Yosys' mutate."""
        return re.findall(rf" -{name} (\S+)", self.command)

    @property
    def fault(self) -> str:
        """What is wrong, for people."""
        (mode,), (port,), (bit,) = (self.option(name) for name in ("mode", "port", "portbit"))
        name = self.option("cell")[0]
        # Yosys names a cell $kind$file:line$number, or $flatten\\part.$kind$number.
        place = re.search(r"\$(\w+)\$(?:\S*/)?(\w+\.v:\d+)\$\d+$", name)
        cell = f"{place[1]} at {place[2]}" if place else re.sub(r"\$flatten|\\|\$\d+$", "", name)
        wire = "".join(f", {name}" for name in self.option("wire"))
        return f"{port}[{bit}] of {cell} {MODES[mode]}{wire}"

    @property
    def places(self) -> list[str]:
        """Source lines that the faulty cell or signal comes from, the innermost last."""
        return [re.sub(r"\.[0-9]+-.*", "", place) for place in self.option("src")]


def sample(design: Design, count: int, seed: int, folder: Path, whole: str = "") -> list[Mutant]:
    """Writes `mutants.v` into the folder: the design, flat, with `mutsel` as one more input. Returns what its values mean.

    Memories are left whole (a fault in a clock of one of their ports has no Verilog); what goes into them and comes out is not.
    So are the parts that are a `whole`, the name of a module: they stay modules of their own, without a fault.
    """
    folder.mkdir(parents=True, exist_ok=True)
    flat, listing = folder / "flat.il", folder / "mutants.ys"
    parameters = "".join(f" -chparam {name} {value}" for name, value in design.parameters)
    yosys(
        [
            f"read_verilog {' '.join(design.sources())}",
            f"hierarchy -check -top {design.top}{parameters}",
            f"rename -top {design.top}",
            # A module that stays one in synthesis takes faults as all others do.
            "setattr -mod -unset keep_hierarchy *",
            *([f"setattr -mod -set keep_hierarchy 1 *{whole}*"] if whole else []),
            # Values that do not matter are chosen as synthesis would, so that fewer faults are none.
            "proc; flatten; opt -mux_undef; memory -nomap; wreduce; opt; opt_clean",
            f"write_rtlil {flat}",
            f"select -set cells {design.top}/t:* t:$mem* %d{f' t:*{whole}* %d' if whole else ''}",
            f"mutate -list {count} -seed {seed} -o {listing} @cells",
        ]
    )
    mutants = [Mutant(number, line) for number, line in enumerate(listing.read_text().splitlines(), 1)]
    yosys(
        [f"read_rtlil {flat}", *behind_select(mutants), "opt_clean", f"write_verilog -noattr {folder / 'mutants.v'}"], folder
    )
    return mutants


def behind_select(mutants: list[Mutant]) -> list[str]:
    """The commands that put all of them into a netlist."""
    return [
        mutant.command.replace("mutate ", f"mutate -ctrl {SELECT} {SELECT_W} {mutant.number} ", 1) for mutant in mutants
    ]


def yosys(commands: list[str], folder: Path | None = None) -> None:
    """Runs commands; a folder where they are too many for a command line."""
    if folder:
        script = folder / "apply.ys"
        script.write_text("\n".join(commands) + "\n")
        done = run([OLD_YOSYS, "-q", "-s", str(script)], designs.base())
    else:
        done = run([OLD_YOSYS, "-q", "-p", "; ".join(commands)], designs.base())
    if done.returncode:
        raise RuntimeError(done.stdout)
