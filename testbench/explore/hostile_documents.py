# SPDX-License-Identifier: Apache-2.0
"""Damaged documents from valid ones, the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

DEEP = 100_000
WORDS = (
    None, True, -1, 0, 1e308, -1e308, 2**63, 2**70, 10**400, "", " ", "\0", "\x1b[2J\x07", "\u202egnp.yrots", "\ud800", "nan", "1e999", "../../etc/passwd",
    "x" * 100_000, [], {}, [[]], {"": {}}, [None], {"unit": 3},
)  # fmt: skip
# What JSON's own writer would not write, put in place of a value.
RAW = ("1e999", "-1e999", "NaN", "Infinity", "9" * 5000, "[" * DEEP, '{"a":' * DEEP, "[" * 500 + "]" * 500, '"\\ud800"', '"\\u001b[31m"', "0x10", "'", "1.", "\x00")
_MARK = "@@here@@"


def damaged_json(document: Any, count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """`count` damaged forms of a JSON document, each with what was done to it."""
    chance = random.Random(seed)
    kinds: list[Callable[[Any, random.Random], tuple[str, bytes]]] = [_value, _value, _raw, _gone, _twice, _bytes, _bytes, _whole]
    for i in range(count):
        what, content = kinds[i % len(kinds)](document, chance)
        yield f"{i}: {what}", content


def damaged_text(text: str, count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """`count` damaged forms of a text with a value a line, such as YAML."""
    chance = random.Random(seed)
    for i in range(count):
        if i % 2:
            what, content = _changed_bytes(text.encode(), chance)
        else:
            what, content = _line(text, chance)
        yield f"{i}: {what}", content


def _places(value: Any, at: tuple = ()) -> list[tuple]:
    """Every place in a document; of long lists the first."""
    items = value.items() if isinstance(value, dict) else enumerate(value[:3]) if isinstance(value, list) else ()
    return [at, *(place for key, one in items for place in _places(one, (*at, key)))] if at else [p for key, one in items for p in _places(one, (key,))]


def _with(document: Any, place: tuple, value: Any) -> Any:
    """A copy with another value at a place."""
    key, *rest = place
    copied = dict(document) if isinstance(document, dict) else list(document)
    copied[key] = _with(copied[key], tuple(rest), value) if rest else value
    return copied


def _near_the_top(document: Any, chance: random.Random) -> tuple:
    """A place; those near the top as often as all the others, of which there are many more."""
    places = _places(document)
    top = [place for place in places if len(place) <= 2]
    return chance.choice(top if chance.random() < 0.5 else places)


def _value(document: Any, chance: random.Random) -> tuple[str, bytes]:
    place, word = _near_the_top(document, chance), chance.choice(WORDS)
    return f"{place} = {str(word)[:20]!a}", json.dumps(_with(document, place, word)).encode()


def _raw(document: Any, chance: random.Random) -> tuple[str, bytes]:
    place, raw = _near_the_top(document, chance), chance.choice(RAW)
    text = json.dumps(_with(document, place, _MARK)).replace(f'"{_MARK}"', raw)
    return f"{place} = {raw[:20]!a}", text.encode()


def _gone(document: Any, chance: random.Random) -> tuple[str, bytes]:
    place = chance.choice([place for place in _places(document) if isinstance(place[-1], str) and len(place) < 4])
    holder = document
    for key in place[:-1]:
        holder = holder[key]
    left = {key: value for key, value in holder.items() if key != place[-1]}
    return f"no {place}", json.dumps(_with(document, place[:-1], left) if place[:-1] else left).encode()


def _twice(document: Any, chance: random.Random) -> tuple[str, bytes]:
    key = chance.choice(list(document))
    return f"{key} twice", (json.dumps(document)[:-1] + f", {json.dumps(key)}: {json.dumps(document[key])}}}").encode()


def _bytes(document: Any, chance: random.Random) -> tuple[str, bytes]:
    return _changed_bytes(json.dumps(document, indent=1).encode(), chance)


def _whole(document: Any, chance: random.Random) -> tuple[str, bytes]:
    """Something else altogether."""
    others = [b"", b"\0" * 100, b"\xff\xfe", b"\xef\xbb\xbf{}", b"null", b"[]", b"3", b'"text"', b"[" * DEEP, b'{"a":' * DEEP, b"PAR1" + bytes(range(256)), b"{" + b" " * 10_000]
    content = chance.choice(others)
    return f"{content[:12]!r}", content


def _changed_bytes(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    at = chance.randrange(len(content))
    kind = chance.choice(("cut", "flip", "byte", "control", "out", "double"))
    changed = bytearray(content)
    if kind == "cut":
        del changed[at:]
    elif kind == "flip":
        changed[at] ^= 1 << chance.randrange(8)
    elif kind == "byte":
        changed[at : at + 1] = bytes([chance.randrange(128, 256)])
    elif kind == "control":
        changed[at:at] = chance.choice((b"\x1b[2J", b"\x00", b"\x07", b"\xc2\x9b", b"\xe2\x80\xae"))
    elif kind == "out":
        del changed[at : at + chance.randrange(1, 30)]
    else:
        changed[at:at] = changed[at : at + chance.randrange(1, 200)]
    return f"{kind} at {at}", bytes(changed)


def _line(text: str, chance: random.Random) -> tuple[str, bytes]:
    """Another value after a key or in a list, a line twice, or one that is gone."""
    lines = text.splitlines()
    at = chance.choice([i for i, line in enumerate(lines) if ":" in line])
    kind = chance.choice(("value", "value", "value", "twice", "gone", "tag"))
    words = (
        "[" * DEEP, "{a: " * DEEP, "- " * 3000 + "x", ".nan", ".inf", "1e999", "9" * 5000, "0x" + "f" * 400, '"\\0"', '"\\e[2J"', '"\\ud800"', "&a [*a]", "*none", "!!python/object:os.system x",
        "!!int x", "!!int ''", "!!timestamp x", "2026-99-99", "!!binary x", "!!set {a, b}", "{? [1, 2] : 3}", "x" * 100_000, "", "~", "-1", "[]", "{}", "'", "%", "<<: *x",
    )  # fmt: skip
    if kind == "value":
        word = chance.choice(words)
        lines[at] = f"{lines[at].partition(':')[0]}: {word}"
        kind = f"{word[:20]!a} in line {at + 1}"
    elif kind == "twice":
        lines.insert(at, lines[at])
    elif kind == "gone":
        del lines[at]
    else:
        lines[at] = lines[at].replace(": ", f": {chance.choice(('!!str', '!!map', '!!seq', '!unknown', '!!float'))} ", 1)
    return f"{kind} at line {at + 1}", "\n".join(lines).encode("utf-8", "surrogatepass")
