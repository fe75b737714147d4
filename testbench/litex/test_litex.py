# SPDX-License-Identifier: Apache-2.0
"""A LiteX system with a block mover, under Verilator as LiteX's own simulations: a copy by its registers and one by a descriptor."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from isochron_block_mover import BlockMover, add_block_mover
from litex.build.generic_platform import Pins
from litex.build.sim import SimPlatform
from litex.gen import LiteXModule
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect.axi import AXILiteInterface
from migen import ClockDomain

HERE = Path(__file__).resolve().parent
OLD_VERILATOR = "/usr/bin/verilator"
MEMORY, MOVER = 0x1000_0000, 0x3000_0000


class Clocks(LiteXModule):
    """The system's clock and reset, from its pins."""

    def __init__(self, platform: Any) -> None:
        self.cd_sys = ClockDomain()
        self.comb += [self.cd_sys.clk.eq(platform.request("sys_clk")), self.cd_sys.rst.eq(platform.request("sys_rst"))]


class System(SoCMini):
    """Memory and a block mover, and a port for who plays the processor."""

    def __init__(self, standard: str, **arguments: int) -> None:
        host = AXILiteInterface(data_width=32, address_width=32)
        pins = [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1)), ("irq", 0, Pins(1)), *host.get_ios("host")]
        platform = SimPlatform("SIM", pins)
        SoCMini.__init__(self, platform, clk_freq=int(1e6), bus_standard=standard, integrated_sram_size=0, with_timer=False, ident="")
        self.crg = Clocks(platform)
        self.comb += host.connect_to_pads(platform.request("host"), mode="slave")
        self.bus.add_master("host", master=host)
        self.add_ram("memory", MEMORY, 0x1000)
        self.mover = add_block_mover(self, "mover", MOVER, **arguments)
        self.comb += platform.request("irq").eq(self.mover.ev.moved.trigger)


def simulated(system: System, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the host says."""
    system.finalize()
    # LiteX writes the memory's contents where it runs.
    monkeypatch.chdir(folder)
    system.platform.get_verilog(system, name="soc").write(str(folder / "soc.v"))
    sources = [source[0] for source in system.platform.sources]
    # LiteX's Verilog is not ours to lint, and a short run is not worth an optimizing compiler's time.
    compiled = [OLD_VERILATOR, "--binary", "--timing", "-Wno-lint", "-Wno-fatal", "-CFLAGS", "-O0", "--top-module", "host", "--Mdir", "made"]
    done = subprocess.run([*compiled, str(HERE / "host.v"), "soc.v", *sources], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return subprocess.run(["made/Vhost"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("standard, arguments", [("axi-lite", {}), ("wishbone", {"data_width": 32}), ("axi", {"PORT_B": 1, "STREAM": 0})])
def test_a_system_moves(standard: str, arguments: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = simulated(System(standard, **arguments), tmp_path, monkeypatch)
    assert "passed: 61 bytes twice" in said, said


def test_a_parameter_out_of_range_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = System("axi-lite", OUTSTANDING=3)
    with pytest.raises(AssertionError, match="out_of_range"):
        simulated(system, tmp_path, monkeypatch)


def test_streams_are_endpoints() -> None:
    mover = BlockMover(SimPlatform("SIM", []), data_width=128)
    assert (len(mover.sink.data), len(mover.source.keep)) == (128, 16)
