# SPDX-License-Identifier: Apache-2.0
"""The transaction log of `isochron run --record`, read a line at a time: logs may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from isochron.errors import ReportError

HEADER = "time_ps,place,phase,stream,source,sequence,bytes"
# What may follow: logs of earlier versions end here.
MORE = ",asked_ps,delay_ps"


# Phases of faults, which are about no transaction.
FAULTS = ("STRIKES", "KNOWN", "OVER")


class Transaction(NamedTuple):
    """Which transaction a line is about: its stream, and its number at its source."""

    stream: int
    source: int
    sequence: int

    def __str__(self) -> str:
        """As waveforms show it: "s17#3.1234" is number 1234 of source 3, for stream 17."""
        return f"s{self.stream}#{self.source}.{self.sequence}"


class Event(NamedTuple):
    """A line of the log: at `time_ps` picoseconds from the start of the run, `phase` happened to a transaction at `place`."""

    time_ps: int
    place: str
    phase: str
    stream: int
    source: int
    sequence: int
    bytes: int

    @property
    def transaction(self) -> Transaction:
        """The transaction that the line is about."""
        return Transaction(self.stream, self.source, self.sequence)


def events(path: Path) -> Iterator[Event]:
    """The lines of transactions in their order. ReportError where the file cannot be read or is not such a log, with the line's number."""
    number = 1
    before = 0
    try:
        with open(path, encoding="utf-8") as file:
            header = file.readline().rstrip("\n")
            if header not in (HEADER, HEADER + MORE):
                raise ReportError(f"{path}:1: not a transaction log, which begins with {HEADER}; isochron run --record writes one")
            for number, line in enumerate(file, 2):  # noqa: B007  (the message of a damaged line has its number)
                event = _event(line.rsplit(",", 2)[0] if header != HEADER else line)
                if event.time_ps < before or not line.endswith("\n"):
                    raise ValueError
                before = event.time_ps
                if event.phase not in FAULTS:
                    yield event
    except OSError as error:
        raise ReportError(f"{path}: {error.strerror}; isochron run --record writes a log") from None
    except ValueError:  # UnicodeDecodeError is one
        raise ReportError(f"{path}:{number}: damaged: a line there is not {HEADER}, or not in the order of time; record it anew") from None


def of_transaction(path: Path, wanted: Transaction, until_ps: int) -> list[Event]:
    """A transaction's lines up to a time, that time included."""
    found = []
    for event in events(path):
        if event.time_ps > until_ps:
            break
        if event.sequence == wanted.sequence and event.source == wanted.source and event.stream == wanted.stream:
            found.append(event)
    return found


def instants(lines: Iterator[Event]) -> Iterator[tuple[int, list[Event]]]:
    """The lines of each picosecond at which there is one."""
    for time_ps, together in groupby(lines, key=attrgetter("time_ps")):
        yield time_ps, list(together)


def _event(line: str) -> Event:
    """ValueError where it is none."""
    time_ps, place, phase, stream, source, sequence, length = line.split(",")
    numbers = (0, 0, 0, 0) if phase in FAULTS else map(int, (stream, source, sequence, length))
    return Event(int(time_ps), place, phase, *numbers)
