# SPDX-License-Identifier: Apache-2.0
"""What no input may ever do to the command."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(os.environ.get("ISOCHRON_COMMAND", ROOT / "build/release/isochron"))

CRASHES = ("AddressSanitizer", "LeakSanitizer", "runtime error:", "terminate called", "Segmentation", "Assertion", "what():")


def try_input(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Runs the command on an input and checks what holds for every input: a documented exit code, a message, no crash."""
    done = subprocess.run(
        [COMMAND, *arguments], capture_output=True, timeout=PATIENCE, cwd=ROOT, stdin=subprocess.DEVNULL, check=False
    )
    said = done.stderr.decode("utf-8", "replace")
    assert done.returncode in (0, 2, 4), f"exit {done.returncode}\n{said}"
    assert not [sign for sign in CRASHES if sign in said], said
    if done.returncode:
        assert said.strip(), "no message"
        assert len(said) < 8000, said
    return done
