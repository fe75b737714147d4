# SPDX-License-Identifier: Apache-2.0
"""What the tests of regression use share: the commands in this process, and wrappers that stand for another version."""

from __future__ import annotations

import contextlib
import io
import shlex
from dataclasses import dataclass
from pathlib import Path

import typer
from support import COMMAND

from isochron.errors import ReportError
from isochron.explore.regression import commands


@dataclass(frozen=True)
class Done:
    """What a command said and came to."""

    code: int
    stdout: str
    stderr: str


def application() -> typer.Typer:
    """The commands alone, as scripts/explore has them."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    commands.mount(app)
    return app


def explore(*words: str | Path) -> Done:
    """Runs `scripts/explore WORDS`; an error that a person can act on is a message and its exit code, as there."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = application()([str(word) for word in words], standalone_mode=False) or 0
        except ReportError as error:
            code = error.exit_code
            print(f"isochron: {error}", file=err)
    return Done(code, out.getvalue(), err.getvalue())


def version_with(path: Path, *settings: str) -> Path:
    """A program that is the isochron command with other settings: it stands for a version that behaves otherwise."""
    words = [word for setting in settings for word in ("--set", setting)]
    path.write_text(f'#!/bin/sh\nexec {shlex.quote(str(COMMAND))} "$@" {shlex.join(words)}\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def one_message(done: Done, code: int, *parts: str) -> None:
    """Asserts that a command ended with one clear message that has these parts."""
    assert done.code == code, done
    assert done.stderr.startswith("isochron: ")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert [part for part in parts if part not in done.stderr] == []
