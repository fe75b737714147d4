# SPDX-License-Identifier: Apache-2.0
"""Faults of a small source: where they are found, that each of them is one, and that a sample stays as it is."""

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from model_mutation.change import Change, Edit, Form, brief
from model_mutation.finder import find
from model_mutation.folders import model_folders, places, thin
from model_mutation.operators import OPERATORS, floating, integer
from model_mutation.sample import replacements, sample
from model_mutation.weave import fits, woven

HERE = Path(__file__).resolve().parent
FOLDER = "tlm/isochron/bus"

SOURCE = """// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

struct TypeInfo { int version = 17; };
struct TimeIn { void enter(std::uint64_t now) { since = now; } std::uint64_t since = 0; };

class Counter {
 public:
  enum class Law { even, odd };
  static constexpr unsigned size = 8;

  std::uint64_t value(std::uint64_t a, std::uint64_t b) {
    if (a < b && law_ == Law::even) return a + 3 * b;
    first(a, b);
    second(a);
    return b;
  }
  void start_window(std::uint64_t now) { served_ = 0; busy_.enter(now); }
  std::uint64_t served() const { return served_; }

  static TypeInfo type_info() { TypeInfo info; info.version = 18; return info; }
  std::string text() const { return "size " + std::to_string(size + 1); }
  void show(std::uint64_t now) { shown_ = now + 1; }

 private:
  void first(std::uint64_t a, std::uint64_t b) { served_ += a - b; ++calls_; }
  void second(std::uint64_t a) {
    show(a);
    if (a > 1'000'000) throw std::string("too large: ") + std::to_string(a * 2);
    served_ += a;
    half_ = served_ / 2;
  }

  Law law_ = Law::even;
  std::uint64_t served_ = 0;
  std::uint64_t half_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t shown_ = 0;
  double share_ = 0.5;
  TimeIn busy_;
};
"""
PROGRAM = """
#include <cstdio>
#include <isochron/bus/counter.h>
int main() {
  Counter counter;
  for (unsigned a = 0; a < 4; ++a)
    for (unsigned b = 0; b < 4; ++b)
      std::printf("%llu %llu\\n", (unsigned long long)counter.value(a, b), (unsigned long long)counter.served());
  counter.start_window(5);
  std::printf("%llu\\n", (unsigned long long)counter.served());
}
"""


@pytest.fixture(name="root")
def fixture_root(tmp_path: Path) -> Path:
    file = tmp_path / FOLDER / "counter.h"
    file.parent.mkdir(parents=True)
    file.write_text(SOURCE)
    return tmp_path


@pytest.fixture(name="changes")
def fixture_changes(root: Path) -> list[Change]:
    return find(root, [FOLDER])


def texts(changes: list[Change], operator: str) -> set[str]:
    return {change.text for change in changes if change.operator == operator}


def test_every_operator_finds_its_places(changes: list[Change]) -> None:
    assert texts(changes, "arithmetic") >= {"a + 3 * b -> a - 3 * b".replace("->", " -> "), "3 * b  ->  3 / b", "a - b  ->  a + b", "++calls_  ->  --calls_"}
    assert texts(changes, "relational") == {"a < b  ->  a <= b", "law_ == Law::even  ->  law_ != Law::even", "a > 1'000'000  ->  a >= 1'000'000"}
    assert texts(changes, "logical") == {"a < b && law_ == Law::even  ->  a < b || law_ == Law::even"}
    assert texts(changes, "condition") == {"a < b && law_ == Law::even  ->  !(a < b && law_ == Law::even)", "a > 1'000'000  ->  !(a > 1'000'000)"}
    # Statements of which one sets what the other uses; two calls may have nothing to do with each other.
    assert texts(changes, "order") == {"a, b  ->  b, a", "served_ += a; half_ = served_ / 2;  ->  half_ = served_ / 2; served_ += a;"}
    assert {"first(a, b)  ->  (nothing)", "++calls_  ->  (nothing)"} <= texts(changes, "removed")
    assert {"Law::even  ->  Law::odd", "0.5  ->  0.51"} <= texts(changes, "constant")
    assert "b  ->  static_cast<unsigned long>(b + 1)" in texts(changes, "off_by_one")
    # All that start_window() sets back is counted in a window.
    assert {"busy_.enter(now)  ->  (nothing)", "served_ = 0  ->  (nothing)", "served_ += a  ->  served_ -= a"} <= texts(changes, "window")
    assert {change.operator for change in changes} <= set(OPERATORS)


def test_sources_whose_local_names_clash_are_read_one_by_one(root: Path, changes: list[Change]) -> None:
    for name in ("one", "two"):
        local = "namespace { int helper(int a) { return a + 1; } }"
        (root / FOLDER / f"{name}.cpp").write_text(f"{local}\nint {name}(int a) {{ return helper(a) * 2; }}\n")
    found = find(root, [FOLDER])
    assert [change for change in found if change.file.endswith("counter.h")] == changes
    assert {f"{name}::" + change.text for name in ("one", "two") for change in found if change.file.endswith(f"{name}.cpp")} >= {
        "one::helper(a) * 2  ->  helper(a) / 2",
        "two::a + 1  ->  a - 1",
    }


def test_what_only_describes_has_no_fault(changes: list[Change]) -> None:
    functions = {change.function for change in changes}
    assert "Counter::value" in functions
    assert not functions & {"Counter::type_info", "Counter::text", "Counter::show", "Counter::size"}
    # Neither what an error says, nor a waveform's call, nor what a field is before anything happens.
    assert not any("a * 2" in change.before or "show" in change.before or (change.before == "0" and not change.function) for change in changes)


def test_places_are_what_they_say(changes: list[Change]) -> None:
    for change in changes:
        start, end = change.edits[0].start, change.edits[-1].end
        assert brief(SOURCE.encode()[start:end].decode()) == brief(change.before)
        assert SOURCE.splitlines()[change.line - 1].strip()
        assert change.file == f"{FOLDER}/counter.h"


def test_each_mutant_is_one_fault(root: Path, changes: list[Change]) -> None:
    """All of them in one program: without one it does the same, and most show at once."""
    mutants = [(number, change) for number, change in enumerate(sample(changes, 1000, 1, ["bus"], OPERATORS), 1)]
    assert len(mutants) > 30
    (root / "tlm/isochron/mutants.h").write_text((HERE / "mutants.h").read_text())

    def output(name: str, number: int, reached: Path | None = None) -> str:
        environment = {"MUTANT": str(number), **({"MUTANTS_REACHED": str(reached)} if reached else {})}
        return subprocess.run([root / name], capture_output=True, text=True, check=False, env=environment).stdout

    source = root / "program.cpp"
    source.write_text(PROGRAM)
    for name in ("right", "with_mutants"):
        subprocess.run(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{root}/tlm", source, "-o", root / name], check=True)
        (root / FOLDER / "counter.h").write_bytes(woven(SOURCE.encode(), mutants))
    right = output("right", 0)
    reached = root / "reached"
    reached.write_bytes(bytes(len(mutants) + 1))
    assert output("with_mutants", 0, reached) == right
    by = [number for number, _ in mutants if reached.read_bytes()[number]]
    wrong = {number: output("with_mutants", number) != right for number, _ in mutants}
    assert not any(wrong[number] for number, _ in mutants if number not in by)
    # Not what is never printed, and what is the same for these numbers.
    silent = {change.text for number, change in mutants if not wrong[number]}
    assert len(silent) < len(mutants) / 2
    assert "a < b  ->  a <= b" not in silent
    assert "served_ += a; half_ = served_ / 2;  ->  half_ = served_ / 2; served_ += a;" in silent


def test_identity_stays_when_the_place_moves(root: Path, changes: list[Change]) -> None:
    (root / FOLDER / "counter.h").write_text(SOURCE.replace("class Counter", "\n\n// Counts.\nclass Counter").replace("a + 3", "a  +\n 3"))
    moved = find(root, [FOLDER])
    assert {change.identity for change in moved} == {change.identity for change in changes}
    assert [change.line for change in moved] != [change.line for change in changes]
    assert len({change.identity for change in changes}) == len(changes)


def made(folder: str, operator: str, number: int) -> Change:
    edit = Edit(10 * number, 10 * number + 5, Form.VALUE, "b")
    return Change(f"tlm/isochron/{folder}/x.h", number, "f", operator, f"a{number}", "b", (edit,))


def test_sample_takes_turns_and_a_smaller_one_is_the_beginning() -> None:
    folders, kinds = ["bus", "device"], ["order", "window"]
    changes = [made(folder, kind, number) for folder in folders for kind in kinds for number in range(50)]
    eight = sample(changes, 8, 1, folders, kinds)
    strata = [(change.folder, change.operator) for change in eight]
    assert all(strata.count((folder, kind)) == 2 for folder in folders for kind in kinds)
    assert sample(changes, 3, 1, folders, kinds) == eight[:3]
    assert sample(list(reversed(changes)), 8, 1, folders, kinds) == eight
    assert sample(changes, 8, 2, folders, kinds) != eight
    # A line that is empty costs nobody a turn.
    assert len(sample(changes, 1000, 1, folders, kinds)) == 200
    # One place less moves one fault.
    without = sample([change for change in changes if change != eight[2]], 8, 1, folders, kinds)
    assert len(set(without) & set(eight)) == 7


def test_every_folder_has_its_share_of_a_sample() -> None:
    """Also one with a single operator, and one that has few places."""
    folders = [f"room{number}" for number in range(29)]
    changes = [made(folder, kind, number) for folder in folders[2:] for kind in OPERATORS for number in range(4)]
    changes += [made(folders[0], OPERATORS[0], number) for number in range(9)] + [made(folders[1], OPERATORS[1], number) for number in range(3)]
    drawn = sample(changes, 150, 1, folders, OPERATORS)
    taken = Counter(change.folder for change in drawn)
    assert len(drawn) == 150
    assert taken.pop("room1") == 3 and min(taken.values()) >= 5 and max(taken.values()) <= 6
    assert len({change.operator for change in drawn if change.folder == "room2"}) >= 5
    assert not thin(drawn, changes, 5)
    assert thin(drawn[:-30], changes, 5)[0].startswith("room1")


def test_what_stands_in_for_others_fits_in_beside_the_rest() -> None:
    changes = [made("bus", "order", number) for number in range(9)]
    drawn = sample(changes, 4, 1, ["bus"], ["order"])
    another = sample([change for change in changes if change != drawn[1]], 4, 1, ["bus"], ["order"])
    left = [drawn[0], *drawn[2:]]
    (fresh,) = replacements(another, left)
    assert fresh not in drawn
    assert replacements(another, [*left, fresh]) == []


def test_every_folder_with_a_model_takes_part() -> None:
    root = HERE.parents[1]
    folders = set(places(model_folders(root)))
    assert {"bus", "dma", "dma/block_mover", "machine", "machine/language", "machine/workload/traffic"} <= folders
    assert not {folder.split("/")[0] for folder in folders} & {"app", "core", "observe", "protocol", "scenario"}
    assert all(list((root / "tlm/isochron" / folder).glob("*.cpp")) for folder in folders)


def test_edits_that_cross_do_not_stand_together() -> None:
    first = Change("f", 1, "", "order", "", "", (Edit(0, 10, Form.STATEMENTS),))
    crossing = Change("f", 1, "", "order", "", "", (Edit(5, 15, Form.STATEMENTS),))
    inside = Change("f", 1, "", "order", "", "", (Edit(5, 10, Form.VALUE),))
    assert not fits(crossing, [first])
    assert fits(inside, [first]) and fits(first, [inside])
    assert fits(Change("g", 1, "", "order", "", "", crossing.edits), [first])


def test_what_is_woven() -> None:
    source = b"// licence\nf(a + b); g();\n"
    start = source.index(b"f(")
    mutants = [
        (1, Change("f", 2, "", "order", "", "", (Edit(start, start + 14, Form.STATEMENTS, "g(); f(a + b);"),))),
        (2, Change("f", 2, "", "removed", "", "", (Edit(start, start + 8, Form.EFFECT),))),
        (3, Change("f", 2, "", "arithmetic", "", "", (Edit(start + 2, start + 7, Form.VALUE, "a - b"),))),
        (4, Change("f", 2, "", "condition", "", "", (Edit(start + 2, start + 3, Form.CONDITION),))),
    ]
    on = "isochron::mutants::on"
    assert woven(source, mutants).decode() == (
        "#include <isochron/mutants.h>\n"
        f"if ({on}(1)) {{ g(); f(a + b); }} else {{ "
        f"({on}(2) ? void() : void(f(({on}(3) ? (a - b) : (({on}(4) != static_cast<bool>(a)) + b))))); g(); }}\n"
    )


def test_literals() -> None:
    assert {integer("1"), integer("2u")} <= {("off_by_one", "2"), ("off_by_one", "1u"), ("off_by_one", "3u")}
    assert integer("0") == ("off_by_one", "1")
    assert integer("66'667'000") in {("constant", "33333500"), ("constant", "68000340")}
    assert integer("0x1000ull")[0] == "constant"
    assert floating("1e-12") == ("constant", "1.02e-12")
    assert floating("100.0f") == ("constant", "102.0f")
    assert floating("0.0") == ("constant", "1.0")
