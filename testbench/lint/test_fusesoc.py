# SPDX-License-Identifier: Apache-2.0
"""The FuseSoC descriptions of the blocks: complete, and their targets do what they say."""

import subprocess
from pathlib import Path

import pytest
import yaml

from rtl_tools.tools import BIN, ROOT

CORES = sorted((ROOT / "rtl").rglob("*.core"))


@pytest.mark.parametrize("core", CORES, ids=lambda core: core.stem)
def test_core_names_every_file_of_its_folder(core: Path) -> None:
    named = yaml.safe_load(core.read_text())["filesets"]["rtl"]["files"]
    assert named == sorted(file.name for file in core.parent.glob("*.v"))


def fusesoc(target: str, folder: Path, rtl: Path = ROOT / "rtl", block: str = "block_mover") -> subprocess.CompletedProcess[str]:
    command = [BIN / "fusesoc", "--cores-root", rtl, "run", "--build-root", folder, "--target", target, f"isochron:rtl:{block}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("target", ["lint", "lint_shell"])
def test_lint_target_passes(target: str, tmp_path: Path) -> None:
    done = fusesoc(target, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_lint_target_of_the_disk_node_interface_passes(tmp_path: Path) -> None:
    done = fusesoc("lint", tmp_path, block="disk_node")
    assert done.returncode == 0, done.stdout + done.stderr


def test_lint_target_fails_on_a_warning(tmp_path: Path) -> None:
    copy = tmp_path / "rtl"
    for file in (ROOT / "rtl").rglob("*.*"):
        target = copy / file.relative_to(ROOT / "rtl")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
    core = copy / "block_mover/block_mover_core.v"
    core.write_text(core.read_text().replace("endmodule", "  wire never_used = clk;\nendmodule"))
    assert fusesoc("lint", tmp_path, copy).returncode != 0


def test_simulation_target_passes(tmp_path: Path) -> None:
    done = fusesoc("sim", tmp_path)
    assert "passed: 185 bytes copied, 29 filled" in done.stdout, done.stdout + done.stderr


def test_synthesis_target_makes_a_netlist(tmp_path: Path) -> None:
    done = fusesoc("synth", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(tmp_path.rglob("isochron_rtl_block_mover_*.json"))


@pytest.mark.parametrize("target", ["lint", "lint_wishbone"])
def test_lint_targets_of_the_wrappers_pass(target: str, tmp_path: Path) -> None:
    done = fusesoc(target, tmp_path, block="block_mover_ip")
    assert done.returncode == 0, done.stdout + done.stderr


def test_simulation_through_wishbone_passes(tmp_path: Path) -> None:
    done = fusesoc("sim", tmp_path, block="block_mover_ip")
    assert "passed: 902 accesses, 154 bytes filled and copied" in done.stdout, done.stdout + done.stderr
