# SPDX-License-Identifier: Apache-2.0
"""Finds where the models' sources can be wrong: every place of an operator of mutation, but for code that only describes."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import functools
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from clang.cindex import Cursor, CursorKind, TypeKind

from model_mutation import operators
from model_mutation.change import Change, Edit, Form, brief
from model_mutation.parse import SUFFIXES, parsed

# What these give back or do is for people: descriptions, checks of input with their messages, waveforms, what waits for what. Tests that judge do not
# look at fingerprints.
DESCRIBING_TYPES = re.compile(
    r"\b(TypeInfo|ParameterTable|Topology|TransactionId|ParameterProblem|StatisticInfo|ProbeInfo|MachineType)\b|basic_string|^const char ?\*$|^std::string$"
)
DESCRIBING_FUNCTIONS = {
    *("list_probes", "start_trace", "stop_trace", "show", "show_traced", "note", "note_traced", "report_waits"),
    *("add_conditions", "own_problems", "add_parameters_of_one", "fingerprint", "record_fingerprint"),
}
DESCRIBING_CLASSES = {"Probes"}
# Statements and conditions about waveforms.
TRACING = re.compile(r"\b(\w*probes_|traced_?|trace|show|note)\b")
TEXT_TYPES = re.compile(r"\bbasic_string\b|\bsc_module_name\b")
# Calls that only ask for room, and those whose two arguments are equals.
ROOM = {"reserve", "shrink_to_fit"}
EQUALS = {"min", "max", "swap", "move", "forward"}
# Classes that count: what is done to them decides a figure of the window.
STATISTICS = {"TimeIn", "LevelOverTime", "StageStatistics", "DelayHistogram", "Moments", "Spread", "StageSpread"}

INTEGERS = {
    *(TypeKind.CHAR_U, TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG, TypeKind.ULONGLONG),
    *(TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG),
}
NUMBERS = {*INTEGERS, TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.LONGDOUBLE}
EXCHANGED = {*NUMBERS, TypeKind.BOOL, TypeKind.ENUM, TypeKind.POINTER}

FUNCTIONS = {CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.FUNCTION_TEMPLATE, CursorKind.CONVERSION_FUNCTION}
CLASSES = {CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
SKIPPED = {
    *(CursorKind.PARM_DECL, CursorKind.ENUM_DECL, CursorKind.STATIC_ASSERT, CursorKind.CXX_THROW_EXPR, CursorKind.DESTRUCTOR),
    *(CursorKind.TYPEDEF_DECL, CursorKind.TYPE_ALIAS_DECL, CursorKind.TYPE_ALIAS_TEMPLATE_DECL, CursorKind.CXX_UNARY_EXPR),
    *(CursorKind.TEMPLATE_NON_TYPE_PARAMETER, CursorKind.TEMPLATE_TYPE_PARAMETER, CursorKind.USING_DECLARATION),
}


@dataclasses.dataclass(frozen=True)
class Place:
    """Where the walk is."""

    function: str = ""
    window: bool = False  # in code that makes a window's figures


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A change before it is known how many equal ones its function has."""

    operator: str
    cursor: Cursor
    edits: tuple[Edit, ...]
    before: str
    after: str
    place: Place


def find(root: Path, folders: Sequence[str], jobs: int = 1, include: str = "tlm") -> list[Change]:
    """Every change of the folders, in the order of the sources."""
    # A process each: a folder's syntax tree takes a gigabyte, which libclang keeps.
    with concurrent.futures.ProcessPoolExecutor(min(jobs, len(folders)), max_tasks_per_child=1) as pool:
        return [change for found in pool.map(functools.partial(in_folder, root, include), folders) for change in found]


def in_folder(root: Path, include: str, folder: str) -> list[Change]:
    """Every change of one folder."""
    return Finder(root, root / folder, root / include).changes()


class Finder:
    """Walks through the syntax tree of one folder."""

    def __init__(self, root: Path, folder: Path, include: Path):
        self._root, self._folder = root, folder
        self._units = parsed(folder, include)
        self._sources: dict[str, bytes] = {}
        self._macros: dict[str, list[tuple[int, int]]] = {}
        self._counters: set[str] = set()

    def changes(self) -> list[Change]:
        """All of them, each with its number among equal ones."""
        ours = [cursor for unit in self._units for cursor in unit.cursor.get_children() if self._is_ours(cursor)]
        for cursor in ours:
            if cursor.kind is CursorKind.MACRO_INSTANTIATION:
                self._macros.setdefault(cursor.location.file.name, []).append((cursor.extent.start.offset, cursor.extent.end.offset))
        declarations = [cursor for cursor in ours if cursor.kind.is_declaration()]
        self._counters = {name for cursor in declarations for name in self._reset(cursor)}
        seen: Counter[tuple[str, ...]] = Counter()
        taken: set[tuple[str, str, tuple[Edit, ...]]] = set()
        changes = []
        for cursor in declarations:
            for one in self._walk(cursor, Place()):
                file = str(Path(one.cursor.location.file.name).relative_to(self._root))
                if (file, one.operator, one.edits) in taken:
                    continue
                taken.add((file, one.operator, one.edits))
                key = (file, one.place.function, one.operator, brief(one.before), brief(one.after))
                line = self._source(one.cursor).count(b"\n", 0, one.edits[0].start) + 1
                changes.append(Change(file, line, one.place.function, one.operator, one.before, one.after, one.edits, seen[key]))
                seen[key] += 1
        return sorted(changes, key=lambda change: (change.file, change.edits[0].start, change.operator, change.after))

    # Places in files.

    def _is_ours(self, cursor: Cursor) -> bool:
        file = cursor.location.file
        return file is not None and Path(file.name).parent == self._folder and Path(file.name).name != "whole_folder.cpp"

    def _source(self, cursor: Cursor) -> bytes:
        name = cursor.location.file.name
        if name not in self._sources:
            self._sources[name] = Path(name).read_bytes()
        return self._sources[name]

    def _text(self, cursor: Cursor) -> str:
        return self._source(cursor)[cursor.extent.start.offset : cursor.extent.end.offset].decode()

    def _between(self, first: Cursor, second: Cursor) -> str:
        return self._source(first)[first.extent.end.offset : second.extent.start.offset].decode()

    def _in_macro(self, cursor: Cursor) -> bool:
        file, start = cursor.location.file, cursor.extent.start.offset
        return any(first <= start < last for first, last in self._macros.get(file.name, ()))

    # The walk.

    def _walk(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        kind = cursor.kind
        if kind in SKIPPED or kind.is_attribute() or kind.is_reference():
            return
        # A file that is included in the middle of a function cannot declare the switch.
        if cursor.location.file is None or Path(cursor.location.file.name).suffix not in SUFFIXES or self._in_macro(cursor):
            return
        if kind in FUNCTIONS:
            yield from self._function(cursor, place)
        elif kind in CLASSES:
            if cursor.spelling not in DESCRIBING_CLASSES:
                yield from self._children(cursor, place)
        elif kind in (CursorKind.FIELD_DECL, CursorKind.VAR_DECL):
            yield from self._variable(cursor, place)
        elif kind is CursorKind.CASE_STMT:
            yield from self._all(list(cursor.get_children())[1:], place)
        elif kind.is_expression() and TEXT_TYPES.search(cursor.type.get_canonical().spelling):
            return
        else:
            yield from self._here(cursor, place)
            yield from self._inside(cursor, place)

    def _all(self, cursors: Iterable[Cursor], place: Place) -> Iterator[Candidate]:
        for cursor in cursors:
            yield from self._walk(cursor, place)

    def _children(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        return self._all(cursor.get_children(), place)

    def _function(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        if not cursor.is_definition() or cursor.spelling in DESCRIBING_FUNCTIONS or self._is_constexpr(cursor):
            return
        if DESCRIBING_TYPES.search(cursor.result_type.spelling):
            return
        owner = cursor.semantic_parent.spelling
        if owner in DESCRIBING_CLASSES:
            return
        file = Path(cursor.location.file.name).name
        window = owner in STATISTICS or re.match(r"start_window$|record($|_)", cursor.spelling) is not None or file.endswith("_record.cpp")
        inner = Place(f"{owner}::{cursor.spelling}" if owner else cursor.spelling, window)
        for child in cursor.get_children():
            # Only types stand before the name.
            if child.extent.start.offset > cursor.location.offset:
                yield from self._walk(child, inner)

    def _variable(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        if self._is_constexpr(cursor) or re.search(r"Probe\b", cursor.type.spelling):
            return
        values = [child for child in cursor.get_children() if child.extent.start.offset > cursor.location.offset]
        values = [child for child in values if child.kind.is_expression()]
        inner = place if place.function else Place(f"{cursor.semantic_parent.spelling}::{cursor.spelling}", place.window)
        for value in values:
            # What a field is before anything happens, most of all nothing, is set anew before it is read.
            if cursor.kind is CursorKind.FIELD_DECL and self._text(value).strip("{} ") in ("", "0", "false", "nullptr"):
                continue
            if cursor.kind is CursorKind.VAR_DECL:
                yield from self._off_by_one(value, place)
            yield from self._walk(value, inner)

    def _is_constexpr(self, cursor: Cursor) -> bool:
        before = self._source(cursor)[cursor.extent.start.offset : cursor.location.offset]
        return b"constexpr" in before

    def _inside(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        """The children, without those whose faults would be none, or none of the model's."""
        children = list(cursor.get_children())
        kind = cursor.kind
        if kind is CursorKind.IF_STMT:
            before = [child for child in children if child.kind in (CursorKind.VAR_DECL, CursorKind.DECL_STMT)]
            if before:
                # What is declared is the condition.
                yield from self._all([child for child in children if child.kind.is_statement()], place)
                return
            if TRACING.search(self._text(children[0])):
                yield from self._all(children[2:], place)
                return
        if kind is CursorKind.CALL_EXPR:
            if cursor.spelling in ROOM:
                return
            if cursor.spelling == "operator[]":
                children = [child for child in children if not self._is_number(child)]
        if kind is CursorKind.ARRAY_SUBSCRIPT_EXPR:
            # A place beside a container is no fault with one outcome.
            children = [child for child in children if not self._is_number(child)]
        if kind.is_expression() and TRACING.match(self._text(cursor)):
            return
        yield from self._all(children, place)

    def _is_number(self, cursor: Cursor) -> bool:
        return operators.INTEGER.fullmatch(self._text(cursor)) is not None

    # What can be wrong at a place.

    def _here(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        kind = cursor.kind
        if kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            yield from self._binary(cursor, place)
        elif kind is CursorKind.UNARY_OPERATOR:
            yield from self._unary(cursor, place)
        elif kind in (CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL, CursorKind.CXX_BOOL_LITERAL_EXPR):
            yield from self._literal(cursor, place)
        elif kind is CursorKind.DECL_REF_EXPR:
            yield from self._enumerator(cursor, place)
        elif kind is CursorKind.CALL_EXPR:
            yield from self._call(cursor, place)
        elif kind is CursorKind.INIT_LIST_EXPR:
            yield from self._exchanged(cursor, list(cursor.get_children()), place)
        elif kind is CursorKind.COMPOUND_STMT:
            yield from self._statements(list(cursor.get_children()), place)
        elif kind is CursorKind.RETURN_STMT:
            for child in cursor.get_children():
                yield from self._off_by_one(child, place)
        elif kind in (CursorKind.IF_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.FOR_STMT, CursorKind.CONDITIONAL_OPERATOR):
            yield from self._branch(cursor, place)

    def _candidate(self, operator: str, cursor: Cursor, form: Form, after: str, place: Place) -> Candidate:
        edit = Edit(cursor.extent.start.offset, cursor.extent.end.offset, form, after)
        shown = f"!({self._text(cursor)})" if form is Form.CONDITION else after
        return Candidate("window" if place.window else operator, cursor, (edit,), self._text(cursor), shown, place)

    def _binary(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        children = list(cursor.get_children())
        if len(children) != 2:
            return
        left, right = children
        sign = self._between(left, right).strip()
        kinds = {child.type.get_canonical().kind for child in children}
        for operator, faulty in (
            ("arithmetic", {**operators.ARITHMETIC, **operators.ASSIGNED} if kinds <= NUMBERS else {}),
            ("relational", operators.RELATIONAL if kinds <= EXCHANGED else {}),
            ("logical", operators.LOGICAL),
        ):
            if sign in faulty:
                after = f"{self._text(left)} {faulty[sign]} {self._text(right)}"
                counted = kinds <= NUMBERS and self._name(left) in self._counters
                yield self._candidate("window" if counted else operator, cursor, Form.VALUE, after, place)

    def _unary(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        (child,) = cursor.get_children()
        text = self._text(cursor)
        if text.startswith("!"):
            yield self._candidate("logical", cursor, Form.VALUE, f"static_cast<bool>({self._text(child)})", place)
        if child.type.get_canonical().kind in INTEGERS:
            for sign, faulty in operators.STEPPED.items():
                after = ""
                if text.startswith(sign):
                    after = faulty + text[2:]
                elif text.endswith(sign):
                    after = text[:-2] + faulty
                if after:
                    operator = "window" if self._name(child) in self._counters else "arithmetic"
                    yield self._candidate(operator, cursor, Form.VALUE, after, place)

    def _literal(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        text = self._text(cursor)
        if text in ("true", "false"):
            yield self._candidate("constant", cursor, Form.VALUE, "false" if text == "true" else "true", place)
            return
        changed = operators.integer(text) or operators.floating(text)
        if changed:
            yield self._candidate(changed[0], cursor, Form.VALUE, changed[1], place)

    def _enumerator(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        """The next one of its enumeration."""
        declared = cursor.referenced
        if declared is None or declared.kind is not CursorKind.ENUM_CONSTANT_DECL:
            return
        names = [one.spelling for one in declared.semantic_parent.get_children() if one.kind is CursorKind.ENUM_CONSTANT_DECL]
        text = self._text(cursor)
        if len(names) < 2 or not text.endswith(declared.spelling):
            return
        after = text[: -len(declared.spelling)] + names[(names.index(declared.spelling) + 1) % len(names)]
        yield self._candidate("constant", cursor, Form.VALUE, after, place)

    def _call(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        name = cursor.spelling
        if name in ROOM or name.startswith("operator"):
            return
        # An argument by default stands nowhere.
        arguments = [argument for argument in cursor.get_arguments() if argument.location.file is not None]
        text = self._text(cursor)
        if name in operators.NEIGHBOURS and text.startswith("std::"):
            after = re.sub(rf"^std::{name}\b", f"std::{operators.NEIGHBOURS[name]}", text)
            yield self._candidate("arithmetic", cursor, Form.VALUE, after, place)
        if name not in EQUALS:
            yield from self._exchanged(cursor, arguments, place)
        for argument in arguments:
            yield from self._off_by_one(argument, place)

    def _exchanged(self, cursor: Cursor, values: list[Cursor], place: Place) -> Iterator[Candidate]:
        """Two neighbours of one type in each other's place."""
        for one, other in itertools.pairwise(values):
            if one.extent.end.offset >= other.extent.start.offset:
                continue
            types = [value.type.get_canonical() for value in (one, other)]
            texts = [self._text(value) for value in (one, other)]
            if types[0].kind not in EXCHANGED or types[0].spelling != types[1].spelling or texts[0] == texts[1]:
                continue
            edits = tuple(
                Edit(value.extent.start.offset, value.extent.end.offset, Form.VALUE, text)
                for value, text in ((one, texts[1]), (other, texts[0]))
            )
            whole = self._source(cursor)[one.extent.start.offset : other.extent.end.offset].decode()
            operator = "window" if place.window else "order"
            yield Candidate(operator, one, edits, whole, f"{texts[1]}, {texts[0]}", place)

    def _off_by_one(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        """An integer that is used by value, one too large."""
        if cursor.kind not in (CursorKind.UNEXPOSED_EXPR, CursorKind.BINARY_OPERATOR, CursorKind.CONDITIONAL_OPERATOR, CursorKind.PAREN_EXPR):
            return
        type_ = cursor.type.get_canonical()
        text = self._text(cursor)
        # A loop over a range has values that stand nowhere: their text is its colon.
        if type_.kind not in INTEGERS or operators.INTEGER.fullmatch(text) or text == ":" or self._in_macro(cursor):
            return
        yield self._candidate("off_by_one", cursor, Form.VALUE, f"static_cast<{type_.spelling.removeprefix('const ')}>({text} + 1)", place)

    def _branch(self, cursor: Cursor, place: Place) -> Iterator[Candidate]:
        children = list(cursor.get_children())
        if any(child.kind in (CursorKind.VAR_DECL, CursorKind.DECL_STMT) for child in children[: 1 if cursor.kind is CursorKind.IF_STMT else 0]):
            return
        if cursor.kind is CursorKind.FOR_STMT:
            conditions = [child for child in children[:-1] if child.type.get_canonical().kind is TypeKind.BOOL]
        elif cursor.kind is CursorKind.DO_STMT:
            conditions = children[-1:]
        else:
            conditions = children[:1]
        for condition in conditions:
            if not TRACING.search(self._text(condition)):
                yield self._candidate("condition", condition, Form.CONDITION, "", place)
        bodies = children[1:] if cursor.kind is CursorKind.IF_STMT else children[-1:]
        if cursor.kind in (CursorKind.IF_STMT, CursorKind.WHILE_STMT, CursorKind.FOR_STMT):
            if cursor.kind is CursorKind.IF_STMT and TRACING.search(self._text(children[0])):
                bodies = children[2:]
            for body in bodies:
                yield from self._removed(body, place)

    def _statements(self, statements: list[Cursor], place: Place) -> Iterator[Candidate]:
        for statement in statements:
            yield from self._removed(statement, place)
        for one, other in itertools.pairwise(statements):
            if self._sets_for(one, other) or self._sets_for(other, one):
                start, end = one.extent.start.offset, other.extent.end.offset
                source = self._source(one)
                if source[end : end + 1] != b";" or self._in_macro(one) or self._in_macro(other):
                    continue
                texts = [self._text(one), self._text(other)]
                edit = Edit(start, end + 1, Form.STATEMENTS, f"{texts[1]}; {texts[0]};")
                operator = "window" if place.window else "order"
                yield Candidate(operator, one, (edit,), f"{texts[0]}; {texts[1]};", f"{texts[1]}; {texts[0]};", place)

    def _sets_for(self, one: Cursor, other: Cursor) -> bool:
        """The first sets a variable that the other, also a statement, names: in another order they do something else. What two calls have in common
        cannot be seen here, and most have nothing.
        """
        if not one.kind.is_expression() or not other.kind.is_expression() or any(TRACING.match(self._text(statement)) for statement in (one, other)):
            return False
        bare = self._bare(one)
        text = self._text(one)
        sets = bare.kind is CursorKind.COMPOUND_ASSIGNMENT_OPERATOR or bare.spelling == "operator=" or text.strip("+-") != text
        if bare.kind is CursorKind.BINARY_OPERATOR:
            left, right = bare.get_children()
            sets = self._between(left, right).strip() == "="
        target = next(iter(bare.get_children()), None)
        name = target and self._bare(target).referenced
        return sets and name is not None and any(cursor.referenced and cursor.referenced == name for cursor in other.walk_preorder())

    def _bare(self, cursor: Cursor) -> Cursor:
        """What is below conversions and temporaries that have no text of their own."""
        while cursor.kind is CursorKind.UNEXPOSED_EXPR:
            children = list(cursor.get_children())
            if len(children) != 1:
                break
            cursor = children[0]
        return cursor

    def _removed(self, statement: Cursor, place: Place) -> Iterator[Candidate]:
        """A call or an assignment that is not made."""
        bare = self._bare(statement)
        text = self._text(statement)
        if not statement.kind.is_expression() or self._in_macro(statement) or TRACING.match(text) or bare.spelling in ROOM:
            return
        step = bare.kind is CursorKind.UNARY_OPERATOR and text.strip("+-") != text
        if bare.kind not in (CursorKind.CALL_EXPR, CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR) and not step:
            return
        yield self._candidate("window" if self._counts(bare) else "removed", statement, Form.EFFECT, "", place)

    # What makes a window's figures.

    def _counts(self, cursor: Cursor) -> bool:
        """A statement that counts: a call of a statistic, or a counter that every window sets back."""
        if cursor.kind is CursorKind.CALL_EXPR:
            callee = cursor.referenced
            return callee is not None and callee.semantic_parent is not None and callee.semantic_parent.spelling in STATISTICS
        first = next(iter(cursor.get_children()), None)
        return first is not None and self._name(first) in self._counters

    def _name(self, cursor: Cursor) -> str:
        bare = self._bare(cursor)
        return bare.spelling if bare.kind is CursorKind.MEMBER_REF_EXPR else ""

    def _reset(self, cursor: Cursor, inside: bool = False) -> Iterator[str]:
        """Names of the members that some start_window() sets."""
        if cursor.kind in FUNCTIONS:
            inside = cursor.spelling == "start_window"
        if inside and cursor.kind is CursorKind.BINARY_OPERATOR:
            name = self._name(next(cursor.get_children()))
            if name:
                yield name
        for child in cursor.get_children():
            yield from self._reset(child, inside)
