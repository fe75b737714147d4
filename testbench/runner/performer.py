# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of a step."""

from __future__ import annotations

import collections
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from runner import junit
from runner.command import JUNIT, Command
from runner.compiler_cache import CompilerCache
from runner.places import ROOT
from runner.result import Result


class Performer:
    """Runs steps, each in a thread of its own, with their logs in `logs`; never two builds in one folder at once."""

    def __init__(self, logs: Path, *, verbose: bool = False, environment: dict[str, str] | None = None):
        self._logs, self._verbose, self._environment = logs, verbose, environment or {}
        self._locks: dict[str, threading.Lock] = collections.defaultdict(threading.Lock)
        self._processes: set[int] = set()
        self._guard = threading.Lock()
        self._stopping = False
        logs.mkdir(parents=True, exist_ok=True)

    def perform(self, name: str, commands: Iterable[Command], *, prefix: bool = False) -> Result:
        """Runs the commands up to the first that fails. With `prefix` each line that is shown begins with the step's name."""
        began = time.monotonic()
        for old in (self._cache_log(name), *self._logs.glob(f"{name}.[0-9]*.xml")):
            old.unlink(missing_ok=True)
        status, cpu = 0, 0.0
        with (self._logs / f"{name}.log").open("wb") as log:
            for number, command in enumerate(commands):
                with self._locks[command.builds] if command.builds else contextlib.nullcontext():
                    status, seconds = self._run(command, name, number, log, f"{name}| " if prefix else "")
                cpu += seconds
                if status:
                    if command.remedy:
                        self._say(log, f"{command.remedy}\n".encode(), f"{name}| " if prefix else "")
                    break
        tests = junit.times(sorted(self._logs.glob(f"{name}.[0-9]*.xml")))
        cache = CompilerCache.read(self._cache_log(name))
        return Result(name, status, time.monotonic() - began, cpu, cache, tuple(tests))

    def stop(self) -> None:
        """Ends every command that runs, with all that it started."""
        with self._guard:
            self._stopping = True
            for group in self._processes:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(group, signal.SIGTERM)

    def _run(self, command: Command, name: str, number: int, log: IO[bytes], prefix: str) -> tuple[int, float]:
        """Exit code and processor seconds of a command and of all its descendants that were waited for."""
        words = [word.replace(JUNIT, str(self._logs / f"{name}.{number}.xml")) for word in command.words]
        environment = {**os.environ, "CCACHE_STATSLOG": str(self._cache_log(name)), **self._environment, **command.environment}
        with self._guard:
            if self._stopping:
                return 128 + signal.SIGTERM, 0.0
            try:
                process = subprocess.Popen(
                    words,
                    cwd=ROOT,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE if self._verbose else log,
                    stderr=subprocess.STDOUT,
                    process_group=0,
                )
            except OSError as error:
                self._say(log, f"{words[0]}: {error.strerror}; scripts/setup installs what the steps need\n".encode(), prefix)
                return 127, 0.0
            self._processes.add(process.pid)
        if process.stdout:
            for line in process.stdout:
                self._say(log, line, prefix)
            process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        with self._guard:
            self._processes.discard(process.pid)
        code = process.returncode = os.waitstatus_to_exitcode(status)
        return code if code >= 0 else 128 - code, usage.ru_utime + usage.ru_stime

    def _say(self, log: IO[bytes], line: bytes, prefix: str) -> None:
        """Into the log, and with --verbose to stdout."""
        log.write(line)
        log.flush()
        if self._verbose:
            sys.stdout.write(prefix + line.decode(errors="replace"))
            sys.stdout.flush()

    def _cache_log(self, name: str) -> Path:
        """Where ccache writes what it did for a step."""
        return self._logs / f"{name}.ccache"
