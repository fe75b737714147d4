# SPDX-License-Identifier: Apache-2.0
"""How long property-based tests go on."""

from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from support import LONG

set_hypothesis_home_dir(Path(__file__).resolve().parents[1] / ".cache/hypothesis")

settings.register_profile(
    "isochron",
    max_examples=1000 if LONG else 60,
    # The short form tries the same inputs every time, so that it finds the same on every machine.
    derandomize=not LONG,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("isochron")
