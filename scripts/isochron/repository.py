# SPDX-License-Identifier: Apache-2.0
"""The place of the repository: the package is used where it was cloned."""

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
