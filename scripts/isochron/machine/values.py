# SPDX-License-Identifier: Apache-2.0
"""Values of a machine file: names, texts, numbers with units, expressions, paths. Anything else is refused with a suggestion.

Nothing is worked out here: that is the command's.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any

from isochron.errors import ReportError
from isochron.messages import escaped

# A number, true or false, or a text: with a unit, a name, an expression.
Value = int | float | bool | str

# unit -> what it measures, as `isochron schema machine` names it.
UNITS = {
    **dict.fromkeys(("B", "KiB", "MiB", "GiB", "TiB", "kB", "KB", "MB", "GB", "TB"), "size"),
    **dict.fromkeys(("ps", "ns", "us", "\u00b5s", "ms", "s", "min", "h"), "duration"),
    **dict.fromkeys(("B/s", "kB/s", "KB/s", "MB/s", "GB/s", "TB/s", "KiB/s", "MiB/s", "GiB/s"), "data_rate"),
    **dict.fromkeys(("b/s", "bit/s", "kb/s", "kbit/s", "Mb/s", "Mbit/s", "Gb/s", "Gbit/s", "Tb/s", "Tbit/s"), "data_rate"),
    **dict.fromkeys(("Hz", "kHz", "MHz", "GHz"), "frequency"),
    "/s": "event_rate",
    **dict.fromkeys(("bit", "bits", "b"), "bits"),
    "%": "fraction",
}
_PREFIXES = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12} | {f"{one}i": 1024**n for n, one in enumerate("KMGT", 1)}
_PLAIN = {
    "B": Fraction(1), "B/s": Fraction(1), "b/s": Fraction(1, 8), "bit/s": Fraction(1, 8), "Hz": Fraction(1), "/s": Fraction(1), "bit": Fraction(1),
    "bits": Fraction(1), "b": Fraction(1), "%": Fraction(1, 100), "s": Fraction(1), "min": Fraction(60), "h": Fraction(3600), "ms": Fraction(1, 10**3), "us": Fraction(1, 10**6),
    "\u00b5s": Fraction(1, 10**6), "ns": Fraction(1, 10**9), "ps": Fraction(1, 10**12),
}  # fmt: skip
# unit -> how many of the SI unit it is
_FACTORS = {unit: _PLAIN.get(unit) or next(n * _PLAIN[unit[len(p):]] for p, n in _PREFIXES.items() if p and unit.startswith(p) and unit[len(p):] in _PLAIN) for unit in UNITS}
# What a parameter can measure. A bit rate is a data rate that is written in bits.
QUANTITIES = ("count", "size", "duration", "data_rate", "bit_rate", "frequency", "event_rate", "bits", "fraction", "probability", "flag", "choice", "indices", "dimensions")
_EXAMPLE = {"size": "4 KiB", "duration": "8.4 ms", "data_rate": "240 MB/s", "frequency": "33 MHz", "event_rate": "50 /s", "bits": "64 bit"}
_KEYWORDS = {"if", "else", "and", "or", "not", "div", "mod", "in", "true", "false"}
_FUNCTIONS = {"size", "most_often", "min", "max", "floor", "ceil"}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9][0-9.]*|[.][0-9][0-9.]*)(?:[eE][+-]?[0-9]+)?)"
    r"(?:[ \t\n]*(?P<unit>%|[A-Za-z_\x80-\U0010ffff]*/s(?![A-Za-z_])|[A-Za-z_\x80-\U0010ffff]+))?"
    r"|(?P<word>[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_.\x80-\U0010ffff]*)"
)
_COMPARED = re.compile(r"[ \t\n]*[=!]=[ \t\n]*")
_COMPARED_GROUP = re.compile(r"\)[ \t\n]*[=!]=|[=!]=[ \t\n]*\(")
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
_DIMENSIONS = re.compile(r"[0-9]+(x[0-9]+)+")
# Within the brackets of an index may stand those of a list: adapter[adapter_of[d]].
_INDEX = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]")
_SEGMENT = re.compile(rf"([^.\[\]]*)((?:{_INDEX.pattern})*)(\.|\Z)")
_TOGETHER = re.compile(r"\[([^\[\]]*,[^\[\]]*)\]")
# In no YAML file, however it is written.
_NO_CHARACTER = re.compile("[\ufeff\ufffe\uffff\r]")


def meant(wrong: str, known: Iterable[str]) -> str:
    """The end of a message: the name that was probably meant, else the names that exist."""
    names = list(dict.fromkeys(known))
    close = difflib.get_close_matches(wrong, names, n=2, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(f'`{one}`' for one in close)}?"
    return f"there are {', '.join(names[:20])}{' and more' if len(names) > 20 else ''}" if names else "there are none"


def require_name(name: str, what: str) -> str:
    """The name of a thing. ReportError for what no machine file takes."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ReportError(f"`{short(name)}` is no name for {what}: use up to 64 letters, digits and _, a letter first")
    return str(name)


def require_dotted(name: str, what: str) -> str:
    """The name of a parameter or metric: names with dots between."""
    for part in str(name).split("."):
        require_name(part, what)
    return str(name)


def require_text(text: Any, what: str) -> str:
    """A text for people. ReportError for characters that a file cannot carry."""
    text = _plain(text)
    if not isinstance(text, str) or escaped(text) != text or _NO_CHARACTER.search(text):
        raise ReportError(f"`{what}`: {short(text)} is no text that a file can carry")
    return text


def value(given: Any, what: str) -> Value:
    """A value in the one form in which it is kept: "7" as 7, 2.0 as 2, "true" as True, any other text without blanks around it."""
    given = _plain(given.tolist() if hasattr(given, "tolist") else given)
    if isinstance(given, str):
        return _of_text(require_text(given, what).strip(" \t\n"), what)
    if isinstance(given, float) and math.isfinite(given):
        return int(given) if given == int(given) else given
    if isinstance(given, (bool, int)):
        return given
    raise ReportError(f"`{what}`: {short(given)} is no value; give a number, True or False, or a text such as \"240 MB/s\"")


def _plain(given: Any) -> Any:
    """An expression as the text that it is."""
    return str(given) if isinstance(given, str) else given


def _of_text(text: str, what: str) -> Value:
    if not text:
        raise ReportError(f"`{what}` has an empty text")
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.fullmatch(text) and text != "-0":
        return int(text)
    try:
        number = float(text)
    except ValueError:
        return text
    return number if repr(number) == text and math.isfinite(number) and number != int(number) else text


_QUOTED = re.compile(r"'[^']*'")
_PART = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*(?:\[[^\[\]]*\](?:\.\w+)+)+")  # node[n].disk_node.impl


def require_expression(given: Value, what: str, names: Mapping[str, Collection[str]], words: Collection[str] = ()) -> None:
    """ReportError where a text has an unknown unit or name.

    `names`: what an expression may name, each with the names that its value may be; `words`: names that the whole may come to.
    """
    # A name may have a hyphen, which else is a minus.
    if not isinstance(given, str) or _DIMENSIONS.fullmatch(given) or given in words:
        return
    # The command knows which names may stand between quotes, and which parameters a part has.
    given = _PART.sub(lambda found: "".join(re.findall(r"\[[^\[\]]*\]", found[0])), _QUOTED.sub("true", given))
    tokens = list(_TOKEN.finditer(given))
    for i, token in enumerate(tokens):
        if token["number"] is None:
            word = token["word"]
            if word in _KEYWORDS or word in names or (word in _FUNCTIONS and given[token.end() : token.end() + 1] == "("):
                continue
            allowed = _words_at(given, tokens, i, names, words)
            if word not in allowed:
                raise ReportError(f"`{what}`: unknown name `{short(word)}` in `{short(given)}`; {meant(word, [*allowed, *names])}")
        elif token["unit"] is not None and token["unit"] not in UNITS and token["unit"] not in _KEYWORDS:
            # "x/2/second" is three values.
            if "/" in token["unit"] and token["unit"].removesuffix("/s") in _KEYWORDS:
                continue
            raise ReportError(f"`{what}`: unknown unit `{short(token['unit'])}` in `{short(given)}`; {meant(token['unit'], UNITS)}")


def _words_at(given: str, tokens: list[re.Match[str]], i: int, names: Mapping[str, Collection[str]], words: Collection[str]) -> Collection[str]:
    """Choices for the word `tokens[i]` of an expression that is no name of `names`: beside a comparison the values of the other side."""
    if _COMPARED_GROUP.search(given):  # with what only the command knows
        return [*words, *(one for some in names.values() for one in some)]
    for other, begin, end in ((i - 1, i - 1, i), (i + 1, i, i + 1)):
        if 0 <= other < len(tokens) and _COMPARED.fullmatch(given[tokens[begin].end() : tokens[end].start()]):
            return names.get(tokens[other]["word"] or "", ())
    return words


def require_quantity(given: Value, what: str, quantity: str, choices: Collection[str] = ()) -> None:
    """ReportError for a number that measures something else than `quantity`. Expressions are taken as they are."""
    quantity = "data_rate" if quantity == "bit_rate" else quantity
    if quantity in ("text", "indices", "dimensions") or given in choices:
        return
    if isinstance(given, bool):
        if quantity != "flag":
            raise ReportError(f"`{what}` is {str(given).lower()} instead of {_wanted(quantity)}")
        return
    if isinstance(given, (int, float)):
        if quantity in ("flag", "choice") or (quantity in _EXAMPLE and given != 0):
            raise ReportError(f"`{what}` is the plain number {given} instead of {_wanted(quantity)}")
        return
    found = _TOKEN.fullmatch(given)
    if found is None or found["number"] is None or found["unit"] is None or found["unit"] not in UNITS:
        return
    measured = UNITS[found["unit"]]
    if measured != quantity:
        raise ReportError(f"`{what}` is `{given}`, {_named(measured)}, instead of {_wanted(quantity)}")


def require_within(given: Value, limits: tuple[Value, Value] | None, what: str) -> None:
    """ReportError for a number beyond its limits. Expressions are taken as they are."""
    known = [magnitude(one) for one in (given, *(limits or ()))]
    if limits is None or None in known:
        return
    if not known[1] <= known[0] <= known[2]:  # type: ignore[operator]
        raise ReportError(f"`{what}` is {given}, outside its range, {limits[0]} to {limits[1]}; give one within, or another range")


def magnitude(given: Value) -> Fraction | None:
    """A number in the SI unit of what it measures, exactly; None for what is none, or an expression."""
    if isinstance(given, bool):
        return None
    if isinstance(given, (int, float)):
        return Fraction(str(given))
    found = _TOKEN.fullmatch(given)
    factor = _FACTORS.get(found["unit"]) if found is not None and found["number"] else None
    return None if factor is None or found is None else Fraction(found["number"]) * factor


def _named(quantity: str) -> str:
    plain = {"count": "a plain number", "flag": "true or false", "choice": "one of its names", "event_rate": "a number a second", "bits": "a number of bits"}
    return plain.get(quantity, f"a {quantity.replace('_', ' ')}")


def _wanted(quantity: str) -> str:
    return _named(quantity) + (f" such as \"{_EXAMPLE[quantity]}\"" if quantity in _EXAMPLE else "")


def segments(path: str, what: str) -> list[tuple[str, list[str]]]:
    """A path's names, each with the texts of its indices: "node[n].out[0]" is [("node", ["n"]), ("out", ["0"])]."""
    found, at = [], 0
    require_brackets_each(path, what)
    while True:
        match = _SEGMENT.match(path, at)
        if match is None:
            raise ReportError(f"`{what}`: `{short(path)}` is no path; write names with dots between, and indices in brackets: node[n].raid[0].dma[0]")
        found.append((require_name(match[1], f"a part or port in `{short(path)}`"), [one[1:-1] for one in _INDEX.findall(match[2])]))
        at = match.end()
        if match[3] == "":
            return found


def require_brackets_each(path: str, what: str) -> None:
    """ReportError for "node[n, 0]": every index has brackets of its own."""
    apart = _TOGETHER.sub(lambda brackets: "[" + re.sub(" *, *", "][", brackets[1]) + "]", path)
    if apart != path:
        raise ReportError(f"`{what}`: `{short(path)}` has several indices in one pair of brackets; write {short(apart)}")


def without_indices(path: str) -> str:
    """ "out[3].utilisation" as "out[].utilisation"."""
    return re.sub(r"\[[^\]]*\]", "[]", path)


def short(what: Any) -> str:
    """As much of something as a message can bear."""
    text = escaped(str(what))
    return text if len(text) <= 80 else f"{text[:80]}..."
