# SPDX-License-Identifier: Apache-2.0
"""Files about the blocks for tools that build whole systems: wrappers with the names that they know, an IP-XACT component, versions of the cores.

`.venv/bin/python rtl/tools/integration.py` writes them again, from the ports of block_mover.v, the registers of block_mover.rdl and the files that
the FuseSoC descriptions name.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import yaml

from isochron.repository import REPOSITORY
from isochron.version import VERSION

RTL = REPOSITORY / "rtl"
FOLDER = RTL / "block_mover_ip"
BLOCK = RTL / "block_mover/block_mover.v"
NAMESPACE = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"
MADE = "made by .venv/bin/python rtl/tools/integration.py"

PARAMETER = re.compile(r"^    parameter (\w+)\s*= (\w+),?\s*(?://\s*(.*))?$", re.MULTILINE)
PORT = re.compile(r"^    (input|output)\s+wire\s+(?:\[([^\]]+):0\]\s+)?(\w+)", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter of a module."""

    name: str
    default: str
    meaning: str


@dataclasses.dataclass(frozen=True)
class Port:
    """A port of a module; `left` is the highest bit of a vector."""

    direction: str
    name: str
    left: str | None = None
    bus: str = ""  # the interface it is of
    signal: str = ""  # its name in the interface's standard
    inner: str = ""  # what it is connected to; nothing where the block has no such pin

    @property
    def declaration(self) -> str:
        """In a list of ports."""
        vector = f"[{self.left}:0]" if self.left else ""
        return f"{self.direction:6} wire {vector:14} {self.name}"


@dataclasses.dataclass(frozen=True)
class Bus:
    """An interface of many wires."""

    name: str
    kind: str
    master: bool
    title: str


BUSES = (
    Bus("s_axi_lite", "AXI4-Lite", False, "Registers: 4 KB"),
    Bus("m_axi_a", "AXI4", True, "Port A"),
    Bus("m_axi_b", "AXI4", True, "Port B"),
    Bus("m_axi_d", "AXI4", True, "Descriptors"),
    Bus("s_axis", "AXI4Stream", False, "Stream to the block mover"),
    Bus("m_axis", "AXI4Stream", True, "Stream from the block mover"),
)
# Names of an interface in block_mover.v that are others in the wrapper.
RENAMED = {"s_axil": "s_axi_lite"}
VENDOR_KINDS = {"AXI4-Lite": "aximm_rtl", "AXI4": "aximm_rtl", "AXI4Stream": "axis_rtl"}


def head() -> str:
    """The module's parameters and ports."""
    return BLOCK.read_text(encoding="utf-8").partition("\nmodule block_mover")[2].partition(");\n")[0]


def parameters() -> list[Parameter]:
    """Those of the block."""
    return [Parameter(*found) for found in PARAMETER.findall(head())]


def block_ports() -> list[Port]:
    """Those of the block, with the interface that each is of."""
    found = []
    for direction, left, name in PORT.findall(head()):
        prefix, _, signal = name.rpartition("_")
        bus = RENAMED.get(prefix, prefix)
        known = bus in {bus.name for bus in BUSES}
        found.append(
            Port(direction, f"{bus}_{signal}" if known else name, left or None, bus if known else "", signal.upper() if known else "", name)
        )
    return found


def added_ports(bus: Bus) -> list[Port]:
    """Pins that the interface's standard asks for and that the block does not look at: IDs of answers, protection of registers."""
    if bus.kind == "AXI4-Lite":
        return [Port("input", f"{bus.name}_{signal}", "2", bus.name, signal.upper()) for signal in ("awprot", "arprot")]
    if bus.kind == "AXI4":
        return [Port("input", f"{bus.name}_{signal}", "ID_W-1", bus.name, signal.upper()) for signal in ("bid", "rid")]
    return []


def axi_ports() -> list[Port]:
    """The ports of block_mover_axi."""
    inner = block_ports()
    made = [
        Port("input", "aclk", inner="clk"),
        Port("input", "aresetn", inner="rst"),
        Port("output", "irq", inner="irq"),
    ]
    for bus in BUSES:
        made += [port for port in inner if port.bus == bus.name] + added_ports(bus)
    covered = {port.inner for port in made}
    missing = [port.inner for port in inner if port.inner not in covered]
    if missing:
        raise LookupError(f"ports of no interface: {', '.join(missing)}")
    return made


def attributes(port: Port) -> str:
    """Attributes of a port for a vendor's tools; other tools skip them."""
    if port.bus:
        (bus,) = (bus for bus in BUSES if bus.name == port.bus)
        return f'(* X_INTERFACE_INFO = "xilinx.com:interface:{VENDOR_KINDS[bus.kind]}:1.0 {port.bus} {port.signal}" *)'
    all_buses = ":".join(bus.name for bus in BUSES)
    kinds = {
        "aclk": ("clock", "CLK", f"ASSOCIATED_BUSIF {all_buses}, ASSOCIATED_RESET aresetn"),
        "aresetn": ("reset", "RST", "POLARITY ACTIVE_LOW"),
        "irq": ("interrupt", "INTERRUPT", "SENSITIVITY LEVEL_HIGH"),
    }
    kind, signal, parameter = kinds[port.name]
    return f'(* X_INTERFACE_INFO = "xilinx.com:signal:{kind}:1.0 {port.name} {signal}", X_INTERFACE_PARAMETER = "{parameter}" *)'


def titled(ports: list[Port], decorate: bool) -> str:
    """A list of ports, a comment above each interface."""
    titles = {bus.name: bus.title for bus in BUSES} | {"wb": "Registers: Wishbone B4, classic or pipelined"}
    lines = []
    for number, port in enumerate(ports):
        if not number or port.bus != ports[number - 1].bus:
            lines += ([""] if number else []) + [f"    // {titles.get(port.bus, 'Clock, reset, interrupt')}"]
        if decorate:
            lines.append(f"    {attributes(port)}")
        lines.append(f"    {port.declaration}{',' if number + 1 < len(ports) else ''}")
    return "\n".join(lines)


def parameter_list() -> str:
    """The block's parameters, with its comments."""
    known = parameters()
    width = max(len(parameter.name) for parameter in known)
    longest = max(len(parameter.default) for parameter in known) + 1
    lines = []
    for number, parameter in enumerate(known):
        comma = "," if number + 1 < len(known) else ""
        note = f"  // {parameter.meaning}" if parameter.meaning else ""
        lines.append(f"    parameter {parameter.name:{width}} = {parameter.default + comma:{longest if note else 0}}{note}")
    return "\n".join(lines)


def instance(connections: list[tuple[str, str]]) -> str:
    """The block, with its parameters."""
    names = [parameter.name for parameter in parameters()]
    inside = ",\n".join(f"      .{name}({name})" for name in names)
    outside = ",\n".join(f"      .{pin}({what})" for pin, what in connections)
    return f"  block_mover #(\n{inside}\n  ) block_mover (\n{outside}\n  );\n"


def unused(ports: list[Port]) -> str:
    """Keeps lint quiet about inputs that are there for their standard's sake."""
    names = ", ".join(port.name for port in ports)
    return f"  wire unused = &{{1'b0, {names}}};\n" if ports else ""


def axi_wrapper() -> str:
    """block_mover_axi.v."""
    ports = axi_ports()
    connections = [(port.inner, "!aresetn" if port.name == "aresetn" else port.name) for port in ports if port.inner]
    return (
        "// SPDX-License-Identifier: Apache-2.0\n"
        f"// The block mover with the names from which tools for systems make interfaces; {MADE}.\n"
        "//\n"
        "// aresetn is synchronous to aclk. The answers' IDs are not looked at: a port has one ID at a time.\n"
        "`default_nettype none\n\n"
        f"module block_mover_axi #(\n{parameter_list()}\n) (\n{titled(ports, True)}\n);\n"
        f"{unused([port for port in ports if not port.inner])}\n{instance(connections)}endmodule\n`default_nettype wire\n"
    )


WISHBONE = [
    Port("input", "wb_cyc", None, "wb"),
    Port("input", "wb_stb", None, "wb"),
    Port("input", "wb_we", None, "wb"),
    Port("input", "wb_adr", "9", "wb"),
    Port("input", "wb_sel", "3", "wb"),
    Port("input", "wb_dat_w", "31", "wb"),
    Port("output", "wb_dat_r", "31", "wb"),
    Port("output", "wb_ack", None, "wb"),
    Port("output", "wb_err", None, "wb"),
    Port("output", "wb_stall", None, "wb"),
]


def wishbone_wrapper() -> str:
    """block_mover_wishbone.v."""
    inner = block_ports()
    plain = [port for port in inner if not port.bus]
    registers = [port for port in inner if port.bus == "s_axi_lite"]
    others = [port for port in inner if port.bus and port.bus != "s_axi_lite"]
    wires = "".join(f"  wire {f'[{port.left}:0]' if port.left else '':7} {port.inner};\n" for port in registers)
    bridge = [("clk", "clk"), ("rst", "rst"), *((port.name, port.name) for port in WISHBONE)]
    bridge += [(port.inner.replace("s_axil", "m_axil"), port.inner) for port in registers]
    pins = ",\n".join(f"      .{pin}({what})" for pin, what in bridge)
    return (
        "// SPDX-License-Identifier: Apache-2.0\n"
        f"// The block mover with its registers on Wishbone; {MADE}.\n"
        "//\n"
        "// wb_adr counts words. An access that the registers refuse ends with wb_err.\n"
        "`default_nettype none\n\n"
        f"module block_mover_wishbone #(\n{parameter_list()}\n) (\n{titled([*plain, *WISHBONE, *others], False)}\n);\n"
        f"{wires}\n  wishbone_axi_lite #(\n      .ADDR_W(12)\n  ) bridge (\n{pins}\n  );\n\n"
        f"{instance([(port.inner, port.inner) for port in inner])}endmodule\n`default_nettype wire\n"
    )


# ------------------------------------------------------------------------------------------------------------ IP-XACT


def element(parent: ET.Element, tag: str, text: str | None = None, /, **properties: str) -> ET.Element:
    """A new last child."""
    made = ET.SubElement(parent, f"{{{NAMESPACE}}}{tag}", properties)
    made.text = text
    return made


def memory_maps() -> ET.Element:
    """The registers, as PeakRDL tells them."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "component.xml")
        peakrdl = Path(sys.executable).parent / "peakrdl"
        command: list[str | Path] = [peakrdl, "ip-xact", RTL / "block_mover/block_mover.rdl", "-o", made, "--standard", "2014"]
        subprocess.run(command, check=True, capture_output=True)
        found = ET.parse(made).getroot().find(f"{{{NAMESPACE}}}memoryMaps")
    if found is None:
        raise LookupError("PeakRDL wrote no memory map")
    for extent in found.iter(f"{{{NAMESPACE}}}range"):
        extent.text = "'h1000"  # what the port decodes, not what is described
    for described in found.iter(f"{{{NAMESPACE}}}description"):
        described.text = " ".join((described.text or "").split())
    return found


def bus_interface(parent: ET.Element, bus: Bus, ports: list[Port], map_name: str) -> None:
    """An interface with its wires."""
    made = element(parent, "busInterface")
    element(made, "name", bus.name)
    element(made, "description", f"{bus.title}.")
    element(made, "busType", vendor="amba.com", library="AMBA4", name=bus.kind, version="r0p0_0")
    abstraction = element(element(made, "abstractionTypes"), "abstractionType")
    element(abstraction, "abstractionRef", vendor="amba.com", library="AMBA4", name=f"{bus.kind}_rtl", version="r0p0_0")
    maps = element(abstraction, "portMaps")
    wires = [("ACLK", "aclk"), ("ARESETn", "aresetn")]
    wires += [(port.signal, port.name) for port in ports if port.bus == bus.name]
    for logical, physical in wires:
        pair = element(maps, "portMap")
        element(element(pair, "logicalPort"), "name", logical)
        element(element(pair, "physicalPort"), "name", physical)
    role = element(made, "master" if bus.master else "slave")
    if bus.kind == "AXI4":
        element(role, "addressSpaceRef", addressSpaceRef=bus.name)
    if bus.kind == "AXI4-Lite":
        element(role, "memoryMapRef", memoryMapRef=map_name)


def address_spaces(parent: ET.Element) -> None:
    """The address spaces that the masters reach."""
    for bus in BUSES:
        if bus.kind != "AXI4":
            continue
        space = element(parent, "addressSpace")
        element(space, "name", bus.name)
        element(space, "range", "2 ** ADDR_W")
        element(space, "width", "64" if bus.name == "m_axi_d" else "DATA_W")


def model(parent: ET.Element, ports: list[Port]) -> None:
    """The Verilog module."""
    view = element(element(parent, "views"), "view")
    element(view, "name", "rtl")
    element(view, "envIdentifier", ":*Synthesis:")
    element(view, "componentInstantiationRef", "verilog")
    verilog = element(element(parent, "instantiations"), "componentInstantiation")
    element(verilog, "name", "verilog")
    element(verilog, "language", "verilog")
    element(verilog, "moduleName", "block_mover_axi")
    inside = element(verilog, "moduleParameters")
    for parameter in parameters():
        made = element(inside, "moduleParameter", parameterId=f"module_{parameter.name}", dataType="integer")
        element(made, "name", parameter.name)
        element(made, "value", parameter.name)
    element(element(verilog, "fileSetRef"), "localName", "rtl")
    listed = element(parent, "ports")
    for port in ports:
        made = element(listed, "port")
        element(made, "name", port.name)
        wire = element(made, "wire")
        element(wire, "direction", "in" if port.direction == "input" else "out")
        if port.left:
            vector = element(element(wire, "vectors"), "vector")
            element(vector, "left", port.left)
            element(vector, "right", "0")


def sources() -> list[Path]:
    """Every Verilog file of the component, from the FuseSoC descriptions."""
    found = []
    for core in (RTL / "common/common.core", RTL / "block_mover/block_mover.core"):
        described = yaml.safe_load(core.read_text(encoding="utf-8"))
        found += [core.parent / name for name in described["filesets"]["rtl"]["files"]]
    return [*found, FOLDER / "block_mover_axi.v"]


def component() -> str:
    """block_mover_axi.xml."""
    ET.register_namespace("ipxact", NAMESPACE)
    ports = axi_ports()
    maps = memory_maps()
    root = ET.Element(f"{{{NAMESPACE}}}component")
    for name, text in (("vendor", "isochron"), ("library", "rtl"), ("name", "block_mover_axi"), ("version", VERSION)):
        element(root, name, text)
    interfaces = element(root, "busInterfaces")
    map_name = maps.findtext(f".//{{{NAMESPACE}}}memoryMap/{{{NAMESPACE}}}name") or ""
    for bus in BUSES:
        bus_interface(interfaces, bus, ports, map_name)
    address_spaces(element(root, "addressSpaces"))
    root.append(maps)
    model(element(root, "model"), ports)
    files = element(element(root, "fileSets"), "fileSet")
    element(files, "name", "rtl")
    for source in sources():
        file = element(files, "file")
        element(file, "name", relative(source))
        element(file, "fileType", "verilogSource")
    element(root, "description", "Block mover: moves of up to three dimensions between two AXI4 ports and streams.")
    listed = element(root, "parameters")
    for parameter in parameters():
        made = element(listed, "parameter", parameterId=parameter.name, type="int", resolve="user")
        element(made, "name", parameter.name)
        if parameter.meaning:
            element(made, "description", parameter.meaning)
        element(made, "value", parameter.default)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- SPDX-License-Identifier: Apache-2.0. {MADE.capitalize()}. -->\n{text}\n'


def relative(source: Path) -> str:
    """A path from the component's folder."""
    return f"../{source.relative_to(RTL).as_posix()}" if source.parent != FOLDER else source.name


def core(path: Path) -> str:
    """A FuseSoC description with the product's version in its name."""
    text = path.read_text(encoding="utf-8")
    made, names = re.subn(r"^name: (isochron:rtl:\w+)\S*$", rf"name: \1:{VERSION}", text, flags=re.MULTILINE)
    if names != 1:
        raise LookupError(f"{path}: {names} names of a core")
    return made


FILES: dict[Path, Callable[[], str]] = {
    **{path: functools.partial(core, path) for path in sorted(RTL.rglob("*.core"))},
    FOLDER / "block_mover_axi.v": axi_wrapper,
    FOLDER / "block_mover_wishbone.v": wishbone_wrapper,
    FOLDER / "block_mover_axi.xml": component,
}


def main() -> None:
    """Writes all files."""
    for file, make in FILES.items():
        file.write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
