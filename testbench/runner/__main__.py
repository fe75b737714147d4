# SPDX-License-Identifier: Apache-2.0
"""What scripts/test runs: python testbench/runner WORDS."""

import sys
from pathlib import Path

# The folder above instead of this one, so that modules are `runner.step`; what the steps run must not see it, as in PYTHONPATH.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from runner.app import main  # noqa: E402  (found there)

sys.exit(main(sys.argv[1:]))
