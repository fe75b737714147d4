# SPDX-License-Identifier: Apache-2.0
"""SI values of results as people write them. MB is 10^6 bytes everywhere, MiB 2^20."""

import math
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

# unit in a result -> (factor, unit on the page); the first that leaves a digit before the point is taken
_SHOWN = {
    "B/s": ((1e-6, "MB/s"),),
    "b/s": ((1e-9, "Gb/s"), (1e-6, "Mb/s"), (1e-3, "kb/s"), (1.0, "b/s")),
    "B": ((1e-6, "MB"), (1.0, "B")),
    "Hz": ((1e-6, "MHz"), (1.0, "Hz")),
    "s": ((1.0, "s"), (1e3, "ms"), (1e6, "µs"), (1e9, "ns")),
}
# The same beside a paper that counts in powers of two.
_BINARY = {
    "B/s": ((2.0**-20, "MiB/s"), (2.0**-10, "KiB/s"), (1.0, "B/s")),
    "B": ((2.0**-20, "MiB"), (1.0, "B")),
}
# A value that is so many bytes, or bytes a second, was written in powers of ten even there: 100 Mb/s.
_ROUND = 100_000


def scale(value: float, unit: str, *, binary: bool = False) -> tuple[float, str]:
    """Factor from a result's unit to the one that suits `value`, and that unit's name; with `binary` MiB and KiB for bytes."""
    shown = _BINARY if binary and unit in _BINARY and value % _ROUND else _SHOWN
    choices = shown.get(unit, ((1.0, "" if si(unit) == "1" else unit),))
    return next((choice for choice in choices if abs(value) * choice[0] >= 1), choices[0 if value == 0 else -1])


def quantity(value: float, unit: str, decimals: int | None = None, *, binary: bool = False) -> str:
    """A value in SI units for a table: (1.2e8, "B/s") -> "120 MB/s"; with a fixed number of decimals if given."""
    factor, shown = scale(value, unit, binary=binary)
    return f"{figures(value * factor, decimals)} {shown}".rstrip()


def with_interval(mean: float, half_width: float | None, unit: str, *, binary: bool = False) -> str:
    """A mean with its interval in the same unit, to two digits of the interval: "35.93 ± 0.66 MB/s"; alone without one, and nothing of NaN."""
    if math.isnan(mean):
        return ""
    if half_width is None:
        return quantity(mean, unit, binary=binary)
    factor, shown = scale(mean, unit, binary=binary)
    width = half_width * factor
    decimals = max(0, 1 - math.floor(math.log10(width))) if width > 0 else 3
    return f"{mean * factor:.{decimals}f} ± {width:.{decimals}f} {shown}".rstrip()


def figures(value: float, decimals: int | None = None) -> str:
    """Six significant figures, or a fixed number of decimals."""
    return f"{value:.6g}" if decimals is None else f"{value:.{decimals}f}"


def percent(fraction: float, decimals: int = 1) -> str:
    """0.123 -> "12.3 %"."""
    return f"{100 * fraction:.{decimals}f} %"


def anything(value: object, unit: str, *, binary: bool = False) -> str:
    """A published or simulated value for a table: a number or several in their unit, words as they stand, "–" for none."""
    if value is None:
        return "–"
    if isinstance(value, (list, tuple)):
        return ", ".join(anything(one, unit, binary=binary) for one in value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return quantity(value, unit, binary=binary)


# More digits are no easier to read than another unit.
LONGEST_NUMBER = 9
# unit of a parameter -> (what of it the simulator stores whole, units that a scenario may write, largest first, in those)
_STORED = {
    "s": (10**12, (("s", 10**12), ("ms", 10**9), ("us", 10**6), ("ns", 10**3), ("ps", 1))),
    "B/s": (8, (("GB/s", 8 * 10**9), ("MB/s", 8 * 10**6), ("kB/s", 8 * 10**3), ("b/s", 1))),
    "B": (1, (("MiB", 2**20), ("KiB", 2**10), ("B", 1))),
    "Hz": (1, (("MHz", 10**6), ("kHz", 10**3), ("Hz", 1))),
    "1/s": (10**6, (("/s", 10**6),)),
    "bit": (1, (("bit", 1),)),
    "1": (1, (("", 1),)),
    "fraction": (10**6, (("", 10**6),)),
    "probability": (10**18, (("", 10**18),)),
}


def unit_of(parameter: Mapping[str, Any]) -> str:
    """The unit of an explained parameter for `stored`, `setting` and `measured`: they tell fractions from a count, whose SI unit is 1 too."""
    quantity = str(parameter.get("quantity", "")).removeprefix("a ")
    return quantity if quantity in ("fraction", "probability") else str(parameter["unit"])


def si(unit: str) -> str:
    """The SI unit of such a unit."""
    return "1" if unit in ("fraction", "probability") else unit


def stored(value: float, unit: str) -> int:
    """An SI value as the whole number that the simulator stores: picoseconds, bits a second, bytes, hertz, a count, millionths, a probability in units of 1e-18."""
    return round(value * _STORED[unit][0])


def setting(whole: int, unit: str) -> str:
    """Such a whole number as a scenario writes it, exactly: (22500, "s") -> "22.5 ns"."""
    choices = _STORED[unit][1]
    name, size = next((choice for choice in choices if whole and abs(whole) >= choice[1] and (unit != "B" or whole % choice[1] == 0)), choices[-1])
    digits = f"{Decimal(whole) / size:f}"
    return f"{digits} {name}".rstrip()


def settings_alike(wholes: Sequence[int], unit: str, like: str) -> list[str]:
    """Such whole numbers as a scenario writes them, exactly and all in one unit: that of the text `like` if it suits them, "0.9 Gb/s" beside "1 Gb/s"."""
    factor, choices = _STORED[unit]
    own = like.partition(" ")[2]
    written = _WRITTEN.get(si(unit), {}).get(own)
    sizes = [(own, round(written * factor))] if written is not None and round(written * factor) >= 1 else []
    for name, size in (*sizes, *choices):
        digits = [f"{Decimal(whole) / size:f}" for whole in wholes]
        if all(len(text) <= LONGEST_NUMBER and Decimal(text) * size == whole for text, whole in zip(digits, wholes, strict=True)):
            return [f"{text} {name}".rstrip() for text in digits]
    return [f"{whole} {choices[-1][0]}".rstrip() if choices[-1][1] == 1 else setting(whole, unit) for whole in wholes]


def measured(unit: str) -> bool:
    """Whether a parameter's unit is one that has values between two others."""
    return unit in _STORED


# unit of a metric -> what a person may write after a number, with its value in that unit: what the simulator reads
_WRITTEN = {
    "s": {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9, "ps": 1e-12, "min": 60.0, "h": 3600.0},
    "B/s": {
        "TB/s": 1e12, "GB/s": 1e9, "MB/s": 1e6, "kB/s": 1e3, "B/s": 1.0, "Tb/s": 1.25e11, "Gb/s": 1.25e8, "Mb/s": 1.25e5, "kb/s": 125.0, "b/s": 0.125, "KB/s": 1e3,
        "GiB/s": 2.0**30, "MiB/s": 2.0**20, "KiB/s": 2.0**10, "Tbit/s": 1.25e11, "Gbit/s": 1.25e8, "Mbit/s": 1.25e5, "kbit/s": 125.0, "bit/s": 0.125,
    },
    "B": {"TB": 1e12, "GB": 1e9, "MB": 1e6, "kB": 1e3, "KB": 1e3, "B": 1.0, "TiB": 2.0**40, "GiB": 2.0**30, "MiB": 2.0**20, "KiB": 2.0**10},
    "Hz": {"GHz": 1e9, "MHz": 1e6, "kHz": 1e3, "Hz": 1.0},
    "1/s": {"": 1.0, "1/s": 1.0, "/s": 1.0},
    "1": {"": 1.0, "%": 0.01},
}  # fmt: skip


def parsed(text: str, unit: str) -> float:
    """A metric's value from text, in its SI unit: ("240 MB/s", "B/s") -> 2.4e8; 0 needs no unit. ValueError that says what is wrong."""
    choices = _WRITTEN.get(unit, {"": 1.0, unit: 1.0})
    match = re.fullmatch(r"\s*([+-]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]{1,3})?)\s*(\S*)\s*", text, re.ASCII)
    if not match:
        raise ValueError(f"`{text}` is not a number with a unit")
    value = float(match[1])
    if value == 0 and not match[2]:
        return 0.0
    if match[2] not in choices:
        listed = ", ".join(one for one in choices if one) or "none"
        raise ValueError(f"`{text}` needs {'no unit or ' if '' in choices else 'a unit: '}{listed}")
    if not math.isfinite(value):
        raise ValueError(f"`{text}` is beyond all numbers")
    return value * choices[match[2]]
