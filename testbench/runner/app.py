# SPDX-License-Identifier: Apache-2.0
"""The command line of scripts/test, when setup is over."""

from __future__ import annotations

import os
import sys

from runner import steps
from runner.changed.loop import run_changed
from runner.errors import UsageError
from runner.job import plan
from runner.options import Options
from runner.places import ROOT
from runner.result import Result
from runner.session import Session


def setup_result(environment: str | None) -> Result | None:
    """What scripts/test says of setup: `WALL USER SYSTEM`, seconds of bash's `time`."""
    if not environment:
        return None
    wall, user, system = (float(word) for word in environment.split())
    return Result("setup", 0, wall, user + system)


def main(words: list[str]) -> int:
    """Runs what the words ask for; the exit code: 0 all passed, 1 something failed, 2 it cannot be done."""
    os.chdir(ROOT)
    try:
        options = Options.parse(words)
        asked = steps.asked_for(list(options.steps), options.everything)
        session = Session(
            everything=options.everything,
            verbose=options.verbose,
            form=options.form,
            setup=setup_result(os.environ.pop("ISOCHRON_SETUP_TIME", None)),
        )
        if options.changed is None:
            session.run(plan(asked, options.everything, options.steps))
        else:
            run_changed(session, options.changed)
        return session.close()
    except UsageError as error:
        print(f"test: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("test: interrupted; the logs are in build/test-logs", file=sys.stderr)
        return 130
