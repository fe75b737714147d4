# SPDX-License-Identifier: Apache-2.0
"""How a step of scripts/test is run, and what is kept of it."""

import json
import threading
from pathlib import Path

import pytest
from patience import PATIENCE, wait_for

from runner import report
from runner.command import JUNIT, Command
from runner.compiled import Compiled
from runner.compiler_cache import CompilerCache
from runner.junit import TestTime, times
from runner.performer import Performer
from runner.result import Result
from runner.times import Times


def sh(script: str, builds: str = "", remedy: str = "") -> Command:
    return Command(("sh", "-c", script), builds=builds, remedy=remedy)


def test_a_step_ends_at_the_first_command_that_fails(tmp_path: Path) -> None:
    commands = [sh("echo one"), sh("echo two; exit 3", remedy="do this"), sh("echo three")]
    result = Performer(tmp_path).perform("step", commands)
    assert (result.status, result.ok) == (3, False)
    assert (tmp_path / "step.log").read_text() == "one\ntwo\ndo this\n"
    (head, *tail) = report.lines(result, tmp_path, False)
    assert "FAILED" in head and "exit 3" in head
    assert tail == ["    one", "    two", "    do this"]


def test_stdin_is_empty_and_a_signal_is_a_failure(tmp_path: Path) -> None:
    assert Performer(tmp_path).perform("empty", [Command(("cat",))]).ok
    assert Performer(tmp_path).perform("killed", [sh("kill -9 $$")]).status == 137


def test_a_missing_program_is_one_message(tmp_path: Path) -> None:
    result = Performer(tmp_path).perform("step", [Command(("no-such-program-of-ours",))])
    assert result.status == 127
    assert "scripts/setup" in (tmp_path / "step.log").read_text()


def test_processor_time_is_that_of_all_descendants(tmp_path: Path) -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    result = Performer(tmp_path).perform("busy", [sh(f"sh -c 'python3 -c \"{busy}\" && true' && true")])
    assert result.ok
    assert result.cpu >= 0.3
    assert Performer(tmp_path).perform("idle", [sh("sleep 0.3")]).cpu < result.cpu


@pytest.mark.parametrize(("folders", "overlap"), [(("release", "release"), False), (("release", "asan"), True)])
def test_never_two_builds_in_one_folder(tmp_path: Path, folders: tuple[str, str], overlap: bool) -> None:
    performer = Performer(tmp_path)
    journal = tmp_path / "journal"
    # If two overlap, none ends before both have begun. If they must not, the first waits a little, so that the other one could begin.
    waits = f"while test $(wc -l < {journal}) -lt 2; do sleep 0.01; done;" if overlap else "sleep 0.1;"
    threads = [
        threading.Thread(target=performer.perform, args=(f"step{number}", [sh(f"echo begin >> {journal}; {waits} echo end >> {journal}", folder)]))
        for number, folder in enumerate(folders)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert journal.read_text().split() == (["begin", "begin", "end", "end"] if overlap else ["begin", "end", "begin", "end"])


def test_stop_ends_what_runs(tmp_path: Path) -> None:
    performer = Performer(tmp_path)
    found: list[Result] = []
    thread = threading.Thread(target=lambda: found.append(performer.perform("long", [sh(f"touch {tmp_path}/begun; sleep 6000 & wait")])))
    thread.start()
    wait_for((tmp_path / "begun").exists)
    performer.stop()
    thread.join(timeout=PATIENCE)
    assert [result.status for result in found] == [128 + 15]


def test_tests_of_a_step_are_counted(tmp_path: Path) -> None:
    text = '<testsuite><testcase name="a" classname="m" time="2"/><testcase name="b"><skipped/></testcase></testsuite>'
    result = Performer(tmp_path).perform("step", [Command(("sh", "-c", f"echo '{text}' > $0", JUNIT))])
    assert result.tests == (TestTime(2.0, "m::a"),)
    assert times([tmp_path / "missing.xml"]) == []
    # What an earlier run left does not count.
    assert Performer(tmp_path).perform("step", [sh("true")]).tests == ()


def test_the_compiler_cache_is_cold_or_warm(tmp_path: Path) -> None:
    def state(*lines: str) -> str:
        log = tmp_path / "log"
        log.write_text("".join(f"# file\n{line}\nlocal_storage_read_hit\n" for line in lines))
        return CompilerCache.read(log).state

    assert state("cache_miss", "cache_miss", "direct_cache_hit") == "cold"
    assert state("cache_miss", "preprocessed_cache_hit", "direct_cache_hit") == "warm"
    assert state("called_for_link") == "-"
    assert CompilerCache.read(tmp_path / "nothing") == CompilerCache()
    wrote = Performer(tmp_path).perform("step", [sh('echo cache_miss > "$CCACHE_STATSLOG"')])
    assert wrote.cache == CompilerCache(misses=1)


def test_times_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "times.json"
    good = Result("a", 0, 1.5, 2.5, CompilerCache(3, 1), (TestTime(1.0, "t"),))
    Times(file).write([good, Result("b", 1, 9.0, 0.0)], 4.0)
    document = json.loads(file.read_text())
    assert document["schema"] == "isochron.test_times/1"
    assert document["wall_s"] == 4.0
    assert document["cores"] >= 1
    assert document["steps"][0] == {
        "name": "a", "ok": True, "unchanged_since": "", "wall_s": 1.5, "cpu_s": 2.5, "compiler_cache": {"state": "warm", "hits": 3, "misses": 1}, "tests": 1,
    }  # fmt: skip
    # A step that failed says nothing about how long it takes, one that did not run is remembered, the long form is another step.
    Times(file).write([Result("c", 0, 7.0, 0.0)], 7.0)
    Times(file, "--all").write([Result("a", 0, 60.0, 0.0)], 60.0)
    Times(file, "--changed").write([Result("a", 0, 0.5, 0.0)], 0.5)
    assert Times(file).expected == {"a": 1.5, "c": 7.0}
    assert Times(file, "--changed").expected == {"a": 0.5}
    assert Times(file, "--all").expected == {"a": 60.0}
    assert [path.name for path in tmp_path.iterdir()] == ["times.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "other"}'])
def test_a_file_of_times_that_is_not_ours_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "times.json").write_text(text)
    assert Times(tmp_path / "times.json").expected == {}


def test_the_slowest_files_are_those_of_this_run(tmp_path: Path) -> None:
    log = tmp_path / "release/.ninja_log"
    log.parent.mkdir()
    old = "0\t90000\t1\told.o\tff\n"
    log.write_text(f"# ninja log v5\n{old}")
    compiled = Compiled(tmp_path)
    log.write_text(f"# ninja log v5\n{old}0\t2500\t2\ta.o\tff\n0\t9000\t2\tprogram\tff\n100\t4600\t2\tb.o\tff\n")
    assert compiled.slowest(10) == [(4.5, "release: b.o"), (2.5, "release: a.o")]
    assert compiled.slowest(1) == [(4.5, "release: b.o")]


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("99% tests passed, 1 tests failed out of 417", "417 tests"),
        ("== 12 passed in 3 s\n96 passed in 2.1s", "96 passed"),
        ("96 passed in 2.1s\nformal: 40 proofs", "40 proofs"),
        ("lines: 97.1% (9 out of 10)", "97.1% of lines"),
        ("nothing", ""),
    ],
)
def test_a_line_says_how_many_tests_there_were(log: str, said: str) -> None:
    assert report.count(log) == said
