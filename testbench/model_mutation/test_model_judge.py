# SPDX-License-Identifier: Apache-2.0
"""What becomes of mutants: the tests that judge them, faults with a name, and what is known of survivors."""

import json
import os
import sys
from pathlib import Path

import pytest
import yaml
from patience import is_gone, wait_for
from runner.places import ROOT

from model_mutation import named
from model_mutation.change import Change, Edit, Form
from model_mutation.errors import MutationError
from model_mutation.judge import Passed, Verdict, judge, without_fault
from model_mutation.noticed import Noticed
from model_mutation.programs import MEMORY, PYTHON_TESTS, Limits, Outcome, Programs, Test, limited, listed, python_tests
from model_mutation.report import Report
from model_mutation.survivors import Entry, Survivors
from model_mutation.tree import Tree

CHANGE = Change("tlm/isochron/bus/x.h", 3, "f", "order", "a", "b", (Edit(0, 1, Form.VALUE, "b"),))


class FakePrograms(Programs):
    """Tests that fail on the mutants of a table, and come by those of another."""

    def __init__(self, fail: dict[str, set[int]], come_by: dict[str, set[int]]):
        super().__init__(Path("nowhere"), short=True)
        self._fail, self._come_by = fail, come_by
        self.ran: list[str] = []

    def run(self, test: Test, mutant: int = 0, limits: Limits = Limits(), reached: Path | None = None) -> Outcome:
        self.ran.append(test.name)
        if reached:
            noted = bytearray(reached.read_bytes())
            for number in self._come_by[test.name]:
                noted[number] = 1
            reached.write_bytes(noted)
        failed = mutant in self._fail.get(test.name, set())
        return Outcome(failed, "wrong" if failed else "", {"slow": 1.0}.get(test.name, 0.01), 0.01)


def test_a_mutant_meets_the_tests_that_come_by_it_the_quickest_first(tmp_path: Path) -> None:
    programs = FakePrograms({"slow": {1, 2}, "quick": {2}}, {"slow": {1, 2}, "quick": {1, 2}, "elsewhere": {3}})
    passed = sorted((without_fault(programs, Test("p", name), 3) for name in ("slow", "quick", "elsewhere")), key=lambda one: one.place)
    assert [one.test.name for one in passed] == ["elsewhere", "quick", "slow"]
    verdicts = {}
    for number in (1, 2, 3, 4):
        programs.ran.clear()
        noticed = Noticed(tmp_path / str(number))
        verdicts[number] = (judge(programs, number, CHANGE, passed, noticed), list(programs.ran))
    assert verdicts[1][0].killed_by == "slow" and verdicts[1][1] == ["quick", "slow"]
    assert verdicts[2][0].killed_by == "quick" and verdicts[2][1] == ["quick"]
    assert not verdicts[3][0].killed_by and verdicts[3][1] == ["elsewhere"]
    assert not verdicts[4][0].killed_by and verdicts[4][0].tests == 0


def test_a_mutant_meets_the_test_first_that_noticed_it_the_last_time(tmp_path: Path) -> None:
    programs = FakePrograms({"slow": {1}}, {"slow": {1}, "quick": {1}})
    passed = sorted((without_fault(programs, Test("p", name), 1) for name in ("slow", "quick")), key=lambda one: one.place)
    programs.ran.clear()
    for _ in range(2):
        # Another run, which reads what the last one noted.
        assert judge(programs, 1, CHANGE, passed, Noticed(tmp_path / "noticed.jsonl")).killed_by == "slow"
    assert programs.ran == ["quick", "slow", "slow"]


def test_a_mutant_meets_the_tests_of_its_folder_first(tmp_path: Path) -> None:
    every = {1}
    programs = FakePrograms({}, {"a": every, "b": every, "bus/test_b.py": every, "slow": every})
    passed = sorted(
        (without_fault(programs, Test(*one), 1) for one in (("app_tests", "a"), ("bus_tests", "b"), ("python", "bus/test_b.py"), ("bus_tests", "slow"))), key=lambda one: one.place
    )
    programs.ran.clear()
    judge(programs, 1, CHANGE, passed, Noticed(tmp_path / "none"))
    # `slow` takes a hundred times as long as the others.
    assert programs.ran == ["b", "bus/test_b.py", "a", "slow"]


def test_a_mutant_that_takes_tests_too_long_has_survived(tmp_path: Path) -> None:
    programs = FakePrograms({"slow": {1}}, {"slow": {1}, "quick": {1}})
    passed = sorted((without_fault(programs, Test("p", name), 1) for name in ("slow", "quick")), key=lambda one: one.place)
    verdict = judge(programs, 1, CHANGE, passed, Noticed(tmp_path / "none"), most=0.5)
    assert not verdict.killed_by and (verdict.tried, verdict.tests) == (1, 2)


def test_a_test_that_fails_without_a_fault_ends_the_run() -> None:
    with pytest.raises(MutationError, match="quick of p fails without a fault: wrong"):
        without_fault(FakePrograms({"quick": {0}}, {"quick": set()}), Test("p", "quick"), 3)


def ran(program: str, limits: Limits = Limits(60, 600)) -> Outcome:
    return limited([sys.executable, "-c", program], os.environ, limits)


def test_how_a_test_can_end() -> None:
    assert not ran("print('fine')").failed
    assert ran("print('x.cpp:3: Failure'); raise SystemExit(1)").words == "x.cpp:3: Failure"
    assert ran("import os; os.abort()").words == "signal 6"
    assert ran("while True: pass", Limits(1, 600)).words == "no end within 1 s of the processor"
    assert ran("import time; time.sleep(60)", Limits(60, 1)).words == "no end within 1 s"
    # More memory than a test may take.
    assert ran(f"bytearray({MEMORY} + 1)").failed
    assert ran("sum(range(3_000_000))").cpu > 0


def test_nothing_is_left_of_a_test_that_is_ended(tmp_path: Path) -> None:
    file = tmp_path / "child"
    program = f"import os, pathlib, time\nif child := os.fork(): pathlib.Path({str(file)!r}).write_text(str(child))\nelse: time.sleep(6000)\nwhile True: pass"
    assert ran(program, Limits(1, 600)).failed
    child = int(file.read_text())
    wait_for(lambda: is_gone(child))


def test_a_list_of_tests() -> None:
    said = "Running main()\nSuite.\n  one\n  DISABLED_two\nOf/Suite.  # TypeParam = int\n  three/0  # GetParam() = 4\n"
    assert listed(said) == ["Suite.one", "Of/Suite.three/0"]


def test_limits_are_of_the_time_without_a_fault() -> None:
    passed = Passed(Test("p", "t"), 10.0, 1.0, frozenset())
    assert passed.limits == Limits(42, 80)


ENTRY = {"name": "wrong sign", "file": "tlm/x.cpp", "find": "a +\n  b", "put": "a - b", "why": "it is"}


def named_faults(tmp_path: Path, source: str, **changed: str | list[str]) -> list[Change]:
    (tmp_path / "tlm").mkdir(exist_ok=True)
    (tmp_path / "tlm/x.cpp").write_text(source)
    file = tmp_path / "named.yaml"
    file.write_text(yaml.safe_dump([{**ENTRY, **changed}]))
    return named.load(tmp_path, file)


def test_the_copy_has_a_library_of_its_own_and_no_records(tmp_path: Path) -> None:
    Tree(ROOT, tmp_path).write({})
    scenarios = tmp_path / "scenarios"
    # Programs recognise a library by this folder: see scenario_folder().
    assert (scenarios / "published").is_dir() and (scenarios / "machines/shared_bus.yaml").is_file()
    assert not (scenarios / "fingerprints").exists() and not list(tmp_path.rglob("recorded_*.json"))


def test_a_named_fault_is_found_by_its_text(tmp_path: Path) -> None:
    (change,) = named_faults(tmp_path, "// x\nint f() { return a + b; }\n")
    assert (change.line, change.name, change.edits) == (2, "wrong sign", (Edit(22, 27, Form.VALUE, "a - b"),))
    (change,) = named_faults(tmp_path, "// x\nvoid f() { g();  h(); }\n", find="g(); h();", put="h(); g();")
    assert change.edits[0].form is Form.STATEMENTS


def test_a_named_fault_whose_text_is_gone_is_said_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(MutationError, match=r"named.yaml: `wrong sign`: in tlm/x.cpp the text of `find` is gone"):
        named_faults(tmp_path, "// x\nint f() { return a * b; }\n")
    with pytest.raises(MutationError, match="is there 2 times"):
        named_faults(tmp_path, "// x\nint f() { return a + b + (a + b); }\n")
    with pytest.raises(MutationError, match=r"there is no tlm/y\.cpp"):
        named_faults(tmp_path, "", file="tlm/y.cpp")
    with pytest.raises(MutationError, match="extra"):
        named_faults(tmp_path, "", extra="1")


def test_a_fault_in_a_machine_file_is_put_there_while_its_programs_run(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text("let:\n  half: n div 2\n")
    machine = {"file": "m.yaml", "find": "n div 2", "put": "n div 3"}
    (change,) = named_faults(tmp_path, "", **machine, programs=["p"])
    with Tree(tmp_path, tmp_path).with_fault(change):
        assert (tmp_path / "m.yaml").read_text() == "let:\n  half: n div 3\n"
    assert (tmp_path / "m.yaml").read_text() == "let:\n  half: n div 2\n"
    passed = [Passed(Test(program, "quick"), 0.1, 0.1, frozenset()) for program in ("p", "q")]
    assert judge(FakePrograms({"quick": {7}}, {"quick": {7}}), 7, change, passed, Noticed(tmp_path / "none")).tests == 1
    with pytest.raises(MutationError, match="add `programs`"):
        named_faults(tmp_path, "", **machine)
    with pytest.raises(MutationError, match="take `programs` out"):
        named_faults(tmp_path, "// x\nint f() { return a + b; }\n", programs=["p"])


def test_an_entry_of_a_survivor_goes_stale(tmp_path: Path) -> None:
    file = tmp_path / "survivors.yaml"
    entry = {"id": CHANGE.identity, "file": CHANGE.file, "change": CHANGE.text, "no_fault": True, "why": "the same"}
    file.write_text(yaml.safe_dump([entry]))
    known = Survivors.load([CHANGE], file)
    assert known.is_no_fault(CHANGE)
    assert known.contradicted([Verdict(1, CHANGE, "Some.test")]) and not known.contradicted([Verdict(1, CHANGE)])
    with pytest.raises(MutationError, match=f"no longer have these places.*\n.*{CHANGE.identity}"):
        Survivors.load([], file)
    file.write_text(yaml.safe_dump([{**entry, "change": "a  ->  c"}]))
    with pytest.raises(MutationError, match="no longer"):
        Survivors.load([CHANGE], file)


def change(number: int, name: str = "") -> Change:
    return Change("tlm/isochron/bus/x.h", number, "f", "order", f"a{number}", "b", (Edit(0, 1, Form.VALUE),), name=name)


def test_the_report_counts_equivalents_as_survivors(tmp_path: Path) -> None:
    entry = Entry(id=change(3).identity, file="", change="", no_fault=True, why="because")
    known = Survivors({entry.id: entry})
    verdicts = [Verdict(1, change(1), "T.one", "words", 5), Verdict(2, change(2), tests=3), Verdict(3, change(3), tests=2), Verdict(4, change(4, "named"))]
    report = Report(verdicts, known)
    assert report.score == pytest.approx(100 / 3)
    assert report.summary() == "mutation: 33.3 % of 3 mutants noticed (1); 1 of the survivors are equivalent to the original; 0 of 1 with a name"
    assert report.problems(33) == ["no test notices the fault `named`"]
    assert any("below 60 %" in problem for problem in report.problems(60))
    text = "\n".join(report.lines())
    assert f"{change(2).identity} survived: tlm/isochron/bus/x.h:2" in text and "because" in text and "not in survivors.yaml" in text
    report.write(tmp_path / "report.json", seed=1, short=True)
    written = json.loads((tmp_path / "report.json").read_text())
    assert [row["killed by"] for row in written["mutants"]] == ["T.one", "", "", ""]
    assert Report([Verdict(3, change(3), "T.one")], known).problems(0) == [
        f"{change(3).identity} is listed in survivors.yaml, and T.one notices it: take the entry out"
    ]


def test_lines_that_the_compiler_refuses_name_the_mutants(tmp_path: Path) -> None:
    source = tmp_path / "tlm/isochron/bus/x.h"
    source.parent.mkdir(parents=True)
    source.write_text("one\ntwo\nthree\n")
    first = Change("tlm/isochron/bus/x.h", 1, "", "order", "", "", (Edit(0, 3, Form.VALUE),))
    second = Change("tlm/isochron/bus/x.h", 2, "", "order", "", "", (Edit(4, 7, Form.VALUE),))
    said = "In file included from a.cpp:1:\n../../tlm/isochron/bus/x.h:2:5: error: no\nninja: build stopped\n"
    assert Tree(tmp_path, tmp_path / "copy")._refused(said, {1: first, 2: second}) == {2}


def test_another_mutant_takes_the_place_of_one_that_the_compiler_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "tlm/isochron/bus/x.h"
    source.parent.mkdir(parents=True)
    source.write_text("one\ntwo\nthree\n")
    first, second, third = (
        Change("tlm/isochron/bus/x.h", line, "", "order", str(line), "", (Edit(start, start + 3, Form.VALUE),)) for line, start in ((1, 0), (2, 4), (3, 8))
    )
    said = ["tlm/isochron/bus/x.h:2:5: error: no\n", ""]
    tree = Tree(tmp_path, tmp_path / "copy")
    written = []
    monkeypatch.setattr(tree, "write", lambda mutants: written.append(dict(mutants)))
    monkeypatch.setattr(tree, "_run", lambda words, may_fail=False: said.pop(0) if may_fail else "")
    left = tree.build([first, second], lambda refused, left: [third] if (refused, left) == ({second}, [first]) else [], ["p"], 1)
    assert left == {1: first, 3: third}
    assert written == [{1: first, 2: second}, {1: first, 3: third}]


def test_python_tests_are_found_by_name_wherever_they_are(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    for name in ("a/test_x_1.py", "a/b/test_x_2.py", "a/test_y.py"):
        (tmp_path / name).touch()
    assert python_tests(tmp_path, ("test_x_*.py", "test_y.py")) == ["a/b/test_x_2.py", "a/test_x_1.py", "a/test_y.py"]
    with pytest.raises(MutationError, match=r"there is no test_z\.py below"):
        python_tests(tmp_path, ("test_z.py",))


def test_every_judge_is_there() -> None:
    assert len(python_tests(Path(__file__).resolve().parents[1])) >= len(PYTHON_TESTS)
