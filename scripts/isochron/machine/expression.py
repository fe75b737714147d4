# SPDX-License-Identifier: Apache-2.0
"""Expressions of machine files, out of Python's operators."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from isochron.errors import ReportError
from isochron.machine.text import scalar
from isochron.machine.values import require_name, short, value

# How tightly an operator binds, as the language has it: the loosest first.
_CHOICE, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _SIGN, _SINGLE = range(9)
# A number, with a unit or without, or a name: what needs no parentheses anywhere.
_ALONE = re.compile(r"[0-9.]+(?:[eE][+-]?[0-9]+)?(?: ?(?:%|/s|[A-Za-z\u00b5]+(?:/s)?))?|[A-Za-z_][A-Za-z0-9_.]*")
_WORD = re.compile(r"(?<![A-Za-z0-9_.])(?:if|else|and|or|not|div|mod|in)(?![A-Za-z0-9_.])")


class Expression(str):
    """A text that a machine file works out, made by operators: `nodes * returns`, `(raids + 1) // 2`, `i != j`.

    The operators + - * / // % and comparisons are the language's + - * / div mod and comparisons, & | ~ its and, or, not, `condition.choose(a, b)` its
    `a if condition else b`. The other side may be a number, or a text such as "2 ms". What a machine declares with `parameter` is one; a loop's
    variable is one by `Expression("i")`.

    Its value is known only where the machine is, so Python cannot branch on it. As any text it can be compared with a text, for keys of maps.
    """

    _binds: int
    _same: bool | None

    def __new__(cls, name: str) -> Expression:
        """A name: a parameter's or a variable's."""
        for part in str(name).split("."):
            require_name(part, "a value")
        return cls._made(str(name), _SINGLE)

    @classmethod
    def _made(cls, text: str, binds: int, same: bool | None = None) -> Expression:
        made = super().__new__(cls, text)
        made._binds, made._same = binds, same
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Expression._made, (str(self), self._binds, self._same)

    def _with(self, sign: str, other: Any, binds: int, *, turned: bool = False, left: int | None = None) -> Expression:
        """`self sign other`, or turned round; `left` binds the side before the sign."""
        before, after = (other, self) if turned else (self, other)
        return Expression._made(f"{_side(before, binds if left is None else left)} {sign} {_side(after, binds + 1)}", binds)

    def __add__(self, other: Any) -> Expression:
        return self._with("+", other, _SUM)

    def __radd__(self, other: Any) -> Expression:
        return self._with("+", other, _SUM, turned=True)

    def __sub__(self, other: Any) -> Expression:
        return self._with("-", other, _SUM)

    def __rsub__(self, other: Any) -> Expression:
        return self._with("-", other, _SUM, turned=True)

    def __mul__(self, other: Any) -> Expression:
        return self._with("*", other, _PRODUCT)

    def __rmul__(self, other: Any) -> Expression:
        return self._with("*", other, _PRODUCT, turned=True)

    def __truediv__(self, other: Any) -> Expression:
        return self._with("/", other, _PRODUCT)

    def __rtruediv__(self, other: Any) -> Expression:
        return self._with("/", other, _PRODUCT, turned=True)

    def __floordiv__(self, other: Any) -> Expression:
        return self._with("div", other, _PRODUCT)

    def __rfloordiv__(self, other: Any) -> Expression:
        return self._with("div", other, _PRODUCT, turned=True)

    def __mod__(self, other: Any) -> Expression:
        return self._with("mod", other, _PRODUCT)

    def __rmod__(self, other: Any) -> Any:
        # "node[%s]" % n is Python's.
        return NotImplemented if type(other) is str else self._with("mod", other, _PRODUCT, turned=True)

    def __neg__(self) -> Expression:
        return Expression._made(f"-{_side(self, _SIGN)}", _SIGN)

    def __pos__(self) -> Expression:
        return self

    def _compared(self, sign: str, other: Any, same: bool | None = None) -> Expression:
        made = self._with(sign, other, _COMPARISON, left=_SUM)
        made._same = same
        return made

    def __eq__(self, other: object) -> Any:
        return self._compared("==", other, str(self) == str(other) if isinstance(other, str) else None)

    def __ne__(self, other: object) -> Any:
        return self._compared("!=", other, str(self) != str(other) if isinstance(other, str) else None)

    __hash__ = str.__hash__

    def __lt__(self, other: Any) -> Expression:  # type: ignore[override]
        return self._compared("<", other)

    def __le__(self, other: Any) -> Expression:  # type: ignore[override]
        return self._compared("<=", other)

    def __gt__(self, other: Any) -> Expression:  # type: ignore[override]
        return self._compared(">", other)

    def __ge__(self, other: Any) -> Expression:  # type: ignore[override]
        return self._compared(">=", other)

    def __and__(self, other: Any) -> Expression:
        return self._with("and", other, _AND)

    def __rand__(self, other: Any) -> Expression:
        return self._with("and", other, _AND, turned=True)

    def __or__(self, other: Any) -> Expression:
        return self._with("or", other, _OR)

    def __ror__(self, other: Any) -> Expression:
        return self._with("or", other, _OR, turned=True)

    def __invert__(self) -> Expression:
        return Expression._made(f"not {_side(self, _NOT)}", _NOT)

    def choose(self, yes: Any, no: Any) -> Expression:
        """`yes` where this holds, else `no`."""
        return Expression._made(f"{_side(yes, _OR)} if {_side(self, _OR)} else {_side(no, _CHOICE)}", _CHOICE)

    def within(self, numbers: Any) -> Expression:
        """Whether this number is one of a list: of a parameter that is one, or of numbers."""
        text = f"[{', '.join(map(str, numbers))}]" if isinstance(numbers, (list, tuple)) else _side(numbers, _SUM)
        return Expression._made(f"{_side(self, _SUM)} in {text}", _COMPARISON)

    def size(self) -> Expression:
        """How many numbers this list has."""
        return Expression._made(f"size({self})", _SINGLE)

    def element(self, index: Any) -> Expression:
        """The number of this list at an index, from 0."""
        return Expression._made(f"{self}[{_side(index, _CHOICE)}]", _SINGLE)

    def __bool__(self) -> bool:
        if self._same is not None:
            return self._same
        raise ReportError(
            f"`{short(str(self))}` is worked out where the machine is built, and Python cannot decide by it; give it as when=..., join conditions by & and |, "
            "or write condition.choose(a, b)"
        )

    def _no(self) -> NoReturn:
        raise ReportError(f"`{short(str(self))}` is no number of Python's: it is worked out where the machine is built; write it into the machine as it is")

    def __index__(self) -> int:
        return self._no()

    def __int__(self) -> int:
        return self._no()

    def __float__(self) -> float:
        return self._no()


def _side(given: Any, least: int) -> str:
    """One side of an operator that binds so tightly, in parentheses where what it is binds less."""
    if isinstance(given, Expression):
        text, binds = str(given), given._binds
    else:
        kept = value(given, "an expression")
        text = scalar(kept) if not isinstance(kept, str) else kept
        binds = _SIGN if text.startswith("-") else _SINGLE
        if isinstance(kept, str):
            _require_whole(text)
            binds = _SINGLE if _ALONE.fullmatch(text) and not _WORD.search(text) else _CHOICE
    return text if binds >= least else f"({text})"


def _require_whole(text: str) -> None:
    """ReportError for a piece of a path, or of an expression, whose parentheses would change what stands beside it."""
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0 or letter in "[]":
            break
    else:
        if depth == 0:
            return
    raise ReportError(f"`{short(text)}` is no expression; of a path write f\"node[{{n}}].out\", or node[n].out")
