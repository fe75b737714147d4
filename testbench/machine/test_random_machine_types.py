# SPDX-License-Identifier: Apache-2.0
"""Every type of part that a machine file can have is in many of the machines that are drawn at random."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

from random_job_machines import FIRST, job_machine
from random_machine_files import Machine, machine
from random_pcie_machines import PcieMachine
from random_plane_machines import ALL as PLANES
from random_plane_machines import FIRST as FIRST_PLANES
from random_plane_machines import plane_machine
from random_work_machines import ALL as WORK
from random_work_machines import FIRST as FIRST_WORK
from random_work_machines import work_machine
from support import isochron
from switch_oracle import Flat
from test_random_job_machines import ALL as JOBS
from test_random_machine_files import ALL as TRAFFIC
from test_random_pcie_machines import ALL as PCIE

# If you add a type of part, add a family of machines that have it, or machines of its own here.
DRAWN: tuple[tuple[Callable[[int], Machine], Iterable[int]], ...] = (
    (machine, range(TRAFFIC)),
    (job_machine, range(FIRST, FIRST + JOBS)),
    (work_machine, range(FIRST_WORK, FIRST_WORK + WORK)),
    (plane_machine, range(FIRST_PLANES, FIRST_PLANES + PLANES)),
)
# Types that no random machine can have, each with the reason.
NOT_DRAWN: dict[str, str] = dict.fromkeys(("atm_link", "fddi", "microchannel", "sp_switch", "tb2_adapter"), "tests of their own compare them with arithmetic")
NOT_DRAWN |= dict.fromkeys(("block_mover", "disk_node"), "testbench/systems/gennart and testbench/cosim compare the multidisk servers that have them with oracles")
NOT_DRAWN |= dict.fromkeys(("chain_mover", "extent_gatherer"), "testbench/systems/ps2/extent_writer_test.cpp compares every byte of random geometries, and their clocks with bounds")
NOT_DRAWN |= dict.fromkeys(
    ("central_process", "coordinator", "duty_cycle", "fake_unit", "host", "host_adapter", "network_process", "packet_sink", "packet_source", "packet_timer", "random_reader",
     "recording_clients", "session_clients", "session_player", "stream_clients", "unit_failures"),
    "testbench/systems/calliope compares the machines that have them with accounts and bounds, and testbench/software/calliope compares the parts with arithmetic",
)  # fmt: skip
NOT_DRAWN |= {"block_reader": "testbench/systems/ps2/disk_array_test.cpp compares what it measures with arithmetic"}
NOT_DRAWN |= dict.fromkeys(
    ("media_daemon", "protocol_stack", "raw_writer", "stream_sink", "stream_source", "vsd_client", "vsd_server"), "testbench/systems/voyager and testbench/software/voyager compare nodes of them with arithmetic and theory"
)
NOT_DRAWN |= dict.fromkeys(("requester", "server"), "test_requests.py, test_server.py and test_classes.py compare them with times by hand, queueing theory and the reference")
NOT_DRAWN |= dict.fromkeys(("bus_requester", "bus_server"), "test_bus_requests.py compares them with arithmetic and the reference")
NOT_DRAWN |= dict.fromkeys(("station_requester", "station_server"), "test_ethernet_requests.py compares them with arithmetic and bounds")
NOT_DRAWN |= dict.fromkeys(("network_adapter", "nt_bridge", "nvme_drive", "nvme_host"), "testbench/pcie and testbench/storage compare them with times by hand, arithmetic and the reference")
ENOUGH = 20


@cache
def part_types() -> frozenset[str]:
    """As the command itself lists them."""
    library = json.loads(isochron("schema", "machine").stdout)["$defs"]
    return frozenset(name for name, one in library.items() if "ports" in one)


def test_there_are_enough() -> None:
    assert sum(len(list(numbers)) for _, numbers in DRAWN) >= 300


def test_every_type_of_part_is_drawn() -> None:
    found: Counter[str] = Counter()
    for drawn, numbers in DRAWN:
        for number in numbers:
            found.update({kind for kind, _ in Flat(drawn(number).document()).parts.values()})
    for number in range(PCIE):
        drawn_pcie = PcieMachine(number)
        found.update({part["type"] for part in drawn_pcie.parts.values()} | {one["link"]["type"] for one in drawn_pcie.connect if "link" in one})
    assert not {kind: found[kind] for kind in sorted(part_types() - NOT_DRAWN.keys()) if found[kind] < ENOUGH}
    assert not set(found) - part_types(), "the schema does not list them"
    assert not [kind for kind in NOT_DRAWN if kind not in part_types() or found[kind] >= ENOUGH], "they need no exemption"
