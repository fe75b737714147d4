# SPDX-License-Identifier: Apache-2.0
"""SVG elements as text. Everything that is not Markup already is escaped."""

from __future__ import annotations

from markupsafe import Markup, escape


def element(name: str, *children: object, **attributes: object) -> Markup:
    """An element: `class_` is the attribute class, `_` in a name stands for `-`; None leaves an attribute out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(escape(child) for child in children)
    return Markup(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")  # noqa: S704  (escaped above)


def number(value: object) -> object:
    """A coordinate with a tenth of a pixel; anything else as it is."""
    if isinstance(value, float):
        text = f"{value:.1f}"
        return text.removesuffix(".0").replace("-0", "0") if text in ("-0.0", "0.0") else text.removesuffix(".0")
    return value


def picture(*children: object, width: float, height: float, label: str, **attributes: object) -> Markup:
    """A drawing that scales with its place. `label` says in words what it shows."""
    return element(
        "svg",
        *children,
        viewBox=f"0 0 {number(float(width))} {number(float(height))}",
        role=attributes.pop("role", "img"),
        aria_label=label,
        **attributes,
    )
