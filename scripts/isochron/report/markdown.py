# SPDX-License-Identifier: Apache-2.0
"""Markdown of pages."""

from collections.abc import Iterable, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[str]], align: str = "") -> str:
    """A table. `align` has a letter a column, l or r; left where it is short."""
    rule = ["---:" if align[i : i + 1] == "r" else "---" for i in range(len(header))]
    lines = [header, rule, *rows]
    return "\n".join("| " + " | ".join(_cell(c) for c in line) + " |" for line in lines)


def image(name: str, alt: str) -> str:
    """A picture that lies beside the page."""
    return f"![{alt}]({name})"


def page(*parts: str) -> str:
    """Parts with a blank line between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
