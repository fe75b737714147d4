# SPDX-License-Identifier: Apache-2.0
"""Proves of a mutant that it is no fault: every output, every flip-flop's next value and every input of a memory is the same
function of inputs, flip-flops and memory outputs as without it. No test can notice such a mutant.

A mutant that differs only in states which cannot be reached is not recognized.
"""

from pathlib import Path

from mutation.mutants import SELECT, SELECT_W, Mutant, behind_select, yosys
from rtl_tools.tools import OLD_YOSYS, run


def cut(mutants: list[Mutant], folder: Path, whole: str = "") -> Path:
    """Writes the netlist with all mutants, cut at flip-flops, memories and parts of the module `whole`: what they give are inputs,
    what they take are outputs.
    """
    parts = "t:$mem*" + (f" t:*{whole}*" if whole else "")
    combinational = folder / "combinational.il"
    yosys(
        [
            f"read_rtlil {folder / 'flat.il'}",
            *behind_select(mutants),
            "opt_clean",
            # A flip-flop of a bit that a register does not have is always 0: it goes, and so does a fault in it.
            "opt -fine",
            # A wire of which only some bits are flip-flops would be left alone, and so would one without a name.
            "splitnets -ports; dffunmap; autoname",
            f"select -set parts {parts} %u" if whole else f"select -set parts {parts}",
            "expose @parts %ci1 @parts %d",
            "delete @parts",
            *([f"delete =*{whole}*"] if whole else []),
            "setundef -undriven -expose",
            "opt_clean; simplemap t:$dff; splitnets -ports; autoname",
            "expose -dff -evert-dff",
            "opt_clean",
            "select -assert-none t:$_DFF* t:$dff*",
            f"write_rtlil {combinational}",
        ],
        folder,
    )
    return combinational


def chosen(number: int) -> str:
    """Commands that tie the select input of the module at hand to a number."""
    return "; ".join(f"connect -set {SELECT}[{bit}] 1'b{number >> bit & 1}" for bit in range(SELECT_W))


def is_same(combinational: Path, top: str, mutant: Mutant, seconds: int = 120) -> bool:
    """Whether a SAT solver proves it in the processor's time."""
    script = [
        f"read_rtlil {combinational}",
        f"copy {top} gate; rename {top} gold",
        f"delete -input gold/w:{SELECT}* gate/w:{SELECT}*",
        f"cd gold; {chosen(0)}; cd gate; {chosen(mutant.number)}; cd",
        "miter -equiv -flatten gold gate miter; hierarchy -top miter",
        # What the fault does not reach is the same in both halves, and becomes one.
        "opt_expr; opt_clean; opt_merge; opt_expr; opt_merge; opt_clean",
        "sat -verify -prove trigger 0 miter",
    ]
    return run(["prlimit", f"--cpu={seconds}", OLD_YOSYS, "-q", "-p", "; ".join(script)]).returncode == 0
