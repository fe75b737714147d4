# SPDX-License-Identifier: Apache-2.0
"""Damages valid inputs of the command. The same number makes the same damage on every machine."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

NUMBERS = (
    "1e999", "-1e999", "1e308", "1e-400", "18446744073709551616", "-9223372036854775809", "9" * 400, "0." + "0" * 400 + "1", "0x7f", "010", "nan",
    "-0", ".inf", "1_000", "1e3", "00", "+5",
)  # fmt: skip
CONTROLS = (b"\x00", b"\x01", b"\x07", b"\x08", b"\x0b", b"\x0c", b"\x1b[31m", b"\x1b]0;x\x07", b"\x7f")
NOT_UTF8 = (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\x80", b"\xe2\x82", b"\xe0\x9f\xbf")
TYPES = ("[]", "{}", "null", "true", "~", '""', "[1, 2, 3]", "{a: 1}", "'text'", "-1", "1 furlong", "[[[]]]", "*a", "&a 3", "!!int x", "| \n x", "<<: 3")


@dataclass
class Damaged:
    """A damaged input, how it was made, and whether it must be refused."""

    text: bytes
    how: str
    refused: bool = False


def lines_of(text: bytes) -> list[bytes]:
    return text.splitlines(keepends=True)


def truncate(text: bytes, chance: random.Random) -> Damaged:
    return Damaged(text[: chance.randrange(len(text))], "truncated")


def flip(text: bytes, chance: random.Random) -> Damaged:
    damaged = bytearray(text)
    for _ in range(chance.randint(1, 3)):
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return Damaged(bytes(damaged), "flipped bits")


def cut(text: bytes, chance: random.Random) -> Damaged:
    start = chance.randrange(len(text))
    return Damaged(text[:start] + text[start + chance.randint(1, 60) :], "cut a span")


def insert(pieces: tuple[bytes, ...], how: str) -> Callable[[bytes, random.Random], Damaged]:
    """Not within a character: what stands beside the piece must stay what it was."""

    def damage(text: bytes, chance: random.Random) -> Damaged:
        places = [at for at in range(len(text) + 1) if at == len(text) or text[at] & 0xC0 != 0x80]
        at = chance.choice(places)
        return Damaged(text[:at] + chance.choice(pieces) + text[at:], how, refused=True)

    return damage


def replace_number(text: bytes, chance: random.Random) -> Damaged:
    number = chance.choice([*re.finditer(rb"(?<![\w.])[0-9][0-9.]*", text)] or [re.match(b"", text)])
    return Damaged(text[: number.start()] + chance.choice(NUMBERS).encode() + text[number.end() :], "a hostile number")


def replace_value(text: bytes, chance: random.Random) -> Damaged:
    value = chance.choice([*re.finditer(rb"(?<=: )[^\n,{}\[\]]+", text)] or [re.match(b"", text)])
    return Damaged(text[: value.start()] + chance.choice(TYPES).encode() + text[value.end() :], "another type")


def nest(text: bytes, chance: random.Random) -> Damaged:
    value = chance.choice([*re.finditer(rb"(?<=: )[^\n,{}\[\]]+", text)])
    depth = chance.choice((40, 1000, 50_000))
    deep = chance.choice((b"[" * depth + b"]" * depth, b'{"a": ' * depth + b"1" + b"}" * depth, b"[" * depth))
    return Damaged(text[: value.start()] + deep + text[value.end() :], f"nested {depth} deep")


def double_line(text: bytes, chance: random.Random) -> Damaged:
    lines = lines_of(text)
    at = chance.randrange(len(lines))
    return Damaged(b"".join([*lines[: at + 1], *lines[at:]]), "a line twice")


def double_key(text: bytes, chance: random.Random) -> Damaged:
    """A key of the outermost map once more, at the end."""
    key = chance.choice(re.findall(rb"^[a-z_]+(?=:)", text, re.MULTILINE))
    return Damaged(text.rstrip(b"\n") + b"\n" + key + b": 1\n", "a key twice", refused=True)


def open_quote(text: bytes, chance: random.Random) -> Damaged:
    value = chance.choice([*re.finditer(rb"(?<=: )[^\n,{}\[\]'\"]+", text)])
    before = chance.choice((b"", b"!!str ", b"&a ", b"&a !x "))
    return Damaged(text[: value.start()] + before + chance.choice((b'"', b"'")) + text[value.start() :], "an open quotation")


YAML = (
    truncate, flip, cut, replace_number, replace_value, nest, double_line, double_key, open_quote,
    insert(CONTROLS, "a control character"), insert(NOT_UTF8, "not UTF-8"), insert((b"\t- \x00",), "binary"),
)  # fmt: skip


def damaged_yaml(text: bytes, number: int) -> Damaged:
    chance = random.Random(f"yaml {number}")
    return YAML[number % len(YAML)](text, chance)


def double_json_key(text: bytes, chance: random.Random) -> Damaged:
    key = chance.choice([*re.finditer(rb'"[a-z_.]+": (?=[0-9"])', text)])
    return Damaged(text[: key.start()] + key.group() + b"3, " + text[key.start() :], "a key twice", refused=True)


def replace_member(text: bytes, chance: random.Random) -> Damaged:
    """Another type somewhere in the first three levels, where the reader relies on what it finds."""
    document = json.loads(text)
    part = document
    for _ in range(chance.randint(0, 2)):
        inner = [value for value in part.values() if isinstance(value, dict) and value]
        part = chance.choice(inner) if inner else part
    part[chance.choice(sorted(part))] = chance.choice(([], {}, None, True, 3, "text", [[1]], {"a": {"b": 1}}, -1.5e300, "\x1b[31m\n"))
    return Damaged(json.dumps(document).encode(), "another type")


JSON = (
    truncate, flip, cut, replace_number, nest, double_json_key, replace_member, replace_member, double_line,
    insert(CONTROLS[:-1], "a control character"), insert(NOT_UTF8, "not UTF-8"),
)  # fmt: skip


def damaged_json(text: bytes, number: int) -> Damaged:
    """What JSON is, Python's reader says."""
    damaged = JSON[number % len(JSON)](text, random.Random(f"json {number}"))
    try:
        json.loads(damaged.text.decode("utf-8"))
    except (ValueError, RecursionError):
        damaged.refused = True
    return damaged


def damaged_setting(paths: list[str], number: int) -> str:
    """What follows --set: a parameter with a hostile value, or damage to both."""
    chance = random.Random(f"set {number}")
    path = chance.choice(paths)
    kind = number % 6
    if kind == 0:
        return f"{path}={chance.choice(NUMBERS)}{chance.choice(('', ' B', 's', ' MB/s', ' %', ' Hz'))}"
    if kind == 1:
        return f"{path}={chance.choice(TYPES)}"
    if kind == 2:
        control = chance.choice(CONTROLS[1:] + NOT_UTF8)
        return f"{path}={control.decode('utf-8', 'surrogateescape')}3"
    if kind == 3:
        depth = chance.choice((40, 1000, 20_000))
        return f"{path}={chance.choice(('[', '{a: ')) * depth}"
    if kind == 4:
        return f"{path}={{{', '.join('a: 1' for _ in range(chance.randint(2, 50)))}}}"
    text = f"{path}=3"
    at = chance.randrange(len(text))
    return text[:at] + chance.choice("=.{}[]\"'\\&*!\x1b\n\t %") + text[at + chance.randint(0, 2) :]
