# SPDX-License-Identifier: Apache-2.0
"""Random settings on the command line: taken or refused with a message, never crashed on."""

from fuzzing import ROOT, try_input
from hypothesis import given
from hypothesis import strategies as st

CLUSTER = ROOT / "scenarios/seachange/cluster.yaml"
PATHS = [
    "nodes", "raid_controllers", "gige_cards", "gige_buses", "target_bandwidth", "io", "message", "disk_delay.min", "disk_delay.mode",
    "disk_delay.max", "destination.drawn", "destination.include_self", "buffers_per_port", "buffer_freed", "ib_side.chips",
    "ib_side.pci_buses", "ib_side.bridges", "ib_side.sf_links", "ib_side.chip_of", "pci.timing", "pci.clock", "pci.width", "pci.slice",
    "pci.slice_time", "pci.switch_overhead", "pci.switch_unit", "starfabric.rate", "infiniband.rate", "infiniband.ports", "dma_engines",
    "failed_nodes", "rebuild", "bus_model", "measure.warm_up", "measure.duration", "measure.replications", "measure.seed",
]  # fmt: skip
UNITS = ["", "B", " B", "KiB", " MB", "MB/s", " Gb/s", "ns", " ms", "s", " MHz", " bit", " %", " 1/s", "x512x384", "furlong", "µs"]
# No NUL: an argument of a program cannot hold one.
text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
numbers = st.one_of(st.integers(-(2**70), 2**70).map(str), st.floats().map(str), st.sampled_from(["0", "1", "-0", "1e-30", "007", "1_000"]))
values = st.one_of(
    st.tuples(numbers, st.sampled_from(UNITS)).map("".join), text, st.lists(numbers, max_size=4).map(lambda v: f"[{', '.join(v)}]")
)


@given(st.lists(st.tuples(st.sampled_from(PATHS), values), min_size=1, max_size=3))
def test_known_parameters(chosen: list[tuple[str, str]]) -> None:
    try_input("explain", CLUSTER, *(word for path, value in chosen for word in ("--set", f"{path}={value}")))


@given(text)
def test_anything_after_set(argument: str) -> None:
    try_input("explain", CLUSTER, "--set", argument)
