# SPDX-License-Identifier: Apache-2.0
"""Puts mutants into a source, each behind its number: one build serves them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from model_mutation.change import Change, Edit

HEADER = b"#include <isochron/mutants.h>\n"

Numbered = tuple[Edit, int]


def woven(source: bytes, mutants: Iterable[tuple[int, Change]]) -> bytes:
    """The source with the mutants. Lines keep their numbers: the header takes the place of the licence's line."""
    edits = [(edit, number) for number, change in mutants for edit in change.edits]
    edits.sort(key=lambda one: (one[0].start, -one[0].end, one[0].form, one[1]))
    text = between(source, 0, len(source), edits)
    return HEADER + text[text.index(b"\n") + 1 :]


def between(source: bytes, start: int, end: int, edits: Sequence[Numbered]) -> bytes:
    """Bytes `start` to `end`, with edits that lie within, the outer ones first."""
    made, at, index = [], start, 0
    while index < len(edits):
        edit, number = edits[index]
        inside = index + 1
        while inside < len(edits) and edits[inside][0].start < edit.end:
            inside += 1
        before = between(source, edit.start, edit.end, edits[index + 1 : inside])
        made += [source[at : edit.start], edit.woven(f"isochron::mutants::on({number})", before.decode()).encode()]
        at, index = edit.end, inside
    return b"".join([*made, source[at:end]])


def fits(change: Change, chosen: Iterable[Change]) -> bool:
    """Whether a change can stand beside others."""
    return not any(
        one.crosses(other) for taken in chosen if taken.file == change.file for one in change.edits for other in taken.edits
    )
