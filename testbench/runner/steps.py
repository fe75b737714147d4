# SPDX-License-Identifier: Apache-2.0
"""The steps of scripts/test, in the order in which they run where no earlier run says how long each takes."""

from __future__ import annotations

import dataclasses

from runner.command import Command, build, ctest, pytest, python, sanitizers, shell
from runner.errors import UsageError
from runner.folders import python_folders
from runner.places import CORES, ROOT
from runner.step import Step

JOBS = str(CORES)
SOURCES = ("tlm", "testbench", "docs", "rtl")


# Sanitizers look for errors of memory: fewer random cases come by the same code, and ctest judges what comes out of all.
FEWER_CASES = {"RC_PARAMS": "seed=1 max_success=20 noshrink=1"}
# What the answers of the Verilog's tools depend on: they give the same ones every time.
RTL_INPUTS = (
    *("rtl", "testbench/rtl", "testbench/rtl_tools", "testbench/lint", "testbench/litex", "testbench/formal", "testbench/synthesis", "testbench/mutation"),
    *("testbench/CMakeLists.txt", "testbench/conftest.py", "testbench/pytest.ini", "CMakeLists.txt", "CMakePresets.json", "cmake"),
    *("tlm/isochron/dma/block_mover", "tlm/isochron/disk_node"),
    *("docs/examples", "scripts/packages.apt", "scripts/requirements.txt"),
)


def release_build(everything: bool) -> list[Command]:
    """Configures build/release once and brings it up to date."""
    return [shell("configure_release tests", builds="release"), build("release")]


def configure_asan(everything: bool) -> Command:
    """Simulations of the Verilog alone take as long as all others together: the Verilog in machines is among those."""
    words = ("cmake", "--preset", "asan", f"-DISOCHRON_RTL_TESTS={'ON' if everything else 'OFF'}")
    return Command(words, builds="asan")


def asan_build(everything: bool) -> list[Command]:
    """The build under the sanitizers."""
    return [configure_asan(everything), build("asan")]


def release_tests(everything: bool) -> list[Command]:
    """All tests. Simulations of the disk-node interface take as long as all others of Verilog: the newer Verilator repeats them in the long form."""
    return [ctest("release", "--timeout", "900", *([] if everything else ["--exclude-regex", r"^pypi\.disk_node\."]))]


def adds_nothing() -> list[str]:
    """Regular expressions of the CTest names of tests that reach no code that others do not reach."""
    lines = (ROOT / "testbench/asan/adds_nothing.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def asan(everything: bool) -> list[Command]:
    """The tests under the sanitizers."""
    if everything:
        return [ctest("asan", "--timeout", "1800", environment=sanitizers())]
    exclude = ("--label-exclude", "bench", "--exclude-regex", "|".join(adds_nothing()))
    return [ctest("asan", "--timeout", "1800", *exclude, environment={**sanitizers(), **FEWER_CASES})]


def fuzz(everything: bool) -> list[Command]:
    """Bad input to the command with sanitizers."""
    return [pytest("testbench/fuzz", environment={**sanitizers(), "ISOCHRON_COMMAND": f"{ROOT}/build/asan/isochron"})]


def cxx_files() -> list[str]:
    """What clang-format looks at."""
    files = (path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in (".h", ".c", ".cpp"))
    return sorted(str(path.relative_to(ROOT)) for path in files)


def clang_format(files: list[str]) -> Command:
    """Complains of files that clang-format would change."""
    return Command(("clang-format", "--dry-run", "-Werror", *files), remedy="clang-format -i FILE... puts it right")


def tidy(everything: bool) -> list[Command]:
    """clang-tidy over our C++, a batch of the build at a time; the long form takes every source as it stands. The driver for Linux keeps
    that kernel's rules.
    """
    common = ("testbench/lint/clang_tidy.py", "--build", "build/release", "--jobs", JOBS, *(["--each"] if everything else []))
    return [python(*common, "tlm"), python(*common, "rtl/cosim")]


def shell_scripts() -> list[str]:
    """Every shell script."""
    named = [f"scripts/{name}" for name in ("setup", "run", "test", "explore", "lib.sh")] + [".ci/run", "testbench/bench/instructions", "testbench/rtl/coverage", "testbench/rtl/linux/build_module.sh"]
    return named + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "testbench").glob("*/*.sh"))


def prose() -> list[str]:
    """Every file that people read, but for tests, which mistype words on purpose."""
    folders = ("cmake", "docs", "rtl", "scenarios", "scripts", "tlm")
    files = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in (".c", ".cmake", ".cpp", ".h", ".md", ".py", ".v", ".yaml"))
    return [*(f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")), *sorted(str(path.relative_to(ROOT)) for path in files)]


def lint(everything: bool) -> list[Command]:
    """ruff over all our Python, mypy over what is typed throughout, codespell over what people read."""
    config = "scripts/pyproject.toml"
    return [
        python("-m", "ruff", "check", "--config", config, "--cache-dir", "build/ruff", "scripts", "testbench", "rtl"),
        python("-m", "mypy", "--config-file", config, "--cache-dir", "build/mypy", "scripts/isochron", "testbench/runner", "rtl/tools"),
        python("-m", "codespell_lib", "--toml", config, *prose()),
    ]


def with_tool(tests: str, tool: str, everything: bool, quick: tuple[str, ...] = (), long: tuple[str, ...] = ()) -> list[Command]:
    """The tests of a tool for the Verilog, then the tool itself in its short or long form."""
    return [pytest(tests), python(tool, "--jobs", JOBS, *(long if everything else quick))]


def mutation(everything: bool) -> list[Command]:
    """Faults in the netlists of the disk-node interface and of the block mover's core."""
    core = ("--count", "300", "--at-least", "97") if everything else ("--quick", "--count", "24", "--at-least", "90")
    node = ("--count", "80", "--at-least", "97") if everything else ("--quick", "--count", "20", "--at-least", "85")
    tool = ("testbench/mutation/run_mutants.py", "--jobs", JOBS)
    return [pytest("testbench/mutation"), python(*tool, "--design", "disk_node", *node), python(*tool, *core)]


def model_mutation(everything: bool) -> list[Command]:
    """Faults in the sources of every folder of models and of the machine language."""
    size = () if everything else ("--short", "--faults", "10", "--at-least", "90")
    tool = python("testbench/model_mutation/run_mutants.py", "--jobs", JOBS, *size)
    return [pytest("testbench/model_mutation"), dataclasses.replace(tool, builds="model_mutation")]


def coverage(everything: bool) -> list[Command]:
    """Builds with counters, runs all tests and says which lines they reached."""
    report = "gcovr --root . --filter tlm/ --exclude-throw-branches --print-summary build/coverage"
    return [
        # The Verilog alone reaches nothing of tlm/.
        Command(("cmake", "--preset", "coverage", "-DISOCHRON_RTL_TESTS=OFF"), builds="coverage"),
        build("coverage"),
        Command(("find", "build/coverage", "-name", "*.gcda", "-delete")),
        # The long form's cases reach nothing more either, and counters make them slow.
        ctest("coverage", "--timeout", "1800", "--exclude-regex", "|".join(adds_nothing()), environment={"ISOCHRON_TEST_ALL": ""}),
        Command(tuple(report.split())),
    ]


def needs_build(name: str, commands: list[Command], *, marked: bool = False, named_only: bool = False, wide: bool = False) -> Step:
    """A step that uses build/release and does the same in its short and its long form."""
    return Step(name, lambda everything: commands, "build", release_build, marked, named_only, wide)


STEPS = (
    Step("build", release_build, wide=True),
    Step("ctest", release_tests, "build", release_build, wide=True),
    Step("asan_build", asan_build, wide=True),
    Step("asan", asan, "asan_build", asan_build, wide=True),
    needs_build("python", [pytest(*python_folders())], wide=True),
    Step("fuzz", fuzz, "asan_build", lambda everything: [configure_asan(everything), build("asan", "isochron_command")]),
    Step("format", lambda everything: [clang_format(cxx_files())]),
    Step("tidy", tidy, "build", release_build),
    Step("shell", lambda everything: [Command(("shellcheck", "-x", *shell_scripts()))]),
    Step("lint", lint),
    needs_build("effort", [dataclasses.replace(python("-m", "isochron.explore", "effort", "check"), remedy="scripts/explore effort update records what is meant")]),
    needs_build("install", [Command(("testbench/install/test_install.sh", "build/release"))]),
    needs_build(
        "rtl_sim",
        [ctest("release", "--label-regex", "^rtl$", "--timeout", "1800")],
        marked=True,
        named_only=True,
        wide=True,
    ),
    Step("rtl_lint", lambda everything: with_tool("testbench/lint", "testbench/lint/rtl_lint.py", everything, long=("--all",)), inputs=RTL_INPUTS),
    Step("rtl_formal", lambda everything: with_tool("testbench/formal", "testbench/formal/prove.py", everything, long=("--all",)), inputs=RTL_INPUTS),
    Step(
        "rtl_synthesis",
        lambda everything: with_tool("testbench/synthesis", "testbench/synthesis/ecp5.py", everything, quick=("--quick",)),
        inputs=RTL_INPUTS,
    ),
    Step("rtl_cocotb", lambda everything: [pytest("testbench/rtl/cocotb")], inputs=RTL_INPUTS),
    Step("rtl_litex", lambda everything: [pytest("testbench/litex")], inputs=RTL_INPUTS),
    # Marked: the faults' own build and all its tests come before the first fault, however few there are.
    Step("rtl_mutation", mutation, "build", release_build, marked=True, wide=True, inputs=RTL_INPUTS),
    Step("model_mutation", model_mutation, marked=True, wide=True),
    # The long form's random commands reach nothing more, and counters make them slow.
    Step(
        "rtl_coverage",
        lambda everything: [Command(("testbench/rtl/coverage",), {"ISOCHRON_TEST_ALL": ""}, builds="rtl_coverage")],
        marked=True,
    ),
    needs_build("accept", [Command(("testbench/acceptance/accept.sh",), builds="release")], marked=True),
    Step("coverage", coverage, marked=True, wide=True),
    Step("bare", lambda everything: [Command(("testbench/bare/bare_debian.sh",))], marked=True),
)
NAMES = {step.name: step for step in STEPS}
GROUPS = {
    "default": [step.name for step in STEPS if not step.marked],
    "rtl": [step.name for step in STEPS if step.name.startswith("rtl_")],
}


def asked_for(words: list[str], everything: bool) -> list[Step]:
    """The steps of names and groups, each once; without a word the default ones, with --all the marked ones too."""
    names = [name for word in words for name in GROUPS.get(word, [word])]
    if not words:
        names = [step.name for step in STEPS if not step.named_only and (everything or not step.marked)]
    for name in names:
        if name not in NAMES:
            raise UsageError(f"there is no step '{name}' (scripts/test --help)")
    return [NAMES[name] for name in dict.fromkeys(names)]
