# SPDX-License-Identifier: Apache-2.0
"""What a changed file means where no graph says it: checks of a file by its kind, and steps for what cannot be judged."""

from __future__ import annotations

import re

# Pages and the commands in them.
DOCUMENTS = ("testbench/repository/test_documents.py", "testbench/repository/test_snippets.py")
# The command's results by the shipped scenarios, in short; simulations of Verilog in machines take as long as all the others.
COMMAND = tuple(f"testbench/{test}.py" for test in ("results/test_results", "results/test_published", "papers/test_published_files", "reference/test_reference"))
COMMAND_WITHOUT = "not cluster_dma and not disk_node"
SCRIPTS = ("testbench/repository/test_scripts.py", *DOCUMENTS)

# Path -> Python tests that are about it.
PYTHON_TESTS = (
    (re.compile(r".*\.md$"), DOCUMENTS),
    (re.compile(r"scenarios/|tlm/.*\.json$"), COMMAND),
    (re.compile(r"(scripts/(setup|run|test|explore|lib\.sh|packages\.apt|requirements\.txt)|\.ci/run)$"), SCRIPTS),
    (re.compile(r"\.pre-commit-config\.yaml$"), ("testbench/repository/test_pre_commit.py",)),
    (re.compile(r"rtl/drivers/linux/"), ("testbench/hardware/test_linux_driver.py",)),
    (re.compile(r"(scripts|tlm|rtl|testbench)/.*\.(h|c|cpp|v|py|sh)$"), ("testbench/repository/test_layers.py",)),
)

# Path -> steps that run whole, and why. The first that matches counts; None: nothing to widen.
WIDER: tuple[tuple[re.Pattern[str], tuple[str, ...], str], ...] = (
    (re.compile(r"(.*/)?CMakeLists\.txt$|CMakePresets\.json$|cmake/|.*\.cmake$|VERSION$"), ("build", "ctest", "install"), "part of the build"),
    (re.compile(r"scripts/packages\.apt$"), ("build", "ctest"), "packages of the whole build"),
    (re.compile(r"scripts/(requirements\.txt|pyproject\.toml)$"), ("lint", "python"), "all Python tests use it, and the checks of Python"),
    (re.compile(r"testbench/(conftest\.py|pytest\.ini)$"), ("python",), "all Python tests use it"),
    (re.compile(r"scripts/lib\.sh$"), ("build",), "the scripts that build use it"),
    (re.compile(r"\.clang-format$"), ("format",), "the format of every file"),
    (re.compile(r"\.clang-tidy$|testbench/lint/clang_tidy\.py$"), ("tidy",), "the findings in every file"),
    (re.compile(r"testbench/install/"), ("install",), "part of that step"),
    (re.compile(r"testbench/bench/(effort\.json|instructions)$"), ("effort",), "part of that step"),
    (re.compile(r"rtl/.*\.(v|core|vlt)$|testbench/.*\.v$|testbench/lint/(rtl_lint|comb_paths)\.py$|.*\.core$"), ("rtl_lint",), "Verilog or its lint"),
    (re.compile(r"rtl/drivers/linux/.*(Makefile|\.yaml|\.clang-format)$"), ("build", "ctest", "format"), "part of the driver for Linux"),
    (re.compile(r".*\.(h|c|cpp|md|py|rdl|sh)$|scenarios/|(scripts|\.ci)/[a-z]+$|testbench/rtl/coverage|LICENSE$|\.(gitignore|gitattributes|editorconfig|pre-commit-config\.yaml)$|\.github/|tlm/.*\.json$|tlm/.*\.h\.in$"), (), ""),
)  # fmt: skip

# Path -> steps that the change may affect and that are left out for their length.
LONGER = (
    (re.compile(r"rtl/.*\.v$"), ("rtl_formal", "rtl_synthesis", "rtl_cocotb", "rtl_litex", "rtl_mutation")),
    (re.compile(r"tlm/.*\.h$|docs/examples/|docs/machines\.md$"), ("install",)),
    (re.compile(r"testbench/(formal|rtl_tools)/"), ("rtl_formal",)),
    (re.compile(r"testbench/(synthesis|rtl_tools)/"), ("rtl_synthesis",)),
    (re.compile(r"testbench/rtl/cocotb/"), ("rtl_cocotb",)),
    (re.compile(r"(testbench|drivers)/litex/"), ("rtl_litex",)),
    (re.compile(r"testbench/(mutation|rtl_tools)/"), ("rtl_mutation",)),
    (re.compile(r"tlm/isochron/(?!app|core|observe|protocol|scenario)|testbench/model_mutation/"), ("model_mutation",)),
    (re.compile(r"testbench/fuzz/"), ("fuzz",)),
    (re.compile(r"scripts/isochron/explore/speed/"), ("effort",)),
    (re.compile(r"testbench/acceptance/"), ("accept",)),
    (re.compile(r"testbench/bare/"), ("bare",)),
    (re.compile(r"testbench/rtl/coverage"), ("rtl_coverage",)),
    (re.compile(r"testbench/asan/"), ("asan",)),
    (re.compile(r"scripts/(run|explore)$"), ("accept",)),
)


def python_tests(path: str) -> set[str]:
    """Tests that are about a file without importing it."""
    return {test for pattern, tests in PYTHON_TESTS if pattern.match(path) for test in tests}


def wider(path: str) -> tuple[tuple[str, ...], str]:
    """Steps that run whole because of a file, and why."""
    for pattern, steps, why in WIDER:
        if pattern.match(path):
            return steps, why
    return ("python",), "nothing says what uses it"


def longer(path: str) -> set[str]:
    """Steps that are left out though the file may affect them."""
    return {step for pattern, steps in LONGER if pattern.match(path) for step in steps}
