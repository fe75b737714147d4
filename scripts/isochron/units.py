# SPDX-License-Identifier: Apache-2.0
"""SI values of results as people write them. MB is 10^6 bytes everywhere."""

# unit in a result -> (factor, unit on the page); the first that leaves a digit before the point is taken
_SHOWN = {
    "B/s": ((1e-6, "MB/s"),),
    "b/s": ((1e-9, "Gb/s"), (1e-6, "Mb/s"), (1e-3, "kb/s"), (1.0, "b/s")),
    "Hz": ((1e-6, "MHz"), (1.0, "Hz")),
    "s": ((1.0, "s"), (1e3, "ms"), (1e6, "µs"), (1e9, "ns")),
}


def scale(value: float, unit: str) -> tuple[float, str]:
    """Factor from a result's unit to the one that suits `value`, and that unit's name."""
    choices = _SHOWN.get(unit, ((1.0, "" if unit == "1" else unit),))
    return next((choice for choice in choices if abs(value) * choice[0] >= 1), choices[0 if value == 0 else -1])


def quantity(value: float, unit: str, decimals: int | None = None) -> str:
    """A value in SI units for a table: (1.2e8, "B/s") -> "120 MB/s"; with a fixed number of decimals if given."""
    factor, shown = scale(value, unit)
    return f"{figures(value * factor, decimals)} {shown}".rstrip()


def figures(value: float, decimals: int | None = None) -> str:
    """Six significant figures, or a fixed number of decimals."""
    return f"{value:.6g}" if decimals is None else f"{value:.{decimals}f}"


def percent(fraction: float, decimals: int = 1) -> str:
    """0.123 -> "12.3 %"."""
    return f"{100 * fraction:.{decimals}f} %"


def anything(value: object, unit: str) -> str:
    """A published or simulated value for a table: a number or several in their unit, words as they stand, "–" for none."""
    if value is None:
        return "–"
    if isinstance(value, (list, tuple)):
        return ", ".join(anything(one, unit) for one in value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return quantity(value, unit)
