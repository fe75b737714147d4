# SPDX-License-Identifier: Apache-2.0
"""Cost of simulating: counts of callgrind, recorded efforts and their guard, versions by turns, goals, the tables of the page."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from explore import explore, refused
from support import COMMAND, ROOT

from isochron.errors import ReportError, SimulationError
from isochron.explore.speed import bench, built, checking, tables, timing, versions
from isochron.explore.speed.cases import CASES
from isochron.explore.speed.checking import TOLERANCE_PERCENT, judge
from isochron.explore.speed.effort import FILE, Effort, Entry, Record
from isochron.explore.speed.goals import GOALS, Goal
from isochron.explore.speed.measuring import Measured, Measurement
from isochron.explore.speed.timing import Cost
from isochron.report import marked
from isochron.results.simulator import Simulator

RUN = "a scenario, short to long"
SHARED_BUS = next(case for case in CASES if case.name == "shared_bus")
# The process that simulates takes 100 instructions per strand; the other takes the same in every run.
PER_STRAND = 100
FAKE_VALGRIND = f"""#!/bin/bash
[[ $1 != --version ]] || {{ echo valgrind-3.19.0; exit; }}
echo "$*" >>"$(dirname "$0")/called"
for word; do
  case $word in
    --callgrind-out-file=*) out=${{word#*=}} ;;
    strands=*) strands=${{word#*=}} ;;
  esac
done
printf 'events: Ir\\nsummary: %d\\ntotals: 1\\n' $((70000 + {PER_STRAND} * strands)) >"${{out/\\%p/12}}"
printf 'events: Ir\\nsummary: 5000000\\n' >"${{out/\\%p/11}}"
"""


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder with a valgrind whose counts are known."""
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "valgrind").write_text(FAKE_VALGRIND)
    (folder / "valgrind").chmod(0o755)
    return folder


def path_with(folder: Path) -> str:
    return f"{folder}:{os.environ['PATH']}"


def instructions(tools: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "testbench/bench/instructions", *words], capture_output=True, text=True, check=False, env={**os.environ, "PATH": path_with(tools)}
    )


# What callgrind counts.


def test_instructions_are_those_of_a_long_run_less_a_short_one(tools: Path) -> None:
    done = instructions(tools, "--set", "nodes=8", "--short", "strands=10", "--long", "strands=50", "one:x.yaml", "other:x.yaml")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["one:x.yaml: 4000 instructions", "other:x.yaml: 4000 instructions, 1.0000 times the first"]
    called = (tools / "called").read_text().splitlines()
    assert len(called) == 4 and all("--set nodes=8 --set strands=" in line for line in called)


def test_instructions_of_the_cluster_are_those_of_90_ms(tools: Path) -> None:
    assert instructions(tools, "one").returncode == 0
    short, long = (tools / "called").read_text().splitlines()
    assert "seachange/cluster.yaml" in short and short.endswith("--set measure.warm_up=1ms --set measure.duration=10ms") and long.endswith("duration=100ms")


def test_misses_are_those_of_the_last_level(tools: Path) -> None:
    counts = "case $* in *duration=100ms*) echo 'summary: 900 1 1 1 1 1 20 300 4000' ;; *) echo 'summary: 400 1 1 1 1 1 10 100 1000' ;; esac"
    (tools / "valgrind").write_text(
        "#!/bin/bash\n[[ $* == *--cache-sim=yes*--LL=2097152,* ]] || exit 1\nfor word; do case $word in --callgrind-out-file=*) out=${word#*=} ;; esac; done\n"
        f"{{ echo 'events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw'; {counts}; }} >\"${{out/\\%p/1}}\"\n"
    )
    done = instructions(tools, "--misses", "one")
    assert (done.returncode, done.stdout) == (0, "one: 500 instructions, 3210 misses\n"), done.stderr


@pytest.mark.parametrize(
    "words, said",
    [
        (("--short", "strands=1", "x"), "--short and --long go together"),
        (("--set", "strands", "x"), "not path=value"),
        (("--nosuch",), "unknown option"),
        ((), "one command or two"),
        (("a", "b", "c"), "one command or two"),
    ],
)
def test_instructions_refuse_what_they_do_not_understand(tools: Path, words: tuple[str, ...], said: str) -> None:
    done = instructions(tools, *words)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1) and said in done.stderr


def test_a_run_that_fails_under_callgrind_says_why(tools: Path) -> None:
    (tools / "valgrind").write_text("#!/bin/bash\necho '==1== Callgrind'\necho 'x.yaml:1:1: there is no parameter strand' >&2\nexit 2\n")
    done = instructions(tools, "x")
    assert done.returncode != 0 and "there is no parameter strand" in done.stderr and "Callgrind" not in done.stderr and not done.stdout


def test_no_count_is_taken_for_none(tools: Path) -> None:
    (tools / "valgrind").write_text("#!/bin/bash\nfor word; do case $word in --callgrind-out-file=*) out=${word#*=} ;; esac; done\necho 'events: Ir' >\"${out/\\%p/1}\"\n")
    done = instructions(tools, "x")
    assert done.returncode != 0 and "no summary" in done.stderr and not done.stdout


def test_an_answer_of_another_form_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "instructions"
    script.write_text('#!/bin/bash\necho "${*: -1}: 4000 instructions"\n')
    script.chmod(0o755)
    assert bench.instructions(Simulator(COMMAND), SHARED_BUS, script=script) == (4000, 0)
    with pytest.raises(ReportError, match="no count"):
        bench.instructions(Simulator(COMMAND), SHARED_BUS, misses=True, script=script)


def test_lines_of_bench_cluster_are_read(tmp_path: Path) -> None:
    program = tmp_path / "bench_cluster"
    program.write_text("#!/bin/bash\nprintf 'case  simulated  CPU s/sim. s\\nfast 7 nodes 1024 B   2.000   3.310   2017  8.29  0.0371  9.2\\nreference 7 nodes 128 B 0.25 38.0 4044 8.5 0.1 9.0\\n'\n")
    program.chmod(0o755)
    rows = bench.cluster(program, ("7 nodes",), quick=True)
    assert rows == [bench.BenchRow("fast 7 nodes 1024 B", 3.31, 8.29, 9.2e6), bench.BenchRow("reference 7 nodes 128 B", 38.0, 8.5, 9.0e6)]
    program.write_text("#!/bin/bash\necho another table\n")
    with pytest.raises(ReportError, match="no line of a case"):
        bench.cluster(program, (), quick=True)


# The guard.

RECORDED = Effort(1000, 8300, 9_000_000)


@pytest.mark.parametrize(
    "now, events, grown",
    [
        (RECORDED, "same", "same"),
        (Effort(1000, 8301, 9_000_000), "more", "same"),
        (Effort(1000, 8299, 9_000_000), "fewer", "same"),
        (Effort(1000, 8300, 9_180_000), "same", "same"),
        (Effort(1000, 8300, 9_180_001), "same", "more"),
        (Effort(1000, 8300, 8_819_999), "same", "fewer"),
        # Twice the messages may take twice the effort.
        (Effort(2000, 16600, 18_000_000), "same", "same"),
        (Effort(2000, 16601, 18_360_001), "more", "more"),
        # With fewer messages, as many events are more per message.
        (Effort(999, 8300, 9_000_000), "more", "same"),
    ],
)
def test_growth_is_refused_per_message(now: Effort, events: str, grown: str) -> None:
    verdict = judge("cluster", RUN, now, Entry(RUN, RECORDED))
    assert (verdict.events, verdict.instructions) == (events, grown)
    assert verdict.failed == ("more" in (events, grown))


def test_the_tolerance_is_that_of_the_help() -> None:
    assert TOLERANCE_PERCENT == 2 and "more than 2 %" in explore("effort", "check", "--help", folder=ROOT).stdout


def test_skipped_instructions_fail_nothing_and_events_still_count() -> None:
    assert not judge("cluster", RUN, Effort(1000, 8300), Entry(RUN, RECORDED)).failed
    assert judge("cluster", RUN, Effort(1000, 8301), Entry(RUN, RECORDED)).failed


def test_another_run_is_not_compared_and_not_passed() -> None:
    assert judge("cluster", "another run", RECORDED, Entry(RUN, RECORDED)).failed
    assert judge("cluster", RUN, RECORDED, None).events == "not recorded"
    assert judge("cluster", RUN, RECORDED, Entry(RUN, Effort(1000, 8300))).failed


# The build that a count belongs to.


def test_what_differs_is_named() -> None:
    here = {"compiler": "GCC 12.2.0", "glibc": "2.36"}
    assert built.differing(here, dict(here)) == ""
    assert built.differing({**here, "glibc": "2.40"}, here) == "glibc is 2.36, recorded with 2.40"
    assert built.differing({"compiler": "GCC 12.2.0"}, here) == "glibc is 2.36, recorded with unknown"


def test_the_build_of_the_command_is_known() -> None:
    found = built.built(COMMAND)
    assert found["compiler"].startswith(("GCC ", "clang ")) and found["libsystemc"][0].isdigit() and found["libstdc++"].count(".") == 2
    assert found["processor"].split()[0] == os.uname().machine


def test_features_that_valgrind_hides_do_not_count(tmp_path: Path) -> None:
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text("processor : 0\nflags\t\t: fpu avx2 avx512f avx pni amx_bf16\nprocessor : 1\nflags : sse4_1\n")
    assert built.features(cpuinfo) == ["avx", "avx2", "pni"]
    assert built.features(tmp_path / "none") == []


def test_an_unknown_build_is_not_recorded(tmp_path: Path) -> None:
    program = tmp_path / "isochron"
    program.write_text("#!/bin/bash\n")
    program.chmod(0o755)
    found = built.built(program)
    assert found["compiler"] == found["build type"] == "unknown"
    with pytest.raises(ReportError, match="compiler, build type"):
        built.require_known(found)


# The file of recorded efforts.


def test_the_file_of_the_repository_can_be_read_and_has_the_guarded_machines() -> None:
    known = Record.load(FILE)
    runs = {case.name: case.run for case in CASES}
    assert {name: entry.run for name, entry in known.entries.items()} == {name: runs[name] for name in known.entries}
    assert known.entries.keys() == runs.keys()
    assert all(known.entries[case.name].effort.instructions for case in CASES if case.guarded)
    assert "unknown" not in known.built.values()


def test_a_record_survives_its_file(tmp_path: Path) -> None:
    written = Record({"compiler": "GCC 12.2.0"}, {"cluster": Entry(RUN, RECORDED), "ps2": Entry(RUN, Effort(1, 2))})
    written.save(tmp_path / "effort.json")
    assert Record.load(tmp_path / "effort.json") == written


@pytest.mark.parametrize("change", [{"messages": 0}, {"events": "8"}, {"events": True}, {"instructions": -1}, {"messages": None}])
def test_a_damaged_record_is_one_message(tmp_path: Path, change: dict[str, Any]) -> None:
    file = tmp_path / "effort.json"
    Record({}, {"cluster": Entry(RUN, RECORDED)}).save(file)
    document = json.loads(file.read_text())
    document["cases"]["cluster"] |= change
    file.write_text(json.dumps(document))
    with pytest.raises(ReportError, match=r"effort\.json: damaged .*effort update"):
        Record.load(file)


# The commands, with the simulator and a valgrind whose counts are known.


def edited(file: Path, path: tuple[str, ...], change: Any) -> None:
    document = json.loads(file.read_text())
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = change(inner[path[-1]])
    file.write_text(json.dumps(document))


def test_growth_is_refused_and_another_build_skips(tools: Path, tmp_path: Path) -> None:
    file = tmp_path / "effort.json"

    def effort(*words: str) -> subprocess.CompletedProcess[str]:
        return explore("effort", *words, "shared_bus", "--file", file, "--quiet", folder=tmp_path, PATH=path_with(tools))

    assert effort("update").returncode == 0
    found = Record.load(file).entries["shared_bus"].effort
    # A strand is a message, and crosses three resources.
    assert (found.messages, found.events, found.instructions) == (9900, 3 * 9900, PER_STRAND * 9900)

    done = effort("check")
    assert done.returncode == 0 and "effort: 1 machine, 0 failed, instructions of 1" in done.stdout, done.stdout + done.stderr

    edited(file, ("cases", "shared_bus", "instructions"), lambda count: count * 100 // 103)
    done = effort("check")
    assert done.returncode == 1 and "instructions more" in done.stdout

    edited(file, ("built", "glibc"), lambda version: "1.0")
    done = effort("check")
    assert done.returncode == 0 and "instructions skipped: glibc is " in done.stdout and "recorded with 1.0" in done.stdout

    edited(file, ("cases", "shared_bus", "events"), lambda count: count - 1)
    done = effort("check")
    assert done.returncode == 1 and "shared_bus: events more, instructions skipped" in done.stdout

    edited(file, ("cases", "shared_bus", "run"), lambda run: run + " of another length")
    done = effort("check")
    assert done.returncode == 1 and "events other run" in done.stdout


def test_events_alone_are_recorded_beside_known_instructions(tools: Path, tmp_path: Path) -> None:
    file = tmp_path / "effort.json"
    update = ("effort", "update", "--events", "shared_bus", "--file", file)
    assert explore(*update, folder=tmp_path).returncode == 0
    assert Record.load(file).entries["shared_bus"].effort == Effort(9900, 3 * 9900)
    # More events of as many messages: the instructions that are recorded stay.
    Record({"compiler": "GCC 1.0"}, {"shared_bus": Entry(SHARED_BUS.run, Effort(9900, 1, 77))}).save(file)
    assert explore(*update, folder=tmp_path).returncode == 0
    assert Record.load(file) == Record({"compiler": "GCC 1.0"}, {"shared_bus": Entry(SHARED_BUS.run, Effort(9900, 3 * 9900, 77))})
    Record({"compiler": "GCC 1.0"}, {"shared_bus": Entry(SHARED_BUS.run, Effort(9901, 1, 77))}).save(file)
    assert explore(*update, folder=tmp_path).returncode == 0
    assert Record.load(file).entries["shared_bus"].effort.instructions is None


def test_entries_of_two_builds_are_not_mixed(tools: Path, tmp_path: Path) -> None:
    file = tmp_path / "effort.json"
    Record({"compiler": "GCC 1.0"}, {"cluster": Entry(RUN, RECORDED)}).save(file)
    before = file.read_text()
    done = explore("effort", "update", "shared_bus", "--file", file, folder=tmp_path, PATH=path_with(tools))
    refused(done, "the entries of cluster are of another build", "compiler", "record all machines")
    assert file.read_text() == before


def test_wrong_words_are_one_message(tmp_path: Path) -> None:
    refused(explore("effort", "check", "clutser", folder=tmp_path), "clutser", "did you mean `cluster`")
    refused(explore("effort", "check", "--file", tmp_path / "none.json", folder=tmp_path), "none.json", "effort update", code=4)
    page = tmp_path / "page.md"
    page.write_text("# A page\n")
    refused(explore("speed", "--page", page, folder=tmp_path), "page.md", "begin scripts/explore speed")
    refused(explore("speed", "--quick", "--against", "no-such-tag", folder=tmp_path), "--against no-such-tag", "git tag")


def test_without_valgrind_the_check_says_that_it_skips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    why = checking.why_skipped(Record({}, {}), Simulator(COMMAND))
    assert "valgrind is not installed" in why


# Versions by turns.


def test_versions_run_by_turns_and_the_ratio_is_the_median() -> None:
    now, other = Simulator(Path("/now")), Simulator(Path("/other"))
    order: list[str] = []
    times = {"now": iter([3.0, 2.0, 9.0]), "other": iter([4.0, 4.0, 4.0])}

    def measure(simulator: Simulator) -> Cost:
        order.append(simulator.command.name)
        return Cost(next(times[simulator.command.name]))

    found = timing.by_turns(measure, now, other, 3)
    assert order == ["now", "other", "other", "now", "now", "other"]
    assert (found.best.cpu_s, found.ratios) == (2.0, (0.75, 0.5, 2.25))
    alone = timing.by_turns(lambda _: Cost(1.0), now, None, 2)
    assert alone == timing.Timed(Cost(1.0))
    with pytest.raises(ReportError, match="/other: took no time"):
        timing.by_turns(lambda simulator: Cost(float(simulator is now)), now, other, 1)


def test_a_machine_that_the_other_version_refuses_is_measured_alone() -> None:
    def measure(simulator: Simulator) -> Cost:
        if simulator.command.name == "other":
            raise SimulationError("x.yaml:1:1: there is no system `new`\nmore", 2)
        return Cost(1.0)

    measurement = Measurement(Simulator(Path("/now")), Simulator(Path("/other")), quick=True)
    measurement._timed("new", measure, 2)
    assert measurement.measured.figures == {"new.cpu_s": 1.0}
    assert measurement.measured.missing[-1] == "new with the other version, which says: x.yaml:1:1: there is no system `new`"
    with pytest.raises(SimulationError):
        Measurement(Simulator(Path("/other")), Simulator(Path("/other")), quick=True)._timed("new", measure, 1)


def test_a_command_that_is_there_needs_no_build() -> None:
    assert versions.simulator_of(str(COMMAND)).command == COMMAND.resolve()
    assert len(versions.commit_of("HEAD")) == 40


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a tag v1 and a later commit, and a CMake that makes a command which prints its version; it fails where `cmake.fails` is."""
    root = tmp_path / "repository"
    (root / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "scripts/lib.sh", root / "scripts")
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "init", "--quiet"], cwd=root, check=True)
    for version in ("v1", "v2"):
        (root / "VERSION").write_text(version)
        subprocess.run([*git, "add", "--all"], cwd=root, check=True)
        subprocess.run([*git, "commit", "--quiet", "--message", version], cwd=root, check=True)
        subprocess.run([*git, "tag", version], cwd=root, check=True)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "cmake").write_text(
        f"#!/bin/bash\n[[ ! -e {tmp_path}/cmake.fails ]] || exit 1\nmkdir -p build/release\ntouch build/release/build.ninja build/release/CMakeCache.txt\n"
        "printf '#!/bin/bash\\necho isochron %s\\n' \"$(<VERSION)\" >build/release/isochron\nchmod +x build/release/isochron\necho '@1/2/9.0@ [1/2]'\n"
    )
    (tools / "cmake").chmod(0o755)
    monkeypatch.setenv("PATH", path_with(tools))
    monkeypatch.setattr(versions, "REPOSITORY", root)
    monkeypatch.setattr(versions, "FOLDER", root / "build/against")
    return root


def test_a_tag_is_built_beside(repository: Path) -> None:
    built_version = versions.simulator_of("v1")
    assert built_version.version == "isochron v1" and built_version.command.is_relative_to(repository / "build/against")
    # Its folder is found again, and made again when it was removed.
    assert versions.simulator_of("v1") == built_version
    shutil.rmtree(repository / "build")
    assert versions.simulator_of("v1").version == "isochron v1"
    assert (repository / "VERSION").read_text() == "v2"


def test_a_tag_that_cannot_be_built_is_a_message(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "cmake.fails").touch()
    with pytest.raises(SimulationError, match="--against v1: cannot be built"):
        versions.simulator_of("v1")
    with pytest.raises(ReportError, match="neither an isochron command nor a tag"):
        versions.simulator_of("v3")


# Goals and tables.


def test_misses_are_misses_and_nothing_is_met_that_was_not_measured() -> None:
    goal = Goal("memory", "x", 64e6, "B")
    assert [goal.verdict(figures) for figures in ({"x": 64e6}, {"x": 64e6 + 1}, {})] == ["met", "MISSED", "not measured"]


def measured() -> Measured:
    found = Measured()
    found.take_effort("cluster", Effort(1000, 8305, 9_340_000))
    found.take_time("cluster", timing.Timed(Cost(3.31, 19e6, 1.0, 1000), (0.63, 0.6, 0.61)))
    return found


def test_the_tables_of_the_page() -> None:
    case = next(one for one in CASES if one.name == "cluster")
    known = Record({}, {"cluster": Entry(case.run, RECORDED)})
    text = tables.page(measured(), known, "v1", "Measured.")
    assert f"| {case.title} | 8.3050 | 8.3000 | 9,340 | 9,000 | 3.31 s | 0.610 (0.600 to 0.630) | 19 MB |" in text
    assert "| cluster, 7 nodes, 1024 B: events per message | 5.5 | required | 8.305 | **MISSED** |" in text
    assert text.count("| not measured |") == sum(goal.figure not in measured().figures for goal in GOALS)
    # An entry of another run is no record of this one.
    stale = Record({}, {"cluster": Entry(RUN, RECORDED)})
    assert f"| {case.title} | 8.3050 | – | 9,340 | – |" in tables.page(measured(), stale, "v1", "Measured.")


def test_the_tables_of_the_terminal_have_only_what_was_measured() -> None:
    found = Measured()
    found.take_effort("cluster", Effort(1000, 8305))
    headings = [str(column.header) for column in tables.costs(found, None, "", "Cost").columns]
    assert headings == ["machine", "events per message"]
    assert tables.goals(found).row_count == 1 and tables.met(found) == f"goals: 0 met, 1 missed, {len(GOALS) - 1} not measured"


def test_a_benchmark_that_fails_loses_nothing_else(tmp_path: Path) -> None:
    program = tmp_path / "bench_cluster"
    program.write_text("#!/bin/bash\necho 'machine.yaml:77:1: there is no key `pairs`' >&2\nexit 2\n")
    program.chmod(0o755)
    measurement = Measurement(Simulator(Path("/now")), quick=True)
    measurement._take_bench(program)
    assert measurement.measured.missing[-1] == "bench_cluster, which says: machine.yaml:77:1: there is no key `pairs`; scripts/test build builds it again"


def test_only_what_is_between_the_marks_is_replaced(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\n<!-- begin x -->\nold\n<!-- end x -->\n\nafter\n")
    marked.write(page, "x", "new | table\n")
    assert page.read_text() == "# Title\n\n<!-- begin x -->\n\nnew | table\n\n<!-- end x -->\n\nafter\n"
    marked.write(page, "x", "new | table\n")
    assert page.read_text().count("new | table") == 1
    for wrong in ("none", "<!-- end x --> <!-- begin x -->", "<!-- begin x --><!-- begin x --><!-- end x -->"):
        with pytest.raises(ReportError, match="not there once each"):
            marked.replaced(wrong, "x", "new", page)


def test_the_page_of_performance_has_its_marks() -> None:
    assert marked.replaced(marked.read(ROOT / "docs/performance.md"), "scripts/explore speed", "x", "page")


def test_every_figure_of_a_goal_belongs_to_something_measured() -> None:
    measured_names = {case.name for case in CASES} | {"reference", "nodes_128", "parts_10000", "figure_4", "smallest", "list", "explain"} | set(tables.BENCH)
    assert {goal.figure.rpartition(".")[0] for goal in GOALS} <= measured_names


@pytest.mark.long
def test_the_quick_form_measures_every_machine(tmp_path: Path) -> None:
    done = explore("speed", "--quick", "--json", "--against", COMMAND, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    for case in CASES:
        assert document["figures"][f"{case.name}.events_per_message"] > 1
        least, greatest = document["ranges"][f"{case.name}.ratio"]
        assert least <= document["figures"][f"{case.name}.ratio"] <= greatest
    assert "of a processor" in done.stderr
