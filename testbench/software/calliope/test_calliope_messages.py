# SPDX-License-Identifier: Apache-2.0
"""Messages between Calliope's parts are as long everywhere, where a machine file says nothing of it."""

from __future__ import annotations

import json

from support import isochron

PARTS = ("coordinator", "fake_unit", "session_player", "session_clients")


def test_messages_are_as_long_everywhere() -> None:
    lengths = {}
    for name in PARTS:
        described = json.loads(isochron("describe", name, "--json").stdout)
        [lengths[name]] = [one["default"] for one in described["part"]["parameters"] if one["name"].split(".")[-1] == "message"]
    assert len(set(lengths.values())) == 1, lengths
