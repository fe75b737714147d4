# SPDX-License-Identifier: Apache-2.0
"""The project's version, from the file VERSION at the root of the repository. setuptools reads this module without the package."""

from pathlib import Path

VERSION = (Path(__file__).resolve().parents[2] / "VERSION").read_text(encoding="ascii").strip()
