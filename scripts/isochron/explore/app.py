# SPDX-License-Identifier: Apache-2.0
"""The typer application of scripts/explore."""

from __future__ import annotations

import sys

import typer

from isochron import messages, streams
from isochron.errors import ReportError
from isochron.explore import (
    bottleneck_command,
    compare_command,
    durability_command,
    knee_command,
    merge_command,
    optimise_command,
    report_command,
    reproduce_command,
    sensitivity_command,
    sweep_command,
)
from isochron.explore.regression import commands as regression
from isochron.explore.speed import commands as speed
from isochron.files import inputs

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)
app.command("sweep")(sweep_command.command)
app.command("merge")(merge_command.command)
app.command("knee")(knee_command.command)
app.command("sensitivity")(sensitivity_command.command)
app.command("compare")(compare_command.command)
app.command("bottleneck")(bottleneck_command.command)
app.command("optimise")(optimise_command.command)
app.command("durability")(durability_command.command)
app.command("report")(report_command.command)
app.command("reproduce")(reproduce_command.command)
regression.mount(app)
speed.mount(app)


@app.callback()
def _app() -> None:
    """Questions to a machine, answered with tables and figures.

    What was simulated once is kept and found again; a question that was stopped goes on where it was. Exit codes: 0 well,
    1 some points failed or differ, 2 bad input, 3 the model failed, 4 a file cannot be read or written,
    5 a computer failed (no memory, a simulation was killed), 130 interrupted (Ctrl-C, SIGTERM, SIGHUP). Where the reader of the output goes
    before its end, as `head` does, the question is answered all the same.
    """


def main() -> None:
    """Runs a command; an error that a person can act on is one message and an exit code."""
    inputs.watch()
    try:
        try:
            app(prog_name="scripts/explore")
        finally:
            streams.finish()
    except ReportError as error:
        _end(str(error), error.exit_code)
    except OSError as error:
        _end(": ".join(str(part) for part in (error.filename, error.strerror) if part) or str(error), 4)


def _end(message: str, code: int) -> None:
    messages.say(message)
    sys.exit(code)
