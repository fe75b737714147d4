# SPDX-License-Identifier: Apache-2.0
"""Errors that a person can act on."""


class ReportError(Exception):
    """Something in the input keeps the work from being done; the message says what, where and what to do about it."""

    exit_code = 2


class FileError(ReportError):
    """A file cannot be read or written."""

    exit_code = 4


class SimulationError(ReportError):
    """The simulator refused a scenario or failed; the message is its own, `exit_code` too."""

    def __init__(self, message: str, exit_code: int):
        super().__init__(message)
        self.exit_code = exit_code


class HostError(ReportError):
    """A computer failed, not the model: another try may succeed."""

    exit_code = 5


class Interrupted(ReportError):
    """Somebody wants the command to stop: Ctrl-C, SIGTERM, SIGHUP."""

    exit_code = 130
