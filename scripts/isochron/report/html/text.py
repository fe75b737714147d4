# SPDX-License-Identifier: Apache-2.0
"""Numbers of results as the page writes them."""

from __future__ import annotations

import math

from isochron.units import anything, scale

# Plain numbers that are a fraction of time.
FRACTIONS = frozenset({"utilisation", "contended", "overhead", "wait_link", "wait_buffer"})
_BYTES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))


def is_fraction(name: str, unit: str) -> bool:
    """Whether a metric or statistic is a fraction of time: "ib_pci.utilisation" or "wait_link"."""
    parts = name.split(".")
    return unit == "1" and (parts[-1] in FRACTIONS or (len(parts) > 1 and parts[-2] in FRACTIONS))


def scaled(value: float, unit: str, fraction: bool = False) -> tuple[float, str]:
    """Factor from SI to the unit that suits `value` (of `unit`), and that unit's name."""
    if fraction:
        return 100.0, "%"
    if unit == "B":
        return next(((1 / size, name) for size, name in _BYTES if abs(value) >= size), (1.0, "B"))
    if unit == "B/s":
        return (1e-6, "MB/s") if abs(value) >= 1e5 or value == 0 else (1e-3, "kB/s")
    return scale(value, unit)


def figures(value: float) -> str:
    """Four significant figures, or all digits before the point."""
    if not math.isfinite(value):
        return "–"
    if value == 0:
        return "0"
    digits = max(0, 3 - math.floor(math.log10(abs(value)))) if abs(value) >= 1e-3 else 6
    text = f"{value:.{digits}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def value(number: float | None, name: str, unit: str) -> str:
    """A metric's or statistic's value with its unit: 0.8911, "ib_pci.utilisation" is "89.11 %"."""
    if number is None or not math.isfinite(number):
        return "–"
    factor, shown = scaled(number, unit, is_fraction(name, unit))
    return f"{figures(number * factor)} {shown}".rstrip()


def interval(mean: float, half_width: float | None, name: str, unit: str) -> str:
    """ "119.8 ± 0.36 MB/s": the half width with two significant figures, the mean with as many decimals."""
    if half_width is None or not math.isfinite(half_width) or not math.isfinite(mean):
        return value(mean, name, unit)
    factor, shown = scaled(mean, unit, is_fraction(name, unit))
    mean, half_width = mean * factor, half_width * factor
    if half_width == 0:
        return f"{figures(mean)} ± 0 {shown}".rstrip()
    decimals = min(6, max(0, 1 - math.floor(math.log10(half_width))))
    return f"{mean:.{decimals}f} ± {half_width:.{decimals}f} {shown}".rstrip()


def parameter(number: object, unit: str) -> str:
    """A parameter's value with its unit; words and lists as they stand."""
    if isinstance(number, bool):
        return "true" if number else "false"
    if isinstance(number, (int, float)) and unit in ("B", "B/s"):
        return value(float(number), "", unit)
    return anything(number, unit)


def thousands(count: float) -> str:
    """A count with a space before each group of three digits: "655 236"."""
    return f"{count:,.0f}".replace(",", " ")


def step(utilisation: float) -> int:
    """The step of the colour scale, 0 to 10, that a utilisation of 0 to 1 has."""
    return max(0, min(10, int(utilisation * 10 + 0.5)))
