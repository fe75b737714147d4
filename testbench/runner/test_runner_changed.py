# SPDX-License-Identifier: Apache-2.0
"""What scripts/test --changed finds: on a small build of its own, a small repository, and this repository's Python."""

import re
import subprocess
from pathlib import Path

import pytest
from support import ROOT

from runner.changed import git, rules
from runner.changed.affected import affected, candidates
from runner.changed.graph import Graph
from runner.changed.imports import Imports
from runner.changed.members import Members
from runner.changed.selection import Selection, select
from runner.changed.tests import Test, affordable, numbers, read_cost, read_tests
from runner.errors import UsageError

# Rules as CMake names them. A library of three members: `one` holds a and what a asks for, `two` holds b, `both` is a batch.
BUILD = """
rule CXX_COMPILER__x
  command = g++ -MMD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
rule CXX_STATIC_LIBRARY_LINKER__x
  command = rm -f $out && ar qc $out $in
rule CXX_EXECUTABLE_LINKER__x
  command = g++ $in $libs -o $out -Wl,-Map=$out.map
rule CUSTOM_COMMAND
  command = cp $in $out
build made/made.cpp: CUSTOM_COMMAND ../made.in
build a.o: CXX_COMPILER__x ../a.cpp
build b.o: CXX_COMPILER__x ../b.cpp
build made.o: CXX_COMPILER__x made/made.cpp
build batch.o: CXX_COMPILER__x ../batch.cxx
build one.o: CXX_COMPILER__x ../one.cpp
build two.o: CXX_COMPILER__x ../two.cpp
build both.o: CXX_COMPILER__x ../both.cpp
build lib.a: CXX_STATIC_LIBRARY_LINKER__x a.o b.o made.o batch.o
build one: CXX_EXECUTABLE_LINKER__x one.o | lib.a || lib.a
  libs = lib.a
build two: CXX_EXECUTABLE_LINKER__x two.o | lib.a || lib.a
  libs = lib.a
build both: CXX_EXECUTABLE_LINKER__x both.o | lib.a || lib.a
  libs = lib.a
build all: phony one two both
default all
"""
SOURCES = {
    "made.in": "int made() { return 1; }\n",
    "a.h": "int a();\ninline int twice(int x) { return 2 * x; }\n",
    "a.cpp": '#include "a.h"\nint made();\nint a() { return twice(made()); }\n',
    "b.cpp": "int b() { return 2; }\n",
    "c.cpp": "int c() { return 3; }\n",
    "d.cpp": "int d() { return 4; }\n",
    "batch.cxx": '#include "c.cpp"\n#include "d.cpp"\n',
    "one.cpp": "int a();\nint main() { return a(); }\n",
    "two.cpp": "int b();\nint main() { return b(); }\n",
    "both.cpp": '#include "a.h"\nint b();\nint d();\nint main() { return twice(b()) + d(); }\n',
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    for name, text in SOURCES.items():
        (root / name).write_text(text)
    (root / "build").mkdir()
    (root / "build/build.ninja").write_text(BUILD)
    (root / "build/CTestTestfile.cmake").write_text(
        f'add_test(t.one "{root}/build/one")\nadd_test(t.two "sh" "x.sh" "{root}/build/two")\nadd_test(t.file "sh" "{root}/refused.sh")\n'
    )
    subprocess.run(["ninja", "-C", root / "build"], check=True, capture_output=True)
    return root


@pytest.mark.parametrize(
    ("file", "programs"),
    [
        ("a.cpp", "one"),
        ("b.cpp", "both two"),
        # As a header: inlined into `both`, which does not hold a.o.
        ("a.h", "both one"),
        # Generated, and asked for by a.o alone.
        ("made.in", "one"),
        # A batch is in a program as a whole.
        ("c.cpp", "both"),
        ("two.cpp", "two"),
        ("README.md", ""),
    ],
)
def test_a_change_affects_the_programs_that_hold_it(project: Path, file: str, programs: str) -> None:
    graph = Graph(project / "build")
    found = affected(graph, [str(project / file)])
    assert sorted(map(graph.relative, found.programs)) == programs.split()


def test_programs_that_only_link_the_library_are_told(project: Path) -> None:
    graph = Graph(project / "build")
    objects = graph.objects_from([str(project / "a.cpp")])
    assert sorted(map(graph.relative, candidates(graph, objects))) == ["both", "one", "two"]
    assert sorted(map(graph.relative, affected(graph, [str(project / "a.cpp")]).spared)) == ["both", "two"]


@pytest.mark.parametrize("program", ["one", "two", "both"])
def test_members_are_those_that_the_linker_takes(project: Path, program: str) -> None:
    graph = Graph(project / "build")
    (held,) = (Members(graph, graph.programs()).of(name) for name in graph.programs() if name.endswith(f"/{program}"))
    told = set(re.findall(r"^lib\.a\(([a-z]+\.o)\)", (project / f"build/{program}.map").read_text(), re.MULTILINE))
    assert {Path(name).name for name in held} == told | {f"{program}.o"}


def test_the_tests_of_a_program_name_it_anywhere_in_their_command(project: Path) -> None:
    tests = read_tests(project / "build")
    assert [(test.number, test.name) for test in tests] == [(1, "t.one"), (2, "t.two"), (3, "t.file")]
    assert [str(project / "build/two") in test.words for test in tests] == [False, True, False]
    assert str(project / "refused.sh") in tests[2].words
    chosen = subprocess.run(
        ["ctest", "-N", "-I", numbers(tests[1:])], cwd=project / "build", capture_output=True, text=True, check=True
    ).stdout
    assert re.findall(r"Test +#(\d)", chosen) == ["2", "3"]


def test_a_folder_that_is_no_build_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="ninja -t targets"):
        Graph(tmp_path)


def test_the_longest_tests_are_left_out_when_time_is_short(tmp_path: Path) -> None:
    cost = tmp_path / "cost"
    cost.write_text("long one 3 50\nshort 1 2\nmedium 2 20\nnever 0 99\n---\nshort\n")
    seconds = read_cost(cost)
    assert seconds == {"long one": 50, "short": 2, "medium": 20}
    names = ["medium", "long one", "never", "short"]
    tests = [Test(number, name, frozenset(), seconds.get(name)) for number, name in enumerate(names, 1)]
    run, rest = affordable(tests, 30)
    assert ([test.name for test in run], [test.name for test in rest]) == (["never", "short", "medium"], ["long one"])
    assert numbers(run) == "1,1,1,3,4"
    assert affordable(tests, 1000)[1] == []
    assert read_cost(tmp_path / "none") == {}


def repository(root: Path) -> None:
    def run(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=root, check=True, capture_output=True)

    run("init", "--quiet", "--initial-branch=main")
    for number, names in enumerate((["kept", "edited", "deleted", "moved"], ["second"])):
        for name in names:
            (root / name).write_text(f"{name}\n")
        run("add", ".")
        run("commit", "--quiet", "-m", str(number))


def test_changed_files_are_those_of_the_commit_and_of_the_folder(tmp_path: Path) -> None:
    repository(tmp_path)
    (tmp_path / ".gitignore").write_text("ignored\n")
    (tmp_path / "ignored").write_text("")
    (tmp_path / "edited").write_text("other\n")
    (tmp_path / "deleted").unlink()
    (tmp_path / "moved").rename(tmp_path / "to here")
    since = git.base(tmp_path)
    assert git.changed(tmp_path, since) == [".gitignore", "deleted", "edited", "moved", "second", "to here"]
    assert git.changed(tmp_path, git.base(tmp_path, "HEAD")) == [".gitignore", "deleted", "edited", "moved", "to here"]


def test_a_branch_is_compared_with_where_it_left(tmp_path: Path) -> None:
    repository(tmp_path)
    first = git.base(tmp_path)
    subprocess.run(["git", "update-ref", "refs/remotes/origin/main", first], cwd=tmp_path, check=True)
    assert git.base(tmp_path) == first
    subprocess.run(["git", "update-ref", "refs/remotes/origin/main", "HEAD"], cwd=tmp_path, check=True)
    assert git.base(tmp_path) == first
    with pytest.raises(UsageError, match="no such commit"):
        git.base(tmp_path, "nothing")


def files(root: Path, texts: dict[str, str]) -> list[str]:
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [str(path.relative_to(root)) for path in root.rglob("*.py")]


def test_python_imports_are_followed(tmp_path: Path) -> None:
    names = files(
        tmp_path,
        {
            "scripts/isochron/__init__.py": "",
            "scripts/isochron/deep.py": "X = 1\n",
            "scripts/isochron/middle.py": "from . import deep\n",
            "testbench/conftest.py": "import os\n",
            "testbench/support/support.py": "def later():\n    from isochron.middle import deep\n",
            "testbench/machine/test_one.py": "import support\n",
            "testbench/machine/test_two.py": "import json\n",
        },
    )
    imports = Imports(tmp_path, ("testbench", "testbench/support", "scripts"), names)
    tests = ["testbench/machine/test_one.py", "testbench/machine/test_two.py"]
    assert imports.reaching(tests, ["scripts/isochron/deep.py"]) == tests[:1]
    assert imports.reaching(tests, ["scripts/isochron/__init__.py"]) == tests[:1]
    assert imports.reaching(tests, ["testbench/conftest.py"]) == tests
    assert imports.reaching(tests, [tests[1]]) == tests[1:]
    assert imports.reaching(tests, ["scripts/isochron/other.py"]) == []


def ours(*paths: str) -> Selection:
    listing = (git.git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard") or "").split("\0")
    return select(ROOT, paths, listing, ["scripts/run"])


def test_a_model_is_formatted_checked_and_nothing_widens() -> None:
    found = ours("tlm/isochron/bus/pci_bus.cpp", "tlm/isochron/storage/disk.h")
    assert found.formatted == ["tlm/isochron/bus/pci_bus.cpp", "tlm/isochron/storage/disk.h"]
    assert found.tidy == ["tlm/isochron/bus/pci_bus.cpp", "tlm/isochron/storage/disk.cpp"]
    assert (found.whole, found.scripts) == ({}, [])


def test_a_module_of_the_package_runs_the_tests_that_reach_it() -> None:
    found = ours("scripts/isochron/results/statistics.py")
    assert "testbench/results/test_statistics.py" in found.python
    assert "testbench/observe/test_waves.py" not in found.python
    assert "testbench/runner/test_runner_changed.py" in ours("testbench/runner/changed/graph.py").python


@pytest.mark.parametrize(
    ("path", "whole", "left_out"),
    [
        ("CMakeLists.txt", {"build", "ctest", "install"}, set()),
        ("testbench/cosim/CMakeLists.txt", {"build", "ctest", "install"}, set()),
        ("scripts/requirements.txt", {"lint", "python"}, set()),
        ("rtl/common/fifo.v", {"rtl_lint"}, {"rtl_formal", "rtl_synthesis", "rtl_cocotb", "rtl_litex", "rtl_mutation"}),
        ("something.nobody.knows", {"python"}, set()),
        (".clang-tidy", {"tidy"}, set()),
        ("docs/guide.md", set(), set()),
        ("docs/machines.md", set(), {"install"}),
        ("testbench/formal/prove.py", set(), {"rtl_formal"}),
        ("testbench/model_mutation/weave.py", set(), {"model_mutation"}),
        ("tlm/isochron/fabric/c104_crossbar.cpp", set(), {"model_mutation"}),
    ],
)
def test_what_cannot_be_judged_widens(path: str, whole: set[str], left_out: set[str]) -> None:
    found = ours(path)
    assert set(found.whole) == whole
    assert all(path in why for why in found.whole.values())
    assert found.left_out == left_out


def test_deleted_files_are_not_looked_at() -> None:
    found = ours("tlm/isochron/bus/gone.cpp", "scripts/gone")
    assert (found.formatted, found.tidy, found.scripts) == ([], [], [])


def test_scripts_are_checked() -> None:
    found = ours("scripts/run")
    assert found.scripts == ["scripts/run"]
    assert set(rules.SCRIPTS) <= set(found.python)


def test_python_is_checked_whichever_module_changed() -> None:
    assert ours("scripts/isochron/gone.py").lint
    assert ours("testbench/support/support.py").lint
    assert not ours("scripts/run", "tlm/isochron/bus/pci_bus.cpp").lint


def test_the_tests_that_rules_name_are_there() -> None:
    named = {test for _, tests in rules.PYTHON_TESTS for test in tests}
    assert [test for test in named if not (ROOT / test).is_file()] == []
