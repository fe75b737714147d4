# SPDX-License-Identifier: Apache-2.0
"""Where things are, and how many processors there are."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "build/test-logs"
TIMES = LOGS / "times.json"
MARKS = ROOT / ".cache/test-steps"
RELEASE = ROOT / "build/release"
PYTHON = ROOT / ".venv/bin/python"
CORES = len(os.sched_getaffinity(0))
