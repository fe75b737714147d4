#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the registers of a SystemRDL file as lines of C++ for the register test: what the description promises of each bit."""

import sys
from pathlib import Path

from systemrdl import RDLCompiler
from systemrdl.node import FieldNode, RegNode
from systemrdl.rdltypes import AccessType, OnWriteType


def mask(field: FieldNode) -> int:
    """The bits of a field."""
    return ((1 << field.width) - 1) << field.low


def line(register: RegNode) -> str:
    """One row: name, address, reset value, and masks of bits by kind."""
    reset = plain = set_by_one = clear_by_one = pulse = changing = 0
    for field in register.fields():
        bits = mask(field)
        reset |= int(field.get_property("reset") or 0) << field.low
        if field.get_property("sw") is AccessType.r:
            changing |= bits if field.is_hw_writable else 0
            continue
        on_write = field.get_property("onwrite")
        if field.get_property("singlepulse"):
            pulse |= bits
        elif on_write is OnWriteType.woset:
            set_by_one |= bits
        elif on_write is OnWriteType.woclr:
            clear_by_one |= bits
        else:
            plain |= bits
    values = ", ".join(f"{value:#x}" for value in (reset, plain, set_by_one, clear_by_one, pulse, changing))
    return f'{{"{register.get_path_segment()}", {register.absolute_address:#05x}, {values}}},'


def main() -> None:
    """The table of the file that the command line names, into the file that it names."""
    source, target = map(Path, sys.argv[1:])
    compiler = RDLCompiler()
    compiler.compile_file(str(source))
    top = compiler.elaborate().top
    rows = [line(register) for register in top.registers(unroll=True)]
    target.write_text("// Made from " + source.name + ".\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
